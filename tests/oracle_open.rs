//! The oracle under open contracts: the contract that really answered always stays among those
//! that fit, and exactly the contracts that allow everything observed fit.

use onceproof::oracle::{LimitReached, Question};
use onceproof::oracle::{Limits, Mock, Session, Verdict};
use onceproof::spec::contract::{Contract, Parameter, Span};
use onceproof::spec::named;
use onceproof::spec::open::OpenContract;
use onceproof::spec::{Attempt, Begin, Claimant, Failure, Finding, Operation, Outcome, RequestId};
use onceproof::trace::form::{AnswerForm, Concrete, JsonText, Tick};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Asked = (u64, bool, Operation<Concrete>);

fn fingerprint(of: u8) -> onceproof::key::Fingerprint {
    onceproof::key::Fingerprint::of(of.to_string().as_bytes()).unwrap()
}

fn result(of: u8) -> JsonText {
    JsonText::new(of.to_string()).unwrap()
}

fn operations() -> impl Strategy<Value = Vec<Asked>> {
    let claimant = prop_oneof![
        3 => (1..4_u64).prop_map(|number| Claimant::Attempt(Attempt { incarnation: 0, number })),
        2 => (0..2_u8).prop_map(|payload| Claimant::Payload(fingerprint(payload))),
    ];
    let operation = prop_oneof![
        4 => (0..2_u8, 0..3_u8).prop_map(|(payload, claim)| Operation::Begin(Begin {
            payload: fingerprint(payload), claim: claim.to_string().into(), follows: None })),
        1 => Just(Operation::BeginWithoutKey),
        2 => (claimant.clone(), proptest::option::of(0..2_u8))
            .prop_map(|(by, kept)| Operation::Finish(by, kept.map(result))),
        3 => (claimant.clone(), prop_oneof![
            Just(Failure::NotApplied), Just(Failure::Unknown), Just(Failure::Refused("no".into()))])
            .prop_map(|(by, failure)| Operation::Fail(by, failure)),
        1 => claimant.clone().prop_map(Operation::Renew),
        1 => (claimant, prop_oneof![
            Just(Finding::NotApplied), Just(Finding::Applied(Outcome::Success(result(1))))])
            .prop_map(|(by, finding)| Operation::Resolve(by, finding, "ledger".into())),
        1 => proptest::option::of(0..2_u8).prop_map(|of| Operation::Cancel(of.map(fingerprint))),
        1 => Just(Operation::Status),
        1 => Just(Operation::Sweep),
    ];
    proptest::collection::vec((0..4_u64, any::<bool>(), operation), 1..14)
}

fn contracts() -> impl Strategy<Value = Contract> {
    let span = || {
        prop_oneof![(0..6_u64).prop_map(Span::Ticks), Just(Span::Ticks(3)), Just(Span::Unbounded)]
    };
    let indices = proptest::collection::vec(any::<u8>(), Parameter::ALL.len());
    (span(), span(), span(), indices).prop_map(|(lease, retention, block_for, indices)| {
        let mut contract = Contract { lease, retention, block_for, ..named::STRICT };
        for (parameter, index) in Parameter::ALL.iter().zip(indices) {
            parameter.set_in(&mut contract, index % parameter.values().len() as u8);
        }
        contract
    })
}

fn request(second: bool) -> RequestId {
    RequestId { scope: "S".into(), key: if second { "K2".into() } else { "K1".into() } }
}

/// What a layer under `contract` answers.
fn observe(contract: Contract, asked: &[Asked]) -> Vec<(Tick, Option<RequestId>, AnswerForm)> {
    let mut layer = Mock::new(contract);
    let mut answers = Vec::new();
    for (wait, second, operation) in asked {
        layer.advance(*wait);
        let keyed = *operation != Operation::BeginWithoutKey;
        let answer = AnswerForm::of(&layer.decide(&request(*second), operation).answer);
        answers.push((layer.now().time, keyed.then(|| request(*second)), answer));
    }
    answers
}

/// The groups of contracts that fit, or the first operation whose answer none allows.
fn fitting(
    open: OpenContract,
    asked: &[Asked],
    answers: &[(Tick, Option<RequestId>, AnswerForm)],
) -> Result<Vec<OpenContract>, usize> {
    let mut session = Session::new(open, Limits::default());
    for (at, ((_, _, operation), (time, request, answer))) in asked.iter().zip(answers).enumerate()
    {
        let question =
            Question { at: *time, request: request.as_ref(), operation, observed: Some(answer) };
        let ruling = session.rule(question).expect("within limits");
        if matches!(ruling.verdict, Some(Verdict::Forbidden(_))) {
            return Err(at);
        }
    }
    Ok(session.contracts().copied().collect())
}

fn all_open(contract: Contract) -> OpenContract {
    let open = OpenContract::pinned(contract);
    Parameter::ALL.iter().fold(open, |open, parameter| open.opened(*parameter))
}

/// Every contract that an open one allows.
fn every(open: &OpenContract) -> Vec<Contract> {
    Parameter::ALL.iter().fold(vec![*open.base()], |contracts, parameter| {
        let set = |contract: &Contract| {
            let mut contract = *contract;
            let indices: Vec<u8> = open.indices(*parameter).collect();
            indices.into_iter().map(move |index| {
                parameter.set_in(&mut contract, index);
                contract
            })
        };
        contracts.iter().flat_map(set).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_contract_that_answered_always_fits(contract in contracts(), asked in operations()) {
        let answers = observe(contract, &asked);
        prop_assert!(fitting(OpenContract::pinned(contract), &asked, &answers).is_ok());
        let open = all_open(contract);
        match fitting(open, &asked, &answers) {
            Err(at) => prop_assert!(false, "no contract allows the answer to operation {at}"),
            Ok(groups) => {
                let truth = OpenContract::pinned(contract);
                let holding = groups.iter().filter(|group| group.agrees_with(&truth)).count();
                prop_assert_eq!(holding, 1, "exactly one group holds the true contract");
            }
        }
    }

    #[test]
    fn exactly_the_contracts_that_allow_everything_fit(
        contract in contracts(),
        asked in operations(),
        opened in proptest::sample::subsequence(Parameter::ALL.to_vec(), 4),
    ) {
        let answers = observe(contract, &asked);
        let pinned = OpenContract::pinned(contract);
        let open = opened.iter().fold(pinned, |open, parameter| open.opened(*parameter));
        let groups = fitting(open, &asked, &answers).unwrap();
        let fit: BTreeSet<Contract> = groups.iter().flat_map(every).collect();
        let alone = every(&open).into_iter().filter(|one| {
            fitting(OpenContract::pinned(*one), &asked, &answers).is_ok()
        });
        prop_assert_eq!(fit, alone.collect::<BTreeSet<_>>());
        let counted: u64 = groups.iter().map(OpenContract::count).sum();
        prop_assert_eq!(counted as usize, groups.iter().flat_map(every).count());
    }
}

#[test]
fn a_limit_is_a_named_result_and_nothing_is_judged_after_it() {
    let open = all_open(named::STRICT);
    let limits = Limits { contracts: 2, ..Limits::default() };
    let mut session = Session::new(open, limits);
    let begin = |payload| {
        Operation::Begin(Begin { payload: fingerprint(payload), claim: "c".into(), follows: None })
    };
    let fail = Operation::Fail(Claimant::Payload(fingerprint(0)), Failure::NotApplied);
    let request = request(false);
    let mut reached = None;
    for operation in [begin(0), begin(1), fail.clone(), fail, begin(1)] {
        let question = Question {
            at: Tick::new(1).unwrap(),
            request: Some(&request),
            operation: &operation,
            observed: None,
        };
        if let Err(limit) = session.rule(question) {
            reached.get_or_insert(limit);
        } else {
            assert_eq!(reached, None, "nothing is ruled on after a limit");
        }
    }
    assert_eq!(reached, Some(LimitReached::Contracts(2)));
}

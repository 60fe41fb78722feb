//! Open contracts against plain enumeration: each contract in exactly one course, and the
//! course's decision is the contract's own.

use onceproof::spec::contract::{Parameter, Span};
use onceproof::spec::identity::Small;
use onceproof::spec::named::STRICT;
use onceproof::spec::open::{OpenContract, always, decisions, possibly};
use onceproof::spec::record::{Binding, Cause, Kind, Origin, Outcome, Refusal};
use onceproof::spec::{
    Attempt, Begin, Claimant, Contract, Failure, Finding, Moment, Operation, Record, Terms, settle,
    step,
};
use proptest::prelude::*;

/// Whether an open contract allows a contract with the same durations.
fn allows(open: &OpenContract, contract: &Contract) -> bool {
    let fits = |parameter: &Parameter| {
        open.indices(*parameter).any(|index| index == parameter.index_in(contract))
    };
    Parameter::ALL.iter().all(fits)
}

/// All contracts that an open one allows, by plain enumeration.
fn allowed(open: &OpenContract) -> Vec<Contract> {
    let mut all = vec![*open.base()];
    for parameter in Parameter::ALL {
        let mut further = Vec::new();
        for contract in all {
            for index in open.indices(*parameter) {
                let mut other = contract;
                parameter.set_in(&mut other, index);
                further.push(other);
            }
        }
        all = further;
    }
    all
}

fn wide_open() -> OpenContract {
    Parameter::ALL
        .iter()
        .fold(OpenContract::pinned(STRICT), |open, parameter| open.opened(*parameter))
        .lasting(Span::Ticks(2), Span::Ticks(3), Span::Ticks(2))
}

fn active() -> Record<Small> {
    let attempt = Attempt { incarnation: 0, number: 1 };
    let binding = Binding { fingerprint: Some(1), attempt, first_begun: Some(0), follows: None };
    Record::Active { binding, claim: 1, lease_until: 2 }
}

#[test]
fn a_pinned_contract_has_one_course() {
    let pinned = OpenContract::pinned(STRICT);
    let now = Moment { time: 5, incarnation: 0 };
    let operation = Operation::<Small>::Status;
    let courses = decisions(&pinned, |terms| step(terms, &active(), &operation, now));
    assert_eq!(courses.len(), 1);
    assert_eq!(courses.first().map(|(contracts, _)| *contracts), Some(pinned));
}

#[test]
fn a_question_that_asks_nothing_has_one_course_for_all_contracts() {
    let courses = decisions(&wide_open(), |_| 7);
    assert_eq!(courses, [(wide_open(), 7)]);
}

#[test]
fn a_question_forks_only_where_it_asks() {
    let now = Moment { time: 5, incarnation: 0 };
    let begin = Operation::<Small>::Begin(Begin { payload: 1, claim: 2, follows: None });
    let courses = decisions(&wide_open(), |terms| step(terms, &active(), &begin, now));
    let contracts: u64 = courses.iter().map(|(contracts, _)| contracts.count()).sum();
    assert_eq!(contracts, wide_open().count());
    assert_eq!(contracts, 3_u64.pow(8) * 2_u64.pow(8));
    assert!(courses.len() < 1000, "{} courses", courses.len());
    assert!(courses.len() > 10, "{} courses", courses.len());
}

#[test]
fn asking_a_parameter_twice_gives_one_answer_in_a_course() {
    let courses = decisions(&wide_open(), |terms| (terms.clock(), terms.replay(), terms.clock()));
    assert_eq!(courses.len(), 4);
    assert!(courses.iter().all(|(_, (one, _, again))| one == again));
}

#[test]
fn always_and_possibly_are_what_they_say() {
    use onceproof::spec::contract::Clock;
    let open = OpenContract::pinned(STRICT).opened(Parameter::Clock);
    let store = |terms: &dyn Terms| terms.clock() == Clock::Store;
    assert!(possibly(&open, store) && !always(&open, store));
    assert!(always(&open.narrowed(Parameter::Clock, 0), store));
    assert!(!possibly(&open.narrowed(Parameter::Clock, 1), store));
}

#[test]
fn narrowing_to_indices_keeps_a_contract_among_those_allowed() {
    let open = OpenContract::pinned(STRICT).narrowed_to(Parameter::OnUnknown, &[2, 1]);
    assert_eq!(open.names(Parameter::OnUnknown), ["reopen", "replay"]);
    assert!(allows(&open, open.base()));
    assert_eq!(open.narrowed_to(Parameter::OnUnknown, &[]), open);
    assert_eq!(open.narrowed_to(Parameter::OnUnknown, &[9]), open);
    assert_eq!(
        open.narrowed_to(Parameter::OnUnknown, &[0, 1, 2]),
        open.opened(Parameter::OnUnknown)
    );
    let longer = open.lasting(Span::Ticks(1), Span::Unbounded, Span::Ticks(3));
    assert_eq!((longer.base().lease, longer.base().retention), (Span::Ticks(1), Span::Unbounded));
    assert_eq!(longer.names(Parameter::OnUnknown), open.names(Parameter::OnUnknown));
}

fn attempts() -> impl Strategy<Value = Attempt> {
    (0_u32..2, 1_u64..4).prop_map(|(incarnation, number)| Attempt { incarnation, number })
}

prop_compose! {
    fn bindings()(
        fingerprint in proptest::option::weighted(0.9, 0_u8..2),
        attempt in attempts(),
        first_begun in 0_u8..6,
    ) -> Binding<Small> {
        Binding { fingerprint, attempt, first_begun: Some(first_begun), follows: None }
    }
}

fn outcomes() -> impl Strategy<Value = Outcome<Small>> {
    prop_oneof![
        (0_u8..2).prop_map(Outcome::Success),
        Just(Outcome::ResultUnavailable),
        (0_u8..2).prop_map(|reason| Outcome::Refused(Refusal::Final(reason))),
        Just(Outcome::Refused(Refusal::Sealed)),
        Just(Outcome::Refused(Refusal::Cancelled)),
    ]
}

fn records() -> impl Strategy<Value = Record<Small>> {
    prop_oneof![
        attempts().prop_map(|floor| Record::Absent { floor }),
        (bindings(), 0_u8..2, 0_u8..9).prop_map(|(binding, claim, lease_until)| Record::Active {
            binding,
            claim,
            lease_until
        }),
        bindings().prop_map(|binding| Record::Released { binding, origin: Origin::Reported }),
        (bindings(), any::<bool>()).prop_map(|(binding, reported)| {
            let cause = if reported { Cause::Reported } else { Cause::Abandoned };
            Record::Uncertain { binding, cause }
        }),
        (bindings(), outcomes(), 0_u8..9).prop_map(|(binding, outcome, at)| Record::Completed {
            binding,
            outcome,
            at,
            origin: Origin::Reported,
            contradicts_denial: false,
        }),
        (bindings(), any::<bool>(), 0_u8..9).prop_map(|(binding, success, since)| {
            let kind = if success { Kind::Success } else { Kind::Refused };
            Record::Lapsed { binding, kind, since }
        }),
    ]
}

fn claimants() -> impl Strategy<Value = Claimant<Small>> {
    prop_oneof![attempts().prop_map(Claimant::Attempt), (0_u8..2).prop_map(Claimant::Payload)]
}

fn operations() -> impl Strategy<Value = Operation<Small>> {
    let failures = prop_oneof![
        Just(Failure::NotApplied),
        Just(Failure::Unknown),
        (0_u8..2).prop_map(Failure::Refused)
    ];
    let findings = prop_oneof![Just(Finding::NotApplied), outcomes().prop_map(Finding::Applied)];
    prop_oneof![
        3 => (0_u8..2, 0_u8..2).prop_map(|(payload, claim)| {
            Operation::Begin(Begin { payload, claim, follows: None })
        }),
        1 => Just(Operation::BeginWithoutKey),
        2 => (claimants(), proptest::option::of(0_u8..2))
            .prop_map(|(by, result)| Operation::Finish(by, result)),
        3 => (claimants(), failures).prop_map(|(by, failure)| Operation::Fail(by, failure)),
        1 => claimants().prop_map(Operation::Renew),
        1 => (claimants(), findings).prop_map(|(by, finding)| Operation::Resolve(by, finding, 0)),
        1 => proptest::option::of(0_u8..2).prop_map(Operation::Cancel),
        1 => Just(Operation::Status),
        1 => Just(Operation::Sweep),
    ]
}

fn spans() -> impl Strategy<Value = Span> {
    prop_oneof![3 => (0_u64..5).prop_map(Span::Ticks), 1 => Just(Span::Unbounded)]
}

prop_compose! {
    /// Any contract, with up to five parameters open to a set of values each.
    fn small_open()(
        indices in proptest::collection::vec(0_u8..3, Parameter::ALL.len()),
        opened in proptest::collection::vec((0..Parameter::ALL.len(), 1_u8..8), 0..6),
        durations in (spans(), spans(), spans()),
    ) -> OpenContract {
        let start = Parameter::ALL.iter().zip(indices).fold(
            OpenContract::pinned(STRICT),
            |open, (parameter, index)| open.narrowed_to(*parameter, &[index]),
        );
        let open = opened.into_iter().fold(start, |open, (place, set)| {
            let chosen: Vec<u8> = (0..3).filter(|index| set & (1 << index) != 0).collect();
            Parameter::ALL.get(place).map_or(open, |one| open.narrowed_to(*one, &chosen))
        });
        open.lasting(durations.0, durations.1, durations.2)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_courses_of_a_step_partition_the_contracts_and_decide_as_each_of_them(
        open in small_open(), record in records(), operation in operations(), time in 0_u8..12,
    ) {
        let now = Moment { time, incarnation: 0 };
        let courses = decisions(&open, |terms| step(terms, &record, &operation, now));
        let all = allowed(&open);
        prop_assert_eq!(all.len() as u64, open.count());
        prop_assert_eq!(courses.iter().map(|(course, _)| course.count()).sum::<u64>(), open.count());
        for contract in all {
            let mut taken = courses.iter().filter(|(course, _)| allows(course, &contract));
            let (course, decision) = taken.next().expect("every contract takes a course");
            prop_assert!(taken.next().is_none(), "a contract takes two courses");
            prop_assert_eq!(decision, &step(&contract, &record, &operation, now));
            prop_assert_eq!(course.base().lease, contract.lease);
        }
    }

    #[test]
    fn the_courses_of_settling_partition_the_contracts_and_settle_as_each_of_them(
        open in small_open(), record in records(), time in 0_u8..12,
    ) {
        let courses = decisions(&open, |terms| settle(terms, &record, time));
        for contract in allowed(&open) {
            let taken: Vec<_> = courses.iter().filter(|(course, _)| allows(course, &contract)).collect();
            prop_assert_eq!(taken.len(), 1);
            prop_assert_eq!(&taken[0].1, &settle(&contract, &record, time));
        }
    }
}

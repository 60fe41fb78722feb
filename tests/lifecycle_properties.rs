//! The lifecycle's properties, over random sequences of acts on a small store.
//!
//! *What it claims.* Each test is a sentence about every sequence under every contract.
//! *How that is checked.* proptest: several requests in two scopes, driven by `step`, with time,
//! restarts in a new incarnation and forgetting. A store that mixes scopes is caught.
//! *What is not covered.* Concurrency and lost messages: those are the world's.

mod common;

use common::bounds::{DRAWN, DRAWN_LENGTH, SPANS};
use common::lifecycle::{Act, Ask, By, REQUESTS, Store, real, scope_of};
use common::ownership;
use common::properties as property;
use common::values::{Owned, Tiny};
use onceproof::spec::contract::{Contract, Fencing, Parameter};
use onceproof::spec::{
    Answer, Begin, Claimant, Failure, Finding, Moment, Operation, Outcome, Record, Refusal, Told,
    named, step,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn contracts() -> impl Strategy<Value = Contract> {
    let spans = (0..SPANS.len(), 0..SPANS.len(), 0..SPANS.len());
    (spans, vec(0_u8..6, Parameter::ALL.len())).prop_map(|((lease, retention, block), choices)| {
        let mut contract = named::STRICT;
        contract.lease = SPANS[lease];
        contract.retention = SPANS[retention];
        contract.block_for = SPANS[block];
        for (parameter, index) in Parameter::ALL.iter().zip(choices) {
            let values = parameter.values().len() as u8;
            parameter.set_in(&mut contract, index % values);
        }
        contract
    })
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let request = || 0..REQUESTS;
    let act = prop_oneof![
        12 => (request(), asks()).prop_map(|(request, ask)| Act::Ask(request, ask)),
        3 => (0_u8..=3).prop_map(Act::Advance),
        1 => any::<bool>().prop_map(|keeps_records| Act::Restart { keeps_records }),
        1 => request().prop_map(Act::Forget),
    ];
    vec(act, 0..=DRAWN_LENGTH)
}

fn asks() -> impl Strategy<Value = Ask> {
    let by = || {
        prop_oneof![
            4 => Just(By::Latest),
            1 => Just(By::First),
            2 => (0_u8..3).prop_map(By::Payload),
        ]
    };
    let failure = prop_oneof![
        Just(Failure::<Tiny>::NotApplied),
        Just(Failure::Unknown),
        (0_u8..3).prop_map(Failure::Refused),
    ];
    let outcome = prop_oneof![
        (0_u8..9).prop_map(Outcome::<Tiny>::Success),
        Just(Outcome::ResultUnavailable),
        (0_u8..3).prop_map(|why| Outcome::Refused(Refusal::Final(why))),
    ];
    let finding = prop_oneof![outcome.prop_map(Finding::Applied), Just(Finding::NotApplied)];
    prop_oneof![
        6 => (0_u8..3, 0_u8..3).prop_map(|(payload, claim)| Ask::Begin { payload, claim }),
        3 => (by(), proptest::option::weighted(0.8, 0_u8..9)).prop_map(|(by, result)| {
            Ask::Finish(by, result)
        }),
        3 => (by(), failure).prop_map(|(by, failure)| Ask::Fail(by, failure)),
        1 => by().prop_map(Ask::Renew),
        2 => (by(), finding).prop_map(|(by, finding)| Ask::Resolve(by, finding)),
        1 => proptest::option::of(0_u8..3).prop_map(Ask::Cancel),
        1 => Just(Ask::Status),
        1 => Just(Ask::Sweep),
        1 => Just(Ask::BeginWithoutKey),
    ]
}

fn holds(
    property: property::Property,
    contract: &Contract,
    acts: &[Act],
) -> Result<(), TestCaseError> {
    let store = Store::after(real, *contract, acts);
    property(contract, &store.history).map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: DRAWN, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_operation_gets_an_answer_of_its_row(contract in contracts(), acts in acts()) {
        holds(property::every_operation_gets_an_answer_of_its_row, &contract, &acts)?;
    }

    #[test]
    fn a_refusal_leaves_exactly_the_settled_record(contract in contracts(), acts in acts()) {
        holds(property::a_refusal_leaves_exactly_the_settled_record, &contract, &acts)?;
    }

    #[test]
    fn another_payload_never_gets_past_the_guard_in_any_state(contract in contracts(), acts in acts()) {
        holds(property::another_payload_never_gets_past_the_guard, &contract, &acts)?;
    }

    #[test]
    fn attempts_strictly_increase_across_forgetting_and_restarts(contract in contracts(), acts in acts()) {
        holds(property::attempts_strictly_increase, &contract, &acts)?;
    }

    #[test]
    fn a_replay_tells_the_first_outcome(contract in contracts(), acts in acts()) {
        holds(property::a_replay_tells_the_first_outcome, &contract, &acts)?;
    }

    #[test]
    fn a_retained_outcome_is_replayed(contract in contracts(), acts in acts()) {
        holds(property::a_retained_outcome_is_replayed, &contract, &acts)?;
    }

    #[test]
    fn a_takeover_never_rebinds(contract in contracts(), acts in acts()) {
        holds(property::a_takeover_never_rebinds, &contract, &acts)?;
    }

    #[test]
    fn nobody_is_started_while_a_told_lease_holds(contract in contracts(), acts in acts()) {
        holds(property::nobody_is_started_while_a_told_lease_holds, &contract, &acts)?;
    }

    #[test]
    fn only_the_holder_closes(contract in contracts(), acts in acts()) {
        holds(ownership::only_the_holder_closes, &contract, &acts)?;
    }

    #[test]
    fn a_told_lease_never_comes_nearer(contract in contracts(), acts in acts()) {
        holds(ownership::a_told_lease_never_comes_nearer, &contract, &acts)?;
    }

    #[test]
    fn nothing_that_may_run_is_cancelled(contract in contracts(), acts in acts()) {
        holds(ownership::nothing_that_may_run_is_cancelled, &contract, &acts)?;
    }

    #[test]
    fn silence_after_an_unknown_effect_starts_nobody(contract in contracts(), acts in acts()) {
        holds(ownership::silence_after_an_unknown_effect_starts_nobody, &contract, &acts)?;
    }

    #[test]
    fn without_the_other_scope_every_answer_is_the_same_up_to_the_names_of_attempts(
        contract in contracts(),
        acts in acts(),
    ) {
        for scope in 0..2 {
            prop_assert_eq!(
                answers(contract, &acts, scope),
                answers(contract, &projected(&acts, scope), scope)
            );
        }
    }
}

/// What the callers of one scope were told.
fn answers(contract: Contract, acts: &[Act], scope: usize) -> Vec<(Answer<Tiny>, Option<usize>)> {
    told_in(&Store::after(real, contract, acts), scope)
}

fn told_in(store: &Store, scope: usize) -> Vec<(Answer<Tiny>, Option<usize>)> {
    let within = store.history.iter().filter(|event| scope_of(event.request) == scope);
    within.map(|event| store.renamed(event)).collect()
}

/// A cancelled request that an unconditional failure reopened is begun for the first time.
#[test]
fn the_first_begin_on_a_reopened_tombstone_binds_and_holds() {
    let contract = Contract { fencing_fail: Fencing::Unconditional, ..named::STRICT };
    for cancelled_payload in [None, Some(0)] {
        let asks = [
            Ask::Cancel(cancelled_payload),
            Ask::Fail(By::Latest, Failure::NotApplied),
            Ask::Begin { payload: 0, claim: 1 },
            Ask::Begin { payload: 1, claim: 2 },
            Ask::Finish(By::Latest, Some(1)),
        ];
        let acts: Vec<_> = asks.into_iter().map(|ask| Act::Ask(0, ask)).collect();
        let told: Vec<_> = told_in(&Store::after(real, contract, &acts), 0)
            .into_iter()
            .map(|(answer, _)| answer.name())
            .collect();
        assert_eq!(told, ["cancelled", "released", "started", "conflict", "completed"]);
    }
}

/// The acts without those of the other scope.
fn projected(acts: &[Act], scope: usize) -> Vec<Act> {
    let of_scope = |act: &&Act| match act {
        Act::Ask(request, _) | Act::Forget(request) => scope_of(*request) == scope,
        Act::Advance(_) | Act::Restart { .. } => true,
    };
    acts.iter().filter(of_scope).cloned().collect()
}

/// A negative control: where two scopes share a record, the projection shows it.
#[test]
fn a_store_that_joins_scopes_is_caught() {
    let begin = |request, claim| Act::Ask(request, Ask::Begin { payload: 0, claim });
    let acts = [begin(0, 1), begin(2, 2)];
    let joining = || Store::new(real, named::STRICT).that_joins_scopes();
    let all = told_in(&joining().through(&acts), 1);
    let alone = told_in(&joining().through(&projected(&acts, 1)), 1);
    assert_ne!(all, alone, "an answer in one scope came from the other, and nothing shows it");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: DRAWN, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_a_caller_does_with_its_copy_changes_no_record(result in ".{0,12}", more in ".{1,8}") {
        let now = Moment { time: 0_u64, incarnation: 0 };
        let ask = |record: &Record<Owned>, operation: &Operation<Owned>| {
            step(&named::STRICT, record, operation, now)
        };
        let begin = Operation::Begin(Begin { payload: 1, claim: 1, follows: None });
        let started = ask(&Record::unseen(), &begin).next;
        let by = Claimant::Attempt(started.highest_attempt());

        // The copy that goes in.
        let mut finish = Operation::Finish(by, Some(result.clone()));
        let completed = ask(&started, &finish).next;
        if let Operation::Finish(_, Some(mine)) = &mut finish {
            mine.push_str(&more);
        }
        let again = ask(&completed, &finish);
        prop_assert_eq!(&again.next, &completed);

        // The copy that comes out.
        let mut replayed = ask(&again.next, &begin);
        prop_assert_eq!(told(&mut replayed.answer).cloned(), Some(result.clone()));
        if let Some(mine) = told(&mut replayed.answer) {
            mine.push_str(&more);
        }
        let mut later = ask(&replayed.next, &begin);
        prop_assert_eq!(told(&mut later.answer).cloned(), Some(result));
    }
}

fn told(answer: &mut Answer<Owned>) -> Option<&mut String> {
    match answer {
        Answer::Replayed(Told::Outcome(Outcome::Success(result))) => Some(result),
        _other => None,
    }
}

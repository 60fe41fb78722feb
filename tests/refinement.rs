//! The lifecycle refines the promise, exhaustively within the bounds, under every contract.
//!
//! *What it claims.* Each decision is a step or a stutter of the promise, or was made by one of
//! the clauses by which a contract gives the promise up; and each of these really does.
//! *How that is checked.* Every record, operation and time, under every combination of
//! parameters, is judged; wrong variants of `step` are judged too, and must break the promise.
//! *What is not covered.* What the promise does not speak of: whose attempt it is, and when.

mod common;

use common::bounds::SPANS;
use common::enumeration::{cells, moments, operations, records};
use common::every_contract::{Ran, contracts, under_every_contract};
use common::laws::standing;
use common::mutants;
use common::values::Tiny;
use onceproof::spec::contract::{
    AfterRetention, Contract, Fencing, OnLeaseOver, OnUnknown, PayloadCheck, RetentionCovers, Span,
    Terms,
};
use onceproof::spec::refinement::{Standing, gives_up, judge_settling};
use onceproof::spec::settle::{may_be_forgotten, settle_by};
use onceproof::spec::{Clause, Decision, Moment, Operation, Record, named, settle, step};
use std::cell::RefCell;
use std::collections::BTreeSet;

#[test]
fn every_decision_is_a_step_of_the_promise_or_a_named_give_up() {
    let given_up = RefCell::new(BTreeSet::new());
    let mut ran = Ran::default();
    let operations = operations();
    for record in records() {
        for now in moments() {
            for operation in &operations {
                ran.add(under_every_contract(|contract| {
                    let decision = step(contract, &record, operation, now);
                    for standing in standing(contract, &record, now, &decision) {
                        note(standing, contract, &record, now, &given_up);
                    }
                }));
            }
            under_every_contract(|contract| {
                if let Some(standing) = forgetting(contract, &record, now) {
                    note(standing, contract, &record, now, &given_up);
                }
            });
        }
    }
    println!("{} cells x {} contracts, in {} courses", cells(), contracts(), ran.courses);
    assert_eq!(ran.contracts, cells() * contracts(), "not every contract was asked everywhere");
    let listed: BTreeSet<_> =
        Clause::ALL.iter().copied().filter(|clause| gives_up(*clause).is_some()).collect();
    assert_eq!(given_up.into_inner(), listed, "the give-ups seen (left) are not those listed");
}

/// How forgetting stands to the promise, where a store may forget.
fn forgetting(contract: &impl Terms, record: &Record<Tiny>, now: Moment<u8>) -> Option<Standing> {
    let settled = settle(contract, record, now.time);
    let gone = may_be_forgotten(contract, &settled, now.time)?;
    Some(judge_settling(&settled, &gone, Some(Clause::StoreMayForget)))
}

/// Breaks are failures. A give-up is noted, and its contract has the parameter that it names.
fn note(
    standing: Standing,
    contract: &common::every_contract::Asked<'_>,
    record: &Record<Tiny>,
    now: Moment<u8>,
    given_up: &RefCell<BTreeSet<Clause>>,
) {
    match standing {
        Standing::Keeps => {}
        Standing::GivesUp(clause) => {
            let named = gives_up(clause).unwrap_or_default();
            if !has(contract, named) {
                panic!("{clause:?} without {named} under {:?}", contract.contract());
            }
            given_up.borrow_mut().insert(clause);
        }
        Standing::Breaks => panic!("{record:?}\n{now:?}\n{:?}", contract.contract()),
    }
}

/// Whether a contract has a parameter by which it gives the promise up. Only that one is asked.
fn has(contract: &impl Terms, named: &str) -> bool {
    match named {
        "on_lease_over = take_over" => contract.on_lease_over() == OnLeaseOver::TakeOver,
        "payload_check = while_held" => contract.payload_check() == PayloadCheck::WhileHeld,
        "on_unknown = reopen" => contract.on_unknown() == OnUnknown::Reopen,
        "after_retention = forget" => contract.after_retention() == AfterRetention::Forget,
        "after_retention = may_forget" => contract.after_retention() == AfterRetention::MayForget,
        "retention_covers = any_state" => contract.retention_covers() == RetentionCovers::AnyState,
        "block_for" => contract.block_for() != Span::Unbounded,
        "fencing.finish = unconditional" => contract.fencing_finish() == Fencing::Unconditional,
        "fencing.fail = unconditional" => contract.fencing_fail() == Fencing::Unconditional,
        _unknown => false,
    }
}

#[test]
fn a_contract_without_those_parameters_never_gives_up() {
    let mut judged = 0_u64;
    for lease in SPANS {
        for retention in SPANS {
            let unbounded = Span::Unbounded;
            let contract = Contract { lease, retention, block_for: unbounded, ..named::STRICT };
            for record in records() {
                for now in moments() {
                    assert_eq!(forgetting(&contract, &record, now), None);
                    for operation in operations() {
                        let decision = step(&contract, &record, &operation, now);
                        let stands = standing(&contract, &record, now, &decision);
                        assert_eq!(stands, [Standing::Keeps; 2], "{record:?} {operation:?}");
                        judged += 1;
                    }
                }
            }
        }
    }
    assert_eq!(judged, cells() * 16);
}

/// Negative controls: what the judge must not let pass.
#[test]
fn a_wrong_step_breaks_the_promise() {
    let wrong = [
        "an abandoned claim is started again without evidence",
        "an effect reported as unknown is run again",
        "a second caller is started beside the live claim",
        "a replay tells another outcome",
        "a completed request runs again",
        "a lapsed request runs again",
        "a second closing overwrites the first outcome",
        "an unknown effect is replayed as a success",
        "an unknown effect undoes a proof of no effect",
        "a cancel is ignored and told cancelled",
        "a cancel undoes the outcome",
        "a finish against a denial is not marked",
        "a sweep deletes what time has not ended",
        "a store that may forget does so before retention is over",
    ];
    let situations = common::situations::by_clause();
    for name in wrong {
        let mutant = mutants::all::<Tiny>()
            .into_iter()
            .find(|mutant| mutant.name == name)
            .unwrap_or_else(|| panic!("no mutant is called: {name}"));
        let broken = situations.get(&mutant.clause).into_iter().flatten().any(|at| {
            let decision = (mutant.step)(&at.contract, &at.record, &at.operation, at.now);
            breaks(&at.contract, &at.record, at.now, &decision)
        });
        assert!(broken, "the judge lets it pass: {name}");
    }
}

#[test]
fn a_stale_attempt_that_finishes_twice_and_a_retention_cut_short_break_the_promise() {
    let now = Moment { time: 1, incarnation: 0 };
    let contract = Contract { lease: Span::Ticks(2), ..named::STRICT };
    let completed = records().into_iter().filter(|record| {
        let settled = settle(&contract, record, now.time);
        matches!(settled, Record::Completed { .. }) && settled == *record
    });
    let mut tried = 0;
    for record in completed {
        // A finish with a stale attempt that is taken at its word.
        let unfenced = Contract { fencing_finish: Fencing::Unconditional, ..contract };
        for operation in operations() {
            let Operation::Finish(..) = &operation else { continue };
            let wrong = step(&unfenced, &record, &operation, now);
            let wrong = Decision { clause: Clause::ClosingStale, ..wrong };
            let changes = broken_outcome(&record, &wrong.next);
            assert_eq!(breaks(&contract, &record, now, &wrong), changes, "{wrong:?}");
            tried += 1;
        }
        // Retention that ends before it is over.
        let cut = Contract {
            retention: Span::Ticks(0),
            after_retention: AfterRetention::Forget,
            block_for: Span::Ticks(0),
            ..contract
        };
        let (gone, moved_by) = settle_by(&cut, &record, now.time);
        if moved_by.is_some() {
            let standing = judge_settling(&record, &gone, Some(Clause::SettleLapses));
            assert_eq!(standing, Standing::Breaks, "{record:?}");
            tried += 1;
        }
    }
    assert!(tried > 1_000, "only {tried} were tried");
}

/// Whether two completed records disagree on what came of the effect.
fn broken_outcome(before: &Record<Tiny>, after: &Record<Tiny>) -> bool {
    use onceproof::spec::Outcome::ResultUnavailable;
    match (before, after) {
        (Record::Completed { outcome: one, .. }, Record::Completed { outcome: other, .. }) => {
            let kept = *one != ResultUnavailable && *other != ResultUnavailable;
            one.kind() != other.kind() || (kept && one != other)
        }
        _otherwise => true,
    }
}

fn breaks(
    contract: &Contract,
    record: &Record<Tiny>,
    now: Moment<u8>,
    decision: &Decision<Tiny>,
) -> bool {
    standing(contract, record, now, decision).contains(&Standing::Breaks)
}

#[test]
fn time_is_no_proof_that_there_was_no_effect() {
    let now = Moment { time: 1, incarnation: 0 };
    let mut judged = 0;
    for record in records() {
        if !matches!(record, Record::Active { .. } | Record::Uncertain { .. }) {
            continue;
        }
        let gone = Record::Absent { floor: record.highest_attempt() };
        assert_eq!(judge_settling(&record, &gone, None), Standing::Breaks, "{record:?}");
        let asked = step(&named::STRICT, &gone, &Operation::Status, now);
        let standing = onceproof::spec::refinement::judge(&record, &asked);
        assert_eq!(standing, Standing::Breaks, "{record:?}");
        judged += 1;
    }
    assert!(judged > 0);
}

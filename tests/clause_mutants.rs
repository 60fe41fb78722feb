//! Every clause has a mutant of `step`, and the checks of this suite kill it.
//!
//! *What it claims.* Each clause is broken by at least one mutant; each mutant dies by a law, by
//! the promise, by a lifecycle property over short sequences, or by the independent table.
//! *How that is checked.* A mutant meets situations in which its clause decides, and every
//! sequence of a few operations under contracts that reach it.
//! *What is not covered.* Faults of two clauses at once.

mod common;

use common::bounds::{CONTRACTS, SEQUENCE};
use common::contents::{Fell, broken};
use common::laws::{broken_by_deciding, broken_by_protection, standing};
use common::lifecycle::{Act, Ask, By, Event, Store};
use common::mutants::{self, Mutant};
use common::properties::first_broken;
use common::situations::{Situation, by_clause};
use common::table::{agrees, cell};
use common::values::Tiny;
use onceproof::spec::contract::Contract;
use onceproof::spec::refinement::Standing;
use onceproof::spec::settle::{settle, view};
use onceproof::spec::{Answer, Clause, Failure, Finding, Outcome, Record, step};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// By what a mutant dies, in the order of this suite.
const KILLERS: [&str; 4] = ["law", "promise", "property", "table"];

#[test]
fn every_clause_has_a_mutant() {
    let broken: BTreeSet<_> = mutants::all::<Tiny>().iter().map(|mutant| mutant.clause).collect();
    let without: Vec<_> = Clause::ALL.iter().filter(|clause| !broken.contains(clause)).collect();
    assert!(without.is_empty(), "no mutant breaks these clauses: {without:#?}");
    let names: BTreeSet<_> = mutants::all::<Tiny>().iter().map(|mutant| mutant.name).collect();
    assert_eq!(names.len(), mutants::all::<Tiny>().len(), "two mutants have one name");
}

#[test]
fn every_mutant_dies_and_the_real_step_lives() {
    let situations = by_clause();
    let none = Vec::new();
    let mut survivors = Vec::new();
    let mut only_by_the_table = BTreeSet::new();
    let mut kills: BTreeMap<&str, usize> = BTreeMap::new();
    for mutant in mutants::all::<Tiny>() {
        let met = situations.get(&mutant.clause).unwrap_or(&none);
        assert!(!met.is_empty(), "no situation of {:?}", mutant.clause);
        let killed = killers(&mutant, met);
        println!("{:<26} {:<64} {}", mutant.clause.id(), mutant.name, killed.join(", "));
        match killed.as_slice() {
            [] => survivors.push(mutant.name),
            ["table"] => _ = only_by_the_table.insert(mutant.name),
            _more => {}
        }
        for killer in killed {
            *kills.entry(killer).or_default() += 1;
        }
    }
    println!("{} mutants; kills: {kills:?}", mutants::all::<Tiny>().len());
    assert!(survivors.is_empty(), "nothing kills these mutants: {survivors:#?}");
    let expected: BTreeSet<_> = ONLY_THE_TABLE_KILLS.into_iter().collect();
    assert_eq!(only_by_the_table, expected, "measured (left) against listed (right)");
    for (clause, met) in situations {
        let real = Mutant { name: "none", clause, step: common::lifecycle::real };
        assert!(met.iter().all(|at| killed_there(&real, at).is_empty()), "{clause:?}");
    }
}

#[test]
fn no_short_sequence_of_the_real_step_breaks_a_property() {
    let contracts: BTreeSet<_> =
        by_clause().into_values().flat_map(|met| met.first().map(|at| at.contract)).collect();
    assert!(contracts.len() >= CONTRACTS, "only {} contracts", contracts.len());
    let asked = Cell::new(0);
    for contract in &contracts {
        let holds = |contract: &Contract, history: &[Event]| {
            asked.set(asked.get() + 1);
            first_broken(contract, history).is_none()
        };
        let store = Store::new(common::lifecycle::real, *contract);
        assert!(!broken_within(contract, &store, SEQUENCE, true, &holds), "{contract:?}");
    }
    let sequences: usize = (0..=SEQUENCE).map(|length| acts().len().pow(length as u32)).sum();
    println!("{sequences} sequences under each of {} contracts", contracts.len());
    assert_eq!(asked.get(), sequences * contracts.len(), "not every sequence was judged");
}

/// The mutants that no law, no step of the promise and no property tells from a good `step`:
/// only a written expectation does, be it the table here or the case files.
const ONLY_THE_TABLE_KILLS: [&str; 39] = [
    "a begin without a key runs unprotected",
    "a cancel with another payload cancels",
    "a claim holds without end, whatever the lease",
    "a claim is never taken over",
    "a closing of an unseen request is told that it was released",
    "a closing that names no attempt is accepted",
    "a deletion leaves the record",
    "a denial outranks evidence",
    "a failure said twice is refused",
    "a failure with no effect seals the request",
    "a final refusal can start again",
    "a lapsed outcome cannot be restored",
    "a late renewal is told unknown_request",
    "a late renewal revives the claim",
    "a live claim is resolved from outside",
    "a released request blocks for good",
    "a renewal holds without end, whatever the lease",
    "a renewal is told and not recorded",
    "a resolved request stays uncertain",
    "a sealed request can start again",
    "a second caller is told to ask again at once",
    "a stale attempt is told a current one that was never issued",
    "a status calls everything absent",
    "a tombstone does not know what was cancelled",
    "a tombstone names a holder, though nobody ever began",
    "an abandoned claim is reported as unknown by its holder",
    "an attempt with another payload stays bound to the first",
    "an unconditional failure looks at the state",
    "an unconditional finish looks at the state",
    "an unconditional renewal looks at the lease",
    "an unseen request is told in_progress, and nobody ever runs it",
    "bypass refuses a begin without a key",
    "in_progress_first compares the payload first",
    "payloads that cannot be compared are called a conflict",
    "reopen blocks after an unknown effect",
    "reopen keeps a final refusal",
    "the evidence of an outcome is not kept",
    "the evidence of no effect is not kept",
    "the holder that lost its answer is told in_progress",
];

/// What kills a mutant.
fn killers(mutant: &Mutant<Tiny>, met: &[Situation]) -> Vec<&'static str> {
    let mut killed: BTreeSet<_> = met.iter().flat_map(|at| killed_there(mutant, at)).collect();
    if killed_by_a_sequence(mutant, met) {
        killed.insert("property");
    }
    KILLERS.into_iter().filter(|killer| killed.contains(killer)).collect()
}

/// What kills a mutant in one situation.
fn killed_there(mutant: &Mutant<Tiny>, at: &Situation) -> Vec<&'static str> {
    let Situation { contract, record, operation, now } = at;
    let now = *now;
    let decide = |on: &Record<Tiny>| (mutant.step)(contract, on, operation, now);
    let decision = decide(record);
    let mut killed = Vec::new();
    let untrue = match &decision.answer {
        Answer::Status { protected_until, .. } => {
            broken_by_protection(contract, record, now, *protected_until).is_some()
        }
        _tells_no_protection => false,
    };
    if untrue || broken_by_deciding(contract, record, operation, now, decide).is_some() {
        killed.push("law");
    }
    if standing(contract, record, now, &decision).contains(&Standing::Breaks) {
        killed.push("promise");
    }
    let settled = &settle(contract, record, now.time);
    let view = view(contract, settled, now.time);
    let fell = Fell { contract, settled, view, operation, now };
    let expected = cell(contract, settled, view, operation);
    if !agrees(expected, settled, &decision) || broken(&fell, &decision).is_some() {
        killed.push("table");
    }
    killed
}

/// Whether a short sequence, under a contract that reaches the mutant, breaks a property.
fn killed_by_a_sequence(mutant: &Mutant<Tiny>, met: &[Situation]) -> bool {
    let contracts: BTreeSet<_> = met.iter().map(|at| at.contract).collect();
    let apart = (contracts.len() / CONTRACTS).max(1);
    contracts.into_iter().step_by(apart).any(|contract| {
        let store = Store::new(mutant.step, contract);
        let holds = |contract: &_, history: &_| first_broken(contract, history).is_none();
        broken_within(&contract, &store, SEQUENCE, false, &holds)
    })
}

/// Every sequence of so many more acts. Properties are asked where the mutant has differed.
fn broken_within(
    contract: &Contract,
    store: &Store,
    more: usize,
    differed: bool,
    holds: &impl Fn(&Contract, &[Event]) -> bool,
) -> bool {
    if differed && !holds(contract, &store.history) {
        return true;
    }
    more > 0
        && acts().iter().any(|act| {
            let mut next = store.clone();
            next.act(act);
            let last = next.history.last().filter(|_| matches!(act, Act::Ask(..)));
            let differs = last.is_some_and(|event| is_wrong(contract, event));
            broken_within(contract, &next, more - 1, differed || differs, holds)
        })
}

fn is_wrong(contract: &Contract, event: &Event) -> bool {
    let right = step(contract, &event.settled, &event.operation, event.now);
    right.next != event.decision.next || right.answer != event.decision.answer
}

/// The acts of which short sequences are made: one request, two callers, time.
fn acts() -> Vec<Act> {
    let asks = [
        Ask::Begin { payload: 0, claim: 1 },
        Ask::Begin { payload: 0, claim: 2 },
        Ask::Begin { payload: 1, claim: 2 },
        Ask::Begin { payload: 2, claim: 2 },
        Ask::Finish(By::Latest, Some(1)),
        Ask::Finish(By::First, Some(2)),
        Ask::Fail(By::Latest, Failure::NotApplied),
        Ask::Fail(By::Latest, Failure::Unknown),
        Ask::Renew(By::Latest),
        Ask::Resolve(By::Latest, Finding::Applied(Outcome::Success(3))),
        Ask::Cancel(Some(0)),
        Ask::Sweep,
    ];
    let asks = asks.into_iter().map(|ask| Act::Ask(0, ask));
    asks.chain([Act::Advance(1), Act::Advance(2)]).collect()
}

//! Mutants of the rules of time. They show in every operation, not only in a sweep.

use super::{Faulty, Met, Mutant, nothing};
use onceproof::spec::contract::{AfterRetention, Contract, Span};
use onceproof::spec::identity::{Moment, Values};
use onceproof::spec::{Clause, Decision, Operation, Record, step};

/// The record as it was before time moved it decides, under a contract that lets it stay.
pub fn mutants<V: Values>() -> Vec<Mutant<V>> {
    let mutant = |name, clause, step: Faulty<V>| Mutant { name, clause, step };
    vec![
        mutant("an abandoned claim stays with its holder", Clause::SettleAbandons, stays_claimed),
        mutant("an outcome never lapses", Clause::SettleLapses, never_lapses),
        mutant("an outcome is forgotten when it should lapse", Clause::SettleLapses, forgets),
        mutant("an outcome is never forgotten", Clause::SettleForgets, never_forgets),
        mutant(
            "the attempts of a forgotten record are forgotten",
            Clause::SettleForgets,
            forgets_attempts,
        ),
        mutant(
            "an unfinished record is never forgotten",
            Clause::SettleForgetsUnfinished,
            keeps_unfinished,
        ),
        mutant("a tombstone stays for good", Clause::SettleEndsTombstone, keeps_tombstones),
        mutant(
            "a store that may forget does so before retention is over",
            Clause::StoreMayForget,
            forgets_early,
        ),
    ]
}

macro_rules! faults {
    ($($name:ident $clause:ident |$contract:ident| $change:expr;)+) => {
        $(fn $name<V: Values>(
            contract: &Contract,
            record: &Record<V>,
            operation: &Operation<V>,
            now: Moment<V::Time>,
        ) -> Decision<V> {
            let met = Met::new(contract, record, operation, now);
            if met.moved_by != Some(Clause::$clause) {
                return met.right;
            }
            let mut other = *contract;
            let $contract = &mut other;
            $change;
            Decision { clause: met.right.clause, ..step(&other, record, operation, now) }
        })+
    };
}

faults! {
    stays_claimed SettleAbandons
        |other| other.on_lease_over = onceproof::spec::contract::OnLeaseOver::Hold;
    never_lapses SettleLapses |other| other.retention = Span::Unbounded;
    forgets SettleLapses |other| other.after_retention = AfterRetention::Forget;
    never_forgets SettleForgets |other| other.retention = Span::Unbounded;
    keeps_unfinished SettleForgetsUnfinished
        |other| other.retention_covers = onceproof::spec::contract::RetentionCovers::Completed;
    keeps_tombstones SettleEndsTombstone |other| other.block_for = Span::Unbounded;
}

fn forgets_attempts<V: Values>(
    contract: &Contract,
    record: &Record<V>,
    operation: &Operation<V>,
    now: Moment<V::Time>,
) -> Decision<V> {
    let met = Met::new(contract, record, operation, now);
    if met.moved_by == Some(Clause::SettleForgets) { met.on(&nothing()) } else { met.right }
}

fn forgets_early<V: Values>(
    contract: &Contract,
    record: &Record<V>,
    operation: &Operation<V>,
    now: Moment<V::Time>,
) -> Decision<V> {
    let met = Met::new(contract, record, operation, now);
    let floor = met.settled.highest_attempt();
    match met.settled {
        Record::Completed { .. } if contract.after_retention == AfterRetention::MayForget => {
            met.on(&Record::Absent { floor })
        }
        _other => met.right,
    }
}

//! What the passing of time alone does to a record.
//!
//! *What it claims.* [`settle`] is a function of contract, record and time, and obeys three laws:
//! settling before an operation changes no decision (a sweep names the clause of what it wrote
//! back, and then has nothing left to write); settling twice is settling at the later time; a
//! refused operation leaves exactly the settled record.
//! *How that is checked.* The laws are tested exhaustively within small bounds, under every
//! combination of parameters.
//! *What is not covered.* When a store writes the settled record back: that is a sweep.

use super::clause::Clause;
use super::contract::{
    AfterRetention, Deadline, OnLeaseOver, OnUnknown, RetentionAnchor, RetentionCovers, Span, Terms,
};
use super::identity::{Ticks, Values};
use super::record::{Binding, Cause, Kind, Outcome, Record, Refusal, View};

/// The record as time has left it.
#[must_use]
pub fn settle<V: Values>(contract: &impl Terms, record: &Record<V>, time: V::Time) -> Record<V> {
    settle_by(contract, record, time).0
}

/// The record as time has left it, and the last rule that moved it, if any did.
#[must_use]
pub fn settle_by<V: Values>(
    contract: &impl Terms,
    record: &Record<V>,
    time: V::Time,
) -> (Record<V>, Option<Clause>) {
    let Some((mut settled, clause)) = one_rule(contract, record, time) else {
        return (record.clone(), None);
    };
    let mut moved_by = Some(clause);
    // Ends, since every rule leads strictly towards Absent: Active, Uncertain; Completed, Lapsed.
    while let Some((next, clause)) = one_rule(contract, &settled, time) {
        settled = next;
        moved_by = Some(clause);
    }
    (settled, moved_by)
}

/// Whether time has made a record absent: what [`settle`] says, without the record.
#[must_use]
pub fn is_forgotten<V: Values>(contract: &impl Terms, record: &Record<V>, time: V::Time) -> bool {
    match one_rule(contract, record, time) {
        None => matches!(record, Record::Absent { .. }),
        Some((next, _)) => is_forgotten(contract, &next, time),
    }
}

/// The one rule that time has made due, if one is.
fn one_rule<V: Values>(
    contract: &impl Terms,
    record: &Record<V>,
    time: V::Time,
) -> Option<(Record<V>, Clause)> {
    let over = |deadline| is_over(contract, deadline, time);
    match record {
        Record::Absent { .. } => None,
        Record::Active { binding, lease_until, .. } => {
            if !over(*lease_until) {
                return None;
            }
            forgotten_unfinished(contract, binding, time).or_else(|| {
                (contract.on_lease_over() == OnLeaseOver::Quarantine).then(|| {
                    let (binding, cause) = (binding.clone(), Cause::Abandoned);
                    (Record::Uncertain { binding, cause }, Clause::SettleAbandons)
                })
            })
        }
        Record::Released { binding, .. } | Record::Uncertain { binding, .. } => {
            forgotten_unfinished(contract, binding, time)
        }
        Record::Completed { binding, outcome, at, .. } => {
            let until = retained_until::<V>(contract, binding, outcome, *at);
            if !over(until) {
                return None;
            }
            if *outcome == Outcome::Refused(Refusal::Cancelled) {
                return Some((forget(binding), Clause::SettleEndsTombstone));
            }
            match contract.after_retention() {
                AfterRetention::Forget => Some((forget(binding), Clause::SettleForgets)),
                AfterRetention::MayForget => None,
                AfterRetention::Block => {
                    let (binding, kind) = (binding.clone(), outcome.kind());
                    let lapsed = Record::Lapsed { binding, kind, since: until };
                    Some((lapsed, Clause::SettleLapses))
                }
            }
        }
        Record::Lapsed { binding, since, .. } => over(after::<V>(*since, contract.block_for()))
            .then(|| (forget(binding), Clause::SettleEndsTombstone)),
    }
}

/// A record that never completed, under retention of records in any state.
fn forgotten_unfinished<V: Values>(
    contract: &impl Terms,
    binding: &Binding<V>,
    time: V::Time,
) -> Option<(Record<V>, Clause)> {
    let until = unfinished_until::<V>(contract, binding)?;
    let forgets =
        contract.after_retention() == AfterRetention::Forget && is_over(contract, until, time);
    forgets.then(|| (forget(binding), Clause::SettleForgetsUnfinished))
}

/// What a store that *may* forget could hold in place of a record: Absent, once retention is
/// over. Nothing obliges it to.
#[must_use]
pub fn may_be_forgotten<V: Values>(
    contract: &impl Terms,
    record: &Record<V>,
    time: V::Time,
) -> Option<Record<V>> {
    let (binding, until) = match record {
        Record::Completed { binding, outcome, at, .. } => {
            (binding, retained_until::<V>(contract, binding, outcome, *at))
        }
        Record::Active { binding, lease_until, .. } => {
            let until = unfinished_until::<V>(contract, binding)?;
            (binding, until.max(*lease_until))
        }
        Record::Released { binding, .. } | Record::Uncertain { binding, .. } => {
            (binding, unfinished_until::<V>(contract, binding)?)
        }
        Record::Absent { .. } | Record::Lapsed { .. } => return None,
    };
    let may =
        is_over(contract, until, time) && contract.after_retention() == AfterRetention::MayForget;
    may.then(|| forget(binding))
}

/// Until when a record that never completed is retained, if the contract limits that.
fn unfinished_until<V: Values>(contract: &impl Terms, binding: &Binding<V>) -> Option<V::Time> {
    let begun = binding.first_begun?;
    (contract.retention_covers() == RetentionCovers::AnyState)
        .then(|| after::<V>(begun, contract.retention()))
}

/// Until when an outcome is retained.
fn retained_until<V: Values>(
    contract: &impl Terms,
    binding: &Binding<V>,
    outcome: &Outcome<V>,
    at: V::Time,
) -> V::Time {
    if *outcome == Outcome::Refused(Refusal::Cancelled) {
        return after::<V>(at, contract.block_for());
    }
    match contract.retention_anchor() {
        RetentionAnchor::Completion => after::<V>(at, contract.retention()),
        RetentionAnchor::FirstBegin => {
            after::<V>(binding.first_begun.unwrap_or(at), contract.retention())
        }
    }
}

/// The table's column for a settled record.
#[must_use]
pub fn view<V: Values>(contract: &impl Terms, settled: &Record<V>, time: V::Time) -> View {
    match settled {
        Record::Absent { .. } => View::Absent,
        Record::Active { lease_until, .. } if is_over(contract, *lease_until, time) => View::Over,
        Record::Active { .. } => View::Live,
        Record::Released { .. } => View::Released,
        Record::Uncertain { cause: Cause::Abandoned, .. } => View::UncertainAbandoned,
        Record::Uncertain { cause: Cause::Reported, .. } => View::UncertainReported,
        Record::Completed { outcome, .. } => match outcome.kind() {
            Kind::Success => View::CompletedSuccess,
            Kind::Refused => View::CompletedRefused,
        },
        Record::Lapsed { .. } => View::Lapsed,
    }
}

/// Until when no passing of time alone lets another begin start; None when one would now, or
/// when nothing holds it off any longer.
#[must_use]
pub fn protected_until<V: Values>(
    contract: &impl Terms,
    settled: &Record<V>,
    time: V::Time,
) -> Option<V::Time> {
    protection_end(contract, settled).filter(|until| !is_over(contract, *until, time))
}

/// When the protection ends that the record's state gives; None when it gives none.
fn protection_end<V: Values>(contract: &impl Terms, settled: &Record<V>) -> Option<V::Time> {
    let forgets = contract.after_retention() != AfterRetention::Block;
    // Without a limit on unfinished records, only an operation ends the protection.
    let unfinished = |binding| {
        let until = unfinished_until::<V>(contract, binding).filter(|_| forgets);
        until.unwrap_or(V::Time::LAST)
    };
    match settled {
        Record::Absent { .. } | Record::Released { .. } => None,
        Record::Active { binding, lease_until, .. } => match contract.on_lease_over() {
            OnLeaseOver::TakeOver => Some(*lease_until),
            OnLeaseOver::Hold | OnLeaseOver::Quarantine => {
                Some(unfinished(binding).max(*lease_until))
            }
        },
        Record::Uncertain { cause: Cause::Reported, .. }
            if contract.on_unknown() == OnUnknown::Reopen =>
        {
            None
        }
        Record::Uncertain { binding, .. } => Some(unfinished(binding)),
        Record::Completed { binding, outcome, at, .. } => {
            let until = retained_until::<V>(contract, binding, outcome, *at);
            let tombstone = *outcome == Outcome::Refused(Refusal::Cancelled);
            if forgets || tombstone {
                return Some(until);
            }
            Some(after::<V>(until, contract.block_for()))
        }
        Record::Lapsed { since, .. } => Some(after::<V>(*since, contract.block_for())),
    }
}

/// Whether a deadline is over. The last tick is never over.
#[must_use]
pub fn is_over<T: Ticks>(contract: &impl Terms, deadline: T, time: T) -> bool {
    deadline != T::LAST
        && match contract.deadline() {
            Deadline::OverAt => time >= deadline,
            Deadline::OverAfter => time > deadline,
        }
}

/// The deadline that lies a span after a time.
pub(super) fn after<V: Values>(time: V::Time, span: Span) -> V::Time {
    match span {
        Span::Ticks(ticks) => time.later_by(ticks),
        Span::Unbounded => V::Time::LAST,
    }
}

/// Nothing is remembered but the attempts already issued.
pub(super) fn forget<V: Values>(binding: &Binding<V>) -> Record<V> {
    Record::Absent { floor: binding.attempt }
}

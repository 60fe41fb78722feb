//! How the lifecycle refines the promise, and the named places where a contract gives it up.
//!
//! *What it claims.* Every decision is a step of the promise, or changes nothing in it, or was
//! made by one of the clauses in [`gives_up`].
//! *How that is checked.* Exhaustively within small bounds, under every combination of
//! parameters; and each of those clauses is shown to break the promise somewhere.
//! *What is not covered.* Whether callers tell the truth when they close: that is the world's.

use super::answer::{Answer, Told};
use super::clause::Clause;
use super::identity::Values;
use super::promise::{Grounds, Known, Said};
use super::record::{Kind, Outcome, Record, Refusal};
use super::step::Decision;

/// How a change of the record stands to the promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is a step of the promise, or changes nothing in it.
    Keeps,
    /// It is none, and the clause is one of the named give-ups.
    GivesUp(Clause),
    /// It is none, and nothing excuses it.
    Breaks,
}

/// What a record says of its intent.
pub fn known<V: Values>(record: &Record<V>) -> Known<V::Result, Refusal<V>> {
    match record {
        Record::Absent { .. } | Record::Released { .. } => Known::NotDone,
        Record::Active { .. } | Record::Uncertain { .. } => Known::MaybeDone,
        Record::Completed { outcome, .. } => match outcome {
            Outcome::Success(result) => Known::Done(Some(result.clone())),
            Outcome::ResultUnavailable => Known::Done(None),
            Outcome::Refused(refusal) => Known::Refused(Some(refusal.clone())),
        },
        Record::Lapsed { kind: Kind::Success, .. } => Known::Done(None),
        Record::Lapsed { kind: Kind::Refused, .. } => Known::Refused(None),
    }
}

/// What an answer says of its intent.
pub fn said<V: Values>(answer: &Answer<V>) -> Said<V::Result, Refusal<V>> {
    match answer {
        Answer::Started { .. } => Said::Started,
        Answer::Replayed(told) | Answer::AlreadyCompleted { outcome: told, .. } => match told {
            Told::Outcome(Outcome::Success(result)) => Said::Success(Some(result.clone())),
            Told::Outcome(Outcome::ResultUnavailable) => Said::Success(None),
            Told::Outcome(Outcome::Refused(refusal)) => Said::Refusal(Some(refusal.clone())),
            Told::KindOnly(Kind::Success) => Said::Success(None),
            Told::KindOnly(Kind::Refused) => Said::Refusal(None),
            Told::Indeterminate => Said::Unknown,
        },
        Answer::Lapsed(Kind::Success) => Said::Success(None),
        Answer::Lapsed(Kind::Refused) => Said::Refusal(None),
        Answer::Released | Answer::AlreadyReleased | Answer::Cancelled => Said::No,
        Answer::Uncertain(_) | Answer::Quarantined => Said::Unknown,
        Answer::InProgress { .. }
        | Answer::Conflict
        | Answer::FingerprintVersionUnknown
        | Answer::Completed { .. }
        | Answer::Renewed { .. }
        | Answer::Resolved
        | Answer::UnknownRequest
        | Answer::LeaseOver
        | Answer::ContradictsRecord
        | Answer::StaleAttempt { .. }
        | Answer::MissingAttempt
        | Answer::MissingKey
        | Answer::Unprotected
        | Answer::Status { .. }
        | Answer::Swept => Said::Nothing,
    }
}

/// On what the change rests that a decision makes.
fn grounds<V: Values>(decision: &Decision<V>) -> Grounds {
    let marked = matches!(decision.next, Record::Completed { contradicts_denial: true, .. });
    match &decision.answer {
        Answer::Started { .. } => Grounds::Start,
        Answer::Completed { contradicts_denial } => match (contradicts_denial, marked) {
            (true, true) => Grounds::Contradiction,
            (false, false) => Grounds::Word,
            (true, false) | (false, true) => Grounds::Nothing,
        },
        Answer::Released | Answer::Quarantined | Answer::Cancelled | Answer::Resolved => {
            Grounds::Word
        }
        _refusal_or_renewal => Grounds::Nothing,
    }
}

/// Judges a decision on a settled record.
#[must_use]
pub fn judge<V: Values>(settled: &Record<V>, decision: &Decision<V>) -> Standing {
    let told_again = matches!(decision.answer, Answer::Started { .. }) && decision.next == *settled;
    let (before, after) = (known(settled), known(&decision.next));
    let says = if told_again { Said::Nothing } else { said(&decision.answer) };
    let keeps = before.may_become(&after, grounds(decision)) && before.may_say(&after, &says);
    standing(keeps, decision.clause)
}

/// Judges what time alone did to a record, by the clause that moved it.
#[must_use]
pub fn judge_settling<V: Values>(
    record: &Record<V>,
    settled: &Record<V>,
    moved_by: Option<Clause>,
) -> Standing {
    let keeps = known(record).may_become(&known(settled), Grounds::Nothing);
    match moved_by {
        Some(clause) => standing(keeps, clause),
        None if keeps => Standing::Keeps,
        None => Standing::Breaks,
    }
}

fn standing(keeps: bool, clause: Clause) -> Standing {
    if keeps {
        Standing::Keeps
    } else if gives_up(clause).is_some() {
        Standing::GivesUp(clause)
    } else {
        Standing::Breaks
    }
}

/// The parameter by which a contract gives the promise up through this clause, if it does.
#[must_use]
pub fn gives_up(clause: Clause) -> Option<&'static str> {
    match clause {
        Clause::BeginTakesOver => Some("on_lease_over = take_over"),
        Clause::BeginRebinds => Some("payload_check = while_held"),
        Clause::BeginReopensUnknown => Some("on_unknown = reopen"),
        Clause::SettleForgets => Some("after_retention = forget"),
        Clause::StoreMayForget => Some("after_retention = may_forget"),
        Clause::SettleForgetsUnfinished => Some("retention_covers = any_state"),
        Clause::SettleEndsTombstone => Some("block_for"),
        Clause::FinishOverwrites => Some("fencing.finish = unconditional"),
        Clause::FailOverwrites => Some("fencing.fail = unconditional"),
        _keeps => None,
    }
}

//! The words of which the sentences of a timeline are made.
//!
//! *What it claims.* Every answer, outcome and view has words that need no glossary.
//! *How that is checked.* `tests/explained.rs`; each variant has an arm.
//! *What is not covered.* Grammar beyond these sentences.

use super::names;
use crate::models::world::names::Id;
use crate::models::world::state::{CallerStage, Reply};
use crate::spec::identity::{Small, Ticks};
use crate::spec::{
    Answer, Attempt, Cause, Failure, Finding, Kind, Operation, Outcome, Refusal, Told, View,
};

/// A request, for people.
pub(super) fn request(on: Id) -> String {
    let id = names::request(on);
    format!("{}/{}", id.scope, id.key)
}

/// An attempt, for people: its number, and its store's life where that is not the first.
pub(super) fn attempt(attempt: Attempt) -> String {
    match attempt.incarnation {
        0 | 1 => format!("attempt {}", attempt.number),
        life => format!("attempt {} of the store's life {life}", attempt.number),
    }
}

/// A deadline, for people.
pub(super) fn until(time: u8, since: impl Fn(u8) -> u8) -> String {
    if time == u8::LAST { "without end".to_owned() } else { format!("until time {}", since(time)) }
}

/// What is asked of the layer, after "asks".
pub(super) fn asked(operation: &Operation<Small>) -> String {
    match operation {
        Operation::Begin(begin) => {
            format!("to begin with payload {}", names::payload(begin.payload))
        }
        Operation::BeginWithoutKey => "to begin, without a key".to_owned(),
        Operation::Finish(_, Some(result)) => format!("to record success, result r{result}"),
        Operation::Finish(_, None) => "to record success without its result".to_owned(),
        Operation::Fail(_, Failure::NotApplied) => "to record that there was no effect".to_owned(),
        Operation::Fail(_, Failure::Unknown) => "to record that nobody knows".to_owned(),
        Operation::Fail(_, Failure::Refused(_)) => "to record a refusal for good".to_owned(),
        Operation::Renew(_) => "to hold the claim longer".to_owned(),
        Operation::Resolve(_, Finding::Applied(_), _) => {
            "to record that the effect was found".to_owned()
        }
        Operation::Resolve(_, Finding::NotApplied, _) => {
            "to record that no effect was found".to_owned()
        }
        Operation::Cancel(_) => "to cancel".to_owned(),
        Operation::Status => "how the request stands".to_owned(),
        Operation::Sweep => "to write back what time has done".to_owned(),
    }
}

/// What is answered, as a clause after a colon.
pub(super) fn answer(answer: &Answer<Small>, since: impl Fn(u8) -> u8) -> String {
    match answer {
        Answer::Started { attempt: token, lease_until } => {
            format!(
                "started, as {}; its claim holds {}",
                attempt(*token),
                until(*lease_until, since)
            )
        }
        Answer::InProgress { .. } => "in progress: somebody else holds the claim".to_owned(),
        Answer::Conflict => "conflict: the key is bound to another payload".to_owned(),
        Answer::FingerprintVersionUnknown => "the payloads cannot be compared".to_owned(),
        Answer::Replayed(of) => format!("replayed: {}", told(of)),
        Answer::Uncertain(Cause::Abandoned) => {
            "uncertain: an earlier attempt was abandoned, and nobody knows what came of it"
                .to_owned()
        }
        Answer::Uncertain(Cause::Reported) => {
            "uncertain: an earlier attempt does not know what came of it".to_owned()
        }
        Answer::Lapsed(kind) => format!("lapsed: it was {}, and no more is kept", of_kind(*kind)),
        Answer::Completed { contradicts_denial: false } => "completed".to_owned(),
        Answer::Completed { contradicts_denial: true } => {
            "completed, against an earlier word that there was no effect".to_owned()
        }
        Answer::Released => "released: there was no effect".to_owned(),
        Answer::Quarantined => "quarantined: nobody knows whether there was an effect".to_owned(),
        Answer::Renewed { lease_until } => format!("renewed {}", until(*lease_until, since)),
        Answer::Cancelled => "cancelled: nothing took place and nothing will".to_owned(),
        Answer::Resolved => "resolved".to_owned(),
        Answer::UnknownRequest => "nothing is known of this request".to_owned(),
        Answer::AlreadyCompleted { outcome, .. } => format!("already completed: {}", told(outcome)),
        Answer::AlreadyReleased => "already released".to_owned(),
        Answer::LeaseOver => "the lease is over".to_owned(),
        Answer::ContradictsRecord => "the finding contradicts the record".to_owned(),
        Answer::StaleAttempt { current } => match current {
            Some(current) => format!("stale: the claim belongs to {} by now", attempt(*current)),
            None => "stale: the claim is not this attempt's".to_owned(),
        },
        Answer::MissingAttempt => "refused: the attempt is missing".to_owned(),
        Answer::MissingKey => "refused: the key is missing".to_owned(),
        Answer::Unprotected => "unprotected: without a key nothing is remembered".to_owned(),
        Answer::Status { view: seen, protected_until, .. } => {
            let protected = match protected_until {
                None => "not protected".to_owned(),
                Some(time) => format!("protected {}", until(*time, since)),
            };
            format!("{}, {protected}", view(*seen))
        }
        Answer::Swept => "written back".to_owned(),
    }
}

fn told(told: &Told<Small>) -> String {
    match told {
        Told::Outcome(Outcome::Success(result)) => format!("success, result r{result}"),
        Told::Outcome(Outcome::ResultUnavailable) => "success, result not kept".to_owned(),
        Told::Outcome(Outcome::Refused(Refusal::Final(_))) => "refused for good".to_owned(),
        Told::Outcome(Outcome::Refused(Refusal::Sealed)) => {
            "refused, for an attempt failed".to_owned()
        }
        Told::Outcome(Outcome::Refused(Refusal::Cancelled)) => "cancelled".to_owned(),
        Told::KindOnly(kind) => of_kind(*kind).to_owned(),
        Told::Indeterminate => "nobody knows what came of it".to_owned(),
    }
}

fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Success => "a success",
        Kind::Refused => "a refusal",
    }
}

/// What a record is, for people.
pub(super) fn view(view: View) -> &'static str {
    match view {
        View::Absent => "nothing is recorded",
        View::Live => "claimed",
        View::Over => "claimed, with its lease over",
        View::Released => "released",
        View::UncertainAbandoned => "uncertain, for its claim was abandoned",
        View::UncertainReported => "uncertain, as its claim's holder said",
        View::CompletedSuccess => "completed with success",
        View::CompletedRefused => "completed with a refusal",
        View::Lapsed => "lapsed: its outcome is not kept any more",
    }
}

/// What a worker tells a caller.
pub(super) fn reply(reply: Reply) -> &'static str {
    match reply {
        Reply::Success => "it took place",
        Reply::No => "it did not take place and never will",
        Reply::NotApplied => "it did not take place this time",
        Reply::InProgress => "somebody is at it",
        Reply::Uncertain => "nobody knows",
        Reply::Conflict => "the key is bound to another payload",
        Reply::Lapsed => "it was decided, and the outcome is not kept any more",
        Reply::Malformed => "the request is refused as it stands",
    }
}

/// What a caller concludes in the end.
pub(super) fn in_the_end(told: CallerStage) -> &'static str {
    match told {
        CallerStage::ToldSuccess => "success",
        CallerStage::ToldNo => "a definite no",
        CallerStage::ToldUnknown
        | CallerStage::Ready
        | CallerStage::Waiting
        | CallerStage::Unanswered => "nobody knows, and a person decides",
    }
}

/// 1st, 2nd, 3rd, 4th.
pub(super) fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

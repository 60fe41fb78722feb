//! P7: scopes are isolated.
//!
//! *What it claims.* Every answer in a scope is allowed by the history of that scope alone.
//! *How it is checked.* Here by its plainest trace: an answer that speaks of a record, for a
//! request that its own scope never saw, while another scope has records. On whole traces
//! [`judge`](fn@super::judge) replays each scope by itself through the level-1 step, and charges P7
//! when an answer is allowed only by what another scope did under the same key.
//! *What is not covered.* Timing. Refusals for lack of space are failures, and no answers.
//!
//! Read of the monitor: `OfRequest::{scope, seen}`.

use super::Property;
use super::event::{Decided, Observed, Saying};
use super::monitor::Monitor;
use super::violation::Violation;
use crate::spec::{Values, View};

/// What a layer does that leaks.
pub(super) const SENTENCE: &str = "an answer speaks of a record that only another scope has";

pub(super) fn broken_by<V: Values>(before: &Monitor<V>, event: &Observed<V>) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let request = decided.request?;
    let seen = before.request(request).is_some_and(|it| it.seen);
    let elsewhere = |decided: &Decided<V>| {
        before.requests.iter().any(|it| it.scope != decided.scope && it.seen)
    };
    (!seen && speaks_of_a_record(&decided.answer) && elsewhere(decided)).then(|| {
        let violation = Violation::new(Property::ScopeIsolation, SENTENCE);
        violation.of(Some(request), decided.intent)
    })
}

/// Whether an answer presupposes that something was begun, or cancelled.
pub(super) fn speaks_of_a_record<V: Values>(answer: &Saying<V>) -> bool {
    match answer {
        Saying::InProgress
        | Saying::Conflict
        | Saying::Replayed(_)
        | Saying::Uncertain
        | Saying::Lapsed(_)
        | Saying::AlreadyCompleted(_)
        | Saying::AlreadyReleased
        | Saying::LeaseOver
        | Saying::ContradictsRecord
        | Saying::StaleAttempt => true,
        Saying::Status { view, .. } => view.is_some_and(|view| view != View::Absent),
        Saying::Started { .. }
        | Saying::FingerprintVersionUnknown
        | Saying::Completed
        | Saying::Released
        | Saying::Quarantined
        | Saying::Renewed { .. }
        | Saying::Cancelled
        | Saying::Resolved
        | Saying::UnknownRequest
        | Saying::MissingAttempt
        | Saying::MissingKey
        | Saying::Unprotected
        | Saying::Swept => false,
    }
}

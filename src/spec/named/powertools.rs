//! `powertools`: the idempotency utility of Powertools for AWS Lambda.

use super::{Basis, Named, among, chosen, example, published, reading};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Deadline, Fencing, MissingKey, OnLeaseOver, OnNotApplied,
    OnRefused, OnUnknown, PayloadCheck, Replay, RetentionAnchor, RetentionCovers, Span,
};

/// From the code of the Python and TypeScript versions and the documentation of the Python one,
/// 2024 to 2026, with the DynamoDB store. A tick is one millisecond.
pub(super) const NAMED: Named = Named {
    name: "powertools",
    about: "Powertools for AWS Lambda: a conditional put before the function runs, an \
            unconditional update after it, a delete when it raises.",
    lease: example(
        &Span::Ticks(60_000),
        "Powertools for AWS Lambda (Python), utilities/idempotency: the time that the function \
         has left at begin, which varies; 60 s stand in",
    ),
    on_lease_over: published(
        &OnLeaseOver::TakeOver,
        "Powertools for AWS Lambda (Python), utilities/idempotency, condition of the put: a \
         record in progress whose deadline is over is overwritten",
    ),
    fencing_finish: published(
        &Fencing::Unconditional,
        "Powertools for AWS Lambda (Python), utilities/idempotency, _update_record: no condition",
    ),
    fencing_fail: published(
        &Fencing::Unconditional,
        "Powertools for AWS Lambda (Python), utilities/idempotency, _delete_record: no condition",
    ),
    fencing_renew: chosen(
        &Fencing::Token,
        "there is no renewal, and one that does not exist gives nothing up",
    ),
    payload_check: among(
        &[PayloadCheck::WhileHeld, PayloadCheck::Never],
        Basis::Published,
        "Powertools for AWS Lambda (Python), utilities/idempotency: a record that may be \
         overwritten is not compared; payload validation is off by default, and then nothing is",
    ),
    on_not_applied: published(
        &OnNotApplied::Delete,
        "Powertools for AWS Lambda (Python), utilities/idempotency: the record is deleted when \
         the function raises",
    ),
    on_unknown: reading(
        &OnUnknown::Reopen,
        "Powertools for AWS Lambda (Python), utilities/idempotency: an exception deletes the \
         record whatever the function did before",
    ),
    on_refused: reading(
        &OnRefused::Reopen,
        "Powertools for AWS Lambda (Python), utilities/idempotency: an exception deletes the \
         record whatever it means",
    ),
    retention: published(
        &Span::Ticks(3_600_000),
        "Powertools for AWS Lambda (Python), utilities/idempotency: expires_after_seconds, 3600 \
         by default",
    ),
    retention_anchor: published(
        &RetentionAnchor::Completion,
        "Powertools for AWS Lambda (Python), utilities/idempotency: the update on success sets a \
         new expiry",
    ),
    retention_covers: published(
        &RetentionCovers::AnyState,
        "Powertools for AWS Lambda (Python), utilities/idempotency, condition of the put: an \
         expired record is overwritten in any state",
    ),
    after_retention: published(
        &AfterRetention::Forget,
        "Powertools for AWS Lambda (Python), utilities/idempotency, condition of the put: an \
         expired record counts as absent",
    ),
    block_for: example(
        &Span::Ticks(3_600_000),
        "there is neither a block after expiry nor a cancellation; 1 h stands in",
    ),
    replay: reading(
        &Replay::SameBytes,
        "Powertools for AWS Lambda (Python), utilities/idempotency: the stored response, unless a \
         response hook changes it",
    ),
    busy_order: published(
        &BusyOrder::ConflictFirst,
        "Powertools for AWS Lambda (Python), utilities/idempotency: the payload hash is compared \
         before the status is looked at",
    ),
    deadline: published(
        &Deadline::OverAfter,
        "Powertools for AWS Lambda (Python), utilities/idempotency, condition of the put: expiry \
         < now",
    ),
    clock: published(
        &Clock::Caller,
        "Powertools for AWS Lambda (Python), utilities/idempotency, condition of the put: now is \
         the clock of the function",
    ),
    missing_key: among(
        &[MissingKey::Refuse, MissingKey::Bypass],
        Basis::Published,
        "Powertools for AWS Lambda (Python), utilities/idempotency: runs unprotected with a \
         warning, or raises under raise_on_no_idempotency_key",
    ),
    beyond: &[
        "Without a registered Lambda context a claim has no deadline and holds until the record \
         expires.",
        "An exception after an unknown effect deletes the record; here it stays, uncertain, and \
         the next begin starts.",
        "A record found in an inconsistent state makes the whole procedure start again, up to \
         three times.",
        "The TypeScript version runs the function on a durable replay whatever the record says.",
        "A local cache of completed records may answer instead of the store; a failing store at \
         begin means that the function does not run.",
    ],
};

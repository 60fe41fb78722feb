//! `postgres-recovery-points`: idempotency keys in Postgres with recovery points.

use super::{Basis, Named, among, chosen, example, published, reading};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Deadline, Fencing, MissingKey, OnLeaseOver, OnNotApplied,
    OnRefused, OnUnknown, PayloadCheck, Replay, RetentionAnchor, RetentionCovers, Span,
};

/// From the article and the code of its example application. A tick is one millisecond.
pub(super) const NAMED: Named = Named {
    name: "postgres-recovery-points",
    about: "Keys in Postgres with recovery points: local phases are transactions, and a retry \
            resumes at the last point reached.",
    lease: published(
        &Span::Ticks(90_000),
        "rocket-rides-atomic, api.rb, IDEMPOTENCY_KEY_LOCK_TIMEOUT",
    ),
    on_lease_over: published(
        &OnLeaseOver::TakeOver,
        "rocket-rides-atomic, api.rb: a lock that is 90 s old is taken over, and the work resumes \
         at its recovery point",
    ),
    fencing_finish: reading(
        &Fencing::Unconditional,
        "rocket-rides-atomic, api.rb, Response: the key is updated without a condition on who \
         holds the lock",
    ),
    fencing_fail: reading(
        &Fencing::StateOnly,
        "rocket-rides-atomic, api.rb, atomic_phase: an error unlocks the key, whoever holds it, \
         and leaves a recorded response alone",
    ),
    fencing_renew: chosen(
        &Fencing::Token,
        "there is no renewal, and one that does not exist gives nothing up",
    ),
    payload_check: published(
        &PayloadCheck::Always,
        "rocket-rides-atomic, api.rb: parameters are compared whenever the key exists",
    ),
    on_not_applied: reading(
        &OnNotApplied::Reopen,
        "rocket-rides-atomic, api.rb, atomic_phase: an error rolls the phase back and unlocks the \
         key",
    ),
    on_unknown: among(
        &[OnUnknown::Reopen, OnUnknown::Replay],
        Basis::Reading,
        "brandur, Implementing Stripe-like Idempotency Keys in Postgres, and rocket-rides-atomic, \
         api.rb: the article resumes under a key of the foreign call, the code records any error \
         of the foreign service as a final 503",
    ),
    on_refused: published(
        &OnRefused::Replay,
        "rocket-rides-atomic, api.rb: a card error is recorded as the response, 402",
    ),
    retention: published(
        &Span::Ticks(259_200_000),
        "brandur, Implementing Stripe-like Idempotency Keys in Postgres: the reaper removes keys \
         after 72 hours",
    ),
    retention_anchor: published(
        &RetentionAnchor::FirstBegin,
        "rocket-rides-atomic, reaper.rb: by created_at",
    ),
    retention_covers: published(
        &RetentionCovers::AnyState,
        "rocket-rides-atomic, reaper.rb: by age alone, in any state",
    ),
    after_retention: published(
        &AfterRetention::MayForget,
        "rocket-rides-atomic, reaper.rb: from then on a run of the reaper removes the key",
    ),
    block_for: example(
        &Span::Ticks(259_200_000),
        "there is neither a block after removal nor a cancellation; 72 h stand in",
    ),
    replay: published(
        &Replay::SameBytes,
        "rocket-rides-atomic, api.rb: the recorded code and body",
    ),
    busy_order: published(
        &BusyOrder::ConflictFirst,
        "rocket-rides-atomic, api.rb: parameters are compared before the lock is looked at",
    ),
    deadline: published(
        &Deadline::OverAt,
        "rocket-rides-atomic, api.rb: held while locked_at > now - 90 s",
    ),
    clock: published(&Clock::Caller, "rocket-rides-atomic, api.rb: Time.now of the application"),
    missing_key: published(
        &MissingKey::Refuse,
        "rocket-rides-atomic, api.rb: 400 without a key, or with one under 20 characters",
    ),
    beyond: &[
        "Recovery points: a retry resumes at the phase reached instead of starting anew, so that \
         a takeover repeats no finished phase.",
        "Each foreign call carries a key of its own, derived from the server's, so that a \
         repeated call is no second effect (brandur, Implementing Stripe-like Idempotency Keys in \
         Postgres).",
        "Against a foreign service without idempotency an unclear failure is marked as a \
         permanent error and not retried (brandur, Implementing Stripe-like Idempotency Keys in \
         Postgres).",
        "A completer replays unfinished requests as the user; it is a caller of its own.",
        "The scope is the user; method and path are stored and not compared (rocket-rides-atomic, \
         api.rb).",
        "The reaper deletes a key by its age even while its lock is held; here no record goes \
         while its lease is live.",
    ],
};

//! `strict`: the contract that gives nothing up.

use super::{Named, chosen};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Contract, Deadline, Fencing, MissingKey, OnLeaseOver,
    OnNotApplied, OnRefused, OnUnknown, PayloadCheck, Replay, RetentionAnchor, RetentionCovers,
    Span,
};

/// The contract that gives nothing up: within its retention and the blocking that follows (what
/// is begun after both counts as new, and no contract with an end to them promises more), an effect that may have happened is never started again
/// on a guess. A tick is one millisecond.
pub const STRICT: Contract = Contract {
    lease: Span::Ticks(30_000),
    on_lease_over: OnLeaseOver::Quarantine,
    fencing_finish: Fencing::Token,
    fencing_fail: Fencing::Token,
    fencing_renew: Fencing::Token,
    payload_check: PayloadCheck::Always,
    on_not_applied: OnNotApplied::Reopen,
    on_unknown: OnUnknown::Quarantine,
    on_refused: OnRefused::Replay,
    retention: Span::Ticks(86_400_000),
    retention_anchor: RetentionAnchor::Completion,
    retention_covers: RetentionCovers::Completed,
    after_retention: AfterRetention::Block,
    block_for: Span::Ticks(604_800_000),
    replay: Replay::SameBytes,
    busy_order: BusyOrder::ConflictFirst,
    deadline: Deadline::OverAt,
    clock: Clock::Store,
    missing_key: MissingKey::Refuse,
};

pub(super) const NAMED: Named = Named {
    name: "strict",
    about: "Our own contract, which gives nothing up: what may have happened is settled by \
            evidence, and never run again on a guess.",
    lease: chosen(&STRICT.lease, "30 s; bounded, so that a dead holder is noticed"),
    on_lease_over: chosen(
        &STRICT.on_lease_over,
        "a lease that is over proves nothing about the effect, so the outcome is unknown",
    ),
    fencing_finish: chosen(
        &STRICT.fencing_finish,
        "only the holder of the claim closes it, so that a late one cannot write over another",
    ),
    fencing_fail: chosen(
        &STRICT.fencing_fail,
        "only the holder of the claim closes it, so that a late one cannot release another's",
    ),
    fencing_renew: chosen(&STRICT.fencing_renew, "only the holder of the claim extends it"),
    payload_check: chosen(
        &STRICT.payload_check,
        "a key is bound to one payload for as long as anything is remembered of it",
    ),
    on_not_applied: chosen(
        &STRICT.on_not_applied,
        "a proof of no effect allows another attempt, under the same payload",
    ),
    on_unknown: chosen(
        &STRICT.on_unknown,
        "an effect that may have happened is not run again until somebody knows",
    ),
    on_refused: chosen(&STRICT.on_refused, "a final refusal is an outcome like any other"),
    retention: chosen(&STRICT.retention, "24 h, an example; declare your own"),
    retention_anchor: chosen(
        &STRICT.retention_anchor,
        "counted from the outcome, so that a slow effect does not outlive its own protection",
    ),
    retention_covers: chosen(
        &STRICT.retention_covers,
        "what has no outcome yet is kept until it has one",
    ),
    after_retention: chosen(
        &STRICT.after_retention,
        "the outcome may go, the fact that there was one stays",
    ),
    block_for: chosen(
        &STRICT.block_for,
        "7 days, an example; longer than any retry is still on its way",
    ),
    replay: chosen(&STRICT.replay, "every caller is told the same"),
    busy_order: chosen(
        &STRICT.busy_order,
        "another payload is told so at once, instead of being asked to wait",
    ),
    deadline: chosen(&STRICT.deadline, "a deadline is over when it is reached"),
    clock: chosen(&STRICT.clock, "one clock judges, and it is not the caller's"),
    missing_key: chosen(&STRICT.missing_key, "an effect without a key is an effect unprotected"),
    beyond: &[],
};

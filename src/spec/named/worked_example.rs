//! `worked-example`: the sequential model in memory (rows A1 to A10).

use super::{Named, chosen, published, reading};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Contract, Deadline, Fencing, MissingKey, OnLeaseOver,
    OnNotApplied, OnRefused, OnUnknown, PayloadCheck, Replay, RetentionAnchor, RetentionCovers,
    Span,
};

/// The contract of the worked example: claims and outcomes without end, closings by payload.
pub const WORKED_EXAMPLE: Contract = Contract {
    lease: Span::Unbounded,
    retention: Span::Unbounded,
    block_for: Span::Unbounded,
    on_lease_over: OnLeaseOver::Hold,
    fencing_finish: Fencing::StateOnly,
    fencing_fail: Fencing::StateOnly,
    fencing_renew: Fencing::StateOnly,
    payload_check: PayloadCheck::Always,
    on_not_applied: OnNotApplied::Reopen,
    on_unknown: OnUnknown::Quarantine,
    on_refused: OnRefused::Replay,
    retention_anchor: RetentionAnchor::Completion,
    retention_covers: RetentionCovers::Completed,
    after_retention: AfterRetention::Block,
    replay: Replay::SameBytes,
    busy_order: BusyOrder::ConflictFirst,
    deadline: Deadline::OverAt,
    clock: Clock::Store,
    missing_key: MissingKey::Refuse,
};

/// A tick is one millisecond; no duration of this contract is bounded.
pub(super) const NAMED: Named = Named {
    name: "worked-example",
    about: "A sequential request-state model in memory, with begin and finish only, as rows A1 to \
            A10 describe it.",
    lease: chosen(
        &WORKED_EXAMPLE.lease,
        "row A10 leaves expiry of the active state open; without expiry it stays active",
    ),
    on_lease_over: chosen(
        &WORKED_EXAMPLE.on_lease_over,
        "row A10; no effect, since the lease has no end",
    ),
    fencing_finish: published(
        &WORKED_EXAMPLE.fencing_finish,
        "row A6: a finish names identity and payload, and no attempt",
    ),
    fencing_fail: chosen(
        &WORKED_EXAMPLE.fencing_fail,
        "the document has no failure; it is asked for what a finish is asked for",
    ),
    fencing_renew: chosen(
        &WORKED_EXAMPLE.fencing_renew,
        "the document has no renewal; it is asked for what a finish is asked for",
    ),
    payload_check: published(
        &WORKED_EXAMPLE.payload_check,
        "row A5: other content is a conflict, active or completed",
    ),
    on_not_applied: chosen(
        &WORKED_EXAMPLE.on_not_applied,
        "the document has no failure; a proof of no effect allows another attempt",
    ),
    on_unknown: chosen(
        &WORKED_EXAMPLE.on_unknown,
        "row A10 leaves recovery of abandoned work open; nothing is run again on a guess",
    ),
    on_refused: chosen(
        &WORKED_EXAMPLE.on_refused,
        "the document has no refusal; a final one is an outcome like any other",
    ),
    retention: reading(
        &WORKED_EXAMPLE.retention,
        "rows A5 and A10: what is saved is replayed, and retention is left open",
    ),
    retention_anchor: chosen(
        &WORKED_EXAMPLE.retention_anchor,
        "no effect, since retention has no end",
    ),
    retention_covers: chosen(
        &WORKED_EXAMPLE.retention_covers,
        "no effect, since retention has no end",
    ),
    after_retention: chosen(
        &WORKED_EXAMPLE.after_retention,
        "no effect, since retention has no end",
    ),
    block_for: chosen(
        &WORKED_EXAMPLE.block_for,
        "the document has no cancellation; one stays as long as everything else",
    ),
    replay: published(&WORKED_EXAMPLE.replay, "rows A5 and A7: the saved result, copied out"),
    busy_order: published(
        &WORKED_EXAMPLE.busy_order,
        "row A8: other content while active is told conflict",
    ),
    deadline: chosen(&WORKED_EXAMPLE.deadline, "no effect, since no deadline is ever over"),
    clock: chosen(&WORKED_EXAMPLE.clock, "no effect, since no deadline is ever over"),
    missing_key: published(
        &WORKED_EXAMPLE.missing_key,
        "row A2: an absent or empty identifier is rejected",
    ),
    beyond: &[
        "The store is volatile: a new one forgets what was completed, so nothing holds across a \
         restart (row A10).",
        "Concurrency is left open: the document's model handles one call at a time (row A10).",
        "An invalid result does not consume the active state; its errors have a fixed order \
         (row A6).",
        "Identifiers and payload have a fixed syntax, whose errors have names and an order (rows \
         A2 and A3).",
    ],
};

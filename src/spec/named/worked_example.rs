//! `worked-example`: the sequential model in memory (rows A1 to A10).

use super::{Named, chosen, published, reading};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Deadline, Fencing, MissingKey, OnLeaseOver, OnNotApplied,
    OnRefused, OnUnknown, PayloadCheck, Replay, RetentionAnchor, RetentionCovers, Span,
};

/// A tick is one millisecond; no duration of this contract is bounded.
pub(super) const NAMED: Named = Named {
    name: "worked-example",
    about: "A sequential request-state model in memory, with begin and finish only, as rows A1 to \
            A10 describe it.",
    lease: chosen(
        &Span::Unbounded,
        "row A10 leaves expiry of the active state open; without expiry it stays active",
    ),
    on_lease_over: chosen(&OnLeaseOver::Hold, "row A10; no effect, since the lease has no end"),
    fencing_finish: published(
        &Fencing::StateOnly,
        "row A6: a finish names identity and payload, and no attempt",
    ),
    fencing_fail: chosen(
        &Fencing::StateOnly,
        "the document has no failure; it is asked for what a finish is asked for",
    ),
    fencing_renew: chosen(
        &Fencing::StateOnly,
        "the document has no renewal; it is asked for what a finish is asked for",
    ),
    payload_check: published(
        &PayloadCheck::Always,
        "row A5: other content is a conflict, active or completed",
    ),
    on_not_applied: chosen(
        &OnNotApplied::Reopen,
        "the document has no failure; a proof of no effect allows another attempt",
    ),
    on_unknown: chosen(
        &OnUnknown::Quarantine,
        "row A10 leaves recovery of abandoned work open; nothing is run again on a guess",
    ),
    on_refused: chosen(
        &OnRefused::Replay,
        "the document has no refusal; a final one is an outcome like any other",
    ),
    retention: reading(
        &Span::Unbounded,
        "rows A5 and A10: what is saved is replayed, and retention is left open",
    ),
    retention_anchor: chosen(&RetentionAnchor::Completion, "no effect, since retention has no end"),
    retention_covers: chosen(&RetentionCovers::Completed, "no effect, since retention has no end"),
    after_retention: chosen(&AfterRetention::Block, "no effect, since retention has no end"),
    block_for: chosen(
        &Span::Unbounded,
        "the document has no cancellation; one stays as long as everything else",
    ),
    replay: published(&Replay::SameBytes, "rows A5 and A7: the saved result, copied out"),
    busy_order: published(
        &BusyOrder::ConflictFirst,
        "row A8: other content while active is told conflict",
    ),
    deadline: chosen(&Deadline::OverAt, "no effect, since no deadline is ever over"),
    clock: chosen(&Clock::Store, "no effect, since no deadline is ever over"),
    missing_key: published(
        &MissingKey::Refuse,
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

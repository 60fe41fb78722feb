//! `processed-table`: a table of ids already handled, written first (rows B1 to B8).

use super::{Basis, Named, among, chosen, open, published, reading};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Deadline, Fencing, MissingKey, OnLeaseOver, OnUnknown,
    PayloadCheck, Replay, RetentionAnchor, RetentionCovers, Span,
};

/// A tick is one millisecond; no duration of this contract is bounded.
pub(super) const NAMED: Named = Named {
    name: "processed-table",
    about: "A table of ids already handled, with a uniqueness constraint: the id is written \
            first, then the work is done, as rows B1 to B8 describe it.",
    lease: reading(
        &Span::Unbounded,
        "row B1: a row that is present means that somebody has it, without a limit in time",
    ),
    on_lease_over: chosen(&OnLeaseOver::Hold, "no effect, since the lease has no end"),
    fencing_finish: reading(
        &Fencing::StateOnly,
        "row B1: a row names the event, and nothing names an attempt",
    ),
    fencing_fail: reading(
        &Fencing::StateOnly,
        "row B1: a row names the event, and nothing names an attempt",
    ),
    fencing_renew: reading(
        &Fencing::StateOnly,
        "row B1: a row names the event, and nothing names an attempt",
    ),
    payload_check: reading(&PayloadCheck::Never, "rows B1 and B4: the id alone is compared"),
    on_not_applied: open("the document does not say what a failure does to the row"),
    on_unknown: among(
        &[OnUnknown::Quarantine, OnUnknown::Replay],
        Basis::Reading,
        "row B1: the row stays, so nothing is started; what is told is left open",
    ),
    on_refused: open("the document does not say what a refusal does to the row"),
    retention: reading(&Span::Unbounded, "rows B1 and B2: ids are kept, and nothing removes them"),
    retention_anchor: chosen(&RetentionAnchor::Completion, "no effect, since retention has no end"),
    retention_covers: chosen(&RetentionCovers::Completed, "no effect, since retention has no end"),
    after_retention: chosen(&AfterRetention::Block, "no effect, since retention has no end"),
    block_for: chosen(
        &Span::Unbounded,
        "the document has no cancellation; a row stays as long as every other",
    ),
    replay: reading(
        &Replay::Equivalent,
        "row B1: the table keeps no result, so a replay says only that it was handled",
    ),
    busy_order: chosen(&BusyOrder::ConflictFirst, "no effect, since payloads are never compared"),
    deadline: chosen(&Deadline::OverAt, "no effect, since no deadline is ever over"),
    clock: chosen(&Clock::Store, "no effect, since no deadline is ever over"),
    missing_key: published(
        &MissingKey::Refuse,
        "row B4: without the sender's id a digest of the event stands in, so no key is missing",
    ),
    beyond: &[
        "There are no states: a row is present or not, and a handled event looks like one that \
         is being handled.",
        "A crash between the insert and the work loses the work, unless both are one transaction \
         (row B3).",
        "The table survives a restart (row B2); one in memory is another contract.",
        "Without the sender's id the key is a digest over the fields that make the event that \
         event, and never over a time (row B4).",
    ],
};

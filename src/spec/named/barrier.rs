//! `barrier`: the sub-transaction barrier of DTM.

use super::{Named, chosen, example, open, published, reading};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Deadline, Fencing, MissingKey, OnLeaseOver, OnNotApplied,
    OnRefused, PayloadCheck, Replay, RetentionAnchor, RetentionCovers, Span,
};

/// From the code and documentation of the client, 2023. A tick is one millisecond; no duration of
/// this contract is bounded.
pub(super) const NAMED: Named = Named {
    name: "barrier",
    about: "The sub-transaction barrier of DTM: a unique row inserted in the same local \
            transaction as the business change, and a cancel that leaves a row.",
    lease: reading(
        &Span::Unbounded,
        "dtm-labs/client, dtmcli/barrier.go, Call: a second insert waits for the first \
         transaction, which has no deadline",
    ),
    on_lease_over: chosen(&OnLeaseOver::Hold, "no effect, since the lease has no end"),
    fencing_finish: reading(
        &Fencing::Token,
        "dtm-labs/client, dtmcli/barrier.go, Call: only the transaction that inserted the row \
         commits it",
    ),
    fencing_fail: reading(
        &Fencing::Token,
        "dtm-labs/client, dtmcli/barrier.go, Call: only the transaction that inserted the row \
         rolls it back",
    ),
    fencing_renew: chosen(
        &Fencing::Token,
        "there is no renewal, and one that does not exist gives nothing up",
    ),
    payload_check: published(
        &PayloadCheck::Never,
        "dtm-labs/client, dtmcli/barrier.go: the row holds no payload",
    ),
    on_not_applied: published(
        &OnNotApplied::Delete,
        "dtm-labs/client, dtmcli/barrier.go, Call: an error rolls the transaction back, and the \
         row with it",
    ),
    on_unknown: open("one local transaction is meant to leave no unknown outcome"),
    on_refused: reading(
        &OnRefused::Reopen,
        "dtm-labs/client, dtmcli/barrier.go, Call: any error of the business function rolls the \
         row back",
    ),
    retention: example(
        &Span::Unbounded,
        "removal of old rows is not described; they are taken to stay",
    ),
    retention_anchor: chosen(&RetentionAnchor::Completion, "no effect, since retention has no end"),
    retention_covers: chosen(&RetentionCovers::Completed, "no effect, since retention has no end"),
    after_retention: chosen(&AfterRetention::Block, "no effect, since retention has no end"),
    block_for: example(&Span::Unbounded, "a cancelled row is taken to stay as long as every other"),
    replay: reading(
        &Replay::Equivalent,
        "dtm-labs/client, dtmcli/barrier.go, Call: a repeated call is skipped, and is told \
         success without a result",
    ),
    busy_order: chosen(&BusyOrder::ConflictFirst, "no effect, since payloads are never compared"),
    deadline: chosen(&Deadline::OverAt, "no effect, since no deadline is ever over"),
    clock: chosen(&Clock::Store, "no effect, since no deadline is ever over"),
    missing_key: published(
        &MissingKey::Refuse,
        "dtm-labs/client, dtmcli/barrier.go, BarrierFrom: incomplete transaction information is \
         an error",
    ),
    beyond: &[
        "A skip: a repeated call does nothing and is told success, and the result is not told \
         again.",
        "Record and effect are one local transaction. The parameters say nothing of atomicity; a \
         world does.",
        "A second call waits on the unique row until the first transaction ends, instead of being \
         told in_progress.",
        "A compensation inserts the row of the operation that it compensates, so that one still \
         on its way is suppressed, and does nothing when that one never ran.",
        "For a message a repeated insert is the error duplicated, and QueryPrepared makes an \
         unknown outcome a definite no by inserting the row itself.",
    ],
};

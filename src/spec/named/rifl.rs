//! `rifl`: RIFL, exactly-once remote calls of RAMCloud.

use super::{Named, chosen, example, open, published, reading};
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Fencing, MissingKey, OnLeaseOver, OnNotApplied, OnRefused,
    PayloadCheck, Replay, RetentionAnchor, RetentionCovers, Span,
};

/// From the code of 2019 and excerpts of the paper. A tick is one millisecond.
pub(super) const NAMED: Named = Named {
    name: "rifl",
    about: "RIFL: a completion record made atomically with the update, kept until the client \
            acknowledges it, and refused for ever after.",
    lease: reading(
        &Span::Unbounded,
        "RAMCloud, UnackedRpcResults: a call is in progress until its handler ends, without a \
         deadline",
    ),
    on_lease_over: chosen(&OnLeaseOver::Hold, "no effect, since the lease has no end"),
    fencing_finish: reading(
        &Fencing::Token,
        "RAMCloud, UnackedRpcResults, UnackedRpcHandle: only the handle that is no duplicate \
         records completion",
    ),
    fencing_fail: reading(
        &Fencing::Token,
        "RAMCloud, UnackedRpcResults, UnackedRpcHandle: only the handle that is no duplicate \
         resets the record",
    ),
    fencing_renew: chosen(
        &Fencing::Token,
        "a call is not renewed; the lease of a client is another thing",
    ),
    payload_check: published(
        &PayloadCheck::Never,
        "RAMCloud, UnackedRpcResults, checkDuplicate: client and number alone are compared",
    ),
    on_not_applied: published(
        &OnNotApplied::Delete,
        "RAMCloud, UnackedRpcResults, UnackedRpcHandle: a handler that throws before completion \
         removes the record",
    ),
    on_unknown: open("record and update are atomic, which is meant to leave no unknown outcome"),
    on_refused: reading(
        &OnRefused::Replay,
        "RAMCloud, UnackedRpcResults: a result is recorded, whatever it says",
    ),
    retention: example(
        &Span::Ticks(1_800_000),
        "until the client acknowledges or its lease is over, so no fixed duration; 30 min stand \
         in",
    ),
    retention_anchor: reading(
        &RetentionAnchor::Completion,
        "Lee and others, Implementing Linearizability at Large Scale and Low Latency (SOSP 2015): \
         a client acknowledges what it has the result of",
    ),
    retention_covers: chosen(
        &RetentionCovers::Completed,
        "no effect, since an outcome that goes leaves a block",
    ),
    after_retention: published(
        &AfterRetention::Block,
        "RAMCloud, UnackedRpcResults, checkDuplicate: an acknowledged number is told StaleRpc, \
         one of a client whose lease is over ExpiredLease",
    ),
    block_for: reading(
        &Span::Unbounded,
        "RAMCloud, UnackedRpcResults, checkDuplicate: the highest acknowledged number only grows, \
         and client ids are not used again",
    ),
    replay: published(
        &Replay::SameBytes,
        "RAMCloud, UnackedRpcResults, checkDuplicate: the recorded result",
    ),
    busy_order: chosen(&BusyOrder::ConflictFirst, "no effect, since payloads are never compared"),
    deadline: open("at which instant the lease of a client is over was not read"),
    clock: reading(
        &Clock::Store,
        "RAMCloud, UnackedRpcResults: the lease of a client is judged by the time of the cluster",
    ),
    missing_key: reading(
        &MissingKey::Refuse,
        "RAMCloud, UnackedRpcResults, checkDuplicate: every such call carries its client and \
         number",
    ),
    beyond: &[
        "Acknowledgement numbers: one number a client tells the forgotten from the never seen, \
         and bounds what a server keeps (Lee and others, Implementing Linearizability at Large \
         Scale and Low Latency (SOSP 2015), as excerpted).",
        "An identity is a client's lease and a sequence number; a client whose lease is over must \
         get another (RAMCloud, UnackedRpcResults).",
        "The completion record moves with the object, so that a retry meets it on whichever \
         server it reaches (Lee and others, Implementing Linearizability at Large Scale and Low \
         Latency (SOSP 2015), as excerpted).",
        "Record and update are atomic, and a lost server is recovered from its log. The \
         parameters say nothing of atomicity; a world does.",
    ],
};

//! `aws-token`: client tokens of AWS, as the Builders' Library and EC2 describe them.

use super::{Basis, Named, among, chosen, example, open, published, reading};
use crate::spec::contract::{
    AfterRetention, Fencing, MissingKey, OnLeaseOver, OnNotApplied, PayloadCheck, Replay,
    RetentionCovers, Span,
};

/// From the article of January 2021 and the EC2 developer guide. A tick is one millisecond.
pub(super) const NAMED: Named = Named {
    name: "aws-token",
    about: "Client tokens of AWS: the token and all mutations of the request are recorded in one \
            ACID operation, and a retry is told an equivalent answer.",
    lease: reading(
        &Span::Unbounded,
        "Amazon Builders' Library, Making retries safe with idempotent APIs: token and mutations \
         are one ACID operation, so no claim outlives its transaction",
    ),
    on_lease_over: chosen(&OnLeaseOver::Hold, "no effect, since the lease has no end"),
    fencing_finish: reading(
        &Fencing::Token,
        "Amazon Builders' Library, Making retries safe with idempotent APIs: only the transaction \
         that recorded the token can complete it",
    ),
    fencing_fail: reading(
        &Fencing::Token,
        "Amazon Builders' Library, Making retries safe with idempotent APIs: only the transaction \
         that recorded the token can roll it back",
    ),
    fencing_renew: chosen(
        &Fencing::Token,
        "no renewal is described, and one that does not exist gives nothing up",
    ),
    payload_check: among(
        &[PayloadCheck::Always, PayloadCheck::Never],
        Basis::Published,
        "Amazon Builders' Library, Making retries safe with idempotent APIs and Ensuring \
         idempotency in Amazon EC2 API requests: a mismatch is an error; the text on zonal and \
         regional actions also allows success without further action",
    ),
    on_not_applied: reading(
        &OnNotApplied::Delete,
        "Amazon Builders' Library, Making retries safe with idempotent APIs: the token is rolled \
         back together with the mutations",
    ),
    on_unknown: open("one ACID operation is meant to leave no unknown outcome"),
    on_refused: open("whether an error answer is recorded under the token is not described"),
    retention: example(
        &Span::Ticks(86_400_000),
        "Amazon Builders' Library, Making retries safe with idempotent APIs: the lifetime of the \
         resource plus an interval, so no fixed duration; 24 h stand in",
    ),
    retention_anchor: open(
        "a token lives as long as its resource and longer, which is neither anchor",
    ),
    retention_covers: reading(
        &RetentionCovers::Completed,
        "Amazon Builders' Library, Making retries safe with idempotent APIs: a token exists only \
         together with what it made",
    ),
    after_retention: among(
        &[AfterRetention::Forget, AfterRetention::MayForget],
        Basis::Reading,
        "Amazon Builders' Library, Making retries safe with idempotent APIs: tokens are not kept \
         for ever; whether they go at once is not described",
    ),
    block_for: example(
        &Span::Ticks(86_400_000),
        "neither a block after retention nor a cancellation is described; 24 h stand in",
    ),
    replay: published(
        &Replay::Equivalent,
        "Amazon Builders' Library, Making retries safe with idempotent APIs: a semantically \
         equivalent response",
    ),
    busy_order: open("what a retry meets while the first is still running is not described"),
    deadline: open("at which instant a token expires is not described"),
    clock: open("whose clock judges is not described"),
    missing_key: reading(
        &MissingKey::Bypass,
        "Ensuring idempotency in Amazon EC2 API requests: the token is optional; an SDK that \
         makes one up reuses it only for its own retries",
    ),
    beyond: &[
        "Record and effect are atomic, so that a crash leaves neither (Amazon Builders' Library, \
         Making retries safe with idempotent APIs). The parameters say nothing of atomicity; a \
         world does.",
        "A token outlives its resource: a late request is told of an instance already terminated, \
         as a success (Amazon Builders' Library, Making retries safe with idempotent APIs) or as \
         the error IdempotentInstanceTerminated (EC2 error codes, as excerpted).",
        "The scope is customer together with token, regional or zonal by action; the same token \
         elsewhere launches again (Ensuring idempotency in Amazon EC2 API requests).",
        "Tokens are case-sensitive, of at most 64 ASCII characters (Ensuring idempotency in \
         Amazon EC2 API requests).",
    ],
};

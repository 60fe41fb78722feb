//! `stripe-v2`: the idempotency of the second version of the Stripe API.

use super::{Named, example, open, published, reading};
use crate::spec::contract::{
    AfterRetention, MissingKey, OnNotApplied, OnRefused, OnUnknown, Replay, RetentionAnchor,
    RetentionCovers, Span,
};

/// From Stripe's documentation as of 2026. A tick is one millisecond.
pub(super) const NAMED: Named = Named {
    name: "stripe-v2",
    about: "Stripe API v2: a retry drives the request to completion, running failed work again, \
            and is told the present state.",
    lease: example(
        &Span::Ticks(30_000),
        "no limit on an unfinished request is documented; 30 s stand in",
    ),
    on_lease_over: open("what follows a crash in the middle of a request is not documented"),
    fencing_finish: open("how an outcome comes to be recorded is not documented"),
    fencing_fail: open("how a failure comes to be recorded is not documented"),
    fencing_renew: open("no renewal is documented"),
    payload_check: open(
        "the overview does not name the parameters among what makes two requests the same",
    ),
    on_not_applied: published(
        &OnNotApplied::Reopen,
        "Stripe, API v2 overview, idempotency: a failed request is executed again",
    ),
    on_unknown: published(
        &OnUnknown::Reopen,
        "Stripe, API v2 overview, idempotency: a failed or partially failed request is executed \
         again",
    ),
    on_refused: published(
        &OnRefused::Reopen,
        "Stripe, API v2 overview, idempotency: a failed request is executed again, and an error \
         says so when that cannot succeed",
    ),
    retention: published(
        &Span::Ticks(2_592_000_000),
        "Stripe, API v2 overview, idempotency: two requests are the same within 30 days of each \
         other",
    ),
    retention_anchor: reading(
        &RetentionAnchor::FirstBegin,
        "Stripe, API v2 overview, idempotency: within 30 days of each other, so counted from the \
         first request",
    ),
    retention_covers: reading(
        &RetentionCovers::AnyState,
        "Stripe, API v2 overview, idempotency: the 30 days do not depend on how the first request \
         ended",
    ),
    after_retention: reading(
        &AfterRetention::Forget,
        "Stripe, API v2 overview, idempotency: a later request is another request",
    ),
    block_for: example(
        &Span::Ticks(2_592_000_000),
        "neither a block after the 30 days nor a cancellation is documented; 30 days stand in",
    ),
    replay: published(
        &Replay::Equivalent,
        "Stripe, API v2 overview, idempotency: an updated response",
    ),
    busy_order: open("the order of the two checks is not documented"),
    deadline: open("whether exactly 30 days are within is not documented"),
    clock: open("whose clock judges is not documented"),
    missing_key: published(
        &MissingKey::Bypass,
        "Stripe, API v2 overview, idempotency: without a key the server makes one up, so a retry \
         has another",
    ),
    beyond: &[
        "Partial failure: only the work that failed is executed again, not the whole request \
         (Stripe, API v2 overview, idempotency).",
        "An error explains why a replay can no longer succeed (Stripe, API v2 overview, \
         idempotency).",
        "The scope is account or sandbox together with the endpoint; POST and DELETE take keys, \
         GET ignores them (Stripe, API v2 overview, idempotency).",
    ],
};

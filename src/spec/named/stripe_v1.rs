//! `stripe-v1`: the idempotency of the first version of the Stripe API.

use super::{Named, example, excerpted, open, published};
use crate::spec::contract::{
    AfterRetention, MissingKey, OnNotApplied, OnRefused, OnUnknown, PayloadCheck, Replay, Span,
};

/// From Stripe's documentation as of 2026. A tick is one millisecond.
pub(super) const NAMED: Named = Named {
    name: "stripe-v1",
    about: "Stripe API v1: the first answer is saved once execution has begun, a 500 included, \
            and replayed until the key is pruned.",
    lease: example(
        &Span::Ticks(30_000),
        "no limit on an unfinished request is documented; 30 s stand in",
    ),
    on_lease_over: open("what follows a crash in the middle of a request is not documented"),
    fencing_finish: open("how an outcome comes to be recorded is not documented"),
    fencing_fail: open("how a failure comes to be recorded is not documented"),
    fencing_renew: open("no renewal is documented"),
    payload_check: excerpted(
        &PayloadCheck::Always,
        "Stripe API reference, Idempotent requests: incoming parameters are compared with those \
         of the original request",
    ),
    on_not_applied: excerpted(
        &OnNotApplied::Delete,
        "Stripe API reference, Idempotent requests: nothing is saved for a request that failed \
         before its execution began, and it can be retried",
    ),
    on_unknown: published(
        &OnUnknown::Replay,
        "Stripe, Advanced error handling, server errors: a 500 is indeterminate, and is replayed",
    ),
    on_refused: excerpted(
        &OnRefused::Replay,
        "Stripe API reference, Idempotent requests: status and body are saved whether the request \
         succeeded or failed",
    ),
    retention: excerpted(
        &Span::Ticks(86_400_000),
        "Stripe API reference, Idempotent requests: keys are kept for at least 24 hours",
    ),
    retention_anchor: open("from when a key is 24 hours old is not documented"),
    retention_covers: open("whether an unfinished request is pruned is not documented"),
    after_retention: excerpted(
        &AfterRetention::MayForget,
        "Stripe API reference, Idempotent requests: a key may be pruned once it is 24 hours old, \
         and is then new",
    ),
    block_for: example(
        &Span::Ticks(86_400_000),
        "neither a block after pruning nor a cancellation is documented; 24 h stand in",
    ),
    replay: excerpted(
        &Replay::SameBytes,
        "Stripe API reference, Idempotent requests: the saved status code and body",
    ),
    busy_order: open("the order of the two checks is not documented"),
    deadline: open("at which instant a key may be pruned is not documented"),
    clock: open("whose clock judges is not documented"),
    missing_key: excerpted(
        &MissingKey::Bypass,
        "Stripe API reference, Idempotent requests: a POST accepts a key and does not require one",
    ),
    beyond: &[
        "A cached 500 never changes: what reconciliation finds later is told by a webhook, not by \
         a replay (Stripe, Advanced error handling).",
        "Replays carry the header Idempotent-Replayed, and Stripe-Should-Retry advises the client \
         (Stripe, Advanced error handling).",
        "The scope is the account; keys are for POST, and GET and DELETE ignore them (Stripe, \
         Advanced error handling).",
        "What is answered before the idempotency layer, a 401 or a 429 for example, is not \
         recorded and may change on a retry (Stripe, Advanced error handling).",
    ],
};

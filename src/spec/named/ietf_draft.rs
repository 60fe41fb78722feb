//! `ietf-draft`: the IETF draft of the Idempotency-Key header.

use super::{Named, example, open, published};
use crate::spec::contract::{MissingKey, OnRefused, PayloadCheck, Span};

/// Read in revision 06, in full; the parts of revision 07 that were seen say the same. A tick is
/// one millisecond.
pub(super) const NAMED: Named = Named {
    name: "ietf-draft",
    about: "The IETF draft of the Idempotency-Key header, with its SHOULDs read as rules and its \
            silences left open.",
    lease: example(
        &Span::Ticks(30_000),
        "draft-ietf-httpapi-idempotency-key-header-06 says nothing of a limit on an unfinished \
         request; 30 s stand in",
    ),
    on_lease_over: open("the draft says nothing of a crash in the middle of a request"),
    fencing_finish: open("how an outcome comes to be recorded is left to the resource"),
    fencing_fail: open("how a failure comes to be recorded is left to the resource"),
    fencing_renew: open("no renewal is described"),
    payload_check: published(
        &PayloadCheck::Always,
        "draft-ietf-httpapi-idempotency-key-header-06 section 2.7: a key used with another \
         payload SHOULD be told 422 (the fingerprint itself is a MAY, section 2.4)",
    ),
    on_not_applied: open("the draft says nothing of a request that had no effect"),
    on_unknown: open("the draft says nothing of an unknown outcome, nor whether a 5xx is recorded"),
    on_refused: published(
        &OnRefused::Replay,
        "draft-ietf-httpapi-idempotency-key-header-06 section 2.6: the result of the completed \
         operation, success or error",
    ),
    retention: example(
        &Span::Ticks(86_400_000),
        "draft-ietf-httpapi-idempotency-key-header-06 section 2.3 has the resource publish an \
         expiration policy and names no default; 24 h stand in",
    ),
    retention_anchor: open("section 2.3 does not say from when a key ages"),
    retention_covers: open("section 2.3 does not say whether an unfinished request expires"),
    after_retention: open("what a key presented after its expiry meets is not said"),
    block_for: example(
        &Span::Ticks(604_800_000),
        "neither a block after expiry nor a cancellation is described; 7 days stand in",
    ),
    replay: open("section 2.6 asks for the result and does not say whether to the byte"),
    busy_order: open("the order of the checks for 409 and 422 is not said"),
    deadline: open("section 2.3 does not say at which instant a key is expired"),
    clock: open("the draft does not say whose clock judges"),
    missing_key: published(
        &MissingKey::Refuse,
        "draft-ietf-httpapi-idempotency-key-header-06 section 2.7: 400, SHOULD, for an operation \
         documented as requiring the key",
    ),
    beyond: &[
        "HTTP status codes: 400, 409 and 422 with a problem description or a link to \
         documentation (section 2.7).",
        "The key is a structured-field String; a value that does not parse is as if it were \
         absent, so that on an operation that does not require the key it runs unprotected \
         (sections 2.1 and 2.7).",
        "Uniqueness of keys, their format and their expiry are for the resource to define and \
         publish (sections 2.2, 2.3 and 2.5.2).",
        "Keys are looked up with attributes of the client that only the resource knows (section \
         5).",
    ],
};

//! Keys and fingerprints: what a request is, and whether two requests are the same.
//!
//! **What it claims.** The identity of a request is derived from what it says and from nothing
//! else: not from the order of members, not from white space, not from a clock, not from how
//! often it was sent. Different identities stay different.
//!
//! **How that is checked.** Each module says so for itself. Deliberately broken derivations are
//! killed by the same properties: see the tables in `tests/key_derivation.rs` and
//! `tests/canonical_properties.rs`.
//!
//! **What is not covered.** Whether two requests with different content mean the same thing.
//! That is for the caller, who knows the intent.
//!
//! Reading order: [`json`] (the strict reader), [`canonical`] (the one form of a value),
//! [`fingerprint`], [`identity`] (request ids), [`intent`] and [`event`] (derived keys), [`lint`].

pub mod canonical;
pub mod event;
pub mod fingerprint;
pub mod identity;
pub mod intent;
pub mod json;
pub mod lint;
mod text;
mod times;

pub use canonical::{Canonicaliser, Changes, Mode, canonicalise};
pub use event::{EventKey, EventKeyError, EventRule, Pointer, event_key};
pub use fingerprint::{Comparison, Fingerprint, Version};
pub use identity::RequestId;
pub use intent::{IntentKey, IntentKeyError};

//! Structured identities, encoded so that different ones never share bytes.
//!
//! **What it claims.** [`encode`] is injective: the domain and every label and value are written
//! behind their lengths, so nothing inside a value can be mistaken for a boundary. A joined string
//! such as `scope + ":" + key` is not: (`a:b`, `c`) and (`a`, `b:c`) would be one request.
//!
//! **How that is checked.** [`decode`] undoes [`encode`] for generated parts, empty ones and ones
//! full of delimiters included; a left inverse is a proof of injectivity
//! (`tests/key_derivation.rs`). The joined string is a mutant there, and dies.
//!
//! **What is not covered.** Whether a scope is chosen narrowly enough. A digest of an encoding is
//! injective only as far as SHA-256 is collision resistant.

use super::text;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// One labelled part of an identity.
pub type Part<'a> = (&'a str, &'a [u8]);

/// The domain of request ids.
pub const REQUEST_DOMAIN: &str = "onceproof.request-id.1";

/// Encodes a domain and labelled parts. Each length is eight bytes, most significant first:
/// length of the domain, the domain, the number of parts, then for each part the length of the
/// label, the label, the length of the value, the value.
pub fn encode(domain: &str, parts: &[Part<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(domain, parts, |piece| bytes.extend_from_slice(piece));
    bytes
}

/// The SHA-256 of [`encode`], without building it.
pub fn digest(domain: &str, parts: &[Part<'_>]) -> [u8; 32] {
    let mut hash = Sha256::new();
    write(domain, parts, |piece| hash.update(piece));
    hash.finalize().into()
}

fn write(domain: &str, parts: &[Part<'_>], mut put: impl FnMut(&[u8])) {
    let length = |length: usize| (length as u64).to_be_bytes();
    put(&length(domain.len()));
    put(domain.as_bytes());
    put(&length(parts.len()));
    for (label, value) in parts {
        put(&length(label.len()));
        put(label.as_bytes());
        put(&length(value.len()));
        put(value);
    }
}

/// What [`decode`] reads: the domain, and the labelled parts.
pub type Decoded<'a> = (&'a str, Vec<Part<'a>>);

/// Undoes [`encode`]. None if the bytes are not exactly one encoding.
pub fn decode(bytes: &[u8]) -> Option<Decoded<'_>> {
    let mut rest = bytes;
    let domain = std::str::from_utf8(take(&mut rest)?).ok()?;
    let count = take_length(&mut rest)?;
    let mut parts = Vec::new();
    for _ in 0..count {
        let label = std::str::from_utf8(take(&mut rest)?).ok()?;
        parts.push((label, take(&mut rest)?));
    }
    rest.is_empty().then_some((domain, parts))
}

fn take_length(rest: &mut &[u8]) -> Option<u64> {
    let (eight, tail) = rest.split_first_chunk::<8>()?;
    *rest = tail;
    Some(u64::from_be_bytes(*eight))
}

fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(take_length(rest)?).ok()?;
    let (piece, tail) = rest.split_at_checked(length)?;
    *rest = tail;
    Some(piece)
}

/// The identity of a request: a key within a scope. The two are never joined.
///
/// ```
/// use onceproof::key::RequestId;
/// let one = RequestId::new("a:b", "c");
/// let other = RequestId::new("a", "b:c");
/// assert_ne!(one.encode(), other.encode());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestId {
    /// Whose key it is: tenant, endpoint, or both. May be empty where there is one scope only.
    pub scope: String,
    /// The caller's key.
    pub key: String,
}

impl RequestId {
    /// The request id of a key in a scope.
    pub fn new(scope: impl Into<String>, key: impl Into<String>) -> RequestId {
        RequestId { scope: scope.into(), key: key.into() }
    }

    /// The injective encoding, for a store that takes one byte string as its key.
    pub fn encode(&self) -> Vec<u8> {
        encode(REQUEST_DOMAIN, &self.parts())
    }

    /// The SHA-256 of the encoding, for a store that takes short keys.
    pub fn digest(&self) -> [u8; 32] {
        digest(REQUEST_DOMAIN, &self.parts())
    }

    /// The digest as text: `rk1_` and 52 characters of base32, 56 in all.
    pub fn digest_text(&self) -> String {
        format!("rk1_{}", text::base32(&self.digest()))
    }

    fn parts(&self) -> [Part<'_>; 2] {
        [("scope", self.scope.as_bytes()), ("key", self.key.as_bytes())]
    }
}

impl fmt::Display for RequestId {
    /// For people: both parts quoted, so that the boundary shows.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "({:?}, {:?})", self.scope, self.key)
    }
}

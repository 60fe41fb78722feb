//! Fingerprints of payloads.
//!
//! **What it claims.** Equal payloads (as values, see [`canonical`](super::canonical)) have equal
//! fingerprints, and different payloads have different ones as far as SHA-256 is collision
//! resistant. A fingerprint carries the version of the rule that made it; two fingerprints are
//! compared in the highest version that both have, and without one the answer is
//! [`Comparison::Unknown`], never a difference.
//!
//! **How that is checked.** `tests/key_derivation.rs`: the digest against a digest of the
//! canonical text taken separately, the text form read back, and comparison for generated sets of
//! versions against a model.
//!
//! **What is not covered.** Payloads that are not JSON: give their digest to
//! [`Fingerprint::from_digests`]. Version 1 is the only rule there is so far.

use super::canonical::{Canonicaliser, Mode};
use super::json::Refusal;
use super::text;
pub use crate::spec::{Comparison, Fingerprinted};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;
use std::sync::Arc;

/// The version of the rule by which a digest was made; from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(NonZeroU16);

impl Version {
    /// SHA-256 over the RFC 8785 form in [`Mode::Fingerprint`].
    pub const ONE: Version = Version(NonZeroU16::MIN);

    /// A version by number; none for 0.
    pub const fn new(number: u16) -> Option<Version> {
        match NonZeroU16::new(number) {
            Some(number) => Some(Version(number)),
            None => None,
        }
    }

    /// The number, from 1.
    pub const fn number(self) -> u16 {
        self.0.get()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "v{}", self.0)
    }
}

type Tagged = (Version, [u8; 32]);

/// The digest of a payload, in one version or several.
///
/// ```
/// use onceproof::key::{Comparison, Fingerprint, Fingerprinted};
/// let one = Fingerprint::of(br#"{"amount": 4.50, "to": "S01"}"#)?;
/// let other = Fingerprint::of(br#"{"to":"S01","amount":4.5}"#)?;
/// assert_eq!(one.compare(&other), Comparison::Same);
/// # Ok::<(), onceproof::key::json::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    lowest: Tagged,
    /// Further versions, ascending. The usual fingerprint has none and owns no heap memory. (A
    /// vector behind the pointer keeps the pointer thin: a store holds many fingerprints.)
    higher: Option<Arc<Vec<Tagged>>>,
}

impl Fingerprint {
    /// The most versions that one fingerprint may hold.
    pub const MOST_VERSIONS: usize = 16;

    /// The fingerprint of a JSON text in the current version. Errors are the refusals of the
    /// strict reader. See [`Fingerprint::with`] for many texts.
    pub fn of(json: &[u8]) -> Result<Fingerprint, Refusal> {
        Fingerprint::with(&mut Canonicaliser::new(Mode::Fingerprint), json)
    }

    /// The same, in the memory and limits of a canonicaliser. Its own mode does not matter:
    /// version 1 is made in [`Mode::Fingerprint`].
    pub fn with(canonicaliser: &mut Canonicaliser, json: &[u8]) -> Result<Fingerprint, Refusal> {
        canonicaliser.canonicalise_as(Mode::Fingerprint, json).map(Fingerprint::of_canonical)
    }

    /// The version 1 fingerprint of a text that is in canonical form already.
    pub fn of_canonical(form: &[u8]) -> Fingerprint {
        Fingerprint { lowest: (Version::ONE, Sha256::digest(form).into()), higher: None }
    }

    /// A fingerprint from digests that were made elsewhere. None if there are no digests, more
    /// than [`MOST_VERSIONS`](Fingerprint::MOST_VERSIONS), or two of one version.
    pub fn from_digests(
        digests: impl IntoIterator<Item = (Version, [u8; 32])>,
    ) -> Option<Fingerprint> {
        let mut all: Vec<Tagged> =
            digests.into_iter().take(Fingerprint::MOST_VERSIONS + 1).collect();
        all.sort_unstable();
        let ascending = all.is_sorted_by(|left, right| left.0 < right.0);
        if !ascending || all.len() > Fingerprint::MOST_VERSIONS {
            return None;
        }
        let (lowest, higher) = all.split_first()?;
        let higher = (!higher.is_empty()).then(|| Arc::new(higher.to_vec()));
        Some(Fingerprint { lowest: *lowest, higher })
    }

    /// The versions and digests, ascending.
    pub fn digests(&self) -> impl DoubleEndedIterator<Item = (Version, &[u8; 32])> {
        let higher = self.higher.as_ref().map_or(&[][..], |higher| higher.as_slice());
        std::iter::once(&self.lowest).chain(higher).map(|(version, digest)| (*version, digest))
    }
}

impl Fingerprinted for Fingerprint {
    /// Compares in the highest version in common.
    fn compare(&self, offered: &Fingerprint) -> Comparison {
        if self.higher.is_none() && offered.higher.is_none() {
            return match self.lowest.0 == offered.lowest.0 {
                true => sameness(&self.lowest.1, &offered.lowest.1),
                false => Comparison::Unknown,
            };
        }
        let common = self.digests().rev().find_map(|(version, own)| {
            let mut theirs = offered.digests().filter(|(other, _)| *other == version);
            theirs.next().map(|(_, other)| sameness(own, other))
        });
        common.unwrap_or(Comparison::Unknown)
    }
}

fn sameness(left: &[u8; 32], right: &[u8; 32]) -> Comparison {
    if left == right { Comparison::Same } else { Comparison::Different }
}

impl fmt::Display for Fingerprint {
    /// `v1:` and 64 hex digits; several versions are joined by commas, ascending.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (version, digest)) in self.digests().enumerate() {
            if place > 0 {
                out.write_str(",")?;
            }
            write!(out, "{version}:")?;
            text::write_hex(out, digest)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Fingerprint({self})")
    }
}

/// The text is not a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFingerprint;

impl fmt::Display for NotAFingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "a fingerprint is `v`, a version from 1 to 65535, `:` and 64 lower-case hex digits; \
             several are joined by `,` with versions ascending",
        )
    }
}

impl std::error::Error for NotAFingerprint {}

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    /// Reads exactly what `Display` writes: no spaces, no capitals, no leading zeros.
    fn from_str(text: &str) -> Result<Fingerprint, NotAFingerprint> {
        let read = text
            .split(',')
            .take(Fingerprint::MOST_VERSIONS + 1)
            .map(read_tagged)
            .collect::<Option<Vec<Tagged>>>()
            .filter(|all| all.is_sorted_by(|left, right| left.0 < right.0));
        read.and_then(Fingerprint::from_digests).ok_or(NotAFingerprint)
    }
}

fn read_tagged(text: &str) -> Option<Tagged> {
    let (number, digest) = text.strip_prefix('v')?.split_once(':')?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) || number.starts_with('0') {
        return None;
    }
    Some((Version::new(number.parse().ok()?)?, text::read_hex(digest)?))
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fingerprint, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

//! Intent keys: one key for one thing that was meant, however often it is tried.
//!
//! **What it claims.** The key depends on task, tool, step and the value of the arguments, and on
//! nothing else. Every retry of a step has its key; another step, tool, task or argument has
//! another. A second *wanted* identical call is another step.
//!
//! **How that is checked.** `tests/key_derivation.rs`: retries with the members shuffled, each
//! part changed alone, boundaries moved; a mutant with the retry counter in the key dies.
//!
//! **What is not covered.** Choosing the step. If the caller numbers its steps afresh after a
//! restart, or numbers attempts instead, no derivation can tell.

use super::canonical::{Canonicaliser, Mode};
use super::identity;
use super::json::Refusal;
use super::text;
use serde::Serialize;
use std::fmt;

/// The domain of intent keys.
pub const INTENT_DOMAIN: &str = "onceproof.intent-key.1";

/// The key of an intent: a SHA-256 digest. Its text is `ik1_` and 52 characters of base32,
/// 56 ASCII characters in all, so it fits where 64 are allowed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntentKey([u8; 32]);

impl IntentKey {
    /// Derives the key of step `step` of task `task` calling `tool` with `arguments`, a JSON text.
    ///
    /// ```
    /// use onceproof::key::IntentKey;
    /// let first = IntentKey::derive("t-1", "pay", "3", br#"{"to":"S01","cents":450}"#)?;
    /// let retry = IntentKey::derive("t-1", "pay", "3", br#"{ "cents":450, "to":"S01" }"#)?;
    /// let again = IntentKey::derive("t-1", "pay", "4", br#"{"to":"S01","cents":450}"#)?;
    /// assert_eq!(first, retry);
    /// assert_ne!(first, again);
    /// # Ok::<(), onceproof::key::IntentKeyError>(())
    /// ```
    pub fn derive(
        task: &str,
        tool: &str,
        step: &str,
        arguments: &[u8],
    ) -> Result<IntentKey, IntentKeyError> {
        for (part, value) in [("task", task), ("tool", tool), ("step", step)] {
            if value.trim().is_empty() {
                return Err(IntentKeyError::EmptyPart(part));
            }
        }
        let mut canonicaliser = Canonicaliser::new(Mode::Fingerprint);
        let arguments = canonicaliser.canonicalise(arguments).map_err(IntentKeyError::Arguments)?;
        let parts = [
            ("task", task.as_bytes()),
            ("tool", tool.as_bytes()),
            ("step", step.as_bytes()),
            ("arguments", arguments),
        ];
        Ok(IntentKey(identity::digest(INTENT_DOMAIN, &parts)))
    }

    /// The digest itself.
    pub const fn digest(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for IntentKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "ik1_{}", text::base32(&self.0))
    }
}

impl fmt::Debug for IntentKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "IntentKey({self})")
    }
}

impl Serialize for IntentKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why there is no intent key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentKeyError {
    /// The task, the tool or the step is empty or blank. What is absent is never hashed: every
    /// caller that leaves it out would share the key.
    EmptyPart(&'static str),
    /// The arguments are not acceptable JSON.
    Arguments(Refusal),
}

impl fmt::Display for IntentKeyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntentKeyError::EmptyPart(part) => {
                write!(out, "the {part} is empty, and an absent part is never hashed")
            }
            IntentKeyError::Arguments(refusal) => write!(out, "the arguments: {refusal}"),
        }
    }
}

impl std::error::Error for IntentKeyError {}

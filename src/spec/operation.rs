//! What may be asked of a record.
//!
//! *What it claims.* Nine operations are the whole interface of an idempotency layer.
//! *How that is checked.* The table of [`mod@super::step`] is total over them.
//! *What is not covered.* How they travel; a layer may offer several of them as one call.

use super::identity::{Attempt, Values};
use super::record::{Kind, Outcome};
use serde::{Deserialize, Serialize};

/// One operation on one record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Operation<V: Values> {
    /// Asks to run the effect.
    Begin(Begin<V>),
    /// Asks to run the effect, and brings no key.
    BeginWithoutKey,
    /// The effect took place. None: with a result that cannot be stored.
    Finish(Claimant<V>, Option<V::Result>),
    /// The effect did not take place, or is not known to have.
    Fail(Claimant<V>, Failure<V>),
    /// The effect still runs; asks to hold the claim longer.
    Renew(Claimant<V>),
    /// A reconciler has found out what became of an attempt.
    Resolve(Claimant<V>, Finding<V>, V::Evidence),
    /// The caller no longer wants the effect. The payload is given when the caller has it.
    Cancel(Option<V::Fingerprint>),
    /// Asks what is known, and changes nothing.
    Status,
    /// Writes back what time alone has done.
    Sweep,
}

/// A begin that carries a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Begin<V: Values> {
    /// The payload's fingerprint.
    pub payload: V::Fingerprint,
    /// The claim id of the process that will run the effect.
    pub claim: V::Claim,
    /// The earlier request that this one follows, if any.
    pub follows: Option<V::Link>,
}

/// How a closing says whose claim it closes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Claimant<V: Values> {
    /// Tagged: by the attempt that was started. Identity was captured at begin, so no payload.
    Attempt(Attempt),
    /// Untagged: by the payload, for contracts without tokens.
    Payload(V::Fingerprint),
}

/// The three kinds of failure. One word for all three is the field's commonest mistake.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Failure<V: Values> {
    /// There was provably no effect.
    NotApplied,
    /// There may have been an effect.
    Unknown,
    /// There was none, and the business refuses it for good.
    Refused(V::Reason),
}

/// What a reconciler found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Finding<V: Values> {
    /// The matter is decided, with this outcome.
    Applied(Outcome<V>),
    /// There was no effect, and none will land later.
    NotApplied,
}

impl<V: Values> Finding<V> {
    /// The kind of the outcome found, if one was.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Finding::Applied(outcome) => Some(outcome.kind()),
            Finding::NotApplied => None,
        }
    }
}

impl<V: Values> Operation<V> {
    /// The attempt that a tagged closing names.
    #[must_use]
    pub fn attempt(&self) -> Option<&Attempt> {
        match self {
            Operation::Finish(by, _)
            | Operation::Fail(by, _)
            | Operation::Renew(by)
            | Operation::Resolve(by, _, _) => match by {
                Claimant::Attempt(attempt) => Some(attempt),
                Claimant::Payload(_) => None,
            },
            Operation::Begin(_)
            | Operation::BeginWithoutKey
            | Operation::Cancel(_)
            | Operation::Status
            | Operation::Sweep => None,
        }
    }
}

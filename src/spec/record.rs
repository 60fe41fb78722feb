//! What is remembered of one request.
//!
//! *What it claims.* Six states are enough for every published contract that this crate
//! names; what they cannot express is listed with the contract, under "beyond".
//! *How that is checked.* The table of [`mod@super::step`] is total over them.
//! *What is not covered.* How a store lays a record out.

use super::identity::{Attempt, Small, Values};
use serde::{Deserialize, Serialize};

/// The record of one request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Record<V: Values> {
    /// Nothing is remembered: never seen, or forgotten. The two cannot be told apart.
    Absent {
        /// The highest attempt ever issued that this record could still meet.
        floor: Attempt,
    },
    /// An attempt holds the claim. Whether it still runs is not known.
    Active {
        /// To what the record is bound.
        binding: Binding<V>,
        /// The claim id of the process that holds the claim.
        claim: V::Claim,
        /// When the lease is over; the last tick means never.
        lease_until: V::Time,
    },
    /// Closed with a claimed proof that there was no effect.
    Released {
        /// To what the record is bound.
        binding: Binding<V>,
        /// Who said so.
        origin: Origin<V>,
    },
    /// Whether there was an effect is not known.
    Uncertain {
        /// To what the record is bound.
        binding: Binding<V>,
        /// Why it is not known.
        cause: Cause,
    },
    /// The outcome is known and retained.
    Completed {
        /// To what the record is bound.
        binding: Binding<V>,
        /// What came of it.
        outcome: Outcome<V>,
        /// When it was recorded.
        at: V::Time,
        /// Who said so.
        origin: Origin<V>,
        /// Whether it was recorded against an earlier claim that there was no effect.
        contradicts_denial: bool,
    },
    /// The outcome is gone, and the key still blocks.
    Lapsed {
        /// To what the record is bound.
        binding: Binding<V>,
        /// The kind of the outcome that is gone.
        kind: Kind,
        /// When retention ended.
        since: V::Time,
    },
}

/// What every present record keeps from its begin until it is forgotten.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Binding<V: Values> {
    /// The payload's fingerprint. None, on a cancelled request that was never begun, matches
    /// every payload.
    pub fingerprint: Option<V::Fingerprint>,
    /// The highest attempt issued: the one that holds, or last held, the claim. When there was
    /// no begin, nobody holds it: see [`Binding::holder`].
    pub attempt: Attempt,
    /// When the first begin was answered `started`: the first under the payload that is bound now,
    /// or when a lapsed request was completed afresh.
    /// None: cancelled before any begin.
    pub first_begun: Option<V::Time>,
    /// The earlier request that this one follows: an amendment, a compensation, new work. Bound
    /// at the first begin, like the payload; a later begin's link is not compared.
    pub follows: Option<V::Link>,
}

impl<V: Values> Binding<V> {
    /// The attempt that holds, or last held, the claim; None when there was no begin.
    #[must_use]
    pub fn holder(&self) -> Option<Attempt> {
        self.first_begun.map(|_| self.attempt)
    }
}

/// What came of an effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Outcome<V: Values> {
    /// It took place, and this is its result.
    Success(V::Result),
    /// It took place, and its result could not be stored.
    ResultUnavailable,
    /// It did not take place and never will.
    Refused(Refusal<V>),
}

impl<V: Values> Outcome<V> {
    /// The outcome's kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Outcome::Success(_) | Outcome::ResultUnavailable => Kind::Success,
            Outcome::Refused(_) => Kind::Refused,
        }
    }
}

/// Why an effect never takes place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Refusal<V: Values> {
    /// The business said no, for this reason.
    Final(V::Reason),
    /// An attempt had no effect, and the contract seals such a request.
    Sealed,
    /// The request was cancelled before it was begun.
    Cancelled,
}

/// The kind of an outcome: all that a lapsed record still knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// There was an effect.
    Success,
    /// There was none, for good.
    Refused,
}

/// Why an outcome is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The lease passed and nobody said anything.
    Abandoned,
    /// The holder said that it does not know.
    Reported,
}

/// On whose word a record was closed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Origin<V: Values> {
    /// A caller of finish, fail or cancel said so.
    Reported,
    /// A reconciler decided, on this evidence.
    Reconciled(V::Evidence),
}

/// The columns of the table: a settled record, seen at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// Never seen, or forgotten.
    Absent,
    /// Claimed, and the lease holds.
    Live,
    /// Claimed, and the lease is over.
    Over,
    /// Known to have had no effect.
    Released,
    /// Not known, since the claim was abandoned.
    UncertainAbandoned,
    /// Not known, since the holder said so.
    UncertainReported,
    /// Known, and there was an effect.
    CompletedSuccess,
    /// Known, and there is none for good.
    CompletedRefused,
    /// The outcome is gone, the key blocks.
    Lapsed,
}

impl View {
    /// Every view, in the table's order.
    pub const ALL: [View; 9] = [
        View::Absent,
        View::Live,
        View::Over,
        View::Released,
        View::UncertainAbandoned,
        View::UncertainReported,
        View::CompletedSuccess,
        View::CompletedRefused,
        View::Lapsed,
    ];
}

// One-byte values make records that are copied as they are.
impl Copy for Record<Small> {}
impl Copy for Binding<Small> {}
impl Copy for Outcome<Small> {}
impl Copy for Refusal<Small> {}
impl Copy for Origin<Small> {}

impl<V: Values> Record<V> {
    /// A record of which nothing was ever known.
    #[must_use]
    pub fn unseen() -> Self {
        Record::Absent { floor: Attempt::NONE }
    }

    /// The binding of a present record.
    #[must_use]
    pub fn binding(&self) -> Option<&Binding<V>> {
        match self {
            Record::Absent { .. } => None,
            Record::Active { binding, .. }
            | Record::Released { binding, .. }
            | Record::Uncertain { binding, .. }
            | Record::Completed { binding, .. }
            | Record::Lapsed { binding, .. } => Some(binding),
        }
    }

    /// The highest attempt that this record knows to have been issued.
    #[must_use]
    pub fn highest_attempt(&self) -> Attempt {
        match self {
            Record::Absent { floor } => *floor,
            Record::Active { binding, .. }
            | Record::Released { binding, .. }
            | Record::Uncertain { binding, .. }
            | Record::Completed { binding, .. }
            | Record::Lapsed { binding, .. } => binding.attempt,
        }
    }

    /// The same record under another attempt: for logs of stores that number in their own way.
    #[must_use]
    pub fn with_attempt(mut self, attempt: Attempt) -> Self {
        match &mut self {
            Record::Absent { floor } => *floor = attempt,
            Record::Active { binding, .. }
            | Record::Released { binding, .. }
            | Record::Uncertain { binding, .. }
            | Record::Completed { binding, .. }
            | Record::Lapsed { binding, .. } => binding.attempt = attempt,
        }
        self
    }
}

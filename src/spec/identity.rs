//! Request ids, attempts, time, and the kinds of values that a record holds.
//!
//! *What it claims.* Identity is structured: two requests are the same request only when scope
//! and key are both equal. Attempt ids grow strictly, across restarts and restores too.
//! *How that is checked.* Property tests on order and succession; the case table.
//! *What is not covered.* Scope is not authentication, and a key is not a permission.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::{Debug, Display, Formatter};
use std::hash::Hash;

/// The caller-visible identity of a request: the pair of scope and key.
///
/// The two stay apart. They are never joined into one string, because a joined string lets
/// `("a", "b:c")` meet `("a:b", "c")`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestId {
    /// Who asks: the account, tenant, caller or endpoint within which the key is unique.
    pub scope: String,
    /// The caller's name for one intent within that scope.
    pub key: String,
}

/// One claim of a record. Its id is the *fencing token*.
///
/// Ordered by incarnation first, then by number. A store begins a new incarnation whenever its
/// memory may have gone back (a volatile restart, a restore from a backup); the incarnation
/// comes from outside what was restored, so no attempt id is ever issued twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Which life of the store issued it. Any value; grows.
    pub incarnation: u32,
    /// Its number within that life. The first one issued is 1.
    pub number: u64,
}

impl Attempt {
    /// Below every attempt that is ever issued.
    pub const NONE: Attempt = Attempt { incarnation: 0, number: 0 };

    /// The attempt to issue next, given the highest one issued so far and the store's present
    /// incarnation: the larger of the two, plus one.
    ///
    /// When the numbers of an incarnation are used up, the next incarnation's are taken. Only
    /// the very last attempt of the very last incarnation has no successor and is returned
    /// again; 2^96 claims lie before it.
    ///
    /// ```
    /// use onceproof::spec::Attempt;
    /// let third = Attempt { incarnation: 0, number: 3 };
    /// assert_eq!(third.next(0), Attempt { incarnation: 0, number: 4 });
    /// assert_eq!(third.next(2), Attempt { incarnation: 2, number: 1 });
    /// ```
    #[must_use]
    pub fn next(self, incarnation: u32) -> Attempt {
        let highest = self.max(Attempt { incarnation, number: 0 });
        match (highest.number.checked_add(1), highest.incarnation.checked_add(1)) {
            (Some(number), _) => Attempt { number, ..highest },
            (None, Some(incarnation)) => Attempt { incarnation, number: 1 },
            (None, None) => highest,
        }
    }
}

impl Display for Attempt {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.incarnation, self.number)
    }
}

/// The instant at which an operation takes effect, as the store knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment<T> {
    /// The time, in ticks: the larger of the clock's and the largest time the store has used.
    pub time: T,
    /// The store's incarnation.
    pub incarnation: u32,
}

/// Time: a count of ticks, given by whoever calls. The specification reads no clock.
pub trait Ticks: Copy + Debug + Ord + Hash + Serialize + DeserializeOwned {
    /// The last tick. A deadline there is never over: it means "no deadline".
    const LAST: Self;
    /// The first tick, before which there is no time.
    const FIRST: Self;
    /// `self` later by `ticks`, or [`Ticks::LAST`] when that lies beyond it.
    #[must_use]
    fn later_by(self, ticks: u64) -> Self;
    /// `self` earlier by `ticks`, where the last tick stays the last; None before the first.
    #[must_use]
    fn earlier_by(self, ticks: u64) -> Option<Self>;
}

macro_rules! unsigned_ticks {
    ($($unsigned:ty),*) => {$(
        impl Ticks for $unsigned {
            const LAST: Self = <$unsigned>::MAX;
            const FIRST: Self = 0;
            fn later_by(self, ticks: u64) -> Self {
                <$unsigned>::try_from(ticks)
                    .map_or(Self::LAST, |ticks| self.saturating_add(ticks))
            }
            fn earlier_by(self, ticks: u64) -> Option<Self> {
                if self == Self::LAST {
                    return Some(self);
                }
                <$unsigned>::try_from(ticks).ok().and_then(|ticks| self.checked_sub(ticks))
            }
        }
    )*};
}
unsigned_ticks!(u8, u16, u32, u64);

/// What comes of comparing a bound fingerprint with an offered one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// The payloads are the same.
    Same,
    /// The payloads differ.
    Different,
    /// The two have no version in common, so nothing can be said.
    Unknown,
}

/// A fingerprint that can tell whether another payload is the same.
pub trait Fingerprinted: Value {
    /// Compares the fingerprint bound to a record with one that a caller offers.
    fn compare(&self, offered: &Self) -> Comparison;
}

/// From here on a one-byte fingerprint is of another version than those below: what stands for
/// the same payload in both has nothing in common.
pub const OTHER_VERSION: u8 = 128;

impl Fingerprinted for u8 {
    fn compare(&self, offered: &Self) -> Comparison {
        let is_other = |fingerprint: &u8| *fingerprint >= OTHER_VERSION;
        match (is_other(self) == is_other(offered), self == offered) {
            (false, _) => Comparison::Unknown,
            (true, true) => Comparison::Same,
            (true, false) => Comparison::Different,
        }
    }
}

/// What every value in a record can do: be copied, compared, ordered, hashed, printed, stored.
pub trait Value: Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned {}
impl<T: Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned> Value for T {}

/// The kinds of values that a lifecycle is about. The rules never look inside them.
///
/// Models choose one-byte values ([`Small`]), stores and the oracle real ones.
pub trait Values: Clone + Copy + Debug + Eq + Ord + Hash {
    /// What stands for a payload: equal payloads have equal fingerprints.
    type Fingerprint: Fingerprinted;
    /// What a successful effect gave back.
    type Result: Value;
    /// Why an effect was refused for good.
    type Reason: Value;
    /// The claim id: chosen by the process that will run the effect, fresh for each delivery.
    type Claim: Value;
    /// The evidence on which a reconciler decided.
    type Evidence: Value;
    /// Names another request, to which this one is linked.
    type Link: Value;
    /// Time.
    type Time: Ticks;
}

/// One-byte values, for models, enumeration and examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Small;

impl Values for Small {
    type Fingerprint = u8;
    type Result = u8;
    type Reason = u8;
    type Claim = u8;
    type Evidence = u8;
    type Link = u8;
    type Time = u8;
}

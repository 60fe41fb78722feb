//! Values for enumeration: one byte each, as in `identity::Small`, and payloads whose
//! fingerprints may have no version in common, which `Small` has not.

use onceproof::spec::identity::{Comparison, Fingerprinted, Values};
use serde::{Deserialize, Serialize};

/// A fingerprint of one byte. The tens are its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Print(pub u8);

impl Fingerprinted for Print {
    fn compare(&self, offered: &Self) -> Comparison {
        if self.0 / 10 != offered.0 / 10 {
            Comparison::Unknown
        } else if self == offered {
            Comparison::Same
        } else {
            Comparison::Different
        }
    }
}

/// The payload to which records are bound, another one, and one of another version.
pub const BOUND: Print = Print(1);
/// Another payload.
pub const OTHER: Print = Print(2);
/// A payload that cannot be compared with the two.
pub const FOREIGN: Print = Print(11);

/// One-byte values with versioned fingerprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tiny;

impl Values for Tiny {
    type Fingerprint = Print;
    type Result = u8;
    type Reason = u8;
    type Claim = u8;
    type Evidence = u8;
    type Link = u8;
    type Time = u8;
}

/// Values whose result is owned text, as a store would keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owned;

impl Values for Owned {
    type Fingerprint = u8;
    type Result = String;
    type Reason = String;
    type Claim = u8;
    type Evidence = String;
    type Link = String;
    type Time = u64;
}

//! What is wanted of the inventory, and the values of this example's records.
//!
//! *What it claims.* The intent covers job, part, quantity, location and the reservation's
//! revision: two requests that differ in any of them are different.
//! *How that is checked.* Each of the five alone makes a conflict under the same key.
//! *What is not covered.* The payload stands for itself here; a store would keep its digest.

use crate::spec::contract::{Contract, Span};
use crate::spec::{Comparison, RequestId, Values, identity::Fingerprinted, named};
use serde::{Deserialize, Serialize};

/// The contract of the layer: `strict`, with the durations of this deployment in milliseconds.
pub const CONTRACT: Contract = Contract {
    lease: Span::Ticks(LEASE),
    retention: Span::Ticks(RETENTION),
    block_for: Span::Ticks(BLOCK_FOR),
    ..named::STRICT
};

/// A claim holds for thirty seconds.
pub const LEASE: u64 = 30_000;
/// An outcome is replayed for a day.
pub const RETENTION: u64 = 86_400_000;
/// A key blocks for a week after that.
pub const BLOCK_FOR: u64 = 604_800_000;

/// The inventory's own name for a reservation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reference(pub String);

/// One thing wanted. Each is a request of its own, with its own key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wanted {
    /// To hold parts for a repair job.
    Reserve {
        /// The repair job.
        job: String,
        /// The part.
        part: String,
        /// How many.
        quantity: u32,
        /// The stock from which they are taken.
        location: String,
        /// The revision of the reservation.
        revision: u32,
    },
    /// To hold another number of them, explicitly.
    Amend {
        /// The reservation.
        reference: Reference,
        /// How many from now on.
        quantity: u32,
        /// The revision that this makes.
        revision: u32,
    },
    /// To hold them no longer.
    Release {
        /// The reservation.
        reference: Reference,
        /// How many are given back.
        quantity: u32,
    },
    /// To have somebody fetch them.
    FetchTask {
        /// The reservation.
        reference: Reference,
    },
    /// To tell the technician.
    Notify {
        /// The reservation.
        reference: Reference,
    },
}

impl Fingerprinted for Wanted {
    fn compare(&self, offered: &Self) -> Comparison {
        if self == offered { Comparison::Same } else { Comparison::Different }
    }
}

/// The values of this example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parts;

impl Values for Parts {
    type Fingerprint = Wanted;
    type Result = Reference;
    type Reason = String;
    type Claim = u64;
    type Evidence = String;
    type Link = RequestId;
    type Time = u64;
}

/// So many filters for job PR-62, at the revision of the example.
#[must_use]
pub fn filters(quantity: u32) -> Wanted {
    Wanted::Reserve {
        job: "PR-62".to_owned(),
        part: "filter".to_owned(),
        quantity,
        location: "main-store".to_owned(),
        revision: 1,
    }
}

/// A request of the workshop. Keys are opaque: they tell nothing of job, part or customer.
#[must_use]
pub fn request(key: &str) -> RequestId {
    RequestId { scope: "workshop".to_owned(), key: key.to_owned() }
}

/// The reference that the inventory gives to the first reservation.
#[must_use]
pub fn rsv_91() -> Reference {
    Reference("RSV-91".to_owned())
}

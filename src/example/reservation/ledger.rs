//! The destination: an inventory service's ledger.
//!
//! *What it claims.* It books whatever it is told, each time that it is told. It recognises no
//! repetition: whatever protects the stock stands in front of it.
//! *How that is checked.* The broken variant of every row gets its second booking here.
//! *What is not covered.* Running out of stock, and more than one location.

use super::wanted::{Reference, Wanted};
use crate::spec::{Attempt, RequestId};
use serde::Serialize;

/// The number of the first reservation.
const FIRST_NUMBER: usize = 91;

/// What was booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A reservation was made.
    Reservation,
    /// The quantity of a reservation was changed.
    Amendment,
    /// A reservation was given up.
    Release,
    /// A task to fetch the part was made.
    PickupTask,
    /// The technician was told.
    Notice,
}

/// One effect, as the destination knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Under which request.
    pub request: RequestId,
    /// By which attempt.
    pub attempt: Attempt,
    /// What was booked.
    pub kind: Kind,
    /// The destination's reference.
    pub reference: Reference,
    /// How many units more are held from then on; negative: fewer.
    pub units: i64,
}

/// Every effect, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    /// Books what is wanted, and gives the reference.
    pub fn book(&mut self, request: &RequestId, attempt: Attempt, wanted: &Wanted) -> Reference {
        let (kind, reference, units) = match wanted {
            Wanted::Reserve { quantity, .. } => {
                (Kind::Reservation, self.next_reference(), i64::from(*quantity))
            }
            Wanted::Amend { reference, quantity, .. } => {
                let before = self.units_of(reference);
                (Kind::Amendment, reference.clone(), i64::from(*quantity) - before)
            }
            Wanted::Release { reference, quantity } => {
                (Kind::Release, reference.clone(), -i64::from(*quantity))
            }
            Wanted::FetchTask { reference } => (Kind::PickupTask, reference.clone(), 0),
            Wanted::Notify { reference } => (Kind::Notice, reference.clone(), 0),
        };
        let (request, booked) = (request.clone(), reference.clone());
        self.entries.push(Entry { request, attempt, kind, reference, units });
        booked
    }

    /// How many effects of a kind there were.
    #[must_use]
    pub fn count(&self, kind: Kind) -> i64 {
        count(self.entries.iter().filter(|entry| entry.kind == kind))
    }

    /// How many units are held. Below zero: more were given back than were ever taken.
    #[must_use]
    pub fn units_held(&self) -> i64 {
        self.entries.iter().map(|entry| entry.units).sum()
    }

    /// The effects of one request.
    pub fn of<'a>(&'a self, request: &'a RequestId) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.request == *request)
    }

    /// How many units are held under one reference.
    fn units_of(&self, reference: &Reference) -> i64 {
        let of_it = self.entries.iter().filter(|entry| entry.reference == *reference);
        of_it.map(|entry| entry.units).sum()
    }

    fn next_reference(&self) -> Reference {
        let made = self.entries.iter().filter(|entry| entry.kind == Kind::Reservation).count();
        Reference(format!("RSV-{}", FIRST_NUMBER + made))
    }
}

/// How many there are, as a number of a row.
pub(super) fn count<T>(items: impl Iterator<Item = T>) -> i64 {
    i64::try_from(items.count()).unwrap_or(i64::MAX)
}

//! The rows of the contract table: one question a file.
//!
//! *What they claim.* What each says under `required`.
//! *How that is checked.* See [`super::row`].
//! *What is not covered.* Each file says for itself.

mod cancelling;
mod concurrent;
mod expiry;
mod inquiring;
mod other_parameters;
mod partial;
mod permission;
mod restoring;
mod same_parameters;
mod unknown_outcome;

pub use concurrent::interleavings;
pub use inquiring::{Afterwards, Calls, two_intents};

use super::row::Row;

/// Every row, in the order in which they are reported.
pub const ROWS: [Row; 10] = [
    same_parameters::ROW,
    other_parameters::ROW,
    concurrent::ROW,
    unknown_outcome::ROW,
    expiry::ROW,
    partial::ROW,
    cancelling::ROW,
    permission::ROW,
    restoring::ROW,
    inquiring::ROW,
];

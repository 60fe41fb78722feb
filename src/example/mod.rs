//! # Two worked examples
//!
//! 1. [`worked`]: the smallest useful request model, with a hand-written timeline and eighteen
//!    named checks.
//! 2. [`reservation`]: the contract of a repair-part reservation, each of its rows judged by
//!    the stock and by the number of reservations.
//!
//! *What they claim.* Both stand on [`crate::spec::step()`]; neither has a lifecycle of its own.
//! *How that is checked.* Each check and each row has a broken variant that it must catch.
//! *What is not covered.* No tool, network, payment or shop is touched: names of operations
//! stand for effects.

pub mod reservation;
pub mod worked;

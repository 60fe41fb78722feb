//! # onceproof
//!
//! An executable specification of the idempotent request lifecycle.
pub mod key;
pub mod spec;

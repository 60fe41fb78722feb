//! What the checks of the specification share.
//!
//! *What it claims.* Bounds stand in one place; records, operations, times and contracts are
//! enumerated in one way; each check is a function of a decision, so that it can judge the real
//! `step` and a mutant of it alike.
//! *How that is checked.* Every run counts what it ran against a number that is computed.
//! *What is not covered.* Anything beyond the bounds.
#![allow(dead_code, unreachable_pub)]

pub mod bounds;
pub mod contents;
pub mod enumeration;
pub mod every_contract;
pub mod laws;
pub mod lifecycle;
pub mod mutants;
pub mod ownership;
pub mod properties;
pub mod situations;
pub mod table;
pub mod values;

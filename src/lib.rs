//! # onceproof
//!
//! An executable specification of the idempotent request lifecycle.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[cfg(feature = "trace")]
pub mod by_name;
#[cfg(feature = "trace")]
pub mod conformance;
#[cfg(feature = "cli")]
pub mod contract_file;
#[cfg(feature = "trace")]
pub mod example;
pub mod key;
#[cfg(feature = "trace")]
pub mod lines;
#[cfg(feature = "trace")]
pub mod oracle;
pub mod property;
pub mod spec;
#[cfg(feature = "trace")]
pub mod trace;

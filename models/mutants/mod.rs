//! Mutants: layers, callers and stores with one fault each, and what catches it.
//!
//! A mutant is one file `faults/<name>.toml`: what the fault is, in a sentence; the reports from
//! the field that it comes from; the property that catches it; and the smallest configuration in
//! which that happens. Most faults are data and stand in the same file; a fault of the
//! lifecycle's table is a function, in `faults/<name>.rs`. Read in this order:
//!
//! 1. [`read`]: the form of those files. [`apply`]: a fault, laid over a configuration.
//! 2. [`met`]: the words in which tables with a fault are written.
//! 3. [`matrix`]: which mutant breaks which property, and after how many actions.
//! 4. [`bounds`]: that nothing of a mutant's configuration can be smaller.
//! 5. [`record`]: what was found, as it is recorded. [`data`]: faulty functions, by name.
//!
//! *What it claims.* Each mutant breaks the property that its file names, in a configuration that
//! does not break it without the mutant. For each property but P13, which summarises, some mutant
//! breaks that property and, P13 aside, no other.
//! *How that is checked.* `tests/mutants.rs`, by both checkers.
//! *What is not covered.* Faults in pairs. Faults of keys and payloads as bytes: see
//! `tests/data_mutants.rs`.

pub mod apply;
pub mod bounds;
pub mod data;
mod faults;
pub mod matrix;
pub mod met;
pub mod read;
pub mod record;

pub use read::{Mutant, all, by_name};

use crate::models::catalogue::check::Failure;
use crate::models::catalogue::read::Entry;
use crate::models::catalogue::{Checked, check};
use crate::models::report::Limits;

/// More than any mutant's configuration needs.
pub const LIMITS: Limits = Limits { states: 200_000, bytes: 1 << 30, depth: u64::MAX };

/// Why an entry could not be checked with a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The fault cannot be laid over the configuration.
    NotApplicable(String),
    /// The check found nothing out.
    Failure(Failure),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::NotApplicable(what) => f.write_str(what),
            Trouble::Failure(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

impl Mutant {
    /// Checks an entry of the catalogue with this mutant switched on.
    ///
    /// # Errors
    /// When the mutant contradicts the entry's configuration, or nothing was found out.
    pub fn check(&self, entry: &Entry, limits: Limits) -> Result<Checked, Trouble> {
        let configuration =
            self.fault.over(&entry.configuration).map_err(Trouble::NotApplicable)?;
        let entry = Entry { configuration, ..entry.clone() };
        check(&entry, self.fault.table, limits).map_err(Trouble::Failure)
    }
}

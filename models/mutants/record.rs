//! What was found of the mutants, as it is recorded.
//!
//! *What it claims.* The record is generated, never typed.
//! *How that is checked.* `tests/mutants.rs` finds it anew and compares.
//! *What is not covered.* Times.

use super::bounds::Bound;
use super::matrix::Row;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const RECORDED: &str = include_str!("recorded.json");

/// Everything that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The version of this form: 1.
    pub version: u64,
    /// Says that the file is generated.
    pub note: String,
    /// The mutants, in order.
    pub rows: Vec<Row>,
    /// The bounds, by name.
    pub bounds: BTreeMap<String, Needed>,
}

/// How much of a bound all mutants together need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Needed {
    /// As much as any of them.
    pub least: u64,
    /// A mutant that survives with one less.
    pub survivor: String,
}

/// How much of each bound is needed, by these mutants of which no bound can be lowered.
#[must_use]
pub fn needed(rows: &[Row]) -> BTreeMap<String, Needed> {
    let mut needed = BTreeMap::new();
    for bound in Bound::all() {
        let name = bound.name();
        let much = |row: &Row| row.smallest.get(name).copied().unwrap_or(0);
        // The first of those that need most.
        let most = rows.iter().rev().max_by_key(|row| much(row));
        if let Some(row) = most.filter(|row| much(row) > 0) {
            let one = Needed { least: much(row), survivor: row.mutant.clone() };
            needed.insert(name.to_owned(), one);
        }
    }
    needed
}

/// The bounds as text: how much is needed, and who survives with one less.
#[must_use]
pub fn text(bounds: &BTreeMap<String, Needed>) -> String {
    let line = |(name, needed): (&String, &Needed)| {
        format!("{name:<16} {:>2} {}\n", needed.least, needed.survivor)
    };
    bounds.iter().map(line).collect()
}

/// What is recorded.
///
/// # Errors
/// When the shipped file cannot be read.
pub fn recorded() -> Result<Found, serde_json::Error> {
    serde_json::from_str(RECORDED)
}

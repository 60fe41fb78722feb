//! What was found of each contract, as it is recorded.
//!
//! *What it claims.* The record is generated, never typed; a run that finds otherwise says so.
//! *How that is checked.* `tests/promises.rs`.
//! *What is not covered.* Times.

use super::{Cell, Promises, Reading};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const RECORDED: &str = include_str!("recorded.json");

/// What was found of one reading of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The contract.
    pub name: String,
    /// How it was read.
    pub reading: Reading,
    /// What is left when a worker stops, in words.
    pub guarantee: String,
    /// Whether what is told is true.
    pub honest: bool,
    /// By the id of the property.
    pub cells: BTreeMap<String, RecordedCell>,
    /// Different states in each environment, up to the exchange of callers that are alike.
    pub distinct: BTreeMap<String, u64>,
}

/// What becomes of a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum RecordedCell {
    /// It holds, and its situation came about.
    Promised,
    /// It breaks.
    GivenUp {
        /// In which environment, soonest.
        environment: String,
        /// After how many actions.
        length: usize,
    },
    /// Its situation came about in none of the environments.
    NotApplicable,
}

/// Every record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The version of this form: 1.
    pub version: u64,
    /// Says that the file is generated.
    pub note: String,
    /// The contracts, in order.
    pub contracts: Vec<Recorded>,
}

impl Recorded {
    /// What is recorded of a contract.
    #[must_use]
    pub fn of(found: &Promises) -> Recorded {
        let cell = |cell: &Cell| match cell {
            Cell::Promised => RecordedCell::Promised,
            Cell::GivenUp { environment, run } => {
                RecordedCell::GivenUp { environment: (*environment).to_owned(), length: run.len() }
            }
            Cell::NotApplicable => RecordedCell::NotApplicable,
        };
        let cells = found.cells.iter().map(|(of, it)| (of.id().to_owned(), cell(it)));
        let distinct = found.distinct.iter().map(|(name, states)| ((*name).to_owned(), *states));
        Recorded {
            name: found.name.clone(),
            reading: found.reading,
            guarantee: found.guarantee.words().to_owned(),
            honest: found.honest,
            cells: cells.collect(),
            distinct: distinct.collect(),
        }
    }
}

impl Records {
    /// What is recorded of one reading of a contract.
    #[must_use]
    pub fn of(&self, name: &str, reading: Reading) -> Option<&Recorded> {
        self.contracts.iter().find(|one| one.name == name && one.reading == reading)
    }
}

/// What is recorded of the contracts that are shipped.
///
/// # Errors
/// When the shipped file cannot be read.
pub fn recorded() -> Result<Records, serde_json::Error> {
    serde_json::from_str(RECORDED)
}

//! What was found of each configuration, as it is recorded.
//!
//! *What it claims.* The record is generated, never typed; a run that finds otherwise says so.
//! *How that is checked.* `tests/catalogue.rs`.
//! *What is not covered.* Times: they differ from machine to machine.

use super::check::Checked;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const RECORDED: &str = include_str!("recorded.json");

/// What was found of one configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// Each property that breaks, by its name, with the number of actions of a shortest run.
    pub breaks: BTreeMap<String, usize>,
    /// Different states, up to the exchange of callers that are alike.
    pub distinct: u64,
    /// Actions that were tried and possible.
    pub generated: u64,
    /// States on the longest of the shortest runs.
    pub depth: u64,
    /// States that are cut by a bound of the model.
    pub frontier: u64,
}

/// Every record, by the name of its configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The version of this form: 1.
    pub version: u64,
    /// Says that the file is generated.
    pub note: String,
    /// The records.
    pub configurations: BTreeMap<String, Recorded>,
}

impl Recorded {
    /// What is recorded of a check.
    #[must_use]
    pub fn of(checked: &Checked) -> Recorded {
        let length = |broken: &super::check::Broken| {
            (broken.property.name().to_owned(), broken.trace.steps.len())
        };
        Recorded {
            breaks: checked.broken.iter().map(length).collect(),
            distinct: checked.distinct,
            generated: checked.generated,
            depth: checked.depth,
            frontier: checked.frontier,
        }
    }
}

/// What is recorded of the catalogue as it is shipped.
///
/// # Errors
/// When the shipped file cannot be read.
pub fn recorded() -> Result<Records, serde_json::Error> {
    serde_json::from_str(RECORDED)
}

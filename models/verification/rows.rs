//! What came of a run, row by row.
//!
//! *What it claims.* A row is as expected only when something was found, and was expected.
//! *How that is checked.* With [`super`].
//! *What is not covered.* How rows are shown.

use super::contract_name;
use crate::models::catalogue::check::{Checked, Failure, Standing};
use crate::models::catalogue::read::Entry;
use crate::models::catalogue::record::Recorded;
use crate::models::catalogue::{self, matrix::Cell};
use crate::models::mutants::{Mutant, Trouble, matrix};
use crate::models::promises::{self, Promises, Reading};
use crate::property::Property;

/// What came of one thing to do.
#[derive(Clone, Debug)]
pub enum Done {
    /// A configuration of the catalogue.
    Configuration(Box<Row>),
    /// A contract in every environment.
    Contract(Box<ContractRow>),
    /// A mutant in its own configuration.
    Mutant(Box<MutantRow>),
}

/// What came of a configuration.
#[derive(Clone, Debug)]
pub struct Row {
    /// The configuration.
    pub entry: Entry,
    /// What was found.
    pub found: Result<Checked, Failure>,
    /// How that stands to what was expected and recorded.
    pub standing: RowStanding,
    /// Whether `onceproof explain` shows the same: not with more faults, nor with a mutant.
    pub explained: bool,
}

/// How a row stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowStanding {
    /// As the check says.
    Checked(Standing),
    /// With more faults than it is shipped with, these break too: properties that its contract
    /// gives up, or of a configuration in which something is to break anyway.
    Deeper(Vec<Property>),
    /// As expected, and not as recorded.
    NotAsRecorded(Box<Option<Recorded>>),
    /// It is not known.
    Unknown,
}

/// What came of a contract.
#[derive(Clone, Debug)]
pub struct ContractRow {
    /// Its name.
    pub name: &'static str,
    /// How it was read.
    pub reading: Reading,
    /// What was found.
    pub found: Result<Promises, promises::Failure>,
    /// The properties that it promises and that broke.
    pub broken: Vec<Property>,
    /// The properties that it gives up, and that did not break.
    pub kept: Vec<Property>,
    /// Whether what was found is what is recorded.
    pub as_recorded: bool,
}

/// What came of a mutant.
#[derive(Clone, Debug)]
pub struct MutantRow {
    /// The mutant.
    pub mutant: Mutant,
    /// What was found, or why nothing was.
    pub found: Result<matrix::Row, Trouble>,
    /// Whether that is what is recorded.
    pub as_recorded: bool,
}

/// The rows of configurations, in order.
pub fn configurations(done: &[Done]) -> impl Iterator<Item = &Row> {
    done.iter().filter_map(|one| match one {
        Done::Configuration(row) => Some(&**row),
        Done::Contract(_) | Done::Mutant(_) => None,
    })
}

/// The rows of contracts, in order.
pub fn contracts(done: &[Done]) -> impl Iterator<Item = &ContractRow> {
    done.iter().filter_map(|one| match one {
        Done::Contract(row) => Some(&**row),
        Done::Configuration(_) | Done::Mutant(_) => None,
    })
}

/// The rows of mutants, in order.
pub fn mutants(done: &[Done]) -> impl Iterator<Item = &MutantRow> {
    done.iter().filter_map(|one| match one {
        Done::Mutant(row) => Some(&**row),
        Done::Configuration(_) | Done::Contract(_) => None,
    })
}

/// The sixteen runs of strategies under fault sets, as far as they are among the rows.
///
/// # Errors
/// When a run cannot be explored.
pub fn sixteen_runs(done: &[Done]) -> Result<Vec<Cell>, Failure> {
    let found = configurations(done).filter_map(|row| Some((&row.entry, row.found.as_ref().ok()?)));
    catalogue::matrix::matrix(found)
}

impl Done {
    /// Its name: that of its task.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Done::Configuration(row) => row.entry.name.clone(),
            Done::Contract(row) => contract_name(row.name, row.reading),
            Done::Mutant(row) => format!("mutant/{}", row.mutant.name),
        }
    }

    /// Whether it came out as it should.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        match self {
            Done::Configuration(row) => match &row.standing {
                RowStanding::Checked(standing) => standing.is_as_expected(),
                RowStanding::Deeper(_) => true,
                RowStanding::NotAsRecorded(_) | RowStanding::Unknown => false,
            },
            Done::Contract(row) => {
                let both_ways = row.broken.is_empty() && row.kept.is_empty();
                row.found.is_ok() && both_ways && row.as_recorded
            }
            Done::Mutant(row) => {
                row.as_recorded && row.found.as_ref().is_ok_and(matrix::Row::is_killed)
            }
        }
    }

    /// Whether nothing was found out.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        match self {
            Done::Configuration(row) => row.standing == RowStanding::Unknown,
            Done::Contract(row) => row.found.is_err(),
            Done::Mutant(row) => row.found.is_err(),
        }
    }

    /// Whether the two checkers disagree, which no verdict survives.
    #[must_use]
    pub fn is_disagreement(&self) -> bool {
        match self {
            Done::Configuration(row) => {
                row.standing == RowStanding::Checked(Standing::Disagreement)
            }
            Done::Contract(_) | Done::Mutant(_) => false,
        }
    }
}

//! All of it as one JSON document; its schema is `verify`.

use super::summary::Summary;
use super::text;
use onceproof::models::catalogue::check::Standing;
use onceproof::models::catalogue::matrix;
use onceproof::models::catalogue::read::Entry;
use onceproof::models::promises::{Cell, Reading};
use onceproof::models::verification::{
    self, ContractRow, Done, MutantRow, Row, RowStanding, sixteen_runs,
};
use onceproof::property::Property;
use serde::Serialize;

#[derive(Serialize)]
struct Document<'a> {
    version: u8,
    summary: &'a Summary,
    configurations: Vec<Configuration<'a>>,
    /// The strategies of callers under fault sets.
    runs: Vec<Run>,
    contracts: Vec<Contract<'a>>,
    mutants: Vec<Mutant<'a>>,
}

#[derive(Serialize)]
struct Run {
    strategy: String,
    faults: String,
    /// Null: no effect runs twice.
    duplicates_in: Option<usize>,
    acknowledged: bool,
}

#[derive(Serialize)]
struct Mutant<'a> {
    name: &'a str,
    about: &'a str,
    field: &'a [String],
    killed_by: &'static str,
    killed: bool,
    as_recorded: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    complaint: Option<String>,
    breaks: Vec<Break>,
    given_up: Vec<&'static str>,
}

#[derive(Serialize)]
struct Configuration<'a> {
    name: &'a str,
    about: &'a str,
    rows: &'a [String],
    standing: &'static str,
    /// Null: what breaks is asked of the group as a whole.
    expected: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complaint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Found>,
}

#[derive(Serialize)]
struct Found {
    breaks: Vec<Break>,
    distinct: u64,
    generated: u64,
    depth: u64,
    frontier: u64,
    symmetry: bool,
    collision_odds: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct Break {
    property: &'static str,
    length: usize,
}

#[derive(Serialize)]
struct Contract<'a> {
    name: &'a str,
    reading: &'static str,
    broken_promises: Vec<&'static str>,
    kept_give_ups: Vec<&'static str>,
    as_recorded: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    complaint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Promises>,
}

#[derive(Serialize)]
struct Promises {
    guarantee: &'static str,
    honest: bool,
    distinct: u64,
    cells: Vec<PropertyCell>,
}

#[derive(Serialize)]
struct PropertyCell {
    property: &'static str,
    cell: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
}

pub(super) fn all(done: &[Done], summary: &Summary) -> Result<String, String> {
    let runs = sixteen_runs(done).map_err(|failure| failure.to_string())?;
    let document = Document {
        version: 1,
        summary,
        configurations: verification::configurations(done).map(configuration).collect(),
        runs: runs.into_iter().map(run).collect(),
        contracts: verification::contracts(done).map(contract).collect(),
        mutants: verification::mutant_rows(done).map(mutant).collect(),
    };
    let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

pub(super) fn standing(standing: &RowStanding) -> &'static str {
    match standing {
        RowStanding::Checked(Standing::Holds) => "holds",
        RowStanding::Checked(Standing::BreaksAsExpected) => "breaks_as_expected",
        RowStanding::Checked(Standing::Derived) => "derived",
        RowStanding::Checked(Standing::Breaks(_)) => "breaks_unexpectedly",
        RowStanding::Checked(Standing::DoesNotBreak(_)) => "does_not_break",
        RowStanding::Checked(Standing::Disagreement) => "checkers_disagree",
        RowStanding::Deeper(_) => "breaks_deeper",
        RowStanding::NotAsRecorded(_) => "not_as_recorded",
        RowStanding::Unknown => "undetermined",
    }
}

fn run(cell: matrix::Cell) -> Run {
    let matrix::Cell { strategy, faults, duplicates_in, acknowledged } = cell;
    Run { strategy, faults, duplicates_in, acknowledged }
}

fn mutant(row: &MutantRow) -> Mutant<'_> {
    let found = row.found.as_ref().ok();
    let name = |id: &String| Property::from_id(id).map(Property::name);
    let breaks = found.iter().flat_map(|found| &found.breaks);
    let breaks = breaks.filter_map(|(id, length)| {
        Some(Break { property: Property::from_id(id)?.name(), length: *length })
    });
    Mutant {
        name: &row.mutant.name,
        about: &row.mutant.about,
        field: &row.mutant.field,
        killed_by: row.mutant.killed_by.name(),
        killed: found.is_some_and(|found| found.is_killed()),
        as_recorded: row.as_recorded,
        complaint: row.found.as_ref().err().map(ToString::to_string),
        breaks: breaks.collect(),
        given_up: found.iter().flat_map(|found| found.given_up.iter().filter_map(name)).collect(),
    }
}

fn names(properties: &[Property]) -> Vec<&'static str> {
    properties.iter().map(|property| property.name()).collect()
}

fn configuration(row: &Row) -> Configuration<'_> {
    let Entry { name, about, rows, breaks, .. } = &row.entry;
    let unknown = row.found.as_ref().err().map(ToString::to_string);
    Configuration {
        name,
        about,
        rows,
        standing: standing(&row.standing),
        expected: breaks.as_deref().map(names),
        complaint: text::complaint(row).or(unknown),
        found: row.found.as_ref().ok().map(|found| Found {
            breaks: found
                .broken
                .iter()
                .map(|one| Break { property: one.property.name(), length: one.trace.steps.len() })
                .collect(),
            distinct: found.distinct,
            generated: found.generated,
            depth: found.depth,
            frontier: found.frontier,
            symmetry: found.symmetry,
            collision_odds: found.collision_odds,
            seconds: found.took.as_secs_f64(),
        }),
    }
}

fn contract(row: &ContractRow) -> Contract<'_> {
    let cell = |property: &Property, cell: &Cell| {
        let (word, environment, length) = match cell {
            Cell::Promised => ("promised", None, None),
            Cell::GivenUp { environment, run } => ("given_up", Some(*environment), Some(run.len())),
            Cell::NotApplicable => ("not_applicable", None, None),
        };
        PropertyCell { property: property.name(), cell: word, environment, length }
    };
    let failure = row.found.as_ref().err();
    Contract {
        name: row.name,
        reading: match row.reading {
            Reading::Only => "only",
            Reading::Any => "any",
            Reading::Strongest => "strongest",
            Reading::Weakest => "weakest",
        },
        broken_promises: names(&row.broken),
        kept_give_ups: names(&row.kept),
        as_recorded: row.as_recorded,
        complaint: failure.map(|failure| format!("{}: {}", failure.environment, failure.what)),
        found: row.found.as_ref().ok().map(|found| Promises {
            guarantee: found.guarantee.words(),
            honest: found.honest,
            distinct: found.distinct.values().sum(),
            cells: found.cells.iter().map(|(property, of)| cell(property, of)).collect(),
        }),
    }
}

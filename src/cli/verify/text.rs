//! Rows and tables for people.

use super::summary::Summary;
use onceproof::models::catalogue::check::Standing;
use onceproof::models::promises::{Cell, Promises, Reading};
use onceproof::models::verification::{ContractRow, Done, Row, RowStanding};
use onceproof::property::Property;
use std::fmt::Write;

/// One row, with the heading of its table when it is the first of it.
pub(super) fn row(before: Option<&Done>, one: &Done) -> String {
    match one {
        Done::Configuration(row) => {
            let first = !matches!(before, Some(Done::Configuration(_)));
            let heading = format!(
                "{:<58} {:<9} {:>9} {:>6} {:>7}  breaks, after so many actions\n",
                "CONFIGURATION", "VERDICT", "STATES", "DEPTH", "TIME"
            );
            format!("{}{}", if first { heading } else { String::new() }, configuration(row))
        }
        Done::Contract(_) => String::new(),
    }
}

fn configuration(row: &Row) -> String {
    let name = &row.entry.name;
    let verdict = verdict(&row.standing);
    let mut text = match &row.found {
        Err(failure) => format!("{name:<58} {verdict:<9} {failure}\n"),
        Ok(found) => {
            let broken: Vec<String> = found
                .broken
                .iter()
                .map(|one| format!("{} in {}", one.property.id(), one.trace.steps.len()))
                .collect();
            format!(
                "{name:<58} {verdict:<9} {:>9} {:>6} {:>6.1}s  {}\n",
                found.distinct,
                found.depth,
                found.took.as_secs_f64(),
                broken.join(", ")
            )
        }
    };
    if let Some(why) = complaint(row) {
        let _ = writeln!(text, "    {why}");
    }
    text
}

fn verdict(standing: &RowStanding) -> &'static str {
    match standing {
        RowStanding::Checked(Standing::Holds) => "holds",
        RowStanding::Checked(Standing::BreaksAsExpected) => "breaks",
        RowStanding::Checked(Standing::Derived) => "derived",
        RowStanding::Checked(Standing::Breaks(_) | Standing::DoesNotBreak(_)) => "WRONG",
        RowStanding::Checked(Standing::Disagreement) => "DISPUTED",
        RowStanding::NotAsRecorded(_) => "CHANGED",
        RowStanding::Unknown => "UNKNOWN",
    }
}

/// What is wrong with a row, and what to do about it.
pub(super) fn complaint(row: &Row) -> Option<String> {
    let names = |properties: &[Property]| -> String {
        let names: Vec<String> =
            properties.iter().map(|one| format!("{} {}", one.id(), one.name())).collect();
        names.join(", ")
    };
    let name = &row.entry.name;
    Some(match &row.standing {
        RowStanding::Checked(Standing::Breaks(more)) => {
            format!("not expected to break: {}; see: onceproof explain {name}", names(more))
        }
        RowStanding::Checked(Standing::DoesNotBreak(fewer)) => {
            format!("expected to break, and does not: {}", names(fewer))
        }
        RowStanding::Checked(Standing::Disagreement) => {
            let said = row.found.as_ref().map(|found| found.disagreements.join("; "));
            format!("the two checkers disagree: {}", said.unwrap_or_default())
        }
        RowStanding::NotAsRecorded(recorded) => match recorded.as_ref() {
            None => "nothing is recorded of it".to_owned(),
            Some(recorded) => format!(
                "recorded are {} states, {} transitions, depth {}, and {:?}",
                recorded.distinct, recorded.generated, recorded.depth, recorded.breaks
            ),
        },
        RowStanding::Checked(Standing::Holds | Standing::BreaksAsExpected | Standing::Derived)
        | RowStanding::Unknown => return None,
    })
}

/// The tables that follow the rows, and the closing statement.
pub(super) fn tables(done: &[Done], summary: &Summary) -> Result<String, String> {
    let contracts: Vec<&ContractRow> = done
        .iter()
        .filter_map(|one| match one {
            Done::Contract(row) => Some(&**row),
            Done::Configuration(_) => None,
        })
        .collect();
    let mut text = String::new();
    if !contracts.is_empty() {
        text.push_str(&contract_table(&contracts));
    }
    text.push_str(&closing(summary));
    Ok(text)
}

pub(super) fn contract_name(row: &ContractRow) -> String {
    match row.reading {
        Reading::Only | Reading::Any => row.name.to_owned(),
        Reading::Strongest => format!("{}, strongest", row.name),
        Reading::Weakest => format!("{}, weakest", row.name),
    }
}

fn contract_table(rows: &[&ContractRow]) -> String {
    let mut text = String::from(
        "\nWhat contracts promise (+) and give up (the length of the shortest run); `.` means \
         that the question does not come up.\n\n",
    );
    let _ = write!(text, "{:<35}", "CONTRACT");
    for property in Property::ALL {
        let _ = write!(text, "{:>4}", property.id());
    }
    text.push_str("  WHEN A WORKER STOPS\n");
    for row in rows {
        let _ = write!(text, "{:<35}", contract_name(row));
        match &row.found {
            Err(failure) => {
                let _ = writeln!(text, "  UNKNOWN in {}: {}", failure.environment, failure.what);
            }
            Ok(found) => text.push_str(&cells(found)),
        }
        for (what, properties) in
            [("promised, and breaks", &row.broken), ("given up, and does not break", &row.kept)]
        {
            for property in properties {
                let (id, name) = (property.id(), property.name());
                let _ = writeln!(text, "    WRONG: {id} {name} is {what}");
            }
        }
    }
    text
}

fn cells(found: &Promises) -> String {
    let mut text = String::new();
    for cell in found.cells.values() {
        let cell = match cell {
            Cell::Promised => "+".to_owned(),
            Cell::GivenUp { run, .. } => run.len().to_string(),
            Cell::NotApplicable => ".".to_owned(),
        };
        let _ = write!(text, "{cell:>4}");
    }
    let honest = if found.honest { "honest" } else { "not always honest" };
    let _ = writeln!(text, "  {}; {honest}", found.guarantee.words());
    text
}

fn closing(summary: &Summary) -> String {
    let mut text = String::from("\n");
    let all = summary.configurations + summary.contracts + summary.mutants;
    let _ = writeln!(
        text,
        "{} of {all} as expected: {} configurations, {} readings of contracts, {} mutants.",
        summary.as_expected, summary.configurations, summary.contracts, summary.mutants
    );
    for name in &summary.not_as_expected {
        let _ = writeln!(text, "    not as expected: {name}");
    }
    if summary.partial {
        text.push_str("Only a part was asked for: nothing is said of the rest.\n");
    }
    if summary.deep {
        text.push_str("Bounds were raised by one; nothing was compared with the record.\n");
    }
    let _ = writeln!(
        text,
        "{} distinct states and {} transitions, each seen by two checkers that share nothing but \
         the model.",
        summary.distinct, summary.generated
    );
    let _ = writeln!(
        text,
        "{} of these states, in {} configurations, are cut by a bound: nothing is claimed of what \
         lies behind them.",
        summary.frontier, summary.bounded
    );
    let _ = writeln!(
        text,
        "Our explorer compares whole states. stateright compares hashes: the odds that it took \
         two states for one anywhere are below {:.0e}.",
        summary.collision_odds.max(f64::MIN_POSITIVE)
    );
    text.push_str("Not covered:\n");
    for what in summary.not_covered {
        let _ = writeln!(text, "    {what}");
    }
    let _ = writeln!(text, "Verdict: {} ({:.1} s)", summary.verdict, summary.seconds);
    text
}

//! Rows and tables for people.

use super::summary::Summary;
use onceproof::models::catalogue::check::{Broken, Checked, Standing};
use onceproof::models::catalogue::matrix::Cell as Run;
use onceproof::models::mutants::data::DATA_MUTANTS;
use onceproof::models::mutants::{matrix, record};
use onceproof::models::promises::{Cell, Promises, Reading};
use onceproof::models::verification::{
    self, ContractRow, Done, MutantRow, Row, RowStanding, sixteen_runs,
};
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
        // These stand in tables, below.
        Done::Contract(_) | Done::Mutant(_) => String::new(),
    }
}

fn configuration(row: &Row) -> String {
    let name = &row.entry.name;
    let verdict = verdict(&row.standing);
    let mut text = match &row.found {
        Err(failure) => format!("{name:<58} {verdict:<9} {failure}\n"),
        Ok(found) => {
            format!(
                "{name:<58} {verdict:<9} {:>9} {:>6} {:>6.1}s  {}\n",
                found.distinct,
                found.depth,
                found.took.as_secs_f64(),
                breaks(found)
            )
        }
    };
    if let Some(why) = complaint(row) {
        let _ = writeln!(text, "    {why}");
    }
    text
}

/// What broke, each after how many actions.
pub(super) fn breaks(found: &Checked) -> String {
    let one = |one: &Broken| format!("{} in {}", one.property.id(), one.trace.steps.len());
    found.broken.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn verdict(standing: &RowStanding) -> &'static str {
    match standing {
        RowStanding::Checked(Standing::Holds) => "holds",
        RowStanding::Checked(Standing::BreaksAsExpected) => "breaks",
        RowStanding::Checked(Standing::Derived) => "derived",
        RowStanding::Checked(Standing::Breaks(_) | Standing::DoesNotBreak(_)) => "WRONG",
        RowStanding::Checked(Standing::Disagreement) => "DISPUTED",
        RowStanding::Deeper(_) => "deeper",
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
            let see = format!("; see: onceproof explain {name}");
            let see = if row.explained { see } else { String::new() };
            format!("not expected to break: {}{see}", names(more))
        }
        RowStanding::Checked(Standing::DoesNotBreak(fewer)) => {
            format!("expected to break, and does not: {}", names(fewer))
        }
        RowStanding::Checked(Standing::Disagreement) => {
            let said = row.found.as_ref().map(|found| found.disagreements.join("; "));
            format!("the two checkers disagree: {}", said.unwrap_or_default())
        }
        RowStanding::Deeper(more) => format!("with one more of each fault, too: {}", names(more)),
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
    let mut text = String::new();
    let runs = sixteen_runs(done).map_err(|failure| failure.to_string())?;
    if !runs.is_empty() {
        text.push_str(&run_table(&runs));
    }
    let contracts: Vec<&ContractRow> = verification::contracts(done).collect();
    if !contracts.is_empty() {
        text.push_str(&contract_table(&contracts));
    }
    let mutants: Vec<&MutantRow> = verification::mutant_rows(done).collect();
    if !mutants.is_empty() {
        text.push_str(&mutant_tables(&mutants, summary.partial));
    }
    text.push_str(&closing(summary));
    Ok(text)
}

/// A row a strategy, a column a fault set.
fn run_table(runs: &[Run]) -> String {
    let mut text = String::from(
        "\nThe strategies of callers under faults: after how many actions an effect can run twice \
         (`!`: and is\nacknowledged as completed); `-`: never.\n\n",
    );
    let mut faults: Vec<&str> = Vec::new();
    let mut strategies: Vec<&str> = Vec::new();
    for run in runs {
        if !faults.contains(&run.faults.as_str()) {
            faults.push(&run.faults);
        }
        if !strategies.contains(&run.strategy.as_str()) {
            strategies.push(&run.strategy);
        }
    }
    let _ = write!(text, "{:<24}", "STRATEGY");
    for fault in &faults {
        let _ = write!(text, "{fault:>13}");
    }
    text.push('\n');
    for strategy in strategies {
        let _ = write!(text, "{strategy:<24}");
        for fault in &faults {
            let run = runs.iter().find(|run| run.strategy == strategy && run.faults == *fault);
            let cell = match run.map(|run| (run.duplicates_in, run.acknowledged)) {
                None => String::new(),
                Some((None, _)) => "-".to_owned(),
                Some((Some(length), true)) => format!("{length} !"),
                Some((Some(length), false)) => length.to_string(),
            };
            let _ = write!(text, "{cell:>13}");
        }
        text.push('\n');
    }
    let twice = runs.iter().filter(|run| run.duplicates_in.is_some()).count();
    let told = runs.iter().filter(|run| run.acknowledged).count();
    let _ = writeln!(
        text,
        "{twice} of {} run an effect twice; in {told} of them the caller is told that it is done.",
        runs.len()
    );
    text
}

/// Mutants against properties, the bounds that they need, and faults of data.
fn mutant_tables(mutants: &[&MutantRow], partial: bool) -> String {
    let mut text = String::from(
        "\nMutants, and the properties that they break: after how many actions (`*`: the one that \
         is to catch\nit; in brackets: broken without the mutant too).\n\n",
    );
    let rows: Vec<matrix::Row> =
        mutants.iter().filter_map(|row| row.found.as_ref().ok().cloned()).collect();
    text.push_str(&matrix::text(&rows));
    for row in mutants {
        let name = &row.mutant.name;
        match &row.found {
            Err(trouble) => {
                let _ = writeln!(text, "    UNKNOWN: {name}: {trouble}");
            }
            Ok(found) if !found.is_killed() => {
                let _ = writeln!(text, "    SURVIVES: {name}");
            }
            Ok(_) if !row.as_recorded => {
                let _ = writeln!(text, "    CHANGED: {name} is not as recorded");
            }
            Ok(_) => {}
        }
    }
    if !partial {
        text.push_str(
            "\nHow much of each bound the mutants need; with one less the one that is named \
             survives.\n\n",
        );
        text.push_str(&record::text(&record::needed(&rows)));
        text.push_str("\nFaults of data, caught by property tests of the real functions.\n\n");
        for fault in DATA_MUTANTS {
            let _ = writeln!(text, "{:<34} {}", fault.name, fault.killed_by);
        }
    }
    text
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
        if row.found.is_ok() && !row.as_recorded {
            text.push_str("    CHANGED: this is not what is recorded\n");
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
    if let Some(mutant) = &summary.switched_on {
        let _ = writeln!(text, "The mutant {mutant} was switched on in every configuration.");
    }
    if summary.deep {
        text.push_str(
            "One more of each fault was allowed; nothing was compared with the record.\n",
        );
    }
    let _ = writeln!(
        text,
        "Configurations: {} distinct states and {} transitions; environments of contracts: {} \
         states; mutants: {} states. Each was seen by two checkers that share nothing but the model.",
        summary.distinct, summary.generated, summary.contract_states, summary.mutant_states
    );
    if summary.symmetric > 0 {
        let _ = writeln!(
            text,
            "In {} configurations callers that are alike were exchanged: their {} states stand for \
             {}, on average {:.0} % of the factor that the size of the group allows.",
            summary.symmetric,
            summary.representatives,
            summary.full,
            summary.symmetry_share * 100.0
        );
    }
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

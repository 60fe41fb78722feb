//! All of it as tables in Markdown, without times, so that what is generated stays the same.

use super::json::standing;
use super::summary::Summary;
use super::text::{breaks, contract_name};
use onceproof::models::promises::Cell;
use onceproof::models::verification::{self, ContractRow, Done, MutantRow, Row};
use onceproof::property::Property;
use std::fmt::Write;

pub(super) fn all(done: &[Done], summary: &Summary) -> Result<String, String> {
    let mut text = String::new();
    let rows: Vec<String> = verification::configurations(done).map(configuration).collect();
    if !rows.is_empty() {
        text.push_str(
            "| configuration | verdict | breaks, after so many actions | states | depth |\n",
        );
        text.push_str("|---|---|---|--:|--:|\n");
        text.extend(rows);
        text.push('\n');
    }
    let rows: Vec<String> = verification::contracts(done).map(contract).collect();
    if !rows.is_empty() {
        let ids: Vec<&str> = Property::ALL.iter().map(|property| property.id()).collect();
        let _ = writeln!(text, "| contract | {} | when a worker stops |", ids.join(" | "));
        let _ = writeln!(text, "|---|{}---|", "--:|".repeat(ids.len()));
        text.extend(rows);
        text.push('\n');
    }
    let rows: Vec<String> = verification::mutant_rows(done).map(mutant).collect();
    if !rows.is_empty() {
        let ids: Vec<&str> = Property::ALL.iter().map(|property| property.id()).collect();
        let _ = writeln!(text, "| mutant | {} |", ids.join(" | "));
        let _ = writeln!(text, "|---|{}", "--:|".repeat(ids.len()));
        text.extend(rows);
        text.push('\n');
    }
    let all = summary.configurations + summary.contracts + summary.mutants;
    let _ = writeln!(
        text,
        "{} of {all} as expected; {} distinct states, of which {} are cut by a bound.",
        summary.as_expected, summary.distinct, summary.frontier
    );
    Ok(text)
}

fn configuration(row: &Row) -> String {
    let (name, verdict) = (&row.entry.name, standing(&row.standing));
    match &row.found {
        Err(failure) => format!("| `{name}` | {verdict} | {failure} | | |\n"),
        Ok(found) => {
            let (states, depth) = (found.distinct, found.depth);
            format!("| `{name}` | {verdict} | {} | {states} | {depth} |\n", breaks(found))
        }
    }
}

fn mutant(row: &MutantRow) -> String {
    let mut text = format!("| `{}` |", row.mutant.name);
    for property in Property::ALL {
        let id = property.id();
        let length = row.found.as_ref().ok().and_then(|found| found.breaks.get(id));
        let given =
            row.found.as_ref().is_ok_and(|found| found.given_up.iter().any(|one| one == id));
        let _ = match length {
            None => write!(text, " |"),
            Some(length) if *property == row.mutant.killed_by => write!(text, " **{length}** |"),
            Some(length) if given => write!(text, " ({length}) |"),
            Some(length) => write!(text, " {length} |"),
        };
    }
    text.push('\n');
    text
}

fn contract(row: &ContractRow) -> String {
    let mut text = format!("| {} |", contract_name(row));
    match &row.found {
        Err(failure) => {
            let _ = writeln!(text, " undetermined in {} |", failure.environment);
        }
        Ok(found) => {
            for cell in found.cells.values() {
                let _ = match cell {
                    Cell::Promised => write!(text, " + |"),
                    Cell::GivenUp { run, .. } => write!(text, " {} |", run.len()),
                    Cell::NotApplicable => write!(text, " . |"),
                };
            }
            let honest = if found.honest { "honest" } else { "not always honest" };
            let _ = writeln!(text, " {}; {honest} |", found.guarantee.words());
        }
    }
    text
}

//! Which mutant breaks which property, and after how many actions.
//!
//! *What it claims.* Both checkers searched each mutant's configuration, with it and without it,
//! all properties checked; lengths are those of shortest runs.
//! *How that is checked.* `tests/mutants.rs` compares it with what is recorded, and asks of each
//! mutant and of each property what [`super`] claims.
//! *What is not covered.* What a mutant breaks in larger worlds.

use super::bounds::{self, Smallest};
use super::{LIMITS, Mutant, Trouble};
use crate::models::catalogue::Checked;
use crate::property::Property;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What was found of one mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name.
    pub mutant: String,
    /// The property that catches it, by its id.
    pub killed_by: String,
    /// Every property that breaks with it, by its id: the number of actions of a shortest run.
    pub breaks: BTreeMap<String, usize>,
    /// Those that break without it too, in the same configuration.
    pub given_up: Vec<String>,
    /// Different states with it, up to the exchange of callers that are alike.
    pub distinct: u64,
    /// The bounds of its configuration: none of them can be lowered.
    pub smallest: Smallest,
}

/// Checks one mutant in its own configuration, with it and without it.
///
/// # Errors
/// When nothing was found out, or the two checkers disagree.
pub fn row(mutant: &Mutant) -> Result<Row, Trouble> {
    let with = agreed(mutant.check(&mutant.entry, LIMITS)?)?;
    let without = crate::models::catalogue::check(&mutant.entry, None, LIMITS);
    let without = agreed(without.map_err(Trouble::Failure)?)?;
    let configuration =
        mutant.fault.over(&mutant.entry.configuration).map_err(Trouble::NotApplicable)?;
    let id = |property: Property| property.id().to_owned();
    Ok(Row {
        mutant: mutant.name.clone(),
        killed_by: id(mutant.killed_by),
        breaks: with.broken.iter().map(|one| (id(one.property), one.trace.steps.len())).collect(),
        given_up: without.broken.iter().map(|one| id(one.property)).collect(),
        distinct: with.distinct,
        smallest: bounds::of(&configuration),
    })
}

fn agreed(checked: Checked) -> Result<Checked, Trouble> {
    match checked.disagreements.first() {
        Some(one) => Err(Trouble::NotApplicable(format!("the two checkers disagree: {one}"))),
        None => Ok(checked),
    }
}

impl Row {
    /// Whether the property that the mutant's file names breaks, and only with the mutant.
    #[must_use]
    pub fn is_killed(&self) -> bool {
        self.breaks.contains_key(&self.killed_by) && !self.given_up.contains(&self.killed_by)
    }

    /// Whether this property breaks, and no other but P13, which summarises.
    #[must_use]
    pub fn breaks_alone(&self, property: Property) -> bool {
        let summary = Property::RefinesPromise.id();
        let others = self.breaks.keys().filter(|id| *id != property.id() && *id != summary);
        self.breaks.contains_key(property.id()) && others.count() == 0
    }
}

/// The matrix as text: a row a mutant, a column a property. The property that catches the mutant
/// is marked by `*`; what is given up, and breaks without it too, is in brackets.
#[must_use]
pub fn text(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.mutant.len()).max().unwrap_or(0);
    let mut text = format!("{:<width$}", "mutant");
    for property in Property::ALL {
        let _ = write!(text, " {:>4}", property.id());
    }
    text.push('\n');
    for row in rows {
        let _ = write!(text, "{:<width$}", row.mutant);
        for property in Property::ALL {
            let id = property.id();
            let cell = row.breaks.get(id).map_or(String::new(), |length| {
                if row.killed_by == id {
                    format!("*{length}")
                } else if row.given_up.iter().any(|given| given == id) {
                    format!("({length})")
                } else {
                    length.to_string()
                }
            });
            let _ = write!(text, " {:>4}", if cell.is_empty() { "." } else { &cell });
        }
        text.push('\n');
    }
    text
}

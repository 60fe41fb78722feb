//! The report of the reservation: its rows, and the inquiry.
//!
//! *What it claims.* Each row tells the required behaviour, what was counted, and what the
//! control showed.
//! *How that is checked.* The JSON form is read back in the tests, and a row that does not hold
//! is named.
//! *What is not covered.* The wording of the text form is for people and may change.

use super::inquiry::{Traced, effects_by_intent};
use super::row::{Judged, Verdict};
use super::rows::{Afterwards, ROWS, two_intents};
use serde::Serialize;
use std::fmt::Write;

/// The report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of this form.
    pub version: u32,
    /// Which example it is.
    pub example: &'static str,
    /// The contract of the layer.
    pub contract: &'static str,
    /// The rows.
    pub rows: Vec<Judged>,
    /// Which effects belong to which intent.
    pub inquiry: Vec<Traced>,
}

impl Report {
    /// Plays every row.
    #[must_use]
    pub fn of_this_crate() -> Report {
        let Afterwards { intents, layer, calls: _ } = two_intents();
        Report {
            version: 1,
            example: "reservation",
            contract: "strict",
            rows: ROWS.iter().map(super::row::Row::judge).collect(),
            inquiry: effects_by_intent(&intents, &layer),
        }
    }

    /// The questions of the rows that do not hold. Empty when all do.
    #[must_use]
    pub fn failures(&self) -> Vec<&'static str> {
        let failed = self.rows.iter().filter(|row| row.verdict != Verdict::Holds);
        failed.map(|row| row.question).collect()
    }

    /// The report for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "Two filters for job PR-62, held once, under `{}`.", self.contract)?;
        for row in &self.rows {
            writeln!(text, "\n{}  {}: {}", row.id, row.question, row.verdict.name())?;
            writeln!(text, "  required  {}", row.required)?;
            writeln!(text, "  evidence  {}", row.evidence)?;
            writeln!(text, "  control   {}", row.control.fault)?;
            let heads = ("", "observed", "control");
            writeln!(text, "  {:<60}{:>12}{:>12}", heads.0, heads.1, heads.2)?;
            for ((name, observed), (_, control)) in row.observed.iter().zip(&row.control.observed) {
                writeln!(text, "  {:<60}{observed:>12}{control:>12}", name.replace('_', " "))?;
            }
        }
        writeln!(text, "\nWhich effects belong to which intent?")?;
        for traced in &self.inquiry {
            writeln!(text, "  {}: key {}", traced.intent, traced.request.key)?;
            if let Some(earlier) = &traced.follows {
                writeln!(text, "    follows   key {}", earlier.key)?;
            }
            for attempt in &traced.attempts {
                writeln!(text, "    attempt   {attempt}")?;
            }
            for effect in &traced.effects {
                let (reference, units) = (&effect.reference.0, effect.units);
                writeln!(
                    text,
                    "    effect    {reference}, {units:+} held, attempt {}",
                    effect.attempt
                )?;
            }
        }
        Ok(())
    }
}

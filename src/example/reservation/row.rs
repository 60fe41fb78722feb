//! A row of the contract table, and how it is judged.
//!
//! *What it claims.* A row holds when the layer shows exactly the numbers that are required,
//! and a variant with one fault shows exactly the wrong numbers that were foretold for it.
//! *How that is checked.* A row whose variant is played in place of the layer is violated, and
//! one whose layer is played in place of the variant is empty.
//! *What is not covered.* Numbers are counts of a few stories, not proofs.

use serde::{Serialize, Serializer};

/// Named numbers, most of them counted in the ledger.
pub type Numbers = Vec<(&'static str, i64)>;

/// Who stands in front of the inventory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// The layer of this crate.
    Layer,
    /// The control: the same, with the fault that the row names.
    Control,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its id in the table of what is asked for.
    pub id: &'static str,
    /// What is asked of the contract.
    pub question: &'static str,
    /// What must happen.
    pub required: &'static str,
    /// By what it is judged.
    pub evidence: &'static str,
    /// The numbers that show it, written by hand.
    pub must_show: &'static [(&'static str, i64)],
    /// The fault of the control.
    pub fault: &'static str,
    /// The numbers that the control shows, written by hand.
    pub control_shows: &'static [(&'static str, i64)],
    /// Plays the row's story and counts.
    pub play: fn(Played) -> Numbers,
}

/// What a row came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The numbers are the required ones, and the control's are the foretold wrong ones.
    Holds,
    /// The numbers are not the required ones.
    Violated,
    /// The control is not seen to fail as foretold, so the row shows nothing.
    Empty,
}

impl Verdict {
    /// The verdict's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Empty => "empty",
        }
    }
}

/// A row with what was seen.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The row's id.
    pub id: &'static str,
    /// What is asked of the contract.
    pub question: &'static str,
    /// What must happen.
    pub required: &'static str,
    /// By what it is judged.
    pub evidence: &'static str,
    /// What the layer showed.
    #[serde(serialize_with = "as_members")]
    pub observed: Numbers,
    /// What the control showed.
    pub control: Control,
    /// What the row came to.
    pub verdict: Verdict,
}

/// What a control showed.
#[derive(Clone, Debug, Serialize)]
pub struct Control {
    /// Its fault.
    pub fault: &'static str,
    /// Its numbers.
    #[serde(serialize_with = "as_members")]
    pub observed: Numbers,
}

impl Row {
    /// Plays the row with the layer and with the control, and judges it.
    #[must_use]
    pub fn judge(&self) -> Judged {
        self.judge_by((self.play)(Played::Layer), (self.play)(Played::Control))
    }

    /// Judges numbers.
    #[must_use]
    pub fn judge_by(&self, observed: Numbers, control: Numbers) -> Judged {
        let control_fails = self.control_shows != self.must_show && control == self.control_shows;
        let verdict = match (observed == self.must_show, control_fails) {
            (false, _) => Verdict::Violated,
            (true, false) => Verdict::Empty,
            (true, true) => Verdict::Holds,
        };
        Judged {
            id: self.id,
            question: self.question,
            required: self.required,
            evidence: self.evidence,
            observed,
            control: Control { fault: self.fault, observed: control },
            verdict,
        }
    }
}

fn as_members<S: Serializer>(
    numbers: &[(&'static str, i64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(numbers.iter().copied())
}

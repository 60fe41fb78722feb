//! What is said of a trace.

use crate::property::{Property, Whose};
use crate::spec::{Clause, RequestId};
use crate::trace::Kind;
use crate::trace::form::AnswerForm;
use std::collections::{BTreeMap, BTreeSet};

/// What is said of a trace: of each property, and of what is beside the properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Of each property.
    pub verdicts: BTreeMap<Property, Verdict>,
    /// Every event that breaks a property, in order; also where the verdict is undetermined.
    pub breaches: Vec<Breach>,
    /// Answers that the table does not allow, whether or not a property breaks.
    pub not_linearizable: Vec<Unlisted>,
    /// Effects that no claim covers, by their numbers.
    pub uncovered: Vec<u64>,
    /// On what all this rests.
    pub bounds: Bounds,
}

/// What is said of one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No event of the trace breaks it, and the trace lacks none that could.
    Holds,
    /// An event breaks it.
    Violated(Box<Breach>),
    /// The trace does not show which.
    Undetermined {
        /// Why not.
        why: String,
    },
}

/// An event that breaks a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The event's number.
    pub seq: u64,
    /// The property.
    pub property: Property,
    /// Whose it is.
    pub whose: Whose,
    /// What the event did.
    pub sentence: &'static str,
    /// Of which request.
    pub request: Option<RequestId>,
    /// Of which intent.
    pub intent: Option<String>,
    /// The clause by which the answer was decided, where the trace says it.
    pub clause: Option<Clause>,
    /// The values by which what is declared gives the property up; then this is allowed by it,
    /// and no fault of the layer.
    pub allowed_by: Vec<String>,
}

/// An answer that the table does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlisted {
    /// The event's number.
    pub seq: u64,
    /// What is wrong with it.
    pub sentence: &'static str,
    /// The answer.
    pub answer: AnswerForm,
    /// What is allowed in its place, and by which clause. Empty: nothing was to be answered.
    pub instead: Vec<(AnswerForm, Clause)>,
}

/// On what a judgement rests.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bounds {
    /// How many events were read.
    pub events: usize,
    /// How many operations were seen to take effect.
    pub decided: usize,
    /// How many returns stand for decisions, since nothing overlaps with them.
    pub placed: usize,
    /// The calls of which it is open when, or whether, they took effect.
    pub open_calls: BTreeSet<u64>,
    /// The kinds of events that the trace may lack.
    pub missing: BTreeSet<Kind>,
    /// Whether the trace says intents. Otherwise the request stands for the intent, and faults
    /// in the choice of keys are invisible: one intent under two keys, two under one.
    pub intents: bool,
    /// How many contracts the declared one allows; 0 when none is declared.
    pub contracts: u64,
    /// By how much the clocks on which operations were judged may differ; None: not known.
    pub slack: Option<u64>,
}

impl Judgement {
    /// What is said of a property.
    #[must_use]
    pub fn of(&self, property: Property) -> Option<&Verdict> {
        self.verdicts.get(&property)
    }

    /// The properties that are violated.
    pub fn violated(&self) -> impl Iterator<Item = &Breach> + '_ {
        self.verdicts.values().filter_map(|verdict| match verdict {
            Verdict::Violated(breach) => Some(&**breach),
            Verdict::Holds | Verdict::Undetermined { .. } => None,
        })
    }
}

impl Bounds {
    /// The bounds in sentences, one a line.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut says = vec![format!(
            "{} events were read, and {} operations seen to take effect",
            self.events, self.decided
        )];
        if self.placed > 0 {
            says.push(format!(
                "{} returns stand for decisions, since nothing overlaps with them",
                self.placed
            ));
        }
        if !self.open_calls.is_empty() {
            says.push(format!(
                "when, or whether, {} calls took effect is open, and was not guessed",
                self.open_calls.len()
            ));
        }
        if !self.missing.is_empty() {
            let names: Vec<_> = self.missing.iter().map(|kind| kind.name()).collect();
            says.push(format!("events may be missing: {}", names.join(", ")));
        }
        if !self.intents {
            says.push(
                "the request stands for the intent: one intent under two keys, and two intents \
                 under one key, are invisible"
                    .to_owned(),
            );
        }
        match self.contracts {
            0 => says.push("no contract is declared".to_owned()),
            1 => {}
            many => says.push(format!("{many} contracts are considered")),
        }
        match self.slack {
            Some(0) => {}
            Some(ticks) => says.push(format!("clocks may differ by {ticks} ticks")),
            None => says.push("by how much clocks differ is not known".to_owned()),
        }
        says
    }
}

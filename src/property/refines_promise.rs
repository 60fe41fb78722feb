//! P13: every decision keeps the promise, or is a named give-up.
//!
//! *What it claims.* Every decision is a step, or a stutter, of level 0, or one of the places
//! where the contract gives it up by name.
//! *How it is checked.* [`crate::spec::refinement::judge`], on the settled record and the
//! decision, where whoever tells the monitor knows them. [`judge`](fn@super::judge) knows them from
//! replaying the table, and from the answer itself where the table does not allow it.
//! *What is not covered.* Decisions of which the record is not known. This property summarises:
//! what breaks it breaks another one too, or is not in the table.
//!
//! Read of the monitor: nothing.

use super::Property;
use super::event::Observed;
use super::violation::Violation;
use crate::spec::Values;
use crate::spec::refinement::{Standing, judge};

pub(super) fn broken_by<V: Values>(event: &Observed<V>) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let (settled, decision) = decided.step.as_deref()?;
    let sentence = "the decision is no step of the promise, and no clause gives the promise up \
                    there";
    (judge(settled, decision) == Standing::Breaks).then(|| {
        let violation = Violation::new(Property::RefinesPromise, sentence);
        violation.of(decided.request, decided.intent)
    })
}

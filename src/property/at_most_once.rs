//! P1: one intent has at most one effect.
//!
//! *What it claims.* A second effect is excused only where the declared retention of the same
//! request ended between the first's completion and the second's begin (it then counts under
//! P10). Another request id never excuses, and an effect that no claim covers is never excused.
//! *How it is checked.* Effects are counted per intent. A start after such an end of retention
//! sets the count to 0 for the claims begun from then on, and for no others.
//! *What is not covered.* Effects of which nobody knows the intent; a destination that was
//! restored and lost effects. A destination that is idempotent by nature has one effect,
//! however often it applies it.
//!
//! Read of the monitor: `OfIntent::{effects, first, excused, lost}`, `OfClaim::fresh`,
//! `OfRequest::outcome`.

use super::Property;
use super::event::Observed;
use super::monitor::Monitor;
use super::violation::{Violation, Whose};
use crate::spec::Values;

pub(super) fn broken_by<V: Values>(before: &Monitor<V>, event: &Observed<V>) -> Option<Violation> {
    let Observed::Effect(effect) = event else { return None };
    let intent = effect.intent.and_then(|intent| before.intent(intent))?;
    if effect.idempotent || !intent.applied() {
        return None;
    }
    let claim = effect.claim.as_ref().and_then(|claim| before.claim(claim, effect.request));
    let fresh = claim.is_some_and(|claim| claim.fresh);
    if intent.effects == 0 && intent.excused && fresh {
        return None;
    }
    let other_request = intent.first.is_some()
        && effect.request.is_some_and(|request| intent.first != Some(request));
    let says = |sentence, whose| {
        let violation = Violation::new(Property::AtMostOnce, sentence).whose(whose);
        violation.of(effect.request, effect.intent)
    };
    Some(if other_request {
        says("a second effect of the intent took place, under another request id", Whose::Caller)
    } else if effect.promised {
        says(
            "a second effect of the intent took place, where the destination promised to \
             recognise the first",
            Whose::Destination,
        )
    } else if intent.lost {
        let volatile = true;
        let sentence = "a second effect of the intent took place, after the volatile store lost \
                        the record of the first";
        Violation { volatile, ..says(sentence, Whose::Store) }
    } else if before.restored {
        let sentence = "a second effect of the intent took place, after the store went back to \
                        an earlier state";
        says(sentence, Whose::Store)
    } else {
        says("a second effect of the intent took place", Whose::Layer)
    })
}

//! P5: what is completed stays completed.
//!
//! *What it claims.* A completed record and its outcome stay for as long as its declared
//! retention protects them, a restore included. A restore's loss is charged when an answer shows
//! it, and never excused.
//! *How it is checked.* Each answer, and each write of a sweeper, is compared with the outcome
//! that was recorded last.
//! *What is not covered.* A different outcome that is only told, and not recorded: that is P3.
//!
//! Read of the monitor: `OfRequest::outcome`.

use super::Property;
use super::event::{Decided, Did, Observed, Saying};
use super::facts::Kept;
use super::monitor::Monitor;
use super::violation::{Violation, Whose};
use super::watch::Watch;
use crate::spec::contract::Terms;
use crate::spec::{Told, Values, View};

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    let (when, intent) = match event {
        Observed::Decided(decided) => (decided.when, decided.intent),
        Observed::Swept { when, .. } => (*when, None),
        _ => return None,
    };
    let it = event.request().and_then(|request| before.request(request))?;
    let kept = it.outcome.as_ref().filter(|kept| watch.holds(kept.until, when))?;
    let sentence = match event {
        Observed::Decided(decided) => regression(kept, decided)?,
        Observed::Swept { to, .. } if !shows(*to) => {
            "a sweeper removed an outcome that is still retained"
        }
        _ => return None,
    };
    let whose = if before.restored { Whose::Store } else { Whose::Layer };
    let violation = Violation::new(Property::NoTerminalRegression, sentence).whose(whose);
    Some(violation.of(Some(it.request), intent))
}

fn regression<V: Values>(kept: &Kept<V>, decided: &Decided<V>) -> Option<&'static str> {
    match decided.did() {
        Did::Completed(outcome) | Did::Reconciled(outcome) if outcome == kept.outcome => {
            return None;
        }
        Did::Completed(_) | Did::Reconciled(_) => {
            return Some("a recorded outcome was written over while it is retained");
        }
        Did::Started | Did::Renewed | Did::Released | Did::Quarantined | Did::Denied => {
            return Some("a completed request was opened again while its outcome is retained");
        }
        Did::Cancelled => return Some("a completed request was cancelled"),
        Did::Nothing => {}
    }
    let shown = match &decided.answer {
        Saying::InProgress
        | Saying::Uncertain
        | Saying::Lapsed(_)
        | Saying::UnknownRequest
        | Saying::AlreadyReleased
        | Saying::LeaseOver
        | Saying::Replayed(Some(Told::Indeterminate)) => false,
        Saying::Status { view: Some(view), .. } => shows(*view),
        _ => true,
    };
    (!shown).then_some("an answer shows that a completed request is no longer completed")
}

fn shows(view: View) -> bool {
    matches!(view, View::CompletedSuccess | View::CompletedRefused)
}

//! P2: no intent is lost.
//!
//! *What it claims.* When success was acknowledged and there is no effect yet, some live attempt
//! or deliverable message can still produce it.
//! *How it is checked.* After each event that can take a possibility away. A claim runs from its
//! start until its own holder closes it, a resolve closes it, or its process crashes; a delivery
//! runs from its arrival until its begin is answered, it is done with, or its process crashes.
//! *What is not covered.* Whether what can still happen does: at the end of a log that is open.
//!
//! Read of the monitor: `OfIntent::{acknowledged, effects, under_way, misled, said}`,
//! `OfClaim::runs`.

use super::Property;
use super::event::{Id, Observed};
use super::facts::OfIntent;
use super::monitor::Monitor;
use super::violation::{Violation, Whose};
use crate::spec::Values;

/// Whether an event can take the last possibility away.
pub(super) fn may_lose<V: Values>(event: &Observed<V>) -> bool {
    matches!(
        event,
        Observed::Decided(_)
            | Observed::Arrived { .. }
            | Observed::Acknowledged { .. }
            | Observed::Crashed { .. }
            | Observed::Done { .. }
    )
}

/// The intents that are lost now, and were not said to be. In a large monitor only those are
/// looked at that the event is about, unless it is a crash.
pub(super) fn lost<V: Values>(after: &Monitor<V>, event: &Observed<V>) -> Vec<OfIntent> {
    let all =
        !after.is_large() || matches!(event, Observed::Crashed { .. } | Observed::Done { .. });
    let about = if all { Vec::new() } else { about(after, event) };
    let runs = |intent: &OfIntent| {
        let mut claims = after.claims.iter();
        claims.any(|claim| claim.intent == Some(intent.intent) && claim.runs.is_some())
    };
    let waits = |it: &&OfIntent| it.acknowledged && !it.applied() && !it.said;
    let lost = |it: &&OfIntent| it.under_way == 0 && !runs(it);
    let concerned = |it: &&OfIntent| all || about.contains(&it.intent);
    after.intents.iter().filter(concerned).filter(waits).filter(lost).cloned().collect()
}

/// The intents that an event is about: the asker's, the claim's, the holder's.
fn about<V: Values>(after: &Monitor<V>, event: &Observed<V>) -> Vec<Id> {
    let asker = event.intent();
    let Observed::Decided(decided) = event else { return asker.into_iter().collect() };
    let claim = decided.claim.as_ref().and_then(|claim| after.claim(claim, decided.request));
    let request = decided.request.and_then(|request| after.request(request));
    let holder = request.and_then(|request| request.holder.as_ref());
    let claimed = claim.and_then(|claim| claim.intent);
    let held = holder.and_then(|holder| holder.intent);
    [asker, claimed, held].into_iter().flatten().collect()
}

pub(super) fn violation(lost: &OfIntent) -> Violation {
    let (whose, sentence) = if lost.misled {
        (
            Whose::Caller,
            "success was acknowledged on the outcome of another intent under the same \
                         request id, and nothing can produce the effect any more",
        )
    } else {
        (
            Whose::Layer,
            "success was acknowledged, there was no effect, and nothing can produce it \
                        any more",
        )
    };
    Violation::new(Property::NoLostIntent, sentence).whose(whose).of(None, Some(lost.intent))
}

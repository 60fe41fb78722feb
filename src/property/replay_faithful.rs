//! P3: what is replayed is the outcome, and the asker's own.
//!
//! *What it claims.* Within a generation (it grows at forget, delete and reopen, and when a
//! lapsed request is resolved) all outcomes told for a request id are equal, as far as the
//! contract replays them, and stem from the asker's intent and scope. A tombstone is told to
//! every intent.
//! *How it is checked.* The first outcome that was recorded, or else told, is remembered with
//! the intent that it is of, and each outcome told is compared with it.
//! *What is not covered.* Under `equivalent`, whether two successes are equivalent.
//!
//! Read of the monitor: `OfRequest::{first, seen, gone_from}`.

use super::Property;
use super::event::Observed;
use super::monitor::Monitor;
use super::violation::{Violation, Whose};
use super::watch::Watch;
use crate::spec::contract::{Replay, Terms};
use crate::spec::{Kind, Outcome, Refusal, Told, Values};

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let told = decided.told().filter(|told| kind(told).is_some())?;
    let says = |sentence, whose| {
        let violation = Violation::new(Property::ReplayFaithful, sentence).whose(whose);
        Some(violation.of(decided.request, decided.intent))
    };
    let request = decided.request.and_then(|request| before.request(request));
    let Some(request) = request.filter(|it| it.seen) else {
        let sentence = "an outcome was told of a request that was never begun";
        return says(sentence, Whose::Layer);
    };
    let first = request.first.as_ref()?;
    if !watch.holds(request.gone_from, decided.when) && !agree(watch.contract, &first.told, &told) {
        // It may have been forgotten and begun anew where nobody saw it.
        return None;
    }
    if !agree(watch.contract, &first.told, &told) {
        return says("an outcome was told that differs from the first one", Whose::Layer);
    }
    let tombstone = Told::Outcome(Outcome::Refused(Refusal::Cancelled));
    let other = first.intent.zip(decided.intent).is_some_and(|(of, asker)| of != asker);
    if other && first.told != tombstone {
        return says("the outcome of another intent was told", Whose::Caller);
    }
    None
}

/// Whether two outcomes told are the same, as far as the contract replays them.
fn agree<V: Values>(contract: &impl Terms, first: &Told<V>, told: &Told<V>) -> bool {
    let kinds_only = matches!(first, Told::KindOnly(_)) || matches!(told, Told::KindOnly(_));
    let successes = kind(first) == Some(Kind::Success) && kind(told) == Some(Kind::Success);
    if kinds_only {
        return kind(first) == kind(told);
    }
    first == told || successes && contract.replay() == Replay::Equivalent
}

fn kind<V: Values>(told: &Told<V>) -> Option<Kind> {
    match told {
        Told::Outcome(outcome) => Some(outcome.kind()),
        Told::KindOnly(kind) => Some(*kind),
        Told::Indeterminate => None,
    }
}

//! Witnesses: behaviour that shows that a property says something.
//!
//! *What it claims.* An event is a witness of a property when the situation has come about of
//! which the property speaks, and the property held: had the answer been another one, it would
//! have broken.
//! *How that is checked.* `tests/catalogue.rs`: each property has one in some world, and a mutant
//! in some world that breaks it.
//! *What is not covered.* How often. One is enough.

use super::Property;
use super::event::{Decided, Did, Observed, Saying};
use super::facts::{End, OfRequest};
use super::mask::Mask;
use super::monitor::Monitor;
use super::watch::Watch;
use crate::spec::contract::Terms;
use crate::spec::{Operation, Values, View};

impl<V: Values> Observed<V> {
    /// Whether such an event can be a witness of anything.
    pub fn may_be_a_witness(&self) -> bool {
        matches!(self, Observed::Acknowledged { .. } | Observed::Decided(_))
    }
}

/// The properties of which an event is a witness.
pub fn witness<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Mask {
    let of = |property: Property, met: bool| if met { Mask::of(&[property]) } else { Mask::NONE };
    match event {
        Observed::Acknowledged { intent, by } => {
            let applied = before.intent(*intent).is_some_and(|it| it.applied());
            let known = before.evidence.iter().any(|(of, who)| of == intent && Some(*who) == *by);
            of(Property::NoLostIntent, applied).and(of(Property::HonestAcknowledgement, known))
        }
        Observed::Decided(decided) => decides(before, watch, decided),
        _no_question_of_any => Mask::NONE,
    }
}

fn decides<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    decided: &Decided<V>,
) -> Mask {
    let kept = decided.request.and_then(|request| before.request(request));
    let intent = decided.intent.and_then(|intent| before.intent(intent));
    let refused = decided.did() == Did::Nothing;
    let asks = matches!(decided.operation, Operation::Begin(_));
    let closes = decided.named().is_some();
    let elsewhere = |it: &OfRequest<V>| it.scope != decided.scope && it.seen;
    let met = |property: Property| match property {
        Property::AtMostOnce => asks && refused && intent.is_some_and(|it| it.effects > 0),
        Property::ReplayFaithful => {
            decided.told().is_some() && kept.is_some_and(|it| it.first.is_some())
        }
        Property::Ownership => {
            closes && refused && kept.is_some_and(|it| it.owns(decided) == Some(false))
        }
        Property::NoTerminalRegression => {
            let held = kept.and_then(|it| it.outcome.as_ref());
            refused && held.is_some_and(|kept| watch.holds(kept.until, decided.when))
        }
        Property::FingerprintGuard => decided.answer == Saying::Conflict,
        Property::ScopeIsolation => before.requests.iter().any(elsewhere),
        Property::Progress => {
            let dead = |it: &OfRequest<V>| {
                let of = |holder: &super::facts::Holder<V>| {
                    holder.dead && watch.over(holder.lease, decided.when)
                };
                it.holder.as_ref().is_some_and(of)
            };
            asks && decided.answer != Saying::InProgress && kept.is_some_and(dead)
        }
        Property::OutcomeHonesty => decided.answer == Saying::Uncertain,
        Property::RetentionHonesty => tells_protection(&decided.answer),
        Property::ExclusiveClaim => {
            let live = |it: &OfRequest<V>| {
                let of = |holder: &super::facts::Holder<V>| {
                    holder.end == End::Open && watch.holds(holder.told, decided.when)
                };
                it.holder.as_ref().is_some_and(of)
            };
            asks && refused && kept.is_some_and(live)
        }
        Property::RefinesPromise => decided.step.is_some() && !refused,
        Property::HonestDenial => matches!(decided.did(), Did::Released | Did::Denied),
        Property::NoLostIntent | Property::HonestAcknowledgement => false,
    };
    let all = Property::ALL.iter().copied().filter(|property| watch.checked.has(*property));
    all.filter(|property| met(*property)).fold(Mask::NONE, Mask::with)
}

fn tells_protection<V: Values>(answer: &Saying<V>) -> bool {
    match answer {
        Saying::Status { view, protected_until } => {
            protected_until.is_some() && *view == Some(View::CompletedSuccess)
        }
        Saying::Lapsed(_) => true,
        _ => false,
    }
}

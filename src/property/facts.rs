//! What a monitor remembers: the ghost state that properties read.
//!
//! *What it claims.* It is small: per request, per intent and per claim a few fields, each of
//! which saturates. A field that no checked property reads stays at its initial value, and an
//! entry of which all fields are initial is not kept, so that states merge.
//! *How that is checked.* `tests/monitor_laws.rs`.
//! *What is not covered.* Claims are remembered for as long as one of their effects could break
//! a promise: as many as were started, at most.

use super::Property;
use super::event::Id;
use super::mask::Mask;
use super::watch::{Deadline, Watch};
use crate::property::watch::During;
use crate::spec::contract::Terms;
use crate::spec::{Attempt, Outcome, Told, Values};

/// What is remembered of one request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OfRequest<V: Values> {
    pub(super) request: Id,
    pub(super) scope: Id,
    /// P7, P3, and whatever reads `begun_until`: whether it was ever begun, or cancelled.
    pub(super) seen: bool,
    /// P4: the highest attempt issued.
    pub(super) highest: Attempt,
    /// P6: to which payload it is bound.
    pub(super) bound: Bound<V>,
    /// P3: the first outcome of this generation, and whose it is.
    pub(super) first: Option<First<V>>,
    /// All but P7, P12 and P13: the claim that was given last.
    pub(super) holder: Option<Holder<V>>,
    /// P1, P5, P9, P10, P14: the recorded outcome.
    pub(super) outcome: Option<Kept<V>>,
    /// P3, P6, P10: from when on the contract lets the record be gone.
    pub(super) gone_from: Deadline<V::Time>,
    /// When retention is over that is counted from the first begin.
    pub(super) begun_until: Deadline<V::Time>,
    /// P10: until when protection was told to hold. Over: nothing was told.
    pub(super) told_until: Deadline<V::Time>,
}

/// To which payload a request is bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Bound<V: Values> {
    /// To none: nothing stands.
    Free,
    /// It was cancelled, without a payload: every one matches.
    ToAny,
    /// To this one.
    To(V::Fingerprint),
}

/// The first outcome of a generation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct First<V: Values> {
    pub(super) told: Told<V>,
    /// Whose it is, where that is known.
    pub(super) intent: Option<Id>,
}

/// The claim that was given last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Holder<V: Values> {
    pub(super) claim: Option<V::Claim>,
    pub(super) attempt: Option<Attempt>,
    pub(super) intent: Option<Id>,
    pub(super) process: Option<Id>,
    /// P8: whether its process has crashed.
    pub(super) dead: bool,
    pub(super) end: End,
    /// P11: the deadline that its holder was told.
    pub(super) told: Deadline<V::Time>,
    /// P8, P9: when its lease is over: as told or as declared, whichever is sooner.
    pub(super) lease: Deadline<V::Time>,
}

/// How a claim ended. Only its own holder ends it, or a resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum End {
    /// It has not.
    Open,
    /// Its holder said that it does not know.
    Unknown,
    /// It was closed.
    Closed,
}

/// A recorded outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kept<V: Values> {
    pub(super) outcome: Outcome<V>,
    /// Until when it is retained.
    pub(super) until: Deadline<V::Time>,
    /// P1: whether retention ends after the completion, and not before it.
    pub(super) excuses: bool,
}

/// What is remembered of one intent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OfIntent {
    pub(super) intent: Id,
    /// P1, P2, P14: its effects since the last excuse: 0, 1, or 2 and more.
    pub(super) effects: u8,
    /// P1: the request under which the first took place.
    pub(super) first: Option<Id>,
    /// P1: whether there were effects that retention excuses.
    pub(super) excused: bool,
    /// P1: whether its effect was forgotten with a volatile store.
    pub(super) lost: bool,
    /// P2: whether success was acknowledged.
    pub(super) acknowledged: bool,
    /// P2: whether the outcome of another intent was told to it.
    pub(super) misled: bool,
    /// P2: whether its loss was said already.
    pub(super) said: bool,
    /// P2: how many of its requests are under way.
    pub(super) under_way: u8,
}

/// What is remembered of one claim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OfClaim<V: Values> {
    pub(super) claim: V::Claim,
    /// None: the delivery was not begun yet.
    pub(super) request: Option<Id>,
    pub(super) intent: Option<Id>,
    /// P2: the process that can still run its effect.
    pub(super) runs: Option<Id>,
    /// P1: whether it began after its intent's earlier effects were excused.
    pub(super) fresh: bool,
    /// P14: whether its effect took place.
    pub(super) applied: bool,
    /// P14: how its effect was denied.
    pub(super) denied: Denied,
}

/// How an effect was denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Denied {
    /// It was not.
    No,
    /// That of this attempt.
    Attempt,
    /// Every one of the intent, by a refusal or a cancellation.
    Intent,
}

impl<V: Values> OfRequest<V> {
    pub(super) fn initial(request: Id, scope: Id) -> Self {
        OfRequest {
            request,
            scope,
            seen: false,
            highest: Attempt::NONE,
            bound: Bound::Free,
            first: None,
            holder: None,
            outcome: None,
            gone_from: Deadline::Never,
            begun_until: Deadline::Never,
            told_until: Deadline::Over,
        }
    }

    /// Gives the fields that nobody reads their initial value.
    pub(super) fn mask(&mut self, checked: Mask) {
        use Property as P;
        if checked == Mask::ALL {
            return;
        }
        let initial = OfRequest::initial(self.request, self.scope);
        let unread = |properties: &[P]| !checked.any(properties);
        if unread(&[P::Ownership]) {
            self.highest = initial.highest;
        }
        if unread(&[P::FingerprintGuard]) {
            self.bound = initial.bound;
        }
        if unread(&[P::ReplayFaithful]) {
            self.first = None;
        }
        let outcome = [
            P::AtMostOnce,
            P::NoTerminalRegression,
            P::OutcomeHonesty,
            P::RetentionHonesty,
            P::HonestDenial,
        ];
        if unread(&outcome) {
            self.outcome = None;
        }
        if unread(&[P::ReplayFaithful, P::FingerprintGuard, P::RetentionHonesty]) {
            self.gone_from = initial.gone_from;
        }
        let anchored = [P::ReplayFaithful, P::FingerprintGuard];
        if unread(&outcome) && unread(&anchored) {
            self.begun_until = initial.begun_until;
            self.seen &= checked.has(P::ScopeIsolation);
        }
        if unread(&[P::RetentionHonesty]) {
            self.told_until = initial.told_until;
        }
        self.mask_holder(checked);
    }

    /// Whether a start is new or told again changes what nearly every property remembers.
    fn mask_holder(&mut self, checked: Mask) {
        use Property as P;
        let unread = |properties: &[P]| !checked.any(properties);
        let others = [P::ScopeIsolation, P::HonestAcknowledgement, P::RefinesPromise];
        let read = others.into_iter().fold(checked, Mask::without) != Mask::NONE;
        let Some(holder) = self.holder.as_mut().filter(|_| read) else {
            self.holder = None;
            return;
        };
        if unread(&[P::Progress]) {
            (holder.process, holder.dead) = (None, false);
        }
        if unread(&[P::NoLostIntent, P::ReplayFaithful, P::HonestDenial]) {
            holder.intent = None;
        }
        let lease = [P::Ownership, P::Progress, P::OutcomeHonesty];
        let gone = [P::ReplayFaithful, P::FingerprintGuard, P::RetentionHonesty];
        if unread(&lease) && unread(&gone) {
            holder.lease = Deadline::Never;
        }
    }

    /// The deadlines, each as one value where it is over.
    pub(super) fn merge(&mut self, watch: &Watch<'_, impl Terms>, now: During<V::Time>) {
        self.deadlines(|deadline| deadline.merged(watch, now));
    }

    /// Changes every deadline.
    pub(super) fn deadlines(&mut self, change: impl Fn(Deadline<V::Time>) -> Deadline<V::Time>) {
        let of_holder = self.holder.iter_mut().flat_map(|it| [&mut it.told, &mut it.lease]);
        let of_outcome = self.outcome.iter_mut().map(|it| &mut it.until);
        let own = [&mut self.gone_from, &mut self.begun_until, &mut self.told_until];
        for deadline in own.into_iter().chain(of_holder).chain(of_outcome) {
            *deadline = change(*deadline);
        }
    }
}

impl OfIntent {
    pub(super) fn initial(intent: Id) -> OfIntent {
        OfIntent {
            intent,
            effects: 0,
            first: None,
            excused: false,
            lost: false,
            acknowledged: false,
            misled: false,
            said: false,
            under_way: 0,
        }
    }

    /// Gives the fields that nobody reads their initial value.
    pub(super) fn mask(&mut self, checked: Mask) {
        use Property as P;
        if checked == Mask::ALL {
            return;
        }
        let kept = self.clone();
        let initial = OfIntent::initial(self.intent);
        *self = OfIntent {
            effects: if checked.any(&[P::AtMostOnce, P::NoLostIntent, P::HonestDenial]) {
                kept.effects
            } else {
                0
            },
            ..initial
        };
        if checked.has(P::AtMostOnce) {
            (self.first, self.excused, self.lost) = (kept.first, kept.excused, kept.lost);
        }
        if checked.has(P::NoLostIntent) {
            (self.acknowledged, self.said) = (kept.acknowledged, kept.said);
            (self.misled, self.under_way) = (kept.misled, kept.under_way);
            self.excused = kept.excused;
        }
        if checked.has(P::HonestDenial) {
            (self.first, self.excused) = (kept.first, kept.excused);
        }
    }

    /// Whether it ever had an effect.
    pub(super) fn applied(&self) -> bool {
        self.effects > 0 || self.excused
    }
}

impl<V: Values> OfClaim<V> {
    /// What entries are ordered by.
    pub(super) fn key(&self) -> (&V::Claim, Option<Id>) {
        (&self.claim, self.request)
    }

    /// Gives the fields that nobody reads their initial value, and says whether any is left.
    pub(super) fn mask(&mut self, checked: Mask) -> bool {
        use Property as P;
        if !checked.has(P::NoLostIntent) {
            self.runs = None;
        }
        if !checked.has(P::AtMostOnce) {
            self.fresh = false;
        }
        if !checked.has(P::HonestDenial) {
            (self.applied, self.denied) = (false, Denied::No);
        }
        self.runs.is_some() || self.fresh || checked.has(P::HonestDenial) && self.request.is_some()
    }
}

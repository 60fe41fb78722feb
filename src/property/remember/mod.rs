//! How each event changes what is remembered.
//!
//! Answers that change a record are followed, also where they break a property: so that one
//! fault is said once, and the next one on top of it is seen for itself. A closing that comes
//! from elsewhere closes the record and not the claim.
//!
//! *What it claims.* Nothing is remembered but what the events say: no record is computed here.
//! *How that is checked.* With the properties that read it.
//! *What is not covered.* See [`super::monitor`].

mod entries;
mod request;

use super::event::{Decided, Did, Effect, Id, Observed, Saying};
use super::facts::{Bound, Denied, End, First, Holder, Kept, OfClaim, OfRequest};
use super::monitor::Monitor;
use super::watch::{Deadline, During, Watch};
use crate::spec::contract::{AfterRetention, OnNotApplied, Terms};
use crate::spec::{Failure, Kind, Operation, Outcome, Refusal, Told, Values, View};

/// Stands for a process that is not known. It never crashes.
const SOMEBODY: Id = Id::MAX;

impl<V: Values> Monitor<V> {
    pub(super) fn remember(&mut self, watch: &Watch<'_, impl Terms>, event: &Observed<V>) {
        match event {
            Observed::Decided(decided) => self.decided(watch, decided),
            Observed::Swept { request, to, when } => self.swept(watch, *request, *to, *when),
            Observed::Effect(effect) => self.applied(effect),
            Observed::InHand { intent, claim, process } => {
                let (intent, runs) = (Some(*intent), Some(*process));
                self.put_claim(OfClaim { intent, runs, ..OfClaim::initial(claim.clone(), None) });
            }
            Observed::UnderWay { intent } => {
                self.with_intent(*intent, |it| it.under_way = it.under_way.saturating_add(1));
            }
            Observed::Arrived { intent } => self.with_intent(*intent, |it| {
                // What is full is not known exactly, and never counts as empty again.
                if it.under_way < u8::MAX {
                    it.under_way = it.under_way.saturating_sub(1);
                }
            }),
            Observed::Learnt { intent, by } => {
                if let Err(at) = self.evidence.binary_search(&(*intent, *by)) {
                    self.evidence.insert(at, (*intent, *by));
                }
            }
            Observed::Acknowledged { intent, .. } => {
                self.with_intent(*intent, |it| it.acknowledged = true);
            }
            Observed::Crashed { process } => self.crashed(*process),
            Observed::Done { claim } => {
                self.claims
                    .iter_mut()
                    .filter(|it| it.claim == *claim)
                    .for_each(|it| it.runs = None);
            }
            Observed::StoreLost => self.store_lost(),
            Observed::StoreRestored => self.restored = true,
        }
    }

    fn decided(&mut self, watch: &Watch<'_, impl Terms>, decided: &Decided<V>) {
        let Some(request) = decided.request else { return };
        let kept = self.request(request).cloned();
        let mut it = kept.unwrap_or_else(|| OfRequest::initial(request, decided.scope));
        let did = decided.did();
        if matches!(decided.operation, Operation::Begin(_)) {
            self.forget_in_hand(decided);
        }
        match did {
            Did::Started if it.told_again(watch, decided) => {}
            Did::Started => self.started(watch, decided, &mut it),
            Did::Renewed => it.renewed(watch, decided),
            Did::Completed(outcome) => self.completed(watch, decided, &mut it, outcome),
            Did::Released => self.released(watch, decided, &mut it),
            Did::Quarantined => {
                it.reopen(watch, decided.when);
                it.reopened(watch);
                if it.end(decided, End::Unknown) {
                    self.stop(decided);
                }
            }
            Did::Reconciled(outcome) => self.reconciled(watch, decided, &mut it, outcome),
            Did::Denied => {
                it.outcome = None;
                it.first = None;
                it.reopened(watch);
                self.close_holder(&mut it, Denied::Attempt);
            }
            Did::Cancelled => self.cancelled(watch, decided, &mut it),
            Did::Nothing => self.refused(watch, decided, &mut it),
        }
        it.merge(watch, decided.when);
        self.put_request(it);
    }

    /// A new claim was given.
    fn started(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        decided: &Decided<V>,
        it: &mut OfRequest<V>,
    ) {
        let when = decided.when;
        let over = |kept: &Kept<V>| kept.excuses && !watch.holds(kept.until, when);
        if it.outcome.as_ref().is_some_and(over) {
            self.excuse(it.request);
        }
        if !watch.holds(it.gone_from, when) {
            self.generation_ends(it);
        }
        // Whether a store that may forget did is not known; then nothing is sure to be retained.
        let unsure = watch.contract.after_retention() == AfterRetention::MayForget && it.seen;
        if it.begun_until == Deadline::Never {
            let retained = watch.after::<V>(when, watch.contract.retention());
            it.begun_until = if unsure { Deadline::Over } else { retained };
        }
        it.bound = decided.payload().cloned().map_or(Bound::Free, Bound::To);
        it.outcome = None;
        it.seen = true;
        let (attempt, told) = match &decided.answer {
            Saying::Started { attempt, lease_until } => (*attempt, *lease_until),
            _ => (None, None),
        };
        it.highest = it.highest.max(attempt.unwrap_or(it.highest));
        let declared = watch.after::<V>(when, watch.contract.lease());
        let told = told.map_or(declared, |told| watch.deadline(told));
        let (intent, process) = (decided.intent, decided.process);
        it.holder = Some(Holder {
            claim: decided.claim.clone(),
            attempt,
            intent,
            process,
            dead: false,
            end: End::Open,
            told,
            lease: told.min(declared),
        });
        it.reopened(watch);
        if let Some(claim) = &decided.claim {
            let excused = intent.and_then(|intent| self.intent(intent));
            let fresh = excused.is_some_and(|it| it.excused);
            let runs = Some(process.unwrap_or(SOMEBODY));
            let claim = OfClaim::initial(claim.clone(), Some(it.request));
            self.put_claim(OfClaim { intent, runs, fresh, ..claim });
        }
    }

    /// An outcome was recorded on the word of whoever closed.
    fn completed(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        decided: &Decided<V>,
        it: &mut OfRequest<V>,
        outcome: Outcome<V>,
    ) {
        let held = it.holder.as_ref().and_then(|holder| holder.intent);
        let intent = match it.owns(decided) {
            Some(true) => held.or(decided.intent),
            Some(false) | None => decided.intent.or(held),
        };
        if it.end(decided, End::Closed) {
            self.stop(decided);
        }
        match &outcome {
            Outcome::Success(_) | Outcome::ResultUnavailable => self.deny(decided, Denied::No),
            Outcome::Refused(Refusal::Sealed) => self.deny(decided, Denied::Attempt),
            Outcome::Refused(_) => self.deny_intent(intent),
        }
        it.record(watch, decided.when, outcome, intent);
    }

    /// The request was released by whoever closed.
    fn released(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        decided: &Decided<V>,
        it: &mut OfRequest<V>,
    ) {
        // Whatever the layer makes of it: a holder that does not know does not know.
        let unknown = matches!(decided.operation, Operation::Fail(_, Failure::Unknown));
        if it.end(decided, if unknown { End::Unknown } else { End::Closed }) {
            self.stop(decided);
        }
        let refusal = decided.refuses();
        it.reopen(watch, decided.when);
        it.first = None;
        it.reopened(watch);
        if refusal {
            self.deny_intent(decided.intent);
        } else {
            self.deny(decided, Denied::Attempt);
            if watch.contract.on_not_applied() == OnNotApplied::Delete {
                self.generation_ends(it);
            }
        }
    }

    /// A reconciler's outcome was recorded.
    fn reconciled(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        decided: &Decided<V>,
        it: &mut OfRequest<V>,
        outcome: Outcome<V>,
    ) {
        let intent = it.holder.as_ref().and_then(|holder| holder.intent).or(decided.intent);
        let lapsed = |kept: &Kept<V>| !watch.holds(kept.until, decided.when);
        if it.outcome.as_ref().is_some_and(lapsed) {
            it.first = None;
        }
        if outcome.kind() == Kind::Refused {
            self.deny_intent(intent);
        }
        self.close_holder(it, Denied::No);
        it.record(watch, decided.when, outcome, intent);
    }

    fn cancelled(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        decided: &Decided<V>,
        it: &mut OfRequest<V>,
    ) {
        if it.is_let_go(watch, decided.when) {
            self.excuse(it.request);
        }
        if !watch.holds(it.gone_from, decided.when) {
            self.generation_ends(it);
        }
        if it.bound == Bound::Free {
            it.bound = decided.payload().cloned().map_or(Bound::ToAny, Bound::To);
        }
        it.seen = true;
        self.deny_intent(decided.intent);
        it.record(watch, decided.when, Outcome::Refused(Refusal::Cancelled), decided.intent);
    }

    /// The operation changed nothing; what was said is remembered.
    fn refused(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        decided: &Decided<V>,
        it: &mut OfRequest<V>,
    ) {
        if let Saying::Status { protected_until: Some(until), .. } = &decided.answer {
            it.told_until = watch.deadline(*until);
        }
        let finish = matches!(decided.operation, Operation::Finish(..));
        if finish
            && matches!(decided.answer, Saying::AlreadyCompleted(_))
            && it.end(decided, End::Closed)
        {
            self.stop(decided);
        }
        let Some(told) = decided.told().filter(|told| *told != Told::Indeterminate) else { return };
        match &it.first {
            Some(first) => {
                let other = first.intent.zip(decided.intent).filter(|(one, two)| one != two);
                if let Some((_, asker)) = other {
                    self.with_intent(asker, |it| it.misled = true);
                }
            }
            None => {
                let intent = it.holder.as_ref().and_then(|holder| holder.intent);
                it.first = it.seen.then_some(First { told, intent });
            }
        }
    }

    /// A sweeper wrote. What time alone may do is remembered by the deadlines already.
    fn swept(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        request: Id,
        to: View,
        when: During<V::Time>,
    ) {
        let Some(mut it) = self.request(request).cloned() else { return };
        let keeps = matches!(to, View::CompletedSuccess | View::CompletedRefused | View::Lapsed);
        let held = it.outcome.as_ref().is_some_and(|kept| watch.holds(kept.until, when));
        if held && !keeps {
            it.outcome = None;
        }
        self.put_request(it);
    }

    fn applied(&mut self, effect: &Effect<V>) {
        if let Some(intent) = effect.intent {
            self.with_intent(intent, |it| {
                if effect.idempotent && it.applied() {
                    return;
                }
                if it.effects == 0 {
                    it.first = effect.request;
                }
                it.effects = (it.effects + 1).min(2);
            });
        }
        if let Some(claim) = &effect.claim {
            self.with_claim(claim, effect.request, |it| it.applied = true);
        }
    }

    fn crashed(&mut self, process: Id) {
        for it in &mut self.claims {
            it.runs = it.runs.filter(|runs| *runs != process);
        }
        for holder in self.requests.iter_mut().filter_map(|it| it.holder.as_mut()) {
            if holder.process == Some(process) {
                holder.dead = true;
            }
        }
    }

    /// The records are gone, as declared. What was issued and what took place is not.
    fn store_lost(&mut self) {
        for it in &mut self.requests {
            let (seen, highest) = (it.seen, it.highest);
            *it = OfRequest { seen, highest, ..OfRequest::initial(it.request, it.scope) };
        }
        for it in &mut self.intents {
            it.lost |= it.applied();
        }
        for it in &mut self.claims {
            it.denied = Denied::No;
        }
    }
}

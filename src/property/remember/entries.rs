//! The entries of intents and claims: how they are found, made and changed.

use crate::property::event::{Decided, Id};
use crate::property::facts::{Bound, Denied, End, OfClaim, OfIntent, OfRequest};
use crate::property::monitor::Monitor;
use crate::property::watch::Deadline;
use crate::spec::Values;

impl<V: Values> Monitor<V> {
    /// Earlier effects under this request are excused: their retention is over.
    pub(super) fn excuse(&mut self, request: Id) {
        let mut excused = Vec::new();
        for it in self.intents.iter_mut().filter(|it| it.first == Some(request)) {
            it.excused |= it.effects > 0;
            it.effects = 0;
            it.first = None;
            excused.push(Some(it.intent));
        }
        for it in self.claims.iter_mut().filter(|it| excused.contains(&it.intent)) {
            it.fresh = false;
        }
    }

    /// Nothing stands of the request any more, and its denials are over.
    pub(super) fn generation_ends(&mut self, it: &mut OfRequest<V>) {
        it.first = None;
        it.bound = Bound::Free;
        it.begun_until = Deadline::Never;
        it.gone_from = Deadline::Never;
        for claim in self.claims.iter_mut().filter(|claim| claim.request == Some(it.request)) {
            claim.denied = Denied::No;
        }
    }

    /// A resolve closes the claim, whoever holds it.
    pub(super) fn close_holder(&mut self, it: &mut OfRequest<V>, denied: Denied) {
        let Some(holder) = &mut it.holder else { return };
        holder.end = End::Closed;
        if let Some(claim) = &holder.claim {
            self.with_claim(claim, Some(it.request), |it| {
                it.runs = None;
                it.denied = denied;
            });
        }
    }

    /// The claim that closes runs nothing any more.
    pub(super) fn stop(&mut self, decided: &Decided<V>) {
        if let Some(claim) = &decided.claim {
            self.with_claim(claim, decided.request, |it| it.runs = None);
        }
    }

    /// The effect of the claim that closes is denied, or no longer.
    pub(super) fn deny(&mut self, decided: &Decided<V>, denied: Denied) {
        if let Some(claim) = &decided.claim {
            self.with_claim(claim, decided.request, |it| it.denied = denied);
        }
    }

    /// Every effect of the intent is denied, as far as its attempts began before.
    pub(super) fn deny_intent(&mut self, intent: Option<Id>) {
        let of_intent = |it: &&mut OfClaim<V>| intent.is_some() && it.intent == intent;
        for it in self.claims.iter_mut().filter(of_intent).filter(|it| it.request.is_some()) {
            it.denied = Denied::Intent;
        }
    }

    /// A delivery that asked to begin is no longer only in hand.
    pub(super) fn forget_in_hand(&mut self, decided: &Decided<V>) {
        let Some(claim) = &decided.claim else { return };
        let key = |it: &OfClaim<V>| (it.claim.clone(), it.request);
        if let Ok(at) = self.claims.binary_search_by_key(&(claim.clone(), None), key) {
            self.claims.remove(at);
        }
    }

    /// Changes what is remembered of an intent.
    pub(in crate::property) fn with_intent(
        &mut self,
        intent: Id,
        change: impl FnOnce(&mut OfIntent),
    ) {
        let at = match self.intents.binary_search_by_key(&intent, |it| it.intent) {
            Ok(at) => at,
            Err(at) => {
                self.intents.insert(at, OfIntent::initial(intent));
                at
            }
        };
        if let Some(it) = self.intents.get_mut(at) {
            change(it);
        }
    }

    pub(super) fn with_claim(
        &mut self,
        claim: &V::Claim,
        request: Option<Id>,
        change: impl FnOnce(&mut OfClaim<V>),
    ) {
        if let Some(at) = self.place_of_claim(claim, request)
            && let Some(it) = self.claims.get_mut(at)
        {
            change(it);
        }
    }

    pub(super) fn put_request(&mut self, it: OfRequest<V>) {
        let at = match self.requests.binary_search_by_key(&it.request, |it| it.request) {
            Ok(at) => at,
            Err(at) => return self.requests.insert(at, it),
        };
        if let Some(kept) = self.requests.get_mut(at) {
            *kept = it;
        }
    }

    pub(super) fn put_claim(&mut self, it: OfClaim<V>) {
        let key = |it: &OfClaim<V>| (it.claim.clone(), it.request);
        let at = match self.claims.binary_search_by_key(&key(&it), key) {
            Ok(at) => at,
            Err(at) => return self.claims.insert(at, it),
        };
        if let Some(kept) = self.claims.get_mut(at) {
            *kept = it;
        }
    }
}

impl<V: Values> OfClaim<V> {
    pub(super) fn initial(claim: V::Claim, request: Option<Id>) -> OfClaim<V> {
        let (intent, runs, fresh, applied) = (None, None, false, false);
        OfClaim { claim, request, intent, runs, fresh, applied, denied: Denied::No }
    }
}

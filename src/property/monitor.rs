//! The monitor: a small ghost state, fed with events, that says which of them break a property.
//!
//! Each property is a predicate on what is remembered *before* an event and on the event; only
//! P2 looks at what is remembered after it. Then the monitor remembers the event
//! (`remember`).
//!
//! *What it claims.* One monitor judges models, executions of our stores and recorded logs: it
//! sees events only. It is a value: equal histories give equal monitors, and with time moved to
//! 0 by [`Monitor::rebase`] a world that only grew older is the same world.
//! *How that is checked.* `tests/judged_traces.rs` and `tests/monitor_laws.rs`.
//! *What is not covered.* Fairness, and with it the liveness form of P8. The effects that a
//! restored destination lost count as effects. What a caller was shown when success was
//! acknowledged is not compared with the outcome.

use super::event::{Id, Observed};
use super::facts::{OfClaim, OfIntent, OfRequest};
use super::mask::Mask;
use super::violation::Violation;
use super::watch::Watch;
use super::{
    Property, at_most_once, exclusive_claim, fingerprint_guard, honest_acknowledgement,
    honest_denial, no_lost_intent, no_terminal_regression, outcome_honesty, ownership, progress,
    refines_promise, replay_faithful, retention_honesty, scope_isolation,
};
use crate::spec::Values;
use crate::spec::contract::Terms;
use smallvec::SmallVec;

/// Above this size a monitor is tidied only where it was touched.
const LARGE: usize = 64;

/// The ghost state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monitor<V: Values> {
    // As many as a model's state mostly has are kept in place, so that it is copied in one go.
    pub(super) requests: SmallVec<[OfRequest<V>; 1]>,
    pub(super) intents: SmallVec<[OfIntent; 1]>,
    pub(super) claims: SmallVec<[OfClaim<V>; 4]>,
    /// P12: to whom evidence of which intent's success was delivered.
    pub(super) evidence: SmallVec<[(Id, Id); 4]>,
    /// Whether the store was restored: it tells whose a violation is.
    pub(super) restored: bool,
}

impl<V: Values> Default for Monitor<V> {
    fn default() -> Self {
        Monitor::new()
    }
}

impl<V: Values> Monitor<V> {
    /// A monitor that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Monitor {
            requests: SmallVec::new(),
            intents: SmallVec::new(),
            claims: SmallVec::new(),
            evidence: SmallVec::new(),
            restored: false,
        }
    }

    /// Takes one event, and says what it breaks, in the order of the properties.
    pub fn observe(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        event: &Observed<V>,
    ) -> Vec<Violation> {
        let mut broken = Vec::new();
        if event.is_judged() {
            let checked = watch.checked.iter();
            broken.extend(checked.filter_map(|property| self.broken_by(property, watch, event)));
        }
        self.remember(watch, event);
        if watch.checked.has(Property::NoLostIntent) && no_lost_intent::may_lose(event) {
            for lost in no_lost_intent::lost(self, event) {
                self.with_intent(lost.intent, |it| it.said = true);
                broken.push(no_lost_intent::violation(&lost));
            }
        }
        self.tidy(watch.checked, event);
        broken.sort_by_key(|violation| violation.property);
        if let Observed::Decided(decided) = event {
            broken.iter_mut().for_each(|violation| violation.clause = decided.clause);
        }
        broken
    }

    /// The intents of which success was acknowledged and no effect has come yet: at the end of
    /// a log it is open whether P2 holds.
    pub fn open_intents(&self) -> impl Iterator<Item = Id> + '_ {
        self.intents
            .iter()
            .filter(|it| it.acknowledged && !it.applied() && !it.said)
            .map(|it| it.intent)
    }

    /// How many entries are remembered, in all.
    #[must_use]
    pub fn size(&self) -> usize {
        self.requests.len() + self.intents.len() + self.claims.len() + self.evidence.len()
    }

    /// Whether this is a log's monitor and no model's.
    pub(super) fn is_large(&self) -> bool {
        self.size() > LARGE
    }

    fn broken_by(
        &self,
        property: Property,
        watch: &Watch<'_, impl Terms>,
        event: &Observed<V>,
    ) -> Option<Violation> {
        match property {
            Property::AtMostOnce => at_most_once::broken_by(self, event),
            Property::NoLostIntent => None, // See `observe`.
            Property::ReplayFaithful => replay_faithful::broken_by(self, watch, event),
            Property::Ownership => ownership::broken_by(self, watch, event),
            Property::NoTerminalRegression => no_terminal_regression::broken_by(self, watch, event),
            Property::FingerprintGuard => fingerprint_guard::broken_by(self, watch, event),
            Property::ScopeIsolation => scope_isolation::broken_by(self, event),
            Property::Progress => progress::broken_by(self, watch, event),
            Property::OutcomeHonesty => outcome_honesty::broken_by(self, watch, event),
            Property::RetentionHonesty => retention_honesty::broken_by(self, watch, event),
            Property::ExclusiveClaim => exclusive_claim::broken_by(self, watch, event),
            Property::HonestAcknowledgement => honest_acknowledgement::broken_by(self, event),
            Property::RefinesPromise => refines_promise::broken_by(event),
            Property::HonestDenial => honest_denial::broken_by(self, watch, event),
        }
    }

    /// Lets go of what no checked property reads. In a large monitor, which is a log's and no
    /// model's, only entries that the event was about are looked at.
    fn tidy(&mut self, checked: Mask, event: &Observed<V>) {
        let large = self.is_large();
        let about = |of: Option<Id>, id: Id| !large || of == Some(id);
        let (request, intent) = (event.request(), event.intent());
        if !large || request.is_some() {
            self.requests.retain_mut(|it| {
                if about(request, it.request) {
                    it.mask(checked);
                    return *it != OfRequest::initial(it.request, it.scope);
                }
                true
            });
        }
        self.intents.retain_mut(|it| {
            if about(intent, it.intent) {
                it.mask(checked);
                return *it != OfIntent::initial(it.intent);
            }
            true
        });
        if !large || !checked.has(Property::HonestDenial) {
            self.claims.retain_mut(|it| it.mask(checked));
        }
        if !checked.has(Property::HonestAcknowledgement) {
            self.evidence.clear();
        }
        if !checked.any(&[Property::AtMostOnce, Property::NoTerminalRegression]) {
            self.restored = false;
        }
    }

    /// What is remembered of a request, if anything is.
    pub(super) fn request(&self, request: Id) -> Option<&OfRequest<V>> {
        let at = self.requests.binary_search_by_key(&request, |it| it.request).ok()?;
        self.requests.get(at)
    }

    /// What is remembered of an intent, if anything is.
    pub(super) fn intent(&self, intent: Id) -> Option<&OfIntent> {
        let at = self.intents.binary_search_by_key(&intent, |it| it.intent).ok()?;
        self.intents.get(at)
    }

    /// What is remembered of a claim that was begun, if anything is.
    pub(super) fn claim(&self, claim: &V::Claim, request: Option<Id>) -> Option<&OfClaim<V>> {
        self.place_of_claim(claim, request).and_then(|at| self.claims.get(at))
    }

    /// Where a claim that was begun is, for this request or, when that is not known, for any.
    pub(super) fn place_of_claim(&self, claim: &V::Claim, request: Option<Id>) -> Option<usize> {
        let from = self.claims.partition_point(|it| it.claim < *claim);
        let of_claim = self.claims.get(from..)?.iter().take_while(|it| it.claim == *claim);
        let wanted = |it: &OfClaim<V>| match request {
            Some(_) => it.request == request,
            None => it.request.is_some(),
        };
        of_claim.zip(from..).find(|(it, _)| wanted(it)).map(|(_, at)| at)
    }
}

//! What a model asks of its monitor beside judging: other names for the same things.
//!
//! A model keeps its present at one time, numbers attempts afresh, gives the claim id of a
//! delivery that is done with to the next one, and takes callers that change places for the same.
//! Its monitor has to follow, or it would keep states apart that are alike.
//!
//! *What it claims.* A history told under other names gives the same monitor under other names.
//! *How that is checked.* `tests/monitor_laws.rs`; `tests/watched_world.rs` for whole worlds.
//! *What is not covered.* Names that are not kept apart: renamings must be one to one.

use super::event::Id;
use super::facts::OfRequest;
use super::monitor::Monitor;
use super::watch::During;
use super::{Mask, Watch};
use crate::spec::contract::Terms;
use crate::spec::{Attempt, Values};
use smallvec::{Array, SmallVec};

/// Other names. Each must be one to one on what is remembered.
pub struct Renaming<'a, V: Values> {
    /// For claim ids.
    pub claim: &'a dyn Fn(&V::Claim) -> V::Claim,
    /// For processes.
    pub process: &'a dyn Fn(Id) -> Id,
    /// For intents.
    pub intent: &'a dyn Fn(Id) -> Id,
    /// For those who learn and acknowledge.
    pub who: &'a dyn Fn(Id) -> Id,
}

impl<V: Values> Monitor<V> {
    /// Makes every time less by so many ticks, as a model does whose present is `now` from then
    /// on.
    pub fn rebase(&mut self, by: u64, now: V::Time, watch: &Watch<'_, impl Terms>) {
        self.requests.retain_mut(|it| {
            it.deadlines(|deadline| deadline.earlier_by(by));
            it.merge(watch, During::at(now));
            *it != OfRequest::initial(it.request, it.scope)
        });
    }

    /// Writes the attempts of a request in another way. The order must stay.
    pub fn renumber(&mut self, request: Id, attempt: impl Fn(Attempt) -> Attempt) {
        for it in self.requests.iter_mut().filter(|it| it.request == request) {
            it.highest = attempt(it.highest);
            if let Some(holder) = &mut it.holder {
                holder.attempt = holder.attempt.map(&attempt);
            }
        }
    }

    /// The attempts that are remembered of a request: a renumbering has to keep them apart.
    pub fn attempts(&self, request: Id) -> impl Iterator<Item = Attempt> + '_ {
        let held = |it: &OfRequest<V>| it.holder.as_ref().and_then(|holder| holder.attempt);
        let of = self.request(request).into_iter();
        of.flat_map(move |it| held(it).into_iter().chain([it.highest]))
    }

    /// The delivery under a claim id is done with, and the id may be given to another. Where it
    /// still holds a request it does so as `gone`, which no delivery may ever be called; no
    /// effect of it can land any more, and no process of it can crash.
    pub fn retire(&mut self, checked: Mask, claim: &V::Claim, gone: &V::Claim) {
        let holders = self.requests.iter_mut().filter_map(|it| it.holder.as_mut());
        holders.filter(|holder| holder.claim.as_ref() == Some(claim)).for_each(|holder| {
            (holder.claim, holder.process) = (Some(gone.clone()), None);
        });
        for it in self.claims.iter_mut().filter(|it| it.claim == *claim) {
            it.claim = gone.clone();
            (it.runs, it.fresh) = (None, false);
        }
        self.forget_replaced(gone);
        self.claims.retain_mut(|it| it.mask(checked));
        self.claims.sort_by(|one, other| one.key().cmp(&other.key()));
    }

    /// Forgets of the deliveries that are done with those that hold nothing any more.
    pub fn forget_replaced(&mut self, gone: &V::Claim) {
        let requests = &self.requests;
        let holds = |request: Option<Id>| {
            let at = requests.binary_search_by_key(&request?, |it| it.request).ok()?;
            let holder = requests.get(at)?.holder.as_ref()?;
            (holder.claim.as_ref() == Some(gone)).then_some(())
        };
        self.claims.retain(|it| it.claim != *gone || holds(it.request).is_some());
    }

    /// Bytes that the monitor holds outside itself, but for what lists have room for and do not
    /// use.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        fn outside<A: Array>(list: &SmallVec<A>) -> usize {
            if list.spilled() { list.len() * size_of::<A::Item>() } else { 0 }
        }
        let intents = outside(&self.intents) + outside(&self.evidence);
        (outside(&self.requests) + intents + outside(&self.claims)) as u64
    }

    /// Gives everything other names.
    pub fn rename(&mut self, names: &Renaming<'_, V>) {
        let intent = |id: &mut Option<Id>| *id = id.map(names.intent);
        for it in &mut self.requests {
            if let Some(holder) = &mut it.holder {
                holder.claim = holder.claim.as_ref().map(names.claim);
                holder.process = holder.process.map(names.process);
                intent(&mut holder.intent);
            }
            if let Some(first) = &mut it.first {
                intent(&mut first.intent);
            }
        }
        for it in &mut self.intents {
            it.intent = (names.intent)(it.intent);
        }
        for it in &mut self.claims {
            it.claim = (names.claim)(&it.claim);
            it.runs = it.runs.map(names.process);
            intent(&mut it.intent);
        }
        for (of, who) in &mut self.evidence {
            (*of, *who) = ((names.intent)(*of), (names.who)(*who));
        }
        self.intents.sort_by_key(|it| it.intent);
        self.claims.sort_by(|one, other| one.key().cmp(&other.key()));
        self.evidence.sort_unstable();
    }
}

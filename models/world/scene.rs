//! One action in the making: the world, and the state that it changes.
//!
//! *What it claims.* Records change through the table only, in [`Scene::decide`] and
//! [`Scene::write`]; everything else in the world asks here.
//! *How that is checked.* With the groups of actions.
//! *What is not covered.* Which table: a world may be given that of a mutant.

use super::World;
use super::configuration::{Fault, Flaw, Store as StoreKind};
use super::names::{Id, Intent, NOBODY, Place};
use super::observer::{Observer, Seen};
use super::state::State;
use crate::spec::identity::Small;
use crate::spec::{Decision, Moment, Operation, Record};

/// One action in the making.
pub(super) struct Scene<'a, O> {
    pub(super) world: &'a World,
    pub(super) state: &'a mut State<O>,
}

/// Who asks the layer.
#[derive(Clone, Copy)]
pub(super) struct Asker {
    pub(super) caller: Option<u8>,
    pub(super) claim: u8,
    pub(super) intent: Option<Intent>,
    /// By how much the clock is ahead by which it is judged.
    pub(super) ahead: u8,
}

impl Asker {
    /// Somebody who is no worker.
    pub(super) const OTHER: Asker = Asker { caller: None, claim: NOBODY, intent: None, ahead: 0 };
}

impl<O: Observer> Scene<'_, O> {
    /// Tells the observer.
    pub(super) fn see(&mut self, event: &Seen) {
        self.state.observer.observe(self.world, event);
    }

    /// Uses up one fault of a budget; None when none is left.
    pub(super) fn pay(&mut self, fault: Fault) -> Option<()> {
        self.state.faults.pay(fault).then_some(())?;
        self.world.coverage.struck(fault);
        Some(())
    }

    /// A number that makes a key another than any that was sent before.
    pub(super) fn mint(&mut self) -> u8 {
        self.state.minted = self.state.minted.saturating_add(1);
        self.state.minted
    }

    /// The worker as one that asks.
    pub(super) fn asker(&self, at: Place) -> Option<Asker> {
        let intent = Some(self.state.worker(at)?.call.intent);
        Some(Asker { caller: Some(at.caller), claim: at.claim(), intent, ahead: 0 })
    }

    /// What the table says of an operation on a record, now or by a clock that is ahead.
    pub(super) fn consult(
        &self,
        record: &Record<Small>,
        operation: &Operation<Small>,
        ahead: u8,
    ) -> Decision<Small> {
        let time = self.state.now.saturating_add(ahead);
        let moment = Moment { time, incarnation: self.state.store.incarnation.into() };
        self.world.consult(record, operation, moment)
    }

    /// An operation takes effect on the store's record, now. None: there is no room for it.
    pub(super) fn decide(
        &mut self,
        on: Id,
        operation: Operation<Small>,
        by: Asker,
        ahead: u8,
    ) -> Option<Decision<Small>> {
        let before = self.state.store.record(self.kept_as(on));
        let decision = self.consult(&before, &operation, ahead);
        self.write(on, operation, before, &decision, Asker { ahead, ..by })?;
        Some(decision)
    }

    /// Under which id the store keeps the record of a request: its own, but for a flaw.
    fn kept_as(&self, on: Id) -> Id {
        if self.world.has(Flaw::SharesScopes) { Id { scope: 0, ..on } } else { on }
    }

    /// A decision is written, whatever the record has become, and is seen.
    pub(super) fn write(
        &mut self,
        on: Id,
        operation: Operation<Small>,
        before: Record<Small>,
        decision: &Decision<Small>,
        by: Asker,
    ) -> Option<()> {
        self.put_record(self.kept_as(on), &decision.next, !decision.answer.is_refusal())?;
        self.see_decided(Some(on), operation, before, decision, by);
        Some(())
    }

    /// A decision is seen.
    pub(super) fn see_decided(
        &mut self,
        on: Option<Id>,
        operation: Operation<Small>,
        before: Record<Small>,
        decision: &Decision<Small>,
        by: Asker,
    ) {
        let Asker { caller, claim, intent, ahead } = by;
        let (decision, time) = (decision.clone(), self.state.now);
        let judged = time.saturating_add(ahead);
        self.see(&Seen::Decided {
            caller,
            claim,
            intent,
            on,
            operation,
            before,
            decision,
            time,
            judged,
        });
    }

    /// The store holds a record from now on. Whether that was written, or only is what time has
    /// made of it, does not depend on what the record is: equal futures need equal tails.
    pub(super) fn put_record(&mut self, on: Id, next: &Record<Small>, writes: bool) -> Option<()> {
        if writes {
            self.state.written(Some(on));
        }
        let store = &mut self.state.store;
        if !store.make_room(on) {
            return None;
        }
        let slot = store.slot_mut(on)?;
        let before = std::mem::replace(&mut slot.record, *next);
        if writes && self.keeps_tail() {
            self.state.store.tail = Some((on, Box::new(before)));
        }
        Some(())
    }

    /// Whether anybody can still meet the last write as it was before.
    pub(super) fn keeps_tail(&self) -> bool {
        self.world.settings().store == StoreKind::LostTail
            || self.state.faults.can(Fault::StaleRead)
    }

    /// A worker is gone. Its claim id is nobody's from now on, wherever it stands.
    pub(super) fn dismiss(&mut self, at: Place) -> Option<()> {
        self.state.callers.get_mut(at.caller)?.workers.take(at.worker)?;
        let gone = at.claim();
        self.state.each_record(|_, record| {
            if let Record::Active { claim, .. } = record
                && *claim == gone
            {
                *claim = NOBODY;
            }
        });
        self.state.observer.retire(self.world, gone);
        Some(())
    }
}

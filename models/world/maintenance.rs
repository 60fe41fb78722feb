//! What happens to the store without any caller: crashes, backups, the sweeper, the reconciler.
//!
//! *What it claims.* A store that is durable loses nothing in a crash. One whose memory went back
//! begins a new incarnation, unless a flaw says otherwise. The sweeper reads and writes in two
//! actions, and so does the reconciler.
//! *How that is checked.* `tests/world_store.rs`.
//! *What is not covered.* Several replicas of a store.

use super::World;
use super::actions::{Action, StoreAction};
use super::configuration::{Fault, Flaw, ReadBack, Store as StoreKind, Sweeper};
use super::names::{Id, NOBODY, Token};
use super::observer::{Observer, Party, Seen};
use super::scene::{Asker, Scene};
use super::state::{Looked, Scanned, Slot, State};
use crate::spec::identity::OTHER_VERSION;
use crate::spec::settle::{may_be_forgotten, view};
use crate::spec::{Binding, Claimant, Clause, Finding, Operation, Outcome, Record, View, settle};

/// What may happen to the store.
pub(super) fn actions<O: Observer>(world: &World, state: &State<O>, actions: &mut Vec<Action>) {
    if state.faults.can(Fault::StoreCrash) {
        actions.push(Action::Store(StoreAction::Crash));
    }
    if state.faults.can(Fault::Restore) {
        let backed_up = state.store.backup.is_some();
        let action = if backed_up { StoreAction::Restore } else { StoreAction::BackUp };
        actions.push(Action::Store(action));
    }
    for (_, slot) in state.store.records.iter() {
        if may_be_forgotten(world.contract(), &slot.record, state.now).is_some()
            && state.faults.can(Fault::RetentionOver)
        {
            actions.push(Action::Forget(slot.id, false));
        }
        let ahead = state.now.saturating_add(world.settings().skew);
        if may_be_forgotten(world.contract(), &slot.record, ahead).is_some()
            && state.faults.can(Fault::ClockSkew)
        {
            actions.push(Action::Forget(slot.id, true));
        }
    }
    if state.scanned.is_some() {
        actions.push(Action::Sweep);
    } else if world.settings().sweeper != Sweeper::None && state.left.sweeps > 0 {
        let ids = state.store.records.iter().map(|(_, slot)| Action::Scan(slot.id));
        actions.extend(ids);
    }
    if state.looked.is_some() {
        actions.push(Action::Resolve);
    } else if world.settings().reconciler && state.left.reconciliations > 0 {
        let open = state.store.records.iter().filter(|(_, slot)| world.is_unresolved(state, slot));
        actions.extend(open.map(|(_, slot)| Action::Inspect(slot.id)));
    }
}

impl World {
    /// Whether a reconciler has something to find out of a record.
    pub(super) fn is_unresolved<O>(&self, state: &State<O>, slot: &Slot) -> bool {
        let settled = settle(self.contract(), &slot.record, state.now);
        match view(self.contract(), &settled, state.now) {
            View::Over | View::UncertainAbandoned | View::UncertainReported => true,
            View::Absent
            | View::Live
            | View::Released
            | View::CompletedSuccess
            | View::CompletedRefused
            | View::Lapsed => false,
        }
    }
}

impl<O: Observer> Scene<'_, O> {
    /// Something happens to the store.
    pub(super) fn store(&mut self, action: StoreAction) -> Option<()> {
        match action {
            StoreAction::Crash => self.crash_store(),
            StoreAction::BackUp => {
                let mut backup = Box::new(self.state.store.records);
                // What the destination has seen is not the store's to back up.
                backup.iter_mut().for_each(|slot| (slot.seen, slot.ended) = (Token::NONE, false));
                self.state.store.backup = Some(backup);
                Some(())
            }
            StoreAction::Restore => self.restore_store(),
        }
    }

    fn crash_store(&mut self) -> Option<()> {
        self.pay(Fault::StoreCrash)?;
        self.see(&Seen::Crashed(Party::Store));
        match self.world.settings().store {
            StoreKind::Durable => {}
            StoreKind::Volatile => {
                for slot in self.state.store.records.iter_mut() {
                    slot.record = Record::unseen();
                }
                self.went_back();
            }
            StoreKind::LostTail => {
                if let Some((on, before)) = self.state.store.tail.take() {
                    self.state.store.slot_mut(on)?.record = *before;
                    self.went_back();
                }
            }
        }
        self.see(&Seen::Restarted(Party::Store));
        Some(())
    }

    fn restore_store(&mut self) -> Option<()> {
        let backup = self.state.store.backup.take()?;
        self.pay(Fault::Restore)?;
        for slot in self.state.store.records.iter_mut() {
            let saved = backup.iter().find(|(_, saved)| saved.id == slot.id);
            slot.record = saved.map_or_else(Record::unseen, |(_, saved)| saved.record);
        }
        self.state.store.tail = None;
        self.went_back();
        self.see(&Seen::Restored(Party::Store));
        Some(())
    }

    /// The store's memory went back: a new life begins.
    fn went_back(&mut self) {
        self.state.written(None);
        if !self.world.has(Flaw::KeepsIncarnation) {
            let incarnation = &mut self.state.store.incarnation;
            *incarnation = incarnation.saturating_add(1);
        }
    }

    /// A store that may forget does, perhaps by a clock that is ahead.
    pub(super) fn forget(&mut self, on: Id, skewed: bool) -> Option<()> {
        self.pay(if skewed { Fault::ClockSkew } else { Fault::RetentionOver })?;
        let (before, time) = (self.state.store.record(on), self.state.now);
        let ahead = if skewed { self.world.settings().skew } else { 0 };
        let to = may_be_forgotten(self.world.contract(), &before, time.saturating_add(ahead))?;
        self.world.coverage.decided_by(Clause::StoreMayForget);
        self.put_record(on, &to, true)?;
        self.see(&Seen::Swept { on, to, written: true, time });
        Some(())
    }

    /// The sweeper reads.
    pub(super) fn scan(&mut self, on: Id) -> Option<()> {
        self.state.left.sweeps = self.state.left.sweeps.checked_sub(1)?;
        let record = Box::new(self.state.store.record(on));
        self.state.scanned = Some(Scanned { id: on, record, written_since: false });
        self.see(&Seen::Scanned { on });
        Some(())
    }

    /// The sweeper writes what time has done to what it read.
    pub(super) fn sweep(&mut self) -> Option<()> {
        let Scanned { id: on, record, written_since } = self.state.scanned.take()?;
        let swept = self.consult(&record, &Operation::Sweep, 0);
        self.world.coverage.swept(swept.clause);
        let to = swept.next;
        let written = match self.world.settings().sweeper {
            Sweeper::Blind => true,
            Sweeper::CompareAndSet | Sweeper::None => !written_since,
        };
        if written {
            self.put_record(on, &to, true)?;
        }
        let time = self.state.now;
        self.see(&Seen::Swept { on, to, written, time });
        Some(())
    }

    /// The reconciler looks for the effects of an uncertain request.
    pub(super) fn inspect(&mut self, on: Id) -> Option<()> {
        self.state.left.reconciliations = self.state.left.reconciliations.checked_sub(1)?;
        let record = self.state.store.record(on);
        let attempt = record.binding().and_then(Binding::holder)?;
        // By the key of the request where that reaches the destination; by attributes otherwise.
        let by = self.world.settings().read_back;
        let found = self.state.ledger.iter().any(|(_, entry)| match by {
            ReadBack::None => false,
            ReadBack::ByKey => entry.key == Some(on),
            ReadBack::ByAttributes => {
                entry.scope == on.scope
                    && entry.intent.step == on.step
                    && record
                        .binding()
                        .and_then(|binding| binding.fingerprint)
                        .map(|it| it % OTHER_VERSION)
                        == Some(entry.payload)
            }
        });
        let attempt = Token::from(attempt);
        self.ends(on, attempt);
        self.see(&Seen::ReadBack { caller: None, claim: NOBODY, intent: None, by, found });
        self.state.looked = Some(Looked { id: on, attempt, found });
        Some(())
    }

    /// The reconciler records what it found.
    pub(super) fn resolve(&mut self) -> Option<()> {
        let Looked { id, attempt, found } = self.state.looked.take()?;
        let applied = Finding::Applied(Outcome::Success(1));
        let seen = found && !self.world.has(Flaw::ReconcilesBlindly);
        let finding = if seen { applied } else { Finding::NotApplied };
        let operation = Operation::Resolve(Claimant::Attempt(attempt.into()), finding, 1);
        self.decide(id, operation, Asker::OTHER, 0)?;
        Some(())
    }

    /// A tick passes. Leases of holders that still run, and retentions, are over only as often
    /// as the budgets of faults allow.
    pub(super) fn advance(&mut self) -> Option<()> {
        if let Some(left) = &mut self.state.left.ticks {
            *left = left.checked_sub(1)?;
        }
        let (contract, now) = (self.world.contract(), self.state.now);
        let then = now.checked_add(1)?;
        let (mut leases, mut retentions) = (0_u8, 0_u8);
        for (_, slot) in self.state.store.records.iter() {
            let seen = |time| view(contract, &settle(contract, &slot.record, time), time);
            match (&slot.record, seen(now), seen(then)) {
                (Record::Active { claim, .. }, View::Live, after) if after != View::Live => {
                    leases += u8::from(*claim != NOBODY);
                }
                (_, View::CompletedSuccess | View::CompletedRefused, after)
                    if !matches!(after, View::CompletedSuccess | View::CompletedRefused) =>
                {
                    retentions += 1;
                }
                _nothing_is_over => {}
            }
        }
        for _ in 0..leases {
            self.pay(Fault::LeaseOver)?;
        }
        for _ in 0..retentions {
            self.pay(Fault::RetentionOver)?;
        }
        self.state.now = then;
        self.see(&Seen::Advanced { ticks: 1 });
        Some(())
    }
}

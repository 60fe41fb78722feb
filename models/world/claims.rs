//! How workers claim a record: in one instant, or by what they read.
//!
//! *What it claims.* A claim by a stale read lands on the record whatever that has become, and is
//! seen as decided when it lands; what is refused by a stale read is seen as refused at once.
//! *How that is checked.* `tests/world_zombies.rs`.
//! *What is not covered.* Replicas that are behind by more than one write.

use super::World;
use super::actions::Landing;
use super::configuration::{Claim, Fault, Flaw, Order};
use super::names::{Id, Place, Token};
use super::observer::Observer;
use super::scene::{Asker, Scene};
use super::state::{Closing, Reply, State, WorkerStage};
use crate::spec::identity::Small;
use crate::spec::settle::view;
use crate::spec::{
    Answer, Begin, Claimant, Clause, Decision, Failure, Kind, Operation, Origin, Outcome, Record,
    Told, View, settle,
};

impl World {
    /// Whether a worker reads a record, decides and then writes its claim: by its setting, or by
    /// a flaw where there is a claim to take over.
    pub(super) fn reads_to_claim<O>(&self, state: &State<O>, on: Option<Id>) -> bool {
        let (contract, now) = (self.contract(), state.now);
        let is_over = |on: Id| {
            let settled = settle(contract, &state.store.record(on), now);
            view(contract, &settled, now) == View::Over
        };
        self.settings().claim == Claim::CheckThenInsert
            || self.has(Flaw::ReclaimsOnSnapshot) && on.is_some_and(is_over)
    }
}

impl<O: Observer> Scene<'_, O> {
    /// The begin that a worker asks.
    pub(super) fn begin_operation(&self, at: Place) -> Option<Operation<Small>> {
        let payload = self.world.fingerprint(self.state.callers.get(at.caller)?);
        let follows = self.state.worker(at)?.call.follows;
        Some(Operation::Begin(Begin { payload, claim: at.claim(), follows }))
    }

    pub(super) fn begin_without_key(&mut self, at: Place) -> Option<()> {
        let (operation, before) = (Operation::BeginWithoutKey, Record::unseen());
        let decision = self.consult(&before, &operation, 0);
        let (by, answer) = (self.asker(at)?, decision.answer.clone());
        self.see_decided(None, operation, before, &decision, by);
        self.began(at, &answer)
    }

    pub(super) fn begin(&mut self, at: Place, landing: Landing, ahead: u8) -> Option<()> {
        self.landing(landing)?;
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        if landing == Landing::NotApplied {
            return self.begin_failed(at, on, by);
        }
        let decision = self.decide(on, self.begin_operation(at)?, by, ahead)?;
        if landing == Landing::Unanswered { Some(()) } else { self.began(at, &decision.answer) }
    }

    /// A begin did not reach the store. It is asked again, but for flaws.
    fn begin_failed(&mut self, at: Place, on: Id, by: Asker) -> Option<()> {
        if self.world.has(Flaw::MarksBeforeDurable) {
            let binding = self.consult(&Record::unseen(), &self.begin_operation(at)?, 0).next;
            let binding = *binding.binding()?;
            let (outcome, origin) = (Outcome::Success(1), Origin::Reported);
            let (time, contradicts_denial) = (self.state.now, false);
            let marked =
                Record::Completed { binding, outcome, at: time, origin, contradicts_denial };
            return self.put_record(on, &marked, true);
        }
        if !self.world.has(Flaw::FailsOpen) {
            return Some(());
        }
        let (operation, before) = (self.begin_operation(at)?, Record::unseen());
        let decision = self.consult(&before, &operation, 0);
        let answer = decision.answer.clone();
        self.see_decided(Some(on), operation, before, &decision, by);
        self.began(at, &answer)
    }

    /// A begin is decided on a record that is one write behind, and lands on the one that is.
    pub(super) fn begin_stale(&mut self, at: Place) -> Option<()> {
        self.pay(Fault::StaleRead)?;
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        let (_, behind) = self.state.store.tail.clone().filter(|(id, _)| *id == on)?;
        let operation = self.begin_operation(at)?;
        let decision = self.consult(&behind, &operation, 0);
        let before = self.state.store.record(on);
        let started = matches!(decision.answer, Answer::Started { .. });
        let next = if started { decision.next } else { before };
        let decision = Decision { next, ..decision };
        self.write(on, operation, before, &decision, by)?;
        if !self.keeps_tail() {
            self.state.store.tail = None;
        }
        self.began(at, &decision.answer)
    }

    /// A claim that is not atomic: first the record is read.
    pub(super) fn read(&mut self, at: Place) -> Option<()> {
        let on = self.state.worker(at)?.call.id?;
        let view = self.state.store.record(on);
        self.state.worker_mut(at)?.view = Some(view);
        self.go_to_stage(at, WorkerStage::Read)
    }

    /// Then it is decided by what was read.
    pub(super) fn classify(&mut self, at: Place) -> Option<()> {
        let view = self.state.worker(at)?.view?;
        let decision = self.consult(&view, &self.begin_operation(at)?, 0);
        if let Answer::Started { .. } = decision.answer {
            return self.go_to_stage(at, WorkerStage::Classified);
        }
        // What is refused on a stale read took effect when it was decided.
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        let before = self.state.store.record(on);
        let unchanged = Decision { next: before, ..decision };
        self.write(on, self.begin_operation(at)?, before, &unchanged, by)?;
        self.state.worker_mut(at)?.view = None;
        self.began(at, &unchanged.answer)
    }

    /// Then the claim is written, whatever the record has become.
    pub(super) fn write_claim(&mut self, at: Place, landing: Landing) -> Option<()> {
        self.landing(landing)?;
        if landing == Landing::NotApplied {
            return Some(());
        }
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        let operation = self.begin_operation(at)?;
        let view = self.state.worker(at)?.view?;
        let decision = self.consult(&view, &operation, 0);
        let before = self.state.store.record(on);
        // Written again, it is the same claim, with the lease that it has.
        let decision = match &before {
            Record::Active { claim, lease_until, .. } if *claim == at.claim() => {
                let (attempt, lease_until) = (before.highest_attempt(), *lease_until);
                let answer = Answer::Started { attempt, lease_until };
                Decision { next: before, answer, ..decision }
            }
            _another_or_none => decision,
        };
        self.write(on, operation, before, &decision, by)?;
        if landing == Landing::Unanswered {
            return Some(());
        }
        self.state.worker_mut(at)?.view = None;
        self.began(at, &decision.answer)
    }

    /// The worker has the answer to its begin.
    pub(super) fn began(&mut self, at: Place, answer: &Answer<Small>) -> Option<()> {
        let reply = match answer {
            Answer::Started { attempt, .. } => {
                self.state.worker_mut(at)?.token = Token::from(*attempt);
                let completion_first = self.world.settings().order == Order::CompletionFirst;
                let then = WorkerStage::Closing(Closing::Finish);
                return self
                    .go_to_stage(at, if completion_first { then } else { WorkerStage::Started });
            }
            Answer::Unprotected => return self.go_to_stage(at, WorkerStage::Started),
            Answer::InProgress { .. } => Reply::InProgress,
            Answer::Conflict | Answer::FingerprintVersionUnknown => Reply::Conflict,
            Answer::Replayed(told) => reply_of(told),
            Answer::Uncertain(_) => Reply::Uncertain,
            Answer::Lapsed(_) => Reply::Lapsed,
            _refused_as_it_stands => Reply::Malformed,
        };
        let duplicate = matches!(reply, Reply::InProgress | Reply::Conflict);
        if duplicate && self.world.has(Flaw::DuplicateDeletes) {
            self.delete(at)?;
        }
        self.go_to_stage(at, WorkerStage::Replying(reply))
    }

    /// A flaw: a worker that was refused deletes the record.
    fn delete(&mut self, at: Place) -> Option<()> {
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        let before = self.state.store.record(on);
        let floor = before.highest_attempt();
        let operation = Operation::Fail(Claimant::Attempt(floor), Failure::NotApplied);
        let (next, answer) = (Record::Absent { floor }, Answer::Released);
        let decision = Decision { next, answer, clause: Clause::FailDeletes };
        self.write(on, operation, before, &decision, by)
    }
}

/// What a caller is told of an outcome.
pub(super) fn reply_of(told: &Told<Small>) -> Reply {
    let of_kind = |kind| match kind {
        Kind::Success => Reply::Success,
        Kind::Refused => Reply::No,
    };
    match told {
        Told::Outcome(outcome) => of_kind(Outcome::kind(outcome)),
        Told::KindOnly(kind) => of_kind(*kind),
        Told::Indeterminate => Reply::Uncertain,
    }
}

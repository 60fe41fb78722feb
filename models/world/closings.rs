//! What workers record of their effects, alone or together with them.
//!
//! *What it claims.* A closing that was accepted is answered by what it recorded. A worker whose
//! finish was refused still saw the effect itself, and says so. Where effect and record are one
//! durable action, the effect is taken back when the record refuses.
//! *How that is checked.* `tests/world_crash.rs`.
//! *What is not covered.* Destinations that refuse within a transaction.

use super::actions::Landing;
use super::claims::reply_of;
use super::configuration::{Flaw, Order};
use super::names::{Id, Place};
use super::observer::Observer;
use super::scene::Scene;
use super::state::{Closing, Reply, WorkerStage};
use crate::spec::identity::Small;
use crate::spec::{Answer, Claimant, Failure, Operation};

/// The one reason for which a destination refuses.
const REASON: u8 = 1;

impl<O: Observer> Scene<'_, O> {
    /// The worker closes the record.
    pub(super) fn close(&mut self, at: Place, landing: Landing) -> Option<()> {
        let WorkerStage::Closing(closing) = self.state.worker(at)?.stage else { return None };
        self.landing(landing)?;
        if landing != Landing::NotApplied {
            let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
            let operation = self.closing_operation(at, closing, self.claimant(at)?)?;
            let decision = self.decide(on, operation, by, 0)?;
            if landing == Landing::Answered {
                return self.closed(at, closing, &decision.answer);
            }
        }
        if closing == Closing::Finish && self.world.has(Flaw::ReleasesUnanswered) {
            return self.go_to_stage(at, WorkerStage::Closing(Closing::NotApplied));
        }
        Some(())
    }

    fn closing_operation(
        &self,
        at: Place,
        closing: Closing,
        by: Claimant<Small>,
    ) -> Option<Operation<Small>> {
        Some(match closing {
            Closing::Finish => Operation::Finish(by, Some(self.state.worker(at)?.result)),
            Closing::NotApplied => Operation::Fail(by, Failure::NotApplied),
            Closing::Unknown => Operation::Fail(by, Failure::Unknown),
            Closing::Refused => Operation::Fail(by, Failure::Refused(REASON)),
        })
    }

    /// The worker has the answer to its closing.
    fn closed(&mut self, at: Place, closing: Closing, answer: &Answer<Small>) -> Option<()> {
        let finishes = closing == Closing::Finish;
        let completion_first = self.world.settings().order == Order::CompletionFirst;
        let reply = match answer {
            Answer::Completed { .. } if finishes && completion_first => {
                return self.go_to_stage(at, WorkerStage::Recorded);
            }
            Answer::AlreadyCompleted { outcome, .. } if completion_first => reply_of(outcome),
            Answer::Completed { .. } if finishes => Reply::Success,
            Answer::Completed { .. } => Reply::No,
            Answer::Released => Reply::NotApplied,
            Answer::Quarantined => Reply::Uncertain,
            _refused => match closing {
                Closing::Finish if completion_first => Reply::Uncertain,
                // It saw the effect itself.
                Closing::Finish => Reply::Success,
                Closing::NotApplied => Reply::NotApplied,
                Closing::Unknown | Closing::Refused => Reply::Uncertain,
            },
        };
        self.go_to_stage(at, WorkerStage::Replying(reply))
    }

    /// The worker looks at the record and claims nothing.
    pub(super) fn peek(&mut self, at: Place) -> Option<()> {
        let on = self.state.worker(at)?.call.id?;
        let decision = self.consult(&self.state.store.record(on), &self.begin_operation(at)?, 0);
        if let Answer::Started { .. } = decision.answer {
            return self.go_to_stage(at, WorkerStage::Started);
        }
        let (operation, by) = (self.begin_operation(at)?, self.asker(at)?);
        let decision = self.decide(on, operation, by, 0)?;
        self.began(at, &decision.answer)
    }

    /// The worker records the request and what came of it, in one durable action.
    pub(super) fn record_all(&mut self, at: Place, landing: Landing) -> Option<()> {
        let WorkerStage::Closing(closing) = self.state.worker(at)?.stage else { return None };
        self.landing(landing)?;
        if landing == Landing::NotApplied {
            return Some(());
        }
        let on = self.state.worker(at)?.call.id?;
        let answer = self.claim_and_close(at, on, closing)?;
        if landing == Landing::Unanswered {
            return Some(());
        }
        self.closed(at, closing, &answer)
    }

    /// Effect and completion are one durable action; the claim was recorded before.
    pub(super) fn commit(&mut self, at: Place, landing: Landing) -> Option<()> {
        self.landing(landing)?;
        if landing == Landing::NotApplied {
            return Some(());
        }
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        // The effect's number is not known before it runs; within a transaction it is the first.
        self.state.worker_mut(at)?.result = 1;
        let finish = self.closing_operation(at, Closing::Finish, self.claimant(at)?)?;
        let decision = self.decide(on, finish, by, 0)?;
        if let Answer::Completed { .. } = decision.answer {
            self.effect(at)?;
        }
        if landing == Landing::Unanswered {
            return Some(());
        }
        let reply = match &decision.answer {
            Answer::Completed { .. } => Reply::Success,
            Answer::AlreadyCompleted { outcome, .. } => reply_of(outcome),
            _taken_back => Reply::NotApplied,
        };
        self.go_to_stage(at, WorkerStage::Replying(reply))
    }

    /// Claim, effect and completion are one durable action.
    pub(super) fn transact(&mut self, at: Place, landing: Landing) -> Option<()> {
        self.landing(landing)?;
        if landing == Landing::NotApplied {
            return Some(());
        }
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        let begun = self.decide(on, self.begin_operation(at)?, by, 0)?;
        let Answer::Started { attempt, .. } = begun.answer else {
            return if landing == Landing::Unanswered {
                Some(())
            } else {
                self.began(at, &begun.answer)
            };
        };
        self.state.worker_mut(at)?.token = attempt.into();
        self.effect(at)?;
        let finish = self.closing_operation(at, Closing::Finish, self.claimant(at)?)?;
        let decision = self.decide(on, finish, by, 0)?;
        self.state.worker_mut(at)?.token = super::names::Token::NONE;
        if landing == Landing::Unanswered {
            return Some(());
        }
        self.closed(at, Closing::Finish, &decision.answer)
    }

    /// A begin and, if it is accepted, a closing, in one durable action. The answer is that of
    /// the closing, or of a begin that was refused.
    fn claim_and_close(&mut self, at: Place, on: Id, closing: Closing) -> Option<Answer<Small>> {
        let by = self.asker(at)?;
        let begun = self.decide(on, self.begin_operation(at)?, by, 0)?;
        let Answer::Started { attempt, .. } = begun.answer else { return Some(begun.answer) };
        let operation = self.closing_operation(at, closing, Claimant::Attempt(attempt))?;
        Some(self.decide(on, operation, by, 0)?.answer)
    }
}

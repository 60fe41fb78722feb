//! What a table with a fault meets, and the ways in which it decides otherwise.
//!
//! *What it claims.* A decision otherwise keeps the name of the clause that should have decided,
//! so that no give-up of another clause excuses it.
//! *How that is checked.* With the faults that are written in these words.
//! *What is not covered.* Whether a fault is likely.

use crate::spec::identity::Small;
use crate::spec::settle::view;
use crate::spec::{
    Answer, Claimant, Contract, Decision, Moment, Operation, Origin, Record, View, settle, step,
};

/// What is asked, of what, and what the lifecycle decides.
pub struct Met<'a> {
    pub(super) contract: &'a Contract,
    pub(super) operation: &'a Operation<Small>,
    pub(super) now: Moment<u8>,
    /// The settled record.
    pub(super) settled: Record<Small>,
    /// Its column in the table.
    pub(super) view: View,
    /// The right decision.
    pub(super) right: Decision<Small>,
}

impl<'a> Met<'a> {
    pub(super) fn new(
        contract: &'a Contract,
        record: &Record<Small>,
        operation: &'a Operation<Small>,
        now: Moment<u8>,
    ) -> Self {
        let settled = settle(contract, record, now.time);
        let view = view(contract, &settled, now.time);
        let right = step(contract, record, operation, now);
        Met { contract, operation, now, settled, view, right }
    }

    /// Whether the asker's claim is not the present one.
    pub(super) fn is_stale(&self) -> bool {
        matches!(self.right.answer, Answer::StaleAttempt { .. })
    }

    /// Answers something else.
    pub(super) fn answer(self, answer: Answer<Small>) -> Decision<Small> {
        Decision { answer, ..self.right }
    }

    /// Leaves another record, and answers something else.
    pub(super) fn leave(self, next: Record<Small>, answer: Answer<Small>) -> Decision<Small> {
        Decision { next, answer, ..self.right }
    }

    /// Answers as is right, and leaves the settled record.
    pub(super) fn forget_to_record(self) -> Decision<Small> {
        Decision { next: self.settled, ..self.right }
    }

    /// Decides as under another contract.
    pub(super) fn under(self, change: impl FnOnce(&mut Contract)) -> Decision<Small> {
        let mut other = *self.contract;
        change(&mut other);
        let wrong = step(&other, &self.settled, self.operation, self.now);
        Decision { clause: self.right.clause, ..wrong }
    }

    /// Decides as on another record.
    pub(super) fn on(self, record: &Record<Small>) -> Decision<Small> {
        let wrong = step(self.contract, record, self.operation, self.now);
        Decision { clause: self.right.clause, ..wrong }
    }

    /// Decides as if something else were asked.
    pub(super) fn asked(self, operation: &Operation<Small>) -> Decision<Small> {
        let wrong = step(self.contract, &self.settled, operation, self.now);
        Decision { clause: self.right.clause, ..wrong }
    }

    /// Decides as if the asker's claim were the present one.
    pub(super) fn if_holder(self) -> Decision<Small> {
        let by = Claimant::Attempt(self.settled.highest_attempt());
        let operation = match self.operation {
            Operation::Finish(_, result) => Operation::Finish(by, *result),
            Operation::Fail(_, failure) => Operation::Fail(by, failure.clone()),
            Operation::Renew(_) => Operation::Renew(by),
            other => other.clone(),
        };
        self.asked(&operation)
    }

    /// Decides as if it were known that there was no effect.
    pub(super) fn if_released(self) -> Decision<Small> {
        match self.settled.binding().cloned() {
            Some(binding) => self.on(&Record::Released { binding, origin: Origin::Reported }),
            None => self.right,
        }
    }

    /// Decides as one tick later.
    pub(super) fn a_tick_later(self) -> Decision<Small> {
        let later = Moment { time: self.now.time.saturating_add(1), ..self.now };
        let wrong = step(self.contract, &self.settled, self.operation, later);
        Decision { clause: self.right.clause, ..wrong }
    }
}

//! Mutants of `step`: each changes what one clause decides, in words a reviewer would use.
//!
//! A mutant runs the real `step`, and where its clause decided (or, for a rule of time, where
//! that rule moved the record) decides otherwise. It keeps the name of the clause, so that no
//! give-up of another clause excuses it. The list is generic: any `Values` can drive it.

mod begin;
mod cancel;
mod closing;
mod time;

use onceproof::spec::contract::Contract;
use onceproof::spec::identity::{Moment, Values};
use onceproof::spec::settle::settle_by;
use onceproof::spec::{
    Answer, Attempt, Binding, Claimant, Clause, Decision, Operation, Origin, Record, step,
};

/// How a mutant decides.
pub type Faulty<V> =
    fn(&Contract, &Record<V>, &Operation<V>, Moment<<V as Values>::Time>) -> Decision<V>;

/// A deliberately wrong `step`.
pub struct Mutant<V: Values> {
    /// The fault, in words.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: Clause,
    /// The wrong `step`.
    pub step: Faulty<V>,
}

/// Every mutant, in the order of the clauses.
pub fn all<V: Values>() -> Vec<Mutant<V>> {
    let mut all = begin::mutants();
    all.extend(closing::mutants());
    all.extend(cancel::mutants());
    all.extend(time::mutants());
    all
}

/// What a mutant meets: the question, and what the real `step` made of it.
pub struct Met<'a, V: Values> {
    pub contract: &'a Contract,
    pub operation: &'a Operation<V>,
    pub now: Moment<V::Time>,
    /// The settled record.
    pub settled: Record<V>,
    /// The rule by which time moved the record, if one did.
    pub moved_by: Option<Clause>,
    /// The right decision.
    pub right: Decision<V>,
}

impl<'a, V: Values> Met<'a, V> {
    pub fn new(
        contract: &'a Contract,
        record: &Record<V>,
        operation: &'a Operation<V>,
        now: Moment<V::Time>,
    ) -> Self {
        let (settled, moved_by) = settle_by(contract, record, now.time);
        let right = step(contract, record, operation, now);
        Met { contract, operation, now, settled, moved_by, right }
    }

    /// Whether the clause decided here.
    pub fn by(&self, clause: Clause) -> bool {
        self.right.clause == clause || self.moved_by == Some(clause)
    }

    /// Answers something else, and leaves the settled record.
    pub fn refuse(self, answer: Answer<V>) -> Decision<V> {
        Decision { next: self.settled, answer, clause: self.right.clause }
    }

    /// Answers as is right, and leaves the settled record.
    pub fn forget_to_record(self) -> Decision<V> {
        Decision { next: self.settled, ..self.right }
    }

    /// Answers as is right, and leaves another record.
    pub fn leave(self, next: Record<V>) -> Decision<V> {
        Decision { next, ..self.right }
    }

    /// Decides as under another contract.
    pub fn under(self, change: impl FnOnce(&mut Contract)) -> Decision<V> {
        let mut other = *self.contract;
        change(&mut other);
        let wrong = step(&other, &self.settled, self.operation, self.now);
        Decision { clause: self.right.clause, ..wrong }
    }

    /// Decides as on another record.
    pub fn on(self, record: &Record<V>) -> Decision<V> {
        let wrong = step(self.contract, record, self.operation, self.now);
        Decision { clause: self.right.clause, ..wrong }
    }

    /// Decides as if there had been no effect.
    pub fn if_released(self) -> Decision<V> {
        match self.settled.binding().cloned() {
            Some(binding) => self.on(&Record::Released { binding, origin: Origin::Reported }),
            None => self.right,
        }
    }

    /// Decides as if the effect were unknown.
    pub fn if_uncertain(self) -> Decision<V> {
        let cause = onceproof::spec::Cause::Abandoned;
        match self.settled.binding().cloned() {
            Some(binding) => self.on(&Record::Uncertain { binding, cause }),
            None => self.right,
        }
    }

    /// Decides as if the closing named the attempt of the record.
    pub fn if_holder(self) -> Decision<V> {
        let by = Claimant::Attempt(self.settled.highest_attempt());
        let operation = match self.operation {
            Operation::Finish(_, result) => Operation::Finish(by, result.clone()),
            Operation::Fail(_, failure) => Operation::Fail(by, failure.clone()),
            Operation::Renew(_) => Operation::Renew(by),
            Operation::Resolve(_, finding, evidence) => {
                Operation::Resolve(by, finding.clone(), evidence.clone())
            }
            other => other.clone(),
        };
        self.asked(&operation)
    }

    /// Decides as if something else were asked.
    pub fn asked(self, operation: &Operation<V>) -> Decision<V> {
        let wrong = step(self.contract, &self.settled, operation, self.now);
        Decision { clause: self.right.clause, ..wrong }
    }

    /// Records what is right, bound to something else.
    pub fn bound(self, change: impl FnOnce(&mut Binding<V>)) -> Decision<V> {
        let mut right = self.right;
        match &mut right.next {
            Record::Absent { .. } => {}
            Record::Active { binding, .. }
            | Record::Released { binding, .. }
            | Record::Uncertain { binding, .. }
            | Record::Completed { binding, .. }
            | Record::Lapsed { binding, .. } => change(binding),
        }
        right
    }
}

/// A record in which nothing is left, not even the attempts already issued.
pub fn nothing<V: Values>() -> Record<V> {
    Record::Absent { floor: Attempt::NONE }
}

macro_rules! mutants {
    ($($clause:ident $name:literal $fault:expr;)+) => {
        pub fn mutants<V: Values>() -> Vec<Mutant<V>> {
            vec![$({
                fn faulty<V: Values>(
                    contract: &Contract,
                    record: &Record<V>,
                    operation: &Operation<V>,
                    now: Moment<V::Time>,
                ) -> Decision<V> {
                    let met = Met::new(contract, record, operation, now);
                    if !met.by(Clause::$clause) {
                        return met.right;
                    }
                    let fault: fn(Met<'_, V>) -> Decision<V> = $fault;
                    fault(met)
                }
                Mutant { name: $name, clause: Clause::$clause, step: faulty::<V> }
            }),+]
        }
    };
}
use mutants;

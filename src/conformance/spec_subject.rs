//! The specification as a subject: what the table decides, behind the interface that cases see.
//!
//! *What it claims.* It keeps the records, the floor of attempts and the time that a store would
//! keep, and decides nothing: every answer comes from the table that it was given.
//! *How that is checked.* `tests/transition_cases.rs`.
//! *What is not covered.* Being a store: it keeps everything in memory and is not shared.

use super::case::Records;
use super::interpreter::{Subject, SubjectError};
use crate::key::{Canonicaliser, Mode};
use crate::spec::settle::{may_be_forgotten, settle, view};
use crate::spec::{
    Attempt, Clause, Contract, Decision, Moment, Operation, Record, RequestId, View, named, step,
};
use crate::trace::form::{AnswerForm, Concrete, OperationForm, Tick};
use std::collections::BTreeMap;

/// A table of decisions: [`step()`], or a broken variant of it.
pub type Table =
    dyn Fn(&Contract, &Record<Concrete>, &Operation<Concrete>, Moment<Tick>) -> Decision<Concrete>;

/// Whether a store takes the permission of `may_forget`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgetting {
    /// It keeps what it may forget.
    Never,
    /// It forgets at a sweep what it may.
    AtSweep,
}

/// What the last operation met, and which rule decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The column of the table.
    pub view: View,
    /// The rule.
    pub clause: Clause,
}

/// The specification as a subject.
pub struct SpecSubject {
    table: Box<Table>,
    forgetting: Forgetting,
    contract: Contract,
    records: BTreeMap<RequestId, Record<Concrete>>,
    floor: Attempt,
    incarnation: u32,
    latest: Option<Tick>,
    canonicaliser: Canonicaliser,
    decided: Option<Decided>,
}

impl SpecSubject {
    /// The specification itself.
    #[must_use]
    pub fn new(forgetting: Forgetting) -> SpecSubject {
        SpecSubject::with_table(forgetting, Box::new(step::<Concrete>))
    }

    /// The same store around another table.
    #[must_use]
    pub fn with_table(forgetting: Forgetting, table: Box<Table>) -> SpecSubject {
        SpecSubject {
            table,
            forgetting,
            contract: named::STRICT,
            records: BTreeMap::new(),
            floor: Attempt::NONE,
            incarnation: 0,
            latest: None,
            canonicaliser: Canonicaliser::new(Mode::Fingerprint),
            decided: None,
        }
    }

    /// What the last operation met, and which rule decided it.
    #[must_use]
    pub fn decided(&self) -> Option<Decided> {
        self.decided
    }

    /// The store's own choice, where the contract leaves it one.
    fn choose(&self, decision: Decision<Concrete>, time: Tick) -> Decision<Concrete> {
        let nothing_else = decision.clause == Clause::SweepFindsNothing;
        if !nothing_else || self.forgetting == Forgetting::Never {
            return decision;
        }
        match may_be_forgotten(&self.contract, &decision.next, time) {
            Some(next) => Decision { next, clause: Clause::StoreMayForget, ..decision },
            None => decision,
        }
    }

    fn keep(&mut self, request: &RequestId, next: Record<Concrete>) {
        match next {
            Record::Absent { floor } => {
                self.floor = self.floor.max(floor);
                self.records.remove(request);
            }
            present => {
                self.records.insert(request.clone(), present);
            }
        }
    }
}

impl Subject for SpecSubject {
    fn reset(&mut self, contract: &Contract) -> Result<(), SubjectError> {
        self.contract = *contract;
        self.records.clear();
        self.floor = Attempt::NONE;
        self.incarnation = 0;
        self.latest = None;
        self.decided = None;
        Ok(())
    }

    fn apply(
        &mut self,
        at: Tick,
        request: &RequestId,
        operation: &OperationForm<Attempt>,
    ) -> Result<AnswerForm<Attempt>, SubjectError> {
        let operation = operation
            .operation(&mut self.canonicaliser, |attempt| Ok(*attempt))
            .map_err(|error| SubjectError::Rubbish(error.to_string()))?;
        let time = self.latest.map_or(at, |latest| latest.max(at));
        self.latest = Some(time);
        let absent = Record::Absent { floor: self.floor };
        let record = self.records.get(request).unwrap_or(&absent);
        let settled = settle(&self.contract, record, time);
        let met = view(&self.contract, &settled, time);
        let now = Moment { time, incarnation: self.incarnation };
        let decision = self.choose((self.table)(&self.contract, record, &operation, now), time);
        self.decided = Some(Decided { view: met, clause: decision.clause });
        let answer = AnswerForm::of(&decision.answer);
        self.keep(request, decision.next);
        Ok(answer)
    }

    fn restart(&mut self, _at: Tick, records: Records) -> Result<(), SubjectError> {
        let Some(incarnation) = self.incarnation.checked_add(1) else {
            return Err(SubjectError::Unsupported("there is no further incarnation".to_owned()));
        };
        self.incarnation = incarnation;
        if records == Records::Lost {
            self.records.clear();
            self.floor = Attempt::NONE;
            self.latest = None;
        }
        Ok(())
    }
}

//! The oracle in process: an idempotency layer for unit tests, which answers exactly as a
//! contract says, with a clock that the test moves.
//!
//! *What it claims.* It is [`step()`] over a map, and nothing else.
//! *How that is checked.* By the case table, like every store.
//! *What is not covered.* Concurrency and durability: it is a mock.

use crate::key::Canonicaliser;
use crate::spec::{
    Attempt, Contract, Decision, Moment, Operation, Record, RequestId, Ticks, settle, step,
};
use crate::trace::form::{AnswerForm, Concrete, FormError, OperationForm, Tick};
use std::collections::BTreeMap;

/// A mock of an idempotency layer under a contract.
///
/// ```
/// use onceproof::oracle::Mock;
/// use onceproof::spec::{named, RequestId};
/// use onceproof::trace::form::{AnswerForm, JsonText, OperationForm};
///
/// let mut layer = Mock::new(named::STRICT);
/// let request = RequestId { scope: "CallA".into(), key: "Req7".into() };
/// let begin = |amount: u32| OperationForm::Begin {
///     payload: JsonText::new(format!("{{\"amount\": {amount}}}")).ok(),
///     fingerprint: None,
///     claim: "worker-1".into(),
///     follows: None,
/// };
///
/// // Your handler asks before it acts ...
/// let AnswerForm::Started { attempt, .. } = layer.ask(&request, &begin(200))? else {
///     panic!("the first begin is started");
/// };
/// // ... another payload under the same key is refused ...
/// assert_eq!(layer.ask(&request, &begin(300))?, AnswerForm::Conflict {});
/// // ... and when the lease passes with nothing said, nobody may simply run it again.
/// layer.advance(30_000);
/// assert!(matches!(layer.ask(&request, &begin(200))?, AnswerForm::Uncertain { .. }));
/// // The holder may still say what happened.
/// let finish = OperationForm::Finish {
///     attempt,
///     payload: None,
///     fingerprint: None,
///     result: JsonText::new(r#"{"note":"N01"}"#).ok(),
///     result_unavailable: false,
/// };
/// assert!(matches!(layer.ask(&request, &finish)?, AnswerForm::Completed { .. }));
/// assert!(matches!(layer.ask(&request, &begin(200))?, AnswerForm::Replayed { .. }));
/// # Ok::<(), onceproof::trace::form::FormError>(())
/// ```
#[derive(Debug)]
pub struct Mock {
    contract: Contract,
    records: BTreeMap<RequestId, Record<Concrete>>,
    /// The highest attempt that was ever forgotten.
    floor: Attempt,
    now: Moment<Tick>,
    canonicaliser: Canonicaliser,
}

impl Mock {
    /// A layer that has seen nothing, at time 0, in incarnation 0.
    #[must_use]
    pub fn new(contract: Contract) -> Self {
        Mock {
            contract,
            records: BTreeMap::new(),
            floor: Attempt::NONE,
            now: Moment { time: Tick::FIRST, incarnation: 0 },
            canonicaliser: Canonicaliser::default(),
        }
    }

    /// Asks one operation, and gives its answer.
    ///
    /// # Errors
    /// When the form says no operation: a payload that is not strict JSON, for example.
    pub fn ask(
        &mut self,
        request: &RequestId,
        operation: &OperationForm,
    ) -> Result<AnswerForm, FormError> {
        let operation = operation.operation(&mut self.canonicaliser, |attempt| Ok(*attempt))?;
        Ok(AnswerForm::of(&self.decide(request, &operation).answer))
    }

    /// Decides one operation, and tells by which clause.
    pub fn decide(
        &mut self,
        request: &RequestId,
        operation: &Operation<Concrete>,
    ) -> Decision<Concrete> {
        let record = self.record(request);
        let decision = step(&self.contract, &record, operation, self.now);
        match &decision.next {
            Record::Absent { floor } => {
                self.floor = self.floor.max(*floor);
                self.records.remove(request);
            }
            present => {
                self.records.insert(request.clone(), present.clone());
            }
        }
        decision
    }

    /// Moves the clock on by a number of ticks, and lets go of what time has made absent.
    pub fn advance(&mut self, ticks: u64) {
        self.now.time = self.now.time.later_by(ticks);
        let (contract, time, floor) = (&self.contract, self.now.time, &mut self.floor);
        self.records.retain(|_, record| {
            *record = settle(contract, record, time);
            let absent = matches!(record, Record::Absent { .. });
            if absent {
                *floor = (*floor).max(record.highest_attempt());
            }
            !absent
        });
    }

    /// Restarts the layer in its next incarnation. A volatile one loses its records.
    pub fn restart(&mut self, records_lost: bool) {
        self.now.incarnation = self.now.incarnation.saturating_add(1);
        if records_lost {
            let lost = std::mem::take(&mut self.records);
            let highest = lost.values().map(Record::highest_attempt).max();
            self.floor = self.floor.max(highest.unwrap_or(Attempt::NONE));
        }
    }

    /// The record of a request, as it was last written.
    #[must_use]
    pub fn record(&self, request: &RequestId) -> Record<Concrete> {
        let absent = || Record::Absent { floor: self.floor };
        self.records.get(request).cloned().unwrap_or_else(absent)
    }

    /// The time and the incarnation.
    #[must_use]
    pub fn now(&self) -> Moment<Tick> {
        self.now
    }
}

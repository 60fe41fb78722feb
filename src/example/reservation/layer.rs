//! The idempotency layer in front of the inventory.
//!
//! *What it claims.* Every record is decided by [`step()`]; the inventory is told only after
//! `started`. A request that follows one whose outcome is lapsed or uncertain waits until that
//! one has been reconciled.
//! *How that is checked.* By the rows, which count what the inventory booked.
//! *What is not covered.* How calls travel. Each operation here is one atomic write.

use super::ledger::Ledger;
use super::wanted::{CONTRACT, Parts, Reference, Wanted};
use crate::spec::contract::Contract;
use crate::spec::{
    Answer, Attempt, Begin, Claimant, Decision, Failure, Finding, Moment, Operation, Outcome,
    Record, RequestId, Told, View, step,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a caller is told in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is done, under this reference: now, or earlier.
    Done(Reference),
    /// The lifecycle's answer, and nothing ran.
    Answered(Answer<Parts>),
    /// The request that this one follows must be reconciled first. Nothing ran.
    ReconcileFirst,
}

/// The layer: its records, its attempts, the instant, and the inventory behind it.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Under which it decides.
    pub contract: Contract,
    /// When, and in which life of the store.
    pub now: Moment<u64>,
    /// What the inventory booked.
    pub ledger: Ledger,
    records: BTreeMap<RequestId, Record<Parts>>,
    attempts: Vec<(RequestId, Attempt)>,
    deliveries: u64,
}

/// What the layer writes to its disk.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    records: Vec<(RequestId, Record<Parts>)>,
    attempts: Vec<(RequestId, Attempt)>,
}

impl Default for Layer {
    fn default() -> Layer {
        Layer::under(CONTRACT)
    }
}

impl Layer {
    /// An empty layer under a contract.
    #[must_use]
    pub fn under(contract: Contract) -> Layer {
        Layer {
            contract,
            now: Moment { time: 0, incarnation: 0 },
            ledger: Ledger::default(),
            records: BTreeMap::new(),
            attempts: Vec::new(),
            deliveries: 0,
        }
    }

    /// The whole of a request: begin, book, record.
    pub fn request(&mut self, id: &RequestId, wanted: &Wanted) -> Reply {
        self.request_after(id, wanted, None)
    }

    /// The whole of a request that follows another.
    pub fn request_after(
        &mut self,
        id: &RequestId,
        wanted: &Wanted,
        follows: Option<&RequestId>,
    ) -> Reply {
        if follows.is_some_and(|earlier| self.is_undecided(earlier)) {
            return Reply::ReconcileFirst;
        }
        match self.begin_after(id, wanted, follows) {
            Answer::Started { attempt, .. } => {
                let reference = self.ledger.book(id, attempt, wanted);
                match self.finish(id, attempt, &reference) {
                    Answer::Completed { .. } => Reply::Done(reference),
                    refused => Reply::Answered(refused),
                }
            }
            Answer::Replayed(Told::Outcome(Outcome::Success(reference))) => Reply::Done(reference),
            answer => Reply::Answered(answer),
        }
    }

    /// Asks to begin, as a delivery of its own.
    pub fn begin(&mut self, id: &RequestId, wanted: &Wanted) -> Answer<Parts> {
        self.begin_after(id, wanted, None)
    }

    /// Asks to begin what follows another request.
    pub fn begin_linked(
        &mut self,
        id: &RequestId,
        wanted: &Wanted,
        follows: &RequestId,
    ) -> Answer<Parts> {
        self.begin_after(id, wanted, Some(follows))
    }

    fn begin_after(
        &mut self,
        id: &RequestId,
        wanted: &Wanted,
        follows: Option<&RequestId>,
    ) -> Answer<Parts> {
        self.deliveries = self.deliveries.saturating_add(1);
        let begin =
            Begin { payload: wanted.clone(), claim: self.deliveries, follows: follows.cloned() };
        self.ask(id, &Operation::Begin(begin))
    }

    /// Records that the effect took place.
    pub fn finish(&mut self, id: &RequestId, by: Attempt, made: &Reference) -> Answer<Parts> {
        self.ask(id, &Operation::Finish(Claimant::Attempt(by), Some(made.clone())))
    }

    /// Records that it did not, or may not have.
    pub fn fail(&mut self, id: &RequestId, by: Attempt, how: Failure<Parts>) -> Answer<Parts> {
        self.ask(id, &Operation::Fail(Claimant::Attempt(by), how))
    }

    /// Reconciles a request with what the ledger shows: evidence, never a guess.
    pub fn reconcile(&mut self, id: &RequestId) -> Answer<Parts> {
        let by = Claimant::Attempt(self.record(id).highest_attempt());
        let booked = self.ledger.of(id).next().map(|entry| entry.reference.clone());
        let (finding, evidence) = match booked {
            Some(reference) => {
                let evidence = format!("the ledger books {} under this request", reference.0);
                (Finding::Applied(Outcome::Success(reference)), evidence)
            }
            None => (Finding::NotApplied, "the ledger books nothing under this request".to_owned()),
        };
        self.ask(id, &Operation::Resolve(by, finding, evidence))
    }

    /// Asks what is known: the view, until when protection holds, and what is followed.
    pub fn status(&mut self, id: &RequestId) -> (View, Option<u64>, Option<RequestId>) {
        match self.ask(id, &Operation::Status) {
            Answer::Status { view, protected_until, follows, .. } => {
                (view, protected_until, follows)
            }
            _never_told_by_status => (View::Absent, None, None),
        }
    }

    /// Asks one operation of one record, and keeps what it leaves.
    pub fn ask(&mut self, id: &RequestId, operation: &Operation<Parts>) -> Answer<Parts> {
        let decision = self.would_decide(id, operation);
        self.write(id, decision)
    }

    /// What would be decided now. Nothing is written.
    #[must_use]
    pub fn would_decide(&self, id: &RequestId, operation: &Operation<Parts>) -> Decision<Parts> {
        step(&self.contract, &self.record(id), operation, self.now)
    }

    /// Writes what was decided, whatever stands there by now, and gives the answer.
    pub fn write(&mut self, id: &RequestId, decision: Decision<Parts>) -> Answer<Parts> {
        if let Answer::Started { attempt, .. } = decision.answer {
            self.attempts.push((id.clone(), attempt));
        }
        self.records.insert(id.clone(), decision.next);
        decision.answer
    }

    /// The record of a request.
    #[must_use]
    pub fn record(&self, id: &RequestId) -> Record<Parts> {
        self.records.get(id).cloned().unwrap_or_else(Record::unseen)
    }

    /// The attempts that were started for a request.
    pub fn attempts_of<'a>(&'a self, id: &'a RequestId) -> impl Iterator<Item = Attempt> + 'a {
        self.attempts.iter().filter(move |(of, _)| of == id).map(|(_, attempt)| *attempt)
    }

    /// The layer's own state, as it is stored. None: it cannot be written.
    #[must_use]
    pub fn stored(&self) -> Option<String> {
        let records = self.records.clone().into_iter().collect();
        let stored = Stored { version: 1, records, attempts: self.attempts.clone() };
        serde_json::to_string(&stored).ok()
    }

    /// The layer with an earlier state of its own, in a new life of the store. The inventory is
    /// another system: it keeps what it has booked. None: the text is no stored state.
    #[must_use]
    pub fn restored(self, stored: &str) -> Option<Layer> {
        let Stored { version: 1, records, attempts } = serde_json::from_str(stored).ok()? else {
            return None;
        };
        let incarnation = self.now.incarnation.saturating_add(1);
        let now = Moment { incarnation, ..self.now };
        Some(Layer { now, records: records.into_iter().collect(), attempts, ..self })
    }

    /// Whether an earlier request is one of which a decision must be recorded first.
    fn is_undecided(&mut self, earlier: &RequestId) -> bool {
        match self.status(earlier).0 {
            View::Lapsed | View::UncertainAbandoned | View::UncertainReported => true,
            View::Absent
            | View::Live
            | View::Over
            | View::Released
            | View::CompletedSuccess
            | View::CompletedRefused => false,
        }
    }
}

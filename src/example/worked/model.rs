//! The request model: begin and finish, on records in memory.
//!
//! *What it claims.* Every call is checked in one order (identity, payload, result, record),
//! and the record is decided by [`step()`] alone. Values are copied in and out.
//! *How that is checked.* By the eighteen checks, and by one test an ordering.
//! *What is not covered.* Calls come one after the other, within the life of one value of
//! [`Requests`]. Nothing waits, expires or recovers, and nothing outlives the process.

use super::given::Given;
use super::schema::{ComparisonText, Fault, Note, Payload, identifier};
use crate::spec::named::WORKED_EXAMPLE;
use crate::spec::{
    Answer, Begin, Claimant, Decision, Moment, Operation, Outcome, Record, RequestId, Told, Values,
    step,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The instant of every call: this example knows no time.
const NOW: Moment<u64> = Moment { time: 0, incarnation: 0 };

/// The values of this example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Notes;

impl Values for Notes {
    type Fingerprint = ComparisonText;
    type Result = Note;
    type Reason = ();
    type Claim = u64;
    type Evidence = ();
    type Link = RequestId;
    type Time = u64;
}

/// What a caller is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Response<H> {
    /// The answer's name: one of the lifecycle's.
    pub status: &'static str,
    /// The result, when it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<H>,
}

/// How a result crosses between a caller and a model.
///
/// A model that copies hands over a [`Given`]. One that shares could hand over something that
/// both sides can change; the check that nobody can change what is saved must catch that.
pub trait Handed {
    /// Makes one of a value.
    fn hand(value: Given) -> Self;
    /// What it is now.
    fn look(&self) -> Given;
    /// Its holder changes one member.
    fn amend(&mut self, member: &str, value: Given);
}

impl Handed for Given {
    fn hand(value: Given) -> Given {
        value
    }
    fn look(&self) -> Given {
        self.clone()
    }
    fn amend(&mut self, member: &str, value: Given) {
        *self = self.clone().with(member, value);
    }
}

/// A request model that the eighteen checks can judge: ours, or a broken one.
pub trait Model {
    /// How results cross.
    type Handed: Handed;
    /// Asks to begin.
    fn begin(
        &mut self,
        scope: &Given,
        key: &Given,
        payload: &Given,
    ) -> Result<Response<Self::Handed>, Fault>;
    /// Records a result.
    fn finish(
        &mut self,
        scope: &Given,
        key: &Given,
        payload: &Given,
        result: &Self::Handed,
    ) -> Result<Response<Self::Handed>, Fault>;
    /// The text by which a payload is compared.
    fn comparison(&self, payload: &Given) -> Result<String, Fault>;
}

/// The request model: one record for each pair of scope and key.
///
/// ```
/// use onceproof::example::worked::{Given, Model, Requests};
/// let mut requests = Requests::default();
/// let (scope, key) = (Given::text("CallA"), Given::text("Req7"));
/// let payload = r#"{"operation": "prepare_note", "sensor_id": "S01", "window_ms": 200}"#;
/// let payload = Given::read(payload).unwrap();
/// assert_eq!(requests.begin(&scope, &key, &payload).unwrap().status, "started");
/// assert_eq!(requests.begin(&scope, &key, &payload).unwrap().status, "in_progress");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Requests {
    records: BTreeMap<RequestId, Record<Notes>>,
    deliveries: u64,
}

impl Model for Requests {
    type Handed = Given;

    fn begin(
        &mut self,
        scope: &Given,
        key: &Given,
        payload: &Given,
    ) -> Result<Response<Given>, Fault> {
        let id = request_id(scope, key)?;
        let payload = Payload::accept(payload)?.comparison_text();
        // Each call is a delivery of its own; without that, asking twice would start twice.
        self.deliveries = self.deliveries.saturating_add(1);
        let begin = Begin { payload, claim: self.deliveries, follows: None };
        let decision = self.decide(id, &Operation::Begin(begin));
        let status = decision.answer.name();
        match decision.answer {
            Answer::Started { .. } | Answer::InProgress { .. } | Answer::Conflict => {
                Ok(Response { status, result: None })
            }
            Answer::Replayed(Told::Outcome(Outcome::Success(note))) => {
                Ok(Response { status, result: Some(note.given()) })
            }
            _never_under_this_contract => Err(Fault::OutsideThisContract),
        }
    }

    fn finish(
        &mut self,
        scope: &Given,
        key: &Given,
        payload: &Given,
        result: &Given,
    ) -> Result<Response<Given>, Fault> {
        let id = request_id(scope, key)?;
        let payload = Payload::accept(payload)?.comparison_text();
        let note = Note::accept(result)?;
        let finish = Operation::Finish(Claimant::Payload(payload), Some(note));
        let decision = self.decide(id, &finish);
        let status = decision.answer.name();
        match decision.answer {
            Answer::Completed { .. } => Ok(Response { status, result: saved(&decision.next) }),
            Answer::UnknownRequest => Err(Fault::UnknownRequest),
            Answer::Conflict => Err(Fault::PayloadConflict),
            Answer::AlreadyCompleted { .. } => Err(Fault::AlreadyCompleted),
            _never_under_this_contract => Err(Fault::OutsideThisContract),
        }
    }

    fn comparison(&self, payload: &Given) -> Result<String, Fault> {
        Payload::accept(payload).map(|payload| payload.comparison_text().0)
    }
}

impl Requests {
    /// The record of a request, if it has one.
    #[must_use]
    pub fn record(&self, id: &RequestId) -> Option<&Record<Notes>> {
        self.records.get(id)
    }

    /// Decides one operation by the lifecycle, and keeps what it leaves.
    fn decide(&mut self, id: RequestId, operation: &Operation<Notes>) -> Decision<Notes> {
        let unseen = Record::unseen();
        let record = self.records.get(&id).unwrap_or(&unseen);
        let decision = step(&WORKED_EXAMPLE, record, operation, NOW);
        if decision.next != unseen {
            self.records.insert(id, decision.next.clone());
        }
        decision
    }
}

/// The identity of a request: both halves are checked before anything else.
fn request_id(scope: &Given, key: &Given) -> Result<RequestId, Fault> {
    Ok(RequestId { scope: identifier(scope)?, key: identifier(key)? })
}

/// A copy of the result that a record holds.
fn saved(record: &Record<Notes>) -> Option<Given> {
    match record {
        Record::Completed { outcome: Outcome::Success(note), .. } => Some(note.given()),
        _holds_none => None,
    }
}

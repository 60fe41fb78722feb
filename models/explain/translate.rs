//! From the model's one-byte values to what traces hold.
//!
//! *What it claims.* Values that are equal become equal values, and others others. A claim id is
//! the name of the delivery; a time counts from the beginning of the run.
//! *How that is checked.* `tests/explained.rs`: who judges the trace comes to the same.
//! *What is not covered.* What a payload or a result might have said.

use super::names::{self, Workers};
use crate::models::world::names::Id;
use crate::spec::identity::{Small, Ticks};
use crate::spec::{
    Answer, Attempt, Begin, Claimant, Failure, Finding, Operation, Outcome, Refusal, RequestId,
    Told,
};
use crate::trace::form::{
    AnswerForm, FailureForm, FindingForm, JsonText, OperationForm, OutcomeForm, ProtectionForm,
    Tick,
};

/// How the values of one decision are written.
pub(super) struct Words<'a> {
    /// The time at which the run began.
    pub(super) base: u8,
    /// The request that is decided on.
    pub(super) on: Option<Id>,
    /// What the workers are called.
    pub(super) workers: &'a Workers,
}

impl Words<'_> {
    /// A time.
    pub(super) fn time(&self, time: u8) -> Tick {
        if time == u8::LAST {
            return Tick::LAST;
        }
        Tick::new(time.saturating_sub(self.base).into()).unwrap_or(Tick::LAST)
    }

    /// What is asked.
    pub(super) fn operation(&self, operation: &Operation<Small>) -> OperationForm {
        let fingerprint = None;
        match operation {
            Operation::Begin(Begin { payload, claim, follows }) => OperationForm::Begin {
                payload: text(&names::payload(*payload)),
                fingerprint,
                claim: self.workers.name(*claim).unwrap_or_else(|| "nobody".to_owned()).into(),
                follows: follows.and_then(|step| self.linked(step)).map(Into::into),
            },
            Operation::BeginWithoutKey => OperationForm::BeginWithoutKey {},
            Operation::Finish(by, result) => {
                let (attempt, payload) = claimant(by);
                let result = result.and_then(result_text);
                let result_unavailable = result.is_none();
                OperationForm::Finish { attempt, payload, fingerprint, result, result_unavailable }
            }
            Operation::Fail(by, failure) => {
                let (attempt, payload) = claimant(by);
                let failure = match failure {
                    Failure::NotApplied => FailureForm::NotApplied {},
                    Failure::Unknown => FailureForm::Unknown {},
                    Failure::Refused(reason) => FailureForm::Refused { reason: because(*reason) },
                };
                OperationForm::Fail { attempt, payload, fingerprint, failure }
            }
            Operation::Renew(by) => {
                let (attempt, payload) = claimant(by);
                OperationForm::Renew { attempt, payload, fingerprint }
            }
            Operation::Resolve(by, finding, _) => {
                let (attempt, payload) = claimant(by);
                let finding = match finding {
                    Finding::Applied(found) => FindingForm::Applied { outcome: outcome(found) },
                    Finding::NotApplied => FindingForm::NotApplied {},
                };
                let evidence = "what the destination showed".into();
                OperationForm::Resolve { attempt, payload, fingerprint, finding, evidence }
            }
            Operation::Cancel(payload) => OperationForm::Cancel {
                payload: payload.and_then(|payload| text(&names::payload(payload))),
                fingerprint,
            },
            Operation::Status => OperationForm::Status {},
            Operation::Sweep => OperationForm::Sweep {},
        }
    }

    /// What is answered.
    pub(super) fn answer(&self, answer: &Answer<Small>) -> AnswerForm {
        match answer {
            Answer::Started { attempt, lease_until } => AnswerForm::Started {
                attempt: Some(*attempt),
                lease_until: Some(self.time(*lease_until)),
            },
            Answer::InProgress { retry_after } => {
                AnswerForm::InProgress { retry_after: Some(self.time(*retry_after)) }
            }
            Answer::Conflict => AnswerForm::Conflict {},
            Answer::FingerprintVersionUnknown => AnswerForm::FingerprintVersionUnknown {},
            Answer::Replayed(of) => AnswerForm::Replayed { outcome: Some(told(of)) },
            Answer::Uncertain(cause) => AnswerForm::Uncertain { cause: Some(*cause) },
            Answer::Lapsed(kind) => AnswerForm::Lapsed { kind: Some(*kind) },
            Answer::Completed { contradicts_denial } => {
                AnswerForm::Completed { contradicts_denial: Some(*contradicts_denial) }
            }
            Answer::Released => AnswerForm::Released {},
            Answer::Quarantined => AnswerForm::Quarantined {},
            Answer::Renewed { lease_until } => {
                AnswerForm::Renewed { lease_until: Some(self.time(*lease_until)) }
            }
            Answer::Cancelled => AnswerForm::Cancelled {},
            Answer::Resolved => AnswerForm::Resolved {},
            Answer::UnknownRequest => AnswerForm::UnknownRequest {},
            Answer::AlreadyCompleted { attempt, outcome } => {
                AnswerForm::AlreadyCompleted { attempt: *attempt, outcome: Some(told(outcome)) }
            }
            Answer::AlreadyReleased => AnswerForm::AlreadyReleased {},
            Answer::LeaseOver => AnswerForm::LeaseOver {},
            Answer::ContradictsRecord => AnswerForm::ContradictsRecord {},
            Answer::StaleAttempt { current } => AnswerForm::StaleAttempt { current: *current },
            Answer::MissingAttempt => AnswerForm::MissingAttempt {},
            Answer::MissingKey => AnswerForm::MissingKey {},
            Answer::Unprotected => AnswerForm::Unprotected {},
            Answer::Status { view, attempt, protected_until, follows } => AnswerForm::Status {
                view: Some(*view),
                attempt: *attempt,
                protection: Some(match protected_until {
                    None => ProtectionForm::None {},
                    Some(time) => ProtectionForm::Until { time: self.time(*time) },
                }),
                follows: follows.and_then(|step| self.linked(step)).map(Into::into),
            },
            Answer::Swept => AnswerForm::Swept {},
        }
    }

    /// The request of an earlier step of the same intent.
    fn linked(&self, step: u8) -> Option<RequestId> {
        self.on.map(|on| names::request(Id { step, mint: 0, ..on }))
    }
}

fn claimant(by: &Claimant<Small>) -> (Option<Attempt>, Option<JsonText>) {
    match by {
        Claimant::Attempt(attempt) => (Some(*attempt), None),
        Claimant::Payload(payload) => (None, text(&names::payload(*payload))),
    }
}

fn told(told: &Told<Small>) -> OutcomeForm {
    match told {
        Told::Outcome(of) => outcome(of),
        Told::KindOnly(kind) => OutcomeForm::KindOnly { kind: *kind },
        Told::Indeterminate => OutcomeForm::Indeterminate {},
    }
}

fn outcome(outcome: &Outcome<Small>) -> OutcomeForm {
    match outcome {
        Outcome::Success(result) => match result_text(*result) {
            Some(result) => OutcomeForm::Success { result },
            None => OutcomeForm::ResultUnavailable {},
        },
        Outcome::ResultUnavailable => OutcomeForm::ResultUnavailable {},
        Outcome::Refused(Refusal::Final(reason)) => {
            OutcomeForm::Refused { reason: because(*reason) }
        }
        Outcome::Refused(Refusal::Sealed) => OutcomeForm::Sealed {},
        Outcome::Refused(Refusal::Cancelled) => OutcomeForm::Cancelled {},
    }
}

fn result_text(result: u8) -> Option<JsonText> {
    text(&format!("r{result}"))
}

fn because(reason: u8) -> std::sync::Arc<str> {
    format!("reason {reason}").into()
}

/// A JSON string. It is always one: none of these names needs an escape.
fn text(name: &str) -> Option<JsonText> {
    JsonText::new(format!("\"{name}\"")).ok()
}

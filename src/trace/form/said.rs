//! From operations to their forms: what stores and recorders write.
//!
//! *What it claims.* The form of an operation says that operation.
//! *How that is checked.* `tests/trace_round_trip.rs` reads the operation back from its form.
//! *What is not covered.* Payloads: an operation knows their fingerprints only.

use super::operation::{FailureForm, FindingForm, OperationForm};
use super::{Concrete, OutcomeForm};
use crate::key::Fingerprint;
use crate::spec::{Attempt, Claimant, Failure, Finding, Operation, Told};

impl OperationForm<Attempt> {
    /// The form of an operation. It shows fingerprints, since payloads are not known any more.
    #[must_use]
    pub fn of(operation: &Operation<Concrete>) -> Self {
        match operation {
            Operation::Begin(begin) => OperationForm::Begin {
                payload: None,
                fingerprint: Some(begin.payload.clone()),
                claim: begin.claim.clone(),
                follows: begin.follows.clone(),
            },
            Operation::BeginWithoutKey => OperationForm::BeginWithoutKey {},
            Operation::Finish(by, result) => {
                let (attempt, fingerprint) = claimant(by);
                let (result, result_unavailable) = (result.clone(), result.is_none());
                OperationForm::Finish {
                    attempt,
                    payload: None,
                    fingerprint,
                    result,
                    result_unavailable,
                }
            }
            Operation::Fail(by, failure) => {
                let (attempt, fingerprint) = claimant(by);
                let failure = FailureForm::of(failure);
                OperationForm::Fail { attempt, payload: None, fingerprint, failure }
            }
            Operation::Renew(by) => {
                let (attempt, fingerprint) = claimant(by);
                OperationForm::Renew { attempt, payload: None, fingerprint }
            }
            Operation::Resolve(by, finding, evidence) => {
                let (attempt, fingerprint) = claimant(by);
                let (finding, evidence) = (FindingForm::of(finding), evidence.clone());
                OperationForm::Resolve { attempt, payload: None, fingerprint, finding, evidence }
            }
            Operation::Cancel(payload) => {
                OperationForm::Cancel { payload: None, fingerprint: payload.clone() }
            }
            Operation::Status => OperationForm::Status {},
            Operation::Sweep => OperationForm::Sweep {},
        }
    }
}

fn claimant(by: &Claimant<Concrete>) -> (Option<Attempt>, Option<Fingerprint>) {
    match by {
        Claimant::Attempt(attempt) => (Some(*attempt), None),
        Claimant::Payload(payload) => (None, Some(payload.clone())),
    }
}

impl FailureForm {
    /// The form of a failure.
    #[must_use]
    pub fn of(failure: &Failure<Concrete>) -> Self {
        match failure {
            Failure::NotApplied => FailureForm::NotApplied {},
            Failure::Unknown => FailureForm::Unknown {},
            Failure::Refused(reason) => FailureForm::Refused { reason: reason.clone() },
        }
    }
}

impl FindingForm {
    /// The form of a finding.
    #[must_use]
    pub fn of(finding: &Finding<Concrete>) -> Self {
        match finding {
            Finding::Applied(outcome) => {
                FindingForm::Applied { outcome: OutcomeForm::of(&Told::Outcome(outcome.clone())) }
            }
            Finding::NotApplied => FindingForm::NotApplied {},
        }
    }
}

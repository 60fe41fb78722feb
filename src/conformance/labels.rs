//! Labels: how a case names attempts without knowing how a subject numbers them.
//!
//! *What it claims.* A label binds at its first sight in an answer, to an attempt larger than
//! every one bound before in that request, and stands for that attempt ever after.
//! *How that is checked.* `tests/case_mutants.rs`: a subject that issues a number twice, or a
//! smaller one, fails.
//! *What is not covered.* Attempts that are not ordered; a subject without them leaves them out.

use super::case::NEVER;
use crate::spec::contract::LONGEST_SPAN;
use crate::spec::{Attempt, RequestId};
use crate::trace::form::{AnswerForm, OperationForm};
use std::collections::BTreeMap;

/// What the labels of one case stand for so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    bound: BTreeMap<String, Attempt>,
    largest: BTreeMap<RequestId, Attempt>,
    never: BTreeMap<String, Attempt>,
}

impl Labels {
    /// The attempt that a label in an operation stands for, if it is bound.
    pub(super) fn stands_for(&mut self, label: &str) -> Option<Attempt> {
        if !label.starts_with(NEVER) {
            return self.bound.get(label).copied();
        }
        // Far above everything that a subject issues, and exact in every JSON reader.
        let before = u64::try_from(self.never.len()).unwrap_or(u64::MAX);
        let number = (LONGEST_SPAN - 1).saturating_sub(before);
        let attempt = Attempt { incarnation: u32::MAX, number };
        Some(*self.never.entry(label.to_owned()).or_insert(attempt))
    }

    /// A label is expected where an attempt is observed: they must belong together.
    pub(super) fn meets(
        &mut self,
        request: &RequestId,
        label: &str,
        observed: Attempt,
    ) -> Result<(), String> {
        if let Some(bound) = self.bound.get(label) {
            return match *bound == observed {
                true => Ok(()),
                false => Err(format!("attempt `{label}` is {bound}, and {observed} was told")),
            };
        }
        if let Some(largest) = self.largest.get(request)
            && observed <= *largest
        {
            return Err(format!(
                "attempt `{label}` is new and must be larger than {largest}, but is {observed}"
            ));
        }
        self.bound.insert(label.to_owned(), observed);
        self.largest.insert(request.clone(), observed);
        Ok(())
    }
}

/// The attempt that an operation names.
pub(super) fn asked<A>(operation: &OperationForm<A>) -> Option<&A> {
    match operation {
        OperationForm::Finish { attempt, .. }
        | OperationForm::Fail { attempt, .. }
        | OperationForm::Renew { attempt, .. }
        | OperationForm::Resolve { attempt, .. } => attempt.as_ref(),
        OperationForm::Begin { .. }
        | OperationForm::BeginWithoutKey {}
        | OperationForm::Cancel { .. }
        | OperationForm::Status {}
        | OperationForm::Sweep {} => None,
    }
}

/// The attempt that an answer names.
pub(super) fn answered<A>(answer: &AnswerForm<A>) -> Option<&A> {
    match answer {
        AnswerForm::Started { attempt, .. }
        | AnswerForm::AlreadyCompleted { attempt, .. }
        | AnswerForm::Status { attempt, .. } => attempt.as_ref(),
        AnswerForm::StaleAttempt { current } => current.as_ref(),
        AnswerForm::InProgress { .. }
        | AnswerForm::Conflict {}
        | AnswerForm::FingerprintVersionUnknown {}
        | AnswerForm::Replayed { .. }
        | AnswerForm::Uncertain { .. }
        | AnswerForm::Lapsed { .. }
        | AnswerForm::Completed { .. }
        | AnswerForm::Released {}
        | AnswerForm::Quarantined {}
        | AnswerForm::Renewed { .. }
        | AnswerForm::Cancelled {}
        | AnswerForm::Resolved {}
        | AnswerForm::UnknownRequest {}
        | AnswerForm::AlreadyReleased {}
        | AnswerForm::LeaseOver {}
        | AnswerForm::ContradictsRecord {}
        | AnswerForm::MissingAttempt {}
        | AnswerForm::MissingKey {}
        | AnswerForm::Unprotected {}
        | AnswerForm::Swept {} => None,
    }
}

/// The same operation, with its attempt written in another way.
pub(super) fn rewritten<A, B, E>(
    operation: &OperationForm<A>,
    write: impl FnOnce(&A) -> Result<B, E>,
) -> Result<OperationForm<B>, E> {
    let attempt = asked(operation).map(write).transpose()?;
    Ok(match operation {
        OperationForm::Begin { payload, fingerprint, claim, follows } => OperationForm::Begin {
            payload: payload.clone(),
            fingerprint: fingerprint.clone(),
            claim: claim.clone(),
            follows: follows.clone(),
        },
        OperationForm::BeginWithoutKey {} => OperationForm::BeginWithoutKey {},
        OperationForm::Finish { payload, fingerprint, result, result_unavailable, .. } => {
            OperationForm::Finish {
                attempt,
                payload: payload.clone(),
                fingerprint: fingerprint.clone(),
                result: result.clone(),
                result_unavailable: *result_unavailable,
            }
        }
        OperationForm::Fail { payload, fingerprint, failure, .. } => OperationForm::Fail {
            attempt,
            payload: payload.clone(),
            fingerprint: fingerprint.clone(),
            failure: failure.clone(),
        },
        OperationForm::Renew { payload, fingerprint, .. } => OperationForm::Renew {
            attempt,
            payload: payload.clone(),
            fingerprint: fingerprint.clone(),
        },
        OperationForm::Resolve { payload, fingerprint, finding, evidence, .. } => {
            OperationForm::Resolve {
                attempt,
                payload: payload.clone(),
                fingerprint: fingerprint.clone(),
                finding: finding.clone(),
                evidence: evidence.clone(),
            }
        }
        OperationForm::Cancel { payload, fingerprint } => {
            OperationForm::Cancel { payload: payload.clone(), fingerprint: fingerprint.clone() }
        }
        OperationForm::Status {} => OperationForm::Status {},
        OperationForm::Sweep {} => OperationForm::Sweep {},
    })
}

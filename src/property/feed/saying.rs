//! From the forms of answers, which may leave members out, to what a monitor is told.

use crate::property::event::Saying;
use crate::spec::{Kind, Outcome, Refusal, Told};
use crate::trace::form::{AnswerForm, Concrete, OperationForm, OutcomeForm, ProtectionForm};

/// What an answer says, as far as it was seen.
pub(super) fn saying(answer: &AnswerForm) -> Saying<Concrete> {
    match answer {
        AnswerForm::Started { attempt, lease_until } => {
            Saying::Started { attempt: *attempt, lease_until: *lease_until }
        }
        AnswerForm::InProgress { .. } => Saying::InProgress,
        AnswerForm::Conflict {} => Saying::Conflict,
        AnswerForm::FingerprintVersionUnknown {} => Saying::FingerprintVersionUnknown,
        AnswerForm::Replayed { outcome } => Saying::Replayed(outcome.as_ref().map(told)),
        AnswerForm::Uncertain { .. } => Saying::Uncertain,
        AnswerForm::Lapsed { kind } => Saying::Lapsed(*kind),
        AnswerForm::Completed { .. } => Saying::Completed,
        AnswerForm::Released {} => Saying::Released,
        AnswerForm::Quarantined {} => Saying::Quarantined,
        AnswerForm::Renewed { lease_until } => Saying::Renewed { lease_until: *lease_until },
        AnswerForm::Cancelled {} => Saying::Cancelled,
        AnswerForm::Resolved {} => Saying::Resolved,
        AnswerForm::UnknownRequest {} => Saying::UnknownRequest,
        AnswerForm::AlreadyCompleted { outcome, .. } => {
            Saying::AlreadyCompleted(outcome.as_ref().map(told))
        }
        AnswerForm::AlreadyReleased {} => Saying::AlreadyReleased,
        AnswerForm::LeaseOver {} => Saying::LeaseOver,
        AnswerForm::ContradictsRecord {} => Saying::ContradictsRecord,
        AnswerForm::StaleAttempt { .. } => Saying::StaleAttempt,
        AnswerForm::MissingAttempt {} => Saying::MissingAttempt,
        AnswerForm::MissingKey {} => Saying::MissingKey,
        AnswerForm::Unprotected {} => Saying::Unprotected,
        AnswerForm::Status { view, protection, .. } => {
            let protected_until = match protection {
                Some(ProtectionForm::Until { time }) => Some(*time),
                Some(ProtectionForm::None {}) | None => None,
            };
            Saying::Status { view: *view, protected_until }
        }
        AnswerForm::Swept {} => Saying::Swept,
    }
}

/// What is told of an outcome.
pub(in crate::property) fn told(outcome: &OutcomeForm) -> Told<Concrete> {
    let refused = |refusal| Told::Outcome(Outcome::Refused(refusal));
    match outcome {
        OutcomeForm::Success { result } => Told::Outcome(Outcome::Success(result.clone())),
        OutcomeForm::ResultUnavailable {} => Told::Outcome(Outcome::ResultUnavailable),
        OutcomeForm::Refused { reason } => refused(Refusal::Final(reason.clone())),
        OutcomeForm::Sealed {} => refused(Refusal::Sealed),
        OutcomeForm::Cancelled {} => refused(Refusal::Cancelled),
        OutcomeForm::KindOnly { kind } => Told::KindOnly(*kind),
        OutcomeForm::Indeterminate {} => Told::Indeterminate,
    }
}

/// Whether an answer is evidence that there was an effect. A replay of which the outcome was not
/// seen counts, since it may be one.
pub(super) fn is_evidence(operation: &OperationForm, answer: &AnswerForm) -> bool {
    let success = |outcome: &Option<OutcomeForm>| {
        let Some(outcome) = outcome else { return true };
        match told(outcome) {
            Told::Outcome(outcome) => outcome.kind() == Kind::Success,
            Told::KindOnly(kind) => kind == Kind::Success,
            Told::Indeterminate => false,
        }
    };
    match answer {
        AnswerForm::Completed { .. } => matches!(operation, OperationForm::Finish { .. }),
        AnswerForm::Replayed { outcome } | AnswerForm::AlreadyCompleted { outcome, .. } => {
            success(outcome)
        }
        AnswerForm::Lapsed { kind } => *kind != Some(Kind::Refused),
        _ => false,
    }
}

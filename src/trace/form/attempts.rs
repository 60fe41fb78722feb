//! Which attempt a form names.
//!
//! *What it claims.* A form names one attempt at most. Whoever was started was given one that was
//! issued, so from 1; a number that was only said may be 0, which stands for no attempt.
//! *How that is checked.* `tests/trace_format.rs` and `tests/schema_inputs.rs`.
//! *What is not covered.* Whether the number is right.

use super::{AnswerForm, OperationForm};

impl<A> OperationForm<A> {
    /// The attempt that the operation names.
    pub(crate) fn attempt(&self) -> Option<&A> {
        match self {
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
}

impl<A> AnswerForm<A> {
    /// The attempt in the answer, the member it is in, and the smallest number that it may have.
    pub(crate) fn attempt(&self) -> (Option<&A>, &'static str, u64) {
        match self {
            AnswerForm::Started { attempt, .. } => (attempt.as_ref(), "attempt", 1),
            AnswerForm::AlreadyCompleted { attempt, .. } | AnswerForm::Status { attempt, .. } => {
                (attempt.as_ref(), "attempt", 0)
            }
            AnswerForm::StaleAttempt { current } => (current.as_ref(), "current", 0),
            _ => (None, "attempt", 0),
        }
    }
}

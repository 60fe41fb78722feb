//! One line that the oracle reads.
//!
//! *What it claims.* A line says one thing: an operation, with what was answered, or a restart.
//! Whatever else it may say is an error; absence is written in one way, by leaving out.
//! *How that is checked.* `tests/schema_inputs.rs`: what is refused here is what the schema refuses.
//! *What is not covered.* Whether the JSON is strict, and what operations mean.

use crate::spec::{Attempt, RequestId};
use crate::trace::LARGEST;
use crate::trace::form::{
    AnswerForm, FindingForm, FormError, JsonText, OperationForm, OutcomeForm, Tick, given,
};
use serde::{Deserialize, Serialize};

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InputLine {
    /// When the operation takes effect, in ticks.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub at: Option<Tick>,
    /// The store's incarnation, when it has changed; it never goes back.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub incarnation: Option<u32>,
    /// On which request.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestId>,
    /// What is asked.
    #[serde(
        default,
        rename = "do",
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    pub operation: Option<OperationForm>,
    /// What was answered, as far as it was observed.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub observed: Option<AnswerForm>,
    /// In place of an operation: the store restarted.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub restart: Option<RestartForm>,
}

/// A restart of the store in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RestartForm {
    /// The new incarnation.
    pub incarnation: u32,
    /// What became of the records.
    pub records: RecordsForm,
}

/// What became of a store's records at a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordsForm {
    /// They are as they were.
    Kept,
    /// They are gone: the store is volatile.
    Lost,
}

/// What a line says.
pub(super) enum Meaning<'a> {
    /// The store restarted.
    Restart(RestartForm),
    /// Something was asked.
    Operation {
        /// When.
        at: Tick,
        /// What.
        operation: &'a OperationForm,
    },
}

impl InputLine {
    /// What the line says. `ask_only`: whether an observed answer is an error.
    pub(super) fn meaning(&self, ask_only: bool) -> Result<Meaning<'_>, FormError> {
        let wrong = |member, what: &str| Err(FormError::of(member, what));
        if self.at.is_some_and(|at| at.number().is_none()) {
            return wrong("at", "a time is a number");
        }
        if let Some(restart) = self.restart {
            if *self != InputLine::only(self.at, restart) {
                return wrong("restart", "a restart stands alone, with `at` at most");
            }
            return Ok(Meaning::Restart(restart));
        }
        let Some(operation) = &self.operation else {
            return wrong("do", "a line needs `do` or `restart`");
        };
        let Some(at) = self.at else { return wrong("at", "an operation needs a time") };
        let without_key = matches!(operation, OperationForm::BeginWithoutKey {});
        if without_key == self.request.is_some() {
            let what = "every operation needs a request, but `begin_without_key` has none";
            return wrong("request", what);
        }
        if ask_only && self.observed.is_some() {
            return wrong("observed", "the session only asks: no answer may be observed");
        }
        in_range(operation.attempt(), "attempt", 0)?;
        if let Some((attempt, member, least)) = self.observed.as_ref().map(AnswerForm::attempt) {
            in_range(attempt, member, least)?;
        }
        Ok(Meaning::Operation { at, operation })
    }

    /// The values of any form that the line carries, each with the path at which it stands.
    pub(super) fn values(&self) -> impl Iterator<Item = (&'static str, &JsonText)> {
        use OperationForm as Do;
        let operation = self.operation.as_ref();
        let payload = operation.and_then(|operation| match operation {
            Do::Begin { payload, .. }
            | Do::Finish { payload, .. }
            | Do::Fail { payload, .. }
            | Do::Renew { payload, .. }
            | Do::Resolve { payload, .. }
            | Do::Cancel { payload, .. } => payload.as_ref(),
            Do::BeginWithoutKey {} | Do::Status {} | Do::Sweep {} => None,
        });
        let given = operation.and_then(|operation| match operation {
            Do::Finish { result, .. } => result.as_ref(),
            _ => None,
        });
        let found = operation.and_then(|operation| match operation {
            Do::Resolve { finding: FindingForm::Applied { outcome }, .. } => result_of(outcome),
            _ => None,
        });
        let told = self.observed.as_ref().and_then(|answer| match answer {
            AnswerForm::Replayed { outcome } | AnswerForm::AlreadyCompleted { outcome, .. } => {
                outcome.as_ref().and_then(result_of)
            }
            _ => None,
        });
        let values = [
            ("/do/*/payload", payload),
            ("/do/*/result", given),
            ("/do/*/finding/applied/outcome/success/result", found),
            ("/observed/*/outcome/success/result", told),
        ];
        values.into_iter().filter_map(|(path, value)| Some((path, value?)))
    }

    fn only(at: Option<Tick>, restart: RestartForm) -> InputLine {
        InputLine {
            at,
            incarnation: None,
            request: None,
            operation: None,
            observed: None,
            restart: Some(restart),
        }
    }
}

/// The result that an outcome carries.
fn result_of(outcome: &OutcomeForm) -> Option<&JsonText> {
    match outcome {
        OutcomeForm::Success { result } => Some(result),
        OutcomeForm::ResultUnavailable {}
        | OutcomeForm::Refused { .. }
        | OutcomeForm::Sealed {}
        | OutcomeForm::Cancelled {}
        | OutcomeForm::KindOnly { .. }
        | OutcomeForm::Indeterminate {} => None,
    }
}

/// The numbers of attempts, as in traces.
fn in_range(attempt: Option<&Attempt>, member: &'static str, least: u64) -> Result<(), FormError> {
    let Some(attempt) = attempt else { return Ok(()) };
    if (least..=LARGEST).contains(&attempt.number) {
        return Ok(());
    }
    let what = format!("the number of an attempt is from {least} to {LARGEST} here");
    Err(FormError { member, within: 0, what })
}

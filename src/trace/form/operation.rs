//! The JSON form of an operation.

use super::answer::OutcomeForm;
use super::values::{Concrete, JsonText, given};
use crate::key::{Canonicaliser, Fingerprint};
use crate::spec::{
    Attempt, Begin, Claimant, Failure, Finding, Operation, Outcome, Refusal, RequestId,
};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use std::sync::Arc;

/// An operation in JSON. `A` is how an attempt is written: in full, or by a label in cases.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case", bound(deserialize = "A: Deserialize<'de>"))]
pub enum OperationForm<A = Attempt> {
    /// Asks to run the effect. The payload, or in its place its fingerprint.
    Begin {
        /// The payload, as JSON.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        payload: Option<JsonText>,
        /// Its fingerprint, where the payload itself is not to be shown.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        fingerprint: Option<Fingerprint>,
        /// The claim id of the process that will run the effect.
        claim: Arc<str>,
        /// The earlier request that this one follows.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        follows: Option<Arc<RequestId>>,
    },
    /// Asks to run the effect, and brings no key.
    BeginWithoutKey {},
    /// The effect took place.
    Finish {
        /// The attempt, when the closing is tagged.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        attempt: Option<A>,
        /// The payload, when the closing is untagged.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        payload: Option<JsonText>,
        /// Its fingerprint, in its place.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        fingerprint: Option<Fingerprint>,
        /// The result, as JSON; `null` is a result.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        result: Option<JsonText>,
        /// Whether the result cannot be stored. Either this or a result must be given.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        result_unavailable: bool,
    },
    /// The effect did not take place, or is not known to have.
    Fail {
        /// The attempt, when the closing is tagged.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        attempt: Option<A>,
        /// The payload, when the closing is untagged.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        payload: Option<JsonText>,
        /// Its fingerprint, in its place.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        fingerprint: Option<Fingerprint>,
        /// Which of the three kinds of failure.
        failure: FailureForm,
    },
    /// Asks to hold the claim longer.
    Renew {
        /// The attempt, when the renewal is tagged.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        attempt: Option<A>,
        /// The payload, when the renewal is untagged.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        payload: Option<JsonText>,
        /// Its fingerprint, in its place.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        fingerprint: Option<Fingerprint>,
    },
    /// A reconciler has found out what became of an attempt.
    Resolve {
        /// The attempt. Without it the answer is `missing_attempt`, under every contract.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        attempt: Option<A>,
        /// The payload, where the attempt is not known.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        payload: Option<JsonText>,
        /// Its fingerprint, in its place.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        fingerprint: Option<Fingerprint>,
        /// What was found.
        finding: FindingForm,
        /// On what evidence.
        evidence: Arc<str>,
    },
    /// The caller no longer wants the effect.
    Cancel {
        /// The payload, when the caller has it.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        payload: Option<JsonText>,
        /// Its fingerprint, in its place.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        fingerprint: Option<Fingerprint>,
    },
    /// Asks what is known.
    Status {},
    /// Writes back what time alone has done.
    Sweep {},
}

/// The names of the operations in JSON.
pub const OPERATION_NAMES: [&str; 9] = [
    "begin",
    "begin_without_key",
    "finish",
    "fail",
    "renew",
    "resolve",
    "cancel",
    "status",
    "sweep",
];

/// The three kinds of failure in JSON.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum FailureForm {
    /// There was provably no effect.
    NotApplied {},
    /// There may have been an effect.
    Unknown {},
    /// The business refuses it for good.
    Refused {
        /// Why.
        reason: Arc<str>,
    },
}

/// What a reconciler found, in JSON.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum FindingForm {
    /// The matter is decided.
    Applied {
        /// With this outcome.
        outcome: OutcomeForm,
    },
    /// There was no effect, and none will land later.
    NotApplied {},
}

/// Why a form that is well-formed JSON still says no operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormError {
    /// The member at fault.
    pub member: &'static str,
    /// Where in the member's value the fault is, in bytes from its beginning.
    pub within: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Display for FormError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "member `{}`: {}", self.member, self.what)
    }
}

impl std::error::Error for FormError {}

impl FormError {
    /// What is wrong with a member.
    #[must_use]
    pub fn of(member: &'static str, what: &str) -> FormError {
        FormError { member, within: 0, what: what.to_owned() }
    }
}

impl<A: Clone> OperationForm<A> {
    /// The operation that the form says. `attempt` tells what an attempt as written stands for.
    ///
    /// # Errors
    /// When members are missing or exclude each other, a payload has no fingerprint, or an
    /// attempt stands for nothing.
    pub fn operation(
        &self,
        canonicaliser: &mut Canonicaliser,
        attempt: impl Fn(&A) -> Result<Attempt, FormError>,
    ) -> Result<Operation<Concrete>, FormError> {
        let mut reading = Reading { canonicaliser, attempt };
        Ok(match self {
            OperationForm::Begin { payload, fingerprint, claim, follows } => {
                let payload = reading.payload(payload.as_ref(), fingerprint.as_ref())?;
                let Some(payload) = payload else {
                    return Err(FormError::of(
                        "payload",
                        "a begin needs a payload or its fingerprint",
                    ));
                };
                Operation::Begin(Begin { payload, claim: claim.clone(), follows: follows.clone() })
            }
            OperationForm::BeginWithoutKey {} => Operation::BeginWithoutKey,
            OperationForm::Finish { attempt, payload, fingerprint, result, result_unavailable } => {
                let by =
                    reading.claimant(attempt.as_ref(), payload.as_ref(), fingerprint.as_ref())?;
                if result.is_some() == *result_unavailable {
                    let what = "a finish needs a result, or `result_unavailable: true`, not both";
                    return Err(FormError::of("result", what));
                }
                Operation::Finish(by, result.clone())
            }
            OperationForm::Fail { attempt, payload, fingerprint, failure } => {
                let by =
                    reading.claimant(attempt.as_ref(), payload.as_ref(), fingerprint.as_ref())?;
                Operation::Fail(by, failure.failure())
            }
            OperationForm::Renew { attempt, payload, fingerprint } => Operation::Renew(
                reading.claimant(attempt.as_ref(), payload.as_ref(), fingerprint.as_ref())?,
            ),
            OperationForm::Resolve { attempt, payload, fingerprint, finding, evidence } => {
                let by =
                    reading.claimant(attempt.as_ref(), payload.as_ref(), fingerprint.as_ref())?;
                Operation::Resolve(by, finding.finding()?, evidence.clone())
            }
            OperationForm::Cancel { payload, fingerprint } => {
                Operation::Cancel(reading.payload(payload.as_ref(), fingerprint.as_ref())?)
            }
            OperationForm::Status {} => Operation::Status,
            OperationForm::Sweep {} => Operation::Sweep,
        })
    }

    /// The operation's name in JSON and in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            OperationForm::Begin { .. } => "begin",
            OperationForm::BeginWithoutKey {} => "begin_without_key",
            OperationForm::Finish { .. } => "finish",
            OperationForm::Fail { .. } => "fail",
            OperationForm::Renew { .. } => "renew",
            OperationForm::Resolve { .. } => "resolve",
            OperationForm::Cancel { .. } => "cancel",
            OperationForm::Status {} => "status",
            OperationForm::Sweep {} => "sweep",
        }
    }
}

struct Reading<'a, F> {
    canonicaliser: &'a mut Canonicaliser,
    attempt: F,
}

impl<F> Reading<'_, F> {
    fn claimant<A>(
        &mut self,
        attempt: Option<&A>,
        payload: Option<&JsonText>,
        fingerprint: Option<&Fingerprint>,
    ) -> Result<Claimant<Concrete>, FormError>
    where
        F: Fn(&A) -> Result<Attempt, FormError>,
    {
        match (attempt, self.payload(payload, fingerprint)?) {
            (Some(attempt), None) => Ok(Claimant::Attempt((self.attempt)(attempt)?)),
            (None, Some(payload)) => Ok(Claimant::Payload(payload)),
            (Some(_), Some(_)) => Err(FormError::of(
                "attempt",
                "a tagged closing takes no payload: give one of the two",
            )),
            (None, None) => {
                Err(FormError::of("attempt", "give the attempt, or the payload when untagged"))
            }
        }
    }

    fn payload(
        &mut self,
        payload: Option<&JsonText>,
        fingerprint: Option<&Fingerprint>,
    ) -> Result<Option<Fingerprint>, FormError> {
        match (payload, fingerprint) {
            (None, None) => Ok(None),
            (None, Some(fingerprint)) => Ok(Some(fingerprint.clone())),
            (Some(payload), None) => {
                match Fingerprint::with(self.canonicaliser, payload.text().as_bytes()) {
                    Ok(fingerprint) => Ok(Some(fingerprint)),
                    Err(refusal) => Err(FormError {
                        member: "payload",
                        within: refusal.offset,
                        what: refusal.reason.to_string(),
                    }),
                }
            }
            (Some(_), Some(_)) => {
                Err(FormError::of("fingerprint", "give the payload or its fingerprint, not both"))
            }
        }
    }
}

impl FailureForm {
    /// The failure that the form says.
    #[must_use]
    pub fn failure(&self) -> Failure<Concrete> {
        match self {
            FailureForm::NotApplied {} => Failure::NotApplied,
            FailureForm::Unknown {} => Failure::Unknown,
            FailureForm::Refused { reason } => Failure::Refused(reason.clone()),
        }
    }
}

impl FindingForm {
    /// The finding that the form says.
    ///
    /// # Errors
    /// When the outcome is one that no reconciler can find.
    pub fn finding(&self) -> Result<Finding<Concrete>, FormError> {
        let FindingForm::Applied { outcome } = self else { return Ok(Finding::NotApplied) };
        Ok(Finding::Applied(match outcome {
            OutcomeForm::Success { result } => Outcome::Success(result.clone()),
            OutcomeForm::ResultUnavailable {} => Outcome::ResultUnavailable,
            OutcomeForm::Refused { reason } => Outcome::Refused(Refusal::Final(reason.clone())),
            OutcomeForm::Sealed {} => Outcome::Refused(Refusal::Sealed),
            OutcomeForm::Cancelled {} => Outcome::Refused(Refusal::Cancelled),
            OutcomeForm::KindOnly { .. } | OutcomeForm::Indeterminate {} => {
                let what = "a finding is a success, an unavailable result, or a refusal";
                return Err(FormError::of("outcome", what));
            }
        }))
    }
}

/// The default of an optional attempt, whatever the type of attempts.
fn none<A>() -> Option<A> {
    None
}

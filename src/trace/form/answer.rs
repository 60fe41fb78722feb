//! The JSON form of an answer.
//!
//! An answer that we write is complete. An answer that was observed elsewhere may leave members
//! out: what is left out is not judged.

use super::values::{Concrete, JsonText, Tick, given};
use crate::spec::{Answer, Attempt, Cause, Kind, Outcome, Refusal, RequestId, Told, View};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A cause in JSON: `"abandoned"` or `"reported"`.
pub type CauseForm = Cause;
/// A kind in JSON: `"success"` or `"refused"`.
pub type KindForm = Kind;
/// A view in JSON: its name, in lower case with underscores.
pub type ViewForm = View;

/// An answer in JSON. `A` is how an attempt is written: in full, or by a label in cases.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case", bound(deserialize = "A: Deserialize<'de>"))]
pub enum AnswerForm<A = Attempt> {
    /// The claim is yours.
    Started {
        /// The fencing token.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        attempt: Option<A>,
        /// Until when nobody else is started.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        lease_until: Option<Tick>,
    },
    /// Another claim holds.
    InProgress {
        /// When asking again can help.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        retry_after: Option<Tick>,
    },
    /// The key is bound to another payload.
    Conflict {},
    /// The payloads cannot be compared.
    FingerprintVersionUnknown {},
    /// This is what came of it.
    Replayed {
        /// The outcome.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        outcome: Option<OutcomeForm>,
    },
    /// Whether there was an effect is not known.
    Uncertain {
        /// Why.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        cause: Option<CauseForm>,
    },
    /// The outcome is no longer kept, and the key blocks.
    Lapsed {
        /// The kind of the outcome.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        kind: Option<KindForm>,
    },
    /// The outcome is recorded.
    Completed {
        /// Whether against an earlier claim that there was no effect.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        contradicts_denial: Option<bool>,
    },
    /// Recorded: there was no effect.
    Released {},
    /// Recorded: it is not known whether there was an effect.
    Quarantined {},
    /// The claim holds longer.
    Renewed {
        /// Until when nobody else is started.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        lease_until: Option<Tick>,
    },
    /// The request is cancelled.
    Cancelled {},
    /// The finding is recorded.
    Resolved {},
    /// Nothing is known of this request.
    UnknownRequest {},
    /// The record was completed before.
    AlreadyCompleted {
        /// The attempt under which it stands.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        attempt: Option<A>,
        /// The outcome that stands.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        outcome: Option<OutcomeForm>,
    },
    /// The record was released before.
    AlreadyReleased {},
    /// The lease is over.
    LeaseOver {},
    /// The finding contradicts the record.
    ContradictsRecord {},
    /// The claim belongs to another attempt.
    StaleAttempt {
        /// The attempt that the record names.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        current: Option<A>,
    },
    /// The contract asks for the attempt.
    MissingAttempt {},
    /// The contract asks for a key.
    MissingKey {},
    /// There is no key: no protection.
    Unprotected {},
    /// What is known.
    Status {
        /// The settled view.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        view: Option<ViewForm>,
        /// The attempt that holds, or last held, the claim.
        #[serde(
            default = "none",
            deserialize_with = "given",
            skip_serializing_if = "Option::is_none"
        )]
        attempt: Option<A>,
        /// Whether and until when no passing of time alone lets another begin start.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        protection: Option<ProtectionForm>,
        /// The earlier request that this one follows.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        follows: Option<Arc<RequestId>>,
    },
    /// What time has done is written back.
    Swept {},
}

/// An outcome in JSON, or as much of it as is left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum OutcomeForm {
    /// It took place.
    Success {
        /// The result, as JSON.
        result: JsonText,
    },
    /// It took place, and its result could not be stored.
    ResultUnavailable {},
    /// The business refused it for good.
    Refused {
        /// Why.
        reason: Arc<str>,
    },
    /// An attempt had no effect, and the contract seals such a request.
    Sealed {},
    /// It was cancelled before it was begun.
    Cancelled {},
    /// Only its kind is left.
    KindOnly {
        /// The kind.
        kind: KindForm,
    },
    /// It is not known whether it took place.
    Indeterminate {},
}

/// Protection in JSON.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum ProtectionForm {
    /// A begin would start now.
    None {},
    /// No begin starts by the passing of time alone.
    Until {
        /// Before this time.
        time: Tick,
    },
}

impl AnswerForm<Attempt> {
    /// The complete form of an answer.
    #[must_use]
    pub fn of(answer: &Answer<Concrete>) -> Self {
        match answer {
            Answer::Started { attempt, lease_until } => {
                AnswerForm::Started { attempt: Some(*attempt), lease_until: Some(*lease_until) }
            }
            Answer::InProgress { retry_after } => {
                AnswerForm::InProgress { retry_after: Some(*retry_after) }
            }
            Answer::Conflict => AnswerForm::Conflict {},
            Answer::FingerprintVersionUnknown => AnswerForm::FingerprintVersionUnknown {},
            Answer::Replayed(told) => AnswerForm::Replayed { outcome: Some(OutcomeForm::of(told)) },
            Answer::Uncertain(cause) => AnswerForm::Uncertain { cause: Some(*cause) },
            Answer::Lapsed(kind) => AnswerForm::Lapsed { kind: Some(*kind) },
            Answer::Completed { contradicts_denial } => {
                AnswerForm::Completed { contradicts_denial: Some(*contradicts_denial) }
            }
            Answer::Released => AnswerForm::Released {},
            Answer::Quarantined => AnswerForm::Quarantined {},
            Answer::Renewed { lease_until } => {
                AnswerForm::Renewed { lease_until: Some(*lease_until) }
            }
            Answer::Cancelled => AnswerForm::Cancelled {},
            Answer::Resolved => AnswerForm::Resolved {},
            Answer::UnknownRequest => AnswerForm::UnknownRequest {},
            Answer::AlreadyCompleted { attempt, outcome } => AnswerForm::AlreadyCompleted {
                attempt: *attempt,
                outcome: Some(OutcomeForm::of(outcome)),
            },
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
                    Some(time) => ProtectionForm::Until { time: *time },
                }),
                follows: follows.clone(),
            },
            Answer::Swept => AnswerForm::Swept {},
        }
    }
}

impl<A> AnswerForm<A> {
    /// The answer's name in JSON and in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            AnswerForm::Started { .. } => "started",
            AnswerForm::InProgress { .. } => "in_progress",
            AnswerForm::Conflict {} => "conflict",
            AnswerForm::FingerprintVersionUnknown {} => "fingerprint_version_unknown",
            AnswerForm::Replayed { .. } => "replayed",
            AnswerForm::Uncertain { .. } => "uncertain",
            AnswerForm::Lapsed { .. } => "lapsed",
            AnswerForm::Completed { .. } => "completed",
            AnswerForm::Released {} => "released",
            AnswerForm::Quarantined {} => "quarantined",
            AnswerForm::Renewed { .. } => "renewed",
            AnswerForm::Cancelled {} => "cancelled",
            AnswerForm::Resolved {} => "resolved",
            AnswerForm::UnknownRequest {} => "unknown_request",
            AnswerForm::AlreadyCompleted { .. } => "already_completed",
            AnswerForm::AlreadyReleased {} => "already_released",
            AnswerForm::LeaseOver {} => "lease_over",
            AnswerForm::ContradictsRecord {} => "contradicts_record",
            AnswerForm::StaleAttempt { .. } => "stale_attempt",
            AnswerForm::MissingAttempt {} => "missing_attempt",
            AnswerForm::MissingKey {} => "missing_key",
            AnswerForm::Unprotected {} => "unprotected",
            AnswerForm::Status { .. } => "status",
            AnswerForm::Swept {} => "swept",
        }
    }

    /// The same answer, with its attempt written in another way.
    ///
    /// # Errors
    /// When `write` has none for it.
    pub fn with_attempts<B, E>(
        self,
        mut write: impl FnMut(A) -> Result<B, E>,
    ) -> Result<AnswerForm<B>, E> {
        let mut write = |attempt: Option<A>| attempt.map(&mut write).transpose();
        Ok(match self {
            AnswerForm::Started { attempt, lease_until } => {
                AnswerForm::Started { attempt: write(attempt)?, lease_until }
            }
            AnswerForm::AlreadyCompleted { attempt, outcome } => {
                AnswerForm::AlreadyCompleted { attempt: write(attempt)?, outcome }
            }
            AnswerForm::StaleAttempt { current } => {
                AnswerForm::StaleAttempt { current: write(current)? }
            }
            AnswerForm::Status { view, attempt, protection, follows } => {
                AnswerForm::Status { view, attempt: write(attempt)?, protection, follows }
            }
            AnswerForm::InProgress { retry_after } => AnswerForm::InProgress { retry_after },
            AnswerForm::Conflict {} => AnswerForm::Conflict {},
            AnswerForm::FingerprintVersionUnknown {} => AnswerForm::FingerprintVersionUnknown {},
            AnswerForm::Replayed { outcome } => AnswerForm::Replayed { outcome },
            AnswerForm::Uncertain { cause } => AnswerForm::Uncertain { cause },
            AnswerForm::Lapsed { kind } => AnswerForm::Lapsed { kind },
            AnswerForm::Completed { contradicts_denial } => {
                AnswerForm::Completed { contradicts_denial }
            }
            AnswerForm::Released {} => AnswerForm::Released {},
            AnswerForm::Quarantined {} => AnswerForm::Quarantined {},
            AnswerForm::Renewed { lease_until } => AnswerForm::Renewed { lease_until },
            AnswerForm::Cancelled {} => AnswerForm::Cancelled {},
            AnswerForm::Resolved {} => AnswerForm::Resolved {},
            AnswerForm::UnknownRequest {} => AnswerForm::UnknownRequest {},
            AnswerForm::AlreadyReleased {} => AnswerForm::AlreadyReleased {},
            AnswerForm::LeaseOver {} => AnswerForm::LeaseOver {},
            AnswerForm::ContradictsRecord {} => AnswerForm::ContradictsRecord {},
            AnswerForm::MissingAttempt {} => AnswerForm::MissingAttempt {},
            AnswerForm::MissingKey {} => AnswerForm::MissingKey {},
            AnswerForm::Unprotected {} => AnswerForm::Unprotected {},
            AnswerForm::Swept {} => AnswerForm::Swept {},
        })
    }
}

impl OutcomeForm {
    /// The form of what is told.
    #[must_use]
    pub fn of(told: &Told<Concrete>) -> Self {
        match told {
            Told::Outcome(Outcome::Success(result)) => {
                OutcomeForm::Success { result: result.clone() }
            }
            Told::Outcome(Outcome::ResultUnavailable) => OutcomeForm::ResultUnavailable {},
            Told::Outcome(Outcome::Refused(Refusal::Final(reason))) => {
                OutcomeForm::Refused { reason: reason.clone() }
            }
            Told::Outcome(Outcome::Refused(Refusal::Sealed)) => OutcomeForm::Sealed {},
            Told::Outcome(Outcome::Refused(Refusal::Cancelled)) => OutcomeForm::Cancelled {},
            Told::KindOnly(kind) => OutcomeForm::KindOnly { kind: *kind },
            Told::Indeterminate => OutcomeForm::Indeterminate {},
        }
    }
}

fn none<A>() -> Option<A> {
    None
}

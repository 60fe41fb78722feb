//! What may be said.
//!
//! *What it claims.* Each answer says one true thing, and a caller can act on it alone.
//! *How that is checked.* The promise limits each answer to the states in which it is true;
//! the refinement test enumerates all of them.
//! *What is not covered.* Status codes and wording of a transport.

use super::identity::{Attempt, Values};
use super::record::{Cause, Kind, Outcome, View};
use serde::{Deserialize, Serialize};

/// The answer to one operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Answer<V: Values> {
    /// The claim is yours: run the effect.
    Started {
        /// The fencing token.
        attempt: Attempt,
        /// Until when nobody else is started; the last tick means without end.
        lease_until: V::Time,
    },
    /// Another claim holds. Ask again later.
    InProgress {
        /// The end of the lease that blocks. Until then only the holder can end the wait, by
        /// closing; the last tick when it has no end or is over, so that time alone never does.
        retry_after: V::Time,
    },
    /// The key is bound to another payload.
    Conflict,
    /// The payload cannot be compared with the one that is bound: no version in common.
    FingerprintVersionUnknown,
    /// This is what came of it.
    Replayed(Told<V>),
    /// Whether there was an effect is not known. Asking again under the same key runs nothing and
    /// tells nothing more; under a new key the effect may run again.
    Uncertain(Cause),
    /// It was decided, and the outcome is no longer kept. The key still blocks.
    Lapsed(Kind),
    /// The outcome is recorded.
    Completed {
        /// Whether it was recorded against an earlier claim that there was no effect.
        contradicts_denial: bool,
    },
    /// Recorded: there was no effect.
    Released,
    /// Recorded: it is not known whether there was an effect.
    Quarantined,
    /// The claim holds longer.
    Renewed {
        /// Until when nobody else is started; the last tick means without end.
        lease_until: V::Time,
    },
    /// The request is cancelled: no effect took place and none will start.
    Cancelled,
    /// The reconciler's finding is recorded.
    Resolved,
    /// Nothing is known of this request.
    UnknownRequest,
    /// The record was completed before, by this attempt, with this outcome.
    AlreadyCompleted {
        /// The attempt under which it stands; none when it was cancelled before any begin.
        attempt: Option<Attempt>,
        /// What was recorded.
        outcome: Told<V>,
    },
    /// The record was closed before as having had no effect.
    AlreadyReleased,
    /// The lease is over: the claim is no longer yours to extend.
    LeaseOver,
    /// The finding contradicts what the lapsed record still knows.
    ContradictsRecord,
    /// The claim belongs to another attempt.
    StaleAttempt {
        /// The attempt that the record names; none when it was cancelled before any begin.
        current: Option<Attempt>,
    },
    /// The contract asks for the attempt, and none was given.
    MissingAttempt,
    /// The contract asks for a key, and none was given. Nothing ran.
    MissingKey,
    /// There is no key: run the effect without protection.
    Unprotected,
    /// What is known. It never holds the result.
    Status {
        /// The settled view. Absent means never seen or forgotten.
        view: View,
        /// The attempt that holds, or last held, the claim; none when absent.
        attempt: Option<Attempt>,
        /// Until when no passing of time alone lets another begin start. None: not protected
        /// now. The last tick: without end.
        protected_until: Option<V::Time>,
        /// The earlier request that this one follows.
        follows: Option<V::Link>,
    },
    /// What time has done is written back.
    Swept,
}

/// What is told of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, rename_all = "snake_case")]
pub enum Told<V: Values> {
    /// The outcome itself.
    Outcome(Outcome<V>),
    /// Only its kind is left.
    KindOnly(Kind),
    /// It is not known whether there was an effect, and the contract replays that.
    Indeterminate,
}

impl<V: Values> Answer<V> {
    /// Whether the answer is a refusal: it leaves exactly the settled record.
    ///
    /// All answers are but the seven that report a change. One of the seven may leave the
    /// record as it was (a claim told again, a release said twice); a refusal always does.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        !matches!(
            self,
            Answer::Started { .. }
                | Answer::Completed { .. }
                | Answer::Released
                | Answer::Quarantined
                | Answer::Renewed { .. }
                | Answer::Cancelled
                | Answer::Resolved
        )
    }

    /// The answer's name in JSON and in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Started { .. } => "started",
            Answer::InProgress { .. } => "in_progress",
            Answer::Conflict => "conflict",
            Answer::FingerprintVersionUnknown => "fingerprint_version_unknown",
            Answer::Replayed(_) => "replayed",
            Answer::Uncertain(_) => "uncertain",
            Answer::Lapsed(_) => "lapsed",
            Answer::Completed { .. } => "completed",
            Answer::Released => "released",
            Answer::Quarantined => "quarantined",
            Answer::Renewed { .. } => "renewed",
            Answer::Cancelled => "cancelled",
            Answer::Resolved => "resolved",
            Answer::UnknownRequest => "unknown_request",
            Answer::AlreadyCompleted { .. } => "already_completed",
            Answer::AlreadyReleased => "already_released",
            Answer::LeaseOver => "lease_over",
            Answer::ContradictsRecord => "contradicts_record",
            Answer::StaleAttempt { .. } => "stale_attempt",
            Answer::MissingAttempt => "missing_attempt",
            Answer::MissingKey => "missing_key",
            Answer::Unprotected => "unprotected",
            Answer::Status { .. } => "status",
            Answer::Swept => "swept",
        }
    }
}

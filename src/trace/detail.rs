//! The parts of events: what was told, seen, restored.
//!
//! *What it claims.* Each is an object with one member, or one of a few words.
//! *How that is checked.* With the events that hold them.
//! *What is not covered.* See [`super::event`], which says when they occur.

use super::form::{AnswerForm, JsonText, Tick, ViewForm, given};
use super::name::OutcomeDigest;
use serde::{Deserialize, Serialize};

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum Returned {
    /// The layer's answer. Members that were not observed are left out, and not judged.
    Answer(AnswerForm),
    /// The call failed without an answer.
    Failure {
        /// Whether the layer says that the operation did not take effect.
        took_effect: TookEffect,
        /// Free text: how it failed.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// What a failed call says of its operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TookEffect {
    /// It did not take effect and never will.
    No,
    /// It may have taken effect, or may do so later.
    Unknown,
}

/// What a destination did with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum EffectResult {
    /// The effect took place: one more than before.
    Applied {
        /// What it replied, digested.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        digest: Option<OutcomeDigest>,
    },
    /// It recognised an effect that took place before, and nothing took place now. The reply
    /// is a success.
    Recognised {
        /// What it replied, digested.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        digest: Option<OutcomeDigest>,
    },
    /// It refused, and nothing took place.
    Refused {
        /// Why.
        because: RefusedBecause,
        /// Free text.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// Why a destination refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusedBecause {
    /// It has seen a later attempt.
    StaleAttempt,
    /// The business says no, for good.
    Business,
    /// Something passing: no room, no time, no connection.
    Passing,
}

/// What a caller is told in the end. It is final for this caller, not for the intent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum Acknowledgement {
    /// It took place.
    Success {
        /// The outcome that was shown, digested.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        digest: Option<OutcomeDigest>,
    },
    /// It did not take place and will not.
    No {
        /// The reason that was shown, digested.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        digest: Option<OutcomeDigest>,
    },
    /// Nobody knows; a person decides.
    Unknown {},
}

/// By what an effect was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum ReadBy {
    /// By the downstream key, or another id that is the intent's alone.
    Key {
        /// The key.
        key: String,
    },
    /// By attributes that another intent's effect may share: a customer and an amount.
    Attributes {
        /// The attributes, as JSON.
        attributes: JsonText,
    },
}

/// What somebody who looked for an effect saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum ReadResult {
    /// So many effects.
    Found {
        /// How many, 1 to 2^53 - 1.
        count: u64,
        /// The destination's own names for them, as far as they were shown.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        references: Vec<String>,
    },
    /// None, at the instant of looking. One may still land.
    NotFound {},
    /// The destination did not say.
    Unavailable {},
}

/// What a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carries {
    /// It asks. Delivered, it can still produce the effect.
    Request,
    /// It answers. Delivered, its receiver knows the answer.
    Reply,
}

/// Somebody in the world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum Party {
    /// A worker.
    Process {
        /// Its name.
        name: String,
    },
    /// A caller: it has intents, and is told.
    Caller {
        /// Its name, as in the member `process`.
        name: String,
    },
    /// The store.
    Store {},
    /// A destination.
    Destination {
        /// Its name in the header.
        name: String,
    },
}

/// Which earlier state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum Earlier {
    /// As it was just after the last event up to this number; 0 is before the first event.
    Seq {
        /// The number, smaller than the event's own.
        seq: u64,
    },
    /// As it was at the end of this tick.
    Time {
        /// The tick, on the event's clock, not after the event's own.
        time: Tick,
    },
}

/// What a sweeper did to the record of the event's request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum Swept {
    /// It read the record. Nothing changed; what it writes later may be stale by then.
    Scan {
        /// What it saw.
        saw: ViewForm,
    },
    /// It wrote, at this instant.
    Write {
        /// What the record is from now on; `absent` when it was deleted.
        to: ViewForm,
        /// Whether the write landed. False: the record was no longer the one that was read.
        written: bool,
    },
}

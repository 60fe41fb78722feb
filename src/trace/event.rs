//! Events: every line of a trace but the first.
//!
//! *What it claims.* An event says what happened, to whom, when, and in which order, and has one
//! form. [`presence`] is the table of which members each kind of event has.
//! *How that is checked.* `tests/trace_format.rs`: every member of every kind is in some good
//! sample, and each rule has a bad one.
//! *What is not covered.* Whether what happened is allowed: that is for the properties.

use super::detail::{
    Acknowledgement, Carries, Earlier, EffectResult, Party, ReadBy, ReadResult, Returned, Swept,
};
use super::form::{AnswerForm, OperationForm, Tick, given};
use super::name::{Kind, Member};
use crate::spec::{Attempt, Clause, RequestId};
use serde::{Deserialize, Serialize};

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The event's number: 1 to 2^53 - 1, larger than that of the line before. Gaps are fine,
    /// so that a shortened trace keeps its numbers. Events at equal times are ordered by it.
    pub seq: u64,
    /// When it happened, in ticks of its clock, 0 to 2^53 - 2; not smaller than that of an
    /// earlier event on that clock. For `decide` and a written `sweep` it is the time by which
    /// deadlines were judged; for `advance`, the time at which the clock has arrived.
    pub time: Tick,
    /// The clock on which the time was read, by its name in the header.
    pub clock: String,
    /// Who acts: a worker or a caller, by a name that is its own. For `decide` and `effect`, on
    /// whose behalf; for `deliver`, who receives; for `acknowledge`, the caller that is told.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub process: Option<String>,
    /// The call of the layer, 1 to 2^53 - 1, a number of its own in the whole trace. Several
    /// may be in flight, of one process too. For messages, the call whose request or reply is
    /// carried.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub call: Option<u64>,
    /// The request, by the scope and key that the layer sees; an intermediary or a retry layer
    /// may have changed what the caller sent. Either may be empty.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestId>,
    /// Ghost: what the caller means once. Absent, it is the intent of the event's call, else of
    /// its claim, else of its message; else it is not known. In a trace in which no event says
    /// an intent, the request stands for it.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub intent: Option<String>,
    /// Ghost: the delivery that the process is handling, whatever claim id it says. Absent from
    /// a begin, it is the claim id that the begin says.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The attempt as which the process acts: for `effect`, the one shown to the destination;
    /// for `sweep`, the one in the record. The attempt that a closing names is in its operation.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Attempt>,
    /// What happened.
    #[serde(rename = "event")]
    pub what: What,
}

/// What happened: an object with one member, named for the kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum What {
    /// A process asks the layer. From here on the operation may take effect, at any instant, or
    /// never.
    Invoke {
        /// What it asks.
        operation: OperationForm,
    },
    /// The process learns what came of its call. Whether a call without a return took effect
    /// is open.
    Return(Returned),
    /// The instant at which an operation took effect. A call takes effect at most once, unless
    /// a duplicate of its request was delivered. It lies between invoke and return; elsewhere
    /// it shows a fault, and is no fault of the trace.
    Decide {
        /// The operation. Absent, it is that of the call's invoke.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        operation: Option<OperationForm>,
        /// The answer that was decided, whether or not it arrived.
        answer: AnswerForm,
        /// The clause that decided, by its id. Only under a declared contract.
        #[serde(default, with = "clause_id", skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
        /// The store's incarnation at that instant.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        incarnation: Option<u32>,
        /// The replica, cache or fall-back that decided. Absent: the store itself.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        replica: Option<String>,
    },
    /// A request to run the effect met its destination, at this instant.
    Effect {
        /// Which destination.
        destination: String,
        /// What it did.
        result: EffectResult,
        /// The key with which the request arrived, if with one.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        downstream_key: Option<String>,
        /// The destination's own name for what was made.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        reference: Option<String>,
        /// The message that brought the request. Its sender knows the result only when a reply
        /// is delivered. Absent: the process has the result at once.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// The caller was told, in the end.
    Acknowledge(Acknowledgement),
    /// A process looked for the effect at the destination.
    ReadBack {
        /// Which destination.
        destination: String,
        /// By what it looked.
        by: ReadBy,
        /// What it saw.
        result: ReadResult,
    },
    /// A message is under way: one copy of it.
    Send {
        /// Its id, a name of its own in the whole trace.
        message: String,
        /// Whether it asks or answers.
        carries: Carries,
        /// To whom.
        to: Party,
        /// The message that this one answers.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        answers: Option<String>,
        /// The key that the sender put on it for the destination.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        downstream_key: Option<String>,
    },
    /// One copy arrived. `claim` is fresh for each delivery that a worker handles.
    Deliver {
        /// Of which message.
        message: String,
    },
    /// One more copy is under way.
    Duplicate {
        /// Of which message.
        message: String,
    },
    /// One copy will not arrive.
    Lose {
        /// Of which message.
        message: String,
    },
    /// A sweeper looks, or writes. An operation `sweep` that the layer offers is a call instead.
    Sweep(Swept),
    /// Somebody stops. A process that crashed runs no attempt and knows nothing any more; what
    /// it sent is still under way. A durable store loses nothing.
    Crash {
        /// Who.
        of: Party,
    },
    /// Somebody runs again. A process need not have crashed before.
    Restart {
        /// Who.
        of: Party,
        /// The store's incarnation from now on. Absent: as it was.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        incarnation: Option<u32>,
    },
    /// Somebody's state is an earlier one from now on. Not of a process: a worker has no state
    /// of its own; and not of a volatile store, which has none to go back to.
    Restore {
        /// Who: the store, a destination or a caller.
        of: Party,
        /// To which state.
        to: Earlier,
        /// The store's incarnation from now on. Absent: as it was in the restored state.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        incarnation: Option<u32>,
    },
    /// The clock jumped from `time - ticks` to `time`. There is no instant in the middle at
    /// which anything could have happened by that clock. Time that passes otherwise has every
    /// instant and needs no event.
    Advance {
        /// By how much, 1 to 2^53 - 2.
        ticks: u64,
    },
}

/// Whether a kind of event has a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It must be there.
    Required,
    /// It may be there.
    Allowed,
    /// It must not be there.
    Forbidden,
}

use Presence::{Allowed as May, Forbidden as Not, Required as Must};

/// The table: which members each kind of event has, besides `seq`, `time`, `clock` and `event`,
/// which all have. One rule more: `request` is forbidden with the operation `begin_without_key`
/// and required with every other.
#[rustfmt::skip]
const TABLE: [(Kind, [Presence; 6]); Kind::ALL.len()] = [
    //                   process  call  request intent claim attempt
    (Kind::Invoke,      [Must,    Must, May,    May,   May,  May]),
    (Kind::Return,      [Must,    Must, May,    Not,   Not,  Not]),
    (Kind::Decide,      [May,     May,  May,    May,   May,  May]),
    (Kind::Effect,      [May,     Not,  May,    May,   May,  May]),
    (Kind::Acknowledge, [Must,    Not,  May,    May,   Not,  Not]),
    (Kind::ReadBack,    [Must,    Not,  May,    May,   May,  May]),
    (Kind::Send,        [May,     May,  May,    May,   May,  May]),
    (Kind::Deliver,     [May,     May,  May,    May,   May,  Not]),
    (Kind::Duplicate,   [Not,     May,  May,    May,   Not,  Not]),
    (Kind::Lose,        [Not,     May,  May,    May,   Not,  Not]),
    (Kind::Sweep,       [Must,    Not,  Must,   Not,   Not,  May]),
    (Kind::Crash,       [Not,     Not,  Not,    Not,   Not,  Not]),
    (Kind::Restart,     [Not,     Not,  Not,    Not,   Not,  Not]),
    (Kind::Restore,     [Not,     Not,  Not,    Not,   Not,  Not]),
    (Kind::Advance,     [Not,     Not,  Not,    Not,   Not,  Not]),
];

/// Whether events of a kind have a member.
#[must_use]
pub fn presence(kind: Kind, member: Member) -> Presence {
    let row = TABLE.iter().find(|(of, _)| *of == kind);
    row.and_then(|(_, cells)| cells.get(member as usize)).copied().unwrap_or(Not)
}

impl Event {
    /// The event's kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match &self.what {
            What::Invoke { .. } => Kind::Invoke,
            What::Return(_) => Kind::Return,
            What::Decide { .. } => Kind::Decide,
            What::Effect { .. } => Kind::Effect,
            What::Acknowledge(_) => Kind::Acknowledge,
            What::ReadBack { .. } => Kind::ReadBack,
            What::Send { .. } => Kind::Send,
            What::Deliver { .. } => Kind::Deliver,
            What::Duplicate { .. } => Kind::Duplicate,
            What::Lose { .. } => Kind::Lose,
            What::Sweep(_) => Kind::Sweep,
            What::Crash { .. } => Kind::Crash,
            What::Restart { .. } => Kind::Restart,
            What::Restore { .. } => Kind::Restore,
            What::Advance { .. } => Kind::Advance,
        }
    }

    /// Whether the event has a member of the table.
    #[must_use]
    pub fn has(&self, member: Member) -> bool {
        match member {
            Member::Process => self.process.is_some(),
            Member::Call => self.call.is_some(),
            Member::Request => self.request.is_some(),
            Member::Intent => self.intent.is_some(),
            Member::Claim => self.claim.is_some(),
            Member::Attempt => self.attempt.is_some(),
        }
    }
}

/// A clause, by its id.
mod clause_id {
    use crate::spec::Clause;
    use serde::{Deserializer, Serializer};

    #[allow(clippy::ref_option)] // serde gives the field itself.
    pub(super) fn serialize<S: Serializer>(
        clause: &Option<Clause>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(clause.map_or("", Clause::id))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Clause>, D::Error> {
        let wanted = "the id of a clause";
        crate::trace::name::read_word(deserializer, wanted, Clause::from_id).map(Some)
    }
}

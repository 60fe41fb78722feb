//! # Traces: what happened, event by event, in one format
//!
//! The same file is a model's counterexample, an implementation's log, a conformance case, a
//! fuzz regression and the input of the timeline. This page, with the pages of [`Header`],
//! [`Event`], [`What`] and [`presence`], is the format's description, version 1.
//!
//! ## The text
//!
//! A trace is JSON Lines: UTF-8, one JSON object a line, lines ended by `\n`. The first line is
//! the [`Header`]; each other line is an [`Event`].
//!
//! - Each line is strict JSON ([`crate::key::json`]): no duplicate members, no lone surrogates,
//!   no noncharacters, no number beyond a double, nesting to 128, no byte order mark.
//! - Members that are not in the format are errors. An absent member is left out: `null` never
//!   stands for absence. It is a value where any JSON is welcome (payloads, results).
//! - White space between tokens is accepted and means nothing; so a carriage return before the
//!   line's end is accepted. The canonical form has none. An empty line is an error. The last
//!   line need not be ended. A header without events is a trace, of which nothing can be judged.
//! - Whole numbers are at most 2^53 - 1, which every JSON reader carries exactly.
//! - Reading is bounded by [`ReadLimits`]; a limit that is hit is an error like any other.
//!
//! Each trace has one canonical form, which [`Trace::text`] writes.
//!
//! ## What the events are about
//!
//! *Callers* have intents and are told in the end. *Processes* (workers) handle deliveries: each
//! asks the layer to begin, runs the effect at a *destination*, and closes. The two may be one,
//! and share one name space. The *store* is the layer's memory. *Messages* are what is under way
//! between any of them; a trace that shows none is one in which everybody talks directly.
//!
//! | kind | says | needs before it |
//! |---|---|---|
//! | `invoke` | a process asks the layer | |
//! | `decide` | the operation took effect, now | the invoke, unless it says the operation |
//! | `return` | the process has the answer | the invoke |
//! | `effect` | a request met its destination, now | |
//! | `read_back` | a process looked for the effect | |
//! | `acknowledge` | a caller was told in the end | |
//! | `send`, `duplicate` | one copy, one more copy is under way | `duplicate`: a copy under way |
//! | `deliver`, `lose` | a copy arrived, will not arrive | a copy under way |
//! | `sweep` | a sweeper reads, or writes | |
//! | `crash`, `restart` | somebody stops, runs again | |
//! | `restore` | somebody's state is an earlier one | |
//! | `advance` | a clock jumped | that the clock had not read later |
//!
//! What is needed may lack when the header declares its kind missing. Between its crash and its
//! restart a process does nothing that needs it alive: it has no events but `decide` and
//! `effect`, which are consequences of what it did before.
//!
//! ## How a monitor reads them
//!
//! 1. Events are taken in the order of the lines. [`header::Order`] says whether that order is
//!    real; times of different clocks compare as far as their skews allow.
//! 2. Records change at `decide`, at a `sweep` that was written, at the crash of a volatile
//!    store and at `restore`; and by time alone as `settle` says. At nothing else.
//! 3. A trace that may lack `decide` is judged by placements: an operation that was invoked may
//!    take effect at any instant up to its return; without a return, whether or not its process
//!    crashed, at any later instant or never. A failure that says `took_effect: no` says never.
//!    Where `decide` is not declared missing, a call without one did not take effect.
//! 4. Between two events of a clock every instant passed, except that an `advance` has none in
//!    its middle.
//! 5. Effects are counted at `effect` with `applied`. `recognised` and `refused` are none.
//! 6. A caller or process knows an answer from its `return`; what a destination replied, at once
//!    when the `effect` names no message, and otherwise from the `deliver` of a reply that
//!    `answers` that message. A `read_back` shows what it shows, at its instant.
//! 7. An effect can still come from an attempt whose process has not crashed and which has not
//!    been closed, and from a request of which a copy is under way: sent or duplicated more
//!    often than delivered and lost.
//! 8. `intent` and `claim` are ghosts: what was meant, and whose claim it truly is, whatever the
//!    layer could see. Ownership is judged by claims and never by numbers, which a faulty store
//!    may issue twice.
//! 9. Who is at fault is told apart by what each party said and got: the key that was sent
//!    (`send`) and that arrived (`effect`), what the destination promises (the header), what was
//!    decided and what was returned.
//!
//! *What it claims.* The format is complete for the properties of this crate, and one fact has
//! one form. *How that is checked.* The samples in `tests/traces`, the schema
//! `schema/trace.schema.json` and the round trips. *What is not covered.* Whether what a trace
//! says happened; a recorder that lies makes a valid trace.

mod admit;
pub mod detail;
pub mod event;
mod explain;
pub mod fault;
pub mod form;
pub mod header;
pub mod name;
mod place;
mod read;
mod recorder;
mod write;

pub use event::{Event, Presence, What, presence};
pub use explain::{sentence, timeline};
pub use fault::{Fault, TraceError};
pub use header::Header;
pub use name::{Kind, LARGEST, Member, OutcomeDigest, Path};
pub use read::{ReadLimits, Reader};
pub use recorder::{At, Incomplete, RecordError, Recorder};
pub use write::Writer;

/// A whole trace in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What is declared beforehand.
    pub header: Header,
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl Trace {
    /// Whether any event says its intent. Where none does, the request id stands for the intent,
    /// and faults that lie in the choice of keys are invisible.
    #[must_use]
    pub fn has_intents(&self) -> bool {
        self.events.iter().any(|event| event.intent.is_some())
    }

    /// The kinds of events that occur.
    #[must_use]
    pub fn kinds(&self) -> std::collections::BTreeSet<Kind> {
        self.events.iter().map(Event::kind).collect()
    }
}

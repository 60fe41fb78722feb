//! Recording a trace while it happens, from several threads.
//!
//! *What it claims.* What [`Recorder::into_trace`] gives is a valid trace in which the order of
//! the lines is the order in which the recorder was called, and nothing that was refused is
//! missing from it unnoticed.
//! *How that is checked.* `tests/trace_recorder.rs`, with threads; the rules are the reader's.
//! *What is not covered.* An event is numbered when it is recorded, so a store that wants its
//! decisions in order records them before it lets go of its own lock.

use super::Trace;
use super::admit::Admission;
use super::detail::{Acknowledgement, EffectResult, Party, Returned, TookEffect};
use super::event::{Event, What};
use super::fault::Fault;
use super::form::{AnswerForm, OperationForm, Tick};
use super::header::Header;
use super::name::Path;
use crate::spec::{Attempt, Clause, RequestId, Ticks};
use std::fmt::{Display, Formatter};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// When an event happened, and to whom: what is in front of its kind.
///
/// Made by [`At::exact`] or [`At::latest`], and completed member by member.
#[derive(Clone, Debug)]
pub struct At {
    event: Envelope,
    raise: bool,
}

#[derive(Clone, Debug)]
struct Envelope {
    time: Tick,
    clock: String,
    process: Option<String>,
    call: Option<u64>,
    request: Option<RequestId>,
    intent: Option<String>,
    claim: Option<String>,
    attempt: Option<Attempt>,
}

impl At {
    /// At this very time: recording fails when the clock has read a later one already. For
    /// decisions, whose time is the one by which deadlines were judged. Stores that decide under
    /// several locks give each lock a clock of its own, of skew 0.
    #[must_use]
    pub fn exact(clock: &str, time: Tick) -> At {
        let event = Envelope {
            time,
            clock: clock.to_owned(),
            process: None,
            call: None,
            request: None,
            intent: None,
            claim: None,
            attempt: None,
        };
        At { event, raise: false }
    }

    /// At this time or, when the clock has read a later one already, at that. For events that
    /// are only watched, by a thread that read the clock before it came to the recorder.
    #[must_use]
    pub fn latest(clock: &str, time: Tick) -> At {
        At { raise: true, ..At::exact(clock, time) }
    }

    /// Who acts.
    #[must_use]
    pub fn process(mut self, name: &str) -> At {
        self.event.process = Some(name.to_owned());
        self
    }

    /// Which call. Set by the methods of the recorder that are told the call.
    #[must_use]
    pub fn call(mut self, call: u64) -> At {
        self.event.call = Some(call);
        self
    }

    /// Which request.
    #[must_use]
    pub fn request(mut self, request: &RequestId) -> At {
        self.event.request = Some(request.clone());
        self
    }

    /// Which intent.
    #[must_use]
    pub fn intent(mut self, intent: &str) -> At {
        self.event.intent = Some(intent.to_owned());
        self
    }

    /// Which delivery is being handled.
    #[must_use]
    pub fn claim(mut self, claim: &str) -> At {
        self.event.claim = Some(claim.to_owned());
        self
    }

    /// As which attempt.
    #[must_use]
    pub fn attempt(mut self, attempt: Attempt) -> At {
        self.event.attempt = Some(attempt);
        self
    }
}

/// Why an event was not recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The recorder holds as many events as it may.
    Full {
        /// The limit.
        limit: usize,
    },
    /// The event would make the trace invalid.
    Refused {
        /// The member at fault.
        member: Path,
        /// What is wrong.
        fault: Fault,
    },
}

impl Display for RecordError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Full { limit } => {
                write!(f, "the recorder holds {limit} events, its limit")
            }
            RecordError::Refused { member, fault } => write!(f, "{member}: {fault}"),
        }
    }
}

impl std::error::Error for RecordError {}

/// A recording that lacks events: they were refused, and whoever recorded went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incomplete {
    /// What was recorded. Judge nothing by it that a lacking event could change.
    pub trace: Trace,
    /// How many events were refused.
    pub refused: u64,
    /// Why the first of them was.
    pub first: RecordError,
}

impl Display for Incomplete {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Incomplete { refused, first, .. } = self;
        write!(f, "the recording lacks {refused} events, the first because: {first}")
    }
}

impl std::error::Error for Incomplete {}

/// Records a trace.
///
/// ```
/// use onceproof::spec::{RequestId, Ticks};
/// use onceproof::trace::form::{AnswerForm, JsonText, OperationForm, Tick};
/// use onceproof::trace::{At, Header, Recorder};
///
/// let recorder = Recorder::new(Header::new("store"))?;
/// let request = RequestId { scope: "CallA".into(), key: "Req7".into() };
/// let at = At::latest("store", Tick::FIRST).process("A").request(&request);
/// let begin = OperationForm::Begin {
///     payload: Some(JsonText::new(r#"{"window_ms":200}"#)?),
///     fingerprint: None,
///     claim: "c1".into(),
///     follows: None,
/// };
/// let call = recorder.invoke(at.clone(), begin)?;
/// // In the store, under its lock:
/// let answer = AnswerForm::Started { attempt: None, lease_until: None };
/// recorder.decide(call, At::exact("store", Tick::FIRST), answer.clone(), None)?;
/// // Back in the process:
/// recorder.returned(call, at, answer)?;
/// let trace = recorder.into_trace()?;
/// assert_eq!(trace.events.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    limit: usize,
    recording: Mutex<Recording>,
}

#[derive(Debug)]
struct Recording {
    trace: Trace,
    admission: Admission,
    calls: u64,
    refused: u64,
    first: Option<RecordError>,
}

impl Recorder {
    /// How many events a recorder holds unless told otherwise: a million.
    pub const DEFAULT_LIMIT: usize = 1_000_000;

    /// A recorder with the limit by default.
    ///
    /// # Errors
    /// When the header is wrong.
    pub fn new(header: Header) -> Result<Recorder, RecordError> {
        Recorder::with_limit(header, Recorder::DEFAULT_LIMIT)
    }

    /// A recorder of at most so many events.
    ///
    /// # Errors
    /// When the header is wrong.
    pub fn with_limit(header: Header, limit: usize) -> Result<Recorder, RecordError> {
        header.check().map_err(|(member, fault)| RecordError::Refused { member, fault })?;
        let admission = Admission::new(&header);
        let trace = Trace { header, events: Vec::new() };
        let recording = Recording { trace, admission, calls: 0, refused: 0, first: None };
        Ok(Recorder { limit, recording: Mutex::new(recording) })
    }

    /// Records that a process asks, and gives the new call's id.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn invoke(&self, at: At, operation: OperationForm) -> Result<u64, RecordError> {
        let mut recording = self.lock();
        let call = recording.calls + 1;
        recording.record(self.limit, at.call(call), What::Invoke { operation })?;
        Ok(call)
    }

    /// Records that a call's answer is back. Of `at` only the time, the clock and the process
    /// count, and without a process it is the one that invoked the call.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn returned(&self, call: u64, at: At, answer: AnswerForm) -> Result<u64, RecordError> {
        self.back(call, at, Returned::Answer(answer))
    }

    /// Records that a call failed without an answer; `at` as for [`Recorder::returned`].
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn failed(
        &self,
        call: u64,
        at: At,
        took_effect: TookEffect,
        reason: Option<String>,
    ) -> Result<u64, RecordError> {
        self.back(call, at, Returned::Failure { took_effect, reason })
    }

    fn back(&self, call: u64, at: At, returned: Returned) -> Result<u64, RecordError> {
        let mut recording = self.lock();
        let Envelope { time, clock, process, .. } = at.event;
        let process = process.or_else(|| recording.admission.process_of(call));
        let mut back = At { raise: at.raise, ..At::exact(&clock, time) }.call(call);
        back.event.process = process;
        recording.record(self.limit, back, What::Return(returned))
    }

    /// Records that the operation of a call took effect.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn decide(
        &self,
        call: u64,
        at: At,
        answer: AnswerForm,
        clause: Option<Clause>,
    ) -> Result<u64, RecordError> {
        let (operation, incarnation, replica) = (None, None, None);
        let what = What::Decide { operation, answer, clause, incarnation, replica };
        self.record(at.call(call), what)
    }

    /// Records what a destination did at the instant at which the request met it.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn effect(
        &self,
        at: At,
        destination: &str,
        result: EffectResult,
        downstream_key: Option<String>,
    ) -> Result<u64, RecordError> {
        let destination = destination.to_owned();
        let (reference, message) = (None, None);
        self.record(at, What::Effect { destination, result, downstream_key, reference, message })
    }

    /// Records what a caller was told in the end.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn acknowledge(&self, at: At, told: Acknowledgement) -> Result<u64, RecordError> {
        self.record(at, What::Acknowledge(told))
    }

    /// Records a crash.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn crash(&self, at: At, of: Party) -> Result<u64, RecordError> {
        self.record(at, What::Crash { of })
    }

    /// Records that a clock jumps ahead by so many ticks from what it read last.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn advance(&self, clock: &str, ticks: u64) -> Result<u64, RecordError> {
        let mut recording = self.lock();
        let before = recording.admission.reading(clock).and_then(Tick::new);
        let time = before.unwrap_or(Tick::FIRST).later_by(ticks);
        recording.record(self.limit, At::exact(clock, time), What::Advance { ticks })
    }

    /// Records any event, and gives its number. The methods above are short forms of this one.
    ///
    /// # Errors
    /// When the event is not recorded.
    pub fn record(&self, at: At, what: What) -> Result<u64, RecordError> {
        self.lock().record(self.limit, at, what)
    }

    /// What was recorded so far.
    #[must_use]
    pub fn so_far(&self) -> Trace {
        self.lock().trace.clone()
    }

    /// The trace.
    ///
    /// # Errors
    /// When an event was refused, also if whoever recorded it did not look.
    pub fn into_trace(self) -> Result<Trace, Box<Incomplete>> {
        let recording = self.recording.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Recording { trace, refused, first, .. } = recording;
        match first {
            None => Ok(trace),
            Some(first) => Err(Box::new(Incomplete { trace, refused, first })),
        }
    }

    /// A thread that panicked while it held the lock left a recording that is whole: an event
    /// is admitted and pushed, or neither.
    fn lock(&self) -> MutexGuard<'_, Recording> {
        self.recording.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recording {
    fn record(&mut self, limit: usize, at: At, what: What) -> Result<u64, RecordError> {
        let recorded = self.admit(limit, at, what);
        if let Err(error) = &recorded {
            self.refused += 1;
            self.first.get_or_insert_with(|| error.clone());
        }
        recorded
    }

    fn admit(&mut self, limit: usize, at: At, what: What) -> Result<u64, RecordError> {
        if self.trace.events.len() >= limit {
            return Err(RecordError::Full { limit });
        }
        let Envelope { mut time, clock, process, call, request, intent, claim, attempt } = at.event;
        if at.raise
            && let Some(before) = self.admission.reading(&clock).and_then(Tick::new)
        {
            time = time.max(before);
        }
        let seq = self.trace.events.len() as u64 + 1;
        let event =
            Event { seq, time, clock, process, call, request, intent, claim, attempt, what };
        self.admission
            .admit(&event)
            .map_err(|(member, fault)| RecordError::Refused { member, fault })?;
        self.calls = self.calls.max(call.unwrap_or_default());
        self.trace.events.push(event);
        Ok(seq)
    }
}

//! A run as a trace: the format in which stores and logs are judged too.
//!
//! The trace ends with the event that breaks the property, though the action may go on: what the
//! action does after it is not part of the counterexample.
//!
//! *What it claims.* [`mod@crate::property::judge`] says of the trace what the model's monitor
//! said of the run: the same property, at its last event.
//! *How that is checked.* `tests/explained.rs`, over everything that the catalogue breaks.
//! *What is not covered.* A worker that goes without having closed its claim: the format knows no
//! end of a delivery but a crash, so the trace leaves open that it still runs. A decision of a
//! clock that is ahead stands at the store's time, and the table does not allow it there.

use super::header::{CLOCK, header};
use super::messages::Messages;
use super::names::{self, DESTINATION, RECONCILER, SWEEPER};
use super::replay::{Run, Sighting, Step};
use super::translate::Words;
use crate::models::world::actions::{Action, Landing, StoreAction, WorkerAction};
use crate::models::world::configuration::{Order, ReadBack, Store as StoreKind};
use crate::models::world::names::NOBODY;
use crate::models::world::observer::{EffectResult as Met, Party as Somebody, Seen};
use crate::models::world::state::CallerStage;
use crate::spec::settle::view;
use crate::spec::{Answer, Operation, settle};
use crate::trace::detail::{
    Acknowledgement, Earlier, EffectResult, Party, ReadBy, ReadResult, RefusedBecause, Swept,
    TookEffect,
};
use crate::trace::form::JsonText;
use crate::trace::{At, RecordError, Recorder, Trace, What};
use std::fmt::{Display, Formatter};

/// A run as a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The trace.
    pub trace: Trace,
    /// The number of the event that breaks the property: its last.
    pub breaks: u64,
}

/// Why a run has no trace. Each is a fault of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotExported {
    /// An event does not fit the format.
    Refused(RecordError),
    /// No event stands for what breaks the property.
    Unseen,
}

impl Display for NotExported {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            NotExported::Refused(error) => write!(f, "the run does not fit a trace: {error}"),
            NotExported::Unseen => f.write_str("no event stands for what breaks the property"),
        }
    }
}

impl std::error::Error for NotExported {}

impl From<RecordError> for NotExported {
    fn from(error: RecordError) -> NotExported {
        NotExported::Refused(error)
    }
}

/// The trace of a run. `about` says what it shows, and `source` where it is from.
///
/// # Errors
/// When the run does not fit the format.
pub fn export(run: &Run, about: &str, source: &str) -> Result<Exported, NotExported> {
    let recorder = Recorder::new(header(&run.world, about, source))?;
    let messages = Messages::default();
    let mut export = Export { run, recorder, messages, last: 0, written: 0, backed_up: 0 };
    for step in &run.steps {
        if step.action == Action::Store(StoreAction::BackUp) {
            export.backed_up = export.last;
        }
        for sighting in step.seen() {
            export.seen(step, sighting)?;
            if sighting.violation(run.property).is_some() {
                let breaks = export.last;
                let trace = export.recorder.so_far();
                return if breaks == 0 {
                    Err(NotExported::Unseen)
                } else {
                    Ok(Exported { trace, breaks })
                };
            }
            export.consequences(step, sighting)?;
        }
    }
    Err(NotExported::Unseen)
}

/// A trace in the making.
pub(super) struct Export<'r> {
    run: &'r Run,
    recorder: Recorder,
    pub(super) messages: Messages,
    /// The number of the last event.
    last: u64,
    /// The number of the last event that wrote to a record.
    written: u64,
    /// The number of the last event before the backup.
    backed_up: u64,
}

type Recorded = Result<(), NotExported>;

impl Export<'_> {
    pub(super) fn record(&mut self, at: At, what: What) -> Recorded {
        self.last = self.recorder.record(at, what)?;
        Ok(())
    }

    /// When an action happens.
    pub(super) fn at(&self, step: &Step) -> At {
        At::exact(CLOCK, self.words(step, None).time(step.before.now))
    }

    fn words<'w>(&self, step: &'w Step, on: Option<crate::models::world::names::Id>) -> Words<'w> {
        Words { base: self.run.world.base(), on, workers: &step.workers }
    }

    /// What was seen, up to the event that stands for it.
    fn seen(&mut self, step: &Step, sighting: &Sighting) -> Recorded {
        match &sighting.seen {
            Seen::Decided { .. } => self.decided(step, &sighting.seen),
            Seen::Effect { .. } => self.effect(step, &sighting.seen),
            Seen::Acknowledged { caller, intent, told } => {
                let told = match told {
                    CallerStage::ToldSuccess => Acknowledgement::Success { digest: None },
                    CallerStage::ToldNo => Acknowledgement::No { digest: None },
                    _nobody_knows => Acknowledgement::Unknown {},
                };
                let at = self.at(step).process(&names::caller(*caller));
                self.record(at.intent(&names::intent(*intent)), What::Acknowledge(told))
            }
            Seen::Request { .. } => self.request(step, &sighting.seen),
            Seen::Reply { .. } => self.reply(step, &sighting.seen),
            Seen::ReadBack { .. } => self.read_back(step, &sighting.seen),
            Seen::Scanned { on } => {
                let Some(read) = &step.after.scanned else { return Ok(()) };
                let saw = view(self.run.world.contract(), &read.record, step.after.now);
                let at = self.at(step).process(SWEEPER).request(&names::request(*on));
                self.record(at, What::Sweep(Swept::Scan { saw }))
            }
            Seen::Swept { on, to, written, time } => {
                let contract = self.run.world.contract();
                let to = view(contract, &settle(contract, to, *time), *time);
                let at = self.at(step).process(SWEEPER).request(&names::request(*on));
                self.record(at, What::Sweep(Swept::Write { to, written: *written }))
            }
            Seen::Crashed(of) => self.crashed(step, *of),
            Seen::Restarted(of) => self.restarted(step, *of),
            Seen::Restored(of) => self.restored(step, *of),
            Seen::Advanced { .. } => Ok(()),
        }
    }

    /// What follows in the same action.
    fn consequences(&mut self, step: &Step, sighting: &Sighting) -> Recorded {
        match &sighting.seen {
            Seen::Decided { decision, .. } => {
                if !decision.answer.is_refusal() {
                    self.written = self.last;
                }
                self.returned(step, &sighting.seen)
            }
            Seen::Swept { written: true, .. } => {
                self.written = self.last;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn decided(&mut self, step: &Step, seen: &Seen) -> Recorded {
        let Seen::Decided { caller, claim, intent, on, operation, decision, .. } = seen else {
            return Ok(());
        };
        let words = self.words(step, *on);
        let (operation, answer) = (words.operation(operation), words.answer(&decision.answer));
        let worker = step.worker(*claim);
        let by_caller = || caller.filter(|_| *claim == NOBODY).map(names::caller);
        let process = worker.clone().or_else(by_caller).unwrap_or_else(|| RECONCILER.to_owned());
        let mut at = self.at(step).process(&process);
        if let Some(on) = on {
            at = at.request(&names::request(*on));
        }
        if let Some(intent) = intent {
            at = at.intent(&names::intent(*intent));
        }
        if let Some(worker) = &worker {
            at = at.claim(worker);
        }
        let call = self.recorder.invoke(at.clone(), operation)?;
        self.messages.call(call);
        let stale = matches!(step.action, Action::Worker(_, WorkerAction::BeginStale));
        let what = What::Decide {
            operation: None,
            answer,
            clause: Some(decision.clause),
            incarnation: Some(step.before.store.incarnation.into()),
            replica: stale.then(|| "a replica that is one write behind".to_owned()),
        };
        self.record(at.call(call), what)
    }

    /// The asker has the answer, or does not learn it.
    fn returned(&mut self, step: &Step, seen: &Seen) -> Recorded {
        let Seen::Decided { claim, intent, on, operation, decision, .. } = seen else {
            return Ok(());
        };
        let call = self.messages.last_call();
        let answer = self.words(step, *on).answer(&decision.answer);
        let unanswered = landing(step.action) == Some(Landing::Unanswered);
        self.last = if unanswered {
            let reason = Some("the answer was lost".to_owned());
            self.recorder.failed(call, self.at(step), TookEffect::Unknown, reason)?
        } else {
            self.recorder.returned(call, self.at(step), answer)?
        };
        let recorded = matches!(
            (operation, &decision.answer),
            (Operation::Finish(..), Answer::Completed { .. })
        );
        let first = self.run.world.settings().order == Order::CompletionFirst;
        let (Some(worker), Some(intent)) = (step.worker(*claim), intent) else { return Ok(()) };
        if recorded && first { self.will_run(step, &worker, *intent, *on) } else { Ok(()) }
    }

    fn effect(&mut self, step: &Step, seen: &Seen) -> Recorded {
        let Seen::Effect { claim, intent, on, token, result, .. } = seen else { return Ok(()) };
        let refused = |because| EffectResult::Refused { because, reason: None };
        let result = match result {
            Met::Applied => EffectResult::Applied { digest: None },
            Met::Recognised => EffectResult::Recognised { digest: None },
            Met::Stale => refused(RefusedBecause::StaleAttempt),
            Met::Refused => refused(RefusedBecause::Business),
            Met::Passing => refused(RefusedBecause::Passing),
        };
        let mut at = self.at(step).intent(&names::intent(*intent));
        let worker = step.worker(*claim);
        if let Some(worker) = &worker {
            at = at.process(worker).claim(worker);
        }
        if let Some(on) = on {
            at = at.request(&names::request(*on));
        }
        if token.number > 0 {
            at = at.attempt((*token).into());
        }
        let message = worker.and_then(|worker| self.messages.runs(&worker));
        self.record(
            at,
            What::Effect {
                destination: DESTINATION.to_owned(),
                result,
                downstream_key: on.map(|on| names::request(on).key),
                reference: None,
                message,
            },
        )
    }

    fn read_back(&mut self, step: &Step, seen: &Seen) -> Recorded {
        let Seen::ReadBack { caller, claim, intent, by, found } = seen else { return Ok(()) };
        let by_caller = || caller.map(names::caller);
        let worker = step.worker(*claim);
        let process = worker.clone().or_else(by_caller).unwrap_or_else(|| RECONCILER.to_owned());
        let mut at = self.at(step).process(&process);
        if let Some(intent) = intent {
            at = at.intent(&names::intent(*intent));
        }
        if let Some(worker) = &worker {
            at = at.claim(worker);
        }
        let result = match (by, found) {
            (ReadBack::None, _) => ReadResult::Unavailable {},
            (_, true) => ReadResult::Found { count: 1, references: Vec::new() },
            (_, false) => ReadResult::NotFound {},
        };
        let attributes = JsonText::new("\"scope and payload\"").ok();
        let by = match (by, attributes) {
            (ReadBack::ByAttributes, Some(attributes)) => ReadBy::Attributes { attributes },
            _ => ReadBy::Key { key: intent.map(names::intent).unwrap_or_default() },
        };
        self.record(at, What::ReadBack { destination: DESTINATION.to_owned(), by, result })
    }

    fn crashed(&mut self, step: &Step, of: Somebody) -> Recorded {
        let Some(of) = party(step, of) else { return Ok(()) };
        self.record(self.at(step), What::Crash { of: of.clone() })?;
        match &of {
            Party::Process { name } => self.never_runs(step, name),
            _ => Ok(()),
        }
    }

    fn restarted(&mut self, step: &Step, of: Somebody) -> Recorded {
        let store = of == Somebody::Store;
        let Some(of) = party(step, of) else { return Ok(()) };
        let incarnation = store.then(|| step.after.store.incarnation.into());
        let lost = self.run.world.settings().store == StoreKind::LostTail
            && step.before.store.tail.is_some();
        if store && lost {
            let to = Earlier::Seq { seq: self.written.saturating_sub(1) };
            self.record(self.at(step), What::Restore { of: of.clone(), to, incarnation })?;
        }
        self.record(self.at(step), What::Restart { of, incarnation })
    }

    fn restored(&mut self, step: &Step, of: Somebody) -> Recorded {
        let (to, incarnation) = match of {
            Somebody::Store => (self.backed_up, Some(step.after.store.incarnation.into())),
            Somebody::Caller(_) | Somebody::Worker(_) => (0, None),
        };
        let Some(of) = party(step, of) else { return Ok(()) };
        let to = Earlier::Seq { seq: to };
        self.record(self.at(step), What::Restore { of, to, incarnation })
    }
}

fn party(step: &Step, of: Somebody) -> Option<Party> {
    Some(match of {
        Somebody::Worker(claim) => Party::Process { name: step.worker(claim)? },
        Somebody::Caller(place) => Party::Caller { name: names::caller(place) },
        Somebody::Store => Party::Store {},
    })
}

/// What becomes of the write that an action makes.
pub(super) fn landing(action: Action) -> Option<Landing> {
    match action {
        Action::Worker(
            _,
            WorkerAction::Begin(landing)
            | WorkerAction::WriteClaim(landing)
            | WorkerAction::Close(landing)
            | WorkerAction::RecordAll(landing)
            | WorkerAction::Commit(landing)
            | WorkerAction::Transact(landing),
        ) => Some(landing),
        _ => None,
    }
}

//! What callers do: send, wait, give up, look, hand over, start anew.
//!
//! *What it claims.* A caller stops waiting without a fault only when no answer can come any
//! more; a caller that hands over to a person has come to its end; success is told on a reply
//! that says so, or on an effect that was seen.
//! *How that is checked.* `tests/world_matrix.rs`.
//! *What is not covered.* Callers that begin two intents at once; a cancellation whose answer is
//! lost.

use super::World;
use super::actions::{Action, CallerAction};
use super::claims::reply_of;
use super::configuration::{Fault, Flaw, KeyPath, Memory, ReadBack, Strategy};
use super::names::{Id, Intent, NOBODY, UNDO};
use super::observer::{Observer, Party, Passage, Seen};
use super::scene::{Asker, Scene};
use super::state::{Call, Caller, CallerStage, Reply, State};
use crate::spec::identity::Ticks;
use crate::spec::{Answer, Operation};

/// What callers may do.
pub(super) fn actions<O: Observer>(world: &World, state: &State<O>, actions: &mut Vec<Action>) {
    for (place, caller) in state.callers.iter() {
        let mut may = |action| actions.push(Action::Caller(place, action));
        let pending = may_be_answered(caller);
        let late = state.faults.can(Fault::LateCommit);
        match caller.stage {
            CallerStage::Ready if caller.tries > 0 && !caller.calls.is_full() => {
                may(CallerAction::Send);
            }
            CallerStage::Ready => may(CallerAction::HandOver),
            CallerStage::Waiting if !pending => {
                if caller.hidden_tries > 0 && !caller.calls.is_full() {
                    may(CallerAction::SendHidden);
                } else {
                    may(CallerAction::GiveUp);
                }
            }
            CallerStage::Waiting if late => {
                if caller.hidden_tries > 0 && !caller.calls.is_full() {
                    may(CallerAction::SendHiddenEarly);
                } else {
                    may(CallerAction::GiveUpEarly);
                }
            }
            CallerStage::Waiting => {}
            CallerStage::Unanswered => after_silence(world, state, caller, &mut may),
            CallerStage::ToldSuccess | CallerStage::ToldNo | CallerStage::ToldUnknown => {}
        }
        let waits = matches!(caller.stage, CallerStage::Waiting | CallerStage::Unanswered);
        if waits && state.left.cancels > 0 && world.sends_key(caller) {
            may(CallerAction::Cancel);
            if state.faults.can(Fault::ClockSkew) {
                may(CallerAction::CancelSkewed);
            }
        }
        if caller.stage != CallerStage::Ready && state.left.questions > 0 && world.sends_key(caller)
        {
            may(CallerAction::Ask);
        }
        let sent = caller.stage != CallerStage::Ready || caller.intent.step > 0;
        if sent && !caller.stage.is_final() && state.faults.can(Fault::CallerRestart) {
            may(CallerAction::Restart);
        }
        if sent && state.faults.can(Fault::CallerRestore) {
            may(CallerAction::Restore);
        }
    }
}

/// What a caller may do when no answer came.
fn after_silence<O>(
    world: &World,
    state: &State<O>,
    caller: &Caller,
    may: &mut impl FnMut(CallerAction),
) {
    match world.strategy(caller) {
        Strategy::StopAndReport => may(CallerAction::HandOver),
        Strategy::VerifyThenRetry => {
            if state.now >= caller.verify_from {
                may(CallerAction::LookForEffect);
            }
        }
        Strategy::NaiveRetry
        | Strategy::NewKeyPerAttempt
        | Strategy::TimestampKey
        | Strategy::PinnedIntentKey => match caller.tries {
            0 => may(CallerAction::HandOver),
            _ if caller.calls.is_full() => {}
            _ => may(CallerAction::Send),
        },
    }
}

/// Whether an answer can still come: something is under way, or somebody is at it.
fn may_be_answered(caller: &Caller) -> bool {
    !caller.workers.is_empty() || caller.calls.iter().any(|(_, call)| call.copies > 0)
}

impl World {
    /// The key that a caller puts on its request.
    fn key_of(&self, caller: &Caller) -> Id {
        let step = if self.has(Flaw::OneKeyForAllSteps) { 0 } else { caller.intent.step };
        Id { scope: caller.scope, key: caller.key, step, mint: caller.mint }
    }

    /// Whether a caller puts a key on its requests.
    fn sends_key(&self, caller: &Caller) -> bool {
        match self.strategy(caller) {
            Strategy::NaiveRetry | Strategy::VerifyThenRetry => false,
            Strategy::NewKeyPerAttempt
            | Strategy::TimestampKey
            | Strategy::PinnedIntentKey
            | Strategy::StopAndReport => true,
        }
    }
}

impl<O: Observer> Scene<'_, O> {
    /// A caller does something.
    pub(super) fn caller(&mut self, place: u8, action: CallerAction) -> Option<()> {
        match action {
            CallerAction::Send => self.send(place),
            CallerAction::GiveUp => self.give_up(place),
            CallerAction::GiveUpEarly => {
                self.pay(Fault::LateCommit)?;
                self.give_up(place)
            }
            CallerAction::SendHidden => self.send_hidden(place),
            CallerAction::SendHiddenEarly => {
                self.pay(Fault::LateCommit)?;
                self.send_hidden(place)
            }
            CallerAction::LookForEffect => self.look_for_effect(place),
            CallerAction::HandOver => self.tell(place, CallerStage::ToldUnknown),
            CallerAction::Cancel => self.cancel(place, 0),
            CallerAction::CancelSkewed => {
                self.pay(Fault::ClockSkew)?;
                self.cancel(place, self.world.settings().skew)
            }
            CallerAction::Ask => self.ask(place),
            CallerAction::Restart => self.restart(place),
            CallerAction::Restore => self.restore_caller(place),
        }
    }

    fn set_stage(&mut self, place: u8, stage: CallerStage) -> Option<()> {
        self.state.callers.get_mut(place)?.stage = stage;
        Some(())
    }

    /// The caller stops waiting.
    fn give_up(&mut self, place: u8) -> Option<()> {
        if self.world.has(Flaw::AcknowledgesSilence) {
            return self.step_done(place);
        }
        self.set_stage(place, CallerStage::Unanswered)
    }

    /// The caller sends, under the key that its strategy gives.
    fn send(&mut self, place: u8) -> Option<()> {
        let world = self.world;
        let caller = self.state.callers.get(place)?;
        // Whoever was told `in_progress` asks again for the same; a new key is for silence.
        let after_silence = caller.stage == CallerStage::Unanswered;
        let first = caller.tries == world.bounds().tries;
        let minted = match world.strategy(caller) {
            Strategy::NewKeyPerAttempt if after_silence => Some(self.mint()),
            Strategy::TimestampKey if first || after_silence => Some(world.timestamp(self.state)),
            _the_key_that_it_has => None,
        };
        let caller = self.state.callers.get_mut(place)?;
        caller.mint = minted.unwrap_or(caller.mint);
        caller.tries = caller.tries.checked_sub(1)?;
        caller.hidden_tries = world.bounds().hidden_tries;
        caller.stage = CallerStage::Waiting;
        let key = world.sends_key(caller).then(|| world.key_of(caller));
        self.put_under_way(place, key)
    }

    /// The layer below the caller sends, and the caller does not know.
    fn send_hidden(&mut self, place: u8) -> Option<()> {
        let path = self.world.settings().retry_layer;
        let keyed = self.world.sends_key(self.state.callers.get(place)?);
        let caller = self.state.callers.get_mut(place)?;
        caller.hidden_tries = caller.hidden_tries.checked_sub(1)?;
        let key = keyed.then(|| self.world.key_of(caller));
        let key = self.along(path, key);
        self.put_under_way(place, key)
    }

    /// What becomes of a key on a path.
    fn along(&mut self, path: KeyPath, key: Option<Id>) -> Option<Id> {
        match path {
            KeyPath::Faithful => key,
            KeyPath::Drops => None,
            KeyPath::Replaces => key.map(|key| Id { mint: self.mint(), ..key }),
        }
    }

    fn put_under_way(&mut self, place: u8, key: Option<Id>) -> Option<()> {
        let id = self.along(self.world.settings().intermediary, key);
        let expires = self.world.in_flight_until(self.state.now);
        let caller = self.state.callers.get_mut(place)?;
        caller.verify_from = if expires == u8::LAST { 0 } else { expires };
        let intent = caller.intent;
        let call = Call { id, intent, follows: follows(intent), expires, copies: 1 };
        caller.calls.put(call)?;
        self.see(&Seen::Request { caller: place, intent, on: id, passage: Passage::Sent });
        Some(())
    }

    /// The caller looks for the effect itself; it sends again only when it sees none.
    fn look_for_effect(&mut self, place: u8) -> Option<()> {
        let by = self.world.settings().read_back;
        let caller = self.state.callers.get(place)?;
        let (intent, tries) = (caller.intent, caller.tries);
        let found = self.found(by, intent, caller.scope, caller.payload);
        let (caller, claim, intent_seen) = (Some(place), NOBODY, Some(intent));
        self.see(&Seen::ReadBack { caller, claim, intent: intent_seen, by, found });
        match (found, by, tries) {
            (true, _, _) => self.step_done(place),
            (false, ReadBack::None, _) | (false, _, 0) => {
                self.tell(place, CallerStage::ToldUnknown)
            }
            (false, _, _) => self.set_stage(place, CallerStage::Ready),
        }
    }

    /// A reply arrives.
    pub(super) fn answered(&mut self, place: u8, reply: Reply) -> Option<()> {
        let caller = self.state.callers.get(place)?;
        if !matches!(caller.stage, CallerStage::Waiting | CallerStage::Unanswered) {
            return Some(());
        }
        let strategy = self.world.strategy(caller);
        let again = match strategy {
            Strategy::StopAndReport => false,
            _retries => caller.tries > 0,
        };
        match reply {
            Reply::Success => self.step_done(place),
            Reply::InProgress if self.world.has(Flaw::AcknowledgesInProgress) => {
                self.step_done(place)
            }
            Reply::No => self.step_refused(place),
            // Whoever looks before it sends again looks now too: this may answer an earlier try.
            Reply::InProgress | Reply::NotApplied if again => match strategy {
                Strategy::VerifyThenRetry => self.set_stage(place, CallerStage::Unanswered),
                _sends => self.set_stage(place, CallerStage::Ready),
            },
            Reply::InProgress
            | Reply::NotApplied
            | Reply::Uncertain
            | Reply::Conflict
            | Reply::Lapsed
            | Reply::Malformed => self.tell(place, CallerStage::ToldUnknown),
        }
    }

    /// A step took place: on to the next, or to the end.
    fn step_done(&mut self, place: u8) -> Option<()> {
        let steps = self.world.settings().steps;
        let intent = self.state.callers.get(place)?.intent;
        self.acknowledge(place, CallerStage::ToldSuccess);
        match intent.step {
            step if step + 1 < steps => self.go_to_step(place, step + 1),
            UNDO => self.set_stage(place, CallerStage::ToldNo),
            step if step > UNDO => self.go_to_step(place, step - 1),
            _last => self.set_stage(place, CallerStage::ToldSuccess),
        }
    }

    /// A step is refused for good: what took place before is undone, or the caller is told.
    fn step_refused(&mut self, place: u8) -> Option<()> {
        let intent = self.state.callers.get(place)?.intent;
        self.acknowledge(place, CallerStage::ToldNo);
        match intent.step {
            step if step > 0 && step < UNDO && self.world.settings().compensates => {
                self.go_to_step(place, UNDO + step - 1)
            }
            // What is to be undone cannot be: a person decides.
            step if step >= UNDO => self.set_stage(place, CallerStage::ToldUnknown),
            _first => self.set_stage(place, CallerStage::ToldNo),
        }
    }

    fn go_to_step(&mut self, place: u8, step: u8) -> Option<()> {
        let tries = self.world.bounds().tries;
        let caller = self.state.callers.get_mut(place)?;
        caller.intent.step = step;
        caller.mint = 0;
        caller.tries = tries;
        caller.stage = CallerStage::Ready;
        Some(())
    }

    fn acknowledge(&mut self, place: u8, told: CallerStage) {
        if let Some(intent) = self.state.callers.get(place).map(|caller| caller.intent) {
            self.see(&Seen::Acknowledged { caller: place, intent, told });
        }
    }

    /// The caller is told, in the end.
    fn tell(&mut self, place: u8, told: CallerStage) -> Option<()> {
        self.acknowledge(place, told);
        self.set_stage(place, told)
    }

    /// The caller cancels, by the key that it has sent. That stops nothing that may run.
    fn cancel(&mut self, place: u8, ahead: u8) -> Option<()> {
        self.state.left.cancels = self.state.left.cancels.checked_sub(1)?;
        let caller = self.state.callers.get(place)?;
        let (on, payload) = (self.world.key_of(caller), self.world.fingerprint(caller));
        let by =
            Asker { caller: Some(place), claim: NOBODY, intent: Some(caller.intent), ahead: 0 };
        let decision = self.decide(on, Operation::Cancel(Some(payload)), by, ahead)?;
        match &decision.answer {
            Answer::Cancelled => self.step_refused(place),
            Answer::InProgress { .. } => Some(()),
            Answer::Replayed(told) => self.answered(place, reply_of(told)),
            _nobody_knows => self.tell(place, CallerStage::ToldUnknown),
        }
    }

    /// The caller asks how its request stands, and does nothing about the answer.
    fn ask(&mut self, place: u8) -> Option<()> {
        self.state.left.questions = self.state.left.questions.checked_sub(1)?;
        let caller = self.state.callers.get(place)?;
        let by =
            Asker { caller: Some(place), claim: NOBODY, intent: Some(caller.intent), ahead: 0 };
        self.decide(self.world.key_of(caller), Operation::Status, by, 0)?;
        Some(())
    }

    /// The caller starts anew, with what it remembers.
    fn restart(&mut self, place: u8) -> Option<()> {
        self.pay(Fault::CallerRestart)?;
        self.see(&Seen::Crashed(Party::Caller(place)));
        self.see(&Seen::Restarted(Party::Caller(place)));
        self.begin_anew(place)
    }

    /// The caller is as it was before it sent anything.
    fn restore_caller(&mut self, place: u8) -> Option<()> {
        self.pay(Fault::CallerRestore)?;
        self.see(&Seen::Restored(Party::Caller(place)));
        self.state.callers.get_mut(place)?.intent.step = 0;
        self.begin_anew(place)
    }

    fn begin_anew(&mut self, place: u8) -> Option<()> {
        let memory = self.world.settings().memory;
        let minted = (memory == Memory::LosesKey).then(|| self.mint());
        let tries = self.world.bounds().tries;
        let caller = self.state.callers.get_mut(place)?;
        if memory == Memory::LosesProgress {
            caller.intent.step = 0;
        }
        caller.mint = minted.unwrap_or(caller.mint);
        caller.tries = tries;
        caller.stage = CallerStage::Ready;
        Some(())
    }
}

/// The step that a step follows.
fn follows(intent: Intent) -> Option<u8> {
    match intent.step {
        0 => None,
        step if step >= UNDO => Some(step - UNDO),
        step => Some(step - 1),
    }
}

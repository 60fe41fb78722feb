//! What workers do: claim, look, run the effect, close, answer, stop.
//!
//! *What it claims.* Each action is at most one durable thing, and a worker can stop before each.
//! A worker does what the answers of the layer tell it and nothing else, but for the flaws that a
//! configuration names. A write that was not answered is asked again.
//! *How that is checked.* `tests/world_crash.rs`, `tests/world_zombies.rs`.
//! *What is not covered.* Workers that handle two deliveries at once, and nested calls.

use super::World;
use super::actions::{Action, Destined, Landing, WorkerAction};
use super::configuration::{Closings, Fault, Flaw, Order, ReadBack};
use super::destination::Request;
use super::names::{Place, Token};
use super::observer::{EffectResult, Observer, Party, Seen};
use super::scene::Scene;
use super::state::{Closing, Reply, State, Worker, WorkerStage};
use crate::spec::identity::Small;
use crate::spec::{Claimant, Operation};

/// What workers may do.
pub(super) fn actions<O: Observer>(world: &World, state: &State<O>, actions: &mut Vec<Action>) {
    for (caller, owner) in state.callers.iter() {
        for (worker, at_work) in owner.workers.iter() {
            let at = Place { caller, worker };
            let mut may = |action| actions.push(Action::Worker(at, action));
            next_actions(world, state, at_work, &mut may);
            if state.faults.can(Fault::Crash) {
                may(WorkerAction::Crash);
            }
        }
    }
}

fn next_actions<O>(
    world: &World,
    state: &State<O>,
    worker: &Worker,
    may: &mut impl FnMut(WorkerAction),
) {
    let settings = world.settings();
    let ambiguous = state.faults.can(Fault::AmbiguousWrite);
    let void = world.is_void(worker.call.expires, state.now);
    let mut write = |of: fn(Landing) -> WorkerAction| {
        let landings = Landing::ALL.into_iter().take(if ambiguous { 3 } else { 1 });
        landings.for_each(|landing| may(of(landing)));
    };
    match worker.stage {
        WorkerStage::Delivered | WorkerStage::Started | WorkerStage::Looked if void => {
            may(WorkerAction::DropVoid);
        }
        WorkerStage::Delivered if worker.call.id.is_none() => may(WorkerAction::BeginWithoutKey),
        WorkerStage::Delivered => match settings.order {
            Order::Atomic => write(WorkerAction::Transact),
            Order::EffectFirst => may(WorkerAction::Peek),
            _ if world.reads_to_claim(state, worker.call.id) => may(WorkerAction::Read),
            _ => {
                write(WorkerAction::Begin);
                if state.faults.can(Fault::ClockSkew) {
                    may(WorkerAction::BeginSkewed);
                }
                let behind = state.store.tail.as_ref().map(|(id, _)| *id) == worker.call.id;
                if state.faults.can(Fault::StaleRead) && behind {
                    may(WorkerAction::BeginStale);
                }
            }
        },
        WorkerStage::Read => may(WorkerAction::Classify),
        WorkerStage::Classified => write(WorkerAction::WriteClaim),
        WorkerStage::Started if settings.looks_first => may(WorkerAction::Look),
        WorkerStage::Started | WorkerStage::Looked | WorkerStage::Recorded => {
            if settings.order == Order::CompletionWithEffect && worker.call.id.is_some() {
                write(WorkerAction::Commit);
            } else {
                may(WorkerAction::RunEffect(Destined::Carried));
            }
            other_effects(state, may);
            if worker.token != Token::NONE && state.left.renewals > 0 {
                may(WorkerAction::Renew);
            }
        }
        WorkerStage::Closing(_) if settings.order == Order::EffectFirst => {
            write(WorkerAction::RecordAll);
        }
        WorkerStage::Closing(_) => write(WorkerAction::Close),
        WorkerStage::Replying(_) => {
            may(WorkerAction::Reply);
            if state.faults.can(Fault::LostAck) {
                may(WorkerAction::LoseReply);
            }
        }
    }
}

/// What a destination may make of a request beside carrying it out.
fn other_effects<O>(state: &State<O>, may: &mut impl FnMut(WorkerAction)) {
    if state.faults.can(Fault::Refusal) {
        may(WorkerAction::RunEffect(Destined::Refused));
    }
    if state.faults.can(Fault::Passing) {
        may(WorkerAction::RunEffect(Destined::Passing));
    }
    if state.faults.can(Fault::UnknownEffect) {
        may(WorkerAction::RunEffect(Destined::CarriedUnlearnt));
        may(WorkerAction::RunEffect(Destined::LostUnlearnt));
    }
}

impl<O: Observer> Scene<'_, O> {
    /// A worker does something.
    pub(super) fn worker(&mut self, at: Place, action: WorkerAction) -> Option<()> {
        match action {
            WorkerAction::BeginWithoutKey => self.begin_without_key(at),
            WorkerAction::Begin(landing) => self.begin(at, landing, 0),
            WorkerAction::BeginSkewed => {
                self.pay(Fault::ClockSkew)?;
                self.begin(at, Landing::Answered, self.world.settings().skew)
            }
            WorkerAction::BeginStale => self.begin_stale(at),
            WorkerAction::Read => self.read(at),
            WorkerAction::Classify => self.classify(at),
            WorkerAction::WriteClaim(landing) => self.write_claim(at, landing),
            WorkerAction::Look => self.look(at),
            WorkerAction::Peek => self.peek(at),
            WorkerAction::RunEffect(destined) => self.run_effect(at, destined),
            WorkerAction::Close(landing) => self.close(at, landing),
            WorkerAction::RecordAll(landing) => self.record_all(at, landing),
            WorkerAction::Commit(landing) => self.commit(at, landing),
            WorkerAction::Transact(landing) => self.transact(at, landing),
            WorkerAction::Renew => self.renew(at),
            WorkerAction::DropVoid => self.drop_void(at),
            WorkerAction::Reply => self.reply(at, true),
            WorkerAction::LoseReply => self.reply(at, false),
            WorkerAction::Crash => {
                self.pay(Fault::Crash)?;
                self.see(&Seen::Crashed(Party::Worker(at.claim())));
                self.dismiss(at)
            }
        }
    }

    pub(super) fn go_to_stage(&mut self, at: Place, stage: WorkerStage) -> Option<()> {
        self.state.worker_mut(at)?.stage = stage;
        Some(())
    }

    /// Whether a write is applied, and whether the worker learns it.
    pub(super) fn landing(&mut self, landing: Landing) -> Option<()> {
        if landing == Landing::Answered { Some(()) } else { self.pay(Fault::AmbiguousWrite) }
    }

    /// The worker looks for the effect before it runs it, and shows its attempt.
    fn look(&mut self, at: Place) -> Option<()> {
        let by = self.world.settings().read_back;
        let worker = self.state.worker(at)?;
        let (intent, key, token) = (worker.call.intent, worker.call.id, worker.token);
        let owner = self.state.callers.get(at.caller)?;
        let (scope, payload) = (owner.scope, owner.payload);
        if !self.shows(key, token) {
            return self.go_to_stage(at, WorkerStage::Replying(Reply::InProgress));
        }
        let found = by != ReadBack::None && self.found(by, intent, scope, payload);
        let (caller, claim) = (Some(at.caller), at.claim());
        self.see(&Seen::ReadBack { caller, claim, intent: Some(intent), by, found });
        if found {
            self.state.worker_mut(at)?.result = 1;
            return self.after_effect(at, Some(EffectResult::Recognised));
        }
        self.go_to_stage(at, WorkerStage::Looked)
    }

    fn run_effect(&mut self, at: Place, destined: Destined) -> Option<()> {
        let result = match destined {
            Destined::Carried => Some(self.effect(at)?),
            Destined::Refused => {
                self.pay(Fault::Refusal)?;
                Some(EffectResult::Refused)
            }
            Destined::Passing => {
                self.pay(Fault::Passing)?;
                Some(EffectResult::Passing)
            }
            Destined::CarriedUnlearnt => {
                self.pay(Fault::UnknownEffect)?;
                self.effect(at)?;
                None
            }
            Destined::LostUnlearnt => {
                self.pay(Fault::UnknownEffect)?;
                None
            }
        };
        if let Some(result @ (EffectResult::Refused | EffectResult::Passing)) = result {
            self.see_effect(at, result)?;
        }
        self.after_effect(at, result)
    }

    /// A worker's request meets the destination.
    pub(super) fn effect(&mut self, at: Place) -> Option<EffectResult> {
        let worker = self.state.worker(at)?;
        let owner = self.state.callers.get(at.caller)?;
        let (result, number) = self.carry_out(Request {
            intent: worker.call.intent,
            scope: owner.scope,
            payload: owner.payload,
            key: worker.call.id,
            token: worker.token,
        })?;
        self.state.worker_mut(at)?.result = number;
        self.see_effect(at, result)?;
        Some(result)
    }

    fn see_effect(&mut self, at: Place, result: EffectResult) -> Option<()> {
        let worker = self.state.worker(at)?;
        let (intent, on, token) = (worker.call.intent, worker.call.id, worker.token);
        let (caller, claim) = (at.caller, at.claim());
        self.see(&Seen::Effect { caller, claim, intent, on, token, result });
        Some(())
    }

    /// The worker knows what became of the effect, or that it does not know.
    pub(super) fn after_effect(&mut self, at: Place, learnt: Option<EffectResult>) -> Option<()> {
        let keyed = self.state.worker(at)?.call.id.is_some();
        let closes = keyed && self.world.settings().order != Order::CompletionFirst;
        let (closing, reply) = match learnt {
            Some(EffectResult::Applied | EffectResult::Recognised)
                if self.world.has(Flaw::ReleasesAfterEffect) =>
            {
                (Closing::NotApplied, Reply::NotApplied)
            }
            Some(EffectResult::Applied | EffectResult::Recognised) => {
                (Closing::Finish, Reply::Success)
            }
            // Whoever holds the later attempt is at it.
            Some(EffectResult::Stale) => {
                return self.go_to_stage(at, WorkerStage::Replying(Reply::InProgress));
            }
            Some(EffectResult::Refused) => (Closing::Refused, Reply::No),
            Some(EffectResult::Passing) if self.world.has(Flaw::SwallowsFailures) => {
                (Closing::Finish, Reply::Success)
            }
            Some(EffectResult::Passing) => (Closing::NotApplied, Reply::NotApplied),
            None if self.world.has(Flaw::DeniesTheUnknown) => {
                (Closing::NotApplied, Reply::NotApplied)
            }
            None => (Closing::Unknown, Reply::Uncertain),
        };
        let then =
            if closes { WorkerStage::Closing(closing) } else { WorkerStage::Replying(reply) };
        self.go_to_stage(at, then)
    }

    fn renew(&mut self, at: Place) -> Option<()> {
        self.state.left.renewals = self.state.left.renewals.checked_sub(1)?;
        let (on, by) = (self.state.worker(at)?.call.id?, self.asker(at)?);
        let operation = Operation::Renew(self.claimant(at)?);
        self.decide(on, operation, by, 0)?;
        Some(())
    }

    fn drop_void(&mut self, at: Place) -> Option<()> {
        let claimed = self.state.worker(at)?.token != Token::NONE;
        let released = WorkerStage::Closing(Closing::NotApplied);
        let then = if claimed { released } else { WorkerStage::Replying(Reply::NotApplied) };
        self.go_to_stage(at, then)
    }

    /// How the worker says whose claim it closes.
    pub(super) fn claimant(&self, at: Place) -> Option<Claimant<Small>> {
        let owner = self.state.callers.get(at.caller)?;
        Some(match self.world.closings(owner) {
            Closings::Tagged if self.world.has(Flaw::ShowsTry) => {
                let number = self.world.bounds().tries.saturating_sub(owner.tries);
                let token = self.state.worker(at)?.token;
                Claimant::Attempt(Token { number, ..token }.into())
            }
            Closings::Tagged => Claimant::Attempt(self.state.worker(at)?.token.into()),
            Closings::Untagged => Claimant::Payload(self.world.fingerprint(owner)),
        })
    }
}

//! The monitor of [`crate::property`], looking at a world.
//!
//! *What it claims.* Whatever the world shows is told to the monitor once, in the words of
//! [`crate::property::event`]; the monitor is renamed with the world, so that states which are
//! alike stay alike. A state knows which properties the action that led to it broke.
//! *How that is checked.* `tests/watched_world.rs`: a world that normalises and one that does not
//! break the same; permuting callers commutes with every action.
//! *What is not covered.* A worker that answered is done: it never acts again. Each worker is a
//! process of its own.

use super::World;
use super::claims::reply_of;
use super::configuration::{Destination, Order, ReadBack, Store as StoreKind};
use super::names::{Id, Intent, NOBODY, Token};
use super::observer::{EffectResult, Exchange, Observer, Party, Passage, Seen};
use super::state::{CallerStage, Reply};
use crate::property::{
    Decided, During, Effect, Id as Number, Mask, Monitor, Observed, Property, Renaming, Saying,
    Violation, Watch, witness,
};
use crate::spec::contract::{Contract, Span};
use crate::spec::identity::Small;
use crate::spec::settle::view;
use crate::spec::{Answer, Attempt, Operation, settle};

/// A monitor that is part of a world's state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Watcher {
    monitor: Monitor<Small>,
    /// The properties that the last action broke.
    broken: Mask,
}

impl Default for Watcher {
    fn default() -> Self {
        Watcher { monitor: Monitor::new(), broken: Mask::NONE }
    }
}

/// By what a world is judged. Times are the store's own, so there is no slack.
fn watch(within: &World) -> Watch<'_, Contract> {
    Watch { contract: within.contract(), checked: within.checked(), slack: Span::Ticks(0) }
}

/// The number of a request.
#[must_use]
pub fn request(id: Id) -> Number {
    u32::from_be_bytes([id.scope, id.key, id.step, id.mint])
}

/// The number of an intent. Steps are intents of their own.
#[must_use]
pub fn intent(intent: Intent) -> Number {
    u32::from_be_bytes([0, 0, intent.number, intent.step])
}

fn intent_of(number: Number) -> Intent {
    let [_, _, number, step] = number.to_be_bytes();
    Intent { number, step }
}

impl Watcher {
    /// The properties that the last action broke.
    #[must_use]
    pub fn broken(&self) -> Mask {
        self.broken
    }

    /// What the monitor remembers.
    #[must_use]
    pub fn monitor(&self) -> &Monitor<Small> {
        &self.monitor
    }

    /// Takes what was seen, and says what it breaks.
    pub fn look(&mut self, within: &World, seen: &Seen) -> Vec<Violation> {
        let watch = watch(within);
        let mut broken = Vec::new();
        told(within, seen, &mut |event| {
            let open = within.coverage().without_witness(watch.checked);
            if open != Mask::NONE && event.may_be_a_witness() {
                let watch = Watch { checked: open, ..watch };
                within.coverage().witness(witness(&self.monitor, &watch, &event));
            }
            broken.extend(self.monitor.observe(&watch, &event));
        });
        if matches!(seen, Seen::Decided { .. }) {
            self.monitor.forget_replaced(&NOBODY);
        }
        self.broken = broken.iter().fold(self.broken, |all, one| all.with(one.property));
        broken
    }
}

/// What the monitor is told of what was seen, in order.
fn told(within: &World, seen: &Seen, tell: &mut dyn FnMut(Observed<Small>)) {
    match seen {
        Seen::Decided { .. } => decided(within, seen, tell),
        Seen::Effect { claim, intent: of, on, result: EffectResult::Applied, .. } => {
            let settings = within.settings();
            tell(Observed::Effect(Effect {
                intent: Some(intent(*of)),
                request: on.map(request),
                claim: (*claim != NOBODY).then_some(*claim),
                idempotent: settings.destination == Destination::Idempotent,
                promised: settings.destination == Destination::IgnoresKey && on.is_some(),
            }));
        }
        Seen::Acknowledged { caller, intent: of, told: CallerStage::ToldSuccess } => {
            tell(Observed::Acknowledged { intent: intent(*of), by: Some(u32::from(*caller)) });
        }
        Seen::Request { intent: of, passage, .. } => passed(intent(*of), *passage, tell),
        Seen::Reply { caller, claim, intent: of, reply, arrived } => {
            if *arrived && *reply == Reply::Success {
                tell(Observed::Learnt { intent: intent(*of), by: u32::from(*caller) });
            }
            tell(Observed::Done { claim: *claim });
        }
        // What was found by attributes may be another intent's.
        Seen::ReadBack {
            caller: Some(caller),
            intent: Some(of),
            by: ReadBack::ByKey,
            found: true,
            ..
        } => {
            tell(Observed::Learnt { intent: intent(*of), by: u32::from(*caller) });
        }
        Seen::Swept { on, to, written: true, time } => {
            let settled = settle(within.contract(), to, *time);
            let to = view(within.contract(), &settled, *time);
            tell(Observed::Swept { request: request(*on), to, when: During::at(*time) });
        }
        Seen::Crashed(Party::Worker(claim)) => {
            tell(Observed::Crashed { process: u32::from(*claim) });
        }
        Seen::Crashed(Party::Store) => match within.settings().store {
            StoreKind::Durable => {}
            StoreKind::Volatile => tell(Observed::StoreLost),
            StoreKind::LostTail => tell(Observed::StoreRestored),
        },
        Seen::Restored(Party::Store) => tell(Observed::StoreRestored),
        Seen::Effect { .. }
        | Seen::Acknowledged { .. }
        | Seen::ReadBack { .. }
        | Seen::Scanned { .. }
        | Seen::Swept { .. }
        | Seen::Crashed(Party::Caller(_))
        | Seen::Restarted(_)
        | Seen::Restored(Party::Caller(_) | Party::Worker(_))
        | Seen::Advanced { .. } => {}
    }
}

fn passed(intent: Number, passage: Passage, tell: &mut dyn FnMut(Observed<Small>)) {
    match passage {
        Passage::Sent | Passage::Duplicated => tell(Observed::UnderWay { intent }),
        Passage::Lost => tell(Observed::Arrived { intent }),
        Passage::Delivered(claim) => {
            tell(Observed::InHand { intent, claim, process: u32::from(claim) });
            tell(Observed::Arrived { intent });
        }
    }
}

fn decided(within: &World, seen: &Seen, tell: &mut dyn FnMut(Observed<Small>)) {
    let Seen::Decided { caller, claim, intent: of, on, operation, before, decision, time, judged } =
        seen
    else {
        return;
    };
    let worker = (*claim != NOBODY).then_some(*claim);
    let asked = within.checked().has(Property::RefinesPromise);
    let step =
        asked.then(|| Box::new((settle(within.contract(), before, *judged), decision.clone())));
    tell(Observed::Decided(Decided {
        request: on.map(request),
        scope: on.map_or(0, |on| u32::from(on.scope)),
        intent: of.map(intent),
        process: worker.map(u32::from),
        claim: worker,
        operation: operation.clone(),
        answer: Saying::of(&decision.answer),
        clause: Some(decision.clause),
        when: During::at(*time),
        step,
    }));
    // Whoever asks the layer itself is told what was recorded.
    let success =
        matches!(&decision.answer, Answer::Replayed(told) if reply_of(told) == Reply::Success);
    if let (true, None, Some(caller), Some(of)) = (success, worker, caller, of) {
        tell(Observed::Learnt { intent: intent(*of), by: u32::from(*caller) });
    }
    // Whoever records completion first has the effect still in hand.
    let finished =
        matches!((operation, &decision.answer), (Operation::Finish(..), Answer::Completed { .. }));
    if let (true, Order::CompletionFirst, Some(claim), Some(of)) =
        (finished, within.settings().order, worker, of)
    {
        tell(Observed::InHand { intent: intent(*of), claim, process: u32::from(claim) });
    }
}

impl Observer for Watcher {
    fn begin(&mut self) {
        self.broken = Mask::NONE;
    }

    fn observe(&mut self, within: &World, event: &Seen) {
        within.coverage().see(within, event);
        self.look(within, event);
    }

    fn rebase(&mut self, within: &World, ticks: u8) {
        self.monitor.rebase(u64::from(ticks), within.base(), &watch(within));
    }

    fn retire(&mut self, within: &World, claim: u8) {
        self.monitor.retire(within.checked(), &claim, &NOBODY);
    }

    fn attempts(&self, on: Id, add: &mut dyn FnMut(Token)) {
        self.monitor.attempts(request(on)).for_each(|attempt| add(attempt.into()));
    }

    fn renumber(&mut self, on: Id, renamed: &dyn Fn(Token) -> Token) {
        self.monitor.renumber(request(on), |attempt| Attempt::from(renamed(attempt.into())));
    }

    fn exchange(&mut self, exchange: &Exchange) {
        let who =
            |place: Number| u32::from(exchange.caller(u8::try_from(place).unwrap_or(u8::MAX)));
        let process = |of: Number| u32::from(exchange.claim(u8::try_from(of).unwrap_or(u8::MAX)));
        self.monitor.rename(&Renaming {
            claim: &|claim| exchange.claim(*claim),
            process: &process,
            intent: &|number| intent(exchange.intent(intent_of(number))),
            who: &who,
        });
    }
}

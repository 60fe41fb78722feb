//! What can be seen of a world, and who sees it.
//!
//! *What it claims.* Whatever a property can ask about is told, in the order in which it
//! happens, and each thing once. An observer changes nothing in the world.
//! *How that is checked.* `tests/world_matrix.rs` and its neighbours judge by a [`Tally`] alone.
//! *What is not covered.* What anybody thinks.

use super::World;
use super::configuration::ReadBack;
use super::few::Few;
use super::names::{Id, Intent, Token};
use super::state::{CALLERS, CallerStage, Reply};
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, Record};
use std::fmt::Debug;
use std::hash::Hash;

/// One thing that happened. Times are the store's; claims are the ids of workers, and
/// [`super::names::NOBODY`] is whoever is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// An operation took effect.
    Decided {
        /// Whose request it is, by the caller's place; None: nobody's.
        caller: Option<u8>,
        /// The claim id of the worker that asked.
        claim: u8,
        /// What is meant, where somebody means something.
        intent: Option<Intent>,
        /// On which request. None: a begin without a key.
        on: Option<Id>,
        /// What was asked.
        operation: Operation<Small>,
        /// The record before.
        before: Record<Small>,
        /// What it came to. For a write that was decided on a stale read, what was written.
        decision: Decision<Small>,
        /// When.
        time: u8,
        /// When, by the clock by which deadlines were judged.
        judged: u8,
    },
    /// A request met the destination.
    Effect {
        /// Whose request.
        caller: u8,
        /// The claim id of the worker.
        claim: u8,
        /// What is meant.
        intent: Intent,
        /// The request's id, which is the downstream key too.
        on: Option<Id>,
        /// The attempt that was shown.
        token: Token,
        /// What the destination did.
        result: EffectResult,
    },
    /// A caller was told, in the end, of this step.
    Acknowledged {
        /// Which caller.
        caller: u8,
        /// What it meant.
        intent: Intent,
        /// What it was told; a final stage.
        told: CallerStage,
    },
    /// A request is under way, or not any more.
    Request {
        /// Whose.
        caller: u8,
        /// What is meant.
        intent: Intent,
        /// The id that it carries.
        on: Option<Id>,
        /// What became of it.
        passage: Passage,
    },
    /// A reply arrived, or was lost.
    Reply {
        /// Whose.
        caller: u8,
        /// The claim id of the worker that answered.
        claim: u8,
        /// What is meant.
        intent: Intent,
        /// What it says.
        reply: Reply,
        /// Whether it arrived.
        arrived: bool,
    },
    /// Somebody looked for the effect.
    ReadBack {
        /// For which caller; None: the reconciler.
        caller: Option<u8>,
        /// The claim id of the worker that looked.
        claim: u8,
        /// What is meant.
        intent: Option<Intent>,
        /// By what.
        by: ReadBack,
        /// Whether it was found.
        found: bool,
    },
    /// The sweeper read a record.
    Scanned {
        /// Of which request.
        on: Id,
    },
    /// The sweeper wrote, or found that the record had changed.
    Swept {
        /// Of which request.
        on: Id,
        /// What it wrote.
        to: Record<Small>,
        /// Whether the write landed.
        written: bool,
        /// When.
        time: u8,
    },
    /// Somebody stopped.
    Crashed(Party),
    /// Somebody runs again.
    Restarted(Party),
    /// Somebody's state is an earlier one.
    Restored(Party),
    /// Time passed.
    Advanced {
        /// By how much.
        ticks: u8,
    },
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// It was sent.
    Sent,
    /// One copy more is under way.
    Duplicated,
    /// One copy less: it is lost, or void.
    Lost,
    /// One copy arrived, and the worker with this claim id handles it.
    Delivered(u8),
}

/// What a destination did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EffectResult {
    /// The effect took place.
    Applied,
    /// An effect that took place before was recognised, and nothing took place now.
    Recognised,
    /// Refused: a later attempt was seen.
    Stale,
    /// Refused for good.
    Refused,
    /// Refused for now.
    Passing,
}

/// Somebody in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Party {
    /// A worker, by its claim id.
    Worker(u8),
    /// A caller, by its place.
    Caller(u8),
    /// The store.
    Store,
}

/// Who sees a world. What it keeps is part of the world's state.
pub trait Observer: Clone + Eq + Hash + Ord + Debug {
    /// An action begins; what it does is seen next.
    fn begin(&mut self) {}

    /// Sees one thing. The world tells contract and settings.
    fn observe(&mut self, within: &World, event: &Seen);

    /// All times are smaller by so many ticks from now on; those that are over may be any.
    fn rebase(&mut self, within: &World, ticks: u8);

    /// The worker of a claim id is gone, and the id may be given to another.
    fn retire(&mut self, _within: &World, _claim: u8) {}

    /// Adds the attempts of a request that the observer remembers, at most six: a renumbering
    /// keeps them apart too.
    fn attempts(&self, _on: Id, _add: &mut dyn FnMut(Token)) {}

    /// The attempts of a request have other numbers, in the same order, from now on.
    fn renumber(&mut self, _on: Id, _renamed: &dyn Fn(Token) -> Token) {}

    /// The callers change places; see [`Exchange`].
    fn exchange(&mut self, exchange: &Exchange);
}

/// Nobody looks.
impl Observer for () {
    fn observe(&mut self, _: &World, _: &Seen) {}
    fn rebase(&mut self, _: &World, _: u8) {}
    fn exchange(&mut self, _: &Exchange) {}
}

/// Callers change places, and with them their workers' claim ids and their own intents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// For each place, the place to which its caller goes.
    pub(super) to: [u8; CALLERS],
    /// For each place, whether its caller has an intent of its own, which is its place.
    pub(super) own: [bool; CALLERS],
}

impl Exchange {
    /// Where a caller goes.
    #[must_use]
    pub fn caller(&self, place: u8) -> u8 {
        self.to.get(usize::from(place)).copied().unwrap_or(place)
    }

    /// Whether every caller stays.
    #[must_use]
    pub fn changes_nothing(&self) -> bool {
        (0_u8..).zip(&self.to).all(|(place, to)| place == *to)
    }

    /// What a claim id becomes.
    #[must_use]
    pub fn claim(&self, claim: u8) -> u8 {
        let workers = u8::try_from(super::state::WORKERS).unwrap_or(u8::MAX);
        let Some(at) = claim.checked_sub(1) else { return claim };
        let (caller, worker) = (at / workers, at % workers);
        super::names::Place { caller: self.caller(caller), worker }.claim()
    }

    /// What an intent becomes.
    #[must_use]
    pub fn intent(&self, intent: Intent) -> Intent {
        let own = self.own.get(usize::from(intent.number)).copied().unwrap_or(false);
        if own { Intent { number: self.caller(intent.number), ..intent } } else { intent }
    }
}

/// The most intents that a [`Tally`] counts, steps counted apart.
pub const INTENTS: usize = 8;

/// A small observer: what became of each intent.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tally {
    /// The intents of which anything was seen, in order.
    pub intents: Few<(Intent, Counted), INTENTS>,
    /// Whether there was no room to count something.
    pub overflowed: bool,
    /// Whether the destination refused an older attempt.
    pub fenced: bool,
}

/// What became of one intent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counted {
    /// Its effects: 0, 1, or 2 for more.
    pub effects: u8,
    /// Whether a caller was told success.
    pub success: bool,
    /// Whether a caller was told no.
    pub no: bool,
    /// Whether a caller was told that nobody knows.
    pub unknown: bool,
    /// Whether success was told while there was no effect.
    pub early: bool,
}

impl Tally {
    /// What became of one intent.
    #[must_use]
    pub fn of(&self, intent: Intent) -> Counted {
        let counted = self.intents.iter().find(|(_, (counted, _))| *counted == intent);
        counted.map_or_else(Counted::default, |(_, (_, counted))| *counted)
    }

    /// Whether some intent has more than one effect.
    #[must_use]
    pub fn has_duplicate(&self) -> bool {
        self.intents.iter().any(|(_, (_, counted))| counted.effects > 1)
    }

    fn count(&mut self, intent: Intent, count: impl FnOnce(&mut Counted)) {
        if let Some((_, counted)) = self.intents.iter_mut().find(|(of, _)| *of == intent) {
            return count(counted);
        }
        let mut fresh = Counted::default();
        count(&mut fresh);
        self.overflowed |= self.intents.put((intent, fresh)).is_none();
        self.intents.sort();
    }
}

impl Observer for Tally {
    fn observe(&mut self, _: &World, event: &Seen) {
        match event {
            Seen::Effect { intent, result: EffectResult::Applied, .. } => {
                self.count(*intent, |counted| counted.effects = (counted.effects + 1).min(2));
            }
            Seen::Effect { result: EffectResult::Stale, .. } => self.fenced = true,
            Seen::Acknowledged { intent, told, .. } => self.count(*intent, |counted| match told {
                CallerStage::ToldSuccess => {
                    counted.success = true;
                    counted.early |= counted.effects == 0;
                }
                CallerStage::ToldNo => counted.no = true,
                CallerStage::ToldUnknown
                | CallerStage::Ready
                | CallerStage::Waiting
                | CallerStage::Unanswered => counted.unknown = true,
            }),
            _uncounted => {}
        }
    }

    fn rebase(&mut self, _: &World, _: u8) {}

    fn exchange(&mut self, exchange: &Exchange) {
        for (intent, _) in self.intents.iter_mut() {
            *intent = exchange.intent(*intent);
        }
        self.intents.sort();
    }
}

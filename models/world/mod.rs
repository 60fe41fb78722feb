//! # One world, many configurations
//!
//! A world is callers with intents, a network that carries their requests, workers that handle
//! one delivery each, a store that holds records, a destination where effects take place, and a
//! clock. Read in this order:
//!
//! 1. [`configuration`]: everything that tells one world from another, as data, faults of design
//!    (`flaws`) included.
//! 2. [`names`] and [`state`]: who and what there is.
//! 3. [`actions`]: everything that can happen, in sentences.
//! 4. The groups: what callers do, what becomes of messages, what workers do and record, what
//!    the destination does, and what happens to the store.
//! 5. `normal`: why states are finite. `symmetry`: which states are alike.
//! 6. [`observer`]: what can be seen, and who sees it; [`watcher`]: the monitor of
//!    [`crate::property`] as one who does; [`watched`]: the two together, to be checked;
//!    [`coverage`]: what happened in all runs together.
//!
//! *What it claims.* Records change through [`crate::spec::step()`] alone, or through the table
//! that a mutant puts in its place. Every point between two durable actions is a point at which
//! a worker can stop. States are finite without a limit on time.
//! *How that is checked.* `tests/world_*.rs`, by exhaustive search.
//! *What is not covered.* Time passes by one tick at a time, the same for everybody but for
//! skewed clocks. A worker talks to store and destination at once; a late answer is a lost one.

pub mod actions;
mod callers;
mod claims;
mod closings;
pub mod configuration;
pub mod coverage;
mod destination;
pub mod few;
mod flaws;
#[cfg(feature = "cli")]
mod load;
mod maintenance;
pub mod names;
mod network;
mod normal;
pub mod observer;
pub mod pack;
mod packed;
mod scene;
pub mod state;
mod symmetry;
pub mod validation;
pub mod watched;
pub mod watcher;
mod workers;

#[cfg(feature = "cli")]
pub use load::ConfigurationError;

use crate::property::Mask;
use crate::spec::contract::Span;
use crate::spec::identity::{OTHER_VERSION, Small, Ticks};
use crate::spec::{Answer, Begin, Contract, Decision, Moment, Operation, Record, step};
use actions::Action;
use configuration::{Bounds, Class, Closings, Configuration, Flaw, Intents, Settings, Strategy};
use coverage::Coverage;
use few::Few;
use names::Intent;
use observer::Observer;
use scene::Scene;
use state::{Caller, CallerStage, Left, State, Store};
use std::sync::Arc;
use validation::Contradiction;

/// What decides an operation on a record: [`crate::spec::step()`], or a mutant of it.
pub type Table = fn(&Contract, &Record<Small>, &Operation<Small>, Moment<u8>) -> Decision<Small>;

/// A world that can be run.
#[derive(Clone, Debug)]
pub struct World {
    configuration: Configuration,
    table: Table,
    base: u8,
    normalises: bool,
    checked: Mask,
    coverage: Arc<Coverage>,
}

impl World {
    /// The world of a configuration.
    ///
    /// # Errors
    /// When settings contradict each other or go beyond what the model has room for.
    pub fn new(configuration: Configuration) -> Result<World, Vec<Contradiction>> {
        let contradictions = validation::contradictions(&configuration);
        if !contradictions.is_empty() {
            return Err(contradictions);
        }
        let base = 1 + validation::finite_spans(&configuration);
        let base = u8::try_from(base).unwrap_or(u8::MAX);
        let (table, checked, coverage) = (step::<Small>, Mask::ALL, Arc::default());
        Ok(World { configuration, table, base, normalises: true, checked, coverage })
    }

    /// The same world with another table in place of [`crate::spec::step()`].
    #[must_use]
    pub fn with_table(self, table: Table) -> World {
        World { table, ..self }
    }

    /// The same world, in which only these properties are checked.
    #[must_use]
    pub fn checking(self, checked: Mask) -> World {
        World { checked, ..self }
    }

    /// The same world without normal forms, to judge those by. Its states are not finite, and
    /// its clock ends.
    #[must_use]
    pub fn without_normal_forms(self) -> World {
        World { normalises: false, ..self }
    }

    /// The states in which a run may start.
    pub fn initial<O: Observer>(&self, observer: &O) -> Vec<State<O>> {
        let mut casts: Vec<Vec<Caller>> = vec![Vec::new()];
        for (class, place) in (0_u8..).zip(&self.configuration.world.callers) {
            for _ in 0..place.count {
                let choices = self.choices(class, place);
                let with = |cast: &Vec<Caller>| {
                    let cast = cast.clone();
                    let add = move |caller: &Caller| {
                        let mut caller = *caller;
                        if place.intents == Intents::Own {
                            caller.intent.number = u8::try_from(cast.len()).unwrap_or(u8::MAX);
                        }
                        cast.iter().cloned().chain([caller]).collect::<Vec<_>>()
                    };
                    choices.iter().map(add).collect::<Vec<_>>()
                };
                casts = casts.iter().flat_map(with).collect();
            }
        }
        let bounds = self.bounds();
        let state = |cast: Vec<Caller>| State {
            callers: cast.into_iter().collect(),
            store: Store { incarnation: 1, ..Store::default() },
            ledger: Few::default(),
            now: self.base,
            minted: 0,
            faults: self.configuration.faults,
            left: Left {
                ticks: bounds.ticks,
                sweeps: bounds.sweeps,
                reconciliations: bounds.reconciliations,
                renewals: bounds.renewals,
                cancels: bounds.cancels,
                questions: bounds.questions,
            },
            scanned: None,
            looked: None,
            observer: observer.clone(),
        };
        casts.into_iter().map(state).collect()
    }

    /// Every caller that a class allows. Intents that are shared follow from what is asked.
    fn choices(&self, class: u8, of: &Class) -> Vec<Caller> {
        let mut choices = Vec::new();
        for &scope in &of.scopes {
            for &key in &of.keys {
                for &payload in &of.payloads {
                    let number = validation::shared_intent(scope, key, payload);
                    choices.push(Caller {
                        class,
                        intent: Intent { number, step: 0 },
                        scope,
                        key,
                        payload,
                        mint: 0,
                        stage: CallerStage::Ready,
                        tries: self.bounds().tries,
                        hidden_tries: 0,
                        verify_from: 0,
                        calls: Few::default(),
                        workers: Few::default(),
                    });
                }
            }
        }
        choices
    }

    /// Adds what can happen in a state. A few of these turn out to be impossible: see
    /// [`World::next`].
    pub fn actions<O: Observer>(&self, state: &State<O>, actions: &mut Vec<Action>) {
        callers::actions(self, state, actions);
        network::actions(self, state, actions);
        workers::actions(self, state, actions);
        maintenance::actions(self, state, actions);
        if state.left.ticks != Some(0) {
            actions.push(Action::Advance);
        }
    }

    /// Where an action leads; None when it is impossible.
    pub fn next<O: Observer>(&self, state: &State<O>, action: Action) -> Option<State<O>> {
        let mut next = state.clone();
        next.observer.begin();
        let mut scene = Scene { world: self, state: &mut next };
        match action {
            Action::Caller(place, action) => scene.caller(place, action)?,
            Action::Network(caller, call, action) => scene.network(caller, call, action)?,
            Action::Worker(at, action) => scene.worker(at, action)?,
            Action::Store(action) => scene.store(action)?,
            Action::Forget(id, skewed) => scene.forget(id, skewed)?,
            Action::Scan(id) => scene.scan(id)?,
            Action::Sweep => scene.sweep()?,
            Action::Inspect(id) => scene.inspect(id)?,
            Action::Resolve => scene.resolve()?,
            Action::Advance => scene.advance()?,
        }
        normal::forget_calls(&mut next);
        if self.normalises {
            self.normalise(&mut next);
        }
        Some(next)
    }

    /// Whether a bound of the model, and not of the world, hides something that could happen.
    pub fn is_frontier<O: Observer>(&self, state: &State<O>) -> bool {
        let room = !state.store.records.is_full() && !state.ledger.is_full();
        let cut = |caller: &Caller| {
            let sends = matches!(caller.stage, CallerStage::Ready | CallerStage::Unanswered);
            let arrives = caller.calls.iter().any(|(_, call)| call.copies > 0);
            (sends && caller.tries > 0 && caller.calls.is_full())
                || (arrives && caller.workers.is_full())
                || (!room && (arrives || !caller.workers.is_empty()))
        };
        let unresolved = self.settings().reconciler
            && state.left.reconciliations == 0
            && state.store.records.iter().any(|(_, slot)| self.is_unresolved(state, slot));
        state.left.ticks == Some(0) || unresolved || state.callers.iter().any(|(_, one)| cut(one))
    }
}

impl World {
    /// The contract.
    #[must_use]
    pub fn contract(&self) -> &Contract {
        &self.configuration.contract
    }

    /// Who is there, and how each of them works.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.configuration.world
    }

    /// Which properties are checked.
    #[must_use]
    pub fn checked(&self) -> Mask {
        self.checked
    }

    /// What happened in it so far, in whatever order it was searched.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// How much of everything.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.configuration.bounds
    }

    /// The present of a normal form: later than the sum of all spans, so that whatever began as
    /// long ago as a span can last still has a time.
    #[must_use]
    pub fn base(&self) -> u8 {
        self.base
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.settings().flaws.contains(&flaw)
    }

    fn strategy(&self, caller: &Caller) -> Strategy {
        self.class(caller).map_or_else(Strategy::default, |class| class.strategy)
    }

    fn intents_of(&self, caller: &Caller) -> Intents {
        self.class(caller).map_or_else(Intents::default, |class| class.intents)
    }

    /// What stands for a caller's payload.
    fn fingerprint(&self, caller: &Caller) -> u8 {
        let other = self.class(caller).is_some_and(|class| class.other_version);
        if other { caller.payload.saturating_add(OTHER_VERSION) } else { caller.payload }
    }

    /// How a worker closes that handles a caller's request.
    fn closings(&self, caller: &Caller) -> Closings {
        let own = self.class(caller).and_then(|class| class.closings);
        own.unwrap_or(self.settings().closings)
    }

    fn class(&self, caller: &Caller) -> Option<&Class> {
        self.settings().callers.get(usize::from(caller.class))
    }

    /// A number for the tick in which a request is sent. Minted keys have smaller numbers.
    fn timestamp<O>(&self, state: &State<O>) -> u8 {
        let (all, left) = (self.bounds().ticks.unwrap_or(0), state.left.ticks.unwrap_or(0));
        validation::MOST_MINTED.saturating_add(1).saturating_add(all.saturating_sub(left))
    }

    /// From when on a request sent now is void; the last tick: never.
    fn in_flight_until(&self, now: u8) -> u8 {
        match self.settings().in_flight {
            Span::Ticks(ticks) => now.later_by(ticks),
            Span::Unbounded => u8::LAST,
        }
    }

    fn is_void(&self, expires: u8, now: u8) -> bool {
        expires != u8::LAST && now >= expires
    }

    /// Whether a begin with the bound payload starts nothing at a time.
    #[must_use]
    pub fn would_wait(&self, record: &Record<Small>, time: u8) -> bool {
        let payload = record.binding().and_then(|binding| binding.fingerprint).unwrap_or(0);
        let claim = u8::MAX; // Nobody in the world has it, not even as one who is gone.
        let begin = Operation::Begin(Begin { payload, claim, follows: None });
        let decision = self.consult(record, &begin, Moment { time, incarnation: 1 });
        !matches!(decision.answer, Answer::Started { .. })
    }

    fn consult(
        &self,
        record: &Record<Small>,
        operation: &Operation<Small>,
        now: Moment<u8>,
    ) -> Decision<Small> {
        (self.table)(self.contract(), record, operation, now)
    }
}

//! A run of a world, replayed with real numbers and real times.
//!
//! The checkers search states in normal form: time is relative there, and attempts are renumbered.
//! Here the same actions are taken in the same world without normal forms.
//!
//! *What it claims.* Each action is possible there too, and the last one, and no other, breaks
//! the property; whatever is seen on the way is kept. A run for which that is not so is an error.
//! *How that is checked.* `tests/explained.rs`, over everything that the catalogue breaks.
//! *What is not covered.* Runs longer than the model's time, of 254 ticks.

use super::names::Workers;
use crate::models::trace::Trace;
use crate::models::world::actions::Action;
use crate::models::world::observer::{Exchange, Observer, Passage, Seen};
use crate::models::world::state::State;
use crate::models::world::watcher::Watcher;
use crate::models::world::{World, names};
use crate::property::{Property, Violation};
use crate::spec::Clause;
use std::cmp::Ordering;
use std::fmt::{Display, Formatter};
use std::hash::{Hash, Hasher};

/// One thing that was seen, and what it broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// What was seen.
    pub seen: Seen,
    /// What it broke.
    pub broken: Vec<Violation>,
}

/// The monitor, with what it saw of the last action. What was seen is no part of its state.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    watcher: Watcher,
    seen: Vec<Sighting>,
}

/// One action of the run.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was done.
    pub action: Action,
    /// The state before.
    pub before: State<Collector>,
    /// The state after.
    pub after: State<Collector>,
    /// What the workers are called, those included to which the action delivered something.
    pub workers: Workers,
}

/// A run that breaks a property.
#[derive(Clone, Debug)]
pub struct Run {
    /// The world, without normal forms.
    pub world: World,
    /// The property that the last action breaks.
    pub property: Property,
    /// What is said of it.
    pub violation: Violation,
    /// The actions.
    pub steps: Vec<Step>,
}

/// Why a run was not replayed. Each is a fault of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReplayed {
    /// The run does not begin where a run of this world may begin.
    Start,
    /// An action is not possible.
    Impossible {
        /// Its number, from 1.
        step: usize,
    },
    /// An action before the last breaks the property.
    BreaksEarly {
        /// Its number, from 1.
        step: usize,
    },
    /// The last action does not break the property.
    Holds,
}

impl Display for NotReplayed {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let text = match self {
            NotReplayed::Start => "the run does not begin where this world may begin".to_owned(),
            NotReplayed::Impossible { step } => format!("action {step} is not possible"),
            NotReplayed::BreaksEarly { step } => format!("action {step} breaks the property"),
            NotReplayed::Holds => "the last action does not break the property".to_owned(),
        };
        write!(f, "without normal forms the run cannot be replayed: {text}")
    }
}

impl std::error::Error for NotReplayed {}

/// Replays a run of `world` that breaks `property` with its last action.
///
/// # Errors
/// When the run is not one, or breaks the property elsewhere.
pub fn replay(
    world: &World,
    property: Property,
    run: &Trace<State<Watcher>, Action>,
) -> Result<Run, NotReplayed> {
    let starts = world.initial(&Watcher::default());
    let start = starts.iter().position(|start| *start == run.initial);
    let world = world.clone().without_normal_forms();
    let state = start.and_then(|at| world.initial(&Collector::default()).into_iter().nth(at));
    let mut state = state.ok_or(NotReplayed::Start)?;
    let mut workers = Workers::default();
    let mut steps = Vec::new();
    for (number, (action, _)) in (1..).zip(&run.steps) {
        let impossible = NotReplayed::Impossible { step: number };
        let mut actions = Vec::new();
        world.actions(&state, &mut actions);
        let after = actions.contains(action).then(|| world.next(&state, *action)).flatten();
        let after = after.ok_or(impossible)?;
        for sighting in &after.observer.seen {
            if let Seen::Request { passage: Passage::Delivered(claim), .. } = sighting.seen {
                workers.delivered(claim);
            }
        }
        let breaks = after.observer.violation(property).is_some();
        if breaks && number < run.steps.len() {
            return Err(NotReplayed::BreaksEarly { step: number });
        }
        let before = std::mem::replace(&mut state, after.clone());
        steps.push(Step { action: *action, before, after, workers: workers.clone() });
    }
    let violation = state.observer.violation(property).cloned().ok_or(NotReplayed::Holds)?;
    Ok(Run { world, property, violation, steps })
}

impl Run {
    /// The clause by which the layer answered last before the property broke: it answered
    /// whoever acted in the last step, where that one was answered at all.
    #[must_use]
    pub fn last_clause(&self) -> Option<Clause> {
        let actor = match self.steps.last().map(|step| step.action) {
            Some(Action::Worker(at, _)) => Some(at.claim()),
            _ => None,
        };
        let all = self.steps.iter().rev().flat_map(|step| step.seen().iter().rev());
        let decided = |sighting: &Sighting| match &sighting.seen {
            Seen::Decided { claim, decision, .. } => Some((*claim, decision.clause)),
            _ => None,
        };
        let mut decided = all.filter_map(decided);
        let mut of_actor = decided.clone();
        let of_actor = of_actor.find(|(claim, _)| actor == Some(*claim));
        of_actor.or_else(|| decided.next()).map(|(_, clause)| clause)
    }

    /// A time of the world, in ticks since the run began.
    #[must_use]
    pub fn since(&self, time: u8) -> u8 {
        time.saturating_sub(self.world.base())
    }
}

impl Step {
    /// What was seen of the action, in order.
    #[must_use]
    pub fn seen(&self) -> &[Sighting] {
        &self.after.observer.seen
    }

    /// The name of the worker with a claim id.
    #[must_use]
    pub fn worker(&self, claim: u8) -> Option<String> {
        self.workers.name(claim)
    }

    /// The name of the worker in a place.
    #[must_use]
    pub fn worker_at(&self, at: names::Place) -> String {
        self.workers.name(at.claim()).unwrap_or_else(|| "a worker".to_owned())
    }
}

impl Sighting {
    /// What it says of a property, if it breaks it.
    #[must_use]
    pub fn violation(&self, property: Property) -> Option<&Violation> {
        self.broken.iter().find(|violation| violation.property == property)
    }
}

impl Collector {
    fn violation(&self, property: Property) -> Option<&Violation> {
        self.seen.iter().find_map(|sighting| sighting.violation(property))
    }
}

impl PartialEq for Collector {
    fn eq(&self, other: &Self) -> bool {
        self.watcher == other.watcher
    }
}

impl Eq for Collector {}

impl PartialOrd for Collector {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Collector {
    fn cmp(&self, other: &Self) -> Ordering {
        self.watcher.cmp(&other.watcher)
    }
}

impl Hash for Collector {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.watcher.hash(state);
    }
}

impl Observer for Collector {
    fn begin(&mut self) {
        self.watcher.begin();
        self.seen.clear();
    }

    fn observe(&mut self, within: &World, event: &Seen) {
        let broken = self.watcher.look(within, event);
        self.seen.push(Sighting { seen: event.clone(), broken });
    }

    fn rebase(&mut self, within: &World, ticks: u8) {
        self.watcher.rebase(within, ticks);
    }

    fn retire(&mut self, within: &World, claim: u8) {
        self.watcher.retire(within, claim);
    }

    fn attempts(&self, on: names::Id, add: &mut dyn FnMut(names::Token)) {
        self.watcher.attempts(on, add);
    }

    fn renumber(&mut self, on: names::Id, renamed: &dyn Fn(names::Token) -> names::Token) {
        self.watcher.renumber(on, renamed);
    }

    fn exchange(&mut self, exchange: &Exchange) {
        self.watcher.exchange(exchange);
    }
}

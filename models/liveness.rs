//! Does everything that begins come to an end, if nothing fair is starved?
//!
//! *What it claims.* [`Liveness::Fails`] comes with a run that the model can follow for ever
//! without reaching the goal, though no fair class is starved; [`Liveness::Holds`] says that there
//! is none. The run is replayed and checked step by step before it is returned.
//! *How that is checked.* Random graphs against a naive checker that tries every set of states;
//! lassos that are fair, unfair, cut by a bound, or behind a goal.
//! *What is not covered.* Strong fairness. Runs under symmetry: representatives hide who is
//! starved, so full states are required. The prefix is shortest, the cycle merely short.
//!
//! A run misses the goal for ever if and only if it ends in a terminal state, or goes round in a
//! strongly connected component of the states that are not goals. A maximal component is fair when
//! each fair class has an action that leads from the component into it, or is disabled in one of
//! its states; smaller components need not be tried, since all that makes them fair is in the
//! maximal one too. An action that changes nothing is taken all the same. A frontier state is
//! neither terminal nor part of a component.

mod components;
mod cycle;
mod lasso;
mod region;

pub use lasso::Lasso;

use super::explorer::Exploration;
use super::report::{Fault, Limit};
use super::trace::{Trace, TraceOf};
use super::transition::{Predicate, Transitions};
use components::components;
use cycle::{Component, fair_cycle};
use region::Region;
use std::fmt;

/// The claim that something, once begun, is followed by a goal.
pub struct LeadsTo<M: Transitions> {
    /// The claim, in a few words joined by underscores.
    pub name: &'static str,
    start: Start<M>,
    goal: Predicate<M>,
}

enum Start<M: Transitions> {
    Initial,
    Wherever(Predicate<M>),
}

impl<M: Transitions> LeadsTo<M> {
    /// Every fair run reaches a state that satisfies `goal`.
    pub fn eventually(
        name: &'static str,
        goal: impl Fn(&M, &M::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        LeadsTo { name, start: Start::Initial, goal: Box::new(goal) }
    }

    /// In every fair run, a state that satisfies `start` is, or is followed by, one that satisfies
    /// `goal`.
    pub fn follows(
        name: &'static str,
        start: impl Fn(&M, &M::State) -> bool + Send + Sync + 'static,
        goal: impl Fn(&M, &M::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        LeadsTo { name, start: Start::Wherever(Box::new(start)), goal: Box::new(goal) }
    }

    /// Whether nothing more is asked in `state`.
    pub fn is_goal(&self, model: &M, state: &M::State) -> bool {
        (self.goal)(model, state)
    }

    /// Whether `state` begins what must end; `is_initial` tells whether a run may start there.
    pub fn begins(&self, model: &M, state: &M::State, is_initial: bool) -> bool {
        match &self.start {
            Start::Initial => is_initial,
            Start::Wherever(start) => start(model, state),
        }
    }
}

impl<M: Transitions> fmt::Debug for LeadsTo<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

/// What is known about a [`LeadsTo`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Liveness<State, Action> {
    /// Every fair run that begins reaches the goal.
    Holds {
        /// States in which something has begun and not ended. Zero means that nothing was tested.
        open: u64,
    },
    /// No fair run misses the goal, as far as the model's own bounds let runs go.
    HoldsWithinBounds {
        /// States in which something has begun and not ended.
        open: u64,
        /// How many of them are cut by a bound of the model.
        frontier: u64,
    },
    /// A limit stopped the exploration, and no fair run that misses the goal was seen before.
    Undetermined {
        /// The limit.
        limit: Limit,
    },
    /// A fair run misses the goal for ever.
    Fails(Box<Lasso<State, Action>>),
}

/// What is known about a [`LeadsTo`] of this model.
pub type LivenessOf<M> = Liveness<<M as Transitions>::State, <M as Transitions>::Action>;

/// Looks for a fair run that misses the goal for ever.
///
/// # Errors
/// When the exploration is under symmetry, or the lasso found does not replay.
pub fn check<M: Transitions>(
    exploration: &Exploration<'_, M>,
    claim: &LeadsTo<M>,
) -> Result<LivenessOf<M>, Fault> {
    if exploration.symmetry() {
        return Err(Fault::NeedsFullStates);
    }
    let region = Region::new(exploration, claim)?;
    let component = components(&region.graph)
        .into_iter()
        .filter_map(|members| Component::new(&region, members))
        .find(|component| component.is_fair(exploration, &region));
    // Places are in the order of distance, and components in the order of their first place.
    let (entry, cycle) = match (region.terminal, component) {
        (Some(place), Some(component)) if place < component.entry() => (place, Vec::new()),
        (_, Some(component)) => (component.entry(), fair_cycle(exploration, &region, &component)?),
        (Some(place), None) => (place, Vec::new()),
        (None, None) => return Ok(nothing_found(exploration, &region)),
    };
    let (prefix, begun) = prefix(exploration, &region, entry)?;
    let lasso = Lasso { prefix, begun, cycle };
    lasso.check(exploration.model(), claim)?;
    Ok(Liveness::Fails(Box::new(lasso)))
}

fn nothing_found<M: Transitions>(
    exploration: &Exploration<'_, M>,
    region: &Region,
) -> LivenessOf<M> {
    let (open, frontier) = (region.open(), region.frontier);
    match exploration.stopped() {
        Some(limit) => Liveness::Undetermined { limit },
        None if frontier > 0 => Liveness::HoldsWithinBounds { open, frontier },
        None => Liveness::Holds { open },
    }
}

/// A shortest run to the place in which something begins and no goal follows, and after how many
/// steps it begins.
fn prefix<M: Transitions>(
    exploration: &Exploration<'_, M>,
    region: &Region,
    entry: region::Place,
) -> Result<(TraceOf<M>, usize), Fault> {
    let path = region.path_to(entry).ok_or(Fault::NotDeterministic)?;
    let mut states = path.into_iter();
    let source = states.next().ok_or(Fault::NotDeterministic)?;
    let mut prefix: TraceOf<M> = exploration.trace(source)?;
    let begun = prefix.steps.len();
    for number in states {
        let target = exploration.state(number).ok_or(Fault::NotDeterministic)?;
        extend(exploration.model(), &mut prefix, target)?;
    }
    Ok((prefix, begun))
}

fn extend<M: Transitions>(
    model: &M,
    trace: &mut Trace<M::State, M::Action>,
    target: &M::State,
) -> Result<(), Fault> {
    let (mut actions, mut steps) = (Vec::new(), Vec::new());
    super::transition::enabled(model, trace.last(), &mut actions, &mut steps);
    let step = steps.into_iter().find(|(_, next)| next == target);
    trace.steps.push(step.ok_or(Fault::NotDeterministic)?);
    Ok(())
}

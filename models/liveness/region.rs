//! The states in which something has begun and not ended, and the transitions among them.
//!
//! *What it claims.* Every state is here that a run can be in after something began and before a
//! goal, except frontier states, which are counted. Places are in the order of the shortest
//! runs to them.
//! *How that is checked.* Prefixes on random graphs are as short as a naive search finds.
//! *What is not covered.* States that a stopped exploration did not expand; they are not places.

use super::LeadsTo;
use super::components::Graph;
use crate::models::explorer::{Exploration, Number};
use crate::models::report::Fault;
use crate::models::transition::{Transitions, enabled};

/// The number of a state within the region.
pub(super) type Place = u32;

/// Not a place: nothing open here, or not expanded.
const NOWHERE: Place = Place::MAX;
/// Not a place: open, but cut by a bound of the model.
const CUT: Place = Place::MAX - 1;

pub(super) struct Region {
    /// The state of each place.
    states: Vec<Number>,
    /// The place of each state.
    places: Vec<Place>,
    /// The place before, on a shortest run; none where something begins.
    parents: Vec<Option<Place>>,
    pub(super) graph: Graph,
    /// The first place that is a terminal state.
    pub(super) terminal: Option<Place>,
    /// States in which something has begun and not ended that are cut by a bound of the model.
    pub(super) frontier: u64,
}

impl Region {
    pub(super) fn new<M: Transitions>(
        exploration: &Exploration<'_, M>,
        claim: &LeadsTo<M>,
    ) -> Result<Region, Fault> {
        let mut builder = Builder {
            exploration,
            claim,
            region: Region {
                states: Vec::new(),
                places: vec![NOWHERE; exploration.len()],
                parents: Vec::new(),
                graph: Graph { ends: Vec::new(), targets: Vec::new() },
                terminal: None,
                frontier: 0,
            },
            actions: Vec::new(),
            steps: Vec::new(),
        };
        let initial = exploration.levels().first().copied().unwrap_or(0);
        let mut number = 0;
        for width in exploration.levels() {
            // The places at this distance: reached from nearer ones, or begun here.
            for _ in 0..*width {
                builder.begin(number, u64::from(number) < initial)?;
                number += 1;
            }
            builder.follow_up_to(builder.region.states.len())?;
        }
        builder.follow_up_to(usize::MAX)?;
        Ok(builder.region)
    }

    /// How many states are open: places and frontier.
    pub(super) fn open(&self) -> u64 {
        self.states.len() as u64 + self.frontier
    }

    pub(super) fn state(&self, place: Place) -> Option<Number> {
        self.states.get(place as usize).copied()
    }

    pub(super) fn place(&self, state: Number) -> Option<Place> {
        self.places.get(state as usize).copied().filter(|place| *place < CUT)
    }

    /// The states on a shortest run to `place`, from where something begins.
    pub(super) fn path_to(&self, place: Place) -> Option<Vec<Number>> {
        let mut path = vec![self.state(place)?];
        let mut place = place;
        while let Some(parent) = *self.parents.get(place as usize)? {
            path.push(self.state(parent)?);
            place = parent;
        }
        path.reverse();
        Some(path)
    }
}

struct Builder<'e, 'm, M: Transitions> {
    exploration: &'e Exploration<'m, M>,
    claim: &'e LeadsTo<M>,
    region: Region,
    actions: Vec<M::Action>,
    steps: Vec<(M::Action, M::State)>,
}

impl<M: Transitions> Builder<'_, '_, M> {
    /// Opens a state if something begins there.
    fn begin(&mut self, number: Number, is_initial: bool) -> Result<(), Fault> {
        let state = self.exploration.state(number).ok_or(Fault::NotDeterministic)?;
        if self.claim.begins(self.exploration.model(), state, is_initial) {
            self.open(number, None)?;
        }
        Ok(())
    }

    /// Follows places in their order, until so many were followed.
    fn follow_up_to(&mut self, end: usize) -> Result<(), Fault> {
        while self.region.graph.ends.len() < end.min(self.region.states.len()) {
            self.follow(self.region.graph.ends.len() as Place)?;
        }
        Ok(())
    }

    /// Opens all that `place` leads to.
    fn follow(&mut self, place: Place) -> Result<(), Fault> {
        let number = self.region.state(place).ok_or(Fault::NotDeterministic)?;
        let state = self.exploration.state(number).ok_or(Fault::NotDeterministic)?;
        enabled(self.exploration.model(), state, &mut self.actions, &mut self.steps);
        if self.steps.is_empty() && self.region.terminal.is_none() {
            self.region.terminal = Some(place);
        }
        for (_, next) in std::mem::take(&mut self.steps) {
            let number = self.exploration.find(&next).ok_or(Fault::NotDeterministic)?;
            if let Some(target) = self.open(number, Some(place))? {
                self.region.graph.targets.push(target);
            }
        }
        self.region.graph.ends.push(self.region.graph.targets.len());
        Ok(())
    }

    /// The state's place, a new one if need be; none at a goal, a frontier, or what was not
    /// expanded.
    fn open(&mut self, number: Number, parent: Option<Place>) -> Result<Option<Place>, Fault> {
        let region = &mut self.region;
        let slot = region.places.get_mut(number as usize).ok_or(Fault::NotDeterministic)?;
        if *slot != NOWHERE {
            return Ok((*slot != CUT).then_some(*slot));
        }
        let (model, state) = (self.exploration.model(), self.exploration.state(number));
        let state = state.ok_or(Fault::NotDeterministic)?;
        if !self.exploration.is_expanded(number) || self.claim.is_goal(model, state) {
            return Ok(None);
        }
        if model.is_frontier(state) {
            *slot = CUT;
            region.frontier += 1;
            return Ok(None);
        }
        *slot = region.states.len() as Place;
        region.states.push(number);
        region.parents.push(parent);
        Ok(Some(*slot))
    }
}

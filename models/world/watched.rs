//! A world and its monitor, as the checkers see them.
//!
//! *What it claims.* Each checked property is one claim about every state: the action that led
//! to it did not break the property. One claim more holds always, so that no checker stops
//! before everything was seen.
//! *How that is checked.* Two checkers agree on every world of the catalogue.
//! *What is not covered.* Liveness.

use super::World;
use super::actions::Action;
use super::state::State;
use super::watcher::Watcher;
use crate::models::transition::{Property as Claim, Transitions};
use crate::property::Property;

/// The claim that holds always.
pub const SENTINEL: &str = "explored_to_the_end";

/// A world and its monitor.
#[derive(Debug)]
pub struct Watched {
    world: World,
    claims: Vec<Claim<Watched>>,
    symmetric: bool,
}

impl Watched {
    /// A world, judged by the properties that it checks.
    #[must_use]
    pub fn new(world: World) -> Watched {
        let checked = world.checked();
        let claim = |property: Property| {
            Claim::always(property.name(), move |_, state: &State<Watcher>| {
                !state.observer.broken().has(property)
            })
        };
        let properties = Property::ALL.iter().copied().filter(|property| checked.has(*property));
        let sentinel = Claim::always(SENTINEL, |_, _| true);
        let claims = properties.map(claim).chain([sentinel]).collect();
        let symmetric = world.settings().callers.iter().any(|class| class.count > 1);
        Watched { world, claims, symmetric }
    }

    /// The world.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }
}

impl Transitions for Watched {
    type State = State<Watcher>;
    type Action = Action;

    fn initial(&self) -> Vec<Self::State> {
        self.world.initial(&Watcher::default())
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Action>) {
        self.world.actions(state, actions);
    }

    fn next(&self, state: &Self::State, action: &Action) -> Option<Self::State> {
        self.world.next(state, *action)
    }

    fn is_frontier(&self, state: &Self::State) -> bool {
        self.world.is_frontier(state)
    }

    fn properties(&self) -> &[Claim<Watched>] {
        &self.claims
    }

    fn has_symmetry(&self) -> bool {
        self.symmetric
    }

    fn representative(&self, state: &Self::State) -> Self::State {
        self.world.representative(state)
    }

    fn permutations(&self, state: &Self::State) -> impl Iterator<Item = Self::State> {
        self.world.permutations(state)
    }

    fn orbit(&self, state: &Self::State) -> u64 {
        self.world.orbit(state)
    }

    fn group(&self) -> u64 {
        self.world.group()
    }

    fn heap_bytes(&self, state: &Self::State) -> u64 {
        state.heap_bytes() + state.observer.monitor().heap_bytes()
    }
}

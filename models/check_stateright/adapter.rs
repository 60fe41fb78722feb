//! Models of ours as stateright's models, with a tally of what stateright tries.

use crate::models::transition::{Expectation, Property, Transitions};
use stateright::{Model, Property as TheirProperty};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Checkable;

/// Always holds, so that a run in which everything else is settled still goes on to the end.
pub(super) const SENTINEL: &str = "the_run_goes_on_to_the_end";

/// How many properties a model may have here.
pub(super) const MOST: usize = 64;

/// What stateright tried. It asks for the actions of a state when, and only when, it expands it;
/// frontier states and the limit are counted there.
pub(super) struct Tally {
    most: AtomicU64,
    expanded: AtomicU64,
    frontier: AtomicU64,
    refused: AtomicU64,
}

impl Tally {
    pub(super) fn new(most: u64) -> Self {
        let [most, expanded, frontier, refused] = [most, 0, 0, 0].map(AtomicU64::new);
        Tally { most, expanded, frontier, refused }
    }

    pub(super) fn expanded(&self) -> u64 {
        self.expanded.load(Ordering::Relaxed)
    }

    pub(super) fn frontier(&self) -> u64 {
        self.frontier.load(Ordering::Relaxed)
    }

    pub(super) fn is_cut(&self) -> bool {
        self.refused.load(Ordering::Relaxed) > 0
    }

    /// Refuses nothing from now on: asked for discoveries, stateright replays paths, and a path
    /// must have all the actions that it had.
    pub(super) fn lift(&self) {
        self.most.store(u64::MAX, Ordering::Relaxed);
    }

    fn actions<M: Transitions>(&self, model: &M, state: &M::State, actions: &mut Vec<M::Action>) {
        if self.expanded() >= self.most.load(Ordering::Relaxed) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.expanded.fetch_add(1, Ordering::Relaxed);
        if model.is_frontier(state) {
            self.frontier.fetch_add(1, Ordering::Relaxed);
        }
        model.actions(state, actions);
    }
}

/// A model of stateright's whose properties are ours.
pub(super) trait Adapter: Model {
    type Ours: Transitions;
    fn ours(&self) -> &Self::Ours;
    fn state(state: &Self::State) -> &<Self::Ours as Transitions>::State;
}

/// A model, state by state.
pub(super) struct Plain<M> {
    model: Arc<M>,
    tally: Arc<Tally>,
    only: Option<usize>,
}

impl<M> Plain<M> {
    /// With all properties and the sentinel, or with one property only.
    pub(super) fn new(model: Arc<M>, tally: Arc<Tally>, only: Option<usize>) -> Self {
        Plain { model, tally, only }
    }
}

impl<M: Checkable> Model for Plain<M> {
    type State = M::State;
    type Action = M::Action;

    fn init_states(&self) -> Vec<M::State> {
        different(self.model.initial(), M::State::clone)
    }

    fn actions(&self, state: &M::State, actions: &mut Vec<M::Action>) {
        self.tally.actions(self.model.as_ref(), state, actions);
    }

    fn next_state(&self, state: &M::State, action: M::Action) -> Option<M::State> {
        self.model.next(state, &action)
    }

    fn properties(&self) -> Vec<TheirProperty<Self>> {
        match self.only {
            Some(number) => their_properties(self).into_iter().skip(number).take(1).collect(),
            None => with_sentinel(self),
        }
    }
}

impl<M: Checkable> Adapter for Plain<M> {
    type Ours = M;

    fn ours(&self) -> &M {
        self.model.as_ref()
    }

    fn state(state: &M::State) -> &M::State {
        state
    }
}

/// A model whose states carry it along, since stateright's function for representatives is given
/// nothing but the state.
pub(super) struct Symmetric<M> {
    model: Arc<M>,
    tally: Arc<Tally>,
}

impl<M> Symmetric<M> {
    pub(super) fn new(model: Arc<M>, tally: Arc<Tally>) -> Self {
        Symmetric { model, tally }
    }
}

/// A state and its model. The state alone is compared and hashed.
pub(super) struct Carried<M: Transitions> {
    pub(super) state: M::State,
    model: Arc<M>,
}

impl<M: Transitions> Carried<M> {
    pub(super) fn representative(carried: &Self) -> Self {
        carried.with(carried.model.representative(&carried.state))
    }

    fn with(&self, state: M::State) -> Self {
        Carried { state, model: Arc::clone(&self.model) }
    }
}

impl<M: Checkable> Model for Symmetric<M> {
    type State = Carried<M>;
    type Action = M::Action;

    fn init_states(&self) -> Vec<Carried<M>> {
        let states = different(self.model.initial(), |state| self.model.representative(state));
        let carry = |state| Carried { state, model: Arc::clone(&self.model) };
        states.into_iter().map(carry).collect()
    }

    fn actions(&self, carried: &Carried<M>, actions: &mut Vec<M::Action>) {
        self.tally.actions(self.model.as_ref(), &carried.state, actions);
    }

    fn next_state(&self, carried: &Carried<M>, action: M::Action) -> Option<Carried<M>> {
        self.model.next(&carried.state, &action).map(|state| carried.with(state))
    }

    fn properties(&self) -> Vec<TheirProperty<Self>> {
        with_sentinel(self)
    }
}

impl<M: Checkable> Adapter for Symmetric<M> {
    type Ours = M;

    fn ours(&self) -> &M {
        self.model.as_ref()
    }

    fn state(carried: &Carried<M>) -> &M::State {
        &carried.state
    }
}

impl<M: Transitions> Clone for Carried<M> {
    fn clone(&self) -> Self {
        self.with(self.state.clone())
    }
}

impl<M: Transitions> PartialEq for Carried<M> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<M: Transitions> Hash for Carried<M> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl<M: Transitions> fmt::Debug for Carried<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(formatter)
    }
}

/// The first state of each form.
fn different<S, F: PartialEq>(states: Vec<S>, form: impl Fn(&S) -> F) -> Vec<S> {
    let mut seen = Vec::new();
    let mut kept = Vec::new();
    for state in states {
        let form = form(&state);
        if !seen.contains(&form) {
            seen.push(form);
            kept.push(state);
        }
    }
    kept
}

fn with_sentinel<A: Adapter>(adapter: &A) -> Vec<TheirProperty<A>> {
    let mut properties = their_properties(adapter);
    properties.push(TheirProperty::always(SENTINEL, |_, _| true));
    properties
}

fn their_properties<A: Adapter>(adapter: &A) -> Vec<TheirProperty<A>> {
    let pair = |(property, condition): (&Property<A::Ours>, _)| match property.expectation {
        Expectation::Always => TheirProperty::always(property.name, condition),
        Expectation::Sometimes => TheirProperty::sometimes(property.name, condition),
    };
    adapter.ours().properties().iter().zip(Conditions::<A>::TABLE).map(pair).collect()
}

macro_rules! table {
    ($($number:literal)*) => { [$(satisfied::<A, $number>),*] };
}

/// One plain function per property number: stateright takes no other kind.
struct Conditions<A>(A);

impl<A: Adapter> Conditions<A> {
    const TABLE: [fn(&A, &A::State) -> bool; MOST] = table!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60
        61 62 63
    );
}

/// Whether `state` satisfies the property of this number.
fn satisfied<A: Adapter, const NUMBER: usize>(adapter: &A, state: &A::State) -> bool {
    let ours = adapter.ours();
    let property = ours.properties().get(NUMBER);
    property.is_some_and(|property| property.satisfied(ours, A::state(state)))
}

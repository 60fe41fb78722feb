//! A naive search, to check the world itself: breadth first, every state kept.
#![allow(dead_code)] // Each test binary uses a part.

use onceproof::models::world::configuration::{Class, Configuration, Faults, Settings, Strategy};
use onceproof::models::world::observer::{Counted, Observer, Tally};
use onceproof::models::world::pack::pack;
use onceproof::models::world::state::State;
use onceproof::models::world::{World, actions::Action};
use onceproof::spec::contract::{MissingKey, OnLeaseOver, Span};
use onceproof::spec::{Contract, Origin, Record, named};
use std::collections::{HashSet, VecDeque};

/// More states than any test here has.
const MOST: usize = 3_000_000;

/// What was met in everything that can be reached.
pub(crate) struct Reached {
    pub(crate) states: usize,
    /// Those in which nothing can happen that changes anything.
    pub(crate) ends: Vec<State<Tally>>,
    pub(crate) frontier: usize,
    pub(crate) tallies: HashSet<Tally>,
    pub(crate) reconciled: bool,
}

impl Reached {
    /// Whether some run does something to an intent.
    pub(crate) fn some(&self, meets: impl Fn(&Counted) -> bool) -> bool {
        let mut all = self.tallies.iter().flat_map(|tally| tally.intents.iter());
        all.any(|(_, (_, counted))| meets(counted))
    }

    /// Whether every intent comes to an end that meets something.
    pub(crate) fn ends_meet(&self, meets: impl Fn(&Counted) -> bool) -> bool {
        let mut all = self.ends.iter().flat_map(|state| state.observer.intents.iter());
        !self.ends.is_empty() && all.all(|(_, (_, counted))| meets(counted))
    }
}

/// Meets every state that can be reached, once.
pub(crate) fn walk<O: Observer>(
    world: &World,
    observer: &O,
    mut meet: impl FnMut(&State<O>, bool),
) {
    let mut known: HashSet<Box<[u8]>> = HashSet::new();
    let mut open: VecDeque<State<O>> = VecDeque::new();
    for state in world.initial(observer) {
        if known.insert(pack(&state)) {
            open.push_back(state);
        }
    }
    while let Some(state) = open.pop_front() {
        let mut stays = true;
        for next in successors(world, &state) {
            stays &= next == state;
            if known.insert(pack(&next)) {
                open.push_back(next);
            }
        }
        meet(&state, stays);
        assert!(known.len() < MOST, "more than {MOST} states");
    }
}

pub(crate) fn successors<O: Observer>(world: &World, state: &State<O>) -> Vec<State<O>> {
    actions(world, state).iter().filter_map(|action| world.next(state, *action)).collect()
}

pub(crate) fn actions<O: Observer>(world: &World, state: &State<O>) -> Vec<Action> {
    let mut actions = Vec::new();
    world.actions(state, &mut actions);
    actions
}

/// The world of a configuration, its states counted by a [`Tally`] and reported.
pub(crate) fn tally(name: &str, configuration: &Configuration) -> Reached {
    let world = World::new(configuration.clone()).expect("no contradiction");
    let tallies = HashSet::new();
    let mut reached = Reached { states: 0, ends: vec![], frontier: 0, tallies, reconciled: false };
    walk(&world, &Tally::default(), |state, is_end| {
        reached.states += 1;
        reached.frontier += usize::from(world.is_frontier(state));
        reached.tallies.insert(state.observer.clone());
        reached.reconciled |= state.store.records.iter().any(|(_, slot)| match &slot.record {
            Record::Completed { origin, .. } | Record::Released { origin, .. } => {
                *origin != Origin::Reported
            }
            _never_closed => false,
        });
        if is_end {
            reached.ends.push(state.clone());
        }
    });
    assert!(reached.tallies.iter().all(|tally| !tally.overflowed), "{name}: too small");
    let (states, ends, frontier) = (reached.states, reached.ends.len(), reached.frontier);
    println!("{name}: {states} states, {ends} ends, {frontier} on the frontier");
    reached
}

/// Whether some run runs an effect twice.
pub(crate) fn duplicates(reached: &Reached) -> bool {
    reached.some(|counted| counted.effects > 1)
}

/// The strict contract with a lease of one tick and nothing forgotten.
pub(crate) fn strict() -> Contract {
    let (lease, without_end) = (Span::Ticks(1), Span::Unbounded);
    Contract { lease, retention: without_end, block_for: without_end, ..named::STRICT }
}

/// The same, and the next begin takes over a claim whose lease is over.
pub(crate) fn take_over() -> Contract {
    Contract { on_lease_over: OnLeaseOver::TakeOver, ..strict() }
}

/// One caller with a strategy. Without a key, the effect runs without protection.
pub(crate) fn one_caller(strategy: Strategy, faults: Faults) -> Configuration {
    let world =
        Settings { callers: vec![Class { strategy, ..Class::default() }], ..Settings::default() };
    let contract = Contract { missing_key: MissingKey::Bypass, ..strict() };
    Configuration { contract, world, bounds: Default::default(), faults }
}

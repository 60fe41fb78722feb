//! Relative time, renumbered attempts and exchanged callers change no future.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::world::World;
use onceproof::models::world::configuration::{
    Bounds, Claim, Class, Configuration, Destination, Faults, Intents, ReadBack, Settings, Store,
    Sweeper, UNLIMITED,
};
use onceproof::models::world::names::{Id, Intent, Token};
use onceproof::models::world::observer::{Exchange, Observer, Seen, Tally};
use onceproof::models::world::pack::pack;
use onceproof::models::world::state::State;
use onceproof::spec::Contract;
use onceproof::spec::contract::{AfterRetention, Deadline, RetentionAnchor, Span};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};
use worlds::{actions, strict, successors, take_over, walk};

/// Remembers what was answered, without times and numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Answers(Vec<String>);

impl Observer for Answers {
    fn observe(&mut self, _: &World, event: &Seen) {
        self.0.push(match event {
            Seen::Decided { caller, claim, intent, decision, .. } => {
                let (answer, clause) = (decision.answer.name(), decision.clause.id());
                format!("{caller:?} {claim} {intent:?} {answer} {clause}")
            }
            Seen::Effect { caller, claim, result, .. } => format!("{caller} {claim} {result:?}"),
            Seen::Acknowledged { caller, told, .. } => format!("{caller} {told:?}"),
            Seen::Reply { caller, reply, arrived, .. } => format!("{caller} {reply:?} {arrived}"),
            Seen::ReadBack { found, .. } => format!("{found}"),
            Seen::Swept { written, .. } => format!("{written}"),
            _untold => String::new(),
        });
    }
    fn rebase(&mut self, _: &World, _: u8) {}
    fn renumber(&mut self, _: Id, _: &dyn Fn(Token) -> Token) {}
    fn exchange(&mut self, _: &Exchange) {}
}

/// Configurations in which every kind of time and number stands somewhere.
fn configurations() -> Vec<Configuration> {
    let faults = Faults {
        lost_ack: 1,
        late_commit: 2,
        redelivery: 1,
        crash: 1,
        store_crash: 1,
        lease_over: UNLIMITED,
        retention_over: UNLIMITED,
        ambiguous_write: 1,
        restore: 1,
        unknown_effect: 1,
        passing: 1,
        caller_restart: 1,
        stale_read: 1,
        ..Faults::NONE
    };
    let spans = |contract| Contract {
        lease: Span::Ticks(2),
        retention: Span::Ticks(3),
        block_for: Span::Ticks(2),
        ..contract
    };
    let two = vec![Class { count: 2, ..Class::default() }];
    let own =
        vec![Class { count: 3, intents: Intents::Own, payloads: vec![0, 1], ..Class::default() }];
    let plain = Settings { callers: two, ..Settings::default() };
    let checks = Settings {
        destination: Destination::ChecksToken,
        read_back: ReadBack::ByKey,
        looks_first: true,
        store: Store::LostTail,
        reconciler: true,
        ..plain.clone()
    };
    let inserts = Settings { claim: Claim::CheckThenInsert, callers: own, ..plain.clone() };
    let swept = Settings { sweeper: Sweeper::Blind, store: Store::Volatile, ..plain.clone() };
    let compares =
        Settings { sweeper: Sweeper::CompareAndSet, store: Store::LostTail, ..plain.clone() };
    let bounds = Bounds { renewals: 2, ..Bounds::default() };
    let looks = Bounds { reconciliations: 2, ..bounds };
    let sweeps = Bounds { sweeps: 2, ..bounds };
    let forgets = Contract {
        after_retention: AfterRetention::Forget,
        retention_anchor: RetentionAnchor::FirstBegin,
        deadline: Deadline::OverAfter,
        ..spans(take_over())
    };
    vec![
        Configuration { contract: spans(strict()), world: plain, bounds, faults },
        Configuration { contract: spans(take_over()), world: checks, bounds: looks, faults },
        Configuration { contract: spans(take_over()), world: inserts, bounds, faults },
        Configuration { contract: spans(strict()), world: compares, bounds: sweeps, faults },
        Configuration { contract: forgets, world: swept, bounds: sweeps, faults },
    ]
}

fn start<O: Observer>(world: &World, observer: &O, choice: usize) -> State<O> {
    let initial = world.initial(observer);
    initial[choice % initial.len()].clone()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_world_that_normalises_and_one_that_does_not_agree_on_actions_and_answers(
        which in 0_usize..5,
        choices in proptest::collection::vec(0_usize..1000, 1..90),
    ) {
        let normal = World::new(configurations()[which].clone()).expect("a world");
        let raw = normal.clone().without_normal_forms();
        let mut one = start(&normal, &Answers::default(), choices[0]);
        let mut other = start(&raw, &Answers::default(), choices[0]);
        for choice in &choices {
            let all = actions(&normal, &one);
            prop_assert_eq!(&all, &actions(&raw, &other));
            prop_assert_eq!(normal.is_frontier(&one), raw.is_frontier(&other));
            // Time is the most frequent action, so that every deadline is met.
            let action = all[if choice % 5 == 0 { all.len() - 1 } else { choice % all.len() }];
            let (next, raw_next) = (normal.next(&one, action), raw.next(&other, action));
            prop_assert_eq!(next.is_some(), raw_next.is_some(), "{:?}", action);
            let (Some(next), Some(raw_next)) = (next, raw_next) else { continue };
            (one, other) = (next, raw_next);
            let mut normalised = other.clone();
            normal.normalise(&mut normalised);
            prop_assert_eq!(&normalised, &one, "{:?}", action);
        }
    }

    #[test]
    fn a_normal_form_is_its_own_normal_form(
        which in 0_usize..5,
        choices in proptest::collection::vec(0_usize..1000, 1..60),
    ) {
        let world = World::new(configurations()[which].clone()).expect("a world");
        let state = run(&world, &choices);
        let mut again = state.clone();
        world.normalise(&mut again);
        prop_assert_eq!(again, state);
    }

    #[test]
    fn exchanging_callers_commutes_with_every_action_and_changes_no_representative(
        which in 0_usize..5,
        choices in proptest::collection::vec(0_usize..1000, 1..60),
    ) {
        let world = World::new(configurations()[which].clone()).expect("a world");
        let state = run(&world, &choices);
        for exchange in world.exchanges(&state) {
            let moved = world.exchange(&state, &exchange);
            prop_assert_eq!(world.representative(&moved), world.representative(&state));
            let then: BTreeSet<_> = successors(&world, &moved).into_iter().collect();
            let before: BTreeSet<_> = successors(&world, &state)
                .iter()
                .map(|next| world.exchange(next, &exchange))
                .collect();
            prop_assert_eq!(then, before);
        }
    }
}

fn run(world: &World, choices: &[usize]) -> State<Tally> {
    let mut state = start(world, &Tally::default(), choices[0]);
    for choice in choices {
        let all = successors(world, &state);
        if let Some(next) = all.get(choice % all.len().max(1)) {
            state = next.clone();
        }
    }
    state
}

#[test]
fn there_are_as_many_representatives_as_orbits() {
    for intents in [Intents::Shared, Intents::Own] {
        let class = Class { count: 3, payloads: vec![0, 1], intents, ..Class::default() };
        let world = Settings { callers: vec![class], ..Settings::default() };
        let bounds = Bounds { tries: 1, ..Bounds::default() };
        let faults = Faults { crash: 1, ..Faults::NONE };
        let configuration = Configuration { contract: strict(), world, bounds, faults };
        let world = World::new(configuration).expect("a world");
        let (mut states, mut orbits) = (0, HashSet::new());
        let mut representatives = HashSet::new();
        walk(&world, &Tally::default(), |state, _| {
            states += 1;
            let representative = world.representative(state);
            assert!(world.permutations(state).any(|other| other == representative));
            representatives.insert(pack(&representative));
            orbits.insert(world.permutations(state).map(|other| pack(&other)).min());
        });
        println!("{intents:?}: {states} states, {} orbits", orbits.len());
        assert_eq!(representatives.len(), orbits.len());
        assert!(states > 5 * orbits.len() - states / 5, "{states} against {}", orbits.len());
    }
}

#[test]
fn packed_states_are_equal_exactly_when_states_are() {
    let class = Class { count: 2, ..Class::default() };
    let world = Settings { callers: vec![class], ..Settings::default() };
    let faults = Faults { crash: 1, lease_over: 1, lost_ack: 1, ..Faults::NONE };
    let bounds = Bounds { tries: 2, ..Bounds::default() };
    let configuration = Configuration { contract: take_over(), world, bounds, faults };
    let world = World::new(configuration).expect("a world");
    let (mut states, mut bytes, mut packed) = (HashSet::new(), 0, HashSet::new());
    walk(&world, &Tally::default(), |state, _| {
        let pack = pack(state);
        bytes += pack.len();
        packed.insert(pack);
        states.insert(state.clone());
    });
    assert_eq!(states.len(), packed.len());
    let mean = bytes / packed.len();
    let size = size_of::<State<Tally>>();
    println!("{} states: {size} bytes each in place, {mean} on average packed", packed.len());
    assert!(mean < 256 && size < 2048, "{mean}, {size}");
}

#[test]
fn an_intent_that_is_shared_is_no_callers_own() {
    let world = World::new(configurations()[0].clone()).expect("a world");
    let state = start(&world, &(), 0);
    let intents: Vec<Intent> = state.callers.iter().map(|(_, caller)| caller.intent).collect();
    assert!(intents.iter().all(|intent| intent.number >= 4));
    assert_eq!(intents.iter().collect::<BTreeSet<_>>().len(), 1);
}

#[test]
fn states_are_finite_without_a_limit_on_time() {
    let class = Class { count: 2, ..Class::default() };
    let faults =
        Faults { crash: 1, lease_over: UNLIMITED, retention_over: UNLIMITED, ..Faults::NONE };
    let contract = Contract {
        retention: Span::Ticks(2),
        block_for: Span::Ticks(2),
        after_retention: AfterRetention::Forget,
        ..take_over()
    };
    let world = Settings { callers: vec![class], ..Settings::default() };
    let configuration = Configuration { contract, world, bounds: Bounds::default(), faults };
    let world = World::new(configuration).expect("a world");
    let (mut states, mut frontier) = (0, 0);
    walk(&world, &Tally::default(), |state, _| {
        states += 1;
        frontier += usize::from(world.is_frontier(state));
    });
    println!("{states} states, {frontier} on the frontier");
    assert_eq!(frontier, 0);
}

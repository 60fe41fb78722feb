//! A world and its monitor: what a normal form leaves out breaks nothing and hides nothing.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::world::World;
use onceproof::models::world::actions::Action;
use onceproof::models::world::configuration::{Bounds, Class, Configuration, Faults, Settings};
use onceproof::models::world::state::State;
use onceproof::models::world::watched::Watched;
use onceproof::models::world::watcher::Watcher;
use onceproof::models::{Options, explore};
use onceproof::property::Mask;
use onceproof::spec::Contract;
use onceproof::spec::contract::{AfterRetention, Span};
use worlds::{actions, strict, take_over};

fn configuration(contract: Contract, count: u8, faults: Faults) -> Configuration {
    let callers = vec![Class { count, ..Class::default() }];
    let world = Settings { callers, ..Settings::default() };
    let bounds = Bounds { tries: 3, renewals: 1, questions: 1, cancels: 1, ..Bounds::default() };
    Configuration { contract, world, bounds, faults }
}

fn configurations() -> Vec<Configuration> {
    let crash = Faults { crash: 1, lease_over: 2, late_commit: 1, ..Faults::NONE };
    let store = Faults { restore: 1, ambiguous_write: 1, passing: 1, ..crash };
    let short = Contract {
        retention: Span::Ticks(2),
        block_for: Span::Ticks(1),
        after_retention: AfterRetention::Forget,
        ..take_over()
    };
    let forgets = Faults { retention_over: 3, redelivery: 1, unknown_effect: 1, ..crash };
    vec![
        configuration(take_over(), 2, crash),
        configuration(strict(), 2, store),
        configuration(short, 2, forgets),
    ]
}

/// What one action broke, in a world.
fn step(world: &World, state: &mut State<Watcher>, action: Action) -> Option<Mask> {
    *state = world.next(state, action)?;
    Some(state.observer.broken())
}

#[test]
fn a_world_that_normalises_and_one_that_does_not_break_the_same() {
    let (mut steps, mut broke) = (0, 0);
    for configuration in configurations() {
        let normal = World::new(configuration).expect("a world");
        let plain = normal.clone().without_normal_forms();
        let mut seed = 7_u64;
        for _ in 0..400 {
            let mut here = normal.initial(&Watcher::default()).remove(0);
            let mut there = plain.initial(&Watcher::default()).remove(0);
            for _ in 0..40 {
                let possible = actions(&normal, &here);
                if possible.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let action = possible[(seed >> 33) as usize % possible.len()];
                let before = here.clone();
                let one = step(&normal, &mut here, action);
                let other = step(&plain, &mut there, action);
                assert_eq!(one, other, "{action:?} in {before:?}");
                steps += 1;
                broke += usize::from(one.is_some_and(|broken| broken != Mask::NONE));
            }
        }
    }
    assert!(steps > 10_000 && broke > 20, "{steps} steps, {broke} of them broke something");
}

#[test]
fn a_cancellation_that_is_told_success_delivers_evidence() {
    let bounds = Bounds { tries: 1, cancels: 1, ..Bounds::default() };
    let world = Settings::default();
    let configuration = Configuration { contract: strict(), world, bounds, faults: Faults::NONE };
    let watched = Watched::new(World::new(configuration).expect("a world"));
    let report =
        explore(&watched, Options::default()).expect("explored").report().expect("replayed");
    let broken: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.trace.is_some())
        .map(|finding| finding.property)
        .collect();
    assert_eq!(broken, Vec::<&str>::new());
}

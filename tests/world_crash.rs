//! Crashes at every point between two durable actions, and writes of which nobody knows.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::world::World;
use onceproof::models::world::actions::{Action, WorkerAction};
use onceproof::models::world::configuration::{Configuration, Faults, Order, Settings, Strategy};
use onceproof::models::world::state::{CallerStage, WorkerStage};
use onceproof::spec::Contract;
use std::collections::BTreeSet;
use worlds::{actions, duplicates, one_caller, strict, take_over, tally, walk};

const CRASH: Faults = Faults { crash: 1, ..Faults::NONE };

fn in_order(order: Order, contract: Contract, faults: Faults) -> Configuration {
    let plain = one_caller(Strategy::PinnedIntentKey, faults);
    let world = Settings { order, ..plain.world };
    Configuration { world, contract, ..plain }
}

#[test]
fn record_first_leaves_an_intent_stuck_when_a_worker_crashes_and_never_duplicates() {
    let reached = tally("record first", &in_order(Order::RecordFirst, strict(), CRASH));
    assert!(!duplicates(&reached));
    assert!(!reached.some(|counted| counted.early));
    let stuck = |counted: &onceproof::models::world::observer::Counted| {
        counted.unknown && counted.effects == 0
    };
    assert!(!reached.ends_meet(|counted| !stuck(counted)));
}

#[test]
fn completion_first_loses_an_intent_that_was_acknowledged() {
    let reached = tally("completion first", &in_order(Order::CompletionFirst, strict(), CRASH));
    assert!(!duplicates(&reached));
    assert!(!reached.ends_meet(|counted| !(counted.success && counted.effects == 0)));
}

#[test]
fn effect_first_runs_the_effect_twice() {
    let reached = tally("effect first", &in_order(Order::EffectFirst, strict(), CRASH));
    assert!(duplicates(&reached));
}

#[test]
fn the_atomic_order_neither_loses_nor_duplicates() {
    let reached = tally("atomic", &in_order(Order::Atomic, strict(), CRASH));
    assert!(reached.ends_meet(|counted| counted.success && counted.effects == 1));
    assert!(!duplicates(&reached));
}

#[test]
fn completion_with_the_effect_never_duplicates_even_under_take_over_of_a_running_claim() {
    let faults = Faults { lease_over: 1, late_commit: 1, ..CRASH };
    let with = |order| duplicates(&tally("take over", &in_order(order, take_over(), faults)));
    assert!(!with(Order::CompletionWithEffect));
    assert!(with(Order::RecordFirst));
}

#[test]
fn a_worker_can_crash_in_every_stage_of_every_order() {
    let mut stages = BTreeSet::new();
    let orders = [
        Order::RecordFirst,
        Order::CompletionFirst,
        Order::EffectFirst,
        Order::CompletionWithEffect,
        Order::Atomic,
    ];
    for order in orders {
        let world = World::new(in_order(order, strict(), CRASH)).expect("a world");
        walk(&world, &(), |state, _| {
            let crashes: BTreeSet<_> = actions(&world, state)
                .into_iter()
                .filter_map(|action| match action {
                    Action::Worker(at, WorkerAction::Crash) => Some(at),
                    _other => None,
                })
                .collect();
            for (caller, owner) in state.callers.iter() {
                for (worker, at_work) in owner.workers.iter() {
                    let at = onceproof::models::world::names::Place { caller, worker };
                    assert_eq!(crashes.contains(&at), state.faults.crash > 0);
                    stages.insert((order, at_work.stage));
                }
            }
        });
    }
    assert!(stages.contains(&(Order::CompletionFirst, WorkerStage::Recorded)));
    assert!(stages.contains(&(Order::RecordFirst, WorkerStage::Started)));
    assert!(stages.contains(&(Order::EffectFirst, WorkerStage::Started)));
    println!("{} stages in which a worker can crash", stages.len());
    assert_eq!(stages.len(), 23);
}

#[test]
fn a_write_of_which_nobody_knows_is_asked_again_and_changes_no_outcome() {
    let ambiguous = Faults { ambiguous_write: 2, ..Faults::NONE };
    let orders =
        [Order::RecordFirst, Order::CompletionFirst, Order::CompletionWithEffect, Order::Atomic];
    for order in orders {
        let reached = tally("ambiguous writes", &in_order(order, strict(), ambiguous));
        if order == Order::CompletionFirst {
            // Asked again, it finds its own completion and takes it for another's.
            assert!(reached.some(|counted| counted.early));
        } else {
            assert!(reached.ends_meet(|counted| counted.success && counted.effects == 1));
        }
    }
}

#[test]
fn a_destination_that_refuses_for_good_is_told_as_a_no_and_one_that_refuses_for_now_is_tried_again()
{
    let refuses = Faults { refusal: 1, passing: 1, ..Faults::NONE };
    let reached = tally("refusals", &in_order(Order::RecordFirst, strict(), refuses));
    assert!(!reached.some(|counted| counted.no && counted.effects > 0));
    let ends: BTreeSet<_> = reached
        .ends
        .iter()
        .flat_map(|state| state.callers.iter().map(|(_, caller)| caller.stage).collect::<Vec<_>>())
        .collect();
    assert_eq!(ends, BTreeSet::from([CallerStage::ToldSuccess, CallerStage::ToldNo]));
}

#[test]
fn a_worker_that_does_not_learn_what_became_of_the_effect_says_so() {
    let unknown = Faults { unknown_effect: 1, ..Faults::NONE };
    let reached = tally("unknown effects", &in_order(Order::RecordFirst, strict(), unknown));
    assert!(!duplicates(&reached));
    assert!(reached.some(|counted| counted.unknown && counted.effects == 1));
    assert!(reached.some(|counted| counted.unknown && counted.effects == 0));
    assert!(!reached.some(|counted| counted.early));
}

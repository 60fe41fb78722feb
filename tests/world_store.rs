//! Stores that forget, go back, are swept and are reconciled.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::world::configuration::{
    Bounds, Configuration, Faults, Memory, ReadBack, Settings, Store, Strategy, Sweeper,
};
use onceproof::spec::Contract;
use onceproof::spec::contract::{AfterRetention, Span};
use worlds::{Reached, duplicates, one_caller, strict, take_over, tally};

fn pinned(faults: Faults) -> Configuration {
    let plain = one_caller(Strategy::PinnedIntentKey, faults);
    Configuration { contract: strict(), ..plain }
}

const LOST_ACK: Faults = Faults { lost_ack: 1, ..Faults::NONE };

#[test]
fn a_store_restored_without_its_records_duplicates() {
    let faults = Faults { restore: 1, ..LOST_ACK };
    assert!(duplicates(&tally("restore", &pinned(faults))));
    assert!(!duplicates(&tally("no restore", &pinned(LOST_ACK))));
}

#[test]
fn a_volatile_store_duplicates_after_a_crash_and_a_durable_one_does_not() {
    let faults = Faults { store_crash: 1, ..LOST_ACK };
    let with = |store, contract| {
        let plain = pinned(faults);
        let world = Settings { store, ..plain.world };
        duplicates(&tally("store crash", &Configuration { world, contract, ..plain }))
    };
    assert!(with(Store::Volatile, strict()));
    assert!(!with(Store::Durable, strict()));
    // What is lost is the claim of a worker that runs on, or the completion.
    assert!(with(Store::LostTail, strict()));
    assert!(with(Store::LostTail, take_over()));
}

#[test]
fn a_retry_after_retention_duplicates_where_the_store_forgets_and_not_where_the_key_blocks() {
    let faults = Faults { retention_over: 1, ..LOST_ACK };
    let with = |after_retention| {
        let contract = Contract { after_retention, retention: Span::Ticks(1), ..strict() };
        duplicates(&tally("retention", &Configuration { contract, ..pinned(faults) }))
    };
    assert!(with(AfterRetention::Forget));
    assert!(with(AfterRetention::MayForget));
    assert!(!with(AfterRetention::Block));
}

#[test]
fn a_sweeper_that_writes_what_it_read_undoes_a_completion() {
    let with = |sweeper| {
        let plain = pinned(LOST_ACK);
        let world = Settings { sweeper, ..plain.world };
        let bounds = Bounds { sweeps: 1, ..plain.bounds };
        let contract = take_over();
        duplicates(&tally("sweeper", &Configuration { world, bounds, contract, ..plain }))
    };
    assert!(with(Sweeper::Blind));
    assert!(!with(Sweeper::CompareAndSet));
}

fn reconciled(faults: Faults) -> Reached {
    let plain = pinned(faults);
    let world = Settings { reconciler: true, read_back: ReadBack::ByKey, ..plain.world };
    let bounds = Bounds { reconciliations: 1, tries: 2, ..plain.bounds };
    tally("reconciler", &Configuration { world, bounds, ..plain })
}

#[test]
fn a_reconciler_lets_an_abandoned_intent_end_well_once_its_holder_is_dead() {
    let reached = reconciled(Faults { crash: 1, ..Faults::default() });
    assert!(reached.reconciled);
    assert!(!duplicates(&reached));
    assert!(reached.ends_meet(|counted| !counted.early));
}

#[test]
fn a_reconciler_that_looks_before_a_living_holder_acts_denies_an_effect_that_lands_later() {
    let faults = Faults { lease_over: 1, late_commit: 1, ..Faults::default() };
    assert!(duplicates(&reconciled(faults)));
}

#[test]
fn a_caller_that_starts_anew_duplicates_only_when_its_key_is_lost() {
    for faults in [
        Faults { caller_restart: 1, ..Faults::default() },
        Faults { caller_restore: 1, ..Faults::default() },
    ] {
        let with = |memory| {
            let plain = pinned(faults);
            let world = Settings { memory, ..plain.world };
            duplicates(&tally("caller anew", &Configuration { world, ..plain }))
        };
        assert!(!with(Memory::KeepsKey));
        assert!(with(Memory::LosesKey));
    }
}

#[test]
fn steps_have_ids_of_their_own_and_a_caller_that_forgets_its_progress_runs_none_twice() {
    let plain = pinned(Faults { caller_restart: 1, ..Faults::default() });
    let memory = Memory::LosesProgress;
    let world = Settings { steps: 3, memory, ..plain.world };
    let reached = tally("three steps", &Configuration { world, ..plain });
    assert!(!duplicates(&reached));
    let done = |step| {
        let all = reached.tallies.iter().flat_map(|tally| tally.intents.iter());
        all.filter(|(_, (intent, one))| intent.step == step && one.success).count() > 0
    };
    assert!(done(0) && done(1) && done(2));
}

/// A caller that started anew has two answers to its first step on their way: the later one is
/// no answer to the second.
#[test]
fn an_answer_to_a_step_that_is_over_is_none_to_the_next() {
    let plain = pinned(Faults { caller_restart: 1, ..Faults::default() });
    let world = Settings { steps: 2, ..plain.world };
    let reached = tally("two answers", &Configuration { world, ..plain });
    assert!(!reached.some(|counted| counted.early));
    assert!(reached.some(|counted| counted.success));
}

#[test]
fn a_step_that_is_refused_is_followed_by_undoing_what_took_place() {
    let plain = pinned(Faults { refusal: 1, ..Faults::default() });
    let world = Settings { steps: 2, compensates: true, ..plain.world };
    let reached = tally("compensation", &Configuration { world, ..plain });
    assert!(!duplicates(&reached));
    let undone = reached.ends.iter().any(|state| {
        let effects = |step| {
            let all = state.observer.intents.iter();
            all.filter(|(_, (intent, one))| intent.step == step && one.effects == 1).count()
        };
        (effects(0), effects(1), effects(3)) == (1, 0, 1)
    });
    assert!(undone);
}

#[test]
fn a_cancellation_stops_what_has_not_begun_and_nothing_that_may_run() {
    let mut cancels = pinned(Faults { late_commit: 1, ..Faults::NONE });
    cancels.bounds.cancels = 1;
    let reached = tally("cancellation", &cancels);
    assert!(reached.some(|counted| counted.no && counted.effects == 0));
    assert!(!reached.some(|counted| counted.no && counted.effects > 0));
    assert!(!duplicates(&reached));
}

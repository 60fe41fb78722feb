//! Claims that are not atomic, claims that were taken over, and workers that do not know it.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::world::configuration::{
    Bounds, Claim, Class, Configuration, Destination, Faults, Flaw, ReadBack, Settings,
};
use onceproof::spec::Contract;
use onceproof::spec::contract::Clock;
use onceproof::spec::contract::Span;
use worlds::{Reached, duplicates, strict, take_over, tally};

fn callers(count: u8) -> Settings {
    Settings { callers: vec![Class { count, ..Class::default() }], ..Settings::default() }
}

fn once(world: Settings, contract: Contract, faults: Faults) -> Configuration {
    Configuration { contract, world, bounds: Bounds { tries: 1, ..Bounds::default() }, faults }
}

#[test]
fn concurrent_begins_of_three_callers_run_at_most_one_effect_an_intent() {
    let both = || vec![0, 1];
    let class =
        Class { count: 3, scopes: both(), keys: both(), payloads: both(), ..Class::default() };
    let world = Settings { callers: vec![class], ..Settings::default() };
    let reached = tally("concurrent begins", &once(world, strict(), Faults::default()));
    assert!(!duplicates(&reached));
    assert!(reached.some(|counted| counted.success && counted.effects == 1));
    assert!(!reached.some(|counted| counted.early));
}

#[test]
fn a_claim_that_is_read_and_then_written_duplicates_and_an_atomic_one_does_not() {
    let with = |claim| {
        let world = Settings { claim, ..callers(2) };
        duplicates(&tally("claims", &once(world, strict(), Faults::default())))
    };
    assert!(with(Claim::CheckThenInsert));
    assert!(!with(Claim::Atomic));
}

/// Two callers of one intent, and a lease that is over while its holder still runs.
fn zombie(destination: Destination, looks_first: bool, flaws: &[Flaw], faults: Faults) -> Reached {
    let read_back = ReadBack::ByKey;
    let flaws = flaws.to_vec();
    let world = Settings { destination, looks_first, read_back, flaws, ..callers(2) };
    let faults = Faults { lease_over: 1, ..faults };
    tally("zombies", &once(world, take_over(), faults))
}

#[test]
fn a_claim_that_was_taken_over_duplicates_at_a_blind_destination() {
    assert!(duplicates(&zombie(Destination::Blind, false, &[], Faults::default())));
    assert!(duplicates(&zombie(Destination::Blind, true, &[], Faults::default())));
}

#[test]
fn a_destination_that_checks_the_token_refuses_the_zombie() {
    let reached = zombie(Destination::ChecksToken, true, &[], Faults::default());
    assert!(!duplicates(&reached));
    assert!(reached.tallies.iter().any(|tally| tally.fenced));
}

#[test]
fn a_token_alone_does_not_stop_the_successor_of_an_effect_that_was_not_recorded() {
    assert!(duplicates(&zombie(Destination::ChecksToken, false, &[], Faults::default())));
}

#[test]
fn quarantine_stops_what_take_over_duplicates() {
    let faults = Faults { lease_over: 1, ..Faults::default() };
    assert!(!duplicates(&tally("quarantine", &once(callers(2), strict(), faults))));
}

#[test]
fn a_restored_store_that_keeps_its_incarnation_issues_a_token_twice() {
    let restore = Faults { restore: 1, ..Faults::default() };
    let sound = zombie(Destination::ChecksToken, true, &[], restore);
    assert!(!duplicates(&sound));
    let flawed = zombie(Destination::ChecksToken, true, &[Flaw::KeepsIncarnation], restore);
    assert!(duplicates(&flawed));
}

#[test]
fn a_rejected_duplicate_that_deletes_the_record_lets_a_third_caller_in() {
    let with = |count, flaws: &[Flaw]| {
        let world = Settings { flaws: flaws.to_vec(), ..callers(count) };
        duplicates(&tally("rejected duplicates", &once(world, strict(), Faults::default())))
    };
    assert!(with(3, &[Flaw::DuplicateDeletes]));
    assert!(!with(2, &[Flaw::DuplicateDeletes]));
    assert!(!with(3, &[]));
}

#[test]
fn a_caller_that_takes_in_progress_for_success_is_told_so_too_early() {
    let with = |flaws: &[Flaw]| {
        let world = Settings { flaws: flaws.to_vec(), ..callers(2) };
        tally("in progress", &once(world, strict(), Faults::default())).some(|one| one.early)
    };
    assert!(with(&[Flaw::AcknowledgesInProgress]));
    assert!(!with(&[]));
}

#[test]
fn a_worker_that_releases_the_record_after_its_effect_duplicates() {
    let with = |flaws: &[Flaw]| {
        let world = Settings { flaws: flaws.to_vec(), ..callers(2) };
        duplicates(&tally("released", &once(world, strict(), Faults::default())))
    };
    assert!(with(&[Flaw::ReleasesAfterEffect]));
    assert!(!with(&[]));
}

#[test]
fn a_clock_that_is_ahead_takes_over_a_live_claim() {
    let contract = Contract { clock: Clock::Caller, lease: Span::Ticks(2), ..take_over() };
    let with = |clock_skew, skew| {
        let world = Settings { skew, ..callers(2) };
        let faults = Faults { clock_skew, ..Faults::NONE };
        duplicates(&tally("skew", &once(world, contract, faults)))
    };
    assert!(with(1, 2));
    // Even by less than a lease: the rest of it may have passed.
    assert!(with(1, 1));
    assert!(!with(0, 2));
}

#[test]
fn a_claim_that_is_renewed_in_time_is_not_taken_over() {
    let mut renewed = once(callers(2), take_over(), Faults::default());
    renewed.bounds.renewals = 2;
    assert!(!duplicates(&tally("renewed", &renewed)));
}

#[test]
fn a_begin_that_is_judged_by_a_stale_read_duplicates() {
    let with = |stale_read| {
        let faults = Faults { stale_read, ..Faults::NONE };
        duplicates(&tally("stale read", &once(callers(2), strict(), faults)))
    };
    assert!(with(1));
    assert!(!with(0));
}

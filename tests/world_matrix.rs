//! The 16 runs of four strategies under four fault sets: what duplicates is found by search.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::world::configuration::{
    Class, Configuration, Destination, Faults, Intents, KeyPath, ReadBack, Settings, Strategy,
};
use onceproof::spec::contract::Span;
use std::collections::BTreeSet;
use worlds::{Reached, duplicates, one_caller, tally};

const STRATEGIES: [(&str, Strategy); 4] = [
    ("naive retry", Strategy::NaiveRetry),
    ("verify then retry", Strategy::VerifyThenRetry),
    ("new key per attempt", Strategy::NewKeyPerAttempt),
    ("pinned intent key", Strategy::PinnedIntentKey),
];

fn fault_sets() -> [(&'static str, Faults); 4] {
    let none = Faults::default();
    [
        ("none", none),
        ("lost-ack", Faults { lost_ack: 1, ..none }),
        ("late-commit", Faults { late_commit: 1, ..none }),
        ("redelivery", Faults { redelivery: 1, ..none }),
    ]
}

/// The ledger can be read by the intent's own id, as a caller that verifies needs it.
fn cell(strategy: Strategy, faults: Faults) -> Configuration {
    let plain = one_caller(strategy, faults);
    Configuration { world: Settings { read_back: ReadBack::ByKey, ..plain.world }, ..plain }
}

/// A cell counts when some run has two effects and tells its caller success.
fn duplicates_and_acknowledges(reached: &Reached) -> bool {
    reached.some(|counted| counted.effects > 1 && counted.success)
}

#[test]
fn seven_of_sixteen_runs_duplicate_and_all_seven_are_acknowledged_as_completed() {
    let mut cells = BTreeSet::new();
    for (name, strategy) in STRATEGIES {
        for (fault, faults) in fault_sets() {
            let reached = tally(&format!("{name}, {fault}"), &cell(strategy, faults));
            assert_eq!(duplicates(&reached), duplicates_and_acknowledges(&reached));
            if duplicates(&reached) {
                cells.insert((name, fault));
            }
        }
    }
    let expected = BTreeSet::from([
        ("naive retry", "lost-ack"),
        ("naive retry", "late-commit"),
        ("naive retry", "redelivery"),
        ("verify then retry", "late-commit"),
        ("verify then retry", "redelivery"),
        ("new key per attempt", "lost-ack"),
        ("new key per attempt", "late-commit"),
    ]);
    assert_eq!(cells, expected);
}

#[test]
fn a_bound_on_time_in_flight_restores_verify_then_retry_under_late_commit() {
    let [_, _, (_, late), (_, twice)] = fault_sets();
    let bounded = |faults| {
        let plain = cell(Strategy::VerifyThenRetry, faults);
        let world = Settings { in_flight: Span::Ticks(2), ..plain.world };
        Configuration { world, ..plain }
    };
    assert!(!duplicates(&tally("verify, late, bounded", &bounded(late))));
    assert!(duplicates(&tally("verify, redelivered, bounded", &bounded(twice))));
}

#[test]
fn reading_back_by_attributes_takes_another_intents_effect_for_ones_own() {
    let lost = Faults { lost_request: 1, ..Faults::default() };
    let told_early = |read_back| {
        let mut cell = cell(Strategy::VerifyThenRetry, lost);
        cell.world.callers = vec![Class {
            count: 2,
            intents: Intents::Own,
            strategy: Strategy::VerifyThenRetry,
            ..Class::default()
        }];
        cell.world.read_back = read_back;
        tally("two charges of 49", &cell).some(|counted| counted.early)
    };
    assert!(told_early(ReadBack::ByAttributes));
    assert!(!told_early(ReadBack::ByKey));
}

#[test]
fn a_destination_that_recognises_the_key_stops_redelivery_and_one_that_ignores_it_does_not() {
    let lost = Faults { crash: 1, ..Faults::default() };
    let with = |destination| {
        let plain = cell(Strategy::PinnedIntentKey, lost);
        let world = Settings { destination, ..plain.world };
        duplicates(&tally(
            "pinned",
            &Configuration { world, contract: worlds::take_over(), ..plain },
        ))
    };
    assert!(with(Destination::IgnoresKey));
    assert!(!with(Destination::Deduplicates));
    assert!(!with(Destination::Idempotent));
}

#[test]
fn a_caller_that_stops_and_reports_never_duplicates_without_redelivery() {
    for (fault, faults) in fault_sets() {
        let reached = tally(&format!("stop, {fault}"), &cell(Strategy::StopAndReport, faults));
        assert!(!duplicates(&reached));
    }
}

#[test]
fn a_key_made_of_the_time_differs_at_the_retry_once_time_has_passed() {
    let [_, (_, lost), _, _] = fault_sets();
    let with = |ticks| {
        let mut cell = cell(Strategy::TimestampKey, lost);
        cell.bounds.ticks = Some(ticks);
        duplicates(&tally("timestamp key", &cell))
    };
    assert!(!with(0));
    assert!(with(1));
}

#[test]
fn an_intermediary_that_drops_or_replaces_the_key_undoes_a_pinned_one() {
    let [_, (_, lost), _, (_, twice)] = fault_sets();
    let with = |intermediary, faults, tries| {
        let mut cell = cell(Strategy::PinnedIntentKey, faults);
        cell.world.intermediary = intermediary;
        cell.bounds.tries = tries;
        duplicates(&tally("on the way", &cell))
    };
    assert!(!with(KeyPath::Faithful, lost, 2));
    assert!(with(KeyPath::Drops, lost, 2));
    assert!(with(KeyPath::Drops, twice, 1));
    assert!(with(KeyPath::Replaces, lost, 2));
    // A copy carries what the first carried.
    assert!(!with(KeyPath::Replaces, twice, 1));
    // But whoever is told `in_progress` and asks again, asks under another key.
    assert!(with(KeyPath::Replaces, twice, 2));
}

#[test]
fn a_hidden_retry_layer_that_replaces_the_key_duplicates_for_a_caller_that_sends_once() {
    let [_, (_, lost), _, _] = fault_sets();
    let with = |retry_layer| {
        let mut cell = cell(Strategy::StopAndReport, lost);
        cell.world.retry_layer = retry_layer;
        cell.bounds.hidden_tries = 1;
        duplicates(&tally("hidden retries", &cell))
    };
    assert!(!with(KeyPath::Faithful));
    assert!(with(KeyPath::Replaces));
}

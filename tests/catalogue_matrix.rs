//! The 16 runs, derived: which seven duplicate, and that each of those tells its caller success.
#![cfg(all(feature = "models", feature = "cli"))]

mod catalogue_support;

use catalogue_support::{LIMITS, each};
use onceproof::models::catalogue::matrix::{Cell, RUNS, matrix};
use onceproof::models::catalogue::{Checked, Entry, check, entries};
use onceproof::property::Property;
use std::collections::BTreeSet;

fn checked(prefix: &str) -> Vec<(Entry, Checked)> {
    let all = entries().expect("a catalogue");
    let all: Vec<Entry> = all.into_iter().filter(|it| it.name.starts_with(prefix)).collect();
    assert!(!all.is_empty(), "nothing is called {prefix}");
    let found = each(&all, |entry| check(entry, None, LIMITS).expect("checked"));
    all.into_iter().zip(found).collect()
}

fn cells() -> Vec<Cell> {
    let found = checked(RUNS);
    matrix(found.iter().map(|(entry, checked)| (entry, checked))).expect("a matrix")
}

/// The names, below a prefix, of those in which an intent can have two effects.
fn duplicating(prefix: &str) -> BTreeSet<String> {
    let twice = |checked: &Checked| {
        checked.broken.iter().any(|broken| broken.property == Property::AtMostOnce)
    };
    let found = checked(prefix).into_iter().filter(|(_, checked)| twice(checked));
    found.map(|(entry, _)| entry.name.trim_start_matches(prefix).to_owned()).collect()
}

#[test]
fn d3_exactly_seven_of_the_sixteen_runs_duplicate() {
    let cells = cells();
    assert_eq!(cells.len(), 16);
    let duplicating: BTreeSet<(&str, &str)> = cells
        .iter()
        .filter(|cell| cell.duplicates_in.is_some())
        .map(|cell| (cell.strategy.as_str(), cell.faults.as_str()))
        .collect();
    let expected = BTreeSet::from([
        ("naive_retry", "lost_ack"),
        ("naive_retry", "late_commit"),
        ("naive_retry", "redelivery"),
        ("verify_then_retry", "late_commit"),
        ("verify_then_retry", "redelivery"),
        ("new_key_per_attempt", "lost_ack"),
        ("new_key_per_attempt", "late_commit"),
    ]);
    assert_eq!(duplicating, expected);
}

#[test]
fn d3_each_run_that_duplicates_is_acknowledged_as_completed_and_no_other_is() {
    for cell in cells() {
        assert_eq!(cell.acknowledged, cell.duplicates_in.is_some(), "{cell:?}");
    }
}

#[test]
fn d3_strategies_and_fault_sets_stand_in_the_order_of_the_table() {
    let cells = cells();
    let rows: Vec<&str> = cells.iter().step_by(4).map(|cell| cell.strategy.as_str()).collect();
    let strategies =
        ["naive_retry", "verify_then_retry", "new_key_per_attempt", "pinned_intent_key"];
    assert_eq!(rows, strategies);
    for row in cells.chunks(4) {
        let columns: Vec<&str> = row.iter().map(|cell| cell.faults.as_str()).collect();
        assert_eq!(columns, ["none", "lost_ack", "late_commit", "redelivery"]);
        assert!(row.iter().all(|cell| cell.strategy == row[0].strategy));
    }
}

#[test]
fn d2_a_bound_on_the_time_in_flight_restores_verify_then_retry_and_no_bound_breaks_it() {
    let found = duplicating("reading/in_flight/");
    assert_eq!(found, BTreeSet::from(["without_a_bound".to_owned()]));
    let found = duplicating("reading/redelivered/");
    assert_eq!(found.len(), 2, "a copy is no retry: no bound helps");
}

#[test]
fn d5_reading_back_by_attributes_tells_success_of_what_never_took_place() {
    let lost = |name: &str| {
        let [(_, checked)] = &checked(name)[..] else { panic!("one is called {name}") };
        checked.broken.iter().any(|broken| broken.property == Property::NoLostIntent)
    };
    assert!(lost("reading/attributes/by_attributes"));
    assert!(!lost("reading/attributes/by_key"));
    assert!(lost("recovery/reconciler_by_attributes/by_attributes"));
    assert!(!lost("recovery/reconciler_by_attributes/by_key"));
}

#[test]
fn d8_stopping_and_reporting_duplicates_under_no_fault_set() {
    assert_eq!(duplicating("reading/stop_and_report/"), BTreeSet::new());
    assert_eq!(duplicating("reading/nothing_to_read/"), BTreeSet::new());
}

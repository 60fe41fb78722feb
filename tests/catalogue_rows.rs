//! What the source documents say happens, and what does, row by row: each claim is a pair of
//! configurations that differ in what the row is about, one of which breaks a property.
#![cfg(all(feature = "models", feature = "cli"))]

mod catalogue_support;

use catalogue_support::LIMITS;
use onceproof::models::catalogue::{check, entries};
use std::collections::BTreeSet;

/// What breaks in the configurations of a name, or of names that begin with it and a slash.
fn broken(name: &str) -> BTreeSet<&'static str> {
    let all = entries().expect("a catalogue");
    let below = format!("{name}/");
    let meant = all.iter().filter(|entry| entry.name == name || entry.name.starts_with(&below));
    let found: Vec<_> = meant.map(|entry| check(entry, None, LIMITS).expect("checked")).collect();
    assert!(!found.is_empty(), "nothing is called {name}");
    found.iter().flat_map(|checked| &checked.broken).map(|broken| broken.property.name()).collect()
}

#[track_caller]
fn holds(name: &str) {
    assert_eq!(broken(name), BTreeSet::new(), "{name}");
}

#[track_caller]
fn breaks(name: &str, property: &str) {
    let found = broken(name);
    assert!(found.contains(property), "{name} breaks {found:?}");
}

#[track_caller]
fn keeps(name: &str, property: &str) {
    let found = broken(name);
    assert!(!found.contains(property), "{name} breaks {found:?}");
}

const ONCE: &str = "at_most_once";
const LOST: &str = "no_lost_intent";

#[test]
fn a10_a_new_store_in_memory_forgets_and_a_durable_one_does_not() {
    breaks("worked_example/a_new_store_forgets", ONCE);
    breaks("store/crash/volatile", ONCE);
    holds("store/crash/durable");
}

#[test]
fn a10_each_rule_for_a_lease_that_is_over_costs_something_or_says_that_it_does_not_know() {
    breaks("leases/holder_is_dead/hold", "progress");
    breaks("leases/holder_is_dead/take_over", ONCE);
    holds("leases/holder_is_dead/quarantine");
    holds("leases/holder_is_slow/quarantine");
}

#[test]
fn b1_the_id_is_written_first_and_a_second_writer_is_refused() {
    holds("published/processed_table/row_before_the_work");
    breaks("published/processed_table/row_after_the_work", ONCE);
    breaks("concurrency/claim_is_read_then_written", ONCE);
    holds("concurrency/order/record_first");
}

#[test]
fn b2_a_table_in_memory_does_not_survive_a_restart_in_the_middle() {
    breaks("store/crash/volatile", ONCE);
    breaks("store/crash/lost_tail", ONCE);
    holds("store/crash/durable");
}

#[test]
fn b3_writing_after_the_work_leaves_the_window_in_which_a_crash_duplicates() {
    breaks("crashes/crash/effect_first", ONCE);
    holds("crashes/crash/record_first");
    holds("crashes/crash/atomic");
}

#[test]
fn b4_a_key_made_of_the_time_is_no_key_and_the_senders_own_id_is_one() {
    breaks("callers/key/of_the_time_a_tick_later", ONCE);
    holds("callers/key/of_the_time_in_one_tick");
    holds("crashes/webhook");
}

#[test]
fn b5_webhooks_time_outs_and_queues_deliver_twice() {
    holds("crashes/webhook");
    holds("crashes/late_reply");
    breaks("crashes/queue", ONCE);
    breaks("callers/write_path/keyless/redelivery", ONCE);
    holds("callers/write_path/keyed");
}

#[test]
fn b6_a_check_after_the_effect_is_too_late() {
    breaks("concurrency/order/effect_first", ONCE);
    for order in ["record_first", "completion_first", "completion_with_effect", "atomic"] {
        holds(&format!("concurrency/order/{order}"));
    }
}

#[test]
fn b7_the_second_press_of_a_button_changes_nothing() {
    holds("concurrency/the_second_press_changes_nothing");
}

#[test]
fn b8_an_operation_that_is_idempotent_by_nature_needs_no_key_and_another_does() {
    holds("destination/without_a_key/idempotent_by_nature");
    breaks("destination/without_a_key/blind", ONCE);
    keeps("destination/holder_is_dead/idempotent_by_nature", ONCE);
    breaks("destination/holder_is_dead/blind", ONCE);
}

#[test]
fn b9_reading_back_before_resending_helps_when_nothing_is_in_flight_any_more() {
    holds("reading/in_flight/bounded");
    breaks("reading/in_flight/without_a_bound", ONCE);
    holds("reading/nothing_to_read");
}

#[test]
fn c6_steps_have_ids_of_their_own_and_compensation_is_a_step_too() {
    holds("callers/steps/resumes_where_it_was");
    holds("callers/steps/begins_anew_under_the_same_ids");
    breaks("callers/steps/has_lost_its_ids", ONCE);
    holds("callers/compensation/resumes_where_it_was");
    breaks("callers/compensation/has_lost_its_ids", ONCE);
    holds("callers/compensation_of_what_is_not_known");
}

#[test]
fn c8_completion_before_the_effect_loses_after_it_duplicates_and_with_it_does_neither() {
    breaks("crashes/crash/completion_first", LOST);
    breaks("crashes/crash/effect_first", ONCE);
    holds("crashes/crash/atomic");
    holds("crashes/crash_and_take_over/atomic");
    keeps("crashes/crash_and_take_over/completion_with_effect", ONCE);
    breaks("crashes/crash_and_take_over/record_first", ONCE);
}

#[test]
fn c9_failures_are_of_three_kinds_and_a_time_out_is_no_proof() {
    holds("failures/no_effect");
    holds("failures/refused_for_good");
    holds("failures/unknown_effect/quarantine");
    breaks("failures/unknown_effect/reopen", ONCE);
}

#[test]
fn c9_retries_of_layers_multiply_and_one_key_over_all_of_them_does_not_mind() {
    holds("callers/layers_multiply/keyed");
    breaks("callers/layers_multiply/keyless", ONCE);
}

#[test]
fn c10_a_cancellation_stops_what_has_not_begun_and_nothing_that_may_run() {
    holds("recovery/cancelled");
    holds("recovery/cancelled_by_another");
}

#[test]
fn c12_every_failure_window_is_judged_by_effects_and_not_by_answers() {
    holds("crashes/late_reply"); // success with the response lost; a late reply
    holds("concurrency/order/record_first"); // two concurrent workers
    holds("retention/late_retry/block"); // a retry after retention
    holds("concurrency/same_key_other_payload"); // same key, other parameters
    holds("crashes/crash/record_first"); // a crash after every transition
    holds("crashes/ambiguous_write/record_first"); // and a write that may have been applied
}

#[test]
fn c13_restoring_an_earlier_state_mints_no_keys_and_no_attempts_anew() {
    holds("callers/caller_is_restored/keeps_its_key");
    breaks("callers/caller_is_restored/mints_another", ONCE);
    keeps("destination/token_after_a_restore/new_incarnation", ONCE);
    breaks("destination/token_after_a_restore/kept_incarnation", ONCE);
    breaks("store/restored", ONCE);
}

#[test]
fn c16_a_client_that_sends_the_key_proves_nothing_of_the_path_and_the_destination() {
    keeps("destination/holder_is_dead/recognises_the_key", ONCE);
    breaks("destination/holder_is_dead/accepts_the_key_and_ignores_it", ONCE);
    holds("callers/intermediary/faithful");
    breaks("callers/intermediary/drops", ONCE);
    breaks("callers/intermediary/replaces", ONCE);
}

#[test]
fn d6_a_retry_after_the_key_expired_counts_as_new_unless_the_key_blocks() {
    breaks("retention/late_retry/forget", "retention_honesty");
    breaks("retention/late_retry/may_forget", "retention_honesty");
    holds("retention/late_retry/block");
}

#[test]
fn d7_a_hidden_retry_layer_duplicates_for_a_caller_that_sends_once() {
    holds("callers/hidden_layer/keeps_the_key");
    breaks("callers/hidden_layer/drops_the_key", ONCE);
    breaks("callers/hidden_layer/replaces_the_key", ONCE);
}

#[test]
fn d9_a_key_that_the_harness_keeps_protects_and_one_made_for_each_attempt_does_not() {
    holds("callers/key/kept_by_the_harness");
    breaks("callers/key/new_for_each_attempt", ONCE);
}

#[test]
fn d10_a_write_path_without_a_key_duplicates_under_every_fault_and_with_one_under_none() {
    for fault in ["lost_ack", "late_commit", "redelivery"] {
        breaks(&format!("callers/write_path/keyless/{fault}"), ONCE);
        holds(&format!("callers/write_path/keyed/{fault}"));
    }
}

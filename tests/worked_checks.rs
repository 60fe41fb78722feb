#![cfg(feature = "trace")]
//! The eighteen checks of the worked example, a broken model for each, and the report.

mod broken_models;

use broken_models::{Broken, Wrong, opening};
use onceproof::example::worked::{Given, Report, Requests, checks};
use serde_json::{Value, json};

const NAMES: [&str; 18] = [
    "unseen_identity_starts_once_in_hand_timeline",
    "same_active_request_reports_progress_without_result",
    "different_active_payload_conflicts_without_replacing_original",
    "explicit_finish_records_independent_hand_result",
    "completed_retry_replays_same_saved_result",
    "changed_payload_still_conflicts_after_completion",
    "second_finish_cannot_overwrite_recorded_result",
    "finish_of_unseen_identity_is_rejected",
    "finish_payload_mismatch_does_not_complete_active_request",
    "invalid_result_does_not_consume_active_state",
    "same_key_in_different_explicit_scope_is_new_intent",
    "identical_payload_with_different_key_is_not_deduplicated",
    "empty_nonstring_long_or_nonascii_identity_rejected",
    "payload_fields_operation_sensor_and_exact_integer_types_checked",
    "inclusive_window_limits_and_invalid_values_checked",
    "dictionary_member_order_does_not_change_accepted_request_identity",
    "mutating_input_finish_response_or_replay_cannot_change_saved_result",
    "new_memory_store_forgets_prior_completion_not_durable_exactly_once",
];

#[test]
fn a9_all_eighteen_checks_hold() {
    let held: Vec<(&str, bool)> = checks::run(Requests::default);
    let expected: Vec<(&str, bool)> = NAMES.iter().map(|name| (*name, true)).collect();
    assert_eq!(held, expected);
}

/// A fault for each check, in the order of the checks, and the other checks that it fails as
/// well (by their places, from 1).
const CAUGHT: [(Wrong, &[usize]); 18] = [
    (Wrong::StartsEveryDelivery, &[1, 2, 3, 9, 10]),
    (Wrong::ShowsAResultWhileActive, &[2, 3, 9, 10]),
    (Wrong::RebindsOnConflict, &[3]),
    (Wrong::FinishTellsAnotherResult, &[4]),
    (Wrong::ReplaysAnotherResult, &[5, 7, 16, 17, 18]),
    (Wrong::ComparesOnlyWhileActive, &[6]),
    (Wrong::SecondFinishOverwrites, &[7]),
    (Wrong::FinishBeginsWhatIsUnseen, &[8]),
    (Wrong::FinishIgnoresThePayload, &[9]),
    (Wrong::InvalidResultCompletes, &[10]),
    (Wrong::IgnoresTheScope, &[11, 13]),
    (Wrong::IgnoresTheKey, &[8, 12, 13]),
    (Wrong::TakesAnyIdentifier, &[13]),
    (Wrong::TakesNumbersByValue, &[14]),
    (Wrong::ClampsTheWindow, &[15]),
    (Wrong::ComparesInTheOrderGiven, &[16]),
    (Wrong::SharesWhatComesIn, &[17]),
    (Wrong::RemembersAcrossStores, &[18]),
];

#[test]
fn a9_each_check_catches_a_broken_model_of_its_own() {
    for (place, (wrong, also)) in (1..).zip(CAUGHT) {
        // Each check gets a place of its own, so that none sees what another left.
        let failed: Vec<usize> = (1..)
            .zip(checks::all::<Broken>())
            .filter(|(_, check)| !(check.holds)(&mut opening(wrong)))
            .map(|(place, _)| place)
            .collect();
        assert!(failed.contains(&place), "{} misses {wrong:?}", NAMES[place - 1]);
        assert_eq!(failed, also, "{wrong:?}");
    }
}

#[test]
fn a9_sharing_is_caught_wherever_a_result_crosses() {
    let name = "mutating_input_finish_response_or_replay_cannot_change_saved_result";
    let shared = [
        Wrong::SharesWhatComesIn,
        Wrong::SharesWhatFinishHandsOut,
        Wrong::SharesWhatReplayHandsOut,
    ];
    for wrong in shared {
        let check = checks::all::<Broken>().into_iter().find(|check| check.name == name);
        assert!(!(check.expect("the check").holds)(&mut opening(wrong)), "{wrong:?}");
    }
}

#[test]
fn a9_two_requests_that_meet_are_seen_by_the_independence_of_scope_and_key() {
    assert!(checks::distinct_requests_start_independently(Requests::default));
    for wrong in [Wrong::IgnoresTheScope, Wrong::IgnoresTheKey] {
        assert!(!checks::distinct_requests_start_independently(opening(wrong)), "{wrong:?}");
    }
}

#[test]
fn a9_the_report_agrees_member_by_member_with_values_written_by_hand() {
    let text = serde_json::to_string_pretty(&Report::of_this_crate()).unwrap();
    let Given::Object(members) = Given::read(&text).unwrap() else { panic!("an object") };
    let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    let in_order = [
        "implementation",
        "dependencies",
        "scope",
        "payload",
        "comparison_representation",
        "hand_timeline",
        "hand_expected_statuses",
        "scope_or_key_distinct_requests_start_independently",
        "checks",
    ];
    assert_eq!(names, in_order);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["implementation"]["name"], "onceproof");
    assert_eq!(report["implementation"]["report"], 1);
    for left_open in ["persistence", "expiry", "authentication", "concurrency", "exactly once"] {
        assert!(report["scope"].as_str().unwrap().contains(left_open), "{left_open}");
    }
    let by_hand = json!({"operation": "prepare_note", "sensor_id": "S01", "window_ms": 200});
    assert_eq!(report["payload"], by_hand);
    assert_eq!(
        report["comparison_representation"],
        "{\"operation\":\"prepare_note\",\"sensor_id\":\"S01\",\"window_ms\":200}"
    );
    let timeline = json!([
        {"status": "started"},
        {"status": "in_progress"},
        {"status": "conflict"},
        {"status": "completed", "result": {"note_id": "N01", "sample_count": 8}},
        {"status": "replayed", "result": {"note_id": "N01", "sample_count": 8}},
    ]);
    assert_eq!(report["hand_timeline"], timeline);
    let statuses = json!(["started", "in_progress", "conflict", "completed", "replayed"]);
    assert_eq!(report["hand_expected_statuses"], statuses);
    assert_eq!(report["scope_or_key_distinct_requests_start_independently"], true);
    let Some((_, Given::Object(checked))) = members.last() else { panic!("checks") };
    let expected: Vec<(String, Given)> =
        NAMES.iter().map(|name| ((*name).to_owned(), Given::Bool(true))).collect();
    assert_eq!(*checked, expected);
}

#[test]
fn a9_the_report_of_a_broken_model_says_false_and_names_what_does_not_hold() {
    let report = Report::of(opening(Wrong::StartsEveryDelivery));
    let failures = report.failures();
    assert_eq!(failures.first(), Some(&"hand_timeline"));
    assert!(failures.contains(&NAMES[0]));
    let json: Value = serde_json::to_value(&report).unwrap();
    assert_eq!(json["checks"][NAMES[0]], false);
    assert_eq!(json["checks"][NAMES[3]], true);
    assert_eq!(json["hand_timeline"][1]["status"], "started");
    let met = Report::of(opening(Wrong::IgnoresTheScope));
    assert!(met.failures().contains(&"scope_or_key_distinct_requests_start_independently"));
    assert!(Report::of_this_crate().failures().is_empty());
}

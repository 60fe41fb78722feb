#![cfg(feature = "trace")]
//! The worked example: identity, payload, begin, finish, copies, the hand timeline, and the
//! eighteen checks with a broken model for each.

mod broken_models;

use broken_models::{Broken, Wrong, opening};
use onceproof::example::worked::checks::{self, payload};
use onceproof::example::worked::{Fault, Given, Model, Report, Requests, Response};
use serde_json::{Value, json};

type Told = Result<Response<Given>, Fault>;

fn read(text: &str) -> Given {
    Given::read(text).expect("a JSON text")
}

fn begin(requests: &mut Requests, scope: &str, key: &str, payload: &Given) -> Told {
    requests.begin(&Given::text(scope), &Given::text(key), payload)
}

fn finish(requests: &mut Requests, key: &str, payload: &Given, result: &str) -> Told {
    requests.finish(&Given::text("CallA"), &Given::text(key), payload, &read(result))
}

fn told(status: &'static str) -> Told {
    Ok(Response { status, result: None })
}

fn told_with(status: &'static str, result: &str) -> Told {
    Ok(Response { status, result: Some(read(result)) })
}

const EIGHT: &str = r#"{"note_id": "N01", "sample_count": 8}"#;

#[test]
fn a1_scope_and_key_together_are_the_identity() {
    let mut requests = Requests::default();
    for (scope, key) in [("CallA", "Req7"), ("CallB", "Req7"), ("CallA", "Req8")] {
        assert_eq!(begin(&mut requests, scope, key, &payload(200)), told("started"));
        assert_eq!(begin(&mut requests, scope, key, &payload(200)), told("in_progress"));
    }
    // A joined name would let these two meet.
    assert_eq!(begin(&mut requests, "a-b", "c", &payload(200)), told("started"));
    assert_eq!(begin(&mut requests, "a", "b-c", &payload(200)), told("started"));
}

#[test]
fn a1_a_request_in_another_scope_may_carry_another_payload() {
    let mut requests = Requests::default();
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("started"));
    assert_eq!(begin(&mut requests, "CallB", "Req7", &payload(300)), told("started"));
}

#[test]
fn a2_an_identifier_is_a_letter_and_up_to_31_letters_digits_underscores_and_hyphens() {
    let longest = "R".repeat(32);
    for good in ["a", "Z", "S01", "a_b-c", "Req7", longest.as_str()] {
        let mut requests = Requests::default();
        assert_eq!(begin(&mut requests, "CallA", good, &payload(200)), told("started"), "{good}");
        assert_eq!(begin(&mut requests, good, "Req7", &payload(200)), told("started"), "{good}");
    }
}

#[test]
fn a2_anything_else_is_refused_as_identifier_for_scope_key_sensor_and_note() {
    let ill_formed = [
        json!(""),
        json!(7),
        json!(7.5),
        json!(true),
        json!(null),
        json!(["Req7"]),
        json!({}),
        json!("R".repeat(33)),
        json!("درخواست"),
        json!("Réq"),
        json!("7Req"),
        json!("_Req"),
        json!("-Req"),
        json!("Req 7"),
        json!("Req7\n"),
        json!("Req\u{0}"),
        json!("Req.7"),
    ];
    for value in ill_formed {
        let given = Given::from(value.clone());
        let mut requests = Requests::default();
        let good = Given::text("CallA");
        let refused = Err(Fault::Identifier);
        assert_eq!(requests.begin(&good, &given, &payload(200)), refused, "{value}");
        assert_eq!(requests.begin(&given, &good, &payload(200)), refused, "{value}");
        assert_eq!(requests.finish(&given, &good, &payload(200), &read(EIGHT)), refused, "{value}");
        let sensor = payload(200).with("sensor_id", given.clone());
        assert_eq!(requests.begin(&good, &good, &sensor), refused, "{value}");
        let note = read(EIGHT).with("note_id", given.clone());
        assert_eq!(requests.finish(&good, &good, &payload(200), &note), refused, "{value}");
    }
}

#[test]
fn a3_each_fault_of_a_payload_has_its_name() {
    let requests = Requests::default();
    let faults = [
        (r#"[]"#, Fault::PayloadFields),
        (r#"null"#, Fault::PayloadFields),
        (r#""prepare_note""#, Fault::PayloadFields),
        (r#"{}"#, Fault::PayloadFields),
        (r#"{"operation":"prepare_note"}"#, Fault::PayloadFields),
        (
            r#"{"operation":"prepare_note","sensor_id":"S01","window_ms":200,"extra":1}"#,
            Fault::PayloadFields,
        ),
        (r#"{"operation":"prepare_note","sensor_id":"S01","window":200}"#, Fault::PayloadFields),
        (
            r#"{"operation":"prepare_note","operation":"prepare_note","window_ms":200}"#,
            Fault::PayloadFields,
        ),
        (
            r#"{"operation":"prepare_note","sensor_id":"S01","window_ms":200,"window_ms":200}"#,
            Fault::PayloadFields,
        ),
        (r#"{"operation":"send_message","sensor_id":"S01","window_ms":200}"#, Fault::Operation),
        (r#"{"operation":7,"sensor_id":"S01","window_ms":200}"#, Fault::Operation),
        (r#"{"operation":"prepare_note","sensor_id":"1bad","window_ms":200}"#, Fault::Identifier),
        (r#"{"operation":"prepare_note","sensor_id":"S01","window_ms":0}"#, Fault::WindowMs),
    ];
    for (text, fault) in faults {
        assert_eq!(requests.comparison(&read(text)), Err(fault), "{text}");
    }
}

#[test]
fn a3_the_first_fault_in_the_order_fields_operation_identifier_window_is_told() {
    let requests = Requests::default();
    let all = r#"{"operation":"x","sensor_id":"1","window_ms":0,"extra":0}"#;
    let but_fields = r#"{"operation":"x","sensor_id":"1","window_ms":0}"#;
    let but_operation = r#"{"operation":"prepare_note","sensor_id":"1","window_ms":0}"#;
    let window_only = r#"{"operation":"prepare_note","sensor_id":"S01","window_ms":0}"#;
    let names: Vec<&str> = [all, but_fields, but_operation, window_only]
        .iter()
        .map(|text| requests.comparison(&read(text)).unwrap_err().name())
        .collect();
    assert_eq!(names, ["payload_fields", "operation", "identifier", "window_ms"]);
}

#[test]
fn a3_a_window_is_an_integer_by_its_lexical_type_from_1_to_10000() {
    let requests = Requests::default();
    let window = |text: &str| {
        let text =
            format!(r#"{{"operation":"prepare_note","sensor_id":"S01","window_ms":{text}}}"#);
        requests.comparison(&read(&text)).map(|_| ())
    };
    for good in ["1", "200", "9999", "10000"] {
        assert_eq!(window(good), Ok(()), "{good}");
    }
    let bad = [
        "0",
        "-0",
        "-1",
        "10001",
        "200.0",
        "2e2",
        "2E+2",
        "200.5",
        "true",
        "false",
        "null",
        "\"200\"",
        "[200]",
        "4294967496",
        "18446744073709551816",
    ];
    for bad in bad {
        assert_eq!(window(bad), Err(Fault::WindowMs), "{bad}");
    }
}

#[test]
fn a3_reading_keeps_the_lexical_type_of_a_number() {
    assert_eq!(read("200"), Given::Integer(200));
    assert_eq!(read("-1"), Given::Integer(-1));
    for text in ["200.0", "2e2", "-0", "18446744073709551616"] {
        assert!(matches!(read(text), Given::NotAnInteger(_)), "{text}");
    }
    let value: Value = serde_json::from_str("[200, 200.0, 2e2, -0, 0, -5]").unwrap();
    let Given::List(items) = Given::from(value) else { panic!("a list") };
    let integers: Vec<bool> = items.iter().map(|item| matches!(item, Given::Integer(_))).collect();
    assert_eq!(integers, [true, false, false, false, true, true]);
}

#[test]
fn a4_the_comparison_text_has_sorted_members_and_no_white_space() {
    let requests = Requests::default();
    let text = r#"{"operation":"prepare_note","sensor_id":"S01","window_ms":200}"#;
    assert_eq!(requests.comparison(&payload(200)).as_deref(), Ok(text));
    assert!(text.is_ascii());
}

#[test]
fn a4_no_order_of_members_changes_identity() {
    let members =
        [r#""operation" : "prepare_note""#, r#""sensor_id":  "S01""#, r#""window_ms":200"#];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut requests = Requests::default();
    begin(&mut requests, "CallA", "Req7", &payload(200)).unwrap();
    finish(&mut requests, "Req7", &payload(200), EIGHT).unwrap();
    for order in orders {
        let text = format!("{{{}}}", order.map(|member| members[member]).join(" , "));
        let again = begin(&mut requests, "CallA", "Req7", &read(&text));
        assert_eq!(again, told_with("replayed", EIGHT), "{text}");
    }
}

#[test]
fn a4_each_member_that_differs_makes_another_text() {
    let requests = Requests::default();
    let first = requests.comparison(&payload(200));
    assert_ne!(requests.comparison(&payload(201)), first);
    assert_ne!(requests.comparison(&payload(200).with("sensor_id", Given::text("S02"))), first);
}

#[test]
fn a5_begin_answers_started_in_progress_conflict_replayed() {
    let mut requests = Requests::default();
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("started"));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("in_progress"));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(300)), told("conflict"));
    finish(&mut requests, "Req7", &payload(200), EIGHT).unwrap();
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told_with("replayed", EIGHT));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(300)), told("conflict"));
}

#[test]
fn a5_after_a_conflict_the_first_payload_stays_active_or_completed() {
    let mut requests = Requests::default();
    begin(&mut requests, "CallA", "Req7", &payload(200)).unwrap();
    begin(&mut requests, "CallA", "Req7", &payload(300)).unwrap();
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("in_progress"));
    finish(&mut requests, "Req7", &payload(200), EIGHT).unwrap();
    begin(&mut requests, "CallA", "Req7", &payload(300)).unwrap();
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told_with("replayed", EIGHT));
}

#[test]
fn a5_a_refused_begin_leaves_no_record() {
    let mut requests = Requests::default();
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(0)), Err(Fault::WindowMs));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(300)), told("started"));
}

#[test]
fn a6_each_fault_of_a_result_has_its_name_and_consumes_nothing() {
    let faults = [
        (r#"[]"#, "result_fields"),
        (r#"{"note_id":"N01"}"#, "result_fields"),
        (r#"{"note_id":"1","sample_count":-1,"extra":0}"#, "result_fields"),
        (r#"{"note_id":"N01","note_id":"N01"}"#, "result_fields"),
        (r#"{"note_id":"1","sample_count":-1}"#, "identifier"),
        (r#"{"note_id":"N01","sample_count":-1}"#, "sample_count"),
        (r#"{"note_id":"N01","sample_count":1000001}"#, "sample_count"),
        (r#"{"note_id":"N01","sample_count":8.0}"#, "sample_count"),
        (r#"{"note_id":"N01","sample_count":8e0}"#, "sample_count"),
        (r#"{"note_id":"N01","sample_count":-0}"#, "sample_count"),
        (r#"{"note_id":"N01","sample_count":true}"#, "sample_count"),
        (r#"{"note_id":"N01","sample_count":"8"}"#, "sample_count"),
    ];
    for (result, name) in faults {
        let mut requests = Requests::default();
        begin(&mut requests, "CallA", "Req7", &payload(200)).unwrap();
        let refused = finish(&mut requests, "Req7", &payload(200), result);
        assert_eq!(refused.map_err(Fault::name), Err(name), "{result}");
        assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("in_progress"));
    }
}

#[test]
fn a6_a_count_may_be_0_and_a_million() {
    for count in [0, 1_000_000] {
        let mut requests = Requests::default();
        begin(&mut requests, "CallA", "Req7", &payload(200)).unwrap();
        let result = format!(r#"{{"note_id":"N01","sample_count":{count}}}"#);
        let finished = finish(&mut requests, "Req7", &payload(200), &result);
        assert_eq!(finished, told_with("completed", &result));
    }
}

#[test]
fn a6_finish_refuses_the_unknown_the_conflicting_and_the_completed_and_overwrites_nothing() {
    let mut requests = Requests::default();
    let early = finish(&mut requests, "Req7", &payload(200), EIGHT);
    assert_eq!(early, Err(Fault::UnknownRequest));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("started"));
    let other = finish(&mut requests, "Req7", &payload(300), EIGHT);
    assert_eq!(other, Err(Fault::PayloadConflict));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("in_progress"));
    let right = finish(&mut requests, "Req7", &payload(200), EIGHT);
    assert_eq!(right, told_with("completed", EIGHT));
    let nine = r#"{"note_id":"N01","sample_count":9}"#;
    let second = finish(&mut requests, "Req7", &payload(200), nine);
    assert_eq!(second, Err(Fault::AlreadyCompleted));
    let same = finish(&mut requests, "Req7", &payload(200), EIGHT);
    assert_eq!(same, Err(Fault::AlreadyCompleted));
    // The payload is looked at before the completion.
    let other = finish(&mut requests, "Req7", &payload(300), nine);
    assert_eq!(other, Err(Fault::PayloadConflict));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told_with("replayed", EIGHT));
}

#[test]
fn a6_finish_checks_identity_then_payload_then_result_then_the_record() {
    let mut requests = Requests::default();
    let mut name = |scope: &Given, payload: &Given, result: &str| {
        let key = Given::text("Unseen");
        requests.finish(scope, &key, payload, &read(result)).unwrap_err().name()
    };
    let (bad_scope, scope) = (Given::Integer(7), Given::text("CallA"));
    let bad_result = r#"{"note_id":"N01","sample_count":-1}"#;
    assert_eq!(name(&bad_scope, &payload(0), bad_result), "identifier");
    assert_eq!(name(&scope, &payload(0), bad_result), "window_ms");
    assert_eq!(name(&scope, &payload(200), bad_result), "sample_count");
    assert_eq!(name(&scope, &payload(200), EIGHT), "unknown_request");
}

#[test]
fn a6_begin_checks_identity_before_the_payload() {
    let mut requests = Requests::default();
    let bad = requests.begin(&Given::text("CallA"), &Given::text(""), &payload(0));
    assert_eq!(bad, Err(Fault::Identifier));
}

#[test]
fn a7_changing_a_result_a_response_or_a_replay_changes_nothing_that_is_saved() {
    let mut requests = Requests::default();
    begin(&mut requests, "CallA", "Req7", &payload(200)).unwrap();
    let (scope, key) = (Given::text("CallA"), Given::text("Req7"));
    let mut handed_in = read(EIGHT);
    let mut finished = requests.finish(&scope, &key, &payload(200), &handed_in).unwrap();
    handed_in = handed_in.with("sample_count", Given::Integer(999));
    finished.result = finished.result.map(|out| out.with("sample_count", Given::Integer(777)));
    let mut replay = requests.begin(&scope, &key, &payload(200)).unwrap();
    replay.result = replay.result.map(|out| out.with("sample_count", Given::Integer(555)));
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told_with("replayed", EIGHT));
    assert_ne!(Some(handed_in), finished.result);
}

#[test]
fn a8_the_hand_timeline_is_answered_as_by_hand() {
    let steps = checks::timeline(&mut Requests::default());
    let by_hand = [
        told("started"),
        told("in_progress"),
        told("conflict"),
        told_with("completed", EIGHT),
        told_with("replayed", EIGHT),
    ];
    assert_eq!(steps, by_hand);
}

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
    let Given::Object(members) = read(&text) else { panic!("an object") };
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

#[test]
fn a10_a_new_store_in_memory_forgets_what_was_completed() {
    let mut requests = Requests::default();
    begin(&mut requests, "CallA", "Req7", &payload(200)).unwrap();
    finish(&mut requests, "Req7", &payload(200), EIGHT).unwrap();
    assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told_with("replayed", EIGHT));
    assert_eq!(begin(&mut Requests::default(), "CallA", "Req7", &payload(200)), told("started"));
}

#[test]
fn a10_an_active_request_never_expires_here() {
    let mut requests = Requests::default();
    begin(&mut requests, "CallA", "Req7", &payload(200)).unwrap();
    for _asked_again in 0..1_000 {
        assert_eq!(begin(&mut requests, "CallA", "Req7", &payload(200)), told("in_progress"));
    }
}

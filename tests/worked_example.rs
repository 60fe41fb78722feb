#![cfg(feature = "trace")]
//! The worked example: identity, payload, begin, finish, copies and the hand timeline.

use onceproof::example::worked::checks::{self, payload};
use onceproof::example::worked::{Fault, Given, Model, Requests, Response};
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

//! The verbs `fingerprint` and `key`, run as a user runs them.
//!
//! Claims: results on stdout, words on stderr, and the exit codes of the interface.
//! Not covered: colours, which need a terminal.

#[path = "support/command.rs"]
mod command;

use command::*;
use serde_json::Value;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const PAYLOAD: &str = "{\"b\": 4.50, \"a\": \"A\\u030a\"}";
const FORM: &str = "{\"a\":\"A\u{30a}\",\"b\":4.5}";

// ---------------------------------------------------------------------------------------------

#[test]
fn fingerprint_explains_what_it_hashed() {
    let ran = run(&["fingerprint"], PAYLOAD);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for part in [
        "v1:",
        "version      1",
        FORM,
        "19 bytes",
        "4.50 -> 4.5",
        "members re-ordered in 1",
        "1 escape(s)",
        "no Unicode normalisation",
    ] {
        assert!(ran.out.contains(part), "{part} in {}", ran.out);
    }
}

#[test]
fn fingerprint_writes_json() {
    let file = File::new("payload.json", PAYLOAD);
    let document = json(&run(&["fingerprint", file.name(), "--format", "json"], ""));
    let expected = onceproof::key::Fingerprint::of(PAYLOAD.as_bytes()).expect("a fingerprint");
    assert_eq!(document["fingerprint"], expected.to_string());
    assert_eq!(document["fingerprint_version"], 1);
    assert_eq!(document["canonical"], FORM);
    assert_eq!(document["length"], FORM.len());
    assert_eq!(document["changes"]["objects_reordered"], 1);
    assert_eq!(document["changes"]["numbers_rewritten"], 1);
}

#[test]
fn fingerprint_writes_the_canonical_bytes_alone() {
    let ran = run(&["fingerprint", "-", "--canonical"], PAYLOAD);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), FORM, ""));
}

#[test]
fn fingerprint_refuses_with_the_place_and_plain_rfc_8785_rounds() {
    let text = "{\n \"amount\": 9007199254740993}";
    let ran = run(&["fingerprint"], text);
    assert_eq!((ran.code, ran.out.as_str()), (Some(65), ""));
    assert!(ran.err.contains("line 2, column 12, byte 13"), "{}", ran.err);
    let ran = run(&["fingerprint", "--rfc8785", "--format", "json"], text);
    let document = json(&ran);
    assert_eq!(ran.code, Some(0));
    assert_eq!(document["canonical"], "{\"amount\":9007199254740992}");
    assert_eq!(document["fingerprint"], Value::Null, "a rounded form is no fingerprint");
}

#[test]
fn bad_text_and_bad_files_and_bad_usage_have_their_exit_codes() {
    for bad in ["", "{", "{\"a\":1,\"a\":1}", "\u{feff}1"] {
        assert_eq!(run(&["fingerprint"], bad).code, Some(65), "{bad}");
    }
    assert_eq!(run(&["fingerprint"], b"\xff").code, Some(65));
    for verb in ["fingerprint", "lint"] {
        let ran = run(&[verb, "/nonexistent/file"], "");
        assert_eq!((ran.code, ran.out.as_str()), (Some(74), ""));
        assert!(ran.err.contains("/nonexistent/file cannot be opened"), "{}", ran.err);
        let ran = run(&[verb, "/"], "");
        assert_eq!(ran.code, Some(74), "a directory cannot be read: {}", ran.err);
        assert_eq!(run(&[verb, "--no-such-option"], "").code, Some(64));
    }
}

#[test]
fn a_closed_stdout_is_no_panic() {
    let big = format!("[{}\"\"]", "\"0123456789\",".repeat(200_000));
    for arguments in [vec!["fingerprint"], vec!["fingerprint", "--canonical"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_onceproof"))
            .args(&arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        drop(child.stdout.take());
        child.stdin.take().expect("a pipe").write_all(big.as_bytes()).expect("read");
        let status = child.wait().expect("the binary ends");
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("read");
        assert_eq!((status.code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

// ---------------------------------------------------------------------------------------------

#[test]
fn the_key_of_an_intent_is_that_of_the_library_for_every_spelling() {
    let intent = ["key", "intent", "--task", "t-1", "--tool", "pay", "--step", "3"];
    let ran = run(&intent, r#"{"to": "S01", "cents": 450.0}"#);
    let library =
        onceproof::key::IntentKey::derive("t-1", "pay", "3", br#"{"cents":450,"to":"S01"}"#);
    let expected = library.expect("a key").to_string();
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.out.lines().next(), Some(expected.as_str()));
    let file = File::new("arguments.json", r#"{"cents":450,"to":"S01"}"#);
    let mut with_file = intent.to_vec();
    with_file.extend([file.name(), "--format", "json"]);
    let document = json(&run(&with_file, ""));
    assert_eq!(document["key"], expected);
    assert_eq!(document["kind"], "intent");
    assert_eq!(document["parts"]["arguments"], r#"{"cents":450,"to":"S01"}"#);
}

#[test]
fn the_key_of_an_intent_needs_all_its_parts() {
    let with = |step: &str, arguments: &str| {
        run(&["key", "intent", "--task", "t", "--tool", "pay", "--step", step], arguments).code
    };
    assert_eq!(with("3", "{}"), Some(0));
    assert_eq!(with("", "{}"), Some(64));
    assert_eq!(with("3", ""), Some(65));
    assert_eq!(with("3", "{\"n\":1e400}"), Some(65));
    assert_eq!(run(&["key", "intent", "--task", "t"], "{}").code, Some(64));
    assert_eq!(run(&["key"], "").code, Some(64));
}

#[test]
fn the_key_of_an_event_comes_from_its_id_or_its_declared_fields() {
    let event = |event: &str, more: &[&str]| {
        let mut arguments =
            vec!["key", "event", "--id-at", "/id", "--field", "/chat", "--field", "/n"];
        arguments.extend(more);
        run(&arguments, event)
    };
    let by_id = event(r#"{"id":"e-1","chat":7,"n":1}"#, &[]);
    assert_eq!(by_id.code, Some(0), "{}", by_id.err);
    assert_eq!(by_id.out, event(r#"{"id":"e-1","chat":8,"n":2}"#, &[]).out);
    let by_fields = event(r#"{"id":null,"chat":7,"n":1,"at":1}"#, &["--format", "json"]);
    let again = event(r#"{"n":1,"chat":7,"at":2}"#, &["--format", "json"]);
    assert_eq!(by_fields.out, again.out);
    assert_eq!(json(&again)["parts"]["fields"], serde_json::json!(["/chat", "/n"]));
    let flagged = event(r#"{"n":1764504000,"chat":7}"#, &[]);
    assert!(flagged.code == Some(0) && flagged.out.contains("/n may be a time"), "{}", flagged.out);
    for (bad, words) in [
        (r#"{"chat":7}"#, "the declared field /n is not in the event"),
        (r#"{"chat":7,"n":"2026-11-30T12:00:00Z"}"#, "a key derived from a timestamp is not a key"),
        (r#"{"id":[1]}"#, "neither text nor a number"),
    ] {
        let ran = event(bad, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(65), ""), "{bad}");
        assert!(ran.err.contains(words), "{}", ran.err);
    }
    assert_eq!(run(&["key", "event"], "{}").code, Some(65), "nothing names it");
    assert_eq!(run(&["key", "event", "--field", "chat"], "{}").code, Some(64), "no pointer");
}

#[test]
fn the_key_of_a_request_keeps_scope_and_key_apart() {
    let request = |scope: &str, key: &str| {
        run(&["key", "request", "--scope", scope, "--key", key, "--format", "json"], "")
    };
    let (one, other) = (request("a:b", "c"), request("a", "b:c"));
    assert_ne!(json(&one)["key"], json(&other)["key"]);
    assert_eq!(json(&one)["key"], onceproof::key::RequestId::new("a:b", "c").digest_text());
    assert_eq!(json(&one)["parts"], serde_json::json!({"scope": "a:b", "key": "c"}));
    assert_eq!(request("a", "").code, Some(64));
}

//! The verb `lint`, run as a user runs it.
//!
//! Claims: findings on stdout, words on stderr, the exit codes of the interface, and a bad line
//! loses no other.
//! Not covered: colours, which need a terminal.

#[path = "support/command.rs"]
mod command;

use command::*;

const CLEAN: &str = "{\"intent\":\"i\",\"key\":\"0f8fad5b-d9cb-469f-a165-70867728950e\",\"arguments\":{\"to\":\"S01\"}}\n";
const RETRY: &str =
    "{\"intent\":\"i\",\"key\":\"0f8fad5b-d9cb-469f-a165-70867728950e-retry1\",\"scope\":\"s\"}\n";

#[test]
fn lint_of_clean_attempts_holds() {
    let ran = run(&["lint"], CLEAN.repeat(3));
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    assert!(ran.err.contains("3 attempt(s), 0 finding(s), 0 bad line(s)"), "{}", ran.err);
}

#[test]
fn lint_reports_findings_as_text_and_as_json() {
    let file = File::new("attempts.jsonl", &format!("{CLEAN}\n{RETRY}"));
    let ran = run(&["lint", file.name()], "");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("error key-moves: line 1, 3: "), "{}", ran.out);
    assert!(ran.out.contains("a counter") && ran.out.contains("advice: "), "{}", ran.out);
    assert!(!ran.out.contains('\x1b'), "no colour in a pipe");
    let ran = run(&["lint", file.name(), "--format", "json"], "");
    let document = json(&ran);
    assert_eq!(ran.code, Some(1));
    assert_eq!(document["attempts"], 2);
    let finding = &document["findings"][0];
    assert_eq!((&finding["rule"], &finding["severity"]), (&"key-moves".into(), &"error".into()));
    assert_eq!(finding["lines"], serde_json::json!([1, 3]));
}

#[test]
fn lint_of_nothing_says_that_nothing_ran() {
    for nothing in ["", "\n", " \n\n"] {
        assert_eq!(run(&["lint"], nothing).code, Some(4), "{nothing:?}");
    }
}

#[test]
fn a_bad_line_is_reported_with_its_place_and_loses_no_other_line() {
    let cases = [
        ("{\"intent\":\"i\",\"key\":}", "line 2, column 21, byte 20"),
        ("{\"intent\":\"i\",\"intent\":\"j\",\"key\":\"k\"}", "line 2, column 15, byte 14"),
        (
            "{\"intent\":\"i\",\"key\":\"k\",\"arguments\":{\"é\":1,\"é\":2}}",
            "line 2, column 44, byte 44",
        ),
        ("{\"intent\":\"i\",\"key\":\"k\",\"colour\":1}", "unknown field `colour`"),
        ("{\"key\":\"k\"}", "missing field `intent`"),
        ("{\"intent\":\" \",\"key\":\"k\"}", "the intent is empty"),
        ("{\"intent\":1,\"key\":\"k\"}", "invalid type"),
        ("[]", "line 2"),
        ("\u{feff}{}", "byte order mark"),
    ];
    for (bad, words) in cases {
        let ran = run(&["lint"], format!("{CLEAN}{bad}\n{CLEAN}"));
        assert_eq!(ran.code, Some(65), "{bad}: {}", ran.err);
        assert!(ran.err.contains(words), "{words} in {}", ran.err);
        assert!(ran.err.contains("2 attempt(s), 0 finding(s), 1 bad line(s)"), "{}", ran.err);
        let ran = run(&["lint", "--format", "json"], format!("{CLEAN}{bad}\n{RETRY}"));
        assert_eq!(ran.code, Some(1), "findings win: {}", ran.err);
        let document = json(&ran);
        assert_eq!(document["bad_lines"][0]["line"], 2);
        assert_eq!(document["findings"][0]["rule"], "key-moves");
    }
}

#[test]
fn a_line_over_the_limit_is_skipped_to_its_end() {
    let long = format!("{{\"intent\":\"{}\"}}", "x".repeat(2 << 20));
    let ran = run(&["lint"], format!("{CLEAN}{long}\n{CLEAN}"));
    assert_eq!(ran.code, Some(65));
    assert!(ran.err.contains("longer than 1048576 bytes (line 2"), "{}", ran.err);
    assert!(ran.err.contains("2 attempt(s), 0 finding(s), 1 bad line(s)"), "{}", ran.err);
    let exact = CLEAN.trim_end().len();
    let limit = |bytes: usize| run(&["lint", "--max-line", &bytes.to_string()], CLEAN).code;
    assert_eq!((limit(exact), limit(exact - 1)), (Some(0), Some(65)));
}

#[test]
fn line_ends_of_other_systems_and_a_missing_last_one_are_fine() {
    let line = CLEAN.trim_end();
    let ran = run(&["lint"], format!("{line}\r\n{line}"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("2 attempt(s)"), "{}", ran.err);
}

#[test]
fn an_absent_key_may_be_left_out_or_null() {
    let ran =
        run(&["lint", "--format", "json"], "{\"intent\":\"a\"}\n{\"intent\":\"b\",\"key\":null}\n");
    assert_eq!(ran.code, Some(1));
    let document = json(&ran);
    assert_eq!(document["findings"][0]["rule"], "key-absent");
    assert_eq!(document["findings"][0]["lines"], serde_json::json!([1, 2]));
}

#[test]
fn input_in_a_message_cannot_steer_the_terminal() {
    let ran = run(&["lint"], "{\"intent\":\"i\",\"\\u001b[31m\":1}\n");
    assert_eq!(ran.code, Some(65));
    assert!(ran.err.contains("\\u{1b}[31m") && !ran.err.contains('\x1b'), "{}", ran.err);
}

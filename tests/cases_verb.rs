//! The verb `cases`, from outside.
//!
//! *What it claims.* It lists, shows and checks; a bad file is exit 65 with its place.
//! *How that is checked.* The binary is run, and what it prints is read.
//! *What is not covered.* The wording of every timeline.

use onceproof::conformance::sentence::timeline;
use onceproof::conformance::shipped::read_all;
use std::process::{Command, Output};

#[test]
fn cases_lists_every_shipped_case() {
    let listed = onceproof(&["cases", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    let count: usize = read_all().unwrap().iter().map(|(_, file)| file.cases.len()).sum();
    assert_eq!(document["cases"].as_array().unwrap().len(), count);
    let words = text(&onceproof(&["cases", "--clause", "begin.take-over"]).stdout);
    assert!(words.contains("attempts_grow_over_takeovers"));
    assert!(!words.contains("begin.live "));
}

#[test]
fn cases_with_a_name_shows_a_numbered_timeline() {
    let shown = text(&onceproof(&["cases", "a_finish_after_a_takeover_is_stale"]).stdout);
    assert!(
        shown.contains("3. At 13 attempt a finishes with result {\"id\": 7}: stale, the record")
    );
    let raw = onceproof(&["cases", "a_finish_after_a_takeover_is_stale", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_slice(&raw.stdout).unwrap();
    assert_eq!(document["case"]["clause"], "closing.stale");
}

#[test]
fn every_shipped_case_has_a_timeline_with_a_line_for_each_step() {
    for (_, file) in read_all().unwrap() {
        for case in file.cases {
            let lines = timeline(&case).lines().count();
            assert_eq!(lines, case.steps.len() + 3 + usize::from(case.why.is_some()));
        }
    }
}

#[test]
fn an_unknown_name_or_clause_is_a_wrong_command_line_with_a_hint() {
    let output = onceproof(&["cases", "a_finish_after_a_takeover_is_stail"]);
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stderr).contains("did you mean `a_finish_after_a_takeover_is_stale`"));
    assert_eq!(onceproof(&["cases", "--clause", "begin.nowhere"]).status.code(), Some(64));
}

#[test]
fn check_accepts_sound_files_and_tells_the_place_in_others() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let good = format!("{folder}/cases/begin.json");
    assert_eq!(onceproof(&["cases", "--check", &good]).status.code(), Some(0));
    let output =
        onceproof(&["cases", "--check", &good, &format!("{folder}/cases_bad/unbound_label.json")]);
    assert_eq!(output.status.code(), Some(65));
    assert!(text(&output.stderr).contains("unbound_label, case a_case, step 2, member `attempt`"));
    assert_eq!(onceproof(&["cases", "--check", "no/such/file"]).status.code(), Some(74));
}

fn onceproof(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_onceproof")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

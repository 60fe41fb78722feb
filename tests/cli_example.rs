#![cfg(feature = "cli")]
//! `onceproof example`, as a shell sees it.

use serde_json::Value;
use std::process::{Command, Output};

fn onceproof(arguments: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_onceproof")).args(arguments).output();
    command.expect("the binary runs")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("stdout is one JSON text")
}

#[test]
fn the_worked_example_prints_its_report_and_exits_with_0() {
    for arguments in [&["example", "worked"][..], &["example", "worked", "--format", "json"]] {
        let output = onceproof(arguments);
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty());
        let report = json(&output);
        let checks = report["checks"].as_object().expect("checks");
        assert_eq!(checks.len(), 18);
        assert!(checks.values().all(|holds| *holds == Value::Bool(true)));
        assert_eq!(report["hand_timeline"][4]["result"]["sample_count"], 8);
    }
}

#[test]
fn the_reservation_prints_its_rows_as_json_and_exits_with_0() {
    let output = onceproof(&["example", "reservation", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
    let report = json(&output);
    assert_eq!(report["version"], 1);
    assert_eq!(report["contract"], "strict");
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 10);
    for row in rows {
        assert_eq!(row["verdict"], "holds", "{row}");
        for told in ["id", "question", "required", "evidence"] {
            assert!(row[told].is_string(), "{told} in {row}");
        }
        assert!(row["observed"].is_object() && row["control"]["observed"].is_object(), "{row}");
        assert!(row["control"]["fault"].is_string(), "{row}");
    }
    assert_eq!(rows[0]["observed"]["reservations"], 1);
    assert_eq!(rows[0]["control"]["observed"]["reservations"], 2);
    assert_eq!(report["inquiry"][0]["effects"][0]["reference"], "RSV-91");
}

#[test]
fn the_reservation_prints_its_rows_for_people_by_default() {
    let output = onceproof(&["example", "reservation"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for told in ["C1 ", "C17", "required", "evidence", "control", "observed", "RSV-91", "holds"] {
        assert!(text.contains(told), "{told}");
    }
    assert!(!text.contains("violated"));
}

#[test]
fn two_runs_print_the_same_bytes() {
    for example in ["worked", "reservation"] {
        let arguments = ["example", example, "--format", "json"];
        assert_eq!(onceproof(&arguments).stdout, onceproof(&arguments).stdout);
    }
}

#[test]
fn a_wrong_command_line_exits_with_64_and_prints_nothing_on_stdout() {
    for arguments in [
        &["example"][..],
        &["example", "none"],
        &["example", "worked", "--format", "text"],
        &["example", "reservation", "--format", "xml"],
    ] {
        let output = onceproof(arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

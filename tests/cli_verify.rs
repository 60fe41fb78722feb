//! `onceproof verify`: what it prints, what it exits with, and that a mutant is found out.
#![cfg(all(feature = "models", feature = "cli"))]

use serde_json::Value;
use std::process::{Command, Output};

fn verify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_onceproof"))
        .arg("verify")
        .args(arguments)
        .output()
        .expect("the binary runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn json(arguments: &[&str]) -> (Option<i32>, Value) {
    let output = verify(&[&["--format", "json"], arguments].concat());
    let document = serde_json::from_str(&out(&output)).expect("JSON");
    (output.status.code(), document)
}

#[test]
fn everything_is_as_expected_and_the_bounds_are_stated() {
    let output = verify(&[]);
    let text = out(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for said in [
        "7 of 16 run an effect twice; in 7 of them the caller is told that it is done.",
        "are cut by a bound",
        "stateright compares hashes",
        "Not covered:",
        "CONTRACT",
        "How much of each bound the mutants need",
        "Faults of data",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(text.lines().last().expect("a line").starts_with("Verdict: holds"));
    assert!(!text.contains('\u{1b}'), "no colour where nobody looks");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no progress where nobody looks");
}

#[test]
fn a_part_says_that_it_is_a_part() {
    let (code, document) = json(&["--filter", "leases/"]);
    assert_eq!(code, Some(0));
    let summary = &document["summary"];
    assert_eq!((&summary["partial"], &summary["contracts"]), (&true.into(), &0.into()));
    let names = document["configurations"].as_array().expect("rows");
    assert!(
        names.len() > 3
            && names.iter().all(|row| {
                row["name"].as_str().is_some_and(|name| name.starts_with("leases/"))
            })
    );
}

#[test]
fn shares_together_are_everything_and_none_twice() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let (_, document) = json(&[&["--filter", "crashes/"], arguments].concat());
        let rows = document["configurations"].as_array().expect("rows");
        rows.iter().map(|row| row["name"].as_str().expect("a name").to_owned()).collect()
    };
    let mut shared: Vec<String> =
        ["1/3", "2/3", "3/3"].iter().flat_map(|share| names(&["--shard", share])).collect();
    let mut all = names(&["--jobs", "1"]);
    assert_eq!(all, names(&["--jobs", "4"]), "the order does not depend on the jobs");
    shared.sort();
    all.sort();
    assert_eq!(shared, all);
}

#[test]
fn nothing_checked_is_no_success() {
    let output = verify(&["--filter", "no such thing"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing was checked"));
}

#[test]
fn what_a_limit_stopped_is_not_known() {
    let (code, document) = json(&["--filter", "concurrency/three", "--most-states", "10"]);
    assert_eq!(code, Some(2));
    assert_eq!(document["summary"]["verdict"], "undetermined");
    assert_eq!(document["configurations"][0]["standing"], "undetermined");
}

#[test]
fn a_mutant_that_is_switched_on_is_found_out_and_named() {
    for mutant in ["rejected_duplicate_deletes", "abandoned_is_started_again"] {
        let output = verify(&["--mutant", mutant]);
        let text = out(&output);
        assert_eq!(output.status.code(), Some(1), "{mutant}: {text}");
        assert!(text.contains(&format!("The mutant {mutant} was switched on")), "{text}");
        assert!(text.contains("not expected to break"), "{text}");
        assert!(text.lines().last().expect("a line").starts_with("Verdict: violated"));
    }
}

#[test]
fn a_mutant_that_there_is_not_is_a_matter_of_usage() {
    let output = verify(&["--mutant", "rejected_duplicate_delete"]);
    assert_eq!(output.status.code(), Some(64));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("did you mean `rejected_duplicate_deletes`?"), "{told}");
}

#[test]
fn a_share_that_is_none_is_a_matter_of_usage() {
    for share in ["0/4", "5/4", "1", "a/b", "1/0", "-1/2"] {
        let output = verify(&[&format!("--shard={share}")]);
        assert_eq!(output.status.code(), Some(64), "{share}");
    }
}

#[test]
fn junit_and_markdown_have_a_case_or_a_row_for_each() {
    let (_, document) = json(&["--filter", "fencing/"]);
    let count = document["configurations"].as_array().expect("rows").len();
    let junit = out(&verify(&["--filter", "fencing/", "--format", "junit"]));
    assert_eq!(junit.matches("<testcase ").count(), count, "{junit}");
    assert!(junit.contains("failures=\"0\""), "{junit}");
    let markdown = out(&verify(&["--filter", "fencing/", "--format", "markdown"]));
    assert_eq!(markdown.matches("\n| `fencing/").count(), count, "{markdown}");
    let wrong = ["--filter", "concurrency/", "--mutant", "rejected_duplicate_deletes"];
    let junit = out(&verify(&[&wrong[..], &["--format", "junit"]].concat()));
    assert!(junit.contains("<failure "), "{junit}");
}

#[test]
fn deep_raises_bounds_and_says_so() {
    let (code, document) = json(&["--filter", "leases/", "--deep"]);
    assert!(matches!(code, Some(0 | 1)), "{code:?}");
    assert_eq!(document["summary"]["deep"], true);
    let (_, plain) = json(&["--filter", "leases/"]);
    let states = |of: &Value| of["summary"]["distinct"].as_u64().expect("a count");
    assert!(states(&document) > states(&plain));
}

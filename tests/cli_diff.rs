//! The verb `diff`, run as a user runs it.
//!
//! Claims: an exit code for each of identical, different and not found; text and JSON say the
//! same; what is left out is not used.
//! Not covered: that a difference is one and the shortest, for which see
//! `tests/contract_difference.rs`; the form of the JSON, for which see `tests/schemas.rs`.

#![cfg(feature = "cli")]

#[path = "support/command.rs"]
mod command;

use command::{File, Ran, json, run};
use onceproof::trace::form::OPERATION_NAMES;
use serde_json::{Value, json};

fn diff(arguments: &[&str]) -> Ran {
    run(&[&["diff"], arguments].concat(), "")
}

fn diff_as_json(arguments: &[&str]) -> (Option<i32>, Value) {
    let ran = diff(&[arguments, &["--format", "json"]].concat());
    (ran.code, json(&ran)["difference"].clone())
}

/// Strict, with these lines in its contract.
fn variant(lines: &str) -> File {
    File::new("variant.toml", &format!("version = 1\nbase = \"strict\"\n[contract]\n{lines}\n"))
}

#[test]
fn contracts_that_agree_in_every_parameter_are_identical_and_end_with_0() {
    let copy = variant("");
    for other in ["strict", copy.name()] {
        let ran = diff(&["strict", other]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_eq!(ran.out, format!("strict and {other} agree in every parameter.\n"));
        assert_eq!(diff_as_json(&["strict", other]), (Some(0), json!({"identical": {}})));
    }
}

#[test]
fn a_difference_is_shown_with_both_answers_and_their_clauses_and_ends_with_1() {
    let take_over = variant("on_lease_over = \"take_over\"");
    let contracts = ["strict", take_over.name()];
    let (code, difference) = diff_as_json(&contracts);
    let found = &difference["found"];
    assert_eq!((code, &found["certain"]), (Some(1), &json!(true)));
    assert_eq!(
        found["before"].as_array().map(Vec::len),
        Some(1),
        "begin, then begin again: {found}"
    );
    assert_eq!(found["at"], 30_000, "at the lease's end");
    let ran = diff(&contracts);
    assert_eq!(ran.code, Some(1));
    for side in ["left", "right"] {
        for told in found[side].as_array().expect("answers") {
            for part in [told["answer"].to_string(), told["clause"].as_str().unwrap().to_owned()] {
                assert!(ran.out.contains(&part), "{part} in {}", ran.out);
            }
            assert!(ran.out.contains(told["sentence"].as_str().expect("a sentence")));
        }
    }
    assert!(ran.out.contains("answer differently after 2 operation(s)"), "{}", ran.out);
}

#[test]
fn a_difference_that_depends_on_open_parameters_says_so() {
    let open = variant("on_lease_over = \"unspecified\"");
    let (code, difference) = diff_as_json(&["strict", open.name()]);
    assert_eq!((code, &difference["found"]["certain"]), (Some(1), &json!(false)));
    let ran = diff(&["strict", open.name()]);
    assert!(ran.out.contains("may, by their open parameters, answer differently"), "{}", ran.out);
}

#[test]
fn contracts_that_no_short_sequence_tells_apart_are_undetermined_and_end_with_2() {
    let equivalent = variant("replay = \"equivalent\"");
    let bounds = ["strict", equivalent.name(), "--operations", "2"];
    let ran = diff(&bounds);
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("raise --operations or --states"), "{}", ran.out);
    let (code, difference) = diff_as_json(&bounds);
    let within = &difference["not_within"];
    assert_eq!(code, Some(2));
    let (states, operations) = (&within["states"], &within["operations"]);
    let told = format!("every sequence of {operations} operations was tried, over {states} pairs");
    assert!(ran.out.contains(&told), "{told} in {}", ran.out);
    assert!(within["states"].as_u64() > Some(1), "{within}");
}

#[test]
fn told_times_are_compared_only_when_asked_for() {
    let longer = variant("lease = 30001");
    let contracts = ["strict", longer.name()];
    let (code, difference) = diff_as_json(&contracts);
    let length = difference["found"]["before"].as_array().map(Vec::len);
    assert_eq!((code, length), (Some(1), Some(1)), "only waiting tells: {difference}");
    let (code, difference) = diff_as_json(&[&contracts[..], &["--times"]].concat());
    assert_eq!((code, &difference["found"]["before"]), (Some(1), &json!([])), "told at once");
}

#[test]
fn an_operation_that_is_left_out_is_not_used() {
    let contracts = ["strict", "powertools"];
    let mut ignored: Vec<&str> = Vec::new();
    for _ in 0..OPERATION_NAMES.len() {
        let options = ignored.iter().flat_map(|name| ["--ignore", name]);
        let (code, difference) =
            diff_as_json(&contracts.into_iter().chain(options).collect::<Vec<_>>());
        let Some(found) = difference.get("found") else {
            assert_eq!(code, Some(2), "with {ignored:?} left out nothing tells them apart");
            assert!(ignored.len() > 2, "{ignored:?}");
            return;
        };
        let before = found["before"].as_array().expect("operations").iter();
        let used: Vec<&str> = before
            .chain([found])
            .filter_map(|step| Some(step["do"].as_object()?.keys().next()?.as_str()))
            .collect();
        assert!(used.iter().all(|name| !ignored.contains(name)), "{used:?}, without {ignored:?}");
        let last = used[used.len() - 1];
        let last = OPERATION_NAMES.into_iter().find(|name| *name == last).expect("a name");
        ignored.push(last);
    }
    panic!("with everything left out something is found");
}

#[test]
fn each_name_of_an_operation_can_be_left_out_and_no_other() {
    for name in OPERATION_NAMES {
        assert_eq!(diff(&["strict", "strict", "--ignore", name]).code, Some(0), "{name}");
    }
    for name in ["", "Begin", "begins", "begin,finish", "sleep"] {
        let ran = diff(&["strict", "strict", "--ignore", name]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(64), ""), "{name}");
        assert!(ran.err.contains("--ignore"), "{}", ran.err);
    }
}

#[test]
fn a_contract_that_cannot_be_loaded_is_told_on_either_side() {
    let bad = variant("lese = 1");
    let cases = [
        ("strikt", 64, "did you mean `strict`?"),
        ("no such/contract.toml", 74, "cannot read"),
        (bad.name(), 65, "did you mean `lease`?"),
    ];
    for (contract, code, words) in cases {
        for sides in [[contract, "strict"], ["strict", contract]] {
            let ran = diff(&sides);
            assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{sides:?}: {}", ran.err);
            assert!(ran.err.contains(words), "{words} in {}", ran.err);
        }
    }
    for arguments in [
        &["strict"][..],
        &["strict", "strict", "strict"],
        &["strict", "strict", "--operations", "-1"],
    ] {
        assert_eq!(diff(arguments).code, Some(64), "{arguments:?}");
    }
}

//! The schemas of lines that are read, against their readers.
//!
//! Claims: the schema and the reader refuse the same lines, over samples of one fault each and
//! over good samples changed at random.
//! Not covered: what is no JSON at all, and what no schema can say: numbers in payloads that a
//! double does not carry, fingerprints whose versions do not ascend, and incarnations that go
//! back from one line to another.

#![cfg(feature = "cli")]

mod schema_support;

use onceproof::trace::Trace;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use schema_support::command::{File, run};
use schema_support::mutation::{Place, places};
use schema_support::{Shipped, lines};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A kind of lines that is read: the schema, and good and bad samples.
struct Read {
    schema: &'static str,
    good: &'static str,
    bad: &'static str,
    /// The numbers of the lines that the binary refuses, from 1.
    refused: fn(&str) -> BTreeSet<u64>,
}

const READ: [Read; 2] = [
    Read {
        schema: "oracle-input",
        good: include_str!("lines/oracle-input.good.jsonl"),
        bad: include_str!("lines/oracle-input.bad.jsonl"),
        refused: refused_by_the_oracle,
    },
    Read {
        schema: "lint-input",
        good: include_str!("lines/lint-input.good.jsonl"),
        bad: include_str!("lines/lint-input.bad.jsonl"),
        refused: refused_by_the_lint,
    },
];

fn refused_by_the_oracle(input: &str) -> BTreeSet<u64> {
    let ran = run(&["oracle"], input);
    let told = lines(&ran.out);
    assert_eq!(told.len(), input.lines().count() + 1, "one line each, and the summary");
    let errors = told.iter().map(|line| &line["error"]);
    let alone = errors.filter(|error| error["kind"] != "out_of_order");
    alone.filter_map(|error| error["line"].as_u64()).collect()
}

fn refused_by_the_lint(input: &str) -> BTreeSet<u64> {
    let ran = run(&["lint", "--format", "json"], input);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    let bad = report["bad_lines"].as_array().expect("bad lines");
    bad.iter().filter_map(|line| line["line"].as_u64()).collect()
}

#[test]
fn good_samples_are_accepted_by_schema_and_reader() {
    let shipped = Shipped::new();
    for Read { schema, good, refused, .. } in READ {
        for line in lines(good) {
            shipped.judge(schema, &line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        assert_eq!(refused(good), BTreeSet::new(), "{schema}");
    }
}

#[test]
fn bad_samples_are_refused_by_schema_and_reader() {
    let shipped = Shipped::new();
    for Read { schema, bad, refused, .. } in READ {
        let refused = refused(bad);
        for (number, line) in (1..).zip(lines(bad)) {
            assert!(!shipped.accepts(schema, &line), "the schema {schema} accepts {line}");
            assert!(refused.contains(&number), "the reader of {schema} accepts {line}");
        }
    }
}

#[test]
fn each_bad_sample_of_the_oracle_alone_ends_with_65() {
    for line in include_str!("lines/oracle-input.bad.jsonl").lines() {
        assert_eq!(run(&["oracle"], format!("{line}\n")).code, Some(65), "{line}");
    }
}

#[test]
fn schema_and_reader_agree_on_good_samples_that_are_changed_at_random() {
    let shipped = Shipped::new();
    let mut runner = TestRunner::deterministic();
    for Read { schema, good, refused, .. } in READ {
        let samples = lines(good);
        let changed: Vec<Value> =
            (0..3_000).map(|round| change(schema, &samples, round, &mut runner)).collect();
        let input: String = changed.iter().map(|line| format!("{line}\n")).collect();
        let refused = refused(&input);
        for (number, line) in (1..).zip(&changed) {
            let says = shipped.judge(schema, line);
            let reads = !refused.contains(&number);
            assert_eq!(
                says.is_ok(),
                reads,
                "{schema}: the reader accepts: {reads}; {says:?}\n{line}"
            );
        }
        let bad = refused.len();
        assert!(bad > 500 && bad < 2_900, "{schema}: {bad} of 3000 are refused");
    }
}

/// A good sample with one member dropped, added or replaced.
fn change(schema: &str, samples: &[Value], round: usize, runner: &mut TestRunner) -> Value {
    let sample = &samples[round % samples.len()];
    let places = places(schema, sample);
    let choices = (0..places.len(), 0..4_usize, 0..VALUES.len());
    let (at, how, with) = choices.new_tree(runner).expect("a choice").current();
    let Place { pointer, .. } = &places[at];
    let value: Value = serde_json::from_str(VALUES[with]).expect("JSON");
    let mut changed = sample.clone();
    let spot = changed.pointer_mut(pointer).expect("a place");
    match (how, spot) {
        (0, Value::Object(members)) => {
            let names: Vec<String> = members.keys().cloned().collect();
            if let Some(name) = names.get(with % names.len().max(1)) {
                members.remove(name);
            }
        }
        (1, Value::Object(members)) => {
            members.insert(NAMES[with % NAMES.len()].to_owned(), value);
        }
        (_, spot) => *spot = value,
    }
    changed
}

const NAMES: [&str; 9] =
    ["at", "request", "do", "observed", "restart", "attempt", "payload", "result", "key"];

/// Values of every type, and those near the ends of what is allowed.
const VALUES: [&str; 18] = [
    "null",
    "true",
    "\"\"",
    "\"unbounded\"",
    "\"kept\"",
    "0",
    "-1",
    "1.5",
    "4294967295",
    "4294967296",
    "9007199254740990",
    "9007199254740991",
    "9007199254740992",
    "{}",
    "[]",
    "[0,1]",
    "{\"scope\":\"S\",\"key\":\"K\"}",
    "{\"status\":{}}",
];

#[test]
fn no_reader_takes_an_array_for_an_object() {
    let trace = include_str!("traces/good/worked_example.jsonl");
    let request = "{\"scope\":\"CallA\",\"key\":\"Req7\"}";
    assert!(trace.contains(request) && Trace::read(trace.as_bytes()).is_ok());
    let by_place = trace.replacen(request, "[\"CallA\",\"Req7\"]", 1);
    assert!(Trace::read(by_place.as_bytes()).is_err(), "{by_place}");

    let case = json!({
        "name": "a_case",
        "clause": "begin.unseen",
        "contract": {"base": "strict"},
        "steps": [{
            "at": 0,
            "request": {"scope": "S", "key": "K"},
            "do": {"begin": {"payload": 1, "claim": "a"}},
            "expect": {"started": {}},
        }],
    });
    let check = |case: &Value| {
        let text = json!({"version": 1, "about": "one case", "cases": [case]}).to_string();
        let file = File::new("by-place.json", &text);
        run(&["cases", "--check", file.name()], "").code
    };
    assert_eq!(check(&case), Some(0));
    for (pointer, by_place) in [
        ("/contract", json!(["strict"])),
        ("/steps/0/request", json!(["S", "K"])),
        ("/steps/0/do/begin", json!([1, null, "a", null])),
        ("/steps/0/expect/started", json!([])),
    ] {
        let mut changed = case.clone();
        *changed.pointer_mut(pointer).expect("there") = by_place;
        assert_eq!(check(&changed), Some(65), "{pointer}");
    }
}

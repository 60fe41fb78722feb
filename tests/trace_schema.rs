//! The JSON Schema of a trace's lines says what the reader reads.

mod trace_support;

use boon::{Compiler, SchemaIndex, Schemas};
use onceproof::trace::{Fault, Trace};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value;
use std::fs;
use std::path::Path;

const ID: &str = "https://onceproof.invalid/schema/trace-1.json";

struct Schema {
    schemas: Schemas,
    header: SchemaIndex,
    event: SchemaIndex,
    line: SchemaIndex,
}

impl Schema {
    fn new() -> Schema {
        let text = include_str!("../schema/trace.schema.json");
        let schema: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(schema["$id"], ID);
        let mut compiler = Compiler::new();
        compiler.add_resource(ID, schema).expect("a resource");
        let mut schemas = Schemas::new();
        let mut compile = |of: &str| {
            compiler.compile(&format!("{ID}{of}"), &mut schemas).expect("the schema compiles")
        };
        let (header, event, line) =
            (compile("#/$defs/header"), compile("#/$defs/event"), compile(""));
        Schema { schemas, header, event, line }
    }

    /// Whether a line is what it should be at its place.
    fn judge(&self, at: usize, line: &Value) -> Result<(), String> {
        let part = if at == 0 { self.header } else { self.event };
        let judged = self.schemas.validate(line, part).map_err(|error| format!("{error:#}"));
        let whole = self.schemas.validate(line, self.line).is_ok();
        assert!(judged.is_err() || whole, "a header or an event is a line: {line}");
        judged
    }

    fn judge_text(&self, text: &str) -> Result<(), String> {
        text.lines().enumerate().try_for_each(|(at, line)| {
            let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            self.judge(at, &value).map_err(|error| format!("line {}: {error}\n{line}", at + 1))
        })
    }
}

#[test]
fn every_good_sample_is_valid() {
    let schema = Schema::new();
    let mut judged = 0;
    for (name, text) in samples("good") {
        schema.judge_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        judged += 1;
    }
    assert!(judged >= 12);
}

#[test]
fn every_generated_trace_is_valid() {
    let schema = Schema::new();
    let mut runner = TestRunner::deterministic();
    let mut events = 0;
    for _ in 0..300 {
        let trace = trace_support::traces().new_tree(&mut runner).expect("a trace").current();
        events += trace.events.len();
        schema.judge_text(&trace.text()).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(events > 1000, "only {events} events were judged");
}

/// Faults of a bad sample that one line shows by itself, and a schema can see.
fn structural(fault: &Fault, name: &str) -> bool {
    let of_one_line = matches!(
        fault,
        Fault::Shape { .. }
            | Fault::Version { .. }
            | Fault::NoClock
            | Fault::EmptyName
            | Fault::TimeWithoutEnd
            | Fault::OutOfRange { .. }
            | Fault::MemberForbidden { .. }
            | Fault::MemberMissing { .. }
            | Fault::Form { .. }
    );
    // These need another line, a list of names, or arithmetic.
    let beyond = [
        "advance_from_before_time",
        "clause_unknown",
        "decide_without_operation",
        "header_unknown_contract",
        "header_unknown_parameter",
        "payload_without_a_fingerprint",
        "restore_to_a_later_time",
        "restore_to_the_future",
    ];
    of_one_line && !beyond.contains(&name)
}

#[test]
fn every_structurally_bad_sample_is_invalid_and_every_other_is_valid_line_by_line() {
    let schema = Schema::new();
    let (mut bad, mut other) = (0, 0);
    for (name, text) in samples("bad") {
        let error = Trace::read(text.as_bytes()).expect_err(&name);
        if matches!(error.fault, Fault::Json(_) | Fault::EmptyLine | Fault::NoHeader) {
            continue;
        }
        let judged = schema.judge_text(&text);
        if structural(&error.fault, &name) {
            assert!(judged.is_err(), "{name} is valid, though: {error}");
            bad += 1;
        } else {
            assert!(judged.is_ok(), "{name}: {error}, and the schema says: {judged:?}");
            other += 1;
        }
    }
    assert!(bad > 30 && other > 15, "{bad} structural, {other} other");
}

/// Drops, adds or replaces members at random, and compares the schema with the reader: what the
/// schema refuses the reader refuses. (The reverse needs more than one line.)
#[test]
fn what_the_schema_refuses_the_reader_refuses_too() {
    let schema = Schema::new();
    let mut runner = TestRunner::deterministic();
    let choices = (proptest::num::usize::ANY, 0usize..4, 0usize..7);
    let (mut refused, mut accepted) = (0, 0);
    for (_, text) in samples("good") {
        for _ in 0..150 {
            let (at, how, with) = choices.new_tree(&mut runner).expect("a choice").current();
            let mut lines: Vec<Value> =
                text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let line = at % lines.len();
            let mut spots = Vec::new();
            places(&lines[line], String::new(), &mut spots);
            let spot = &spots[at / lines.len() % spots.len()];
            if !mutate(&mut lines[line], spot, how, with) {
                continue;
            }
            let changed = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            if schema.judge_text(&changed).is_err() {
                let read = Trace::read(changed.as_bytes());
                assert!(read.is_err(), "the schema refuses line {}:\n{}", line + 1, lines[line]);
                refused += 1;
            } else {
                accepted += 1;
            }
        }
    }
    assert!(refused > 300 && accepted > 100, "{refused} refused, {accepted} accepted");
}

fn places(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                places(member, format!("{at}/{name}"), all);
            }
        }
        Value::Array(elements) => {
            for (place, element) in elements.iter().enumerate() {
                places(element, format!("{at}/{place}"), all);
            }
        }
        _ => {}
    }
    all.push(at);
}

fn mutate(line: &mut Value, spot: &str, how: usize, with: usize) -> bool {
    let values = [
        Value::Null,
        Value::from(""),
        Value::from(0),
        Value::from(-1),
        Value::from(1u64 << 53),
        Value::Bool(true),
        serde_json::json!({}),
    ];
    match how {
        0 => {
            let Some((around, name)) = spot.rsplit_once('/') else { return false };
            let around = line.pointer_mut(around).and_then(Value::as_object_mut);
            around.is_some_and(|members| members.remove(name).is_some())
        }
        1 => {
            let members = line.pointer_mut(spot).and_then(Value::as_object_mut);
            members.is_some_and(|members| {
                members.insert("intent".to_owned(), values[with].clone()).is_none()
            })
        }
        _ => line.pointer_mut(spot).map(|value| *value = values[with].clone()).is_some(),
    }
}

fn samples(of: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces").join(of);
    let mut samples: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter_map(|path| {
            let name = path.file_stem()?.to_string_lossy().into_owned();
            // A sample that is not UTF-8 is nothing for a schema.
            Some((name, fs::read_to_string(path).ok()?))
        })
        .collect();
    samples.sort();
    samples
}

//! The file format of cases: the reader, and the schema beside it.
//!
//! *What it claims.* A bad file gives the error that it is named after, at its place. The schema
//! accepts every good file and rejects every file that is bad in its structure.
//! *How that is checked.* `tests/cases_bad/`: one fault a file, its name begins with the problem.
//! *What is not covered.* Files that are bad in two ways: the first thing wrong is told.

use boon::{Compiler, SchemaIndex, Schemas};
use onceproof::conformance::shipped::FILES;
use onceproof::conformance::{CaseError, Problem, read};
use serde_json::Value;
use std::collections::BTreeSet;

/// What no schema can say: these bad files are well-formed.
const BEYOND_A_SCHEMA: &[&str] = &[
    "bad_operation_payload_not_exact.json",
    "duplicate_name.json",
    "nothing_judged.json",
    "not_json_duplicate_member.json",
    "reserved_label.json",
    "time_goes_back.json",
    "unbound_label.json",
    "unknown_clause.json",
    "unknown_term_base.json",
    "unknown_term_parameter.json",
    "unknown_term_value.json",
];

#[test]
fn a_bad_file_gives_the_error_that_it_is_named_after() {
    let mut met = BTreeSet::new();
    for (name, text) in bad() {
        let error = read(&text).expect_err(&name);
        assert!(name.starts_with(error.problem.name()), "{name}: {error}");
        met.insert(error.problem.name());
    }
    let gaps: Vec<&str> = Problem::ALL
        .iter()
        .map(|problem| problem.name())
        .filter(|name| !met.contains(name))
        .collect();
    assert!(gaps.is_empty(), "problems without a bad file: {gaps:?}");
}

#[test]
fn an_error_names_case_step_and_member() {
    let error = error_of("unbound_label.json");
    assert_eq!(error.case.as_deref(), Some("a_case"));
    assert_eq!(error.step, Some(2));
    assert_eq!(error.member.as_deref(), Some("attempt"));
    assert_eq!(
        error.to_string(),
        "line 32, column 9, byte 583: unbound_label, case a_case, step 2, member `attempt`: no \
         answer before this step names `b`"
    );
    let error = error_of("wrong_form_unknown_answer_member.json");
    assert_eq!((error.step, error.member.as_deref()), (Some(1), Some("token")));
    let error = error_of("unknown_term_parameter.json");
    assert_eq!(error.member.as_deref(), Some("with"));
    assert!(error.what.contains("leese"));
    let error = error_of("wrong_form_unknown_member.json");
    assert_eq!((error.case.as_deref(), error.step), (Some("number 1"), None));
}

#[test]
fn the_schema_accepts_every_shipped_file() {
    let (schemas, schema) = schema();
    for (name, text) in FILES {
        let value: Value = serde_json::from_str(text).unwrap();
        if let Err(error) = schemas.validate(&value, schema) {
            panic!("{name}: {error}");
        }
    }
}

#[test]
fn the_schema_rejects_every_file_that_is_bad_in_structure() {
    let (schemas, schema) = schema();
    for (name, text) in bad() {
        let Ok(value) = serde_json::from_str::<Value>(&text) else {
            assert_eq!(name, "not_json.json");
            continue;
        };
        let accepted = schemas.validate(&value, schema).is_ok();
        assert_eq!(accepted, BEYOND_A_SCHEMA.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn every_error_has_its_place_in_the_file() {
    for (name, text) in bad() {
        let error = read(&text).unwrap_err();
        let start = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum::<usize>();
        assert_eq!(start + error.column - 1, error.offset, "{name}");
        assert!(error.offset <= text.len(), "{name}");
        let place =
            format!("line {}, column {}, byte {}: ", error.line, error.column, error.offset + 1);
        assert!(error.to_string().starts_with(&place), "{name}: {error}");
        let jargon = ["struct ", "FileForm", "sequence", "newtype", " field ", "expected u"];
        assert!(!jargon.iter().any(|word| error.what.contains(word)), "{name}: {error}");
    }
}

#[test]
fn a_fault_in_the_second_step_of_the_second_case_is_placed_there() {
    let step = |member: &str| {
        format!(r#"{{"at": 0, "do": {{"status": {{}}}}, "{member}": {{"unknown_request": {{}}}}}}"#)
    };
    let case = |name: &str, second: &str| {
        let steps = format!("[\n{},\n  {}\n]", step("expect"), second);
        format!(
            r#"{{"name": "{name}", "clause": "begin.unseen", "contract": {{"base": "strict"}}, "steps": {steps}}}"#
        )
    };
    let cases = [case("one", &step("expect")), case("two", &step("wants"))].join(",\n");
    let text = format!("{{\"version\": 1, \"about\": \"two\", \"cases\": [\n{cases}\n]}}");
    let error = read(&text).unwrap_err();
    assert_eq!((error.case.as_deref(), error.step), (Some("two"), Some(2)), "{error}");
    let wrong = text.find("wants").unwrap();
    assert!((wrong..wrong + 8).contains(&error.offset), "{error}: byte {}", wrong + 1);
    assert_eq!(error.member.as_deref(), Some("wants"));
}

fn error_of(name: &str) -> CaseError {
    let (_, text) = bad().into_iter().find(|(file, _)| file == name).unwrap();
    read(&text).unwrap_err()
}

fn bad() -> Vec<(String, String)> {
    let folder =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases_bad")).unwrap();
    let mut files: Vec<(String, String)> = folder
        .map(|entry| {
            let entry = entry.unwrap();
            let text = std::fs::read_to_string(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), text)
        })
        .collect();
    files.sort();
    assert!(files.len() >= Problem::ALL.len());
    files
}

fn schema() -> (Schemas, SchemaIndex) {
    let text = include_str!("../schema/case.schema.json");
    let mut compiler = Compiler::new();
    compiler.add_resource("case.schema.json", serde_json::from_str(text).unwrap()).unwrap();
    let mut schemas = Schemas::new();
    let index = compiler.compile("case.schema.json", &mut schemas).unwrap();
    (schemas, index)
}

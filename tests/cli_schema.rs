//! The verbs `schema` and `trace` of the binary.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn onceproof(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_onceproof"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A verb that does not read leaves a broken pipe.
    let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn schema_without_a_name_lists_schemas_that_can_be_printed() {
    let list = onceproof(&["schema"], "");
    assert_eq!(list.status.code(), Some(0));
    let names: Vec<&str> =
        text(&list.stdout).lines().filter_map(|line| line.split('\t').next()).collect();
    assert!(names.contains(&"trace"), "{names:?}");
    for name in names {
        let printed = onceproof(&["schema", name], "");
        assert_eq!(printed.status.code(), Some(0), "{name}");
        let schema: serde_json::Value = serde_json::from_slice(&printed.stdout).expect("JSON");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
    }
}

#[test]
fn schema_trace_prints_the_file_to_the_byte() {
    let printed = onceproof(&["schema", "trace"], "");
    assert_eq!(text(&printed.stdout), include_str!("../schema/trace.schema.json"));
}

#[test]
fn a_schema_that_is_not_there_is_a_usage_error_that_names_those_that_are() {
    let asked = onceproof(&["schema", "weather"], "");
    assert_eq!(asked.status.code(), Some(64));
    assert!(asked.stdout.is_empty());
    assert!(text(&asked.stderr).contains("trace"), "{}", text(&asked.stderr));
}

#[test]
fn trace_prints_a_timeline_or_the_canonical_form() {
    let timeline = onceproof(&["trace", "good/worked_example.jsonl"], "");
    assert_eq!(timeline.status.code(), Some(0));
    assert!(text(&timeline.stdout).contains("15. [s 0] B is told: replayed"));
    let sample = include_str!("traces/good/worked_example.jsonl");
    let spaced = sample.replace("\"seq\":", "\"seq\" : ").replace('\n', "\r\n");
    let canonical = onceproof(&["trace", "-", "--format", "jsonl"], &spaced);
    assert_eq!(text(&canonical.stdout), sample);
}

#[test]
fn a_bad_trace_ends_with_65_and_its_place() {
    let bad = onceproof(&["trace", "bad/member_misspelled.jsonl"], "");
    assert_eq!(bad.status.code(), Some(65));
    assert!(bad.stdout.is_empty());
    let says = text(&bad.stderr);
    assert!(says.contains("bad/member_misspelled.jsonl: line 2, column 31"), "{says}");
    assert!(says.contains("did you mean `process`?"), "{says}");
}

#[test]
fn a_trace_without_events_ends_with_4_and_a_file_that_is_not_there_with_74() {
    let header = include_str!("traces/good/equal_times.jsonl").lines().next().expect("a header");
    assert_eq!(onceproof(&["trace", "-"], header).status.code(), Some(4));
    assert_eq!(onceproof(&["trace", "-"], "").status.code(), Some(65));
    assert_eq!(onceproof(&["trace", "no such file"], "").status.code(), Some(74));
}

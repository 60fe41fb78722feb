//! The format of traces: the good samples are read and are canonical, each bad sample has its
//! one fault at its one place, and nothing in the format is without a sample.

use onceproof::trace::{
    Event, Fault, Kind, Member, Presence, Trace, TraceError, presence, sentence, timeline,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A bad sample: file, line, column in bytes, member, and what the message says.
type Bad = (&'static str, u64, u64, &'static str, &'static str);

#[rustfmt::skip]
const BAD: &[Bad] = &[
    ("advance_by_nothing", 2, 59, "/event/advance/ticks", "the number is not 1 to 9007199254740990"),
    ("advance_from_before_time", 2, 59, "/event/advance/ticks", "the clock would have read less than 0 before"),
    ("advance_from_the_past", 3, 59, "/event/advance/ticks", "the clock had read 7, and cannot have jumped so far"),
    ("answer_to_nothing", 2, 110, "/event/send/answers", "the message that is answered was not sent, and the h"),
    ("answer_unknown", 3, 83, "/event/return/answer/start", "did you mean `started`?"),
    ("attempt_beyond_json", 3, 130, "/event/return/answer/started/attempt/number", "the number is not 1 to 9007199254740991"),
    ("attempt_incarnation_too_large", 2, 56, "/attempt/incarnation", "invalid value: integer `4294967296`, expected u32"),
    ("attempt_where_there_are_none", 3, 104, "/event/return/answer/started/attempt", "this contradicts the header: there are no attempt id"),
    ("attempt_zero", 2, 67, "/attempt/number", "the number is not 1 to 9007199254740991"),
    ("begin_without_payload", 2, 128, "/event/invoke/operation/begin/payload", "a begin needs a payload or its fingerprint"),
    ("byte_order_mark", 1, 1, "", "the text starts with a byte order mark"),
    ("call_zero", 2, 52, "/call", "the number is not 1 to 9007199254740991"),
    ("clause_unknown", 3, 93, "/event/decide/clause", "invalid value: string \"begin.unsene\", expected the i"),
    ("clause_without_contract", 3, 93, "/event/decide/clause", "this contradicts the header: a clause decides under"),
    ("clock_undeclared", 2, 27, "/clock", "did you mean `store`?"),
    ("crashed_process_acts", 3, 41, "/process", "this contradicts event 1: the process crashed there,"),
    ("cut_short", 2, 155, "", "the text ends inside a value"),
    ("decide_of_nothing", 2, 1, "", "an event `decide` needs the member `call` here"),
    ("decide_twice", 4, 38, "/call", "this contradicts event 2: that call took effect alre"),
    ("decide_without_operation", 2, 38, "/call", "a decision of a call that was not invoked says its o"),
    ("destination_undeclared", 2, 64, "/event/effect/destination", "did you mean `ledger`?"),
    ("digest_too_short", 2, 89, "/event/acknowledge/success/digest", "invalid value: string \"abc\", expected 64 lower-case"),
    ("duplicate_member", 2, 19, "", "this object already has a member of that name"),
    ("empty_line", 2, 1, "", "the line is empty"),
    ("event_first", 1, 2, "/seq", "unknown field `seq`, expected one of `format`, `vers"),
    ("event_not_an_object", 2, 39, "/event", "exactly one member is wanted here"),
    ("finish_with_attempt_and_payload", 2, 117, "/event/decide/operation/finish/attempt", "a tagged closing takes no payload: give one of the t"),
    ("header_clock_twice", 1, 149, "/clocks/1/name", "`s` is taken already"),
    ("header_clock_without_name", 1, 114, "/clocks/0/name", "the name is empty"),
    ("header_destination_twice", 1, 184, "/destinations/1/name", "`ledger` is taken already"),
    ("header_kind_twice", 1, 194, "/may_be_missing", "`decide` is in the set already"),
    ("header_member_missing", 1, 1, "", "missing field `order`"),
    ("header_member_unknown", 1, 41, "/stor", "did you mean `store`?"),
    ("header_negative_skew", 1, 138, "/clocks/0/skew", "invalid value: integer `-1`, expected a whole number"),
    ("header_no_clock", 1, 105, "/clocks", "a trace has at least one clock"),
    ("header_null_for_absent", 1, 49, "/about", "invalid type: null, expected a string"),
    ("header_unknown_contract", 1, 60, "/contract/base", "no contract is named `strickt`"),
    ("header_unknown_kind", 1, 195, "/may_be_missing/0", "did you mean `decide`?"),
    ("header_unknown_parameter", 1, 76, "/contract/with", "no parameter is named `leese`"),
    ("invoke_twice", 3, 52, "/call", "this contradicts event 1: that call was there alread"),
    ("kind_missing", 2, 39, "/event", "exactly one member is wanted here"),
    ("kind_misspelled", 2, 97, "/event/invokes", "did you mean `invoke`?"),
    ("lone_surrogate", 2, 42, "", "half of a surrogate pair is not a character"),
    ("member_forbidden", 3, 62, "/claim", "an event `return` has no member `claim` here"),
    ("member_missing", 2, 1, "", "missing field `clock`"),
    ("member_misspelled", 2, 31, "/proces", "did you mean `process`?"),
    ("member_null", 2, 63, "/intent", "invalid type: null, expected a string"),
    ("member_required", 2, 1, "", "an event `invoke` needs the member `process` here"),
    ("message_not_sent", 2, 61, "/event/deliver/message", "no message of that id was sent, and the header does"),
    ("message_of_no_call", 2, 38, "/call", "that call was not invoked, and the header does not d"),
    ("message_sent_twice", 3, 58, "/event/send/message", "this contradicts event 1: a message of that id was s"),
    ("message_without_copies", 4, 61, "/event/deliver/message", "this contradicts event 1: every copy of the message"),
    ("no_header", 1, 1, "", "the file is empty: the first line is the header"),
    ("not_json", 2, 1, "", "`s` cannot stand here"),
    ("not_utf_8", 2, 151, "", "the bytes are not UTF-8"),
    ("nul_byte", 2, 43, "", "the control character U+0000 must be escaped in a st"),
    ("number_beyond_a_double", 2, 139, "", "the number is larger than any finite double"),
    ("other_format", 1, 11, "/format", "unknown variant `other-trace`, expected `onceproof-t"),
    ("party_undeclared", 2, 77, "/event/crash/of/destination/name", "no destination named `bank` is declared in the heade"),
    ("payload_without_a_fingerprint", 2, 139, "/event/invoke/operation/begin/payload", "a double cannot carry this number exactly; send it a"),
    ("process_without_name", 2, 41, "/process", "the name is empty"),
    ("read_back_of_none", 2, 142, "/event/read_back/result/found/count", "the number is not 1 to 9007199254740991"),
    ("request_an_array", 2, 64, "/request", "invalid type: sequence, expected struct RequestId"),
    ("request_missing", 2, 1, "", "an event `invoke` needs the member `request` here"),
    ("request_without_key_operation", 2, 64, "/request", "an event `invoke` has no member `request` here"),
    ("restore_of_a_process", 2, 56, "/event/restore/of", "a process has no state of its own to restore; name a"),
    ("restore_of_a_volatile_store", 2, 56, "/event/restore/of", "this contradicts the header: a volatile store has no"),
    ("restore_to_a_later_time", 2, 90, "/event/restore/to/time/time", "the number is not 0 to 8"),
    ("restore_to_the_future", 2, 88, "/event/restore/to/seq/seq", "the number is not 0 to 0"),
    ("return_of_another_request", 3, 64, "/request", "this contradicts event 1: that call is about another"),
    ("return_to_another", 3, 41, "/process", "this contradicts event 1: another process invoked th"),
    ("return_twice", 4, 52, "/call", "this contradicts event 2: that call returned already"),
    ("return_without_invoke", 2, 52, "/call", "that call was not invoked, and the header does not d"),
    ("seq_again", 3, 8, "/seq", "the number is not larger than 1, that of the event b"),
    ("seq_beyond_json", 2, 8, "/seq", "the number is not 1 to 9007199254740991"),
    ("seq_not_a_number", 2, 8, "/seq", "invalid type: string \"1\", expected u64"),
    ("seq_zero", 2, 8, "/seq", "the number is not 1 to 9007199254740991"),
    ("time_negative", 2, 17, "/time", "invalid type: integer `-5`, expected a whole number"),
    ("time_unbounded", 2, 17, "/time", "an event has a time that is a number of ticks"),
    ("time_went_back", 3, 17, "/time", "the time is before 7, which this clock has read alre"),
    ("time_with_a_fraction", 2, 17, "/time", "invalid type: floating point `0.5`, expected a whole"),
    ("two_kinds", 2, 48, "/event/crash", "exactly one member is wanted here"),
    ("two_values_on_a_line", 2, 159, "", "something follows the value"),
    ("unknown_version", 1, 39, "/version", "version 2 is not known here; this reader knows versi"),
];

#[test]
fn every_good_sample_is_read_and_is_canonical() {
    let good = samples("good");
    assert!(good.len() >= 12, "{} samples", good.len());
    for (name, bytes) in good {
        let trace = Trace::read(bytes.as_slice()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!trace.events.is_empty(), "{name}");
        assert_eq!(trace.text().as_bytes(), bytes, "{name} is not in its canonical form");
    }
}

#[test]
fn every_bad_sample_has_its_fault_at_its_place() {
    let expected: BTreeMap<&str, &Bad> = BAD.iter().map(|bad| (bad.0, bad)).collect();
    let samples = samples("bad");
    let names: Vec<&str> = samples.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, expected.keys().copied().collect::<Vec<_>>(), "the table and the folder");
    for (name, bytes) in &samples {
        let (_, line, column, member, says) = expected[name.as_str()];
        let error = Trace::read(bytes.as_slice()).expect_err(name);
        let place = (error.line, error.column, error.member.text());
        assert_eq!(place, (*line, *column, *member), "{name}: {error}");
        assert!(error.to_string().contains(says), "{name}: {error}");
        assert_eq!(error.offset, start_of_line(bytes, *line) + column - 1, "{name}: {error}");
        points_at_the_member(name, bytes, &error);
    }
}

/// Where an error names a member and the member is there, its place is the first byte of the
/// member's value, or of its name when the name is what is wrong.
fn points_at_the_member(name: &str, bytes: &[u8], error: &TraceError) {
    if matches!(error.fault, Fault::Json(_)) {
        return; // The strict reader names a byte, not a member.
    }
    let line = bytes.split(|byte| *byte == b'\n').nth(error.line as usize - 1).expect("a line");
    let Ok(value) = serde_json::from_slice::<Value>(line) else { return };
    let Some(found) = value.pointer(error.member.text()) else { return };
    let rest = &line[error.column as usize - 1..];
    let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<Value>();
    let here = values.next().and_then(Result::ok).expect("a value starts at the place");
    let step = error.member.text().rsplit('/').next().unwrap_or_default();
    assert!(here == *found || here == *step, "{name}: {error}: {here}");
}

#[test]
fn every_fault_that_a_file_can_have_has_a_bad_sample() {
    let faults: BTreeSet<&str> = samples("bad")
        .iter()
        .map(|(name, bytes)| Trace::read(bytes.as_slice()).expect_err(name).fault.name())
        .collect();
    let semantic = [
        Fault::NoHeader,
        Fault::EmptyLine,
        Fault::Shape { what: String::new(), nearest: None },
        Fault::Version { version: String::new() },
        Fault::Form { what: String::new() },
        Fault::NoClock,
        Fault::EmptyName,
        Fault::NameTwice { name: String::new() },
        Fault::Undeclared { what: "", name: String::new(), nearest: None },
        Fault::OutOfRange { least: 0, most: 0 },
        Fault::TimeWithoutEnd,
        Fault::SeqNotIncreasing { before: 0 },
        Fault::TimeWentBack { before: 0 },
        Fault::JumpTooFar { before: 0 },
        Fault::MemberForbidden { kind: Kind::Invoke, member: Member::Call },
        Fault::MemberMissing { kind: Kind::Invoke, member: Member::Call },
        Fault::ContradictsHeader { what: "" },
        Fault::ContradictsEarlier { what: "", seq: 0 },
        Fault::WithoutEarlier { what: "" },
    ];
    for fault in semantic {
        assert!(faults.contains(fault.name()), "no bad sample has the fault {}", fault.name());
    }
}

#[test]
fn every_kind_and_every_member_of_the_schema_is_in_some_good_sample() {
    let schema = schema();
    let mut all = BTreeSet::new();
    for (name, definition) in schema["$defs"].as_object().expect("definitions") {
        properties_of(definition, &format!("/$defs/{name}"), &mut all);
    }
    let mut seen = BTreeSet::new();
    for (_, bytes) in samples("good") {
        for (at, line) in lines(&bytes).into_iter().enumerate() {
            let of = if at == 0 { "/$defs/header" } else { "/$defs/event" };
            visit(&schema, of, &line, &mut seen);
        }
    }
    let unseen: Vec<_> = all.difference(&seen).collect();
    assert!(unseen.is_empty(), "in no good sample: {unseen:#?}");
    assert!(all.len() > 150, "only {} members were looked for", all.len());
}

#[test]
fn the_reader_keeps_to_the_table_of_members() {
    let mut tried: BTreeSet<(Kind, Member)> = BTreeSet::new();
    for (name, bytes) in samples("good") {
        let trace = Trace::read(bytes.as_slice()).expect("a good sample");
        for at in 0..trace.events.len() {
            for member in Member::ALL {
                let kind = trace.events[at].kind();
                if changed(&name, &trace, at, *member) {
                    tried.insert((kind, *member));
                }
            }
        }
    }
    for kind in Kind::ALL {
        for member in Member::ALL {
            let may = presence(*kind, *member) == Presence::Allowed;
            assert!(may || tried.contains(&(*kind, *member)), "{kind} with {member} was not tried");
        }
    }
}

/// Takes a required member away, or puts a forbidden one in, and expects the fault.
fn changed(name: &str, trace: &Trace, at: usize, member: Member) -> bool {
    let mut wrong = trace.clone();
    let event = &mut wrong.events[at];
    let kind = event.kind();
    let donor = Event { process: Some("x".into()), call: Some(1), ..event.clone() };
    match presence(kind, member) {
        Presence::Allowed => {
            assert!(kind != Kind::Crash, "nobody else takes part in a crash");
            return false;
        }
        Presence::Required => match member {
            Member::Process => event.process = None,
            Member::Call => event.call = None,
            Member::Request => event.request = None,
            Member::Intent | Member::Claim | Member::Attempt => return false,
        },
        Presence::Forbidden => match member {
            Member::Process => event.process = donor.process,
            Member::Call => event.call = donor.call,
            Member::Request => {
                event.request =
                    Some(onceproof::spec::RequestId { scope: "t".into(), key: "k".into() });
            }
            Member::Intent => event.intent = Some("x".into()),
            Member::Claim => event.claim = Some("x".into()),
            Member::Attempt => {
                event.attempt = Some(onceproof::spec::Attempt { incarnation: 0, number: 1 });
            }
        },
    }
    let error = Trace::read(wrong.text().as_bytes()).expect_err(name);
    let expected = [Fault::MemberMissing { kind, member }, Fault::MemberForbidden { kind, member }];
    assert!(expected.contains(&error.fault), "{name}, event {at}, {member}: {error}");
    true
}

#[test]
fn the_timeline_of_the_worked_example_reads_as_it_should() {
    let bytes = fs::read(folder("good").join("worked_example.jsonl")).expect("the sample");
    let trace = Trace::read(bytes.as_slice()).expect("a trace");
    let text = timeline(&trace);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "The worked example: (CallA, Req7), five calls.");
    assert_eq!(
        lines[1],
        " 1. [s 0] A asks to begin {\"operation\":\"prepare_note\",\"sensor_id\":\"S01\",\
         \"window_ms\":200} as claim c1 for (CallA, Req7) (call 1, intent note)."
    );
    assert_eq!(
        lines[14],
        "14. [s 0] the store decides the request for (CallA, Req7): replayed, \
         {\"note_id\":\"N01\",\"sample_count\":8} (call 5, intent note)."
    );
    assert_eq!(lines.len(), 16);
}

#[test]
fn every_event_of_every_good_sample_has_a_sentence_that_tells_its_names() {
    for (name, bytes) in samples("good") {
        for event in Trace::read(bytes.as_slice()).expect("a trace").events {
            let said = sentence(&event);
            assert!(said.ends_with('.') && said.len() > 15 && !said.contains('\n'), "{said}");
            let names = [&event.process, &event.intent, &event.claim];
            for told in names.into_iter().flatten() {
                assert!(said.contains(told.as_str()), "{name}: {told} is not in: {said}");
            }
            if let Some(request) = &event.request {
                assert!(said.contains(&format!("({}, {})", request.scope, request.key)), "{said}");
            }
        }
    }
}

/// The members that a definition has, without those in conditions.
fn properties_of(schema: &Value, at: &str, all: &mut BTreeSet<String>) {
    let Some(schema) = schema.as_object() else { return };
    for (name, property) in
        schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        let at = format!("{at}/properties/{name}");
        properties_of(property, &at, all);
        all.insert(at);
    }
    if let Some(items) = schema.get("items") {
        properties_of(items, &format!("{at}/items"), all);
    }
}

/// Walks a value along its schema, and notes the members that it has.
fn visit(schema: &Value, at: &str, value: &Value, seen: &mut BTreeSet<String>) {
    let here = schema.pointer(at).unwrap_or_else(|| panic!("{at}"));
    if let Some(reference) = reference(here) {
        return visit(schema, &reference, value, seen);
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        let at = format!("{at}/properties/{name}");
        if schema.pointer(&at).is_some() {
            visit(schema, &at, member, seen);
            seen.insert(at);
        }
    }
    for element in value.as_array().into_iter().flatten() {
        if here.get("items").is_some() {
            visit(schema, &format!("{at}/items"), element, seen);
        }
    }
}

/// What a schema refers to, directly or as the first of all.
fn reference(schema: &Value) -> Option<String> {
    let direct = schema.get("$ref").or_else(|| schema.pointer("/allOf/0/$ref"));
    direct.and_then(Value::as_str).map(|to| to.trim_start_matches('#').to_owned())
}

fn schema() -> Value {
    serde_json::from_str(include_str!("../schema/trace.schema.json")).expect("JSON")
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn start_of_line(bytes: &[u8], line: u64) -> u64 {
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').take(line as usize - 1);
    lines.map(|line| line.len() as u64).sum()
}

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces").join(name)
}

fn samples(of: &str) -> Vec<(String, Vec<u8>)> {
    let mut samples: Vec<_> = fs::read_dir(folder(of))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a sample"))
        })
        .collect();
    samples.sort();
    samples
}

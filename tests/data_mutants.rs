//! Faults of keys, payloads and results as bytes, each caught by a property of the right function.
//!
//! Claims: for each row of `models::mutants::data` there is a faulty function here for which the
//! named property fails; for the right function it holds.
//! Not covered: inputs beyond those of the tables here; generated ones are elsewhere.
#![cfg(all(feature = "models", feature = "cli"))]

use onceproof::key::{EventRule, Fingerprint, IntentKey, Mode, RequestId, canonicalise, event_key};
use onceproof::models::mutants::data::DATA_MUTANTS;
use onceproof::spec::named::STRICT;
use onceproof::spec::{Answer, Begin, Claimant, Moment, Operation, Outcome, Record, Told, step};
use onceproof::trace::form::{Concrete, JsonText, Tick};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The functions that may be faulty.
#[derive(Clone, Copy)]
struct Functions {
    /// A result as it is replayed, by what was stored.
    replay: fn(&str) -> String,
    /// The identity of a request, by scope and key.
    identity: fn(&str, &str) -> Vec<u8>,
    /// The key of an event, if it has one.
    event_key: fn(&str) -> Option<String>,
    /// The key under which a begin asks, by step, try and arguments.
    begin_key: fn(&str, u8, &str) -> String,
    /// The key under which a finish is recorded: that of the begin, and the arguments by then.
    finish_key: fn(&str, &str) -> String,
    /// The fingerprint of a payload, unless it is refused.
    fingerprint: fn(&[u8]) -> Option<Vec<u8>>,
}

const RIGHT: Functions = Functions {
    replay: replayed,
    identity: |scope, key| RequestId::new(scope, key).encode(),
    event_key: |event| {
        let id_at = Some("/id".parse().expect("a pointer"));
        let rule = EventRule { id_at, ..EventRule::default() };
        event_key(event.as_bytes(), &rule).ok().map(|key| key.to_string())
    },
    begin_key: |step, _, arguments| intent_key(step, arguments),
    finish_key: |begun, _| begun.to_owned(),
    fingerprint: |payload| Fingerprint::of(payload).ok().map(|one| one.to_string().into_bytes()),
};

fn intent_key(step: &str, arguments: &str) -> String {
    IntentKey::derive("task", "pay", step, arguments.as_bytes()).expect("a key").to_string()
}

/// What the table replays of a result that was finished with.
fn replayed(result: &str) -> String {
    let now = Moment { time: Tick::new(1).expect("a tick"), incarnation: 0 };
    let payload = Fingerprint::of(b"{}").expect("a fingerprint");
    let begin = |claim: &str| {
        let (payload, claim) = (payload.clone(), claim.into());
        Operation::<Concrete>::Begin(Begin { payload, claim, follows: None })
    };
    let begun = step(&STRICT, &Record::<Concrete>::unseen(), &begin("a"), now);
    let Answer::Started { attempt, .. } = begun.answer else { panic!("{:?}", begun.answer) };
    let result = JsonText::new(result).expect("JSON");
    let finish = Operation::Finish(Claimant::Attempt(attempt), Some(result));
    let finished = step(&STRICT, &begun.next, &finish, now);
    match step(&STRICT, &finished.next, &begin("b"), now).answer {
        Answer::Replayed(Told::Outcome(Outcome::Success(result))) => result.text().to_owned(),
        other => panic!("{other:?}"),
    }
}

// ---------------------------------------------------------------------------------------------
// The properties, by the names in the table.

const RESULTS: [&str; 12] = [
    "0",
    "-0",
    "\"\"",
    "[]",
    "{}",
    "false",
    "null",
    "true",
    "1.0",
    "9007199254740993",
    "[0]",
    "\"0\"",
];

fn every_result_is_replayed_to_the_byte(these: &Functions) -> bool {
    RESULTS.iter().all(|result| (these.replay)(result) == *result)
}

fn different_requests_have_different_identities(these: &Functions) -> bool {
    let pieces = ["", "a", "b", "A", ":", "a:", ":b", "a:b", "a\0b", "\0", "1:a", "é"];
    let pairs = || pieces.iter().flat_map(|one| pieces.iter().map(move |other| (*one, *other)));
    let identities = pairs().map(|(scope, key)| (these.identity)(scope, key));
    let different: std::collections::BTreeSet<Vec<u8>> = identities.collect();
    different.len() == pairs().count()
}

fn events_without_a_name_share_no_key(these: &Functions) -> bool {
    let nameless = ["{}", r#"{"id":null,"who":"a"}"#, r#"{"id":null,"who":"b"}"#, r#"{"id":""}"#];
    let keys: Vec<String> = nameless.iter().filter_map(|event| (these.event_key)(event)).collect();
    let different: std::collections::BTreeSet<&String> = keys.iter().collect();
    different.len() == keys.len()
}

fn redeliveries_share_a_key(these: &Functions) -> bool {
    let one = (these.event_key)(r#"{"id":"e-1","who":"a","sent":1}"#);
    one.is_some() && one == (these.event_key)(r#"{"sent":2,"who":"a","id":"e-1"}"#)
}

/// A handler changes its arguments between begin and finish; the retry begins as it did before.
fn what_was_finished_is_replayed(these: &Functions) -> bool {
    let (arguments, changed) = (r#"{"cents":450}"#, r#"{"cents":450,"fee":2}"#);
    let mut finished = BTreeMap::new();
    let begun = (these.begin_key)("1", 1, arguments);
    finished.insert((these.finish_key)(&begun, changed), "done");
    finished.contains_key(&begun)
}

fn retries_share_a_key(these: &Functions) -> bool {
    let first = (these.begin_key)("1", 1, r#"{"to":"S01","cents":450}"#);
    first == (these.begin_key)("1", 2, r#"{ "cents":450, "to":"S01" }"#)
}

fn wanted_repetitions_have_keys_of_their_own(these: &Functions) -> bool {
    (these.begin_key)("1", 1, "{}") != (these.begin_key)("2", 1, "{}")
}

fn equal_payloads_have_equal_fingerprints(these: &Functions) -> bool {
    let alike = [
        [r#"{"a":1,"b":[true]}"#, r#"{ "b" : [ true ], "a" : 1.0 }"#],
        [r#""\u0041""#, r#""A""#],
        ["1e2", "100"],
    ];
    alike.iter().all(|[one, other]| {
        let one = (these.fingerprint)(one.as_bytes());
        one.is_some() && one == (these.fingerprint)(other.as_bytes())
    })
}

/// What has a fingerprint shares it with nothing else.
fn different_payloads_have_different_fingerprints(these: &Functions) -> bool {
    let payloads: [&str; 16] = [
        "9007199254740992",
        "9007199254740993",
        "18446744073709551615",
        "18446744073709551616",
        "\"\u{e9}\"",
        "\"e\u{301}\"",
        r#""\ud800""#,
        r#""\udfff""#,
        "\"\u{fffd}\"",
        r#"{"a":1,"a":2}"#,
        r#"{"a":2}"#,
        r#"{"a":2,"b":null}"#,
        "null",
        "\"null\"",
        "[]",
        "[null]",
    ];
    let all: Vec<Vec<u8>> =
        payloads.iter().filter_map(|one| (these.fingerprint)(one.as_bytes())).collect();
    let different: std::collections::BTreeSet<&Vec<u8>> = all.iter().collect();
    different.len() == all.len()
}

type Property = (&'static str, fn(&Functions) -> bool);

const PROPERTIES: [Property; 9] = [
    ("every_result_is_replayed_to_the_byte", every_result_is_replayed_to_the_byte),
    ("different_requests_have_different_identities", different_requests_have_different_identities),
    ("events_without_a_name_share_no_key", events_without_a_name_share_no_key),
    ("redeliveries_share_a_key", redeliveries_share_a_key),
    ("what_was_finished_is_replayed", what_was_finished_is_replayed),
    ("retries_share_a_key", retries_share_a_key),
    ("wanted_repetitions_have_keys_of_their_own", wanted_repetitions_have_keys_of_their_own),
    ("equal_payloads_have_equal_fingerprints", equal_payloads_have_equal_fingerprints),
    (
        "different_payloads_have_different_fingerprints",
        different_payloads_have_different_fingerprints,
    ),
];

// ---------------------------------------------------------------------------------------------
// The faulty functions, in the order of the table.

/// The fingerprint of a payload that was changed first.
fn after(payload: &[u8], change: impl FnOnce(&str) -> Option<String>) -> Option<Vec<u8>> {
    let changed = change(std::str::from_utf8(payload).ok()?)?;
    (RIGHT.fingerprint)(changed.as_bytes())
}

const FAULTY: [(&str, Functions); 15] = [
    (
        "falsy_result_replayed_as_null",
        Functions {
            replay: |result| match result {
                "0" | "-0" | "\"\"" | "[]" | "{}" | "false" => "null".to_owned(),
                other => replayed(other),
            },
            ..RIGHT
        },
    ),
    (
        "large_number_replayed_rounded",
        Functions {
            replay: |result| match result.parse::<f64>() {
                Ok(number) if number.abs() > 1e15 => format!("{number}"),
                _other => replayed(result),
            },
            ..RIGHT
        },
    ),
    (
        "joined_string_identity",
        Functions { identity: |scope, key| format!("{scope}:{key}").into_bytes(), ..RIGHT },
    ),
    (
        "identity_ignores_case",
        Functions {
            identity: |scope, key| {
                RequestId::new(scope.to_lowercase(), key.to_lowercase()).encode()
            },
            ..RIGHT
        },
    ),
    (
        "absent_key_hashed",
        Functions {
            event_key: |event| {
                let id = serde_json::from_str::<serde_json::Value>(event).ok()?["id"].to_string();
                Some(hex(id.as_bytes()))
            },
            ..RIGHT
        },
    ),
    (
        "whole_event_hashed",
        Functions {
            event_key: |event| {
                (RIGHT.event_key)(event)?;
                Some(hex(&canonicalise(event.as_bytes(), Mode::Fingerprint).ok()?))
            },
            ..RIGHT
        },
    ),
    (
        "key_recomputed_at_finish",
        Functions { finish_key: |_, arguments| intent_key("1", arguments), ..RIGHT },
    ),
    (
        "retry_counted_in_the_key",
        Functions {
            begin_key: |step, attempt, arguments| {
                intent_key(&format!("{step}.{attempt}"), arguments)
            },
            ..RIGHT
        },
    ),
    (
        "arguments_alone_are_the_key",
        Functions { begin_key: |_, _, arguments| intent_key("call", arguments), ..RIGHT },
    ),
    (
        "fingerprint_of_the_bytes",
        Functions { fingerprint: |payload| Some(Sha256::digest(payload).to_vec()), ..RIGHT },
    ),
    (
        "numbers_rounded",
        Functions { fingerprint: |payload| canonicalise(payload, Mode::Rfc8785).ok(), ..RIGHT },
    ),
    (
        "accents_composed",
        Functions {
            fingerprint: |payload| after(payload, |it| Some(it.replace("e\u{301}", "\u{e9}"))),
            ..RIGHT
        },
    ),
    (
        "broken_text_replaced",
        Functions {
            fingerprint: |payload| {
                after(payload, |it| {
                    Some(it.replace("\\ud800", "\u{fffd}").replace("\\udfff", "\u{fffd}"))
                })
            },
            ..RIGHT
        },
    ),
    (
        "last_duplicate_kept",
        Functions {
            fingerprint: |payload| {
                after(payload, |it| {
                    serde_json::from_str::<serde_json::Value>(it).ok().map(|it| it.to_string())
                })
            },
            ..RIGHT
        },
    ),
    (
        "null_members_dropped",
        Functions {
            fingerprint: |payload| after(payload, |it| Some(it.replace(",\"b\":null", ""))),
            ..RIGHT
        },
    ),
];

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn every_property_holds_for_the_right_functions() {
    for (name, property) in PROPERTIES {
        assert!(property(&RIGHT), "{name}");
    }
}

#[test]
fn every_faulty_function_is_caught_by_the_property_that_the_table_names() {
    let names: Vec<&str> = FAULTY.iter().map(|(name, _)| *name).collect();
    let listed: Vec<&str> = DATA_MUTANTS.iter().map(|one| one.name).collect();
    assert_eq!(names, listed, "the table and the functions are the same, in order");
    for (mutant, (name, functions)) in DATA_MUTANTS.iter().zip(&FAULTY) {
        let property = PROPERTIES.iter().find(|(name, _)| *name == mutant.killed_by);
        let (_, property) = property.unwrap_or_else(|| panic!("{}", mutant.killed_by));
        assert!(!property(functions), "{name} survives {}", mutant.killed_by);
    }
}

#[test]
fn every_property_catches_a_faulty_function() {
    for (name, _) in PROPERTIES {
        assert!(DATA_MUTANTS.iter().any(|mutant| mutant.killed_by == name), "{name}");
    }
}

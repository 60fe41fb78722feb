//! Event keys: the sender's own id, or declared fields, and never a time or nothing.
//!
//! Claims: a key depends on the id or the declared fields alone; JSON Pointers are those of RFC
//! 6901; a deliberately broken derivation is rejected.
//! Not covered: whether declared fields tell all events of a sender apart.

use onceproof::key::event::EventSource;
use onceproof::key::json::Reason;
use onceproof::key::{EventKeyError, EventRule, Pointer, event_key};

fn rule(id_at: Option<&str>, fields: &[&str]) -> EventRule {
    let pointer = |text: &str| text.parse::<Pointer>().expect("a pointer");
    EventRule {
        id_at: id_at.map(pointer),
        fields: fields.iter().map(|text| pointer(text)).collect(),
        allow_times: false,
    }
}

fn key(event: &str, rule: &EventRule) -> Result<String, EventKeyError> {
    event_key(event.as_bytes(), rule).map(|key| key.to_string())
}

#[test]
fn the_senders_own_id_decides_whatever_else_differs() {
    let rule = rule(Some("/id"), &["/chat"]);
    let first = key(r#"{"id":"e-1","chat":7,"attempt":1}"#, &rule).expect("a key");
    assert_eq!(Ok(first.clone()), key(r#"{"attempt":2,"chat":8,"id":"e\u002d1"}"#, &rule));
    assert_ne!(Ok(first.clone()), key(r#"{"id":"e-2","chat":7,"attempt":1}"#, &rule));
    assert_ne!(key(r#"{"id":"1"}"#, &rule), key(r#"{"id":1}"#, &rule));
    assert!(first.starts_with("ek1_") && first.len() == 56);
}

#[test]
fn declared_fields_decide_where_the_id_is_absent_null_or_blank() {
    let rule = rule(Some("/id"), &["/account", "/chat/message"]);
    let expected = key(r#"{"account":"a","chat":{"message":12}}"#, &rule).expect("a key");
    for id in ["null", "\"\"", "\" \\t\""] {
        let event = format!(r#"{{"chat":{{"message":12.0,"n":2}},"id":{id},"account":"a"}}"#);
        let derived = event_key(event.as_bytes(), &rule).expect("a key");
        assert_eq!((derived.source, derived.to_string()), (EventSource::Fields, expected.clone()));
    }
    for other in
        [r#"{"account":"b","chat":{"message":12}}"#, r#"{"account":"a","chat":{"message":13}}"#]
    {
        assert_ne!(key(other, &rule), Ok(expected.clone()));
    }
}

#[test]
fn neither_order_nor_repetition_of_declared_fields_matters_but_their_names_do() {
    let event = r#"{"a":1,"b":2,"c":{"a":1,"b":2}}"#;
    let one = key(event, &rule(None, &["/a", "/b"]));
    assert!(one.is_ok());
    assert_eq!(one, key(event, &rule(None, &["/b", "/a", "/b"])));
    assert_ne!(one, key(event, &rule(None, &["/c/a", "/c/b"])));
    assert_ne!(one, key(event, &rule(None, &["/a"])));
}

#[test]
fn an_event_that_nothing_names_has_no_key() {
    assert_eq!(key("{}", &rule(None, &[])), Err(EventKeyError::NothingToNameIt));
    assert_eq!(key(r#"{"id":null}"#, &rule(Some("/id"), &[])), Err(EventKeyError::NothingToNameIt));
    let pointer: Pointer = "/chat".parse().expect("a pointer");
    assert_eq!(
        key(r#"{"id":""}"#, &rule(Some("/id"), &["/chat"])),
        Err(EventKeyError::MissingField(pointer))
    );
}

#[test]
fn an_id_that_is_no_name_is_refused() {
    for id in ["true", "false", "[]", "{}", "[\"e-1\"]"] {
        let event = format!(r#"{{"id":{id},"chat":1}}"#);
        let found = key(&event, &rule(Some("/id"), &["/chat"]));
        assert!(matches!(found, Err(EventKeyError::IdIsNoName(_))), "{id}");
    }
}

#[test]
fn a_declared_time_is_refused_and_a_number_like_one_is_flagged() {
    let times = [
        r#"{"f":"2026-11-30T12:00:00Z"}"#,
        r#"{"f":"2026-11-30 12:00:00.123+01:00"}"#,
        r#"{"f":"20261130T120000Z"}"#,
        r#"{"f":"2026-11-30"}"#,
    ];
    for event in times {
        assert!(matches!(key(event, &rule(None, &["/f"])), Err(EventKeyError::Time(_))), "{event}");
        assert!(
            matches!(key(event, &rule(Some("/f"), &[])), Err(EventKeyError::Time(_))),
            "{event}"
        );
    }
    for name in ["ts", "timestamp", "sent_at", "createdAt", "event_time", "Date"] {
        let event = format!(r#"{{"{name}":1764504000}}"#);
        let found = key(&event, &rule(None, &[&format!("/{name}")]));
        assert!(matches!(found, Err(EventKeyError::Time(_))), "{name}");
    }
    for (event, flagged) in [
        (r#"{"f":1764504000}"#, 1),
        (r#"{"f":"1764504000123"}"#, 1),
        (r#"{"f":1764504000.5}"#, 1),
        (r#"{"f":12}"#, 0),
        (r#"{"f":"123456789012"}"#, 0),
        (r#"{"f":"2026-13-30"}"#, 0),
        (r#"{"f":"20261130"}"#, 0),
        (r#"{"f":"v2026-11-30"}"#, 0),
    ] {
        let derived = event_key(event.as_bytes(), &rule(None, &["/f"])).expect(event);
        assert_eq!(derived.maybe_times.len(), flagged, "{event}");
    }
    let allowing = EventRule { allow_times: true, ..rule(None, &["/f"]) };
    assert_eq!(event_key(times[0].as_bytes(), &allowing).expect("allowed").maybe_times.len(), 1);
}

#[test]
fn pointers_are_those_of_rfc_6901() {
    let event = r#"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"m~n":8,"x":{"y":{"z":9}}}"#;
    let named = [
        ("/foo/0", "\"bar\""),
        ("/", "0"),
        ("/a~1b", "1"),
        ("/c%d", "2"),
        ("/m~0n", "8"),
        ("/x/y/z", "9"),
    ];
    for (pointer, value) in named {
        let alone = format!("{{\"v\":{value}}}");
        // The same declared value under the same pointer is the same key, so look by inequality.
        let here = key(event, &rule(Some(pointer), &[])).expect(pointer);
        assert_eq!(Ok(here), key(&alone, &rule(Some("/v"), &[])), "{pointer}");
    }
    for missing in ["/foo/2", "/foo/00", "/foo/-", "/x/z", "/a/b", "/foo/0/0", "/foo/bar"] {
        let found = key(event, &rule(None, &[missing]));
        assert!(matches!(found, Err(EventKeyError::MissingField(_))), "{missing}");
    }
    assert!(key(event, &rule(None, &[""])).is_ok(), "the whole event");
    for bad in ["a", "#/a", "/~", "/~2", "/a~"] {
        assert!(bad.parse::<Pointer>().is_err(), "{bad}");
    }
}

#[test]
fn a_declared_number_that_no_double_carries_is_refused_at_its_place() {
    let event = "{\"other\":9007199254740993,\n \"n\":9007199254740993}";
    let error = key(event, &rule(None, &["/n"])).expect_err("refused");
    let EventKeyError::Event(refusal) = error else { panic!("{error}") };
    assert_eq!((refusal.reason, refusal.offset, refusal.line), (Reason::NumberNotExact, 32, 2));
    assert!(key("{\"other\":9007199254740993,\"n\":1}", &rule(None, &["/n"])).is_ok());
}

/// Derives a key from an event that may have an id.
type Derivation = fn(&str) -> Option<String>;

fn events_without_a_name_share_no_key(derive: Derivation) -> bool {
    let nameless = ["{}", r#"{"id":null,"who":"a"}"#, r#"{"id":null,"who":"b"}"#, r#"{"id":""}"#];
    let keys: Vec<String> = nameless.iter().filter_map(|event| derive(event)).collect();
    let different: std::collections::BTreeSet<&String> = keys.iter().collect();
    different.len() == keys.len()
}

fn redeliveries_share_a_key(derive: Derivation) -> bool {
    let one = derive(r#"{"id":"e-1","who":"a","sent":1}"#);
    one.is_some() && one == derive(r#"{"sent":2,"who":"a","id":"e-1"}"#)
}

#[test]
fn every_broken_event_key_is_rejected_by_the_property_that_names_its_fault() {
    type Property = (&'static str, fn(Derivation) -> bool);
    let properties: [Property; 2] = [
        ("events without a name share no key", events_without_a_name_share_no_key),
        ("redeliveries share a key", redeliveries_share_a_key),
    ];
    let ours: Derivation = |event| key(event, &rule(Some("/id"), &[])).ok();
    let mutants: [(&str, Derivation, &str); 3] = [
        (
            "absent key hashed",
            |event| {
                let id = serde_json::from_str::<serde_json::Value>(event).ok()?["id"].clone();
                Some(format!("hash of {id}"))
            },
            "events without a name share no key",
        ),
        (
            "blank id taken for a name",
            |event| Some(if event.contains("\"id\":\"e-1\"") { "e-1" } else { "" }.to_owned()),
            "events without a name share no key",
        ),
        (
            "whole event hashed",
            |event| key(event, &rule(None, &[""])).ok(),
            "redeliveries share a key",
        ),
    ];
    for (name, property) in properties {
        assert!(property(ours), "{name}");
    }
    for (mutant, derive, expected) in mutants {
        let mut killers = properties.iter().filter(|(_, property)| !property(derive));
        assert!(killers.any(|(name, _)| *name == expected), "\"{mutant}\" survives");
    }
}

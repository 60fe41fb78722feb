//! Identities, fingerprints, intent keys and event keys.
//!
//! Claims: each derivation depends on what it names and on nothing else. Each property is shown
//! to have teeth by a deliberately broken derivation that it rejects.
//! Not covered: collisions of SHA-256.

use onceproof::key::event::EventSource;
use onceproof::key::identity::{self, Part};
use onceproof::key::json::Reason;
use onceproof::key::{
    Comparison, EventKeyError, EventRule, Fingerprint, IntentKey, IntentKeyError, Pointer,
    RequestId, Version, event_key,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

type Verdict = Result<(), String>;

fn run<S: Strategy>(cases: u32, strategy: S, check: impl Fn(S::Value) -> Verdict) -> Verdict {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
        .run(&strategy, |input| check(input).map_err(TestCaseError::fail))
        .map_err(|error| error.to_string())
}

fn hold(claim: bool, why: impl FnOnce() -> String) -> Verdict {
    if claim { Ok(()) } else { Err(why()) }
}

/// Text full of what could be taken for a boundary.
fn tricky() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            "a", "b", ":", "/", "\0", "\u{1}", ",", "a:b", "8", "é",
        ]),
        0..4,
    )
    .prop_map(|pieces| pieces.concat())
}

/// Two ways to cut one text of four pieces into two at a delimiter, or two unrelated pairs.
fn two_pairs() -> impl Strategy<Value = ((String, String), (String, String))> {
    let delimiter = prop::sample::select(vec!["", ":", "/", "\0", "\u{1}", ",", "8"]);
    let moved = (delimiter, tricky(), tricky(), tricky()).prop_map(|(delimiter, a, b, c)| {
        (
            (format!("{a}{delimiter}{b}"), c.clone()),
            (a, format!("{b}{delimiter}{c}")),
        )
    });
    prop_oneof![moved, ((tricky(), tricky()), (tricky(), tricky()))]
}

// ---------------------------------------------------------------------------------------------
// Request ids.

type Identity = fn(&str, &str) -> Vec<u8>;

fn request_identity(scope: &str, key: &str) -> Vec<u8> {
    RequestId::new(scope, key).encode()
}

fn identities_are_injective(identity: Identity) -> Verdict {
    run(20_000, two_pairs(), |(one, other)| {
        let equal = identity(&one.0, &one.1) == identity(&other.0, &other.1);
        hold(equal == (one == other), || format!("{one:?} and {other:?}"))
    })
}

#[test]
fn request_ids_are_injective() {
    assert_eq!(identities_are_injective(request_identity), Ok(()));
    assert_eq!(
        identities_are_injective(|s, k| RequestId::new(s, k).digest().to_vec()),
        Ok(())
    );
}

#[test]
fn moving_the_boundary_of_a_request_id_makes_another() {
    let ids = [
        ("a:b", "c"),
        ("a", "b:c"),
        ("", "a:b:c"),
        ("a:b:c", ""),
        ("a", ":b:c"),
        ("ab:", "c"),
    ];
    let encoded: std::collections::HashSet<Vec<u8>> = ids
        .iter()
        .map(|(scope, key)| request_identity(scope, key))
        .collect();
    assert_eq!(encoded.len(), ids.len());
}

#[test]
fn a_request_id_has_the_documented_encoding() {
    let mut expected = Vec::new();
    for piece in ["onceproof.request-id.1", "", "scope", "t1", "key", "k"] {
        match piece {
            "" => expected.extend(2u64.to_be_bytes()),
            piece => {
                expected.extend((piece.len() as u64).to_be_bytes());
                expected.extend(piece.as_bytes());
            }
        }
    }
    let id = RequestId::new("t1", "k");
    assert_eq!(id.encode(), expected);
    assert_eq!(id.digest(), <[u8; 32]>::from(Sha256::digest(&expected)));
    let text = id.digest_text();
    assert!(
        text.starts_with("rk1_") && text.len() == 56 && text.is_ascii(),
        "{text}"
    );
}

#[test]
fn a_request_id_is_read_strictly() {
    let id: RequestId = serde_json::from_str(r#"{"scope":"s","key":"k"}"#).expect("read");
    assert_eq!(id, RequestId::new("s", "k"));
    assert_eq!(
        serde_json::to_string(&id).expect("written"),
        r#"{"scope":"s","key":"k"}"#
    );
    assert!(serde_json::from_str::<RequestId>(r#"{"scope":"s","key":"k","x":1}"#).is_err());
    assert!(serde_json::from_str::<RequestId>(r#"{"scope":"s"}"#).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn decoding_undoes_encoding(
        domain in tricky(),
        parts in prop::collection::vec((tricky(), prop::collection::vec(any::<u8>(), 0..5)), 0..4),
    ) {
        let parts: Vec<Part<'_>> = parts.iter().map(|(label, value)| (label.as_str(), value.as_slice())).collect();
        let bytes = identity::encode(&domain, &parts);
        prop_assert_eq!(identity::decode(&bytes), Some((domain.as_str(), parts.clone())));
        prop_assert_eq!(identity::digest(&domain, &parts), <[u8; 32]>::from(Sha256::digest(&bytes)));
        prop_assert_eq!(identity::decode(&bytes[..bytes.len() - 1]), None);
        let longer = [bytes.as_slice(), b"\0"].concat();
        prop_assert_eq!(identity::decode(&longer), None);
    }

    #[test]
    fn decoding_random_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Some((domain, parts)) = identity::decode(&bytes) {
            prop_assert_eq!(identity::encode(domain, &parts), bytes);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Fingerprints.

#[test]
fn version_one_is_sha_256_of_the_canonical_text() {
    let fingerprint = Fingerprint::of(br#"{"b": 4.50, "a": "\u0041"}"#).expect("accepted");
    let digest: [u8; 32] = Sha256::digest(br#"{"a":"A","b":4.5}"#).into();
    assert_eq!(
        fingerprint.digests().collect::<Vec<_>>(),
        [(Version::ONE, &digest)]
    );
    let empty = "v1:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    assert_eq!(
        Fingerprint::of(b" { } ").expect("accepted").to_string(),
        empty
    );
    assert_eq!(
        size_of::<Fingerprint>(),
        56,
        "one version needs no heap, and little room"
    );
}

#[test]
fn a_fingerprint_of_a_number_that_no_double_carries_is_refused_in_any_canonicaliser() {
    let mut plain = onceproof::key::Canonicaliser::new(onceproof::key::Mode::Rfc8785);
    let refusal = Fingerprint::with(&mut plain, b"[9007199254740993]").expect_err("refused");
    assert_eq!(refusal.reason, Reason::NumberNotExact);
}

fn some_versions() -> impl Strategy<Value = BTreeMap<u16, u8>> {
    prop::collection::btree_map(1u16..5, 0u8..2, 1..4)
}

fn fingerprint(model: &BTreeMap<u16, u8>) -> Fingerprint {
    let digests = model
        .iter()
        .map(|(version, byte)| (Version::new(*version).expect("1 up"), [*byte; 32]));
    Fingerprint::from_digests(digests.rev()).expect("one version or more")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn comparison_is_decided_by_the_highest_common_version(one in some_versions(), other in some_versions()) {
        let common = one.iter().rev().find_map(|(version, a)| other.get(version).map(|b| a == b));
        let expected = match common {
            None => Comparison::Unknown,
            Some(true) => Comparison::Same,
            Some(false) => Comparison::Different,
        };
        let (a, b) = (fingerprint(&one), fingerprint(&other));
        prop_assert_eq!(a.compare(&b), expected);
        prop_assert_eq!(b.compare(&a), expected);
        prop_assert_eq!(a == b, one == other);
        prop_assert_eq!(a.cmp(&b) == std::cmp::Ordering::Equal, one == other);
    }

    #[test]
    fn the_text_of_a_fingerprint_is_read_back(model in some_versions()) {
        let fingerprint = fingerprint(&model);
        let text = fingerprint.to_string();
        prop_assert_eq!(text.parse::<Fingerprint>(), Ok(fingerprint.clone()));
        let json = serde_json::to_string(&fingerprint).expect("written");
        prop_assert_eq!(&json, &format!("\"{text}\""));
        prop_assert_eq!(serde_json::from_str::<Fingerprint>(&json).expect("read"), fingerprint);
    }
}

#[test]
fn a_fingerprint_text_is_read_strictly() {
    let hex = "ab".repeat(32);
    assert!(format!("v1:{hex}").parse::<Fingerprint>().is_ok());
    assert!(
        format!("v1:{hex},v65535:{hex}")
            .parse::<Fingerprint>()
            .is_ok()
    );
    let bad = [
        String::new(),
        hex.clone(),
        format!("v0:{hex}"),
        format!("v01:{hex}"),
        format!("v+1:{hex}"),
        format!("v65536:{hex}"),
        format!("V1:{hex}"),
        format!("v1:{}", hex.to_uppercase()),
        format!("v1:{}", &hex[1..]),
        format!("v1:{hex}0"),
        format!("v1:{hex},"),
        format!(" v1:{hex}"),
        format!("v1:{hex}, v2:{hex}"),
        format!("v2:{hex},v1:{hex}"),
        format!("v1:{hex},v1:{hex}"),
        (1..=17)
            .map(|version| format!("v{version}:{hex}"))
            .collect::<Vec<_>>()
            .join(","),
    ];
    for text in bad {
        assert!(text.parse::<Fingerprint>().is_err(), "{text}");
    }
    assert!(Fingerprint::from_digests([]).is_none());
    assert!(
        Fingerprint::from_digests([(Version::ONE, [0; 32]), (Version::ONE, [1; 32])]).is_none()
    );
}

// ---------------------------------------------------------------------------------------------
// Intent keys.

/// Derives a key from task, tool, step, arguments and the number of the try.
type IntentDerivation = fn(&[&str; 3], &[u8], usize) -> Option<String>;

fn ours(parts: &[&str; 3], arguments: &[u8], _try_number: usize) -> Option<String> {
    let [task, tool, step] = parts;
    IntentKey::derive(task, tool, step, arguments)
        .ok()
        .map(|key| key.to_string())
}

fn ten_retries_keep_one_key(derive: IntentDerivation) -> Verdict {
    let spellings: [&[u8]; 2] = [
        br#"{"to":"S01","cents":450}"#,
        br#"{ "cents": 450.0, "to": "S01" }"#,
    ];
    let parts = ["t-1", "pay", "3"];
    let keys = (0..10).map(|number| derive(&parts, spellings[number % 2], number));
    let different: std::collections::BTreeSet<Option<String>> = keys.collect();
    hold(different.len() == 1 && !different.contains(&None), || {
        format!("{different:?}")
    })
}

fn every_part_counts(derive: IntentDerivation) -> Verdict {
    let arguments = || prop::sample::select(vec!["1", "2", "\"1\"", "{}"]);
    let all = (
        two_pairs(),
        tricky(),
        any::<bool>(),
        arguments(),
        arguments(),
    );
    run(20_000, all, |((one, other), third, front, x, y)| {
        let three = |(a, b): &(String, String)| match front {
            true => [a.clone(), b.clone(), third.clone()],
            false => [third.clone(), a.clone(), b.clone()],
        };
        let (one, other) = (three(&one), three(&other));
        let key = |[task, tool, step]: &[String; 3], arguments: &str| {
            derive(&[task, tool, step], arguments.as_bytes(), 0)
        };
        let (a, b) = (key(&one, x), key(&other, y));
        hold(
            a.is_none() || b.is_none() || (a == b) == (one == other && x == y),
            || format!("{one:?} {x} and {other:?} {y}"),
        )
    })
}

fn another_step_is_another_key(derive: IntentDerivation) -> Verdict {
    let key = |step| derive(&["t-1", "pay", step], b"{}", 0);
    hold(key("3").is_some() && key("3") != key("4"), || {
        "two wanted calls share a key".to_owned()
    })
}

fn absent_parts_have_no_key(derive: IntentDerivation) -> Verdict {
    let absent: [([&str; 3], &[u8]); 6] = [
        (["", "pay", "3"], b"{}"),
        (["t", "", "3"], b"{}"),
        (["t", "pay", ""], b"{}"),
        (["t", " ", "3"], b"{}"),
        (["t", "pay", "3"], b""),
        (["t", "pay", "3"], b"{\"a\":1,\"a\":2}"),
    ];
    absent.into_iter().try_for_each(|(parts, arguments)| {
        hold(derive(&parts, arguments, 0).is_none(), || {
            format!("{parts:?}")
        })
    })
}

const INTENT_PROPERTIES: [(&str, fn(IntentDerivation) -> Verdict); 4] = [
    ("ten retries keep one key", ten_retries_keep_one_key),
    ("every part counts", every_part_counts),
    ("another step is another key", another_step_is_another_key),
    ("absent parts have no key", absent_parts_have_no_key),
];

#[test]
fn intent_keys_keep_their_promises() {
    for (property, check) in INTENT_PROPERTIES {
        assert_eq!(check(ours), Ok(()), "{property}");
    }
}

#[test]
fn an_intent_key_fits_where_64_ascii_characters_are_allowed() {
    let key = IntentKey::derive("t-1", "pay", "3", b"{}").expect("a key");
    let text = key.to_string();
    assert!(text.starts_with("ik1_") && text.len() == 56);
    assert!(
        text.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    );
    let parts: [Part<'_>; 4] = [
        ("task", b"t-1"),
        ("tool", b"pay"),
        ("step", b"3"),
        ("arguments", b"{}"),
    ];
    assert_eq!(
        key.digest(),
        &identity::digest("onceproof.intent-key.1", &parts)
    );
}

#[test]
fn the_refusals_of_the_arguments_are_passed_on() {
    let error = IntentKey::derive("t", "pay", "3", b"{\"a\":1e400}").expect_err("refused");
    assert!(matches!(error, IntentKeyError::Arguments(refusal) if refusal.offset == 5));
    assert_eq!(
        IntentKey::derive("t", "", "3", b"{}"),
        Err(IntentKeyError::EmptyPart("tool"))
    );
}

// ---------------------------------------------------------------------------------------------
// Event keys.

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
    assert_eq!(
        Ok(first.clone()),
        key(r#"{"attempt":2,"chat":8,"id":"e\u002d1"}"#, &rule)
    );
    assert_ne!(
        Ok(first.clone()),
        key(r#"{"id":"e-2","chat":7,"attempt":1}"#, &rule)
    );
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
        assert_eq!(
            (derived.source, derived.to_string()),
            (EventSource::Fields, expected.clone())
        );
    }
    for other in [
        r#"{"account":"b","chat":{"message":12}}"#,
        r#"{"account":"a","chat":{"message":13}}"#,
    ] {
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
    assert_eq!(
        key("{}", &rule(None, &[])),
        Err(EventKeyError::NothingToNameIt)
    );
    assert_eq!(
        key(r#"{"id":null}"#, &rule(Some("/id"), &[])),
        Err(EventKeyError::NothingToNameIt)
    );
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
        assert!(
            matches!(
                key(event, &rule(None, &["/f"])),
                Err(EventKeyError::Time(_))
            ),
            "{event}"
        );
        assert!(
            matches!(
                key(event, &rule(Some("/f"), &[])),
                Err(EventKeyError::Time(_))
            ),
            "{event}"
        );
    }
    for name in [
        "ts",
        "timestamp",
        "sent_at",
        "createdAt",
        "event_time",
        "Date",
    ] {
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
    let allowing = EventRule {
        allow_times: true,
        ..rule(None, &["/f"])
    };
    assert_eq!(
        event_key(times[0].as_bytes(), &allowing)
            .expect("allowed")
            .maybe_times
            .len(),
        1
    );
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
    for missing in [
        "/foo/2", "/foo/00", "/foo/-", "/x/z", "/a/b", "/foo/0/0", "/foo/bar",
    ] {
        let found = key(event, &rule(None, &[missing]));
        assert!(
            matches!(found, Err(EventKeyError::MissingField(_))),
            "{missing}"
        );
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
    let EventKeyError::Event(refusal) = error else {
        panic!("{error}")
    };
    assert_eq!(
        (refusal.reason, refusal.offset, refusal.line),
        (Reason::NumberNotExact, 32, 2)
    );
    assert!(key("{\"other\":9007199254740993,\"n\":1}", &rule(None, &["/n"])).is_ok());
}

// ---------------------------------------------------------------------------------------------
// Deliberately broken derivations, each with the property that rejects it.

#[test]
fn every_broken_identity_is_rejected() {
    let table: [(&str, Identity); 4] = [
        ("joined by a colon", |scope, key| {
            format!("{scope}:{key}").into_bytes()
        }),
        ("joined by NUL", |scope, key| {
            format!("{scope}\0{key}").into_bytes()
        }),
        ("one behind the other", |scope, key| {
            [scope, key].concat().into_bytes()
        }),
        ("scope left out", |_, key| key.as_bytes().to_vec()),
    ];
    for (mutant, identity) in table {
        assert!(
            identities_are_injective(identity).is_err(),
            "\"{mutant}\" survives"
        );
    }
}

#[test]
fn every_broken_intent_key_is_rejected_by_the_property_that_names_its_fault() {
    let table: [(&str, IntentDerivation, &str); 6] = [
        (
            "retry counter in the key",
            |parts, arguments, number| {
                Some(format!("{}-retry{number}", ours(parts, arguments, number)?))
            },
            "ten retries keep one key",
        ),
        (
            "raw arguments hashed",
            |parts, arguments, number| {
                ours(parts, b"{}", number).map(|key| format!("{key}{}", arguments.escape_ascii()))
            },
            "ten retries keep one key",
        ),
        (
            "arguments only",
            |_, arguments, number| ours(&["t", "t", "s"], arguments, number),
            "another step is another key",
        ),
        (
            "parts joined",
            |parts, arguments, number| ours(&[&parts.join(":"), "tool", "step"], arguments, number),
            "every part counts",
        ),
        (
            "arguments left out",
            |parts, _, number| ours(parts, b"{}", number),
            "every part counts",
        ),
        (
            "absent key hashed",
            |parts, arguments, number| {
                let named = parts.map(|part| format!("={part}"));
                let named = [named[0].as_str(), named[1].as_str(), named[2].as_str()];
                ours(
                    &named,
                    if arguments.is_empty() {
                        b"null"
                    } else {
                        arguments
                    },
                    number,
                )
            },
            "absent parts have no key",
        ),
    ];
    for (mutant, derive, property) in table {
        let killers = INTENT_PROPERTIES
            .iter()
            .filter(|(_, check)| check(derive).is_err());
        let killers: Vec<&str> = killers.map(|(property, _)| *property).collect();
        assert!(
            killers.contains(&property),
            "\"{mutant}\" is killed by {killers:?} only"
        );
    }
}

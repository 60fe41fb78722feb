//! Request ids and intent keys.
//!
//! Claims: each depends on what it names and on nothing else. Each property is shown to have
//! teeth by a deliberately broken derivation that it rejects.
//! Not covered: collisions of SHA-256.

use onceproof::key::identity::{self, Part};
use onceproof::key::{IntentKey, IntentKeyError, RequestId};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use sha2::{Digest, Sha256};

type Verdict = Result<(), String>;

fn run<S: Strategy>(cases: u32, strategy: S, check: impl Fn(S::Value) -> Verdict) -> Verdict {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
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
        prop::sample::select(vec!["a", "b", ":", "/", "\0", "\u{1}", ",", "a:b", "8", "é"]),
        0..4,
    )
    .prop_map(|pieces| pieces.concat())
}

/// Two ways to cut one text of four pieces into two at a delimiter, or two unrelated pairs.
fn two_pairs() -> impl Strategy<Value = ((String, String), (String, String))> {
    let delimiter = prop::sample::select(vec!["", ":", "/", "\0", "\u{1}", ",", "8"]);
    let moved = (delimiter, tricky(), tricky(), tricky()).prop_map(|(delimiter, a, b, c)| {
        ((format!("{a}{delimiter}{b}"), c.clone()), (a, format!("{b}{delimiter}{c}")))
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
    assert_eq!(identities_are_injective(|s, k| RequestId::new(s, k).digest().to_vec()), Ok(()));
}

#[test]
fn moving_the_boundary_of_a_request_id_makes_another() {
    let ids =
        [("a:b", "c"), ("a", "b:c"), ("", "a:b:c"), ("a:b:c", ""), ("a", ":b:c"), ("ab:", "c")];
    let encoded: std::collections::HashSet<Vec<u8>> =
        ids.iter().map(|(scope, key)| request_identity(scope, key)).collect();
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
    assert!(text.starts_with("rk1_") && text.len() == 56 && text.is_ascii(), "{text}");
}

#[test]
fn a_request_id_is_read_strictly() {
    let id: RequestId = serde_json::from_str(r#"{"scope":"s","key":"k"}"#).expect("read");
    assert_eq!(id, RequestId::new("s", "k"));
    assert_eq!(serde_json::to_string(&id).expect("written"), r#"{"scope":"s","key":"k"}"#);
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
// Intent keys.

/// Derives a key from task, tool, step, arguments and the number of the try.
type IntentDerivation = fn(&[&str; 3], &[u8], usize) -> Option<String>;

fn ours(parts: &[&str; 3], arguments: &[u8], _try_number: usize) -> Option<String> {
    let [task, tool, step] = parts;
    IntentKey::derive(task, tool, step, arguments).ok().map(|key| key.to_string())
}

fn ten_retries_keep_one_key(derive: IntentDerivation) -> Verdict {
    let spellings: [&[u8]; 2] =
        [br#"{"to":"S01","cents":450}"#, br#"{ "cents": 450.0, "to": "S01" }"#];
    let parts = ["t-1", "pay", "3"];
    let keys = (0..10).map(|number| derive(&parts, spellings[number % 2], number));
    let different: std::collections::BTreeSet<Option<String>> = keys.collect();
    hold(different.len() == 1 && !different.contains(&None), || format!("{different:?}"))
}

fn every_part_counts(derive: IntentDerivation) -> Verdict {
    let arguments = || prop::sample::select(vec!["1", "2", "\"1\"", "{}"]);
    let all = (two_pairs(), tricky(), any::<bool>(), arguments(), arguments());
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
        hold(a.is_none() || b.is_none() || (a == b) == (one == other && x == y), || {
            format!("{one:?} {x} and {other:?} {y}")
        })
    })
}

fn another_step_is_another_key(derive: IntentDerivation) -> Verdict {
    let key = |step| derive(&["t-1", "pay", step], b"{}", 0);
    hold(key("3").is_some() && key("3") != key("4"), || "two wanted calls share a key".to_owned())
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
        hold(derive(&parts, arguments, 0).is_none(), || format!("{parts:?}"))
    })
}

type IntentProperty = (&'static str, fn(IntentDerivation) -> Verdict);

const INTENT_PROPERTIES: [IntentProperty; 4] = [
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
        text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    );
    let parts: [Part<'_>; 4] =
        [("task", b"t-1"), ("tool", b"pay"), ("step", b"3"), ("arguments", b"{}")];
    assert_eq!(key.digest(), &identity::digest("onceproof.intent-key.1", &parts));
}

#[test]
fn the_refusals_of_the_arguments_are_passed_on() {
    let error = IntentKey::derive("t", "pay", "3", b"{\"a\":1e400}").expect_err("refused");
    assert!(matches!(error, IntentKeyError::Arguments(refusal) if refusal.offset == 5));
    assert_eq!(IntentKey::derive("t", "", "3", b"{}"), Err(IntentKeyError::EmptyPart("tool")));
}

// ---------------------------------------------------------------------------------------------
// Deliberately broken derivations, each with the property that rejects it.

#[test]
fn every_broken_identity_is_rejected() {
    let table: [(&str, Identity); 4] = [
        ("joined by a colon", |scope, key| format!("{scope}:{key}").into_bytes()),
        ("joined by NUL", |scope, key| format!("{scope}\0{key}").into_bytes()),
        ("one behind the other", |scope, key| [scope, key].concat().into_bytes()),
        ("scope left out", |_, key| key.as_bytes().to_vec()),
    ];
    for (mutant, identity) in table {
        assert!(identities_are_injective(identity).is_err(), "\"{mutant}\" survives");
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
        ("arguments left out", |parts, _, number| ours(parts, b"{}", number), "every part counts"),
        (
            "absent key hashed",
            |parts, arguments, number| {
                let named = parts.map(|part| format!("={part}"));
                let named = [named[0].as_str(), named[1].as_str(), named[2].as_str()];
                ours(&named, if arguments.is_empty() { b"null" } else { arguments }, number)
            },
            "absent parts have no key",
        ),
    ];
    for (mutant, derive, property) in table {
        let killers = INTENT_PROPERTIES.iter().filter(|(_, check)| check(derive).is_err());
        let killers: Vec<&str> = killers.map(|(property, _)| *property).collect();
        assert!(killers.contains(&property), "\"{mutant}\" is killed by {killers:?} only");
    }
}

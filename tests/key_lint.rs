//! The key lint: keys that move, keys that are shared, and keys of a bad shape.
//!
//! Claims: a finding names what moved; opaque keys that stay the same are clean; each rule has
//! near misses that do not break it.
//! Not covered: the wording of sentences beyond the words that carry the finding.

#[path = "support/attempts.rs"]
mod attempts;

use attempts::*;
use onceproof::key::lint::{Attempt, Rule, Severity, lint};
use proptest::prelude::*;

// ---------------------------------------------------------------------------------------------
// Keys of one intent that differ.

#[test]
fn what_moved_between_the_keys_of_one_intent_is_named() {
    let base = CLEAN;
    let cases: &[(&str, &str, &str)] = &[
        ("2026-11-30T12:00:00Z", "2026-11-30T12:00:09Z", "a time (ISO 8601)"),
        ("2026-11-30", "2026-12-01", "a time (ISO 8601)"),
        ("20261130T120000Z", "20261130T120500Z", "a time (ISO 8601)"),
        ("1764504000", "1764504009", "a time (epoch seconds)"),
        ("1764504000123", "1764504009456", "a time (epoch milliseconds)"),
        ("1764504000123456", "1764504009456789", "a time (epoch, finer than milliseconds)"),
        ("retry1", "retry2", "a counter"),
        ("attempt-1", "attempt-2", "a counter"),
        ("1", "2", "a counter"),
        ("try9", "try10", "a counter"),
        (
            "0f8fad5b-d9cb-469f-a165-70867728950e",
            "7c9e6679-7425-40de-944b-e07fc1f90ae7",
            "a random id (UUID)",
        ),
        ("9f86d081884c7d65", "60303ae22b998861", "an opaque part"),
        ("Zm9vYmFyMTIzNDU2", "cXV1eDk4NzY1NDMy", "an opaque part"),
        ("12345", "98765", "a number"),
        ("red", "blue", "its text"),
    ];
    for (one, other, what) in cases {
        let keys = [format!("{base}-{one}"), format!("{base}-{other}")];
        let finding = the(Rule::KeyMoves, &of_one_intent(&[&keys[0], &keys[1]]));
        assert!(finding.sentence.contains(what), "{one} to {other}: {}", finding.sentence);
        assert_eq!((finding.severity, finding.lines), (Severity::Error, vec![1, 2]));
    }
}

#[test]
fn a_part_that_a_retry_adds_is_named() {
    let cases = [
        ("-retry1", "a counter"),
        ("_attempt_2", "a counter"),
        ("#2", "a counter"),
        ("-2026-11-30T12:00:00Z", "a time (ISO 8601)"),
        ("-1764504000", "a time (epoch seconds)"),
        ("-7c9e6679-7425-40de-944b-e07fc1f90ae7", "a random id (UUID)"),
        ("-9f86d081884c7d65", "an opaque part"),
    ];
    for (added, what) in cases {
        let longer = format!("{CLEAN}{added}");
        for keys in [[CLEAN, &longer], [&longer, CLEAN]] {
            let finding = the(Rule::KeyMoves, &of_one_intent(&keys));
            assert!(finding.sentence.contains(what), "{added}: {}", finding.sentence);
        }
    }
}

#[test]
fn several_things_that_moved_are_all_named() {
    let keys =
        ["k-0f8fad5b-d9cb-469f-a165-70867728950e-1", "k-7c9e6679-7425-40de-944b-e07fc1f90ae7-2"];
    let sentence = the(Rule::KeyMoves, &of_one_intent(&keys)).sentence;
    assert!(sentence.contains("a random id (UUID) and a counter"), "{sentence}");
}

#[test]
fn the_argument_that_moved_with_a_digest_is_named() {
    let one = r#"{"to":"S01","sent_at":"2026-11-30T12:00:00Z","meta":{"n":1}}"#;
    let other = r#"{"meta":{"n":1},"sent_at":"2026-11-30T12:00:05Z","to":"S01"}"#;
    let findings = lint(&[
        attempt(1, "i", "9f86d081884c7d65", None, Some(one)),
        attempt(2, "i", "60303ae22b998861", None, Some(other)),
    ]);
    let sentence = the(Rule::KeyMoves, &findings).sentence;
    assert!(sentence.contains("the arguments at /sent_at (a time)"), "{sentence}");
    assert!(!sentence.contains("/to") && !sentence.contains("/meta"), "{sentence}");
}

#[test]
fn a_random_id_is_told_from_a_digest_when_the_arguments_stayed() {
    let findings = lint(&[
        attempt(1, "i", "9f86d081884c7d65", None, Some(r#"{"to":"S01"}"#)),
        attempt(2, "i", "60303ae22b998861", None, Some(r#"{ "to": "S01" }"#)),
    ]);
    let sentence = the(Rule::KeyMoves, &findings).sentence;
    assert!(
        sentence.contains("a random id (opaque text), while the arguments stayed"),
        "{sentence}"
    );
}

#[test]
fn one_intent_in_two_scopes_is_found() {
    let findings =
        lint(&[attempt(1, "i", CLEAN, Some("a"), None), attempt(2, "i", CLEAN, Some("b"), None)]);
    assert_eq!(rules(&findings), [Rule::ScopeMoves]);
}

// ---------------------------------------------------------------------------------------------
// Keys of two intents that agree.

#[test]
fn two_intents_with_one_key_in_one_scope_are_found() {
    for scope in [None, Some("a")] {
        let findings = lint(&[
            attempt(3, "one", CLEAN, scope, None),
            attempt(5, "two", CLEAN, scope, None),
            attempt(9, "one", CLEAN, scope, None),
        ]);
        let finding = the(Rule::KeyShared, &findings);
        assert_eq!((findings.len(), finding.lines), (1, vec![3, 5, 9]));
        assert!(finding.sentence.contains("\"one\", \"two\""), "{}", finding.sentence);
    }
}

#[test]
fn two_intents_with_one_key_in_two_scopes_are_clean() {
    let findings = lint(&[
        attempt(1, "one", CLEAN, Some("a"), None),
        attempt(2, "two", CLEAN, Some("b"), None),
        attempt(3, "three", CLEAN, Some("a:b"), None),
    ]);
    assert_eq!(findings, []);
}

#[test]
fn absent_keys_are_one_finding_and_never_a_shared_key() {
    let keyless = |line, intent, key: Option<&str>| {
        Attempt::new(line, intent, key.map(str::to_owned), None, None).expect("acceptable")
    };
    let findings =
        lint(&[keyless(1, "one", None), keyless(2, "two", Some("")), keyless(3, "one", Some(" "))]);
    let finding = the(Rule::KeyAbsent, &findings);
    assert_eq!((findings.len(), finding.lines), (1, vec![1, 2, 3]));
}

// ---------------------------------------------------------------------------------------------
// Shape.

#[test]
fn length_limits_are_judged_at_their_edges() {
    let key = |length: usize| {
        format!("{CLEAN}{}", "-x".repeat(200)).chars().take(length).collect::<String>()
    };
    for (length, expected) in [
        (64, vec![]),
        (65, vec![Rule::LongerThan64]),
        (255, vec![Rule::LongerThan64]),
        (256, vec![Rule::LongerThan255]),
    ] {
        assert_eq!(rules(&of_one_intent(&[&key(length)])), expected, "{length}");
    }
}

#[test]
fn what_a_structured_string_cannot_carry_is_found() {
    for bad in ["é", "\u{7f}", "\t", "\0", "😀"] {
        let found = of_one_intent(&[&format!("{CLEAN}{bad}")]);
        assert_eq!(rules(&found), [Rule::NotStructuredString], "{bad:?}");
    }
    for good in ["~", "\"", "\\", " x"] {
        assert_eq!(of_one_intent(&[&format!("{CLEAN}{good}")]), [], "{good:?}");
    }
}

#[test]
fn guessable_keys_are_found_and_others_are_not() {
    for bad in [
        "1",
        "test",
        "order-17",
        "order-8812-refund-1",
        "2026-11-30",
        "job-1764504000123",
        "00000000-0000-0000-0000-000000000000",
        "aaaaaaaaaaaaaaaaaaaa",
        "my-key",
        "retry1",
    ] {
        assert!(rules(&of_one_intent(&[bad])).contains(&Rule::KeyGuessable), "{bad}");
    }
    for good in [
        CLEAN,
        "9f86d081884c7d659a2feaa0c55ad015",
        "evt_1N2b3C4d5E6f7G8h",
        "8324719058372615",
        "ik1_lfm4qhwj3v5xw2nqg5u6rbz4o2dy7c3kxte6i4p5a7s3m2hvwq4a",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    ] {
        assert_eq!(of_one_intent(&[good]), [], "{good}");
    }
}

#[test]
fn derived_keys_are_clean() {
    let arguments = br#"{"to":"Anna Mueller","iban":"DE89370400440532013000","cents":450}"#;
    let text = std::str::from_utf8(arguments).expect("UTF-8");
    for step in 0..200 {
        let key = onceproof::key::IntentKey::derive("t", "pay", &step.to_string(), arguments);
        let key = key.expect("a key").to_string();
        let tries: Vec<Attempt> =
            (1..4).map(|line| attempt(line, "i", &key, Some("s"), Some(text))).collect();
        assert_eq!(lint(&tries), [], "{key}");
    }
}

#[test]
fn rules_have_the_same_stable_names_in_both_outputs() {
    let all = [
        Rule::KeyMoves,
        Rule::ScopeMoves,
        Rule::KeyShared,
        Rule::KeyAbsent,
        Rule::ShowsEmail,
        Rule::ShowsPhone,
        Rule::ShowsCard,
        Rule::ShowsIban,
        Rule::ShowsAmount,
        Rule::ShowsArgument,
        Rule::KeyGuessable,
        Rule::LongerThan64,
        Rule::LongerThan255,
        Rule::NotStructuredString,
    ];
    for rule in all {
        assert_eq!(serde_json::to_value(rule).expect("written"), rule.name());
    }
}

#[test]
fn a_hundred_thousand_attempts_are_linted_in_seconds() {
    let start = std::time::Instant::now();
    let attempts: Vec<Attempt> = (0..100_000usize)
        .map(|line| {
            let key = format!("{CLEAN}-{}", line % 50_000);
            attempt(line + 1, &format!("i{}", line % 70), &key, None, Some(r#"{"a":1,"b":"two"}"#))
        })
        .collect();
    assert!(!lint(&attempts).is_empty());
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn an_opaque_key_that_stays_the_same_is_clean(
        bytes in any::<[u8; 16]>(), form in 0..4usize, tries in 1..4usize, prefixed in any::<bool>(),
    ) {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let key = match form {
            0 => hex.clone(),
            1 => format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]),
            2 => hex.to_uppercase(),
            _ => format!("{hex}{hex}"),
        };
        let key = if prefixed && form != 3 { format!("pay_{key}") } else { key };
        let attempts: Vec<Attempt> = (1..=tries)
            .map(|line| attempt(line, "i", &key, Some("s"), Some(r#"{"name":"Anna Mueller","cents":450}"#)))
            .collect();
        prop_assert_eq!(lint(&attempts), vec![]);
    }

    #[test]
    fn random_keys_never_panic(keys in prop::collection::vec("\\PC{0,40}|[0-9+@:. -]{0,40}", 1..4)) {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let findings = of_one_intent(&keys);
        prop_assert!(findings.iter().all(|finding| !finding.lines.is_empty()));
    }
}

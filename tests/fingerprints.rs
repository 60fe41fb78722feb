//! Fingerprints: what they digest, how they are compared, and their text.
//!
//! Claims: version 1 is SHA-256 of the canonical text; comparison follows the highest common
//! version; the text form is read back strictly.
//! Not covered: collisions of SHA-256.

use onceproof::key::json::Reason;
use onceproof::key::{Comparison, Fingerprint, Fingerprinted, Version};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

#[test]
fn version_one_is_sha_256_of_the_canonical_text() {
    let fingerprint = Fingerprint::of(br#"{"b": 4.50, "a": "\u0041"}"#).expect("accepted");
    let digest: [u8; 32] = Sha256::digest(br#"{"a":"A","b":4.5}"#).into();
    assert_eq!(fingerprint.digests().collect::<Vec<_>>(), [(Version::ONE, &digest)]);
    let empty = "v1:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    assert_eq!(Fingerprint::of(b" { } ").expect("accepted").to_string(), empty);
    assert_eq!(size_of::<Fingerprint>(), 48, "one version needs no heap, and little room");
    assert_eq!(size_of::<Option<Fingerprint>>(), 48, "and none needs no more");
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
    let digests =
        model.iter().map(|(version, byte)| (Version::new(*version).expect("1 up"), [*byte; 32]));
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
    assert!(format!("v1:{hex},v65535:{hex}").parse::<Fingerprint>().is_ok());
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
        (1..=17).map(|version| format!("v{version}:{hex}")).collect::<Vec<_>>().join(","),
    ];
    for text in bad {
        assert!(text.parse::<Fingerprint>().is_err(), "{text}");
    }
    assert!(Fingerprint::from_digests([]).is_none());
    assert!(
        Fingerprint::from_digests([(Version::ONE, [0; 32]), (Version::ONE, [1; 32])]).is_none()
    );
}

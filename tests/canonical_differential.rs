//! The canonical form against two other crates.
//!
//! Claims: the plain form agrees with them byte for byte where they are right, and the places
//! where they let two payloads share a form are refused here.
//! Not covered: texts that those crates' parser refuses; see `hostile_json.rs`.

#[path = "support/values.rs"]
mod values;

use onceproof::key::json::Reason;
use onceproof::key::{Mode, canonicalise};
use proptest::prelude::*;
use values::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn the_plain_form_agrees_with_two_other_crates(value in any_value(), style in any::<u64>()) {
        let text = spelt(&value, style);
        let ours = canonicalise(&text, Mode::Rfc8785).expect("accepted");
        let value: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        prop_assert_eq!(&ours, &serde_json_canonicalizer::to_vec(&value).expect("a form"));
        prop_assert_eq!(&ours, &serde_jcs::to_vec(&value).expect("a form"));
    }

    #[test]
    fn every_finite_double_is_written_like_two_other_crates_do(bits in any::<u64>()) {
        let double = f64::from_bits(bits);
        if double.is_finite() {
            let text = format!("{double:e}");
            let ours = canonicalise(text.as_bytes(), Mode::Rfc8785).expect("accepted");
            prop_assert_eq!(&ours, &serde_json_canonicalizer::to_vec(&double).expect("a form"));
            prop_assert_eq!(&ours, &serde_jcs::to_vec(&double).expect("a form"));
            prop_assert_eq!(canonicalise(&ours, Mode::Fingerprint), Ok(ours.clone()));
        }
    }

    #[test]
    fn short_decimals_are_written_like_two_other_crates_do(
        digits in 1u64..1_000_000_000_000_000, point in 0usize..15, exponent in -20i32..20,
    ) {
        let mut text = format!("{digits:016}");
        text.insert(16 - point, '.');
        let text = format!("{}0e{exponent}", text.trim_start_matches('0'));
        let text = if text.starts_with('.') { format!("0{text}") } else { text };
        let plain = text.split('e').next().expect("a mantissa").to_owned();
        for text in [text, plain] {
            let ours = canonicalise(text.as_bytes(), Mode::Fingerprint).expect("accepted");
            let double: f64 = text.parse().expect("a number");
            prop_assert_eq!(&ours, &serde_json_canonicalizer::to_vec(&double).expect("a form"), "{}", text);
        }
    }
}

#[test]
fn where_other_crates_let_two_payloads_share_a_form_ours_refuses_one() {
    let form = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        (
            serde_json_canonicalizer::to_string(&value).expect("a form"),
            serde_jcs::to_string(&value).expect("a form"),
        )
    };
    let reason = |text: &str| {
        canonicalise(text.as_bytes(), Mode::Fingerprint).map_err(|refusal| refusal.reason)
    };
    // Both round integers beyond 2^53.
    assert_eq!(form("[9007199254740993]"), form("[9007199254740992]"));
    assert_eq!(reason("[9007199254740993]"), Err(Reason::NumberNotExact));
    assert!(reason("[9007199254740992]").is_ok());
    assert_eq!(form("[18446744073709551615]").0, "[18446744073709552000]");
    assert_eq!(reason("[18446744073709551615]"), Err(Reason::NumberNotExact));
    // The parser keeps the last of two members before either crate sees them.
    assert_eq!(form(r#"{"a":1,"a":2}"#), form(r#"{"a":2}"#));
    assert_eq!(reason(r#"{"a":1,"a":2}"#), Err(Reason::DuplicateName));
    // Noncharacters pass.
    assert_eq!(form("\"\\uffff\"").0, "\"\u{ffff}\"");
    assert_eq!(reason("\"\\uffff\""), Err(Reason::Noncharacter('\u{ffff}')));
}

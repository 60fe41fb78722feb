//! Texts that a strict reader must refuse.
//!
//! Claims: each named refusal comes with its byte, line and column; random bytes never panic.
//! Not covered: how many refusals a text deserves; the first one is reported.

use onceproof::key::json::{Reason, Refusal};
use onceproof::key::{Canonicaliser, Mode, canonicalise};
use proptest::prelude::*;

fn refusal(text: impl AsRef<[u8]>) -> Refusal {
    let text = text.as_ref();
    match canonicalise(text, Mode::Fingerprint) {
        Ok(form) => panic!("{:?} was accepted as {:?}", text.escape_ascii().to_string(), form),
        Err(refusal) => refusal,
    }
}

fn refused(text: impl AsRef<[u8]>, reason: Reason, offset: usize) {
    let shown = text.as_ref().escape_ascii().to_string();
    let refusal = refusal(text);
    assert_eq!((refusal.reason, refusal.offset), (reason, offset), "{shown}");
}

#[test]
fn bytes_that_are_not_utf_8_are_refused() {
    refused(b"\"ab\xff\"", Reason::NotUtf8, 3);
    refused(b"\"\xc0\xaf\"", Reason::NotUtf8, 1);
    refused(b"\"\xed\xa0\x80\"", Reason::NotUtf8, 1);
    refused(b"\"\xe2\x82", Reason::NotUtf8, 1);
}

#[test]
fn a_byte_order_mark_is_refused() {
    refused(b"\xef\xbb\xbf{}", Reason::ByteOrderMark, 0);
}

#[test]
fn nothing_is_not_a_value() {
    refused("", Reason::Empty, 0);
    refused(" \t\r\n", Reason::Empty, 4);
}

#[test]
fn a_text_that_ends_early_is_refused_at_its_end() {
    let early = [
        "[",
        "{",
        "[1",
        "[1,",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "\"a",
        "\"\\",
        "\"\\u12",
        "\"\\ud800\\u",
        "tru",
        "n",
    ];
    for text in early {
        refused(text, Reason::UnexpectedEnd, text.len());
    }
}

#[test]
fn a_byte_that_cannot_stand_there_is_refused_at_that_byte() {
    refused("[1 2]", Reason::UnexpectedByte(b'2'), 3);
    refused("[1,]", Reason::UnexpectedByte(b']'), 3);
    refused("[,1]", Reason::UnexpectedByte(b','), 1);
    refused("{\"a\":1,}", Reason::UnexpectedByte(b'}'), 7);
    refused("{a:1}", Reason::UnexpectedByte(b'a'), 1);
    refused("{'a':1}", Reason::UnexpectedByte(b'\''), 1);
    refused("{\"a\" 1}", Reason::UnexpectedByte(b'1'), 5);
    refused("{\"a\":1]", Reason::UnexpectedByte(b']'), 6);
    refused("[1}", Reason::UnexpectedByte(b'}'), 2);
    refused("trUe", Reason::UnexpectedByte(b'U'), 2);
    refused("/* */1", Reason::UnexpectedByte(b'/'), 0);
    refused("\u{a0}1", Reason::UnexpectedByte(0xc2), 0);
    refused("\x0b1", Reason::UnexpectedByte(0x0b), 0);
    refused("]", Reason::UnexpectedByte(b']'), 0);
}

#[test]
fn bytes_behind_the_value_are_refused() {
    refused("1 2", Reason::TrailingBytes, 2);
    refused("{}}", Reason::TrailingBytes, 2);
    refused("null\0", Reason::TrailingBytes, 4);
    refused("nullx", Reason::TrailingBytes, 4);
    refused("1-", Reason::TrailingBytes, 1);
}

#[test]
fn every_control_character_in_a_string_is_refused_at_every_distance() {
    for control in 0..0x20u8 {
        for distance in 0..20 {
            let mut text = vec![b'"'];
            text.extend(vec![b'x'; distance]);
            text.extend([control, b'x', b'"']);
            refused(&text, Reason::ControlCharacter(control), distance + 1);
        }
    }
}

#[test]
fn escapes_that_json_does_not_have_are_refused_at_their_backslash() {
    for bad in ["\\x41", "\\'", "\\0", "\\u12g4", "\\U0041", "\\u+123", "\\ ", "\\é"] {
        for distance in 0..12 {
            let text = format!("\"{}{bad}0000\"", "y".repeat(distance));
            refused(text, Reason::BadEscape, distance + 1);
        }
    }
}

#[test]
fn half_a_surrogate_pair_is_refused() {
    refused(r#""\ud800""#, Reason::LoneSurrogate, 1);
    refused(r#""\udc00""#, Reason::LoneSurrogate, 1);
    refused(r#""ab\ud800\u0041""#, Reason::LoneSurrogate, 3);
    refused(r#""\udc00\ud800""#, Reason::LoneSurrogate, 1);
    refused(r#"{"\ud800":1}"#, Reason::LoneSurrogate, 2);
    refused(r#""\ud800x\udc00""#, Reason::LoneSurrogate, 1);
}

#[test]
fn every_noncharacter_is_refused_raw_and_escaped_and_its_neighbours_are_not() {
    let planes = (0..=16u32).flat_map(|plane| [plane << 16 | 0xfffe, plane << 16 | 0xffff]);
    for code in (0xfdd0..=0xfdef).chain(planes) {
        let it = char::from_u32(code).expect("a scalar value");
        refused(format!("\"a{it}\""), Reason::Noncharacter(it), 2);
        refused(format!("{{\"{it}\":1}}"), Reason::Noncharacter(it), 2);
        let escaped: String =
            it.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
        refused(format!("\"a{escaped}\""), Reason::Noncharacter(it), 2);
    }
    for code in [0xfdcf, 0xfdf0, 0xfffd, 0x10000, 0x1fffd, 0x10fffd] {
        let it = char::from_u32(code).expect("a scalar value");
        assert!(
            canonicalise(format!("\"{it}\"").as_bytes(), Mode::Fingerprint).is_ok(),
            "{code:x}"
        );
    }
}

#[test]
fn duplicate_names_are_compared_after_unescaping() {
    refused(r#"{"a":1,"a":2}"#, Reason::DuplicateName, 7);
    refused(r#"{"a":1,"b":2,"\u0061":3}"#, Reason::DuplicateName, 13);
    refused(r#"{"\u20ac":1,"€":2}"#, Reason::DuplicateName, 12);
    refused(r#"{"":1,"":2}"#, Reason::DuplicateName, 6);
    refused(r#"[{"x":{"k":0,"j":1,"k":2}}]"#, Reason::DuplicateName, 19);
    refused(r#"{"abcdefghij":1,"z":0,"abcdefghij":2}"#, Reason::DuplicateName, 22);
    refused(r#"{"b":1,"b":2,"a":3,"a":4}"#, Reason::DuplicateName, 7);
    assert!(
        canonicalise(r#"{"é":1,"e\u0301":2,"a":{"a":{}}}"#.as_bytes(), Mode::Fingerprint).is_ok()
    );
}

#[test]
fn the_grammar_of_numbers_is_strict() {
    let bad = [
        ("01", 1),
        ("-01", 2),
        ("00", 1),
        ("1.", 2),
        ("-", 1),
        ("-a", 1),
        ("1.e1", 2),
        ("1e", 2),
        ("1e+", 3),
        ("+1", 0),
        (".5", 0),
        ("-.5", 1),
        ("NaN", 0),
        ("Infinity", 0),
        ("-Infinity", 1),
        ("1.2e-x", 5),
    ];
    for (text, offset) in bad {
        refused(text, Reason::NumberGrammar, offset);
        refused(format!("[{text}]"), Reason::NumberGrammar, offset + 1);
    }
    refused("0x10", Reason::TrailingBytes, 1);
    refused("1_000", Reason::TrailingBytes, 1);
    refused("1.2.3", Reason::TrailingBytes, 3);
}

#[test]
fn range_and_exactness_are_refused_at_the_first_byte_of_the_number() {
    refused("[1, -1e400]", Reason::NumberOutOfRange, 4);
    refused("{\"amount\":9007199254740993}", Reason::NumberNotExact, 10);
}

#[test]
fn line_and_column_count_from_one_and_columns_count_characters() {
    let found = refusal("{\n  \"é😀\": 01\n}");
    assert_eq!((found.line, found.column, found.offset), (2, 10, 15));
    let found = refusal("");
    assert_eq!((found.line, found.column), (1, 1));
    let found = refusal("[\n\n1\n");
    assert_eq!((found.line, found.column), (4, 1));
}

#[test]
fn a_canonicaliser_is_as_good_as_new_after_a_refusal() {
    let mut canonicaliser = Canonicaliser::new(Mode::Fingerprint);
    for bad in [r#"{"b":{"d":1,"c":[1.50,"#, r#"{"z":1,"\u0061":2,"a":3}"#, "[1e999]"] {
        assert!(canonicaliser.canonicalise(bad.as_bytes()).is_err());
        let form = canonicaliser.canonicalise(br#"{"b":1.0,"a":2}"#).expect("accepted");
        assert_eq!(form, br#"{"a":2,"b":1}"#);
        assert_eq!(canonicaliser.changes().objects_reordered, 1);
        assert_eq!(canonicaliser.changes().numbers_rewritten, 1);
    }
}

/// Bytes that matter to the grammar, more often than chance would bring them.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => prop::sample::select(b"{}[]:,\"\\".to_vec()).prop_map(|byte| vec![byte]),
        2 => prop::sample::select(vec![
            "\"a\":", "\\u", "\\ud83d", "\\ude02", "true", "null", "-0", "1e", "1.5", "\"b\"", " ",
            "\n", "é", "\u{ffff}", "0", "\u{1}",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn random_bytes_never_panic_and_refusals_point_into_the_text(text in soup()) {
        for mode in [Mode::Fingerprint, Mode::Rfc8785] {
            match canonicalise(&text, mode) {
                Ok(form) => prop_assert_eq!(canonicalise(&form, mode), Ok(form.clone())),
                Err(refusal) => {
                    prop_assert!(refusal.offset <= text.len());
                    prop_assert!(refusal.line >= 1 && refusal.column >= 1);
                }
            }
        }
    }

    #[test]
    fn what_another_strict_parser_refuses_is_refused(text in soup()) {
        if serde_json::from_slice::<serde_json::Value>(&text).is_err() {
            prop_assert!(canonicalise(&text, Mode::Rfc8785).is_err());
        }
    }
}

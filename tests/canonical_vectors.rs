//! The published vectors of RFC 8785, each with the expected bytes.
//!
//! Claims: both modes give the published form for each vector; fingerprint mode refuses exactly
//! those whose numbers a double cannot carry.
//! Not covered: texts outside of the published vectors; see `canonical_properties.rs`.

use onceproof::key::json::Reason;
use onceproof::key::{Mode, canonicalise};

fn plain(text: &str) -> String {
    String::from_utf8(canonicalise(text.as_bytes(), Mode::Rfc8785).expect(text)).expect("UTF-8")
}

fn exact(text: &str) -> Result<String, Reason> {
    canonicalise(text.as_bytes(), Mode::Fingerprint)
        .map(|form| String::from_utf8(form).expect("UTF-8"))
        .map_err(|refusal| refusal.reason)
}

fn both(text: &str, form: &str) {
    assert_eq!(plain(text), form, "plain form of {text}");
    assert_eq!(exact(text).as_deref(), Ok(form), "fingerprint form of {text}");
}

#[test]
fn arrays_keep_their_order_and_objects_are_sorted() {
    both(r#"[56,{"d":true,"10":null,"1":[ ]}]"#, r#"[56,{"1":[],"10":null,"d":true}]"#);
}

#[test]
fn nested_structures_are_sorted_at_every_level() {
    both(
        r#"{"1": {"f": {"f": "hi","F": 5} ,"\n": 56.0}, "10": { }, "": "empty", "a": { },
            "111": [ {"e": "yes","E": "no" } ], "A": { }}"#,
        r#"{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}"#,
    );
}

#[test]
fn french_names_ignore_the_locale() {
    both(
        r#"{"peach":1,"péché":2,"pêche":3,"sin":4}"#,
        r#"{"peach":1,"péché":2,"pêche":3,"sin":4}"#,
    );
    both(
        r#"{"sin":4,"pêche":3,"péché":2,"peach":1}"#,
        r#"{"peach":1,"péché":2,"pêche":3,"sin":4}"#,
    );
}

#[test]
fn strings_are_not_normalised() {
    let form = canonicalise(br#""A\u030a""#, Mode::Fingerprint).expect("accepted");
    assert_eq!(form, [0x22, 0x41, 0xcc, 0x8a, 0x22]);
    assert_ne!(exact(r#""A\u030a""#), exact(r#""\u00c5""#));
}

#[test]
fn the_values_vector_is_written_as_published() {
    let text = r#"{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]}"#;
    let form = concat!(
        r#"{"literals":[null,true,false],"#,
        r#""numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#,
        r#""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    );
    assert_eq!(plain(text), form);
    assert_eq!(exact(text), Err(Reason::NumberNotExact), "333333333.33333329 is no double");
    both("[1E30, 4.50, 2e-3, 0.000000000000000000000000001]", "[1e+30,4.5,0.002,1e-27]");
}

#[test]
fn the_weird_names_are_sorted_by_utf_16_code_units() {
    let text = r#"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\u000a": "Newline", "1": "One",
        "\u0080": "Control", "\ud83d\ude02": "Smiley", "\u00f6": "Latin", "\ufb33": "Hebrew",
        "</script>": "Browser"}"#;
    let form = "{\"\\n\":\"Newline\",\"\\r\":\"Carriage Return\",\"1\":\"One\",\
        \"</script>\":\"Browser\",\"\u{80}\":\"Control\",\"\u{f6}\":\"Latin\",\
        \"\u{20ac}\":\"Euro Sign\",\"\u{1f602}\":\"Smiley\",\"\u{fb33}\":\"Hebrew\"}";
    both(text, form);
}

#[test]
fn a_name_comes_before_the_names_that_it_begins() {
    both(r#"{"a!":1,"a b":2,"a":3}"#, r#"{"a":3,"a b":2,"a!":1}"#);
    both(r#"{"abcdefghi":1,"abcdefgh":2}"#, r#"{"abcdefgh":2,"abcdefghi":1}"#);
    both(r#"{"a\u0000":1,"a":2}"#, r#"{"a":2,"a\u0000":1}"#);
}

#[test]
fn every_row_of_the_number_table_is_written_as_published() {
    let table: &[(u64, &str)] = &[
        (0x0000_0000_0000_0000, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0xc340_0000_0000_0000, "-9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
        (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
        (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
        (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"),
        (0x41b3_de43_5555_5554, "333333333.33333325"),
        (0x41b3_de43_5555_5555, "333333333.3333333"),
        (0x41b3_de43_5555_5556, "333333333.3333334"),
        (0x41b3_de43_5555_5557, "333333333.33333343"),
        (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
        (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ];
    for (bits, form) in table {
        let double = f64::from_bits(*bits);
        // The decimal expansion of the double, in full and then as short as possible.
        assert_eq!(plain(&format!("{double:.1074}")), *form, "{bits:016x} in full");
        assert_eq!(plain(&format!("{double:e}")), *form, "{bits:016x} in short");
        assert_eq!(exact(form).as_deref(), Ok(*form), "the form of a form is itself");
    }
}

#[test]
fn what_is_no_number_in_the_table_is_an_error() {
    for text in ["NaN", "Infinity", "-Infinity"] {
        assert_eq!(exact(text), Err(Reason::NumberGrammar), "{text}");
    }
    for text in ["1e309", "-1e400", "1.7976931348623159e308"] {
        assert_eq!(exact(text), Err(Reason::NumberOutOfRange), "{text}");
        let plain = canonicalise(text.as_bytes(), Mode::Rfc8785).map_err(|it| it.reason);
        assert_eq!(plain, Err(Reason::NumberOutOfRange), "{text}");
    }
}

#[test]
fn numbers_that_no_double_carries_are_refused_or_rounded() {
    let rounded = [
        ("9007199254740993", "9007199254740992"),
        ("-9007199254740993", "-9007199254740992"),
        ("295147905179352825856", "295147905179352830000"),
        ("18446744073709551615", "18446744073709552000"),
        ("333333333.33333329", "333333333.3333333"),
        ("1e-400", "0"),
        ("0.1000000000000000055", "0.1"),
        // Half way between two shortest decimals: the double's own value is not its form's.
        ("1424953923781206.25", "1424953923781206.2"),
    ];
    for (text, form) in rounded {
        assert_eq!(exact(text), Err(Reason::NumberNotExact), "{text}");
        assert_eq!(plain(text), form);
    }
}

#[test]
fn one_number_has_one_form_however_it_is_spelt() {
    for text in ["1", "1.0", "1e0", "10e-1", "0.1E+1", "1.000000000000000000000000000000"] {
        both(text, "1");
    }
    for text in ["0", "-0", "-0.0", "0e999999999999999999999", "0.000"] {
        both(text, "0");
    }
    both("200.0", "200");
    both("1e20", "100000000000000000000");
    both("1e21", "1e+21");
    both("123456789012345.60e2", "12345678901234560");
}

#[test]
fn exponents_beyond_any_counter_are_still_read_exactly() {
    let far = format!("0.{}1e1000001", "0".repeat(1_000_000));
    both(&far, "1");
    let wide = format!("1{}e-1000000", "0".repeat(1_000_000));
    both(&wide, "1");
    let huge = "1e99999999999999999999999999";
    assert_eq!(exact(huge), Err(Reason::NumberOutOfRange));
    assert_eq!(exact("1e-99999999999999999999999999"), Err(Reason::NumberNotExact));
    assert_eq!(exact("1.23456789012345678901e-400"), Err(Reason::NumberNotExact));
    assert_eq!(exact("1.234567890123456789e-324"), Err(Reason::NumberNotExact));
    assert_eq!(
        exact("-0.000000000000000000000000000000000000000001234567890123456789e-400"),
        Err(Reason::NumberNotExact)
    );
    // A digit far behind the point decides between two doubles.
    let half = format!("9007199254740993.{}1", "0".repeat(5_000));
    assert_eq!(plain(&half), "9007199254740994");
}

#[test]
fn escapes_take_the_one_published_form() {
    both(r#""\b\t\n\f\r\"\\""#, r#""\b\t\n\f\r\"\\""#);
    both(r#""\u0008\u0009\u000A\u000C\u000D\u0022\u005C""#, r#""\b\t\n\f\r\"\\""#);
    both(r#""\u001F\u0000\u000B""#, r#""\u001f\u0000\u000b""#);
    both(r#""\/\u002f\u007f\u0080\u2028""#, "\"//\u{7f}\u{80}\u{2028}\"");
    both(r#""\ud83d\ude02""#, "\"\u{1f602}\"");
}

#[test]
fn the_canonical_comparison_text_of_the_source_documents_is_its_own_form() {
    let text = r#"{"operation":"prepare_note","sensor_id":"S01","window_ms":200}"#;
    both(text, text);
    both(r#"{ "window_ms": 200.0, "sensor_id": "S01", "operation": "prepare_note" }"#, text);
}

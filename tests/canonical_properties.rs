//! The canonical form as a function of values.
//!
//! Claims: two texts have one form if and only if they denote one value; the form of a form is
//! itself; members may stand in any order. Each property is shown to have teeth by a deliberately
//! broken form that it rejects.
//! Not covered: what the model in `support/values.rs` does not generate.

#[path = "support/values.rs"]
mod values;

use onceproof::key::{Mode, canonicalise};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::cmp::Ordering;
use values::*;

// ---------------------------------------------------------------------------------------------
// The properties, as functions of a form, so that broken forms can be tried too.

/// None where the text is refused.
type Form = fn(&[u8]) -> Option<Vec<u8>>;
type Verdict = Result<(), String>;

fn ours(text: &[u8]) -> Option<Vec<u8>> {
    canonicalise(text, Mode::Fingerprint).ok()
}

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

/// Every generated value is acceptable, whatever its spelling, and all spellings have one form.
fn one_value_has_one_form(form: Form) -> Verdict {
    run(3_000, (any_value(), any::<u64>(), any::<u64>()), |(value, one, other)| {
        let (one, other) = (spelt(&value, one), spelt(&value, other));
        hold(form(&one).is_some() && form(&one) == form(&other), || {
            format!("{} and {}", one.escape_ascii(), other.escape_ascii())
        })
    })
}

/// Texts of different values never share a form.
fn different_values_have_different_forms(form: Form) -> Verdict {
    let small = || {
        prop_oneof![
            any_value(),
            any_number().prop_map(Value::Number),
            any_text().prop_map(Value::Text)
        ]
    };
    run(6_000, (small(), small(), any::<u64>()), |(left, right, style)| {
        let (a, b) = (form(&spelt(&left, style)), form(&spelt(&right, style)));
        let equal = a.is_some() && a == b;
        hold(equal == same(&left, &right) || a.is_none() || b.is_none(), || {
            format!("{left:?} and {right:?}")
        })
    })
}

fn the_form_of_a_form_is_itself(form: Form) -> Verdict {
    run(2_000, (any_value(), any::<u64>()), |(value, style)| match form(&spelt(&value, style)) {
        None => Ok(()),
        Some(once) => hold(form(&once) == Some(once.clone()), || once.escape_ascii().to_string()),
    })
}

/// An accepted number's form denotes the number; only what no double carries is refused.
fn numbers_keep_their_exact_value(form: Form) -> Verdict {
    let digits = "[1-9][0-9]{0,21}";
    let fraction = "(\\.[0-9]{1,12})?";
    let exponent = "(e[+-]?[0-9]{1,2})?";
    let text = format!("-?{digits}{fraction}{exponent}");
    let around =
        (0..64u32, -2..=2i64).prop_map(|(bit, off)| ((1i128 << bit) + i128::from(off)).to_string());
    let texts = prop_oneof![proptest::string::string_regex(&text).expect("a pattern"), around];
    run(20_000, texts, |text| {
        let nearest = text.parse::<f64>().expect("a number");
        // The standard library's shortest text comes from other code than ours. Where two
        // shortest texts are equally near it may choose the other; those have 16 or 17 digits.
        let shortest = decimal(&format!("{nearest:e}"));
        match form(text.as_bytes()) {
            Some(form) => {
                let form = String::from_utf8(form).expect("UTF-8");
                hold(decimal(&form) == decimal(&text), || format!("{text} became {form}"))
            }
            None => hold(shortest != decimal(&text) || shortest.1.len() >= 16, || text.clone()),
        }
    })
}

/// The order of members in a form is that of `str::encode_utf16`.
fn names_are_ordered_by_utf_16(form: Form) -> Verdict {
    let name = prop_oneof![any_text(), "[a-c]{6,10}", "\\PC{0,3}"];
    run(6_000, prop::collection::hash_set(name, 2..6), |names| {
        let mut sorted: Vec<String> = names.into_iter().collect();
        let members = sorted.iter().map(|name| (name.clone(), Value::Literal("1"))).collect();
        let Some(form) = form(&spelt(&Value::Object(members), 0)) else {
            return Ok(());
        };
        sorted.sort_by(|a, b| utf16(a, b));
        let expected: Vec<String> = sorted
            .iter()
            .map(|name| format!("{}:1", serde_json::to_string(name).expect("text")))
            .collect();
        let expected = format!("{{{}}}", expected.join(","));
        hold(form == expected.as_bytes(), || format!("{} is not {expected}", form.escape_ascii()))
    })
}

fn utf16(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

/// A repeated name is refused, however it is spelt.
fn repeated_names_are_refused(form: Form) -> Verdict {
    let name = prop_oneof!["[a-z]{1,9}", "é|€|😀|a\\\\"];
    run(1_000, (name, 0..4usize, any::<u64>(), any::<u64>()), |(name, between, one, other)| {
        let mut text = String::from("{");
        spell_text(&name, one, &mut text);
        text.push_str(":1,");
        (0..between).for_each(|place| text.push_str(&format!("\"_{place}\":0,")));
        spell_text(&name, other, &mut text);
        text.push_str(":2}");
        hold(form(text.as_bytes()).is_none(), || text.clone())
    })
}

fn broken_text_is_refused(form: Form) -> Verdict {
    let broken: [&[u8]; 5] =
        [br#""\ud800""#, br#""\udead\ud800""#, b"\"\xff\"", br#"["\ud83d"]"#, b"\"\xed\xa0\x80\""];
    broken
        .into_iter()
        .try_for_each(|text| hold(form(text).is_none(), || text.escape_ascii().to_string()))
}

// ---------------------------------------------------------------------------------------------

#[test]
fn one_value_has_one_form_however_it_is_spelt() {
    assert_eq!(one_value_has_one_form(ours), Ok(()));
}

#[test]
fn different_values_never_share_a_form() {
    assert_eq!(different_values_have_different_forms(ours), Ok(()));
}

#[test]
fn canonicalising_twice_changes_nothing() {
    assert_eq!(the_form_of_a_form_is_itself(ours), Ok(()));
}

#[test]
fn an_accepted_number_keeps_its_exact_value() {
    assert_eq!(numbers_keep_their_exact_value(ours), Ok(()));
}

#[test]
fn members_are_in_the_order_of_their_utf_16_code_units() {
    assert_eq!(names_are_ordered_by_utf_16(ours), Ok(()));
}

#[test]
fn a_repeated_name_is_refused_however_it_is_spelt() {
    assert_eq!(repeated_names_are_refused(ours), Ok(()));
}

#[test]
fn text_that_is_no_text_is_refused() {
    assert_eq!(broken_text_is_refused(ours), Ok(()));
}

// ---------------------------------------------------------------------------------------------
// Deliberately broken forms, each with the property that rejects it.

fn keeps_the_last_duplicate(text: &[u8]) -> Option<Vec<u8>> {
    let value: serde_json::Value = serde_json::from_slice(text).ok()?;
    ours(&serde_json::to_vec(&value).ok()?)
}

fn rounds_numbers(text: &[u8]) -> Option<Vec<u8>> {
    canonicalise(text, Mode::Rfc8785).ok()
}

fn composes_accents(text: &[u8]) -> Option<Vec<u8>> {
    Some(String::from_utf8(ours(text)?).ok()?.replace("e\u{301}", "é").into_bytes())
}

fn replaces_what_is_no_text(text: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(text);
    ours(text.as_bytes()).or_else(|| ours(text.replace("\\ud", "\\u0").as_bytes()))
}

fn sorts_by_code_point(text: &[u8]) -> Option<Vec<u8>> {
    ours(text)?;
    // Without `preserve_order`, serde_json sorts names by their UTF-8 bytes.
    let value: serde_json::Value = serde_json::from_slice(text).ok()?;
    serde_json::to_vec(&value).ok()
}

fn keeps_the_order_of_members(text: &[u8]) -> Option<Vec<u8>> {
    ours(text)?;
    let text = std::str::from_utf8(text).ok()?;
    Some(text.split_whitespace().collect::<String>().into_bytes())
}

fn keeps_the_spelling_of_numbers(text: &[u8]) -> Option<Vec<u8>> {
    match text {
        [b'-' | b'0'..=b'9', ..] => Some(text.to_vec()),
        _ => ours(text),
    }
}

fn quotes_again(text: &[u8]) -> Option<Vec<u8>> {
    let form = String::from_utf8(ours(text)?).ok()?;
    ours(serde_json::to_string(&form).ok()?.as_bytes())
}

fn drops_null_members(text: &[u8]) -> Option<Vec<u8>> {
    let form = String::from_utf8(ours(text)?).ok()?;
    Some(form.replace("\"a\":null,", "").replace("\"a\":null", "").into_bytes())
}

#[test]
fn every_broken_form_is_rejected_by_a_property() {
    type Row = (&'static str, Form, &'static str, fn(Form) -> Verdict);
    let table: &[Row] = &[
        (
            "duplicates keep the last",
            keeps_the_last_duplicate,
            "a repeated name is refused",
            repeated_names_are_refused,
        ),
        (
            "integers are rounded",
            rounds_numbers,
            "numbers keep their exact value",
            numbers_keep_their_exact_value,
        ),
        (
            "accents are composed",
            composes_accents,
            "different values, different forms",
            different_values_have_different_forms,
        ),
        (
            "broken text is replaced",
            replaces_what_is_no_text,
            "broken text is refused",
            broken_text_is_refused,
        ),
        (
            "sorted by code point",
            sorts_by_code_point,
            "names are ordered by UTF-16",
            names_are_ordered_by_utf_16,
        ),
        (
            "order of members kept",
            keeps_the_order_of_members,
            "one value, one form",
            one_value_has_one_form,
        ),
        (
            "spelling of numbers kept",
            keeps_the_spelling_of_numbers,
            "one value, one form",
            one_value_has_one_form,
        ),
        (
            "quoted again",
            quotes_again,
            "the form of a form is itself",
            the_form_of_a_form_is_itself,
        ),
        (
            "null members dropped",
            drops_null_members,
            "a member more is another form",
            dropped_members_are_seen,
        ),
    ];
    for (mutant, form, property, check) in table {
        assert_eq!(check(ours), Ok(()), "{property} does not hold of the real form");
        assert!(check(*form).is_err(), "the mutant \"{mutant}\" survives \"{property}\"");
    }
}

/// The property of different values on values that differ by one member.
fn dropped_members_are_seen(form: Form) -> Verdict {
    run(500, (any_value(), any::<u64>()), |(value, style)| {
        let with = |members: Vec<(&str, Value)>| {
            let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
            form(&spelt(&Value::Object(members.collect()), style))
        };
        let one = with(vec![("a", Value::Literal("null")), ("b", value.clone())]);
        let other = with(vec![("b", value)]);
        hold(one != other, || "a member more, and one form".to_owned())
    })
}

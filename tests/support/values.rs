//! A model of JSON values, kept apart from how they are spelt, and generators of both.
//!
//! Claims: the model decides equality of values without any code of the crate.
//! Not covered: values deeper than four levels, and strings over a large alphabet.
#![allow(dead_code)] // Each test uses a part.

use proptest::prelude::*;

// The model: what a text denotes, kept apart from how it is spelt.

/// A decimal number as sign, digits without outer zeros, and the power of ten of the last digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal(pub(crate) bool, pub(crate) String, pub(crate) i64);

pub(crate) fn decimal(text: &str) -> Decimal {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let mut power = exponent.parse::<i64>().expect("a small exponent") - fraction.len() as i64;
    let kept = digits.trim_end_matches('0');
    power += (digits.len() - kept.len()) as i64;
    let kept = kept.trim_start_matches('0');
    if kept.is_empty() {
        Decimal(false, String::new(), 0)
    } else {
        Decimal(negative, kept.to_owned(), power)
    }
}

/// A JSON value; a number keeps its spelling.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Literal(&'static str),
    Number(String),
    Text(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

pub(crate) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Literal(a), Value::Literal(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => decimal(a) == decimal(b),
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, a)| b.iter().any(|(other, b)| name == other && same(a, b)))
        }
        _ => false,
    }
}

/// Spells a value; `style` decides white space, escapes and the order of members.
pub(crate) fn spell(value: &Value, style: u64, out: &mut String) {
    let mixed = style.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(out.len() as u64 | 1);
    let space = ["", "", " ", "\n\t"][(mixed >> 33) as usize % 4];
    out.push_str(space);
    match value {
        Value::Literal(word) => out.push_str(word),
        Value::Number(text) => out.push_str(text),
        Value::Text(text) => spell_text(text, mixed, out),
        Value::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                spell(item, style, out);
            }
            out.push_str(space);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let turn = (mixed >> 40) as usize % members.len().max(1);
            for (place, (name, item)) in
                members.iter().cycle().skip(turn).take(members.len()).enumerate()
            {
                out.push_str(if place > 0 { "," } else { "" });
                spell_text(name, mixed, out);
                out.push_str(space);
                out.push(':');
                spell(item, style, out);
            }
            out.push('}');
        }
    }
    out.push_str(space);
}

pub(crate) fn spell_text(text: &str, style: u64, out: &mut String) {
    out.push('"');
    for (place, it) in text.chars().enumerate() {
        let escape = style >> (place % 60) & 1 == 1;
        if escape || it < ' ' || it == '"' || it == '\\' {
            for unit in it.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04X}"));
            }
        } else {
            out.push(it);
        }
    }
    out.push('"');
}

pub(crate) fn spelt(value: &Value, style: u64) -> Vec<u8> {
    let mut out = String::new();
    spell(value, style, &mut out);
    out.into_bytes()
}

// ---------------------------------------------------------------------------------------------
// What is generated: small alphabets, so that near misses and coincidences are common.

pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "A",
        "",
        "é",
        "e\u{301}",
        "\"",
        "\\",
        "/",
        "\n",
        "\u{1f}",
        "\u{7f}",
        "\u{e000}",
        "\u{fffd}",
        "😀",
        "\u{10000}",
        "€",
        ":",
        "\0",
    ]);
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

pub(crate) fn any_number() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "0",
        "-0",
        "1",
        "1.0",
        "1e0",
        "-1",
        "10",
        "1e1",
        "4.50",
        "4.5",
        "0.1",
        "1e-1",
        "1E30",
        "9007199254740992",
        "9007199254740991",
        "9007199254740994",
        "1e21",
        "1e-7",
        "0.0000001",
        "123456789012345",
        "0.30000000000000004",
        "5e-324",
        "1.7976931348623157e308",
    ]);
    let made = (any::<bool>(), 0..200u32, 0..4usize, -3..4i32).prop_map(
        |(negative, digits, zeros, exponent)| {
            let sign = if negative { "-" } else { "" };
            format!(
                "{sign}{digits}.{}{digits}{}e{exponent}",
                "0".repeat(zeros % 2),
                "0".repeat(zeros)
            )
        },
    );
    prop_oneof![known.prop_map(str::to_owned), made]
}

pub(crate) fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["null", "true", "false"]).prop_map(Value::Literal),
        any_number().prop_map(Value::Number),
        any_text().prop_map(Value::Text),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        let members = prop::collection::vec((any_text(), inner.clone()), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::Array),
            members.prop_map(|mut members| {
                let mut seen = std::collections::HashSet::new();
                members.retain(|(name, _)| seen.insert(name.clone()));
                Value::Object(members)
            }),
        ]
    })
}

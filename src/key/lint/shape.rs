//! Keys that a server refuses or a stranger guesses.
//!
//! Claims: the limits are those of named services and of RFC 9651; a key is called guessable only
//! if what could be random in it gives fewer than 40 bits.
//! Checked by: `tests/key_lint.rs`, at each limit and beside it.
//! Not covered: real entropy. A constant that looks random passes.

use super::tokens::{Class, Token, tokens};
use super::{Finding, Rule, Severity, quoted};
use crate::key::times;
use std::collections::BTreeSet;

/// Below this many bits, trying all keys is cheap.
const FEWEST_BITS: f64 = 40.0;

pub(super) fn judge(key: &str, lines: &[usize], exposed: bool, findings: &mut Vec<Finding>) {
    let mut found = |rule, severity, what: String, advice| {
        let shown = if exposed { String::new() } else { format!(" {}", quoted(key)) };
        let sentence = format!("the key{shown} {what}");
        findings.push(Finding { rule, severity, lines: lines.to_vec(), sentence, advice });
    };
    let length = key.chars().count();
    if length > 255 {
        found(
            Rule::LongerThan255,
            Severity::Error,
            format!("has {length} characters; Stripe takes at most 255"),
            "Send a digest of it, such as an intent key.",
        );
    } else if length > 64 {
        found(
            Rule::LongerThan64,
            Severity::Warning,
            format!("has {length} characters; Amazon EC2 and Adyen take at most 64"),
            "Send a digest of it, such as an intent key (56 characters).",
        );
    }
    if let Some(bad) = key.chars().find(|it| !matches!(it, ' '..='~')) {
        found(
            Rule::NotStructuredString,
            Severity::Error,
            format!("holds U+{:04X}, which a structured-field String cannot carry", u32::from(bad)),
            "Use printable ASCII only (RFC 9651 section 3.3.3); a server that parses the \
             Idempotency-Key header may treat this one as absent.",
        );
    }
    let bits = estimated_bits(key);
    if bits < FEWEST_BITS {
        found(
            Rule::KeyGuessable,
            Severity::Warning,
            format!("is easily guessed: about {bits:.0} bits could be random"),
            "Harmless where the scope is the authenticated caller. Elsewhere a stranger can claim \
             the key first: use a digest or a random id, fixed before the first attempt.",
        );
    }
}

/// An upper estimate of what could be random: digits and mixed text by their alphabet,
/// times by the few seconds in which they were probably made, words not at all.
fn estimated_bits(key: &str) -> f64 {
    tokens(key).iter().map(token_bits).sum()
}

fn token_bits(token: &Token<'_>) -> f64 {
    const TIME_BITS: f64 = 10.0;
    let text = token.text;
    let distinct: BTreeSet<u8> = text.bytes().filter(|byte| *byte != b'-').collect();
    if distinct.len() <= 3 {
        return distinct.len() as f64;
    }
    match token.class {
        Class::Delimiter => 0.0,
        Class::Word if !token.is_opaque() => 0.0,
        Class::Time => TIME_BITS,
        Class::Uuid => 122.0,
        Class::Digits if times::epoch_unit(text).is_some() => TIME_BITS,
        Class::Digits | Class::Mixed | Class::Word => {
            let all = |test: fn(&u8) -> bool| text.bytes().all(|byte| test(&byte));
            let letters: f64 = if all(u8::is_ascii_digit) {
                10.0
            } else if all(u8::is_ascii_hexdigit) {
                16.0
            } else if all(|byte| !byte.is_ascii_uppercase())
                || all(|byte| !byte.is_ascii_lowercase())
            {
                32.0
            } else {
                62.0
            };
            text.len() as f64 * letters.log2()
        }
    }
}

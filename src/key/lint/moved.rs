//! What moved between the keys of one intent.
//!
//! Claims: a time, a counter and a random id are told apart where their form shows it, and a field
//! of the arguments that moved along is named.
//! Checked by: `tests/key_lint.rs`.
//! Not covered: a digest hides what moved; then only the fields of the arguments can tell.

use super::tokens::{Class, Token, tokens};
use crate::key::times::{self, Timelike};

/// A field of the arguments that differs between attempts.
#[derive(Clone, Debug)]
pub(super) struct MovedField {
    pub(super) pointer: String,
    pub(super) a_time: bool,
}

/// A field is a time by its form, or by its size and its name together.
pub(super) fn is_time_field(name: &str, words: &str) -> bool {
    match times::looks_like_time(words) {
        Timelike::Surely => true,
        Timelike::Plausible => times::names_a_time(name),
        Timelike::No => false,
    }
}

/// Says what moved. `fields` are the arguments' fields that moved, if arguments are recorded.
pub(super) fn describe(keys: &[&str], fields: Option<&[MovedField]>) -> String {
    let mut kinds: Vec<Moved> = Vec::new();
    if let [first, others @ ..] = keys {
        let first = tokens(first);
        for kind in others.iter().flat_map(|other| between(&first, &tokens(other))) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    let arguments_stayed = fields.is_some_and(<[MovedField]>::is_empty);
    let mut parts: Vec<String> =
        kinds.into_iter().map(|kind| kind.words(arguments_stayed).to_owned()).collect();
    if parts.is_empty() {
        parts.push("its text".to_owned());
    }
    let mut sentence = parts.join(" and ");
    match fields {
        None => {}
        Some([]) => sentence.push_str(", while the arguments stayed the same"),
        Some(fields) => {
            let named: Vec<String> = fields.iter().take(5).map(named).collect();
            sentence.push_str(", and with it the arguments at ");
            sentence.push_str(&named.join(", "));
        }
    }
    sentence
}

fn named(field: &MovedField) -> String {
    let pointer = super::shown_pointer(&field.pointer);
    format!("{pointer}{}", if field.a_time { " (a time)" } else { "" })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    IsoTime,
    EpochTime(&'static str),
    Counter,
    Number,
    Uuid,
    Opaque,
    Other,
}

impl Moved {
    fn words(self, arguments_stayed: bool) -> &'static str {
        match self {
            Moved::IsoTime => "a time (ISO 8601)",
            Moved::EpochTime("epoch seconds") => "a time (epoch seconds)",
            Moved::EpochTime("epoch milliseconds") => "a time (epoch milliseconds)",
            Moved::EpochTime(_) => "a time (epoch, finer than milliseconds)",
            Moved::Counter => "a counter",
            Moved::Number => "a number",
            Moved::Uuid => "a random id (UUID)",
            Moved::Opaque if arguments_stayed => "a random id (opaque text)",
            Moved::Opaque => "an opaque part (a random id, or a digest of something that moved)",
            Moved::Other => "its text",
        }
    }
}

/// Compares two keys token by token, behind what they have in common.
fn between(first: &[Token<'_>], second: &[Token<'_>]) -> Vec<Moved> {
    let prefix = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let (a, b) =
        (first.get(prefix..).unwrap_or_default(), second.get(prefix..).unwrap_or_default());
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let a = a.get(..a.len() - suffix).unwrap_or_default();
    let b = b.get(..b.len() - suffix).unwrap_or_default();
    if a.len() == b.len() {
        let pairs = a.iter().zip(b).filter(|(a, b)| a != b);
        return pairs.map(|(a, b)| between_tokens(a, b)).collect();
    }
    vec![added(a, b)]
}

fn between_tokens(a: &Token<'_>, b: &Token<'_>) -> Moved {
    match (a.class, b.class) {
        (Class::Time, Class::Time) => Moved::IsoTime,
        (Class::Uuid, Class::Uuid) => Moved::Uuid,
        (Class::Digits, Class::Digits) => between_numbers(a.text, b.text),
        _ => match (split_tail(a.text), split_tail(b.text)) {
            (Some((word, x)), Some((other, y))) if word == other => between_numbers(x, y),
            _ if a.is_opaque() && b.is_opaque() => Moved::Opaque,
            _ => Moved::Other,
        },
    }
}

/// Up to how far apart two numbers are taken for steps of one counter.
const COUNTER_REACH: u64 = 1_000;

fn between_numbers(a: &str, b: &str) -> Moved {
    match (times::epoch_unit(a), times::epoch_unit(b)) {
        (Some(unit), Some(other)) if unit == other => return Moved::EpochTime(unit),
        _ => {}
    }
    match (a.parse::<u64>(), b.parse::<u64>()) {
        (Ok(a), Ok(b)) if a.abs_diff(b) <= COUNTER_REACH => Moved::Counter,
        _ => Moved::Number,
    }
}

/// `retry12` as `retry` and `12`; only letters before only digits.
fn split_tail(text: &str) -> Option<(&str, &str)> {
    let at = text.find(|it: char| it.is_ascii_digit())?;
    let (word, digits) = text.split_at_checked(at)?;
    let formed = !word.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    formed.then_some((word, digits))
}

/// One key has tokens that the other has not.
fn added(a: &[Token<'_>], b: &[Token<'_>]) -> Moved {
    const RETRY_WORDS: [&str; 9] =
        ["retry", "attempt", "try", "again", "resend", "rerun", "copy", "redelivery", "repeat"];
    let longer = if a.len() > b.len() { a } else { b };
    let retry = longer.iter().chain(a).any(|token| {
        let word = split_tail(token.text).map_or(token.text, |(word, _)| word).to_lowercase();
        RETRY_WORDS.contains(&word.as_str())
    });
    let short_number = |token: &Token<'_>| token.class == Class::Digits && token.text.len() <= 4;
    let only_number =
        longer.iter().filter(|token| token.class != Class::Delimiter).all(short_number);
    let epoch = || longer.iter().find_map(|token| times::epoch_unit(token.text));
    if retry || only_number {
        Moved::Counter
    } else if longer.iter().any(|token| token.class == Class::Time) {
        Moved::IsoTime
    } else if let Some(unit) = epoch() {
        Moved::EpochTime(unit)
    } else if longer.iter().any(|token| token.class == Class::Uuid) {
        Moved::Uuid
    } else if longer.iter().any(Token::is_opaque) {
        Moved::Opaque
    } else {
        Moved::Other
    }
}

//! Cutting a key into tokens.
//!
//! Claims: the tokens joined are the key; a UUID and an ISO 8601 time are one token each.
//! Checked by: `tests/key_lint.rs`, through the rules that use tokens.
//! Not covered: base64 with `+` or `/` inside falls into several tokens.

use crate::key::times;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Uuid,
    Time,
    /// Decimal digits only.
    Digits,
    /// Letters only.
    Word,
    /// Letters and digits.
    Mixed,
    /// One character that is neither.
    Delimiter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) class: Class,
    pub(super) text: &'a str,
}

impl Token<'_> {
    /// Long and irregular enough to be a random id or a digest.
    pub(super) fn is_opaque(&self) -> bool {
        let text = self.text;
        match self.class {
            Class::Uuid => true,
            Class::Mixed => {
                let flips = text.as_bytes().windows(2).filter(|pair| match pair {
                    [a, b] => a.is_ascii_digit() != b.is_ascii_digit(),
                    _ => false,
                });
                text.len() >= 8 && flips.count() >= 3
            }
            Class::Word => {
                let upper = text.bytes().filter(u8::is_ascii_uppercase).count();
                let lower = text.bytes().filter(u8::is_ascii_lowercase).count();
                text.len() >= 16 && upper >= 4 && lower >= 4
            }
            Class::Digits => text.len() >= 16 && times::epoch_unit(text).is_none(),
            Class::Time | Class::Delimiter => false,
        }
    }
}

/// Cuts a key into tokens.
pub(super) fn tokens(key: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut rest = key;
    while let Some(first) = rest.chars().next() {
        let (class, length) = if !first.is_alphanumeric() {
            (Class::Delimiter, first.len_utf8())
        } else if let Some(length) = uuid_length(rest) {
            (Class::Uuid, length)
        } else if let Some(length) = time_length(rest) {
            (Class::Time, length)
        } else {
            run(rest)
        };
        let Some((text, tail)) = rest.split_at_checked(length.max(1)) else {
            break;
        };
        all.push(Token { class, text });
        rest = tail;
    }
    all
}

fn run(text: &str) -> (Class, usize) {
    let length = text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len());
    let run = text.get(..length).unwrap_or_default();
    let digits = run.bytes().filter(u8::is_ascii_digit).count();
    let class = match digits {
        0 => Class::Word,
        _ if digits == length => Class::Digits,
        _ => Class::Mixed,
    };
    (class, length)
}

fn ends_there(text: &str, length: usize) -> bool {
    text.get(length..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

fn time_length(text: &str) -> Option<usize> {
    times::iso_length(text.as_bytes()).filter(|length| ends_there(text, *length))
}

/// The length of the UUID (RFC 9562, text form) at the start.
fn uuid_length(text: &str) -> Option<usize> {
    const LENGTH: usize = 36;
    let start = text.get(..LENGTH)?;
    let formed = start.bytes().enumerate().all(|(place, byte)| match place {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    });
    (formed && ends_there(text, LENGTH)).then_some(LENGTH)
}

//! What the strict reader refuses, by name and place.
//!
//! Claims: every refusal names one rule and the place in the text.
//! Checked by: `tests/hostile_json.rs`, one text and one offset for each reason.
//! Not covered: only the first refusal is reported; the rest of the text is not read.

use std::fmt;

/// Why a JSON text was refused. Each variant is one rule of RFC 8259, RFC 7493 or RFC 8785,
/// or one stated limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes are not UTF-8 (RFC 8259 section 8.1).
    NotUtf8,
    /// The text starts with a byte order mark (RFC 8259 section 8.1).
    ByteOrderMark,
    /// There is no value: no bytes, or white space only.
    Empty,
    /// The text ends inside a value.
    UnexpectedEnd,
    /// This byte cannot stand here (RFC 8259 section 2).
    UnexpectedByte(u8),
    /// Something follows the value.
    TrailingBytes,
    /// A raw control character in a string (RFC 8259 section 7).
    ControlCharacter(u8),
    /// An escape that RFC 8259 section 7 does not list.
    BadEscape,
    /// Half of a surrogate pair (RFC 7493 section 2.1).
    LoneSurrogate,
    /// A noncharacter in a name or a string (RFC 7493 section 2.1).
    Noncharacter(char),
    /// Two members of one object have the same unescaped name (RFC 7493 section 2.3).
    DuplicateName,
    /// Arrays and objects are nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep,
    /// The number is larger than any finite double (RFC 8785 section 3.2.2.3).
    NumberOutOfRange,
    /// The canonical text of the number would denote another decimal value.
    NumberNotExact,
    /// The text is not a number of RFC 8259 section 6: leading zeros, `1.`, `+1`, `NaN`.
    NumberGrammar,
    /// The text has more bytes than the limit that it was read under.
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
}

impl Reason {
    /// The stable name of the rule, for machines.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::NotUtf8 => "not-utf-8",
            Reason::ByteOrderMark => "byte-order-mark",
            Reason::Empty => "empty",
            Reason::UnexpectedEnd => "unexpected-end",
            Reason::UnexpectedByte(_) => "unexpected-byte",
            Reason::TrailingBytes => "trailing-bytes",
            Reason::ControlCharacter(_) => "control-character",
            Reason::BadEscape => "bad-escape",
            Reason::LoneSurrogate => "lone-surrogate",
            Reason::Noncharacter(_) => "noncharacter",
            Reason::DuplicateName => "duplicate-name",
            Reason::TooDeep => "too-deep",
            Reason::NumberOutOfRange => "number-out-of-range",
            Reason::NumberNotExact => "number-not-exact",
            Reason::NumberGrammar => "number-grammar",
            Reason::TooLarge { .. } => "too-large",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotUtf8 => out.write_str("the bytes are not UTF-8"),
            Reason::ByteOrderMark => out.write_str("the text starts with a byte order mark"),
            Reason::Empty => out.write_str("there is no JSON value"),
            Reason::UnexpectedEnd => out.write_str("the text ends inside a value"),
            Reason::UnexpectedByte(byte) => match byte {
                0x20..=0x7e => write!(out, "`{}` cannot stand here", char::from(*byte)),
                _ => write!(out, "the byte 0x{byte:02x} cannot stand here"),
            },
            Reason::TrailingBytes => out.write_str("something follows the value"),
            Reason::ControlCharacter(byte) => {
                write!(out, "the control character U+{byte:04X} must be escaped in a string")
            }
            Reason::BadEscape => out.write_str("JSON has no such escape"),
            Reason::LoneSurrogate => out.write_str("half of a surrogate pair is not a character"),
            Reason::Noncharacter(it) => {
                write!(out, "U+{:04X} is a noncharacter, which I-JSON forbids", u32::from(*it))
            }
            Reason::DuplicateName => out.write_str("this object already has a member of that name"),
            Reason::TooDeep => {
                write!(out, "arrays and objects are nested deeper than {}", super::MAX_DEPTH)
            }
            Reason::NumberOutOfRange => out.write_str("the number is larger than any finite double"),
            Reason::NumberNotExact => out.write_str(
                "a double cannot carry this number exactly; send it as a string, or use plain RFC 8785",
            ),
            Reason::NumberGrammar => out.write_str("this is not a JSON number"),
            Reason::TooLarge { limit } => write!(out, "the text is longer than {limit} bytes"),
        }
    }
}

/// A refusal: the rule that was broken, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// The rule.
    pub reason: Reason,
    /// Bytes before the place, so 0 is the first byte. A refused number's range or exactness
    /// points to its first byte, a duplicate to the opening quote of the second name,
    /// anything else to the byte that broke the rule.
    pub offset: usize,
    /// The line, from 1; lines end at U+000A.
    pub line: usize,
    /// The column, from 1, counted in characters (Unicode scalar values), not in bytes.
    pub column: usize,
}

impl Refusal {
    /// Finds line and column of `offset` in `text`; the bytes before it must be UTF-8.
    pub(crate) fn at(text: &[u8], offset: usize, reason: Reason) -> Refusal {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let on_line = before.iter().skip(line_start);
        let column = 1 + on_line.filter(|byte| **byte & 0xc0 != 0x80).count();
        Refusal { reason, offset, line, column }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { reason, offset, line, column } = self;
        write!(out, "{reason} (line {line}, column {column}, byte {offset})")
    }
}

impl std::error::Error for Refusal {}

//! The canonical form of a JSON text (RFC 8785, JSON Canonicalization Scheme).
//!
//! **What it claims.** Members are sorted by the UTF-16 code units of their unescaped names, no
//! white space is left, strings keep only the escapes that RFC 8785 section 3.2.2.2 asks for, and
//! numbers are written as ECMAScript writes them. In [`Mode::Fingerprint`] two texts have the
//! same form if and only if they are the same value: same structure, same characters, same
//! decimal numbers. Numbers for which that would fail are refused. The form of a form is itself.
//! Strings are never normalised: `"Å"` and `"A\u030a"` stay apart.
//!
//! **How that is checked.** The published vectors in `tests/canonical_vectors.rs`; an independent
//! model of values and decimals, and two other implementations, in
//! `tests/canonical_properties.rs`; deliberately broken forms that the same properties reject.
//!
//! **What is not covered.** In [`Mode::Rfc8785`] numbers are rounded to the nearest double, so
//! that 9007199254740993 and 9007199254740992 share a form. `-0` and `0` share the form `0` in
//! both modes (RFC 8785 prescribes it, and both denote the same number), as do `1`, `1.0` and `1e0`.
//! Members that are out of order are moved once for each unordered object around them, so a
//! hostile text can cost [`MAX_DEPTH`](super::json::MAX_DEPTH) times the copying of a plain one.

use super::json::members::Member;
use super::json::number::{self, Token};
use super::json::reader::{self, Scratch, Sink};
use super::json::{Limits, Reason, Refusal};
use std::ops::Range;

/// What to do with numbers that a double cannot carry exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Refuse them, so that different values never share a form.
    #[default]
    Fingerprint,
    /// Round them, as plain RFC 8785 does.
    Rfc8785,
}

/// What changed between a text and its canonical form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Bytes of white space that were dropped.
    pub space: usize,
    /// Objects whose members were put in order.
    pub objects_reordered: usize,
    /// Escapes that were written in another way.
    pub escapes_rewritten: usize,
    /// Numbers that were written in another way.
    pub numbers_rewritten: usize,
    /// Where the first eight such numbers stand in the source, in bytes.
    pub number_samples: Vec<Range<usize>>,
}

impl Changes {
    /// The most entries of [`number_samples`](Changes::number_samples).
    pub const MOST_SAMPLES: usize = 8;

    fn clear(&mut self) {
        let mut number_samples = std::mem::take(&mut self.number_samples);
        number_samples.clear();
        *self = Changes { number_samples, ..Changes::default() };
    }

    fn number(&mut self, token: &Token<'_>) {
        self.numbers_rewritten += 1;
        if self.number_samples.len() < Changes::MOST_SAMPLES {
            self.number_samples.push(token.start..token.end);
        }
    }
}

/// Writes canonical forms, one after another, reusing its memory.
///
/// ```
/// use onceproof::key::{Canonicaliser, Mode};
/// let mut canonicaliser = Canonicaliser::new(Mode::Fingerprint);
/// let form = canonicaliser.canonicalise(br#"{"b": 4.50, "a": [1E30]}"#)?;
/// assert_eq!(form, br#"{"a":[1e+30],"b":4.5}"#);
/// # Ok::<(), onceproof::key::json::Refusal>(())
/// ```
#[derive(Debug, Default)]
pub struct Canonicaliser {
    mode: Mode,
    limits: Limits,
    scratch: Scratch,
    out: Vec<u8>,
    sorted: Vec<u8>,
    changes: Changes,
}

/// Memory beyond this is given back at the call after the one that needed it, for each buffer.
const KEPT_BYTES: usize = 1 << 20;

impl Canonicaliser {
    /// A canonicaliser with the default [`Limits`].
    pub fn new(mode: Mode) -> Canonicaliser {
        Canonicaliser { mode, ..Canonicaliser::default() }
    }

    /// The same, with other limits.
    pub fn with_limits(mode: Mode, limits: Limits) -> Canonicaliser {
        Canonicaliser { mode, limits, ..Canonicaliser::default() }
    }

    /// The canonical form of `text`, or the first rule that it breaks. The form lives in this
    /// canonicaliser's memory, or in `text` itself where that is canonical already.
    pub fn canonicalise<'a>(&'a mut self, text: &'a [u8]) -> Result<&'a [u8], Refusal> {
        self.canonicalise_as(self.mode, text)
    }

    pub(crate) fn canonicalise_as<'a>(
        &'a mut self,
        mode: Mode,
        text: &'a [u8],
    ) -> Result<&'a [u8], Refusal> {
        self.reset();
        let mut writer = Writer {
            text,
            exact: mode == Mode::Fingerprint,
            copied: 0,
            out: &mut self.out,
            sorted: &mut self.sorted,
            changes: &mut self.changes,
        };
        reader::read(text, self.limits, &mut self.scratch, &mut writer)?;
        if writer.copied == 0 && writer.out.is_empty() {
            return Ok(text);
        }
        writer.copy(text.len());
        Ok(&self.out)
    }

    /// What the last successful call changed.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    fn reset(&mut self) {
        self.out.clear();
        self.sorted.clear();
        self.changes.clear();
        self.out.shrink_to(self.out.capacity().min(KEPT_BYTES));
        self.sorted.shrink_to(self.sorted.capacity().min(KEPT_BYTES));
        self.scratch.shrink(KEPT_BYTES);
    }
}

/// The canonical form of one text, in memory of its own.
///
/// ```
/// use onceproof::key::{Mode, canonicalise};
/// assert_eq!(canonicalise(b"[ 2e-3 ]", Mode::Fingerprint)?, b"[0.002]");
/// assert!(canonicalise(b"[9007199254740993]", Mode::Fingerprint).is_err());
/// assert_eq!(canonicalise(b"[9007199254740993]", Mode::Rfc8785)?, b"[9007199254740992]");
/// # Ok::<(), onceproof::key::json::Refusal>(())
/// ```
pub fn canonicalise(text: &[u8], mode: Mode) -> Result<Vec<u8>, Refusal> {
    Canonicaliser::new(mode).canonicalise(text).map(<[u8]>::to_vec)
}

/// Writes the form while the reader reads. Text that is canonical as it stands is not copied
/// until something differs: `copied` says up to where `out` already has it.
struct Writer<'a> {
    text: &'a [u8],
    exact: bool,
    copied: usize,
    out: &'a mut Vec<u8>,
    sorted: &'a mut Vec<u8>,
    changes: &'a mut Changes,
}

impl Writer<'_> {
    #[inline]
    fn copy(&mut self, to: usize) {
        self.out.extend_from_slice(self.text.get(self.copied..to).unwrap_or_default());
        self.copied = to;
    }

    fn replace(&mut self, from: usize, to: usize, with: &[u8]) {
        self.copy(from);
        self.out.extend_from_slice(with);
        self.copied = to;
    }
}

impl Writer<'_> {
    #[inline(never)]
    fn rewrite(&mut self, token: &Token<'_>) -> Result<(), Reason> {
        if let Some(end) = token.canonical_mantissa_end() {
            self.replace(end, token.end, token.exponent_text().as_bytes());
        } else {
            let canonical = number::canonical(token, self.exact)?;
            if self.text.get(token.start..token.end) == Some(canonical.as_bytes()) {
                return Ok(());
            }
            self.replace(token.start, token.end, canonical.as_bytes());
        }
        self.changes.number(token);
        Ok(())
    }
}

impl Sink for Writer<'_> {
    #[inline]
    fn space(&mut self, from: usize, to: usize) {
        self.copy(from);
        self.copied = to;
        self.changes.space += to - from;
    }

    fn escape(&mut self, from: usize, to: usize, decoded: char) {
        let mut buffer = [0; 6];
        let canonical = escaped(decoded, &mut buffer);
        if self.text.get(from..to) != Some(canonical) {
            self.replace(from, to, canonical);
            self.changes.escapes_rewritten += 1;
        }
    }

    #[inline]
    fn number(&mut self, token: &Token<'_>) -> Result<(), Reason> {
        match token.canonical_end() {
            None => self.rewrite(token),
            Some(end) => {
                if end < token.end {
                    self.copy(end);
                    self.copied = token.end;
                    self.changes.number(token);
                }
                Ok(())
            }
        }
    }

    #[inline]
    fn place(&self, at: usize) -> usize {
        self.out.len() + (at - self.copied)
    }

    fn reorder(&mut self, members: &[Member], at: usize) {
        self.copy(at);
        let first = members.iter().map(|member| member.place.0).min().unwrap_or(self.out.len());
        self.sorted.clear();
        for member in members {
            let text = self.out.get(member.place.0..member.place.1).unwrap_or_default();
            self.sorted.extend_from_slice(text);
            self.sorted.push(b',');
        }
        self.sorted.pop();
        self.out.truncate(first);
        self.out.extend_from_slice(self.sorted);
        self.changes.objects_reordered += 1;
    }
}

/// How RFC 8785 section 3.2.2.2 writes a character that came as an escape.
fn escaped(decoded: char, buffer: &mut [u8; 6]) -> &[u8] {
    match decoded {
        '"' => b"\\\"",
        '\\' => b"\\\\",
        '\u{8}' => b"\\b",
        '\t' => b"\\t",
        '\n' => b"\\n",
        '\u{c}' => b"\\f",
        '\r' => b"\\r",
        '\0'..='\u{1f}' => {
            let code = decoded as u8;
            let hex = |nibble: u8| {
                if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
            };
            *buffer = [b'\\', b'u', b'0', b'0', hex(code >> 4), hex(code & 15)];
            buffer
        }
        other => other.encode_utf8(buffer).as_bytes(),
    }
}

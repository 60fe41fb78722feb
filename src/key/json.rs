//! A strict reader of JSON text.
//!
//! **What it claims.** A text is accepted if and only if it is JSON by RFC 8259, keeps the strict
//! rules of I-JSON (RFC 7493: no duplicate names, no surrogates, no noncharacters), nests no
//! deeper than [`MAX_DEPTH`] and is no longer than its [`Limits`]. A refusal names the rule and
//! the place. The reader does not recurse, and its memory is at most 128 bytes for each
//! member that is open at one time, besides the text.
//!
//! **How that is checked.** `tests/hostile_json.rs` has a text for each reason, very deep and
//! very long texts, and random bytes; `tests/canonical_properties.rs` compares with other readers.
//!
//! **What is not covered.** RFC 7493 also advises on things that are no errors here: a scalar at
//! the top level is accepted, and the form of times is not looked at.

pub(crate) mod members;
pub(crate) mod number;
pub(crate) mod outline;
pub(crate) mod reader;
mod refusal;
pub(crate) mod scan;
mod shortest;
#[cfg(test)]
#[expect(clippy::expect_used, clippy::indexing_slicing, reason = "tests")]
mod shortest_tests;
mod written;

pub use refusal::{Reason, Refusal};

/// How deep arrays and objects may nest. 128 is what widespread parsers allow by default.
pub const MAX_DEPTH: usize = 128;

/// The most objects that a line of ours lays around a value of any form: it stands at
/// `/do/resolve/finding/applied/outcome/success/result`.
const AROUND: usize = 7;

/// Limits of one reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes that a text may have.
    pub bytes: usize,
}

impl Limits {
    /// 16 MiB: far above any request payload, and small enough to hold in memory several times.
    pub const DEFAULT_BYTES: usize = 16 << 20;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: Limits::DEFAULT_BYTES }
    }
}

/// Checks that `text` is acceptable JSON whose numbers are within the range of a double,
/// and nothing more.
///
/// ```
/// use onceproof::key::json::{Limits, Reason, check};
/// assert!(check(b"{\"a\": 1}", Limits::default()).is_ok());
/// let refusal = check(b"{\"a\": 1, \"\\u0061\": 2}", Limits::default()).unwrap_err();
/// assert_eq!((refusal.reason, refusal.offset), (Reason::DuplicateName, 9));
/// ```
pub fn check(text: &[u8], limits: Limits) -> Result<(), Refusal> {
    Checker::default().check(text, limits, MAX_DEPTH)
}

/// Does what [`check`] does for one text after another, reusing its memory.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    scratch: reader::Scratch,
}

impl Checker {
    /// Memory beyond this is given back, for each buffer.
    const KEPT_BYTES: usize = 1 << 16;

    /// Checks a line. Values of any form in it may nest as deep as if each stood alone; whether
    /// the line as a whole nests deeper, so that each has to be checked, is what is answered.
    #[cfg(feature = "trace")]
    pub(crate) fn check_line(&mut self, line: &[u8]) -> Result<bool, Refusal> {
        let limits = Limits { bytes: line.len() };
        match self.check(line, limits, MAX_DEPTH) {
            Err(refusal) if refusal.reason == Reason::TooDeep => {
                self.check(line, limits, MAX_DEPTH + AROUND).map(|()| true)
            }
            checked => checked.map(|()| false),
        }
    }

    fn check(&mut self, text: &[u8], limits: Limits, depth: usize) -> Result<(), Refusal> {
        struct Nobody;
        impl reader::Sink for Nobody {
            #[inline]
            fn number(&mut self, token: &number::Token<'_>) -> Result<(), Reason> {
                match token.canonical_end() {
                    Some(_) => Ok(()),
                    None => number::canonical(token, false).map(drop),
                }
            }
        }
        let checked = reader::read_nested(text, limits, depth, &mut self.scratch, &mut Nobody);
        self.scratch.shrink(Checker::KEPT_BYTES);
        checked
    }
}

/// Where the value at a path begins, in bytes; None when there is no such value, or the text is
/// not acceptable. A path is an RFC 6901 pointer, in which the step `*` stands for any member.
///
/// ```
/// use onceproof::key::json::place_of;
/// assert_eq!(place_of(br#"{"do": {"begin": {"claim": 7}}}"#, "/do/*/claim"), Some(27));
/// assert_eq!(place_of(br#"{"do": {}}"#, "/do/*/claim"), None);
/// ```
pub fn place_of(text: &[u8], path: &str) -> Option<usize> {
    let outline = outline::Outline::of_line(text, MAX_DEPTH + AROUND).ok()?;
    outline.first_at(path)
}

//! What can be wrong with a trace, by name and place.
//!
//! *What it claims.* An error says the line, the byte column, the byte in the file, the member,
//! the rule that is broken and, where a name is misspelled, the name that was likely meant.
//! *How that is checked.* `tests/trace_format.rs`: one bad sample a fault, with its place.
//! *What is not covered.* Only the first fault of a line is reported.

use super::name::{Kind, Member, Path};
use crate::key::json;
use std::fmt::{Display, Formatter};

/// An error, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// The line, from 1. The header is line 1.
    pub line: u64,
    /// The column in bytes, from 1. One behind the last byte means the end of the line.
    pub column: u64,
    /// The bytes of the file before the place.
    pub offset: u64,
    /// Where in the line: an RFC 6901 pointer; empty for the line as a whole.
    pub member: Path,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no header: the file is empty.
    NoHeader,
    /// The line is empty, or white space only.
    EmptyLine,
    /// The line has more bytes than the limit.
    LineTooLong {
        /// The limit in bytes, without the line end.
        limit: usize,
    },
    /// There are more events than the limit.
    TooManyEvents {
        /// The limit.
        limit: u64,
    },
    /// The line is not strict JSON.
    Json(json::Reason),
    /// The line is JSON, and not of the form that is wanted.
    Shape {
        /// What is wrong, in serde's words.
        what: String,
        /// The name that was likely meant.
        nearest: Option<String>,
    },
    /// The format's version is one that this reader does not know.
    Version {
        /// The version, as it is written.
        version: String,
    },
    /// An operation or the contract is well-formed, and says nothing possible.
    Form {
        /// What is wrong.
        what: String,
    },
    /// No clock is declared.
    NoClock,
    /// A name that must not be empty is.
    EmptyName,
    /// A name is declared, or an id is given, a second time.
    NameTwice {
        /// The name.
        name: String,
    },
    /// A clock or destination is not declared in the header.
    Undeclared {
        /// What: `clock` or `destination`.
        what: &'static str,
        /// Its name.
        name: String,
        /// The declared name that was likely meant.
        nearest: Option<String>,
    },
    /// The number is outside its range.
    OutOfRange {
        /// The smallest number allowed.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// The time of an event is not a number.
    TimeWithoutEnd,
    /// `seq` is not larger than that of the event before.
    SeqNotIncreasing {
        /// The number before.
        before: u64,
    },
    /// The time is smaller than an earlier one on the same clock.
    TimeWentBack {
        /// The earlier time, in ticks.
        before: u64,
    },
    /// The clock cannot have jumped so far: it had read a later time than that before the jump.
    JumpTooFar {
        /// What the clock had read, in ticks.
        before: u64,
    },
    /// The kind of event does not have that member.
    MemberForbidden {
        /// The kind.
        kind: Kind,
        /// The member.
        member: Member,
    },
    /// The kind of event needs that member.
    MemberMissing {
        /// The kind.
        kind: Kind,
        /// The member.
        member: Member,
    },
    /// The event contradicts the header.
    ContradictsHeader {
        /// How.
        what: &'static str,
    },
    /// The event contradicts an earlier one.
    ContradictsEarlier {
        /// How.
        what: &'static str,
        /// The `seq` of the earlier event.
        seq: u64,
    },
    /// The event needs an earlier one that is not there, and that the header does not declare
    /// missing.
    WithoutEarlier {
        /// What is not there.
        what: &'static str,
    },
    /// The file could not be read.
    Io {
        /// What the system said.
        what: String,
    },
}

impl Fault {
    /// The stable name of the rule, for machines.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Fault::NoHeader => "no-header",
            Fault::EmptyLine => "empty-line",
            Fault::LineTooLong { .. } => "line-too-long",
            Fault::TooManyEvents { .. } => "too-many-events",
            Fault::Json(reason) => reason.name(),
            Fault::Shape { .. } => "shape",
            Fault::Version { .. } => "version",
            Fault::Form { .. } => "form",
            Fault::NoClock => "no-clock",
            Fault::EmptyName => "empty-name",
            Fault::NameTwice { .. } => "name-twice",
            Fault::Undeclared { .. } => "undeclared",
            Fault::OutOfRange { .. } => "out-of-range",
            Fault::TimeWithoutEnd => "time-without-end",
            Fault::SeqNotIncreasing { .. } => "seq-not-increasing",
            Fault::TimeWentBack { .. } => "time-went-back",
            Fault::JumpTooFar { .. } => "jump-too-far",
            Fault::MemberForbidden { .. } => "member-forbidden",
            Fault::MemberMissing { .. } => "member-missing",
            Fault::ContradictsHeader { .. } => "contradicts-header",
            Fault::ContradictsEarlier { .. } => "contradicts-earlier",
            Fault::WithoutEarlier { .. } => "without-earlier",
            Fault::Io { .. } => "io",
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::NoHeader => f.write_str("the file is empty: the first line is the header"),
            Fault::EmptyLine => f.write_str("the line is empty"),
            Fault::LineTooLong { limit } => write!(f, "the line has more than {limit} bytes"),
            Fault::TooManyEvents { limit } => write!(f, "there are more than {limit} events"),
            Fault::Json(reason) => Display::fmt(reason, f),
            Fault::Shape { what, nearest } => {
                f.write_str(what)?;
                suggest(f, nearest.as_deref())
            }
            Fault::Version { version } => {
                write!(f, "version {version} is not known here; this reader knows version 1")
            }
            Fault::Form { what } => f.write_str(what),
            Fault::NoClock => f.write_str("a trace has at least one clock"),
            Fault::EmptyName => f.write_str("the name is empty"),
            Fault::NameTwice { name } => write!(f, "`{name}` is taken already"),
            Fault::Undeclared { what, name, nearest } => {
                write!(f, "no {what} named `{name}` is declared in the header")?;
                suggest(f, nearest.as_deref())
            }
            Fault::OutOfRange { least, most } => write!(f, "the number is not {least} to {most}"),
            Fault::TimeWithoutEnd => f.write_str("an event has a time that is a number of ticks"),
            Fault::SeqNotIncreasing { before } => {
                write!(f, "the number is not larger than {before}, that of the event before")
            }
            Fault::TimeWentBack { before } => {
                write!(f, "the time is before {before}, which this clock has read already")
            }
            Fault::JumpTooFar { before } => {
                write!(f, "the clock had read {before}, and cannot have jumped so far")
            }
            Fault::MemberForbidden { kind, member } => {
                write!(f, "an event `{kind}` has no member `{member}` here")
            }
            Fault::MemberMissing { kind, member } => {
                write!(f, "an event `{kind}` needs the member `{member}` here")
            }
            Fault::ContradictsHeader { what } => {
                write!(f, "this contradicts the header: {what}")
            }
            Fault::ContradictsEarlier { what, seq } => {
                write!(f, "this contradicts event {seq}: {what}")
            }
            Fault::WithoutEarlier { what } => {
                write!(f, "{what}, and the header does not declare it missing")
            }
            Fault::Io { what } => write!(f, "the file could not be read: {what}"),
        }
    }
}

impl Display for TraceError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let TraceError { line, column, offset, member, fault } = self;
        write!(f, "line {line}, column {column} (byte {offset}), {member}: {fault}")
    }
}

impl std::error::Error for TraceError {}
impl std::error::Error for Fault {}

fn suggest(f: &mut Formatter<'_>, nearest: Option<&str>) -> std::fmt::Result {
    nearest.map_or(Ok(()), |name| write!(f, "; did you mean `{name}`?"))
}

/// The known name that is nearest to a wrong one, if any is near: at most a third of its
/// letters (and always one) differ.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if wrong.len() > 64 {
        return None;
    }
    let near = |name: &&str| name.len() <= 64;
    let scored = known.into_iter().filter(near).map(|name| (distance(wrong, name), name));
    let (distance, name) = scored.min()?;
    let most = (name.chars().count() / 3).max(1);
    (distance <= most && distance < wrong.chars().count().max(1)).then(|| name.to_owned())
}

/// How many letters must be changed, added or removed to turn one word into another.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (at, letter) in from.chars().enumerate() {
        let mut left = at + 1;
        let mut diagonal = at;
        for (cell, other) in row.iter_mut().zip(std::iter::once('\0').chain(to.chars())) {
            if other == '\0' {
                *cell = left;
                continue;
            }
            let changed = diagonal + usize::from(letter != other);
            diagonal = *cell;
            left = changed.min(*cell + 1).min(left + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_of_words_is_that_of_levenshtein() {
        let pairs = [("", "", 0), ("a", "", 1), ("", "ab", 2), ("kitten", "sitting", 3)];
        for (from, to, far) in pairs.into_iter().chain([("proces", "process", 1), ("ab", "ba", 2)])
        {
            assert_eq!(distance(from, to), far, "{from} to {to}");
            assert_eq!(distance(to, from), far, "{to} to {from}");
        }
    }

    #[test]
    fn only_a_near_name_is_suggested() {
        let known = ["process", "call", "seq"];
        assert_eq!(nearest("proces", known).as_deref(), Some("process"));
        assert_eq!(nearest("sequ", known).as_deref(), Some("seq"));
        assert_eq!(nearest("weather", known), None);
        assert_eq!(nearest("x", known), None);
    }
}

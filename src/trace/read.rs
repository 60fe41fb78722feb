//! Reading a trace, line by line and strictly.
//!
//! *What it claims.* What is accepted is a trace of [version 1](super) and nothing else; what is
//! refused is refused with a place; nothing panics. Besides the line at hand, memory is kept for
//! calls, messages and crashed processes only, and no line is held beyond its limit.
//! *How that is checked.* `tests/trace_format.rs`, `tests/trace_hostile.rs` and
//! `tests/trace_round_trip.rs`.
//! *What is not covered.* Traces that are still being written: the end of the file is the end.

use super::Trace;
use super::admit::Admission;
use super::event::Event;
use super::fault::{Fault, TraceError, nearest};
use super::header::{Header, VERSION};
use super::name::Path;
use super::place::Places;
use crate::by_name;
use crate::key::json;
use crate::lines::{Line, Lines, TooLong};
use serde::de::DeserializeOwned;
use std::io::BufRead;

/// Limits of one reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The most bytes of one line, without its end. What a longer line has beyond that is
    /// skipped without being held.
    pub line_bytes: usize,
    /// The most events.
    pub events: u64,
}

impl Default for ReadLimits {
    /// 1 MiB a line, ten million events.
    fn default() -> ReadLimits {
        ReadLimits { line_bytes: crate::lines::LONGEST_LINE, events: 10_000_000 }
    }
}

/// Reads a trace event by event.
///
/// The items are the events. An error is about one line; the next item is about the next line,
/// as if the bad one were not there, so that all faults of a file can be listed. After an error
/// of the limit of events or of the file itself nothing follows. Whoever wants all or nothing
/// uses [`Trace::read`].
///
/// ```
/// use onceproof::trace::Reader;
/// let text = concat!(
///     r#"{"format":"onceproof-trace","version":1,"store":"durable","order":"total","#,
///     r#""attempts":"ordered","clocks":[{"name":"s","of":"store","skew":0}],"#,
///     r#""destinations":[],"may_be_missing":[]}"#, "\n",
///     r#"{"seq":1,"time":5,"clock":"s","event":{"advance":{"ticks":5}}}"#, "\n",
///     r#"{"seq":1,"time":6,"clock":"s","event":{"crash":{"of":{"store":{}}}}}"#, "\n",
/// );
/// let mut reader = Reader::new(text.as_bytes())?;
/// assert!(reader.next().is_some_and(|event| event.is_ok()));
/// let error = reader.next().and_then(Result::err).ok_or("the numbers do not grow")?;
/// assert_eq!((error.line, error.column, error.member.text()), (3, 8, "/seq"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    limits: ReadLimits,
    header: Header,
    admission: Admission,
    events: u64,
    here: Place,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header, under the limits by default.
    ///
    /// # Errors
    /// When the first line is not a header, or cannot be read.
    pub fn new(input: R) -> Result<Reader<R>, TraceError> {
        Reader::with_limits(input, ReadLimits::default())
    }

    /// Reads the header.
    ///
    /// # Errors
    /// When the first line is not a header, or cannot be read.
    pub fn with_limits(input: R, limits: ReadLimits) -> Result<Reader<R>, TraceError> {
        let mut lines = Lines::new(input, limits.line_bytes);
        let mut here = Place::default();
        let Some(line) = here.follow(lines.next_line())? else {
            return Err(Place::first().error((0, Path::default(), Fault::NoHeader)));
        };
        let header: Header = parse(line, limits)
            .map_err(|wrong| here.error(other_version(line).unwrap_or(wrong)))?;
        header.check().map_err(|(path, fault)| here.error(placed(line, path, fault)))?;
        let admission = Admission::new(&header);
        Ok(Reader { lines, limits, header, admission, events: 0, here, ended: false })
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The line of the item that came last, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.here.line
    }

    fn event(&mut self) -> Result<Option<Event>, TraceError> {
        let Some(line) = self.here.follow(self.lines.next_line())? else { return Ok(None) };
        if self.events >= self.limits.events {
            self.ended = true;
            let fault = Fault::TooManyEvents { limit: self.limits.events };
            return Err(self.here.error((0, Path::default(), fault)));
        }
        self.events += 1;
        let event: Event = parse(line, self.limits).map_err(|wrong| self.here.error(wrong))?;
        self.admission
            .admit(&event)
            .map_err(|(path, fault)| self.here.error(placed(line, path, fault)))?;
        Ok(Some(event))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Event, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let item = self.event().transpose();
        let io = |error: &TraceError| matches!(error.fault, Fault::Io { .. });
        match &item {
            None => self.ended = true,
            Some(Err(error)) if io(error) => self.ended = true,
            Some(_) => {}
        }
        item
    }
}

impl Trace {
    /// Reads a whole trace, under the limits by default.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(input: impl BufRead) -> Result<Trace, TraceError> {
        Trace::read_within(input, ReadLimits::default())
    }

    /// Reads a whole trace.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read_within(input: impl BufRead, limits: ReadLimits) -> Result<Trace, TraceError> {
        let mut reader = Reader::with_limits(input, limits)?;
        let events = reader.by_ref().collect::<Result<Vec<_>, _>>()?;
        Ok(Trace { header: reader.header, events })
    }
}

/// Which line is being read, and the bytes before it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    line: u64,
    start: u64,
}

impl Place {
    fn first() -> Place {
        Place { line: 1, start: 0 }
    }

    /// Goes to a line. None at the end of the input.
    fn follow<'a>(
        &mut self,
        next: std::io::Result<Option<Line<'a>>>,
    ) -> Result<Option<&'a [u8]>, TraceError> {
        let line = match next {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(None),
            Err(error) => {
                self.line += 1;
                let fault = Fault::Io { what: error.to_string() };
                return Err(self.error((0, Path::default(), fault)));
            }
        };
        *self = Place { line: line.number, start: line.offset };
        line.content.map(Some).map_err(|TooLong { limit, .. }| {
            self.error((limit, Path::default(), Fault::LineTooLong { limit }))
        })
    }

    fn error(&self, (at, member, fault): Wrong) -> TraceError {
        let at = at as u64;
        TraceError { line: self.line, column: at + 1, offset: self.start + at, member, fault }
    }
}

/// A fault, where in the line it is in bytes, and at which member.
type Wrong = (usize, Path, Fault);

fn placed(line: &[u8], path: Path, fault: Fault) -> Wrong {
    (Places::of(line).find(&path), path, fault)
}

fn parse<T: DeserializeOwned>(line: &[u8], limits: ReadLimits) -> Result<T, Wrong> {
    if line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
        return Err((0, Path::default(), Fault::EmptyLine));
    }
    json::check(line, json::Limits { bytes: limits.line_bytes })
        .map_err(|refusal| (refusal.offset, Path::default(), Fault::Json(refusal.reason)))?;
    by_name::from_slice(line).map_err(|error| shape(line, &error))
}

/// Finds out where and why serde stopped.
fn shape(line: &[u8], error: &serde_json::Error) -> Wrong {
    let (path, at) = Places::of(line).stopped_at(error.column());
    let text = error.to_string();
    let what = text.rfind(" at line ").and_then(|end| text.get(..end)).unwrap_or(&text);
    let mut quoted = what.split('`').skip(1).step_by(2);
    let unknown = what.starts_with("unknown ");
    let nearest = quoted.next().filter(|_| unknown).and_then(|wrong| nearest(wrong, quoted));
    let what = match what {
        // What serde says when an object in place of an enum has no member, or a second one.
        "expected value" | "EOF while parsing a value" => "exactly one member is wanted here",
        other => other,
    };
    (at, path, Fault::Shape { what: what.to_owned(), nearest })
}

/// Whether the line is the header of another version, whatever else may be in it.
fn other_version(line: &[u8]) -> Option<Wrong> {
    json::check(line, json::Limits { bytes: line.len() }).ok()?;
    let path = Path::of(["version"]);
    let (from, to) = Places::of(line).range(&path)?;
    let version = line.get(from..to)?;
    let number =
        version.iter().all(u8::is_ascii_digit) && version != VERSION.to_string().as_bytes();
    let version = String::from_utf8_lossy(version).into_owned();
    number.then_some((from, path, Fault::Version { version }))
}

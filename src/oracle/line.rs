//! The oracle as JSON Lines: one operation a line in, one ruling a line out, a summary last.
//!
//! *What it claims.* A bad line gets an error record that names line, column and byte, and
//! loses nothing: the session goes on as if the line had not been. Memory grows with live
//! requests, not with lines.
//! *How that is checked.* Hostile lines of every kind; the README's session, run as a test.
//! *What is not covered.* Lines that overlap in time: each takes effect before the next.

use super::infer::{Fitting, fitting};
use super::input::Meaning;
pub use super::input::{InputLine, RecordsForm, RestartForm};
use super::session::{Allowed, LimitReached, Question, Ruling, Session, Verdict};
use crate::by_name;
use crate::key::Canonicaliser;
use crate::key::json::{Limits as JsonLimits, check};
use crate::lines::{Buffered, Line, Lines};
use crate::trace::form::{AnswerForm, FormError};
use serde::Serialize;
use std::io::{self, Write};

/// How a session is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether each allowed answer carries its clause's sentence.
    pub explain: bool,
    /// Whether observed answers are expected at all. If not, one that is given is an error.
    pub ask_only: bool,
    /// The longest line, in bytes.
    pub longest_line: usize,
}

/// One line of output.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum OutputLine<'a> {
    Ruling(RulingLine<'a>),
    Restarted { line: u64, incarnation: u32 },
    Error(ErrorLine),
    Summary(&'a Summary),
}

#[derive(Clone, Debug, Serialize)]
struct RulingLine<'a> {
    line: u64,
    allowed: Vec<AllowedLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_by: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forbidden_by: Option<Vec<&'static str>>,
}

#[derive(Clone, Debug, Serialize)]
struct AllowedLine<'a> {
    answer: &'a AnswerForm,
    clause: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    after_forgetting: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    contracts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

/// What is wrong with a line, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorLine {
    /// The line, from 1.
    pub line: u64,
    /// The column in that line, in bytes, from 1.
    pub column: u64,
    /// The bytes of the input that lie before the place.
    pub byte: u64,
    /// The kind of error: `too_long`, `not_json`, `not_a_line`, `not_an_operation`, `limit`.
    pub kind: &'static str,
    /// Of `not_json`: the name of the rule that is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

/// What a session came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The version of the output format: 1.
    pub version: u32,
    /// The verdict on the whole session.
    pub verdict: Conclusion,
    /// How many lines were read.
    pub lines: u64,
    /// How many observed answers were judged.
    pub judged: u64,
    /// How many of them are forbidden.
    pub forbidden: u64,
    /// The first line whose observed answer is forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_forbidden: Option<u64>,
    /// How many lines were bad.
    pub bad_lines: u64,
    /// How many forgotten requests are no longer checked for attempts that are issued again.
    pub unchecked_forgotten: u64,
    /// Which limit was reached, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The contracts that fit, strongest first, when parameters were open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contracts: Option<Fitting>,
}

/// The verdict on a session. Unknown is not success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// Every observed answer is allowed.
    Allowed,
    /// Some observed answer is forbidden.
    Forbidden,
    /// Contracts fit what was observed, and none of them keeps the promise.
    NoPromise,
    /// No answers were to be observed, and every question was answered.
    Answered,
    /// A limit was reached, so that some lines were not judged.
    Undetermined,
    /// Lines could not be read.
    BadInput,
    /// There was nothing to judge.
    NothingJudged,
}

/// Runs a session over lines, and returns what it came to.
///
/// The writer is flushed whenever the input has to be waited for, so that a partner may ask
/// line by line.
///
/// # Errors
/// When the input cannot be read, or the output not be written.
pub fn run(
    input: impl Buffered,
    output: &mut impl Write,
    session: &mut Session,
    options: Options,
    mut progress: impl FnMut(u64),
) -> io::Result<Summary> {
    let is_open = session.contracts().any(|open| open.count() > 1);
    let mut lines = Lines::new(input, options.longest_line);
    let mut counts = Counts::default();
    let mut oracle = Oracle { session, options, is_open, canonicaliser: Canonicaliser::default() };
    while let Some(line) = lines.next_line()? {
        counts.lines += 1;
        oracle.answer(line, output, &mut counts)?;
        progress(counts.lines);
        if lines.is_drained() {
            output.flush()?;
        }
    }
    let summary = counts.summary(oracle.session, options, is_open);
    write(output, &OutputLine::Summary(&summary))?;
    output.flush()?;
    Ok(summary)
}

#[derive(Default)]
struct Counts {
    lines: u64,
    judged: u64,
    forbidden: u64,
    first_forbidden: Option<u64>,
    bad_lines: u64,
}

struct Oracle<'a> {
    session: &'a mut Session,
    options: Options,
    is_open: bool,
    canonicaliser: Canonicaliser,
}

impl Oracle<'_> {
    fn answer(
        &mut self,
        line: Line<'_>,
        output: &mut impl Write,
        counts: &mut Counts,
    ) -> io::Result<()> {
        let read = read_line(line).and_then(|input| self.rule(line, input));
        match read {
            Ok(Answered::Ruling(ruling)) => {
                counts.count(line.number, ruling.verdict.as_ref());
                let ruling = ruling_line(line.number, &ruling, self.options, self.is_open);
                write(output, &OutputLine::Ruling(ruling))
            }
            Ok(Answered::Restarted(incarnation)) => {
                write(output, &OutputLine::Restarted { line: line.number, incarnation })
            }
            Err(error) => {
                counts.bad_lines += u64::from(error.kind != LIMIT);
                write(output, &OutputLine::Error(error))
            }
        }
    }

    fn rule(&mut self, line: Line<'_>, input: InputLine) -> Result<Answered, ErrorLine> {
        let wrong = |error: FormError| form_error(line, &error);
        let asked = match input.meaning(self.options.ask_only).map_err(wrong)? {
            Meaning::Restart(restart) => {
                self.session.restart(restart.incarnation, restart.records == RecordsForm::Lost);
                return Ok(Answered::Restarted(restart.incarnation));
            }
            Meaning::Operation { at, operation } => (at, operation),
        };
        let (at, form) = asked;
        let operation =
            form.operation(&mut self.canonicaliser, |attempt| Ok(*attempt)).map_err(wrong)?;
        if let Some(incarnation) = input.incarnation {
            self.session.incarnation(incarnation);
        }
        let question = Question {
            at,
            request: input.request.as_ref(),
            operation: &operation,
            observed: input.observed.as_ref(),
        };
        match self.session.rule(question) {
            Ok(ruling) => Ok(Answered::Ruling(ruling)),
            Err(limit) => Err(limit_error(line, limit)),
        }
    }
}

enum Answered {
    Ruling(Ruling),
    Restarted(u32),
}

impl Counts {
    fn count(&mut self, line: u64, verdict: Option<&Verdict>) {
        match verdict {
            None => {}
            Some(Verdict::Allowed(_)) => self.judged += 1,
            Some(Verdict::Forbidden(_)) => {
                self.judged += 1;
                self.forbidden += 1;
                self.first_forbidden.get_or_insert(line);
            }
        }
    }

    /// The verdict. What is certain goes before what is not: a forbidden answer before bad
    /// lines, bad lines before a limit, a limit before success.
    fn summary(&self, session: &Session, options: Options, is_open: bool) -> Summary {
        let limit = session.limit_reached();
        let contracts = (is_open && self.forbidden == 0).then(|| fitting(session.contracts()));
        let gives_up = contracts.as_ref().is_some_and(|fitting| fitting.no_promise.is_some());
        let verdict = if self.forbidden > 0 {
            Conclusion::Forbidden
        } else if self.bad_lines > 0 {
            Conclusion::BadInput
        } else if limit.is_some() {
            Conclusion::Undetermined
        } else if self.lines == 0 || (self.judged == 0 && !options.ask_only) {
            Conclusion::NothingJudged
        } else if options.ask_only {
            Conclusion::Answered
        } else if gives_up {
            Conclusion::NoPromise
        } else {
            Conclusion::Allowed
        };
        Summary {
            version: 1,
            verdict,
            lines: self.lines,
            judged: self.judged,
            forbidden: self.forbidden,
            first_forbidden: self.first_forbidden,
            bad_lines: self.bad_lines,
            unchecked_forgotten: session.unchecked_forgotten(),
            limit: limit.map(|limit| limit.to_string()),
            contracts,
        }
    }
}

/// Reads one line strictly.
fn read_line(line: Line<'_>) -> Result<InputLine, ErrorLine> {
    let text = line
        .content
        .map_err(|too_long| place(line, too_long.limit as u64, "too_long", too_long.to_string()))?;
    check(text, JsonLimits { bytes: text.len() }).map_err(|refusal| {
        let rule = Some(refusal.reason.name());
        let message = refusal.reason.to_string();
        ErrorLine { rule, ..place(line, refusal.offset as u64, "not_json", message) }
    })?;
    by_name::from_slice(text).map_err(|error| {
        let whole = error.to_string();
        let message = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
        let column = (error.column() as u64).saturating_sub(1);
        place(line, column, "not_a_line", message.to_owned())
    })
}

fn ruling_line(line: u64, ruling: &Ruling, options: Options, is_open: bool) -> RulingLine<'_> {
    let ids = |clauses: &[crate::spec::Clause]| clauses.iter().map(|clause| clause.id()).collect();
    let allowed = ruling.allowed.iter().map(|one| allowed_line(one, options, is_open)).collect();
    let (verdict, allowed_by, forbidden_by) = match &ruling.verdict {
        None => (None, None, None),
        Some(Verdict::Allowed(by)) => (Some("allowed"), Some(ids(by)), None),
        Some(Verdict::Forbidden(by)) => (Some("forbidden"), None, Some(ids(by))),
    };
    RulingLine { line, allowed, verdict, allowed_by, forbidden_by }
}

fn allowed_line(allowed: &Allowed, options: Options, is_open: bool) -> AllowedLine<'_> {
    let clause = allowed.clause;
    AllowedLine {
        answer: &allowed.answer,
        clause: clause.id(),
        after_forgetting: allowed.forgotten,
        contracts: is_open.then_some(allowed.contracts),
        level: options.explain.then(|| clause.level().word()),
        sentence: options.explain.then(|| clause.sentence()),
        source: options.explain.then(|| clause.source()),
    }
}

const LIMIT: &str = "limit";

fn limit_error(line: Line<'_>, limit: LimitReached) -> ErrorLine {
    place(line, 0, LIMIT, limit.to_string())
}

/// The place of a form error: the value at fault where its text is found, else the member.
fn form_error(line: Line<'_>, error: &FormError) -> ErrorLine {
    let text = line.content.unwrap_or_default();
    let member = format!("\"{}\"", error.member);
    let value =
        error.text.as_deref().and_then(|value| memchr::memmem::find(text, value.as_bytes()));
    let found = value.or_else(|| memchr::memmem::find(text, member.as_bytes()));
    place(line, found.unwrap_or(0) as u64, "not_an_operation", error.to_string())
}

fn place(line: Line<'_>, before: u64, kind: &'static str, message: String) -> ErrorLine {
    let byte = line.offset + before;
    ErrorLine { line: line.number, column: before + 1, byte, kind, rule: None, message }
}

fn write(output: &mut impl Write, line: &OutputLine<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")
}

//! The oracle as JSON Lines: one operation a line in, one ruling a line out, a summary last.
//!
//! *What it claims.* A bad line gets an error record that names line, column and byte, and
//! loses nothing: the session goes on as if the line had not been. Memory grows with live
//! requests, not with lines.
//! *How that is checked.* Hostile lines of every kind; the README's session, run as a test.
//! *What is not covered.* Lines that overlap in time: each takes effect before the next.

use super::infer::fitting;
use super::input::Meaning;
pub use super::input::{InputLine, RecordsForm, RestartForm};
pub use super::output::{
    AllowedLine, Conclusion, ErrorLine, JsonLines, OutputLine, RulingLine, Speaker, Summary,
};
use super::ruling::{Allowed, LimitReached, Question, Ruling, Verdict};
use super::session::Session;
use crate::by_name;
use crate::key::Canonicaliser;
use crate::key::json::{self, Checker, Refusal};
use crate::lines::{Buffered, Line, Lines};
use crate::trace::form::FormError;
use std::io;

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

/// Runs a session over lines, and returns what it came to.
///
/// The speaker is flushed whenever the input has to be waited for, so that a partner may ask
/// line by line.
///
/// # Errors
/// When the input cannot be read, or the output not be written.
pub fn run(
    input: impl Buffered,
    speaker: &mut impl Speaker,
    session: &mut Session,
    options: Options,
    mut progress: impl FnMut(u64),
) -> io::Result<Summary> {
    let is_open = session.contracts().any(|open| open.count() > 1);
    let mut lines = Lines::new(input, options.longest_line);
    let mut counts = Counts::default();
    let (checker, canonicaliser) = (Checker::default(), Canonicaliser::default());
    let mut oracle = Oracle { session, options, is_open, checker, canonicaliser };
    while let Some(line) = lines.next_line()? {
        counts.lines += 1;
        oracle.answer(line, speaker, &mut counts)?;
        progress(counts.lines);
        if lines.must_wait() {
            speaker.flush()?;
        }
    }
    let summary = counts.summary(oracle.session, options, is_open);
    speaker.say(&OutputLine::Summary(&summary), None)?;
    speaker.flush()?;
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
    checker: Checker,
    canonicaliser: Canonicaliser,
}

impl Oracle<'_> {
    fn answer(
        &mut self,
        line: Line<'_>,
        speaker: &mut impl Speaker,
        counts: &mut Counts,
    ) -> io::Result<()> {
        let input = read_line(line, &mut self.checker);
        let ruled = input.as_ref().map_err(Clone::clone).and_then(|input| self.rule(line, input));
        let to = input.as_ref().ok();
        match ruled {
            Ok(Answered::Ruling(ruling)) => {
                counts.count(line.number, ruling.verdict.as_ref());
                let ruling = ruling_line(line.number, &ruling, self.options, self.is_open);
                speaker.say(&OutputLine::Ruling(ruling), to)
            }
            Ok(Answered::Restarted(incarnation)) => {
                speaker.say(&OutputLine::Restarted { line: line.number, incarnation }, to)
            }
            Err(error) => {
                counts.bad_lines += u64::from(error.kind != LIMIT);
                speaker.say(&OutputLine::Error(error), to)
            }
        }
    }

    fn rule(&mut self, line: Line<'_>, input: &InputLine) -> Result<Answered, ErrorLine> {
        let wrong = |error: FormError| form_error(line, &error);
        let goes_back = || {
            let what = "incarnations only grow, and a restart begins a new one";
            ErrorLine { kind: OUT_OF_ORDER, ..wrong(FormError::of("incarnation", what)) }
        };
        let asked = match input.meaning(self.options.ask_only).map_err(wrong)? {
            Meaning::Restart(restart) => {
                let lost = restart.records == RecordsForm::Lost;
                if !self.session.restart(input.at, restart.incarnation, lost) {
                    return Err(goes_back());
                }
                return Ok(Answered::Restarted(restart.incarnation));
            }
            Meaning::Operation { at, operation } => (at, operation),
        };
        let (at, form) = asked;
        let operation =
            form.operation(&mut self.canonicaliser, |attempt| Ok(*attempt)).map_err(wrong)?;
        if !input.incarnation.is_none_or(|incarnation| self.session.incarnation(incarnation)) {
            return Err(goes_back());
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
        let contracts = (is_open && self.forbidden == 0)
            .then(|| fitting(session.declared(), session.contracts()));
        let gives_up = contracts.as_ref().is_some_and(|fitting| fitting.no_promise.is_some());
        let verdict = if self.forbidden > 0 {
            Conclusion::Forbidden
        } else if self.bad_lines > 0 {
            Conclusion::BadInput
        } else if limit.is_some() {
            Conclusion::Undetermined
        } else if self.lines == 0 || (self.judged == 0 && !options.ask_only) {
            Conclusion::NothingJudged
        } else if session.unchecked_starts() > 0 {
            Conclusion::Undetermined
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
            unchecked_starts: session.unchecked_starts(),
            limit: limit.map(|limit| limit.to_string()),
            contracts,
        }
    }
}

/// Reads one line strictly.
fn read_line(line: Line<'_>, checker: &mut Checker) -> Result<InputLine, ErrorLine> {
    let text = line
        .content
        .map_err(|too_long| place(line, too_long.limit as u64, "too_long", too_long.to_string()))?;
    let not_json = |from: usize, refusal: Refusal| {
        let rule = Some(refusal.reason.name());
        let before = (from + refusal.offset) as u64;
        ErrorLine { rule, ..place(line, before, "not_json", refusal.reason.to_string()) }
    };
    let is_deep = checker.check_line(text).map_err(|refusal| not_json(0, refusal))?;
    let input: InputLine = by_name::from_slice(text).map_err(|error| {
        let column = (error.column() as u64).saturating_sub(1);
        place(line, column, "not_a_line", by_name::words::of(&error))
    })?;
    if is_deep {
        for (path, value) in input.values() {
            let from = || json::place_of(text, path).unwrap_or_default();
            let value = value.text().as_bytes();
            json::check(value, json::Limits { bytes: value.len() })
                .map_err(|refusal| not_json(from(), refusal))?;
        }
    }
    Ok(input)
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

const OUT_OF_ORDER: &str = "out_of_order";

fn limit_error(line: Line<'_>, limit: LimitReached) -> ErrorLine {
    place(line, 0, LIMIT, limit.to_string())
}

/// The place of a form error: in the value of the member at fault, else at the line's start.
fn form_error(line: Line<'_>, error: &FormError) -> ErrorLine {
    let text = line.content.unwrap_or_default();
    let member = error.member;
    let paths = [format!("/do/*/{member}"), format!("/restart/{member}"), format!("/{member}")];
    let found = paths.iter().find_map(|path| json::place_of(text, path));
    let before = found.map_or(0, |value| value + error.within);
    place(line, before as u64, "not_an_operation", error.to_string())
}

fn place(line: Line<'_>, before: u64, kind: &'static str, message: String) -> ErrorLine {
    let byte = line.offset + before;
    ErrorLine { line: line.number, column: before + 1, byte, kind, rule: None, message }
}

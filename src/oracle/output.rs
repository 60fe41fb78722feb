//! What a session says: rulings, errors, and a summary last.
//!
//! *What it claims.* Every line of output has exactly one form, which `onceproof schema
//! oracle-output` describes.
//! *How that is checked.* Real output is held against that schema.
//! *What is not covered.* How it is worded for people.

use super::infer::Fitting;
use super::input::InputLine;
use crate::trace::form::AnswerForm;
use serde::Serialize;
use std::io::{self, Write};

/// One line of output.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputLine<'a> {
    /// What is allowed, and the verdict on what was observed.
    Ruling(RulingLine<'a>),
    /// The store restarted.
    Restarted {
        /// The line of input, from 1.
        line: u64,
        /// The new incarnation.
        incarnation: u32,
    },
    /// The line was bad.
    Error(ErrorLine),
    /// The last line.
    Summary(&'a Summary),
}

/// A ruling in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct RulingLine<'a> {
    /// The line of input, from 1.
    pub line: u64,
    /// The set of allowed answers.
    pub allowed: Vec<AllowedLine<'a>>,
    /// `allowed` or `forbidden`, when an answer was observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<&'static str>,
    /// The clauses by which the observed answer is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_by: Option<Vec<&'static str>>,
    /// The clauses that decide otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden_by: Option<Vec<&'static str>>,
}

/// An allowed answer in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct AllowedLine<'a> {
    /// The answer, complete.
    pub answer: &'a AnswerForm,
    /// The id of the clause that decides so.
    pub clause: &'static str,
    /// Whether the store made use of its freedom to forget before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub after_forgetting: bool,
    /// How many of the contracts still possible allow it, when parameters are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contracts: Option<u64>,
    /// Explained: how strongly the clause binds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// Explained: what the clause says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<&'static str>,
    /// Explained: where the clause is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
}

/// Where a session says what it has to say.
pub trait Speaker {
    /// Says one line, and to which line of input, when that could be read.
    ///
    /// # Errors
    /// When nobody can be told.
    fn say(&mut self, line: &OutputLine<'_>, to: Option<&InputLine>) -> io::Result<()>;

    /// Lets everything said so far be heard.
    ///
    /// # Errors
    /// When nobody can be told.
    fn flush(&mut self) -> io::Result<()>;
}

/// Says one JSON object a line.
#[derive(Debug)]
pub struct JsonLines<W> {
    to: W,
    /// The line at hand, so that whoever it is said to is called once a line.
    line: Vec<u8>,
}

impl<W: Write> JsonLines<W> {
    /// Says it to a writer.
    pub fn to(writer: W) -> Self {
        JsonLines { to: writer, line: Vec::new() }
    }
}

impl<W: Write> Speaker for JsonLines<W> {
    fn say(&mut self, line: &OutputLine<'_>, _to: Option<&InputLine>) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line)?;
        self.line.push(b'\n');
        self.to.write_all(&self.line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
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
    /// The kind of error: `too_long`, `not_json`, `not_a_line`, `not_an_operation`,
    /// `out_of_order`, `limit`.
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
    /// How many attempts may have been issued before for one of these: unknown is not success.
    pub unchecked_starts: u64,
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
    /// A limit was reached, so that some lines were not judged, or some attempts not checked.
    Undetermined,
    /// Lines could not be read.
    BadInput,
    /// There was nothing to judge.
    NothingJudged,
}

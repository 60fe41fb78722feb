//! `onceproof lint`: finds faulty keys in a file of attempts, one JSON object a line.

use super::exit::Exit;
use super::text_io::{self, Format};
use onceproof::by_name;
use onceproof::key::json::{self, Limits};
use onceproof::key::lint::{Attempt, Finding, Severity, lint};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, Read};

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The attempts as JSON Lines; `-` is standard input. A line has the members `intent`, `key`,
    /// and optionally `scope` and `arguments`.
    #[arg(default_value = "-", value_name = "FILE.jsonl")]
    file: String,
    /// The most bytes that a line may have.
    #[arg(long, default_value_t = 1 << 20, value_name = "BYTES")]
    max_line: usize,
    /// How to print the findings.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How many attempts one run takes. They are kept in memory; what is beyond is reported.
const MOST_ATTEMPTS: usize = 1_000_000;

/// How many bytes of attempts one run takes.
const MOST_BYTES: usize = 1 << 30;

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let read = match read_attempts(arguments) {
        Ok(read) => read,
        Err(exit) => return exit,
    };
    let findings = lint(&read.attempts);
    let exit = match (findings.is_empty(), read.bad.is_empty(), read.attempts.is_empty()) {
        (false, ..) => Exit::Violated,
        (true, false, _) => Exit::BadInput,
        (true, true, false) => Exit::Holds,
        (true, true, true) => Exit::NothingRan,
    };
    for bad in &read.bad {
        let BadLine { line, column, byte, reason } = bad;
        let place = format!("line {line}, column {column}, byte {byte} of the line");
        text_io::complain(&format!("{}: {reason} ({place})", arguments.file));
    }
    let summary = format!(
        "{} attempt(s), {} finding(s), {} bad line(s)",
        read.attempts.len(),
        findings.len(),
        read.bad.len()
    );
    match arguments.format {
        Format::Text => {
            text_io::complain(&summary);
            let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            text_io::write(as_text(&findings, colour).as_bytes(), exit)
        }
        Format::Json => {
            let document = serde_json::json!({
                "version": 1,
                "attempts": read.attempts.len(),
                "findings": findings,
                "bad_lines": read.bad,
            });
            text_io::write_json(&document, exit)
        }
    }
}

fn as_text(findings: &[Finding], colour: bool) -> String {
    let mut text = String::new();
    for finding in findings {
        let (word, paint) = match finding.severity {
            Severity::Error => ("error", "\x1b[31m"),
            Severity::Warning => ("warning", "\x1b[33m"),
        };
        let (on, off) = if colour { (paint, "\x1b[0m") } else { ("", "") };
        let mut lines: Vec<String> = finding.lines.iter().take(10).map(usize::to_string).collect();
        if finding.lines.len() > 10 {
            lines.push(format!("and {} more", finding.lines.len() - 10));
        }
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{on}{word}{off} {}: line {}: {}\n  advice: {}",
            finding.rule.name(),
            lines.join(", "),
            finding.sentence,
            finding.advice
        );
    }
    text
}

/// The lines that could be read, and those that could not.
#[derive(Default)]
struct ReadAttempts {
    attempts: Vec<Attempt>,
    bad: Vec<BadLine>,
}

/// Why a line was not read. Byte and column are within the line: the byte from 0, the column from 1.
#[derive(Debug, Serialize)]
struct BadLine {
    line: usize,
    byte: usize,
    column: usize,
    reason: String,
}

/// The form of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    intent: String,
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    scope: Option<String>,
    #[serde(default, borrow)]
    arguments: Option<&'a RawValue>,
}

fn read_attempts(arguments: &Arguments) -> Result<ReadAttempts, Exit> {
    let mut input = text_io::open(&arguments.file)?;
    let mut read = ReadAttempts::default();
    let mut text = Vec::new();
    let mut bytes = 0usize;
    for line in 1.. {
        text.clear();
        let more = read_line(&mut input, arguments.max_line, &mut text).map_err(|error| {
            text_io::complain(&format!("{} cannot be read: {error}", arguments.file));
            Exit::Io
        })?;
        if !more {
            break;
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        bytes = bytes.saturating_add(text.len());
        match read_attempt(line, &text, arguments.max_line) {
            Ok(_) if read.attempts.len() >= MOST_ATTEMPTS || bytes > MOST_BYTES => {
                let reason = format!(
                    "one run takes at most {MOST_ATTEMPTS} attempts and {MOST_BYTES} bytes; \
                     from here on nothing was linted"
                );
                read.bad.push(BadLine { line, byte: 0, column: 1, reason });
                break;
            }
            Ok(attempt) => read.attempts.push(attempt),
            Err(bad) => read.bad.push(bad),
        }
    }
    Ok(read)
}

/// Reads a line without its end. Of a line over the limit, one byte more than the limit is kept,
/// so that it shows, and the rest is skipped. False at the end of the input.
fn read_line(input: &mut impl BufRead, limit: usize, line: &mut Vec<u8>) -> std::io::Result<bool> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() > limit {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

fn read_attempt(line: usize, text: &[u8], limit: usize) -> Result<Attempt, BadLine> {
    json::check(text, Limits { bytes: limit }).map_err(|refusal| BadLine {
        line,
        byte: refusal.offset,
        column: refusal.column,
        reason: refusal.reason.to_string(),
    })?;
    let at_column = |column: usize, reason: String| BadLine {
        line,
        byte: column.saturating_sub(1),
        column: column.max(1),
        reason,
    };
    let parsed: Line<'_> = by_name::from_slice(text).map_err(|error| {
        let full = error.to_string();
        let reason = full.split(" at line ").next().unwrap_or(&full).to_owned();
        at_column(error.column(), reason)
    })?;
    if parsed.intent.trim().is_empty() {
        return Err(at_column(1, "the intent is empty".to_owned()));
    }
    let arguments = parsed.arguments.map(RawValue::get);
    // The whole line was accepted, so the arguments in it are too.
    Attempt::new(line, parsed.intent, parsed.key, parsed.scope, arguments)
        .map_err(|refusal| at_column(1, format!("the arguments: {}", refusal.reason)))
}

//! `onceproof cases`: the hand-written cases, listed, shown as timelines, or checked.

use super::exit::Exit;
use super::text_io::{self, Format};
use onceproof::conformance::sentence::timeline;
use onceproof::conformance::shipped::read_all;
use onceproof::conformance::{Case, CaseError, CaseFile, Problem, read};
use onceproof::spec::Clause;
use serde_json::json;
use std::fmt::Write as _;

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The case to show; without it all are listed.
    #[arg(conflicts_with_all = ["check", "clause"])]
    name: Option<String>,
    /// List only the cases of this clause.
    #[arg(long, value_name = "ID", conflicts_with = "check")]
    clause: Option<String>,
    /// Check that these files (`-`: standard input) are sound case files, and run nothing.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    check: Vec<String>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    if !arguments.check.is_empty() {
        return check(&arguments.check, arguments.format);
    }
    let files = match read_all() {
        Ok(files) => files,
        Err(error) => {
            text_io::complain(&format!("a shipped case is wrong: {error}"));
            return Exit::Internal;
        }
    };
    match (&arguments.name, &arguments.clause) {
        (Some(name), _) => show(&files, name, arguments.format),
        (None, Some(id)) => match Clause::from_id(id) {
            Some(clause) => list(&files, Some(clause), arguments.format),
            None => {
                let ids = Clause::ALL.iter().map(|clause| clause.id());
                unknown("clause has the id", id, ids)
            }
        },
        (None, None) => list(&files, None, arguments.format),
    }
}

fn show(files: &[(&str, CaseFile)], name: &str, format: Format) -> Exit {
    let found = all(files).find(|(_, case)| case.name == name);
    let Some((file, case)) = found else {
        return unknown("case is named", name, all(files).map(|(_, case)| case.name.as_str()));
    };
    match format {
        Format::Text => text_io::write(timeline(case).as_bytes(), Exit::Holds),
        Format::Json => {
            // The case goes out as it was written, to the byte: a result's text is part of it.
            let (file, text) = (json!(file), case.text.text());
            let document = format!("{{\"version\": 1, \"file\": {file}, \"case\": {text}}}\n");
            text_io::write(document.as_bytes(), Exit::Holds)
        }
    }
}

fn list(files: &[(&str, CaseFile)], clause: Option<Clause>, format: Format) -> Exit {
    let chosen = |case: &Case| clause.is_none_or(|clause| case.clause == clause);
    match format {
        Format::Text => text_io::write(in_words(files, &chosen).as_bytes(), Exit::Holds),
        Format::Json => {
            let cases: Vec<_> = all(files)
                .filter(|(_, case)| chosen(case))
                .map(|(file, case)| {
                    let (id, steps) = (case.clause.id(), case.steps.len());
                    json!({"name": case.name, "clause": id, "file": file, "steps": steps})
                })
                .collect();
            text_io::write_json(&json!({"version": 1, "cases": cases}), Exit::Holds)
        }
    }
}

fn in_words(files: &[(&str, CaseFile)], chosen: &dyn Fn(&Case) -> bool) -> String {
    let mut text = String::new();
    let mut count = 0;
    for (name, file) in files {
        let mut cases = file.cases.iter().filter(|case| chosen(case)).peekable();
        if cases.peek().is_none() {
            continue;
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}: {}", file.about);
        for case in cases {
            let _ = writeln!(text, "  {:<27} {}", case.clause.id(), case.name);
            count += 1;
        }
    }
    let _ = writeln!(text, "{count} cases; `onceproof cases NAME` shows one");
    text
}

fn check(names: &[String], format: Format) -> Exit {
    let mut exit = Exit::Holds;
    let (mut words, mut results) = (String::new(), Vec::new());
    for name in names {
        let text = match text_io::read_text(name) {
            Ok(text) => text,
            Err(failed) => {
                // Why was told; the other files are still checked.
                exit = failed;
                results.push(json!({"file": name, "unreadable": true}));
                continue;
            }
        };
        let utf8 = std::str::from_utf8(&text);
        let read = utf8.map_err(|error| not_utf8(&text, error)).and_then(read);
        match read {
            Ok(file) => {
                let _ = writeln!(words, "{name}: {} sound cases", file.cases.len());
                results.push(json!({"file": name, "cases": file.cases.len()}));
            }
            Err(error) => {
                exit = if exit == Exit::Holds { Exit::BadInput } else { exit };
                text_io::complain(&format!("{name}: {error}"));
                let error = json!({
                    "problem": error.problem.name(), "case": error.case,
                    "step": error.step, "member": error.member, "what": error.what,
                    "line": error.line, "column": error.column, "byte": error.offset + 1,
                });
                results.push(json!({"file": name, "error": error}));
            }
        }
    }
    match format {
        Format::Text => text_io::write(words.as_bytes(), exit),
        Format::Json => text_io::write_json(&json!({"version": 1, "files": results}), exit),
    }
}

/// A text that is not UTF-8 is not JSON, and has no case to name.
fn not_utf8(text: &[u8], error: std::str::Utf8Error) -> CaseError {
    let (case, step, member) = (None, None, None);
    let (problem, what) = (Problem::NotJson, "this is not UTF-8".to_owned());
    let offset = error.valid_up_to();
    CaseError { problem, case, step, member, what, offset, line: 1, column: 1 }.placed(text)
}

fn all<'a>(files: &'a [(&str, CaseFile)]) -> impl Iterator<Item = (&'a str, &'a Case)> {
    files.iter().flat_map(|(name, file)| file.cases.iter().map(move |case| (*name, case)))
}

/// Says that there is no such thing, and what was perhaps meant.
fn unknown<'a>(what: &str, asked: &str, known: impl Iterator<Item = &'a str>) -> Exit {
    let close = known
        .map(|name| (strsim::jaro_winkler(name, asked), name))
        .filter(|(closeness, _)| *closeness > 0.8)
        .max_by(|left, right| left.0.total_cmp(&right.0));
    let hint = close.map_or_else(String::new, |(_, name)| format!("; did you mean `{name}`?"));
    text_io::complain(&format!("no {what} `{asked}`{hint}"));
    Exit::Usage
}

//! What the oracle says, in sentences for people.

use super::text_io::printable;
use onceproof::oracle::infer::{Fit, Fitting};
use onceproof::oracle::line::{AllowedLine, InputLine, OutputLine, RulingLine, Speaker, Summary};
use onceproof::spec::Clause;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Says each line of a session as sentences, and the contracts that fit at its end. The verdict
/// is said on stderr, whatever the format.
pub(super) struct Sentences<'a, W> {
    output: W,
    contract: &'a str,
}

impl<'a, W: Write> Sentences<'a, W> {
    /// Says it to `output`, of a session under `contract`.
    pub(super) fn to(output: W, contract: &'a str) -> Self {
        Sentences { output, contract }
    }
}

impl<W: Write> Speaker for Sentences<'_, W> {
    fn say(&mut self, line: &OutputLine<'_>, to: Option<&InputLine>) -> io::Result<()> {
        let text = match line {
            OutputLine::Ruling(ruling) => self.ruling(ruling, to),
            OutputLine::Restarted { line, incarnation } => {
                format!("{line:>4}. the store restarts, in incarnation {incarnation}\n")
            }
            OutputLine::Error(error) => format!(
                "{:>4}. BAD LINE, column {}, byte {}: {} ({})\n",
                error.line,
                error.column,
                error.byte,
                printable(&error.message),
                error.rule.unwrap_or(error.kind)
            ),
            OutputLine::Summary(summary) => closing(summary),
        };
        self.output.write_all(text.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl<W: Write> Sentences<'_, W> {
    fn ruling(&self, ruling: &RulingLine<'_>, to: Option<&InputLine>) -> String {
        let asked = to.and_then(|input| {
            let (at, operation) = (input.at?, input.operation.as_ref()?);
            let name = operation.name();
            Some(match &input.request {
                Some(id) => format!("at {at}, {name} of {:?} in scope {:?}", id.key, id.scope),
                None => format!("at {at}, {name}"),
            })
        });
        let mut text = format!("{:>4}. {}\n", ruling.line, printable(&asked.unwrap_or_default()));
        let forbidden = ruling.verdict == Some("forbidden");
        if let Some(observed) = to.and_then(|input| input.observed.as_ref()) {
            let verdict = ruling.verdict.unwrap_or_default().to_uppercase();
            // Writing to a String cannot fail.
            let _ = writeln!(text, "      observed {}: {verdict}", to_json(observed));
        }
        for allowed in &ruling.allowed {
            text.push_str(&allowed_in_words(allowed, forbidden));
        }
        if forbidden {
            let (line, contract) = (ruling.line, self.contract);
            let _ = writeln!(
                text,
                "      to see it again: the first {line} line(s) of this input, under --contract {}",
                printable(contract)
            );
        }
        text
    }
}

/// An allowed answer. Where another was observed, the clause says why.
fn allowed_in_words(allowed: &AllowedLine<'_>, say_why: bool) -> String {
    let forgotten = if allowed.after_forgetting { ", after forgetting" } else { "" };
    let under = allowed.contracts.map(|count| format!(", under {count} contract(s)"));
    let mut text = format!(
        "      allowed: {}, by {}{forgotten}{}\n",
        to_json(allowed.answer),
        allowed.clause,
        under.unwrap_or_default()
    );
    if let Some(clause) = Clause::from_id(allowed.clause)
        && (say_why || allowed.sentence.is_some())
    {
        let _ = writeln!(text, "               {}: {}", clause.level().word(), clause.sentence());
    }
    if allowed.sentence.is_some()
        && let Some(source) = allowed.source
    {
        let _ = writeln!(text, "               source: {source}");
    }
    text
}

/// What is said at the end, besides the verdict.
fn closing(summary: &Summary) -> String {
    let mut text = contracts(summary);
    if let Some(unchecked) = unchecked_starts(summary) {
        let _ = writeln!(text, "\n{unchecked}");
    }
    text
}

/// What could not be checked of attempts, and what to do.
pub(super) fn unchecked_starts(summary: &Summary) -> Option<String> {
    let Summary { unchecked_starts: starts, unchecked_forgotten: dropped, .. } = summary;
    (*starts > 0).then(|| {
        format!(
            "{starts} attempt(s) may have been issued before, for one of {dropped} forgotten \
             request(s) that are no longer checked: raise --most-forgotten by {dropped} or more"
        )
    })
}

/// The contracts that still fit, when parameters were open.
fn contracts(summary: &Summary) -> String {
    let Some(fitting) = &summary.contracts else { return String::new() };
    let Fitting { contracts, groups, named, strongest_first, .. } = fitting;
    let mut text = format!("\n{contracts} contract(s) fit, in {groups} group(s)");
    if !named.is_empty() {
        let _ = write!(text, "; of the named ones {}", named.join(", "));
    }
    text.push_str(", strongest first:\n");
    for (place, fit) in strongest_first.iter().enumerate() {
        text.push_str(&group(place + 1, fit));
    }
    if strongest_first.len() < *groups {
        let _ = writeln!(text, "  and {} group(s) more", groups - strongest_first.len());
    }
    text
}

fn group(place: usize, fit: &Fit) -> String {
    let gives_up = match fit.gives_up.is_empty() {
        true => "nothing that is declared".to_owned(),
        false => fit.gives_up.join(", "),
    };
    let mut text =
        format!("{place:>3}. {} contract(s); the strongest gives up {gives_up}\n", fit.contracts);
    for (parameter, values) in &fit.parameters {
        let _ = writeln!(text, "       {parameter} = {}", values.join(" or "));
    }
    text
}

fn to_json(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value);
    printable(&text.unwrap_or_else(|error| format!("<not printable: {error}>")))
}

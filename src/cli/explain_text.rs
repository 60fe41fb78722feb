//! What `onceproof explain` tells people.

use super::explain::Explained;
use super::wrap::wrapped;
use onceproof::models::catalogue::Entry;
use onceproof::models::explain::{self, Line, Searched};
use onceproof::property::{GivenUp, Property};
use onceproof::spec::Clause;
use std::fmt::Write as _;

/// How wide the text is, and where it begins beside a heading.
const WIDTH: usize = 96;
const INDENT: usize = 11;

/// The configurations, one a line.
pub(super) fn list(all: &[Entry]) -> String {
    let line = |entry: &Entry| {
        let breaks = match &entry.breaks {
            None => "see its group".to_owned(),
            Some(breaks) if breaks.is_empty() => "holds".to_owned(),
            Some(breaks) => format!("breaks {}", ids(breaks)),
        };
        format!("{}\t{breaks}\n", entry.name)
    };
    all.iter().map(line).collect()
}

/// What is special about a configuration, a sentence a heading.
pub(super) fn setting(entry: &Entry) -> Vec<String> {
    let headings = explain::setting(&entry.configuration).into_iter();
    let said = headings.filter(|(_, members)| !members.is_empty());
    said.map(|(heading, members)| format!("{heading}: {}", members.join(", "))).collect()
}

/// By what the contract gives the property up, a sentence a parameter.
pub(super) fn given_up(given_up: &[GivenUp]) -> Vec<String> {
    let sentence =
        |one: &GivenUp| format!("{} = {}: {}", one.parameter.name(), one.value, one.because);
    given_up.iter().map(sentence).collect()
}

/// A configuration of which nothing that was asked breaks.
pub(super) fn holds(entry: &Entry, searched: &Searched, asked: &[Property]) -> String {
    let mut text = format!("{}\n{}\n\n", entry.name, wrapped(&entry.about, WIDTH, 0));
    let holds = match asked {
        [one] => format!("{} ({}) holds.", one.id(), one.name()),
        _ => format!("It holds: nothing breaks any of {}.", ids(asked)),
    };
    section(&mut text, "Verdict", &holds);
    section(&mut text, "Bounds", &searched_in_words(searched));
    setting(entry).iter().for_each(|says| section(&mut text, "", says));
    text
}

/// A counterexample.
pub(super) fn broken(explained: &Explained<'_>) -> String {
    let Explained { entry, run, lines, expected, .. } = explained;
    let property = run.property;
    let mut text = format!("{}\n{}\n\n", entry.name, wrapped(&entry.about, WIDTH, 0));
    let length = lines.len();
    let verdict = format!(
        "{} ({}) breaks after {length} steps, and not sooner. {}",
        property.id(),
        property.name(),
        if *expected { "The catalogue expects it." } else { "The catalogue does not expect it." }
    );
    section(&mut text, "Verdict", &verdict);
    setting(entry).iter().for_each(|says| section(&mut text, "", says));
    text.push('\n');
    let wide = length.to_string().len();
    lines.iter().for_each(|line| step(&mut text, line, wide));
    text.push('\n');
    let rule = |clause: Clause| format!("{}: {}", clause.id(), clause.sentence());
    let clause = match (run.violation.clause, run.last_clause()) {
        (Some(clause), _) => rule(clause),
        (None, Some(clause)) => format!("{} (The last answer before it broke.)", rule(clause)),
        (None, None) => "none: the layer answered nothing before it broke".to_owned(),
    };
    section(&mut text, "Clause", &clause);
    let whose = run.violation.whose.name();
    section(
        &mut text,
        "Observed",
        &format!("{}. (Whose it is: the {whose}.)", capital(run.violation.sentence)),
    );
    section(&mut text, "Allowed", &format!("{}: {}", property.id(), property.claim()));
    let given_up = given_up(&explained.given_up);
    if given_up.is_empty() {
        let says = "The contract has no parameter that gives this up: what is special about this \
                    world, above, brings it about.";
        section(&mut text, "", says);
    }
    for one in given_up {
        section(&mut text, "", &format!("The contract gives it up, by {one}"));
    }
    let actions: Vec<_> = lines.iter().map(|line| line.action).collect();
    section(&mut text, "Trace", &format!("{length} steps: {}", actions.join(", ")));
    section(&mut text, "Replay", &explained.replay());
    if !explained.others.is_empty() {
        let says = format!("{} break here too; ask with --property", ids(&explained.others));
        section(&mut text, "See also", &says);
    }
    text
}

fn searched_in_words(searched: &Searched) -> String {
    let Searched { distinct, depth, frontier, .. } = searched;
    let cut = match frontier {
        0 => "no bound of the model cut anything off".to_owned(),
        more => format!("behind {more} of them a bound of the model hides what could follow"),
    };
    format!(
        "all {distinct} states that can be reached were looked at, the farthest after {depth} \
         steps; {cut}."
    )
}

fn step(text: &mut String, line: &Line, wide: usize) {
    // Writing to a String cannot fail.
    let indent = wide + 12;
    let head = wrapped(&line.sentence, WIDTH, indent);
    let _ = writeln!(text, "{:>wide$}. [time {:>2}] {head}", line.number, line.time);
    for detail in &line.details {
        let _ = writeln!(text, "{:indent$}{}", "", wrapped(detail, WIDTH, indent));
    }
}

fn section(text: &mut String, heading: &str, says: &str) {
    let _ = writeln!(text, "{heading:<INDENT$}{}", wrapped(says, WIDTH, INDENT));
}

fn ids(properties: &[Property]) -> String {
    properties.iter().map(|property| property.id()).collect::<Vec<_>>().join(", ")
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

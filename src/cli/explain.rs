//! `onceproof explain`: the shortest counterexample of a configuration, step by step.

use super::exit::Exit;
use super::explain_text;
use super::progress::Progress;
use super::text_io::{self, Format, complain};
use onceproof::contract_file::closest;
use onceproof::models::Limits;
use onceproof::models::catalogue::check::{Broken, Failure};
use onceproof::models::catalogue::{Entry, entries};
use onceproof::models::explain::{self, Line, Run, Searched};
use onceproof::property::{GivenUp, Property, given_up};
use serde_json::{Value, json};

/// The most states, and bytes, that are searched.
const LIMITS: Limits = Limits { states: 20_000_000, bytes: 8 << 30, depth: u64::MAX };

/// The arguments of the verb.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 the configuration behaves as the catalogue expects, be it \
    that it holds or that the counterexample shown is an expected one; 1 it does not; 2 a limit \
    stopped the search.")]
pub(super) struct Arguments {
    /// The configuration. `--list` names them.
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// Which property's counterexample: P1, or at_most_once. Without it, that of the first
    /// property that is expected to break.
    #[arg(long, value_name = "PROPERTY", value_parser = property)]
    property: Option<Property>,
    /// List the configurations, and what is expected to break in each.
    #[arg(long, conflicts_with_all = ["name", "property", "trace"])]
    list: bool,
    /// Write the counterexample as a trace, one JSON object a line; `-` is standard output, in
    /// place of the explanation.
    #[arg(long, value_name = "FILE|-")]
    trace: Option<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A property by its id or name.
fn property(given: &str) -> Result<Property, String> {
    let known = Property::ALL.iter().copied();
    let is = |it: &Property| it.name() == given || it.id().eq_ignore_ascii_case(given);
    known.clone().find(is).ok_or_else(|| {
        let names: Vec<_> = known.map(|it| format!("{} ({})", it.id(), it.name())).collect();
        let near = closest(given, Property::ALL.iter().map(|it| it.name()));
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        format!("there is {}{near}", names.join(", "))
    })
}

/// A counterexample, with all that is said of it.
pub(super) struct Explained<'a> {
    pub(super) entry: &'a Entry,
    pub(super) run: Run,
    pub(super) lines: Vec<Line>,
    /// Whether the catalogue lets it break.
    pub(super) expected: bool,
    /// The parameters by which the contract gives the property up.
    pub(super) given_up: Vec<GivenUp>,
    /// The other properties that break in the configuration.
    pub(super) others: Vec<Property>,
}

impl Explained<'_> {
    /// The command that shows it again.
    pub(super) fn replay(&self) -> String {
        let (name, property) = (&self.entry.name, self.run.property.name());
        format!("onceproof explain {name} --property {property}")
    }
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let all = match entries() {
        Ok(all) => all,
        Err(wrong) => {
            complain(&format!("the catalogue is wrong: {wrong}"));
            return Exit::Internal;
        }
    };
    let Some(name) = &arguments.name else { return list(&all, arguments.format) };
    let Some(entry) = all.iter().find(|entry| entry.name == *name) else {
        let hint = match meant(name, &all).as_slice() {
            [] => "`onceproof explain --list` names them".to_owned(),
            near => format!("did you mean {}?", near.join(", ")),
        };
        complain(&format!("there is no configuration `{name}`; {hint}"));
        return Exit::Usage;
    };
    let mut progress = Progress::of("states");
    let found = explain::search(entry, LIMITS, |level| progress.show(level.distinct));
    progress.finish();
    match found {
        Ok(searched) => explain(arguments, entry, &searched),
        Err(failure) => {
            complain(&format!("{name}: {failure}"));
            match failure {
                Failure::Stopped(_) => Exit::Undetermined,
                Failure::Contradictions(_) | Failure::Fault(_) => Exit::Internal,
            }
        }
    }
}

/// What may have been meant: the nearest name, or those of which a part was given.
fn meant<'a>(name: &str, all: &'a [Entry]) -> Vec<&'a str> {
    let names = || all.iter().map(|entry| entry.name.as_str());
    let parts = || names().filter(|known| !name.is_empty() && known.contains(name)).take(3);
    let near = || {
        closest(
            name,
            names().flat_map(|known| [Some(known), known.split_once('/').map(|it| it.1)]).flatten(),
        )
    };
    let of_part = |part: &str| names().find(|known| known.ends_with(part));
    let found: Vec<&str> = parts().collect();
    if found.is_empty() { near().and_then(of_part).into_iter().collect() } else { found }
}

fn explain(arguments: &Arguments, entry: &Entry, searched: &Searched) -> Exit {
    let expected = entry.breaks.as_deref();
    let breaks =
        |property: &Property| searched.broken.iter().find(|broken| broken.property == *property);
    let first_expected = || expected.into_iter().flatten().min().copied();
    let found = match arguments.property {
        Some(property) => breaks(&property),
        None => {
            // The shortest of those that are expected; the first of several.
            let wanted = expected.into_iter().flatten().filter_map(breaks);
            let shortest = wanted.min_by_key(|broken| (broken.trace.steps.len(), broken.property));
            shortest.or(searched.broken.first())
        }
    };
    let Some(found) = found else {
        let wanted = arguments.property.or_else(first_expected);
        let should = expected.zip(wanted).is_some_and(|(all, one)| all.contains(&one));
        return holds(arguments, entry, searched, should);
    };
    let expected = expected.is_none_or(|all| all.contains(&found.property));
    let exit = if expected { Exit::Holds } else { Exit::Violated };
    match explained(entry, searched, found, expected) {
        Ok(explained) => show(arguments, &explained, searched, exit),
        Err(error) => {
            complain(&format!("{}: {error}", entry.name));
            Exit::Internal
        }
    }
}

fn explained<'a>(
    entry: &'a Entry,
    searched: &Searched,
    found: &Broken,
    expected: bool,
) -> Result<Explained<'a>, explain::NotReplayed> {
    let run = explain::replay(&searched.world, found.property, &found.trace)?;
    let mut given_up = given_up(&entry.configuration.contract);
    given_up.retain(|one| one.property == found.property);
    let others = searched.broken.iter().map(|broken| broken.property);
    let others = others.filter(|property| *property != found.property).collect();
    let lines = explain::timeline(&run);
    Ok(Explained { entry, run, lines, expected, given_up, others })
}

/// Prints the explanation, and writes the trace where one is asked for.
fn show(arguments: &Arguments, explained: &Explained<'_>, searched: &Searched, exit: Exit) -> Exit {
    if !explained.expected {
        complain("the catalogue does not expect this property to break here");
    }
    if let Some(file) = &arguments.trace {
        let about = &explained.entry.about;
        let exported = match explain::export(&explained.run, about, &explained.replay()) {
            Ok(exported) => exported,
            Err(error) => {
                complain(&format!("{}: {error}", explained.entry.name));
                return Exit::Internal;
            }
        };
        let text = exported.trace.text();
        if file == "-" {
            return text_io::write(text.as_bytes(), exit);
        }
        if let Err(error) = std::fs::write(file, text) {
            complain(&format!("{file} cannot be written: {error}"));
            return Exit::Io;
        }
        complain(&format!("{file}: written; event {} breaks the property", exported.breaks));
    }
    match arguments.format {
        Format::Text => text_io::write(explain_text::broken(explained).as_bytes(), exit),
        Format::Json => {
            let result = json!({"broken": broken_json(explained)});
            text_io::write_json(&document(explained.entry, searched, &result), exit)
        }
    }
}

/// Nothing that was asked for breaks. `should`: and it was expected to.
fn holds(arguments: &Arguments, entry: &Entry, searched: &Searched, should: bool) -> Exit {
    if should {
        complain("the catalogue expects a property to break here, and it does not");
    }
    if arguments.trace.is_some() {
        complain("nothing breaks, so there is no trace to write");
    }
    let exit = if should { Exit::Violated } else { Exit::Holds };
    let asked: Vec<Property> = match arguments.property {
        Some(property) => vec![property],
        None => Property::ALL.iter().copied().filter(|it| entry.checked.has(*it)).collect(),
    };
    if asked.iter().any(|property| !entry.checked.has(*property)) {
        complain("this configuration does not check that property");
        return Exit::NothingRan;
    }
    match arguments.format {
        Format::Text => {
            text_io::write(explain_text::holds(entry, searched, &asked).as_bytes(), exit)
        }
        Format::Json => {
            let ids: Vec<_> = asked.iter().map(|property| property.id()).collect();
            let result = json!({"holds": {"asked": ids}});
            text_io::write_json(&document(entry, searched, &result), exit)
        }
    }
}

fn list(all: &[Entry], format: Format) -> Exit {
    match format {
        Format::Text => text_io::write(explain_text::list(all).as_bytes(), Exit::Holds),
        Format::Json => {
            let one = |entry: &Entry| {
                let breaks = entry.breaks.iter().flatten().map(|property| property.id());
                json!({
                    "name": entry.name,
                    "about": entry.about,
                    "breaks": breaks.collect::<Vec<_>>(),
                    "asked_of_the_group": entry.breaks.is_none(),
                })
            };
            let configurations: Vec<Value> = all.iter().map(one).collect();
            let list = json!({"version": 1, "configurations": configurations});
            text_io::write_json(&list, Exit::Holds)
        }
    }
}

fn document(entry: &Entry, searched: &Searched, result: &Value) -> Value {
    json!({
        "version": 1,
        "configuration": entry.name,
        "about": entry.about,
        "setting": explain_text::setting(entry),
        "searched": {
            "states": searched.distinct,
            "depth": searched.depth,
            "frontier": searched.frontier,
        },
        "result": result,
    })
}

fn broken_json(explained: &Explained<'_>) -> Value {
    let Explained { run, lines, expected, .. } = explained;
    let id = |property: &Property| property.id();
    let step = |line: &Line| {
        json!({
            "number": line.number,
            "time": line.time,
            "action": line.action,
            "sentence": line.sentence,
            "details": line.details,
            "breaks": line.breaks.iter().map(id).collect::<Vec<_>>(),
        })
    };
    let mut document = json!({
        "property": id(&run.property),
        "name": run.property.name(),
        "claim": run.property.claim(),
        "expected": expected,
        "observed": run.violation.sentence,
        "whose": run.violation.whose.name(),
        "given_up": explain_text::given_up(&explained.given_up),
        "steps": lines.iter().map(step).collect::<Vec<_>>(),
        "others": explained.others.iter().map(id).collect::<Vec<_>>(),
        "replay": explained.replay(),
    });
    if let (Some(clause), Value::Object(members)) = (run.violation.clause, &mut document) {
        let clause = json!({"id": clause.id(), "sentence": clause.sentence()});
        members.insert("clause".to_owned(), clause);
    }
    document
}

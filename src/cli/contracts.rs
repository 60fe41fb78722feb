//! `onceproof contracts`: the named contracts, and what any contract says and gives up.

use super::contract_source;
use super::exit::Exit;
use super::text_io::{complain, write};
use super::wrap::wrapped;
use clap::{Args, ValueEnum};
use onceproof::contract_file::{LoadedContract, warnings};
use onceproof::property::{Prospect, prospects};
use onceproof::spec::named;
use onceproof::spec::term::Term;
use serde::Serialize;

/// What `onceproof contracts` takes.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A named contract, or a contract file.
    #[arg(value_name = "NAME|FILE")]
    contract: Option<String>,
    /// How to show it; `toml` writes a contract file, and needs NAME|FILE.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
    Toml,
}

pub(crate) fn run(arguments: &Arguments) -> Exit {
    let Some(name) = &arguments.contract else { return list(arguments.format) };
    let contract = match contract_source::load_with_sources(name) {
        Ok(contract) => contract,
        Err(exit) => return exit,
    };
    let shown = match arguments.format {
        Format::Text => text(&contract),
        Format::Json => json(&Sheet::of(&contract)),
        Format::Toml => contract.to_toml(),
    };
    write(shown.as_bytes(), Exit::Holds)
}

fn list(format: Format) -> Exit {
    let all = || named::ALL.iter().map(LoadedContract::from);
    let shown = match format {
        Format::Text => all().map(|contract| entry(&contract)).collect(),
        Format::Json => {
            let contracts = all().map(|contract| Entry::of(&contract)).collect();
            json(&List { version: 1, contracts })
        }
        Format::Toml => {
            complain("a contract file holds one contract: say which, as in `contracts strict`");
            return Exit::Usage;
        }
    };
    write(shown.as_bytes(), Exit::Holds)
}

fn entry(contract: &LoadedContract) -> String {
    let about = contract.base.map_or("", |base| base.about);
    let facts = match contract.open.open_parameters().count() {
        0 => format!("Nothing is open. {}", summary(contract)),
        1 => format!("1 parameter is open. {}", summary(contract)),
        open => format!("{open} parameters are open. {}", summary(contract)),
    };
    format!("{}\n    {}\n    {}\n", contract.name, wrapped(about, 96, 4), wrapped(&facts, 96, 4))
}

/// What a contract gives up, as ids in one sentence.
fn summary(contract: &LoadedContract) -> String {
    let (certain, possible) = ids(&prospects(&contract.open));
    match (certain.as_slice(), possible.as_slice()) {
        ([], []) => "Gives up nothing that is declared.".to_owned(),
        (some, []) => format!("Gives up {}.", some.join(", ")),
        ([], some) => format!("May give up {}.", some.join(", ")),
        (some, more) => format!("Gives up {}; may give up {}.", some.join(", "), more.join(", ")),
    }
}

/// The ids of the properties that are given up for certain, and of those that may be.
fn ids(prospects: &[Prospect]) -> (Vec<&'static str>, Vec<&'static str>) {
    let (certain, possible): (Vec<_>, Vec<_>) =
        prospects.iter().partition(|prospect| prospect.certain);
    let id = |prospect: &&Prospect| prospect.property.id();
    (certain.iter().map(id).collect(), possible.iter().map(id).collect())
}

fn text(contract: &LoadedContract) -> String {
    let mut shown = format!("{}\n", contract.name);
    match (contract.named(), contract.base) {
        (Some(named), _) => shown.push_str(&format!("    {}\n", wrapped(named.about, 96, 4))),
        (None, Some(base)) => shown.push_str(&format!("    Starts from {}.\n", base.name)),
        (None, None) => {}
    }
    let ticks = if contract.base.is_some() { " (a tick is one millisecond)" } else { "" };
    shown.push_str(&format!("\nParameters{ticks}:\n"));
    for setting in &contract.settings {
        let line = format!("{} = {}", setting.term, value_text(contract, setting.term));
        shown.push_str(&format!("    {line}\n        {}\n", wrapped(&setting.source, 96, 8)));
    }
    let prospects = prospects(&contract.open);
    shown.push_str("\nGives up:\n");
    if prospects.is_empty() {
        shown.push_str("    nothing that is declared (P1, P3 to P6, P9 to P11)\n");
    }
    prospects.iter().for_each(|prospect| shown.push_str(&prospect_text(prospect)));
    let warnings = warnings(&contract.open);
    section(&mut shown, "Warnings:", warnings.iter().map(|warning| warning.says));
    section(&mut shown, "Beyond these parameters:", contract.beyond().iter().copied());
    shown
}

fn value_text(contract: &LoadedContract, term: Term) -> String {
    let values = contract.values(term);
    match term.choice() {
        Some(choice) if values.len() == choice.values().len() => "unspecified".to_owned(),
        Some(_) | None => values.join(" or "),
    }
}

fn prospect_text(prospect: &Prospect) -> String {
    let property = prospect.property;
    let certainty = if prospect.certain { "" } else { "possibly " };
    let mut shown = format!("    {certainty}{} {}\n", property.id(), property.name());
    for weakness in &prospect.by {
        let by = if weakness.certain { "by" } else { "if" };
        let values = weakness.values.join(" or ");
        let reason = format!("{by} {} = {values}: {}", weakness.parameter.name(), weakness.because);
        shown.push_str(&format!("        {}\n", wrapped(&reason, 96, 10)));
    }
    shown
}

fn section<'a>(shown: &mut String, title: &str, sentences: impl Iterator<Item = &'a str>) {
    let lines: String =
        sentences.map(|sentence| format!("    - {}\n", wrapped(sentence, 96, 6))).collect();
    if !lines.is_empty() {
        shown.push_str(&format!("\n{title}\n{lines}"));
    }
}

#[derive(Serialize)]
struct List {
    version: u8,
    contracts: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    about: &'static str,
    open: usize,
    gives_up: Vec<&'static str>,
    may_give_up: Vec<&'static str>,
}

#[derive(Serialize)]
struct Sheet {
    version: u8,
    name: String,
    /// The named contract that it is or starts from.
    base: Option<&'static str>,
    about: Option<&'static str>,
    parameters: Vec<ParameterRow>,
    gives_up: Vec<PropertyRow>,
    warnings: Vec<&'static str>,
    beyond: &'static [&'static str],
}

#[derive(Serialize)]
struct ParameterRow {
    name: &'static str,
    /// Whether it is open: then one of the values holds, and which is not known.
    open: bool,
    values: Vec<serde_json::Value>,
    source: String,
}

#[derive(Serialize)]
struct PropertyRow {
    id: &'static str,
    name: &'static str,
    certain: bool,
    by: Vec<WeaknessRow>,
}

#[derive(Serialize)]
struct WeaknessRow {
    parameter: &'static str,
    values: Vec<String>,
    certain: bool,
    because: &'static str,
}

impl Entry {
    fn of(contract: &LoadedContract) -> Entry {
        let (gives_up, may_give_up) = ids(&prospects(&contract.open));
        Entry {
            name: contract.name.clone(),
            about: contract.base.map_or("", |base| base.about),
            open: contract.open.open_parameters().count(),
            gives_up,
            may_give_up,
        }
    }
}

impl Sheet {
    fn of(contract: &LoadedContract) -> Sheet {
        let parameter = |setting: &onceproof::contract_file::Setting| ParameterRow {
            name: setting.term.name(),
            open: contract.values(setting.term).len() > 1,
            values: json_values(contract, setting.term),
            source: setting.source.clone(),
        };
        Sheet {
            version: 1,
            name: contract.name.clone(),
            base: contract.base.map(|base| base.name),
            about: contract.named().map(|named| named.about),
            parameters: contract.settings.iter().map(parameter).collect(),
            gives_up: prospects(&contract.open).iter().map(PropertyRow::of).collect(),
            warnings: warnings(&contract.open).iter().map(|warning| warning.says).collect(),
            beyond: contract.beyond(),
        }
    }
}

impl PropertyRow {
    fn of(prospect: &Prospect) -> PropertyRow {
        let by = prospect.by.iter().map(|weakness| WeaknessRow {
            parameter: weakness.parameter.name(),
            values: weakness.values.clone(),
            certain: weakness.certain,
            because: weakness.because,
        });
        PropertyRow {
            id: prospect.property.id(),
            name: prospect.property.name(),
            certain: prospect.certain,
            by: by.collect(),
        }
    }
}

/// Durations are numbers, as in a contract file; everything else is a name.
fn json_values(contract: &LoadedContract, term: Term) -> Vec<serde_json::Value> {
    match term.span_in(contract.open.base()) {
        Some(span) => vec![serde_json::json!(span)],
        None => contract.values(term).into_iter().map(serde_json::Value::from).collect(),
    }
}

fn json(data: &impl Serialize) -> String {
    // Texts and numbers alone: nothing in the data can fail to be written.
    serde_json::to_string_pretty(data).unwrap_or_default() + "\n"
}

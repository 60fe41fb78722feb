//! `onceproof clauses`: every rule of the lifecycle, with its id, level, sentence and source.

use super::exit::Exit;
use super::text_io::{complain, write};
use super::wrap::wrapped;
use clap::{Args, ValueEnum};
use onceproof::contract_file::closest;
use onceproof::spec::Clause;
use serde::Serialize;

/// What `onceproof clauses` takes.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only these rules.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// How to show them.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
    Markdown,
}

pub(crate) fn run(arguments: &Arguments) -> Exit {
    match wanted(&arguments.ids) {
        Err(exit) => exit,
        Ok(clauses) => {
            let shown = match arguments.format {
                Format::Text => clauses.iter().map(|clause| text(*clause)).collect(),
                Format::Json => json(&clauses),
                Format::Markdown => markdown(&clauses),
            };
            write(shown.as_bytes(), Exit::Holds)
        }
    }
}

/// The clauses of the ids, in the order given; all of them when none is given.
fn wanted(ids: &[String]) -> Result<Vec<Clause>, Exit> {
    if ids.is_empty() {
        return Ok(Clause::ALL.to_vec());
    }
    let known = || Clause::ALL.iter().map(|clause| clause.id());
    let find = |id: &String| {
        Clause::from_id(id).ok_or_else(|| {
            let hint = match closest(id, known()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "`onceproof clauses` lists them all".to_owned(),
            };
            complain(&format!("no rule has the id {id:?}; {hint}"));
            Exit::Usage
        })
    };
    ids.iter().map(find).collect()
}

fn text(clause: Clause) -> String {
    let sentence = wrapped(clause.sentence(), 96, 4);
    let (id, level) = (clause.id(), clause.level().word());
    format!("{id} ({level})\n    {sentence}\n    Source: {}\n", clause.source())
}

#[derive(Serialize)]
struct Table {
    version: u8,
    clauses: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    level: &'static str,
    sentence: &'static str,
    source: &'static str,
}

fn json(clauses: &[Clause]) -> String {
    let row = |clause: &Clause| Row {
        id: clause.id(),
        level: clause.level().word(),
        sentence: clause.sentence(),
        source: clause.source(),
    };
    let table = Table { version: 1, clauses: clauses.iter().map(row).collect() };
    // Texts alone: nothing in the table can fail to be written.
    serde_json::to_string_pretty(&table).unwrap_or_default() + "\n"
}

fn markdown(clauses: &[Clause]) -> String {
    let row = |clause: &Clause| {
        let cell = |text: &str| text.replace('|', "\\|");
        let (sentence, source) = (cell(clause.sentence()), cell(clause.source()));
        format!("| `{}` | {} | {sentence} | {source} |\n", clause.id(), clause.level().word())
    };
    let rows: String = clauses.iter().map(row).collect();
    format!("| id | level | rule | source |\n|---|---|---|---|\n{rows}")
}

//! `onceproof schema [NAME]`: the JSON Schemas of everything that this program reads and writes.

use super::exit::Exit;
use super::text_io::{complain, write};

/// The shipped schemas: name, text, and what it describes. A new one is a new row.
const SCHEMAS: &[(&str, &str, &str)] = &[
    ("case", include_str!("../../schema/case.schema.json"), "a file of cases"),
    (
        "trace",
        include_str!("../../schema/trace.schema.json"),
        "a line of a trace: its header, or an event",
    ),
];

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Which schema to print. Without it, the names are listed.
    name: Option<String>,
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let Some(name) = &arguments.name else {
        let row = |(name, _, about): &(&str, &str, &str)| format!("{name}\t{about}\n");
        return write(SCHEMAS.iter().map(row).collect::<String>().as_bytes(), Exit::Holds);
    };
    if let Some((_, text, _)) = SCHEMAS.iter().find(|(known, _, _)| known == name) {
        return write(text.as_bytes(), Exit::Holds);
    }
    let known: Vec<&str> = SCHEMAS.iter().map(|(known, _, _)| *known).collect();
    complain(&format!("there is no schema `{name}`; there is: {}", known.join(", ")));
    Exit::Usage
}

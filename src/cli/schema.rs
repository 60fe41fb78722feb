//! `onceproof schema [NAME]`: the JSON Schemas of everything that this program reads and writes.
//!
//! A schema that refers to another one does so by a reference that is resolved against its `$id`;
//! give a validator all of them. `tests/schemas.rs` holds them against the program.

use super::exit::Exit;
use super::text_io::{complain, write};

/// The shipped schemas: name, text, and what it describes. A new one is a new row.
const SCHEMAS: &[(&str, &str, &str)] = &[
    ("case", include_str!("../../schema/case.schema.json"), "a file of cases"),
    (
        "cases",
        include_str!("../../schema/cases.schema.json"),
        "what `cases` writes: the list, one case, or what a check came to",
    ),
    (
        "clauses",
        include_str!("../../schema/clauses.schema.json"),
        "what `clauses` writes: rules of the lifecycle",
    ),
    (
        "contracts",
        include_str!("../../schema/contracts.schema.json"),
        "what `contracts` writes: the list, or one contract's sheet",
    ),
    ("diff", include_str!("../../schema/diff.schema.json"), "what `diff` writes"),
    (
        "example-reservation",
        include_str!("../../schema/example-reservation.schema.json"),
        "what `example reservation` writes",
    ),
    (
        "example-worked",
        include_str!("../../schema/example-worked.schema.json"),
        "what `example worked` writes",
    ),
    ("explain", include_str!("../../schema/explain.schema.json"), "what `explain` writes"),
    (
        "fingerprint",
        include_str!("../../schema/fingerprint.schema.json"),
        "what `fingerprint` writes",
    ),
    ("key", include_str!("../../schema/key.schema.json"), "what `key` writes"),
    ("lint", include_str!("../../schema/lint.schema.json"), "what `lint` writes"),
    (
        "lint-input",
        include_str!("../../schema/lint-input.schema.json"),
        "a line that `lint` reads: an attempt",
    ),
    (
        "oracle-input",
        include_str!("../../schema/oracle-input.schema.json"),
        "a line that `oracle` reads: an operation, or a restart",
    ),
    (
        "oracle-output",
        include_str!("../../schema/oracle-output.schema.json"),
        "a line that `oracle` writes: a ruling, an error, the summary",
    ),
    (
        "trace",
        include_str!("../../schema/trace.schema.json"),
        "a line of a trace: its header, or an event",
    ),
    ("verify", include_str!("../../schema/verify.schema.json"), "what `verify` writes"),
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

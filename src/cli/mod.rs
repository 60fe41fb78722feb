//! One file a verb. A verb reads its arguments, does its work through the library,
//! writes data to stdout and words for people to stderr, and returns an [`Exit`].

mod clauses;
mod contract_argument;
mod contracts;
mod exit;
mod print;

use clap::{Parser, Subcommand};
use exit::Exit;
use std::process::ExitCode;

/// An executable specification of the idempotent request lifecycle, and a reference oracle for it.
#[derive(Parser)]
#[command(
    name = "onceproof",
    version,
    about,
    arg_required_else_help = true,
    propagate_version = true
)]
struct CommandLine {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Clauses(clauses::Arguments),
    Contracts(contracts::Arguments),
}

/// Parses the command line, runs the verb, and turns what it came to into an exit code.
pub(crate) fn main() -> ExitCode {
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Holds };
            // A closed stderr or stdout leaves nobody to tell; the exit code still tells.
            let _ = error.print();
            return exit.into();
        }
    };
    let exit = match line.verb {
        Verb::Clauses(arguments) => clauses::run(&arguments),
        Verb::Contracts(arguments) => contracts::run(&arguments),
    };
    exit.into()
}

//! One file a verb. A verb reads its arguments, does its work through the library,
//! writes data to stdout and words for people to stderr, and returns an [`Exit`].

mod cases;
mod contract_source;
mod diff;
mod exit;
mod oracle;
mod text_io;

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
    /// List the hand-written cases, show one as a timeline, or check a file of cases.
    Cases(cases::Arguments),
    /// Judge operations and observed answers, line by line, against a contract.
    Oracle(oracle::Arguments),
    /// Find the shortest sequence of operations on which two contracts answer differently.
    Diff(diff::Arguments),
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
        Verb::Cases(arguments) => cases::run(&arguments),
        Verb::Oracle(arguments) => oracle::run(&arguments),
        Verb::Diff(arguments) => diff::run(&arguments),
    };
    exit.into()
}

//! One file a verb. A verb reads its arguments, does its work through the library,
//! writes data to stdout and words for people to stderr, and returns an [`Exit`].

mod cases;
mod clauses;
mod contract_source;
mod contracts;
mod diff;
mod example;
mod exit;
#[cfg(feature = "models")]
mod explain;
#[cfg(feature = "models")]
mod explain_text;
mod fingerprint;
mod key;
mod lint;
mod oracle;
mod oracle_text;
mod progress;
mod schema;
mod text_io;
mod trace;
#[cfg(feature = "models")]
mod verify;
mod wrap;

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
    /// Check every configuration, contract and mutant: the main job.
    #[cfg(feature = "models")]
    Verify(verify::Arguments),
    /// Show the rules of the lifecycle: id, level, sentence, source.
    Clauses(clauses::Arguments),
    /// List the named contracts; show one, or a contract file, with its sources and give-ups.
    Contracts(contracts::Arguments),
    /// List the hand-written cases, show one as a timeline, or check a file of cases.
    Cases(cases::Arguments),
    /// Judge operations and observed answers, line by line, against a contract.
    Oracle(oracle::Arguments),
    /// Find the shortest sequence of operations on which two contracts answer differently.
    Diff(diff::Arguments),
    /// Tell the shortest counterexample of a shipped configuration, step by step.
    #[cfg(feature = "models")]
    Explain(explain::Arguments),
    /// Make the fingerprint of a JSON text, and explain it.
    Fingerprint(fingerprint::Arguments),
    /// Derive the key of an intent, an event or a request, and explain it.
    Key(key::Arguments),
    /// Find faulty keys in a file of attempts.
    Lint(lint::Arguments),
    /// The worked examples: run, checked and reported.
    Example(example::Arguments),
    /// Print a JSON Schema, or list what there is.
    Schema(schema::Arguments),
    /// Check a trace strictly, and print it as a numbered timeline.
    Trace(trace::Arguments),
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
        #[cfg(feature = "models")]
        Verb::Verify(arguments) => verify::run(&arguments),
        Verb::Clauses(arguments) => clauses::run(&arguments),
        Verb::Contracts(arguments) => contracts::run(&arguments),
        Verb::Cases(arguments) => cases::run(&arguments),
        Verb::Oracle(arguments) => oracle::run(&arguments),
        Verb::Diff(arguments) => diff::run(&arguments),
        #[cfg(feature = "models")]
        Verb::Explain(arguments) => explain::run(&arguments),
        Verb::Fingerprint(arguments) => fingerprint::run(&arguments),
        Verb::Key(arguments) => key::run(&arguments),
        Verb::Lint(arguments) => lint::run(&arguments),
        Verb::Example(arguments) => example::run(&arguments),
        Verb::Schema(arguments) => schema::run(&arguments),
        Verb::Trace(arguments) => trace::run(&arguments),
    };
    exit.into()
}

//! `onceproof trace FILE`: read a trace strictly, and print it as a timeline or canonically.

use super::exit::Exit;
use super::text_io::{complain, open, write};
use clap::ValueEnum;
use onceproof::trace::{Fault, Trace, timeline};

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The trace, in JSON Lines; `-` is standard input.
    #[arg(value_name = "FILE|-")]
    file: String,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A numbered timeline, one sentence an event.
    Text,
    /// The trace itself, in its canonical form.
    Jsonl,
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let file = &arguments.file;
    let input = match open(file) {
        Ok(input) => input,
        Err(exit) => return exit,
    };
    let trace = match Trace::read(input) {
        Ok(trace) => trace,
        Err(error) => {
            complain(&format!("{file}: {error}"));
            return match error.fault {
                Fault::Io { .. } => Exit::Io,
                _ => Exit::BadInput,
            };
        }
    };
    let exit = match trace.events.is_empty() {
        true => Exit::NothingRan,
        false => Exit::Holds,
    };
    if trace.events.is_empty() {
        complain(&format!("{file}: the trace has no events"));
    }
    match arguments.format {
        Format::Text => write(timeline(&trace).as_bytes(), exit),
        Format::Jsonl => write(trace.text().as_bytes(), exit),
    }
}

//! `onceproof example`: the worked examples, run and reported.

use super::exit::Exit;
use clap::{Args, Subcommand, ValueEnum};
use onceproof::example::{reservation, worked};
use std::io::Write;

/// The arguments of `example`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    which: Which,
}

#[derive(Subcommand)]
enum Which {
    /// A note, prepared once: a hand timeline and eighteen named checks
    Worked {
        /// The form of the report
        #[arg(long, value_enum, default_value = "json")]
        format: WorkedFormat,
    },
    /// A repair part, reserved once: its contract table, judged by the stock
    Reservation {
        /// The form of the report
        #[arg(long, value_enum, default_value = "text")]
        format: ReservationFormat,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum WorkedFormat {
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum ReservationFormat {
    Text,
    Json,
}

/// Runs an example and prints its report; 0 when all of it holds, 1 when not.
pub(crate) fn run(arguments: &Arguments) -> Exit {
    match arguments.which {
        Which::Worked { format: WorkedFormat::Json } => {
            let report = worked::Report::of_this_crate();
            conclude(serde_json::to_string_pretty(&report), &report.failures())
        }
        Which::Reservation { format } => {
            let report = reservation::Report::of_this_crate();
            let text = match format {
                ReservationFormat::Text => Ok(report.text()),
                ReservationFormat::Json => serde_json::to_string_pretty(&report),
            };
            conclude(text, &report.failures())
        }
    }
}

/// Prints a report on stdout and the names of what does not hold on stderr.
fn conclude(report: serde_json::Result<String>, failures: &[&str]) -> Exit {
    let Ok(report) = report else {
        eprintln!("onceproof: the report could not be written as JSON");
        return Exit::Internal;
    };
    let mut stdout = std::io::stdout().lock();
    if writeln!(stdout, "{}", report.trim_end()).and_then(|()| stdout.flush()).is_err() {
        eprintln!("onceproof: the report could not be written to standard output");
        return Exit::Io;
    }
    for name in failures {
        eprintln!("does not hold: {name}");
    }
    if failures.is_empty() { Exit::Holds } else { Exit::Violated }
}

#[cfg(test)]
mod tests {
    use super::{Exit, conclude};

    #[test]
    fn a_report_with_failures_ends_as_violated_and_one_without_as_holding() {
        assert_eq!(conclude(Ok("a report".to_owned()), &["a_check"]), Exit::Violated);
        assert_eq!(conclude(Ok("a report".to_owned()), &[]), Exit::Holds);
    }
}

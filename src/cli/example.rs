//! `onceproof example`: the worked examples, run and reported.

use super::exit::Exit;
use super::text_io::{Format, complain, write};
use clap::{Args, Subcommand, ValueEnum};
use onceproof::example::{reservation, worked};

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
        format: Format,
    },
}

/// The worked example has one form: its report's members are fixed.
#[derive(Clone, Copy, ValueEnum)]
enum WorkedFormat {
    /// One JSON document.
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
                Format::Text => Ok(report.text()),
                Format::Json => serde_json::to_string_pretty(&report),
            };
            conclude(text, &report.failures())
        }
    }
}

/// Prints a report on stdout and the names of what does not hold on stderr.
fn conclude(report: serde_json::Result<String>, failures: &[&str]) -> Exit {
    let Ok(report) = report else {
        complain("the report cannot be made into JSON");
        return Exit::Internal;
    };
    for name in failures {
        complain(&format!("does not hold: {name}"));
    }
    let exit = if failures.is_empty() { Exit::Holds } else { Exit::Violated };
    write(format!("{}\n", report.trim_end()).as_bytes(), exit)
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

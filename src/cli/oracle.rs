//! `onceproof oracle`: which answers are allowed here, and was this one?

use super::contract_source;
use super::exit::Exit;
use super::oracle_text::{Sentences, unchecked_starts};
use super::progress::Progress;
use super::text_io;
use onceproof::lines::LONGEST_LINE;
use onceproof::oracle::line::{Conclusion, JsonLines, Options, Summary, run as run_session};
use onceproof::oracle::{Limits, Session};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::mem::ManuallyDrop;

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The contract: a named one, or a file. A file may leave parameters open; then the contracts
    /// that still fit are printed at the end, strongest first.
    #[arg(long, value_name = "NAME|FILE", default_value = "strict")]
    contract: String,
    /// With each allowed answer, the sentence, level and source of its clause.
    #[arg(long)]
    explain: bool,
    /// Only ask: no line carries an observed answer, and one that does is an error. Without this,
    /// a session in which nothing was judged ends with exit code 4.
    #[arg(long)]
    ask: bool,
    /// How to say it: one JSON object a line for programs, or sentences for people.
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
    /// The most bytes that a line may have.
    #[arg(long, value_name = "BYTES", default_value_t = LONGEST_LINE)]
    max_line: usize,
    /// The most requests that are held at once; beyond it the verdict is undetermined.
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests)]
    max_requests: usize,
    /// The most forgotten requests whose attempts are still checked for being issued again, about
    /// 200 bytes each. The oldest beyond it are dropped; when then an attempt is named that may
    /// have been issued for one of them, the verdict is undetermined.
    #[arg(long, value_name = "N", default_value_t = Limits::default().forgotten)]
    most_forgotten: usize,
    /// Read each line as any JSON value and write it again: the baseline of the benchmark.
    #[arg(long, hide = true)]
    echo: bool,
}

/// How a session says what it has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One JSON object a line.
    Jsonl,
    /// Sentences.
    Text,
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if arguments.echo {
        return match echo(input, &mut output) {
            Ok(()) => Exit::Holds,
            Err(error) => failed(&error),
        };
    }
    let contract = match contract_source::load(&arguments.contract) {
        Ok(contract) => contract,
        Err(exit) => return exit,
    };
    let options = Options {
        explain: arguments.explain,
        ask_only: arguments.ask,
        longest_line: arguments.max_line,
    };
    let limits = Limits {
        requests: arguments.max_requests,
        forgotten: arguments.most_forgotten,
        ..Limits::default()
    };
    // The process ends with the session: letting go of a million requests one by one would take
    // longer than the system takes to have them back at once.
    let session = Session::new(contract, limits);
    let session = if arguments.ask { session.as_the_layer() } else { session };
    let mut session = ManuallyDrop::new(session);
    let mut progress = Progress::of("lines");
    let tick = |lines| progress.tick(lines);
    let summary = match arguments.format {
        Format::Jsonl => {
            run_session(input, &mut JsonLines::to(output), &mut session, options, tick)
        }
        Format::Text => run_session(
            input,
            &mut Sentences::to(output, &arguments.contract),
            &mut session,
            options,
            tick,
        ),
    };
    progress.finish();
    match summary {
        Ok(summary) => {
            text_io::complain(&in_words(&summary, &arguments.contract));
            exit(&summary)
        }
        Err(error) => failed(&error),
    }
}

fn exit(summary: &Summary) -> Exit {
    match summary.verdict {
        Conclusion::Allowed | Conclusion::Answered => Exit::Holds,
        Conclusion::Forbidden | Conclusion::NoPromise => Exit::Violated,
        Conclusion::Undetermined => Exit::Undetermined,
        Conclusion::BadInput => Exit::BadInput,
        Conclusion::NothingJudged => Exit::NothingRan,
    }
}

/// The verdict for people, with its bounds.
fn in_words(summary: &Summary, contract: &str) -> String {
    let Summary { lines, judged, forbidden, bad_lines, .. } = summary;
    let verdict = match summary.verdict {
        Conclusion::Allowed => format!("every observed answer is allowed by {contract}"),
        Conclusion::Forbidden => {
            let first = summary.first_forbidden.unwrap_or_default();
            format!(
                "{forbidden} observed answer(s) are forbidden by {contract}, first on line {first}"
            )
        }
        Conclusion::NoPromise => {
            let fitting = summary.contracts.as_ref();
            fitting.and_then(|fitting| fitting.no_promise.clone()).unwrap_or_default()
        }
        Conclusion::Answered => "every question is answered; nothing was to be judged".to_owned(),
        Conclusion::Undetermined => {
            let limit = summary.limit.clone().or_else(|| unchecked_starts(summary));
            format!("undetermined: {}", limit.unwrap_or_default())
        }
        Conclusion::BadInput => format!("{bad_lines} line(s) could not be read"),
        Conclusion::NothingJudged => {
            "no line carries an observed answer, so nothing was judged (see --ask)".to_owned()
        }
    };
    format!("{lines} line(s), {judged} judged, {bad_lines} bad: {verdict}")
}

/// The input cannot be read, or the output not be written; nobody is left to tell the latter to.
fn failed(error: &io::Error) -> Exit {
    if error.kind() != io::ErrorKind::BrokenPipe {
        text_io::complain(&format!("the session broke off: {error}"));
    }
    Exit::Io
}

/// Reads each line as any JSON value and writes it again.
fn echo(mut input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let value: serde_json::Value = serde_json::from_slice(&line)?;
        serde_json::to_writer(&mut *output, &value)?;
        output.write_all(b"\n")?;
    }
}

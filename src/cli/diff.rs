//! `onceproof diff`: the shortest sequence of operations on which two contracts answer differently.

use super::contract_source;
use super::exit::Exit;
use super::progress::Progress;
use super::text_io::{self, Format};
use clap::builder::PossibleValuesParser;
use onceproof::oracle::difference::{Bounds, Difference, Sequence, difference};
use onceproof::spec::Clause;
use onceproof::spec::contract::Parameter;
use onceproof::spec::open::OpenContract;
use onceproof::spec::term::Term;
use onceproof::trace::form::{AnswerForm, OPERATION_NAMES};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The first contract: a named one, or a file.
    #[arg(value_name = "CONTRACT")]
    left: String,
    /// The second contract.
    #[arg(value_name = "CONTRACT")]
    right: String,
    /// The most operations in a sequence.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().operations)]
    operations: usize,
    /// The most pairs of records to visit.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().states)]
    states: usize,
    /// Compare the times that answers tell (the end of a lease, when to retry), too.
    #[arg(long)]
    times: bool,
    /// An operation to leave out, `begin_without_key` for example; may be given several times.
    #[arg(long, value_name = "OPERATION", value_parser = operation_name())]
    ignore: Vec<String>,
    /// How to print what was found.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let left = match contract_source::load(&arguments.left) {
        Ok(left) => left,
        Err(exit) => return exit,
    };
    let right = match contract_source::load(&arguments.right) {
        Ok(right) => right,
        Err(exit) => return exit,
    };
    let bounds = Bounds {
        operations: arguments.operations,
        states: arguments.states,
        told_times: arguments.times,
        ignored: arguments.ignore.iter().cloned().collect(),
    };
    let mut progress = Progress::of("pairs of records");
    let found = difference(&left, &right, &bounds, |visited| progress.tick(visited));
    progress.finish();
    let exit = match &found {
        Difference::Identical => Exit::Holds,
        Difference::Found(_) => Exit::Violated,
        Difference::NotWithin { .. } => Exit::Undetermined,
    };
    let (one, other) = (arguments.left.as_str(), arguments.right.as_str());
    match arguments.format {
        Format::Text => {
            text_io::write(in_words(&found, one, other, &differing(&left, &right)).as_bytes(), exit)
        }
        Format::Json => text_io::write_json(&as_json(&found, one, other), exit),
    }
}

/// The parameters in which two contracts differ.
fn differing(left: &OpenContract, right: &OpenContract) -> Vec<&'static str> {
    let (one, other) = (left.base(), right.base());
    let choice = |parameter: Parameter| left.names(parameter) != right.names(parameter);
    let differ = |term: &Term| match term.choice() {
        Some(parameter) => choice(parameter),
        None => term.value_in(one) != term.value_in(other),
    };
    Term::ALL.iter().filter(|term| differ(term)).map(|term| term.name()).collect()
}

/// The names of the operations.
fn operation_name() -> PossibleValuesParser {
    PossibleValuesParser::new(OPERATION_NAMES)
}

fn in_words(found: &Difference, left: &str, right: &str, differing: &[&str]) -> String {
    match found {
        Difference::Identical => format!("{left} and {right} agree in every parameter.\n"),
        Difference::NotWithin { states, operations } => format!(
            "No difference between {left} and {right} was found: every sequence of {operations} \
             operations was tried, over {states} pairs of records.\nThey differ in {}. No answer \
             shows `clock` or `replay`; for the others raise --operations or --states, or compare \
             told times with --times.\n",
            differing.join(", ")
        ),
        Difference::Found(sequence) => sequence_in_words(sequence, left, right),
    }
}

fn sequence_in_words(sequence: &Sequence, left: &str, right: &str) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{left} and {right} {} differently after {} operation(s), and not {}before:\n",
        if sequence.certain { "answer" } else { "may, by their open parameters, answer" },
        sequence.before.len() + 1,
        if sequence.certain { "for certain " } else { "" }
    );
    for (step, exchange) in sequence.before.iter().enumerate() {
        let _ =
            writeln!(text, "{:>3}. at {}: {}", step + 1, exchange.at, to_json(&exchange.operation));
        let _ = writeln!(text, "     both answer {}", to_json(&exchange.answer));
    }
    let last = sequence.before.len() + 1;
    let _ = writeln!(text, "{last:>3}. at {}: {}", sequence.at, to_json(&sequence.operation));
    for (name, answers) in [(left, &sequence.left), (right, &sequence.right)] {
        let mut told = None;
        for (answer, clause) in answers {
            if told != Some(answer) {
                let _ = writeln!(text, "     {name} answers {}", to_json(answer));
                told = Some(answer);
            }
            let _ = writeln!(text, "       by {}: {}", clause.id(), clause.sentence());
        }
    }
    text
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("<not printable: {error}>"))
}

fn as_json(found: &Difference, left: &str, right: &str) -> Value {
    let answers = |answers: &[(AnswerForm, Clause)]| -> Vec<Value> {
        let one = |(answer, clause): &(AnswerForm, Clause)| json!({"answer": answer, "clause": clause.id(), "sentence": clause.sentence()});
        answers.iter().map(one).collect()
    };
    let result = match found {
        Difference::Identical => json!({"identical": {}}),
        Difference::NotWithin { states, operations } => {
            json!({"not_within": {"states": states, "operations": operations}})
        }
        Difference::Found(sequence) => {
            let before: Vec<_> = sequence
                .before
                .iter()
                .map(|step| json!({"at": step.at, "do": step.operation, "answer": step.answer}))
                .collect();
            json!({"found": {
                "before": before,
                "certain": sequence.certain,
                "at": sequence.at,
                "do": sequence.operation,
                "left": answers(&sequence.left),
                "right": answers(&sequence.right),
            }})
        }
    };
    json!({"version": 1, "left": left, "right": right, "difference": result})
}

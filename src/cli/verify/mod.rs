//! `onceproof verify`: the main job. Checks every configuration, every contract, every mutant.

mod json;
mod junit;
mod markdown;
mod summary;
mod text;

use super::exit::Exit;
use super::text_io::{Sink, complain};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use onceproof::contract_file::closest;
use onceproof::models::Limits;
use onceproof::models::catalogue::record::recorded;
use onceproof::models::mutants::{self, Mutant, record};
use onceproof::models::promises;
use onceproof::models::verification::{Done, Known, Plan, Task, tasks, verify};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use summary::Summary;

/// What `onceproof verify` takes.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only what has this in its name; `contract/` stands before contracts, `mutant/` before
    /// mutants.
    #[arg(long, value_name = "PART", default_value = "", hide_default_value = true)]
    filter: String,
    /// How to show what was found.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// How many to check at the same time. As many as there are processors, unless given.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Raise every budget of faults and the number of tries by one, and check with those.
    /// Nothing is compared with the record then. This can take hours.
    #[arg(long)]
    deep: bool,
    /// Do only this share of the work, as in 2/4.
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1", hide_default_value = true)]
    shard: (usize, usize),
    /// The most distinct states of one configuration; more is a verdict of its own.
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    most_states: u64,
    /// Switch a mutant on in every configuration: the run must fail.
    #[arg(long, value_name = "NAME", hide = true)]
    mutant: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Junit,
    Markdown,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "a share is written I/N, with I from 1 to N".to_owned();
    let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
    let (part, parts): (usize, usize) =
        part.parse().ok().zip(parts.parse().ok()).ok_or_else(wrong)?;
    if (1..=parts).contains(&part) { Ok((part, parts)) } else { Err(wrong()) }
}

pub(crate) fn run(arguments: &Arguments) -> Exit {
    let mutant = match arguments.mutant.as_deref().map(known_mutant).transpose() {
        Ok(mutant) => mutant,
        Err(exit) => return exit,
    };
    let plan = Plan {
        mutant,
        filter: arguments.filter.clone(),
        jobs: arguments.jobs.map_or_else(processors, NonZeroUsize::get),
        deep: arguments.deep,
        shard: arguments.shard,
        limits: Limits { states: arguments.most_states, ..Limits::default() },
    };
    let all = match tasks(&plan) {
        Ok(all) => all,
        Err(wrong) => return fault(&format!("the catalogue is wrong: {wrong}")),
    };
    let unread = |wrong: serde_json::Error| fault(&format!("a record cannot be read: {wrong}"));
    let records = (recorded(), promises::record::recorded(), record::recorded());
    let (configurations, contracts, mutants) = match records {
        (Ok(configurations), Ok(contracts), Ok(mutants)) => (configurations, contracts, mutants),
        (Err(wrong), ..) | (_, Err(wrong), _) | (.., Err(wrong)) => return unread(wrong),
    };
    let known = Known {
        configurations: Some(&configurations),
        contracts: Some(&contracts),
        mutants: Some(&mutants),
    };
    if all.is_empty() {
        complain("nothing was checked: nothing in the catalogue has such a name, or such a share");
        return Exit::NothingRan;
    }
    check(arguments, &plan, &all, known)
}

fn known_mutant(name: &str) -> Result<Box<Mutant>, Exit> {
    let all = mutants::all().map_err(|wrong| fault(&format!("a mutant is wrong: {wrong}")))?;
    let names: Vec<String> = all.iter().map(|mutant| mutant.name.clone()).collect();
    all.into_iter().find(|mutant| mutant.name == name).map(Box::new).ok_or_else(|| {
        let hint = closest(name, names.iter().map(String::as_str));
        let hint = hint.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        complain(&format!("there is no mutant {name:?}{hint}"));
        Exit::Usage
    })
}

fn fault(what: &str) -> Exit {
    complain(what);
    Exit::Internal
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn check(arguments: &Arguments, plan: &Plan, all: &[Task], known: Known<'_>) -> Exit {
    let bar = bar(all.len());
    let mut sink = Sink::stdout();
    let mut done: Vec<Done> = Vec::new();
    let text = arguments.format == Format::Text;
    let took = verify(plan, all, known, |at, one| {
        if text {
            // Above the bar, which otherwise is drawn over it.
            bar.suspend(|| sink.write(text::row(done.last(), &one).as_bytes()));
        }
        bar.set_message(all.get(at + 1).map(Task::name).unwrap_or_default());
        bar.inc(1);
        done.push(one);
    });
    bar.finish_and_clear();
    let summary = Summary::of(plan, &done, took);
    let shown = match arguments.format {
        Format::Text => text::tables(&done, &summary),
        Format::Json => json::all(&done, &summary),
        Format::Junit => junit::all(&done, &summary),
        Format::Markdown => markdown::all(&done, &summary),
    };
    match shown {
        Err(what) => fault(&what),
        Ok(shown) => {
            sink.write(shown.as_bytes());
            sink.finish(summary.exit())
        }
    }
}

fn bar(count: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(std::time::Duration::from_millis(200));
    bar
}

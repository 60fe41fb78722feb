//! The main job: every configuration, every contract, every mutant, in one run.
//!
//! *What it claims.* What was asked was done, or its row says why not; a run that did nothing
//! says so. The order of the rows does not depend on how many work on them.
//! *How that is checked.* `tests/cli_verify.rs`; the parts have tests of their own.
//! *What is not covered.* It is in the closing statement of each run.

mod rows;

pub use rows::{
    ContractRow, Done, MutantRow, Row, RowStanding, configurations, contracts,
    mutants as mutant_rows, sixteen_runs,
};

use super::catalogue::check::{Checked, Failure, Standing, check};
use super::catalogue::read::{Entry, Wrong, groups};
use super::catalogue::record::{Recorded, Records};
use super::mutants::{self, Mutant, Trouble, matrix};
use super::promises::{self, Reading};
use super::report::Limits;
use super::world::configuration::{Configuration, Fault, UNLIMITED};
use crate::property::{Property, given_up};
use crate::spec::{Contract, named};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Only what has this in its name. Empty: everything.
    pub filter: String,
    /// How many work on it at the same time; at least one does.
    pub jobs: usize,
    /// Whether every budget of faults is raised by one.
    pub deep: bool,
    /// Which share of the work, and of how many: from 1 on.
    pub shard: (usize, usize),
    /// What may be used for one configuration.
    pub limits: Limits,
    /// A mutant that is switched on in every configuration; contracts and mutants are left out
    /// then, and nothing is compared with the record.
    pub mutant: Option<Box<Mutant>>,
}

/// One thing to do.
#[derive(Clone, Debug)]
pub enum Task {
    /// A configuration of the catalogue.
    Configuration(Box<Entry>),
    /// A contract in every environment.
    Contract(&'static str, Reading, Box<Contract>),
    /// A mutant in its own configuration.
    Mutant(Box<Mutant>),
}

impl Task {
    /// Its name, by which it is chosen.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Task::Configuration(entry) => entry.name.clone(),
            Task::Contract(name, reading, _) => contract_name(name, *reading),
            Task::Mutant(mutant) => format!("mutant/{}", mutant.name),
        }
    }
}

fn contract_name(name: &str, reading: Reading) -> String {
    match reading {
        Reading::Only | Reading::Any => format!("contract/{name}"),
        Reading::Strongest => format!("contract/{name}/strongest"),
        Reading::Weakest => format!("contract/{name}/weakest"),
    }
}

/// What is recorded, as far as it is to be compared with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Of configurations.
    pub configurations: Option<&'a Records>,
    /// Of contracts.
    pub contracts: Option<&'a promises::record::Records>,
    /// Of mutants.
    pub mutants: Option<&'a mutants::record::Found>,
}

/// Everything that a plan asks for, in order. It may be nothing.
///
/// # Errors
/// When a file of the catalogue is wrong.
pub fn tasks(plan: &Plan) -> Result<Vec<Task>, Wrong> {
    let entries = groups()?.into_iter().flat_map(|group| group.entries);
    let mut all: Vec<Task> = entries
        .map(|entry| if plan.deep { deeper(entry) } else { entry })
        .map(|entry| Task::Configuration(Box::new(entry)))
        .collect();
    if !plan.deep && plan.mutant.is_none() {
        let readings = named::ALL.iter().flat_map(|contract| {
            let of = |(reading, pinned)| Task::Contract(contract.name, reading, Box::new(pinned));
            promises::readings(&contract.open()).into_iter().map(of)
        });
        all.extend(readings);
        all.extend(mutants::all()?.into_iter().map(|mutant| Task::Mutant(Box::new(mutant))));
    }
    let (part, parts) = plan.shard;
    let wanted = all.into_iter().filter(|task| task.name().contains(&plan.filter));
    let shared = wanted.enumerate().filter(|(at, _)| at % parts.max(1) + 1 == part.max(1));
    Ok(shared.map(|(_, task)| task).collect())
}

/// The same configuration with one more of each fault that it has.
fn deeper(entry: Entry) -> Entry {
    let Configuration { contract, world, bounds, mut faults } = entry.configuration;
    for fault in Fault::ALL {
        let budget = faults.of_mut(*fault);
        if *budget > 0 && *budget < UNLIMITED - 1 {
            *budget += 1;
        }
    }
    let configuration = Configuration { contract, world, bounds, faults };
    Entry { configuration, ..entry }
}

/// Does everything, and hands out what came of it in order, with how long all of it took.
pub fn verify(
    plan: &Plan,
    tasks: &[Task],
    records: Known<'_>,
    mut hand_out: impl FnMut(usize, Done),
) -> Duration {
    let start = Instant::now();
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (tell, told) = mpsc::channel();
    let (next, stopped) = (&next, &stopped);
    let work = move |tell: mpsc::Sender<(usize, Done)>| {
        while !stopped.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(at) else { return };
            let sent = tell.send((at, run(plan, task, records))).is_ok();
            stopped.fetch_or(!sent, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let tell = tell.clone();
            scope.spawn(move || work(tell));
        }
        drop(tell);
        // What is done before its turn waits.
        let mut waiting: Vec<(usize, Done)> = Vec::new();
        for turn in 0..tasks.len() {
            loop {
                if let Some(at) = waiting.iter().position(|(at, _)| *at == turn) {
                    let (at, done) = waiting.swap_remove(at);
                    hand_out(at, done);
                    break;
                }
                match told.recv() {
                    Ok(done) => waiting.push(done),
                    Err(_nobody_works) => return,
                }
            }
        }
    });
    start.elapsed()
}

fn run(plan: &Plan, task: &Task, records: Known<'_>) -> Done {
    match task {
        Task::Configuration(entry) => {
            let found = match &plan.mutant {
                None => check(entry, None, plan.limits),
                Some(mutant) => with_mutant(mutant, entry, plan.limits),
            };
            let standing = match &found {
                Err(_) => RowStanding::Unknown,
                Ok(checked) => standing(plan, entry, checked, records.configurations),
            };
            let (entry, explained) = ((**entry).clone(), !plan.deep && plan.mutant.is_none());
            Done::Configuration(Box::new(Row { entry, found, standing, explained }))
        }
        Task::Contract(name, reading, contract) => {
            let found = promises::promises(name, *reading, **contract);
            let declared: BTreeSet<Property> =
                given_up(contract).iter().map(|given| given.property).collect();
            let lost: BTreeSet<Property> = match &found {
                Err(_) => declared.clone(),
                Ok(promises) => promises.lost().collect(),
            };
            let (broken, kept) = (&lost - &declared, &declared - &lost);
            let as_recorded = records.contracts.is_none_or(|known| {
                let found = found.as_ref().ok().map(promises::record::Recorded::of);
                known.of(name, *reading) == found.as_ref()
            });
            Done::Contract(Box::new(ContractRow {
                name,
                reading: *reading,
                found,
                broken: broken.into_iter().collect(),
                kept: kept.into_iter().collect(),
                as_recorded,
            }))
        }
        Task::Mutant(mutant) => {
            let found = matrix::row(mutant);
            let recorded = records.mutants.map(|known| {
                known.rows.iter().find(|row| row.mutant == mutant.name) == found.as_ref().ok()
            });
            Done::Mutant(Box::new(MutantRow {
                mutant: (**mutant).clone(),
                found,
                as_recorded: recorded.unwrap_or(true),
            }))
        }
    }
}

/// Checks an entry with a mutant. Where the mutant cannot be laid over it, it is checked as it is.
fn with_mutant(mutant: &Mutant, entry: &Entry, limits: Limits) -> Result<Checked, Failure> {
    match mutant.check(entry, limits) {
        Ok(checked) => Ok(checked),
        Err(Trouble::Failure(Failure::Contradictions(_)) | Trouble::NotApplicable(_)) => {
            check(entry, None, limits)
        }
        Err(Trouble::Failure(failure)) => Err(failure),
    }
}

fn standing(
    plan: &Plan,
    entry: &Entry,
    checked: &Checked,
    records: Option<&Records>,
) -> RowStanding {
    let expected = checked.standing(entry.breaks.as_deref());
    if let (true, Standing::Breaks(more)) = (plan.deep, &expected) {
        let given: Vec<Property> =
            given_up(&entry.configuration.contract).iter().map(|one| one.property).collect();
        let anyway = entry.breaks.as_ref().is_some_and(|breaks| !breaks.is_empty());
        if anyway || more.iter().all(|property| given.contains(property)) {
            return RowStanding::Deeper(more.clone());
        }
    }
    let Some(records) =
        records.filter(|_| !plan.deep && plan.mutant.is_none() && expected.is_as_expected())
    else {
        return RowStanding::Checked(expected);
    };
    let recorded = records.configurations.get(&entry.name);
    if recorded == Some(&Recorded::of(checked)) {
        RowStanding::Checked(expected)
    } else {
        RowStanding::NotAsRecorded(Box::new(recorded.cloned()))
    }
}

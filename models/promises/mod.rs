//! What each published contract promises, and what it gives up: found in worlds, both ways.
//!
//! The durations of a contract are brought down to a tick or two, so that worlds stay small; what
//! it gives up is the same. A contract with open parameters stands with two readings: the
//! strongest contract that it allows, and the weakest.
//!
//! *What it claims.* Both checkers searched every environment. A promised property breaks in none
//! of the [`mod@environments`]; each one that is
//! given up breaks in one of them, on the shortest run that is named; a property is not
//! applicable where its situation comes about in none.
//! *How that is checked.* `tests/promises.rs`, and every run of `onceproof verify`.
//! *What is not covered.* Other durations, and more of everything: each environment is small.

pub mod environments;
#[cfg(feature = "trace")]
pub mod record;

use super::check_stateright;
use super::explorer::{Exploration, Options, explore};
use super::report::{Fault, Limits};
use super::transition::Transitions;
use super::world::actions::Action;
use super::world::watched::Watched;
use super::world::{World, configuration::Configuration};
use crate::property::{Property, given_up};
use crate::spec::contract::{Contract, Span};
use crate::spec::open::{OpenContract, decisions};
use crate::spec::settle::view;
use crate::spec::{View, settle};
use environments::{Environment, environments};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Which contract an open one is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// It says all there is to say.
    Only,
    /// What it leaves open makes no difference to what it gives up.
    Any,
    /// The one that gives up least.
    Strongest,
    /// The one that gives up most.
    Weakest,
}

/// What becomes of a property under a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It holds, and its situation came about.
    Promised,
    /// It breaks.
    GivenUp {
        /// In which environment, soonest.
        environment: &'static str,
        /// A shortest run, whose last action breaks it.
        run: Vec<Action>,
    },
    /// Its situation came about in none of the environments.
    NotApplicable,
}

/// What is left when a worker stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guarantee {
    /// Never twice, and whoever asks again gets there.
    ExactlyOnce,
    /// Never twice, and asking again may never help.
    AtMostOnceMayBeStuck,
    /// Whoever asks again gets there, perhaps twice.
    AtLeastOnce,
    /// It may be twice, and asking again may never help.
    None,
}

/// A contract, one reading of it, and what was found.
#[derive(Clone, Debug)]
pub struct Promises {
    /// The name of the contract.
    pub name: String,
    /// How it is read.
    pub reading: Reading,
    /// The contract with short durations.
    pub contract: Contract,
    /// Each property.
    pub cells: BTreeMap<Property, Cell>,
    /// What is left when a worker stops.
    pub guarantee: Guarantee,
    /// Whether what is told is true: P3, P9, P10, P12 and P14 hold.
    pub honest: bool,
    /// Different states in each environment.
    pub distinct: BTreeMap<&'static str, u64>,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// In which environment.
    pub environment: &'static str,
    /// What went wrong.
    pub what: String,
}

impl Promises {
    /// The properties that broke.
    pub fn lost(&self) -> impl Iterator<Item = Property> + '_ {
        let lost = self.cells.iter().filter(|(_, cell)| matches!(cell, Cell::GivenUp { .. }));
        lost.map(|(property, _)| *property)
    }
}

impl Guarantee {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Guarantee::ExactlyOnce => "exactly once",
            Guarantee::AtMostOnceMayBeStuck => "at most once, may be stuck",
            Guarantee::AtLeastOnce => "at least once",
            Guarantee::None => "none",
        }
    }
}

/// The contracts for which an open one stands, each with its durations brought down.
#[must_use]
pub fn readings(open: &OpenContract) -> Vec<(Reading, Contract)> {
    if let Some(contract) = open.as_pinned() {
        return vec![(Reading::Only, short(contract))];
    }
    let (strongest, weakest) = (given_up::strongest(open), weakest(open));
    let lost = |contract| given_up(&contract).iter().map(|given| given.property).collect();
    let (most, least): (BTreeSet<Property>, BTreeSet<Property>) = (lost(strongest), lost(weakest));
    if most == least {
        return vec![(Reading::Any, short(strongest))];
    }
    vec![(Reading::Strongest, short(strongest)), (Reading::Weakest, short(weakest))]
}

/// The contract that gives up most of those that an open one allows; the first of several.
fn weakest(open: &OpenContract) -> Contract {
    let lost = |contract: &Contract| {
        let lost: BTreeSet<Property> =
            given_up(contract).iter().map(|given| given.property).collect();
        lost.len()
    };
    // Within a course every contract gives up the same.
    let courses = decisions(open, |terms| given_up::how_many(terms));
    let firsts = courses.into_iter().map(|(contracts, _)| given_up::first_of(&contracts));
    firsts.rev().max_by_key(lost).unwrap_or(*open.base())
}

/// The same contract with durations of a tick or two. What it gives up is the same.
#[must_use]
pub fn short(contract: Contract) -> Contract {
    let brief = |span, ticks| match span {
        Span::Ticks(_) => Span::Ticks(ticks),
        Span::Unbounded => Span::Unbounded,
    };
    Contract {
        lease: brief(contract.lease, 1),
        retention: brief(contract.retention, 2),
        block_for: brief(contract.block_for, 1),
        ..contract
    }
}

/// What a contract promises and gives up.
///
/// # Errors
/// When an environment could not be searched to the end.
pub fn promises(name: &str, reading: Reading, contract: Contract) -> Result<Promises, Failure> {
    let mut broken: BTreeMap<Property, (usize, &'static str, Vec<Action>)> = BTreeMap::new();
    let mut met = BTreeSet::new();
    let (mut distinct, mut stuck) = (BTreeMap::new(), false);
    for environment in environments().iter().filter(|one| (one.suits)(&contract)) {
        let found = search(environment, contract)?;
        distinct.insert(environment.name, found.distinct);
        stuck |= found.stuck && environment.name == "crash";
        met.extend(found.met);
        for (property, run) in found.broken {
            let sooner = broken.get(&property).is_none_or(|(length, ..)| run.len() < *length);
            if sooner {
                broken.insert(property, (run.len(), environment.name, run));
            }
        }
    }
    let cell = |property: &Property| match broken.get(property) {
        Some((_, environment, run)) => Cell::GivenUp { environment, run: run.clone() },
        None if met.contains(property) => Cell::Promised,
        None => Cell::NotApplicable,
    };
    let cells: BTreeMap<Property, Cell> =
        Property::ALL.iter().map(|property| (*property, cell(property))).collect();
    let twice = broken.contains_key(&Property::AtMostOnce);
    let told = [
        Property::ReplayFaithful,
        Property::OutcomeHonesty,
        Property::RetentionHonesty,
        Property::HonestAcknowledgement,
        Property::HonestDenial,
    ];
    Ok(Promises {
        name: name.to_owned(),
        reading,
        contract,
        guarantee: match (twice, stuck) {
            (false, false) => Guarantee::ExactlyOnce,
            (false, true) => Guarantee::AtMostOnceMayBeStuck,
            (true, false) => Guarantee::AtLeastOnce,
            (true, true) => Guarantee::None,
        },
        honest: told.iter().all(|property| !broken.contains_key(property)),
        cells,
        distinct,
    })
}

/// What was found in one environment.
struct Found {
    broken: Vec<(Property, Vec<Action>)>,
    met: BTreeSet<Property>,
    distinct: u64,
    stuck: bool,
}

fn search(environment: &Environment, contract: Contract) -> Result<Found, Failure> {
    let failed = |what: String| Failure { environment: environment.name, what };
    let world = world(environment.under(contract)).map_err(failed)?;
    let model = Arc::new(Watched::new(world));
    let limits = Limits { states: 1_000_000, ..Limits::default() };
    let symmetry = model.has_symmetry();
    let fault = |fault: Fault| failed(fault.to_string());
    let run = explore(model.as_ref(), Options { limits, symmetry }).map_err(fault)?;
    let report = run.report().map_err(fault)?;
    let other = if symmetry {
        check_stateright::depth_first_with_symmetry(&model, limits)
    } else {
        check_stateright::depth_first(&model, limits)
    };
    let other = other.map_err(fault)?;
    if let Some(limit) = report.stopped.or(other.stopped) {
        return Err(failed(limit.to_string()));
    }
    if let Some(first) = report.disagreements(&other).first() {
        return Err(failed(format!("the two checkers disagree: {first:?}")));
    }
    let of_name = |name: &str| Property::ALL.iter().copied().find(|one| one.name() == name);
    let broken = report.findings.iter().filter_map(|finding| {
        let steps = finding.trace.as_ref()?.steps.iter();
        Some((of_name(finding.property)?, steps.map(|(action, _)| *action).collect()))
    });
    Ok(Found {
        broken: broken.collect(),
        met: model.world().coverage().covered().witnesses,
        distinct: report.distinct,
        stuck: is_stuck_somewhere(&model, &run),
    })
}

fn world(configuration: Configuration) -> Result<World, String> {
    World::new(configuration).map_err(|contradictions| {
        let all: Vec<String> = contradictions.iter().map(ToString::to_string).collect();
        all.join("; ")
    })
}

/// Whether some request is reached that nobody works on, that had no effect, and for which
/// asking again never starts anything, however long one waits.
fn is_stuck_somewhere(model: &Watched, run: &Exploration<'_, Watched>) -> bool {
    let contract = model.world().contract();
    run.states().any(|state| {
        let idle = state.callers.iter().all(|(_, caller)| {
            caller.workers.is_empty() && caller.calls.iter().all(|(_, call)| call.copies == 0)
        });
        let without_effect = state.ledger.is_empty();
        let blocked = state.store.records.iter().any(|(_, slot)| {
            let later = u8::MAX - 1;
            let settled = settle(contract, &slot.record, later);
            match view(contract, &settled, later) {
                View::Live | View::Over | View::UncertainAbandoned | View::UncertainReported => {
                    model.world().would_wait(&settled, later)
                }
                View::Absent
                | View::Released
                | View::CompletedSuccess
                | View::CompletedRefused
                | View::Lapsed => false,
            }
        });
        idle && without_effect && blocked
    })
}

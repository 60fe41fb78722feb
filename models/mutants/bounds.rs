//! That nothing of a mutant's configuration can be smaller, and what that says of all bounds.
//!
//! A bound is a number of callers, a try, a budget of a fault, a scan, a look, a tick of a span:
//! see [`Bound::all`]. It is lowered by one in a configuration with the mutant, and in the same
//! without it. The mutant is still caught when its property breaks in the first and not in the
//! second.
//!
//! *What it claims.* In the configurations of `faults/` every mutant survives the lowering of
//! any bound by one. So for each bound there is a mutant that survives when that bound is lowered
//! everywhere: one whose own is the largest.
//! *How that is checked.* `tests/mutants.rs` lowers each bound of each mutant.
//! *What is not covered.* Whether another configuration, with more of one and less of another
//! bound, is smaller. Ticks without limit are no bound.

use super::{LIMITS, Mutant, Trouble};
use crate::models::catalogue::check::{Failure, watched};
use crate::models::catalogue::read::Entry;
use crate::models::explorer::{Options, explore};
use crate::models::report::Verdict;
use crate::models::transition::Transitions;
use crate::models::world::configuration::{Configuration, Fault, Sweeper};
use crate::models::world::validation::contradictions;
use crate::property::Mask;
use crate::spec::contract::Span;
use std::collections::BTreeMap;

/// The bounds of a configuration that are not 0, by name.
pub type Smallest = BTreeMap<String, u64>;

/// What can be lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// The callers of all classes together.
    Callers,
    /// How often a caller sends one step.
    Tries,
    /// How often the hidden retry layer sends each of those again.
    HiddenTries,
    /// How many steps an intent has.
    Steps,
    /// How many ticks pass, where that is limited.
    Ticks,
    /// How often the sweeper scans.
    Sweeps,
    /// How often the reconciler looks.
    Reconciliations,
    /// How often a worker renews its claim.
    Renewals,
    /// How often a caller cancels.
    Cancels,
    /// How often a caller asks how its request stands.
    Questions,
    /// The ticks of a lease.
    Lease,
    /// The ticks of retention.
    Retention,
    /// The ticks for which a key blocks.
    BlockFor,
    /// The budget of a fault.
    Budget(Fault),
}

impl Bound {
    /// Every bound.
    pub fn all() -> impl Iterator<Item = Bound> {
        const OTHERS: [Bound; 13] = [
            Bound::Callers,
            Bound::Tries,
            Bound::HiddenTries,
            Bound::Steps,
            Bound::Ticks,
            Bound::Sweeps,
            Bound::Reconciliations,
            Bound::Renewals,
            Bound::Cancels,
            Bound::Questions,
            Bound::Lease,
            Bound::Retention,
            Bound::BlockFor,
        ];
        OTHERS.into_iter().chain(Fault::ALL.iter().map(|fault| Bound::Budget(*fault)))
    }

    /// Its name in a configuration file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bound::Callers => "callers",
            Bound::Tries => "tries",
            Bound::HiddenTries => "hidden_tries",
            Bound::Steps => "steps",
            Bound::Ticks => "ticks",
            Bound::Sweeps => "sweeps",
            Bound::Reconciliations => "reconciliations",
            Bound::Renewals => "renewals",
            Bound::Cancels => "cancels",
            Bound::Questions => "questions",
            Bound::Lease => "lease",
            Bound::Retention => "retention",
            Bound::BlockFor => "block_for",
            Bound::Budget(fault) => fault.name(),
        }
    }

    /// How much of it a configuration has. What is without limit is no bound, and is 0.
    #[must_use]
    pub fn of(self, configuration: &Configuration) -> u64 {
        let Configuration { contract, world, bounds, faults } = configuration;
        let span = |span: Span| match span {
            Span::Ticks(ticks) => ticks,
            Span::Unbounded => 0,
        };
        match self {
            Bound::Callers => world.callers.iter().map(|class| u64::from(class.count)).sum(),
            Bound::Tries => bounds.tries.into(),
            Bound::HiddenTries => bounds.hidden_tries.into(),
            Bound::Steps => world.steps.into(),
            Bound::Ticks => bounds.ticks.unwrap_or(0).into(),
            Bound::Sweeps => bounds.sweeps.into(),
            Bound::Reconciliations => bounds.reconciliations.into(),
            Bound::Renewals => bounds.renewals.into(),
            Bound::Cancels => bounds.cancels.into(),
            Bound::Questions => bounds.questions.into(),
            Bound::Lease => span(contract.lease),
            Bound::Retention => span(contract.retention),
            Bound::BlockFor => span(contract.block_for),
            Bound::Budget(fault) => faults.left(fault).into(),
        }
    }

    /// The configurations with one less of it: none where there is none, or where less is none
    /// at all. Of several classes of callers, each can have one caller less.
    #[must_use]
    pub fn lowered(self, configuration: &Configuration) -> Vec<Configuration> {
        if self.of(configuration) == 0 {
            return Vec::new();
        }
        let mut ways = vec![configuration.clone()];
        if self == Bound::Callers {
            let classes = configuration.world.callers.len();
            ways = vec![configuration.clone(); classes];
            for (at, way) in ways.iter_mut().enumerate() {
                way.world.callers.get_mut(at).into_iter().for_each(|class| class.count -= 1);
                way.world.callers.retain(|class| class.count > 0);
            }
        }
        ways.iter_mut().for_each(|way| self.lower(way));
        ways.retain(|way| contradictions(way).is_empty());
        ways
    }

    fn lower(self, of: &mut Configuration) {
        let less = |span: &mut Span| {
            if let Span::Ticks(ticks) = span {
                *ticks = ticks.saturating_sub(1);
            }
        };
        match self {
            Bound::Callers => {}
            Bound::Tries => of.bounds.tries -= 1,
            Bound::HiddenTries => of.bounds.hidden_tries -= 1,
            Bound::Steps => of.world.steps -= 1,
            Bound::Ticks => of.bounds.ticks = of.bounds.ticks.map(|ticks| ticks.saturating_sub(1)),
            Bound::Sweeps => of.bounds.sweeps -= 1,
            Bound::Reconciliations => of.bounds.reconciliations -= 1,
            Bound::Renewals => of.bounds.renewals -= 1,
            Bound::Cancels => of.bounds.cancels -= 1,
            Bound::Questions => of.bounds.questions -= 1,
            Bound::Lease => less(&mut of.contract.lease),
            Bound::Retention => less(&mut of.contract.retention),
            Bound::BlockFor => less(&mut of.contract.block_for),
            Bound::Budget(fault) => *of.faults.of_mut(fault) -= 1,
        }
        // Who has nothing left to do is not there.
        if of.bounds.sweeps == 0 {
            of.world.sweeper = Sweeper::None;
        }
        of.world.reconciler &= of.bounds.reconciliations > 0;
        if of.bounds.hidden_tries == 0 {
            of.world.retry_layer = Default::default();
        }
    }
}

/// The bounds of a configuration that are not 0.
#[must_use]
pub fn of(configuration: &Configuration) -> Smallest {
    let named = |bound: Bound| (bound.name().to_owned(), bound.of(configuration));
    Bound::all().map(named).filter(|(_, much)| *much > 0).collect()
}

/// The bounds of a mutant that can be lowered by one with the mutant still caught.
///
/// # Errors
/// When nothing was found out.
pub fn too_large(mutant: &Mutant) -> Result<Vec<Bound>, Trouble> {
    let honest = &mutant.entry.configuration;
    let with = mutant.fault.over(honest).map_err(Trouble::NotApplicable)?;
    let mut found = Vec::new();
    for bound in Bound::all() {
        // Where the fault itself is the budget, there is nothing to lower without it.
        let mut without = bound.lowered(honest).into_iter();
        for way in bound.lowered(&with) {
            let less = without.next().unwrap_or_else(|| honest.clone());
            if breaks(mutant, way, true)? && !breaks(mutant, less, false)? {
                found.push(bound);
                break;
            }
        }
    }
    Ok(found)
}

/// Whether the mutant's property breaks in a configuration.
fn breaks(mutant: &Mutant, configuration: Configuration, with: bool) -> Result<bool, Trouble> {
    let checked = Mask::of(&[mutant.killed_by]);
    let entry = Entry { configuration, checked, ..mutant.entry.clone() };
    let table = if with { mutant.fault.table } else { None };
    let model = watched(&entry, table).map_err(Trouble::Failure)?;
    let options = Options { limits: LIMITS, symmetry: model.has_symmetry() };
    let fault = |fault| Trouble::Failure(Failure::Fault(fault));
    let report = explore(&model, options).map_err(fault)?.report().map_err(fault)?;
    match report.stopped {
        Some(limit) => Err(Trouble::Failure(Failure::Stopped(limit))),
        None => Ok(report.findings.iter().any(|one| one.verdict == Verdict::Violated)),
    }
}

//! One configuration of the catalogue, checked.
//!
//! *What it claims.* Two checkers searched all that can be reached, and agree; what broke is
//! compared with what was expected, both ways.
//! *How that is checked.* `tests/catalogue.rs`: an expectation that is wrong is found wrong.
//! *What is not covered.* What lies behind bounds: how many states do is part of the result.

use super::read::Entry;
use crate::models::explorer::{Options, explore};
use crate::models::report::{Fault, Limit, Limits, Report};
use crate::models::transition::Transitions;
use crate::models::world::actions::Action;
use crate::models::world::coverage::Covered;
use crate::models::world::state::State;
use crate::models::world::validation::Contradiction;
use crate::models::world::watched::Watched;
use crate::models::world::watcher::Watcher;
use crate::models::world::{Table, World};
use crate::models::{Trace, check_stateright};
use crate::property::Property;
use std::fmt::{Display, Formatter};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a check found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The properties that broke, each with a shortest run that breaks it.
    pub broken: Vec<Broken>,
    /// Different states; where callers are alike, different up to their exchange.
    pub distinct: u64,
    /// Different states where each caller is told from the others: the sizes of all orbits.
    pub full: u64,
    /// The most states that can be alike: in how many ways callers can change places.
    pub group: u64,
    /// Actions that were tried and possible.
    pub generated: u64,
    /// States on the longest of the shortest runs.
    pub depth: u64,
    /// States that are cut by a bound of the model.
    pub frontier: u64,
    /// Whether callers that are alike were exchanged.
    pub symmetry: bool,
    /// At most how likely it is that stateright took two states for one.
    pub collision_odds: f64,
    /// Where the two checkers disagree; empty when they agree.
    pub disagreements: Vec<String>,
    /// What happened in some run.
    pub covered: Covered,
    /// How long both checkers took together.
    pub took: Duration,
}

/// A property that broke.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The property.
    pub property: Property,
    /// A shortest run whose last action breaks it.
    pub trace: Trace<State<Watcher>, Action>,
}

/// How a check stands to what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing was expected to break, and nothing broke.
    Holds,
    /// What was expected to break broke, and nothing else.
    BreaksAsExpected,
    /// What breaks is asked of the group as a whole.
    Derived,
    /// Something broke that was not expected to.
    Breaks(Vec<Property>),
    /// Something did not break that was expected to.
    DoesNotBreak(Vec<Property>),
    /// The two checkers disagree.
    Disagreement,
}

/// Why nothing was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The configuration contradicts itself.
    Contradictions(Vec<Contradiction>),
    /// A checker failed.
    Fault(Fault),
    /// A limit stopped a checker: what was not seen is not known.
    Stopped(Limit),
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Contradictions(all) => {
                f.write_str("the configuration contradicts itself: ")?;
                for (at, one) in all.iter().enumerate() {
                    write!(f, "{}{one}", if at == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
            Failure::Fault(fault) => write!(f, "{fault}"),
            Failure::Stopped(limit) => {
                write!(f, "stopped: {limit}; what was not seen is not known")
            }
        }
    }
}

impl std::error::Error for Failure {}

impl Checked {
    /// By how much exchanging callers made the states fewer, as a share of what is possible.
    #[must_use]
    pub fn symmetry_share(&self) -> f64 {
        self.full as f64 / self.distinct.max(1) as f64 / self.group.max(1) as f64
    }

    /// How this stands to what was expected.
    #[must_use]
    pub fn standing(&self, expected: Option<&[Property]>) -> Standing {
        if !self.disagreements.is_empty() {
            return Standing::Disagreement;
        }
        let Some(expected) = expected else { return Standing::Derived };
        let found: Vec<Property> = self.broken.iter().map(|broken| broken.property).collect();
        let missing = |these: &[Property], those: &[Property]| -> Vec<Property> {
            these.iter().copied().filter(|one| !those.contains(one)).collect()
        };
        let (more, fewer) = (missing(&found, expected), missing(expected, &found));
        match (more.is_empty(), fewer.is_empty(), found.is_empty()) {
            (false, _, _) => Standing::Breaks(more),
            (true, false, _) => Standing::DoesNotBreak(fewer),
            (true, true, true) => Standing::Holds,
            (true, true, false) => Standing::BreaksAsExpected,
        }
    }
}

impl Standing {
    /// Whether what was found is what was expected.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        matches!(self, Standing::Holds | Standing::BreaksAsExpected | Standing::Derived)
    }
}

/// The world of an entry, as the checkers see it.
///
/// # Errors
/// When the configuration contradicts itself.
pub fn watched(entry: &Entry, table: Option<Table>) -> Result<Watched, Failure> {
    let world = World::new(entry.configuration.clone()).map_err(Failure::Contradictions)?;
    let world = world.checking(entry.checked);
    Ok(Watched::new(match table {
        Some(table) => world.with_table(table),
        None => world,
    }))
}

/// Checks an entry with both checkers. `table` stands in the place of the lifecycle's own.
///
/// # Errors
/// When nothing was found out.
pub fn check(entry: &Entry, table: Option<Table>, limits: Limits) -> Result<Checked, Failure> {
    let start = Instant::now();
    let model = Arc::new(watched(entry, table)?);
    let symmetry = model.has_symmetry();
    let (own, full) = {
        let run = explore(model.as_ref(), Options { limits, symmetry }).map_err(Failure::Fault)?;
        let own = run.report().map_err(Failure::Fault)?;
        let orbits = || run.states().map(|state| model.orbit(state)).sum();
        let full = if symmetry { orbits() } else { own.distinct };
        (own, full)
    };
    if let Some(limit) = own.stopped {
        return Err(Failure::Stopped(limit));
    }
    let other = if symmetry {
        check_stateright::depth_first_with_symmetry(&model, limits)
    } else {
        check_stateright::depth_first(&model, limits)
    };
    let other = other.map_err(Failure::Fault)?;
    if let Some(limit) = other.stopped {
        return Err(Failure::Stopped(limit));
    }
    let disagreements = own.disagreements(&other).iter().map(|one| format!("{one:?}")).collect();
    Ok(Checked {
        distinct: own.distinct,
        full,
        group: if symmetry { model.group() } else { 1 },
        generated: own.generated,
        depth: own.depth.unwrap_or(0),
        frontier: own.frontier,
        symmetry,
        collision_odds: other.collision_odds,
        disagreements,
        covered: model.world().coverage().covered(),
        took: start.elapsed(),
        broken: broken(own),
    })
}

fn broken(report: Report<State<Watcher>, Action>) -> Vec<Broken> {
    let of_name = |name: &str| Property::ALL.iter().copied().find(|one| one.name() == name);
    let traces = report.findings.into_iter().filter_map(|finding| {
        Some(Broken { property: of_name(finding.property)?, trace: finding.trace? })
    });
    traces.collect()
}

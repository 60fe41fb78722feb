//! The matrix: four strategies under four fault sets, and which of the 16 runs duplicate.
//!
//! *What it claims.* A run duplicates when the checkers found that an intent can have two
//! effects. It is acknowledged when in some state that can be reached an intent has two effects
//! and its caller was told success: then whoever asked does not know.
//! *How that is checked.* `tests/catalogue_matrix.rs`, which knows the seven by name, and
//! `tests/world_matrix.rs`, which finds them by another search.
//! *What is not covered.* How likely each is.

use super::check::{Checked, Failure};
use super::read::Entry;
use crate::models::explorer::{Options, explore};
use crate::models::report::Limits;
use crate::models::transition::{Property as Claim, Transitions};
use crate::models::world::World;
use crate::models::world::actions::Action;
use crate::models::world::observer::Tally;
use crate::models::world::state::State;
use crate::property::Property;

/// The configurations of the matrix begin so; strategy and fault set follow.
pub const RUNS: &str = "matrix/run/";

/// One run of the matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What the caller does, by its name in configurations.
    pub strategy: String,
    /// What goes wrong, by its name; `none`: nothing.
    pub faults: String,
    /// How many actions a shortest run has in which an intent has two effects, if one has.
    pub duplicates_in: Option<usize>,
    /// Whether some such run tells its caller success.
    pub acknowledged: bool,
}

/// The matrix, from what was found of its configurations; others are left out.
///
/// # Errors
/// When a run cannot be explored.
pub fn matrix<'a>(
    found: impl IntoIterator<Item = (&'a Entry, &'a Checked)>,
) -> Result<Vec<Cell>, Failure> {
    let of_run = |(entry, checked): (&Entry, &Checked)| {
        let (strategy, faults) = entry.name.strip_prefix(RUNS)?.split_once('/')?;
        Some(cell(strategy, faults, entry, checked))
    };
    found.into_iter().filter_map(of_run).collect()
}

fn cell(strategy: &str, faults: &str, entry: &Entry, checked: &Checked) -> Result<Cell, Failure> {
    let mut twice = checked.broken.iter().filter(|it| it.property == Property::AtMostOnce);
    Ok(Cell {
        strategy: strategy.to_owned(),
        faults: faults.to_owned(),
        duplicates_in: twice.next().map(|broken| broken.trace.steps.len()),
        acknowledged: acknowledges_a_duplicate(entry)?,
    })
}

const ACKNOWLEDGED: &str = "a_duplicate_is_acknowledged_as_completed";

/// Whether in some state that can be reached an intent has two effects and its caller was told
/// success.
fn acknowledges_a_duplicate(entry: &Entry) -> Result<bool, Failure> {
    let world = World::new(entry.configuration.clone()).map_err(Failure::Contradictions)?;
    let claim = Claim::sometimes(ACKNOWLEDGED, |_: &Counting, state: &State<Tally>| {
        state.observer.intents.iter().any(|(_, (_, it))| it.effects > 1 && it.success)
    });
    let model = Counting { world, claims: vec![claim] };
    let options = Options { limits: Limits::default(), symmetry: false };
    let run = explore(&model, options).map_err(Failure::Fault)?;
    let report = run.report().map_err(Failure::Fault)?;
    match report.stopped {
        Some(limit) => Err(Failure::Stopped(limit)),
        None => Ok(report.finding(ACKNOWLEDGED).is_some_and(|it| it.trace.is_some())),
    }
}

/// A world in which effects and acknowledgements are counted, and nothing is judged.
struct Counting {
    world: World,
    claims: Vec<Claim<Counting>>,
}

impl Transitions for Counting {
    type State = State<Tally>;
    type Action = Action;

    fn initial(&self) -> Vec<Self::State> {
        self.world.initial(&Tally::default())
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Action>) {
        self.world.actions(state, actions);
    }

    fn next(&self, state: &Self::State, action: &Action) -> Option<Self::State> {
        self.world.next(state, *action)
    }

    fn properties(&self) -> &[Claim<Counting>] {
        &self.claims
    }
}

//! What a run of `onceproof verify` came to as a whole, and what it does not say.

use crate::cli::exit::Exit;
use onceproof::models::catalogue::Checked;
use onceproof::models::verification::{self, Done, Plan};
use serde::Serialize;
use std::time::Duration;

/// What a run came to.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Summary {
    /// `holds`, `violated` or `undetermined`.
    pub(super) verdict: &'static str,
    /// How many configurations were checked.
    pub(super) configurations: usize,
    /// How many readings of contracts were checked.
    pub(super) contracts: usize,
    /// How many mutants were checked.
    pub(super) mutants: usize,
    /// The mutant that was switched on in every configuration, if one was.
    pub(super) switched_on: Option<String>,
    /// How many of all came out as they should.
    pub(super) as_expected: usize,
    /// The names of those that did not.
    pub(super) not_as_expected: Vec<String>,
    /// Whether only a part was asked for: by a filter, or a share.
    pub(super) partial: bool,
    /// Whether one more of each fault was allowed.
    pub(super) deep: bool,
    /// Distinct states of all configurations, up to the exchange of callers that are alike.
    pub(super) distinct: u64,
    /// Transitions of all configurations.
    pub(super) generated: u64,
    /// Distinct states of all environments of contracts.
    pub(super) contract_states: u64,
    /// Distinct states of all mutants.
    pub(super) mutant_states: u64,
    /// In how many configurations callers that are alike were exchanged.
    pub(super) symmetric: usize,
    /// Distinct states of those.
    pub(super) representatives: u64,
    /// For how many states these stand.
    pub(super) full: u64,
    /// The factor that this saves as a share of the size of the group, on average; 0 to 1.
    pub(super) symmetry_share: f64,
    /// States that are cut by a bound: nothing is claimed of what lies behind them.
    pub(super) frontier: u64,
    /// In how many configurations there are such states.
    pub(super) bounded: usize,
    /// At most how likely it is that stateright took two states for one, in any configuration.
    pub(super) collision_odds: f64,
    /// What no run of this command covers.
    pub(super) not_covered: &'static [&'static str],
    /// How long it took, in seconds.
    pub(super) seconds: f64,
    #[serde(skip)]
    internal: bool,
}

/// What the worlds leave out, whatever their configuration.
const NOT_COVERED: &[&str] = &[
    "more callers, tries, faults and ticks than a configuration states",
    "fairness: that what can still happen does happen in the end",
    "a worker's request to the destination that is late: a slow worker stands for it",
    "destinations that forget keys, and replicas that are more than one write behind",
    "real stores and real processes: models are checked here, and no implementation",
];

fn average(shares: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = shares.fold((0_u32, 0.0), |(count, sum), one| (count + 1, sum + one));
    sum / f64::from(count.max(1))
}

impl Summary {
    pub(super) fn of(plan: &Plan, done: &[Done], took: Duration) -> Summary {
        let wrong: Vec<&Done> = done.iter().filter(|one| !one.is_as_expected()).collect();
        let known = |one: &&&Done| !one.is_unknown();
        let verdict = match (wrong.is_empty(), wrong.iter().any(|one| known(&one))) {
            (true, _) => "holds",
            (false, true) => "violated",
            (false, false) => "undetermined",
        };
        let checked =
            || verification::configurations(done).filter_map(|row| row.found.as_ref().ok());
        let symmetric = || checked().filter(|found| found.symmetry);
        Summary {
            verdict,
            configurations: verification::configurations(done).count(),
            contracts: verification::contracts(done).count(),
            mutants: verification::mutant_rows(done).count(),
            switched_on: plan.mutant.as_ref().map(|mutant| mutant.name.clone()),
            as_expected: done.len() - wrong.len(),
            not_as_expected: wrong.iter().map(|one| one.name()).collect(),
            partial: !plan.filter.is_empty() || plan.shard.1 > 1,
            deep: plan.deep,
            distinct: checked().map(|found| found.distinct).sum(),
            generated: checked().map(|found| found.generated).sum(),
            contract_states: verification::contracts(done)
                .filter_map(|row| row.found.as_ref().ok())
                .flat_map(|found| found.distinct.values())
                .sum(),
            mutant_states: verification::mutant_rows(done)
                .filter_map(|row| row.found.as_ref().ok())
                .map(|found| found.distinct)
                .sum(),
            symmetric: symmetric().count(),
            representatives: symmetric().map(|found| found.distinct).sum(),
            full: symmetric().map(|found| found.full).sum(),
            symmetry_share: average(symmetric().map(Checked::symmetry_share)),
            frontier: checked().map(|found| found.frontier).sum(),
            bounded: checked().filter(|found| found.frontier > 0).count(),
            collision_odds: checked()
                .map(|found| found.collision_odds)
                .fold(0.0, |sum, one| sum + one),
            not_covered: NOT_COVERED,
            seconds: took.as_secs_f64(),
            internal: done.iter().any(Done::is_disagreement),
        }
    }

    /// The exit code for it.
    pub(super) fn exit(&self) -> Exit {
        match self.verdict {
            _ if self.internal => Exit::Internal,
            "holds" => Exit::Holds,
            "violated" => Exit::Violated,
            _unknown => Exit::Undetermined,
        }
    }
}

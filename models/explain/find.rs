//! The search for a counterexample: by our own explorer, which gives the shortest ones.
//!
//! *What it claims.* Every state that the configuration reaches was seen, or the search says that
//! a limit stopped it.
//! *How that is checked.* `tests/catalogue.rs` compares the explorer with stateright, on these
//! configurations.
//! *What is not covered.* The second checker: that is for `onceproof verify`.

use crate::models::catalogue::Entry;
use crate::models::catalogue::check::{Broken, Failure, watched};
use crate::models::explorer::{Options, Progress, explore_watched};
use crate::models::report::Limits;
use crate::models::transition::Transitions;
use crate::models::world::World;
use crate::property::Property;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The world that was searched.
    pub world: World,
    /// The properties that break, in order, each with a shortest run.
    pub broken: Vec<Broken>,
    /// Different states; where callers are alike, different up to their exchange.
    pub distinct: u64,
    /// Steps of the longest of the shortest runs.
    pub depth: u64,
    /// States that are cut by a bound of the model.
    pub frontier: u64,
}

/// Searches everything that a configuration reaches. `watch` is told how far it has come.
///
/// # Errors
/// When the configuration contradicts itself, or a limit stopped the search.
pub fn search(
    entry: &Entry,
    limits: Limits,
    watch: impl FnMut(Progress),
) -> Result<Searched, Failure> {
    let model = watched(entry, None)?;
    let options = Options { limits, symmetry: model.has_symmetry() };
    let run = explore_watched(&model, options, watch).map_err(Failure::Fault)?;
    let report = run.report().map_err(Failure::Fault)?;
    if let Some(limit) = report.stopped {
        return Err(Failure::Stopped(limit));
    }
    let broken = Property::ALL.iter().filter_map(|property| {
        let trace = report.finding(property.name())?.trace.clone()?;
        Some(Broken { property: *property, trace })
    });
    Ok(Searched {
        world: model.world().clone(),
        broken: broken.collect(),
        distinct: report.distinct,
        depth: report.depth.unwrap_or(0),
        frontier: report.frontier,
    })
}

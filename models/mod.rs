//! # Models, and the two checkers that judge them
//!
//! A model is a deterministic transition system: states, the actions enabled in each, and where
//! each action leads. Read in this order; each file is short.
//!
//! 1. [`transition`]: what a model is, and what its properties say.
//! 2. [`trace`]: a run from an initial state, and the replay that every returned run has passed.
//! 3. [`report`]: verdicts, what each count counts, limits, and where two reports disagree.
//! 4. [`explorer`]: our own checker, level by level over full states; gives the shortest traces.
//! 5. [`check_stateright`]: the same model run by stateright's checkers.
//! 6. [`symmetry`]: how many orbits the reachable states fall into, counted without canonical forms.
//! 7. [`liveness`]: does everything that begins come to an end, if nothing fair is starved?
//! 8. [`world`]: the lifecycle inside callers, a network, workers, a store, a destination and a
//!    clock, with every dimension and every fault as data.
//! 9. `catalogue`: the named configurations, what is expected of each, and what was found.
//! 10. `promises`: what each published contract promises and gives up, found in worlds.
//! 11. `mutants`: what is built wrongly on purpose, and which property catches it.
//! 12. `explain`: a run that breaks a property, in sentences and as a trace.
//! 13. `verification`: all of it in one run.
//!
//! *What it claims.* Two checkers that share nothing but the model agree on every verdict and on
//! every count, and no run that was cut short is called a success.
//! *How that is checked.* Random systems against both checkers and a third, naive one; toys with
//! counts known in closed form; every trace replayed before it is returned.
//! *What is not covered.* Whether a model is a faithful picture of anything.

#[cfg(feature = "cli")]
pub mod catalogue;
pub mod check_stateright;
#[cfg(feature = "cli")]
pub mod explain;
pub mod explorer;
pub mod liveness;
#[cfg(feature = "cli")]
pub mod mutants;
pub mod promises;
pub mod report;
pub mod symmetry;
pub mod trace;
pub mod transition;
#[cfg(feature = "cli")]
pub mod verification;
pub mod world;

pub use explorer::{Exploration, Options, explore};
pub use report::{Disagreement, Fault, Finding, Limit, Limits, Report, ReportOf, Verdict};
pub use trace::{Trace, TraceOf};
pub use transition::{Expectation, FairClass, Property, Transitions};

//! The same model, run by stateright's checkers.
//!
//! *What it claims.* A report from here is stateright's own verdict on the whole reachable set,
//! or says which limit stopped it.
//! *How that is checked.* Every state that stateright counts must also have been expanded, or the
//! run is a [`Fault::StoppedEarly`]; the counts agree with the explorer's on random systems.
//! *What is not covered.* stateright compares 64-bit hashes; the report states the odds. Its
//! `eventually` is not used, since it misses violations on cycles and where paths join. Where a
//! model is not deterministic, stateright panics; run the explorer first, which returns a fault.
//!
//! What each habit of stateright 0.31 would have done, and what is done about it:
//!
//! | habit | here |
//! |---|---|
//! | it stops once every property has a discovery, or at once without properties | one more property that always holds |
//! | `timeout` and the targets leave `is_done()` true | not used; a limit on states empties the actions and is reported |
//! | `symmetry` is ignored breadth first | asked for depth first only |
//! | breadth first, a later violation overwrites the first | the traces come from a second run with one property |
//! | a model without initial states passes | a [`Fault`] before anything runs |
//! | properties are plain functions without data | one function per number, looking the property up |
//! | equal initial states are counted and expanded twice | given once, under symmetry once per orbit |

mod adapter;

use super::explorer::check_names;
use super::report::{Checker, Fault, Finding, Limit, Limits, Report, ReportOf, settled};
use super::trace::{Trace, TraceOf};
use super::transition::Transitions;
use adapter::{Adapter, Carried, MOST, Plain, SENTINEL, Symmetric, Tally};
use stateright::{Checker as _, Model, Path};
use std::collections::HashMap;
use std::sync::Arc;

/// What stateright's threads ask of a model beyond [`Transitions`].
pub trait Checkable:
    Transitions<State: Send + Sync + 'static, Action: Send + Sync + 'static> + Send + Sync + 'static
{
}

impl<M> Checkable for M where
    M: Transitions<State: Send + Sync + 'static, Action: Send + Sync + 'static>
        + Send
        + Sync
        + 'static
{
}

/// Breadth first, in one thread. Traces are shortest: each comes from a second run with its
/// property alone. Of the limits, the one on states is kept.
///
/// # Errors
/// When the model has no initial state or unusable properties, when a trace does not replay, or
/// when stateright stopped early.
pub fn breadth_first<M: Checkable>(model: &Arc<M>, limits: Limits) -> Result<ReportOf<M>, Fault> {
    check_model(model.as_ref())?;
    let tally = Arc::new(Tally::new(limits.states));
    let all = Plain::new(Arc::clone(model), Arc::clone(&tally), None);
    let checker = all.checker().spawn_bfs().join();
    let counts = Counts::of::<Plain<M>, _>(&checker, &tally);
    let discovered = checker.discoveries();
    let mut traces = HashMap::new();
    for (number, property) in model.properties().iter().enumerate() {
        if discovered.contains_key(property.name) {
            let unlimited = Arc::new(Tally::new(u64::MAX));
            let alone = Plain::new(Arc::clone(model), unlimited, Some(number));
            let mut paths = alone.checker().spawn_bfs().join().discoveries();
            let path = paths.remove(property.name).and_then(|path| trace_of(path, |state| state));
            traces.insert(property.name, path);
        }
    }
    report(model.as_ref(), Checker::StaterightBreadthFirst, false, counts, traces)
}

/// Depth first, in one thread. Traces are some traces, cut where they settle their property.
///
/// # Errors
/// As [`breadth_first`].
pub fn depth_first<M: Checkable>(model: &Arc<M>, limits: Limits) -> Result<ReportOf<M>, Fault> {
    check_model(model.as_ref())?;
    let tally = Arc::new(Tally::new(limits.states));
    let all = Plain::new(Arc::clone(model), Arc::clone(&tally), None);
    let checker = all.checker().spawn_dfs().join();
    let counts = Counts::of::<Plain<M>, _>(&checker, &tally);
    let traces = first_settling(model.as_ref(), checker.discoveries(), |state| state);
    report(model.as_ref(), Checker::StaterightDepthFirst, false, counts, traces)
}

/// Depth first, in one thread, counting states that differ by a permutation as one.
///
/// # Errors
/// As [`breadth_first`], and when the model has no symmetry.
pub fn depth_first_with_symmetry<M: Checkable>(
    model: &Arc<M>,
    limits: Limits,
) -> Result<ReportOf<M>, Fault> {
    check_model(model.as_ref())?;
    if !model.has_symmetry() {
        return Err(Fault::NoSymmetry);
    }
    let tally = Arc::new(Tally::new(limits.states));
    let all = Symmetric::new(Arc::clone(model), Arc::clone(&tally));
    let checker = all.checker().symmetry_fn(Carried::representative).spawn_dfs().join();
    let counts = Counts::of::<Symmetric<M>, _>(&checker, &tally);
    let traces =
        first_settling(model.as_ref(), checker.discoveries(), |carried: Carried<M>| carried.state);
    report(model.as_ref(), Checker::StaterightDepthFirst, true, counts, traces)
}

fn check_model<M: Transitions>(model: &M) -> Result<(), Fault> {
    let properties = model.properties();
    check_names(properties)?;
    if properties.len() > MOST {
        return Err(Fault::TooManyProperties { given: properties.len(), most: MOST });
    }
    if properties.iter().any(|property| property.name == SENTINEL) {
        return Err(Fault::DuplicateProperty(SENTINEL));
    }
    if model.initial().is_empty() {
        return Err(Fault::NoInitialState);
    }
    Ok(())
}

struct Counts {
    distinct: u64,
    generated: u64,
    depth: u64,
    expanded: u64,
    frontier: u64,
    stopped: bool,
}

impl Counts {
    /// Reads the counts, and then lets the discoveries be asked for: that replays paths, and the
    /// actions of states on them are tried once more.
    fn of<A: Adapter, C: stateright::Checker<A>>(checker: &C, tally: &Tally) -> Counts {
        let counts = Counts {
            distinct: checker.unique_state_count() as u64,
            generated: checker.state_count() as u64,
            depth: checker.max_depth() as u64,
            expanded: tally.expanded(),
            frontier: tally.frontier(),
            stopped: tally.is_cut(),
        };
        tally.lift();
        counts
    }
}

/// Traces by property: none when stateright, asked a second time, found nothing.
type Traces<M> = HashMap<&'static str, Option<TraceOf<M>>>;

fn report<M: Checkable>(
    model: &M,
    checker: Checker,
    symmetry: bool,
    counts: Counts,
    mut traces: Traces<M>,
) -> Result<ReportOf<M>, Fault> {
    let Counts { distinct, generated, depth, expanded, frontier, stopped } = counts;
    if !stopped && expanded != distinct {
        return Err(Fault::StoppedEarly { distinct, expanded });
    }
    let mut report = Report {
        checker,
        symmetry,
        findings: Vec::new(),
        distinct,
        generated,
        depth: checker.gives_shortest().then_some(depth),
        expanded,
        frontier,
        terminal: None,
        stopped: stopped.then_some(Limit::States),
        bytes: None,
        collision_odds: (distinct as f64).powi(2) / 2f64.powi(65),
    };
    for property in model.properties() {
        let expectation = property.expectation;
        let (verdict, trace) = match traces.remove(property.name) {
            None => (report.unsettled(expectation), None),
            Some(None) => return Err(Fault::NotSettled { property: property.name }),
            Some(Some(trace)) => {
                trace.replay_settling(model, property)?;
                (settled(expectation), Some(trace))
            }
        };
        report.findings.push(Finding { property: property.name, expectation, verdict, trace });
    }
    Ok(report)
}

/// Cuts each discovered path where it first settles its property.
fn first_settling<M: Checkable, S>(
    model: &M,
    mut paths: HashMap<&'static str, Path<S, M::Action>>,
    state_of: fn(S) -> M::State,
) -> Traces<M> {
    let mut traces = HashMap::new();
    for property in model.properties() {
        let Some(path) = paths.remove(property.name) else { continue };
        let trace = trace_of(path, state_of).map(|mut trace| {
            let settling = trace.states().position(|state| property.settled_by(model, state));
            trace.steps.truncate(settling.unwrap_or(trace.steps.len()));
            trace
        });
        traces.insert(property.name, trace);
    }
    traces
}

/// stateright pairs each state with the action taken next; a trace pairs it with the one before.
fn trace_of<S, State, Action>(
    path: Path<S, Action>,
    state_of: fn(S) -> State,
) -> Option<Trace<State, Action>> {
    let mut pairs = path.into_vec().into_iter();
    let (initial, mut taken) = pairs.next()?;
    let mut trace = Trace { initial: state_of(initial), steps: Vec::new() };
    for (state, next) in pairs {
        trace.steps.push((taken?, state_of(state)));
        taken = next;
    }
    Some(trace)
}

//! Our own checker: level by level, over full states.
//!
//! *What it claims.* A run that no limit stopped has seen every reachable state exactly once; the
//! trace of each property is a shortest one; the same model and options give the same report.
//! *How that is checked.* Against stateright, which shares nothing with it but the model, and
//! against a naive reference, on random systems and on toys whose counts are known in closed
//! form. Every trace is replayed from its start before it is returned.
//! *What is not covered.* One thread only. Under symmetry it trusts the model's group;
//! [`symmetry::confirm`](super::symmetry::confirm) judges that.
//!
//! No state is compared by its hash alone, so there are no odds to state.

mod back;
mod hash;
mod store;

pub(crate) use store::Number;

use super::report::{Checker, Fault, Finding, Limit, Limits, Report, ReportOf, settled};
use super::trace::TraceOf;
use super::transition::{Property, Transitions};
use std::collections::BTreeSet;
use store::{Inserted, NO_PARENT, Store};

/// How to explore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How much may be used.
    pub limits: Limits,
    /// Whether to keep one representative for each orbit.
    pub symmetry: bool,
}

/// How far a run is, told once a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The level whose states are tried next; the first is 1.
    pub level: u64,
    /// States in it.
    pub width: u64,
    /// Distinct states so far.
    pub distinct: u64,
    /// Transitions generated so far.
    pub generated: u64,
}

/// What a run saw: all states in full, and how each was reached first.
pub struct Exploration<'m, M: Transitions> {
    model: &'m M,
    symmetry: bool,
    depth_limit: u64,
    store: Store<M::State>,
    /// How many states each level has.
    levels: Vec<u64>,
    /// For each property, the first state that settles it.
    settling: Vec<Option<Number>>,
    generated: u64,
    expanded: u64,
    frontier: u64,
    terminal: u64,
    stopped: Option<Limit>,
}

/// Explores all that is reachable, or as much as the limits allow.
///
/// # Errors
/// When the model has no initial state, two properties share a name, or symmetry is asked of a
/// model that has none.
pub fn explore<M: Transitions>(model: &M, options: Options) -> Result<Exploration<'_, M>, Fault> {
    explore_watched(model, options, |_| ())
}

/// As [`explore`], and tells `watch` about every level before trying its states.
///
/// # Errors
/// As [`explore`].
pub fn explore_watched<M: Transitions>(
    model: &M,
    options: Options,
    mut watch: impl FnMut(Progress),
) -> Result<Exploration<'_, M>, Fault> {
    check_names(model.properties())?;
    if options.symmetry && !model.has_symmetry() {
        return Err(Fault::NoSymmetry);
    }
    let mut run = Exploration {
        model,
        symmetry: options.symmetry,
        depth_limit: options.limits.depth,
        store: Store::new(options.limits),
        levels: Vec::new(),
        settling: vec![None; model.properties().len()],
        generated: 0,
        expanded: 0,
        frontier: 0,
        terminal: 0,
        stopped: None,
    };
    run.start()?;
    let mut scratch = Scratch { actions: Vec::new(), successors: Vec::new() };
    let mut first = 0;
    while first < run.store.len() && run.stopped.is_none() {
        let level = first..run.store.len();
        first = level.end;
        run.levels.push(level.len() as u64);
        watch(run.progress());
        for number in level {
            run.expand(number as Number, &mut scratch);
            if run.stopped.is_some() {
                break;
            }
        }
    }
    if first < run.store.len() {
        run.levels.push((run.store.len() - first) as u64); // A level that a limit cut.
    }
    Ok(run)
}

/// Names identify properties, in reports and in stateright.
pub(crate) fn check_names<M: Transitions>(properties: &[Property<M>]) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    match properties.iter().find(|property| !names.insert(property.name)) {
        Some(property) => Err(Fault::DuplicateProperty(property.name)),
        None => Ok(()),
    }
}

struct Scratch<M: Transitions> {
    actions: Vec<M::Action>,
    successors: Vec<M::State>,
}

impl<'m, M: Transitions> Exploration<'m, M> {
    /// The report. Traces are replayed here.
    ///
    /// # Errors
    /// When a trace does not replay: the model is not deterministic, or its symmetry is not real.
    pub fn report(&self) -> Result<ReportOf<M>, Fault> {
        let mut report = Report {
            checker: Checker::Explorer,
            symmetry: self.symmetry,
            findings: Vec::new(),
            distinct: self.store.len() as u64,
            generated: self.generated,
            depth: Some(self.levels.len() as u64),
            expanded: self.expanded,
            frontier: self.frontier,
            terminal: Some(self.terminal),
            stopped: self.stopped,
            bytes: Some(self.store.bytes()),
            collision_odds: 0.0,
        };
        for (property, settling) in self.model.properties().iter().zip(&self.settling) {
            let expectation = property.expectation;
            let (verdict, trace) = match settling {
                None => (report.unsettled(expectation), None),
                Some(number) => {
                    let trace = self.trace(*number)?;
                    trace.replay_settling(self.model, property)?;
                    (settled(expectation), Some(trace))
                }
            };
            let property = property.name;
            report.findings.push(Finding { property, expectation, verdict, trace });
        }
        Ok(report)
    }

    /// Every state reached, in the order of levels; under symmetry, the representatives.
    pub fn states(&self) -> impl Iterator<Item = &M::State> {
        (0..self.store.len()).filter_map(|number| self.store.state(number as Number))
    }

    /// How many states are how far away: the first entry counts the initial states.
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// A shortest trace to `state`, replayed; none when it was not reached.
    ///
    /// # Errors
    /// When the trace does not replay.
    pub fn shortest_to(&self, state: &M::State) -> Result<Option<TraceOf<M>>, Fault> {
        let state = self.canonical(state.clone());
        let Some(number) = self.store.find(&state) else { return Ok(None) };
        let trace = self.trace(number)?;
        trace.replay(self.model)?;
        Ok(Some(trace))
    }

    pub(crate) fn model(&self) -> &'m M {
        self.model
    }

    pub(crate) fn symmetry(&self) -> bool {
        self.symmetry
    }

    pub(crate) fn stopped(&self) -> Option<Limit> {
        self.stopped
    }

    pub(crate) fn len(&self) -> usize {
        self.store.len()
    }

    pub(crate) fn find(&self, state: &M::State) -> Option<Number> {
        self.store.find(state)
    }

    pub(crate) fn state(&self, number: Number) -> Option<&M::State> {
        self.store.state(number)
    }

    /// Whether the actions of this state were tried, all of them.
    pub(crate) fn is_expanded(&self, number: Number) -> bool {
        u64::from(number) < self.expanded
    }

    /// Makes the initial states, duplicates counted once, the first level.
    fn start(&mut self) -> Result<(), Fault> {
        let initial = self.model.initial();
        if initial.is_empty() {
            return Err(Fault::NoInitialState);
        }
        for state in initial {
            let state = self.canonical(state);
            if self.reach(state, NO_PARENT) {
                self.generated += 1;
            }
            if self.stopped.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn expand(&mut self, number: Number, scratch: &mut Scratch<M>) {
        let Some(state) = self.store.state(number) else { return };
        scratch.actions.clear();
        self.model.actions(state, &mut scratch.actions);
        let nexts = scratch.actions.iter().filter_map(|action| self.model.next(state, action));
        scratch.successors.extend(nexts);
        let (is_frontier, is_stuck) =
            (self.model.is_frontier(state), scratch.successors.is_empty());
        for next in scratch.successors.drain(..) {
            self.generated += 1;
            let next = self.canonical(next);
            self.reach(next, number);
            if self.stopped.is_some() {
                return;
            }
        }
        self.expanded += 1;
        self.frontier += u64::from(is_frontier);
        self.terminal += u64::from(is_stuck && !is_frontier);
    }

    /// Keeps `state`, and judges it, unless it is known. Whether it was new.
    fn reach(&mut self, state: M::State, parent: Number) -> bool {
        if self.levels.len() as u64 >= self.depth_limit && self.store.find(&state).is_none() {
            self.stopped = Some(Limit::Depth);
            return false;
        }
        let number = self.store.len() as Number;
        let heap = self.model.heap_bytes(&state);
        match self.store.insert(state, parent, heap) {
            Inserted::Known => return false,
            Inserted::Refused(limit) => {
                self.stopped = Some(limit);
                return false;
            }
            Inserted::New => (),
        }
        let Some(state) = self.store.state(number) else { return false };
        for (property, settling) in self.model.properties().iter().zip(&mut self.settling) {
            if settling.is_none() && property.settled_by(self.model, state) {
                *settling = Some(number);
            }
        }
        true
    }

    fn canonical(&self, state: M::State) -> M::State {
        if self.symmetry { self.model.representative(&state) } else { state }
    }

    fn progress(&self) -> Progress {
        Progress {
            level: self.levels.len() as u64,
            width: self.levels.last().copied().unwrap_or(0),
            distinct: self.store.len() as u64,
            generated: self.generated,
        }
    }
}

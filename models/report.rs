//! What a checker found, in numbers that two checkers can be compared by.
//!
//! *What it claims.* A report that says [`Verdict::Holds`] comes from a run that saw every
//! reachable state, none of them cut by a bound. Everything less has another name.
//! *How that is checked.* Tests lower each limit by one below what a model needs, put a violation
//! behind a bound, and compare every count with stateright's and with a naive reference.
//! *What is not covered.* Bytes count what the explorer allocates for states; the model's own
//! memory and the allocator's overhead are outside.

use super::trace::Trace;
use super::transition::{Expectation, Transitions};
use std::fmt;

/// What is known about a property, or about all of them.
///
/// A run is *complete* when no limit stopped it, and *bounded* when it also met frontier states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// An `Always` held in every state of a complete run without frontier; a witness was reached.
    Holds,
    /// An `Always` held in every state of a complete run whose model hides something behind
    /// bounds of its own.
    HoldsWithinBounds,
    /// A limit stopped the run before the property was settled, or a witness was not reached and
    /// may lie behind the frontier.
    Undetermined,
    /// An `Always` fails in a reachable state; a complete run without frontier met no witness.
    Violated,
}

/// One property's verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<State, Action> {
    /// The property's name.
    pub property: &'static str,
    /// Of every state, or of some?
    pub expectation: Expectation,
    /// What is known.
    pub verdict: Verdict,
    /// How the property is settled: a violation of an `Always`, a witness of a `Sometimes`.
    /// Breadth first it is a shortest one, of this property.
    pub trace: Option<Trace<State, Action>>,
}

/// What a checker found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<State, Action> {
    /// Who checked.
    pub checker: Checker,
    /// Whether states that differ by a permutation were counted as one.
    pub symmetry: bool,
    /// One finding for each property, in the model's order.
    pub findings: Vec<Finding<State, Action>>,
    /// Different states reached; under symmetry, different representatives.
    pub distinct: u64,
    /// Different initial states, plus every enabled action of every expanded state: what
    /// stateright calls `state_count`. Several actions that lead to one state count each; so do
    /// actions that lead to a state already known, or to the state itself. Under symmetry the
    /// actions of one member of each orbit are counted.
    pub generated: u64,
    /// States on the longest of the shortest traces: 1 when there are initial states only. Not
    /// given depth first, where it depends on the order of visits.
    pub depth: Option<u64>,
    /// States whose actions were tried. All of them, unless a limit stopped the run.
    pub expanded: u64,
    /// Expanded states that are cut by a bound of the model.
    pub frontier: u64,
    /// Expanded states without any enabled action that are no frontier. stateright does not say.
    pub terminal: Option<u64>,
    /// The limit that stopped the run, if one did. The counts are then of what was seen.
    pub stopped: Option<Limit>,
    /// What the explorer allocated for states. stateright does not say.
    pub bytes: Option<u64>,
    /// At most how likely it is that two different states were taken for one: distinct squared,
    /// over 2^65, for stateright's 64-bit hashes; zero when full states are compared.
    pub collision_odds: f64,
}

/// A report about this model.
pub type ReportOf<M> = Report<<M as Transitions>::State, <M as Transitions>::Action>;

/// Who checked, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checker {
    /// [`explore`](super::explorer::explore): level by level, full states.
    Explorer,
    /// stateright, breadth first, one thread.
    StaterightBreadthFirst,
    /// stateright, depth first, one thread.
    StaterightDepthFirst,
}

/// How much a run may use. Reaching exactly a limit is fine; needing more stops the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Distinct states.
    pub states: u64,
    /// Bytes allocated for states, the moment of growing included. The explorer only.
    pub bytes: u64,
    /// Levels, counted like [`Report::depth`]. The explorer only.
    pub depth: u64,
}

impl Default for Limits {
    /// 100 million states, 8 GiB, any depth.
    fn default() -> Self {
        Limits { states: 100_000_000, bytes: 8 << 30, depth: u64::MAX }
    }
}

/// The limit that stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// More distinct states than allowed.
    States,
    /// More memory than allowed.
    Bytes,
    /// More levels than allowed.
    Depth,
}

/// Why there is no report: the model, or a checker, is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A model without initial states satisfies every claim, and means nothing.
    NoInitialState,
    /// Two properties share this name, or one uses the sentinel's.
    DuplicateProperty(&'static str),
    /// The adapter to stateright knows a fixed number of properties.
    TooManyProperties {
        /// What the model has.
        given: usize,
        /// What can be handled.
        most: usize,
    },
    /// Symmetry was asked for, and the model has none.
    NoSymmetry,
    /// The analysis needs full states, and was given representatives.
    NeedsFullStates,
    /// A trace does not replay: step 0 is the initial state.
    Replay {
        /// The first step that the model does not take.
        step: usize,
    },
    /// A trace replays, but its last state is not the first to settle its property.
    NotSettled {
        /// The property.
        property: &'static str,
    },
    /// A path of representatives has no path of full states along it: the group does not act on
    /// the transitions.
    BrokenSymmetry,
    /// A state that was reached once is not reached again: the model is not deterministic.
    NotDeterministic,
    /// A checker ended without trying every state that it counted.
    StoppedEarly {
        /// Counted.
        distinct: u64,
        /// Tried.
        expanded: u64,
    },
    /// A lasso is not what it should be.
    Lasso(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoInitialState => formatter.write_str("the model has no initial state"),
            Fault::DuplicateProperty(name) => {
                write!(formatter, "the property name `{name}` is taken")
            }
            Fault::TooManyProperties { given, most } => {
                write!(formatter, "{given} properties; at most {most} can be checked")
            }
            Fault::NoSymmetry => formatter.write_str("the model has no symmetry"),
            Fault::NeedsFullStates => formatter.write_str("this needs a run without symmetry"),
            Fault::Replay { step: 0 } => formatter.write_str("the trace starts nowhere initial"),
            Fault::Replay { step } => {
                write!(formatter, "step {step} of the trace is not a step of the model")
            }
            Fault::NotSettled { property } => {
                write!(formatter, "the trace does not end where `{property}` is first settled")
            }
            Fault::BrokenSymmetry => {
                formatter.write_str("no run of the model follows the path of representatives")
            }
            Fault::NotDeterministic => formatter.write_str("the model is not deterministic"),
            Fault::StoppedEarly { distinct, expanded } => {
                write!(formatter, "{distinct} states were counted, but only {expanded} were tried")
            }
            Fault::Lasso(what) => write!(formatter, "not a lasso: {what}"),
        }
    }
}

impl std::error::Error for Fault {}

/// One number or verdict in which two reports about the same model differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What differs.
    pub what: String,
    /// In the first report.
    pub first: String,
    /// In the second report.
    pub second: String,
}

impl<State, Action> Report<State, Action> {
    /// The worst of all findings; without properties, what an `Always` that holds would get.
    pub fn verdict(&self) -> Verdict {
        let worst = self.findings.iter().map(|finding| finding.verdict).max();
        worst.map_or(self.unsettled_always(), |worst| worst.max(self.unsettled_always()))
    }

    /// The finding about the property of this name.
    pub fn finding(&self, property: &str) -> Option<&Finding<State, Action>> {
        self.findings.iter().find(|finding| finding.property == property)
    }

    /// Everything in which two reports differ that should not. Depth and the length of traces
    /// are compared between breadth-first reports only. Where a limit stopped a run, its counts
    /// depend on the order of visits, and only the limit is compared.
    pub fn disagreements(&self, other: &Self) -> Vec<Disagreement> {
        let mut all = Vec::new();
        let mut compare = |what: &str, first: &dyn fmt::Debug, second: &dyn fmt::Debug| {
            let (first, second) = (format!("{first:?}"), format!("{second:?}"));
            if first != second {
                all.push(Disagreement { what: what.to_owned(), first, second });
            }
        };
        compare("symmetry", &self.symmetry, &other.symmetry);
        compare("the limit that stopped the run", &self.stopped, &other.stopped);
        if self.stopped.is_some() || other.stopped.is_some() {
            return all;
        }
        compare("distinct states", &self.distinct, &other.distinct);
        compare("generated transitions", &self.generated, &other.generated);
        compare("expanded states", &self.expanded, &other.expanded);
        compare("frontier states", &self.frontier, &other.frontier);
        if let (Some(first), Some(second)) = (self.depth, other.depth) {
            compare("depth", &first, &second);
        }
        if let (Some(first), Some(second)) = (self.terminal, other.terminal) {
            compare("terminal states", &first, &second);
        }
        compare("number of properties", &self.findings.len(), &other.findings.len());
        let shortest = self.checker.gives_shortest() && other.checker.gives_shortest();
        for (mine, theirs) in self.findings.iter().zip(&other.findings) {
            compare("property", &mine.property, &theirs.property);
            compare(mine.property, &mine.verdict, &theirs.verdict);
            if shortest {
                compare(&format!("length of {}", mine.property), &mine.length(), &theirs.length());
            }
        }
        all
    }

    /// What the numbers mean, and what they leave open, in one sentence for people.
    pub fn closing(&self) -> String {
        let Report { distinct, generated, expanded, frontier, .. } = self;
        let what = if self.symmetry { "states up to symmetry" } else { "states" };
        let mut text = format!("{distinct} {what}, {generated} transitions generated");
        if let Some(depth) = self.depth {
            text += &format!(", depth {depth}");
        }
        if *frontier > 0 {
            text += &format!("; {frontier} states are cut by a bound of the model");
        }
        if let Some(limit) = self.stopped {
            text += &format!("; stopped by {limit}, {} states untried", distinct - expanded);
        }
        if self.collision_odds > 0.0 {
            text += &format!("; odds of a hash collision at most {:.1e}", self.collision_odds);
        }
        text
    }

    /// The verdict of a property that no state of the run settled.
    pub(crate) fn unsettled(&self, expectation: Expectation) -> Verdict {
        match (expectation, self.unsettled_always()) {
            (Expectation::Always, verdict) => verdict,
            (Expectation::Sometimes, Verdict::Holds) => Verdict::Violated,
            (Expectation::Sometimes, _) => Verdict::Undetermined,
        }
    }

    fn unsettled_always(&self) -> Verdict {
        match (self.stopped, self.frontier) {
            (Some(_), _) => Verdict::Undetermined,
            (None, 0) => Verdict::Holds,
            (None, _) => Verdict::HoldsWithinBounds,
        }
    }
}

impl<State, Action> Finding<State, Action> {
    /// How many steps settle the property.
    pub fn length(&self) -> Option<usize> {
        self.trace.as_ref().map(|trace| trace.steps.len())
    }
}

impl Checker {
    /// Whether its traces are shortest and its depth means something.
    pub fn gives_shortest(self) -> bool {
        self != Checker::StaterightDepthFirst
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Limit::States => "the limit on states",
            Limit::Bytes => "the limit on memory",
            Limit::Depth => "the limit on depth",
        })
    }
}

/// The verdict of a property that a state settled.
pub(crate) fn settled(expectation: Expectation) -> Verdict {
    match expectation {
        Expectation::Always => Verdict::Violated,
        Expectation::Sometimes => Verdict::Holds,
    }
}

//! How many orbits the reachable states fall into, counted without canonical forms.
//!
//! *What it claims.* [`orbits`] partitions the full reachable set by the group's permutations and
//! nothing else. [`confirm`] then judges everything that a run under symmetry rests on: that each
//! state has one representative per orbit and inside it, that what can happen next and what the
//! properties say is the same for all states of an orbit, and that the counts agree.
//! *How that is checked.* Tokens and colourings whose orbits have closed formulas; models whose
//! canonical form, group, or transitions are broken in one place each.
//! *What is not covered.* Sets too large to explore without symmetry: [`LIMIT`] states.

use super::explorer::{Exploration, Number, Options, explore};
use super::report::{Fault, Limit, Limits};
use super::transition::{Transitions, enabled};
use std::collections::BTreeMap;
use std::fmt;

/// Below this many states, every configuration that uses symmetry is confirmed.
pub const LIMIT: u64 = 200_000;

/// The reachable states, partitioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbits {
    /// For each state, in the exploration's order, the first state of its orbit.
    first: Vec<Number>,
    /// How many orbits.
    pub count: u64,
    /// The most states in one orbit.
    pub largest: u64,
}

/// A symmetry that was confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// States without symmetry.
    pub states: u64,
    /// Orbits, which is also the number of states under symmetry.
    pub orbits: u64,
    /// The most states in one orbit.
    pub largest: u64,
}

/// What is wrong with a symmetry. States are printed as the model prints them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The model, or the run, is wrong.
    Fault(Fault),
    /// Too many states to confirm anything.
    Limit(Limit),
    /// A permutation takes a reachable state to one that is not reachable.
    NotClosed {
        /// The reachable one.
        state: String,
        /// Where the permutation takes it.
        permuted: String,
    },
    /// Two states of one orbit have different representatives.
    TwoRepresentatives {
        /// One state.
        state: String,
        /// Another state of its orbit.
        other: String,
    },
    /// A state's representative is in another orbit.
    ForeignRepresentative {
        /// The state.
        state: String,
    },
    /// Two states of one orbit differ in what can happen next, up to permutation, in what a
    /// property says, or in being frontier.
    NotAlike {
        /// One state.
        state: String,
        /// Another state of its orbit.
        other: String,
    },
    /// The explorer under symmetry counts something else than orbits.
    Count {
        /// States under symmetry.
        states: u64,
        /// Orbits.
        orbits: u64,
    },
}

/// Partitions the states of a full exploration under the model's permutations.
///
/// # Errors
/// When the exploration is not full, or a permutation leaves the reachable set.
pub fn orbits<M: Transitions>(exploration: &Exploration<'_, M>) -> Result<Orbits, Broken> {
    if exploration.symmetry() {
        return Err(Broken::Fault(Fault::NeedsFullStates));
    }
    if let Some(limit) = exploration.stopped() {
        return Err(Broken::Limit(limit));
    }
    let mut forest = Forest((0..exploration.len() as Number).collect());
    for (number, state) in (0..).zip(exploration.states()) {
        for permuted in exploration.model().permutations(state) {
            let Some(other) = exploration.find(&permuted) else {
                let (state, permuted) = (format!("{state:?}"), format!("{permuted:?}"));
                return Err(Broken::NotClosed { state, permuted });
            };
            forest.join(number, other);
        }
    }
    let first: Vec<Number> = (0..exploration.len() as Number).map(|it| forest.root(it)).collect();
    let mut sizes = BTreeMap::new();
    for root in &first {
        *sizes.entry(*root).or_insert(0) += 1;
    }
    let largest = sizes.values().copied().max().unwrap_or(0);
    Ok(Orbits { count: sizes.len() as u64, largest, first })
}

/// Confirms that a run under symmetry counts the orbits of the full reachable set, and that its
/// verdicts are those of the full set.
///
/// # Errors
/// When it does not, or there are more than [`LIMIT`] states.
pub fn confirm<M: Transitions>(model: &M) -> Result<Confirmed, Broken> {
    let limits = Limits { states: LIMIT, ..Limits::default() };
    let full = explore(model, Options { limits, symmetry: false }).map_err(Broken::Fault)?;
    let orbits = orbits(&full)?;
    check_representatives(&full, &orbits)?;
    check_alike(&full, &orbits)?;
    let folded = explore(model, Options { limits, symmetry: true }).map_err(Broken::Fault)?;
    let states = folded.len() as u64;
    if states != orbits.count {
        return Err(Broken::Count { states, orbits: orbits.count });
    }
    Ok(Confirmed { states: full.len() as u64, orbits: orbits.count, largest: orbits.largest })
}

fn check_representatives<M: Transitions>(
    full: &Exploration<'_, M>,
    orbits: &Orbits,
) -> Result<(), Broken> {
    let mut chosen: BTreeMap<Number, (M::State, &M::State)> = BTreeMap::new();
    for (state, orbit) in full.states().zip(&orbits.first) {
        let representative = full.model().representative(state);
        if full.find(&representative).map(|it| orbits.of(it)) != Some(Some(*orbit)) {
            return Err(Broken::ForeignRepresentative { state: format!("{state:?}") });
        }
        let (known, other) = chosen.entry(*orbit).or_insert((representative.clone(), state));
        if *known != representative {
            let (state, other) = (format!("{state:?}"), format!("{other:?}"));
            return Err(Broken::TwoRepresentatives { state, other });
        }
    }
    Ok(())
}

/// What must be the same for all states of an orbit.
#[derive(Clone, PartialEq)]
struct Outlook {
    /// The orbits that actions lead to, one entry an action.
    next: Vec<Option<Number>>,
    is_frontier: bool,
    properties: Vec<bool>,
}

fn check_alike<M: Transitions>(full: &Exploration<'_, M>, orbits: &Orbits) -> Result<(), Broken> {
    let model = full.model();
    let mut outlooks: BTreeMap<Number, (Outlook, &M::State)> = BTreeMap::new();
    let (mut actions, mut steps) = (Vec::new(), Vec::new());
    for (state, orbit) in full.states().zip(&orbits.first) {
        enabled(model, state, &mut actions, &mut steps);
        let target = |next| full.find(next).and_then(|it| orbits.of(it));
        let mut next: Vec<Option<Number>> = steps.iter().map(|(_, next)| target(next)).collect();
        next.sort_unstable();
        let properties = model.properties().iter().map(|it| it.satisfied(model, state)).collect();
        let outlook = Outlook { next, is_frontier: model.is_frontier(state), properties };
        let (known, other) = outlooks.entry(*orbit).or_insert_with(|| (outlook.clone(), state));
        if *known != outlook {
            let (state, other) = (format!("{state:?}"), format!("{other:?}"));
            return Err(Broken::NotAlike { state, other });
        }
    }
    Ok(())
}

impl Orbits {
    /// The number of the orbit's first state.
    fn of(&self, number: Number) -> Option<Number> {
        self.first.get(number as usize).copied()
    }
}

/// Disjoint sets; every set is known by its least member.
struct Forest(Vec<Number>);

impl Forest {
    fn root(&mut self, mut member: Number) -> Number {
        while let Some(parent) = self.parent(member).filter(|parent| *parent != member) {
            let above = self.parent(parent).unwrap_or(parent);
            self.set_parent(member, above);
            member = above;
        }
        member
    }

    fn join(&mut self, left: Number, right: Number) {
        let (left, right) = (self.root(left), self.root(right));
        self.set_parent(left.max(right), left.min(right));
    }

    fn parent(&self, member: Number) -> Option<Number> {
        self.0.get(member as usize).copied()
    }

    fn set_parent(&mut self, member: Number, parent: Number) {
        if let Some(slot) = self.0.get_mut(member as usize) {
            *slot = parent;
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Fault(fault) => fault.fmt(formatter),
            Broken::Limit(limit) => write!(formatter, "not confirmed: more than {limit}"),
            Broken::NotClosed { state, permuted } => {
                write!(formatter, "a permutation takes {state} to {permuted}, never reached")
            }
            Broken::TwoRepresentatives { state, other } => {
                write!(formatter, "{state} and {other} are alike but represented differently")
            }
            Broken::ForeignRepresentative { state } => {
                write!(formatter, "the representative of {state} is no permutation of it")
            }
            Broken::NotAlike { state, other } => {
                write!(formatter, "{state} and {other} are permutations, but behave differently")
            }
            Broken::Count { states, orbits } => {
                write!(formatter, "{states} states under symmetry, but {orbits} orbits")
            }
        }
    }
}

impl std::error::Error for Broken {}

//! What a model is.
//!
//! *What it claims.* [`Transitions`] is all that a checker needs to know: where a system starts,
//! what can happen in a state, what each happening leads to, and what is said about states.
//! *How that is checked.* Two checkers read models through this trait only, and agree.
//! *What is not covered.* Nothing makes an implementation deterministic or its symmetry real;
//! [`symmetry`](super::symmetry) looks for broken symmetry, and replays find most chance.
//!
//! ```
//! use onceproof::models::{Options, Property, Transitions, Verdict, explore};
//!
//! /// A clock with four hours.
//! struct Clock { properties: Vec<Property<Clock>> }
//!
//! impl Transitions for Clock {
//!     type State = u8;
//!     type Action = ();
//!     fn initial(&self) -> Vec<u8> { vec![0] }
//!     fn actions(&self, _: &u8, actions: &mut Vec<()>) { actions.push(()) }
//!     fn next(&self, hour: &u8, (): &()) -> Option<u8> { Some((hour + 1) % 4) }
//!     fn properties(&self) -> &[Property<Clock>] { &self.properties }
//! }
//!
//! let properties = vec![Property::always("before_three", |_: &Clock, hour| *hour < 3)];
//! let report = explore(&Clock { properties }, Options::default()).unwrap().report().unwrap();
//! assert_eq!((report.distinct, report.generated), (4, 5));
//! assert_eq!(report.verdict(), Verdict::Violated);
//! let trace = report.finding("before_three").unwrap().trace.as_ref().unwrap();
//! assert_eq!(trace.steps.len(), 3);
//! ```

use std::fmt::{self, Debug};
use std::hash::Hash;

/// A deterministic transition system, and what is said about it.
///
/// Every method must depend on its arguments only. The order in which `initial` and `actions`
/// list things decides which of several shortest traces is returned, so it must be fixed too.
pub trait Transitions: Sized {
    /// Everything that the future depends on. Equal states must have equal futures.
    type State: Clone + Eq + Hash + Ord + Debug;
    /// One thing that can happen. Together with the state, it fixes the next state.
    type Action: Clone + Eq + Debug;

    /// The states in which a run may start. None at all is an error, never a success.
    fn initial(&self) -> Vec<Self::State>;

    /// Adds the actions that may be possible in `state`. `actions` is empty when this is called.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Where `action` leads from `state`; `None` when it turns out to be disabled there.
    fn next(&self, state: &Self::State, action: &Self::Action) -> Option<Self::State>;

    /// Whether a bound of the model hides something that could happen in `state`.
    ///
    /// Such a state is judged by the properties, and the actions that the model still lists are
    /// taken. But it is never terminal and never part of a lasso, and reports count it.
    fn is_frontier(&self, _state: &Self::State) -> bool {
        false
    }

    /// What is said about states. Names must differ.
    fn properties(&self) -> &[Property<Self>];

    /// The sets of actions that are not starved for ever: a run that keeps one of them enabled
    /// from some point on takes it again and again.
    fn fair_classes(&self) -> &[FairClass<Self>] {
        &[]
    }

    /// Whether [`representative`](Self::representative) and [`permutations`](Self::permutations)
    /// are more than the identity.
    fn has_symmetry(&self) -> bool {
        false
    }

    /// The one member of the state's orbit that stands for all: equal for two states if and only
    /// if a permutation takes one to the other.
    fn representative(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// The state under every element of the group, or at least under elements that generate it.
    /// Written without [`representative`](Self::representative): it is what that is judged by.
    fn permutations(&self, state: &Self::State) -> impl Iterator<Item = Self::State> {
        std::iter::once(state.clone())
    }

    /// How many states the orbit of `state` has: as many as it has different permutations, if
    /// those are the whole group. A model that knows a shorter way takes it.
    fn orbit(&self, state: &Self::State) -> u64 {
        let mut all: Vec<Self::State> = self.permutations(state).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u64
    }

    /// The most states that an orbit can have.
    fn group(&self) -> u64 {
        1
    }

    /// Bytes that `state` holds outside itself, on the heap; counted against the memory limit.
    fn heap_bytes(&self, _state: &Self::State) -> u64 {
        0
    }
}

/// A question about one state of a model.
pub type Predicate<M> = Box<dyn Fn(&M, &<M as Transitions>::State) -> bool + Send + Sync>;

/// A named claim about the reachable states.
pub struct Property<M: Transitions> {
    /// The claim, in a few words joined by underscores.
    pub name: &'static str,
    /// Of every state, or of some?
    pub expectation: Expectation,
    condition: Predicate<M>,
}

/// Whether every reachable state must satisfy a condition, or some must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Every reachable state satisfies the condition.
    Always,
    /// Some reachable state satisfies the condition: a witness that something can happen.
    Sometimes,
}

impl<M: Transitions> Property<M> {
    /// Every reachable state satisfies `condition`.
    pub fn always(
        name: &'static str,
        condition: impl Fn(&M, &M::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        Property { name, expectation: Expectation::Always, condition: Box::new(condition) }
    }

    /// Some reachable state satisfies `condition`.
    pub fn sometimes(
        name: &'static str,
        condition: impl Fn(&M, &M::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        Property { name, expectation: Expectation::Sometimes, condition: Box::new(condition) }
    }

    /// Whether `state` satisfies the condition.
    pub fn satisfied(&self, model: &M, state: &M::State) -> bool {
        (self.condition)(model, state)
    }

    /// Whether `state` alone settles the property: it breaks an `Always`, or is the witness of a
    /// `Sometimes`.
    pub fn settled_by(&self, model: &M, state: &M::State) -> bool {
        match self.expectation {
            Expectation::Always => !self.satisfied(model, state),
            Expectation::Sometimes => self.satisfied(model, state),
        }
    }
}

impl<M: Transitions> Debug for Property<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} {}", self.expectation, self.name)
    }
}

/// A named set of actions that is not starved for ever (weak fairness).
pub struct FairClass<M: Transitions> {
    /// Who or what is not starved.
    pub name: &'static str,
    members: ActionPredicate<M>,
}

type ActionPredicate<M> = Box<dyn Fn(&M, &<M as Transitions>::Action) -> bool + Send + Sync>;

impl<M: Transitions> FairClass<M> {
    /// The actions that satisfy `members`.
    pub fn new(
        name: &'static str,
        members: impl Fn(&M, &M::Action) -> bool + Send + Sync + 'static,
    ) -> Self {
        FairClass { name, members: Box::new(members) }
    }

    /// Whether `action` belongs to the class.
    pub fn contains(&self, model: &M, action: &M::Action) -> bool {
        (self.members)(model, action)
    }
}

impl<M: Transitions> Debug for FairClass<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

/// Replaces `steps` by what can happen in `state`, in the model's order; disabled actions are
/// left out. `actions` is scratch space.
pub(crate) fn enabled<M: Transitions>(
    model: &M,
    state: &M::State,
    actions: &mut Vec<M::Action>,
    steps: &mut Vec<(M::Action, M::State)>,
) {
    actions.clear();
    steps.clear();
    model.actions(state, actions);
    for action in actions.drain(..) {
        if let Some(next) = model.next(state, &action) {
            steps.push((action, next));
        }
    }
}

//! A run that goes on for ever without reaching its goal.
//!
//! *What it claims.* [`Lasso::check`] accepts exactly the lassos that refute a claim.
//! *How that is checked.* It asks the model only; tests spoil lassos in each way.
//! *What is not covered.* That the lasso is the shortest.

use super::LeadsTo;
use crate::models::report::Fault;
use crate::models::trace::{Trace, replay_steps};
use crate::models::transition::{Transitions, enabled};

/// A run that begins something and never ends it: a prefix, then a cycle that is repeated for
/// ever. An empty cycle means that the prefix ends in a terminal state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso<State, Action> {
    /// From an initial state to where the cycle is entered.
    pub prefix: Trace<State, Action>,
    /// After how many steps of the prefix that begins which never ends.
    pub begun: usize,
    /// The cycle: back to the last state of the prefix.
    pub cycle: Vec<(Action, State)>,
}

impl<State: Clone + PartialEq, Action> Lasso<State, Action> {
    /// Runs the model along the lasso and checks that it refutes `claim`.
    ///
    /// # Errors
    /// [`Fault::Replay`] when the model does not behave so; [`Fault::Lasso`] when it does, but the
    /// claim survives.
    pub fn check<M>(&self, model: &M, claim: &LeadsTo<M>) -> Result<(), Fault>
    where
        M: Transitions<State = State, Action = Action>,
    {
        self.prefix.replay(model)?;
        replay_steps(model, self.prefix.last(), &self.cycle)?;
        let begins = |state| claim.begins(model, state, self.begun == 0);
        if !self.prefix.states().nth(self.begun).is_some_and(begins) {
            return Err(Fault::Lasso("nothing begins where it should"));
        }
        let cycle = self.cycle.iter().map(|(_, state)| state);
        let mut open = self.prefix.states().skip(self.begun).chain(cycle.clone());
        if open.any(|state| claim.is_goal(model, state)) {
            return Err(Fault::Lasso("the goal is reached"));
        }
        let mut repeated = cycle.chain(std::iter::once(self.prefix.last()));
        if repeated.any(|state| model.is_frontier(state)) {
            return Err(Fault::Lasso("a bound of the model cuts it"));
        }
        match self.cycle.last() {
            None => self.check_terminal(model),
            Some((_, last)) if last != self.prefix.last() => {
                Err(Fault::Lasso("the cycle does not close"))
            }
            Some(_) => self.check_fair(model),
        }
    }

    fn check_terminal<M>(&self, model: &M) -> Result<(), Fault>
    where
        M: Transitions<State = State, Action = Action>,
    {
        let mut steps = Vec::new();
        enabled(model, self.prefix.last(), &mut Vec::new(), &mut steps);
        if steps.is_empty() { Ok(()) } else { Err(Fault::Lasso("the run could go on")) }
    }

    fn check_fair<M>(&self, model: &M) -> Result<(), Fault>
    where
        M: Transitions<State = State, Action = Action>,
    {
        let (mut actions, mut steps) = (Vec::new(), Vec::new());
        for class in model.fair_classes() {
            let is_taken = self.cycle.iter().any(|(action, _)| class.contains(model, action));
            let is_disabled = self.cycle.iter().any(|(_, state)| {
                enabled(model, state, &mut actions, &mut steps);
                !steps.iter().any(|(action, _)| class.contains(model, action))
            });
            if !is_taken && !is_disabled {
                return Err(Fault::Lasso("a fair class is starved"));
            }
        }
        Ok(())
    }
}

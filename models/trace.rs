//! A run of a model, step by step.
//!
//! *What it claims.* [`Trace::replay`] accepts a trace if and only if the model can behave so.
//! *How that is checked.* It asks the model only, and every checker here replays what it returns.
//! *What is not covered.* That a trace is the shortest: the explorer's tests compare lengths.

use super::report::Fault;
use super::transition::{Property, Transitions};

/// A run: an initial state, and each action taken with the state that it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace<State, Action> {
    /// Where the run starts.
    pub initial: State,
    /// What happened, and where that led.
    pub steps: Vec<(Action, State)>,
}

/// A trace of this model.
pub type TraceOf<M> = Trace<<M as Transitions>::State, <M as Transitions>::Action>;

impl<State, Action> Trace<State, Action> {
    /// The state in which the run ends.
    pub fn last(&self) -> &State {
        self.steps.last().map_or(&self.initial, |(_, state)| state)
    }

    /// Every state of the run, the first one included.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        std::iter::once(&self.initial).chain(self.steps.iter().map(|(_, state)| state))
    }

    /// Runs the model along the trace.
    ///
    /// # Errors
    /// When the start is not initial, or a step is not listed, disabled, or leads elsewhere.
    pub fn replay<M>(&self, model: &M) -> Result<(), Fault>
    where
        M: Transitions<State = State, Action = Action>,
        State: PartialEq,
    {
        if !model.initial().contains(&self.initial) {
            return Err(Fault::Replay { step: 0 });
        }
        replay_steps(model, &self.initial, &self.steps)
    }

    /// Runs the model along the trace; the last state, and no other, must settle `property`.
    ///
    /// # Errors
    /// As [`replay`](Self::replay), or when the property is settled elsewhere or not at all.
    pub fn replay_settling<M>(&self, model: &M, property: &Property<M>) -> Result<(), Fault>
    where
        M: Transitions<State = State, Action = Action>,
        State: PartialEq,
    {
        self.replay(model)?;
        let settling = self.states().position(|state| property.settled_by(model, state));
        if settling == Some(self.steps.len()) {
            return Ok(());
        }
        Err(Fault::NotSettled { property: property.name })
    }
}

/// Runs the model along `steps`, starting from `state`.
pub(crate) fn replay_steps<'a, M: Transitions>(
    model: &M,
    mut state: &'a M::State,
    steps: &'a [(M::Action, M::State)],
) -> Result<(), Fault> {
    let mut actions = Vec::new();
    for (number, (action, next)) in (1..).zip(steps) {
        actions.clear();
        model.actions(state, &mut actions);
        if !actions.contains(action) || model.next(state, action).as_ref() != Some(next) {
            return Err(Fault::Replay { step: number });
        }
        state = next;
    }
    Ok(())
}

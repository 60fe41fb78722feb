//! From a state back to a start: the trace of a state that was reached.
//!
//! *What it claims.* The trace takes as many steps as the state's level says, which is the least.
//! *How that is checked.* Callers replay every trace, and tests compare lengths with stateright's.
//! *What is not covered.* Which of several shortest traces: the one whose states and actions were
//! listed first.
//!
//! Only the parent of each state was kept. The actions are found again by asking the model; under
//! symmetry, along full states, since the parents are representatives.

use super::Exploration;
use super::store::Number;
use crate::models::report::Fault;
use crate::models::trace::{Trace, TraceOf};
use crate::models::transition::{Transitions, enabled};

impl<M: Transitions> Exploration<'_, M> {
    /// A shortest trace to the state of this number. Not replayed yet.
    pub(crate) fn trace(&self, number: Number) -> Result<TraceOf<M>, Fault> {
        let mut chain = vec![number];
        let mut earliest = number;
        while let Some(parent) = self.store.parent(earliest) {
            chain.push(parent);
            earliest = parent;
        }
        chain.reverse();
        let start = self.model.initial().into_iter().find(|state| self.is_at(state, earliest));
        let initial = start.ok_or(self.blame())?;
        let mut trace = Trace { initial, steps: Vec::new() };
        let (mut actions, mut steps) = (Vec::new(), Vec::new());
        for number in chain.into_iter().skip(1) {
            enabled(self.model, trace.last(), &mut actions, &mut steps);
            let step = steps.drain(..).find(|(_, next)| self.is_at(next, number));
            trace.steps.push(step.ok_or(self.blame())?);
        }
        Ok(trace)
    }

    fn is_at(&self, state: &M::State, number: Number) -> bool {
        self.store.state(number) == Some(&self.canonical(state.clone()))
    }

    fn blame(&self) -> Fault {
        if self.symmetry { Fault::BrokenSymmetry } else { Fault::NotDeterministic }
    }
}

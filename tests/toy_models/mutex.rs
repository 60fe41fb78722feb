//! Peterson's lock for two processes, and the same with its two first lines in the wrong order.

use onceproof::models::{FairClass, Property, Transitions};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum At {
    Idle,
    HalfWay,
    Waiting,
    Critical,
}

/// Where each process is, who is interested, and whose turn it is to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    pub at: [At; 2],
    interested: [bool; 2],
    waits: usize,
}

pub struct Mutex {
    is_swapped: bool,
    properties: Vec<Property<Mutex>>,
    fair: Vec<FairClass<Mutex>>,
}

impl Mutex {
    /// `is_swapped`: a process offers to wait before it says that it is interested, so that both
    /// can enter. `fair`: the processes that do not stop for ever where they could go on.
    pub fn new(is_swapped: bool, fair: &[usize]) -> Self {
        let properties = vec![
            Property::always("one_at_a_time", |_, state: &State| state.at != [At::Critical; 2]),
            Property::sometimes("both_wait", |_, state: &State| state.at == [At::Waiting; 2]),
            Property::sometimes("second_enters", |_, state: &State| state.at[1] == At::Critical),
        ];
        let class = |who: &usize| {
            let who = *who;
            FairClass::new("process", move |_, it: &usize| *it == who)
        };
        Mutex { is_swapped, properties, fair: fair.iter().map(class).collect() }
    }
}

impl Transitions for Mutex {
    type State = State;
    /// Which process takes its next step.
    type Action = usize;

    fn initial(&self) -> Vec<State> {
        vec![State { at: [At::Idle; 2], interested: [false; 2], waits: 0 }]
    }

    fn actions(&self, _: &State, actions: &mut Vec<usize>) {
        actions.extend([0, 1]);
    }

    fn next(&self, state: &State, who: &usize) -> Option<State> {
        let (who, other) = (*who, 1 - *who);
        let mut next = *state;
        next.at[who] = match state.at[who] {
            At::Idle => At::HalfWay,
            At::HalfWay => At::Waiting,
            At::Waiting if state.interested[other] && state.waits == who => return None,
            At::Waiting => At::Critical,
            At::Critical => At::Idle,
        };
        match (state.at[who], self.is_swapped) {
            (At::Idle, false) | (At::HalfWay, true) => next.interested[who] = true,
            (At::HalfWay, false) | (At::Idle, true) => next.waits = who,
            (At::Critical, _) => next.interested[who] = false,
            (At::Waiting, _) => (),
        }
        Some(next)
    }

    fn properties(&self) -> &[Property<Mutex>] {
        &self.properties
    }

    fn fair_classes(&self) -> &[FairClass<Mutex>] {
        &self.fair
    }
}

//! What somebody would write by hand for the reference's question, and for nothing else.
//!
//! One key, callers that send once, one worker for each request, a lease that can be taken
//! over when it is over, tokens on closings, a crash, a lost answer, and a counter of effects. It
//! has the faults of `reference/one_key_four_callers`, as often, and one property.

use onceproof::models::{Property, Transitions};
use std::hash::Hash;

/// A state: two bytes a caller, and seven for the rest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct State<const CALLERS: usize> {
    callers: [Stage; CALLERS],
    record: Record,
    effects: u8,
    crashes: u8,
    expiries: u8,
    losses: u8,
}

/// Where a caller is, and the worker that handles its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Stage {
    Ready,
    Sent,
    Delivered,
    Started { attempt: u8 },
    Applied { attempt: u8 },
    Succeeded,
    Refused,
    Alone,
    Unanswered,
    ToldSuccess,
    ToldUnknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Record {
    Absent,
    Active { attempt: u8, live: bool },
    Completed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Send(usize),
    Deliver(usize),
    Begin(usize),
    RunEffect(usize),
    Finish(usize),
    Reply(usize),
    LoseReply(usize),
    Crash(usize),
    GiveUp(usize),
    HandOver(usize),
    LeaseOver,
}

/// The model. stateright's checkers are given it as it is, and ours too.
pub(crate) struct ByHand<const CALLERS: usize> {
    properties: Vec<Property<ByHand<CALLERS>>>,
}

impl<const CALLERS: usize> ByHand<CALLERS> {
    pub(crate) fn new() -> ByHand<CALLERS> {
        let properties = vec![
            Property::always("at_most_once", |_, state: &State<CALLERS>| state.effects < 2),
            Property::always("explored_to_the_end", |_, _| true),
        ];
        ByHand { properties }
    }

    fn start() -> State<CALLERS> {
        State {
            callers: [Stage::Ready; CALLERS],
            record: Record::Absent,
            effects: 0,
            crashes: 1,
            expiries: 2,
            losses: 1,
        }
    }

    fn possible(state: &State<CALLERS>, actions: &mut Vec<Action>) {
        for (number, stage) in state.callers.iter().enumerate() {
            match stage {
                Stage::Ready => actions.push(Action::Send(number)),
                Stage::Sent => actions.push(Action::Deliver(number)),
                Stage::Delivered => actions.push(Action::Begin(number)),
                Stage::Started { .. } => actions.push(Action::RunEffect(number)),
                Stage::Applied { .. } => actions.push(Action::Finish(number)),
                Stage::Succeeded | Stage::Refused => {
                    actions.push(Action::Reply(number));
                    if state.losses > 0 {
                        actions.push(Action::LoseReply(number));
                    }
                }
                Stage::Alone => actions.push(Action::GiveUp(number)),
                Stage::Unanswered => actions.push(Action::HandOver(number)),
                Stage::ToldSuccess | Stage::ToldUnknown => {}
            }
            let at_work = Stage::Delivered <= *stage && *stage <= Stage::Refused;
            if at_work && state.crashes > 0 {
                actions.push(Action::Crash(number));
            }
        }
        if state.expiries > 0 && matches!(state.record, Record::Active { live: true, .. }) {
            actions.push(Action::LeaseOver);
        }
    }

    fn after(state: &State<CALLERS>, action: Action) -> State<CALLERS> {
        let mut next = state.clone();
        match action {
            Action::Send(number) => next.callers[number] = Stage::Sent,
            Action::Deliver(number) => next.callers[number] = Stage::Delivered,
            Action::Begin(number) => {
                let attempt = match state.record {
                    Record::Absent => Some(1),
                    Record::Active { attempt, live: false } => Some(attempt + 1),
                    Record::Active { live: true, .. } | Record::Completed => None,
                };
                next.callers[number] = match (attempt, state.record) {
                    (Some(attempt), _) => Stage::Started { attempt },
                    (None, Record::Completed) => Stage::Succeeded,
                    (None, _) => Stage::Refused,
                };
                if let Some(attempt) = attempt {
                    next.record = Record::Active { attempt, live: true };
                }
            }
            Action::RunEffect(number) => {
                if let Stage::Started { attempt } = state.callers[number] {
                    next.effects = (state.effects + 1).min(2);
                    next.callers[number] = Stage::Applied { attempt };
                }
            }
            Action::Finish(number) => {
                if let Stage::Applied { attempt: own } = state.callers[number] {
                    // Whoever was taken over is told so; it saw the effect itself.
                    if matches!(state.record, Record::Active { attempt, .. } if attempt == own) {
                        next.record = Record::Completed;
                    }
                    next.callers[number] = Stage::Succeeded;
                }
            }
            Action::Reply(number) => {
                let success = state.callers[number] == Stage::Succeeded;
                next.callers[number] =
                    if success { Stage::ToldSuccess } else { Stage::ToldUnknown };
            }
            Action::LoseReply(number) => {
                next.losses -= 1;
                next.callers[number] = Stage::Alone;
            }
            Action::Crash(number) => {
                next.crashes -= 1;
                next.callers[number] = Stage::Alone;
            }
            Action::GiveUp(number) => next.callers[number] = Stage::Unanswered,
            Action::HandOver(number) => next.callers[number] = Stage::ToldUnknown,
            Action::LeaseOver => {
                next.expiries -= 1;
                if let Record::Active { live, .. } = &mut next.record {
                    *live = false;
                }
            }
        }
        next
    }
}

impl<const CALLERS: usize> stateright::Model for ByHand<CALLERS> {
    type State = State<CALLERS>;
    type Action = Action;

    fn init_states(&self) -> Vec<State<CALLERS>> {
        vec![Self::start()]
    }

    fn actions(&self, state: &State<CALLERS>, actions: &mut Vec<Action>) {
        Self::possible(state, actions);
    }

    fn next_state(&self, state: &State<CALLERS>, action: Action) -> Option<State<CALLERS>> {
        Some(Self::after(state, action))
    }

    fn properties(&self) -> Vec<stateright::Property<ByHand<CALLERS>>> {
        vec![
            stateright::Property::always("at_most_once", |_, state: &State<CALLERS>| {
                state.effects < 2
            }),
            stateright::Property::always("explored_to_the_end", |_, _| true),
        ]
    }
}

impl<const CALLERS: usize> Transitions for ByHand<CALLERS> {
    type State = State<CALLERS>;
    type Action = Action;

    fn initial(&self) -> Vec<State<CALLERS>> {
        vec![Self::start()]
    }

    fn actions(&self, state: &State<CALLERS>, actions: &mut Vec<Action>) {
        Self::possible(state, actions);
    }

    fn next(&self, state: &State<CALLERS>, action: &Action) -> Option<State<CALLERS>> {
        Some(Self::after(state, *action))
    }

    fn properties(&self) -> &[Property<ByHand<CALLERS>>] {
        &self.properties
    }
}

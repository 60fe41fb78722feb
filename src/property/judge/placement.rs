//! Which calls took effect when, in a trace that may lack `decide`.
//!
//! *What it claims.* A return stands for its call's decision only where nothing else could have
//! come in between: no other call of the same request in flight that lacks its decision too, no
//! decision, sweep, crash or restore. All other calls are left to the history checker.
//! *How that is checked.* `tests/judged_verdicts.rs`.
//! *What is not covered.* Finding a placement: nothing is searched here.

use crate::spec::RequestId;
use crate::trace::detail::{Party, Returned, Swept, TookEffect};
use crate::trace::header::Order;
use crate::trace::{Event, Kind, Trace, What};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of when calls took effect.
#[derive(Clone, Debug, Default)]
pub(super) struct Placement {
    /// The numbers of the returns that stand for decisions.
    pub(super) placed: BTreeSet<u64>,
    /// The calls of which it is open when, or whether, they took effect.
    pub(super) open: BTreeSet<u64>,
    /// The longest time between an invoke and a return that stands for a decision.
    pub(super) window: u64,
    /// Whether the order of the lines is not the order of the events.
    pub(super) unordered: bool,
}

/// A call without a decision: from its invoke to its return, by their places in the trace.
#[derive(Clone, Debug)]
struct Window {
    call: u64,
    from: usize,
    to: usize,
    /// The number of the return that can stand for the decision.
    stands: Option<u64>,
}

/// Looks where the calls of a trace took effect.
pub(super) fn place(trace: &Trace) -> Placement {
    let clocks: BTreeSet<&str> = trace.events.iter().map(|event| event.clock.as_str()).collect();
    let unordered = trace.header.order == Order::ByClock && clocks.len() > 1;
    let mut placement = Placement { unordered, ..Placement::default() };
    if !trace.header.misses(Kind::Decide) {
        return placement;
    }
    let disturbances = disturbances(trace);
    for (request, mut windows) in undecided(trace) {
        windows.sort_by_key(|window| (window.from, window.to));
        let mut crowded = BTreeSet::new();
        let mut longest: Option<&Window> = None;
        for window in &windows {
            if let Some(before) = longest.filter(|before| window.from < before.to) {
                crowded.extend([before.call, window.call]);
            }
            if longest.is_none_or(|before| window.to > before.to) {
                longest = Some(window);
            }
        }
        for window in &windows {
            let disturbed = disturbances.iter().any(|(at, of)| {
                window.from < *at && *at < window.to && (of.is_none() || *of == request.as_ref())
            });
            match window.stands {
                Some(seq) if !crowded.contains(&window.call) && !disturbed => {
                    placement.placed.insert(seq);
                    placement.window = placement.window.max(span(trace, window));
                }
                _ => {
                    placement.open.insert(window.call);
                }
            }
        }
    }
    placement
}

fn span(trace: &Trace, window: &Window) -> u64 {
    let time = |at: usize| trace.events.get(at).and_then(|event| event.time.number());
    let (from, to) = (time(window.from), time(window.to));
    from.zip(to).map_or(0, |(from, to)| to.saturating_sub(from))
}

/// What changes records besides calls, and of which request; None is of all.
fn disturbances(trace: &Trace) -> Vec<(usize, Option<&RequestId>)> {
    let disturbs = |event: &Event| match &event.what {
        What::Decide { .. } | What::Sweep(Swept::Write { written: true, .. }) => true,
        What::Crash { of } | What::Restore { of, .. } => *of == Party::Store {},
        _ => false,
    };
    let found = trace.events.iter().enumerate().filter(|(_, event)| disturbs(event));
    found.map(|(at, event)| (at, event.request.as_ref())).collect()
}

/// The calls without a decision that may have taken effect, by request.
fn undecided(trace: &Trace) -> BTreeMap<Option<RequestId>, Vec<Window>> {
    let decided: BTreeSet<u64> = trace
        .events
        .iter()
        .filter(|event| event.kind() == Kind::Decide)
        .filter_map(|event| event.call)
        .collect();
    let mut calls: BTreeMap<u64, (Option<RequestId>, Window)> = BTreeMap::new();
    for (at, event) in trace.events.iter().enumerate() {
        let Some(call) = event.call.filter(|call| !decided.contains(call)) else { continue };
        match &event.what {
            What::Invoke { .. } => {
                let window = Window { call, from: at, to: usize::MAX, stands: None };
                calls.insert(call, (event.request.clone(), window));
            }
            What::Return(Returned::Failure { took_effect: TookEffect::No, .. }) => {
                calls.remove(&call);
            }
            What::Return(Returned::Answer(_)) => match calls.get_mut(&call) {
                Some((_, window)) => (window.to, window.stands) = (at, Some(event.seq)),
                None => {
                    let window = Window { call, from: 0, to: at, stands: None };
                    calls.insert(call, (event.request.clone(), window));
                }
            },
            _ => {}
        }
    }
    let mut by_request: BTreeMap<Option<RequestId>, Vec<Window>> = BTreeMap::new();
    for (request, window) in calls.into_values() {
        by_request.entry(request).or_default().push(window);
    }
    by_request
}

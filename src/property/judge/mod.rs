//! Judging a recorded trace: the same monitor as in models, and the lifecycle table beside it.
//!
//! *What it claims.* A property is called violated only where an event breaks it under every
//! contract that the header allows, and no event that may be missing could excuse that; it is
//! called to hold only where no event breaks it under any of them, and none that may be missing
//! could. Otherwise the verdict is undetermined, and says why. Nothing is guessed: calls that
//! overlap without a `decide` are left to the history checker.
//! *How that is checked.* `tests/judged_traces.rs`, with a trace for each property that breaks
//! it alone, and near misses; `tests/judged_verdicts.rs`.
//! *What is not covered.* Placements, as said; effects that a restored destination lost; the
//! order of lines that several recorders wrote.

mod doubt;
mod forced;
mod placement;
mod run;
mod table;
mod verdict;

pub use verdict::{Bounds, Breach, Judgement, Unlisted, Verdict};

use super::{Property, prospects};
use crate::spec::contract::{Contract, OnNotApplied, Replay, Span};
use crate::spec::named::STRICT;
use crate::spec::open::{OpenContract, decisions};
use crate::trace::detail::Swept;
use crate::trace::{Kind, Trace, What};
use placement::{Placement, place};
use run::{Found, Run};
use std::collections::BTreeSet;

/// The most contracts that are considered at once.
pub const MOST_CONTRACTS: u64 = 4096;

/// By what a trace without a contract is judged: nothing ends by itself, and replays need only
/// be equivalent. What depends on it otherwise is undetermined.
const UNDECLARED: Contract = Contract {
    lease: Span::Unbounded,
    retention: Span::Unbounded,
    block_for: Span::Unbounded,
    on_not_applied: OnNotApplied::Delete,
    replay: Replay::Equivalent,
    ..STRICT
};

/// Judges a trace.
///
/// ```
/// use onceproof::property::{Property, Verdict, judge};
/// use onceproof::trace::{Header, Trace};
/// let judgement = judge(&Trace { header: Header::new("store"), events: Vec::new() });
/// // Zero work proves nothing.
/// assert!(matches!(judgement.of(Property::AtMostOnce), Some(Verdict::Undetermined { .. })));
/// ```
#[must_use]
pub fn judge(trace: &Trace) -> Judgement {
    let placement = place(trace);
    let declared = trace.header.contract.as_ref().and_then(|contract| contract.open().ok());
    let open = declared.unwrap_or(OpenContract::pinned(UNDECLARED));
    let clocks = judging_clocks(trace, &placement);
    let slack = slack(trace, &placement, &clocks);
    let contracts = if declared.is_some() { open.count() } else { 0 };
    let found: Vec<Found> = if contracts > MOST_CONTRACTS {
        Vec::new()
    } else {
        let declared = declared.is_some();
        let clocks = (slack, clocks.len() < 2);
        decisions(&open, |terms| Run::new(trace, &placement, terms, declared, clocks).found())
            .into_iter()
            .map(|(_, found)| found)
            .collect()
    };
    let bounds = Bounds {
        events: trace.events.len(),
        decided: found.first().map_or(0, |found| found.decided),
        placed: placement.placed.len(),
        open_calls: placement.open.clone(),
        missing: trace.header.may_be_missing.clone(),
        intents: trace.has_intents(),
        contracts,
        slack: match slack {
            Span::Ticks(ticks) => Some(ticks),
            Span::Unbounded => None,
        },
    };
    let found: Vec<Found> = found.into_iter().map(|found| with_declared(found, &open)).collect();
    let verdict = |property| {
        let says = doubt::nothing_to_say(property, trace, &placement);
        match says.or_else(|| untold_leases(property, trace)) {
            Some(why) => Verdict::Undetermined { why },
            None => verdict(property, &found, &missing(trace, &placement)),
        }
    };
    Judgement {
        verdicts: Property::ALL.iter().map(|property| (*property, verdict(*property))).collect(),
        breaches: in_every(&found, |found| &found.breaches),
        not_linearizable: in_every(&found, |found| &found.not_linearizable),
        uncovered: found.first().map(|found| found.uncovered.clone()).unwrap_or_default(),
        bounds,
    }
}

/// The verdict on a property, by what was found under each contract.
fn verdict(property: Property, found: &[Found], missing: &BTreeSet<Kind>) -> Verdict {
    let undetermined = |why: String| Verdict::Undetermined { why };
    if found.is_empty() {
        return undetermined(format!("more than {MOST_CONTRACTS} contracts are possible"));
    }
    let first = |found: &Found| found.breaches.iter().find(|it| it.property == property).cloned();
    let breaches: Vec<_> = found.iter().filter_map(first).collect();
    if let Some(breach) = breaches.first() {
        if breaches.len() < found.len() {
            let why = "it depends on parameters that the contract leaves open";
            return undetermined(why.to_owned());
        }
        return match doubt::may_be_excused(property, missing) {
            Some(why) => undetermined(format!("event {} seems to break it, but {why}", breach.seq)),
            None => Verdict::Violated(Box::new(breach.clone())),
        };
    }
    if let Some(why) = doubt::may_be_hidden(property, missing) {
        return undetermined(why);
    }
    let counts = matches!(property, Property::AtMostOnce | Property::NoLostIntent);
    if let Some(seq) = found.iter().find_map(|found| found.unknown_intents.first())
        && counts
    {
        return undetermined(format!("the intent of the effect at {seq} is not known"));
    }
    let open = found.iter().flat_map(|found| &found.open_intents).next();
    if let Some(intent) = open.filter(|_| property == Property::NoLostIntent) {
        return undetermined(format!(
            "success of {intent} was acknowledged, and at the end of the log its effect can \
             still come"
        ));
    }
    Verdict::Holds
}

/// Without a contract a lease that was not told has no end that is known.
fn untold_leases(property: Property, trace: &Trace) -> Option<String> {
    use crate::trace::form::AnswerForm::Started;
    let untold = |what: &What| {
        matches!(what, What::Decide { answer: Started { lease_until: None, .. }, .. })
    };
    let depends = matches!(
        property,
        Property::ExclusiveClaim | Property::Progress | Property::OutcomeHonesty
    );
    let none = trace.header.contract.is_none() && depends;
    (none && trace.events.iter().any(|event| untold(&event.what)))
        .then(|| "no contract is declared, and a lease was not told".to_owned())
}

/// The kinds that may be missing. Decisions are not, where every call has one in its return.
fn missing(trace: &Trace, placement: &Placement) -> BTreeSet<Kind> {
    let mut missing = trace.header.may_be_missing.clone();
    let calls = [Kind::Invoke, Kind::Return].iter().any(|kind| missing.contains(kind));
    if placement.open.is_empty() && !calls {
        missing.remove(&Kind::Decide);
    }
    missing
}

/// The clocks on which operations were judged.
fn judging_clocks<'t>(trace: &'t Trace, placement: &Placement) -> BTreeSet<&'t str> {
    let judged = trace.events.iter().filter(|event| {
        let sweep = matches!(&event.what, What::Sweep(Swept::Write { written: true, .. }));
        sweep || event.kind() == Kind::Decide || placement.placed.contains(&event.seq)
    });
    judged.map(|event| event.clock.as_str()).collect()
}

/// By how much these clocks differ, at most.
fn slack(trace: &Trace, placement: &Placement, names: &BTreeSet<&str>) -> Span {
    let clocks = trace.header.clocks.iter().filter(|clock| names.contains(clock.name.as_str()));
    let mut skews: Vec<Span> = clocks.map(|clock| clock.skew).collect();
    skews.sort_unstable_by(|one, other| other.cmp(one));
    let two = |skews: &[Span]| match skews {
        [Span::Ticks(one), Span::Ticks(other), ..] => Span::Ticks(one.saturating_add(*other)),
        [_, _, ..] => Span::Unbounded,
        _ => Span::Ticks(0),
    };
    match two(&skews) {
        Span::Ticks(ticks) => Span::Ticks(ticks.saturating_add(placement.window)),
        Span::Unbounded => Span::Unbounded,
    }
}

/// The same findings, each with the values by which the contract gives its property up.
fn with_declared(mut found: Found, open: &OpenContract) -> Found {
    let prospects = prospects(open);
    for breach in &mut found.breaches {
        let given_up = prospects.iter().filter(|prospect| prospect.property == breach.property);
        for weakness in given_up.flat_map(|prospect| &prospect.by) {
            let values = weakness.values.join(" or ");
            breach.allowed_by.push(format!("{} = {values}", weakness.parameter.name()));
        }
    }
    found
}

/// What was found under every contract.
fn in_every<T: Clone + PartialEq>(found: &[Found], of: impl Fn(&Found) -> &Vec<T>) -> Vec<T> {
    let Some((first, others)) = found.split_first() else { return Vec::new() };
    let everywhere = |it: &&T| others.iter().all(|found| of(found).contains(it));
    of(first).iter().filter(everywhere).cloned().collect()
}

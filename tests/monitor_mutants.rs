//! Wrong monitors are caught by the judged traces.
//!
//! Each mutant reads the world in one wrong way: it mishears events, or it is told of another
//! contract than the declared one. Over the judged traces the right monitor says exactly what
//! their rows say; each mutant says something else of at least one of them.
#![cfg(feature = "trace")]

use onceproof::property::feed::Feed;
use onceproof::property::{Mask, Monitor, Observed, Property, Saying, Watch};
use onceproof::spec::contract::{Contract, Deadline, RetentionAnchor, Span};
use onceproof::spec::{Claimant, Failure, Operation};
use onceproof::trace::Trace;
use onceproof::trace::form::Concrete;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

type Event = Observed<Concrete>;

/// A wrong way to read the world.
struct Mutant {
    name: &'static str,
    /// What it hears of an event: nothing, or another one.
    hears: fn(Event) -> Option<Event>,
    /// Under which contract it judges.
    under: fn(Contract) -> Contract,
    /// Whether it knows the declared skew of clocks.
    skewed: bool,
}

const RIGHT: Mutant = Mutant { name: "none", hears: Some, under: |it| it, skewed: true };

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "an excuse that is too wide: retention is over at once",
        under: |it| Contract { retention: Span::Ticks(0), ..it },
        ..RIGHT
    },
    Mutant {
        name: "no excuse: retention never ends",
        under: |it| Contract { retention: Span::Unbounded, ..it },
        ..RIGHT
    },
    Mutant {
        name: "an excuse counted from the first begin",
        under: |it| Contract { retention_anchor: RetentionAnchor::FirstBegin, ..it },
        ..RIGHT
    },
    Mutant {
        name: "blocking never ends",
        under: |it| Contract { block_for: Span::Unbounded, ..it },
        ..RIGHT
    },
    Mutant {
        name: "a deadline is over only after it",
        under: |it| Contract { deadline: Deadline::OverAfter, ..it },
        ..RIGHT
    },
    Mutant { name: "the declared skew is not known", skewed: false, ..RIGHT },
    Mutant { name: "the request is the intent", hears: the_request_is_the_intent, ..RIGHT },
    Mutant { name: "ownership by numbers", hears: without_claims, ..RIGHT },
    Mutant { name: "ownership by processes", hears: claims_are_processes, ..RIGHT },
    Mutant { name: "every destination is idempotent", hears: every_effect_is_idempotent, ..RIGHT },
    Mutant { name: "no destination is idempotent", hears: no_effect_is_idempotent, ..RIGHT },
    Mutant {
        name: "crashes are not heard",
        hears: |it| unless(it, |it| matches!(it, Event::Crashed { .. })),
        ..RIGHT
    },
    Mutant {
        name: "what is under way is not heard",
        hears: |it| unless(it, |it| matches!(it, Event::UnderWay { .. })),
        ..RIGHT
    },
    Mutant {
        name: "what arrived is not heard",
        hears: |it| unless(it, |it| matches!(it, Event::Arrived { .. })),
        ..RIGHT
    },
    Mutant {
        name: "what is in hand is not heard",
        hears: |it| unless(it, |it| matches!(it, Event::InHand { .. })),
        ..RIGHT
    },
    Mutant {
        name: "sweepers are not heard",
        hears: |it| unless(it, |it| matches!(it, Event::Swept { .. })),
        ..RIGHT
    },
    Mutant {
        name: "evidence is not heard",
        hears: |it| unless(it, |it| matches!(it, Event::Learnt { .. })),
        ..RIGHT
    },
    Mutant {
        name: "a volatile store keeps its records",
        hears: |it| unless(it, |it| matches!(it, Event::StoreLost)),
        ..RIGHT
    },
    Mutant {
        name: "a restore empties the store, and that is excused",
        hears: |it| Some(if matches!(it, Event::StoreRestored) { Event::StoreLost } else { it }),
        ..RIGHT
    },
    Mutant { name: "everybody knows what anybody knows", hears: everybody_knows, ..RIGHT },
    Mutant { name: "every payload is the same", hears: every_payload_is_the_same, ..RIGHT },
    Mutant { name: "one scope for all", hears: one_scope, ..RIGHT },
    Mutant { name: "an unknown failure is one without effect", hears: unknown_is_none, ..RIGHT },
    Mutant { name: "a refusal is an unknown failure", hears: refused_is_unknown, ..RIGHT },
    Mutant { name: "what status promises is not heard", hears: without_promises, ..RIGHT },
    Mutant { name: "renewals are not heard", hears: without_renewals, ..RIGHT },
    Mutant { name: "a replay by another intent is its own", hears: nobody_asks, ..RIGHT },
];

#[test]
fn the_right_monitor_says_what_the_rows_say() {
    let rows: serde_json::Value =
        serde_json::from_str(&fs::read_to_string("tests/traces/judged.json").expect("the table"))
            .expect("well-formed");
    for (name, trace) in judged() {
        let wanted: BTreeSet<(String, u64)> = rows[&name]["breaks"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|it| {
                let property = it["property"].as_str().expect("a property").to_owned();
                (property, it["seq"].as_u64().expect("a number"))
            })
            // The replay of each scope by itself is the judge's, and not the monitor's.
            .filter(|(property, _)| !(property == "P7" && name == "p07_another_tenants_lapse"))
            .collect();
        let undetermined = &rows[&name]["undetermined"];
        if undetermined.as_array().is_some_and(Vec::is_empty) {
            assert_eq!(said(&RIGHT, &trace), wanted, "{name}");
        }
    }
}

#[test]
fn each_wrong_monitor_is_caught_by_a_judged_trace() {
    let traces = judged();
    let survivors: Vec<_> = MUTANTS
        .iter()
        .filter(|mutant| traces.iter().all(|(_, trace)| said(mutant, trace) == said(&RIGHT, trace)))
        .map(|mutant| mutant.name)
        .collect();
    assert!(survivors.is_empty(), "not caught: {survivors:?}");
}

fn judged() -> Vec<(String, Trace)> {
    let files = fs::read_dir("tests/traces/judged").expect("the folder is there");
    let mut traces: Vec<_> = files
        .map(|file| file.expect("readable").path())
        .map(|path| {
            let trace = Trace::read(&fs::read(&path).expect("readable")[..]).expect("a trace");
            (path.file_stem().expect("a name").to_string_lossy().into_owned(), trace)
        })
        .filter(|(_, trace)| trace.header.contract.is_some())
        .collect();
    traces.sort_by(|one, other| one.0.cmp(&other.0));
    traces
}

/// The first event that breaks each property, in the mutant's ears.
fn said(mutant: &Mutant, trace: &Trace) -> BTreeSet<(String, u64)> {
    let declared = trace.header.contract.as_ref().expect("declared").contract();
    let contract = (mutant.under)(declared.expect("pinned"));
    let clocks: BTreeSet<_> = trace.events.iter().map(|event| &event.clock).collect();
    let slack = if clocks.len() > 1 && mutant.skewed { 2 } else { 0 };
    let checked = Mask::ALL.without(Property::RefinesPromise);
    let watch = Watch { contract: &contract, checked, slack: Span::Ticks(slack) };
    let mut feed = Feed::new(trace, BTreeSet::new());
    let mut monitor = Monitor::new();
    let mut first = std::collections::BTreeMap::new();
    for event in &trace.events {
        for observed in feed.tell(event).into_iter().filter_map(mutant.hears) {
            for violation in monitor.observe(&watch, &observed) {
                first.entry(violation.property.id().to_owned()).or_insert(event.seq);
            }
        }
    }
    first.into_iter().collect()
}

fn unless(event: Event, deaf: fn(&Event) -> bool) -> Option<Event> {
    (!deaf(&event)).then_some(event)
}

fn the_request_is_the_intent(mut event: Event) -> Option<Event> {
    match &mut event {
        Event::Decided(decided) => decided.intent = decided.request,
        Event::Effect(effect) => effect.intent = effect.request,
        _ => {}
    }
    Some(event)
}

fn without_claims(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event {
        decided.claim = None;
    }
    Some(event)
}

fn claims_are_processes(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event {
        decided.claim = decided.process.map(|process| Arc::from(process.to_string()));
    }
    Some(event)
}

fn every_effect_is_idempotent(mut event: Event) -> Option<Event> {
    if let Event::Effect(effect) = &mut event {
        effect.idempotent = true;
    }
    Some(event)
}

fn no_effect_is_idempotent(mut event: Event) -> Option<Event> {
    if let Event::Effect(effect) = &mut event {
        effect.idempotent = false;
    }
    Some(event)
}

fn everybody_knows(mut event: Event) -> Option<Event> {
    if let Event::Acknowledged { by, .. } = &mut event {
        *by = None;
    }
    Some(event)
}

fn every_payload_is_the_same(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event {
        let same = onceproof::key::Fingerprint::of(b"1").expect("canonical");
        match &mut decided.operation {
            Operation::Begin(begin) => begin.payload = same,
            Operation::Cancel(Some(payload)) => *payload = same,
            Operation::Finish(Claimant::Payload(payload), _)
            | Operation::Fail(Claimant::Payload(payload), _) => *payload = same,
            _ => {}
        }
    }
    Some(event)
}

fn one_scope(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event {
        decided.scope = 0;
    }
    Some(event)
}

fn unknown_is_none(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event
        && let Operation::Fail(_, failure @ Failure::Unknown) = &mut decided.operation
    {
        *failure = Failure::NotApplied;
        decided.answer = Saying::Released;
    }
    Some(event)
}

fn refused_is_unknown(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event
        && let Operation::Fail(_, failure @ Failure::Refused(_)) = &mut decided.operation
    {
        *failure = Failure::Unknown;
        decided.answer = Saying::Quarantined;
    }
    Some(event)
}

fn without_promises(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event
        && let Saying::Status { protected_until, .. } = &mut decided.answer
    {
        *protected_until = None;
    }
    Some(event)
}

fn without_renewals(event: Event) -> Option<Event> {
    unless(event, |event| match event {
        Event::Decided(decided) => matches!(decided.answer, Saying::Renewed { .. }),
        _ => false,
    })
}

fn nobody_asks(mut event: Event) -> Option<Event> {
    if let Event::Decided(decided) = &mut event
        && matches!(decided.answer, Saying::Replayed(_))
    {
        decided.intent = None;
    }
    Some(event)
}

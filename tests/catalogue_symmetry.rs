//! The counts of the catalogue: what symmetry left out is alike, and breadth first agrees.
#![cfg(all(feature = "models", feature = "cli"))]

mod catalogue_support;

use catalogue_support::{LIMITS, chosen, each};
use onceproof::models::catalogue::check::watched;
use onceproof::models::catalogue::record::recorded;
use onceproof::models::catalogue::{Entry, entries};
use onceproof::models::report::Limit;
use onceproof::models::symmetry::{Broken, Confirmed, LIMIT, confirm};
use onceproof::models::{Options, Transitions, check_stateright, explore};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

/// Up to this many states, a configuration is checked breadth first too.
const SMALL: u64 = 30_000;

#[test]
fn every_symmetry_is_confirmed_and_its_orbits_are_counted_as_recorded() {
    let records = recorded().expect("a record").configurations;
    let symmetric = |entry: &Entry| {
        let model = watched(entry, None).expect("a world");
        model.has_symmetry().then_some(model)
    };
    let all: Vec<_> = chosen()
        .into_iter()
        .filter_map(|entry| symmetric(&entry).map(|model| (entry.name, model)))
        .collect();
    let found = each(&all, |(_, model)| confirm(model));
    let mut confirmed = 0;
    for ((name, model), found) in all.iter().zip(found) {
        match found {
            Ok(Confirmed { states, orbits, largest }) => {
                println!("{name}: {states} states, {orbits} orbits, of {largest} at most");
                assert_eq!(records[name].distinct, orbits, "{name}");
                let run = explore(model, Options { limits: LIMITS, symmetry: true });
                let run = run.expect("explored");
                let full: u64 = run.states().map(|state| model.orbit(state)).sum();
                assert_eq!((full, largest), (states, largest.min(model.group())), "{name}");
                confirmed += 1;
            }
            Err(Broken::Limit(Limit::States)) => {
                println!("{name}: more than {LIMIT} states");
                assert!(records[name].distinct * 24 > LIMIT, "{name}");
            }
            Err(broken) => panic!("{name}: {broken:.2000?}"),
        }
    }
    assert!(confirmed > 10, "{confirmed}");
}

#[test]
fn small_configurations_are_as_deep_and_break_as_soon_breadth_first() {
    let records = recorded().expect("a record").configurations;
    let small = |entry: &Entry| records[&entry.name].distinct < SMALL / 4;
    let all: Vec<Entry> = chosen().into_iter().filter(small).collect();
    let compared = each(&all, |entry| {
        let model = Arc::new(watched(entry, None).expect("a world"));
        let options = Options { limits: LIMITS, symmetry: false };
        let own = explore(model.as_ref(), options).and_then(|run| run.report()).expect("explored");
        if own.distinct > SMALL {
            return false;
        }
        let other = check_stateright::breadth_first(&model, LIMITS).expect("checked");
        assert_eq!(own.disagreements(&other), [], "{}", entry.name);
        let (depth, lengths) = (own.depth.expect("a depth"), own.findings.iter());
        let lengths = lengths.filter_map(|it| Some((it.property, it.trace.as_ref()?.steps.len())));
        let record = &records[&entry.name];
        assert_eq!(record.depth, depth, "{}", entry.name);
        for (property, length) in lengths {
            assert_eq!(record.breaks[property], length, "{}: {property}", entry.name);
        }
        true
    });
    let compared = compared.into_iter().filter(|compared| *compared).count();
    assert!(compared * 2 > entries().expect("a catalogue").len(), "{compared}");
}

/// The full count needs no full exploration: it is the sum of the sizes of the orbits.
#[test]
fn the_reference_has_more_than_a_million_states_before_symmetry() {
    let all = entries().expect("a catalogue");
    let name = "reference/one_key_four_callers";
    let entry = all.iter().find(|entry| entry.name == name).expect("a reference");
    let model = watched(entry, None).expect("a world");
    let start = Instant::now();
    let run = explore(&model, Options { limits: LIMITS, symmetry: true }).expect("explored");
    let (explored, start) = (start.elapsed(), Instant::now());
    let full: u64 = run.states().map(|state| model.orbit(state)).sum();
    let (counted, orbits) = (start.elapsed(), run.states().count() as u64);
    let share = full as f64 / orbits as f64 / model.group() as f64;
    println!("{orbits} orbits, {full} states; {share:.3} of what the group can merge");
    println!("explored in {explored:?}, orbits counted in {counted:?}");
    let orbit = |state| model.permutations(state).collect::<HashSet<_>>().len() as u64;
    for state in run.states().step_by(7) {
        assert_eq!(model.orbit(state), orbit(state), "{state:?}");
    }
    assert_eq!(full, 1_468_385);
    assert!(share > 0.7, "{share}");
}

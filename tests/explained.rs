//! Counterexamples, replayed, written as traces and judged anew.
#![cfg(all(feature = "models", feature = "cli"))]

use onceproof::models::catalogue::{Entry, entries, read};
use onceproof::models::explain::{Exported, Run, export, replay};
use onceproof::models::world::World;
use onceproof::models::world::watched::Watched;
use onceproof::models::{Limits, Options, Transitions, explore};
use onceproof::property::{Property, Verdict, judge};
use onceproof::trace::Trace;

const LIMITS: Limits = Limits { states: 3_000_000, bytes: 3 << 30, depth: u64::MAX };

/// The runs that break something in an entry's world.
fn runs(entry: &Entry) -> Vec<Run> {
    let world = World::new(entry.configuration.clone());
    let world = world.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", entry.name));
    let model = Watched::new(world.checking(entry.checked));
    let options = Options { limits: LIMITS, symmetry: model.has_symmetry() };
    let report = explore(&model, options).expect("explored").report().expect("replayed");
    assert_eq!(report.stopped, None, "{}", entry.name);
    let run = |property: &Property| {
        let trace = report.finding(property.name())?.trace.clone()?;
        let run = replay(model.world(), *property, &trace);
        if let Err(error) = &run {
            println!("{} {property:?}: {error}", entry.name);
            let len = trace.steps.len();
            println!("{:?} {:#?}", trace.steps[len - 1].0, trace.steps[len - 2].1.store);
            for (a, _) in &trace.steps {
                println!("   {a:?}");
            }
        }
        run.ok()
    };
    Property::ALL.iter().filter_map(run).collect()
}

fn exported(entry: &Entry, run: &Run) -> Exported {
    let name = &entry.name;
    export(run, &entry.about, name)
        .unwrap_or_else(|error| panic!("{name} {}: {error}", run.property.id()))
}

/// At which event a judge says that the property breaks.
fn judged(trace: &Trace, property: Property) -> Result<u64, String> {
    match judge(trace).of(property) {
        Some(Verdict::Violated(breach)) => Ok(breach.seq),
        Some(Verdict::Undetermined { why }) => Err(why.clone()),
        Some(Verdict::Holds) | None => Err("it holds".to_owned()),
    }
}

#[test]
fn survey() {
    let own = read::read_group("own", include_str!("explained_worlds/own.toml")).expect("worlds");
    let all = own.entries.into_iter().chain(entries().expect("a catalogue"));
    let mut counts = std::collections::BTreeMap::new();
    for entry in all {
        let start = std::time::Instant::now();
        let runs = runs(&entry);
        let took = start.elapsed();
        let ids: Vec<_> = runs.iter().map(|run| run.property.id()).collect();
        println!("{:<50} {took:?} {ids:?}", entry.name);
        for run in &runs {
            *counts.entry(run.property).or_insert(0) += 1;
            let Exported { trace, breaks } = exported(&entry, run);
            match judged(&trace, run.property) {
                Ok(seq) if seq == breaks => {}
                other => println!("    {} at {breaks}: {other:?}", run.property.id()),
            }
            let said: Vec<_> =
                judge(&trace).breaches.iter().map(|it| (it.property, it.seq)).collect();
            let early: Vec<_> = said
                .iter()
                .filter(|(_, seq)| *seq < breaks)
                .filter(|(p, _)| {
                    !run.steps.iter().any(|s| s.seen().iter().any(|i| i.violation(*p).is_some()))
                })
                .collect();
            if !early.is_empty() {
                println!("    {}: judge also says {early:?}", run.property.id());
            }
        }
    }
    println!("{counts:?}");
}

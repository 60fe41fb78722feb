//! A world and its monitor: measured.
#![cfg(feature = "models")]

mod worlds;

use onceproof::models::check_stateright;
use onceproof::models::symmetry::confirm;
use onceproof::models::world::World;
use onceproof::models::world::configuration::{Bounds, Class, Configuration, Faults, Settings};
use onceproof::models::world::watched::Watched;
use onceproof::models::{Limits, Options, explore};
use onceproof::property::Mask;
use std::sync::Arc;
use std::time::Instant;
use worlds::{strict, take_over};

fn configuration(count: u8, tries: u8, faults: Faults) -> Configuration {
    let world =
        Settings { callers: vec![Class { count, ..Class::default() }], ..Settings::default() };
    let bounds = Bounds { tries, ..Bounds::default() };
    Configuration { contract: take_over(), world, bounds, faults }
}

fn measure(name: &str, configuration: Configuration, checked: Mask) {
    let world = World::new(configuration).expect("a world").checking(checked);
    let watched = Arc::new(Watched::new(world));
    for symmetry in [false, true] {
        if symmetry && !onceproof::models::Transitions::has_symmetry(&*watched) {
            continue;
        }
        let start = Instant::now();
        let run = explore(
            &*watched,
            Options { symmetry, limits: Limits { states: 3_000_000, ..Limits::default() } },
        )
        .expect("explored");
        let report = run.report().expect("replayed");
        let rate = report.generated as f64 / start.elapsed().as_secs_f64();
        println!(
            "{name} symmetry {symmetry}: {} states {} transitions {rate:.0}/s depth {:?} {:?} {} MB",
            report.distinct,
            report.generated,
            report.depth,
            report.verdict(),
            report.bytes.unwrap_or(0) >> 20
        );
        for finding in &report.findings {
            if let Some(trace) = &finding.trace {
                println!("    {} in {}", finding.property, trace.steps.len());
            }
        }
        if report.distinct < 300_000 && !symmetry {
            let start = Instant::now();
            let other =
                check_stateright::breadth_first(&watched, Limits::default()).expect("checked");
            println!("    bfs {:?} in {:?}", report.disagreements(&other), start.elapsed());
        }
    }
    if onceproof::models::Transitions::has_symmetry(&*watched) {
        match confirm(&*watched) {
            Ok(it) => println!("    {it:?}"),
            Err(broken) => println!("    {broken:.2000?}"),
        }
    }
}

#[test]
fn measured() {
    let crash = Faults { crash: 1, lease_over: 1, ..Faults::NONE };
    for checked in [Mask::ALL, Mask::NONE] {
        measure("two callers", configuration(2, 2, crash), checked);
        measure("four callers one try", configuration(4, 1, crash), checked);
    }
    measure(
        "three",
        configuration(3, 1, Faults { redelivery: 1, lost_ack: 1, ..crash }),
        Mask::ALL,
    );
    measure(
        "strict",
        Configuration {
            contract: strict(),
            ..configuration(2, 2, Faults { lost_ack: 1, ..crash })
        },
        Mask::ALL,
    );
}

#[test]
fn a_cancellation_that_is_told_success_delivers_evidence() {
    let bounds = Bounds { tries: 1, cancels: 1, ..Bounds::default() };
    let world = Settings::default();
    let configuration = Configuration { contract: strict(), world, bounds, faults: Faults::NONE };
    let watched = Watched::new(World::new(configuration).expect("a world"));
    let report =
        explore(&watched, Options::default()).expect("explored").report().expect("replayed");
    let broken: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.trace.is_some())
        .map(|finding| finding.property)
        .collect();
    assert_eq!(broken, Vec::<&str>::new());
}

//! States a second and bytes a state, beside stateright's checkers in the same run.
//!
//! Seven counters up to six: 823,543 states, 5,764,801 transitions, one property. The ratios are
//! taken in alternation, since machines are noisy; nothing under 1.3 is a result. About a minute.
#![allow(missing_docs)] // criterion's macros make undocumented items.

#[path = "../tests/toy_models/mod.rs"]
mod toy_models;

use criterion::{Criterion, Throughput, criterion_group};
use onceproof::models::check_stateright::{breadth_first, depth_first, depth_first_with_symmetry};
use onceproof::models::{Limits, Options, Property, explore};
use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use toy_models::tokens::Counters;
use toy_models::{Flaw, Tokens};

const STATES: u64 = 823_543;

/// Set for a process that measures one checker's memory.
const CHECKER: &str = "ONCEPROOF_BENCH_CHECKER";

type Run = fn(&Arc<Tokens>) -> u64;

const CHECKERS: [(&str, Run); 5] = [
    ("ours", |model| ours(model, false)),
    ("stateright breadth first", breadth),
    ("stateright depth first", depth),
    ("ours under symmetry", |model| ours(model, true)),
    ("stateright depth first under symmetry", folded_depth),
];

/// One property that holds, so that stateright needs no second run for a trace.
fn tokens() -> Arc<Tokens> {
    let mut tokens = Tokens::new(7, 6, Flaw::None);
    let in_the_box = |it: &Tokens, state: &Counters| state.iter().all(|value| *value <= it.top);
    tokens.properties = vec![Property::always("in_the_box", in_the_box)];
    Arc::new(tokens)
}

fn ours(model: &Arc<Tokens>, symmetry: bool) -> u64 {
    let options = Options { symmetry, ..Options::default() };
    explore(model.as_ref(), options).expect("explored").report().expect("replayed").distinct
}

fn breadth(model: &Arc<Tokens>) -> u64 {
    breadth_first(model, Limits::default()).expect("checked").distinct
}

fn depth(model: &Arc<Tokens>) -> u64 {
    depth_first(model, Limits::default()).expect("checked").distinct
}

fn folded_depth(model: &Arc<Tokens>) -> u64 {
    depth_first_with_symmetry(model, Limits::default()).expect("checked").distinct
}

fn benches(criterion: &mut Criterion) {
    let model = tokens();
    memory();
    ratios(&model);
    let mut group = criterion.benchmark_group("explorer");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(STATES));
    group.bench_function("ours", |bencher| bencher.iter(|| black_box(ours(&model, false))));
    group.bench_function("ours under symmetry", |bencher| {
        bencher.iter(|| black_box(ours(&model, true)));
    });
    group.finish();
}

/// The most memory that each checker held, each in a process of its own: memory that one has given
/// back would hide what the next one takes.
fn memory() {
    let report = explore(tokens().as_ref(), Options::default()).expect("explored").report();
    let told = report.expect("replayed").bytes.expect("known") as f64 / STATES as f64;
    println!("ours says: {told:.1} bytes a state");
    let program = std::env::current_exe().expect("this program");
    for (number, (name, _)) in CHECKERS.iter().enumerate() {
        let mut child = Command::new(&program);
        let output = child.env(CHECKER, number.to_string()).output().expect("ran");
        println!("{name}: {} bytes a state", String::from_utf8_lossy(&output.stdout).trim());
    }
}

/// In a process of its own: by how much one run raised the most memory held.
fn raise(number: &str) {
    let (_, run) = CHECKERS[number.parse::<usize>().expect("a number")];
    let (model, before) = (tokens(), peak());
    run(&model);
    println!("{:.1}", (peak() - before) as f64 / STATES as f64);
}

/// The most memory that the process ever held, in bytes; zero where this cannot be read.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// The best of three, taken in alternation.
fn ratios(model: &Arc<Tokens>) {
    let mut best = [Duration::MAX; 5];
    for _ in 0..3 {
        for ((_, run), best) in CHECKERS.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(run(model));
            *best = start.elapsed().min(*best);
        }
    }
    for ((name, _), best) in CHECKERS.iter().zip(best) {
        let states = STATES as f64 / best.as_secs_f64() / 1e6;
        println!(
            "{name}: {:.0} ms, {states:.2} M of the full set's states a second",
            best.as_secs_f64() * 1e3
        );
    }
}

criterion_group!(all, benches);

fn main() {
    match std::env::var(CHECKER) {
        Ok(number) => raise(&number),
        Err(_) => {
            all();
            Criterion::default().configure_from_args().final_summary();
        }
    }
}

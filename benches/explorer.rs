//! States a second and bytes a state, beside stateright's checkers in the same run.
//!
//! Seven counters up to six: 823,543 states, 5,764,801 transitions, one property. The ratios are
//! taken in alternation, since machines are noisy; nothing under 1.3 is a result. About a minute.
#![allow(missing_docs)] // criterion's macros make undocumented items.

#[path = "../tests/toy_models/mod.rs"]
mod toy_models;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use onceproof::models::check_stateright::{breadth_first, depth_first, depth_first_with_symmetry};
use onceproof::models::{Limits, Options, explore};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use toy_models::{Flaw, Tokens};

const STATES: u64 = 823_543;

fn tokens() -> Arc<Tokens> {
    Arc::new(Tokens::new(7, 6, Flaw::None))
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
    memory(&model);
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

/// What our explorer says it allocated, and what the process grew by at its highest.
fn memory(model: &Arc<Tokens>) {
    let before = peak();
    let report = explore(model.as_ref(), Options::default()).expect("explored");
    let report = report.report().expect("replayed");
    assert_eq!(report.distinct, STATES);
    let told = report.bytes.expect("known") as f64 / STATES as f64;
    println!("ours: {told:.1} bytes a state told, {:.1} by the process", per_state(before));
    let before = peak();
    assert_eq!(depth(model), STATES);
    println!("stateright depth first: {:.1} more by the process", per_state(before));
    let before = peak();
    assert_eq!(breadth(model), STATES);
    println!("stateright breadth first: {:.1} more by the process", per_state(before));
}

fn per_state(before: u64) -> f64 {
    (peak() - before) as f64 / STATES as f64
}

/// The most memory that the process ever held, in bytes; zero where this cannot be read.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

fn ratios(model: &Arc<Tokens>) {
    let checkers: [(&str, fn(&Arc<Tokens>) -> u64); 5] = [
        ("ours", |model| ours(model, false)),
        ("stateright breadth first, with the run for the trace", breadth),
        ("stateright depth first", depth),
        ("ours under symmetry", |model| ours(model, true)),
        ("stateright depth first under symmetry", folded_depth),
    ];
    let mut best = [Duration::MAX; 5];
    for _ in 0..3 {
        for ((_, run), best) in checkers.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(run(model));
            *best = start.elapsed().min(*best);
        }
    }
    for ((name, _), best) in checkers.iter().zip(best) {
        let states = STATES as f64 / best.as_secs_f64() / 1e6;
        println!(
            "{name}: {:.0} ms, {states:.2} M of the full states a second",
            best.as_secs_f64() * 1e3
        );
    }
}

criterion_group!(all, benches);
criterion_main!(all);

//! The reference configuration beside a model of it that was written by hand, in one run.
//!
//! Claims: the world with all its properties generates at least half as many transitions a second
//! as the model by hand, under the same checker and on one core; and stateright's depth-first run
//! takes less than 30 bytes a state.
//! Checked by: reading the table. The ratio is of the best of three runs, taken in alternation.
//! As many callers by hand have an eighth of the world's states, which fit into caches; so there is
//! one caller more, too, which is about as many states.
//! Not covered: symmetry, which divides the work of both by the same.
//!
//! Bytes a state: by how much a run raises the most memory that its process ever held, divided by
//! the distinct states. Each runs in a process of its own, and everything counts: the allocator's
//! overhead, the table while it grows, the states still to be tried. In `--test` mode everything
//! runs once.

#[path = "reference/by_hand.rs"]
mod by_hand;

use by_hand::ByHand;
use onceproof::models::check_stateright::depth_first;
use onceproof::models::world::World;
use onceproof::models::world::configuration::{Bounds, Class, Configuration, Faults, Settings};
use onceproof::models::world::watched::Watched;
use onceproof::models::{Limits, Options, explore};
use onceproof::spec::contract::{Contract, OnLeaseOver, Span};
use stateright::{Checker, Model};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

/// Set for a process that measures one run's memory: the run's number.
const MEASURED: &str = "ONCEPROOF_BENCH_MEASURED";

/// What a run came to.
#[derive(Clone, Copy)]
struct Ran {
    distinct: u64,
    generated: u64,
    seconds: f64,
}

impl Ran {
    fn rate(&self) -> f64 {
        self.generated as f64 / self.seconds
    }
}

type Run = fn() -> (u64, u64);

const RUNS: [(&str, [Run; 3]); 2] = [
    ("stateright depth first", [by_hand_depth::<4>, by_hand_depth::<5>, world_depth]),
    ("our explorer", [by_hand_ours::<4>, by_hand_ours::<5>, world_ours]),
];

fn main() {
    if let Ok(number) = std::env::var(MEASURED) {
        return raise(&number);
    }
    let rounds = if std::env::args().any(|argument| argument == "--test") { 1 } else { 3 };
    println!("reference/one_key_four_callers, without symmetry; the best of {rounds}");
    for (number, (checker, runs)) in RUNS.into_iter().enumerate() {
        let mut best = runs.map(timed);
        for _ in 1..rounds {
            for (best, run) in best.iter_mut().zip(runs) {
                let again = timed(run);
                if again.seconds < best.seconds {
                    *best = again;
                }
            }
        }
        for (model, (name, ran)) in
            ["by hand", "by hand, five callers", "the world"].into_iter().zip(best).enumerate()
        {
            println!(
                "{checker}, {name}: {} states, {} transitions, {:.2} s, {:.2} M transitions a \
                 second, {:.1} bytes a state",
                ran.distinct,
                ran.generated,
                ran.seconds,
                ran.rate() / 1e6,
                raised(3 * number + model) as f64 / ran.distinct as f64
            );
        }
        let [four, five, world] = best.map(|ran| ran.rate());
        let (four, five) = (world / four, world / five);
        println!("{checker}: ratio {four:.3}; {five:.3} to about as many states by hand");
    }
}

fn timed(run: Run) -> Ran {
    let start = Instant::now();
    let (distinct, generated) = run();
    Ran { distinct, generated, seconds: start.elapsed().as_secs_f64() }
}

/// By how many bytes a run raises the most memory held, measured in a process of its own.
fn raised(number: usize) -> u64 {
    let mut child = Command::new(std::env::current_exe().expect("this program"));
    let output = child.env(MEASURED, number.to_string()).output().expect("ran");
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number")
}

fn raise(number: &str) {
    let number: usize = number.parse().expect("a number");
    let (_, runs) = RUNS[number / 3];
    let before = peak();
    runs[number % 3]();
    println!("{}", peak() - before);
}

/// The most memory that the process ever held, in bytes; zero where this cannot be read.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

fn by_hand_depth<const CALLERS: usize>() -> (u64, u64) {
    let checker = ByHand::<CALLERS>::new().checker().spawn_dfs().join();
    (checker.unique_state_count() as u64, checker.state_count() as u64)
}

fn world_depth() -> (u64, u64) {
    let report = depth_first(&Arc::new(reference()), Limits::default()).expect("checked");
    (report.distinct, report.generated)
}

fn by_hand_ours<const CALLERS: usize>() -> (u64, u64) {
    let model = ByHand::<CALLERS>::new();
    let run = explore(&model, Options::default()).expect("explored");
    let report = run.report().expect("replayed");
    (report.distinct, report.generated)
}

fn world_ours() -> (u64, u64) {
    let model = reference();
    let run = explore(&model, Options::default()).expect("explored");
    let report = run.report().expect("replayed");
    (report.distinct, report.generated)
}

/// `reference/one_key_four_callers` of the catalogue.
fn reference() -> Watched {
    let contract = Contract {
        lease: Span::Ticks(1),
        retention: Span::Unbounded,
        block_for: Span::Unbounded,
        on_lease_over: OnLeaseOver::TakeOver,
        ..onceproof::spec::named::STRICT
    };
    let class = Class { count: 4, ..Class::default() };
    let configuration = Configuration {
        contract,
        world: Settings { callers: vec![class], ..Settings::default() },
        bounds: Bounds { tries: 1, ..Bounds::default() },
        faults: Faults { crash: 1, lease_over: 2, lost_ack: 1, ..Faults::NONE },
    };
    Watched::new(World::new(configuration).expect("a world"))
}

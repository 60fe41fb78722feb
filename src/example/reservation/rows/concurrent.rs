//! Two workers with the same request at once, in every order of their steps.
//!
//! Each worker reads, claims, books and records: four steps, and so 70 interleavings of two.
//! A first read is not enough: both may read "absent". Who may book is decided where the claim
//! is written. Not covered: more than two workers, and crashes between the steps.

use super::super::layer::Layer;
use super::super::ledger::Kind;
use super::super::ledger::count;
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{Parts, Reference, filters, request};
use crate::spec::{Answer, Attempt, Begin, Operation, Record, step};

pub(super) const ROW: Row = Row {
    id: "C3",
    question: "concurrent requests",
    required: "the intent is decided where the claim is written, consistently",
    evidence: "exactly one reservation in every interleaving of two workers",
    must_show: &[
        ("interleavings", 70),
        ("with_exactly_one_reservation", 70),
        ("most_reservations", 1),
        ("most_units_held", 2),
    ],
    fault: "the claim is decided on what was read before, and then inserted",
    control_shows: &[
        ("interleavings", 70),
        ("with_exactly_one_reservation", 30),
        ("most_reservations", 2),
        ("most_units_held", 4),
    ],
    play,
};

/// How many steps a worker takes.
const STEPS: usize = 4;

fn play(played: Played) -> Numbers {
    let runs: Vec<Layer> =
        interleavings(STEPS, STEPS).iter().map(|order| run(order, played)).collect();
    let reservations = |layer: &Layer| layer.ledger.count(Kind::Reservation);
    let exactly_one = runs.iter().filter(|layer| reservations(layer) == 1);
    vec![
        ("interleavings", count(runs.iter())),
        ("with_exactly_one_reservation", count(exactly_one)),
        ("most_reservations", runs.iter().map(reservations).max().unwrap_or(0)),
        ("most_units_held", runs.iter().map(|run| run.ledger.units_held()).max().unwrap_or(0)),
    ]
}

/// Every order of so many steps of a first worker (false) and of a second (true).
#[must_use]
pub fn interleavings(first: usize, second: usize) -> Vec<Vec<bool>> {
    if first == 0 && second == 0 {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (has_step, left, who) in [
        (first > 0, (first.saturating_sub(1), second), false),
        (second > 0, (first, second.saturating_sub(1)), true),
    ] {
        if has_step {
            for mut rest in interleavings(left.0, left.1) {
                rest.insert(0, who);
                orders.push(rest);
            }
        }
    }
    orders
}

fn run(order: &[bool], played: Played) -> Layer {
    let mut layer = Layer::default();
    let (mut first, mut second) = (Worker::new(1), Worker::new(2));
    for takes_second in order {
        let worker = if *takes_second { &mut second } else { &mut first };
        worker.step(&mut layer, played);
    }
    layer
}

/// A worker, by what it has yet to do.
struct Worker {
    claim: u64,
    next: Next,
}

enum Next {
    Read,
    Claim(Record<Parts>),
    Book(Attempt),
    Record(Attempt, Reference),
    Nothing,
}

impl Worker {
    fn new(claim: u64) -> Worker {
        Worker { claim, next: Next::Read }
    }

    fn step(&mut self, layer: &mut Layer, played: Played) {
        let id = request("i-5d0c");
        self.next = match &self.next {
            Next::Read => Next::Claim(layer.record(&id)),
            Next::Claim(read) => {
                let (payload, claim) = (filters(2), self.claim);
                let begin = Operation::Begin(Begin { payload, claim, follows: None });
                let decision = match played {
                    Played::Layer => layer.would_decide(&id, &begin),
                    Played::Control => step(&layer.contract, read, &begin, layer.now),
                };
                match layer.write(&id, decision) {
                    Answer::Started { attempt, .. } => Next::Book(attempt),
                    _told_to_wait_or_told_the_outcome => Next::Nothing,
                }
            }
            Next::Book(attempt) => {
                Next::Record(*attempt, layer.ledger.book(&id, *attempt, &filters(2)))
            }
            Next::Record(attempt, reference) => {
                layer.finish(&id, *attempt, reference);
                Next::Nothing
            }
            Next::Nothing => Next::Nothing,
        };
    }
}

//! Situations: for each clause, records, operations, times and contracts in which it decides.
//! A mutant differs from `step` only where its clause decides, so it is judged there.

use super::bounds::{SITUATIONS, SPANS};
use super::enumeration::{moments, operations, records};
use super::every_contract::fully_open;
use super::values::Tiny;
use onceproof::spec::contract::{AfterRetention, Contract, Span};
use onceproof::spec::open::{OpenContract, decisions};
use onceproof::spec::settle::settle_by;
use onceproof::spec::{Clause, Moment, Operation, Record, step};
use std::collections::BTreeMap;

/// One question to one contract.
#[derive(Clone, Debug)]
pub struct Situation {
    pub contract: Contract,
    pub record: Record<Tiny>,
    pub operation: Operation<Tiny>,
    pub now: Moment<u8>,
}

/// Up to so many situations of each clause as the bounds say, spread over all there are.
pub fn by_clause() -> BTreeMap<Clause, Vec<Situation>> {
    let mut found = BTreeMap::new();
    let mut spread = Spread(1);
    for (lease, retention, block_for) in durations() {
        let open = lasting(lease, retention, block_for);
        for record in records() {
            for operation in operations() {
                for now in moments() {
                    // A fixed part of all: every clause still has many more than are kept.
                    if spread.below(8) == 0 {
                        meet(&open, &record, &operation, now, &mut found, &mut spread);
                    }
                }
            }
        }
    }
    found.into_iter().map(|(clause, (_, kept))| (clause, kept)).collect()
}

/// Leases, retentions and times of blocking that end within the times of the enumeration.
fn durations() -> [(Span, Span, Span); 3] {
    [(SPANS[1], SPANS[1], SPANS[1]), (SPANS[2], SPANS[3], SPANS[2]), (SPANS[0], SPANS[2], SPANS[3])]
}

fn lasting(lease: Span, retention: Span, block_for: Span) -> OpenContract {
    use onceproof::spec::contract::Parameter;
    let base = Contract { lease, retention, block_for, ..*fully_open().base() };
    Parameter::ALL
        .iter()
        .fold(OpenContract::pinned(base), |open, parameter| open.opened(*parameter))
}

type Found = BTreeMap<Clause, (u64, Vec<Situation>)>;

fn meet(
    open: &OpenContract,
    record: &Record<Tiny>,
    operation: &Operation<Tiny>,
    now: Moment<u8>,
    found: &mut Found,
    spread: &mut Spread,
) {
    let clauses = decisions(open, |course| {
        let (settled, moved_by) = settle_by(course, record, now.time);
        let completed = matches!(settled, Record::Completed { .. });
        (step(course, record, operation, now).clause, moved_by, completed)
    });
    for (contracts, (decided_by, moved_by, completed)) in clauses {
        let contract = *contracts.base();
        let situation =
            || Situation { contract, record: record.clone(), operation: operation.clone(), now };
        // No operation forgets for a store that may: its fault is to forget too early.
        let may = contract.after_retention == AfterRetention::MayForget && completed;
        let store = may.then_some(Clause::StoreMayForget);
        let moved_by = moved_by.filter(|clause| *clause != decided_by);
        for clause in [Some(decided_by), moved_by, store].into_iter().flatten() {
            let (seen, kept) = found.entry(clause).or_default();
            *seen += 1;
            if kept.len() < SITUATIONS {
                kept.push(situation());
            } else if let Some(slot) = kept.get_mut(spread.below(*seen) as usize) {
                *slot = situation();
            }
        }
    }
}

/// A fixed sequence of numbers that look random (a linear congruence, as in Knuth's MMIX).
struct Spread(u64);

impl Spread {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

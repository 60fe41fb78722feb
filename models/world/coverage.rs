//! What happened in all runs of a world together, so that a run which checked nothing shows.
//!
//! *What it claims.* A thing is listed when some action of some run that was searched did it.
//! *How that is checked.* `tests/catalogue.rs` asks for every view, operation, answer, clause,
//! fault and witness over the whole catalogue.
//! *What is not covered.* In which run: a counterexample shows one, and this shows none.

use super::World;
use super::configuration::Fault;
use super::observer::Seen;
use crate::property::{Mask, Property};
use crate::spec::settle::view;
use crate::spec::{Answer, Clause, Operation, View, settle};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// What happened so far. Worlds that are clones of one another share it.
#[derive(Debug, Default)]
pub struct Coverage {
    views: AtomicU64,
    operations: AtomicU64,
    answers: AtomicU64,
    clauses: AtomicU64,
    faults: AtomicU64,
    witnesses: AtomicU64,
}

/// The place of a name.
const fn named(all: &[&str], name: &str) -> usize {
    let (mut rest, mut at) = (all, 0);
    while let [first, others @ ..] = rest {
        if is_same(first.as_bytes(), name.as_bytes()) {
            break;
        }
        (rest, at) = (others, at + 1);
    }
    at
}

const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
        if *first != *second {
            return false;
        }
        (one, other) = (rest, others);
    }
    one.is_empty() && other.is_empty()
}

macro_rules! kinds {
    ($(#[$about:meta])* $function:ident of $of:ident, $names:ident: $($pattern:pat => $name:literal,)+) => {
        $(#[$about])*
        pub const $names: &[&str] = &[$($name),+];

        /// Its place among them.
        fn $function(of: &$of<crate::spec::identity::Small>) -> usize {
            match of { $($pattern => const { named($names, $name) },)+ }
        }
    };
}

kinds! {
    /// Every kind of operation.
    operation of Operation, OPERATIONS:
        Operation::Begin(_) => "begin",
        Operation::BeginWithoutKey => "begin_without_key",
        Operation::Finish(..) => "finish",
        Operation::Fail(..) => "fail",
        Operation::Renew(_) => "renew",
        Operation::Resolve(..) => "resolve",
        Operation::Cancel(_) => "cancel",
        Operation::Status => "status",
        Operation::Sweep => "sweep",
}

kinds! {
    /// Every kind of answer.
    answer of Answer, ANSWERS:
        Answer::Started { .. } => "started",
        Answer::InProgress { .. } => "in_progress",
        Answer::Conflict => "conflict",
        Answer::FingerprintVersionUnknown => "fingerprint_version_unknown",
        Answer::Replayed(_) => "replayed",
        Answer::Uncertain(_) => "uncertain",
        Answer::Lapsed(_) => "lapsed",
        Answer::Completed { .. } => "completed",
        Answer::Released => "released",
        Answer::Quarantined => "quarantined",
        Answer::Renewed { .. } => "renewed",
        Answer::Cancelled => "cancelled",
        Answer::Resolved => "resolved",
        Answer::UnknownRequest => "unknown_request",
        Answer::AlreadyCompleted { .. } => "already_completed",
        Answer::AlreadyReleased => "already_released",
        Answer::LeaseOver => "lease_over",
        Answer::ContradictsRecord => "contradicts_record",
        Answer::StaleAttempt { .. } => "stale_attempt",
        Answer::MissingAttempt => "missing_attempt",
        Answer::MissingKey => "missing_key",
        Answer::Unprotected => "unprotected",
        Answer::Status { .. } => "status",
        Answer::Swept => "swept",
}

/// What happened, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// The views of records on which an operation took effect.
    pub views: BTreeSet<View>,
    /// The kinds of operations.
    pub operations: BTreeSet<&'static str>,
    /// The kinds of answers.
    pub answers: BTreeSet<&'static str>,
    /// The clauses that decided.
    pub clauses: BTreeSet<Clause>,
    /// The faults that struck.
    pub faults: BTreeSet<Fault>,
    /// The properties of which a witness was reached.
    pub witnesses: BTreeSet<Property>,
}

impl Covered {
    /// Takes what happened elsewhere too.
    pub fn extend(&mut self, other: Covered) {
        self.views.extend(other.views);
        self.operations.extend(other.operations);
        self.answers.extend(other.answers);
        self.clauses.extend(other.clauses);
        self.faults.extend(other.faults);
        self.witnesses.extend(other.witnesses);
    }
}

fn note(bits: &AtomicU64, at: usize) {
    let bit = 1_u64 << (at % 64);
    if bits.load(Ordering::Relaxed) & bit == 0 {
        bits.fetch_or(bit, Ordering::Relaxed);
    }
}

fn noted<T: Copy + Ord>(bits: &AtomicU64, all: &[T]) -> BTreeSet<T> {
    let bits = bits.load(Ordering::Relaxed);
    (0_u32..64).zip(all).filter(|(at, _)| bits >> at & 1 == 1).map(|(_, one)| *one).collect()
}

fn place<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|other| other == one).unwrap_or(0)
}

// Each list has a place in one word.
const _: () = assert!(Clause::ALL.len() <= 64 && Fault::ALL.len() <= 64);

impl Coverage {
    /// An action of the world was seen.
    pub(super) fn see(&self, within: &World, seen: &Seen) {
        let Seen::Decided { before, operation: asked, decision, judged: time, .. } = seen else {
            return;
        };
        let settled = settle(within.contract(), before, *time);
        note(&self.views, place(&View::ALL, &view(within.contract(), &settled, *time)));
        note(&self.operations, operation(asked));
        note(&self.answers, answer(&decision.answer));
        note(&self.clauses, decision.clause as usize);
    }

    /// A sweeper wrote, by this clause.
    pub(super) fn swept(&self, clause: Clause) {
        note(&self.operations, place(OPERATIONS, &"sweep"));
        note(&self.answers, place(ANSWERS, &"swept"));
        note(&self.clauses, clause as usize);
    }

    /// Something was decided by a clause, without an operation.
    pub(super) fn decided_by(&self, clause: Clause) {
        note(&self.clauses, clause as usize);
    }

    /// A fault struck.
    pub(super) fn struck(&self, fault: Fault) {
        note(&self.faults, fault as usize);
    }

    /// Those of some properties of which no witness was reached yet.
    pub(super) fn without_witness(&self, of: Mask) -> Mask {
        let reached = self.witnesses.load(Ordering::Relaxed);
        let open = |property: &Property| reached >> *property as usize & 1 == 0;
        of.iter().filter(open).fold(Mask::NONE, Mask::with)
    }

    /// A witness was reached.
    pub(super) fn witness(&self, properties: Mask) {
        for property in Property::ALL.iter().filter(|property| properties.has(**property)) {
            note(&self.witnesses, *property as usize);
        }
    }

    /// What happened so far.
    #[must_use]
    pub fn covered(&self) -> Covered {
        Covered {
            views: noted(&self.views, &View::ALL),
            operations: noted(&self.operations, OPERATIONS),
            answers: noted(&self.answers, ANSWERS),
            clauses: noted(&self.clauses, Clause::ALL),
            faults: noted(&self.faults, Fault::ALL),
            witnesses: noted(&self.witnesses, Property::ALL),
        }
    }
}

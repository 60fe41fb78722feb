//! The table of the design, written out a second time, without a look at `step`.
//!
//! Each row is nine cells in the order of `View::ALL`. A cell is an answer and, when the record
//! changes, `>` and the state it changes to. It is the independent expectation of this suite.

use super::contents::holder;
use onceproof::spec::contract::{
    BusyOrder, Fencing, MissingKey, OnLeaseOver, OnNotApplied, OnRefused, OnUnknown, PayloadCheck,
    Terms,
};
use onceproof::spec::identity::{Comparison, Fingerprinted, Values};
use onceproof::spec::{Claimant, Decision, Failure, Finding, Operation, Record, View};

type Row = [&'static str; 9];

/// A cell that no settled record can be in under this contract.
const IMPOSSIBLE: &str = "impossible";

/// What the table says of an operation on a settled record: an answer, or `answer>state`.
pub fn cell<V: Values>(
    contract: &impl Terms,
    settled: &Record<V>,
    view: View,
    operation: &Operation<V>,
) -> &'static str {
    let column = View::ALL.iter().position(|other| *other == view).unwrap_or(usize::MAX);
    let payload = |offered: &V::Fingerprint| compared(contract, settled, view, Some(offered));
    let row = match operation {
        Operation::Begin(begin) => match payload(&begin.payload) {
            Comparison::Same if held_by(settled, &begin.claim) => begin_asked_again(contract, view),
            Comparison::Same => begin_same_payload(contract, view),
            different => begin_other_payload(contract, view, different),
        },
        Operation::BeginWithoutKey => match contract.missing_key() {
            MissingKey::Refuse => ["missing_key"; 9],
            MissingKey::Bypass => ["unprotected"; 9],
        },
        Operation::Finish(by, _) => {
            let fencing = contract.fencing_finish();
            closing(fencing, settled, by, payload).unwrap_or_else(|| finish(fencing))
        }
        Operation::Fail(by, failure) => {
            let fencing = contract.fencing_fail();
            closing(fencing, settled, by, payload)
                .unwrap_or_else(|| fail(contract, fencing, view, failure))
        }
        Operation::Renew(by) => {
            let fencing = contract.fencing_renew();
            closing(fencing, settled, by, payload).unwrap_or_else(|| renew(fencing))
        }
        Operation::Resolve(by, finding, _) => closing(Fencing::Token, settled, by, payload)
            .unwrap_or_else(|| resolve(settled, finding)),
        Operation::Cancel(offered) => match compared(contract, settled, view, offered.as_ref()) {
            Comparison::Same => CANCEL,
            Comparison::Different => ["conflict"; 9],
            Comparison::Unknown => ["fingerprint_version_unknown"; 9],
        },
        Operation::Status => ["status"; 9],
        Operation::Sweep => ["swept"; 9],
    };
    row.get(column).copied().unwrap_or(IMPOSSIBLE)
}

// Columns:                absent, live, over, released, abandoned, reported, success, refused, lapsed

#[rustfmt::skip]
fn begin_same_payload(contract: &impl Terms, view: View) -> Row {
    // A parameter is asked only in the column that it decides, to keep courses few.
    let over = match contract_in(view == View::Over, contract).map(Terms::on_lease_over) {
        Some(OnLeaseOver::Hold) => "in_progress",
        Some(OnLeaseOver::TakeOver) => "started>active",
        Some(OnLeaseOver::Quarantine) | None => IMPOSSIBLE,
    };
    let reported = match contract_in(view == View::UncertainReported, contract).map(Terms::on_unknown) {
        Some(OnUnknown::Quarantine) => "uncertain",
        Some(OnUnknown::Reopen) => "started>active",
        Some(OnUnknown::Replay) => "replayed",
        None => IMPOSSIBLE,
    };
    [
        "started>active", "in_progress", over, "started>active", "uncertain", reported,
        "replayed", "replayed", "lapsed",
    ]
}

fn begin_asked_again(contract: &impl Terms, view: View) -> Row {
    let mut row = begin_same_payload(contract, view);
    row[1] = "started";
    row
}

fn begin_other_payload(contract: &impl Terms, view: View, different: Comparison) -> Row {
    let mut row = match different {
        Comparison::Unknown => ["fingerprint_version_unknown"; 9],
        Comparison::Same | Comparison::Different => ["conflict"; 9],
    };
    if view == View::Live && contract.busy_order() == BusyOrder::InProgressFirst {
        row[1] = "in_progress";
    }
    row
}

/// What a closing meets before its row: the shape of the request, existence, attempt, payload.
fn closing<V: Values>(
    fencing: Fencing,
    settled: &Record<V>,
    by: &Claimant<V>,
    compare: impl Fn(&V::Fingerprint) -> Comparison,
) -> Option<Row> {
    let tagged = matches!(by, Claimant::Attempt(_));
    if fencing == Fencing::Token && !tagged {
        return Some(["missing_attempt"; 9]);
    }
    let binding = settled.binding()?;
    match (fencing, by) {
        (Fencing::Token, Claimant::Attempt(attempt)) if holder(binding) != Some(*attempt) => {
            Some(["stale_attempt"; 9])
        }
        (Fencing::StateOnly | Fencing::Unconditional, Claimant::Payload(payload)) => {
            match compare(payload) {
                Comparison::Same => None,
                Comparison::Different => Some(["conflict"; 9]),
                Comparison::Unknown => Some(["fingerprint_version_unknown"; 9]),
            }
        }
        _ => None,
    }
}

fn contract_in<C: Terms>(column: bool, contract: &C) -> Option<&C> {
    column.then_some(contract)
}

#[rustfmt::skip]
fn finish(fencing: Fencing) -> Row {
    if fencing == Fencing::Unconditional {
        let mut row = ["completed>completed"; 9];
        row[0] = "unknown_request";
        return row;
    }
    [
        "unknown_request", "completed>completed", "completed>completed", "completed>completed",
        "completed>completed", "completed>completed", "already_completed", "already_completed",
        "already_completed",
    ]
}

#[rustfmt::skip]
fn fail<V: Values>(
    contract: &impl Terms,
    fencing: Fencing,
    view: View,
    failure: &Failure<V>,
) -> Row {
    let closed = matches!(view, View::CompletedSuccess | View::CompletedRefused | View::Lapsed)
        || (view == View::Released && *failure == Failure::NotApplied);
    let live = match failure {
        // Asked only where it decides.
        _any if view == View::Absent || (closed && fencing != Fencing::Unconditional) => IMPOSSIBLE,
        Failure::NotApplied => match contract.on_not_applied() {
            OnNotApplied::Reopen => "released>released",
            OnNotApplied::Delete => "released>absent",
            OnNotApplied::Seal => "completed>completed",
        },
        Failure::Unknown => "quarantined>uncertain",
        Failure::Refused(_) => match contract.on_refused() {
            OnRefused::Replay => "completed>completed",
            OnRefused::Reopen => "released>released",
        },
    };
    if fencing == Fencing::Unconditional {
        let mut row = [live; 9];
        row[0] = "unknown_request";
        return row;
    }
    let released = match failure {
        Failure::NotApplied => "released",
        Failure::Unknown => "already_released",
        Failure::Refused(_) => live,
    };
    [
        "unknown_request", live, live, released, live, live, "already_completed",
        "already_completed", "already_completed",
    ]
}

#[rustfmt::skip]
fn renew(fencing: Fencing) -> Row {
    // An unconditional renewal moves a claim that exists, and only that.
    let over =
        if fencing == Fencing::Unconditional { "renewed>active" } else { "lease_over" };
    [
        "unknown_request", "renewed>active", over, "already_released", "lease_over", "lease_over",
        "already_completed", "already_completed", "already_completed",
    ]
}

#[rustfmt::skip]
fn resolve<V: Values>(settled: &Record<V>, finding: &Finding<V>) -> Row {
    let (decided, lapsed) = match (finding, settled) {
        (Finding::NotApplied, _) => ("resolved>released", "contradicts_record"),
        (Finding::Applied(outcome), Record::Lapsed { kind, .. }) if outcome.kind() == *kind => {
            ("resolved>completed", "resolved>completed")
        }
        (Finding::Applied(_), _) => ("resolved>completed", "contradicts_record"),
    };
    [
        "unknown_request", "in_progress", decided, "already_released", decided, decided,
        "already_completed", "already_completed", lapsed,
    ]
}

#[rustfmt::skip]
const CANCEL: Row = [
    "cancelled>completed", "in_progress", "uncertain", "cancelled>completed", "uncertain",
    "uncertain", "replayed", "replayed", "lapsed",
];

/// Whether the live claim is that of a claim id. (The row is read by its view.)
fn held_by<V: Values>(settled: &Record<V>, asked: &V::Claim) -> bool {
    matches!(settled, Record::Active { claim, .. } if claim == asked)
}

/// The offered payload against the bound one, where the contract compares them.
pub fn compared<V: Values>(
    contract: &impl Terms,
    settled: &Record<V>,
    view: View,
    offered: Option<&V::Fingerprint>,
) -> Comparison {
    let bound = settled.binding().and_then(|binding| binding.fingerprint.as_ref());
    let (Some(bound), Some(offered)) = (bound, offered) else { return Comparison::Same };
    let retained = matches!(view, View::CompletedSuccess | View::CompletedRefused);
    let compares = match contract.payload_check() {
        PayloadCheck::Always => true,
        PayloadCheck::WhileHeld => view == View::Live || retained,
        PayloadCheck::Never => false,
    };
    if compares { bound.compare(offered) } else { Comparison::Same }
}

/// The cell that a decision falls in: its answer, and the state if the record changed.
pub fn cell_of<V: Values>(settled: &Record<V>, decision: &Decision<V>) -> String {
    let state = state_of(&decision.next);
    let changed = if decision.next == *settled { " (unchanged)" } else { "" };
    format!("{}>{state}{changed}", decision.answer.name())
}

/// Whether a decision is the one in the cell.
pub fn agrees<V: Values>(cell: &str, settled: &Record<V>, decision: &Decision<V>) -> bool {
    match cell.split_once('>') {
        None => cell == decision.answer.name() && decision.next == *settled,
        Some((answer, state)) => {
            answer == decision.answer.name() && state == state_of(&decision.next)
        }
    }
}

fn state_of<V: Values>(record: &Record<V>) -> &'static str {
    match record {
        Record::Absent { .. } => "absent",
        Record::Active { .. } => "active",
        Record::Released { .. } => "released",
        Record::Uncertain { .. } => "uncertain",
        Record::Completed { .. } => "completed",
        Record::Lapsed { .. } => "lapsed",
    }
}

#[rustfmt::skip]
/// The rows of the table, by which cells are counted.
pub const ROWS: [&str; 14] = [
    "begin, same payload", "begin, other payload", "begin without a key", "finish",
    "fail(not_applied)", "fail(unknown)", "fail(refused)", "renew", "resolve(applied)",
    "resolve(not_applied)", "cancel", "cancel, other payload", "status", "sweep",
];

/// The place in `ROWS` of an operation's row.
pub fn row<V: Values>(operation: &Operation<V>, payload: Comparison) -> usize {
    let same = payload == Comparison::Same;
    match operation {
        Operation::Begin(_) if same => 0,
        Operation::Begin(_) => 1,
        Operation::BeginWithoutKey => 2,
        Operation::Finish(..) => 3,
        Operation::Fail(_, Failure::NotApplied) => 4,
        Operation::Fail(_, Failure::Unknown) => 5,
        Operation::Fail(_, Failure::Refused(_)) => 6,
        Operation::Renew(_) => 7,
        Operation::Resolve(_, Finding::Applied(_), _) => 8,
        Operation::Resolve(_, Finding::NotApplied, _) => 9,
        Operation::Cancel(_) if same => 10,
        Operation::Cancel(_) => 11,
        Operation::Status => 12,
        Operation::Sweep => 13,
    }
}

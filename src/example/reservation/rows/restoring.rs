//! An older internal state is restored, and intents have been executed since.
//!
//! What went back is the layer's own store; the inventory keeps what it has booked. The stored
//! text is really written and read, once for each state that the record passes through. Two
//! things keep the ledger at one reservation: the key was pinned to the intent outside of what
//! is restored, and recovery reads the ledger under the pinned keys before anything begins.
//! Neither is enough alone, and the last two numbers show it. Not covered: an inventory that
//! goes back as well.

use super::super::layer::{Layer, Reply};
use super::super::ledger::{Kind, count};
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{LEASE, filters, request, rsv_91};
use crate::spec::{Answer, Attempt, Failure, RequestId, View};
use std::collections::BTreeSet;

pub(super) const ROW: Row = Row {
    id: "C13",
    question: "an older internal state is restored",
    required: "no new key for an executed intent; rehearsed with stored records",
    evidence: "restored to each state it passed through, the ledger ends with one reservation",
    must_show: &[
        ("restores_rehearsed", 3),
        ("with_exactly_one_reservation", 3),
        ("most_units_held", 2),
        ("retries_told_RSV-91", 3),
        ("attempts_issued_twice", 0),
        ("most_reservations_if_the_ledger_is_not_read", 2),
    ],
    fault: "the intent's key was restored away, and is made again",
    control_shows: &[
        ("restores_rehearsed", 3),
        ("with_exactly_one_reservation", 0),
        ("most_units_held", 4),
        ("retries_told_RSV-91", 0),
        ("attempts_issued_twice", 0),
        ("most_reservations_if_the_ledger_is_not_read", 2),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let rehearsed = rehearse(played, true);
    let without_reading = rehearse(played, false);
    let most = |runs: &[Rehearsed], number: fn(&Layer) -> i64| {
        runs.iter().map(|run| number(&run.layer)).max().unwrap_or(0)
    };
    let reservations = |layer: &Layer| layer.ledger.count(Kind::Reservation);
    let exactly_one = rehearsed.iter().filter(|run| reservations(&run.layer) == 1);
    vec![
        ("restores_rehearsed", count(rehearsed.iter())),
        ("with_exactly_one_reservation", count(exactly_one)),
        ("most_units_held", most(&rehearsed, |layer| layer.ledger.units_held())),
        ("retries_told_RSV-91", count(rehearsed.iter().filter(|run| run.told_rsv_91))),
        ("attempts_issued_twice", count(rehearsed.iter().filter(|run| run.issued_twice))),
        ("most_reservations_if_the_ledger_is_not_read", most(&without_reading, reservations)),
    ]
}

/// What became of one restore.
struct Rehearsed {
    layer: Layer,
    told_rsv_91: bool,
    issued_twice: bool,
}

/// Executes the intent, storing each state on the way; then restores each and retries.
fn rehearse(played: Played, recovery_reads: bool) -> Vec<Rehearsed> {
    let pinned = request("i-5d0c");
    let mut layer = Layer::default();
    let mut states = vec![layer.stored()];
    if let Answer::Started { attempt, .. } = layer.begin(&pinned, &filters(2)) {
        states.push(layer.stored());
        let reference = layer.ledger.book(&pinned, attempt, &filters(2));
        layer.finish(&pinned, attempt, &reference);
        states.push(layer.stored());
    }
    layer.now.time = LEASE;
    let issued: BTreeSet<Attempt> = layer.attempts_of(&pinned).collect();
    let restored = states.into_iter().flatten().filter_map(|state| layer.clone().restored(&state));
    restored.map(|layer| retry(layer, played, recovery_reads, &pinned, &issued)).collect()
}

fn retry(
    mut layer: Layer,
    played: Played,
    recovery_reads: bool,
    pinned: &RequestId,
    issued: &BTreeSet<Attempt>,
) -> Rehearsed {
    let kept = layer.attempts_of(pinned).count();
    if recovery_reads {
        recover(&mut layer, pinned);
    }
    let asked_under = match played {
        Played::Layer => pinned.clone(),
        Played::Control => request("i-5d0c-made-again"),
    };
    let told_rsv_91 = layer.request(&asked_under, &filters(2)) == Reply::Done(rsv_91());
    let issued_twice = layer.attempts_of(pinned).skip(kept).any(|new| issued.contains(&new));
    Rehearsed { layer, told_rsv_91, issued_twice }
}

/// Recovery, before anything else begins: what the ledger books under a pinned key is learnt
/// again. A claim is taken and at once reported as unknown, so that nothing runs meanwhile.
fn recover(layer: &mut Layer, pinned: &RequestId) {
    let booked = layer.ledger.of(pinned).next().is_some();
    if layer.status(pinned).0 == View::Absent
        && booked
        && let Answer::Started { attempt, .. } = layer.begin(pinned, &filters(2))
    {
        layer.fail(pinned, attempt, Failure::Unknown);
    }
    match layer.status(pinned).0 {
        View::UncertainAbandoned | View::UncertainReported => {
            layer.reconcile(pinned);
        }
        View::Absent
        | View::Live
        | View::Over
        | View::Released
        | View::CompletedSuccess
        | View::CompletedRefused
        | View::Lapsed => {}
    }
}

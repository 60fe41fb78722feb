//! An answer that never came. Not covered: a call that lands after the ledger was read; the
//! reader must know that none is still on its way.

use super::super::layer::{Layer, Reply};
use super::super::ledger::Kind;
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{filters, request, rsv_91};
use crate::spec::{Answer, Failure, View};

pub(super) const ROW: Row = Row {
    id: "C4",
    question: "the outcome is not known",
    required: "a status and a way to reconcile; a time-out is never taken for no effect",
    evidence: "with the effect landed or not, the ledger ends with one reservation",
    must_show: &[
        ("reservations_when_the_call_landed", 1),
        ("units_held_when_the_call_landed", 2),
        ("reservations_when_it_did_not", 1),
        ("units_held_when_it_did_not", 2),
        ("retries_that_ran_before_reconciling", 0),
        ("statuses_that_said_not_known", 2),
        ("retries_told_RSV-91", 2),
    ],
    fault: "a time-out is reported as no effect",
    control_shows: &[
        ("reservations_when_the_call_landed", 2),
        ("units_held_when_the_call_landed", 4),
        ("reservations_when_it_did_not", 1),
        ("units_held_when_it_did_not", 2),
        ("retries_that_ran_before_reconciling", 2),
        ("statuses_that_said_not_known", 0),
        ("retries_told_RSV-91", 1),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let (landed, not_landed) = (time_out(played, true), time_out(played, false));
    let both =
        |asked: fn(&TimedOut) -> bool| i64::from(asked(&landed)) + i64::from(asked(&not_landed));
    vec![
        ("reservations_when_the_call_landed", landed.layer.ledger.count(Kind::Reservation)),
        ("units_held_when_the_call_landed", landed.layer.ledger.units_held()),
        ("reservations_when_it_did_not", not_landed.layer.ledger.count(Kind::Reservation)),
        ("units_held_when_it_did_not", not_landed.layer.ledger.units_held()),
        ("retries_that_ran_before_reconciling", both(|run| run.ran_too_early)),
        ("statuses_that_said_not_known", both(|run| run.not_known)),
        ("retries_told_RSV-91", both(|run| run.told_rsv_91)),
    ]
}

/// What became of a request whose first call timed out.
struct TimedOut {
    layer: Layer,
    not_known: bool,
    ran_too_early: bool,
    told_rsv_91: bool,
}

fn time_out(played: Played, lands: bool) -> TimedOut {
    let mut layer = Layer::default();
    let id = request("i-5d0c");
    if let Answer::Started { attempt, .. } = layer.begin(&id, &filters(2)) {
        if lands {
            layer.ledger.book(&id, attempt, &filters(2));
        }
        let reported = match played {
            Played::Layer => Failure::Unknown,
            Played::Control => Failure::NotApplied,
        };
        layer.fail(&id, attempt, reported);
    }
    let not_known = layer.status(&id).0 == View::UncertainReported;
    let ran_too_early = matches!(layer.request(&id, &filters(2)), Reply::Done(_));
    layer.reconcile(&id);
    let told_rsv_91 = layer.request(&id, &filters(2)) == Reply::Done(rsv_91());
    TimedOut { layer, not_known, ran_too_early, told_rsv_91 }
}

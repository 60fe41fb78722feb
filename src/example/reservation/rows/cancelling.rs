//! A caller that stops. Not covered: a technician who already holds the part; the state of the
//! shop is looked at before anything is given back.

use super::super::layer::Layer;
use super::super::ledger::Kind;
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{Wanted, filters, request, rsv_91};
use crate::spec::{Answer, Attempt, Operation};

pub(super) const ROW: Row = Row {
    id: "C10",
    question: "the caller is cancelled",
    required: "stopping releases nothing; a release is its own request, with its own key",
    evidence: "the units stay held until released, and are given back once",
    must_show: &[
        ("cancels_said_to_have_undone_it", 0),
        ("units_held_after_the_caller_stopped", 2),
        ("units_held_after_the_release", 0),
        ("units_held_after_its_retry", 0),
        ("releases", 1),
    ],
    fault: "a release is no request: each call of it is carried out",
    control_shows: &[
        ("cancels_said_to_have_undone_it", 0),
        ("units_held_after_the_caller_stopped", 2),
        ("units_held_after_the_release", 0),
        ("units_held_after_its_retry", -2),
        ("releases", 2),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let mut layer = Layer::default();
    let first = request("i-5d0c");
    let cancel = Operation::Cancel(Some(filters(2)));
    let mut undone = 0;
    if let Answer::Started { attempt, .. } = layer.begin(&first, &filters(2)) {
        // The caller stops while its worker is on the way; the worker still lands.
        undone += i64::from(layer.ask(&first, &cancel) == Answer::Cancelled);
        let reference = layer.ledger.book(&first, attempt, &filters(2));
        layer.finish(&first, attempt, &reference);
    }
    undone += i64::from(layer.ask(&first, &cancel) == Answer::Cancelled);
    let after_stop = layer.ledger.units_held();
    release(&mut layer, played);
    let after_release = layer.ledger.units_held();
    release(&mut layer, played);
    vec![
        ("cancels_said_to_have_undone_it", undone),
        ("units_held_after_the_caller_stopped", after_stop),
        ("units_held_after_the_release", after_release),
        ("units_held_after_its_retry", layer.ledger.units_held()),
        ("releases", layer.ledger.count(Kind::Release)),
    ]
}

fn release(layer: &mut Layer, played: Played) {
    let (id, first) = (request("i-e204"), request("i-5d0c"));
    let two = Wanted::Release { reference: rsv_91(), quantity: 2 };
    match played {
        Played::Layer => {
            layer.request_after(&id, &two, Some(&first));
        }
        Played::Control => {
            layer.ledger.book(&id, Attempt::NONE, &two);
        }
    }
}

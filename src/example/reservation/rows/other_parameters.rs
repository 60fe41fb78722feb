//! The same key with other parameters. Not covered: an amendment that is refused by the stock.

use super::super::layer::{Layer, Reply};
use super::super::ledger::Kind;
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{CONTRACT, Reference, Wanted, filters, request, rsv_91};
use crate::spec::contract::{Contract, PayloadCheck};
use crate::spec::{Answer, Attempt, RequestId};

pub(super) const ROW: Row = Row {
    id: "C2",
    question: "the same key, other parameters",
    required: "a refusal; a changed quantity is an explicit amendment, linked, with its own key",
    evidence: "two never becomes three under the key that asked for two",
    must_show: &[
        ("told_conflict", 1),
        ("units_held_after_asking_for_three", 2),
        ("units_held_after_the_amendment", 3),
        ("units_held_after_its_retry", 3),
        ("reservations", 1),
        ("amendments_linked_to_the_first", 1),
    ],
    fault: "payloads are not compared, and a known key updates what it finds",
    control_shows: &[
        ("told_conflict", 0),
        ("units_held_after_asking_for_three", 3),
        ("units_held_after_the_amendment", 3),
        ("units_held_after_its_retry", 3),
        ("reservations", 1),
        ("amendments_linked_to_the_first", 1),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let mut layer = match played {
        Played::Layer => Layer::default(),
        Played::Control => {
            Layer::under(Contract { payload_check: PayloadCheck::Never, ..CONTRACT })
        }
    };
    let (first, amendment) = (request("i-5d0c"), request("i-77e1"));
    layer.request(&first, &filters(2));
    let told = layer.request(&first, &filters(3));
    if let (Played::Control, Reply::Done(reference)) = (played, &told) {
        update(&mut layer, &first, reference);
    }
    let after_asking = layer.ledger.units_held();
    let three = Wanted::Amend { reference: rsv_91(), quantity: 3, revision: 2 };
    layer.request_after(&amendment, &three, Some(&first));
    let after_amendment = layer.ledger.units_held();
    layer.request_after(&amendment, &three, Some(&first));
    let linked = layer.status(&amendment).2 == Some(first);
    vec![
        ("told_conflict", i64::from(told == Reply::Answered(Answer::Conflict))),
        ("units_held_after_asking_for_three", after_asking),
        ("units_held_after_the_amendment", after_amendment),
        ("units_held_after_its_retry", layer.ledger.units_held()),
        ("reservations", layer.ledger.count(Kind::Reservation)),
        ("amendments_linked_to_the_first", i64::from(linked)),
    ]
}

/// What a store does that writes the latest parameters over those that it finds under a key.
fn update(layer: &mut Layer, under: &RequestId, reference: &Reference) {
    let latest = Wanted::Amend { reference: reference.clone(), quantity: 3, revision: 1 };
    layer.ledger.book(under, Attempt::NONE, &latest);
}

//! The same key with the same parameters. Not covered: other keys for the same intent, which
//! no layer can see; that is the control.

use super::super::layer::{Layer, Reply};
use super::super::ledger::Kind;
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{filters, request, rsv_91};

pub(super) const ROW: Row = Row {
    id: "C1",
    question: "the same key, the same parameters",
    required: "the same logical reservation; no second hold of stock",
    evidence: "the retry is told RSV-91, and the ledger holds nothing more",
    must_show: &[("reservations", 1), ("units_held", 2), ("retries_told_RSV-91", 1)],
    fault: "the retry brings a key of its own",
    control_shows: &[("reservations", 2), ("units_held", 4), ("retries_told_RSV-91", 0)],
    play,
};

fn play(played: Played) -> Numbers {
    let mut layer = Layer::default();
    let retried_under = match played {
        Played::Layer => request("i-5d0c"),
        Played::Control => request("i-5d0c-retry"),
    };
    // The answer to the first call is lost on its way; the caller knows nothing, and asks again.
    let _lost = layer.request(&request("i-5d0c"), &filters(2));
    let retried = layer.request(&retried_under, &filters(2));
    vec![
        ("reservations", layer.ledger.count(Kind::Reservation)),
        ("units_held", layer.ledger.units_held()),
        ("retries_told_RSV-91", i64::from(retried == Reply::Done(rsv_91()))),
    ]
}

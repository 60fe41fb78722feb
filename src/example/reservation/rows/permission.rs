//! Rights and keys. Not covered: who the caller is; rights are given here as two switches.

use super::super::layer::{Layer, Reply};
use super::super::ledger::Kind;
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{Wanted, filters, request, rsv_91};
use crate::spec::{Answer, Begin, Failure, Operation, Record, RequestId};

pub(super) const ROW: Row = Row {
    id: "C11",
    question: "a key is not a permission",
    required: "revoked access blocks a new effect under a known key; reading an earlier result is a right of its own",
    evidence: "the ledger holds what was authorised, and nothing since",
    must_show: &[
        ("results_read_without_the_right_to_reserve", 1),
        ("effects_under_a_known_key_without_the_right_to_reserve", 0),
        ("effects_under_a_new_key_without_the_right_to_reserve", 0),
        ("results_read_without_the_right_to_read", 0),
        ("reservations", 1),
        ("units_held", 2),
    ],
    fault: "whoever knows the key is let through",
    control_shows: &[
        ("results_read_without_the_right_to_reserve", 1),
        ("effects_under_a_known_key_without_the_right_to_reserve", 1),
        ("effects_under_a_new_key_without_the_right_to_reserve", 0),
        ("results_read_without_the_right_to_read", 1),
        ("reservations", 2),
        ("units_held", 4),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let mut door = Door {
        layer: Layer::default(),
        may_reserve: true,
        may_read: true,
        lets_known_keys_through: played == Played::Control,
    };
    let (first, known, new) = (request("i-5d0c"), request("i-31bb"), request("i-c7f0"));
    door.ask(&first, &filters(2));
    // A second request is begun and provably has no effect: its key is known, and it may start.
    if let Answer::Started { attempt, .. } = door.layer.begin(&known, &filters(2)) {
        door.layer.fail(&known, attempt, Failure::NotApplied);
    }
    door.may_reserve = false;
    let read = door.ask(&first, &filters(2)) == Some(Reply::Done(rsv_91()));
    let before = door.layer.ledger.count(Kind::Reservation);
    door.ask(&known, &filters(2));
    let after_known = door.layer.ledger.count(Kind::Reservation);
    door.ask(&new, &filters(2));
    let after_new = door.layer.ledger.count(Kind::Reservation);
    door.may_read = false;
    let read_unseen = door.ask(&first, &filters(2)) == Some(Reply::Done(rsv_91()));
    vec![
        ("results_read_without_the_right_to_reserve", i64::from(read)),
        ("effects_under_a_known_key_without_the_right_to_reserve", after_known - before),
        ("effects_under_a_new_key_without_the_right_to_reserve", after_new - after_known),
        ("results_read_without_the_right_to_read", i64::from(read_unseen)),
        ("reservations", after_new),
        ("units_held", door.layer.ledger.units_held()),
    ]
}

/// What stands before the layer and knows the caller's rights.
struct Door {
    layer: Layer,
    may_reserve: bool,
    may_read: bool,
    lets_known_keys_through: bool,
}

impl Door {
    /// Lets a request through when what it would come to is permitted. None: it is not.
    ///
    /// The decision is pure, so it can be looked at before it is made.
    fn ask(&mut self, id: &RequestId, wanted: &Wanted) -> Option<Reply> {
        let begin = Begin { payload: wanted.clone(), claim: u64::MAX, follows: None };
        let would = self.layer.would_decide(id, &Operation::Begin(begin)).answer;
        let known = self.layer.record(id) != Record::unseen();
        let permitted = match would {
            Answer::Started { .. } => self.may_reserve,
            Answer::Replayed(_) => self.may_read,
            _shows_neither_effect_nor_result => self.may_reserve || self.may_read,
        };
        (permitted || (known && self.lets_known_keys_through))
            .then(|| self.layer.request(id, wanted))
    }
}

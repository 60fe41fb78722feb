//! The end of retention. Not covered: a retry after the key has ceased to block as well, which
//! the contract no longer covers and whose date it has told.

use super::super::layer::{Layer, Reply};
use super::super::ledger::{Kind, count};
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{CONTRACT, RETENTION, filters, request, rsv_91};
use crate::spec::contract::{AfterRetention, Contract};
use crate::spec::{Answer, Origin, Record, record};

pub(super) const ROW: Row = Row {
    id: "C5",
    question: "retention is over",
    required: "the end of protection is told; a late retry lapses; a recorded decision precedes new work, which is linked",
    evidence: "the late retry books nothing, nor does new work before the decision",
    must_show: &[
        ("protected_until", 691_200_000),
        ("last_retry_in_time_told_RSV-91", 1),
        ("late_retry_told_lapsed", 1),
        ("new_work_begun_before_the_decision", 0),
        ("decisions_recorded_with_evidence", 1),
        ("new_work_begun_after_it", 1),
        ("new_work_linked_to_the_first", 1),
        ("reservations_of_the_first_request", 1),
        ("reservations", 2),
    ],
    fault: "the record is forgotten when retention is over",
    control_shows: &[
        ("protected_until", 86_400_000),
        ("last_retry_in_time_told_RSV-91", 1),
        ("late_retry_told_lapsed", 0),
        ("new_work_begun_before_the_decision", 1),
        ("decisions_recorded_with_evidence", 0),
        ("new_work_begun_after_it", 1),
        ("new_work_linked_to_the_first", 1),
        ("reservations_of_the_first_request", 2),
        ("reservations", 3),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let mut layer = match played {
        Played::Layer => Layer::default(),
        Played::Control => {
            Layer::under(Contract { after_retention: AfterRetention::Forget, ..CONTRACT })
        }
    };
    let (first, more) = (request("i-5d0c"), request("i-90ab"));
    layer.request(&first, &filters(2));
    let protected_until = layer.status(&first).1.and_then(|until| i64::try_from(until).ok());
    layer.now.time = RETENTION - 1;
    let in_time = layer.request(&first, &filters(2)) == Reply::Done(rsv_91());
    layer.now.time = RETENTION;
    let late = layer.request(&first, &filters(2));
    let lapsed = late == Reply::Answered(Answer::Lapsed(record::Kind::Success));
    let before = layer.request_after(&more, &filters(2), Some(&first));
    layer.reconcile(&first);
    let decided = matches!(
        layer.record(&first),
        Record::Completed { origin: Origin::Reconciled(evidence), .. } if evidence.contains("RSV-91")
    );
    let after = layer.request_after(&more, &filters(2), Some(&first));
    let linked = layer.status(&more).2.as_ref() == Some(&first);
    vec![
        ("protected_until", protected_until.unwrap_or(0)),
        ("last_retry_in_time_told_RSV-91", i64::from(in_time)),
        ("late_retry_told_lapsed", i64::from(lapsed)),
        ("new_work_begun_before_the_decision", i64::from(before != Reply::ReconcileFirst)),
        ("decisions_recorded_with_evidence", i64::from(decided)),
        ("new_work_begun_after_it", i64::from(matches!(after, Reply::Done(_)))),
        ("new_work_linked_to_the_first", i64::from(linked)),
        ("reservations_of_the_first_request", count(layer.ledger.of(&first))),
        ("reservations", layer.ledger.count(Kind::Reservation)),
    ]
}

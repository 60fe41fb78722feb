//! A job of several steps that stopped half-way: reserve, have the part fetched, tell the
//! technician. Not covered: undoing a confirmed step; giving the parts back is a request of its
//! own, in the row on cancelling.

use super::super::layer::{Layer, Reply};
use super::super::ledger::{Kind, count};
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{Wanted, filters, request, rsv_91};
use crate::spec::{Answer, Failure, RequestId, View};

pub(super) const ROW: Row = Row {
    id: "C6",
    question: "partial completion",
    required: "each step has its own identity, link and known state; work resumes from there",
    evidence: "the reservation is not confused with the notice: one of each after the job is run again",
    must_show: &[
        ("reservations", 1),
        ("units_held", 2),
        ("pickup_tasks", 1),
        ("notices", 1),
        ("steps_known_done_while_the_notice_was_not", 2),
        ("steps_linked_to_the_one_before", 2),
    ],
    fault: "the job has one key, and is run again as a whole",
    control_shows: &[
        ("reservations", 2),
        ("units_held", 4),
        ("pickup_tasks", 2),
        ("notices", 1),
        ("steps_known_done_while_the_notice_was_not", 0),
        ("steps_linked_to_the_one_before", 0),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let mut layer = Layer::default();
    let known_done = match played {
        Played::Layer => step_by_step(&mut layer),
        Played::Control => as_a_whole(&mut layer),
    };
    let mut before: Option<RequestId> = None;
    let mut linked = 0;
    for (id, _) in steps() {
        linked += i64::from(before.is_some() && layer.status(&id).2 == before);
        before = Some(id);
    }
    vec![
        ("reservations", layer.ledger.count(Kind::Reservation)),
        ("units_held", layer.ledger.units_held()),
        ("pickup_tasks", layer.ledger.count(Kind::PickupTask)),
        ("notices", layer.ledger.count(Kind::Notice)),
        ("steps_known_done_while_the_notice_was_not", known_done),
        ("steps_linked_to_the_one_before", linked),
    ]
}

fn steps() -> [(RequestId, Wanted); 3] {
    [
        (request("i-5d0c"), filters(2)),
        (request("i-5d0c-fetch"), Wanted::FetchTask { reference: rsv_91() }),
        (request("i-5d0c-tell"), Wanted::Notify { reference: rsv_91() }),
    ]
}

/// Each step under its own key, linked to the one before. The notice's call times out without
/// having landed; the job is run again, stops there, is reconciled, and is run again.
fn step_by_step(layer: &mut Layer) -> i64 {
    let [(reserve, parts), (fetch, task), (tell, notice)] = steps();
    layer.request(&reserve, &parts);
    layer.request_after(&fetch, &task, Some(&reserve));
    if let Answer::Started { attempt, .. } = layer.begin_linked(&tell, &notice, &fetch) {
        layer.fail(&tell, attempt, Failure::Unknown);
    }
    run_all(layer);
    let known_done = known_done(layer);
    layer.reconcile(&tell);
    run_all(layer);
    known_done
}

/// How many steps the layer knows to be done.
fn known_done(layer: &mut Layer) -> i64 {
    count(steps().iter().filter(|(id, _)| layer.status(id).0 == View::CompletedSuccess))
}

/// Runs the job from its start, up to the first step that is not done.
fn run_all(layer: &mut Layer) {
    let mut before: Option<RequestId> = None;
    for (id, wanted) in steps() {
        match layer.request_after(&id, &wanted, before.as_ref()) {
            Reply::Done(_) => before = Some(id),
            Reply::Answered(_) | Reply::ReconcileFirst => return,
        }
    }
}

/// One key for the job. Its last step times out, the job is said to have failed, and is begun
/// again from its first step.
fn as_a_whole(layer: &mut Layer) -> i64 {
    let job = request("i-5d0c-job");
    let mut known = 0;
    for notice_lands in [false, true] {
        if let Answer::Started { attempt, .. } = layer.begin(&job, &filters(2)) {
            let reference = layer.ledger.book(&job, attempt, &filters(2));
            layer.ledger.book(&job, attempt, &Wanted::FetchTask { reference: reference.clone() });
            if notice_lands {
                layer.ledger.book(&job, attempt, &Wanted::Notify { reference: reference.clone() });
                layer.finish(&job, attempt, &reference);
            } else {
                layer.fail(&job, attempt, Failure::NotApplied);
                known = known_done(layer);
            }
        }
    }
    known
}

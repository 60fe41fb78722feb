#![cfg(feature = "trace")]
//! The reservation: each row of its contract table, judged by the ledger, with its control; and
//! the stories that the rows only sample.

use onceproof::example::reservation::rows::{Afterwards, interleavings, two_intents};
use onceproof::example::reservation::wanted::{
    BLOCK_FOR, CONTRACT, LEASE, RETENTION, filters, request, rsv_91,
};
use onceproof::example::reservation::{
    Judged, Kind, Layer, ROWS, Reference, Reply, Report, Row, Verdict, Wanted, effects_by_intent,
};
use onceproof::spec::contract::{AfterRetention, Contract, OnLeaseOver, PayloadCheck};
use onceproof::spec::{Answer, Attempt, Failure, Operation, View};
use std::collections::BTreeSet;

fn row(id: &str) -> Row {
    *ROWS.iter().find(|row| row.id == id).expect("a row of this id")
}

/// The numbers of one name that the layer and its control showed, where the row holds.
fn shown(id: &str, name: &str) -> (i64, i64) {
    let judged: Judged = row(id).judge();
    assert_eq!(judged.verdict, Verdict::Holds, "{judged:?}");
    let of = |numbers: &[(&str, i64)]| {
        numbers.iter().find(|(of, _)| *of == name).expect("a number of this name").1
    };
    (of(&judged.observed), of(&judged.control.observed))
}

fn started(answer: Answer<onceproof::example::reservation::Parts>) -> Attempt {
    match answer {
        Answer::Started { attempt, .. } => attempt,
        other => panic!("{other:?}"),
    }
}

fn another() -> Reference {
    Reference("RSV-92".to_owned())
}

#[test]
fn c1_a_retry_under_the_same_key_holds_nothing_more() {
    assert_eq!(shown("C1", "reservations"), (1, 2));
    assert_eq!(shown("C1", "units_held"), (2, 4));
    assert_eq!(shown("C1", "retries_told_RSV-91"), (1, 0));
}

#[test]
fn c1_ten_retries_are_told_one_reservation() {
    let mut layer = Layer::default();
    for _retry in 0..10 {
        assert_eq!(layer.request(&request("i-1"), &filters(2)), Reply::Done(rsv_91()));
    }
    assert_eq!((layer.ledger.count(Kind::Reservation), layer.ledger.units_held()), (1, 2));
}

#[test]
fn c1_another_key_is_another_reservation() {
    let mut layer = Layer::default();
    assert_eq!(layer.request(&request("i-1"), &filters(2)), Reply::Done(rsv_91()));
    assert_eq!(layer.request(&request("i-2"), &filters(2)), Reply::Done(another()));
}

#[test]
fn c1_job_part_quantity_location_and_revision_each_belong_to_the_intent() {
    let reserve = |job: &str, part: &str, quantity, location: &str, revision| Wanted::Reserve {
        job: job.to_owned(),
        part: part.to_owned(),
        quantity,
        location: location.to_owned(),
        revision,
    };
    assert_eq!(reserve("PR-62", "filter", 2, "main-store", 1), filters(2));
    let others = [
        reserve("PR-63", "filter", 2, "main-store", 1),
        reserve("PR-62", "seal", 2, "main-store", 1),
        reserve("PR-62", "filter", 3, "main-store", 1),
        reserve("PR-62", "filter", 2, "van", 1),
        reserve("PR-62", "filter", 2, "main-store", 2),
    ];
    for other in others {
        let mut layer = Layer::default();
        layer.request(&request("i-1"), &filters(2));
        let told = layer.request(&request("i-1"), &other);
        assert_eq!(told, Reply::Answered(Answer::Conflict), "{other:?}");
        assert_eq!(layer.ledger.units_held(), 2, "{other:?}");
    }
}

#[test]
fn c2_two_never_becomes_three_under_the_same_key() {
    assert_eq!(shown("C2", "told_conflict"), (1, 0));
    assert_eq!(shown("C2", "units_held_after_asking_for_three"), (2, 3));
    assert_eq!(shown("C2", "reservations"), (1, 1));
}

#[test]
fn c2_an_amendment_is_a_linked_intent_and_idempotent_itself() {
    assert_eq!(shown("C2", "units_held_after_the_amendment").0, 3);
    assert_eq!(shown("C2", "units_held_after_its_retry").0, 3);
    assert_eq!(shown("C2", "amendments_linked_to_the_first").0, 1);
}

#[test]
fn c2_without_comparing_a_request_for_three_is_told_a_reservation_of_two() {
    let mut layer = Layer::under(Contract { payload_check: PayloadCheck::Never, ..CONTRACT });
    layer.request(&request("i-1"), &filters(2));
    assert_eq!(layer.request(&request("i-1"), &filters(3)), Reply::Done(rsv_91()));
    assert_eq!(layer.ledger.units_held(), 2);
}

#[test]
fn c3_every_interleaving_of_two_workers_makes_exactly_one_reservation() {
    assert_eq!(shown("C3", "interleavings"), (70, 70));
    assert_eq!(shown("C3", "with_exactly_one_reservation"), (70, 30));
    assert_eq!(shown("C3", "most_reservations"), (1, 2));
    assert_eq!(shown("C3", "most_units_held"), (2, 4));
}

#[test]
fn c3_the_interleavings_are_all_different_and_complete() {
    let orders = interleavings(4, 4);
    let different: BTreeSet<_> = orders.iter().collect();
    assert_eq!((orders.len(), different.len()), (70, 70));
    for order in orders {
        assert_eq!(order.iter().filter(|second| **second).count(), 4);
        assert_eq!(order.len(), 8);
    }
    // Both read before the other claims unless one has taken two steps before the other's first:
    // 15 orders begin with two steps of one worker, and 15 with two of the other.
    let safe = |order: &Vec<bool>| order[0] == order[1];
    assert_eq!(interleavings(4, 4).iter().filter(|order| safe(order)).count(), 30);
}

#[test]
fn c4_a_lost_answer_is_reconciled_and_never_taken_for_no_effect() {
    assert_eq!(shown("C4", "reservations_when_the_call_landed"), (1, 2));
    assert_eq!(shown("C4", "units_held_when_the_call_landed"), (2, 4));
    assert_eq!(shown("C4", "reservations_when_it_did_not"), (1, 1));
    assert_eq!(shown("C4", "retries_that_ran_before_reconciling"), (0, 2));
    assert_eq!(shown("C4", "statuses_that_said_not_known"), (2, 0));
    assert_eq!(shown("C4", "retries_told_RSV-91"), (2, 1));
}

#[test]
fn c4_a_claim_that_nobody_closes_is_uncertain_after_its_lease_and_reconciled() {
    let mut layer = Layer::default();
    let id = request("i-1");
    let attempt = started(layer.begin(&id, &filters(2)));
    layer.ledger.book(&id, attempt, &filters(2));
    layer.now.time = LEASE - 1;
    let told = layer.request(&id, &filters(2));
    assert_eq!(told, Reply::Answered(Answer::InProgress { retry_after: LEASE }));
    layer.now.time = LEASE;
    assert_eq!(layer.status(&id).0, View::UncertainAbandoned);
    assert!(matches!(layer.request(&id, &filters(2)), Reply::Answered(Answer::Uncertain(_))));
    assert_eq!(layer.reconcile(&id), Answer::Resolved);
    assert_eq!(layer.request(&id, &filters(2)), Reply::Done(rsv_91()));
    assert_eq!((layer.ledger.count(Kind::Reservation), layer.ledger.units_held()), (1, 2));
}

#[test]
fn c4_a_layer_that_takes_an_abandoned_claim_over_reserves_twice() {
    let mut layer = Layer::under(Contract { on_lease_over: OnLeaseOver::TakeOver, ..CONTRACT });
    let id = request("i-1");
    let attempt = started(layer.begin(&id, &filters(2)));
    layer.ledger.book(&id, attempt, &filters(2));
    layer.now.time = LEASE;
    assert_eq!(layer.request(&id, &filters(2)), Reply::Done(another()));
    assert_eq!((layer.ledger.count(Kind::Reservation), layer.ledger.units_held()), (2, 4));
}

#[test]
fn c4_new_work_that_follows_an_uncertain_request_waits_for_the_decision() {
    let mut layer = Layer::default();
    let (first, more) = (request("i-1"), request("i-2"));
    let attempt = started(layer.begin(&first, &filters(2)));
    layer.fail(&first, attempt, Failure::Unknown);
    let told = layer.request_after(&more, &filters(2), Some(&first));
    assert_eq!(told, Reply::ReconcileFirst);
    assert_eq!(layer.ledger.count(Kind::Reservation), 0);
}

#[test]
fn c5_the_end_of_protection_is_told_and_a_late_retry_lapses() {
    assert_eq!(shown("C5", "protected_until"), (691_200_000, 86_400_000));
    assert_eq!(shown("C5", "last_retry_in_time_told_RSV-91"), (1, 1));
    assert_eq!(shown("C5", "late_retry_told_lapsed"), (1, 0));
    assert_eq!(shown("C5", "reservations_of_the_first_request"), (1, 2));
}

#[test]
fn c5_a_recorded_decision_precedes_new_work_which_is_linked() {
    assert_eq!(shown("C5", "new_work_begun_before_the_decision"), (0, 1));
    assert_eq!(shown("C5", "decisions_recorded_with_evidence"), (1, 0));
    assert_eq!(shown("C5", "new_work_begun_after_it"), (1, 1));
    assert_eq!(shown("C5", "new_work_linked_to_the_first"), (1, 1));
    assert_eq!(shown("C5", "reservations"), (2, 3));
}

#[test]
fn c5_protection_holds_to_the_last_tick_told_and_the_link_outlives_retention() {
    let mut layer = Layer::default();
    let (first, second) = (request("i-1"), request("i-2"));
    layer.request(&first, &filters(2));
    layer.request_after(&second, &Wanted::FetchTask { reference: rsv_91() }, Some(&first));
    layer.now.time = RETENTION + BLOCK_FOR - 1;
    let late = layer.request(&first, &filters(2));
    assert!(matches!(late, Reply::Answered(Answer::Lapsed(_))), "{late:?}");
    assert_eq!(layer.ledger.count(Kind::Reservation), 1);
    let (view, protected_until, follows) = layer.status(&second);
    assert_eq!((view, protected_until), (View::Lapsed, Some(RETENTION + BLOCK_FOR)));
    assert_eq!(follows, Some(first.clone()));
    // From the tick that was told on, nothing is promised any more.
    layer.now.time = RETENTION + BLOCK_FOR;
    assert_eq!(layer.status(&first).1, None);
}

#[test]
fn c5_a_layer_that_forgets_reserves_again_at_the_end_of_retention() {
    let forget = Contract { after_retention: AfterRetention::Forget, ..CONTRACT };
    let mut layer = Layer::under(forget);
    layer.request(&request("i-1"), &filters(2));
    layer.now.time = RETENTION;
    assert_eq!(layer.request(&request("i-1"), &filters(2)), Reply::Done(another()));
}

#[test]
fn c6_each_step_keeps_its_own_state_and_work_resumes_from_there() {
    assert_eq!(shown("C6", "reservations"), (1, 2));
    assert_eq!(shown("C6", "pickup_tasks"), (1, 2));
    assert_eq!(shown("C6", "notices"), (1, 1));
    assert_eq!(shown("C6", "steps_known_done_while_the_notice_was_not"), (2, 0));
    assert_eq!(shown("C6", "steps_linked_to_the_one_before"), (2, 0));
}

#[test]
fn c10_stopping_the_caller_releases_nothing_and_a_release_is_idempotent() {
    assert_eq!(shown("C10", "cancels_said_to_have_undone_it"), (0, 0));
    assert_eq!(shown("C10", "units_held_after_the_caller_stopped"), (2, 2));
    assert_eq!(shown("C10", "units_held_after_the_release"), (0, 0));
    assert_eq!(shown("C10", "units_held_after_its_retry"), (0, -2));
    assert_eq!(shown("C10", "releases"), (1, 2));
}

#[test]
fn c10_a_cancel_before_the_request_arrives_stops_it() {
    let mut layer = Layer::default();
    let id = request("i-1");
    assert_eq!(layer.ask(&id, &Operation::Cancel(Some(filters(2)))), Answer::Cancelled);
    assert!(matches!(layer.request(&id, &filters(2)), Reply::Answered(Answer::Replayed(_))));
    assert_eq!(layer.ledger.units_held(), 0);
}

#[test]
fn c10_a_release_keeps_the_first_request_and_its_answer() {
    let mut layer = Layer::default();
    let (first, release) = (request("i-1"), request("i-2"));
    layer.request(&first, &filters(2));
    let two = Wanted::Release { reference: rsv_91(), quantity: 2 };
    layer.request_after(&release, &two, Some(&first));
    assert_eq!(layer.request(&first, &filters(2)), Reply::Done(rsv_91()));
    assert_eq!((layer.ledger.count(Kind::Reservation), layer.ledger.units_held()), (1, 0));
}

#[test]
fn c11_a_revoked_caller_causes_no_effect_though_it_knows_the_key() {
    let known = "effects_under_a_known_key_without_the_right_to_reserve";
    let new = "effects_under_a_new_key_without_the_right_to_reserve";
    assert_eq!(shown("C11", known), (0, 1));
    assert_eq!(shown("C11", new), (0, 0));
    assert_eq!(shown("C11", "reservations"), (1, 2));
    assert_eq!(shown("C11", "units_held"), (2, 4));
}

#[test]
fn c11_reading_an_earlier_result_is_a_right_of_its_own() {
    assert_eq!(shown("C11", "results_read_without_the_right_to_reserve"), (1, 1));
    assert_eq!(shown("C11", "results_read_without_the_right_to_read"), (0, 1));
}

#[test]
fn c13_restoring_an_older_state_makes_no_second_reservation() {
    assert_eq!(shown("C13", "restores_rehearsed"), (3, 3));
    assert_eq!(shown("C13", "with_exactly_one_reservation"), (3, 0));
    assert_eq!(shown("C13", "most_units_held"), (2, 4));
    assert_eq!(shown("C13", "retries_told_RSV-91"), (3, 0));
    assert_eq!(shown("C13", "attempts_issued_twice"), (0, 0));
}

#[test]
fn c13_a_pinned_key_alone_is_not_enough_when_the_layers_own_records_went_back() {
    assert_eq!(shown("C13", "most_reservations_if_the_ledger_is_not_read"), (2, 2));
}

#[test]
fn c13_without_a_new_incarnation_an_attempt_is_issued_twice() {
    let mut layer = Layer::default();
    let id = request("i-1");
    let before = layer.stored().unwrap();
    let first = started(layer.begin(&id, &filters(2)));
    let mut same_life = layer.clone().restored(&before).unwrap();
    same_life.now.incarnation = layer.now.incarnation;
    assert_eq!(started(same_life.begin(&id, &filters(2))), first);
    let mut new_life = layer.restored(&before).unwrap();
    assert!(started(new_life.begin(&id, &filters(2))) > first);
}

#[test]
fn c13_the_stored_records_are_read_back_as_they_were() {
    let Afterwards { layer, .. } = two_intents();
    let stored = layer.stored().unwrap();
    let restored = layer.clone().restored(&stored).unwrap();
    assert_eq!(restored.stored().unwrap(), stored);
    assert!(layer.clone().restored("{}").is_none());
    assert!(layer.restored(&stored.replacen("\"version\":1", "\"version\":2", 1)).is_none());
}

#[test]
fn c17_the_effects_of_an_intent_are_the_same_after_a_restart() {
    assert_eq!(shown("C17", "calls_for_the_first_intent"), (4, 4));
    assert_eq!(shown("C17", "attempts_of_the_first_intent"), (2, 4));
    assert_eq!(shown("C17", "effects_of_the_first_intent"), (1, 4));
    assert_eq!(shown("C17", "effects_of_the_first_intent_after_a_restart"), (1, 0));
    assert_eq!(shown("C17", "answers_changed_by_the_restart"), (0, 2));
}

#[test]
fn c17_the_inquiry_names_attempts_effects_references_and_the_link() {
    let Afterwards { intents, layer, .. } = two_intents();
    let traced = effects_by_intent(&intents, &layer);
    let attempts: Vec<String> = traced[0].attempts.iter().map(Attempt::to_string).collect();
    assert_eq!(attempts, ["0.1", "0.2"]);
    let effects: Vec<_> = traced[0]
        .effects
        .iter()
        .map(|effect| (effect.kind, effect.reference.0.as_str(), effect.attempt.to_string()))
        .collect();
    assert_eq!(effects, [(Kind::Reservation, "RSV-91", "0.2".to_owned())]);
    assert_eq!(traced[0].follows, None);
    assert_eq!(traced[1].follows.as_ref(), Some(&traced[0].request));
    assert_eq!(traced[1].effects[0].kind, Kind::Amendment);
    let stored = layer.stored().unwrap();
    let restarted = layer.restored(&stored).unwrap();
    assert_eq!(effects_by_intent(&intents, &restarted), traced);
}

#[test]
fn every_row_holds_and_every_control_is_told_apart() {
    let report = Report::of_this_crate();
    assert_eq!(report.failures(), Vec::<&str>::new());
    let ids: Vec<&str> = report.rows.iter().map(|row| row.id).collect();
    assert_eq!(ids, ["C1", "C2", "C3", "C4", "C5", "C6", "C10", "C11", "C13", "C17"]);
    for row in &report.rows {
        assert_ne!(row.observed, row.control.observed, "{}", row.id);
    }
}

#[test]
fn a_row_whose_layer_has_the_fault_is_violated_and_one_without_a_control_is_empty() {
    for row in ROWS {
        let (right, wrong) = (row.must_show.to_vec(), row.control_shows.to_vec());
        let faulty = row.judge_by(wrong.clone(), wrong);
        assert_eq!(faulty.verdict, Verdict::Violated, "{}", row.id);
        let unseen = row.judge_by(right.clone(), right);
        assert_eq!(unseen.verdict, Verdict::Empty, "{}", row.id);
    }
}

#[test]
fn a_report_names_the_rows_that_do_not_hold() {
    let mut report = Report::of_this_crate();
    report.rows[0].verdict = Verdict::Violated;
    report.rows[1].verdict = Verdict::Empty;
    let failed = ["the same key, the same parameters", "the same key, other parameters"];
    assert_eq!(report.failures(), failed);
    assert!(report.text().contains("C1  the same key, the same parameters: violated"));
}

//! The eighteen checks.
//!
//! *What it claims.* Each says, in its name, one thing that a request model must do. It is
//! computed on models of its own, so that no check leans on another.
//! *How that is checked.* The tests run all of them on a broken model a check; each is caught.
//! *What is not covered.* A check samples its claim by a few inputs. The claims themselves are
//! the lifecycle's, and are shown there exhaustively within bounds.

use super::given::Given;
use super::model::{Handed, Model, Response};
use super::schema::Fault;

/// One named check of a model. `holds` is given the means to open a new, empty store.
#[derive(Clone, Copy)]
pub struct Check<M> {
    /// What is claimed.
    pub name: &'static str,
    /// Whether it holds.
    pub holds: fn(&mut dyn FnMut() -> M) -> bool,
}

/// The checks, in the order in which they are reported.
#[must_use]
pub fn all<M: Model>() -> [Check<M>; 18] {
    let check = |name, holds| Check { name, holds };
    [
        check("unseen_identity_starts_once_in_hand_timeline", starts_once),
        check("same_active_request_reports_progress_without_result", reports_progress),
        check("different_active_payload_conflicts_without_replacing_original", keeps_the_original),
        check("explicit_finish_records_independent_hand_result", finish_records),
        check("completed_retry_replays_same_saved_result", retry_replays),
        check("changed_payload_still_conflicts_after_completion", conflicts_after_completion),
        check("second_finish_cannot_overwrite_recorded_result", finish_never_overwrites),
        check("finish_of_unseen_identity_is_rejected", finish_needs_a_begin),
        check("finish_payload_mismatch_does_not_complete_active_request", finish_needs_the_payload),
        check("invalid_result_does_not_consume_active_state", invalid_result_consumes_nothing),
        check("same_key_in_different_explicit_scope_is_new_intent", scope_separates),
        check("identical_payload_with_different_key_is_not_deduplicated", key_separates),
        check("empty_nonstring_long_or_nonascii_identity_rejected", identity_is_checked),
        check(
            "payload_fields_operation_sensor_and_exact_integer_types_checked",
            payload_is_checked,
        ),
        check("inclusive_window_limits_and_invalid_values_checked", window_is_limited),
        check(
            "dictionary_member_order_does_not_change_accepted_request_identity",
            order_is_nothing,
        ),
        check(
            "mutating_input_finish_response_or_replay_cannot_change_saved_result",
            saved_is_out_of_reach,
        ),
        check(
            "new_memory_store_forgets_prior_completion_not_durable_exactly_once",
            new_store_forgets,
        ),
    ]
}

/// Every check's name and whether it holds for the models that `open` makes.
pub fn run<M: Model>(mut open: impl FnMut() -> M) -> Vec<(&'static str, bool)> {
    all::<M>().into_iter().map(|check| (check.name, (check.holds)(&mut open))).collect()
}

/// Whether requests that differ in scope or key alone start independently, and stay so.
pub fn distinct_requests_start_independently<M: Model>(mut open: impl FnMut() -> M) -> bool {
    let mut model = open();
    let ids = [("CallA", "Req7"), ("CallB", "Req7"), ("CallA", "Req8")];
    let all_start =
        ids.iter().all(|(scope, key)| begin_as(&mut model, scope, key, 200) == started());
    all_start
        && finish(&mut model, 8) == with_result("completed", 8)
        && begin_as(&mut model, "CallB", "Req7", 200) == in_progress()
        && begin_as(&mut model, "CallA", "Req8", 200) == in_progress()
}

/// The hand timeline: begin 200, begin 200, begin 300, finish, begin 200.
pub fn timeline<M: Model>(model: &mut M) -> [Told; 5] {
    [begin(model, 200), begin(model, 200), begin(model, 300), finish(model, 8), begin(model, 200)]
}

/// The request of the timeline.
#[must_use]
pub fn payload(window_ms: i128) -> Given {
    Given::object([
        ("operation", Given::text("prepare_note")),
        ("sensor_id", Given::text("S01")),
        ("window_ms", Given::Integer(window_ms)),
    ])
}

/// What a call came to: a response whose result has been looked at, or a refusal.
pub type Told = Result<Response<Given>, Fault>;

fn starts_once<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let steps = timeline(&mut open());
    let starts = steps.iter().filter(|told| **told == started()).count();
    steps.first() == Some(&started()) && starts == 1
}

fn reports_progress<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = begun(open);
    begin(&mut model, 200) == in_progress()
}

fn keeps_the_original<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = begun(open);
    begin(&mut model, 300) == conflict() && begin(&mut model, 200) == in_progress()
}

fn finish_records<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = begun(open);
    finish(&mut model, 8) == with_result("completed", 8)
}

fn retry_replays<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = completed(open);
    begin(&mut model, 200) == replayed() && begin(&mut model, 200) == replayed()
}

fn conflicts_after_completion<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    begin(&mut completed(open), 300) == conflict()
}

fn finish_never_overwrites<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = completed(open);
    finish(&mut model, 9) == Err(Fault::AlreadyCompleted) && begin(&mut model, 200) == replayed()
}

fn finish_needs_a_begin<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = completed(open);
    finish_as(&mut model, "Missing", &payload(200), &result(8)) == Err(Fault::UnknownRequest)
        && begin_as(&mut model, "CallA", "Missing", 200) == started()
}

fn finish_needs_the_payload<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = begun(open);
    finish_as(&mut model, "Req7", &payload(300), &result(8)) == Err(Fault::PayloadConflict)
        && begin(&mut model, 200) == in_progress()
}

fn invalid_result_consumes_nothing<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = begun(open);
    let invalid = result(8).with("sample_count", Given::Bool(true));
    finish_as(&mut model, "Req7", &payload(200), &invalid) == Err(Fault::SampleCount)
        && begin(&mut model, 200) == in_progress()
}

fn scope_separates<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    begin_as(&mut completed(open), "CallB", "Req7", 200) == started()
}

fn key_separates<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    begin_as(&mut completed(open), "CallA", "Req8", 200) == started()
}

fn identity_is_checked<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = open();
    let ill_formed = [
        Given::text(""),
        Given::Integer(7),
        Given::Bool(true),
        Given::Text("R".repeat(33)),
        Given::text("درخواست"),
    ];
    ill_formed.iter().all(|given| {
        let as_key = model.begin(&Given::text("CallA"), given, &payload(200));
        let as_scope = model.begin(given, &Given::text("Req7"), &payload(200));
        look(as_key) == Err(Fault::Identifier) && look(as_scope) == Err(Fault::Identifier)
    })
}

fn payload_is_checked<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let model = open();
    let refused = |given: &Given, fault| model.comparison(given) == Err(fault);
    let window = |given| payload(200).with("window_ms", given);
    refused(&payload(200).with("extra", Given::Integer(1)), Fault::PayloadFields)
        && refused(
            &Given::object([("operation", Given::text("prepare_note"))]),
            Fault::PayloadFields,
        )
        && refused(&payload(200).with("operation", Given::text("send_message")), Fault::Operation)
        && refused(&payload(200).with("sensor_id", Given::text("1bad")), Fault::Identifier)
        && [Given::Bool(true), Given::NotAnInteger(200.0), Given::text("200")]
            .into_iter()
            .all(|given| refused(&window(given), Fault::WindowMs))
}

fn window_is_limited<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let model = open();
    [1, 10_000].into_iter().all(|window| model.comparison(&payload(window)).is_ok())
        && [0, -1, 10_001]
            .into_iter()
            .all(|window| model.comparison(&payload(window)) == Err(Fault::WindowMs))
}

fn order_is_nothing<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let reordered = Given::object([
        ("window_ms", Given::Integer(200)),
        ("sensor_id", Given::text("S01")),
        ("operation", Given::text("prepare_note")),
    ]);
    let mut model = completed(open);
    let text = r#"{"operation":"prepare_note","sensor_id":"S01","window_ms":200}"#;
    let retried = model.begin(&Given::text("CallA"), &Given::text("Req7"), &reordered);
    model.comparison(&reordered).as_deref() == Ok(text) && look(retried) == replayed()
}

fn saved_is_out_of_reach<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let mut model = begun(open);
    let (scope, key) = (Given::text("CallA"), Given::text("Req7"));
    let mut handed_in = M::Handed::hand(result(8));
    let finished = model.finish(&scope, &key, &payload(200), &handed_in);
    handed_in.amend("sample_count", Given::Integer(999));
    let Ok(Response { result: Some(mut handed_out), .. }) = finished else { return false };
    handed_out.amend("sample_count", Given::Integer(777));
    let retried = model.begin(&scope, &key, &payload(200));
    let Ok(Response { result: Some(mut handed_out), .. }) = retried else { return false };
    handed_out.amend("sample_count", Given::Integer(555));
    begin(&mut model, 200) == replayed()
}

fn new_store_forgets<M: Model>(open: &mut dyn FnMut() -> M) -> bool {
    let before = begin(&mut completed(open), 200);
    before == replayed() && begin(&mut open(), 200) == started()
}

/// A model in which the timeline's request was begun. What was told is for other checks.
fn begun<M: Model>(open: &mut dyn FnMut() -> M) -> M {
    let mut model = open();
    let _told = begin(&mut model, 200);
    model
}

/// A model in which it was begun and finished.
fn completed<M: Model>(open: &mut dyn FnMut() -> M) -> M {
    let mut model = begun(open);
    let _told = finish(&mut model, 8);
    model
}

fn begin<M: Model>(model: &mut M, window_ms: i128) -> Told {
    begin_as(model, "CallA", "Req7", window_ms)
}

fn begin_as<M: Model>(model: &mut M, scope: &str, key: &str, window_ms: i128) -> Told {
    look(model.begin(&Given::text(scope), &Given::text(key), &payload(window_ms)))
}

fn finish<M: Model>(model: &mut M, sample_count: i128) -> Told {
    finish_as(model, "Req7", &payload(200), &result(sample_count))
}

fn finish_as<M: Model>(model: &mut M, key: &str, payload: &Given, result: &Given) -> Told {
    let handed = M::Handed::hand(result.clone());
    look(model.finish(&Given::text("CallA"), &Given::text(key), payload, &handed))
}

/// What a caller sees of a response.
fn look<H: Handed>(answer: Result<Response<H>, Fault>) -> Told {
    answer.map(|response| Response {
        status: response.status,
        result: response.result.map(|handed| handed.look()),
    })
}

fn result(sample_count: i128) -> Given {
    Given::object([("note_id", Given::text("N01")), ("sample_count", Given::Integer(sample_count))])
}

fn started() -> Told {
    Ok(Response { status: "started", result: None })
}

fn in_progress() -> Told {
    Ok(Response { status: "in_progress", result: None })
}

fn conflict() -> Told {
    Ok(Response { status: "conflict", result: None })
}

fn replayed() -> Told {
    with_result("replayed", 8)
}

fn with_result(status: &'static str, sample_count: i128) -> Told {
    Ok(Response { status, result: Some(result(sample_count)) })
}

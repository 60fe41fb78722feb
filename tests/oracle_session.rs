//! The oracle under one pinned contract: what it allows, what it forbids, and by which clause.

use onceproof::oracle::line::{Conclusion, JsonLines, Options, run};
use onceproof::oracle::{Limits, Session};
use onceproof::spec::contract::{AfterRetention, Contract, Replay, Span};
use onceproof::spec::named;
use onceproof::spec::open::OpenContract;
use serde_json::{Value, json};

/// Runs lines under a contract. The output lines, without the summary, and the conclusion.
fn rulings(contract: Contract, limits: Limits, lines: &[Value]) -> (Vec<Value>, Conclusion) {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let options = Options { explain: false, ask_only: false, longest_line: 1 << 20 };
    let mut session = Session::new(OpenContract::pinned(contract), limits);
    let mut output = Vec::new();
    let summary =
        run(input.as_bytes(), &mut JsonLines::to(&mut output), &mut session, options, |_| {})
            .unwrap();
    let text = String::from_utf8(output).unwrap();
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.pop();
    (lines, summary.verdict)
}

/// The verdict on each line that has one, with the clauses.
fn verdicts(contract: Contract, lines: &[Value]) -> Vec<String> {
    let (lines, _) = rulings(contract, Limits::default(), lines);
    let ruled = lines.iter().filter(|line| line["ruling"].is_object());
    let verdict = |line: &Value| {
        let ruling = &line["ruling"];
        let by = ruling.get("allowed_by").or(ruling.get("forbidden_by")).unwrap();
        let by: Vec<_> = by.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        format!("{}: {}", ruling["verdict"].as_str().unwrap(), by.join(", "))
    };
    ruled.map(verdict).collect()
}

/// The verdicts of the lines that carry an observed answer.
fn verdicts_of_observed(contract: Contract, lines: &[Value]) -> Vec<String> {
    let (told, _) = rulings(contract, Limits::default(), lines);
    let judged =
        told.iter().map(|line| &line["ruling"]).filter(|ruling| ruling["verdict"].is_string());
    let first = |ruling: &Value| {
        format!(
            "{}: {}",
            ruling["verdict"].as_str().unwrap(),
            ruling["allowed_by"][0].as_str().unwrap()
        )
    };
    judged.map(first).collect()
}

fn short() -> Contract {
    Contract {
        lease: Span::Ticks(10),
        retention: Span::Ticks(20),
        block_for: Span::Ticks(30),
        ..named::STRICT
    }
}

fn attempt(number: u64) -> Value {
    json!({"incarnation": 0, "number": number})
}

fn line(at: u64, operation: Value, observed: Value) -> Value {
    json!({"at": at, "request": {"scope": "S", "key": "K"}, "do": operation, "observed": observed})
}

fn begin(claim: &str) -> Value {
    json!({"begin": {"payload": {"amount": 1}, "claim": claim}})
}

fn started(number: u64) -> Value {
    json!({"started": {"attempt": attempt(number)}})
}

fn finish(number: u64, result: Value) -> Value {
    json!({"finish": {"attempt": attempt(number), "result": result}})
}

fn replayed(result: Value) -> Value {
    json!({"replayed": {"outcome": {"success": {"result": result}}}})
}

#[test]
fn the_hand_timeline_is_allowed_line_by_line() {
    let other = json!({"begin": {"payload": {"amount": 2}, "claim": "c"}});
    let lines = [
        line(0, begin("a"), started(1)),
        line(1, begin("b"), json!({"in_progress": {}})),
        line(2, other.clone(), json!({"conflict": {}})),
        line(3, finish(1, json!({"note": "N01"})), json!({"completed": {}})),
        line(4, begin("d"), replayed(json!({"note": "N01"}))),
        line(5, other, json!({"conflict": {}})),
    ];
    assert_eq!(
        verdicts(short(), &lines),
        [
            "allowed: begin.unseen",
            "allowed: begin.live",
            "allowed: begin.conflict",
            "allowed: finish.complete",
            "allowed: begin.replay",
            "allowed: begin.conflict",
        ]
    );
}

#[test]
fn a_second_started_while_a_claim_is_live_is_forbidden() {
    let lines = [line(0, begin("a"), started(1)), line(1, begin("b"), started(2))];
    assert_eq!(verdicts(short(), &lines)[1], "forbidden: begin.live");
}

#[test]
fn a_replay_of_another_result_is_forbidden_unless_replays_are_equivalent() {
    let lines = [
        line(0, begin("a"), started(1)),
        line(1, finish(1, json!({"state": "pending"})), json!({"completed": {}})),
        line(2, begin("b"), replayed(json!({"state": "running"}))),
    ];
    assert_eq!(verdicts(short(), &lines)[2], "forbidden: begin.replay");
    let equivalent = Contract { replay: Replay::Equivalent, ..short() };
    assert_eq!(verdicts(equivalent, &lines)[2], "allowed: begin.replay");
}

#[test]
fn falsy_results_are_replayed_as_themselves_and_not_as_null() {
    for falsy in [json!(0), json!(""), json!([]), json!(false), json!(null)] {
        let begun = [
            line(0, begin("a"), started(1)),
            line(1, finish(1, falsy.clone()), json!({"completed": {}})),
        ];
        let same = [&begun[..], &[line(2, begin("b"), replayed(falsy.clone()))]].concat();
        assert_eq!(verdicts(short(), &same)[2], "allowed: begin.replay", "{falsy}");
        if !falsy.is_null() {
            let null = [&begun[..], &[line(2, begin("b"), replayed(json!(null)))]].concat();
            assert_eq!(verdicts(short(), &null)[2], "forbidden: begin.replay", "{falsy}");
        }
    }
}

#[test]
fn attempts_may_be_numbered_in_any_growing_way_and_in_no_other() {
    let released = json!({"fail": {"attempt": attempt(7), "failure": {"not_applied": {}}}});
    let begun = [line(0, begin("a"), started(7)), line(1, released, json!({"released": {}}))];
    for (number, verdict) in [(9, "allowed"), (7, "forbidden"), (6, "forbidden")] {
        let lines = [&begun[..], &[line(2, begin("b"), started(number))]].concat();
        assert_eq!(verdicts(short(), &lines)[2], format!("{verdict}: begin.after-release"));
    }
}

#[test]
fn an_attempt_that_was_forgotten_may_not_be_issued_again() {
    let forget = Contract { after_retention: AfterRetention::Forget, ..short() };
    let begun =
        [line(0, begin("a"), started(5)), line(1, finish(5, json!(1)), json!({"completed": {}}))];
    for (number, verdict) in [(6, "allowed"), (5, "forbidden")] {
        let lines = [&begun[..], &[line(100, begin("b"), started(number))]].concat();
        assert_eq!(verdicts(forget, &lines)[2], format!("{verdict}: begin.unseen"));
    }
}

#[test]
fn a_store_that_may_forget_is_allowed_to_replay_or_to_start_until_it_has_shown_which() {
    let may = Contract { after_retention: AfterRetention::MayForget, ..short() };
    let begun =
        [line(0, begin("a"), started(1)), line(1, finish(1, json!(1)), json!({"completed": {}}))];
    let replays = [&begun[..], &[line(50, begin("b"), replayed(json!(1)))]].concat();
    assert_eq!(verdicts(may, &replays)[2], "allowed: begin.replay-late");
    let forgot = [&begun[..], &[line(50, begin("b"), started(2))]].concat();
    assert_eq!(verdicts(may, &forgot)[2], "allowed: begin.unseen");
    let again = line(51, begin("c"), replayed(json!(1)));
    let both = [&forgot[..], &[again]].concat();
    assert_eq!(verdicts(may, &both)[3], "forbidden: begin.live", "what is forgotten stays so");
    let early = [&begun[..], &[line(15, begin("b"), started(2))]].concat();
    assert_eq!(verdicts(may, &early)[2], "forbidden: begin.replay", "retention is a promise");
}

#[test]
fn a_volatile_restart_forgets_records_but_not_that_attempts_were_issued() {
    let restart = json!({"restart": {"incarnation": 1, "records": "lost"}});
    let fresh = |incarnation: u64, number: u64| json!({"started": {"attempt": {"incarnation": incarnation, "number": number}}});
    let lines =
        |answer| [line(0, begin("a"), started(3)), restart.clone(), line(1, begin("b"), answer)];
    assert_eq!(verdicts(short(), &lines(fresh(1, 1)))[1], "allowed: begin.unseen");
    assert_eq!(verdicts(short(), &lines(fresh(0, 3)))[1], "forbidden: begin.unseen");
    let kept = json!({"restart": {"incarnation": 1, "records": "kept"}});
    let lines = [line(0, begin("a"), started(3)), kept, line(1, begin("b"), fresh(1, 1))];
    assert_eq!(verdicts(short(), &lines)[1], "forbidden: begin.live");
}

#[test]
fn a_clock_that_goes_back_is_read_as_the_latest_time_used() {
    let lines = [
        line(0, begin("a"), started(1)),
        line(10, json!({"status": {}}), json!({"status": {"view": "uncertain_abandoned"}})),
        line(3, begin("b"), json!({"uncertain": {"cause": "abandoned"}})),
    ];
    assert!(verdicts(short(), &lines).iter().all(|verdict| verdict.starts_with("allowed")));
}

#[test]
fn equal_keys_in_two_scopes_are_two_requests() {
    let mut other = line(1, begin("b"), started(1));
    other["request"]["scope"] = json!("T");
    let lines = [line(0, begin("a"), started(1)), other];
    assert_eq!(verdicts(short(), &lines)[1], "allowed: begin.unseen");
}

#[test]
fn what_an_observer_leaves_out_is_not_judged_and_what_it_gives_is() {
    let with = |members: Value| [line(0, begin("a"), json!({"started": members}))];
    assert_eq!(verdicts(short(), &with(json!({})))[0], "allowed: begin.unseen");
    let right = json!({"lease_until": 10});
    assert_eq!(verdicts(short(), &with(right))[0], "allowed: begin.unseen");
    let wrong = json!({"lease_until": 11});
    assert_eq!(verdicts(short(), &with(wrong))[0], "forbidden: begin.unseen");
}

#[test]
fn after_a_forbidden_answer_the_session_goes_on_as_if_an_allowed_one_had_been_given() {
    let lines = [
        line(0, begin("a"), json!({"conflict": {}})),
        line(1, begin("b"), json!({"in_progress": {}})),
    ];
    assert_eq!(verdicts(short(), &lines), ["forbidden: begin.unseen", "allowed: begin.live"]);
}

#[test]
fn a_session_without_observed_answers_judges_nothing_and_is_no_success() {
    let mut asked = line(0, begin("a"), json!(null));
    asked.as_object_mut().unwrap().remove("observed");
    let (lines, conclusion) = rulings(short(), Limits::default(), &[asked]);
    assert_eq!(lines[0]["ruling"]["allowed"].as_array().unwrap().len(), 1);
    assert_eq!(conclusion, Conclusion::NothingJudged);
}

#[test]
fn memory_grows_with_live_requests_and_not_with_lines() {
    let forget =
        Contract { retention: Span::Ticks(5), after_retention: AfterRetention::Forget, ..short() };
    let limits = Limits { forgotten: 100, ..Limits::default() };
    let mut session = Session::new(OpenContract::pinned(forget), limits);
    let options = Options { explain: false, ask_only: false, longest_line: 1 << 20 };
    for round in 0..20_000_u64 {
        let request = json!({"scope": "S", "key": format!("k{round}")});
        let lines = [
            json!({"at": round, "request": request, "do": begin("a"), "observed": started(1)}),
            json!({"at": round, "request": request, "do": finish(1, json!(1)), "observed": {"completed": {}}}),
        ];
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let done =
            run(input.as_bytes(), &mut JsonLines::to(Vec::new()), &mut session, options, |_| {})
                .unwrap();
        assert_eq!(done.verdict, Conclusion::Allowed);
        assert!(session.live_requests() <= 1100, "{} requests are held", session.live_requests());
    }
    assert!(session.unchecked_forgotten() > 18_000, "and the summary says what is not checked");
}

#[test]
fn nobody_holds_a_request_that_was_cancelled_before_any_begin() {
    let cancelled = line(0, json!({"cancel": {}}), json!({"cancelled": {}}));
    let stale = line(1, finish(1, json!(1)), json!({"stale_attempt": {}}));
    let lines = [cancelled.clone(), stale];
    assert_eq!(verdicts(short(), &lines)[1], "allowed: closing.stale");
    let known = line(1, finish(1, json!(1)), json!({"already_completed": {}}));
    assert_eq!(verdicts(short(), &[cancelled, known])[1], "forbidden: closing.stale");
}

#[test]
fn an_incarnation_that_goes_back_is_a_bad_line_and_changes_nothing() {
    let restart =
        |incarnation: u64| json!({"restart": {"incarnation": incarnation, "records": "lost"}});
    let mut back = line(2, begin("b"), json!({"in_progress": {}}));
    back["incarnation"] = json!(1);
    let lines = [
        restart(2),
        line(0, begin("a"), json!({"started": {}})),
        restart(2),
        restart(1),
        back,
        line(3, begin("b"), json!({"in_progress": {}})),
    ];
    let (told, conclusion) = rulings(short(), Limits::default(), &lines);
    for bad in [2, 3, 4] {
        assert_eq!(told[bad]["error"]["kind"], "out_of_order", "{}", told[bad]);
    }
    assert_eq!(told[5]["ruling"]["verdict"], "allowed", "the claim is still there");
    assert_eq!(conclusion, Conclusion::BadInput);
}

#[test]
fn an_attempt_that_was_not_told_is_whichever_is_named_first() {
    let untold = line(0, begin("a"), json!({"started": {}}));
    let completed = line(1, finish(7, json!(1)), json!({"completed": {}}));
    assert!(verdicts(short(), &[untold.clone(), completed.clone()])[1].starts_with("allowed"));
    let stale = line(1, finish(7, json!(1)), json!({"stale_attempt": {}}));
    let right = line(2, finish(9, json!(1)), json!({"completed": {}}));
    let both = [untold.clone(), stale, right];
    assert!(verdicts(short(), &both).iter().all(|verdict| verdict.starts_with("allowed")));
    let again = line(2, finish(9, json!(2)), json!({"stale_attempt": {}}));
    let known = [untold.clone(), completed, again];
    assert_eq!(verdicts(short(), &known)[2], "allowed: closing.stale", "it is 7 from then on");
    let seen = json!({"status": {"view": "live", "attempt": attempt(5)}});
    let status = line(1, json!({"status": {}}), seen);
    let other = line(2, finish(4, json!(1)), json!({"completed": {}}));
    let told = [untold, status, other];
    assert_eq!(verdicts(short(), &told)[2], "forbidden: closing.stale", "it is 5");
}

#[test]
fn an_attempt_that_was_not_told_is_larger_than_those_that_were() {
    let released = json!({"fail": {"attempt": attempt(7), "failure": {"not_applied": {}}}});
    let begun = [
        line(0, begin("a"), started(7)),
        line(1, released, json!({"released": {}})),
        line(2, begin("b"), json!({"started": {}})),
    ];
    let with = |number| {
        let last = line(3, finish(number, json!(1)), json!({"completed": {}}));
        verdicts(short(), &[&begun[..], &[last]].concat())[3].clone()
    };
    assert_eq!(with(8), "allowed: finish.complete");
    assert_eq!(with(7), "forbidden: closing.stale");
}

#[test]
fn an_operation_whose_answer_was_not_observed_tells_no_attempt() {
    let mut unseen = line(0, begin("a"), json!(null));
    unseen.as_object_mut().unwrap().remove("observed");
    let again = line(1, begin("a"), started(7));
    let lines = [unseen, again, line(2, finish(7, json!(1)), json!({"completed": {}}))];
    assert_eq!(
        verdicts_of_observed(short(), &lines),
        ["allowed: begin.asked-again", "allowed: finish.complete"]
    );
}

#[test]
fn a_restart_moves_the_clock() {
    let kept = json!({"at": 100, "restart": {"incarnation": 2, "records": "kept"}});
    let lines =
        [line(0, begin("a"), started(1)), kept, line(5, begin("b"), json!({"in_progress": {}}))];
    assert_eq!(verdicts(short(), &lines)[1], "forbidden: begin.abandoned");
}

#[test]
fn a_request_that_is_forgotten_again_and_again_stays_checked() {
    let limits = Limits { forgotten: 8, ..Limits::default() };
    let mut lines = Vec::new();
    for round in 1..100_u64 {
        let told = json!({"started": {"attempt": {"incarnation": round - 1, "number": 1}}});
        lines.push(line(0, begin("a"), told));
        lines.push(json!({"restart": {"incarnation": round, "records": "lost"}}));
    }
    lines.push(line(
        0,
        begin("a"),
        json!({"started": {"attempt": {"incarnation": 3, "number": 1}}}),
    ));
    let (told, conclusion) = rulings(short(), limits, &lines);
    assert_eq!(told.last().unwrap()["ruling"]["verdict"], "forbidden", "3.1 was issued before");
    assert_eq!(conclusion, Conclusion::Forbidden);
}

#[test]
fn too_many_live_requests_are_a_named_limit() {
    let limits = Limits { requests: 3, ..Limits::default() };
    let lines: Vec<Value> = (0..6)
        .map(|key| {
            let mut line = line(0, begin("a"), json!({"started": {}}));
            line["request"]["key"] = json!(format!("K{key}"));
            line
        })
        .collect();
    let (told, conclusion) = rulings(short(), limits, &lines);
    assert_eq!(conclusion, Conclusion::Undetermined);
    assert_eq!(told[5]["error"]["kind"], "limit", "{}", told[5]);
}

#[test]
fn a_status_is_judged_in_its_protection_and_its_link_too() {
    let linked = json!({"begin": {"payload": {"amount": 1}, "claim": "a", "follows": {"scope": "S", "key": "first"}}});
    let status = |members: Value| {
        let asked = line(1, json!({"status": {}}), json!({"status": members}));
        verdicts(short(), &[line(0, linked.clone(), started(1)), asked])[1].clone()
    };
    assert!(status(json!({"protection": {"until": {"time": "unbounded"}}})).starts_with("allowed"));
    assert!(status(json!({"protection": {"none": {}}})).starts_with("forbidden"));
    assert!(status(json!({"follows": {"scope": "S", "key": "first"}})).starts_with("allowed"));
    assert!(status(json!({"follows": {"scope": "S", "key": "other"}})).starts_with("forbidden"));
}

#[test]
fn the_first_forbidden_line_is_told() {
    let lines = [
        line(0, begin("a"), started(1)),
        line(1, begin("b"), json!({"conflict": {}})),
        line(2, begin("c"), json!({"conflict": {}})),
    ];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let options = Options { explain: false, ask_only: false, longest_line: 1 << 20 };
    let mut session = Session::new(OpenContract::pinned(short()), Limits::default());
    let told = &mut JsonLines::to(Vec::new());
    let summary = run(input.as_bytes(), told, &mut session, options, |_| {}).unwrap();
    assert_eq!((summary.first_forbidden, summary.forbidden, summary.judged), (Some(2), 2, 3));
}

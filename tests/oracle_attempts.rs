//! Attempts in sessions of the oracle: how they may be numbered, and what is known of those that
//! were not told or were forgotten.

mod oracle_support;

use onceproof::oracle::line::{Conclusion, JsonLines, Options, run};
use onceproof::oracle::{Limits, Session};
use onceproof::spec::contract::{AfterRetention, Contract, OnLeaseOver, RetentionCovers, Span};
use onceproof::spec::open::OpenContract;
use oracle_support::{attempt, begin, finish, line, rulings, short, started, verdicts};
use serde_json::{Value, json};

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
fn nobody_holds_a_request_that_was_cancelled_before_any_begin() {
    let cancelled = line(0, json!({"cancel": {}}), json!({"cancelled": {}}));
    let stale = line(1, finish(1, json!(1)), json!({"stale_attempt": {}}));
    let lines = [cancelled.clone(), stale];
    assert_eq!(verdicts(short(), &lines)[1], "allowed: closing.stale");
    let known = line(1, finish(1, json!(1)), json!({"already_completed": {}}));
    assert_eq!(verdicts(short(), &[cancelled, known])[1], "forbidden: closing.stale");
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

fn status() -> Value {
    json!({"status": {}})
}

fn unobserved(at: u64, operation: Value) -> Value {
    let mut line = line(at, operation, json!(null));
    line.as_object_mut().unwrap().remove("observed");
    line
}

/// The numbers of the attempts in what is printed for each line.
fn printed(told: &[Value]) -> Vec<Vec<u64>> {
    let number = |allowed: &Value| {
        let members = allowed["answer"].as_object().unwrap().values().next().unwrap();
        members["attempt"].get("number").or(members["current"].get("number"))?.as_u64()
    };
    let numbers = |line: &Value| {
        let allowed = line["ruling"]["allowed"].as_array().unwrap();
        allowed.iter().filter_map(number).collect()
    };
    told.iter().map(numbers).collect()
}

#[test]
fn an_oracle_that_is_only_asked_stays_with_the_attempt_that_it_gave() {
    let asked = [begin("w"), begin("w"), status(), finish(1, json!(1)), status()];
    let lines: String =
        asked.into_iter().map(|asked| format!("{}\n", unobserved(0, asked))).collect();
    let session = Session::new(OpenContract::pinned(short()), Limits::default());
    let options = Options { explain: false, ask_only: true, longest_line: 1 << 20 };
    let mut output = Vec::new();
    let told = &mut JsonLines::to(&mut output);
    run(lines.as_bytes(), told, &mut session.as_the_layer(), options, |_| {}).unwrap();
    let output = String::from_utf8(output).unwrap();
    let mut told: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    told.pop();
    assert_eq!(printed(&told), [vec![1], vec![1], vec![1], vec![], vec![1]]);
    let finished = told[3]["ruling"]["allowed"].as_array().unwrap();
    assert_eq!(finished.len(), 1, "{finished:?}");
    assert_eq!(finished[0]["clause"], "finish.complete");
}

#[test]
fn the_number_printed_for_an_attempt_that_was_not_told_stays_until_one_is_named() {
    let lines = [
        line(0, begin("w"), json!({"started": {}})),
        line(0, begin("w"), json!({"started": {}})),
        line(0, begin("w"), json!({"started": {}})),
        line(0, status(), json!({"status": {}})),
        unobserved(0, status()),
        line(0, finish(7, json!(1)), json!({"stale_attempt": {}})),
        line(0, status(), json!({"status": {"attempt": attempt(5)}})),
        line(0, status(), json!({"status": {}})),
        line(0, begin("w"), json!({"started": {}})),
    ];
    let (told, conclusion) = rulings(short(), Limits::default(), &lines);
    assert_eq!(conclusion, Conclusion::Allowed);
    let numbers = printed(&told);
    assert_eq!(numbers[..6], [vec![1], vec![1], vec![1], vec![1], vec![1], vec![1]]);
    assert_eq!(numbers[6], [1, 5], "the one that was observed may be the one");
    assert_eq!(numbers[7..], [vec![5], vec![5]], "and then it is");
}

/// A store that forgets what it began, at the latest after ten ticks.
fn forgetful() -> Contract {
    Contract {
        lease: Span::Ticks(10),
        retention: Span::Ticks(10),
        on_lease_over: OnLeaseOver::TakeOver,
        after_retention: AfterRetention::Forget,
        retention_covers: RetentionCovers::AnyState,
        ..short()
    }
}

/// V is begun with `first`, others are and are forgotten, and `last` are asked of V. What is
/// said of these, and at the end.
fn of_v_again(first: Value, last: &[Value], forgotten: usize) -> (Vec<Value>, Conclusion) {
    let on = |key: String, mut line: Value| {
        line["request"]["key"] = json!(key);
        line
    };
    let mut lines = vec![on("V".to_owned(), line(0, begin("a"), first))];
    let others = (1..5_000).map(|at| on(format!("K{at}"), line(at, begin("a"), started(at))));
    lines.extend(others);
    lines.extend(last.iter().map(|last| on("V".to_owned(), last.clone())));
    let limits = Limits { forgotten, ..Limits::default() };
    let (told, conclusion) = rulings(forgetful(), limits, &lines);
    (told[told.len() - last.len()..].to_vec(), conclusion)
}

#[test]
fn an_attempt_that_may_have_been_issued_for_a_request_that_was_dropped_is_undetermined() {
    let begun = |number| [line(6_000, begin("b"), started(number))];
    let cases = [
        (1, 10_000, Conclusion::Forbidden, "it is known"),
        (1, 16, Conclusion::Undetermined, "it is not known any more"),
        (99, 16, Conclusion::Undetermined, "it was issued for another, and may have been for V"),
        (9_999, 16, Conclusion::Allowed, "it was never issued"),
        (1, 0, Conclusion::Undetermined, "nothing is known"),
    ];
    for (number, forgotten, conclusion, why) in cases {
        assert_eq!(of_v_again(started(1), &begun(number), forgotten).1, conclusion, "{why}");
    }
}

#[test]
fn an_attempt_of_a_dropped_request_that_is_told_later_is_undetermined_then() {
    let untold = || line(6_000, begin("b"), json!({"started": {}}));
    let completed = |number| line(6_001, finish(number, json!(1)), json!({"completed": {}}));
    let asked = line(6_000, status(), json!({"status": {"view": "absent"}}));
    let cases = [
        (vec![untold()], Conclusion::Allowed),
        (vec![untold(), completed(9_999)], Conclusion::Allowed),
        (vec![untold(), completed(2)], Conclusion::Undetermined),
        (vec![asked.clone(), line(6_001, begin("b"), started(1))], Conclusion::Undetermined),
        (vec![asked, line(6_001, begin("b"), started(9_999))], Conclusion::Allowed),
        (vec![line(6_000, begin("b"), json!({"conflict": {}}))], Conclusion::Forbidden),
    ];
    for (last, conclusion) in cases {
        assert_eq!(of_v_again(started(1), &last, 16).1, conclusion, "{last:?}");
    }
}

//! The oracle under one pinned contract: what it allows, what it forbids, and by which clause.

mod oracle_support;

use onceproof::oracle::line::{Conclusion, JsonLines, Options, run};
use onceproof::oracle::{Limits, Session};
use onceproof::spec::contract::{AfterRetention, Contract, Replay, Span};
use onceproof::spec::open::OpenContract;
use oracle_support::{begin, finish, line, replayed, rulings, short, started, verdicts};
use serde_json::{Value, json};

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
fn a_scope_and_a_key_that_read_alike_when_joined_are_other_requests() {
    let on = |at, scope, key| {
        let mut line = line(at, begin("a"), started(1));
        line["request"] = json!({"scope": scope, "key": key});
        line
    };
    let lines = [on(0, "a", "bc"), on(1, "ab", "c"), on(2, "", "abc"), on(3, "abc", "")];
    assert_eq!(verdicts(short(), &lines), ["allowed: begin.unseen"; 4]);
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
            json!({"at": round, "request": request, "do": begin("a"), "observed": started(round + 1)}),
            json!({"at": round, "request": request, "do": finish(round + 1, json!(1)), "observed": {"completed": {}}}),
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
fn a_restart_moves_the_clock() {
    let kept = json!({"at": 100, "restart": {"incarnation": 2, "records": "kept"}});
    let lines =
        [line(0, begin("a"), started(1)), kept, line(5, begin("b"), json!({"in_progress": {}}))];
    assert_eq!(verdicts(short(), &lines)[1], "forbidden: begin.abandoned");
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

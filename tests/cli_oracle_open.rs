//! The verb `oracle` under contract files that leave parameters open.
//!
//! Claims: the summary lists the named contracts that fit. A session that was recorded under a
//! named contract fits that one, whatever else it fits.
//! Not covered: that no contract fits too many, for which see `tests/oracle_open.rs`.

#![cfg(feature = "cli")]

mod schema_support;

use onceproof::oracle::Mock;
use onceproof::spec::contract::{Contract, Span};
use onceproof::spec::{RequestId, named};
use onceproof::trace::form::{AnswerForm, OperationForm};
use schema_support::command::{File, run};
use schema_support::lines;
use schema_support::written::{ALL_OPEN, answered, session};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A contract file in which every choice is open, with the durations of a contract.
fn open_for(contract: &Contract) -> String {
    let span = |span: Span| match span {
        Span::Ticks(ticks) => ticks.to_string(),
        Span::Unbounded => "\"unbounded\"".to_owned(),
    };
    let Contract { lease, retention, block_for, .. } = contract;
    let (lease, retention, block_for) = (span(*lease), span(*retention), span(*block_for));
    format!("{ALL_OPEN}lease = {lease}\nretention = {retention}\nblock_for = {block_for}\n")
}

/// How long a contract's duration lasts, as far as a session waits for it.
fn wait(span: Span) -> u64 {
    match span {
        Span::Ticks(ticks) => ticks,
        Span::Unbounded => 1_000,
    }
}

/// Asks a layer under `contract` about everything that tells contracts apart, and records it.
fn recorded(contract: Contract) -> Vec<Value> {
    let mut layer = Mock::new(contract);
    let mut told = Vec::new();
    let payload = |amount: u64| json!({"payload": {"amount": amount}});
    let begin = |amount: u64, claim: &str| {
        let mut begin = payload(amount);
        begin["claim"] = json!(claim);
        json!({"begin": begin})
    };
    let failures =
        [json!({"unknown": {}}), json!({"not_applied": {}}), json!({"refused": {"reason": "no"}})];
    for (key, failure) in failures.into_iter().enumerate() {
        let request = RequestId { scope: "S".into(), key: format!("K{key}") };
        let mut attempt = json!({"incarnation": 0, "number": 1});
        let mut ask =
            |wait: u64, operation: &str, mut with: Value, tagged: bool, layer: &mut Mock| {
                layer.advance(wait);
                if tagged {
                    with["attempt"] = attempt.clone();
                } else if !matches!(operation, "begin" | "status" | "resolve") {
                    with["payload"] = json!({"amount": 1});
                }
                let operation = if operation == "begin" { with } else { json!({operation: with}) };
                let form: OperationForm =
                    serde_json::from_value(operation.clone()).expect("a form");
                let answer = layer.ask(&request, &form).expect("an operation");
                if let AnswerForm::Started { attempt: Some(issued), .. } = &answer {
                    attempt = json!(issued);
                }
                let at = layer.now().time.number().expect("a number");
                let mut line = answered(at, operation, json!(answer));
                line["request"] = json!(request);
                told.push(line);
            };
        let (lease, retention) = (wait(contract.lease), wait(contract.retention));
        ask(1, "begin", begin(1, "a"), false, &mut layer);
        ask(1, "begin", begin(1, "b"), false, &mut layer);
        ask(1, "begin", begin(2, "b"), false, &mut layer);
        ask(1, "renew", json!({}), false, &mut layer);
        ask(1, "renew", json!({}), true, &mut layer);
        ask(lease, "begin", begin(1, "c"), false, &mut layer);
        ask(1, "begin", begin(2, "d"), false, &mut layer);
        ask(1, "fail", json!({"failure": failure}), true, &mut layer);
        ask(1, "fail", json!({"failure": failure}), false, &mut layer);
        ask(1, "begin", begin(1, "e"), false, &mut layer);
        ask(1, "finish", json!({"result": {"note": "N01"}}), true, &mut layer);
        ask(1, "finish", json!({"result": {"note": "N02"}}), false, &mut layer);
        ask(1, "begin", begin(1, "f"), false, &mut layer);
        ask(1, "status", json!({}), false, &mut layer);
        ask(retention, "begin", begin(1, "g"), false, &mut layer);
        ask(1, "begin", begin(2, "h"), false, &mut layer);
    }
    told
}

fn judged(contract: &Contract, told: &[Value]) -> Value {
    let file = File::new("open-for.toml", &open_for(contract));
    let ran = run(&["oracle", "--contract", file.name()], session(told));
    let summary = lines(&ran.out).pop().expect("a summary")["summary"].clone();
    assert_eq!(summary["judged"], told.len(), "{}", ran.err);
    assert_eq!(summary["forbidden"], 0, "{}: line {}", ran.err, summary["first_forbidden"]);
    summary["contracts"].clone()
}

#[test]
fn a_session_recorded_under_a_named_contract_lists_that_contract_among_those_that_fit() {
    let mut lists = BTreeSet::new();
    for named in named::ALL {
        let contract = *named.open().base();
        let fitting = judged(&contract, &recorded(contract));
        let names: Vec<&str> =
            fitting["named"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
        assert!(names.contains(&named.name), "{} is not among {names:?}", named.name);
        lists.insert(names.join(" "));
    }
    // The sessions tell contracts apart: were all names always listed, this would show nothing.
    assert!(lists.len() >= 6, "{lists:?}");
}

#[test]
fn contracts_that_do_not_fit_are_not_listed() {
    let fitting = judged(&named::STRICT, &recorded(named::STRICT));
    // The draft leaves open whatever strict decides and it does not.
    assert_eq!(fitting["named"], json!(["strict", "ietf-draft"]));
    assert_eq!(fitting["no_promise"], Value::Null);
}

/// A layer that keeps a named contract, and where that leaves parameters open does the strongest
/// thing, is allowed: what a contract gives up itself is no finding against it.
#[test]
fn a_correct_session_under_a_named_contract_ends_with_0() {
    for named in named::ALL {
        let told = recorded(onceproof::property::strongest(&named.open()));
        let ran = run(&["oracle", "--contract", named.name], session(&told));
        let summary = lines(&ran.out).pop().expect("a summary");
        assert_eq!((ran.code, &summary["summary"]["verdict"]), (Some(0), &json!("allowed")));
    }
}

#[test]
fn the_groups_that_fit_are_listed_strongest_first_and_the_strongest_is_shown() {
    let text = format!("{ALL_OPEN}lease = 10\nretention = 20\nblock_for = 30\n");
    let open = File::new("strongest-first-open.toml", &text);
    let told = [
        answered(
            0,
            json!({"begin": {"payload": {"amount": 1}, "claim": "a"}}),
            json!({"started": {}}),
        ),
        answered(
            1,
            json!({"fail": {"payload": {"amount": 1}, "failure": {"unknown": {}}}}),
            json!({"quarantined": {}}),
        ),
    ];
    let ran = run(&["oracle", "--contract", open.name()], session(&told));
    let summary = lines(&ran.out).pop().expect("a summary");
    let fits = summary["summary"]["contracts"]["strongest_first"].as_array().expect("fits").clone();
    assert!(!fits.is_empty());
    let pinned = |fit: &Value| {
        let mut contract = named::STRICT;
        for parameter in onceproof::spec::contract::Parameter::ALL {
            let value = fit["strongest"][parameter.name()].as_str().expect("a value");
            let index = parameter.values().iter().position(|name| *name == value).expect("known");
            parameter.set_in(&mut contract, index as u8);
            let allowed = fit["parameters"][parameter.name()].as_array().expect("values");
            assert!(allowed.contains(&json!(value)), "the strongest is one of the group");
        }
        contract
    };
    let contracts: Vec<Contract> = fits.iter().map(pinned).collect();
    let sorted = contracts
        .windows(2)
        .all(|pair| onceproof::property::by_strength(&pair[0], &pair[1]).is_le());
    assert!(sorted, "{contracts:?}");
    for (fit, contract) in fits.iter().zip(&contracts) {
        let mut up: Vec<_> =
            onceproof::property::given_up(contract).iter().map(|up| up.property.id()).collect();
        up.dedup();
        assert_eq!(fit["gives_up"], json!(up));
    }
}

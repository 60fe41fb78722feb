//! Lines for sessions of the oracle under one pinned contract, and what is said of them.
#![allow(dead_code)] // Each test uses a part.

use onceproof::oracle::line::{Conclusion, JsonLines, Options, run};
use onceproof::oracle::{Limits, Session};
use onceproof::spec::contract::{Contract, Span};
use onceproof::spec::named;
use onceproof::spec::open::OpenContract;
use serde_json::{Value, json};

/// Runs lines under a contract. The output lines, without the summary, and the conclusion.
pub(crate) fn rulings(
    contract: Contract,
    limits: Limits,
    lines: &[Value],
) -> (Vec<Value>, Conclusion) {
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
pub(crate) fn verdicts(contract: Contract, lines: &[Value]) -> Vec<String> {
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

pub(crate) fn short() -> Contract {
    Contract {
        lease: Span::Ticks(10),
        retention: Span::Ticks(20),
        block_for: Span::Ticks(30),
        ..named::STRICT
    }
}

pub(crate) fn attempt(number: u64) -> Value {
    json!({"incarnation": 0, "number": number})
}

pub(crate) fn line(at: u64, operation: Value, observed: Value) -> Value {
    json!({"at": at, "request": {"scope": "S", "key": "K"}, "do": operation, "observed": observed})
}

pub(crate) fn begin(claim: &str) -> Value {
    json!({"begin": {"payload": {"amount": 1}, "claim": claim}})
}

pub(crate) fn started(number: u64) -> Value {
    json!({"started": {"attempt": attempt(number)}})
}

pub(crate) fn finish(number: u64, result: Value) -> Value {
    json!({"finish": {"attempt": attempt(number), "result": result}})
}

pub(crate) fn replayed(result: Value) -> Value {
    json!({"replayed": {"outcome": {"success": {"result": result}}}})
}

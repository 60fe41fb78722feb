//! Every hand-written case passes on the specification, and together they cover it.
//!
//! *What it claims.* The table decides as the cases say, by the clause that they name; every
//! cell, every parameter value and every clause is met by some case.
//! *How that is checked.* By execution: what is not met is listed, and the test fails.
//! *What is not covered.* Whether the cases could tell a broken table apart: `case_mutants.rs`.

use onceproof::conformance::shipped::{FILES, read_all};
use onceproof::conformance::{
    Case, Forgetting, Records, SpecSubject, Subject, SubjectError, Verdict, judge, run,
};
use onceproof::spec::contract::{Parameter, Span, *};
use onceproof::spec::{Clause, Contract, RequestId, View, step};
use onceproof::trace::form::{
    AnswerForm, FailureForm, FindingForm, OperationForm, SettingForm, Tick,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[test]
fn every_case_passes_on_the_specification() {
    let cases = cases();
    for forgetting in [Forgetting::Never, Forgetting::AtSweep] {
        let report = run(&cases, &mut SpecSubject::new(forgetting)).unwrap();
        let failed = report.results.iter().filter(|(_, verdict)| !verdict.passed());
        let wrong: Vec<String> = failed.map(|(name, verdict)| told(name, verdict)).collect();
        assert!(wrong.is_empty(), "{} failed\n{}", wrong.len(), wrong.join("\n"));
    }
}

#[test]
fn the_judged_step_is_decided_by_the_clause_that_the_case_names() {
    let mut wrong = Vec::new();
    for case in &cases() {
        let decided: Vec<Clause> = [Forgetting::Never, Forgetting::AtSweep]
            .into_iter()
            .filter_map(|forgetting| {
                let mut subject = SpecSubject::new(forgetting);
                judge(case, &mut subject);
                subject.decided().map(|decided| decided.clause)
            })
            .collect();
        let chosen = case.contract.after_retention == AfterRetention::MayForget;
        let agrees = |clause: &Clause| *clause == case.clause;
        let all = decided.iter().all(agrees) || (chosen && decided.iter().any(agrees));
        if decided.is_empty() || !all {
            let ids: Vec<&str> = decided.iter().map(|clause| clause.id()).collect();
            wrong.push(format!("{}: {} expected, {ids:?} decided", case.name, case.clause.id()));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_clause_is_the_clause_of_some_case() {
    let met: BTreeSet<Clause> = cases().iter().map(|case| case.clause).collect();
    let gaps: Vec<&str> = Clause::ALL
        .iter()
        .filter(|clause| !met.contains(clause))
        .map(|clause| clause.id())
        .collect();
    assert!(gaps.is_empty(), "clauses without a case: {gaps:?}");
}

#[test]
fn every_cell_of_the_table_is_met_by_some_step() {
    let mut met = BTreeSet::new();
    for case in &cases() {
        let mut subject = Watching { inner: SpecSubject::new(Forgetting::Never), met: &mut met };
        judge(case, &mut subject);
    }
    let gaps: Vec<String> = View::ALL
        .iter()
        .flat_map(|view| ROWS.iter().map(move |row| (*view, row.to_string())))
        .filter(|cell| !met.contains(cell))
        .map(|(view, row)| format!("{view:?} x {row}"))
        .collect();
    assert!(gaps.is_empty(), "{} cells without a step:\n{}", gaps.len(), gaps.join("\n"));
}

#[test]
fn every_parameter_value_is_set_by_a_case_that_consults_it() {
    let consulted = Rc::new(RefCell::new(BTreeSet::new()));
    let mut met: BTreeSet<(String, String)> = BTreeSet::new();
    for case in &cases() {
        consulted.borrow_mut().clear();
        let log = Rc::clone(&consulted);
        let table = move |contract: &Contract, record: &_, operation: &_, now| {
            step(&Consulted { contract, log: &log }, record, operation, now)
        };
        let mut subject = SpecSubject::with_table(Forgetting::Never, Box::new(table));
        judge(case, &mut subject);
        for (parameter, setting) in &case.contract_form.with {
            // One step is the same under both clocks and both replays: only worlds differ.
            let never_asked = ["clock", "replay"].contains(&parameter.as_str());
            if never_asked || consulted.borrow().contains(parameter.as_str()) {
                met.insert((parameter.clone(), sort_of(setting)));
            }
        }
    }
    let choices = Parameter::ALL.iter().flat_map(|parameter| {
        parameter.values().into_iter().map(|value| (parameter.name().to_owned(), value.to_owned()))
    });
    let spans = ["lease", "retention", "block_for"].into_iter().flat_map(|span| {
        ["0", "a number", "unbounded"].map(|sort| (span.to_owned(), sort.to_owned()))
    });
    let gaps: Vec<_> = choices.chain(spans).filter(|value| !met.contains(value)).collect();
    assert!(gaps.is_empty(), "parameter values that no case tells: {gaps:?}");
}

#[test]
fn a_parameter_that_no_step_asks_for_changes_no_answer() {
    for case in &cases() {
        let mut other = case.clone();
        for parameter in [Parameter::Clock, Parameter::Replay] {
            let index = parameter.index_in(&case.contract);
            parameter.set_in(&mut other.contract, 1 - index);
        }
        let mut subject = SpecSubject::new(Forgetting::Never);
        let before = judge(case, &mut subject).passed();
        assert_eq!(judge(&other, &mut subject).passed(), before, "{}", case.name);
    }
}

#[test]
fn every_case_file_is_shipped_and_no_name_is_used_twice() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases")).unwrap();
    let there: BTreeSet<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let shipped: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(there, shipped);
    let cases = cases();
    let names: BTreeMap<&str, &Case> =
        cases.iter().map(|case| (case.name.as_str(), case)).collect();
    assert_eq!(names.len(), cases.len());
    assert!(cases.len() >= 160, "{} cases", cases.len());
}

#[test]
fn running_no_case_is_an_error() {
    let none: [Case; 0] = [];
    assert!(run(&none, &mut SpecSubject::new(Forgetting::Never)).is_err());
}

fn cases() -> Vec<Case> {
    read_all().unwrap().into_iter().flat_map(|(_, file)| file.cases).collect()
}

fn told(name: &str, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Failed { step, expected, observed, difference } => {
            format!("{name}, step {step}: {expected:?} expected, {observed:?} told ({difference})")
        }
        other => format!("{name}: {other:?}"),
    }
}

const ROWS: &[&str] = &[
    "begin",
    "begin_without_key",
    "finish tagged",
    "finish untagged",
    "fail not_applied tagged",
    "fail not_applied untagged",
    "fail unknown tagged",
    "fail unknown untagged",
    "fail refused tagged",
    "fail refused untagged",
    "renew tagged",
    "renew untagged",
    "resolve applied tagged",
    "resolve applied untagged",
    "resolve not_applied tagged",
    "resolve not_applied untagged",
    "cancel with payload",
    "cancel without payload",
    "status",
    "sweep",
];

fn row<A>(operation: &OperationForm<A>) -> String {
    let by = |attempt: &Option<A>| if attempt.is_some() { "tagged" } else { "untagged" };
    match operation {
        OperationForm::Begin { .. } => "begin".to_owned(),
        OperationForm::BeginWithoutKey {} => "begin_without_key".to_owned(),
        OperationForm::Finish { attempt, .. } => format!("finish {}", by(attempt)),
        OperationForm::Fail { attempt, failure, .. } => {
            let kind = match failure {
                FailureForm::NotApplied {} => "not_applied",
                FailureForm::Unknown {} => "unknown",
                FailureForm::Refused { .. } => "refused",
            };
            format!("fail {kind} {}", by(attempt))
        }
        OperationForm::Renew { attempt, .. } => format!("renew {}", by(attempt)),
        OperationForm::Resolve { attempt, finding, .. } => {
            let kind = match finding {
                FindingForm::Applied { .. } => "applied",
                FindingForm::NotApplied {} => "not_applied",
            };
            format!("resolve {kind} {}", by(attempt))
        }
        OperationForm::Cancel { payload: None, fingerprint: None } => {
            "cancel without payload".to_owned()
        }
        OperationForm::Cancel { .. } => "cancel with payload".to_owned(),
        OperationForm::Status {} => "status".to_owned(),
        OperationForm::Sweep {} => "sweep".to_owned(),
    }
}

/// The specification, with a note of every cell that is met.
struct Watching<'a> {
    inner: SpecSubject,
    met: &'a mut BTreeSet<(View, String)>,
}

impl Subject for Watching<'_> {
    fn reset(&mut self, contract: &Contract) -> Result<(), SubjectError> {
        self.inner.reset(contract)
    }
    fn apply(
        &mut self,
        at: Tick,
        request: &RequestId,
        operation: &OperationForm,
    ) -> Result<AnswerForm, SubjectError> {
        let answer = self.inner.apply(at, request, operation)?;
        let decided = self.inner.decided().unwrap();
        self.met.insert((decided.view, row(operation)));
        Ok(answer)
    }
    fn restart(&mut self, at: Tick, records: Records) -> Result<(), SubjectError> {
        self.inner.restart(at, records)
    }
}

/// A contract that notes what is asked of it.
struct Consulted<'a> {
    contract: &'a Contract,
    log: &'a RefCell<BTreeSet<&'static str>>,
}

macro_rules! consulted {
    ($($name:ident: $kind:ty = $text:literal,)+) => {
        impl Terms for Consulted<'_> {
            $(fn $name(&self) -> $kind { self.log.borrow_mut().insert($text); self.contract.$name })+
        }
    };
}
consulted! {
    lease: Span = "lease", retention: Span = "retention", block_for: Span = "block_for",
    on_lease_over: OnLeaseOver = "on_lease_over", fencing_finish: Fencing = "fencing.finish",
    fencing_fail: Fencing = "fencing.fail", fencing_renew: Fencing = "fencing.renew",
    payload_check: PayloadCheck = "payload_check", on_not_applied: OnNotApplied = "on_not_applied",
    on_unknown: OnUnknown = "on_unknown", on_refused: OnRefused = "on_refused",
    retention_anchor: RetentionAnchor = "retention_anchor",
    retention_covers: RetentionCovers = "retention_covers",
    after_retention: AfterRetention = "after_retention", replay: Replay = "replay",
    busy_order: BusyOrder = "busy_order", deadline: Deadline = "deadline", clock: Clock = "clock",
    missing_key: MissingKey = "missing_key",
}

fn sort_of(setting: &SettingForm) -> String {
    match setting {
        SettingForm::Ticks(0) => "0".to_owned(),
        SettingForm::Ticks(_) => "a number".to_owned(),
        SettingForm::Name(name) => name.clone(),
    }
}

//! Broken tables, each told apart by a named case.
//!
//! *What it claims.* A table that ignores one parameter, or gets one rule wrong, fails the case
//! that is named beside it.
//! *How that is checked.* Each mutant wraps the table and is run on every case.
//! *What is not covered.* Faults that take two rules at once.

mod table;

use onceproof::conformance::shipped::read_all;
use onceproof::conformance::spec_subject::Table;
use onceproof::conformance::{Case, Forgetting, SpecSubject, run};
use onceproof::spec::contract::Parameter;
use onceproof::spec::{Contract, step};
use onceproof::trace::form::Concrete;
use table::{M, MUTANTS, O, R};

#[test]
fn every_mutant_of_the_table_fails_the_case_that_is_named_beside_it() {
    let cases = cases();
    let mut wrong = Vec::new();
    for (mutant, killer, table) in MUTANTS {
        let table = *table;
        let failed = failed_by(&cases, Box::new(table));
        if !failed.iter().any(|name| name == killer) {
            wrong.push(format!("{mutant} passes {killer}; it fails {failed:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(MUTANTS.len() >= 20);
}

#[test]
fn a_table_with_any_parameter_stuck_at_one_value_fails() {
    let cases = cases();
    let mut survivors = Vec::new();
    for parameter in Parameter::ALL.iter().copied() {
        // No step asks for these two; their mutants are in the list above.
        if [Parameter::Clock, Parameter::Replay].contains(&parameter) {
            continue;
        }
        for (index, value) in parameter.values().into_iter().enumerate() {
            let index = u8::try_from(index).unwrap();
            let table = move |contract: &Contract, record: &R, operation: &O, now: M| {
                let mut stuck = *contract;
                parameter.set_in(&mut stuck, index);
                step(&stuck, record, operation, now)
            };
            if failed_by(&cases, Box::new(table)).is_empty() {
                survivors.push(format!("{} = {value}", parameter.name()));
            }
        }
    }
    assert!(survivors.is_empty(), "stuck, and no case fails: {survivors:?}");
}

#[test]
fn the_table_itself_fails_nothing_that_it_passes() {
    assert!(failed_by(&cases(), Box::new(step::<Concrete>)).is_empty());
}

/// The cases that this table fails and the true one passes.
fn failed_by(cases: &[Case], table: Box<Table>) -> Vec<String> {
    let truth = run(cases, &mut SpecSubject::new(Forgetting::Never)).unwrap();
    let report = run(cases, &mut SpecSubject::with_table(Forgetting::Never, table)).unwrap();
    let pairs = truth.results.iter().zip(report.results);
    pairs
        .filter(|((_, before), (_, after))| before.passed() && !after.passed())
        .map(|(_, (name, _))| name)
        .collect()
}

fn cases() -> Vec<Case> {
    read_all().unwrap().into_iter().flat_map(|(_, file)| file.cases).collect()
}

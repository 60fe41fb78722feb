//! The shortest difference between two contracts: what is reported is one, both ways.

use onceproof::key::Canonicaliser;
use onceproof::oracle::Question;
use onceproof::oracle::difference::{Bounds, Difference, Sequence, difference};
use onceproof::oracle::{Limits, Session};
use onceproof::spec::RequestId;
use onceproof::spec::contract::{
    AfterRetention, BusyOrder, Contract, Deadline, OnLeaseOver, OnUnknown, PayloadCheck, Replay,
    Span,
};
use onceproof::spec::named;
use onceproof::spec::open::OpenContract;
use onceproof::trace::form::{AnswerForm, OperationForm};

fn find(left: &Contract, right: &Contract, bounds: &Bounds) -> Difference {
    difference(&OpenContract::pinned(*left), &OpenContract::pinned(*right), bounds, |_| {})
}

fn short() -> Contract {
    Contract {
        lease: Span::Ticks(10),
        retention: Span::Ticks(20),
        block_for: Span::Ticks(30),
        ..named::STRICT
    }
}

/// Puts the sequence to one contract: whether the answers before are allowed, and what is
/// allowed last.
fn replay(sequence: &Sequence, contract: &OpenContract) -> (bool, Vec<AnswerForm>) {
    let mut session = Session::new(*contract, Limits::default());
    let request = RequestId { scope: "S".into(), key: "K".into() };
    let mut canonicaliser = Canonicaliser::default();
    let mut rule = |at, form: &OperationForm, observed: Option<&AnswerForm>| {
        let operation = form.operation(&mut canonicaliser, |attempt| Ok(*attempt)).unwrap();
        let keyed = *form != OperationForm::BeginWithoutKey {};
        let question =
            Question { at, request: keyed.then_some(&request), operation: &operation, observed };
        session.rule(question).unwrap()
    };
    let without_times = |answer: &AnswerForm| match answer.clone() {
        AnswerForm::Started { attempt, .. } => AnswerForm::Started { attempt, lease_until: None },
        AnswerForm::Renewed { .. } => AnswerForm::Renewed { lease_until: None },
        AnswerForm::InProgress { .. } => AnswerForm::InProgress { retry_after: None },
        AnswerForm::Status { view, attempt, follows, .. } => {
            AnswerForm::Status { view, attempt, protection: None, follows }
        }
        other => other,
    };
    let before = sequence.before.iter().all(|step| {
        let ruling = rule(step.at, &step.operation, Some(&without_times(&step.answer)));
        matches!(ruling.verdict, Some(onceproof::oracle::Verdict::Allowed(_)))
    });
    let last = rule(sequence.at, &sequence.operation, None);
    let mut answers: Vec<_> = last.allowed.iter().map(|one| one.answer.clone()).collect();
    answers.sort();
    answers.dedup();
    (before, answers)
}

fn assert_is_one(sequence: &Sequence, left: &OpenContract, right: &OpenContract) {
    for (contract, told) in [(left, &sequence.left), (right, &sequence.right)] {
        let (before, allowed) = replay(sequence, contract);
        assert!(before, "the answers before the last are allowed by both: {sequence:?}");
        let mut told: Vec<_> = told.iter().map(|(answer, _)| answer.clone()).collect();
        told.sort();
        told.dedup();
        assert_eq!(told, allowed, "what is told is what is allowed: {sequence:?}");
    }
    assert_ne!(sequence.left, sequence.right);
}

#[test]
fn each_pair_of_named_contracts_differs_and_each_difference_is_one() {
    let bounds = Bounds { operations: 4, states: 2_000, ..Bounds::default() };
    for left in named::ALL {
        for right in named::ALL {
            let (one, other) = (left.open(), right.open());
            match difference(&one, &other, &bounds, |_| {}) {
                Difference::Identical => assert_eq!(left.name, right.name),
                Difference::Found(sequence) => assert_is_one(&sequence, &one, &other),
                Difference::NotWithin { .. } => panic!("{} and {}", left.name, right.name),
            }
        }
    }
}

#[test]
fn a_contract_does_not_differ_from_itself() {
    assert_eq!(find(&short(), &short(), &Bounds::default()), Difference::Identical);
}

#[test]
fn the_length_of_the_shortest_difference_is_that_found_by_hand() {
    let strict = short();
    let cases: [(&str, Contract, usize); 6] = [
        // begin, then begin with another payload while the first is live
        ("busy_order", Contract { busy_order: BusyOrder::InProgressFirst, ..strict }, 2),
        // begin, then begin after the lease
        ("on_lease_over", Contract { on_lease_over: OnLeaseOver::TakeOver, ..strict }, 2),
        // begin, then a status at the lease's very end
        ("deadline", Contract { deadline: Deadline::OverAfter, ..strict }, 2),
        // begin, fail(unknown), begin
        ("on_unknown", Contract { on_unknown: OnUnknown::Replay, ..strict }, 3),
        // begin, finish, then a begin or status after retention
        ("after_retention", Contract { after_retention: AfterRetention::Forget, ..strict }, 3),
        // begin, then begin or cancel with another payload
        ("payload_check", Contract { payload_check: PayloadCheck::Never, ..strict }, 2),
    ];
    for (parameter, other, length) in cases {
        let Difference::Found(sequence) = find(&strict, &other, &Bounds::default()) else {
            panic!("{parameter} makes a difference");
        };
        assert!(sequence.certain);
        assert_eq!(sequence.before.len() + 1, length, "{parameter}: {sequence:?}");
        let pinned = OpenContract::pinned;
        assert_is_one(&sequence, &pinned(strict), &pinned(other));
    }
}

#[test]
fn contracts_that_differ_only_in_what_no_answer_shows_are_not_told_apart() {
    // What a replay may say instead is for the observer to compare; both replay the first.
    let other = Contract { replay: Replay::Equivalent, ..short() };
    let bounds = Bounds { operations: 3, states: 3_000, ..Bounds::default() };
    let Difference::NotWithin { states, operations } = find(&short(), &other, &bounds) else {
        panic!("no answer of the specification depends on `replay`");
    };
    assert!(states > 10 && operations >= 1, "{states} states, {operations} operations");
}

#[test]
fn told_times_are_compared_when_asked_for() {
    let other = Contract { lease: Span::Ticks(11), ..short() };
    let bounds = Bounds { told_times: true, ..Bounds::default() };
    let Difference::Found(sequence) = find(&short(), &other, &bounds) else {
        panic!("another lease is told at once");
    };
    assert!(sequence.before.is_empty());
    assert!(matches!(sequence.left[..], [(AnswerForm::Started { .. }, _)]), "{sequence:?}");
}

#[test]
fn an_operation_that_is_left_out_is_not_used() {
    let powertools = named::find("powertools").unwrap().open();
    let strict = OpenContract::pinned(named::STRICT);
    for name in ["finish", "begin_without_key"] {
        let bounds = Bounds { ignored: [name.to_owned()].into(), ..Bounds::default() };
        let Difference::Found(sequence) = difference(&strict, &powertools, &bounds, |_| {}) else {
            panic!("they differ in more than {name}");
        };
        let used = sequence.before.iter().map(|step| &step.operation).chain([&sequence.operation]);
        assert!(used.into_iter().all(|operation| operation.name() != name));
    }
}

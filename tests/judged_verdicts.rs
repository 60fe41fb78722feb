//! When a verdict is given and when it is not: what may be missing, overlaps, is left open.
#![cfg(feature = "trace")]

use onceproof::property::{Judgement, Property, Verdict, judge};
use onceproof::trace::form::{AnswerForm, ContractForm, SettingForm};
use onceproof::trace::header::{ClockForm, ClockOwner, Order};
use onceproof::trace::{Header, Kind, Trace, What};
use std::fs;

fn trace(name: &str) -> Trace {
    let text = fs::read(format!("tests/traces/judged/{name}.jsonl")).expect("the trace is there");
    Trace::read(&text[..]).expect("a trace")
}

fn good(name: &str) -> Trace {
    let text = fs::read(format!("tests/traces/good/{name}.jsonl")).expect("the trace is there");
    Trace::read(&text[..]).expect("a trace")
}

fn why(judgement: &Judgement, property: Property) -> String {
    match judgement.of(property) {
        Some(Verdict::Undetermined { why }) => why.clone(),
        other => panic!("{} is {other:?}", property.id()),
    }
}

fn broken(judgement: &Judgement) -> Vec<(&'static str, u64)> {
    judgement.violated().map(|breach| (breach.property.id(), breach.seq)).collect()
}

#[test]
fn a_trace_without_events_proves_nothing() {
    let judgement = judge(&Trace { header: Header::new("s"), events: Vec::new() });
    for property in Property::ALL {
        assert_eq!(why(&judgement, *property), "the trace has no events");
    }
}

#[test]
fn a_kind_that_may_be_missing_hides_or_excuses() {
    let mut with_effects_missing = trace("p01_recognised");
    with_effects_missing.header.may_be_missing.insert(Kind::Effect);
    let judgement = judge(&with_effects_missing);
    assert!(why(&judgement, Property::AtMostOnce).contains("effect"));
    assert_eq!(judgement.of(Property::Ownership), Some(&Verdict::Holds));

    // A second effect that is seen is seen, whatever else is not.
    let mut seen = trace("p01_new_key_per_attempt");
    seen.header.may_be_missing.insert(Kind::Effect);
    assert_eq!(broken(&judge(&seen)), [("P1", 4)]);

    // Evidence that is not seen may have been delivered.
    let mut unseen = trace("p12_acknowledged_on_in_progress");
    unseen.header.may_be_missing.insert(Kind::ReadBack);
    let says = why(&judge(&unseen), Property::HonestAcknowledgement);
    assert!(says.contains("read_back") && says.contains("event"), "{says}");
}

#[test]
fn merged_logs_of_several_clocks_are_for_the_history_checker() {
    let mut merged = trace("p11_beyond_the_skew");
    merged.header.order = Order::ByClock;
    for property in Property::ALL {
        assert!(why(&judge(&merged), *property).contains("history checker"));
    }
    let mut one = trace("p11_second_started_while_the_first_is_live");
    one.header.order = Order::ByClock;
    assert_eq!(broken(&judge(&one)), [("P11", 2), ("P13", 2)]);
}

#[test]
fn an_unbounded_skew_leaves_deadlines_open() {
    let mut skewed = trace("p11_beyond_the_skew");
    for clock in &mut skewed.header.clocks {
        clock.skew = onceproof::spec::contract::Span::Unbounded;
    }
    let judgement = judge(&skewed);
    assert_eq!(judgement.bounds.slack, None);
    assert_eq!(judgement.of(Property::ExclusiveClaim), Some(&Verdict::Holds));
    assert!(judgement.bounds.sentences().iter().any(|it| it.contains("clocks differ")));
}

#[test]
fn a_parameter_that_is_left_open_leaves_the_verdict_open() {
    // Who reads the same events under hold and under take_over comes to different answers.
    let mut open = trace("p09_taken_over");
    let contract = open.header.contract.as_mut().expect("declared");
    contract.base = "stripe-v1".into();
    contract.with.clear();
    let judgement = judge(&open);
    assert!(judgement.bounds.contracts > 1, "{:?}", judgement.bounds);
    // What holds, or breaks, under all of them is said all the same.
    assert_eq!(judgement.of(Property::AtMostOnce), Some(&Verdict::Holds));
}

#[test]
fn what_the_contract_gives_up_is_named() {
    let judgement = judge(&trace("b06_rerun_after_the_lease"));
    let twice = judgement.violated().find(|it| it.property == Property::AtMostOnce);
    assert_eq!(twice.expect("broken").allowed_by, ["on_lease_over = take_over"]);
    let volatile = judge(&trace("pin_volatile_store"));
    let twice = volatile.violated().find(|it| it.property == Property::AtMostOnce);
    assert_eq!(twice.expect("broken").allowed_by, ["store = volatile"]);
}

#[test]
fn an_answer_outside_the_table_is_said_with_what_is_allowed() {
    let judgement = judge(&trace("pin_a_denial_to_the_rightful_owner"));
    assert!(judgement.violated().next().is_none());
    let [unlisted] = judgement.not_linearizable.as_slice() else { panic!("one answer") };
    assert_eq!(unlisted.answer, AnswerForm::LeaseOver {});
    assert!(matches!(unlisted.instead.as_slice(), [(AnswerForm::Renewed { .. }, _)]));
}

#[test]
fn an_effect_that_no_claim_covers_is_noted() {
    assert_eq!(judge(&trace("b02_lookup_then_effect")).uncovered, [3, 4]);
    assert!(judge(&trace("p01_new_key_per_attempt")).uncovered.is_empty());
}

#[test]
fn returns_stand_for_decisions_where_nothing_overlaps() {
    let mut sequential = trace("p12_replayed_success");
    sequential.events.retain(|event| !matches!(event.what, What::Decide { .. }));
    sequential.header.may_be_missing.insert(Kind::Decide);
    let judgement = judge(&sequential);
    assert_eq!(judgement.bounds.placed, 3);
    assert!(judgement.verdicts.values().all(|verdict| *verdict == Verdict::Holds));

    // A call that never returned may have taken effect at any time since.
    let mut open = sequential.clone();
    open.events.retain(|event| !(matches!(event.what, What::Return(_)) && event.call == Some(3)));
    let judgement = judge(&open);
    assert_eq!(judgement.bounds.open_calls, [3].into());
    assert!(why(&judgement, Property::ReplayFaithful).contains("call 3"));
}

#[test]
fn calls_that_overlap_are_open_each_of_them() {
    let judgement = judge(&trace("pin_overlapping_calls_without_decide"));
    assert_eq!((judgement.bounds.placed, judgement.bounds.open_calls), (0, [1, 2].into()));
}

#[test]
fn a_decision_that_is_not_declared_missing_never_happened() {
    let mut complete = trace("p12_replayed_success");
    complete.events.retain(|event| !matches!(event.what, What::Decide { .. }));
    let judgement = judge(&complete);
    let says = "an answer was returned of an operation that never took effect";
    assert_eq!(judgement.not_linearizable.len(), 3);
    assert!(judgement.not_linearizable.iter().all(|it| it.sentence == says));
}

#[test]
fn without_intents_the_bounds_say_what_is_invisible() {
    let judgement = judge(&trace("pin_without_intents"));
    assert!(!judgement.bounds.intents);
    assert!(judgement.bounds.sentences().iter().any(|it| it.contains("invisible")));
    assert!(judgement.violated().next().is_none());
}

#[test]
fn a_lease_of_another_clock_is_judged_within_both_skews() {
    let mut within = trace("p11_beyond_the_skew");
    let clock = |name: &str, skew| ClockForm {
        name: name.into(),
        of: ClockOwner::Store,
        skew: onceproof::spec::contract::Span::Ticks(skew),
    };
    within.header.clocks = vec![clock("s", 2), clock("r", 1)];
    let judgement = judge(&within);
    assert_eq!(judgement.bounds.slack, Some(3));
    assert_eq!(judgement.of(Property::ExclusiveClaim), Some(&Verdict::Holds));
}

#[test]
fn the_samples_of_the_format_are_judged_too() {
    let zombie = judge(&good("zombie_finishes_late"));
    let found: Vec<_> = broken(&zombie).into_iter().map(|(property, _)| property).collect();
    assert_eq!(found, ["P3", "P4", "P5", "P9"]);
    assert!(zombie.violated().all(|breach| !breach.allowed_by.is_empty()));
    let worked = judge(&good("worked_example"));
    assert!(worked.violated().next().is_none(), "{:?}", worked.breaches);
    assert!(worked.not_linearizable.is_empty(), "{:?}", worked.not_linearizable);
}

#[test]
fn too_many_contracts_are_not_considered() {
    let mut wide = trace("p09_taken_over");
    wide.header.contract = Some(ContractForm { base: "ietf-draft".into(), with: [].into() });
    let judgement = judge(&wide);
    if judgement.bounds.contracts > onceproof::property::judge::MOST_CONTRACTS {
        assert!(why(&judgement, Property::AtMostOnce).contains("contracts"));
    } else {
        assert!(judgement.of(Property::AtMostOnce).is_some());
    }
    let lease = SettingForm::Ticks(10);
    wide.header.contract =
        Some(ContractForm { base: "strict".into(), with: [("lease".to_owned(), lease)].into() });
    assert_eq!(judge(&wide).bounds.contracts, 1);
}

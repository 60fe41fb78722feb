//! Laws of the monitor: what is masked is neither kept nor said, moving time changes nothing,
//! uncertainty about time adds nothing, and what is kept is bounded.
//!
//! The laws run over rubbish: any answer to any operation, so that every arm is reached.
#![cfg(feature = "trace")]

use onceproof::property::{
    Decided, During, Effect, Mask, Monitor, Observed, Property, Saying, Violation, Watch,
};
use onceproof::spec::contract::{AfterRetention, Contract, OnLeaseOver, Span};
use onceproof::spec::identity::Small;
use onceproof::spec::named::STRICT;
use onceproof::spec::{
    Attempt, Begin, Claimant, Failure, Finding, Kind, Operation, Outcome, Told, View,
};
use proptest::prelude::*;
use proptest::sample::select;

const BRIEF: Contract = Contract {
    lease: Span::Ticks(3),
    retention: Span::Ticks(4),
    block_for: Span::Ticks(2),
    ..STRICT
};

fn events() -> impl Strategy<Value = Vec<(Observed<Small>, u8)>> {
    proptest::collection::vec((events_at_zero(), 0u8..3), 0..24)
}

fn events_at_zero() -> impl Strategy<Value = Observed<Small>> {
    prop_oneof![
        6 => decided().prop_map(Observed::Decided),
        1 => (0u32..2, select(&View::ALL[..]))
            .prop_map(|(request, to)| Observed::Swept { request, to, when: During::at(0) }),
        2 => (0u32..2, 0u32..2, 0u8..3, any::<bool>()).prop_map(|(intent, request, claim, idempotent)| {
            let (intent, request, claim) = (Some(intent), Some(request), Some(claim));
            Observed::Effect(Effect { intent, request, claim, idempotent, promised: false })
        }),
        1 => (0u32..2, 0u8..3, 0u32..2)
            .prop_map(|(intent, claim, process)| Observed::InHand { intent, claim, process }),
        1 => (0u32..2).prop_map(|intent| Observed::UnderWay { intent }),
        1 => (0u32..2).prop_map(|intent| Observed::Arrived { intent }),
        1 => (0u32..2, 0u32..2).prop_map(|(intent, by)| Observed::Learnt { intent, by }),
        1 => (0u32..2).prop_map(|intent| Observed::Acknowledged { intent, by: None }),
        1 => (0u32..2).prop_map(|process| Observed::Crashed { process }),
        1 => Just(Observed::StoreLost),
        1 => Just(Observed::StoreRestored),
    ]
}

fn decided() -> impl Strategy<Value = Decided<Small>> {
    let who = (0u32..2, 0u32..2, 0u32..2, 0u8..3);
    (who, operations(), answers()).prop_map(
        |((request, intent, process, claim), operation, answer)| {
            let (intent, process, claim) = (Some(intent), Some(process), Some(claim));
            let (clause, step, when) = (None, None, During::at(0));
            let request_and_scope = (Some(request), request);
            let (request, scope) = request_and_scope;
            Decided {
                request,
                scope,
                intent,
                process,
                claim,
                operation,
                answer,
                clause,
                when,
                step,
            }
        },
    )
}

fn attempt(number: u64) -> Attempt {
    Attempt { incarnation: 0, number }
}

fn operations() -> impl Strategy<Value = Operation<Small>> {
    let by = prop_oneof![
        (1u64..3).prop_map(|n| Claimant::Attempt(attempt(n))),
        (0u8..2).prop_map(Claimant::Payload)
    ];
    let failure = select(vec![Failure::NotApplied, Failure::Unknown, Failure::Refused(7)]);
    let finding = select(vec![Finding::NotApplied, Finding::Applied(Outcome::Success(1))]);
    prop_oneof![
        4 => (0u8..2, 0u8..3).prop_map(|(payload, claim)| Operation::Begin(Begin { payload, claim, follows: None })),
        2 => (by.clone(), 0u8..2).prop_map(|(by, result)| Operation::Finish(by, Some(result))),
        2 => (by.clone(), failure).prop_map(|(by, failure)| Operation::Fail(by, failure)),
        1 => by.clone().prop_map(Operation::Renew),
        1 => (by, finding).prop_map(|(by, finding)| Operation::Resolve(by, finding, 0)),
        1 => proptest::option::of(0u8..2).prop_map(Operation::Cancel),
        1 => Just(Operation::Status),
    ]
}

fn answers() -> impl Strategy<Value = Saying<Small>> {
    prop_oneof![
        4 => (1u64..4, 0u8..6).prop_map(|(n, until)| Saying::Started {
            attempt: Some(attempt(n)),
            lease_until: Some(until),
        }),
        6 => select(vec![Saying::Completed, Saying::Released, Saying::Quarantined, Saying::Cancelled, Saying::Resolved]),
        3 => select(vec![Saying::InProgress, Saying::Conflict, Saying::Uncertain, Saying::UnknownRequest]),
        2 => (0u8..2).prop_map(|result| Saying::Replayed(Some(Told::Outcome(Outcome::Success(result))))),
        1 => Just(Saying::Lapsed(Some(Kind::Success))),
        1 => (0u8..6).prop_map(|until| Saying::Renewed { lease_until: Some(until) }),
        1 => (select(&View::ALL[..]), 0u8..6)
            .prop_map(|(view, until)| Saying::Status { view: Some(view), protected_until: Some(until) }),
    ]
}

/// The event as it is on a clock that reads so much more.
fn later(event: &Observed<Small>, by: u8) -> Observed<Small> {
    let mut event = event.clone();
    let shift = |time: &mut u8| *time = if *time == u8::MAX { u8::MAX } else { *time + by };
    match &mut event {
        Observed::Decided(decided) => {
            shift(&mut decided.when.from);
            shift(&mut decided.when.to);
            match &mut decided.answer {
                Saying::Started { lease_until: Some(until), .. }
                | Saying::Renewed { lease_until: Some(until) }
                | Saying::Status { protected_until: Some(until), .. } => shift(until),
                _ => {}
            }
        }
        Observed::Swept { when, .. } => {
            shift(&mut when.from);
            shift(&mut when.to);
        }
        _ => {}
    }
    event
}

fn contracts() -> impl Strategy<Value = Contract> {
    let after =
        select(vec![AfterRetention::Block, AfterRetention::Forget, AfterRetention::MayForget]);
    let over = select(vec![OnLeaseOver::Quarantine, OnLeaseOver::TakeOver]);
    let deadline = select(vec![
        onceproof::spec::contract::Deadline::OverAt,
        onceproof::spec::contract::Deadline::OverAfter,
    ]);
    (after, over, deadline).prop_map(|(after_retention, on_lease_over, deadline)| Contract {
        after_retention,
        on_lease_over,
        deadline,
        ..BRIEF
    })
}

fn masks() -> impl Strategy<Value = Mask> {
    proptest::collection::vec(select(Property::ALL), 0..14).prop_map(|of| Mask::of(&of))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, ..ProptestConfig::default() })]

    #[test]
    fn rebasing_commutes_with_time(contract in contracts(), events in events()) {
        let watch = Watch { contract: &contract, checked: Mask::ALL, slack: Span::Ticks(0) };
        let (mut still, mut moved) = (Monitor::new(), Monitor::new());
        let mut time = 0;
        for (event, pause) in events {
            time += pause;
            still.rebase(0, 0, &watch);
            moved.rebase(u64::from(pause), 0, &watch);
            let on_the_clock = still.observe(&watch, &later(&event, time));
            prop_assert_eq!(on_the_clock, moved.observe(&watch, &event));
        }
        // And the state is the same, moved to now.
        still.rebase(u64::from(time), 0, &watch);
        moved.rebase(0, 0, &watch);
        prop_assert_eq!(still, moved);
    }

    #[test]
    fn what_is_masked_is_neither_kept_nor_said(contract in contracts(), mask in masks(), events in events()) {
        let all = Watch { contract: &contract, checked: Mask::ALL, slack: Span::Ticks(0) };
        let some = Watch { checked: mask, ..all };
        let (mut whole, mut masked) = (Monitor::new(), Monitor::new());
        for (event, _) in &events {
            let said: Vec<Violation> = whole.observe(&all, event);
            let (wanted, least) = (said.into_iter().filter(|it| mask.has(it.property)), masked.observe(&some, event));
            // Whose it is may need more than the property itself.
            let claims = |it: Violation| (it.property, it.request, it.intent);
            let wanted: Vec<_> = wanted.map(claims).collect();
            prop_assert_eq!(wanted, least.into_iter().map(claims).collect::<Vec<_>>());
            if mask == Mask::NONE || mask == Mask::of(&[Property::RefinesPromise]) {
                prop_assert_eq!(&masked, &Monitor::new());
            }
        }
        prop_assert!(masked.size() <= whole.size());
    }

    #[test]
    fn a_larger_uncertainty_breaks_no_further_property(contract in contracts(), slack in 0u64..4, events in events()) {
        // Of those that are broken while a deadline holds. P4, P11 and P14 aside: whether a claim
        // was given or told again depends on a deadline too.
        let checked = Mask::of(&[Property::AtMostOnce, Property::NoTerminalRegression, Property::FingerprintGuard]);
        let exact = Watch { contract: &contract, checked, slack: Span::Ticks(0) };
        for slack in [Span::Ticks(slack), Span::Unbounded] {
            let loose = Watch { slack, ..exact };
            let (mut sure, mut unsure) = (Monitor::new(), Monitor::new());
            let mut broken = std::collections::BTreeSet::new();
            let mut time = 0;
            for (event, pause) in &events {
                time += pause;
                let event = later(event, time);
                broken.extend(sure.observe(&exact, &event).iter().map(|it| it.property));
                for violation in unsure.observe(&loose, &event) {
                    prop_assert!(broken.contains(&violation.property), "{violation:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_bounded(contract in contracts(), events in events()) {
        let watch = Watch { contract: &contract, checked: Mask::ALL, slack: Span::Ticks(0) };
        let mut monitor = Monitor::new();
        for _ in 0..3 {
            for (event, pause) in &events {
                monitor.rebase(u64::from(*pause), 0, &watch);
                monitor.observe(&watch, event);
                // Two requests, two intents, three claims for two requests or none, four
                // pairs of evidence.
                prop_assert!(monitor.size() <= 2 + 2 + 3 * 3 + 4);
            }
        }
    }
}

#[test]
fn a_monitor_that_sees_the_same_events_again_comes_to_the_same_state() {
    let watch = Watch { contract: &BRIEF, checked: Mask::ALL, slack: Span::Ticks(0) };
    let mut seen = std::collections::BTreeSet::new();
    let mut monitor = Monitor::<Small>::new();
    for _ in 0..1000 {
        for event in [
            Observed::UnderWay { intent: 0 },
            Observed::InHand { intent: 0, claim: 1, process: 0 },
            Observed::Effect(Effect {
                intent: Some(0),
                request: None,
                claim: None,
                idempotent: false,
                promised: false,
            }),
            Observed::Learnt { intent: 0, by: 0 },
            Observed::Crashed { process: 0 },
        ] {
            monitor.observe(&watch, &event);
        }
        seen.insert(monitor.clone());
    }
    assert!(seen.len() <= 256, "{} states", seen.len());
}

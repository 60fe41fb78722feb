//! Laws of the monitor: an honest layer breaks nothing, what is masked is neither kept nor said,
//! moving time changes nothing, and what is kept is bounded.
//!
//! Each law runs over histories of a real layer, [`Mock`], and over rubbish: any answer to any
//! operation, so that every arm of the monitor is reached.
#![cfg(feature = "trace")]

use onceproof::oracle::Mock;
use onceproof::property::{
    Decided, During, Effect, Mask, Monitor, Observed, Property, Saying, Violation, Watch, judge,
};
use onceproof::spec::contract::{AfterRetention, Contract, OnLeaseOver, Span};
use onceproof::spec::identity::Small;
use onceproof::spec::named::STRICT;
use onceproof::spec::{
    Attempt, Begin, Claimant, Failure, Finding, Kind, Operation, Outcome, RequestId, Told, View,
};
use onceproof::trace::detail::{Acknowledgement, EffectResult, Returned};
use onceproof::trace::form::{
    AnswerForm, ContractForm, FailureForm, JsonText, OperationForm, SettingForm,
};
use onceproof::trace::header::DestinationForm;
use onceproof::trace::{At, Header, Recorder, Trace, What};
use proptest::prelude::*;
use proptest::sample::select;

const BRIEF: Contract = Contract {
    lease: Span::Ticks(3),
    retention: Span::Ticks(4),
    block_for: Span::Ticks(2),
    ..STRICT
};

// An honest layer with honest workers.

#[derive(Clone, Debug)]
enum Act {
    Begin {
        request: u8,
        payload: u8,
    },
    /// The worker that was started last runs its effect, or says that it did not.
    Work {
        request: u8,
        how: u8,
    },
    Renew {
        request: u8,
    },
    Resolve {
        request: u8,
    },
    Cancel {
        request: u8,
    },
    Status {
        request: u8,
    },
    Advance {
        ticks: u64,
    },
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => (0u8..3, 0u8..5).prop_map(|(request, other)| Act::Begin { request, payload: u8::from(other == 0) }),
        4 => (0u8..3, 0u8..5).prop_map(|(request, how)| Act::Work { request, how }),
        1 => (0u8..3).prop_map(|request| Act::Renew { request }),
        2 => (0u8..3).prop_map(|request| Act::Resolve { request }),
        1 => (0u8..3).prop_map(|request| Act::Cancel { request }),
        1 => (0u8..3).prop_map(|request| Act::Status { request }),
        2 => (1u64..4).prop_map(|ticks| Act::Advance { ticks }),
    ];
    proptest::collection::vec(act, 0..40)
}

/// What the honest workers know: of each request, the claim that runs, and whether its effect
/// took place.
#[derive(Default, Clone)]
struct Worker {
    claim: String,
    intent: String,
    attempt: Option<Attempt>,
    applied: bool,
    closed: bool,
}

struct World {
    layer: Mock,
    recorder: Recorder,
    workers: Vec<Worker>,
    /// Of each request, whether its intent ever had an effect: honest callers use one key each.
    applied: [bool; 3],
    claims: u32,
    time: u64,
}

fn header() -> Header {
    let with = [("lease", 3), ("retention", 4), ("block_for", 2)];
    let with = with.map(|(name, ticks)| (name.to_owned(), SettingForm::Ticks(ticks)));
    let contract = ContractForm { base: "strict".into(), with: with.into() };
    let ledger = DestinationForm {
        name: "ledger".into(),
        deduplicates_for: None,
        idempotent: false,
        checks_attempt: false,
        reads_back_by_key: false,
        reads_back_by_attributes: false,
    };
    Header { contract: Some(contract), destinations: vec![ledger], ..Header::new("s") }
}

fn request(number: u8) -> RequestId {
    RequestId { scope: format!("s{}", number % 2), key: format!("k{number}") }
}

impl World {
    fn new() -> World {
        let layer = Mock::new(BRIEF);
        let recorder = Recorder::new(header()).expect("the header is valid");
        let workers = vec![Worker { closed: true, ..Worker::default() }; 3];
        World { layer, recorder, workers, applied: [false; 3], claims: 0, time: 0 }
    }

    fn at(&self, number: u8) -> At {
        let time = onceproof::trace::form::Tick::new(self.time).expect("small");
        At::exact("s", time).request(&request(number)).process("w")
    }

    /// A call, invoked, decided and returned.
    fn ask(&mut self, number: u8, at: At, form: OperationForm) -> AnswerForm {
        let call = self.recorder.invoke(at.clone(), form.clone()).expect("recorded");
        let answer = self.layer.ask(&request(number), &form).expect("the form is an operation");
        self.recorder.decide(call, at.clone(), answer.clone(), None).expect("recorded");
        self.recorder.returned(call, at, answer.clone()).expect("recorded");
        answer
    }

    fn act(&mut self, act: &Act) {
        match act {
            Act::Begin { request, payload } => self.begin(*request, *payload),
            Act::Work { request, how } => self.work(*request, *how),
            Act::Renew { request } => {
                let worker = self.workers[usize::from(*request)].clone();
                if worker.closed {
                    return;
                }
                let at = self.at(*request).claim(&worker.claim).intent(&worker.intent);
                let attempt = worker.attempt;
                self.ask(
                    *request,
                    at,
                    OperationForm::Renew { attempt, payload: None, fingerprint: None },
                );
            }
            Act::Resolve { request } => self.resolve(*request),
            Act::Cancel { request } => {
                let at = self.at(*request).intent(&format!("i{request}"));
                let form =
                    OperationForm::Cancel { payload: JsonText::new("0").ok(), fingerprint: None };
                // An honest caller does not cancel what took place; the layer would tell it so,
                // unless the record is gone.
                if !self.applied[usize::from(*request)] {
                    self.ask(*request, at, form);
                }
            }
            Act::Status { request } => {
                let at = self.at(*request);
                self.ask(*request, at, OperationForm::Status {});
            }
            Act::Advance { ticks } => {
                self.time += ticks;
                self.layer.advance(*ticks);
            }
        }
    }

    fn begin(&mut self, number: u8, payload: u8) {
        self.claims += 1;
        let claim = format!("c{}", self.claims);
        // Another payload under the same key is another intent.
        let intent = format!("i{number}{}", if payload == 0 { "" } else { "'" });
        let payload = JsonText::new(format!("{payload}")).ok();
        let form = OperationForm::Begin {
            payload,
            fingerprint: None,
            claim: claim.as_str().into(),
            follows: None,
        };
        let at = self.at(number).intent(&intent);
        match self.ask(number, at, form) {
            AnswerForm::Started { attempt, .. } => {
                self.workers[usize::from(number)] =
                    Worker { claim, intent, attempt, applied: false, closed: false };
            }
            AnswerForm::Replayed { outcome: Some(outcome) } => {
                let success =
                    matches!(outcome, onceproof::trace::form::OutcomeForm::Success { .. });
                if success {
                    self.acknowledge(number, &intent);
                }
            }
            _ => {}
        }
    }

    fn work(&mut self, number: u8, how: u8) {
        let worker = self.workers[usize::from(number)].clone();
        if worker.closed {
            return;
        }
        let at = self.at(number).claim(&worker.claim).intent(&worker.intent);
        let attempt = worker.attempt;
        let failure = match how {
            0 => FailureForm::NotApplied {},
            1 => FailureForm::Refused { reason: "no".into() },
            2 => FailureForm::Unknown {},
            _ => {
                if !worker.applied {
                    let applied = EffectResult::Applied { digest: None };
                    let shown = at.clone().attempt(attempt.expect("the mock tells it"));
                    self.recorder.effect(shown, "ledger", applied, None).expect("recorded");
                    self.workers[usize::from(number)].applied = true;
                    self.applied[usize::from(number)] = true;
                    if how == 3 {
                        return; // It dies silently, or finishes later.
                    }
                }
                let result = JsonText::new("\"done\"").ok();
                let form = OperationForm::Finish {
                    attempt,
                    payload: None,
                    fingerprint: None,
                    result,
                    result_unavailable: false,
                };
                if matches!(self.ask(number, at, form), AnswerForm::Completed { .. }) {
                    self.workers[usize::from(number)].closed = true;
                    self.acknowledge(number, &worker.intent);
                }
                return;
            }
        };
        // Nobody denies an effect that took place.
        if worker.applied && how != 2 {
            return;
        }
        let fail = OperationForm::Fail { attempt, payload: None, fingerprint: None, failure };
        self.ask(number, at, fail);
        self.workers[usize::from(number)].closed = true;
    }

    /// A reconciler that reads the ledger, and asks only of holders that are gone.
    fn resolve(&mut self, number: u8) {
        let worker = self.workers[usize::from(number)].clone();
        let at = self.at(number).intent(&worker.intent);
        if worker.attempt.is_none() {
            return;
        }
        use onceproof::trace::form::{FindingForm, OutcomeForm};
        let result = JsonText::new("\"done\"").expect("a result");
        let finding = match worker.applied {
            true => FindingForm::Applied { outcome: OutcomeForm::Success { result } },
            false => FindingForm::NotApplied {},
        };
        let form = OperationForm::Resolve {
            attempt: worker.attempt,
            payload: None,
            fingerprint: None,
            finding,
            evidence: "the ledger".into(),
        };
        if self.ask(number, at, form) == (AnswerForm::Resolved {}) {
            self.workers[usize::from(number)].closed = true;
        }
    }

    fn acknowledge(&self, number: u8, intent: &str) {
        let told = Acknowledgement::Success { digest: None };
        self.recorder.acknowledge(self.at(number).intent(intent), told).expect("recorded");
    }
}

fn honest(acts: &[Act]) -> Trace {
    let mut world = World::new();
    for act in acts {
        world.act(act);
    }
    world.recorder.into_trace().expect("nothing was refused")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn an_honest_layer_with_honest_workers_breaks_nothing(acts in acts()) {
        let trace = honest(&acts);
        let judgement = judge(&trace);
        prop_assert!(judgement.breaches.is_empty(), "{:?}\n{}", judgement.breaches, trace.text());
        prop_assert!(judgement.not_linearizable.is_empty(), "{:?}", judgement.not_linearizable);
        prop_assert!(judgement.uncovered.is_empty());
    }

    #[test]
    fn returns_alone_are_enough_where_nothing_overlaps(acts in acts()) {
        let mut trace = honest(&acts);
        trace.events.retain(|event| !matches!(event.what, What::Decide { .. }));
        trace.header.may_be_missing.insert(onceproof::trace::Kind::Decide);
        let returns = trace.events.iter().filter(|it| matches!(it.what, What::Return(Returned::Answer(_))));
        let returns = returns.count();
        let judgement = judge(&trace);
        prop_assert!(judgement.breaches.is_empty(), "{:?}", judgement.breaches);
        prop_assert_eq!(judgement.bounds.placed, returns);
        prop_assert!(judgement.bounds.open_calls.is_empty());
    }
}

// Rubbish: any answer to any operation.

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
            still.rebase(0, &watch);
            moved.rebase(u64::from(pause), &watch);
            let on_the_clock = still.observe(&watch, &later(&event, time));
            prop_assert_eq!(on_the_clock, moved.observe(&watch, &event));
        }
        // And the state is the same, moved to now.
        still.rebase(u64::from(time), &watch);
        moved.rebase(0, &watch);
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
    fn a_larger_uncertainty_never_adds_a_violation(contract in contracts(), slack in 0u64..4, events in events()) {
        let exact = Watch { contract: &contract, checked: Mask::ALL, slack: Span::Ticks(0) };
        // P4 and P14 aside: what they remember of claims depends on what was told again.
        let mask = Mask::of(&[Property::AtMostOnce, Property::NoTerminalRegression, Property::FingerprintGuard]);
        for slack in [Span::Ticks(slack), Span::Unbounded] {
            let loose = Watch { slack, checked: mask, ..exact };
            let (mut sure, mut unsure) = (Monitor::new(), Monitor::new());
            let mut time = 0;
            for (event, pause) in &events {
                time += pause;
                let event = later(event, time);
                let strict = sure.observe(&Watch { checked: mask, ..exact }, &event);
                for violation in unsure.observe(&loose, &event) {
                    let same = |it: &Violation| it.property == violation.property;
                    prop_assert!(strict.iter().any(same), "{violation:?}");
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
                monitor.rebase(u64::from(*pause), &watch);
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

//! An honest layer with honest workers breaks no property, whatever they are asked and when.
//!
//! The layer is [`Mock`] under `strict` with short durations. Its workers run an effect once per
//! claim, deny none that took place, and acknowledge success on evidence.
#![cfg(feature = "trace")]

use onceproof::oracle::Mock;
use onceproof::property::judge;
use onceproof::spec::contract::{Contract, Span};
use onceproof::spec::named::STRICT;
use onceproof::spec::{Attempt, RequestId};
use onceproof::trace::detail::{Acknowledgement, EffectResult, Returned};
use onceproof::trace::form::{
    AnswerForm, ContractForm, FailureForm, JsonText, OperationForm, SettingForm,
};
use onceproof::trace::header::DestinationForm;
use onceproof::trace::{At, Header, Recorder, Trace, What};
use proptest::prelude::*;

const BRIEF: Contract = Contract {
    lease: Span::Ticks(3),
    retention: Span::Ticks(4),
    block_for: Span::Ticks(2),
    ..STRICT
};

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

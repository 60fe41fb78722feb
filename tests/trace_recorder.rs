//! The recorder: what threads record together is a valid trace, in the order in which it was
//! recorded, and nothing that was refused goes unnoticed.

use onceproof::spec::RequestId;
use onceproof::trace::detail::{Acknowledgement, EffectResult, Party, TookEffect};
use onceproof::trace::form::{AnswerForm, JsonText, OperationForm, Tick};
use onceproof::trace::header::DestinationForm;
use onceproof::trace::{At, Fault, Header, Kind, RecordError, Recorder, Trace, What};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

fn header() -> Header {
    let ledger = DestinationForm {
        name: "ledger".into(),
        deduplicates_for: None,
        idempotent: false,
        checks_attempt: false,
        reads_back_by_key: false,
        reads_back_by_attributes: false,
    };
    Header { destinations: vec![ledger], ..Header::new("s") }
}

fn begin(claim: &str) -> OperationForm {
    OperationForm::Begin {
        payload: Some(JsonText::new("1").expect("JSON")),
        fingerprint: None,
        claim: claim.into(),
        follows: None,
    }
}

fn request() -> RequestId {
    RequestId { scope: "t".into(), key: "k".into() }
}

fn at(time: u64) -> At {
    At::latest("s", Tick::new(time).expect("small"))
}

#[test]
fn what_eight_threads_record_is_one_valid_trace_with_every_event() {
    let recorder = Recorder::new(header()).expect("a header");
    let clock = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (recorder, clock) = (&recorder, &clock);
            scope.spawn(move || {
                let name = format!("p{thread}");
                for turn in 0..50 {
                    let now = || at(clock.fetch_add(1, Ordering::Relaxed));
                    let claim = format!("{name}.{turn}");
                    let here = now().process(&name).request(&request()).intent("i").claim(&claim);
                    let call = recorder.invoke(here.clone(), begin(&claim)).expect("invoke");
                    let answer = AnswerForm::InProgress { retry_after: None };
                    recorder.decide(call, now(), answer.clone(), None).expect("decide");
                    recorder.returned(call, here, answer).expect("return");
                }
            });
        }
    });
    let trace = recorder.into_trace().expect("complete");
    assert_eq!(trace.events.len(), 8 * 50 * 3);
    assert_eq!(Trace::read(trace.text().as_bytes()), Ok(trace.clone()));
    let calls: BTreeSet<_> = trace.events.iter().map(|event| event.call).collect();
    assert_eq!(calls.len(), 8 * 50, "each call has an id of its own");
    let numbers: Vec<u64> = trace.events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=1200).collect::<Vec<_>>());
}

#[test]
fn an_event_beyond_the_limit_is_refused_by_name_and_remembered() {
    let recorder = Recorder::with_limit(header(), 2).expect("a header");
    for _ in 0..2 {
        recorder.advance("s", 1).expect("there is room");
    }
    assert_eq!(recorder.advance("s", 1), Err(RecordError::Full { limit: 2 }));
    let incomplete = recorder.into_trace().expect_err("an event is lacking");
    assert_eq!((incomplete.refused, incomplete.trace.events.len()), (1, 2));
    assert_eq!(incomplete.first, RecordError::Full { limit: 2 });
}

#[test]
fn an_event_that_would_make_the_trace_invalid_is_refused_with_its_member() {
    let recorder = Recorder::new(header()).expect("a header");
    let answer = AnswerForm::Conflict {};
    let refused = recorder.returned(7, at(0).process("p"), answer).expect_err("no such call");
    let RecordError::Refused { member, fault } = refused else { panic!("{refused}") };
    assert_eq!((member.text(), fault.name()), ("/call", "without-earlier"));
    recorder.advance("s", 1).expect("the recorder goes on");
    assert!(recorder.into_trace().is_err(), "and says at the end that something lacks");
}

#[test]
fn an_exact_time_is_never_changed_and_a_latest_one_is_raised() {
    let recorder = Recorder::new(header()).expect("a header");
    let party = || Party::Process { name: "p".into() };
    let restart = || What::Restart { of: party(), incarnation: None };
    recorder.record(at(9), restart()).expect("recorded");
    recorder.record(at(4), restart()).expect("raised to 9");
    let exact = At::exact("s", Tick::new(4).expect("small"));
    let refused = recorder.record(exact, restart()).expect_err("4 is over");
    let RecordError::Refused { fault, .. } = refused else { panic!("{refused}") };
    assert_eq!(fault, Fault::TimeWentBack { before: 9 });
    let times: Vec<_> = recorder.so_far().events.iter().map(|it| it.time.number()).collect();
    assert_eq!(times, [Some(9), Some(9)]);
}

#[test]
fn the_short_forms_record_what_they_say() {
    let recorder = Recorder::new(header()).expect("a header");
    let here = at(0).process("p").request(&request()).intent("i").claim("c");
    let call = recorder.invoke(here.clone(), begin("c")).expect("invoke");
    recorder.failed(call, here.clone(), TookEffect::Unknown, None).expect("failed");
    let applied = EffectResult::Applied { digest: None };
    recorder.effect(here, "ledger", applied, Some("k".into())).expect("effect");
    let told = Acknowledgement::Unknown {};
    recorder.acknowledge(at(1).process("q").intent("i"), told).expect("acknowledge");
    recorder.crash(at(2), Party::Process { name: "p".into() }).expect("crash");
    recorder.advance("s", 3).expect("advance");
    let trace = recorder.into_trace().expect("complete");
    let kinds: Vec<Kind> = trace.events.iter().map(|event| event.kind()).collect();
    assert_eq!(
        kinds,
        [Kind::Invoke, Kind::Return, Kind::Effect, Kind::Acknowledge, Kind::Crash, Kind::Advance]
    );
    assert_eq!(trace.events[1].process.as_deref(), Some("p"), "the one that invoked the call");
    assert_eq!(trace.events[5].time.number(), Some(5));
    assert!(trace.has_intents());
}

#[test]
fn a_wrong_header_is_refused() {
    let header = Header { clocks: Vec::new(), ..header() };
    let refused = Recorder::new(header).map(drop).expect_err("no clock");
    assert!(matches!(refused, RecordError::Refused { fault: Fault::NoClock, .. }), "{refused}");
}

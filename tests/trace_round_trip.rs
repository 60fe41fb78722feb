//! What is written is read back, whatever the trace; and no damage to a text goes unnoticed
//! without being either a trace or an error with a place.

mod trace_support;

use onceproof::key::{Canonicaliser, canonical::Mode};
use onceproof::spec::{RequestId, Ticks};
use onceproof::trace::form::{JsonText, OperationForm, Tick};
use onceproof::trace::{At, Fault, Header, Kind, Recorder, Trace, What};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use trace_support::traces;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_trace_that_is_written_is_read_back_equal_and_written_again_to_the_byte(trace in traces()) {
        let text = trace.text();
        let read = Trace::read(text.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&trace), "{}", text);
        prop_assert_eq!(read.map(|trace| trace.text()), Ok(text));
    }

    #[test]
    fn a_damaged_text_is_a_trace_or_an_error_with_a_place_inside_the_text(
        trace in traces(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..4),
    ) {
        let mut bytes = trace.text().into_bytes();
        for (at, byte, how) in damage {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
            if bytes.is_empty() { break; }
        }
        match Trace::read(bytes.as_slice()) {
            Ok(trace) => {
                let text = trace.text();
                prop_assert_eq!(Trace::read(text.as_bytes()), Ok(trace));
            }
            Err(error) => {
                let start = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
                let line_start = match error.line {
                    1 => 0,
                    line => start.map(|(at, _)| at + 1).nth(line as usize - 2).unwrap_or(usize::MAX),
                };
                prop_assert!(error.offset as usize <= bytes.len(), "{}", error);
                prop_assert_eq!(line_start as u64 + error.column - 1, error.offset, "{}", error);
                let io = matches!(error.fault, Fault::Io { .. });
                prop_assert!(!io, "{}", error);
            }
        }
    }

    #[test]
    fn the_form_of_an_operation_says_that_operation(trace in traces()) {
        let mut canonicaliser = Canonicaliser::new(Mode::Fingerprint);
        let mut read = |form: &OperationForm| form.operation(&mut canonicaliser, |it| Ok(*it));
        for event in &trace.events {
            let What::Invoke { operation } = &event.what else { continue };
            let said = read(operation).expect("it was admitted");
            prop_assert_eq!(read(&OperationForm::of(&said)), Ok(said));
        }
    }
}

#[test]
fn the_generated_traces_have_events_of_every_kind() {
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<Kind, usize> = BTreeMap::new();
    for _ in 0..400 {
        let trace = traces().new_tree(&mut runner).expect("a trace").current();
        for event in &trace.events {
            *seen.entry(event.kind()).or_default() += 1;
        }
    }
    for kind in Kind::ALL {
        assert!(seen.get(kind).is_some_and(|times| *times > 20), "{kind}: {seen:?}");
    }
}

#[test]
fn a_line_break_inside_a_payload_is_written_as_a_space() {
    let recorder = Recorder::new(Header::new("s")).expect("a header");
    let payload = JsonText::new("{\r\n\"a\":\n\"x\\ny\"}").expect("JSON");
    let begin = OperationForm::Begin {
        payload: Some(payload),
        fingerprint: None,
        claim: "c".into(),
        follows: None,
    };
    let request = RequestId { scope: "t".into(), key: "k".into() };
    let at = At::exact("s", Tick::FIRST).process("A").request(&request);
    recorder.invoke(at, begin).expect("recorded");
    let text = recorder.into_trace().expect("complete").text();
    assert!(text.contains(r#""payload":{  "a": "x\ny"}"#), "{text}");
    let read = Trace::read(text.as_bytes()).expect("a trace");
    assert_eq!((read.events.len(), read.text()), (1, text));
}

//! Any valid trace is judged: nothing panics, every property has a verdict, and the same trace
//! is judged the same.
#![cfg(feature = "trace")]

mod trace_support;

use onceproof::property::{Property, Verdict, judge};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn any_valid_trace_has_a_judgement(trace in trace_support::traces()) {
        let judgement = judge(&trace);
        prop_assert_eq!(judgement.verdicts.len(), Property::ALL.len());
        for breach in judgement.violated() {
            prop_assert!(trace.events.iter().any(|event| event.seq == breach.seq));
            prop_assert!(judgement.breaches.contains(breach));
        }
        for unlisted in &judgement.not_linearizable {
            prop_assert!(trace.events.iter().any(|event| event.seq == unlisted.seq));
        }
        let nothing = judgement.bounds.events == 0;
        let says = judgement.verdicts.values().any(|it| !matches!(it, Verdict::Undetermined { .. }));
        prop_assert!(!(nothing && says));
        prop_assert_eq!(judgement, judge(&trace));
    }
}

/// The longest log that this has been tried with: 40 000 events of 10 000 requests, in seconds
/// and not in hours.
#[test]
fn a_long_log_is_judged_in_time() {
    use onceproof::spec::RequestId;
    use onceproof::trace::form::{AnswerForm, ContractForm, JsonText, OperationForm, Tick};
    use onceproof::trace::{At, Header, Recorder, What};
    let header = Header {
        contract: Some(ContractForm { base: "strict".into(), with: [].into() }),
        ..Header::new("s")
    };
    let recorder = Recorder::new(header).expect("the header is valid");
    let at = |number: u32| {
        let key = format!("k{}", number % 10_000);
        let request = RequestId { scope: "shop".into(), key };
        At::exact("s", Tick::new(u64::from(number / 10_000)).expect("small"))
            .process("w")
            .request(&request)
            .intent(&format!("i{}", number % 10_000))
    };
    for number in 0..40_000 {
        let first = number < 10_000;
        let operation = OperationForm::Begin {
            payload: JsonText::new("1").ok(),
            fingerprint: None,
            claim: format!("c{number}").as_str().into(),
            follows: None,
        };
        let answer = match first {
            true => AnswerForm::Started { attempt: None, lease_until: None },
            false => AnswerForm::InProgress { retry_after: None },
        };
        let (operation, clause, incarnation, replica) = (Some(operation), None, None, None);
        let what = What::Decide { operation, answer, clause, incarnation, replica };
        recorder.record(at(number), what).expect("recorded");
    }
    let started = std::time::Instant::now();
    let judgement = judge(&recorder.into_trace().expect("complete"));
    assert!(judgement.verdicts.values().all(|verdict| *verdict == Verdict::Holds));
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

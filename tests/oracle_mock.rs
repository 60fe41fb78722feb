//! The mock is the specification in process: it passes every case, by the interpreter that does
//! not know the table.

use onceproof::conformance::{Case, Records, Subject, SubjectError, run, shipped};
use onceproof::oracle::Mock;
use onceproof::spec::{Attempt, Contract, RequestId, named};
use onceproof::trace::form::{AnswerForm, OperationForm, Tick};

struct Mocked(Mock);

impl Mocked {
    fn wait_until(&mut self, at: Tick) {
        let ticks = |tick: Tick| tick.number().expect("a time in a case is a number");
        self.0.advance(ticks(at).saturating_sub(ticks(self.0.now().time)));
    }
}

impl Subject for Mocked {
    fn reset(&mut self, contract: &Contract) -> Result<(), SubjectError> {
        self.0 = Mock::new(*contract);
        Ok(())
    }

    fn apply(
        &mut self,
        at: Tick,
        request: &RequestId,
        operation: &OperationForm<Attempt>,
    ) -> Result<AnswerForm<Attempt>, SubjectError> {
        self.wait_until(at);
        self.0.ask(request, operation).map_err(|error| SubjectError::Rubbish(error.to_string()))
    }

    fn restart(&mut self, at: Tick, records: Records) -> Result<(), SubjectError> {
        self.wait_until(at);
        self.0.restart(records == Records::Lost);
        Ok(())
    }
}

fn cases() -> Vec<Case> {
    let files = shipped::read_all().expect("the shipped cases");
    files.into_iter().flat_map(|(_, file)| file.cases).collect()
}

#[test]
fn the_mock_passes_every_case() {
    let report = run(&cases(), &mut Mocked(Mock::new(named::STRICT))).expect("cases");
    let failed: Vec<_> = report.results.iter().filter(|(_, verdict)| !verdict.passed()).collect();
    assert!(failed.is_empty(), "{} failed: {:#?}", failed.len(), failed.first());
}

#[test]
fn a_mock_that_never_moves_its_clock_fails_cases() {
    struct Stopped(Mocked);
    impl Subject for Stopped {
        fn reset(&mut self, contract: &Contract) -> Result<(), SubjectError> {
            self.0.reset(contract)
        }
        fn apply(
            &mut self,
            _at: Tick,
            request: &RequestId,
            operation: &OperationForm<Attempt>,
        ) -> Result<AnswerForm<Attempt>, SubjectError> {
            self.0.apply(Tick::new(0).expect("the first tick"), request, operation)
        }
        fn restart(&mut self, at: Tick, records: Records) -> Result<(), SubjectError> {
            self.0.restart(at, records)
        }
    }
    let report = run(&cases(), &mut Stopped(Mocked(Mock::new(named::STRICT)))).expect("cases");
    assert!(report.results.iter().any(|(_, verdict)| !verdict.passed()));
}

#[test]
fn attempts_grow_over_forgetting_and_restarts_of_the_mock() {
    let mut layer = Mock::new(Contract {
        on_not_applied: onceproof::spec::contract::OnNotApplied::Delete,
        ..named::STRICT
    });
    let request = |key: &str| RequestId { scope: "S".into(), key: key.into() };
    let begin = OperationForm::Begin {
        payload: onceproof::trace::form::JsonText::new("1").ok(),
        fingerprint: None,
        claim: "c".into(),
        follows: None,
    };
    let mut told = Vec::new();
    for (round, lost) in [false, true, false, true, true].into_iter().enumerate() {
        let request = request(&format!("K{}", round % 2));
        let answer = layer.ask(&request, &begin).expect("a begin");
        let AnswerForm::Started { attempt: Some(attempt), .. } = answer else {
            panic!("{round}: {answer:?}");
        };
        told.push(attempt);
        let fail = OperationForm::Fail {
            attempt: Some(attempt),
            payload: None,
            fingerprint: None,
            failure: onceproof::trace::form::FailureForm::NotApplied {},
        };
        assert_eq!(layer.ask(&request, &fail).expect("a fail"), AnswerForm::Released {});
        if lost {
            layer.restart(true);
        }
    }
    assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "{told:?}");
}

//! The interpreter, on subjects that misbehave.
//!
//! *What it claims.* Whatever is no answer is no pass, and is named; a case that turns out to be
//! unsound blames itself and not the subject.
//! *How that is checked.* Subjects that are wrong in one way.
//! *What is not covered.* Subjects that are wrong in what they answer: `case_mutants.rs`.

use onceproof::conformance::{
    Case, Forgetting, Problem, Records, SpecSubject, Subject, SubjectError, Verdict, judge, read,
    run,
};
use onceproof::spec::{Attempt, Contract, RequestId};
use onceproof::trace::form::{AnswerForm, OperationForm, Tick};

const BEGIN: &str =
    r#"{"at": 0, "do": {"begin": {"payload": 1, "claim": "w1"}}, "expect": EXPECT}"#;

#[test]
fn a_subject_without_an_answer_is_named_and_never_passes() {
    let case = case(r#"{"started": {}}"#, "");
    for error in [
        SubjectError::Crashed("signal 9".to_owned()),
        SubjectError::Hung("1000 ms".to_owned()),
        SubjectError::Rubbish("OK".to_owned()),
        SubjectError::AnsweredTwice("two lines".to_owned()),
        SubjectError::Unsupported("leases".to_owned()),
    ] {
        let mut mute = Answers(Err(error.clone()));
        assert_eq!(judge(&case, &mut mute), Verdict::SubjectFailed { step: 1, error });
        assert_eq!(run([&case], &mut mute).unwrap().failures().count(), 1);
    }
}

#[test]
fn a_member_that_the_case_leaves_out_is_not_judged() {
    let mut subject = Answers(Ok(AnswerForm::Started { attempt: None, lease_until: None }));
    assert!(judge(&case(r#"{"started": {}}"#, ""), &mut subject).passed());
}

#[test]
fn a_member_that_the_subject_leaves_out_is_judged() {
    let mut subject = Answers(Ok(AnswerForm::Started { attempt: None, lease_until: None }));
    for expected in [r#"{"started": {"attempt": "a"}}"#, r#"{"started": {"lease_until": 9}}"#] {
        let verdict = judge(&case(expected, ""), &mut subject);
        assert!(matches!(verdict, Verdict::Failed { step: 1, .. }), "{verdict:?}");
    }
}

#[test]
fn a_label_that_meets_another_attempt_fails() {
    let attempt = Some(Attempt { incarnation: 0, number: 1 });
    let mut subject = Answers(Ok(AnswerForm::Started { attempt, lease_until: None }));
    let again = BEGIN.replace("EXPECT", r#"{"started": {"attempt": "b"}}"#);
    let verdict = judge(&case(r#"{"started": {"attempt": "a"}}"#, &again), &mut subject);
    let Verdict::Failed { step: 2, difference, .. } = verdict else { panic!("{verdict:?}") };
    assert_eq!(difference, "attempt `b` is new and must be larger than 0.1, but is 0.1");
}

#[test]
fn a_label_of_an_alternative_that_was_not_given_breaks_the_case() {
    let steps = r#"{"at": 0, "do": {"begin": {"payload": 1, "claim": "w1"}},
        "expect_any": [{"started": {"attempt": "a"}}, {"already_completed": {"attempt": "b"}}]},
        {"at": 1, "do": {"renew": {"attempt": "b"}}, "expect": {"renewed": {}}}"#;
    let verdict = judge(&with_steps(steps), &mut SpecSubject::new(Forgetting::Never));
    let Verdict::Broken(error) = verdict else { panic!("{verdict:?}") };
    assert_eq!((error.problem, error.step), (Problem::UnboundLabel, Some(2)));
}

fn case(expected: &str, further: &str) -> Case {
    let first = BEGIN.replace("EXPECT", expected);
    let comma = if further.is_empty() { "" } else { "," };
    with_steps(&format!("{first}{comma}{further}"))
}

fn with_steps(steps: &str) -> Case {
    let text = format!(
        r#"{{"version": 1, "about": "", "cases": [{{"name": "a_case", "clause": "begin.unseen",
        "contract": {{"base": "strict"}}, "steps": [{steps}]}}]}}"#
    );
    read(&text).unwrap().cases.remove(0)
}

/// A subject that says the same to everything.
struct Answers(Result<AnswerForm<Attempt>, SubjectError>);

impl Subject for Answers {
    fn reset(&mut self, _: &Contract) -> Result<(), SubjectError> {
        Ok(())
    }
    fn apply(
        &mut self,
        _: Tick,
        _: &RequestId,
        _: &OperationForm,
    ) -> Result<AnswerForm<Attempt>, SubjectError> {
        self.0.clone()
    }
    fn restart(&mut self, _: Tick, _: Records) -> Result<(), SubjectError> {
        Ok(())
    }
}

//! The interpreter: walks a case against a subject and compares what is said with what is
//! expected.
//!
//! *What it claims.* It judges by the case alone and never asks [`mod@crate::spec::step`]. A
//! case passes only when every step was answered as expected; a crash, a hang or rubbish is an
//! outcome of its own, and a run of no cases is an error.
//! *How that is checked.* `tests/case_mutants.rs`: broken subjects fail, each by a named case.
//! *What is not covered.* A member that a case leaves out. Under `replay = equivalent` the text
//! of a result is not compared either: the contract promises none.

use super::case::{Action, Case, CaseError, Problem, Records, Step};
use super::labels::{Labels, answered, rewritten};
use crate::spec::contract::Replay;
use crate::spec::{Attempt, Contract, RequestId};
use crate::trace::form::{AnswerForm, OperationForm, OutcomeForm, Tick};
use std::fmt::{Display, Formatter};
use std::mem::discriminant;

/// Runs every case on a subject.
///
/// # Errors
/// When there is no case: nothing was shown.
pub fn run<'a>(
    cases: impl IntoIterator<Item = &'a Case>,
    subject: &mut impl Subject,
) -> Result<Report, NothingRan> {
    let results: Vec<(String, Verdict)> =
        cases.into_iter().map(|case| (case.name.clone(), judge(case, subject))).collect();
    if results.is_empty() { Err(NothingRan) } else { Ok(Report { results }) }
}

/// Runs one case on a subject.
pub fn judge(case: &Case, subject: &mut impl Subject) -> Verdict {
    if let Err(error) = subject.reset(&case.contract) {
        return Verdict::SubjectFailed { step: 0, error };
    }
    let mut labels = Labels::default();
    for (place, step) in case.steps.iter().enumerate() {
        if let Err(verdict) = walk(case, place + 1, step, subject, &mut labels) {
            return *verdict;
        }
    }
    Verdict::Passed
}

/// What is judged: an idempotency layer, behind whatever carries operations to it.
pub trait Subject {
    /// Starts afresh, with nothing remembered, under a contract.
    ///
    /// # Errors
    /// When the subject cannot, or does not offer that contract.
    fn reset(&mut self, contract: &Contract) -> Result<(), SubjectError>;

    /// Asks an operation at a time.
    ///
    /// # Errors
    /// When no answer of the lifecycle comes back.
    fn apply(
        &mut self,
        at: Tick,
        request: &RequestId,
        operation: &OperationForm<Attempt>,
    ) -> Result<AnswerForm<Attempt>, SubjectError>;

    /// Restarts, as a new incarnation.
    ///
    /// # Errors
    /// When the subject does not come back, or cannot restart in that way.
    fn restart(&mut self, at: Tick, records: Records) -> Result<(), SubjectError>;
}

/// Why there is no answer. None of these is a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectError {
    /// It cannot be asked that: it declares so.
    Unsupported(String),
    /// It ended.
    Crashed(String),
    /// It said nothing for too long.
    Hung(String),
    /// It said something that is no answer.
    Rubbish(String),
    /// It answered twice.
    AnsweredTwice(String),
}

impl Display for SubjectError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let (name, what) = match self {
            SubjectError::Unsupported(what) => ("unsupported", what),
            SubjectError::Crashed(what) => ("crashed", what),
            SubjectError::Hung(what) => ("hung", what),
            SubjectError::Rubbish(what) => ("rubbish", what),
            SubjectError::AnsweredTwice(what) => ("answered_twice", what),
        };
        write!(f, "{name}: {what}")
    }
}

impl std::error::Error for SubjectError {}

/// What one case came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every step was answered as expected.
    Passed,
    /// A step was answered otherwise.
    Failed {
        /// The step, from 1.
        step: usize,
        /// What was expected, one of these.
        expected: Vec<AnswerForm<String>>,
        /// What was observed.
        observed: AnswerForm<Attempt>,
        /// In what they differ.
        difference: String,
    },
    /// The case itself turned out to be unsound.
    Broken(CaseError),
    /// The subject gave no answer.
    SubjectFailed {
        /// The step, from 1; 0 is the reset before the first.
        step: usize,
        /// Why.
        error: SubjectError,
    },
}

impl Verdict {
    /// Whether the case passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        *self == Verdict::Passed
    }
}

/// What a run came to, case by case.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of each case and its verdict, in the order in which they ran; at least one.
    pub results: Vec<(String, Verdict)>,
}

impl Report {
    /// The cases that did not pass.
    pub fn failures(&self) -> impl Iterator<Item = &(String, Verdict)> {
        self.results.iter().filter(|(_, verdict)| !verdict.passed())
    }
}

/// No case ran, so nothing was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingRan;

impl Display for NothingRan {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("no case ran, so nothing was shown")
    }
}

impl std::error::Error for NothingRan {}

fn walk(
    case: &Case,
    place: usize,
    step: &Step,
    subject: &mut impl Subject,
    labels: &mut Labels,
) -> Result<(), Box<Verdict>> {
    let failed = |error| Box::new(Verdict::SubjectFailed { step: place, error });
    let (operation, expected) = match &step.action {
        Action::Restart(records) => return subject.restart(step.at, *records).map_err(failed),
        Action::Ask { operation, expected } => (operation, expected),
    };
    let operation = rewritten(operation, |label| {
        labels.stands_for(label).ok_or_else(|| {
            let what = format!("`{label}` is bound only by an answer that was not given");
            let error = CaseError::new(Problem::UnboundLabel, Some("attempt"), what);
            Box::new(Verdict::Broken(error.in_step(place).in_case(&case.name)))
        })
    })?;
    let observed = subject.apply(step.at, &step.request, &operation).map_err(failed)?;
    let mut differences = Vec::with_capacity(expected.len());
    for answer in expected {
        let mut trial = labels.clone();
        match difference(case, &step.request, answer, &observed, &mut trial) {
            None => {
                *labels = trial;
                return Ok(());
            }
            Some(difference) => differences.push(difference),
        }
    }
    let (expected, difference) = (expected.clone(), differences.join("; or "));
    Err(Box::new(Verdict::Failed { step: place, expected, observed, difference }))
}

/// In what an observed answer differs from an expected one, if it does.
fn difference(
    case: &Case,
    request: &RequestId,
    expected: &AnswerForm<String>,
    observed: &AnswerForm<Attempt>,
    labels: &mut Labels,
) -> Option<String> {
    let told = answered(observed).copied();
    let unlabelled = expected.clone().with_attempts(|_| Ok::<_, String>(Attempt::NONE));
    if unlabelled.is_ok_and(|shape| discriminant(&shape) != discriminant(observed)) {
        return Some("another answer was given".to_owned());
    }
    let wanted = expected.clone().with_attempts(|label| {
        let told = told.ok_or_else(|| format!("attempt `{label}` is not told"))?;
        labels.meets(request, &label, told)?;
        Ok(told)
    });
    match wanted {
        Err(difference) => Some(difference),
        Ok(wanted) => {
            let wanted = filled(wanted, observed, case.contract.replay);
            (wanted != *observed).then(|| "a member differs".to_owned())
        }
    }
}

/// The wanted answer, with what it leaves out taken from what was observed.
fn filled(
    wanted: AnswerForm<Attempt>,
    observed: &AnswerForm<Attempt>,
    replay: Replay,
) -> AnswerForm<Attempt> {
    match (wanted, observed) {
        (
            AnswerForm::Started { attempt, lease_until },
            AnswerForm::Started { attempt: told, lease_until: until },
        ) => {
            AnswerForm::Started { attempt: attempt.or(*told), lease_until: lease_until.or(*until) }
        }
        (AnswerForm::InProgress { retry_after }, AnswerForm::InProgress { retry_after: told }) => {
            AnswerForm::InProgress { retry_after: retry_after.or(*told) }
        }
        (AnswerForm::Replayed { outcome }, AnswerForm::Replayed { outcome: told }) => {
            AnswerForm::Replayed { outcome: outcome_filled(outcome, told, replay) }
        }
        (AnswerForm::Uncertain { cause }, AnswerForm::Uncertain { cause: told }) => {
            AnswerForm::Uncertain { cause: cause.or(*told) }
        }
        (AnswerForm::Lapsed { kind }, AnswerForm::Lapsed { kind: told }) => {
            AnswerForm::Lapsed { kind: kind.or(*told) }
        }
        (
            AnswerForm::Completed { contradicts_denial },
            AnswerForm::Completed { contradicts_denial: told },
        ) => AnswerForm::Completed { contradicts_denial: contradicts_denial.or(*told) },
        (AnswerForm::Renewed { lease_until }, AnswerForm::Renewed { lease_until: told }) => {
            AnswerForm::Renewed { lease_until: lease_until.or(*told) }
        }
        (
            AnswerForm::AlreadyCompleted { attempt, outcome },
            AnswerForm::AlreadyCompleted { attempt: by, outcome: told },
        ) => AnswerForm::AlreadyCompleted {
            attempt: attempt.or(*by),
            outcome: outcome_filled(outcome, told, replay),
        },
        (AnswerForm::StaleAttempt { current }, AnswerForm::StaleAttempt { current: told }) => {
            AnswerForm::StaleAttempt { current: current.or(*told) }
        }
        (
            AnswerForm::Status { view, attempt, protection, follows },
            AnswerForm::Status { view: seen, attempt: by, protection: until, follows: link },
        ) => AnswerForm::Status {
            view: view.or(*seen),
            attempt: attempt.or(*by),
            protection: protection.or_else(|| until.clone()),
            follows: follows.or_else(|| link.clone()),
        },
        // The other answers have no members, so there is nothing to fill in.
        (wanted, _) => wanted,
    }
}

/// The same for an outcome. Equivalent replays may tell a result in another text.
fn outcome_filled(
    wanted: Option<OutcomeForm>,
    told: &Option<OutcomeForm>,
    replay: Replay,
) -> Option<OutcomeForm> {
    match (&wanted, told) {
        (None, _) => told.clone(),
        (Some(OutcomeForm::Success { .. }), Some(OutcomeForm::Success { .. }))
            if replay == Replay::Equivalent =>
        {
            told.clone()
        }
        (Some(_), _) => wanted,
    }
}

//! The record of which an answer speaks that the table does not allow.
//!
//! *What it claims.* What an answer says is taken at its word, so that one fault is said once,
//! and what is consistent with it from then on is no further fault.
//! *How that is checked.* `tests/judged_verdicts.rs`.
//! *What is not covered.* Refusals that say nothing of a record leave it as it was.

use crate::property::feed::told;
use crate::spec::contract::{OnNotApplied, Terms};
use crate::spec::{
    Answer, Attempt, Begin, Binding, Cause, Claimant, Clause, Decision, Failure, Finding, Kind,
    Moment, Operation, Origin, Outcome, Record, Refusal, Ticks, Told,
};
use crate::trace::form::{AnswerForm, Concrete, Tick};

/// A clause that never gives the promise up: the decision was made by none.
const NONE: Clause = Clause::StatusTells;

/// The decision that the answer makes of it.
pub(super) fn forced(
    contract: &impl Terms,
    settled: &Record<Concrete>,
    operation: &Operation<Concrete>,
    answer: &AnswerForm,
    now: Moment<Tick>,
) -> Decision<Concrete> {
    let on = On { settled, operation, now };
    let same = |answer| Decision { next: settled.clone(), answer, clause: NONE };
    match answer {
        AnswerForm::Started { attempt, lease_until } => on.started(*attempt, *lease_until),
        AnswerForm::Completed { contradicts_denial } => {
            let contradicts_denial = contradicts_denial.unwrap_or(false);
            let answer = Answer::Completed { contradicts_denial };
            match on.outcome() {
                Some(outcome) => on.completed(outcome, answer, contradicts_denial),
                None => same(answer),
            }
        }
        AnswerForm::Released {} => {
            let denied = matches!(operation, Operation::Fail(_, Failure::NotApplied));
            if denied && contract.on_not_applied() == OnNotApplied::Delete {
                let next = Record::Absent { floor: settled.highest_attempt() };
                return Decision { next, answer: Answer::Released, clause: NONE };
            }
            on.with(Answer::Released, |binding| Record::Released {
                binding,
                origin: Origin::Reported,
            })
        }
        AnswerForm::Quarantined {} => on.with(Answer::Quarantined, |binding| Record::Uncertain {
            binding,
            cause: Cause::Reported,
        }),
        AnswerForm::Renewed { lease_until } => {
            let lease_until = lease_until.unwrap_or(Tick::LAST);
            let mut next = settled.clone();
            if let Record::Active { lease_until: until, .. } = &mut next {
                *until = lease_until;
            }
            Decision { next, answer: Answer::Renewed { lease_until }, clause: NONE }
        }
        AnswerForm::Cancelled {} => {
            let outcome = Outcome::Refused(Refusal::Cancelled);
            on.completed(outcome, Answer::Cancelled, false)
        }
        AnswerForm::Resolved {} => match operation {
            Operation::Resolve(_, Finding::Applied(outcome), _) => {
                on.completed(outcome.clone(), Answer::Resolved, false)
            }
            _ => on.with(Answer::Resolved, |binding| Record::Released {
                binding,
                origin: Origin::Reported,
            }),
        },
        AnswerForm::Replayed { outcome: Some(outcome) } => {
            let told = told(outcome);
            match &told {
                Told::Outcome(outcome) => {
                    on.completed(outcome.clone(), Answer::Replayed(told.clone()), false)
                }
                Told::KindOnly(_) | Told::Indeterminate => same(Answer::Replayed(told)),
            }
        }
        AnswerForm::Lapsed { kind } => {
            let kind = kind.unwrap_or(Kind::Success);
            on.with(Answer::Lapsed(kind), |binding| Record::Lapsed {
                binding,
                kind,
                since: now.time,
            })
        }
        AnswerForm::Uncertain { cause } => {
            let cause = cause.unwrap_or(Cause::Abandoned);
            on.with(Answer::Uncertain(cause), |binding| Record::Uncertain { binding, cause })
        }
        AnswerForm::UnknownRequest {} => {
            let next = Record::Absent { floor: settled.highest_attempt() };
            Decision { next, answer: Answer::UnknownRequest, clause: NONE }
        }
        _says_nothing_of_the_record => same(Answer::Conflict),
    }
}

struct On<'a> {
    settled: &'a Record<Concrete>,
    operation: &'a Operation<Concrete>,
    now: Moment<Tick>,
}

impl On<'_> {
    fn started(&self, attempt: Option<Attempt>, until: Option<Tick>) -> Decision<Concrete> {
        let next = self.settled.highest_attempt().next(self.now.incarnation);
        let attempt = attempt.unwrap_or(next);
        let lease_until = until.unwrap_or(Tick::LAST);
        let answer = Answer::Started { attempt, lease_until };
        let Operation::Begin(Begin { payload, claim, follows }) = self.operation else {
            return Decision { next: self.settled.clone(), answer, clause: NONE };
        };
        let binding = Binding {
            fingerprint: Some(payload.clone()),
            attempt,
            first_begun: Some(self.now.time),
            follows: follows.clone(),
        };
        let next = Record::Active { binding, claim: claim.clone(), lease_until };
        Decision { next, answer, clause: NONE }
    }

    fn completed(
        &self,
        outcome: Outcome<Concrete>,
        answer: Answer<Concrete>,
        contradicts_denial: bool,
    ) -> Decision<Concrete> {
        let at = self.now.time;
        self.with(answer, |binding| Record::Completed {
            binding,
            outcome,
            at,
            origin: Origin::Reported,
            contradicts_denial,
        })
    }

    fn with(
        &self,
        answer: Answer<Concrete>,
        record: impl FnOnce(Binding<Concrete>) -> Record<Concrete>,
    ) -> Decision<Concrete> {
        let binding = self.settled.binding().cloned().unwrap_or_else(|| self.binding());
        Decision { next: record(binding), answer, clause: NONE }
    }

    /// What a record would be bound to of which nothing was known.
    fn binding(&self) -> Binding<Concrete> {
        let (fingerprint, attempt) = match self.operation {
            Operation::Begin(begin) => (Some(begin.payload.clone()), None),
            Operation::Cancel(payload) => (payload.clone(), None),
            Operation::Finish(by, _)
            | Operation::Fail(by, _)
            | Operation::Renew(by)
            | Operation::Resolve(by, _, _) => match by {
                Claimant::Attempt(attempt) => (None, Some(*attempt)),
                Claimant::Payload(payload) => (Some(payload.clone()), None),
            },
            Operation::BeginWithoutKey | Operation::Status | Operation::Sweep => (None, None),
        };
        let attempt = attempt.unwrap_or(self.settled.highest_attempt());
        Binding { fingerprint, attempt, first_begun: Some(self.now.time), follows: None }
    }

    /// The outcome that the operation brings.
    fn outcome(&self) -> Option<Outcome<Concrete>> {
        match self.operation {
            Operation::Finish(_, Some(result)) => Some(Outcome::Success(result.clone())),
            Operation::Finish(_, None) => Some(Outcome::ResultUnavailable),
            Operation::Fail(_, Failure::NotApplied) => Some(Outcome::Refused(Refusal::Sealed)),
            Operation::Fail(_, Failure::Refused(reason)) => {
                Some(Outcome::Refused(Refusal::Final(reason.clone())))
            }
            _ => None,
        }
    }
}

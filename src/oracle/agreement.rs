//! Whether an observed answer is the one that was decided.
//!
//! What an observer leaves out is not judged. A started attempt may carry any number larger
//! than all that were issued for its request before: implementations number in their own way.
//!
//! *What it claims.* Two answers agree only if a caller could not tell them apart in what was
//! observed, under the replay rule of the contract.
//! *How that is checked.* Unit tests, member by member, both ways.
//! *What is not covered.* Whether an equivalent replay is really equivalent: only its kind is
//! looked at, since nothing else about it is known here.

use crate::spec::contract::{Replay, Terms};
use crate::spec::{Attempt, Clause, Decision, Record};
use crate::trace::form::{AnswerForm, Concrete, OutcomeForm};

/// Whether `observed` is what `decided` says, and if so the record from then on.
///
/// `floor` is the highest attempt known to have been issued for this request.
pub fn agreement(
    contract: &impl Terms,
    decided: &Decision<Concrete>,
    floor: Attempt,
    observed: &AnswerForm,
) -> Option<Record<Concrete>> {
    let expected = AnswerForm::of(&decided.answer);
    let next = &decided.next;
    if let (
        AnswerForm::Started { attempt: expected, lease_until },
        AnswerForm::Started { attempt: seen, lease_until: told },
    ) = (&expected, observed)
    {
        if !left_out_or_equal(told.as_ref(), lease_until.as_ref()) {
            return None;
        }
        let issued_afresh = decided.clause != Clause::BeginAskedAgain;
        return match seen {
            None => Some(next.clone()),
            Some(seen) if issued_afresh => {
                (*seen > floor).then(|| next.clone().with_attempt(*seen))
            }
            Some(seen) => (Some(*seen) == *expected).then(|| next.clone()),
        };
    }
    same(contract, &expected, observed).then(|| next.clone())
}

/// Whether what was observed is what was expected, as far as it was observed.
pub(crate) fn same(contract: &impl Terms, expected: &AnswerForm, observed: &AnswerForm) -> bool {
    use AnswerForm as Form;
    match (expected, observed) {
        (Form::InProgress { retry_after: a }, Form::InProgress { retry_after: b }) => {
            left_out_or_equal(b.as_ref(), a.as_ref())
        }
        (Form::Replayed { outcome: a }, Form::Replayed { outcome: b }) => {
            same_outcome(contract, a.as_ref(), b.as_ref())
        }
        (Form::Uncertain { cause: a }, Form::Uncertain { cause: b }) => {
            left_out_or_equal(b.as_ref(), a.as_ref())
        }
        (Form::Lapsed { kind: a }, Form::Lapsed { kind: b }) => {
            left_out_or_equal(b.as_ref(), a.as_ref())
        }
        (Form::Completed { contradicts_denial: a }, Form::Completed { contradicts_denial: b }) => {
            left_out_or_equal(b.as_ref(), a.as_ref())
        }
        (Form::Renewed { lease_until: a }, Form::Renewed { lease_until: b }) => {
            left_out_or_equal(b.as_ref(), a.as_ref())
        }
        (
            Form::AlreadyCompleted { attempt: a, outcome: told },
            Form::AlreadyCompleted { attempt: b, outcome: seen },
        ) => {
            left_out_or_equal(b.as_ref(), a.as_ref())
                && same_outcome(contract, told.as_ref(), seen.as_ref())
        }
        (Form::StaleAttempt { current: a }, Form::StaleAttempt { current: b }) => {
            left_out_or_equal(b.as_ref(), a.as_ref())
        }
        (
            Form::Status { view, attempt, protection, follows },
            Form::Status { view: v, attempt: a, protection: p, follows: f },
        ) => {
            left_out_or_equal(v.as_ref(), view.as_ref())
                && left_out_or_equal(a.as_ref(), attempt.as_ref())
                && left_out_or_equal(p.as_ref(), protection.as_ref())
                && left_out_or_equal(f.as_ref(), follows.as_ref())
        }
        (without_members, seen) => without_members == seen,
    }
}

fn left_out_or_equal<T: PartialEq>(observed: Option<&T>, expected: Option<&T>) -> bool {
    observed.is_none() || observed == expected
}

fn same_outcome(
    contract: &impl Terms,
    expected: Option<&OutcomeForm>,
    observed: Option<&OutcomeForm>,
) -> bool {
    match (expected, observed) {
        (
            Some(OutcomeForm::Success { result: expected }),
            Some(OutcomeForm::Success { result: observed }),
        ) => expected == observed || contract.replay() == Replay::Equivalent,
        (expected, observed) => left_out_or_equal(observed, expected),
    }
}

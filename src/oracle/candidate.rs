//! What may be known of a request before an operation, where attempts were not always told.
//!
//! A started answer may be observed without its attempt, or not be observed at all. The attempt
//! is then some one above those known, and stays so until an operation or an answer names it.
//!
//! *What it claims.* A record whose attempt was not told is decided both ways: as if each attempt
//! named now were the one, and as if none of them were. The number that is printed for it stays the
//! same until it is named, or another one is.
//! *How that is checked.* `tests/oracle_attempts.rs`.
//! *What is not covered.* Two layers that number alike: an attempt named by mistake may count as
//! the one that was not told.

use super::ruling::Question;
use crate::spec::{Answer, Attempt, Clause, Decision, Record};
use crate::trace::form::Concrete;
use std::borrow::Cow;

/// A record that is possible for a request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Held {
    /// The record. When its attempt was not told, the attempt in it stands for any.
    pub(super) record: Record<Concrete>,
    /// When the attempt was not told: the highest one known to have been issued before it.
    pub(super) untold_above: Option<Attempt>,
}

/// A record on which an operation may fall.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'a> {
    /// The record.
    pub(super) record: Cow<'a, Record<Concrete>>,
    /// The highest attempt known to have been issued for the request.
    pub(super) floor: Attempt,
    /// Whether the attempt in the record stands for any above the floor.
    untold: bool,
}

impl Held {
    /// The highest attempt known to have been issued.
    pub(super) fn known(&self) -> Attempt {
        self.untold_above.unwrap_or(self.record.highest_attempt())
    }

    /// Whether the attempt in the record is the one.
    pub(super) fn is_told(&self) -> bool {
        self.untold_above.is_none()
    }

    /// Whether the record is of this attempt, and known to be.
    pub(super) fn is_of(&self, attempt: Attempt) -> bool {
        self.is_told() && self.record.highest_attempt() == attempt
    }
}

impl<'a> Candidate<'a> {
    /// A request of which nothing was ever seen.
    pub(super) fn unseen() -> Self {
        Candidate { record: Cow::Owned(Record::unseen()), floor: Attempt::NONE, untold: false }
    }

    /// A request that was forgotten, or of which nothing is known, with the highest attempt that
    /// may have been issued for it.
    pub(super) fn absent(floor: Attempt) -> Self {
        Candidate { record: Cow::Owned(Record::Absent { floor }), floor, untold: false }
    }

    /// A record in which every attempt was told.
    pub(super) fn told(record: &'a Record<Concrete>) -> Self {
        let floor = record.highest_attempt();
        Candidate { record: Cow::Borrowed(record), floor, untold: false }
    }

    /// The candidates that a held record gives, with `question` before it.
    pub(super) fn add(held: &'a Held, question: &Question<'_>, to: &mut Vec<Candidate<'a>>) {
        let Some(floor) = held.untold_above else {
            to.push(Candidate::told(&held.record));
            return;
        };
        let named = [
            question.operation.attempt().copied(),
            question.observed.and_then(|answer| answer.attempt().0.copied()),
        ];
        let stands_for_any = held.record.highest_attempt();
        let (mut highest, mut is_named) = (floor.max(stands_for_any), false);
        for attempt in named.into_iter().flatten().filter(|attempt| *attempt > floor) {
            highest = highest.max(attempt);
            is_named |= attempt == stands_for_any;
            let record = Cow::Owned(held.record.clone().with_attempt(attempt));
            to.push(Candidate { record, floor: attempt, untold: false });
        }
        // The number that was told for it stays, unless it is among those that it now is not.
        let record = match is_named {
            false => Cow::Borrowed(&held.record),
            true => {
                let other = highest.next(highest.incarnation);
                Cow::Owned(held.record.clone().with_attempt(other))
            }
        };
        to.push(Candidate { record, floor, untold: true });
    }

    /// What is held after a decision on this candidate, with `next` for its record. `told` says
    /// whether the attempt of a started answer is the one in `next`, and no other.
    pub(super) fn after(
        &self,
        decision: &Decision<Concrete>,
        next: Record<Concrete>,
        told: bool,
    ) -> Held {
        let issued = matches!(decision.answer, Answer::Started { .. })
            && decision.clause != Clause::BeginAskedAgain;
        if issued {
            let untold_above = (!told).then_some(self.floor);
            return Held { record: next, untold_above };
        }
        match (self.untold, next) {
            (true, Record::Absent { .. }) => {
                Held { record: Record::Absent { floor: self.floor }, untold_above: None }
            }
            (true, record) => Held { record, untold_above: Some(self.floor) },
            (false, record) => Held { record, untold_above: None },
        }
    }
}

//! The moves of which the rows of [`mod@super::step`] are made: each names one next record.
//!
//! *What it claims.* Only the moves here change a record; `refuse` changes nothing.
//! *How that is checked.* With the rows that use them.
//! *What is not covered.* Who may make a move: that is for the rows to say.

use super::answer::{Answer, Told};
use super::clause::Clause;
use super::contract::{OnNotApplied, OnRefused, PayloadCheck, Terms};
use super::identity::{Comparison, Fingerprinted, Ticks, Values};
use super::operation::{Begin, Failure};
use super::record::{Binding, Cause, Kind, Origin, Outcome, Record, Refusal, View};
use super::settle::{after, forget, may_be_forgotten};
use super::step::{Decision, On};

/// Moves that leave the settled record as it is.
impl<V: Values, C: Terms> On<'_, V, C> {
    /// Leaves the settled record as it is.
    pub(super) fn refuse(self, answer: Answer<V>, clause: Clause) -> Decision<V> {
        Decision { next: self.settled, answer, clause }
    }

    /// Another claim holds; asking again helps once its lease is over, if that changes anything.
    pub(super) fn in_progress(self, clause: Clause) -> Decision<V> {
        let retry_after = match &self.settled {
            Record::Active { lease_until, .. } if self.view == View::Live => *lease_until,
            Record::Active { .. }
            | Record::Absent { .. }
            | Record::Released { .. }
            | Record::Uncertain { .. }
            | Record::Completed { .. }
            | Record::Lapsed { .. } => V::Time::LAST,
        };
        self.refuse(Answer::InProgress { retry_after }, clause)
    }

    /// It is not known whether there was an effect.
    pub(super) fn uncertain(self, cause: Cause, clause: Clause) -> Decision<V> {
        self.refuse(Answer::Uncertain(cause), clause)
    }

    /// The payloads cannot be compared.
    pub(super) fn version_unknown(self) -> Decision<V> {
        self.refuse(Answer::FingerprintVersionUnknown, Clause::VersionUnknown)
    }

    /// The outcome is told again.
    pub(super) fn replay(self) -> Decision<V> {
        let late = may_be_forgotten(self.contract, &self.settled, self.now.time).is_some();
        let clause = if late { Clause::BeginReplaysLate } else { Clause::BeginReplays };
        let told = self.told();
        self.refuse(Answer::Replayed(told), clause)
    }

    /// The outcome is gone, and its kind is told.
    pub(super) fn lapsed(self, clause: Clause) -> Decision<V> {
        match self.lapsed_kind() {
            Some(kind) => self.refuse(Answer::Lapsed(kind), clause),
            None => self.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest),
        }
    }

    /// A closing comes after the record was completed.
    pub(super) fn already_completed(self) -> Decision<V> {
        let holder = self.settled.binding().and_then(Binding::holder);
        let (attempt, outcome) = (holder, self.told());
        let answer = Answer::AlreadyCompleted { attempt, outcome };
        self.refuse(answer, Clause::ClosingAlreadyCompleted)
    }

    /// A closing comes after the record was released.
    pub(super) fn already_released(self) -> Decision<V> {
        self.refuse(Answer::AlreadyReleased, Clause::ClosingAlreadyReleased)
    }

    /// What can be told of the outcome.
    fn told(&self) -> Told<V> {
        match &self.settled {
            Record::Completed { outcome, .. } => Told::Outcome(outcome.clone()),
            Record::Lapsed { kind, .. } => Told::KindOnly(*kind),
            Record::Absent { .. }
            | Record::Active { .. }
            | Record::Released { .. }
            | Record::Uncertain { .. } => Told::Indeterminate,
        }
    }

    /// The kind of the outcome that a lapsed record has lost.
    pub(super) fn lapsed_kind(&self) -> Option<Kind> {
        match &self.settled {
            Record::Lapsed { kind, .. } => Some(*kind),
            Record::Absent { .. }
            | Record::Active { .. }
            | Record::Released { .. }
            | Record::Uncertain { .. }
            | Record::Completed { .. } => None,
        }
    }

    /// The same `started` again, when the live claim was made under this claim id.
    pub(super) fn started_before_for(&self, asked: &V::Claim) -> Option<Answer<V>> {
        match &self.settled {
            Record::Active { binding, claim, lease_until } if claim == asked => {
                Some(Answer::Started { attempt: binding.attempt, lease_until: *lease_until })
            }
            Record::Active { .. }
            | Record::Absent { .. }
            | Record::Released { .. }
            | Record::Uncertain { .. }
            | Record::Completed { .. }
            | Record::Lapsed { .. } => None,
        }
    }
}

/// Moves that change the record.
impl<V: Values, C: Terms> On<'_, V, C> {
    /// A new attempt takes the claim. What the record is bound to stays, unless it is free to
    /// be bound afresh.
    pub(super) fn start(self, asked: &Begin<V>, clause: Clause) -> Decision<V> {
        let attempt = self.settled.highest_attempt().next(self.now.incarnation);
        let afresh = Binding {
            fingerprint: Some(asked.payload.clone()),
            attempt,
            first_begun: Some(self.now.time),
            follows: asked.follows.clone(),
        };
        let (binding, clause) = match self.settled.binding() {
            None => (afresh, clause),
            Some(bound) if self.may_rebind(bound, &asked.payload) => (afresh, Clause::BeginRebinds),
            // It was cancelled before any begin, and reopened: this is the first begin.
            Some(bound) if bound.first_begun.is_none() => {
                let fingerprint = bound.fingerprint.clone().or(afresh.fingerprint);
                (Binding { fingerprint, ..afresh }, clause)
            }
            Some(bound) => (Binding { attempt, ..bound.clone() }, clause),
        };
        let lease_until = after::<V>(self.now.time, self.contract.lease());
        let next = Record::Active { binding, claim: asked.claim.clone(), lease_until };
        Decision { next, answer: Answer::Started { attempt, lease_until }, clause }
    }

    /// Whether an attempt that starts binds another payload than the first.
    fn may_rebind(&self, bound: &Binding<V>, offered: &V::Fingerprint) -> bool {
        self.contract.payload_check() == PayloadCheck::WhileHeld
            && bound
                .fingerprint
                .as_ref()
                .is_some_and(|first| first.compare(offered) != Comparison::Same)
    }

    /// The outcome is recorded on the word of a caller.
    pub(super) fn complete(self, outcome: Outcome<V>, clause: Clause) -> Decision<V> {
        let contradicts_denial = self.view == View::Released && outcome.kind() == Kind::Success;
        let answer = Answer::Completed { contradicts_denial };
        self.record(outcome, Origin::Reported, answer, clause)
    }

    /// The outcome is recorded on a reconciler's evidence.
    pub(super) fn reconcile(
        mut self,
        outcome: &Outcome<V>,
        evidence: &V::Evidence,
        clause: Clause,
    ) -> Decision<V> {
        let origin = Origin::Reconciled(evidence.clone());
        if let Record::Lapsed { binding, .. } = &mut self.settled {
            // Afresh: its retention runs anew, from whichever anchor.
            binding.first_begun = Some(self.now.time);
        }
        self.record(outcome.clone(), origin, Answer::Resolved, clause)
    }

    /// The request is cancelled, and stays so for `block_for`, so that one still on its way
    /// finds it. Of an unseen one nobody holds the claim.
    pub(super) fn bury(self, payload: Option<&V::Fingerprint>, clause: Clause) -> Decision<V> {
        let cancelled = Outcome::Refused(Refusal::Cancelled);
        if self.settled.binding().is_some() {
            return self.record(cancelled, Origin::Reported, Answer::Cancelled, clause);
        }
        let binding = Binding {
            fingerprint: payload.cloned(),
            attempt: self.settled.highest_attempt(),
            first_begun: None,
            follows: None,
        };
        let next = Record::Completed {
            binding,
            outcome: cancelled,
            at: self.now.time,
            origin: Origin::Reported,
            contradicts_denial: false,
        };
        Decision { next, answer: Answer::Cancelled, clause }
    }

    /// The outcome is recorded.
    fn record(
        self,
        outcome: Outcome<V>,
        origin: Origin<V>,
        answer: Answer<V>,
        clause: Clause,
    ) -> Decision<V> {
        let Some(binding) = self.settled.binding().cloned() else {
            return self.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest);
        };
        let contradicts_denial = answer == Answer::Completed { contradicts_denial: true };
        let at = self.now.time;
        let next = Record::Completed { binding, outcome, at, origin, contradicts_denial };
        Decision { next, answer, clause }
    }

    /// There was no effect, and a begin may start again.
    pub(super) fn release(
        self,
        origin: Origin<V>,
        answer: Answer<V>,
        clause: Clause,
    ) -> Decision<V> {
        let Some(binding) = self.settled.binding().cloned() else {
            return self.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest);
        };
        Decision { next: Record::Released { binding, origin }, answer, clause }
    }

    /// A failure of one of the three kinds closes the record.
    pub(super) fn close(self, failure: &Failure<V>) -> Decision<V> {
        let Some(binding) = self.settled.binding().cloned() else {
            return self.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest);
        };
        match failure {
            Failure::NotApplied => match self.contract.on_not_applied() {
                OnNotApplied::Reopen => {
                    self.release(Origin::Reported, Answer::Released, Clause::FailReleases)
                }
                OnNotApplied::Delete => {
                    let (next, answer) = (forget(&binding), Answer::Released);
                    Decision { next, answer, clause: Clause::FailDeletes }
                }
                OnNotApplied::Seal => {
                    self.complete(Outcome::Refused(Refusal::Sealed), Clause::FailSeals)
                }
            },
            Failure::Unknown => {
                let next = Record::Uncertain { binding, cause: Cause::Reported };
                let (answer, clause) = (Answer::Quarantined, Clause::FailQuarantines);
                Decision { next, answer, clause }
            }
            Failure::Refused(reason) => match self.contract.on_refused() {
                OnRefused::Replay => {
                    let refused = Outcome::Refused(Refusal::Final(reason.clone()));
                    self.complete(refused, Clause::FailRefuses)
                }
                OnRefused::Reopen => {
                    self.release(Origin::Reported, Answer::Released, Clause::FailRefusalReleases)
                }
            },
        }
    }

    /// The claim holds for another lease from now, and never for less than before.
    pub(super) fn extend(mut self, clause: Clause) -> Decision<V> {
        let extended = after::<V>(self.now.time, self.contract.lease());
        let Record::Active { lease_until, .. } = &mut self.settled else {
            return self.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest);
        };
        *lease_until = extended.max(*lease_until);
        let answer = Answer::Renewed { lease_until: *lease_until };
        Decision { next: self.settled, answer, clause }
    }
}

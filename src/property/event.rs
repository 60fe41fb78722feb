//! What a monitor is told: one event, of a model or of a trace.
//!
//! *What it claims.* These events are enough for every property of this crate. Whoever is spoken
//! of has a number; who bears which number is for the teller to say, and the same all along.
//! *How that is checked.* With the properties.
//! *What is not covered.* Names, calls and messages: see [`super::feed`] for the way from traces.

use super::watch::During;
use crate::spec::{
    Answer, Attempt, Claimant, Clause, Decision, Failure, Finding, Kind, Operation, Outcome,
    Record, Refusal, Told, Values, View,
};

/// The number of a request, a scope, an intent or a process. Requests and scopes are numbered
/// apart.
pub type Id = u32;

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Observed<V: Values> {
    /// An operation took effect.
    Decided(Decided<V>),
    /// A sweeper wrote to a record.
    Swept {
        /// Of which request.
        request: Id,
        /// What the record is from then on.
        to: View,
        /// When.
        when: During<V::Time>,
    },
    /// An effect took place at a destination. What a destination refuses, or recognises, is none.
    Effect(Effect<V>),
    /// A process has a request in hand, delivered under this claim id.
    InHand {
        /// Whose request.
        intent: Id,
        /// The delivery.
        claim: V::Claim,
        /// Who has it.
        process: Id,
    },
    /// One more request is under way that can still produce the effect.
    UnderWay {
        /// Of which intent.
        intent: Id,
    },
    /// One such request less is under way: it arrived, or never will.
    Arrived {
        /// Of which intent.
        intent: Id,
    },
    /// Evidence of success was delivered.
    Learnt {
        /// Of which intent.
        intent: Id,
        /// To whom.
        by: Id,
    },
    /// A caller was told success, in the end.
    Acknowledged {
        /// Of which intent.
        intent: Id,
        /// Who. None: one to whom others talk unseen, so that it knows what anybody knows.
        by: Option<Id>,
    },
    /// A process stopped, and runs nothing any more.
    Crashed {
        /// Who.
        process: Id,
    },
    /// A delivery is done with: whoever had it in hand runs nothing for it any more.
    Done {
        /// The delivery.
        claim: V::Claim,
    },
    /// A store that is declared volatile lost its records.
    StoreLost,
    /// The store went back to an earlier state.
    StoreRestored,
}

/// An operation took effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decided<V: Values> {
    /// On which request. None: a begin without a key.
    pub request: Option<Id>,
    /// In which scope.
    pub scope: Id,
    /// What the asker means.
    pub intent: Option<Id>,
    /// Who asked.
    pub process: Option<Id>,
    /// The delivery that the asker handles, whatever claim id it says.
    pub claim: Option<V::Claim>,
    /// What was asked.
    pub operation: Operation<V>,
    /// What was answered.
    pub answer: Saying<V>,
    /// The clause that decided, where it is known.
    pub clause: Option<Clause>,
    /// When, on the clock by which deadlines were judged.
    pub when: During<V::Time>,
    /// The settled record before, and the decision, where they are known. Only P13 looks.
    pub step: Option<Box<(Record<V>, Decision<V>)>>,
}

/// An effect took place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Effect<V: Values> {
    /// What was meant.
    pub intent: Option<Id>,
    /// For which request it was run, where that is known.
    pub request: Option<Id>,
    /// Under which claim, where that is known.
    pub claim: Option<V::Claim>,
    /// Whether the destination promises that running it twice is running it once.
    pub idempotent: bool,
    /// Whether the destination promised to recognise it, and did not.
    pub promised: bool,
}

/// An answer, as far as it was seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // Each is the answer of that name.
pub enum Saying<V: Values> {
    Started { attempt: Option<Attempt>, lease_until: Option<V::Time> },
    InProgress,
    Conflict,
    FingerprintVersionUnknown,
    Replayed(Option<Told<V>>),
    Uncertain,
    Lapsed(Option<Kind>),
    Completed,
    Released,
    Quarantined,
    Renewed { lease_until: Option<V::Time> },
    Cancelled,
    Resolved,
    UnknownRequest,
    AlreadyCompleted(Option<Told<V>>),
    AlreadyReleased,
    LeaseOver,
    ContradictsRecord,
    StaleAttempt,
    MissingAttempt,
    MissingKey,
    Unprotected,
    Status { view: Option<View>, protected_until: Option<V::Time> },
    Swept,
}

/// What an operation that was accepted did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Did<V: Values> {
    /// A claim was given, or told again.
    Started,
    /// A claim holds longer.
    Renewed,
    /// The outcome was recorded on the word of whoever closed.
    Completed(Outcome<V>),
    /// The request was released, by whoever closed.
    Released,
    /// The outcome was reported not to be known.
    Quarantined,
    /// A reconciler's outcome was recorded.
    Reconciled(Outcome<V>),
    /// A reconciler found that there was no effect.
    Denied,
    /// The request was cancelled.
    Cancelled,
    /// Nothing: it was refused, or only asked.
    Nothing,
}

impl<V: Values> Observed<V> {
    /// Whether there is a property that such an event can break by what was before it.
    pub(super) fn is_judged(&self) -> bool {
        match self {
            Observed::Decided(_)
            | Observed::Swept { .. }
            | Observed::Effect(_)
            | Observed::Acknowledged { .. } => true,
            Observed::InHand { .. }
            | Observed::UnderWay { .. }
            | Observed::Arrived { .. }
            | Observed::Learnt { .. }
            | Observed::Crashed { .. }
            | Observed::Done { .. }
            | Observed::StoreLost
            | Observed::StoreRestored => false,
        }
    }

    /// The request that the event is about, if it is about one.
    pub(super) fn request(&self) -> Option<Id> {
        match self {
            Observed::Decided(decided) => decided.request,
            Observed::Swept { request, .. } => Some(*request),
            _ => None,
        }
    }

    /// The intent that the event is about, if it is about one that is known.
    pub(super) fn intent(&self) -> Option<Id> {
        match self {
            Observed::Decided(decided) => decided.intent,
            Observed::Effect(effect) => effect.intent,
            Observed::InHand { intent, .. }
            | Observed::UnderWay { intent }
            | Observed::Arrived { intent }
            | Observed::Learnt { intent, .. }
            | Observed::Acknowledged { intent, .. } => Some(*intent),
            Observed::Swept { .. }
            | Observed::Crashed { .. }
            | Observed::Done { .. }
            | Observed::StoreLost
            | Observed::StoreRestored => None,
        }
    }
}

impl<V: Values> Decided<V> {
    /// What the operation did.
    pub(super) fn did(&self) -> Did<V> {
        let refused = |refusal| Did::Completed(Outcome::Refused(refusal));
        match (&self.operation, &self.answer) {
            (Operation::Begin(_), Saying::Started { .. }) => Did::Started,
            (Operation::Renew(_), Saying::Renewed { .. }) => Did::Renewed,
            (Operation::Finish(_, Some(result)), Saying::Completed) => {
                Did::Completed(Outcome::Success(result.clone()))
            }
            (Operation::Finish(_, None), Saying::Completed) => {
                Did::Completed(Outcome::ResultUnavailable)
            }
            (Operation::Fail(_, Failure::NotApplied), Saying::Completed) => {
                refused(Refusal::Sealed)
            }
            (Operation::Fail(_, Failure::Refused(reason)), Saying::Completed) => {
                refused(Refusal::Final(reason.clone()))
            }
            (Operation::Fail(..), Saying::Released) => Did::Released,
            (Operation::Fail(..), Saying::Quarantined) => Did::Quarantined,
            (Operation::Resolve(_, Finding::Applied(outcome), _), Saying::Resolved) => {
                Did::Reconciled(outcome.clone())
            }
            (Operation::Resolve(_, Finding::NotApplied, _), Saying::Resolved) => Did::Denied,
            (Operation::Cancel(_), Saying::Cancelled) => Did::Cancelled,
            _refused_or_only_asked => Did::Nothing,
        }
    }

    /// Whether it says that there never was an effect of the intent and never will be.
    pub(super) fn refuses(&self) -> bool {
        matches!(self.operation, Operation::Fail(_, Failure::Refused(_)))
    }

    /// The payload that was offered.
    pub(super) fn payload(&self) -> Option<&V::Fingerprint> {
        match &self.operation {
            Operation::Begin(begin) => Some(&begin.payload),
            Operation::Cancel(payload) => payload.as_ref(),
            Operation::Finish(by, _)
            | Operation::Fail(by, _)
            | Operation::Renew(by)
            | Operation::Resolve(by, _, _) => match by {
                Claimant::Payload(payload) => Some(payload),
                Claimant::Attempt(_) => None,
            },
            Operation::BeginWithoutKey | Operation::Status | Operation::Sweep => None,
        }
    }

    /// The attempt that was named.
    pub(super) fn named(&self) -> Option<Attempt> {
        match &self.operation {
            Operation::Finish(by, _)
            | Operation::Fail(by, _)
            | Operation::Renew(by)
            | Operation::Resolve(by, _, _) => match by {
                Claimant::Attempt(attempt) => Some(*attempt),
                Claimant::Payload(_) => None,
            },
            Operation::Begin(_)
            | Operation::BeginWithoutKey
            | Operation::Cancel(_)
            | Operation::Status
            | Operation::Sweep => None,
        }
    }

    /// What was told of an outcome.
    pub(super) fn told(&self) -> Option<Told<V>> {
        match &self.answer {
            Saying::Replayed(told) | Saying::AlreadyCompleted(told) => told.clone(),
            Saying::Lapsed(kind) => kind.map(Told::KindOnly),
            _ => None,
        }
    }
}

impl<V: Values> Saying<V> {
    /// The saying of a whole answer.
    #[must_use]
    pub fn of(answer: &Answer<V>) -> Saying<V> {
        match answer {
            Answer::Started { attempt, lease_until } => {
                Saying::Started { attempt: Some(*attempt), lease_until: Some(*lease_until) }
            }
            Answer::InProgress { .. } => Saying::InProgress,
            Answer::Conflict => Saying::Conflict,
            Answer::FingerprintVersionUnknown => Saying::FingerprintVersionUnknown,
            Answer::Replayed(told) => Saying::Replayed(Some(told.clone())),
            Answer::Uncertain(_) => Saying::Uncertain,
            Answer::Lapsed(kind) => Saying::Lapsed(Some(*kind)),
            Answer::Completed { .. } => Saying::Completed,
            Answer::Released => Saying::Released,
            Answer::Quarantined => Saying::Quarantined,
            Answer::Renewed { lease_until } => Saying::Renewed { lease_until: Some(*lease_until) },
            Answer::Cancelled => Saying::Cancelled,
            Answer::Resolved => Saying::Resolved,
            Answer::UnknownRequest => Saying::UnknownRequest,
            Answer::AlreadyCompleted { outcome, .. } => {
                Saying::AlreadyCompleted(Some(outcome.clone()))
            }
            Answer::AlreadyReleased => Saying::AlreadyReleased,
            Answer::LeaseOver => Saying::LeaseOver,
            Answer::ContradictsRecord => Saying::ContradictsRecord,
            Answer::StaleAttempt { .. } => Saying::StaleAttempt,
            Answer::MissingAttempt => Saying::MissingAttempt,
            Answer::MissingKey => Saying::MissingKey,
            Answer::Unprotected => Saying::Unprotected,
            Answer::Status { view, protected_until, .. } => {
                Saying::Status { view: Some(*view), protected_until: *protected_until }
            }
            Answer::Swept => Saying::Swept,
        }
    }
}

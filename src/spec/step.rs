//! The table: what each operation does to a settled record, and what is answered.
//!
//! Each function below is one row. In each, read: who may ask, when, what changes, what is
//! answered. Every decision names the clause that made it, and nothing falls through: no match
//! has a wildcard arm.
//!
//! *What it claims.* Total and pure. A refusal leaves exactly the settled record. A takeover
//! never changes to what a record is bound, unless `payload_check` says so.
//! *How that is checked.* See [`super`].
//! *What is not covered.* Whether the effect really happened: the record holds what was said.

use super::answer::{Answer, Told};
use super::clause::Clause;
use super::contract::{
    BusyOrder, Fencing, MissingKey, OnLeaseOver, OnUnknown, PayloadCheck, Terms,
};
use super::identity::{Comparison, Fingerprinted, Moment, Values};
use super::operation::{Begin, Claimant, Failure, Finding, Operation};
use super::record::{Binding, Cause, Origin, Outcome, Record, View};
use super::settle;

/// What an operation comes to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision<V: Values> {
    /// The record from now on.
    pub next: Record<V>,
    /// What is answered.
    pub answer: Answer<V>,
    /// The rule that decided.
    pub clause: Clause,
}

/// Decides one operation on one record.
///
/// ```
/// use onceproof::spec::{identity::Small, named, step, Answer, Begin, Moment, Operation, Record};
/// let begin = Operation::<Small>::Begin(Begin { payload: 1, claim: 1, follows: None });
/// let now = Moment { time: 0, incarnation: 0 };
/// let first = step(&named::STRICT, &Record::unseen(), &begin, now);
/// assert!(matches!(first.answer, Answer::Started { .. }));
/// let other = Operation::Begin(Begin { payload: 2, claim: 2, follows: None });
/// assert_eq!(step(&named::STRICT, &first.next, &other, now).answer, Answer::Conflict);
/// ```
pub fn step<V: Values>(
    contract: &impl Terms,
    record: &Record<V>,
    operation: &Operation<V>,
    now: Moment<V::Time>,
) -> Decision<V> {
    let (settled, moved_by) = settle::settle_by(contract, record, now.time);
    let view = settle::view(contract, &settled, now.time);
    let on = On { contract, settled, view, now };
    match operation {
        Operation::Begin(asked) => begin(on, asked),
        Operation::BeginWithoutKey => begin_without_key(on),
        Operation::Finish(by, result) => finish(on, by, result.as_ref()),
        Operation::Fail(by, failure) => fail(on, by, failure),
        Operation::Renew(by) => renew(on, by),
        Operation::Resolve(by, finding, evidence) => resolve(on, by, finding, evidence),
        Operation::Cancel(payload) => cancel(on, payload.as_ref()),
        Operation::Status => status(on),
        Operation::Sweep => on.refuse(Answer::Swept, moved_by.unwrap_or(Clause::SweepFindsNothing)),
    }
}

/// On what an operation falls: the settled record, its column in the table, and the instant.
pub(super) struct On<'a, V: Values, C> {
    pub(super) contract: &'a C,
    pub(super) settled: Record<V>,
    pub(super) view: View,
    pub(super) now: Moment<V::Time>,
}

/// Row `begin`: anybody may ask; the payload must be the bound one.
fn begin<V: Values>(on: On<'_, V, impl Terms>, asked: &Begin<V>) -> Decision<V> {
    let live = on.view == View::Live;
    match on.compare(Some(&asked.payload)) {
        Comparison::Same => {}
        Comparison::Different | Comparison::Unknown
            if live && on.contract.busy_order() == BusyOrder::InProgressFirst =>
        {
            return on.in_progress(Clause::BeginMeetsClaimFirst);
        }
        Comparison::Different => return on.refuse(Answer::Conflict, Clause::BeginOtherPayload),
        Comparison::Unknown => return on.version_unknown(),
    }
    match on.view {
        View::Absent => on.start(asked, Clause::BeginUnseen),
        View::Live => match on.started_before_for(&asked.claim) {
            Some(started) => on.refuse(started, Clause::BeginAskedAgain),
            None => on.in_progress(Clause::BeginMeetsLiveClaim),
        },
        View::Over => match on.contract.on_lease_over() {
            OnLeaseOver::Hold => on.in_progress(Clause::BeginMeetsHeldClaim),
            OnLeaseOver::TakeOver => on.start(asked, Clause::BeginTakesOver),
            OnLeaseOver::Quarantine => on.uncertain(Cause::Abandoned, Clause::BeginMeetsAbandoned),
        },
        View::Released => on.start(asked, Clause::BeginAfterRelease),
        View::UncertainAbandoned => on.uncertain(Cause::Abandoned, Clause::BeginMeetsAbandoned),
        View::UncertainReported => match on.contract.on_unknown() {
            OnUnknown::Quarantine => on.uncertain(Cause::Reported, Clause::BeginMeetsUnknown),
            OnUnknown::Reopen => on.start(asked, Clause::BeginReopensUnknown),
            OnUnknown::Replay => {
                on.refuse(Answer::Replayed(Told::Indeterminate), Clause::BeginReplaysUnknown)
            }
        },
        View::CompletedSuccess | View::CompletedRefused => on.replay(),
        View::Lapsed => on.lapsed(Clause::BeginMeetsLapsed),
    }
}

/// Row `begin` without a key: no record is touched, and the contract says what happens.
fn begin_without_key<V: Values>(on: On<'_, V, impl Terms>) -> Decision<V> {
    match on.contract.missing_key() {
        MissingKey::Refuse => on.refuse(Answer::MissingKey, Clause::BeginWithoutKeyRefused),
        MissingKey::Bypass => on.refuse(Answer::Unprotected, Clause::BeginWithoutKeyBypasses),
    }
}

/// Row `finish`: the holder may ask, in time or late; evidence of an effect outranks a denial.
fn finish<V: Values>(
    on: On<'_, V, impl Terms>,
    by: &Claimant<V>,
    result: Option<&V::Result>,
) -> Decision<V> {
    let outcome = result.map_or(Outcome::ResultUnavailable, |kept| Outcome::Success(kept.clone()));
    match on.standing(on.contract.fencing_finish(), by) {
        Standing::Refused(answer, clause) => return on.refuse(answer, clause),
        Standing::Unconditional => return on.complete(outcome, Clause::FinishOverwrites),
        Standing::Accepted => {}
    }
    match on.view {
        View::Absent => on.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest),
        View::Live => on.complete(outcome, Clause::FinishCompletes),
        View::Over => on.complete(outcome, Clause::FinishCompletesLate),
        View::Released => on.complete(outcome, Clause::FinishContradictsDenial),
        View::UncertainAbandoned | View::UncertainReported => {
            on.complete(outcome, Clause::FinishSettlesUncertain)
        }
        View::CompletedSuccess | View::CompletedRefused | View::Lapsed => on.already_completed(),
    }
}

/// Row `fail`: the holder may ask; what kind of failure it was decides everything.
fn fail<V: Values>(
    on: On<'_, V, impl Terms>,
    by: &Claimant<V>,
    failure: &Failure<V>,
) -> Decision<V> {
    match on.standing(on.contract.fencing_fail(), by) {
        Standing::Refused(answer, clause) => return on.refuse(answer, clause),
        Standing::Unconditional => {
            return Decision { clause: Clause::FailOverwrites, ..on.close(failure) };
        }
        Standing::Accepted => {}
    }
    match on.view {
        View::Absent => on.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest),
        View::Live | View::Over | View::UncertainAbandoned | View::UncertainReported => {
            on.close(failure)
        }
        View::Released => match failure {
            Failure::NotApplied => on.refuse(Answer::Released, Clause::FailReleasedBefore),
            Failure::Unknown => on.already_released(),
            Failure::Refused(_) => on.close(failure),
        },
        View::CompletedSuccess | View::CompletedRefused | View::Lapsed => on.already_completed(),
    }
}

/// Row `renew`: the holder may ask, while the lease holds; a deadline never comes nearer.
fn renew<V: Values>(on: On<'_, V, impl Terms>, by: &Claimant<V>) -> Decision<V> {
    let clause = match on.standing(on.contract.fencing_renew(), by) {
        Standing::Refused(answer, clause) => return on.refuse(answer, clause),
        Standing::Unconditional if on.view == View::Over => return on.extend(Clause::RenewRevives),
        Standing::Unconditional | Standing::Accepted => Clause::RenewExtends,
    };
    match on.view {
        View::Absent => on.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest),
        View::Live => on.extend(clause),
        View::Over | View::UncertainAbandoned | View::UncertainReported => {
            on.refuse(Answer::LeaseOver, Clause::RenewTooLate)
        }
        View::Released => on.already_released(),
        View::CompletedSuccess | View::CompletedRefused | View::Lapsed => on.already_completed(),
    }
}

/// Row `resolve`: whoever has evidence may ask, for the attempt that the record names.
fn resolve<V: Values>(
    on: On<'_, V, impl Terms>,
    by: &Claimant<V>,
    finding: &Finding<V>,
    evidence: &V::Evidence,
) -> Decision<V> {
    match on.standing(Fencing::Token, by) {
        Standing::Refused(answer, clause) => return on.refuse(answer, clause),
        Standing::Unconditional | Standing::Accepted => {}
    }
    match on.view {
        View::Absent => on.refuse(Answer::UnknownRequest, Clause::ClosingUnknownRequest),
        View::Live => on.in_progress(Clause::ResolveTooEarly),
        View::Over | View::UncertainAbandoned | View::UncertainReported => match finding {
            Finding::Applied(outcome) => on.reconcile(outcome, evidence, Clause::ResolveCompletes),
            Finding::NotApplied => {
                let origin = Origin::Reconciled(evidence.clone());
                on.release(origin, Answer::Resolved, Clause::ResolveReleases)
            }
        },
        View::Released => on.already_released(),
        View::CompletedSuccess | View::CompletedRefused => on.already_completed(),
        View::Lapsed => match finding {
            Finding::Applied(outcome) if on.lapsed_kind() == Some(outcome.kind()) => {
                on.reconcile(outcome, evidence, Clause::ResolveRestoresLapsed)
            }
            Finding::Applied(_) | Finding::NotApplied => {
                on.refuse(Answer::ContradictsRecord, Clause::ResolveContradictsLapsed)
            }
        },
    }
}

/// Row `cancel`: anybody may ask; it stops what has not begun, and stops nothing that may run.
fn cancel<V: Values>(on: On<'_, V, impl Terms>, payload: Option<&V::Fingerprint>) -> Decision<V> {
    match on.compare(payload) {
        Comparison::Same => {}
        Comparison::Different => return on.refuse(Answer::Conflict, Clause::CancelOtherPayload),
        Comparison::Unknown => return on.version_unknown(),
    }
    match on.view {
        View::Absent => on.bury(payload, Clause::CancelUnseen),
        View::Live => on.in_progress(Clause::CancelMeetsLiveClaim),
        View::Over | View::UncertainAbandoned => {
            on.uncertain(Cause::Abandoned, Clause::CancelMeetsUncertain)
        }
        View::UncertainReported => on.uncertain(Cause::Reported, Clause::CancelMeetsUncertain),
        View::Released => on.bury(payload, Clause::CancelReleased),
        View::CompletedSuccess | View::CompletedRefused => {
            Decision { clause: Clause::CancelTooLate, ..on.replay() }
        }
        View::Lapsed => on.lapsed(Clause::CancelMeetsLapsed),
    }
}

/// Row `status`: anybody may ask; it never shows the result.
fn status<V: Values>(on: On<'_, V, impl Terms>) -> Decision<V> {
    let binding = on.settled.binding();
    let answer = Answer::Status {
        view: on.view,
        attempt: binding.and_then(Binding::holder),
        protected_until: settle::protected_until(on.contract, &on.settled, on.now.time),
        follows: binding.and_then(|binding| binding.follows.clone()),
    };
    on.refuse(answer, Clause::StatusTells)
}

/// Whether a claimant may close, before the state is looked at.
enum Standing<V: Values> {
    /// It may, if the state allows.
    Accepted,
    /// The contract compares neither attempt nor state.
    Unconditional,
    /// It may not.
    Refused(Answer<V>, Clause),
}

/// What is asked of a record before its row is read.
impl<V: Values, C: Terms> On<'_, V, C> {
    /// The standing of a claimant: shape of the request, existence, then attempt or payload.
    fn standing(&self, fencing: Fencing, by: &Claimant<V>) -> Standing<V> {
        let untagged = matches!(by, Claimant::Payload(_));
        if untagged && fencing == Fencing::Token {
            return Standing::Refused(Answer::MissingAttempt, Clause::ClosingWithoutAttempt);
        }
        let Some(binding) = self.settled.binding() else {
            return Standing::Refused(Answer::UnknownRequest, Clause::ClosingUnknownRequest);
        };
        let accepted = match fencing {
            Fencing::Token | Fencing::StateOnly => Standing::Accepted,
            Fencing::Unconditional => Standing::Unconditional,
        };
        match by {
            Claimant::Attempt(attempt)
                if fencing == Fencing::Token && Some(*attempt) != binding.holder() =>
            {
                let current = binding.holder();
                Standing::Refused(Answer::StaleAttempt { current }, Clause::ClosingStale)
            }
            Claimant::Attempt(_) => accepted,
            Claimant::Payload(payload) => match self.compare(Some(payload)) {
                Comparison::Same => accepted,
                Comparison::Different => {
                    Standing::Refused(Answer::Conflict, Clause::ClosingOtherPayload)
                }
                Comparison::Unknown => {
                    Standing::Refused(Answer::FingerprintVersionUnknown, Clause::VersionUnknown)
                }
            },
        }
    }

    /// The offered payload against the bound one, as far as the contract compares them here.
    fn compare(&self, offered: Option<&V::Fingerprint>) -> Comparison {
        let bound = self.settled.binding().and_then(|binding| binding.fingerprint.as_ref());
        let (Some(bound), Some(offered)) = (bound, offered) else { return Comparison::Same };
        match self.contract.payload_check() {
            PayloadCheck::Always => bound.compare(offered),
            PayloadCheck::WhileHeld => match self.view {
                View::Live | View::CompletedSuccess | View::CompletedRefused => {
                    bound.compare(offered)
                }
                View::Absent
                | View::Over
                | View::Released
                | View::UncertainAbandoned
                | View::UncertainReported
                | View::Lapsed => Comparison::Same,
            },
            PayloadCheck::Never => Comparison::Same,
        }
    }
}

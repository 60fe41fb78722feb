//! Mutants of the rows `finish`, `fail`, `renew` and `resolve`.

use super::{Met, Mutant, mutants, nothing};
use onceproof::spec::contract::{Contract, Fencing, OnNotApplied, OnRefused, PayloadCheck};
use onceproof::spec::identity::{Moment, Ticks, Values};
use onceproof::spec::{Answer, Cause, Clause, Decision, Failure, Operation, Origin, Record};

mutants! {
    ClosingWithoutAttempt "a closing that names no attempt is accepted"
        |met| met.if_holder();
    ClosingUnknownRequest "a closing of an unseen request is told that it was released"
        |met| met.refuse(Answer::AlreadyReleased);
    ClosingStale "a stale attempt closes the claim of another"
        |met| met.if_holder();
    ClosingStale "a stale attempt is told a current one that was never issued"
        |met| {
            let current = Some(met.settled.highest_attempt().next(u32::MAX));
            met.refuse(Answer::StaleAttempt { current })
        };
    ClosingOtherPayload "an untagged closing with another payload is accepted"
        |met| met.under(|contract| contract.payload_check = PayloadCheck::Never);
    ClosingAlreadyCompleted "a second closing overwrites the first outcome"
        |met| overwrite(met);
    ClosingAlreadyCompleted "a second closing is told an outcome that is not the recorded one"
        |met| {
            let attempt = Some(met.settled.highest_attempt());
            let outcome = onceproof::spec::Told::Indeterminate;
            met.refuse(Answer::AlreadyCompleted { attempt, outcome })
        };
    ClosingAlreadyReleased "an unknown effect undoes a proof of no effect"
        |met| match met.settled.binding().cloned() {
            Some(binding) => met.leave(Record::Uncertain { binding, cause: Cause::Reported }),
            None => met.right,
        };
    FinishCompletes "a finish records no result"
        |met| {
            let Operation::Finish(by, _) = met.operation else { return met.right };
            let without = Operation::Finish(by.clone(), None);
            met.asked(&without)
        };
    FinishCompletes "a finish is acknowledged and not recorded"
        |met| met.forget_to_record();
    FinishCompletesLate "a late finish is refused, and its effect is lost"
        |met| met.refuse(Answer::LeaseOver);
    FinishContradictsDenial "a finish against a denial is not marked"
        |met| {
            let mut wrong = met.right;
            wrong.answer = Answer::Completed { contradicts_denial: false };
            if let Record::Completed { contradicts_denial, .. } = &mut wrong.next {
                *contradicts_denial = false;
            }
            wrong
        };
    FinishContradictsDenial "a denial outranks evidence"
        |met| met.refuse(Answer::AlreadyReleased);
    FinishSettlesUncertain "a finish of an uncertain request is refused"
        |met| met.refuse(Answer::LeaseOver);
    FinishOverwrites "an unconditional finish looks at the state"
        |met| met.under(|contract| contract.fencing_finish = Fencing::StateOnly);
    FailReleases "a failure with no effect keeps the claim"
        |met| met.forget_to_record();
    FailReleases "a failure with no effect seals the request"
        |met| met.under(|contract| contract.on_not_applied = OnNotApplied::Seal);
    FailDeletes "a deletion forgets the attempts already issued"
        |met| met.leave(nothing());
    FailDeletes "a deletion leaves the record"
        |met| met.under(|contract| contract.on_not_applied = OnNotApplied::Reopen);
    FailSeals "a sealed request can start again"
        |met| met.under(|contract| contract.on_not_applied = OnNotApplied::Reopen);
    FailQuarantines "a time-out counts as a proof of no effect"
        |met| {
            let Operation::Fail(by, _) = met.operation else { return met.right };
            let proven = Operation::Fail(by.clone(), Failure::NotApplied);
            met.asked(&proven)
        };
    FailQuarantines "a time-out keeps the claim"
        |met| met.forget_to_record();
    FailRefuses "a final refusal can start again"
        |met| met.under(|contract| contract.on_refused = OnRefused::Reopen);
    FailRefusalReleases "reopen keeps a final refusal"
        |met| met.under(|contract| contract.on_refused = OnRefused::Replay);
    FailReleasedBefore "a failure said twice is refused"
        |met| met.refuse(Answer::AlreadyReleased);
    FailOverwrites "an unconditional failure looks at the state"
        |met| met.under(|contract| contract.fencing_fail = Fencing::StateOnly);
    RenewExtends "a renewal brings the end of the lease nearer"
        |met| {
            let until = met.now.time;
            renewed_until(met, until)
        };
    RenewExtends "a renewal holds without end, whatever the lease"
        |met| renewed_until(met, V::Time::LAST);
    RenewExtends "a renewal is told and not recorded"
        |met| met.forget_to_record();
    RenewTooLate "a late renewal revives the claim"
        |met| met.under(|contract| contract.fencing_renew = Fencing::Unconditional);
    RenewTooLate "a late renewal is told unknown_request"
        |met| met.refuse(Answer::UnknownRequest);
    RenewRevives "an unconditional renewal looks at the lease"
        |met| met.under(|contract| contract.fencing_renew = Fencing::StateOnly);
    ResolveTooEarly "a live claim is resolved from outside"
        |met| met.if_uncertain();
    ResolveCompletes "the evidence of an outcome is not kept"
        |met| without_evidence(met);
    ResolveCompletes "a finding is acknowledged and not recorded"
        |met| met.forget_to_record();
    ResolveReleases "the evidence of no effect is not kept"
        |met| without_evidence(met);
    ResolveReleases "a resolved request stays uncertain"
        |met| met.forget_to_record();
    ResolveRestoresLapsed "a lapsed outcome cannot be restored"
        |met| met.refuse(Answer::ContradictsRecord);
    ResolveContradictsLapsed "a finding overrides what a lapsed record still knows"
        |met| met.if_uncertain();
}

fn overwrite<V: Values>(met: Met<'_, V>) -> Decision<V> {
    met.under(|contract| {
        contract.fencing_finish = Fencing::Unconditional;
        contract.fencing_fail = Fencing::Unconditional;
    })
}

fn renewed_until<V: Values>(met: Met<'_, V>, until: V::Time) -> Decision<V> {
    let mut wrong = met.right;
    if let Record::Active { lease_until, .. } = &mut wrong.next {
        *lease_until = until;
    }
    wrong.answer = Answer::Renewed { lease_until: until };
    wrong
}

fn without_evidence<V: Values>(met: Met<'_, V>) -> Decision<V> {
    let mut wrong = met.right;
    if let Record::Completed { origin, .. } | Record::Released { origin, .. } = &mut wrong.next {
        *origin = Origin::Reported;
    }
    wrong
}

//! Mutants of the rows `cancel`, `status` and `sweep`.

use super::{Met, Mutant, mutants, nothing};
use onceproof::spec::contract::{Contract, PayloadCheck};
use onceproof::spec::identity::{Moment, Ticks, Values};
use onceproof::spec::{Answer, Clause, Decision, Operation, Record, View};

mutants! {
    CancelUnseen "a cancel of an unseen request leaves no tombstone"
        |met| met.forget_to_record();
    CancelUnseen "a tombstone does not know what was cancelled"
        |met| met.bound(|binding| binding.fingerprint = None);
    CancelUnseen "a tombstone names a holder, though nobody ever began"
        |met| {
            let now = met.now.time;
            met.bound(|binding| binding.first_begun = Some(now))
        };
    CancelUnseen "a tombstone forgets the attempts already issued"
        |met| met.bound(|binding| binding.attempt = onceproof::spec::Attempt::NONE);
    CancelReleased "a cancelled request can start again"
        |met| met.forget_to_record();
    CancelMeetsLiveClaim "a cancel stops an effect that may be running"
        |met| met.if_released();
    CancelMeetsLiveClaim "a cancel is ignored and told cancelled"
        |met| met.refuse(Answer::Cancelled);
    CancelMeetsUncertain "a cancel denies an effect that may have happened"
        |met| met.if_released();
    CancelTooLate "a cancel undoes the outcome"
        |met| met.if_released();
    CancelMeetsLapsed "a cancel undoes a lapsed outcome"
        |met| met.if_released();
    CancelOtherPayload "a cancel with another payload cancels"
        |met| met.under(|contract| contract.payload_check = PayloadCheck::Never);
    StatusTells "a status says that protection holds without end"
        |met| {
            let mut wrong = met.right;
            if let Answer::Status { protected_until, .. } = &mut wrong.answer {
                *protected_until = Some(V::Time::LAST);
            }
            wrong
        };
    StatusTells "a status calls everything absent"
        |met| {
            let mut wrong = met.right;
            if let Answer::Status { view, .. } = &mut wrong.answer {
                *view = View::Absent;
            }
            wrong
        };
    SweepFindsNothing "a sweep deletes what time has not ended"
        |met| met.leave(nothing());
    SweepFindsNothing "a sweep takes every claim for abandoned"
        |met| {
            let Record::Active { binding, .. } = &met.settled else { return met.right };
            let (binding, cause) = (binding.clone(), onceproof::spec::Cause::Abandoned);
            met.leave(Record::Uncertain { binding, cause })
        };
}

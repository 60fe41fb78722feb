//! Mutants of the row `begin`.

use super::{Met, Mutant, mutants};
use onceproof::spec::contract::{
    BusyOrder, Contract, MissingKey, OnLeaseOver, OnUnknown, PayloadCheck,
};
use onceproof::spec::identity::{Moment, Ticks, Values};
use onceproof::spec::{Answer, Clause, Decision, Operation, Outcome, Record, Refusal, Told};

mutants! {
    BeginUnseen "an unseen request is told in_progress, and nobody ever runs it"
        |met| met.refuse(Answer::InProgress { retry_after: V::Time::LAST });
    BeginUnseen "a forgotten request is numbered from one again"
        |met| met.on(&Record::unseen());
    BeginUnseen "a claim holds without end, whatever the lease"
        |met| met.under(|contract| contract.lease = onceproof::spec::contract::Span::Unbounded);
    BeginAskedAgain "the holder that lost its answer is told in_progress"
        |met| met.refuse(Answer::InProgress { retry_after: V::Time::LAST });
    BeginAskedAgain "the holder that lost its answer gets a second attempt"
        |met| met.if_released();
    BeginMeetsLiveClaim "a second caller is started beside the live claim"
        |met| met.if_released();
    BeginMeetsLiveClaim "a second caller is told the attempt of the live claim"
        |met| {
            let attempt = met.settled.highest_attempt();
            met.refuse(Answer::Started { attempt, lease_until: V::Time::LAST })
        };
    BeginMeetsLiveClaim "a second caller is told to ask again at once"
        |met| met.refuse(Answer::InProgress { retry_after: V::Time::FIRST });
    BeginMeetsClaimFirst "in_progress_first compares the payload first"
        |met| met.under(|contract| contract.busy_order = BusyOrder::ConflictFirst);
    BeginOtherPayload "another payload counts as the same"
        |met| met.under(|contract| contract.payload_check = PayloadCheck::Never);
    BeginOtherPayload "another payload is told conflict, and bound"
        |met| {
            let Operation::Begin(asked) = met.operation else { return met.right };
            let payload = asked.payload.clone();
            met.bound(|binding| binding.fingerprint = Some(payload))
        };
    VersionUnknown "payloads that cannot be compared are called a conflict"
        |met| met.refuse(Answer::Conflict);
    VersionUnknown "payloads that cannot be compared count as the same"
        |met| met.under(|contract| contract.payload_check = PayloadCheck::Never);
    BeginMeetsHeldClaim "a held claim is taken over after its lease"
        |met| met.under(|contract| contract.on_lease_over = OnLeaseOver::TakeOver);
    BeginTakesOver "a takeover forgets to what the request is bound"
        |met| met.bound(|binding| binding.fingerprint = None);
    BeginTakesOver "a takeover keeps the attempt of the first holder"
        |met| {
            let attempt = met.settled.highest_attempt();
            let mut wrong = met.bound(|binding| binding.attempt = attempt);
            if let Answer::Started { attempt: told, .. } = &mut wrong.answer {
                *told = attempt;
            }
            wrong
        };
    BeginTakesOver "a claim is never taken over"
        |met| met.under(|contract| contract.on_lease_over = OnLeaseOver::Hold);
    BeginRebinds "an attempt with another payload stays bound to the first"
        |met| {
            let first = met.settled.binding().and_then(|bound| bound.fingerprint.clone());
            met.bound(|binding| binding.fingerprint = first)
        };
    BeginAfterRelease "a released request blocks for good"
        |met| met.refuse(Answer::InProgress { retry_after: V::Time::LAST });
    BeginMeetsAbandoned "an abandoned claim is started again without evidence"
        |met| met.if_released();
    BeginMeetsAbandoned "an abandoned claim is reported as unknown by its holder"
        |met| met.refuse(Answer::Uncertain(onceproof::spec::Cause::Reported));
    BeginMeetsUnknown "an effect reported as unknown is run again"
        |met| met.under(|contract| contract.on_unknown = OnUnknown::Reopen);
    BeginReopensUnknown "reopen blocks after an unknown effect"
        |met| met.under(|contract| contract.on_unknown = OnUnknown::Quarantine);
    BeginReplaysUnknown "an unknown effect is replayed as a success"
        |met| met.refuse(Answer::Replayed(Told::Outcome(Outcome::ResultUnavailable)));
    BeginReplays "a replay tells another outcome"
        |met| {
            let wrong = match &met.settled {
                Record::Completed { outcome: Outcome::ResultUnavailable, .. } => {
                    Outcome::Refused(Refusal::Sealed)
                }
                _other => Outcome::ResultUnavailable,
            };
            met.refuse(Answer::Replayed(Told::Outcome(wrong)))
        };
    BeginReplays "a completed request runs again"
        |met| met.if_released();
    BeginReplays "a refusal is not an outcome: the request runs again"
        |met| match met.settled {
            Record::Completed { outcome: Outcome::Refused(_), .. } => met.if_released(),
            _other => met.right,
        };
    BeginReplaysLate "a late replay has lost the outcome and does not say so"
        |met| met.refuse(Answer::Replayed(Told::Indeterminate));
    BeginReplaysLate "an outcome that is still there is run again"
        |met| met.if_released();
    BeginMeetsLapsed "a lapsed request runs again"
        |met| met.if_released();
    BeginMeetsLapsed "a lapsed refusal is told as a success"
        |met| met.refuse(Answer::Lapsed(onceproof::spec::Kind::Success));
    BeginWithoutKeyRefused "a begin without a key runs unprotected"
        |met| met.under(|contract| contract.missing_key = MissingKey::Bypass);
    BeginWithoutKeyBypasses "bypass refuses a begin without a key"
        |met| met.under(|contract| contract.missing_key = MissingKey::Refuse);
}

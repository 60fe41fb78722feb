//! The lifecycle's properties of claims: whose they are, until when, and what may be denied.

use super::lifecycle::{Event, REQUESTS};
use super::properties::told;
use onceproof::spec::contract::{Fencing, OnUnknown};
use onceproof::spec::{Answer, Attempt, Claimant, Contract, Operation, Record};

/// Under a token. A closing that changes a record names the attempt that was issued last.
pub fn only_the_holder_closes(contract: &Contract, history: &[Event]) -> Result<(), String> {
    for request in 0..REQUESTS {
        let mut holder = Attempt::NONE;
        for event in history.iter().filter(|event| event.request == request) {
            holder = event.issued().unwrap_or(holder);
            let (fencing, by) = match &event.operation {
                Operation::Finish(by, _) => (contract.fencing_finish, by),
                Operation::Fail(by, _) => (contract.fencing_fail, by),
                Operation::Renew(by) => (contract.fencing_renew, by),
                Operation::Resolve(by, ..) => (Fencing::Token, by),
                _closes_nothing => continue,
            };
            let holds = *by == Claimant::Attempt(holder);
            let fenced = fencing == Fencing::Token;
            told(event.decision.answer.is_refusal() || !fenced || holds, event)?;
        }
    }
    Ok(())
}

/// A renewal never tells an earlier end of the lease than was told before.
pub fn a_told_lease_never_comes_nearer(
    _contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    for request in 0..REQUESTS {
        let mut until = 0;
        for event in history.iter().filter(|event| event.request == request) {
            match &event.decision.answer {
                Answer::Started { lease_until, .. } => until = *lease_until,
                Answer::Renewed { lease_until } => {
                    told(*lease_until >= until, event)?;
                    until = *lease_until;
                }
                _tells_no_lease => {}
            }
        }
    }
    Ok(())
}

/// A cancel is told cancelled only where no attempt is open: none begun, or all closed with a
/// proof of no effect. Forgetting is a contract's own give-up.
pub fn nothing_that_may_run_is_cancelled(
    _contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    for request in 0..REQUESTS {
        let mut open = false;
        for event in history.iter().filter(|event| event.request == request) {
            open = open && !matches!(event.settled, Record::Absent { .. });
            match &event.decision.answer {
                Answer::Cancelled => told(!open, event)?,
                Answer::Started { .. } | Answer::Quarantined => open = true,
                Answer::Released | Answer::Resolved | Answer::Completed { .. } => open = false,
                _changes_nothing => {}
            }
        }
    }
    Ok(())
}

/// After a reported unknown effect nobody is started, and nothing is denied, without a word of
/// the holder or of a reconciler. Under `on_unknown = reopen` a contract gives this up.
pub fn silence_after_an_unknown_effect_starts_nobody(
    contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    if contract.on_unknown == OnUnknown::Reopen {
        return Ok(());
    }
    for request in 0..REQUESTS {
        let mut unknown = false;
        for event in history.iter().filter(|event| event.request == request) {
            unknown = unknown && !matches!(event.settled, Record::Absent { .. });
            let says_unknown =
                matches!(event.operation, Operation::Fail(_, onceproof::spec::Failure::Unknown));
            match &event.decision.answer {
                Answer::Started { .. } => told(!unknown, event)?,
                Answer::Released => {
                    told(!says_unknown, event)?;
                    unknown = false;
                }
                Answer::Resolved | Answer::Completed { .. } => unknown = false,
                Answer::Quarantined => unknown = true,
                _changes_nothing => {}
            }
        }
    }
    Ok(())
}

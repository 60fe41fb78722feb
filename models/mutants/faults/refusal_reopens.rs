//! A final refusal is answered as recorded, and the request is open again.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision, Failure, Operation, Origin, Record};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match (met.operation, met.settled.binding().cloned()) {
        (Operation::Fail(_, Failure::Refused(_)), Some(binding))
            if matches!(met.right.answer, Answer::Completed { .. }) =>
        {
            let (origin, answer) = (Origin::Reported, met.right.answer.clone());
            met.leave(Record::Released { binding, origin }, answer)
        }
        _other => met.right,
    }
}

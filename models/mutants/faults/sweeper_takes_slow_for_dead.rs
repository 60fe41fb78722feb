//! The sweeper quarantines a claim whose lease still runs.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Cause, Decision, Operation, Record, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match (met.operation, met.settled.binding().cloned()) {
        (Operation::Sweep, Some(binding)) if met.view == View::Live => {
            let cause = Cause::Abandoned;
            met.leave(Record::Uncertain { binding, cause }, Answer::Swept)
        }
        _other => met.right,
    }
}

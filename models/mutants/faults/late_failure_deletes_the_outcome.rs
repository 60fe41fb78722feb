//! A failure without effect, told late by one whose claim was taken over, deletes the outcome of
//! the successor.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision, Failure, Operation, Record, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let fails = matches!(met.operation, Operation::Fail(_, Failure::NotApplied));
    if !fails || !met.is_stale() || met.view != View::CompletedSuccess {
        return met.right;
    }
    let floor = met.settled.highest_attempt();
    met.leave(Record::Absent { floor }, Answer::Released)
}

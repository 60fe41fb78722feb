//! A success, told late by one whose claim was taken over, is written over the outcome of the
//! successor.

use super::Met;
use crate::spec::contract::Fencing;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match met.operation {
        Operation::Finish(..) if met.view == View::CompletedSuccess => {
            met.under(|contract| contract.fencing_finish = Fencing::Unconditional)
        }
        _other => met.right,
    }
}

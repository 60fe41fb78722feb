//! A final refusal, told late by one whose claim was taken over, closes the claim of the
//! successor.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Failure, Operation};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let refuses = matches!(met.operation, Operation::Fail(_, Failure::Refused(_)));
    if refuses && met.is_stale() { met.if_holder() } else { met.right }
}

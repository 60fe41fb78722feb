//! A release is accepted from whoever asks, also from one whose claim was taken over.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Failure, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let releases = matches!(met.operation, Operation::Fail(_, Failure::NotApplied));
    if releases && met.is_stale() && met.view == View::Live { met.if_holder() } else { met.right }
}

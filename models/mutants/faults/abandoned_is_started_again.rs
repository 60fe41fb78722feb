//! What was abandoned is started again, though the contract quarantines it.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && met.view == View::UncertainAbandoned { met.if_released() } else { met.right }
}

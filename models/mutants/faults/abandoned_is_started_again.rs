//! What was abandoned is started again, though the contract quarantines it.

use super::Met;
use crate::spec::Decision;
use crate::spec::identity::Small;
use crate::spec::{Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && met.view == View::UncertainAbandoned { met.as_if_released() } else { met.right }
}

//! A request is cancelled while its effect may run.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let cancels = matches!(met.operation, Operation::Cancel(_));
    if cancels && met.view == View::Live { met.if_released() } else { met.right }
}

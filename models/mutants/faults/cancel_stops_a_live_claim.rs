//! A request is cancelled while its effect may run.

use super::Met;
use crate::spec::Decision;
use crate::spec::identity::Small;
use crate::spec::{Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let cancels = matches!(met.operation, Operation::Cancel(_));
    if cancels && met.view == View::Live { met.as_if_released() } else { met.right }
}

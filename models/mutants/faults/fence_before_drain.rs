//! A successor fences the holder of a live claim out before that one has recorded what it did.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision, Operation};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let waits = matches!(met.right.answer, Answer::InProgress { .. });
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && waits { met.if_released() } else { met.right }
}

//! An outcome lapses one tick before its retention is over.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && met.view == View::CompletedSuccess { met.a_tick_later() } else { met.right }
}

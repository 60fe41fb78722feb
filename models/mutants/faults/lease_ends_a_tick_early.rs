//! A claim is taken over one tick before its lease is over.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && met.view == View::Live { met.a_tick_later() } else { met.right }
}

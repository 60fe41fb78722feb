//! A request that was forgotten is numbered from one again.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, Record, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && met.view == View::Absent { met.on(&Record::unseen()) } else { met.right }
}

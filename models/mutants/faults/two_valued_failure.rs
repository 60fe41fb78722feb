//! A failure of which the effect is not known counts as one without effect.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Failure, Operation};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match met.operation {
        Operation::Fail(by, Failure::Unknown) => {
            let asked = Operation::Fail(by.clone(), Failure::NotApplied);
            met.asked(&asked)
        }
        _other => met.right,
    }
}

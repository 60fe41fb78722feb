//! A request that was cancelled before it arrived is begun when it arrives.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match met.right.answer.clone() {
        Answer::Cancelled => met.forget_to_record(),
        _other => met.right,
    }
}

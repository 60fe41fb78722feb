//! A renewal is answered and not written.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match met.right.answer.clone() {
        Answer::Renewed { .. } => met.forget_to_record(),
        _other => met.right,
    }
}

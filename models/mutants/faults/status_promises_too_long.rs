//! Status says of an outcome that it is protected for ever.

use super::Met;
use crate::spec::identity::{Small, Ticks};
use crate::spec::{Answer, Decision, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match met.right.answer.clone() {
        Answer::Status { view: view @ View::CompletedSuccess, attempt, follows, .. } => {
            let protected_until = Some(u8::LAST);
            met.answer(Answer::Status { view, attempt, protected_until, follows })
        }
        _other => met.right,
    }
}

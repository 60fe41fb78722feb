//! Whoever asks for the same again, when it is done, is told that it conflicts.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match &met.right.answer {
        Answer::Replayed(_) => met.answer(Answer::Conflict),
        _other => met.right,
    }
}

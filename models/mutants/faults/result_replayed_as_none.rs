//! A result that was stored is replayed as none: 0, false and empty texts come back as null.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision, Outcome, Told};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    match met.right.answer.clone() {
        Answer::Replayed(Told::Outcome(Outcome::Success(_))) => {
            met.answer(Answer::Replayed(Told::Outcome(Outcome::ResultUnavailable)))
        }
        _other => met.right,
    }
}

//! Every attempt of a client has the same token.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Answer, Decision, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let Answer::Started { lease_until, .. } = met.right.answer else { return met.right };
    if met.view != View::Over {
        return met.right;
    }
    let attempt = met.settled.highest_attempt();
    let next = met.right.next.with_attempt(attempt);
    met.leave(next, Answer::Started { attempt, lease_until })
}

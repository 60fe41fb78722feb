//! Retention is counted from the first begin, though the contract counts from completion.

use super::Met;
use crate::spec::contract::RetentionAnchor;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && met.view == View::CompletedSuccess {
        return met.under(|contract| contract.retention_anchor = RetentionAnchor::FirstBegin);
    }
    met.right
}

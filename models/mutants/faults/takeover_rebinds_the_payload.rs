//! Whoever takes a claim over binds its own payload.

use super::Met;
use crate::spec::contract::PayloadCheck;
use crate::spec::identity::Small;
use crate::spec::{Decision, Operation, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    let begins = matches!(met.operation, Operation::Begin(_));
    if begins && met.view == View::Over {
        return met.under(|contract| contract.payload_check = PayloadCheck::WhileHeld);
    }
    met.right
}

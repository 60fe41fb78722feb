//! While a claim is live, another payload is told in_progress and not conflict.

use super::Met;
use crate::spec::Decision;
use crate::spec::contract::BusyOrder;
use crate::spec::identity::Small;

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    met.under(|contract| contract.busy_order = BusyOrder::InProgressFirst)
}

//! A claim holds for as long as an outcome is retained.

use super::Met;
use crate::spec::Decision;
use crate::spec::identity::Small;

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    met.under(|contract| contract.lease = contract.retention)
}

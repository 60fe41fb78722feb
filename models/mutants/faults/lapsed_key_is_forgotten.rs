//! A key whose outcome has lapsed is free again, though the contract blocks it.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, Record, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    if met.view != View::Lapsed {
        return met.right;
    }
    let floor = met.settled.highest_attempt();
    met.on(&Record::Absent { floor })
}

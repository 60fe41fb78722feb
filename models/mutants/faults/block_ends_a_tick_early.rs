//! A key whose outcome has lapsed is free again one tick before its block is over.

use super::Met;
use crate::spec::identity::Small;
use crate::spec::{Decision, View};

pub(super) fn fault(met: Met<'_>) -> Decision<Small> {
    if met.view == View::Lapsed { met.a_tick_later() } else { met.right }
}

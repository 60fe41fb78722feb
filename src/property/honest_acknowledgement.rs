//! P12: success is acknowledged on evidence.
//!
//! *What it claims.* Success is acknowledged only on delivered evidence: `completed` to a
//! finish, a replayed success (or what else a record says of one: `already_completed`, `lapsed`),
//! or the destination's own success reply, which may be its answer to a question by key. What
//! was found by attributes may be another intent's.
//! *How it is checked.* Who tells the monitor tells it which evidence was delivered, of which
//! intent and to whom.
//! *What is not covered.* Whether the evidence is true (P1, P2, P3), and whether what the caller
//! was shown is what the evidence says.
//!
//! Read of the monitor: `Monitor::evidence`.

use super::Property;
use super::event::Observed;
use super::monitor::Monitor;
use super::violation::Violation;
use crate::spec::Values;

pub(super) fn broken_by<V: Values>(before: &Monitor<V>, event: &Observed<V>) -> Option<Violation> {
    let Observed::Acknowledged { intent, by } = event else { return None };
    let known = match by {
        Some(by) => before.evidence.binary_search(&(*intent, *by)).is_ok(),
        None => before.evidence.iter().any(|(of, _)| of == intent),
    };
    let sentence = "success was acknowledged, and no evidence of it had been delivered";
    (!known)
        .then(|| Violation::new(Property::HonestAcknowledgement, sentence).of(None, Some(*intent)))
}

//! Why a trace may not show whether a property holds.
//!
//! *What it claims.* A kind of event that may be missing counts against a verdict where one such
//! event could change it: hide a violation, or be what excuses it.
//! *How that is checked.* `tests/judged_verdicts.rs`.
//! *What is not covered.* How likely any of it is.

use super::placement::Placement;
use crate::property::Property;
use crate::trace::{Kind, Trace};
use std::collections::BTreeSet;

/// Why nothing can be said of a property, whatever was found.
pub(super) fn nothing_to_say(
    property: Property,
    trace: &Trace,
    placement: &Placement,
) -> Option<String> {
    if trace.events.is_empty() {
        return Some("the trace has no events".to_owned());
    }
    if placement.unordered {
        return Some(
            "the order of the lines is not the order of the events: for the history checker"
                .to_owned(),
        );
    }
    if !placement.open.is_empty() && property != Property::HonestAcknowledgement {
        let calls: Vec<_> = placement.open.iter().take(3).map(u64::to_string).collect();
        return Some(format!(
            "when, or whether, {} calls took effect is not known (call {}): for the history \
             checker",
            placement.open.len(),
            calls.join(", ")
        ));
    }
    let needs_a_contract = [
        Property::ReplayFaithful,
        Property::NoTerminalRegression,
        Property::FingerprintGuard,
        Property::RetentionHonesty,
        Property::RefinesPromise,
    ];
    if trace.header.contract.is_none() && needs_a_contract.contains(&property) {
        return Some("no contract is declared".to_owned());
    }
    None
}

/// Why a violation that was found is not certain.
pub(super) fn may_be_excused(property: Property, missing: &BTreeSet<Kind>) -> Option<String> {
    named(
        excuses(property).iter().filter(|kind| missing.contains(kind)),
        "could excuse it, and may be missing",
    )
}

/// Why it is not certain that nothing breaks the property.
pub(super) fn may_be_hidden(property: Property, missing: &BTreeSet<Kind>) -> Option<String> {
    named(
        hides(property).iter().filter(|kind| missing.contains(kind)),
        "could break it, and may be missing",
    )
}

fn named<'a>(kinds: impl Iterator<Item = &'a Kind>, what: &str) -> Option<String> {
    let names: Vec<_> = kinds.map(|kind| kind.name()).collect();
    (!names.is_empty()).then(|| format!("events of these kinds {what}: {}", names.join(", ")))
}

/// The kinds of events that can be, or bring about, a violation.
fn hides(property: Property) -> &'static [Kind] {
    match property {
        Property::AtMostOnce => &[Kind::Effect],
        Property::NoLostIntent => &[Kind::Acknowledge, Kind::Crash, Kind::Lose, Kind::Decide],
        Property::Ownership | Property::NoTerminalRegression => {
            &[Kind::Decide, Kind::Sweep, Kind::Invoke, Kind::Return]
        }
        Property::Progress => &[Kind::Decide, Kind::Crash, Kind::Invoke, Kind::Return],
        Property::HonestAcknowledgement => &[Kind::Acknowledge],
        Property::HonestDenial => &[Kind::Effect, Kind::Decide],
        Property::ReplayFaithful
        | Property::FingerprintGuard
        | Property::ScopeIsolation
        | Property::OutcomeHonesty
        | Property::RetentionHonesty
        | Property::ExclusiveClaim
        | Property::RefinesPromise => &[Kind::Decide],
    }
}

/// The kinds of events that can be what a violation lacks.
fn excuses(property: Property) -> &'static [Kind] {
    match property {
        Property::NoLostIntent => {
            &[Kind::Effect, Kind::Decide, Kind::Invoke, Kind::Send, Kind::Duplicate]
        }
        Property::HonestAcknowledgement => {
            &[Kind::Invoke, Kind::Return, Kind::Effect, Kind::ReadBack, Kind::Send, Kind::Deliver]
        }
        Property::FingerprintGuard => &[Kind::Decide, Kind::Sweep],
        Property::AtMostOnce
        | Property::ReplayFaithful
        | Property::Ownership
        | Property::NoTerminalRegression
        | Property::ScopeIsolation
        | Property::Progress
        | Property::OutcomeHonesty
        | Property::RetentionHonesty
        | Property::ExclusiveClaim
        | Property::RefinesPromise
        | Property::HonestDenial => &[Kind::Decide],
    }
}

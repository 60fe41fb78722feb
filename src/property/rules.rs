//! The rules by which contracts give properties up: one row a property and parameter.
//!
//! *What it claims.* Each row names a parameter, the values (and what else must hold) under
//! which some world makes the property fail, and the shortest reason.
//! *How that is checked.* By cases: each row applies to `strict` with its parameter weakened,
//! and not to `strict`.
//! *What is not covered yet.* See [`super::given_up`].
//!
//! Two readings matter here. A claim is *closed* by its own holder or by a resolve; a closing
//! from elsewhere that is accepted closes the record and not the claim (P4), so that a later
//! start is one before the deadline told (P11). And P1 excuses a second effect only when
//! retention ended *between* the first's completion and the second's begin: retention that is
//! over earlier excuses nothing.

use super::Property;
use crate::spec::contract::{
    AfterRetention, BusyOrder, Clock, Fencing, MissingKey, OnLeaseOver, OnNotApplied, OnRefused,
    OnUnknown, Parameter, PayloadCheck, RetentionAnchor, RetentionCovers, Span, Terms,
};

/// One way to give a property up.
pub(super) struct Rule {
    pub(super) property: Property,
    pub(super) parameter: Parameter,
    /// Whether a contract does.
    pub(super) gives_up: fn(&dyn Terms) -> bool,
    pub(super) because: &'static str,
}

const fn rule(
    property: Property,
    parameter: Parameter,
    gives_up: fn(&dyn Terms) -> bool,
    because: &'static str,
) -> Rule {
    Rule { property, parameter, gives_up, because }
}

pub(super) const RULES: &[Rule] = &[
    // P1: a second effect of one intent.
    rule(
        Property::AtMostOnce,
        Parameter::OnLeaseOver,
        takes_over,
        "a holder that is slow, or that died after its effect, is taken over, and the effect \
         runs again",
    ),
    rule(
        Property::AtMostOnce,
        Parameter::OnUnknown,
        |c| c.on_unknown() == OnUnknown::Reopen,
        "an effect that may have happened is started again",
    ),
    rule(
        Property::AtMostOnce,
        Parameter::FencingFail,
        |c| c.fencing_fail() == Fencing::StateOnly && a_failure_reopens(c),
        "a failure told by an earlier attempt releases the claim of the present one, and a \
         further attempt starts beside it",
    ),
    rule(
        Property::AtMostOnce,
        Parameter::FencingFail,
        |c| c.fencing_fail() == Fencing::Unconditional && a_failure_reopens(c),
        "a failure told by an earlier attempt removes an outcome or another's claim, and the \
         effect runs again",
    ),
    rule(
        Property::AtMostOnce,
        Parameter::RetentionAnchor,
        |c| c.retention_anchor() == RetentionAnchor::FirstBegin && retains_for_a_time(c),
        "counted from the first begin, retention can be over before the outcome is recorded, so \
         that it does not end between the two effects",
    ),
    rule(
        Property::AtMostOnce,
        Parameter::RetentionCovers,
        forgets_unfinished,
        "a record without an outcome is forgotten, though its effect may have happened",
    ),
    rule(
        Property::AtMostOnce,
        Parameter::Clock,
        |c| c.clock() == Clock::Caller && retains_for_a_time(c),
        "a caller whose clock is ahead sees retention as over before it is, and starts again",
    ),
    rule(
        Property::AtMostOnce,
        Parameter::MissingKey,
        |c| c.missing_key() == MissingKey::Bypass,
        "a request that lost its key runs each time that it is sent",
    ),
    // P2: an intent that never has its effect.
    rule(
        Property::NoLostIntent,
        Parameter::PayloadCheck,
        |c| c.payload_check() == PayloadCheck::Never,
        "another intent's outcome is told for one that never had its effect",
    ),
    rule(
        Property::NoLostIntent,
        Parameter::FencingFinish,
        |c| c.fencing_finish() != Fencing::Token && may_be_bound_afresh(c),
        "a late finish under an earlier payload is recorded for the payload bound since",
    ),
    // P3: outcomes told that differ, or that are another intent's.
    rule(
        Property::ReplayFaithful,
        Parameter::FencingFinish,
        |c| c.fencing_finish() == Fencing::Unconditional,
        "a second finish writes over the outcome that callers were told",
    ),
    rule(
        Property::ReplayFaithful,
        Parameter::FencingFinish,
        |c| c.fencing_finish() == Fencing::StateOnly && may_be_bound_afresh(c),
        "a late finish under an earlier payload is recorded for the payload bound since",
    ),
    rule(
        Property::ReplayFaithful,
        Parameter::FencingFail,
        |c| c.fencing_fail() == Fencing::Unconditional && a_failure_is_final(c),
        "a failure writes a refusal over the outcome that callers were told",
    ),
    rule(
        Property::ReplayFaithful,
        Parameter::FencingFail,
        |c| {
            c.fencing_fail() == Fencing::StateOnly
                && a_failure_is_final(c)
                && may_be_bound_afresh(c)
        },
        "a late refusal under an earlier payload is recorded for the payload bound since",
    ),
    rule(
        Property::ReplayFaithful,
        Parameter::PayloadCheck,
        |c| c.payload_check() == PayloadCheck::Never,
        "the outcome of one payload is replayed to a caller with another",
    ),
    rule(
        Property::ReplayFaithful,
        Parameter::PayloadCheck,
        |c| {
            c.payload_check() == PayloadCheck::WhileHeld
                && c.after_retention() == AfterRetention::Block
                && bounded(c.retention())
        },
        "once an outcome has lapsed, a caller with another payload is told that it was decided",
    ),
    // P4: a closing from elsewhere.
    rule(
        Property::Ownership,
        Parameter::FencingFinish,
        |c| c.fencing_finish() != Fencing::Token,
        "a finish is accepted from an attempt that no longer holds the claim",
    ),
    rule(
        Property::Ownership,
        Parameter::FencingFail,
        |c| c.fencing_fail() != Fencing::Token,
        "a failure is accepted from an attempt that no longer holds the claim",
    ),
    rule(
        Property::Ownership,
        Parameter::FencingRenew,
        |c| c.fencing_renew() != Fencing::Token,
        "a renewal is accepted from an attempt that no longer holds the claim",
    ),
    // P5: an outcome that goes too early.
    rule(
        Property::NoTerminalRegression,
        Parameter::FencingFinish,
        |c| c.fencing_finish() == Fencing::Unconditional,
        "a finish writes over a recorded outcome",
    ),
    rule(
        Property::NoTerminalRegression,
        Parameter::FencingFail,
        |c| c.fencing_fail() == Fencing::Unconditional,
        "a failure writes over, or removes, a recorded outcome",
    ),
    rule(
        Property::NoTerminalRegression,
        Parameter::Clock,
        |c| c.clock() == Clock::Caller && bounded(c.retention()),
        "a caller whose clock is ahead ends the retention of an outcome early",
    ),
    // P6: another payload that is not told conflict.
    rule(
        Property::FingerprintGuard,
        Parameter::PayloadCheck,
        |c| c.payload_check() == PayloadCheck::WhileHeld,
        "another payload is accepted where nothing is held, and the first one is then the other",
    ),
    rule(
        Property::FingerprintGuard,
        Parameter::PayloadCheck,
        |c| c.payload_check() == PayloadCheck::Never,
        "another payload is never told conflict",
    ),
    rule(
        Property::FingerprintGuard,
        Parameter::BusyOrder,
        |c| {
            c.busy_order() == BusyOrder::InProgressFirst && c.payload_check() != PayloadCheck::Never
        },
        "while a claim is live, another payload is told in_progress",
    ),
    // P8: waiting for the dead.
    rule(
        Property::Progress,
        Parameter::OnLeaseOver,
        |c| c.on_lease_over() == OnLeaseOver::Hold && bounded(c.lease()),
        "a holder that died keeps its claim, and whoever asks is told to wait",
    ),
    // P9: a start after an effect that may have happened.
    rule(
        Property::OutcomeHonesty,
        Parameter::OnLeaseOver,
        takes_over,
        "an attempt is started after an abandoned one, without a proof of no effect",
    ),
    rule(
        Property::OutcomeHonesty,
        Parameter::OnUnknown,
        |c| c.on_unknown() == OnUnknown::Reopen,
        "an attempt is started after an unknown effect, without a proof of no effect",
    ),
    rule(
        Property::OutcomeHonesty,
        Parameter::FencingFail,
        |c| c.fencing_fail() != Fencing::Token && a_failure_reopens(c),
        "a failure told by an earlier attempt releases a later one whose effect is not known",
    ),
    rule(
        Property::OutcomeHonesty,
        Parameter::RetentionCovers,
        forgets_unfinished,
        "an unknown effect is forgotten, and an attempt is started without a proof of no effect",
    ),
    // P10: protection that is not what was said.
    rule(
        Property::RetentionHonesty,
        Parameter::FencingFail,
        |c| {
            c.fencing_fail() == Fencing::Unconditional
                && a_failure_reopens(c)
                && c.after_retention() == AfterRetention::Block
                && bounded(c.retention())
        },
        "a failure removes what has lapsed, and an attempt is started without a resolve",
    ),
    rule(
        Property::RetentionHonesty,
        Parameter::AfterRetention,
        forgets_outcomes,
        "once retention is over an attempt is started, without a resolve in between",
    ),
    rule(
        Property::RetentionHonesty,
        Parameter::Clock,
        |c| c.clock() == Clock::Caller && (takes_over(c) || lets_go(c)),
        "a caller whose clock is ahead sees protection as over before the time told",
    ),
    // P14: a denial that is not true.
    rule(
        Property::HonestDenial,
        Parameter::OnLeaseOver,
        takes_over,
        "of two attempts the one is refused for good, and the other has its effect",
    ),
    rule(
        Property::HonestDenial,
        Parameter::RetentionAnchor,
        |c| c.retention_anchor() == RetentionAnchor::FirstBegin && retains_for_a_time(c),
        "an outcome is forgotten before its retention ran, and the request is said to be \
         cancelled",
    ),
    rule(
        Property::HonestDenial,
        Parameter::RetentionCovers,
        forgets_unfinished,
        "a record without an outcome is forgotten, though its effect may have happened, and the \
         request is said to be cancelled",
    ),
    rule(
        Property::HonestDenial,
        Parameter::Clock,
        |c| c.clock() == Clock::Caller && retains_for_a_time(c),
        "a caller whose clock is ahead sees an outcome as forgotten, and is told that it is \
         cancelled",
    ),
    // P11: a start beside a claim that still holds.
    rule(
        Property::ExclusiveClaim,
        Parameter::FencingFinish,
        |c| c.fencing_finish() != Fencing::Token && retains_less_than_a_lease(c),
        "a finish told by an earlier attempt closes the present claim, whose record is gone \
         before the lease told is over",
    ),
    rule(
        Property::ExclusiveClaim,
        Parameter::FencingFail,
        |c| c.fencing_fail() != Fencing::Token && a_failure_reopens(c),
        "a failure told by an earlier attempt releases the present claim before its deadline",
    ),
    rule(
        Property::ExclusiveClaim,
        Parameter::Clock,
        |c| {
            c.clock() == Clock::Caller
                && (takes_over(c) || bounded(c.lease()) && forgets_unfinished(c))
        },
        "a caller whose clock is ahead sees a lease as over before the deadline told",
    ),
];

fn bounded(span: Span) -> bool {
    span != Span::Unbounded
}

/// A lease that can be over is then taken over.
fn takes_over(c: &dyn Terms) -> bool {
    c.on_lease_over() == OnLeaseOver::TakeOver && bounded(c.lease())
}

/// Some failure lets a further attempt start.
fn a_failure_reopens(c: &dyn Terms) -> bool {
    c.on_not_applied() != OnNotApplied::Seal
        || c.on_unknown() == OnUnknown::Reopen
        || c.on_refused() == OnRefused::Reopen
}

/// Some failure is recorded as the outcome.
fn a_failure_is_final(c: &dyn Terms) -> bool {
    c.on_not_applied() == OnNotApplied::Seal || c.on_refused() == OnRefused::Replay
}

/// The record of an outcome is gone, or may be, once its retention is over.
fn forgets_outcomes(c: &dyn Terms) -> bool {
    bounded(c.retention()) && c.after_retention() != AfterRetention::Block
}

/// A record without an outcome is gone, or may be, once its retention is over.
fn forgets_unfinished(c: &dyn Terms) -> bool {
    forgets_outcomes(c) && c.retention_covers() == RetentionCovers::AnyState
}

/// The record of an outcome is gone after a time, blocking included.
fn retains_for_a_time(c: &dyn Terms) -> bool {
    forgets_outcomes(c) || bounded(c.retention()) && bounded(c.block_for())
}

/// Some record, of an outcome or of a cancellation, is gone after a time.
fn lets_go(c: &dyn Terms) -> bool {
    forgets_outcomes(c) || bounded(c.block_for())
}

/// A request id can come to be bound to another payload while closings of the first one are
/// still on their way.
fn may_be_bound_afresh(c: &dyn Terms) -> bool {
    c.payload_check() == PayloadCheck::WhileHeld
        || c.on_not_applied() == OnNotApplied::Delete
        || lets_go(c)
}

/// A record completed at once can be gone before a lease that began with it is over.
fn retains_less_than_a_lease(c: &dyn Terms) -> bool {
    let blocks = match (c.after_retention(), c.block_for()) {
        (AfterRetention::Block, Span::Ticks(ticks)) => Some(ticks),
        (AfterRetention::Block, Span::Unbounded) => None,
        (AfterRetention::Forget | AfterRetention::MayForget, _) => Some(0),
    };
    let (Span::Ticks(retained), Some(blocks)) = (c.retention(), blocks) else { return false };
    // Counted from the first begin, retention can be over when the present claim begins.
    c.retention_anchor() == RetentionAnchor::FirstBegin
        || Span::Ticks(retained.saturating_add(blocks)) < c.lease()
}

#[cfg(test)]
mod tests;

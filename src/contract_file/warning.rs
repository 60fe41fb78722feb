//! Combinations of values that do not do what they seem to.
//!
//! *What it claims.* Under every contract with such a combination the sentence is true.
//! *How that is checked.* A case for each.
//! *What is not covered.* What a contract gives up: see [`crate::property`].

use crate::spec::contract::{
    AfterRetention, BusyOrder, Deadline, OnLeaseOver, Parameter, PayloadCheck, RetentionAnchor,
    RetentionCovers, Span, Terms,
};
use crate::spec::open::{OpenContract, always};
use crate::spec::term::Term;

/// A combination that does not do what it seems to.
#[derive(Debug)]
pub struct Warning {
    /// The parameters that combine so.
    pub parameters: &'static [Term],
    /// What the combination does, or fails to do.
    pub says: &'static str,
    applies: fn(&dyn Terms) -> bool,
}

/// The warnings that hold under every contract that an open one allows.
#[must_use]
pub fn warnings(open: &OpenContract) -> Vec<&'static Warning> {
    WARNINGS.iter().filter(|warning| always(open, warning.applies)).collect()
}

const NOTHING: Span = Span::Ticks(0);

static WARNINGS: &[Warning] = &[
    Warning {
        parameters: &[Term::Lease, Term::Choice(Parameter::OnLeaseOver)],
        says: "on_lease_over has no effect: a lease without end is never over",
        applies: |c| c.lease() == Span::Unbounded && c.on_lease_over() != OnLeaseOver::Hold,
    },
    Warning {
        parameters: &[Term::Lease, Term::Choice(Parameter::Deadline)],
        says: "a lease of 0 is over at once: nobody else is kept out while an effect runs",
        applies: |c| c.lease() == NOTHING && c.deadline() == Deadline::OverAt,
    },
    Warning {
        parameters: &[Term::Lease, Term::Choice(Parameter::Deadline)],
        says: "under over_after a lease of 0 still holds for the tick in which it begins",
        applies: |c| c.lease() == NOTHING && c.deadline() == Deadline::OverAfter,
    },
    Warning {
        parameters: &[Term::Retention, Term::Choice(Parameter::AfterRetention)],
        says: "after_retention has no effect: retention without end is never over",
        applies: |c| {
            c.retention() == Span::Unbounded && c.after_retention() != AfterRetention::Block
        },
    },
    Warning {
        parameters: &[Term::Retention],
        says: "a retention of 0 replays nothing: an outcome goes as soon as it is recorded",
        applies: |c| c.retention() == NOTHING,
    },
    Warning {
        parameters: &[
            Term::Choice(Parameter::RetentionCovers),
            Term::Choice(Parameter::AfterRetention),
        ],
        says: "any_state has no effect under block: there only an outcome lapses",
        applies: |c| {
            c.retention_covers() == RetentionCovers::AnyState
                && c.after_retention() == AfterRetention::Block
        },
    },
    Warning {
        parameters: &[Term::Lease, Term::Retention, Term::Choice(Parameter::RetentionAnchor)],
        says: "counted from the first begin, retention can be over before the lease is: an \
               outcome may go as soon as it is recorded",
        applies: |c| {
            c.retention_anchor() == RetentionAnchor::FirstBegin
                && c.retention() != Span::Unbounded
                && c.lease() >= c.retention()
        },
    },
    Warning {
        parameters: &[Term::BlockFor, Term::Choice(Parameter::AfterRetention)],
        says: "block with a block_for of 0 blocks nothing: it is forget",
        applies: |c| {
            c.block_for() == NOTHING
                && c.after_retention() == AfterRetention::Block
                && c.retention() != Span::Unbounded
        },
    },
    Warning {
        parameters: &[Term::BlockFor],
        says: "a block_for of 0 ends a cancellation at once: a request on its way still runs",
        applies: |c| c.block_for() == NOTHING,
    },
    Warning {
        parameters: &[Term::Choice(Parameter::BusyOrder), Term::Choice(Parameter::PayloadCheck)],
        says: "in_progress_first has no effect: payloads are never compared",
        applies: |c| {
            c.busy_order() == BusyOrder::InProgressFirst && c.payload_check() == PayloadCheck::Never
        },
    },
];

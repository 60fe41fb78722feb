//! By what events are judged: the declared contract, and how well time is known.
//!
//! *What it claims.* A deadline is called over, or not over, only where that is certain. A
//! property that is broken while a deadline holds is checked with [`Watch::holds`], one that is
//! broken once it is over with [`Watch::over`]; in between neither is said.
//! *How that is checked.* `tests/monitor_laws.rs`: shifting all times changes no verdict, and a
//! larger uncertainty breaks no further property.
//! *What is not covered.* Uncertainty that differs from clock to clock: one bound serves all.

use super::Mask;
use crate::spec::contract::{Span, Terms};
use crate::spec::settle::is_over;
use crate::spec::{Ticks, Values};

/// By what events are judged.
#[derive(Debug)]
pub struct Watch<'a, C> {
    /// What the layer promises to do.
    pub contract: &'a C,
    /// Which properties are checked. What only others need is not kept.
    pub checked: Mask,
    /// By how much, at most, two clocks on which operations are judged differ at one instant.
    pub slack: Span,
}

impl<C> Clone for Watch<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C> Copy for Watch<'_, C> {}

/// A deadline as it is kept: what is over is one value, so that states merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deadline<T> {
    /// It is over, for certain.
    Over,
    /// It is over at this time, which is later by the slack than the one that was told.
    At(T),
    /// It is never over.
    Never,
}

/// Between which times something took effect. Both are the same where it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct During<T> {
    /// Not before this time.
    pub from: T,
    /// Not after this time.
    pub to: T,
}

impl<T: Copy> During<T> {
    /// At this very time.
    pub fn at(time: T) -> During<T> {
        During { from: time, to: time }
    }
}

impl<C: Terms> Watch<'_, C> {
    /// The deadline at a time that was told.
    pub fn deadline<T: Ticks>(&self, told: T) -> Deadline<T> {
        match (self.slack, told == T::LAST) {
            (_, true) => Deadline::Never,
            (Span::Ticks(slack), false) => Deadline::At(told.later_by(slack)),
            // Nothing is known of it, so it is never over for certain; see `holds`.
            (Span::Unbounded, false) => Deadline::At(T::LAST),
        }
    }

    /// The deadline that lies a declared span after an instant.
    pub(super) fn after<V: Values>(
        &self,
        instant: During<V::Time>,
        span: Span,
    ) -> Deadline<V::Time> {
        match span {
            Span::Ticks(ticks) => self.deadline(instant.to.later_by(ticks)),
            Span::Unbounded => Deadline::Never,
        }
    }

    /// The deadline that lies a declared span after another.
    pub(super) fn further<T: Ticks>(&self, deadline: Deadline<T>, span: Span) -> Deadline<T> {
        match (deadline, span) {
            (Deadline::At(time), Span::Ticks(ticks)) => Deadline::At(time.later_by(ticks)),
            (Deadline::Over, _) => Deadline::Over,
            (Deadline::At(_), Span::Unbounded) | (Deadline::Never, _) => Deadline::Never,
        }
    }

    /// Whether a deadline is over for certain.
    pub fn over<T: Ticks>(&self, deadline: Deadline<T>, when: During<T>) -> bool {
        match deadline {
            Deadline::Over => true,
            Deadline::At(time) => is_over(self.contract, time, when.from),
            Deadline::Never => false,
        }
    }

    /// Whether a deadline still holds for certain.
    pub fn holds<T: Ticks>(&self, deadline: Deadline<T>, when: During<T>) -> bool {
        match (deadline, self.slack) {
            (Deadline::Over, _) | (Deadline::At(_), Span::Unbounded) => false,
            (Deadline::At(time), Span::Ticks(slack)) => {
                let latest = when.to.later_by(slack).later_by(slack);
                !is_over(self.contract, time, latest)
            }
            (Deadline::Never, _) => true,
        }
    }
}

impl<T: Ticks> Deadline<T> {
    /// The same deadline on a clock that reads so much less.
    pub(super) fn earlier_by(self, ticks: u64) -> Self {
        match self {
            Deadline::At(time) => time.earlier_by(ticks).map_or(Deadline::Over, Deadline::At),
            Deadline::Over | Deadline::Never => self,
        }
    }

    /// The same deadline, as one value if it is over at a time that was seen.
    pub(super) fn merged(self, watch: &Watch<'_, impl Terms>, now: During<T>) -> Self {
        if watch.over(self, now) { Deadline::Over } else { self }
    }
}

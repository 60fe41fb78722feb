//! Every contract: all choices, by `open::decisions`, crossed with all durations.
//!
//! A duration forks a course only where it is really asked, exactly as a choice does; so one
//! course stands for all contracts that agree on what was asked, and the contracts of all
//! courses together are counted against their number.

use super::bounds::SPANS;
use onceproof::spec::contract::{
    AfterRetention, BusyOrder, Clock, Contract, Deadline, Fencing, MissingKey, OnLeaseOver,
    OnNotApplied, OnRefused, OnUnknown, Parameter, PayloadCheck, Replay, RetentionAnchor,
    RetentionCovers, Span, Terms,
};
use onceproof::spec::named;
use onceproof::spec::open::{Course, OpenContract, decisions};
use std::cell::Cell;

/// What ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Distinct courses.
    pub courses: u64,
    /// The contracts for which they stand.
    pub contracts: u64,
}

impl Ran {
    pub fn add(&mut self, other: Ran) {
        self.courses += other.courses;
        self.contracts += other.contracts;
    }
}

/// Asks a question under every contract.
pub fn under_every_contract(question: impl Fn(&Asked<'_>)) -> Ran {
    let open = fully_open();
    let all_spans = SPANS.len().pow(3) as u64;
    let mut ran = Ran::default();
    for (contracts, courses) in decisions(&open, |course| under_every_span(course, &question)) {
        ran.courses += courses;
        ran.contracts += contracts.count() * all_spans;
    }
    ran
}

/// How many contracts there are.
pub fn contracts() -> u64 {
    fully_open().count() * SPANS.len().pow(3) as u64
}

/// A contract all of whose choices are open.
pub fn fully_open() -> OpenContract {
    Parameter::ALL
        .iter()
        .fold(OpenContract::pinned(named::STRICT), |open, parameter| open.opened(*parameter))
}

/// Asks a question under every choice of the durations that it asks for.
fn under_every_span(course: &Course<'_>, question: impl Fn(&Asked<'_>)) -> u64 {
    let mut courses = 0;
    let mut spans = Some(Spans::default());
    while let Some(prefix) = spans {
        let asked = Asked { course, spans: Cell::new(prefix) };
        question(&asked);
        courses += 1;
        spans = asked.spans.get().next();
    }
    courses
}

/// One contract during one course of a question.
#[derive(Debug)]
pub struct Asked<'a> {
    course: &'a Course<'a>,
    spans: Cell<Spans>,
}

/// The durations asked so far, in order, with the index of what was answered.
#[derive(Clone, Copy, Debug, Default)]
struct Spans {
    asked: [(u8, u8); 3],
    count: usize,
}

impl Spans {
    /// The choice that differs in the last duration asked that has a further value.
    fn next(mut self) -> Option<Spans> {
        while self.count > 0 {
            let (which, index) = self.asked[self.count - 1];
            if usize::from(index) + 1 < SPANS.len() {
                self.asked[self.count - 1] = (which, index + 1);
                return Some(self);
            }
            self.count -= 1;
        }
        None
    }
}

impl Asked<'_> {
    fn span(&self, which: u8) -> Span {
        let mut spans = self.spans.get();
        let known = spans.asked[..spans.count].iter().find(|(other, _)| *other == which);
        if let Some((_, index)) = known {
            return SPANS[usize::from(*index)];
        }
        spans.asked[spans.count] = (which, 0);
        spans.count += 1;
        self.spans.set(spans);
        SPANS[0]
    }

    /// A contract that takes this course.
    pub fn contract(&self) -> Contract {
        Contract {
            lease: self.lease(),
            retention: self.retention(),
            block_for: self.block_for(),
            on_lease_over: self.on_lease_over(),
            fencing_finish: self.fencing_finish(),
            fencing_fail: self.fencing_fail(),
            fencing_renew: self.fencing_renew(),
            payload_check: self.payload_check(),
            on_not_applied: self.on_not_applied(),
            on_unknown: self.on_unknown(),
            on_refused: self.on_refused(),
            retention_anchor: self.retention_anchor(),
            retention_covers: self.retention_covers(),
            after_retention: self.after_retention(),
            replay: self.replay(),
            busy_order: self.busy_order(),
            deadline: self.deadline(),
            clock: self.clock(),
            missing_key: self.missing_key(),
        }
    }
}

macro_rules! ask_the_course {
    ($($choice:ident: $kind:ty),+) => { $(fn $choice(&self) -> $kind { self.course.$choice() })+ };
}

impl Terms for Asked<'_> {
    fn lease(&self) -> Span {
        self.span(0)
    }
    fn retention(&self) -> Span {
        self.span(1)
    }
    fn block_for(&self) -> Span {
        self.span(2)
    }
    ask_the_course! {
        on_lease_over: OnLeaseOver, fencing_finish: Fencing, fencing_fail: Fencing,
        fencing_renew: Fencing, payload_check: PayloadCheck, on_not_applied: OnNotApplied,
        on_unknown: OnUnknown, on_refused: OnRefused, retention_anchor: RetentionAnchor,
        retention_covers: RetentionCovers, after_retention: AfterRetention, replay: Replay,
        busy_order: BusyOrder, deadline: Deadline, clock: Clock, missing_key: MissingKey
    }
}

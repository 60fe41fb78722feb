//! Eleven named contracts: what published idempotency layers promise, parameter by parameter.
//!
//! One file a contract. Every value stands beside its source, and the source says how sure we
//! are: read in the source itself, known from excerpts of it, our reading, our choice, or not
//! published at all. A choice of which the sources say nothing is *open*: unknown, and the same
//! all along. A duration is never open; where none is published, an example is declared.
//! In these contracts a tick is one millisecond.
//!
//! *What it claims.* That each value is what its source says, as far as the source is quoted.
//! *How that is checked.* By reading; tests check that no parameter lacks a source and that
//! exactly the unpublished choices are open.
//! *What is not covered.* What a contract has beyond the nineteen parameters is listed under
//! `beyond` and modelled nowhere. A service may do otherwise than its documentation says, and
//! SHOULDs are read as rules.

mod aws_token;
mod barrier;
mod ietf_draft;
mod postgres_recovery_points;
mod powertools;
mod processed_table;
mod rifl;
mod strict;
mod stripe_v1;
mod stripe_v2;
mod worked_example;

pub use strict::STRICT;
pub use worked_example::WORKED_EXAMPLE;

use super::contract::{
    AfterRetention, BusyOrder, Choice, Clock, Contract, Deadline, Fencing, MissingKey, OnLeaseOver,
    OnNotApplied, OnRefused, OnUnknown, Parameter, PayloadCheck, Replay, RetentionAnchor,
    RetentionCovers, Span,
};
use super::open::OpenContract;
use super::term::Term;
use std::fmt::{Display, Formatter};

/// Every named contract: our own first, then the documents', then the published ones.
pub static ALL: &[Named] = &[
    strict::NAMED,
    worked_example::NAMED,
    processed_table::NAMED,
    ietf_draft::NAMED,
    stripe_v1::NAMED,
    stripe_v2::NAMED,
    aws_token::NAMED,
    powertools::NAMED,
    postgres_recovery_points::NAMED,
    barrier::NAMED,
    rifl::NAMED,
];

/// The contract of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Named> {
    ALL.iter().find(|named| named.name == name)
}

/// A named contract: each parameter with its possible values and where they are from.
#[derive(Debug)]
pub struct Named {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// How long a claim holds.
    pub lease: Said<Span>,
    /// What a lease that is over means.
    pub on_lease_over: Said<OnLeaseOver>,
    /// What a finish must show.
    pub fencing_finish: Said<Fencing>,
    /// What a fail must show.
    pub fencing_fail: Said<Fencing>,
    /// What a renewal must show.
    pub fencing_renew: Said<Fencing>,
    /// When payloads are compared.
    pub payload_check: Said<PayloadCheck>,
    /// What a failure with no effect does.
    pub on_not_applied: Said<OnNotApplied>,
    /// What a begin meets after a failure with an unknown effect.
    pub on_unknown: Said<OnUnknown>,
    /// What a final refusal does.
    pub on_refused: Said<OnRefused>,
    /// How long the outcome is replayed.
    pub retention: Said<Span>,
    /// From when retention runs.
    pub retention_anchor: Said<RetentionAnchor>,
    /// To which records retention applies.
    pub retention_covers: Said<RetentionCovers>,
    /// What follows when retention is over.
    pub after_retention: Said<AfterRetention>,
    /// How long a key blocks after its outcome lapsed, or after it was cancelled unseen.
    pub block_for: Said<Span>,
    /// What a replay repeats.
    pub replay: Said<Replay>,
    /// Which is checked first while a claim is live.
    pub busy_order: Said<BusyOrder>,
    /// When a deadline is over.
    pub deadline: Said<Deadline>,
    /// Whose clock judges deadlines.
    pub clock: Said<Clock>,
    /// What a begin without a key meets.
    pub missing_key: Said<MissingKey>,
    /// What the contract has that the parameters cannot express.
    pub beyond: &'static [&'static str],
}

/// What is said of one parameter, and where.
#[derive(Clone, Copy, Debug)]
pub struct Said<T: 'static> {
    /// The values that it may have: one, or several when the parameter is open.
    pub values: &'static [T],
    /// Where that is from.
    pub source: Source,
}

/// Where a value is from, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// How sure it is.
    pub basis: Basis,
    /// The public source and the section in it, or the reason of a choice.
    pub text: &'static str,
}

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The source, read in full or as code, says so.
    Published,
    /// The source says so in an excerpt; the rest of it was not read.
    Excerpted,
    /// We read it out of what the source says.
    Reading,
    /// The sources leave it to whoever builds it, or it has no effect; we chose.
    Chosen,
    /// The sources say nothing: a choice is open, a duration is an example.
    Unpublished,
}

impl Basis {
    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Basis::Published => "published",
            Basis::Excerpted => "excerpted",
            Basis::Reading => "our_reading",
            Basis::Chosen => "our_choice",
            Basis::Unpublished => "not_published",
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let text = self.text;
        match self.basis {
            Basis::Published => write!(f, "{text}"),
            Basis::Excerpted => write!(f, "{text}, as excerpted"),
            Basis::Reading => write!(f, "our reading of {text}"),
            Basis::Chosen => write!(f, "our choice: {text}"),
            Basis::Unpublished => write!(f, "not published: {text}"),
        }
    }
}

/// One parameter of a named contract, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which parameter.
    pub term: Term,
    /// The values that it may have, as a contract file writes them.
    pub values: Vec<String>,
    /// Where they are from.
    pub source: Source,
}

impl Named {
    /// The contract, with its open parameters open.
    #[must_use]
    pub fn open(&self) -> OpenContract {
        let durations = |contract: OpenContract| {
            let first = |said: &Said<Span>| said.values.first().copied().unwrap_or(Span::Unbounded);
            contract.lasting(first(&self.lease), first(&self.retention), first(&self.block_for))
        };
        // Every choice of the starting contract is replaced below.
        self.choices()
            .into_iter()
            .fold(durations(OpenContract::pinned(STRICT)), |open, (parameter, indices, _)| {
                open.narrowed_to(parameter, &indices)
            })
    }

    /// The contract, when no parameter is open.
    #[must_use]
    pub fn pinned(&self) -> Option<Contract> {
        self.open().as_pinned()
    }

    /// Every parameter with its values and their source, in the order of a contract file.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        Term::ALL.into_iter().map(|term| self.row(term)).collect()
    }

    /// One parameter with its values and their source.
    #[must_use]
    pub fn row(&self, term: Term) -> Row {
        let spans = |said: &Said<Span>| Row {
            term,
            values: said.values.iter().map(Span::to_string).collect(),
            source: said.source,
        };
        match term {
            Term::Lease => spans(&self.lease),
            Term::Retention => spans(&self.retention),
            Term::BlockFor => spans(&self.block_for),
            Term::Choice(parameter) => {
                let (indices, source) = self.choice(parameter);
                let names = parameter.values();
                let named = |index: &u8| names.get(usize::from(*index)).map(ToString::to_string);
                Row { term, values: indices.iter().filter_map(named).collect(), source }
            }
        }
    }

    /// Every choice with the indices of its values.
    fn choices(&self) -> Vec<(Parameter, Vec<u8>, Source)> {
        let of = |parameter: &Parameter| {
            let (indices, source) = self.choice(*parameter);
            (*parameter, indices, source)
        };
        Parameter::ALL.iter().map(of).collect()
    }

    /// One choice: the indices of its values, and their source.
    fn choice(&self, parameter: Parameter) -> (Vec<u8>, Source) {
        match parameter {
            Parameter::OnLeaseOver => self.on_lease_over.indices(),
            Parameter::FencingFinish => self.fencing_finish.indices(),
            Parameter::FencingFail => self.fencing_fail.indices(),
            Parameter::FencingRenew => self.fencing_renew.indices(),
            Parameter::PayloadCheck => self.payload_check.indices(),
            Parameter::OnNotApplied => self.on_not_applied.indices(),
            Parameter::OnUnknown => self.on_unknown.indices(),
            Parameter::OnRefused => self.on_refused.indices(),
            Parameter::RetentionAnchor => self.retention_anchor.indices(),
            Parameter::RetentionCovers => self.retention_covers.indices(),
            Parameter::AfterRetention => self.after_retention.indices(),
            Parameter::Replay => self.replay.indices(),
            Parameter::BusyOrder => self.busy_order.indices(),
            Parameter::Deadline => self.deadline.indices(),
            Parameter::Clock => self.clock.indices(),
            Parameter::MissingKey => self.missing_key.indices(),
        }
    }
}

impl<T: Choice> Said<T> {
    fn indices(&self) -> (Vec<u8>, Source) {
        (self.values.iter().map(|value| value.index()).collect(), self.source)
    }
}

/// The source itself says so.
const fn published<T>(value: &'static T, text: &'static str) -> Said<T> {
    said(value, Basis::Published, text)
}

/// An excerpt of the source says so.
const fn excerpted<T>(value: &'static T, text: &'static str) -> Said<T> {
    said(value, Basis::Excerpted, text)
}

/// We read it out of what the source says.
const fn reading<T>(value: &'static T, text: &'static str) -> Said<T> {
    said(value, Basis::Reading, text)
}

/// We chose.
const fn chosen<T>(value: &'static T, text: &'static str) -> Said<T> {
    said(value, Basis::Chosen, text)
}

/// No duration is published, and an example stands in for it.
const fn example(span: &'static Span, text: &'static str) -> Said<Span> {
    said(span, Basis::Unpublished, text)
}

const fn said<T>(value: &'static T, basis: Basis, text: &'static str) -> Said<T> {
    Said { values: std::slice::from_ref(value), source: Source { basis, text } }
}

/// The source allows several values.
const fn among<T>(values: &'static [T], basis: Basis, text: &'static str) -> Said<T> {
    Said { values, source: Source { basis, text } }
}

/// The sources say nothing of it.
const fn open<T: Choice>(text: &'static str) -> Said<T> {
    Said { values: T::ALL, source: Source { basis: Basis::Unpublished, text } }
}

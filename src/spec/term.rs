//! The nineteen parameters of a contract under one name: three durations and sixteen choices.
//!
//! *What it claims.* [`Term::ALL`] is every parameter once, in the order of a contract file.
//! *How that is checked.* Tests compare it with [`Parameter::ALL`] and with every named contract.
//! *What is not covered.* What the parameters mean: see [`super::contract`].

use super::contract::{Contract, Parameter, Span};
use std::fmt::{Display, Formatter};

/// One parameter of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// How long a claim holds.
    Lease,
    /// How long the outcome is replayed.
    Retention,
    /// How long a key blocks after its outcome lapsed, or after it was cancelled unseen.
    BlockFor,
    /// One of a short list of named values.
    Choice(Parameter),
}

impl Term {
    /// Every parameter, in the order of a contract file.
    pub const ALL: [Term; 19] = [
        Term::Lease,
        Term::Choice(Parameter::OnLeaseOver),
        Term::Choice(Parameter::FencingFinish),
        Term::Choice(Parameter::FencingFail),
        Term::Choice(Parameter::FencingRenew),
        Term::Choice(Parameter::PayloadCheck),
        Term::Choice(Parameter::OnNotApplied),
        Term::Choice(Parameter::OnUnknown),
        Term::Choice(Parameter::OnRefused),
        Term::Retention,
        Term::Choice(Parameter::RetentionAnchor),
        Term::Choice(Parameter::RetentionCovers),
        Term::Choice(Parameter::AfterRetention),
        Term::BlockFor,
        Term::Choice(Parameter::Replay),
        Term::Choice(Parameter::BusyOrder),
        Term::Choice(Parameter::Deadline),
        Term::Choice(Parameter::Clock),
        Term::Choice(Parameter::MissingKey),
    ];

    /// The parameter's name in contract files and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Term::Lease => "lease",
            Term::Retention => "retention",
            Term::BlockFor => "block_for",
            Term::Choice(parameter) => parameter.name(),
        }
    }

    /// The parameter of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Term> {
        Term::ALL.into_iter().find(|term| term.name() == name)
    }

    /// The parameter, when it is a choice. Durations are none, and are never open.
    #[must_use]
    pub fn choice(self) -> Option<Parameter> {
        match self {
            Term::Choice(parameter) => Some(parameter),
            Term::Lease | Term::Retention | Term::BlockFor => None,
        }
    }

    /// The duration's value in a contract, when the parameter is a duration.
    #[must_use]
    pub fn span_in(self, contract: &Contract) -> Option<Span> {
        match self {
            Term::Lease => Some(contract.lease),
            Term::Retention => Some(contract.retention),
            Term::BlockFor => Some(contract.block_for),
            Term::Choice(_) => None,
        }
    }

    /// The parameter's value in a contract, as a contract file writes it.
    #[must_use]
    pub fn value_in(self, contract: &Contract) -> String {
        match self {
            Term::Lease => contract.lease.to_string(),
            Term::Retention => contract.retention.to_string(),
            Term::BlockFor => contract.block_for.to_string(),
            Term::Choice(parameter) => {
                let index = usize::from(parameter.index_in(contract));
                parameter.values().get(index).copied().unwrap_or_default().to_owned()
            }
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

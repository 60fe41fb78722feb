//! What is put to a session, and what it says.
//!
//! *What it claims.* A ruling is complete: every allowed answer is in it, with its clause.
//! *How that is checked.* With [`super::session`].
//! *What is not covered.* How it is written: see [`super::output`].

use crate::spec::{Clause, Operation, RequestId};
use crate::trace::form::{AnswerForm, Concrete, Tick};

/// Limits on what a session holds. Reaching one is a named result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most groups of contracts that are told apart.
    pub contracts: usize,
    /// The most records possible at once for one request under one group of contracts.
    pub records: usize,
    /// The most requests that are held at once.
    pub requests: usize,
    /// The most forgotten requests whose attempts are still checked for being issued again.
    pub forgotten: usize,
}

impl Default for Limits {
    /// 4096 groups of contracts, 64 records a request, 4 million requests (about 320 bytes
    /// each, besides long keys and results), 65536 forgotten ones.
    fn default() -> Self {
        Limits { contracts: 4096, records: 64, requests: 4_000_000, forgotten: 65_536 }
    }
}

/// A limit that was reached: from then on nothing is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    /// Too many groups of contracts are possible: pin some parameters.
    Contracts(usize),
    /// Too many records are possible for one request: give more observed answers.
    Records(usize),
    /// Too many requests are live at once: judge the log in parts, by scope or by key.
    Requests(usize),
}

impl std::fmt::Display for LimitReached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LimitReached::Contracts(most) => {
                write!(f, "more than {most} groups of contracts are possible: pin some parameters")
            }
            LimitReached::Requests(most) => {
                write!(
                    f,
                    "more than {most} requests are live: judge the log in parts, by scope or key"
                )
            }
            LimitReached::Records(most) => {
                write!(f, "more than {most} records are possible: give more observed answers")
            }
        }
    }
}

impl std::error::Error for LimitReached {}

/// An answer that is allowed, by which clause, and under how many contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The answer.
    pub answer: AnswerForm,
    /// The clause that decides so.
    pub clause: Clause,
    /// Whether the store made use of its freedom to forget before.
    pub forgotten: bool,
    /// How many of the contracts still possible allow it.
    pub contracts: u64,
}

/// What is said of an observed answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is allowed, by these clauses.
    Allowed(Vec<Clause>),
    /// It is forbidden: these clauses decide otherwise.
    Forbidden(Vec<Clause>),
}

/// What the oracle says of one operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The set of allowed answers.
    pub allowed: Vec<Allowed>,
    /// The verdict on the observed answer, when one was given.
    pub verdict: Option<Verdict>,
}

/// One operation, as it is put to a session.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// When it takes effect. A time before the largest one used counts as that one.
    pub at: Tick,
    /// On which request. None only for a begin without a key.
    pub request: Option<&'a RequestId>,
    /// What is asked.
    pub operation: &'a Operation<Concrete>,
    /// What was answered, as far as it was observed.
    pub observed: Option<&'a AnswerForm>,
}

//! # The lifecycle, as a standard
//!
//! Read the chapters in this order; each is short.
//!
//! 1. [`promise`]: what "once" means, without records, time or contracts.
//! 2. [`identity`]: request ids, attempts, time, and the kinds of values a record holds.
//! 3. [`record`]: what is remembered of one request, and the views that the table's columns name.
//! 4. [`operation`] and [`answer`]: what may be asked, and what may be said.
//! 5. [`contract`]: the parameters in which published contracts differ; [`term`] names the
//!    nineteen, [`named`] lists eleven contracts, and [`open`] leaves parameters open.
//! 6. [`clause`]: every rule, with its id, its sentence and its source.
//! 7. [`mod@settle`]: what the passing of time alone does to a record.
//! 8. [`mod@step`]: the table itself. Everything else in this crate stands on this one function.
//!
//! *What it claims.* [`step()`] decides every operation on every record at every time under
//! every contract, and each decision names the clause that made it.
//! *How that is checked.* Hand-written cases read by an interpreter that does not call `step`;
//! exhaustive enumeration against the promise; property tests; execution of every clause.
//! *What is not covered.* Callers, networks, crashes and concurrency: those belong to the world
//! around the record. This module has no clock, no store, no threads, and imports nothing but
//! serde's derives.

pub mod answer;
pub mod clause;
pub mod contract;
pub mod identity;
mod moves;
pub mod named;
pub mod open;
pub mod operation;
pub mod promise;
pub mod record;
pub mod refinement;
pub mod settle;
pub mod step;
pub mod term;

pub use answer::{Answer, Told};
pub use clause::{Clause, Level};
pub use contract::{Contract, Terms};
pub use identity::{Attempt, Comparison, Fingerprinted, Moment, RequestId, Ticks, Values};
pub use operation::{Begin, Claimant, Failure, Finding, Operation};
pub use record::{Binding, Cause, Kind, Origin, Outcome, Record, Refusal, View};
pub use settle::settle;
pub use step::{Decision, step};

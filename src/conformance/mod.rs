//! Conformance: cases written by hand, and the interpreter that judges a subject by them.
//!
//! A subject is anything that claims to be an idempotency layer: the specification itself, a
//! store, a driver in another language. A case is black-box: operations, times and restarts go
//! in, answers come out, and the state in between is seen only through further operations.
//!
//! *What it claims.* A subject that answers otherwise than a case says is told apart; nothing
//! that went wrong on the way counts as a pass, and neither does having run no case.
//! *How that is checked.* `tests/transition_cases.rs` runs every case on the specification,
//! `tests/case_mutants.rs` on broken ones, `tests/case_format.rs` reads bad files.
//! *What is not covered.* Concurrency: a case is one operation after another.

pub mod case;
pub mod interpreter;
mod labels;
mod read;
pub mod sentence;
pub mod shipped;
pub mod spec_subject;

pub use case::{Action, Case, CaseError, CaseFile, Problem, Records, Step};
pub use interpreter::{NothingRan, Report, Subject, SubjectError, Verdict, judge, run};
pub use read::read;
pub use spec_subject::{Forgetting, SpecSubject};

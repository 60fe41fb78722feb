//! # onceproof
//!
//! An executable specification of the idempotent request lifecycle, and a reference oracle for it.
//! Start with the README; then read in this order:
//!
//! | chapter | what | read it to know |
//! |---|---|---|
//! | [`spec::promise`] | level 0 | what "once" means, in 80 lines |
//! | [`spec::clause`] | the rules | every clause, its id, its sentence, its source |
//! | [`mod@spec::step`] | level 1 | what each operation does to a record: the table itself |
//! | [`spec`] | the rest of the standard | records, operations, answers, contracts, time |
//! | [`key`] | identity | when two payloads are the same, and where keys come from |
//! | [`property`] | P1 to P14 | what is promised to callers, and which contract gives what up |
//! | [`oracle`] | the judge | which answers are allowed here, and was this one? |
//! | [`conformance`] | the cases | hand-written transitions that judge any implementation |
//! | [`trace`] | the record | what happened, event by event, in one format |
//! | [`example`] | worked examples | the lifecycle under a real payload, and under a stock ledger |
//!
//! Ask one question of one record:
//!
//! ```
//! use onceproof::spec::{identity::Small, named, step, Answer, Begin, Moment, Operation, Record};
//!
//! let begin = Operation::<Small>::Begin(Begin { payload: 200, claim: 1, follows: None });
//! let now = Moment { time: 0, incarnation: 0 };
//! let decision = step(&named::STRICT, &Record::unseen(), &begin, now);
//! assert!(matches!(decision.answer, Answer::Started { .. }));
//! assert_eq!(decision.clause.id(), "begin.unseen");
//! ```
//!
//! Without default features this is the specification and the keys, with serde and little else.
//! `trace` adds JSON; `cli`, the default, adds the binary.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[cfg(feature = "trace")]
pub mod conformance;
#[cfg(feature = "cli")]
pub mod contract_file;
#[cfg(feature = "trace")]
pub mod example;
pub mod key;
#[cfg(feature = "trace")]
pub mod lines;
#[cfg(feature = "models")]
#[path = "../models/mod.rs"]
pub mod models;
#[cfg(feature = "trace")]
pub mod oracle;
pub mod property;
pub mod spec;
#[cfg(feature = "trace")]
pub mod trace;

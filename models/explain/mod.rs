//! # Counterexamples, explained
//!
//! A run of a world that breaks a property, told in sentences and written as a trace. Read in
//! this order:
//!
//! 1. [`find`]: the shortest run.
//! 2. [`mod@replay`]: that run again, with real numbers and real times.
//! 3. [`names`]: what everybody is called.
//! 4. [`mod@timeline`]: the run in sentences.
//! 5. [`mod@export`]: the run as a trace, which [`mod@crate::property::judge`] judges.
//! 6. [`mod@setting`]: what is special about the configuration.
//!
//! *What it claims.* What is told and what is written is what the checkers found: the same
//! actions, and the same property broken by the last of them.
//! *How that is checked.* `tests/explained.rs`: every counterexample of the catalogue is replayed,
//! written and judged anew.
//! *What is not covered.* Runs without an end, of which liveness speaks.

pub mod export;
pub mod find;
pub mod header;
mod messages;
pub mod names;
pub mod replay;
pub mod setting;
pub mod timeline;
mod translate;
mod words;

pub use export::{Exported, NotExported, export};
pub use find::{Searched, search};
pub use replay::{NotReplayed, Run, Sighting, Step, replay};
pub use setting::setting;
pub use timeline::{Line, timeline};

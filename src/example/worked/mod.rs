//! # The worked example: preparing a note, once
//!
//! A call may ask again for a note that is being prepared. Is new work begun, is the state of
//! the old work told, or is its result given again? The answer needs an identity (the pair of
//! scope and key), a payload, and a record:
//!
//! | call, all for (`CallA`, `Req7`) | told |
//! |---|---|
//! | begin, window 200 | `started` |
//! | begin, window 200 | `in_progress` |
//! | begin, window 300 | `conflict` |
//! | finish, window 200, note `N01`, 8 samples | `completed` |
//! | begin, window 200 | `replayed`, note `N01`, 8 samples |
//!
//! Read [`schema`], then [`model`], then [`checks`]; [`report`] prints it all as JSON.
//!
//! *What it claims.* Eighteen named checks of this model hold. Eighteen names are eighteen
//! groups: several inputs within a group add no group.
//! *How that is checked.* Each is computed by running the model, and for each there is a broken
//! model in the tests that it catches.
//! *What is not covered.* Waiting, expiry of a claim, recovery of abandoned work, durability,
//! record and effect as one, concurrency, crashes, retention. A new store in memory forgets what
//! was completed, so this model promises no exactly-once; the rest of this crate is about that.

pub mod checks;
pub mod given;
pub mod model;
pub mod report;
pub mod schema;

pub use checks::Check;
pub use given::Given;
pub use model::{Handed, Model, Notes, Requests, Response};
pub use report::Report;
pub use schema::{ComparisonText, Fault, Note, Payload};

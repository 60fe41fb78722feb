//! # The reservation: two filters for job PR-62, held once
//!
//! An agent asks the inventory to hold two filters. The inventory makes reservation RSV-91, and
//! the answer is lost. If the agent asks again under a new key, four filters are held and RSV-92
//! exists: each call was right, and one intent had two effects.
//!
//! Read [`wanted`] (what an intent covers), [`ledger`] (the inventory), [`layer`] (what stands
//! before it), then [`rows`]: one question of the contract a file. [`inquiry`] answers which
//! effects belong to an intent, and [`report`] prints it all.
//!
//! *What it claims.* Each row of the contract table holds, judged by the number of reservations
//! and the units held, never by answers alone.
//! *How that is checked.* Each row is also played with one fault, and must then show the wrong
//! numbers that were foretold.
//! *What is not covered.* A network, a real inventory, and stories other than the ones told. The
//! models explore all of them within bounds.

pub mod inquiry;
pub mod layer;
pub mod ledger;
pub mod report;
pub mod row;
pub mod rows;
pub mod wanted;

pub use inquiry::{Intent, Traced, effects_by_intent};
pub use layer::{Layer, Reply};
pub use ledger::{Entry, Kind, Ledger};
pub use report::Report;
pub use row::{Judged, Numbers, Played, Row, Verdict};
pub use rows::ROWS;
pub use wanted::{Parts, Reference, Wanted};

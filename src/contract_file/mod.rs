//! Contract files: a contract in TOML, and the one way in which every verb reads a contract.
//!
//! ```toml
//! version = 1
//! base = "strict"        # optional: a named contract to start from
//! name = "ours"          # optional
//!
//! [contract]
//! lease = 10_000         # ticks, or "unbounded"
//! on_lease_over = "take_over"
//! on_unknown = "unspecified"                  # unknown, and the same all along
//! replay = ["same_bytes", "equivalent"]       # one of these
//!
//! [contract.fencing]
//! finish = "state_only"
//! ```
//!
//! *What it claims.* Nothing is ever filled in silently: without `base` every parameter must be
//! given, and whatever is unknown, misspelt or out of range is an error with its place. What
//! [`LoadedContract::to_toml`] writes loads back as the same contract.
//! *How that is checked.* A file for each error; a round trip of every named contract.
//! *What is not covered.* Whether a contract is wise: see [`warning`] for what has no effect.

mod load;
mod problem;
mod read;
mod suggest;
pub mod warning;
mod write;

pub use load::{LoadError, LoadedContract, Setting, load, read_text};
pub use problem::{Place, Problem};
pub use suggest::closest;
pub use warning::{Warning, warnings};

/// The version of the format that is read and written.
pub const VERSION: u64 = 1;

/// The longest contract file, in bytes. Nineteen parameters need a few thousand.
pub const LONGEST_FILE: u64 = 1 << 20;

/// The word for a choice that is open to all its values.
pub const UNSPECIFIED: &str = "unspecified";

//! The catalogue: named configurations, what is expected of each, and what was found.
//!
//! A group of configurations is one file, `models/catalogue/<group>.toml`; see [`read`] for its
//! form. What is expected stands in the file, by hand: which properties break, and no others.
//! What was found (lengths, counts) stands in `recorded.json`, which is generated.
//!
//! *What it claims.* Every configuration is data; both checkers see it; what breaks is exactly
//! what is expected to break, in as many steps and over as many states as are recorded.
//! *How that is checked.* `tests/catalogue.rs`, and every run of `onceproof verify`.
//! *What is not covered.* Worlds beyond the bounds that each configuration states.

pub mod check;
pub mod matrix;
pub mod read;
pub mod record;

pub use check::{Checked, Standing, check};
pub use read::{Entry, groups};

/// Every configuration of the catalogue, in order.
///
/// # Errors
/// When a file of the catalogue is wrong: the place, and what is wrong there.
pub fn entries() -> Result<Vec<Entry>, read::Wrong> {
    Ok(groups()?.into_iter().flat_map(|group| group.entries).collect())
}

//! The reference oracle: which answers are allowed here, and was this one?
//!
//! Read [`mod@possible`] (every decision that a contract allows), then [`agreement`] (whether an
//! observed answer is one of them), then [`session`] (many requests, over time), then [`infer`]
//! (which contracts still fit), then [`mock`] (the same, in process, for unit tests).
//!
//! *What it claims.* An answer is called forbidden only if no contract in question allows it,
//! and allowed only if one does that also allowed everything before.
//! *How that is checked.* Against plain enumeration of contracts; the case table; the README's
//! session, run as a test.
//! *What is not covered.* Operations that overlap: each line takes effect before the next. A
//! recorded concurrent history is for the history checker.

pub mod agreement;
mod candidate;
mod courses;
pub mod difference;
mod floors;
pub mod infer;
mod input;
pub mod line;
pub mod mock;
pub mod output;
pub mod possible;
mod requests;
pub mod ruling;
pub mod session;

pub use infer::{Fit, Fitting, fitting};
pub use mock::Mock;
pub use possible::{Possible, possible};
pub use ruling::{Allowed, LimitReached, Limits, Question, Ruling, Verdict};
pub use session::Session;

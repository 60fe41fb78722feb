//! Small models whose answers are known without a checker.
#![allow(dead_code, unreachable_pub, unused_imports)] // Each test uses some of them.

pub mod graph;
pub mod mutex;
pub mod tokens;

pub use graph::{Edge, Graph};
pub use mutex::Mutex;
pub use tokens::{Flaw, Tokens};

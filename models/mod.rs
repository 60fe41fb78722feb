//! # Models: the lifecycle inside a world, checked within stated bounds
//!
//! *What it claims.* [`world`] is one world: callers, a network, workers, a store, a destination
//! and a clock around [`crate::spec::step()`], with every dimension and every fault as data.
//! *How that is checked.* `tests/world_*.rs`, by exhaustive search within the bounds that each
//! test states.
//! *What is not covered.* What lies beyond the bounds of a configuration.

pub mod world;

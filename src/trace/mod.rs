//! Traces: what happened, event by event, in one format.
pub mod form;

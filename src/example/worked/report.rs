//! The report: the timeline and the checks, as JSON.
//!
//! Its members are `implementation`, `dependencies`, `scope`, `payload`,
//! `comparison_representation`, `hand_timeline`, `hand_expected_statuses`,
//! `scope_or_key_distinct_requests_start_independently` and `checks`, in this order.
//!
//! *What it claims.* Every truth value in it was computed by running the model.
//! *How that is checked.* Its members are compared with values written by hand; a report of a
//! broken model says false.
//! *What is not covered.* The version of the report's form is told within `implementation`,
//! since its outermost members are fixed.

use super::checks::{self, Told};
use super::given::Given;
use super::model::{Model, Requests, Response};
use super::schema::Fault;
use serde::{Serialize, Serializer};

/// What the timeline must answer, written by hand.
pub const HAND_EXPECTED_STATUSES: [&str; 5] =
    ["started", "in_progress", "conflict", "completed", "replayed"];

/// The report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What ran.
    pub implementation: Implementation,
    /// What it needs.
    pub dependencies: &'static str,
    /// What it is about, and what it is not.
    pub scope: &'static str,
    /// The timeline's payload.
    pub payload: Given,
    /// The text by which that payload is compared.
    #[serde(serialize_with = "text_or_fault")]
    pub comparison_representation: Result<String, Fault>,
    /// What the timeline answered.
    #[serde(serialize_with = "responses_or_faults")]
    pub hand_timeline: [Told; 5],
    /// What it should have answered.
    pub hand_expected_statuses: [&'static str; 5],
    /// Whether requests that differ in scope or key alone start independently.
    pub scope_or_key_distinct_requests_start_independently: bool,
    /// The named checks and whether they hold.
    #[serde(serialize_with = "as_members")]
    pub checks: Vec<(&'static str, bool)>,
}

/// What ran.
#[derive(Clone, Debug, Serialize)]
pub struct Implementation {
    /// The crate.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The function that decided.
    pub lifecycle: &'static str,
    /// The contract under which it decided.
    pub contract: &'static str,
    /// The version of this report's form.
    pub report: u32,
}

impl Report {
    /// Runs the request model of this crate.
    #[must_use]
    pub fn of_this_crate() -> Report {
        Report::of(Requests::default)
    }

    /// Runs the models that `open` makes.
    pub fn of<M: Model>(mut open: impl FnMut() -> M) -> Report {
        let payload = checks::payload(200);
        Report {
            implementation: Implementation {
                name: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
                lifecycle: "spec::step",
                contract: "worked-example",
                report: 1,
            },
            dependencies: "the Rust standard library; serde and serde_json for values and this report",
            scope: "Calls one after the other on records in memory. Not covered: models, tool \
                    actions, networks, payments, persistence, expiry, authentication, \
                    concurrency, crashes, and any promise of exactly once",
            comparison_representation: open().comparison(&payload),
            payload,
            hand_timeline: checks::timeline(&mut open()),
            hand_expected_statuses: HAND_EXPECTED_STATUSES,
            scope_or_key_distinct_requests_start_independently:
                checks::distinct_requests_start_independently(&mut open),
            checks: checks::run(&mut open),
        }
    }

    /// The names of what does not hold. Empty when everything does.
    #[must_use]
    pub fn failures(&self) -> Vec<&'static str> {
        let as_by_hand = self.hand_timeline.iter().map(status).eq(HAND_EXPECTED_STATUSES);
        let independent = self.scope_or_key_distinct_requests_start_independently;
        let besides = [
            ("hand_timeline", as_by_hand),
            ("scope_or_key_distinct_requests_start_independently", independent),
        ];
        let failed = |(name, holds): &(&'static str, bool)| (!holds).then_some(*name);
        besides.iter().chain(&self.checks).filter_map(failed).collect()
    }
}

/// A step's status, or the name of its refusal.
fn status(told: &Told) -> &'static str {
    match told {
        Ok(response) => response.status,
        Err(fault) => fault.name(),
    }
}

fn text_or_fault<S: Serializer>(
    text: &Result<String, Fault>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match text {
        Ok(text) => serializer.serialize_str(text),
        Err(fault) => serializer.serialize_str(fault.name()),
    }
}

fn responses_or_faults<S: Serializer>(steps: &[Told; 5], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(steps.iter().map(|told| Response {
        status: status(told),
        result: told.as_ref().ok().and_then(|response| response.result.clone()),
    }))
}

fn as_members<S: Serializer>(
    checks: &[(&'static str, bool)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(checks.iter().copied())
}

//! Faults of design, as data: what a layer, its workers or its callers do wrongly by design.
//!
//! Most faults of design need no word of their own: another claim, order, sweeper or key path is
//! a setting. Here is what no honest layer does.
//!
//! *What it claims.* A world without flaws does none of this; each flaw changes one thing.
//! *How that is checked.* `tests/mutants.rs`: each has a configuration that holds without it.
//! *What is not covered.* Faults of the lifecycle's table: those are tables of their own.

use serde::{Deserialize, Serialize};

macro_rules! flaws {
    ($($(#[$says:meta])* $flaw:ident,)+) => {
        /// A fault of design that a layer or its users can have.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Flaw { $($(#[$says])* $flaw,)+ }

        impl Flaw {
            /// Every flaw.
            pub const ALL: &'static [Flaw] = &[$(Flaw::$flaw),+];
        }
    };
}

flaws! {
    /// A caller that is told `in_progress` takes it for success.
    AcknowledgesInProgress,
    /// A caller that gets no answer takes it for success.
    AcknowledgesSilence,
    /// A worker whose begin was refused deletes the record.
    DuplicateDeletes,
    /// A worker releases the record after the effect.
    ReleasesAfterEffect,
    /// A worker whose finish was not answered releases the record.
    ReleasesUnanswered,
    /// A worker takes a failure without effect for success.
    SwallowsFailures,
    /// A worker that did not learn what came of the effect says that there was none.
    DeniesTheUnknown,
    /// A worker that does not reach the store begins in a store of its own, which is empty.
    FailsOpen,
    /// A request is marked as done in memory before its claim is durable.
    MarksBeforeDurable,
    /// A worker decides on what it read whether to take a claim over, and writes it whatever the
    /// record is by then.
    ReclaimsOnSnapshot,
    /// A worker closes by the number of its caller's try, instead of by its attempt.
    ShowsTry,
    /// Every step of an intent is sent under the key of the first.
    OneKeyForAllSteps,
    /// Requests of all scopes share records.
    SharesScopes,
    /// The reconciler says of an effect that it found that there is none.
    ReconcilesBlindly,
    /// The store's incarnation does not change when its records went back.
    KeepsIncarnation,
}

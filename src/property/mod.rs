//! The properties: what an idempotency layer promises, stated so that it can be checked.
//!
//! Read this list, then the property that you came for: each is one file, of which the claim and
//! the predicate are one page. [`monitor`] is what they look at, [`mod@event`] what it is told,
//! [`facts`] what it remembers. [`mod@judge`] and [`mod@feed`] are the way from recorded traces.
//!
//! *What it claims.* Fourteen properties, each with a stable id, a name that is a claim, and the
//! claim in one sentence; one monitor that says which event breaks which of them; and which
//! contract gives which of them up ([`mod@given_up`]).
//! *How that is checked.* Each property (P13 aside, which summarises) has traces that break it
//! alone and traces that nearly do; wrong monitors are caught; an honest layer breaks nothing;
//! the declarations of [`mod@given_up`] by cases, and in worlds both ways (`tests/promises.rs`).
//! *What is not covered.* Fairness: what can still happen is taken to be able to.

pub mod at_most_once;
pub mod event;
pub mod exclusive_claim;
pub mod facts;
#[cfg(feature = "trace")]
pub mod feed;
pub mod fingerprint_guard;
pub mod given_up;
pub mod honest_acknowledgement;
pub mod honest_denial;
#[cfg(feature = "trace")]
pub mod judge;
mod mask;
pub mod monitor;
pub mod no_lost_intent;
pub mod no_terminal_regression;
pub mod outcome_honesty;
pub mod ownership;
mod packed;
pub mod progress;
pub mod refines_promise;
mod remember;
mod rename;
pub mod replay_faithful;
pub mod retention_honesty;
mod rules;
pub mod scope_isolation;
mod violation;
pub mod watch;
mod witness;

pub use event::{Decided, Effect, Id, Observed, Saying};
#[cfg(feature = "trace")]
pub use judge::{Judgement, Verdict, judge};
pub use mask::Mask;
pub use monitor::Monitor;
pub use rename::Renaming;
pub use violation::{Violation, Whose};
pub use watch::{During, Watch};
pub use witness::witness;

pub use given_up::{
    GivenUp, Prospect, Strength, Weakness, by_strength, given_up, prospects, strength, strongest,
};

macro_rules! properties {
    ($($property:ident $id:literal $name:literal $claim:literal;)+) => {
        /// One property.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Property { $(#[doc = $claim] $property,)+ }

        impl Property {
            /// Every property, in the order of its id.
            pub const ALL: &'static [Property] = &[$(Property::$property),+];
            /// The stable id.
            #[must_use]
            pub const fn id(self) -> &'static str { match self { $(Property::$property => $id),+ } }
            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Property::$property => $name),+ } }
            /// What it claims.
            #[must_use]
            pub const fn claim(self) -> &'static str { match self { $(Property::$property => $claim),+ } }
            /// The property of an id.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Property> {
                Property::ALL.iter().copied().find(|property| property.id() == id)
            }
        }
    };
}

properties! {
    AtMostOnce "P1" "at_most_once"
        "One intent has at most one effect, except where the declared retention of the same request id ended between the first's completion and the second's begin; another id never excuses.";
    NoLostIntent "P2" "no_lost_intent"
        "When success was acknowledged and there is no effect yet, some live attempt or deliverable message can still produce it.";
    ReplayFaithful "P3" "replay_faithful"
        "Within a generation all outcomes told for a request id are equal, as far as the contract replays them, and stem from the asker's intent and scope.";
    Ownership "P4" "ownership"
        "A successful closing, renewal or deletion comes from the holder of the current claim.";
    NoTerminalRegression "P5" "no_terminal_regression"
        "A completed record and its outcome stay until the time until which it is protected, a restore included.";
    FingerprintGuard "P6" "fingerprint_guard"
        "Another payload is told conflict, on every path, and an equal payload never is.";
    ScopeIsolation "P7" "scope_isolation"
        "Every answer in a scope is allowed by the history of that scope alone.";
    Progress "P8" "progress"
        "With the owner dead and its lease over, no begin is told in_progress; with fairness each begun intent reaches a definite answer, or uncertain with a way out.";
    OutcomeHonesty "P9" "outcome_honesty"
        "No success or refusal is told for an attempt that was abandoned or unknown unless finish, fail or resolve supplied it, and none is started after such an attempt without a proof of no effect.";
    RetentionHonesty "P10" "retention_honesty"
        "An answer that says until when protection holds is true, and after a lapse none is started without a resolve in between.";
    ExclusiveClaim "P11" "exclusive_claim"
        "None is started before the deadline told to the holder of a claim, unless that claim closed.";
    HonestAcknowledgement "P12" "honest_acknowledgement"
        "Success is acknowledged only on delivered evidence.";
    RefinesPromise "P13" "refines_promise"
        "Every decision is a step of the promise, changes nothing in it, or is a named place where the contract gives it up.";
    HonestDenial "P14" "honest_denial"
        "A definite no is true when it is given, and stays true while the record stands.";
}

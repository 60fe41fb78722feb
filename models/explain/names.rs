//! What everybody and everything in a run is called, in timelines and in traces alike.
//!
//! *What it claims.* One thing has one name in the whole run: callers are `c1`, `c2`, …, and the
//! worker of each delivery has a name of its own, `w1`, `w2`, …, in the order of the deliveries.
//! The model gives the claim id of a worker that is gone to another one; a name is never reused.
//! *How that is checked.* With the traces: `tests/explained.rs`.
//! *What is not covered.* Requests under way that are alike: which of them arrives is not told.

use crate::models::world::names::{Id, Intent, NOBODY, UNDO};
use crate::models::world::validation::MOST_MINTED;
use crate::spec::RequestId;
use std::collections::BTreeMap;

/// The reconciler's name.
pub const RECONCILER: &str = "reconciler";
/// The sweeper's name.
pub const SWEEPER: &str = "sweeper";
/// The name of whoever takes requests from the network and gives each to a worker.
pub const WORKERS: &str = "workers";
/// The destination's name.
pub const DESTINATION: &str = "destination";

/// A caller, by its place.
#[must_use]
pub fn caller(place: u8) -> String {
    format!("c{}", u16::from(place) + 1)
}

/// An intent, and its step.
#[must_use]
pub fn intent(intent: Intent) -> String {
    let Intent { number, step } = intent;
    if step >= UNDO {
        format!("i{number}.undo{}", step - UNDO)
    } else {
        format!("i{number}.{step}")
    }
}

/// A request. The key says how it came about: the intent's own, that of a step or of its undoing,
/// made anew, or made of the time.
#[must_use]
pub fn request(id: Id) -> RequestId {
    let Id { scope, key, step, mint } = id;
    let step = match step {
        0 => String::new(),
        step if step >= UNDO => format!(".undo{}", step - UNDO),
        step => format!(".{step}"),
    };
    let mint = match mint {
        0 => String::new(),
        mint if mint > MOST_MINTED => format!("@{}", mint - MOST_MINTED - 1),
        mint => format!("#{mint}"),
    };
    RequestId { scope: format!("s{scope}"), key: format!("k{key}{step}{mint}") }
}

/// A payload.
#[must_use]
pub fn payload(payload: u8) -> String {
    format!("p{payload}")
}

/// The names of the workers so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workers {
    deliveries: u32,
    by_claim: BTreeMap<u8, u32>,
}

impl Workers {
    /// A request was delivered to a worker with this claim id.
    pub fn delivered(&mut self, claim: u8) {
        self.deliveries = self.deliveries.saturating_add(1);
        self.by_claim.insert(claim, self.deliveries);
    }

    /// The worker that has this claim id, or had it last.
    #[must_use]
    pub fn name(&self, claim: u8) -> Option<String> {
        let number = self.by_claim.get(&claim).filter(|_| claim != NOBODY);
        number.map(|number| format!("w{number}"))
    }
}

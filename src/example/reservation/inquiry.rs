//! The inquiry: which effects belong to this intent?
//!
//! *What it claims.* For each intent it tells the request, the attempts that were started and
//! the effects that the inventory booked, with their references. How often a tool was called
//! is another question, and does not answer this one.
//! *How that is checked.* The answer is the same after a restart from stored records.
//! *What is not covered.* Effects that were booked under no request.

use super::layer::Layer;
use super::ledger::Entry;
use crate::spec::{Attempt, RequestId};
use serde::Serialize;

/// An intent, and the request that was pinned to it before it first ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// What was meant.
    pub name: String,
    /// Its request: it never changes, whatever restarts or is restored.
    pub request: RequestId,
}

/// What belongs to one intent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Traced {
    /// What was meant.
    pub intent: String,
    /// Its request.
    pub request: RequestId,
    /// The earlier request that it follows.
    pub follows: Option<RequestId>,
    /// The attempts that were started.
    pub attempts: Vec<Attempt>,
    /// What the inventory booked.
    pub effects: Vec<Entry>,
}

/// What belongs to each intent.
#[must_use]
pub fn effects_by_intent(intents: &[Intent], layer: &Layer) -> Vec<Traced> {
    intents.iter().map(|intent| effects_of(intent, layer)).collect()
}

fn effects_of(intent: &Intent, layer: &Layer) -> Traced {
    let request = &intent.request;
    let record = layer.record(request);
    Traced {
        intent: intent.name.clone(),
        request: request.clone(),
        follows: record.binding().and_then(|binding| binding.follows.clone()),
        attempts: layer.attempts_of(request).collect(),
        effects: layer.ledger.of(request).cloned().collect(),
    }
}

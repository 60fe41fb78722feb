//! An inquiry afterwards. Not covered: effects that carry no request.

use super::super::inquiry::{Intent, Traced, effects_by_intent};
use super::super::layer::Layer;
use super::super::ledger::count;
use super::super::row::{Numbers, Played, Row};
use super::super::wanted::{Wanted, filters, request, rsv_91};
use crate::spec::{Answer, Failure, RequestId};
use std::collections::BTreeMap;

pub(super) const ROW: Row = Row {
    id: "C17",
    question: "which effects belong to this intent?",
    required: "per intent its attempts, effects and the destination's references, stable across a restart",
    evidence: "one effect for the intent that was called four times, before a restart and after",
    must_show: &[
        ("intents", 2),
        ("calls_for_the_first_intent", 4),
        ("attempts_of_the_first_intent", 2),
        ("effects_of_the_first_intent", 1),
        ("effects_of_the_second_intent", 1),
        ("effects_of_the_first_intent_after_a_restart", 1),
        ("answers_changed_by_the_restart", 0),
    ],
    fault: "effects are taken from the count of calls, which is kept in memory",
    control_shows: &[
        ("intents", 2),
        ("calls_for_the_first_intent", 4),
        ("attempts_of_the_first_intent", 4),
        ("effects_of_the_first_intent", 4),
        ("effects_of_the_second_intent", 1),
        ("effects_of_the_first_intent_after_a_restart", 0),
        ("answers_changed_by_the_restart", 2),
    ],
    play,
};

fn play(played: Played) -> Numbers {
    let Afterwards { intents, layer, calls } = two_intents();
    let Some(restarted) = layer.stored().and_then(|stored| layer.clone().restored(&stored)) else {
        return Vec::new();
    };
    let (before, after) = match played {
        Played::Layer => (traced(&intents, &layer), traced(&intents, &restarted)),
        Played::Control => (counted(&intents, &calls), counted(&intents, &Calls::new())),
    };
    let of = |answers: &[Found], intent: usize| answers.get(intent).copied().unwrap_or_default();
    let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
    let called = intents.first().and_then(|intent| calls.get(&intent.request));
    vec![
        ("intents", count(before.iter())),
        ("calls_for_the_first_intent", called.copied().unwrap_or(0)),
        ("attempts_of_the_first_intent", of(&before, 0).attempts),
        ("effects_of_the_first_intent", of(&before, 0).effects),
        ("effects_of_the_second_intent", of(&before, 1).effects),
        ("effects_of_the_first_intent_after_a_restart", of(&after, 0).effects),
        ("answers_changed_by_the_restart", count(changed)),
    ]
}

/// How many attempts and effects an inquiry finds for an intent.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Found {
    attempts: i64,
    effects: i64,
}

/// What the layer and the ledger know of each intent.
fn traced(intents: &[Intent], layer: &Layer) -> Vec<Found> {
    let found = |traced: &Traced| Found {
        attempts: count(traced.attempts.iter()),
        effects: count(traced.effects.iter()),
    };
    effects_by_intent(intents, layer).iter().map(found).collect()
}

/// What a count of calls makes of each intent. It is kept in memory, and a restart empties it.
fn counted(intents: &[Intent], calls: &Calls) -> Vec<Found> {
    let called = |intent: &Intent| calls.get(&intent.request).copied().unwrap_or(0);
    let found = |calls| Found { attempts: calls, effects: calls };
    intents.iter().map(called).map(found).collect()
}

/// How often the tool was called for each request.
pub type Calls = BTreeMap<RequestId, i64>;

/// Two intents, afterwards.
#[derive(Clone, Debug)]
pub struct Afterwards {
    /// What was meant, with the pinned requests.
    pub intents: Vec<Intent>,
    /// The layer, and behind it the ledger.
    pub layer: Layer,
    /// How often the tool was called.
    pub calls: Calls,
}

/// Two intents: a reservation, called four times, of which two were attempts and one had an
/// effect; and an amendment that follows it, called once.
#[must_use]
pub fn two_intents() -> Afterwards {
    let (mut layer, mut calls) = (Layer::default(), Calls::new());
    let (first, second) = (request("i-5d0c"), request("i-77e1"));
    for call in 0..4 {
        *calls.entry(first.clone()).or_default() += 1;
        if call > 0 {
            layer.request(&first, &filters(2));
        } else if let Answer::Started { attempt, .. } = layer.begin(&first, &filters(2)) {
            layer.fail(&first, attempt, Failure::NotApplied);
        }
    }
    let three = Wanted::Amend { reference: rsv_91(), quantity: 3, revision: 2 };
    *calls.entry(second.clone()).or_default() += 1;
    layer.request_after(&second, &three, Some(&first));
    let intents = vec![
        Intent { name: "hold two filters for PR-62".to_owned(), request: first },
        Intent { name: "hold three of them instead".to_owned(), request: second },
    ];
    Afterwards { intents, layer, calls }
}

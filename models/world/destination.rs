//! The destination: where effects take place, and its ledger.
//!
//! *What it claims.* A blind destination runs every request; the others refuse or recognise
//! exactly what [`super::configuration::Destination`] says. Read-back shows what is there at its
//! instant, and nothing of what is still to come.
//! *How that is checked.* `tests/world_zombies.rs`, `tests/world_matrix.rs`.
//! *What is not covered.* Destinations that forget keys, and effects that are seen late.

use super::configuration::{Destination, ReadBack};
use super::names::{Id, Intent, Token};
use super::observer::{EffectResult, Observer};
use super::scene::Scene;
use super::state::Entry;

/// The largest number of equal effects that is counted.
const MOST: u8 = 3;

/// What arrives at the destination.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) intent: Intent,
    pub(super) scope: u8,
    pub(super) payload: u8,
    pub(super) key: Option<Id>,
    pub(super) token: Token,
}

impl<O: Observer> Scene<'_, O> {
    /// The destination carries a request out, as far as what it has met before allows, and
    /// gives back the effect's number. None: there is no room in the ledger.
    pub(super) fn carry_out(&mut self, asked: Request) -> Option<(EffectResult, u8)> {
        let met = match self.world.settings().destination {
            Destination::Blind | Destination::IgnoresKey => false,
            Destination::Idempotent => {
                self.state.ledger.iter().any(|(_, entry)| entry.intent == asked.intent)
            }
            Destination::Deduplicates => {
                asked.key.is_some()
                    && self.state.ledger.iter().any(|(_, entry)| entry.key == asked.key)
            }
            Destination::ChecksToken => {
                if !self.shows(asked.key, asked.token) {
                    return Some((EffectResult::Stale, 0));
                }
                false
            }
        };
        if met {
            return Some((EffectResult::Recognised, 1));
        }
        let Request { intent, scope, payload, key, .. } = asked;
        let like = |entry: &&mut Entry| {
            (entry.intent, entry.scope, entry.payload, entry.key) == (intent, scope, payload, key)
        };
        if let Some(entry) = self.state.ledger.iter_mut().find(like) {
            entry.count = (entry.count + 1).min(MOST);
        } else {
            self.state.ledger.put(Entry { intent, scope, payload, key, count: 1 })?;
            self.state.ledger.sort();
        }
        Some((EffectResult::Applied, self.effects_of(intent)))
    }

    /// How many effects an intent has.
    fn effects_of(&self, intent: Intent) -> u8 {
        let entries = self.state.ledger.iter().filter(|(_, entry)| entry.intent == intent);
        entries.fold(0_u8, |sum, (_, entry)| sum.saturating_add(entry.count)).min(MOST)
    }

    /// An attempt is shown to the destination; false when it has seen a later one. Without a key
    /// there is nothing to compare.
    pub(super) fn shows(&mut self, key: Option<Id>, token: Token) -> bool {
        if self.world.settings().destination != Destination::ChecksToken {
            return true;
        }
        let Some(slot) = key.and_then(|key| self.state.store.slot_mut(key)) else { return true };
        if token < slot.seen || (token == slot.seen && slot.ended) {
            return false;
        }
        slot.ended &= token == slot.seen;
        slot.seen = token;
        true
    }

    /// The destination is told that an attempt is over: it refuses it from now on, and every
    /// earlier one.
    pub(super) fn ends(&mut self, key: Id, token: Token) {
        if self.shows(Some(key), token)
            && self.world.settings().destination == Destination::ChecksToken
            && let Some(slot) = self.state.store.slot_mut(key)
        {
            slot.ended = true;
        }
    }

    /// Whether somebody who looks finds an effect.
    pub(super) fn found(&self, by: ReadBack, intent: Intent, scope: u8, payload: u8) -> bool {
        self.state.ledger.iter().any(|(_, entry)| match by {
            ReadBack::None => false,
            ReadBack::ByKey => entry.intent == intent,
            ReadBack::ByAttributes => {
                (entry.scope, entry.payload, entry.intent.step) == (scope, payload, intent.step)
            }
        })
    }
}

//! What is still known of requests that were forgotten: the highest attempt issued for each.
//!
//! *What it claims.* Nothing is lost unseen: when there are too many, those forgotten longest ago
//! are dropped, and the highest attempt among those that were dropped stays. An attempt above it
//! was never issued for any of them.
//! *How that is checked.* `tests/oracle_attempts.rs`.
//! *What is not covered.* Whether an attempt at or below it was issued: that is unknown, and
//! [`super::session`] counts it.

use super::requests::{Gone, Hashed, Name};
use crate::spec::Attempt;
use hashbrown::HashTable;
use std::collections::VecDeque;

/// The highest attempts of forgotten requests. They come with the hash that [`super::requests`]
/// made of them, so that none is hashed again.
#[derive(Debug)]
pub(super) struct Floors {
    table: HashTable<Floor>,
    /// The hash and number of each forgetting. A request that was begun and forgotten again
    /// stands here twice; only its latest place counts.
    order: VecDeque<(u64, u64)>,
    forgettings: u64,
    dropped: u64,
    highest_dropped: Attempt,
}

#[derive(Debug)]
struct Floor {
    hash: u64,
    /// Which forgetting this was, of all.
    nth: u64,
    name: Name,
    attempt: Attempt,
}

impl Default for Floors {
    fn default() -> Self {
        Floors {
            table: HashTable::new(),
            order: VecDeque::new(),
            forgettings: 0,
            dropped: 0,
            highest_dropped: Attempt::NONE,
        }
    }
}

impl Floors {
    /// The highest attempt issued for a request that is forgotten and was not dropped.
    pub(super) fn get(&self, Hashed { request, hash }: Hashed<'_>) -> Option<Attempt> {
        if self.table.is_empty() {
            return None;
        }
        let found = self.table.find(hash, |floor| floor.hash == hash && floor.name.is(request));
        found.map(|floor| floor.attempt)
    }

    /// The highest attempt issued for any request that was dropped.
    pub(super) fn highest_dropped(&self) -> Attempt {
        self.highest_dropped
    }

    /// How many were dropped.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    /// A request is held again.
    pub(super) fn remove(&mut self, Hashed { request, hash }: Hashed<'_>) {
        if self.table.is_empty() {
            return;
        }
        let same = |floor: &Floor| floor.hash == hash && floor.name.is(request);
        if let Ok(found) = self.table.find_entry(hash, same) {
            found.remove();
        }
    }

    /// Keeps the highest attempt of a request that is held no longer, of at most `most`.
    pub(super) fn keep(&mut self, gone: Gone, attempt: Attempt, most: usize) {
        self.forgettings += 1;
        let (hash, nth) = (gone.hash, self.forgettings);
        let floor = Floor { hash, nth, name: gone.name, attempt };
        self.table.insert_unique(hash, floor, |floor| floor.hash);
        self.order.push_back((hash, nth));
        while self.table.len() > most || self.order.len() > 2 * most {
            let Some((hash, nth)) = self.order.pop_front() else { break };
            if let Ok(found) = self.table.find_entry(hash, |floor| floor.nth == nth) {
                let (floor, _) = found.remove();
                self.dropped += 1;
                self.highest_dropped = self.highest_dropped.max(floor.attempt);
            }
        }
    }
}

//! The requests of a session, each with the records that are possible for it.
//!
//! *What it claims.* A map that hashes a request once: growing it touches no key again, which is
//! most of the cost when every line names another request.
//! *How that is checked.* With [`super::session`]; the benchmark has a shape of distinct requests.
//! *What is not covered.* Concurrency: a session is one line after another.

use super::candidate::Held;
use crate::spec::RequestId;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Place;
use std::hash::{BuildHasher, RandomState};

/// The records possible for one request, each with the group of contracts under which it is.
pub(super) type Entry = Box<[(usize, Held)]>;

/// A map from requests to entries. Keys are hostile, so the hash is keyed.
#[derive(Debug, Default)]
pub(super) struct Requests {
    table: HashTable<Slot>,
    hasher: RandomState,
}

#[derive(Debug)]
struct Slot {
    hash: u64,
    request: RequestId,
    entry: Entry,
}

impl Requests {
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn get(&self, request: &RequestId) -> Option<&Entry> {
        let hash = self.hasher.hash_one(request);
        self.table.find(hash, |slot| slot.request == *request).map(|slot| &slot.entry)
    }

    /// Sets the entry of a request. True when it had none.
    pub(super) fn set(&mut self, request: &RequestId, entry: Entry) -> bool {
        let hash = self.hasher.hash_one(request);
        match self.table.entry(hash, |slot| slot.request == *request, |slot| slot.hash) {
            Place::Occupied(mut place) => {
                place.get_mut().entry = entry;
                false
            }
            Place::Vacant(place) => {
                place.insert(Slot { hash, request: request.clone(), entry });
                true
            }
        }
    }

    /// Takes out the requests whose entries `gone` says are gone.
    pub(super) fn take_gone(
        &mut self,
        mut gone: impl FnMut(&Entry) -> bool,
    ) -> Vec<(RequestId, Entry)> {
        let taken = self.table.extract_if(|slot| gone(&slot.entry));
        taken.map(|slot| (slot.request, slot.entry)).collect()
    }
}

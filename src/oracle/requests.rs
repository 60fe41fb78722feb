//! The requests of a session, each with the records that are possible for it.
//!
//! *What it claims.* A map that hashes a request once a line, and in which growing moves two
//! words a request and touches no key: that is most of the cost when every line names another
//! request.
//! *How that is checked.* With [`super::session`], in `tests/oracle_session.rs`; the benchmark has
//! a shape of distinct requests.
//! *What is not covered.* Concurrency: a session is one line after another.

use super::candidate::Held;
use crate::spec::RequestId;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Place;
use std::hash::{BuildHasher, RandomState};

/// A record that is possible, with the group of contracts under which it is.
pub(super) type Owned = (usize, Held);

/// The records possible for one request. Most often there is one, which needs no memory of its
/// own.
#[derive(Debug)]
pub(super) enum Entry {
    /// One record.
    One(Owned),
    /// None, or several.
    Many(Box<[Owned]>),
}

impl Entry {
    pub(super) fn of(mut records: Vec<Owned>) -> Self {
        match records.pop() {
            Some(only) if records.is_empty() => Entry::One(only),
            last => {
                records.extend(last);
                Entry::Many(records.into_boxed_slice())
            }
        }
    }

    pub(super) fn records(&self) -> &[Owned] {
        match self {
            Entry::One(only) => std::slice::from_ref(only),
            Entry::Many(records) => records,
        }
    }
}

/// A map from requests to entries. Keys are hostile, so the hash is keyed.
#[derive(Debug, Default)]
pub(super) struct Requests {
    table: HashTable<Slot>,
    hasher: RandomState,
}

#[derive(Debug)]
struct Slot {
    hash: u64,
    kept: Box<Kept>,
}

#[derive(Debug)]
struct Kept {
    name: Name,
    entry: Entry,
}

/// A request id in one allocation. Scope and key stay apart: where the one ends is kept too, and
/// two names are the same only if both parts are.
#[derive(Debug)]
pub(super) struct Name {
    text: Box<str>,
    scope_ends: usize,
}

impl Name {
    fn of(request: &RequestId) -> Self {
        let text = [request.scope.as_str(), request.key.as_str()].concat().into_boxed_str();
        Name { text, scope_ends: request.scope.len() }
    }

    fn parts(&self) -> (&str, &str) {
        self.text.split_at_checked(self.scope_ends).unwrap_or_default()
    }

    pub(super) fn is(&self, request: &RequestId) -> bool {
        self.parts() == (&request.scope, &request.key)
    }
}

/// A request with its hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashed<'a> {
    pub(super) request: &'a RequestId,
    pub(super) hash: u64,
}

/// A request that was taken out, with its hash.
#[derive(Debug)]
pub(super) struct Gone {
    pub(super) hash: u64,
    pub(super) name: Name,
}

impl Requests {
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn hashed<'a>(&self, request: &'a RequestId) -> Hashed<'a> {
        Hashed { request, hash: self.hasher.hash_one(request) }
    }

    pub(super) fn get(&self, Hashed { request, hash }: Hashed<'_>) -> Option<&Entry> {
        let found = self.table.find(hash, |slot| slot.hash == hash && slot.kept.name.is(request));
        found.map(|slot| &slot.kept.entry)
    }

    /// Sets the entry of a request. True when it had none.
    pub(super) fn set(&mut self, Hashed { request, hash }: Hashed<'_>, entry: Entry) -> bool {
        let same = |slot: &Slot| slot.hash == hash && slot.kept.name.is(request);
        match self.table.entry(hash, same, |slot| slot.hash) {
            Place::Occupied(mut place) => {
                place.get_mut().kept.entry = entry;
                false
            }
            Place::Vacant(place) => {
                let kept = Box::new(Kept { name: Name::of(request), entry });
                place.insert(Slot { hash, kept });
                true
            }
        }
    }

    /// Takes out the requests whose entries `gone` says are gone.
    pub(super) fn take_gone(
        &mut self,
        mut gone: impl FnMut(&Entry) -> bool,
    ) -> impl Iterator<Item = (Gone, Entry)> {
        let taken = self.table.extract_if(move |slot| gone(&slot.kept.entry));
        taken.map(|Slot { hash, kept }| {
            let Kept { name, entry } = *kept;
            (Gone { hash, name }, entry)
        })
    }
}

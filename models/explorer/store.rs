//! Every state reached, in full, in the order in which they were reached.
//!
//! *What it claims.* [`Store::insert`] gives one number to equal states and different numbers to
//! different states; what it says of its memory is what it allocated.
//! *How that is checked.* Counts against stateright and a naive reference; states that collide.
//! *What is not covered.* The allocator's own overhead.
//!
//! Each state costs its size, its heap bytes as the model tells them, four bytes for its parent,
//! and eight bytes a slot in a table that is between three eighths and three quarters full.

use super::hash::hash;
use crate::models::report::{Limit, Limits};

/// The number of a state: how many were reached before it.
pub(crate) type Number = u32;

/// The parent of an initial state.
pub(super) const NO_PARENT: Number = Number::MAX;

/// The states are kept in blocks, so that growing never copies them.
const BLOCK: usize = 1 << 12;
const SMALLEST_TABLE: usize = 1 << 6;

pub(super) struct Store<S> {
    blocks: Vec<Block<S>>,
    len: usize,
    /// Zero is an empty slot; else the state's hash, and its number plus one.
    table: Vec<u64>,
    heap: u64,
    limits: Limits,
}

struct Block<S> {
    states: Vec<S>,
    parents: Vec<Number>,
}

/// What became of a state that was put in.
pub(super) enum Inserted {
    New,
    Known,
    Refused(Limit),
}

impl<S: Eq + std::hash::Hash> Store<S> {
    pub(super) fn new(limits: Limits) -> Self {
        Store { blocks: Vec::new(), len: 0, table: vec![0; SMALLEST_TABLE], heap: 0, limits }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        self.blocks.len() as u64 * Self::block_bytes() + self.table.len() as u64 * 8 + self.heap
    }

    pub(super) fn state(&self, number: Number) -> Option<&S> {
        let number = number as usize;
        self.blocks.get(number / BLOCK)?.states.get(number % BLOCK)
    }

    /// The parent's number, or none for an initial state.
    pub(super) fn parent(&self, number: Number) -> Option<Number> {
        let number = number as usize;
        let parent = *self.blocks.get(number / BLOCK)?.parents.get(number % BLOCK)?;
        (parent != NO_PARENT).then_some(parent)
    }

    pub(super) fn find(&self, state: &S) -> Option<Number> {
        match self.probe(state, hash(state)) {
            Probe::Found(number) => Some(number),
            Probe::Vacant(_) => None,
        }
    }

    /// Puts `state` in, unless it is known or a limit forbids. `heap` is what it holds outside.
    pub(super) fn insert(&mut self, state: S, parent: Number, heap: u64) -> Inserted {
        let hash = hash(&state);
        let mut place = match self.probe(&state, hash) {
            Probe::Found(_) => return Inserted::Known,
            Probe::Vacant(place) => place,
        };
        if let Some(limit) = self.refusal(heap) {
            return Inserted::Refused(limit);
        }
        if self.is_table_full() {
            self.grow();
            place = self.vacant(hash);
        }
        if self.blocks.len() * BLOCK == self.len {
            let (states, parents) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
            self.blocks.push(Block { states, parents });
        }
        self.len += 1;
        if let Some(slot) = self.table.get_mut(place) {
            *slot = u64::from(hash) << 32 | self.len as u64;
        }
        if let Some(block) = self.blocks.last_mut() {
            block.states.push(state);
            block.parents.push(parent);
        }
        self.heap += heap;
        Inserted::New
    }

    /// Which limit one more state would pass.
    fn refusal(&self, heap: u64) -> Option<Limit> {
        let most = self.limits.states.min(u64::from(NO_PARENT) - 1);
        if self.len as u64 >= most {
            return Some(Limit::States);
        }
        let mut bytes = self.bytes() + heap;
        if self.is_table_full() {
            bytes += self.table.len() as u64 * 16; // The old table lives until the new one is filled.
        }
        if self.blocks.len() * BLOCK == self.len {
            bytes += Self::block_bytes();
        }
        (bytes > self.limits.bytes).then_some(Limit::Bytes)
    }

    fn block_bytes() -> u64 {
        (BLOCK * (size_of::<S>() + size_of::<Number>())) as u64
    }

    fn is_table_full(&self) -> bool {
        (self.len + 1) * 4 > self.table.len() * 3
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.table);
        self.table = vec![0; old.len() * 2];
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let place = self.vacant((slot >> 32) as u32);
            if let Some(empty) = self.table.get_mut(place) {
                *empty = slot;
            }
        }
    }

    /// Where a state that is not in the table belongs.
    fn vacant(&self, hash: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        while self.table.get(place).is_some_and(|slot| *slot != 0) {
            place = (place + 1) & mask;
        }
        place
    }

    fn probe(&self, state: &S, hash: u32) -> Probe {
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            match self.table.get(place) {
                None | Some(0) => return Probe::Vacant(place),
                Some(slot) => {
                    let number = (*slot as u32).wrapping_sub(1);
                    if (slot >> 32) as u32 == hash && self.state(number) == Some(state) {
                        return Probe::Found(number);
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }
}

enum Probe {
    Found(Number),
    Vacant(usize),
}

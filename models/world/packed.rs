//! How states are hashed: several small fields in one number.
//!
//! *What it claims.* Every field is in the numbers, each in bits of its own, so that what is
//! written for two states is the same exactly when they are equal. A field that is added to one of
//! these structures does not compile until it is here.
//! *How that is checked.* `tests/world_normal_form.rs`: as many different bytes as states.
//! *What is not covered.* Speed elsewhere: a derived hash writes each field and each variant by
//! itself, eight bytes at a time.

use super::configuration::Faults;
use super::names::{Id, Intent, Token};
use super::state::{
    Call, Caller, CallerStage, Closing, Entry, Left, Reply, Slot, State, Worker, WorkerStage,
};
use std::hash::{Hash, Hasher};

/// Hands full words on to a hasher. Whatever is written says itself where it ends, so that
/// nothing else need be kept apart.
struct Words<'a, H> {
    hasher: &'a mut H,
    word: u64,
    bits: u32,
}

impl<H: Hasher> Words<'_, H> {
    #[inline]
    fn put(&mut self, value: u64, bits: u32) {
        self.word |= value << self.bits;
        let filled = self.bits + bits;
        if filled < 64 {
            self.bits = filled;
            return;
        }
        self.hasher.write_u64(self.word);
        self.word = value.checked_shr(64 - self.bits).unwrap_or(0);
        self.bits = filled - 64;
    }

    /// A length, or a variant: one byte as a rule.
    #[inline]
    fn small(&mut self, number: u64) {
        if number < 0xff {
            return self.put(number, 8);
        }
        self.put(0xff, 8);
        self.put(number, 64);
    }
}

impl<H: Hasher> Hasher for Words<'_, H> {
    fn finish(&self) -> u64 {
        self.hasher.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.put(u64::from(*byte), 8));
    }
    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.put(number.into(), 8);
    }
    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.put(number.into(), 16);
    }
    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.put(number.into(), 32);
    }
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.put(number, 64);
    }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.small(number as u64);
    }
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.small(number.cast_unsigned() as u64);
    }
}

impl<O: Hash> Hash for State<O> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let State { callers, store, ledger, now, minted, faults, left, .. } = self;
        let State { scanned, looked, observer, .. } = self;
        let mut words = Words { hasher, word: 0, bits: 0 };
        words.write_u16(u16::from_le_bytes([*now, *minted]));
        faults.hash(&mut words);
        left.hash(&mut words);
        callers.hash(&mut words);
        store.hash(&mut words);
        ledger.hash(&mut words);
        scanned.hash(&mut words);
        looked.hash(&mut words);
        observer.hash(&mut words);
        let Words { hasher, word, bits } = words;
        hasher.write_u64(word);
        hasher.write_u8(u8::try_from(bits).unwrap_or(0));
    }
}

/// Bytes, the first one lowest.
fn bytes(of: [u8; 8]) -> u64 {
    u64::from_le_bytes(of)
}

/// Whether there is one, and which.
fn maybe(of: Option<u8>) -> [u8; 2] {
    of.map_or([0, 0], |of| [1, of])
}

fn id(of: Id) -> u32 {
    let Id { scope, key, step, mint } = of;
    u32::from_le_bytes([scope, key, step, mint])
}

/// An id is 32 bits; the 33rd says that there is one.
fn maybe_id(of: Option<Id>) -> u64 {
    of.map_or(0, |of| 1 << 32 | u64::from(id(of)))
}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(id(*self));
    }
}

impl Hash for Intent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Intent { number, step } = *self;
        state.write_u16(u16::from_le_bytes([number, step]));
    }
}

impl Hash for Token {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Token { incarnation, number } = *self;
        state.write_u16(u16::from_le_bytes([incarnation, number]));
    }
}

impl Hash for Slot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Slot { id: of, record, seen: Token { incarnation, number }, ended } = self;
        let seen = u64::from(u16::from_le_bytes([*incarnation, *number]));
        state.write_u64(u64::from(id(*of)) | seen << 32 | u64::from(*ended) << 48);
        record.hash(state);
    }
}

impl Hash for Left {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Left { ticks, sweeps, reconciliations, renewals, cancels, questions } = *self;
        let [some, ticks] = maybe(ticks);
        let all = [some, ticks, sweeps, reconciliations, renewals, cancels, questions, 0];
        state.write_u64(bytes(all));
    }
}

impl Hash for Caller {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Caller { class, intent, scope, key, payload, mint, stage, .. } = self;
        let Caller { tries, hidden_tries, verify_from, calls, workers, .. } = self;
        let Intent { number, step } = *intent;
        let stage = stage_number(*stage);
        state.write_u64(bytes([*class, number, step, *scope, *key, *payload, *mint, stage]));
        state.write_u32(u32::from_le_bytes([*tries, *hidden_tries, *verify_from, 0]));
        calls.hash(state);
        workers.hash(state);
    }
}

impl Hash for Call {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Call { id, intent: Intent { number, step }, follows, expires, copies } = *self;
        let [some, follows] = maybe(follows);
        let above = u64::from(u16::from_le_bytes([expires, copies])) << 40;
        state.write_u64(maybe_id(id) | above);
        state.write_u32(u32::from_le_bytes([number, step, some, follows]));
    }
}

impl Hash for Worker {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Worker { call, token: Token { incarnation, number }, result, stage, view } = self;
        call.hash(state);
        let [stage, detail] = worker_stage(*stage);
        let seen = u8::from(view.is_some());
        state.write_u64(bytes([*incarnation, *number, *result, stage, detail, seen, 0, 0]));
        view.iter().for_each(|view| view.hash(state));
    }
}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Entry { intent: Intent { number, step }, scope, payload, key, count } = *self;
        state.write_u64(maybe_id(key) | u64::from(count) << 40);
        state.write_u32(u32::from_le_bytes([number, step, scope, payload]));
    }
}

fn stage_number(stage: CallerStage) -> u8 {
    stage as u8
}

fn worker_stage(stage: WorkerStage) -> [u8; 2] {
    let closing = |closing: Closing| closing as u8;
    let reply = |reply: Reply| reply as u8;
    match stage {
        WorkerStage::Delivered => [0, 0],
        WorkerStage::Read => [1, 0],
        WorkerStage::Classified => [2, 0],
        WorkerStage::Started => [3, 0],
        WorkerStage::Looked => [4, 0],
        WorkerStage::Recorded => [5, 0],
        WorkerStage::Closing(by) => [6, closing(by)],
        WorkerStage::Replying(with) => [7, reply(with)],
    }
}

impl Hash for Faults {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all().into_iter().for_each(|left| state.write_u8(left));
    }
}

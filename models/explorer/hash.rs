//! A fast hash with fixed seeds, for the explorer's own table.
//!
//! *What it claims.* Equal states hash equally, on every run. It decides nothing: the table
//! compares full states.
//! *How that is checked.* The explorer's counts; a test explores states that all collide.
//! *What is not covered.* Inputs chosen to collide make the explorer slow, never wrong.

use std::hash::{Hash, Hasher};

/// The hash of a state, well mixed in all of its 32 bits.
pub(super) fn hash<T: Hash>(value: &T) -> u32 {
    let mut hasher = Fold(0);
    value.hash(&mut hasher);
    let mixed = fold(hasher.0, FINISH);
    (mixed >> 32) as u32 ^ mixed as u32
}

struct Fold(u64);

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const STEP: u64 = 0xd6e8_feb8_6659_fd93;
const FINISH: u64 = 0xa076_1d64_78bd_642f;

/// The two halves of the full product, one over the other.
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product >> 64) as u64 ^ product as u64
}

impl Fold {
    fn word(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word ^ SEED, STEP).wrapping_add(word);
    }
}

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.word(word);
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.word(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }
}

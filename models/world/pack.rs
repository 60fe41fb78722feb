//! A state as a few bytes.
//!
//! *What it claims.* Two states have the same bytes exactly when they are equal: the bytes are
//! what the state's `Hash` writes, which has every field and every variant in order, and
//! the length before whatever has one.
//! *How that is checked.* `tests/world_size.rs`: as many different bytes as different states.
//! *What is not covered.* The way back from bytes to a state.

use std::hash::{Hash, Hasher};

/// The bytes that stand for something.
#[must_use]
pub fn pack(state: &impl Hash) -> Box<[u8]> {
    let mut packer = Packer(Vec::with_capacity(128));
    state.hash(&mut packer);
    packer.0.into_boxed_slice()
}

struct Packer(Vec<u8>);

impl Packer {
    /// Small numbers take one byte: seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.0.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

impl Hasher for Packer {
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
    fn write_u8(&mut self, number: u8) {
        self.0.push(number);
    }
    fn write_u32(&mut self, number: u32) {
        self.number(number.into());
    }
    fn write_u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn write_usize(&mut self, number: usize) {
        self.number(number as u64);
    }
    fn write_isize(&mut self, number: isize) {
        self.number(number.cast_unsigned() as u64);
    }
}

//! How what is remembered is hashed: several small fields in one number.
//!
//! *What it claims.* Every field is in the numbers, each in bits of its own, so that what is
//! written for two is the same exactly when they are equal. A field that is added does not compile
//! until it is here.
//! *How that is checked.* `tests/monitor_laws.rs`; and states of worlds are counted by two checkers.
//! *What is not covered.* Speed elsewhere.

use super::event::Id;
use super::facts::{First, Holder, Kept, OfClaim, OfIntent, OfRequest};
use super::watch::Deadline;
use crate::spec::{Attempt, Values};
use std::hash::{Hash, Hasher};

/// An id is 32 bits; the 33rd says that there is one.
fn maybe(id: Option<Id>) -> u64 {
    id.map_or(0, |id| 1 << 32 | u64::from(id))
}

/// Bits, the first one lowest, above an id that may be.
fn above<const N: usize>(id: Option<Id>, bits: [bool; N]) -> u64 {
    maybe(id) | u64::from(flags(bits)) << 40
}

fn flags<const N: usize>(bits: [bool; N]) -> u8 {
    bits.iter().rev().fold(0, |all, bit| all << 1 | u8::from(*bit))
}

/// Two bits for what a deadline is; the time follows where there is one.
fn kind<T>(deadline: &Deadline<T>) -> u8 {
    match deadline {
        Deadline::Over => 0,
        Deadline::At(_) => 1,
        Deadline::Never => 2,
    }
}

fn time<T: Hash>(deadline: &Deadline<T>, state: &mut impl Hasher) {
    if let Deadline::At(time) = deadline {
        time.hash(state);
    }
}

fn attempt(of: Attempt, state: &mut impl Hasher) {
    let Attempt { incarnation, number } = of;
    state.write_u32(incarnation);
    state.write_u64(number);
}

impl<V: Values> Hash for OfRequest<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let OfRequest { request, scope, seen, highest, bound, first, holder, outcome, .. } = self;
        let OfRequest { gone_from, begun_until, told_until, .. } = self;
        state.write_u64(u64::from(*request) << 32 | u64::from(*scope));
        let there = [*seen, first.is_some(), holder.is_some(), outcome.is_some()];
        let kinds = [kind(gone_from), kind(begun_until), kind(told_until), flags(there)];
        state.write_u32(u32::from_le_bytes(kinds));
        for deadline in [gone_from, begun_until, told_until] {
            time(deadline, state);
        }
        attempt(*highest, state);
        bound.hash(state);
        first.iter().for_each(|first| first.hash(state));
        holder.iter().for_each(|holder| holder.hash(state));
        outcome.iter().for_each(|outcome| outcome.hash(state));
    }
}

impl<V: Values> Hash for First<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let First { told, intent } = self;
        told.hash(state);
        state.write_u64(maybe(*intent));
    }
}

impl<V: Values> Hash for Holder<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Holder { claim, attempt: held, intent, process, dead, end, told, lease } = self;
        state.write_u64(above(*intent, [*dead, claim.is_some(), held.is_some()]));
        let kinds = u16::from_le_bytes([kind(told) << 4 | kind(lease), *end as u8]);
        state.write_u64(maybe(*process) | u64::from(kinds) << 40);
        claim.iter().for_each(|claim| claim.hash(state));
        held.iter().for_each(|held| attempt(*held, state));
        time(told, state);
        time(lease, state);
    }
}

impl<V: Values> Hash for Kept<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Kept { outcome, until, excuses } = self;
        outcome.hash(state);
        state.write_u16(u16::from_le_bytes([kind(until), u8::from(*excuses)]));
        time(until, state);
    }
}

impl Hash for OfIntent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let OfIntent { intent, effects, first, under_way, .. } = self;
        let OfIntent { excused, lost, acknowledged, misled, said, .. } = self;
        state.write_u64(above(*first, [*excused, *lost, *acknowledged, *misled, *said]));
        let counts = u16::from_le_bytes([*effects, *under_way]);
        state.write_u64(u64::from(*intent) | u64::from(counts) << 32);
    }
}

impl<V: Values> Hash for OfClaim<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let OfClaim { claim, request, intent, runs, fresh, applied, denied } = self;
        claim.hash(state);
        state.write_u64(above(*request, [*fresh, *applied]));
        state.write_u64(maybe(*intent) | u64::from(*denied as u8) << 40);
        state.write_u64(maybe(*runs));
    }
}

//! The normal form of a state: relative time, and attempts renumbered.
//!
//! Time: the present is moved back to the world's base, and every time with it. A deadline that
//! lies in the past is 0. A time from which a span runs is 0 when every span from it is over, or
//! when the contract lets none run from it. A deadline at the present stays, so that a table
//! which differs there differs in a model too.
//!
//! Attempts: of each request, the numbers of the store's present incarnation that lie below
//! every record that can be issued from keep their order only; those at or above keep their
//! distances, since they can be issued again, one after the other, when records went back. Of
//! earlier incarnations only the order is kept.
//!
//! *What it claims.* A state and its normal form have the same future.
//! *How that is checked.* `tests/world_normal_form.rs`: along random walks, a world that
//! normalises and one that does not agree on actions and answers.
//! *What is not covered.* Tables that look at times which their contract gives no meaning.

use super::World;
use super::configuration::Fault;
use super::names::{Id, Token};
use super::observer::Observer;
use super::state::{CALLERS, Call, RECORDS, State, WORKERS};
use crate::spec::contract::{RetentionAnchor, RetentionCovers, Span};
use crate::spec::identity::{Small, Ticks};
use crate::spec::{Attempt, Outcome, Record, Refusal};

impl World {
    /// Brings a state to its normal form.
    pub fn normalise<O: Observer>(&self, state: &mut State<O>) {
        self.rebase(state);
        renumber(state);
    }

    fn rebase<O: Observer>(&self, state: &mut State<O>) {
        let clock = Rebased { world: self, now: state.now, by: state.now - self.base() };
        state.each_record(|_, record| clock.record(record));
        // Where no time has passed, what is in the past was there before, and is 0.
        for caller in state.callers.iter_mut().filter(|_| clock.by > 0) {
            clock.deadline(&mut caller.verify_from);
            caller.calls.iter_mut().for_each(|call| clock.deadline(&mut call.expires));
            caller.workers.iter_mut().for_each(|worker| clock.deadline(&mut worker.call.expires));
        }
        state.now = self.base();
        if clock.by > 0 {
            state.observer.rebase(self, clock.by);
        }
    }
}

/// How times are moved.
struct Rebased<'a> {
    world: &'a World,
    now: u8,
    by: u8,
}

impl Rebased<'_> {
    fn deadline(&self, at: &mut u8) {
        if *at != u8::LAST {
            *at = if *at < self.now { 0 } else { *at - self.by };
        }
    }

    /// A time from which spans run, if any does.
    fn start(&self, at: &mut u8, runs: bool) {
        let age = self.now.saturating_sub(*at);
        *at = if runs && age < self.world.base() { at.saturating_sub(self.by) } else { 0 };
    }

    fn record(&self, record: &mut Record<Small>) {
        let contract = self.world.contract();
        let retains = contract.retention != Span::Unbounded;
        let blocks = contract.block_for != Span::Unbounded;
        let from_begin = contract.retention_anchor == RetentionAnchor::FirstBegin
            || contract.retention_covers == RetentionCovers::AnyState;
        let binding = match record {
            Record::Absent { .. } => return,
            Record::Active { binding, lease_until, .. } => {
                self.deadline(lease_until);
                binding
            }
            Record::Released { binding, .. } | Record::Uncertain { binding, .. } => binding,
            Record::Completed { binding, outcome, at, .. } => {
                let cancelled = *outcome == Outcome::Refused(Refusal::Cancelled);
                self.start(at, if cancelled { blocks } else { retains });
                binding
            }
            Record::Lapsed { binding, since, .. } => {
                self.start(since, blocks);
                binding
            }
        };
        if let Some(begun) = &mut binding.first_begun {
            self.start(begun, retains && from_begin);
        }
    }
}

/// Requests of which no copy is or can be under way need not be remembered.
pub(super) fn forget_calls<O>(state: &mut State<O>) {
    if state.faults.can(Fault::Redelivery) {
        return;
    }
    for caller in state.callers.iter_mut() {
        let over = |call: &Call| call.copies == 0;
        if caller.calls.iter().any(|(_, call)| over(call)) {
            caller.calls =
                caller.calls.iter().map(|(_, call)| *call).filter(|call| !over(call)).collect();
            caller.calls.sort();
        }
    }
}

/// Renumbers the attempts of every request.
fn renumber<O: Observer>(state: &mut State<O>) {
    let present = state.store.incarnation;
    for place in 0..u8::try_from(RECORDS).unwrap_or(u8::MAX) {
        let Some(id) = state.store.records.get(place).map(|slot| slot.id) else { continue };
        if present == 1 && Bits::of(state, id).is_normal() {
            continue;
        }
        let numbers = Numbers::of(state, id, present);
        if !numbers.change() {
            continue;
        }
        numbers.apply(state, id);
        state.observer.renumber(id, &|token| numbers.renamed(token));
    }
    // Every request's attempts of this incarnation are in incarnation 1 now.
    state.store.incarnation = 1;
}

/// The numbers of one request's attempts, where all are of the present incarnation and small: a
/// bit for each. It is what [`Numbers`] says, found sooner where nothing changes.
struct Bits {
    standing: u64,
    lowest: u8,
    fits: bool,
}

impl Bits {
    fn of<O: Observer>(state: &State<O>, id: Id) -> Bits {
        let mut bits = Bits { standing: 0, lowest: u8::MAX, fits: true };
        let store = &state.store;
        bits.fits &= store.backup.is_none() && store.tail.is_none() && state.scanned.is_none();
        for (_, slot) in store.records.iter().filter(|(_, slot)| slot.id == id) {
            bits.issues(slot.record.highest_attempt().into());
            bits.add(slot.seen);
        }
        for (_, caller) in state.callers.iter() {
            for (_, worker) in caller.workers.iter().filter(|(_, it)| it.call.id == Some(id)) {
                bits.add(worker.token);
                if let Some(view) = &worker.view {
                    bits.issues(view.highest_attempt().into());
                }
            }
        }
        if let Some(looked) = state.looked.as_ref().filter(|looked| looked.id == id) {
            bits.add(looked.attempt);
        }
        state.observer.attempts(id, &mut |token| bits.add(token));
        bits
    }

    /// An attempt from which others can be issued.
    fn issues(&mut self, token: Token) {
        self.lowest = self.lowest.min(if token.incarnation == 1 { token.number } else { 0 });
        self.add(token);
    }

    fn add(&mut self, token: Token) {
        if token != Token::NONE {
            self.fits &= token.incarnation == 1 && (1..64).contains(&token.number);
            self.standing |= 1_u64.checked_shl(token.number.into()).unwrap_or(0);
        }
    }

    /// Whether no number changes: below the lowest from which others are issued, none is left out.
    fn is_normal(&self) -> bool {
        let below = 1_u64.checked_shl(self.lowest.into()).map_or(u64::MAX, |bit| bit - 1);
        let count = (self.standing & below).count_ones();
        self.fits && (self.lowest == 0 || count + 1 == u32::from(self.lowest))
    }
}

/// The most attempts of one request that can stand anywhere: in records, views, with workers,
/// with the destination and the reconciler, and six that an observer remembers.
const STANDING: usize = 4 + 2 * CALLERS * WORKERS + 2 + 6;

/// The attempts of one request that stand anywhere, and those from which others are issued.
struct Numbers {
    present: u8,
    /// Each once, in order, as far as `count`.
    standing: [Token; STANDING],
    count: usize,
    /// From here on distances are kept.
    lowest: u8,
}

impl Numbers {
    fn of<O: Observer>(state: &mut State<O>, id: Id, present: u8) -> Numbers {
        let standing = [Token::NONE; STANDING];
        let mut numbers = Numbers { present, standing, count: 0, lowest: u8::MAX };
        state.each_record(|on, record| {
            if on == Some(id) {
                let token = Token::from(record.highest_attempt());
                let number = if token.incarnation == present { token.number } else { 0 };
                numbers.lowest = numbers.lowest.min(number);
                numbers.add(token);
            }
        });
        for token in others(state, id) {
            numbers.add(*token);
        }
        state.observer.attempts(id, &mut |token| numbers.add(token));
        numbers.standing.get_mut(..numbers.count).unwrap_or_default().sort_unstable();
        numbers
    }

    fn add(&mut self, token: Token) {
        if token == Token::NONE || self.standing().contains(&token) {
            return;
        }
        if let Some(free) = self.standing.get_mut(self.count) {
            *free = token;
            self.count += 1;
        }
    }

    fn standing(&self) -> &[Token] {
        self.standing.get(..self.count).unwrap_or_default()
    }

    fn renamed(&self, token: Token) -> Token {
        let Ok(rank) = self.standing().binary_search(&token) else { return token };
        let earlier =
            self.standing().iter().filter(|token| token.incarnation < self.present).count();
        let number = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        if rank < earlier {
            return Token { incarnation: 0, number: number(rank + 1) };
        }
        let below =
            |token: &&Token| token.incarnation == self.present && token.number < self.lowest;
        let compressed = number(self.standing().iter().filter(below).count());
        if token.number < self.lowest {
            return Token { incarnation: 1, number: number(rank + 1 - earlier) };
        }
        let distance = token.number - self.lowest;
        let first = if self.lowest == 0 { 0 } else { compressed + 1 };
        Token { incarnation: 1, number: first + distance }
    }

    fn change(&self) -> bool {
        self.standing().iter().any(|token| self.renamed(*token) != *token)
    }

    fn apply<O>(&self, state: &mut State<O>, id: Id) {
        state.each_record(|on, record| {
            if on == Some(id) {
                let renamed = Attempt::from(self.renamed(record.highest_attempt().into()));
                let old = std::mem::replace(record, Record::unseen());
                *record = old.with_attempt(renamed);
            }
        });
        for token in others(state, id) {
            *token = self.renamed(*token);
        }
    }
}

/// The attempts of a request that stand outside records.
fn others<O>(state: &mut State<O>, id: Id) -> impl Iterator<Item = &mut Token> {
    let seen = state.store.records.iter_mut().filter(move |slot| slot.id == id);
    let workers = state.callers.iter_mut().flat_map(|caller| caller.workers.iter_mut());
    let held = workers.filter(move |worker| worker.call.id == Some(id));
    let looked = state.looked.iter_mut().filter(move |looked| looked.id == id);
    seen.map(|slot| &mut slot.seen)
        .chain(held.map(|worker| &mut worker.token))
        .chain(looked.map(|looked| &mut looked.attempt))
}

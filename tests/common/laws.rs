//! The laws of `settle` and of a single decision, each a sentence that is broken or not.

use super::values::{BOUND, Tiny};
use onceproof::spec::contract::Terms;
use onceproof::spec::refinement::{self, Standing};
use onceproof::spec::settle::{is_over, may_be_forgotten, settle_by};
use onceproof::spec::{Answer, Begin, Decision, Moment, Operation, Record, Values, settle, step};

/// Which law a decision breaks, if one. `decide` decides the operation on a record.
pub fn broken_by_deciding<V: Values>(
    contract: &impl Terms,
    record: &Record<V>,
    operation: &Operation<V>,
    now: Moment<V::Time>,
    decide: impl Fn(&Record<V>) -> Decision<V>,
) -> Option<&'static str> {
    let settled = settle(contract, record, now.time);
    let decision = decide(record);
    let on_settled = decide(&settled);
    if decision.next != on_settled.next || decision.answer != on_settled.answer {
        return Some("settling before an operation changes what it comes to");
    }
    // A sweep says what it wrote back, and the settled record has nothing left to write.
    if decision.clause != on_settled.clause && *operation != Operation::Sweep {
        return Some("settling before an operation changes the clause that decides it");
    }
    if decision.answer.is_refusal() && decision.next != settled {
        return Some("a refusal leaves another record than the settled one");
    }
    if decision.next.highest_attempt() < record.highest_attempt() {
        return Some("an attempt that was issued is forgotten");
    }
    None
}

/// Which law of `settle` alone is broken, for two times in order.
pub fn broken_by_settling<V: Values>(
    contract: &impl Terms,
    record: &Record<V>,
    time: V::Time,
    later: V::Time,
) -> Option<&'static str> {
    let (settled, moved_by) = settle_by(contract, record, time);
    if settle(contract, &settled, time) != settled {
        return Some("settling twice at one time differs from settling once");
    }
    if settle(contract, &settled, later) != settle(contract, record, later) {
        return Some("settling now and later differs from settling later");
    }
    if moved_by.is_some() != (settled != *record) {
        return Some("a rule moved nothing, or something moved without a rule");
    }
    if settled.highest_attempt() != record.highest_attempt() {
        return Some("settling invents an attempt or lowers the floor");
    }
    None
}

/// How a decision stands to the promise: first what time did, then what the operation did.
pub fn standing<V: Values>(
    contract: &impl Terms,
    record: &Record<V>,
    now: Moment<V::Time>,
    decision: &Decision<V>,
) -> [Standing; 2] {
    let (settled, moved_by) = settle_by(contract, record, now.time);
    let by_time = refinement::judge_settling(record, &settled, moved_by);
    [by_time, refinement::judge(&settled, decision)]
}

/// Whether what a status told of protection is untrue: a begin may start before the end that
/// was told, or none may at the end. `None` told: one may start now.
pub fn broken_by_protection(
    contract: &impl Terms,
    record: &Record<Tiny>,
    now: Moment<u8>,
    told: Option<u8>,
) -> Option<&'static str> {
    let protected = |time| told.is_some_and(|until| !is_over(contract, until, time));
    let settled = settle(contract, record, now.time);
    if told.is_some_and(|until| is_over(contract, until, now.time)) {
        return Some("protection that is over is told as if it held");
    }
    // Beyond the first tick after the end nothing new is claimed.
    for time in (now.time..=now.time.saturating_add(6)).chain([u8::MAX - 1]) {
        if protected(time) == may_start(contract, &settled, Moment { time, ..now }) {
            return Some(match protected(time) {
                true => "a begin may start although protection was told",
                false => "no begin may start although protection has ended",
            });
        }
        if !protected(time) {
            return None;
        }
    }
    None
}

/// Whether a begin with the bound payload may start once time has passed, by whatever a store
/// may forget until then.
fn may_start(contract: &impl Terms, settled: &Record<Tiny>, now: Moment<u8>) -> bool {
    let then = settle(contract, settled, now.time);
    let payload = settled.binding().and_then(|binding| binding.fingerprint).unwrap_or(BOUND);
    let begin = Operation::Begin(Begin { payload, claim: NOBODY, follows: None });
    may_be_forgotten(contract, &then, now.time).is_some()
        || matches!(step(contract, &then, &begin, now).answer, Answer::Started { .. })
}

/// A claim id that holds nothing.
const NOBODY: u8 = 99;

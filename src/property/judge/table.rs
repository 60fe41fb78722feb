//! The lifecycle table, replayed along a trace: was this answer allowed?
//!
//! *What it claims.* Each request is replayed by itself, through the level-1 step. An answer is
//! not allowed when no record that is possible, at no instant that is possible, gives it. After
//! such an answer the replay goes on with the record that the answer speaks of.
//! *How that is checked.* `tests/judged_verdicts.rs`; the traces of [`crate::oracle::Mock`].
//! *What is not covered.* Calls of which it is open when they took effect.

use super::forced::forced;
use crate::oracle::agreement::agreement;
use crate::property::watch::During;
use crate::spec::contract::Terms;
use crate::spec::settle::{may_be_forgotten, view};
use crate::spec::{
    Attempt, Clause, Decision, Moment, Operation, Record, RequestId, Ticks, View, settle, step,
};
use crate::trace::detail::Earlier;
use crate::trace::form::{AnswerForm, Concrete, Tick};
use std::collections::{BTreeMap, BTreeSet};

/// The most records that are possible for one request at once; beyond that the last are kept.
const MOST_RECORDS: usize = 64;

/// The records of a store, as a trace lets them be.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    records: BTreeMap<RequestId, Vec<Record<Concrete>>>,
    /// What the records of a request were from which event on.
    log: Vec<(u64, Tick, RequestId, Vec<Record<Concrete>>)>,
    incarnation: u32,
    latest: Option<Tick>,
    /// Whether attempt ids are ordered.
    ordered: bool,
    /// Whether one clock judges everything. Otherwise each judges by its own reading.
    one_clock: bool,
}

/// One operation, as it is put to the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) seq: u64,
    pub(super) request: Option<&'a RequestId>,
    pub(super) operation: &'a Operation<Concrete>,
    pub(super) answer: &'a AnswerForm,
    pub(super) when: During<Tick>,
}

/// What the table says of an answer.
#[derive(Clone, Debug)]
pub(super) struct Ruling {
    /// Whether it is allowed.
    pub(super) allowed: bool,
    /// What would have been, when it is not: answer and clause.
    pub(super) instead: Vec<(AnswerForm, Clause)>,
    /// Whether only the record of another scope explains it.
    pub(super) leaks: bool,
    /// The settled record, and the decision on it.
    pub(super) step: (Record<Concrete>, Decision<Concrete>),
}

impl Table {
    /// A table of which nothing is known.
    pub(super) fn new(ordered: bool, one_clock: bool) -> Table {
        Table { ordered, one_clock, ..Table::default() }
    }

    /// Rules on an answer, and goes on as it says.
    pub(super) fn rule(&mut self, contract: &impl Terms, asked: Asked<'_>) -> Ruling {
        let instants = self.instants(asked.when);
        let records = self.records_of(asked.request);
        let found = self.agreeing(contract, &records, asked, &instants);
        let now = Moment { time: asked.when.to, incarnation: self.incarnation };
        if self.one_clock {
            self.latest = self.latest.max(Some(asked.when.from));
        }
        if let Some((first, _)) = found.first() {
            let step = first.clone();
            self.put(asked, found.into_iter().map(|(_, next)| next).collect());
            return Ruling { allowed: true, instead: Vec::new(), leaks: false, step };
        }
        let unseen = Record::unseen();
        let record = records.first().unwrap_or(&unseen);
        let settled = settle(contract, record, now.time);
        let instead = step(contract, record, asked.operation, now);
        let leaks = self.leaks(contract, asked, &instants);
        let decision = forced(contract, &settled, asked.operation, asked.answer, now);
        self.put(asked, vec![decision.next.clone()]);
        let instead = vec![(AnswerForm::of(&instead.answer), instead.clause)];
        Ruling { allowed: false, instead, leaks, step: (settled, decision) }
    }

    /// A sweeper wrote this. Says whether time alone allows it.
    pub(super) fn sweep(
        &mut self,
        contract: &impl Terms,
        (seq, time): (u64, Tick),
        request: &RequestId,
        to: View,
    ) -> bool {
        let records = self.records_of(Some(request));
        let mut next = Vec::new();
        for record in &records {
            let settled = settle(contract, record, time);
            if view(contract, &settled, time) == to {
                next.push(settled);
            } else if let Some(gone) = may_be_forgotten(contract, record, time)
                && to == View::Absent
            {
                next.push(gone);
            }
        }
        let allowed = !next.is_empty();
        if !allowed && to == View::Absent {
            let floor = records.iter().map(Record::highest_attempt).max();
            next = vec![Record::Absent { floor: floor.unwrap_or(Attempt::NONE) }];
        }
        if !next.is_empty() {
            self.write(seq, time, request, next);
        }
        allowed
    }

    /// The store lost every record.
    pub(super) fn lost(&mut self, seq: u64, time: Tick) {
        for (request, records) in self.records.clone() {
            let floor = records.iter().map(Record::highest_attempt).max();
            let absent = Record::Absent { floor: floor.unwrap_or(Attempt::NONE) };
            self.write(seq, time, &request, vec![absent]);
        }
    }

    /// The store's state is an earlier one.
    pub(super) fn restored(&mut self, seq: u64, time: Tick, to: Earlier) {
        let requests: BTreeSet<RequestId> = self.records.keys().cloned().collect();
        for request in requests {
            let before = self.log.iter().rev().find(|(at, when, of, _)| {
                let earlier = match to {
                    Earlier::Seq { seq } => *at <= seq,
                    Earlier::Time { time } => *when <= time,
                };
                *of == request && earlier
            });
            let records = before.map_or_else(|| vec![Record::unseen()], |(.., it)| it.clone());
            self.write(seq, time, &request, records);
        }
    }

    /// The store's incarnation from now on.
    pub(super) fn incarnation(&mut self, incarnation: u32) {
        self.incarnation = incarnation;
    }

    /// Each decision on any of these records that gives the answer, with the record after it.
    #[allow(clippy::type_complexity)] // A pair of what was decided and what is from then on.
    fn agreeing(
        &self,
        contract: &impl Terms,
        records: &[Record<Concrete>],
        asked: Asked<'_>,
        instants: &[Tick],
    ) -> Vec<((Record<Concrete>, Decision<Concrete>), Record<Concrete>)> {
        let mut found = Vec::new();
        for time in instants {
            let now = Moment { time: *time, incarnation: self.incarnation };
            for record in records {
                let forgotten = may_be_forgotten(contract, record, *time);
                for record in [Some(record.clone()), forgotten].into_iter().flatten() {
                    let settled = settle(contract, &record, *time);
                    let decision = step(contract, &record, asked.operation, now);
                    let issued = record.highest_attempt();
                    let floor = if self.ordered { issued } else { Attempt::NONE };
                    let next = agreement(contract, &decision, floor, asked.answer);
                    if let Some(next) = next {
                        found.push(((settled, decision), next));
                    }
                }
            }
        }
        found
    }

    /// Whether what another scope did under the same key gives the answer.
    fn leaks(&self, contract: &impl Terms, asked: Asked<'_>, instants: &[Tick]) -> bool {
        let Some(request) = asked.request else { return false };
        let elsewhere = |it: &&RequestId| it.scope != request.scope && it.key == request.key;
        self.records.keys().filter(elsewhere).any(|other| {
            let records = self.records_of(Some(other));
            !self.agreeing(contract, &records, asked, instants).is_empty()
        })
    }

    /// The instants at which the operation may have taken effect, as far as they differ for a
    /// deadline: the store reads time as the larger of now and the largest it has used.
    fn instants(&self, when: During<Tick>) -> Vec<Tick> {
        let latest = self.latest.unwrap_or(Tick::FIRST);
        let mut instants = vec![when.from.max(latest), when.to.max(latest)];
        instants.dedup();
        instants
    }

    fn records_of(&self, request: Option<&RequestId>) -> Vec<Record<Concrete>> {
        let kept = request.and_then(|request| self.records.get(request));
        kept.cloned().unwrap_or_else(|| vec![Record::unseen()])
    }

    fn put(&mut self, asked: Asked<'_>, mut records: Vec<Record<Concrete>>) {
        let Some(request) = asked.request else { return };
        records.sort();
        records.dedup();
        records.truncate(MOST_RECORDS);
        self.write(asked.seq, asked.when.to, request, records);
    }

    fn write(&mut self, seq: u64, time: Tick, request: &RequestId, records: Vec<Record<Concrete>>) {
        if self.records.get(request) != Some(&records) {
            self.log.push((seq, time, request.clone(), records.clone()));
            self.records.insert(request.clone(), records);
        }
    }
}

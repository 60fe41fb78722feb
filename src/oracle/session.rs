//! A session: many requests over time, under a contract that may be open.
//!
//! For each contract still possible and each request, the session holds the set of records that
//! are possible. An observed answer narrows both.
//!
//! *What it claims.* What [`super`] claims, for sequences.
//! *How that is checked.* See [`super`].
//! *What is not covered.* After a forbidden answer the session goes on as if an allowed one had
//! been given; later verdicts say what the contract allows from there.

use super::candidate::{Candidate, Held};
use super::courses::{agreeing_courses, note, otherwise, sorted};
use super::floors::Floors;
use super::possible::{possible, together};
use super::requests::{Entry, Gone, Hashed, Requests};
use super::ruling::{LimitReached, Limits, Question, Ruling, Verdict};
use crate::spec::open::{OpenContract, decisions};
use crate::spec::settle::is_forgotten;
use crate::spec::{Attempt, Moment, Record, Ticks};
use crate::trace::form::{Concrete, Tick};

/// Groups of contracts are nodes of a tree: a group that must be told apart splits.
#[derive(Debug)]
struct Node {
    contracts: OpenContract,
    parent: Option<usize>,
}

/// How many requests are held before the first sweep.
const LEAST_BEFORE_SWEEP: usize = 1024;

/// A session of the oracle.
#[derive(Debug)]
pub struct Session {
    declared: OpenContract,
    limits: Limits,
    nodes: Vec<Node>,
    /// The nodes that are still possible and not split.
    leaves: Vec<usize>,
    requests: Requests,
    /// How many requests there may be before the next sweep.
    sweep_above: usize,
    /// The highest attempts issued for requests that were forgotten.
    floors: Floors,
    /// How many attempts may have been issued before for a request of which that is not known.
    unchecked_starts: u64,
    now: Moment<Tick>,
    limit_reached: Option<LimitReached>,
    /// Whether there is no other layer whose answers these are.
    is_the_layer: bool,
}

/// For one leaf: the groups into which it falls, with the records possible from then on.
type Outcome = (usize, Vec<(OpenContract, Vec<Held>)>);

impl Session {
    /// A session in which any contract out of `open` may hold, and the same one all along.
    #[must_use]
    pub fn new(open: OpenContract, limits: Limits) -> Self {
        Session {
            declared: open,
            limits,
            nodes: vec![Node { contracts: open, parent: None }],
            leaves: vec![0],
            requests: Requests::default(),
            sweep_above: LEAST_BEFORE_SWEEP,
            floors: Floors::default(),
            unchecked_starts: 0,
            now: Moment { time: Tick::FIRST, incarnation: 0 },
            limit_reached: None,
            is_the_layer: false,
        }
    }

    /// The same session, in which nobody else answers: where no answer is observed, the attempt
    /// of an answer that it gives is the attempt.
    #[must_use]
    pub fn as_the_layer(self) -> Self {
        Session { is_the_layer: true, ..self }
    }

    /// Rules on one operation, and on its observed answer when there is one.
    ///
    /// # Errors
    /// When a limit is reached, now or before.
    pub fn rule(&mut self, question: Question<'_>) -> Result<Ruling, LimitReached> {
        if let Some(limit) = self.limit_reached {
            return Err(limit);
        }
        self.now.time = self.now.time.max(question.at);
        let request = question.request.map(|request| self.requests.hashed(request));
        let mut ruling = Ruling { allowed: Vec::with_capacity(1), verdict: None };
        let mut agreeing = Vec::new();
        let (mut decided, mut kept) = (Vec::with_capacity(1), Vec::with_capacity(1));
        for leaf in &self.leaves {
            let Some(node) = self.nodes.get(*leaf) else { continue };
            let candidates = self.candidates(&question, request, *leaf);
            let records: Vec<_> = candidates.iter().map(|one| one.record.as_ref()).collect();
            let groups = possible(&node.contracts, &records, question.operation, self.now);
            let mut agreed = Vec::with_capacity(1);
            for (contracts, decided) in &groups {
                note(&mut ruling.allowed, contracts, decided);
                let Some(observed) = question.observed else { continue };
                for (contracts, found) in
                    agreeing_courses(contracts, decided, &candidates, observed)
                {
                    agreeing.extend(found.iter().map(|(clause, _)| *clause));
                    if !found.is_empty() {
                        agreed.push((contracts, found.into_iter().map(|(_, held)| held).collect()));
                    }
                }
            }
            kept.push((*leaf, together(agreed)));
            decided.push((*leaf, groups, candidates));
        }
        let agrees = !agreeing.is_empty();
        ruling.verdict = question.observed.map(|_| {
            let clauses = ruling.allowed.iter().map(|allowed| allowed.clause).collect();
            let (all, verdict): (_, fn(_) -> _) = match agrees {
                true => (agreeing, Verdict::Allowed),
                false => (clauses, Verdict::Forbidden),
            };
            verdict(sorted(all))
        });
        if !agrees {
            let told = self.is_the_layer;
            let otherwise = |(leaf, groups, candidates): (_, _, Vec<_>)| {
                (leaf, otherwise(groups, &candidates, told))
            };
            kept = decided.into_iter().map(otherwise).collect();
        }
        self.count_unchecked(&question, request, &kept);
        self.install(request, kept)?;
        Ok(ruling)
    }

    /// The store restarted, or was restored, and has a new incarnation from now on. Its records
    /// are kept, or lost; the attempts that it issued stay issued. False, and nothing happened,
    /// when the incarnation is not a new one.
    #[must_use]
    pub fn restart(&mut self, at: Option<Tick>, incarnation: u32, records_lost: bool) -> bool {
        if incarnation <= self.now.incarnation {
            return false;
        }
        self.now.incarnation = incarnation;
        self.now.time = self.now.time.max(at.unwrap_or(Tick::FIRST));
        if records_lost {
            for (request, entry) in self.requests.take_gone(|_| true) {
                forget(&mut self.floors, request, &entry, self.limits.forgotten);
            }
            self.sweep_above = LEAST_BEFORE_SWEEP;
        }
        true
    }

    /// The store's incarnation: an input. False, and nothing happened, when it would go back.
    #[must_use]
    pub fn incarnation(&mut self, incarnation: u32) -> bool {
        let goes_on = incarnation >= self.now.incarnation;
        self.now.incarnation = self.now.incarnation.max(incarnation);
        goes_on
    }

    /// The contracts that were declared possible.
    #[must_use]
    pub fn declared(&self) -> &OpenContract {
        &self.declared
    }

    /// The groups of contracts that are still possible.
    pub fn contracts(&self) -> impl Iterator<Item = &OpenContract> {
        self.leaves.iter().filter_map(|leaf| self.nodes.get(*leaf)).map(|node| &node.contracts)
    }

    /// How many requests have a record that may not be absent.
    #[must_use]
    pub fn live_requests(&self) -> usize {
        self.requests.len()
    }

    /// How many forgotten requests are no longer checked for attempts that are issued again.
    #[must_use]
    pub fn unchecked_forgotten(&self) -> u64 {
        self.floors.dropped()
    }

    /// How many attempts were named of which it is unknown whether they had been issued before:
    /// for requests that may be among those no longer checked, none above the highest of these.
    #[must_use]
    pub fn unchecked_starts(&self) -> u64 {
        self.unchecked_starts
    }

    /// The limit that was reached, if one was.
    #[must_use]
    pub fn limit_reached(&self) -> Option<LimitReached> {
        self.limit_reached
    }

    /// The records on which an operation may fall, under the contracts of a leaf.
    fn candidates<'a>(
        &'a self,
        question: &Question<'_>,
        request: Option<Hashed<'_>>,
        leaf: usize,
    ) -> Vec<Candidate<'a>> {
        let Some(hashed) = request else { return vec![Candidate::unseen()] };
        let Some(entry) = self.requests.get(hashed) else {
            // Who gives attempts itself gives one that is certain to be new.
            let dropped = || match self.is_the_layer {
                true => self.floors.highest_dropped(),
                false => Attempt::NONE,
            };
            return vec![Candidate::absent(self.floors.get(hashed).unwrap_or_else(dropped))];
        };
        let mut at = Some(leaf);
        while let Some(node) = at {
            let mut found = Vec::with_capacity(1);
            for (_, held) in entry.records().iter().filter(|(owner, _)| *owner == node) {
                Candidate::add(held, question, &mut found);
            }
            if !found.is_empty() {
                return found;
            }
            at = self.nodes.get(node).and_then(|node| node.parent);
        }
        vec![Candidate::unseen()]
    }

    /// Counts an attempt that is named now, when it may have been issued before for a request
    /// of which that is no longer known.
    fn count_unchecked(
        &mut self,
        question: &Question<'_>,
        request: Option<Hashed<'_>>,
        kept: &[Outcome],
    ) {
        let dropped = self.floors.highest_dropped();
        let Some(request) = request else { return };
        if dropped == Attempt::NONE || self.is_the_layer {
            return;
        }
        let observed = question.observed.and_then(|answer| answer.attempt().0.copied());
        let named = [question.operation.attempt().copied(), observed];
        for attempt in named.into_iter().flatten().filter(|attempt| *attempt <= dropped) {
            let unknown = |held: &Held| held.known() == Attempt::NONE || !held.is_told();
            let was_unknown = match self.requests.get(request) {
                None => self.floors.get(request).is_none_or(|floor| floor == Attempt::NONE),
                Some(entry) => entry.records().iter().any(|(_, held)| unknown(held)),
            };
            let mut held = kept.iter().flat_map(|(_, groups)| groups).flat_map(|(_, held)| held);
            if was_unknown && held.any(|held| held.is_of(attempt)) {
                self.unchecked_starts += 1;
                return;
            }
        }
    }

    /// Makes the outcomes of an operation what is possible from now on.
    fn install(
        &mut self,
        request: Option<Hashed<'_>>,
        outcomes: Vec<Outcome>,
    ) -> Result<(), LimitReached> {
        let possible = outcomes.iter().flat_map(|(_, groups)| groups);
        let most = possible.map(|(_, records)| records.len()).sum();
        // Most entries hold one record: room for more would be most of what is held.
        let mut entry = Vec::with_capacity(most);
        let mut leaves = Vec::with_capacity(outcomes.len());
        for (leaf, groups) in outcomes {
            let alone = groups.len() == 1;
            for (contracts, mut records) in groups {
                if records.len() > 1 {
                    records.sort();
                    records.dedup();
                }
                if records.len() > self.limits.records {
                    return Err(self.give_up(LimitReached::Records(self.limits.records)));
                }
                let owner = if alone {
                    if let Some(node) = self.nodes.get_mut(leaf) {
                        node.contracts = contracts;
                    }
                    leaf
                } else {
                    self.nodes.push(Node { contracts, parent: Some(leaf) });
                    self.nodes.len() - 1
                };
                leaves.push(owner);
                entry.extend(records.into_iter().map(|record| (owner, record)));
            }
        }
        if leaves.len() > self.limits.contracts || self.nodes.len() > 16 * self.limits.contracts {
            return Err(self.give_up(LimitReached::Contracts(self.limits.contracts)));
        }
        self.leaves = leaves;
        if let Some(request) = request {
            self.keep(request, Entry::of(entry));
        }
        Ok(())
    }

    fn give_up(&mut self, limit: LimitReached) -> LimitReached {
        self.limit_reached = Some(limit);
        limit
    }

    /// Keeps the records possible for a request, and from time to time lets go of those that
    /// time has made absent.
    fn keep(&mut self, request: Hashed<'_>, entry: Entry) {
        if self.requests.set(request, entry) {
            self.floors.remove(request);
        }
        if self.requests.len() > self.sweep_above.min(self.limits.requests) {
            self.sweep();
            if self.requests.len() > self.limits.requests {
                self.limit_reached = Some(LimitReached::Requests(self.limits.requests));
            }
        }
    }

    /// Lets go of requests that time has made absent. The next sweep comes when there are twice
    /// as many requests as were live, or four times when this one found little to let go of.
    fn sweep(&mut self) {
        let (nodes, now, before) = (&self.nodes, self.now.time, self.requests.len());
        let gone = self.requests.take_gone(|entry| {
            entry.records().iter().all(|(owner, held)| {
                let absent = |node: &Node| always_absent(&node.contracts, &held.record, now);
                nodes.get(*owner).is_none_or(absent)
            })
        });
        for (request, entry) in gone {
            forget(&mut self.floors, request, &entry, self.limits.forgotten);
        }
        let live = self.requests.len();
        let factor = if before - live > live / 8 { 2 } else { 4 };
        self.sweep_above = factor * live + LEAST_BEFORE_SWEEP;
    }
}

/// Keeps of a request only the highest attempt that is known to have been issued for it.
fn forget(floors: &mut Floors, request: Gone, entry: &Entry, most: usize) {
    let highest = entry.records().iter().map(|(_, held)| held.known()).max();
    floors.keep(request, highest.unwrap_or(Attempt::NONE), most);
}

/// Whether every contract of a group has forgotten a record.
fn always_absent(contracts: &OpenContract, record: &Record<Concrete>, now: Tick) -> bool {
    decisions(contracts, |contract| is_forgotten(contract, record, now))
        .iter()
        .all(|(_, forgotten)| *forgotten)
}

//! A session: many requests over time, under a contract that may be open.
//!
//! For each contract still possible and each request, the session holds the set of records that
//! are possible. An observed answer narrows both.
//!
//! *What it claims.* What [`super`] claims, for sequences.
//! *How that is checked.* See [`super`].
//! *What is not covered.* After a forbidden answer the session goes on as if an allowed one had
//! been given; later verdicts say what the contract allows from there.

use super::agreement::agreement;
use super::possible::{Possible, possible, together};
use crate::spec::open::{OpenContract, decisions};
use crate::spec::{Attempt, Clause, Moment, Operation, Record, RequestId, Ticks, settle};
use crate::trace::form::{AnswerForm, Concrete, Tick};
use std::collections::{HashMap, VecDeque};

/// Limits on what a session holds. Reaching one is a named result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most groups of contracts that are told apart.
    pub contracts: usize,
    /// The most records possible at once for one request under one group of contracts.
    pub records: usize,
    /// The most forgotten requests whose attempts are still checked for being issued again.
    pub forgotten: usize,
}

impl Default for Limits {
    /// 4096 groups of contracts, 64 records a request, 65536 forgotten requests.
    fn default() -> Self {
        Limits { contracts: 4096, records: 64, forgotten: 65_536 }
    }
}

/// A limit that was reached: from then on nothing is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    /// Too many groups of contracts are possible: pin some parameters.
    Contracts(usize),
    /// Too many records are possible for one request: give more observed answers.
    Records(usize),
}

impl std::fmt::Display for LimitReached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LimitReached::Contracts(most) => {
                write!(f, "more than {most} groups of contracts are possible: pin some parameters")
            }
            LimitReached::Records(most) => {
                write!(f, "more than {most} records are possible: give more observed answers")
            }
        }
    }
}

impl std::error::Error for LimitReached {}

/// An answer that is allowed, by which clause, and under how many contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The answer.
    pub answer: AnswerForm,
    /// The clause that decides so.
    pub clause: Clause,
    /// Whether the store made use of its freedom to forget before.
    pub forgotten: bool,
    /// How many of the contracts still possible allow it.
    pub contracts: u64,
}

/// What is said of an observed answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is allowed, by these clauses.
    Allowed(Vec<Clause>),
    /// It is forbidden: these clauses decide otherwise.
    Forbidden(Vec<Clause>),
}

/// What the oracle says of one operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The set of allowed answers.
    pub allowed: Vec<Allowed>,
    /// The verdict on the observed answer, when one was given.
    pub verdict: Option<Verdict>,
}

/// One operation, as it is put to a session.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// When it takes effect. A time before the largest one used counts as that one.
    pub at: Tick,
    /// On which request. None only for a begin without a key.
    pub request: Option<&'a RequestId>,
    /// What is asked.
    pub operation: &'a Operation<Concrete>,
    /// What was answered, as far as it was observed.
    pub observed: Option<&'a AnswerForm>,
}

/// Groups of contracts are nodes of a tree: a group that must be told apart splits.
#[derive(Debug)]
struct Node {
    contracts: OpenContract,
    parent: Option<usize>,
}

/// The records possible for one request, each with the node under which it is.
type Entry = Vec<(usize, Record<Concrete>)>;

/// A session of the oracle.
#[derive(Debug)]
pub struct Session {
    limits: Limits,
    nodes: Vec<Node>,
    /// The nodes that are still possible and not split.
    leaves: Vec<usize>,
    requests: HashMap<RequestId, Entry>,
    swept_at: usize,
    /// Absent records, each with the highest attempt issued for its request.
    forgotten: HashMap<RequestId, Record<Concrete>>,
    forgotten_order: VecDeque<RequestId>,
    evicted: u64,
    now: Moment<Tick>,
    limit_reached: Option<LimitReached>,
}

/// For one leaf: the groups into which it falls, with the records possible from then on.
type Outcome = (usize, Vec<(OpenContract, Vec<Record<Concrete>>)>);

impl Session {
    /// A session in which any contract out of `open` may hold, and the same one all along.
    #[must_use]
    pub fn new(open: OpenContract, limits: Limits) -> Self {
        Session {
            limits,
            nodes: vec![Node { contracts: open, parent: None }],
            leaves: vec![0],
            requests: HashMap::new(),
            swept_at: 0,
            forgotten: HashMap::new(),
            forgotten_order: VecDeque::new(),
            evicted: 0,
            now: Moment { time: Tick::FIRST, incarnation: 0 },
            limit_reached: None,
        }
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
        let mut ruling = Ruling { allowed: Vec::new(), verdict: None };
        let mut agreeing = Vec::new();
        let (mut decided, mut kept) = (Vec::new(), Vec::new());
        for leaf in &self.leaves {
            let Some(node) = self.nodes.get(*leaf) else { continue };
            let unseen = Record::unseen();
            let (records, seen) = self.possible_records(question.request, *leaf, &unseen);
            let groups = possible(&node.contracts, &records, question.operation, self.now);
            let mut agreed = Vec::new();
            for (contracts, decided) in &groups {
                note(&mut ruling.allowed, contracts, decided);
                let Some(observed) = question.observed else { continue };
                for (contracts, found) in agreeing_courses(contracts, decided, seen, observed) {
                    let (clauses, records): (Vec<_>, Vec<_>) = found.into_iter().unzip();
                    agreeing.extend(clauses);
                    if !records.is_empty() {
                        agreed.push((contracts, records));
                    }
                }
            }
            kept.push((*leaf, together(agreed)));
            decided.push((*leaf, groups));
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
        self.install(question.request, if agrees { kept } else { otherwise(decided) })?;
        Ok(ruling)
    }

    /// The store restarted, or was restored, and has a new incarnation from now on. Its records
    /// are kept, or lost; the attempts that it issued stay issued.
    pub fn restart(&mut self, incarnation: u32, records_lost: bool) {
        self.now.incarnation = self.now.incarnation.max(incarnation);
        if records_lost {
            for (request, entry) in std::mem::take(&mut self.requests) {
                self.forget(request, &entry);
            }
            self.swept_at = 0;
        }
    }

    /// The store's incarnation: an input, which never goes back.
    pub fn incarnation(&mut self, incarnation: u32) {
        self.now.incarnation = self.now.incarnation.max(incarnation);
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
        self.evicted
    }

    /// The limit that was reached, if one was.
    #[must_use]
    pub fn limit_reached(&self) -> Option<LimitReached> {
        self.limit_reached
    }

    /// The records possible for a request under a leaf, and whether it was ever seen.
    fn possible_records<'a>(
        &'a self,
        request: Option<&RequestId>,
        leaf: usize,
        unseen: &'a Record<Concrete>,
    ) -> (Vec<&'a Record<Concrete>>, bool) {
        let Some(request) = request else { return (vec![unseen], false) };
        let Some(entry) = self.requests.get(request) else {
            let forgotten = self.forgotten.get(request);
            return (vec![forgotten.unwrap_or(unseen)], forgotten.is_some());
        };
        let mut at = Some(leaf);
        while let Some(node) = at {
            let here = entry.iter().filter(|(owner, _)| *owner == node);
            let records: Vec<_> = here.map(|(_, record)| record).collect();
            if !records.is_empty() {
                return (records, true);
            }
            at = self.nodes.get(node).and_then(|node| node.parent);
        }
        (vec![unseen], false)
    }

    /// Makes the outcomes of an operation what is possible from now on.
    fn install(
        &mut self,
        request: Option<&RequestId>,
        outcomes: Vec<Outcome>,
    ) -> Result<(), LimitReached> {
        let mut entry = Entry::new();
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
            self.keep(request, entry);
        }
        Ok(())
    }

    fn give_up(&mut self, limit: LimitReached) -> LimitReached {
        self.limit_reached = Some(limit);
        limit
    }

    /// Keeps the records possible for a request, and from time to time lets go of those that
    /// time has made absent.
    fn keep(&mut self, request: &RequestId, entry: Entry) {
        match self.requests.get_mut(request) {
            Some(slot) => *slot = entry,
            None => {
                self.forgotten.remove(request);
                self.requests.insert(request.clone(), entry);
            }
        }
        if self.requests.len() > 2 * self.swept_at + 1024 {
            self.sweep();
        }
    }

    fn sweep(&mut self) {
        let (nodes, now) = (&self.nodes, self.now.time);
        let gone = self.requests.extract_if(|_, entry| {
            entry.iter().all(|(owner, record)| {
                nodes.get(*owner).is_none_or(|node| always_absent(&node.contracts, record, now))
            })
        });
        let gone: Vec<_> = gone.collect();
        for (request, entry) in gone {
            self.forget(request, &entry);
        }
        self.swept_at = self.requests.len();
    }

    /// Keeps of a request only the highest attempt that was issued for it.
    fn forget(&mut self, request: RequestId, entry: &Entry) {
        let highest = entry.iter().map(|(_, record)| record.highest_attempt()).max();
        let absent = Record::Absent { floor: highest.unwrap_or(Attempt::NONE) };
        if self.forgotten.insert(request.clone(), absent).is_none() {
            self.forgotten_order.push_back(request);
        }
        while self.forgotten_order.len() > self.limits.forgotten {
            if let Some(oldest) = self.forgotten_order.pop_front() {
                self.evicted += u64::from(self.forgotten.remove(&oldest).is_some());
            }
        }
    }
}

/// Whether every contract of a group has forgotten a record.
fn always_absent(contracts: &OpenContract, record: &Record<Concrete>, now: Tick) -> bool {
    decisions(contracts, |contract| settle(contract, record, now))
        .iter()
        .all(|(_, settled)| matches!(settled, Record::Absent { .. }))
}

/// The courses of a group of contracts in which a decision agrees with what was observed.
type Agreeing = Vec<(OpenContract, Vec<(Clause, Record<Concrete>)>)>;

fn agreeing_courses(
    contracts: &OpenContract,
    decided: &[Possible<Concrete>],
    seen: bool,
    observed: &AnswerForm,
) -> Agreeing {
    together(decisions(contracts, |contract| {
        let agreeing = decided.iter().filter_map(|one| {
            let floor = if seen { one.floor } else { Attempt::NONE };
            let next = agreement(contract, one, floor, observed)?;
            Some((one.decision.clause, next))
        });
        agreeing.collect()
    }))
}

/// For one group of contracts: every decision that it allows.
type Decided = (OpenContract, Vec<Possible<Concrete>>);

/// The outcomes when no answer was observed, or none that is allowed.
fn otherwise(decided: Vec<(usize, Vec<Decided>)>) -> Vec<Outcome> {
    let next =
        |all: Vec<Possible<Concrete>>| all.into_iter().map(|one| one.decision.next).collect();
    let groups = |groups: Vec<Decided>| {
        groups.into_iter().map(|(contracts, all)| (contracts, next(all))).collect()
    };
    decided.into_iter().map(|(leaf, all)| (leaf, groups(all))).collect()
}

/// Adds the decisions of a group of contracts to the set of allowed answers.
fn note(allowed: &mut Vec<Allowed>, contracts: &OpenContract, decided: &[Possible<Concrete>]) {
    for one in decided {
        let answer = AnswerForm::of(&one.decision.answer);
        let clause = one.decision.clause;
        let same = allowed.iter_mut().find(|known| {
            known.clause == clause && known.forgotten == one.forgotten && known.answer == answer
        });
        match same {
            Some(known) => known.contracts += contracts.count(),
            None => allowed.push(Allowed {
                answer,
                clause,
                forgotten: one.forgotten,
                contracts: contracts.count(),
            }),
        }
    }
}

fn sorted(mut clauses: Vec<Clause>) -> Vec<Clause> {
    clauses.sort();
    clauses.dedup();
    clauses
}

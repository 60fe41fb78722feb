//! The shortest sequence of operations on which two contracts answer differently.
//!
//! A breadth-first search over pairs of records, one under each contract. Operations come at
//! the present instant, at the next deadlines, and one tick after them, since only there can
//! time change anything.
//!
//! With open parameters two contracts differ for certain only where no answer is allowed by
//! both; such a difference is looked for first, and one that depends on the open parameters is
//! reported when there is none.
//!
//! *What it claims.* A difference that is reported is one, and no shorter sequence of the
//! operations tried shows one of its kind.
//! *How that is checked.* Each pair of named contracts; the reported sequence is put to both
//! contracts again.
//! *What is not covered.* When nothing is found, the bounds say how far was looked. Several
//! requests at once cannot tell more than one, since requests do not touch each other.

use super::possible::possible;
use crate::key::Fingerprint;
use crate::spec::contract::Span;
use crate::spec::open::OpenContract;
use crate::spec::{Attempt, Clause, Moment, Record, Ticks};
use crate::trace::form::{
    AnswerForm, Concrete, FailureForm, FindingForm, JsonText, OperationForm, OutcomeForm, Tick,
};
use std::collections::{BTreeMap, BTreeSet};

/// How far to look, and at what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most operations in a sequence.
    pub operations: usize,
    /// The most pairs of records to visit.
    pub states: usize,
    /// Whether the times that answers tell are compared too.
    pub told_times: bool,
    /// The operations that are left out, by name.
    pub ignored: BTreeSet<String>,
}

impl Default for Bounds {
    /// 6 operations, 20000 states, told times not compared, nothing left out.
    fn default() -> Self {
        Bounds { operations: 6, states: 20_000, told_times: false, ignored: BTreeSet::new() }
    }
}

/// What the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The two allow exactly the same, in every parameter.
    Identical,
    /// They answer differently.
    Found(Box<Sequence>),
    /// Nothing was found within the bounds.
    NotWithin {
        /// How many pairs of records were visited.
        states: usize,
        /// The length up to which every sequence was tried.
        operations: usize,
    },
}

/// A sequence on which two contracts differ in the last answer only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The operations before the last, each with the answer that both give.
    pub before: Vec<Exchange>,
    /// Whether no answer to the last operation is allowed by both; otherwise it depends on the
    /// open parameters whether the two differ.
    pub certain: bool,
    /// The last operation, and when.
    pub at: Tick,
    /// The last operation.
    pub operation: OperationForm,
    /// What the first contract allows, with the clauses.
    pub left: Vec<(AnswerForm, Clause)>,
    /// What the second contract allows, with the clauses.
    pub right: Vec<(AnswerForm, Clause)>,
}

/// An operation and the answer that both contracts give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// When.
    pub at: Tick,
    /// What is asked.
    pub operation: OperationForm,
    /// What both answer.
    pub answer: AnswerForm,
}

/// Finds the shortest sequence on which the two contracts answer differently. `progress` is told
/// how many pairs of records have been visited.
#[must_use]
pub fn difference(
    left: &OpenContract,
    right: &OpenContract,
    bounds: &Bounds,
    mut progress: impl FnMut(u64),
) -> Difference {
    if left == right {
        return Difference::Identical;
    }
    let mut possible_difference = None;
    let alphabet = Alphabet::new();
    let mut nodes = vec![Node::start(left, right)];
    let mut seen: BTreeSet<(Side, Side, Tick)> = BTreeSet::new();
    let mut at = 0;
    let mut longest_tried = 0;
    while let Some(node) = nodes.get(at).cloned() {
        let length = node.length();
        if length >= bounds.operations || nodes.len() >= bounds.states {
            break;
        }
        longest_tried = length;
        progress(at as u64);
        let tried = alphabet.next(&node).into_iter();
        for (time, operation) in tried.filter(|(_, tried)| !bounds.ignored.contains(tried.name())) {
            let asked = (time, &operation);
            let (from_left, from_right) =
                (ask(&node.left, asked, bounds), ask(&node.right, asked, bounds));
            let certain = !from_left.keys().any(|answer| from_right.contains_key(answer));
            let differ = !from_left.keys().eq(from_right.keys());
            if certain || (differ && possible_difference.is_none()) {
                let found = Difference::Found(Box::new(Sequence {
                    before: history(&nodes, at),
                    certain,
                    at: time,
                    operation: operation.clone(),
                    left: shown(&from_left),
                    right: shown(&from_right),
                }));
                if certain {
                    return found;
                }
                possible_difference = Some(found);
            }
            for (answer, left) in from_left {
                let Some(right) = from_right.get(&answer) else { continue };
                if seen.insert((left.side.clone(), right.side.clone(), time)) {
                    // In full where both say the same in full; else as far as it was compared.
                    let full = left.shown.first().map(|(full, _)| full);
                    let told = right.shown.first().map(|(full, _)| full);
                    let answer = full.filter(|full| told == Some(*full)).cloned().unwrap_or(answer);
                    let exchange = Exchange { at: time, operation: operation.clone(), answer };
                    nodes.push(node.after(at, exchange, left.side, right.side.clone()));
                }
            }
        }
        at += 1;
    }
    let nothing = Difference::NotWithin { states: nodes.len(), operations: longest_tried };
    possible_difference.unwrap_or(nothing)
}

/// The records possible under one side's contracts.
type Side = Vec<(OpenContract, Record<Concrete>)>;

#[derive(Clone)]
struct Node {
    left: Side,
    right: Side,
    now: Tick,
    /// The attempts told so far, the latest last.
    told: Vec<Attempt>,
    length: usize,
    came_by: Option<(usize, Exchange)>,
}

impl Node {
    fn start(left: &OpenContract, right: &OpenContract) -> Node {
        Node {
            left: vec![(*left, Record::unseen())],
            right: vec![(*right, Record::unseen())],
            now: Tick::FIRST,
            told: Vec::new(),
            length: 0,
            came_by: None,
        }
    }

    fn length(&self) -> usize {
        self.length
    }

    fn after(&self, parent: usize, exchange: Exchange, left: Side, right: Side) -> Node {
        let mut told = self.told.clone();
        if let AnswerForm::Started { attempt: Some(attempt), .. } = &exchange.answer
            && !told.contains(attempt)
        {
            told.push(*attempt);
        }
        let (now, length) = (exchange.at, self.length + 1);
        Node { left, right, now, told, length, came_by: Some((parent, exchange)) }
    }
}

fn history(nodes: &[Node], mut at: usize) -> Vec<Exchange> {
    let mut exchanges = Vec::new();
    while let Some((parent, exchange)) = nodes.get(at).and_then(|node| node.came_by.clone()) {
        exchanges.push(exchange);
        at = parent;
    }
    exchanges.reverse();
    exchanges
}

/// What one side allows under one answer.
#[derive(Default)]
struct Allowed {
    side: Side,
    shown: Vec<(AnswerForm, Clause)>,
}

fn ask(
    side: &Side,
    (time, operation): (Tick, &OperationForm),
    bounds: &Bounds,
) -> BTreeMap<AnswerForm, Allowed> {
    let mut answers: BTreeMap<AnswerForm, Allowed> = BTreeMap::new();
    let mut canonicaliser = crate::key::Canonicaliser::default();
    // The alphabet holds operations only, so none is refused here.
    let Ok(operation) = operation.operation(&mut canonicaliser, |attempt| Ok(*attempt)) else {
        return answers;
    };
    let now = Moment { time, incarnation: 0 };
    for (contracts, record) in side {
        for (contracts, decided) in possible(contracts, &[record], &operation, now) {
            for one in decided {
                let full = AnswerForm::of(&one.decision.answer);
                let key = if bounds.told_times { full.clone() } else { without_times(&full) };
                let allowed = answers.entry(key).or_default();
                allowed.side.push((contracts, one.decision.next));
                allowed.shown.push((full, one.decision.clause));
            }
        }
    }
    for allowed in answers.values_mut() {
        allowed.side.sort();
        allowed.side.dedup();
        allowed.shown.sort();
        allowed.shown.dedup();
    }
    answers
}

fn shown(answers: &BTreeMap<AnswerForm, Allowed>) -> Vec<(AnswerForm, Clause)> {
    answers.values().flat_map(|allowed| allowed.shown.clone()).collect()
}

/// The answer without the times that it tells.
fn without_times(answer: &AnswerForm) -> AnswerForm {
    let mut answer = answer.clone();
    match &mut answer {
        AnswerForm::Started { lease_until, .. } | AnswerForm::Renewed { lease_until } => {
            *lease_until = None;
        }
        AnswerForm::InProgress { retry_after } => *retry_after = None,
        AnswerForm::Status { protection, .. } => *protection = None,
        _tells_no_time => {}
    }
    answer
}

/// The operations that are tried.
struct Alphabet {
    payloads: [Option<JsonText>; 2],
    results: [Option<JsonText>; 2],
}

impl Alphabet {
    fn new() -> Self {
        let json = |text: &str| JsonText::new(text).ok();
        Alphabet {
            payloads: [json(r#"{"amount":1}"#), json(r#"{"amount":2}"#)],
            results: [json(r#"{"receipt":"first"}"#), json(r#"{"receipt":"late"}"#)],
        }
    }

    /// Every operation worth asking next, at every instant worth waiting for.
    fn next(&self, node: &Node) -> Vec<(Tick, OperationForm)> {
        let mut times = BTreeSet::from([node.now]);
        for (contracts, record) in node.left.iter().chain(&node.right) {
            for deadline in deadlines(contracts, record) {
                let both = [deadline, deadline.later_by(1)];
                times.extend(
                    both.into_iter().filter(|time| *time >= node.now && *time != Tick::LAST),
                );
            }
        }
        let operations = self.operations(node);
        let at = |time| operations.iter().map(move |operation| (time, operation.clone()));
        times.into_iter().flat_map(at).collect()
    }

    fn operations(&self, node: &Node) -> Vec<OperationForm> {
        let [one, other] = &self.payloads;
        let mut operations = vec![
            begin(one, "first"),
            begin(one, "second"),
            begin(other, "third"),
            OperationForm::BeginWithoutKey {},
            cancel(&None),
            cancel(other),
            OperationForm::Status {},
        ];
        let attempts: Vec<_> = node.told.iter().rev().take(2).collect();
        for attempt in &attempts {
            self.closings(Some(**attempt), &None, &mut operations);
        }
        self.closings(None, one, &mut operations);
        self.closings(None, other, &mut operations);
        if attempts.is_empty() {
            self.closings(Some(Attempt::NONE.next(7)), &None, &mut operations);
        }
        operations
    }

    fn closings(
        &self,
        attempt: Option<Attempt>,
        payload: &Option<JsonText>,
        operations: &mut Vec<OperationForm>,
    ) {
        let payload = payload.clone();
        let fingerprint: Option<Fingerprint> = None;
        for result in &self.results {
            operations.push(OperationForm::Finish {
                attempt,
                payload: payload.clone(),
                fingerprint: fingerprint.clone(),
                result: result.clone(),
                result_unavailable: false,
            });
        }
        let refused = FailureForm::Refused { reason: "no stock".into() };
        for failure in [FailureForm::NotApplied {}, FailureForm::Unknown {}, refused] {
            let (payload, fingerprint) = (payload.clone(), fingerprint.clone());
            operations.push(OperationForm::Fail { attempt, payload, fingerprint, failure });
        }
        let success = self.results.first().cloned().flatten();
        let applied = success.map(|result| OutcomeForm::Success { result });
        let applied = applied.map(|outcome| FindingForm::Applied { outcome });
        for finding in applied.into_iter().chain([FindingForm::NotApplied {}]) {
            let (payload, fingerprint) = (payload.clone(), fingerprint.clone());
            let evidence = "ledger".into();
            operations.push(OperationForm::Resolve {
                attempt,
                payload,
                fingerprint,
                finding,
                evidence,
            });
        }
        operations.push(OperationForm::Renew { attempt, payload, fingerprint });
    }
}

fn begin(payload: &Option<JsonText>, claim: &str) -> OperationForm {
    let (payload, claim) = (payload.clone(), claim.into());
    OperationForm::Begin { payload, fingerprint: None, claim, follows: None }
}

fn cancel(payload: &Option<JsonText>) -> OperationForm {
    OperationForm::Cancel { payload: payload.clone(), fingerprint: None }
}

/// The instants at which time may change a record.
fn deadlines(contracts: &OpenContract, record: &Record<Concrete>) -> Vec<Tick> {
    let base = contracts.base();
    let later = |time: Tick, span| match span {
        Span::Ticks(ticks) => time.later_by(ticks),
        Span::Unbounded => Tick::LAST,
    };
    let mut found = Vec::new();
    if let Some(begun) = record.binding().and_then(|binding| binding.first_begun) {
        found.push(later(begun, base.retention));
    }
    match record {
        Record::Active { lease_until, .. } => found.push(*lease_until),
        Record::Completed { at, .. } => {
            let retained = later(*at, base.retention);
            found.extend([retained, later(retained, base.block_for), later(*at, base.block_for)]);
        }
        Record::Lapsed { since, .. } => found.push(later(*since, base.block_for)),
        Record::Absent { .. } | Record::Released { .. } | Record::Uncertain { .. } => {}
    }
    found
}

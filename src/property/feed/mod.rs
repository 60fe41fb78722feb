//! From the events of a trace to what a monitor is told.
//!
//! *What it claims.* Each event of a trace is told as the trace format says that a monitor reads
//! it ([`crate::trace`]): records change at `decide`, effects are counted at `applied`, answers
//! are known from their `return`. Where it is open what still happens, what is told is what
//! breaks nothing.
//! *How that is checked.* `tests/judged_traces.rs`.
//! *What is not covered.* Which returns stand for decisions: that is for [`mod@super::judge`]. A
//! process that crashed keeps its evidence, since what it told before is mostly not shown.

mod messages;
mod names;
mod saying;

use super::event::{Decided, Effect, Id, Observed};
use super::watch::During;
use crate::key::Canonicaliser;
use crate::spec::contract::Span;
use crate::spec::{Attempt, Clause, RequestId, Ticks};
use crate::trace::detail::Swept;
use crate::trace::detail::{Acknowledgement, EffectResult, Party, ReadBy, ReadResult, Returned};
use crate::trace::form::{AnswerForm, Concrete, OperationForm, Tick};
use crate::trace::header::StoreMemory;
use crate::trace::{Event, Header, Trace, What};
use messages::Messages;
use names::Everybody;
pub(super) use saying::told;
use saying::{is_evidence, saying};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Tells a monitor the events of one trace, one after the other.
#[derive(Debug)]
pub struct Feed<'t> {
    header: &'t Header,
    /// The numbers of the returns that stand for decisions.
    placed: BTreeSet<u64>,
    /// Whether the trace says intents; otherwise the request stands for the intent.
    intents: bool,
    everybody: Everybody,
    calls: BTreeMap<u64, Call>,
    claims: BTreeMap<String, OfClaim>,
    messages: Messages,
    /// By destination and downstream key: when the first effect took place.
    applied: BTreeMap<(String, String), Tick>,
    /// By destination and request: the latest attempt that it saw.
    latest: BTreeMap<(String, RequestId), Attempt>,
    uncovered: Vec<u64>,
    canonicaliser: Canonicaliser,
}

/// A call that was invoked.
#[derive(Clone, Debug)]
struct Call {
    operation: OperationForm,
    request: Option<RequestId>,
    intent: Option<Id>,
    claim: Option<String>,
    process: Option<String>,
    at: Tick,
    /// Whether it is a begin that was not decided yet.
    under_way: bool,
}

/// What is known of a delivery.
#[derive(Clone, Debug, Default)]
struct OfClaim {
    intent: Option<Id>,
    /// For which requests it was started.
    started: BTreeSet<RequestId>,
}

impl<'t> Feed<'t> {
    /// A feed of the events of this trace. `placed` are the numbers of the returns that stand
    /// for decisions.
    #[must_use]
    pub fn new(trace: &'t Trace, placed: BTreeSet<u64>) -> Feed<'t> {
        Feed {
            header: &trace.header,
            placed,
            intents: trace.has_intents(),
            everybody: Everybody::default(),
            calls: BTreeMap::new(),
            claims: BTreeMap::new(),
            messages: Messages::of(trace),
            applied: BTreeMap::new(),
            latest: BTreeMap::new(),
            uncovered: Vec::new(),
            canonicaliser: Canonicaliser::default(),
        }
    }

    /// What the monitor is told of an event, in order.
    pub fn tell(&mut self, event: &Event) -> Vec<Observed<Concrete>> {
        match &event.what {
            What::Invoke { operation } => self.invoked(event, operation),
            What::Return(returned) => self.returned(event, returned),
            What::Decide { operation, answer, clause, .. } => {
                let call = event.call.and_then(|call| self.calls.get(&call));
                let invoked = call.map(|call| call.operation.clone());
                let Some(operation) = operation.clone().or(invoked) else { return Vec::new() };
                self.decided(event, &operation, answer, *clause, During::at(event.time))
            }
            What::Effect { .. } => self.effect(event),
            What::Acknowledge(Acknowledgement::Success { .. }) => {
                let Some(intent) = self.intent(event) else { return Vec::new() };
                let by = event.process.as_ref().filter(|name| self.messages.is_told(name));
                let by = by.map(|name| self.everybody.processes.number(name));
                vec![Observed::Acknowledged { intent, by }]
            }
            What::ReadBack { by: ReadBy::Key { .. }, result: ReadResult::Found { .. }, .. } => {
                self.learnt(event).into_iter().collect()
            }
            What::Send { .. }
            | What::Deliver { .. }
            | What::Duplicate { .. }
            | What::Lose { .. } => self.message(event),
            What::Sweep(Swept::Write { to, written: true }) => {
                let Some(request) = &event.request else { return Vec::new() };
                let request = self.everybody.requests.number(request);
                vec![Observed::Swept { request, to: *to, when: During::at(event.time) }]
            }
            What::Crash { of: Party::Process { name } | Party::Caller { name } } => {
                vec![Observed::Crashed { process: self.everybody.processes.number(name) }]
            }
            What::Crash { of: Party::Store {} } if self.header.store == StoreMemory::Volatile => {
                vec![Observed::StoreLost]
            }
            What::Restore { of: Party::Store {}, .. } => vec![Observed::StoreRestored],
            What::Acknowledge(_)
            | What::ReadBack { .. }
            | What::Sweep(_)
            | What::Crash { .. }
            | What::Restart { .. }
            | What::Restore { .. }
            | What::Advance { .. } => Vec::new(),
        }
    }

    /// The numbers of the effects that no claim covers.
    #[must_use]
    pub fn uncovered(&self) -> &[u64] {
        &self.uncovered
    }

    /// The request of a number.
    #[must_use]
    pub fn request_of(&self, number: Id) -> Option<&RequestId> {
        self.everybody.requests.name(number)
    }

    /// The name of an intent's number: in a trace without intents, that of its request.
    #[must_use]
    pub fn intent_name(&self, number: Id) -> Option<String> {
        if self.intents {
            return self.everybody.intents.name(number).cloned();
        }
        self.request_of(number).map(|request| format!("{} / {}", request.scope, request.key))
    }

    /// The request of an event, or of its call.
    pub(super) fn request(&self, event: &Event) -> Option<RequestId> {
        let of_call = || event.call.and_then(|call| self.calls.get(&call)?.request.clone());
        event.request.clone().or_else(of_call)
    }
}

impl Feed<'_> {
    fn invoked(&mut self, event: &Event, operation: &OperationForm) -> Vec<Observed<Concrete>> {
        let Some(call) = event.call else { return Vec::new() };
        let intent = self.intent(event);
        let begins =
            matches!(operation, OperationForm::Begin { .. } | OperationForm::BeginWithoutKey {});
        let claim = self.claim(event, operation);
        if let Some(claim) = &claim {
            let of_claim = self.claims.entry(claim.clone()).or_default();
            of_claim.intent = of_claim.intent.or(intent);
        }
        let invoked = Call {
            operation: operation.clone(),
            request: event.request.clone(),
            intent,
            claim,
            process: event.process.clone(),
            at: event.time,
            under_way: begins && intent.is_some(),
        };
        let told = invoked.under_way.then_some(intent).flatten();
        self.calls.insert(call, invoked);
        told.map(|intent| Observed::UnderWay { intent }).into_iter().collect()
    }

    fn returned(&mut self, event: &Event, returned: &Returned) -> Vec<Observed<Concrete>> {
        let Some(call) = event.call.and_then(|call| self.calls.get(&call)).cloned() else {
            return Vec::new();
        };
        let mut told = Vec::new();
        if let Returned::Answer(answer) = returned {
            if self.placed.contains(&event.seq) {
                let when = During { from: call.at, to: event.time };
                told.extend(self.decided(event, &call.operation, answer, None, when));
            }
            if is_evidence(&call.operation, answer) {
                told.extend(self.learnt(event));
            }
        }
        told.extend(self.no_longer_under_way(event));
        told
    }

    fn decided(
        &mut self,
        event: &Event,
        form: &OperationForm,
        answer: &AnswerForm,
        clause: Option<Clause>,
        when: During<Tick>,
    ) -> Vec<Observed<Concrete>> {
        let Ok(operation) = form.operation(&mut self.canonicaliser, |attempt| Ok(*attempt)) else {
            return Vec::new(); // No reader lets such an event pass.
        };
        let intent = self.intent(event);
        let request = self.request(event);
        let claim = self.claim(event, form);
        let call = event.call.and_then(|call| self.calls.get(&call));
        let process = event.process.clone().or_else(|| call.and_then(|call| call.process.clone()));
        let started = matches!(answer, AnswerForm::Started { .. });
        if let Some((claim, request)) = claim.as_ref().zip(request.as_ref()).filter(|_| started) {
            let of_claim = self.claims.entry(claim.clone()).or_default();
            of_claim.intent = of_claim.intent.or(intent);
            of_claim.started.insert(request.clone());
        }
        let scope = request.as_ref().map_or("", |request| &request.scope).to_owned();
        let decided = Decided {
            request: request.map(|request| self.everybody.requests.number(&request)),
            scope: self.everybody.scopes.number(&scope),
            intent,
            process: process.map(|process| self.everybody.processes.number(&process)),
            claim: claim.map(Arc::from),
            operation,
            answer: saying(answer),
            clause,
            when,
            step: None,
        };
        let mut told = vec![Observed::Decided(decided)];
        told.extend(self.no_longer_under_way(event));
        told
    }

    fn effect(&mut self, event: &Event) -> Vec<Observed<Concrete>> {
        let What::Effect { destination, result, downstream_key, message, .. } = &event.what else {
            return Vec::new();
        };
        let mut told = Vec::new();
        if matches!(result, EffectResult::Applied { .. }) {
            let of_claim = event.claim.as_ref().and_then(|claim| self.claims.get(claim));
            let covered = of_claim.is_some_and(|it| match &event.request {
                Some(request) => it.started.contains(request),
                None => !it.started.is_empty(),
            });
            if !covered {
                self.uncovered.push(event.seq);
            }
            let form = self.header.destinations.iter().find(|form| form.name == *destination);
            told.push(Observed::Effect(Effect {
                intent: self.intent(event),
                request: event.request.as_ref().map(|it| self.everybody.requests.number(it)),
                claim: event.claim.as_deref().map(Arc::from),
                idempotent: form.is_some_and(|form| form.idempotent),
                promised: self.promised(event, destination, downstream_key.as_ref()),
            }));
        }
        let success = !matches!(result, EffectResult::Refused { .. });
        match message {
            Some(message) => {
                self.messages.answered(message, success);
                told.extend(self.intent(event).map(|intent| Observed::Arrived { intent }));
            }
            None if success => told.extend(self.learnt(event)),
            None => {}
        }
        told
    }

    /// Whether the destination promised not to apply what it applied now.
    fn promised(&mut self, event: &Event, destination: &str, key: Option<&String>) -> bool {
        let form = self.header.destinations.iter().find(|form| form.name == destination);
        let Some(form) = form else { return false };
        let mut promised = false;
        if let Some((span, key)) = form.deduplicates_for.zip(key) {
            let key = (destination.to_owned(), key.clone());
            if let Some(first) = self.applied.get(&key) {
                promised = match span {
                    Span::Ticks(ticks) => event.time < first.later_by(ticks),
                    Span::Unbounded => true,
                };
            }
            self.applied.entry(key).or_insert(event.time);
        }
        if let Some((attempt, request)) = event.attempt.zip(event.request.as_ref()) {
            let latest = self.latest.entry((destination.to_owned(), request.clone()));
            let latest = latest.or_insert(attempt);
            promised |= form.checks_attempt && attempt < *latest;
            *latest = attempt.max(*latest);
        }
        promised
    }

    /// The begin of an event's call is not under way any more.
    fn no_longer_under_way(&mut self, event: &Event) -> Option<Observed<Concrete>> {
        let call = event.call.and_then(|call| self.calls.get_mut(&call))?;
        let was = std::mem::replace(&mut call.under_way, false);
        let intent = call.intent.filter(|_| was)?;
        Some(Observed::Arrived { intent })
    }

    /// Whoever acts has evidence of success.
    fn learnt(&mut self, event: &Event) -> Option<Observed<Concrete>> {
        let intent = self.intent(event)?;
        let by = event.process.as_ref().map(|name| self.everybody.processes.number(name))?;
        self.messages.learns(intent, by);
        Some(Observed::Learnt { intent, by })
    }

    /// The intent of an event, of its call, of its claim, or of its message.
    fn intent(&mut self, event: &Event) -> Option<Id> {
        if !self.intents {
            return self.request(event).map(|request| self.everybody.requests.number(&request));
        }
        if let Some(intent) = &event.intent {
            return Some(self.everybody.intents.number(intent));
        }
        let call = event.call.and_then(|call| self.calls.get(&call));
        let claim = event.claim.as_ref().or(call.and_then(|call| call.claim.as_ref()));
        let of_claim = || claim.and_then(|claim| self.claims.get(claim)?.intent);
        call.and_then(|call| call.intent).or_else(of_claim).or_else(|| self.messages.intent(event))
    }

    /// The delivery that is handled: said, or that of the call, or that which a begin says.
    fn claim(&self, event: &Event, operation: &OperationForm) -> Option<String> {
        let call = event.call.and_then(|call| self.calls.get(&call));
        let begin = match operation {
            OperationForm::Begin { claim, .. } => Some(claim.to_string()),
            _ => None,
        };
        event.claim.clone().or_else(|| call.and_then(|call| call.claim.clone())).or(begin)
    }
}

//! A small store: several requests in two scopes, driven by `step`, with time, restarts and
//! forgetting. What callers do is symbolic, so that a sequence can be projected and shrunk.

use super::values::{BOUND, FOREIGN, OTHER, Print, Tiny};
use onceproof::spec::settle::{is_over, may_be_forgotten};
use onceproof::spec::{
    Answer, Attempt, Begin, Claimant, Contract, Decision, Failure, Finding, Moment, Operation,
    Outcome, Record, settle, step,
};

/// How one record and one operation are decided: by `step`, or by a mutant of it.
pub type Step = fn(&Contract, &Record<Tiny>, &Operation<Tiny>, Moment<u8>) -> Decision<Tiny>;

/// The real `step`.
pub fn real(
    contract: &Contract,
    record: &Record<Tiny>,
    operation: &Operation<Tiny>,
    now: Moment<u8>,
) -> Decision<Tiny> {
    step(contract, record, operation, now)
}

/// How many requests there are: two in each of two scopes.
pub const REQUESTS: usize = 4;

/// The scope of a request.
pub fn scope_of(request: usize) -> usize {
    request / 2
}

/// One act of the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A caller asks something about a request.
    Ask(usize, Ask),
    /// Time passes.
    Advance(u8),
    /// The store comes up again in a new incarnation, with its records or without them.
    Restart { keeps_records: bool },
    /// A store that may forget does.
    Forget(usize),
}

/// What a caller asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    Begin { payload: u8, claim: u8 },
    BeginWithoutKey,
    Finish(By, Option<u8>),
    Fail(By, Failure<Tiny>),
    Renew(By),
    Resolve(By, Finding<Tiny>),
    Cancel(Option<u8>),
    Status,
    Sweep,
}

/// In whose name a caller closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The latest attempt issued for the request.
    Latest,
    /// The first one issued for it.
    First,
    /// Nobody's: by the payload.
    Payload(u8),
}

/// One operation as it was decided.
#[derive(Clone, Debug)]
pub struct Event {
    pub request: usize,
    pub settled: Record<Tiny>,
    pub operation: Operation<Tiny>,
    pub now: Moment<u8>,
    pub decision: Decision<Tiny>,
}

impl Event {
    /// The attempt that was newly issued, if one was.
    pub fn issued(&self) -> Option<Attempt> {
        match &self.decision.answer {
            Answer::Started { attempt, .. } if self.decision.next != self.settled => Some(*attempt),
            _other => None,
        }
    }

    /// The outcome that was recorded, as the operation gave it.
    pub fn recorded(&self) -> Option<Outcome<Tiny>> {
        use onceproof::spec::Refusal::{Cancelled, Final, Sealed};
        match (&self.operation, &self.decision.answer) {
            (Operation::Finish(_, Some(result)), Answer::Completed { .. }) => {
                Some(Outcome::Success(*result))
            }
            (Operation::Finish(_, None), Answer::Completed { .. }) => {
                Some(Outcome::ResultUnavailable)
            }
            (Operation::Fail(_, Failure::Refused(why)), Answer::Completed { .. }) => {
                Some(Outcome::Refused(Final(*why)))
            }
            (Operation::Fail(_, Failure::NotApplied), Answer::Completed { .. }) => {
                Some(Outcome::Refused(Sealed))
            }
            (Operation::Resolve(_, Finding::Applied(outcome), _), Answer::Resolved) => {
                Some(outcome.clone())
            }
            (Operation::Cancel(_), Answer::Cancelled) => Some(Outcome::Refused(Cancelled)),
            _other => None,
        }
    }
}

/// The store.
#[derive(Clone, Debug)]
pub struct Store {
    step: Step,
    contract: Contract,
    time: u8,
    incarnation: u32,
    /// A fault: requests of both scopes that have the same key share a record.
    joins_scopes: bool,
    /// The highest attempt of any record that the store has forgotten: one for all of it.
    floor: Attempt,
    records: [Option<Record<Tiny>>; REQUESTS],
    issued: [Vec<Attempt>; REQUESTS],
    /// What was decided, in order.
    pub history: Vec<Event>,
}

impl Store {
    pub fn new(step: Step, contract: Contract) -> Store {
        Store {
            step,
            contract,
            time: 0,
            incarnation: 0,
            joins_scopes: false,
            floor: Attempt::NONE,
            records: Default::default(),
            issued: Default::default(),
            history: Vec::new(),
        }
    }

    /// What became of all acts.
    pub fn after(step: Step, contract: Contract, acts: &[Act]) -> Store {
        Store::new(step, contract).through(acts)
    }

    /// The store with the fault that requests of both scopes share a record.
    pub fn that_joins_scopes(self) -> Store {
        Store { joins_scopes: true, ..self }
    }

    /// What becomes of it by all acts.
    pub fn through(mut self, acts: &[Act]) -> Store {
        for act in acts {
            self.act(act);
        }
        self
    }

    /// Lets one act happen.
    pub fn act(&mut self, act: &Act) {
        match act {
            Act::Ask(request, ask) => self.ask(*request, ask),
            Act::Advance(ticks) => self.time = self.time.saturating_add(*ticks).min(u8::MAX - 1),
            Act::Restart { keeps_records } => {
                self.incarnation += 1;
                if !keeps_records {
                    self.records = Default::default();
                    self.floor = Attempt::NONE;
                }
            }
            Act::Forget(request) => {
                let settled = settle(&self.contract, &self.record(*request), self.time);
                if let Some(gone) = may_be_forgotten(&self.contract, &settled, self.time) {
                    self.keep(*request, gone);
                }
            }
        }
    }

    fn ask(&mut self, request: usize, ask: &Ask) {
        let now = Moment { time: self.time, incarnation: self.incarnation };
        let record = self.record(request);
        let operation = self.operation(request, ask);
        let decision = (self.step)(&self.contract, &record, &operation, now);
        let settled = settle(&self.contract, &record, self.time);
        self.keep(request, decision.next.clone());
        let event = Event { request, settled, operation, now, decision };
        self.issued[request].extend(event.issued());
        self.history.push(event);
    }

    /// The record of a request; of one not kept, all that is known is the store's floor.
    fn record(&self, request: usize) -> Record<Tiny> {
        self.records[self.place(request)].clone().unwrap_or(Record::Absent { floor: self.floor })
    }

    fn keep(&mut self, request: usize, next: Record<Tiny>) {
        let place = self.place(request);
        self.records[place] = match next {
            Record::Absent { floor } => {
                self.floor = self.floor.max(floor);
                None
            }
            present => Some(present),
        };
    }

    fn place(&self, request: usize) -> usize {
        if self.joins_scopes { request % 2 } else { request }
    }

    fn operation(&self, request: usize, ask: &Ask) -> Operation<Tiny> {
        let by = |by: &By| match by {
            By::Latest => Claimant::Attempt(self.issued[request].last().copied().unwrap_or(NONE)),
            By::First => Claimant::Attempt(self.issued[request].first().copied().unwrap_or(NONE)),
            By::Payload(payload) => Claimant::Payload(print(*payload)),
        };
        match ask {
            Ask::Begin { payload, claim } => {
                let (payload, claim) = (print(*payload), *claim);
                Operation::Begin(Begin { payload, claim, follows: None })
            }
            Ask::BeginWithoutKey => Operation::BeginWithoutKey,
            Ask::Finish(who, result) => Operation::Finish(by(who), *result),
            Ask::Fail(who, failure) => Operation::Fail(by(who), failure.clone()),
            Ask::Renew(who) => Operation::Renew(by(who)),
            Ask::Resolve(who, finding) => Operation::Resolve(by(who), finding.clone(), 0),
            Ask::Cancel(payload) => Operation::Cancel(payload.map(print)),
            Ask::Status => Operation::Status,
            Ask::Sweep => Operation::Sweep,
        }
    }

    /// An answer in which attempts are named by the order in which they were issued for the
    /// request, so that two stores that number differently can be compared.
    pub fn renamed(&self, event: &Event) -> (Answer<Tiny>, Option<usize>) {
        let place = |attempt: &Attempt| {
            self.issued[event.request].iter().position(|issued| issued == attempt)
        };
        let mut answer = event.decision.answer.clone();
        let place = match &mut answer {
            Answer::Started { attempt, .. }
            | Answer::AlreadyCompleted { attempt: Some(attempt), .. }
            | Answer::StaleAttempt { current: Some(attempt) }
            | Answer::Status { attempt: Some(attempt), .. } => {
                let place = place(attempt);
                *attempt = NONE;
                place
            }
            _names_none => None,
        };
        (answer, place)
    }
}

const NONE: Attempt = Attempt::NONE;

fn print(payload: u8) -> Print {
    [BOUND, OTHER, FOREIGN][usize::from(payload) % 3]
}

/// Whether a span from a time is over.
pub fn over(contract: &Contract, deadline: u8, now: u8) -> bool {
    is_over(contract, deadline, now)
}

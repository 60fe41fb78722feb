//! Whether an event may follow what came before it: the rules that go beyond one line.
//!
//! *What it claims.* A trace whose events were all admitted is one that a monitor can be fed
//! with: every name is declared, every call, message and process is where the format says.
//! The reader and the recorder use the same rules.
//! *How that is checked.* `tests/trace_format.rs`: one bad sample a rule.
//! *What is not covered.* Whether the layer behaved: a faulty layer makes a good trace.

mod calls;
mod envelope;
mod messages;

use super::detail::{Earlier, Party, ReadResult};
use super::event::{Event, What};
use super::fault::{Fault, nearest};
use super::form::OperationForm;
use super::header::{Header, StoreMemory};
use super::name::{Kind, LARGEST, Member, Path};
use crate::key::{Canonicaliser, canonical::Mode};
use crate::spec::Ticks;
use calls::Call;
use messages::Message;
use std::collections::HashMap;

/// A fault, and the member at which it is.
pub(crate) type Found = Result<(), (Path, Fault)>;

/// What must be remembered of the events so far: an entry a call, a message and a crashed
/// process, so no more than one an event.
#[derive(Debug)]
pub(crate) struct Admission {
    header: Header,
    /// The `seq` of the last event.
    last: u64,
    /// What each clock read last, in the order of the header.
    clocks: Vec<Option<u64>>,
    calls: HashMap<u64, Call>,
    messages: HashMap<String, Message>,
    /// The processes and callers that crashed and have not restarted, and when.
    crashed: HashMap<String, u64>,
    canonicaliser: Canonicaliser,
}

impl Admission {
    pub(crate) fn new(header: &Header) -> Admission {
        Admission {
            header: header.clone(),
            last: 0,
            clocks: vec![None; header.clocks.len()],
            calls: HashMap::new(),
            messages: HashMap::new(),
            crashed: HashMap::new(),
            canonicaliser: Canonicaliser::new(Mode::Fingerprint),
        }
    }

    /// What a clock read last. None: nothing so far, or there is no such clock.
    pub(crate) fn reading(&self, clock: &str) -> Option<u64> {
        let at = self.header.clocks.iter().position(|declared| declared.name == clock)?;
        self.clocks.get(at).copied().flatten()
    }

    /// The process that invoked a call.
    pub(crate) fn process_of(&self, call: u64) -> Option<String> {
        self.calls.get(&call)?.invoked.as_ref()?.process.clone()
    }

    /// Admits the next event, or says why not and remembers nothing of it.
    pub(crate) fn admit(&mut self, event: &Event) -> Found {
        envelope::check(event, &self.header, self.last)?;
        let (clock, time) = self.clock(event)?;
        self.alive(event)?;
        match &event.what {
            What::Invoke { operation } => {
                self.operation(event, operation)?;
                self.invoke(event)?;
            }
            What::Return(_) => self.returned(event)?,
            What::Decide { operation, clause, .. } => {
                if clause.is_some() && self.header.contract.is_none() {
                    let what = "a clause decides under a contract, and none is declared";
                    let path = Path::of(["event", "decide", "clause"]);
                    return Err((path, Fault::ContradictsHeader { what }));
                }
                if let Some(operation) = operation {
                    self.operation(event, operation)?;
                }
                self.decide(event, operation.is_some())?;
            }
            What::Effect { destination, .. } => self.destination(event, destination)?,
            What::ReadBack { destination, result, .. } => {
                self.destination(event, destination)?;
                if let ReadResult::Found { count, .. } = result {
                    let path = || Path::of(["event", "read_back", "result", "found", "count"]);
                    in_range(*count, 1, LARGEST, path)?;
                }
            }
            What::Send { message, to, answers, .. } => {
                self.party(event, to, &["send", "to"])?;
                self.call_is_known(event)?;
                self.send(event, message, answers.as_deref())?;
            }
            What::Deliver { message } | What::Duplicate { message } | What::Lose { message } => {
                self.call_is_known(event)?;
                self.carry(event, message)?;
            }
            What::Acknowledge(_) | What::Sweep(_) => {}
            What::Crash { of } => {
                self.party(event, of, &["crash", "of"])?;
                if let Party::Process { name } | Party::Caller { name } = of {
                    self.crashed.insert(name.clone(), event.seq);
                }
            }
            What::Restart { of, .. } => {
                self.party(event, of, &["restart", "of"])?;
                if let Party::Process { name } | Party::Caller { name } = of {
                    self.crashed.remove(name);
                }
            }
            What::Restore { of, to, .. } => {
                self.party(event, of, &["restore", "of"])?;
                self.restore(event, of, *to)?;
            }
            What::Advance { .. } => {}
        }
        self.last = event.seq;
        if let Some(reading) = self.clocks.get_mut(clock) {
            *reading = Some(time);
        }
        Ok(())
    }

    /// The clock's place in the header, and its reading.
    fn clock(&self, event: &Event) -> Result<(usize, u64), (Path, Fault)> {
        let names = || self.header.clocks.iter().map(|clock| clock.name.as_str());
        let Some(at) = names().position(|name| name == event.clock) else {
            return Err((Path::of(["clock"]), undeclared("clock", &event.clock, names())));
        };
        let Some(time) = event.time.number() else {
            return Err((Path::of(["time"]), Fault::TimeWithoutEnd));
        };
        let before = self.clocks.get(at).copied().flatten();
        if let Some(before) = before.filter(|before| *before > time) {
            return Err((Path::of(["time"]), Fault::TimeWentBack { before }));
        }
        if let What::Advance { ticks } = event.what {
            let path = || Path::of(["event", "advance", "ticks"]);
            in_range(ticks, 1, LARGEST - 1, path)?;
            if ticks > time {
                let what = "the clock would have read less than 0 before".to_owned();
                return Err((path(), Fault::Form { what }));
            }
            if let Some(before) = before.filter(|before| *before > time.saturating_sub(ticks)) {
                return Err((path(), Fault::JumpTooFar { before }));
            }
        }
        Ok((at, time))
    }

    /// Whether whoever acts has not crashed. What it did before may still take effect.
    fn alive(&self, event: &Event) -> Found {
        let late = matches!(event.kind(), Kind::Decide | Kind::Effect);
        let Some(seq) = event.process.as_ref().and_then(|process| self.crashed.get(process)) else {
            return Ok(());
        };
        if late || self.header.misses(Kind::Restart) {
            return Ok(());
        }
        let what = "the process crashed there, and has not restarted";
        Err((Path::of(["process"]), Fault::ContradictsEarlier { what, seq: *seq }))
    }

    /// Whether the operation says something, and the request is there if it needs one.
    fn operation(&mut self, event: &Event, operation: &OperationForm) -> Found {
        let kind = event.kind();
        let keyless = matches!(operation, OperationForm::BeginWithoutKey {});
        let member = Member::Request;
        match (&event.request, keyless) {
            (Some(_), true) => {
                return Err((Path::of(["request"]), Fault::MemberForbidden { kind, member }));
            }
            (None, false) => {
                return Err((Path::default(), Fault::MemberMissing { kind, member }));
            }
            _ => {}
        }
        let said = operation.operation(&mut self.canonicaliser, |attempt| Ok(*attempt));
        said.map(drop).map_err(|wrong| {
            let steps = ["event", kind.name(), "operation", operation.name(), wrong.member];
            // A refused payload is told with a place inside itself; the place here is its own.
            let what = wrong.what.split(" (line ").next().unwrap_or_default().to_owned();
            (Path::of(steps), Fault::Form { what })
        })
    }

    fn call_is_known(&self, event: &Event) -> Found {
        let unknown = |call: &u64| !self.calls.contains_key(call);
        match event.call.filter(unknown) {
            Some(_) if !self.header.misses(Kind::Invoke) => Err(not_invoked()),
            _ => Ok(()),
        }
    }

    fn restore(&self, event: &Event, of: &Party, to: Earlier) -> Found {
        let path = Path::of(["event", "restore", "of"]);
        match (of, self.header.store) {
            (Party::Process { .. }, _) => {
                let what = "a process has no state of its own to restore; name a caller".to_owned();
                return Err((path, Fault::Form { what }));
            }
            (Party::Store {}, StoreMemory::Volatile) => {
                let what = "a volatile store has no earlier state to go back to";
                return Err((path, Fault::ContradictsHeader { what }));
            }
            _ => {}
        }
        match to {
            Earlier::Seq { seq } => {
                let path = || Path::of(["event", "restore", "to", "seq", "seq"]);
                in_range(seq, 0, event.seq.saturating_sub(1), path)
            }
            Earlier::Time { time } => {
                let path = || Path::of(["event", "restore", "to", "time", "time"]);
                let most = event.time.number().unwrap_or_default();
                in_range(time.number().unwrap_or(u64::MAX), u64::FIRST, most, path)
            }
        }
    }

    fn party(&self, event: &Event, party: &Party, steps: &[&str]) -> Found {
        let path =
            |party: &str| Path::of(["event"].iter().chain(steps).copied()).to(party).to("name");
        match party {
            Party::Store {} => Ok(()),
            Party::Process { name } if name.is_empty() => Err((path("process"), Fault::EmptyName)),
            Party::Caller { name } if name.is_empty() => Err((path("caller"), Fault::EmptyName)),
            Party::Process { .. } | Party::Caller { .. } => Ok(()),
            Party::Destination { name } => {
                self.destination(event, name).map_err(|(_, fault)| (path("destination"), fault))
            }
        }
    }

    fn destination(&self, event: &Event, name: &str) -> Found {
        let names = || self.header.destinations.iter().map(|it| it.name.as_str());
        if names().any(|declared| declared == name) {
            return Ok(());
        }
        let path = Path::of(["event", event.kind().name(), "destination"]);
        Err((path, undeclared("destination", name, names())))
    }
}

fn not_invoked() -> (Path, Fault) {
    (Path::of(["call"]), Fault::WithoutEarlier { what: "that call was not invoked" })
}

fn undeclared<'a>(
    what: &'static str,
    name: &str,
    declared: impl Iterator<Item = &'a str>,
) -> Fault {
    Fault::Undeclared { what, name: name.to_owned(), nearest: nearest(name, declared) }
}

fn in_range(number: u64, least: u64, most: u64, path: impl Fn() -> Path) -> Found {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err((path(), Fault::OutOfRange { least, most }))
}

//! The rules of calls: one invoke, one return, and as many decisions as its request had copies.
//!
//! *What it claims.* What a call's events say of its process and request agrees.
//! *How that is checked.* `tests/trace_format.rs`: one bad sample a rule.
//! *What is not covered.* Whether the answers are right.

use super::{Admission, Found, not_invoked};
use crate::spec::RequestId;
use crate::trace::event::Event;
use crate::trace::fault::Fault;
use crate::trace::name::{Kind, Member, Path};

#[derive(Debug, Default)]
pub(super) struct Call {
    /// The `seq` of its first event.
    pub(super) seen: u64,
    pub(super) invoked: Option<Invoked>,
    pub(super) returned: Option<u64>,
    /// How often it took effect.
    pub(super) decisions: u64,
    /// The `seq` at which it took effect last.
    pub(super) decided: u64,
    /// How many further copies of its request there were.
    pub(super) duplicates: u64,
}

impl Call {
    pub(super) fn seen(event: &Event) -> Call {
        Call { seen: event.seq, ..Call::default() }
    }
}

#[derive(Debug)]
pub(super) struct Invoked {
    pub(super) seq: u64,
    pub(super) process: Option<String>,
    pub(super) request: Option<RequestId>,
}

impl Admission {
    pub(super) fn invoke(&mut self, event: &Event) -> Found {
        let id = event.call.unwrap_or_default();
        if let Some(call) = self.calls.get(&id) {
            let what = "that call was there already";
            return Err((Path::of(["call"]), Fault::ContradictsEarlier { what, seq: call.seen }));
        }
        let (process, request) = (event.process.clone(), event.request.clone());
        let invoked = Some(Invoked { seq: event.seq, process, request });
        self.calls.insert(id, Call { invoked, ..Call::seen(event) });
        Ok(())
    }

    pub(super) fn returned(&mut self, event: &Event) -> Found {
        let id = event.call.unwrap_or_default();
        let call = self.calls.get(&id);
        if let Some(seq) = call.and_then(|call| call.returned) {
            let what = "that call returned already";
            return Err((Path::of(["call"]), Fault::ContradictsEarlier { what, seq }));
        }
        match call.and_then(|call| call.invoked.as_ref()) {
            Some(invoked) => {
                let what = "another process invoked that call";
                agrees("process", event.process.as_ref(), invoked.process.as_ref(), invoked, what)?;
                invoked.concerns(event)?;
            }
            None if self.header.misses(Kind::Invoke) => {}
            None => return Err(not_invoked()),
        }
        let call = self.calls.entry(id).or_insert_with(|| Call::seen(event));
        call.returned = Some(event.seq);
        Ok(())
    }

    pub(super) fn decide(&mut self, event: &Event, says_operation: bool) -> Found {
        let Some(id) = event.call else {
            if says_operation {
                return Ok(());
            }
            let (kind, member) = (Kind::Decide, Member::Call);
            return Err((Path::default(), Fault::MemberMissing { kind, member }));
        };
        let call = self.calls.get(&id);
        match call.and_then(|call| call.invoked.as_ref()) {
            Some(invoked) => invoked.concerns(event)?,
            None if says_operation => {}
            None => {
                let what = "a decision of a call that was not invoked says its operation";
                return Err((Path::of(["call"]), Fault::Form { what: what.to_owned() }));
            }
        }
        let used_up = |call: &&Call| call.decisions > call.duplicates;
        if let Some(call) = call.filter(used_up)
            && !self.header.misses(Kind::Duplicate)
        {
            let what = "that call took effect already, and its request was not duplicated";
            let seq = call.decided;
            return Err((Path::of(["call"]), Fault::ContradictsEarlier { what, seq }));
        }
        let call = self.calls.entry(id).or_insert_with(|| Call::seen(event));
        call.decisions += 1;
        call.decided = event.seq;
        Ok(())
    }
}

impl Invoked {
    /// Whether an event of the call is about the request that was invoked.
    fn concerns(&self, event: &Event) -> Found {
        if event.request.is_none() {
            return Ok(());
        }
        let what = "that call is about another request";
        agrees("request", event.request.as_ref(), self.request.as_ref(), self, what)
    }
}

fn agrees<T: PartialEq>(
    member: &str,
    here: Option<&T>,
    there: Option<&T>,
    invoked: &Invoked,
    what: &'static str,
) -> Found {
    if here == there {
        return Ok(());
    }
    Err((Path::of([member]), Fault::ContradictsEarlier { what, seq: invoked.seq }))
}

//! The rules of messages: a copy that arrives or is lost was under way.
//!
//! *What it claims.* Copies under way are those sent and duplicated, less those arrived and lost.
//! *How that is checked.* `tests/trace_format.rs`: one bad sample a rule.
//! *What is not covered.* What a message says.

use super::{Admission, Found};
use crate::trace::event::Event;
use crate::trace::fault::Fault;
use crate::trace::name::{Kind, Path};

#[derive(Debug)]
pub(super) struct Message {
    pub(super) sent: u64,
    pub(super) copies: u64,
}

impl Admission {
    pub(super) fn send(&mut self, event: &Event, message: &str, answers: Option<&str>) -> Found {
        if let Some(known) = self.messages.get(message) {
            let what = "a message of that id was sent already";
            let path = Path::of(["event", "send", "message"]);
            return Err((path, Fault::ContradictsEarlier { what, seq: known.sent }));
        }
        let unknown = |answered: &&str| !self.messages.contains_key(*answered);
        if answers.filter(unknown).is_some() && !self.header.misses(Kind::Send) {
            let what = "the message that is answered was not sent";
            return Err((Path::of(["event", "send", "answers"]), Fault::WithoutEarlier { what }));
        }
        self.messages.insert(message.to_owned(), Message { sent: event.seq, copies: 1 });
        Ok(())
    }

    /// Follows the copies of a message: one that arrives or is lost was under way.
    pub(super) fn carry(&mut self, event: &Event, message: &str) -> Found {
        let kind = event.kind();
        let path = || Path::of(["event", kind.name(), "message"]);
        let more = self.header.misses(Kind::Duplicate) || self.header.misses(Kind::Send);
        let Some(known) = self.messages.get_mut(message) else {
            if self.header.misses(Kind::Send) {
                self.count_duplicate(event);
                return Ok(());
            }
            let what = "no message of that id was sent";
            return Err((path(), Fault::WithoutEarlier { what }));
        };
        if known.copies == 0 && !more {
            let what = "every copy of the message sent there has arrived or is lost";
            return Err((path(), Fault::ContradictsEarlier { what, seq: known.sent }));
        }
        known.copies = match kind {
            Kind::Duplicate => known.copies.saturating_add(1),
            _ => known.copies.saturating_sub(1),
        };
        self.count_duplicate(event);
        Ok(())
    }

    pub(super) fn count_duplicate(&mut self, event: &Event) {
        let call = event.call.filter(|_| event.kind() == Kind::Duplicate);
        if let Some(call) = call.and_then(|call| self.calls.get_mut(&call)) {
            call.duplicates += 1;
        }
    }
}

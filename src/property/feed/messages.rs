//! Messages: what is under way, and who learns what from a reply.

use super::Feed;
use crate::property::event::{Id, Observed};
use crate::trace::detail::{Carries, Party};
use crate::trace::form::Concrete;
use crate::trace::{Event, Trace, What};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The messages of a trace.
#[derive(Clone, Debug, Default)]
pub(super) struct Messages {
    sent: BTreeMap<String, Message>,
    /// Requests to a destination that it answered with success.
    successes: BTreeSet<String>,
    /// Who has evidence of which intent's success.
    knows: BTreeSet<(Id, Id)>,
    /// Whoever is told by replies that the trace shows. Others are talked to unseen.
    told: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct Message {
    carries: Carries,
    to: Party,
    intent: Option<Id>,
    call: Option<u64>,
    /// How many copies are under way.
    copies: u64,
    /// Whether it brings evidence of success.
    evidence: bool,
}

impl Messages {
    /// Of this trace, before its first event.
    pub(super) fn of(trace: &Trace) -> Messages {
        let reply_to = |event: &Event| match &event.what {
            What::Send { carries: Carries::Reply, to, .. } => match to {
                Party::Process { name } | Party::Caller { name } => Some(name.clone()),
                Party::Store {} | Party::Destination { .. } => None,
            },
            _ => None,
        };
        let told = trace.events.iter().filter_map(reply_to).collect();
        Messages { told, ..Messages::default() }
    }

    /// Whether somebody is told by replies that the trace shows.
    pub(super) fn is_told(&self, name: &str) -> bool {
        self.told.contains(name)
    }

    pub(super) fn learns(&mut self, intent: Id, by: Id) {
        self.knows.insert((intent, by));
    }

    /// A destination met the request that a message brought.
    pub(super) fn answered(&mut self, message: &str, success: bool) {
        if success {
            self.successes.insert(message.to_owned());
        }
    }

    /// The intent of an event's message.
    pub(super) fn intent(&self, event: &Event) -> Option<Id> {
        let message = match &event.what {
            What::Effect { message: Some(message), .. }
            | What::Deliver { message }
            | What::Duplicate { message }
            | What::Lose { message } => message,
            _ => return None,
        };
        self.sent.get(message)?.intent
    }
}

impl Feed<'_> {
    /// What is told of a message.
    pub(super) fn message(&mut self, event: &Event) -> Vec<Observed<Concrete>> {
        match &event.what {
            What::Send { message, .. } => self.send(event, message),
            What::Duplicate { message } => {
                let Some(sent) = self.messages.sent.get_mut(message) else { return Vec::new() };
                sent.copies += 1;
                let asks = sent.asks();
                asks.map(|intent| Observed::UnderWay { intent }).into_iter().collect()
            }
            What::Lose { message } => {
                let Some(sent) = self.messages.sent.get_mut(message) else { return Vec::new() };
                sent.copies = sent.copies.saturating_sub(1);
                let sent = sent.clone();
                if sent.to == (Party::Store {}) && sent.copies == 0 && sent.call.is_some() {
                    let of_call = Event { call: sent.call, ..event.clone() };
                    return self.no_longer_under_way(&of_call).into_iter().collect();
                }
                let asks = sent.asks();
                asks.map(|intent| Observed::Arrived { intent }).into_iter().collect()
            }
            What::Deliver { message } => self.deliver(event, message),
            _ => Vec::new(),
        }
    }

    fn send(&mut self, event: &Event, name: &str) -> Vec<Observed<Concrete>> {
        let What::Send { carries, to, answers, .. } = &event.what else { return Vec::new() };
        let intent = self.intent(event);
        let by = event.process.as_ref().map(|name| self.everybody.processes.number(name));
        let knows = intent.zip(by).is_some_and(|known| self.messages.knows.contains(&known));
        let success = |request| self.messages.successes.contains(request);
        let evidence =
            *carries == Carries::Reply && (knows || answers.as_ref().is_some_and(success));
        let (carries, to, call) = (*carries, to.clone(), event.call);
        let sent = Message { carries, to, intent, call, copies: 1, evidence };
        let asks = sent.asks();
        self.messages.sent.insert(name.to_owned(), sent);
        asks.map(|intent| Observed::UnderWay { intent }).into_iter().collect()
    }

    fn deliver(&mut self, event: &Event, name: &str) -> Vec<Observed<Concrete>> {
        let Some(sent) = self.messages.sent.get_mut(name) else { return Vec::new() };
        sent.copies = sent.copies.saturating_sub(1);
        let sent = sent.clone();
        let intent = self.intent(event).or(sent.intent);
        let receiver = match &sent.to {
            Party::Process { name } | Party::Caller { name } => {
                event.process.as_ref().or(Some(name))
            }
            Party::Store {} | Party::Destination { .. } => None,
        };
        let receiver = receiver.map(|name| self.everybody.processes.number(name));
        let Some((intent, process)) = intent.zip(receiver) else { return Vec::new() };
        if sent.carries == Carries::Reply {
            if !sent.evidence {
                return Vec::new();
            }
            self.messages.learns(intent, process);
            return vec![Observed::Learnt { intent, by: process }];
        }
        // Without a claim nobody can tell when the process is done with it: it stays under way.
        let Some(claim) = &event.claim else { return Vec::new() };
        let of_claim = self.claims.entry(claim.clone()).or_default();
        of_claim.intent = of_claim.intent.or(Some(intent));
        let in_hand = Observed::InHand { intent, claim: Arc::from(claim.as_str()), process };
        let arrived = sent.asks().map(|intent| Observed::Arrived { intent });
        std::iter::once(in_hand).chain(arrived).collect()
    }
}

impl Message {
    /// The intent of which it is a request that counts as under way. One to a destination does
    /// until the destination met it; one to the store is counted with its call.
    fn asks(&self) -> Option<Id> {
        let counts = self.carries == Carries::Request && self.to != (Party::Store {});
        self.intent.filter(|_| counts)
    }
}

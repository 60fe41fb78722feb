//! The messages of a trace: requests and replies under way, and effects still to be run.
//!
//! *What it claims.* Every copy that the world has under way is a copy under way in the trace.
//! Where completion is recorded first, the effect that is still to come is a request to the
//! destination: it is under way until it arrives, or its worker is gone.
//! *How that is checked.* The recorder refuses a copy that arrives without having been sent.
//! *What is not covered.* Requests of one caller that are alike are taken in order.

use super::export::{Export, NotExported};
use super::names::{self, DESTINATION, WORKERS};
use super::replay::Step;
use crate::models::world::names::{Id, Intent};
use crate::models::world::observer::{Passage, Seen};
use crate::trace::What;
use crate::trace::detail::{Carries, Party};
use std::collections::BTreeMap;

/// What is under way.
#[derive(Debug, Default)]
pub(super) struct Messages {
    requests: Vec<Request>,
    /// By worker: the request to the destination that it has still to make.
    to_run: BTreeMap<String, (String, Intent)>,
    replies: u32,
    call: u64,
}

/// Copies of one request.
#[derive(Debug)]
struct Request {
    name: String,
    caller: u8,
    intent: Intent,
    on: Option<Id>,
    copies: u32,
}

impl Messages {
    /// A call was made.
    pub(super) fn call(&mut self, call: u64) {
        self.call = call;
    }

    /// The call that was made last.
    pub(super) fn last_call(&self) -> u64 {
        self.call
    }

    /// The worker runs its effect: the request that it makes, if one is under way.
    pub(super) fn runs(&mut self, worker: &str) -> Option<String> {
        self.to_run.remove(worker).map(|(message, _)| message)
    }

    /// A copy that is under way.
    fn under_way(&mut self, caller: u8, intent: Intent, on: Option<Id>) -> Option<&mut Request> {
        let like = |it: &&mut Request| (it.caller, it.intent, it.on) == (caller, intent, on);
        self.requests.iter_mut().filter(like).find(|it| it.copies > 0)
    }

    /// A request that was not sent before.
    fn another(&mut self, caller: u8, intent: Intent, on: Option<Id>) -> String {
        let name = format!("m{}", self.requests.len() + 1);
        self.requests.push(Request { name: name.clone(), caller, intent, on, copies: 1 });
        name
    }
}

impl Export<'_> {
    /// Something becomes of a request.
    pub(super) fn request(&mut self, step: &Step, seen: &Seen) -> Result<(), NotExported> {
        let Seen::Request { caller, intent, on, passage } = seen else { return Ok(()) };
        let mut at = self.at(step).intent(&names::intent(*intent));
        if let Some(on) = on {
            at = at.request(&names::request(*on));
        }
        let to = Party::Process { name: WORKERS.to_owned() };
        let send = |message| What::Send {
            message,
            carries: Carries::Request,
            to,
            answers: None,
            downstream_key: None,
        };
        let copy = self.messages.under_way(*caller, *intent, *on);
        let what = match (passage, copy) {
            (Passage::Sent, _) => {
                at = at.process(&names::caller(*caller));
                send(self.messages.another(*caller, *intent, *on))
            }
            (Passage::Duplicated, Some(copy)) => {
                copy.copies += 1;
                What::Duplicate { message: copy.name.clone() }
            }
            // Every copy has arrived; this one comes from whoever keeps requests until then.
            (Passage::Duplicated, None) => send(self.messages.another(*caller, *intent, *on)),
            (Passage::Lost, Some(copy)) => {
                copy.copies -= 1;
                What::Lose { message: copy.name.clone() }
            }
            (Passage::Delivered(claim), Some(copy)) => {
                copy.copies -= 1;
                if let Some(worker) = step.worker(*claim) {
                    at = at.process(&worker).claim(&worker);
                }
                What::Deliver { message: copy.name.clone() }
            }
            (Passage::Lost | Passage::Delivered(_), None) => return Err(NotExported::Unseen),
        };
        self.record(at, what)
    }

    /// A worker replies.
    pub(super) fn reply(&mut self, step: &Step, seen: &Seen) -> Result<(), NotExported> {
        let Seen::Reply { caller, claim, intent, arrived, .. } = seen else { return Ok(()) };
        self.messages.replies += 1;
        let message = format!("r{}", self.messages.replies);
        let to = names::caller(*caller);
        let at = self.at(step).intent(&names::intent(*intent));
        let worker = step.worker(*claim).unwrap_or_default();
        let send = What::Send {
            message: message.clone(),
            carries: Carries::Reply,
            to: Party::Caller { name: to.clone() },
            answers: None,
            downstream_key: None,
        };
        self.record(at.clone().process(&worker).claim(&worker), send)?;
        if *arrived {
            self.record(at.process(&to), What::Deliver { message })?;
        } else {
            self.record(at, What::Lose { message })?;
        }
        self.never_runs(step, &worker)
    }

    /// A worker has recorded completion, and has still to run the effect.
    pub(super) fn will_run(
        &mut self,
        step: &Step,
        worker: &str,
        intent: Intent,
        on: Option<Id>,
    ) -> Result<(), NotExported> {
        let message = format!("e-{worker}");
        let at = self.at(step).process(worker).claim(worker).intent(&names::intent(intent));
        let send = What::Send {
            message: message.clone(),
            carries: Carries::Request,
            to: Party::Destination { name: DESTINATION.to_owned() },
            answers: None,
            downstream_key: on.map(|on| names::request(on).key),
        };
        self.record(at, send)?;
        self.messages.to_run.insert(worker.to_owned(), (message, intent));
        Ok(())
    }

    /// A worker is gone: the effect that it had still to run never comes.
    pub(super) fn never_runs(&mut self, step: &Step, worker: &str) -> Result<(), NotExported> {
        let Some((message, intent)) = self.messages.to_run.remove(worker) else { return Ok(()) };
        self.record(self.at(step).intent(&names::intent(intent)), What::Lose { message })
    }
}

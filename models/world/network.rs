//! What becomes of requests and replies under way.
//!
//! *What it claims.* A request can be late without limit unless the world bounds its flight; a
//! copy that is delivered once more carries what the first carried.
//! *How that is checked.* `tests/world_matrix.rs`.
//! *What is not covered.* Messages between a worker and the destination: a worker's request
//! arrives at the instant at which it is sent. That a worker is slow stands for a late one.

use super::World;
use super::actions::{Action, NetworkAction};
use super::configuration::Fault;
use super::names::{Place, Token};
use super::observer::{Observer, Passage, Seen};
use super::scene::Scene;
use super::state::{State, Worker, WorkerStage};

/// What may become of requests.
pub(super) fn actions<O: Observer>(world: &World, state: &State<O>, actions: &mut Vec<Action>) {
    for (place, caller) in state.callers.iter() {
        for (number, call) in caller.calls.iter() {
            let mut may = |action| actions.push(Action::Network(place, number, action));
            let void = world.is_void(call.expires, state.now);
            if call.copies > 0 {
                if void {
                    may(NetworkAction::Expire);
                } else if !caller.workers.is_full() {
                    may(NetworkAction::Deliver);
                }
                if state.faults.can(Fault::LostRequest) {
                    may(NetworkAction::Lose);
                }
            }
            if state.faults.can(Fault::Redelivery) && !void && call.copies < 2 {
                may(NetworkAction::Duplicate);
            }
        }
    }
}

impl<O: Observer> Scene<'_, O> {
    /// Something becomes of a request.
    pub(super) fn network(&mut self, place: u8, number: u8, action: NetworkAction) -> Option<()> {
        let call = self.state.callers.get_mut(place)?.calls.get_mut(number)?;
        let passage = match action {
            NetworkAction::Deliver => {
                call.copies = call.copies.checked_sub(1)?;
                let call = super::state::Call { copies: 0, ..*call };
                let (token, stage) = (Token::NONE, WorkerStage::Delivered);
                let worker = Worker { call, token, result: 0, stage, view: None };
                let worker = self.state.callers.get_mut(place)?.workers.put(worker)?;
                Passage::Delivered(Place { caller: place, worker }.claim())
            }
            NetworkAction::Duplicate => {
                call.copies = call.copies.checked_add(1)?;
                self.pay(Fault::Redelivery)?;
                Passage::Duplicated
            }
            NetworkAction::Lose => {
                call.copies = call.copies.checked_sub(1)?;
                self.pay(Fault::LostRequest)?;
                Passage::Lost
            }
            NetworkAction::Expire => {
                call.copies = call.copies.checked_sub(1)?;
                Passage::Lost
            }
        };
        let call = self.state.callers.get(place)?.calls.get(number)?;
        let (intent, on) = (call.intent, call.id);
        self.see(&Seen::Request { caller: place, intent, on, passage });
        Some(())
    }

    /// A worker's reply arrives, or does not; the worker is gone.
    pub(super) fn reply(&mut self, at: Place, arrived: bool) -> Option<()> {
        let WorkerStage::Replying(reply) = self.state.worker(at)?.stage else { return None };
        if !arrived {
            self.pay(Fault::LostAck)?;
        }
        let (caller, claim, intent) = (at.caller, at.claim(), self.state.worker(at)?.call.intent);
        self.see(&Seen::Reply { caller, claim, intent, reply, arrived });
        self.dismiss(at)?;
        // An answer to another step than the caller is at by now answers nothing that it asks.
        let asked = self.state.callers.get(at.caller)?.intent == intent;
        if arrived && asked { self.answered(at.caller, reply) } else { Some(()) }
    }
}

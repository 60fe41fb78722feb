//! The state of a world.
//!
//! *What it claims.* It is everything that the future depends on, and what the observer keeps.
//! No caller's number stands anywhere but as its place; a worker belongs to the caller whose
//! request it handles.
//! *How that is checked.* `tests/world_normal_form.rs`: equal states have equal futures, and
//! permuting callers commutes with every action.
//! *What is not covered.* Room beyond the constants here: a state that is cut by one of them is a
//! frontier ([`super::World::is_frontier`]).

use super::configuration::Faults;
use super::few::Few;
use super::names::{Id, Intent, Token};
use crate::spec::Record;
use crate::spec::identity::Small;

/// The most callers.
pub const CALLERS: usize = 4;
/// The most requests of one caller that are remembered by the network.
pub const CALLS: usize = 3;
/// The most workers that handle one caller's requests at one time.
pub const WORKERS: usize = 3;
/// The most records.
pub const RECORDS: usize = 6;
/// The most entries of the ledger.
pub const ENTRIES: usize = 6;

/// A state of the world, with what an observer has seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State<O> {
    /// The callers, each with its requests under way and the workers that handle them.
    pub callers: Few<Caller, CALLERS>,
    /// The store.
    pub store: Store,
    /// The destination's ledger, in order.
    pub ledger: Few<Entry, ENTRIES>,
    /// The store's time.
    pub now: u8,
    /// How many keys were minted.
    pub minted: u8,
    /// What is left of each budget of faults.
    pub faults: Faults,
    /// What is left of the bounds.
    pub left: Left,
    /// What the sweeper read and has not written back.
    pub scanned: Option<Scanned>,
    /// What the reconciler found and has not recorded.
    pub looked: Option<Looked>,
    /// What was seen.
    pub observer: O,
}

/// The store.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Store {
    /// The records that were ever written, in order of their ids.
    pub records: Records,
    /// Which life of the store it is. The first is 1.
    pub incarnation: u8,
    /// The last write, as it was before, where the store can lose it or somebody can be behind.
    pub tail: Option<(Id, Box<Record<Small>>)>,
    /// The records of a backup.
    pub backup: Option<Box<Records>>,
}

/// Records, each with what the destination has seen of its attempts.
pub type Records = Few<Slot, RECORDS>;

/// One record and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// Its request.
    pub id: Id,
    /// The record.
    pub record: Record<Small>,
    /// The highest attempt that the destination has seen for this request. A restore of the
    /// store leaves it alone.
    pub seen: Token,
    /// Whether it was told that this attempt is over, and refuses it too.
    pub ended: bool,
}

/// What is left of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    /// Ticks; None: without limit.
    pub ticks: Option<u8>,
    /// Scans of the sweeper.
    pub sweeps: u8,
    /// Looks of the reconciler.
    pub reconciliations: u8,
    /// Renewals.
    pub renewals: u8,
    /// Cancellations.
    pub cancels: u8,
    /// Questions.
    pub questions: u8,
}

/// What the sweeper read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scanned {
    /// Of which request.
    pub id: Id,
    /// The record.
    pub record: Box<Record<Small>>,
    /// Whether the record was written since, be it with the same: a compare-and-set compares
    /// versions, since normal forms make records alike that differ in times which are over.
    pub written_since: bool,
}

/// What the reconciler found of an uncertain request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Looked {
    /// Of which request.
    pub id: Id,
    /// Of which attempt.
    pub attempt: Token,
    /// Whether there was an effect.
    pub found: bool,
}

/// A caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Caller {
    /// Its class, by its place in the configuration.
    pub class: u8,
    /// What it means, and at which step it is.
    pub intent: Intent,
    /// Who it is.
    pub scope: u8,
    /// Its own name for the intent.
    pub key: u8,
    /// What it asks.
    pub payload: u8,
    /// What makes its present key another than the intent's own; 0: nothing.
    pub mint: u8,
    /// What it does.
    pub stage: CallerStage,
    /// How often it may still send this step.
    pub tries: u8,
    /// How often the hidden layer may still send this try.
    pub hidden_tries: u8,
    /// Before this time it does not look for the effect.
    pub verify_from: u8,
    /// Its requests, as the network remembers them.
    pub calls: Few<Call, CALLS>,
    /// The workers that handle them.
    pub workers: Few<Worker, WORKERS>,
}

/// What a caller does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallerStage {
    /// It is about to send.
    Ready,
    /// It waits for an answer.
    Waiting,
    /// No answer came.
    Unanswered,
    /// It was told success, in the end.
    ToldSuccess,
    /// It was told no, in the end.
    ToldNo,
    /// Nobody knows; a person decides.
    ToldUnknown,
}

impl CallerStage {
    /// Whether the caller has come to its end.
    #[must_use]
    pub fn is_final(self) -> bool {
        match self {
            CallerStage::Ready | CallerStage::Waiting | CallerStage::Unanswered => false,
            CallerStage::ToldSuccess | CallerStage::ToldNo | CallerStage::ToldUnknown => true,
        }
    }
}

/// A request, as the network remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The id that it carries, if it carries a key.
    pub id: Option<Id>,
    /// What is meant.
    pub intent: Intent,
    /// The earlier step that it follows.
    pub follows: Option<u8>,
    /// From this time on it is void.
    pub expires: u8,
    /// How many copies are under way.
    pub copies: u8,
}

/// A worker: it handles one delivery of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worker {
    /// What was delivered.
    pub call: Call,
    /// The attempt that it was started as.
    pub token: Token,
    /// What the effect gave back: its number among the intent's effects. 0: nothing yet.
    pub result: u8,
    /// What it does next.
    pub stage: WorkerStage,
    /// What it read of the record, or is about to write to it.
    pub view: Option<Record<Small>>,
}

/// What a worker does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkerStage {
    /// It claims the record, or looks at it.
    Delivered,
    /// It classifies the record that it read.
    Read,
    /// It writes the claim that it decided on.
    Classified,
    /// It runs the effect.
    Started,
    /// It has looked for the effect and not found it, and runs it.
    Looked,
    /// It has recorded completion, and runs the effect.
    Recorded,
    /// It closes the record.
    Closing(Closing),
    /// It answers.
    Replying(Reply),
}

/// What a worker says of its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Closing {
    /// It took place.
    Finish,
    /// It did not.
    NotApplied,
    /// It may have.
    Unknown,
    /// It never will.
    Refused,
}

/// What a worker answers a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reply {
    /// It took place.
    Success,
    /// It did not and never will.
    No,
    /// It did not take place this time.
    NotApplied,
    /// Somebody is at it.
    InProgress,
    /// Nobody knows.
    Uncertain,
    /// The key is bound to another payload.
    Conflict,
    /// It was decided, and the outcome is gone.
    Lapsed,
    /// The layer refuses the request as it stands.
    Malformed,
}

/// Effects in the destination's ledger that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// What was meant. Ghost, unless effects can be looked for by the intent's own id.
    pub intent: Intent,
    /// The attributes: whose,
    pub scope: u8,
    /// and what.
    pub payload: u8,
    /// The key with which the request came.
    pub key: Option<Id>,
    /// How many there are, up to 3.
    pub count: u8,
}

impl Store {
    /// The record of a request.
    #[must_use]
    pub fn record(&self, id: Id) -> Record<Small> {
        self.slot(id).map_or_else(Record::unseen, |slot| slot.record)
    }

    /// The slot of a request.
    #[must_use]
    pub fn slot(&self, id: Id) -> Option<&Slot> {
        self.records.iter().map(|(_, slot)| slot).find(|slot| slot.id == id)
    }

    /// Makes room for a request's record; false when there is none.
    pub fn make_room(&mut self, id: Id) -> bool {
        if self.slot(id).is_some() {
            return true;
        }
        let slot = Slot { id, record: Record::unseen(), seen: Token::NONE, ended: false };
        let put = self.records.put(slot).is_some();
        self.records.sort();
        put
    }

    /// The slot of a request, to be changed.
    pub fn slot_mut(&mut self, id: Id) -> Option<&mut Slot> {
        self.records.iter_mut().find(|slot| slot.id == id)
    }
}

impl<O> State<O> {
    /// Bytes that the state holds outside itself, but for those of its observer.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        let boxed = usize::from(self.store.tail.is_some()) + usize::from(self.scanned.is_some());
        let records = boxed * size_of::<Record<Small>>();
        let backup = self.store.backup.as_ref().map_or(0, |_| size_of::<Records>());
        (records + backup) as u64
    }

    /// The worker in a place.
    #[must_use]
    pub fn worker(&self, at: super::names::Place) -> Option<&Worker> {
        self.callers.get(at.caller)?.workers.get(at.worker)
    }

    /// The worker in a place, to be changed.
    pub fn worker_mut(&mut self, at: super::names::Place) -> Option<&mut Worker> {
        self.callers.get_mut(at.caller)?.workers.get_mut(at.worker)
    }

    /// A request's record was written, or every record was.
    pub(super) fn written(&mut self, on: Option<Id>) {
        let read = self.scanned.iter_mut().filter(|read| on.is_none_or(|on| read.id == on));
        read.for_each(|read| read.written_since = true);
    }

    /// Every record that is held anywhere: in the store, in backups, in views.
    pub fn each_record(&mut self, mut change: impl FnMut(Option<Id>, &mut Record<Small>)) {
        let store = &mut self.store;
        store.records.iter_mut().for_each(|slot| change(Some(slot.id), &mut slot.record));
        if let Some(backup) = &mut store.backup {
            backup.iter_mut().for_each(|slot| change(Some(slot.id), &mut slot.record));
        }
        if let Some((id, record)) = &mut store.tail {
            change(Some(*id), record);
        }
        if let Some(read) = &mut self.scanned {
            change(Some(read.id), &mut read.record);
        }
        for worker in self.callers.iter_mut().flat_map(|caller| caller.workers.iter_mut()) {
            if let Some(view) = &mut worker.view {
                change(worker.call.id, view);
            }
        }
    }
}

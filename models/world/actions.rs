//! Everything that can happen in a world, with a name and a plain sentence each.
//!
//! *What it claims.* Between two of these actions nothing happens, and each changes at most one
//! durable thing; so every point between two durable actions is a point at which somebody can
//! stop. The exception is an order in which effect and record are one durable action.
//! *How that is checked.* With the groups, which say when each action is possible.
//! *What is not covered.* Events that no budget or bound of [`super::configuration`] names.

use super::names::{Id, Place};

/// One thing that can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A caller does something.
    Caller(u8, CallerAction),
    /// Something happens to a request, by its place among its caller's.
    Network(u8, u8, NetworkAction),
    /// A worker does something.
    Worker(Place, WorkerAction),
    /// Something happens to the store as a whole.
    Store(StoreAction),
    /// A store that may forget a record does; by a clock that is ahead, or by its own.
    Forget(Id, bool),
    /// The sweeper reads a record.
    Scan(Id),
    /// The sweeper writes back what it read.
    Sweep,
    /// The reconciler looks for the effects of an uncertain request.
    Inspect(Id),
    /// The reconciler records what it found.
    Resolve,
    /// A tick passes.
    Advance,
}

/// What a caller does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // Each has its sentence below.
pub enum CallerAction {
    Send,
    GiveUp,
    GiveUpEarly,
    SendHidden,
    SendHiddenEarly,
    LookForEffect,
    HandOver,
    Cancel,
    CancelSkewed,
    Ask,
    Restart,
    Restore,
}

/// What happens to a request under way, or to the answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // Each has its sentence below.
pub enum NetworkAction {
    Deliver,
    Duplicate,
    Lose,
    Expire,
}

/// What a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // Each has its sentence below.
pub enum WorkerAction {
    BeginWithoutKey,
    Begin(Landing),
    BeginSkewed,
    BeginStale,
    Read,
    Classify,
    WriteClaim(Landing),
    Look,
    Peek,
    RunEffect(Destined),
    Close(Landing),
    RecordAll(Landing),
    Commit(Landing),
    Transact(Landing),
    Renew,
    DropVoid,
    Reply,
    LoseReply,
    Crash,
}

/// What becomes of a write to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Landing {
    /// It is applied, and the worker knows the answer.
    Answered,
    /// It is applied, and the worker does not know.
    Unanswered,
    /// It is not applied, and the worker does not know.
    NotApplied,
}

/// What the destination makes of a request, before it looks at what it has met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Destined {
    /// It carries it out, as far as what it has met before allows.
    Carried,
    /// It refuses for good.
    Refused,
    /// It refuses for now.
    Passing,
    /// It carries it out, and the worker does not learn that.
    CarriedUnlearnt,
    /// It does not carry it out, and the worker does not learn that.
    LostUnlearnt,
}

/// What happens to the store as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // Each has its sentence below.
pub enum StoreAction {
    Crash,
    BackUp,
    Restore,
}

impl Action {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What happens, after the name of whoever acts.
    #[must_use]
    pub fn happens(self) -> &'static str {
        self.words().1
    }

    /// What happens, in a sentence for people.
    #[must_use]
    pub fn sentence(self) -> String {
        let what = self.words().1;
        match self {
            Action::Caller(caller, _) => format!("Caller {} {what}.", caller + 1),
            Action::Network(caller, call, _) => {
                format!("Request {} of caller {} {what}.", call + 1, caller + 1)
            }
            Action::Worker(at, _) => {
                format!("Worker {} of caller {} {what}.", at.worker + 1, at.caller + 1)
            }
            Action::Store(_) | Action::Forget(..) => format!("The store {what}."),
            Action::Scan(_) | Action::Sweep => format!("The sweeper {what}."),
            Action::Inspect(_) | Action::Resolve => format!("The reconciler {what}."),
            Action::Advance => "A tick passes.".to_owned(),
        }
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Action::Caller(_, action) => action.words(),
            Action::Network(_, _, action) => action.words(),
            Action::Worker(_, action) => action.words(),
            Action::Store(StoreAction::Crash) => ("store_crash", "stops, and runs again"),
            Action::Store(StoreAction::BackUp) => ("back_up", "is backed up"),
            Action::Store(StoreAction::Restore) => {
                ("restore", "is restored: its records are those of the backup")
            }
            Action::Forget(_, false) => ("forget", "forgets a record, as it may"),
            Action::Forget(_, true) => {
                ("forget_skewed", "forgets a record, by a clock that is ahead")
            }
            Action::Scan(_) => ("scan", "reads a record"),
            Action::Sweep => ("sweep", "writes back what time has done to what it read"),
            Action::Inspect(_) => {
                ("inspect", "looks at the destination for an effect of an uncertain request")
            }
            Action::Resolve => ("resolve", "records what it found"),
            Action::Advance => ("advance", "passes"),
        }
    }
}

impl CallerAction {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            CallerAction::Send => ("send", "sends its request"),
            CallerAction::GiveUp => ("give_up", "stops waiting; no answer can come any more"),
            CallerAction::GiveUpEarly => {
                ("give_up_early", "stops waiting, though its request can still be carried out")
            }
            CallerAction::SendHidden => {
                ("send_hidden", "waits; the layer below it sends the request again, unseen")
            }
            CallerAction::SendHiddenEarly => (
                "send_hidden_early",
                "waits; the layer below it sends the request again, unseen, though the first can \
                 still be carried out",
            ),
            CallerAction::LookForEffect => ("look_for_effect", "looks for the effect itself"),
            CallerAction::HandOver => ("hand_over", "hands over to a person: nobody knows"),
            CallerAction::Cancel => ("cancel", "cancels its request"),
            CallerAction::CancelSkewed => {
                ("cancel_skewed", "cancels its request, judged by a clock that is ahead")
            }
            CallerAction::Ask => ("ask", "asks how its request stands"),
            CallerAction::Restart => ("caller_restart", "stops, and starts anew"),
            CallerAction::Restore => {
                ("caller_restore", "is restored to what it was before it sent anything")
            }
        }
    }
}

impl NetworkAction {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            NetworkAction::Deliver => ("deliver", "is delivered to a worker"),
            NetworkAction::Duplicate => ("duplicate", "is under way once more"),
            NetworkAction::Lose => ("lose", "is lost"),
            NetworkAction::Expire => ("expire", "was under way for too long and is void"),
        }
    }
}

impl WorkerAction {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            WorkerAction::BeginWithoutKey => ("begin_without_key", "asks to begin, without a key"),
            WorkerAction::Begin(landing) => landing.words(
                ("begin", "asks to begin"),
                ("begin_unanswered", "asks to begin; that takes effect, and the answer is lost"),
                ("begin_not_applied", "asks to begin; that has no effect, and no answer comes"),
            ),
            WorkerAction::BeginSkewed => {
                ("begin_skewed", "asks to begin, judged by a clock that is ahead")
            }
            WorkerAction::BeginStale => {
                ("begin_stale", "asks to begin, judged by a record that is one write behind")
            }
            WorkerAction::Read => ("read", "reads the record"),
            WorkerAction::Classify => ("classify", "decides by what it read"),
            WorkerAction::WriteClaim(landing) => landing.words(
                ("write_claim", "writes its claim over whatever the record is by now"),
                ("write_claim_unanswered", "writes its claim, and does not learn that it did"),
                ("write_claim_not_applied", "tries to write its claim; nothing is written"),
            ),
            WorkerAction::Look => ("look", "looks for the effect before it runs it"),
            WorkerAction::Peek => ("peek", "looks at the record and claims nothing"),
            WorkerAction::RunEffect(Destined::Carried) => ("run_effect", "runs the effect"),
            WorkerAction::RunEffect(Destined::Refused) => {
                ("run_effect_refused", "runs the effect; the destination refuses it for good")
            }
            WorkerAction::RunEffect(Destined::Passing) => {
                ("run_effect_passing", "runs the effect; the destination refuses it for now")
            }
            WorkerAction::RunEffect(Destined::CarriedUnlearnt) => {
                ("run_effect_unlearnt", "runs the effect, and does not learn that it took place")
            }
            WorkerAction::RunEffect(Destined::LostUnlearnt) => {
                ("run_effect_lost", "runs the effect; it never arrives, and nobody says so")
            }
            WorkerAction::Close(landing) => landing.words(
                ("close", "records what came of it"),
                ("close_unanswered", "records what came of it, and does not learn that it did"),
                ("close_not_applied", "tries to record what came of it; nothing is written"),
            ),
            WorkerAction::RecordAll(landing) => landing.words(
                ("record_all", "records the request and its completion"),
                ("record_all_unanswered", "records all of it, and does not learn that it did"),
                ("record_all_not_applied", "tries to record all of it; nothing is written"),
            ),
            WorkerAction::Commit(landing) => landing.words(
                ("commit", "commits effect and completion together"),
                ("commit_unanswered", "commits both together, and does not learn that it did"),
                ("commit_not_applied", "tries to commit both together; neither happens"),
            ),
            WorkerAction::Transact(landing) => landing.words(
                ("transact", "commits claim, effect and completion together"),
                ("transact_unanswered", "commits all together, and does not learn that it did"),
                ("transact_not_applied", "tries to commit all together; nothing happens"),
            ),
            WorkerAction::Renew => ("renew", "renews its claim"),
            WorkerAction::DropVoid => {
                ("drop_void", "drops the request: it was under way for too long")
            }
            WorkerAction::Reply => ("reply", "answers, and the answer arrives"),
            WorkerAction::LoseReply => ("lose_reply", "answers, and the answer is lost"),
            WorkerAction::Crash => ("crash", "stops for good"),
        }
    }
}

type Words = (&'static str, &'static str);

impl Landing {
    /// Every landing.
    pub const ALL: [Landing; 3] = [Landing::Answered, Landing::Unanswered, Landing::NotApplied];

    fn words(self, answered: Words, unanswered: Words, not_applied: Words) -> Words {
        match self {
            Landing::Answered => answered,
            Landing::Unanswered => unanswered,
            Landing::NotApplied => not_applied,
        }
    }
}

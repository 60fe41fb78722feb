//! A configuration: everything that tells one world from another, as data.
//!
//! *What it claims.* Four sections are all of it; no world has code of its own.
//! *How that is checked.* `tests/world_configuration.rs`.
//! *What is not covered.* Whether settings contradict each other: see [`super::validation`].

pub use super::flaws::Flaw;
use crate::spec::contract::{Contract, Span};
use serde::{Deserialize, Serialize};

/// One configuration. [`Configuration::from_toml`] reads it from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The parameters of the lifecycle.
    pub contract: Contract,
    /// Who is there, and how each of them works.
    pub world: Settings,
    /// How much of everything.
    pub bounds: Bounds,
    /// What goes wrong, and how often at most.
    pub faults: Faults,
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident: $($(#[$each:meta])* $value:ident)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$each])* $value,)+ }
    };
}

words! {
    /// What becomes of the store's records when the store crashes.
    Store:
        /// Nothing: whatever was written stays.
        #[default] Durable
        /// All are gone.
        Volatile
        /// The last write is gone.
        LostTail
}
words! {
    /// How a worker claims a record.
    Claim:
        /// The record is read and written in one instant.
        #[default] Atomic
        /// It is read, classified, and written whatever it has become.
        CheckThenInsert
}
words! {
    /// In which order a worker records and acts.
    Order:
        /// The claim is recorded, then the effect runs, then its completion is recorded.
        #[default] RecordFirst
        /// Completion is recorded with the claim's closing, and only then the effect runs.
        CompletionFirst
        /// The record is looked at, the effect runs, then all of it is recorded.
        EffectFirst
        /// The claim is recorded; then effect and completion are one durable action.
        CompletionWithEffect
        /// Claim, effect and completion are one durable action.
        Atomic
}
words! {
    /// What a destination does with a request that it has met before.
    Destination:
        /// It runs every request.
        #[default] Blind
        /// Running a request twice leaves what running it once leaves.
        Idempotent
        /// It recognises the key.
        Deduplicates
        /// It accepts the key, and ignores it.
        IgnoresKey
        /// It refuses an attempt that is older than one that it has seen.
        ChecksToken
}
words! {
    /// How an effect can be looked for at the destination.
    ReadBack:
        /// Not at all.
        #[default] None
        /// By an id that is the intent's alone.
        ByKey
        /// By attributes, which another intent's effect may share.
        ByAttributes
}
words! {
    /// What becomes of the key between caller and layer.
    KeyPath:
        /// It arrives as it was sent.
        #[default] Faithful
        /// It is dropped.
        Drops
        /// It is replaced by a fresh one for each request sent.
        Replaces
}
words! {
    /// What a caller does when no answer comes.
    Strategy:
        /// Sends again; there is no key.
        NaiveRetry
        /// Looks for the effect, and sends again when it sees none; there is no key.
        VerifyThenRetry
        /// Sends again under a fresh key.
        NewKeyPerAttempt
        /// Sends again under a key made of the time of sending.
        TimestampKey
        /// Sends again under the key of the intent.
        #[default] PinnedIntentKey
        /// Sends once, under the key of the intent, and hands over to a person.
        StopAndReport
}
words! {
    /// What a caller that starts anew still has.
    Memory:
        /// The key and the step that it was at.
        #[default] KeepsKey
        /// The step, but not the key.
        LosesKey
        /// The key, but not how far it had come: it begins at the first step.
        LosesProgress
}
words! {
    /// How a sweeper writes back what it read.
    Sweeper:
        /// There is none.
        #[default] None
        /// Only when the record is still the one that it read.
        CompareAndSet
        /// Whatever the record has become.
        Blind
}
words! {
    /// How a closing says whose claim it closes.
    Closings:
        /// By the attempt.
        #[default] Tagged
        /// By the payload.
        Untagged
}
words! {
    /// Which callers mean the same.
    Intents:
        /// Those of equal scope, key and payload.
        #[default] Shared
        /// None: each caller has an intent of its own.
        Own
}
/// Callers that are alike. Each choice of a scope, key and payload for each is an initial state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Class {
    /// How many.
    pub count: u8,
    /// Who asks.
    pub scopes: Vec<u8>,
    /// The caller's name for the intent.
    pub keys: Vec<u8>,
    /// What is asked.
    pub payloads: Vec<u8>,
    /// Which of them mean the same.
    pub intents: Intents,
    /// What they do when no answer comes.
    pub strategy: Strategy,
    /// How the workers of their requests close; None: as all others do.
    pub closings: Option<Closings>,
    /// Whether their fingerprints are of a version that has nothing in common with the others'.
    pub other_version: bool,
}

impl Default for Class {
    fn default() -> Self {
        Class {
            count: 1,
            scopes: vec![0],
            keys: vec![0],
            payloads: vec![0],
            intents: Intents::default(),
            strategy: Strategy::default(),
            closings: None,
            other_version: false,
        }
    }
}

/// Who is there, and how each of them works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// What becomes of records when the store crashes.
    pub store: Store,
    /// How a worker claims.
    pub claim: Claim,
    /// In which order a worker records and acts.
    pub order: Order,
    /// What a destination does with what it has met before.
    pub destination: Destination,
    /// How effects can be looked for.
    pub read_back: ReadBack,
    /// Whether a worker looks for the effect before it runs it, showing its attempt.
    pub looks_first: bool,
    /// What becomes of the key on its way.
    pub intermediary: KeyPath,
    /// What a hidden retry layer below the caller does with the key.
    pub retry_layer: KeyPath,
    /// What a caller that starts anew still has.
    pub memory: Memory,
    /// How many steps, of an id each, an intent has: 1 to 3.
    pub steps: u8,
    /// Whether steps that took place are undone when a later one is refused.
    pub compensates: bool,
    /// For how long a request can be under way before it is void.
    pub in_flight: Span,
    /// The sweeper.
    pub sweeper: Sweeper,
    /// Whether somebody looks for the effects of uncertain requests and resolves them.
    pub reconciler: bool,
    /// How closings are tagged.
    pub closings: Closings,
    /// By how many ticks a skewed clock is ahead.
    pub skew: u8,
    /// Faults of design.
    pub flaws: Vec<Flaw>,
    /// The callers, by class.
    pub callers: Vec<Class>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            store: Store::default(),
            claim: Claim::default(),
            order: Order::default(),
            destination: Destination::default(),
            read_back: ReadBack::default(),
            looks_first: false,
            intermediary: KeyPath::default(),
            retry_layer: KeyPath::default(),
            memory: Memory::default(),
            steps: 1,
            compensates: false,
            in_flight: Span::Unbounded,
            sweeper: Sweeper::default(),
            reconciler: false,
            closings: Closings::default(),
            skew: 1,
            flaws: Vec::new(),
            callers: vec![Class::default()],
        }
    }
}

/// How much of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bounds {
    /// How often a caller sends one step, at most.
    pub tries: u8,
    /// How often the hidden retry layer sends each of those again.
    pub hidden_tries: u8,
    /// How many ticks pass, at most. None: without limit; states stay finite all the same.
    pub ticks: Option<u8>,
    /// How often the sweeper scans.
    pub sweeps: u8,
    /// How often the reconciler looks.
    pub reconciliations: u8,
    /// How often a worker renews its claim, over all workers.
    pub renewals: u8,
    /// How often a caller that waits, or got no answer, cancels; over all callers.
    pub cancels: u8,
    /// How often a caller that has sent its request asks how it stands; over all callers.
    pub questions: u8,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            tries: 2,
            hidden_tries: 0,
            ticks: None,
            sweeps: 0,
            reconciliations: 0,
            renewals: 0,
            cancels: 0,
            questions: 0,
        }
    }
}

/// The largest budget: without limit, and never used up.
pub const UNLIMITED: u8 = u8::MAX;

macro_rules! faults {
    ($($(#[$says:meta])* $field:ident = $fault:ident,)+) => {
        /// What goes wrong, and how often at most; [`UNLIMITED`] means without limit.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Faults { $($(#[$says])* pub $field: u8,)+ }

        /// One kind of fault.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fault { $($(#[$says])* $fault,)+ }

        impl Fault {
            /// Every kind.
            pub const ALL: &'static [Fault] = &[$(Fault::$fault),+];

            /// Its name in a configuration file.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Fault::$fault => stringify!($field),)+ }
            }
        }

        impl Faults {
            /// Nothing goes wrong.
            pub const NONE: Faults = Faults { $($field: 0,)+ };

            pub(super) const COUNT: usize = Fault::ALL.len();

            /// Every budget.
            pub(super) fn all(&self) -> [u8; Faults::COUNT] {
                [$(self.$field),+]
            }

            /// How much is left of a budget.
            #[must_use]
            pub fn left(&self, of: Fault) -> u8 {
                match of { $(Fault::$fault => self.$field,)+ }
            }
            /// A budget, to be changed.
            pub fn of_mut(&mut self, of: Fault) -> &mut u8 {
                match of { $(Fault::$fault => &mut self.$field,)+ }
            }
        }
    };
}

faults! {
    /// A reply is lost on its way.
    lost_ack = LostAck,
    /// The caller gives up while its request can still be carried out.
    late_commit = LateCommit,
    /// A request is delivered once more.
    redelivery = Redelivery,
    /// A request is lost on its way.
    lost_request = LostRequest,
    /// A worker stops between two durable actions.
    crash = Crash,
    /// The store stops and runs again.
    store_crash = StoreCrash,
    /// A lease is over although its holder still runs.
    lease_over = LeaseOver,
    /// Retention is over.
    retention_over = RetentionOver,
    /// It is not known whether a write to the store was applied.
    ambiguous_write = AmbiguousWrite,
    /// A begin is judged by a record that is one write behind.
    stale_read = StaleRead,
    /// The store's records are those of a backup from now on.
    restore = Restore,
    /// The caller stops and starts anew.
    caller_restart = CallerRestart,
    /// The caller is as it was before it sent anything.
    caller_restore = CallerRestore,
    /// An operation is judged by a clock that is ahead by the settings' `skew`.
    clock_skew = ClockSkew,
    /// The destination refuses for good.
    refusal = Refusal,
    /// The destination refuses for now.
    passing = Passing,
    /// The worker does not learn what the destination did.
    unknown_effect = UnknownEffect,
}

impl Faults {
    /// Uses up one; false when none is left.
    #[must_use]
    pub fn pay(&mut self, of: Fault) -> bool {
        let left = self.of_mut(of);
        let pays = *left > 0;
        *left -= u8::from(pays && *left != UNLIMITED);
        pays
    }

    /// Whether one is left.
    #[must_use]
    pub fn can(&self, of: Fault) -> bool {
        self.left(of) > 0
    }
}

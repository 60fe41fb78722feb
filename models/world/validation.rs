//! What contradicts itself in a configuration, by name.
//!
//! *What it claims.* A configuration without contradictions makes a world in which every setting
//! has an effect, within the room that states have.
//! *How that is checked.* `tests/world_configuration.rs`: each contradiction has a configuration.
//! *What is not covered.* Whether a configuration asks anything interesting.

use super::configuration::{
    Claim, Class, Closings, Configuration, Destination, Intents, KeyPath, Order, ReadBack,
    Strategy, Sweeper,
};
use super::names::UNDO;
use super::state::CALLERS;
use crate::spec::contract::{Clock, Fencing, Span};
use std::fmt::{Display, Formatter};

/// The most keys that are minted in one run.
pub const MOST_MINTED: u8 = 127;
/// The longest sum of spans, so that times keep room in one byte.
pub const LONGEST_SPANS: u64 = 60;
/// Scopes, keys and payloads are numbers below this.
pub const NAMES: u8 = 4;

macro_rules! contradictions {
    ($($name:ident = $says:literal,)+) => {
        /// Settings that cannot stand together.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Contradiction { $(#[doc = $says] $name,)+ }

        impl Contradiction {
            /// Every contradiction.
            pub const ALL: &'static [Contradiction] = &[$(Contradiction::$name),+];
        }

        impl Display for Contradiction {
            fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Contradiction::$name => $says),+ })
            }
        }
    };
}

contradictions! {
    NoCaller = "there is no caller",
    TooManyCallers = "there are more callers than a state has room for",
    NothingToAsk = "a class of callers has no scope, no key or no payload",
    NameTooLarge = "scopes, keys and payloads are numbers below 4",
    NoTry = "callers have no try",
    TooManyTries = "so many tries need more fresh keys than there are",
    StepsOutOfRange = "an intent has 1 to 3 steps",
    NothingToCompensate = "only an intent of several steps can be compensated",
    SpansTooLong = "lease, retention, block and flight are longer in sum than 60 ticks",
    TimestampWithoutTicks = "a key made of the time needs a bound on ticks",
    TooManyTicks = "a key made of the time has room for 100 ticks",
    LooksWithoutReadBack = "a worker cannot look first where effects cannot be looked for",
    ReconcilesWithoutReadBack = "a reconciler cannot look where effects cannot be looked for",
    NoReconciliation = "there is a reconciler, and the bound on its looks is 0",
    ReconciliationsWithoutReconciler = "there is a bound on looks, and no reconciler",
    NoSweep = "there is a sweeper, and the bound on its scans is 0",
    SweepsWithoutSweeper = "there is a bound on scans, and no sweeper",
    HiddenTriesWithoutLayer = "a hidden layer that changes keys needs hidden tries",
    ClaimWithoutClaiming = "in this order nothing is claimed, so a claim cannot be read and written",
    TokenInTransaction = "a destination within the store's transaction checks no token",
    TokenWithoutAttempts = "in this order no attempt is known when the effect runs",
    UntaggedUnderTokens = "no closing is tagged, and the contract asks for the attempt",
    SkewOfTheStore = "deadlines are judged by the store's clock, which cannot be skewed",
    NoSkew = "a skewed clock is ahead by 0 ticks",
    KeysCollide = "callers with intents of their own that mint keys share a key by chance",
}

/// Everything that contradicts itself, in order.
#[must_use]
pub fn contradictions(of: &Configuration) -> Vec<Contradiction> {
    let holds = |contradiction: &&Contradiction| of.has(**contradiction);
    Contradiction::ALL.iter().filter(holds).copied().collect()
}

/// The sum of the spans that have an end.
#[must_use]
pub fn finite_spans(of: &Configuration) -> u64 {
    let contract = &of.contract;
    let spans = [contract.lease, contract.retention, contract.block_for, of.world.in_flight];
    let ticks = spans.into_iter().filter_map(|span| match span {
        Span::Ticks(ticks) => Some(ticks),
        Span::Unbounded => None,
    });
    ticks.fold(0, u64::saturating_add)
}

/// The number of the intent that those share who ask the same. Smaller ones are callers' own.
#[must_use]
pub fn shared_intent(scope: u8, key: u8, payload: u8) -> u8 {
    let callers = u8::try_from(CALLERS).unwrap_or(u8::MAX);
    let asked = scope.saturating_mul(NAMES).saturating_add(key);
    let asked = asked.saturating_mul(NAMES).saturating_add(payload);
    asked.saturating_add(callers)
}

impl Configuration {
    fn has(&self, contradiction: Contradiction) -> bool {
        let (world, bounds, faults) = (&self.world, &self.bounds, &self.faults);
        let callers = || world.callers.iter();
        let count: usize = callers().map(|class| usize::from(class.count)).sum();
        let stamps = callers().any(|class| class.strategy == Strategy::TimestampKey);
        match contradiction {
            Contradiction::NoCaller => count == 0,
            Contradiction::TooManyCallers => count > CALLERS,
            Contradiction::NothingToAsk => callers().any(Class::asks_nothing),
            Contradiction::NameTooLarge => callers().any(Class::is_named_too_large),
            Contradiction::NoTry => bounds.tries == 0,
            Contradiction::TooManyTries => {
                u16::from(bounds.tries) * (1 + u16::from(bounds.hidden_tries)) > 8
            }
            Contradiction::StepsOutOfRange => !(1..=UNDO).contains(&world.steps),
            Contradiction::NothingToCompensate => world.compensates && world.steps < 2,
            Contradiction::SpansTooLong => finite_spans(self) > LONGEST_SPANS,
            Contradiction::TimestampWithoutTicks => stamps && bounds.ticks.is_none(),
            Contradiction::TooManyTicks => stamps && bounds.ticks.is_some_and(|most| most > 100),
            Contradiction::LooksWithoutReadBack => {
                world.looks_first && world.read_back == ReadBack::None
            }
            Contradiction::ReconcilesWithoutReadBack => {
                world.reconciler && world.read_back == ReadBack::None
            }
            Contradiction::NoReconciliation => world.reconciler && bounds.reconciliations == 0,
            Contradiction::ReconciliationsWithoutReconciler => {
                !world.reconciler && bounds.reconciliations > 0
            }
            Contradiction::NoSweep => world.sweeper != Sweeper::None && bounds.sweeps == 0,
            Contradiction::SweepsWithoutSweeper => {
                world.sweeper == Sweeper::None && bounds.sweeps > 0
            }
            Contradiction::HiddenTriesWithoutLayer => {
                world.retry_layer != KeyPath::Faithful && bounds.hidden_tries == 0
            }
            Contradiction::ClaimWithoutClaiming => {
                world.claim == Claim::CheckThenInsert
                    && matches!(world.order, Order::Atomic | Order::EffectFirst)
            }
            Contradiction::TokenInTransaction => {
                world.destination == Destination::ChecksToken
                    && matches!(world.order, Order::Atomic | Order::CompletionWithEffect)
            }
            Contradiction::TokenWithoutAttempts => {
                world.destination == Destination::ChecksToken && world.order == Order::EffectFirst
            }
            Contradiction::UntaggedUnderTokens => {
                let contract = &self.contract;
                let fencing = [contract.fencing_finish, contract.fencing_fail];
                let untagged =
                    |class: &Class| class.closings.unwrap_or(world.closings) == Closings::Untagged;
                count > 0 && callers().all(untagged) && fencing.contains(&Fencing::Token)
            }
            Contradiction::SkewOfTheStore => {
                faults.clock_skew > 0 && self.contract.clock == Clock::Store
            }
            Contradiction::NoSkew => faults.clock_skew > 0 && world.skew == 0,
            Contradiction::KeysCollide => callers().any(Class::mints_in_common),
        }
    }
}

impl Class {
    fn asks_nothing(&self) -> bool {
        self.scopes.is_empty() || self.keys.is_empty() || self.payloads.is_empty()
    }

    fn is_named_too_large(&self) -> bool {
        [&self.scopes, &self.keys, &self.payloads].into_iter().flatten().any(|name| *name >= NAMES)
    }

    /// Fresh keys begin with the intent's own; then that must be the caller's alone.
    fn mints_in_common(&self) -> bool {
        self.strategy == Strategy::NewKeyPerAttempt
            && self.intents == Intents::Own
            && self.count > 1
            && self.keys.len() < usize::from(self.count)
    }
}

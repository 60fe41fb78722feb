//! The contract: the parameters in which published idempotency layers differ.
//!
//! *What it claims.* Nineteen parameters, three of them durations, tell eleven published
//! contracts apart. [`mod@super::step`] asks for them through [`Terms`] and reads nothing else.
//! *How that is checked.* Every value has a case in the table; the refinement test runs under
//! every combination.
//! *What is not covered.* What a published contract has beyond these is listed with it.

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{Display, Formatter};

/// A parameter's value: one of a short list of named choices.
pub trait Choice: Copy + Eq + Sized + 'static {
    /// Every value, in the order of its index.
    const ALL: &'static [Self];
    /// The value's name in contract files.
    fn name(self) -> &'static str;
    /// The value's place in [`Choice::ALL`].
    fn index(self) -> u8;
}

macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$says:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$says])* #[serde(rename = $text)] $value,)+ }
        impl Choice for $name {
            const ALL: &'static [Self] = &[$($name::$value),+];
            fn name(self) -> &'static str { match self { $($name::$value => $text),+ } }
            fn index(self) -> u8 { self as u8 }
        }
    };
}

choice! {
    /// What a lease that is over means.
    OnLeaseOver {
        /// The claim stays with its holder; begins are told to wait.
        Hold = "hold",
        /// The next begin takes the claim over and may run the effect again.
        TakeOver = "take_over",
        /// The outcome is unknown from then on.
        Quarantine = "quarantine",
    }
}
choice! {
    /// What a closing or a renewal must show before it is accepted.
    Fencing {
        /// The attempt that the record names.
        Token = "token",
        /// Only a record in the right state; anybody may ask.
        StateOnly = "state_only",
        /// Neither attempt nor state: a closing overwrites, or deletes, whatever is present, and
        /// a renewal revives a claim whose lease is over. An untagged one is still compared by
        /// its payload, as `payload_check` says.
        Unconditional = "unconditional",
    }
}
choice! {
    /// When an offered payload is compared with the bound one.
    PayloadCheck {
        /// In every present state.
        Always = "always",
        /// Only while a claim is live or an outcome is retained, so that a takeover may rebind.
        WhileHeld = "while_held",
        /// Never: every payload counts as the same.
        Never = "never",
    }
}
choice! {
    /// What a failure with no effect does.
    OnNotApplied {
        /// The record remains, and a begin may start again.
        Reopen = "reopen",
        /// The record is removed.
        Delete = "delete",
        /// The request is refused for good.
        Seal = "seal",
    }
}
choice! {
    /// What a begin meets after a failure with an unknown effect.
    OnUnknown {
        /// `uncertain`, until somebody resolves it.
        Quarantine = "quarantine",
        /// A new attempt.
        Reopen = "reopen",
        /// A replay that says the outcome is indeterminate.
        Replay = "replay",
    }
}
choice! {
    /// What a final refusal by the business does.
    OnRefused {
        /// It is the outcome, and is replayed.
        Replay = "replay",
        /// It releases the request, and a begin may start again.
        Reopen = "reopen",
    }
}
choice! {
    /// From when retention runs.
    RetentionAnchor {
        /// From when the outcome was recorded.
        Completion = "completion",
        /// From the first begin.
        FirstBegin = "first_begin",
    }
}
choice! {
    /// To which records retention applies.
    RetentionCovers {
        /// To completed ones.
        Completed = "completed",
        /// Also to records that never completed, counted from their first begin, though never while
        /// a lease is live. Under `block` it has no effect: there only an outcome lapses.
        AnyState = "any_state",
    }
}
choice! {
    /// What follows when retention is over.
    AfterRetention {
        /// The record is forgotten, and a late retry counts as new.
        Forget = "forget",
        /// It may be forgotten at any time from then on; a late replay is fine too.
        MayForget = "may_forget",
        /// The outcome goes, and the key blocks for `block_for` longer.
        Block = "block",
    }
}
choice! {
    /// What a replay repeats.
    Replay {
        /// The first answer, to the byte.
        SameBytes = "same_bytes",
        /// Something equivalent: the present state of what was made, for example.
        Equivalent = "equivalent",
    }
}
choice! {
    /// Which is checked first while a claim is live.
    BusyOrder {
        /// The payload: another payload is told `conflict`.
        ConflictFirst = "conflict_first",
        /// The claim: another payload is told `in_progress`.
        InProgressFirst = "in_progress_first",
    }
}
choice! {
    /// When a deadline is over.
    Deadline {
        /// At the deadline itself.
        OverAt = "over_at",
        /// Only after it.
        OverAfter = "over_after",
    }
}
choice! {
    /// Whose clock judges deadlines. One step is the same under both; worlds differ.
    Clock {
        /// The store's.
        Store = "store",
        /// The caller's.
        Caller = "caller",
    }
}
choice! {
    /// What a begin without a key meets.
    MissingKey {
        /// A refusal; nothing runs.
        Refuse = "refuse",
        /// The effect runs without protection.
        Bypass = "bypass",
    }
}

/// A length of time in ticks, or without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Span {
    /// So many ticks. Zero is over at once (under `over_after`, at the next tick).
    Ticks(u64),
    /// Without end.
    Unbounded,
}

/// The word for a span without end in files.
pub const UNBOUNDED: &str = "unbounded";

/// The longest finite span in a file, in ticks: 2^53 - 1, the largest integer that every JSON
/// reader carries exactly (RFC 7493 section 2.2).
pub const LONGEST_SPAN: u64 = (1 << 53) - 1;

impl Display for Span {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Span::Ticks(ticks) => write!(f, "{ticks}"),
            Span::Unbounded => f.write_str(UNBOUNDED),
        }
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Span::Ticks(ticks) => serializer.serialize_u64(*ticks),
            Span::Unbounded => serializer.serialize_str(UNBOUNDED),
        }
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Span;
            fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                write!(f, "a whole number of ticks from 0 to {LONGEST_SPAN}, or \"{UNBOUNDED}\"")
            }
            fn visit_u64<E: Error>(self, ticks: u64) -> Result<Span, E> {
                if ticks > LONGEST_SPAN {
                    return Err(E::invalid_value(Unexpected::Unsigned(ticks), &self));
                }
                Ok(Span::Ticks(ticks))
            }
            fn visit_i64<E: Error>(self, ticks: i64) -> Result<Span, E> {
                match u64::try_from(ticks) {
                    Ok(ticks) => self.visit_u64(ticks),
                    Err(_) => Err(E::invalid_value(Unexpected::Signed(ticks), &self)),
                }
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Span, E> {
                if text == UNBOUNDED {
                    return Ok(Span::Unbounded);
                }
                Err(E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

macro_rules! terms {
    (durations { $($(#[$says:meta])* $span:ident,)+ }
     choices { $($(#[$tells:meta])* $choice:ident: $kind:ident as $parameter:ident = $text:literal,)+ }) => {
        /// A contract, as [`super::step()`] asks it: one question a parameter.
        pub trait Terms {
            $($(#[$says])* fn $span(&self) -> Span;)+
            $($(#[$tells])* fn $choice(&self) -> $kind;)+
        }

        /// A contract in which every parameter has a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Contract {
            $($(#[$says])* pub $span: Span,)+
            $($(#[$tells])* pub $choice: $kind,)+
        }

        impl Terms for Contract {
            $(fn $span(&self) -> Span { self.$span })+
            $(fn $choice(&self) -> $kind { self.$choice })+
        }

        /// The parameters that are choices, and so may be open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Parameter { $($(#[$tells])* $parameter,)+ }

        impl Parameter {
            /// Every parameter, in the order of its index.
            pub const ALL: &'static [Parameter] = &[$(Parameter::$parameter),+];

            /// The parameter's name in contract files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Parameter::$parameter => $text),+ }
            }

            /// The names of its values, in the order of their indices.
            #[must_use]
            pub fn values(self) -> Vec<&'static str> {
                match self {
                    $(Parameter::$parameter =>
                        $kind::ALL.iter().map(|value| value.name()).collect()),+
                }
            }

            /// The index of its value in a contract.
            #[must_use]
            pub fn index_in(self, contract: &Contract) -> u8 {
                match self { $(Parameter::$parameter => contract.$choice.index()),+ }
            }

            /// Sets its value in a contract by index; an index beyond the last changes nothing.
            pub fn set_in(self, contract: &mut Contract, index: u8) {
                match self {
                    $(Parameter::$parameter => {
                        if let Some(value) = $kind::ALL.get(usize::from(index)) {
                            contract.$choice = *value;
                        }
                    })+
                }
            }
        }

        impl Terms for super::open::Course<'_> {
            $(fn $span(&self) -> Span { self.base().$span })+
            $(fn $choice(&self) -> $kind {
                let index = usize::from(self.ask(Parameter::$parameter));
                $kind::ALL.get(index).copied().unwrap_or(self.base().$choice)
            })+
        }
    };
}

terms! {
    durations {
        /// How long a claim holds.
        lease,
        /// How long the outcome is replayed.
        retention,
        /// How long a key blocks after its outcome lapsed, or after it was cancelled unseen.
        block_for,
    }
    choices {
        /// What a lease that is over means.
        on_lease_over: OnLeaseOver as OnLeaseOver = "on_lease_over",
        /// What a finish must show.
        fencing_finish: Fencing as FencingFinish = "fencing.finish",
        /// What a fail must show.
        fencing_fail: Fencing as FencingFail = "fencing.fail",
        /// What a renewal must show.
        fencing_renew: Fencing as FencingRenew = "fencing.renew",
        /// When payloads are compared.
        payload_check: PayloadCheck as PayloadCheck = "payload_check",
        /// What a failure with no effect does.
        on_not_applied: OnNotApplied as OnNotApplied = "on_not_applied",
        /// What a begin meets after a failure with an unknown effect.
        on_unknown: OnUnknown as OnUnknown = "on_unknown",
        /// What a final refusal does.
        on_refused: OnRefused as OnRefused = "on_refused",
        /// From when retention runs.
        retention_anchor: RetentionAnchor as RetentionAnchor = "retention_anchor",
        /// To which records retention applies.
        retention_covers: RetentionCovers as RetentionCovers = "retention_covers",
        /// What follows when retention is over.
        after_retention: AfterRetention as AfterRetention = "after_retention",
        /// What a replay repeats.
        replay: Replay as Replay = "replay",
        /// Which is checked first while a claim is live.
        busy_order: BusyOrder as BusyOrder = "busy_order",
        /// When a deadline is over.
        deadline: Deadline as Deadline = "deadline",
        /// Whose clock judges deadlines.
        clock: Clock as Clock = "clock",
        /// What a begin without a key meets.
        missing_key: MissingKey as MissingKey = "missing_key",
    }
}

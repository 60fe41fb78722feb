//! The small values of a trace: kinds and members by name, ids, digests.
//!
//! *What it claims.* Each has one text, and reading the text gives the value back.
//! *How that is checked.* The round trips of `tests/trace_round_trip.rs`.
//! *What is not covered.* What they mean in an event: see [`super::event`].

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::fmt::{Debug, Display, Formatter, Write as _};

/// The largest whole number in a trace: 2^53 - 1, the largest that every JSON reader carries
/// exactly (RFC 7493 section 2.2). It bounds `seq`, `call`, attempt numbers and counts.
pub const LARGEST: u64 = (1 << 53) - 1;

macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$says:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$says])* #[serde(rename = $text)] $value,)+ }

        impl $name {
            /// Every one, in canonical order.
            pub const ALL: &'static [$name] = &[$($name::$value),+];

            /// Its name in a trace.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$value => $text),+ }
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// The kinds of events.
    Kind {
        /// A process asks the layer for an operation.
        Invoke = "invoke",
        /// The process has the layer's answer, or a failure in its place.
        Return = "return",
        /// The instant at which an operation took effect.
        Decide = "decide",
        /// A request to run the effect met its destination.
        Effect = "effect",
        /// A caller was told what became of its intent, in the end.
        Acknowledge = "acknowledge",
        /// A process asked the destination whether the effect is there.
        ReadBack = "read_back",
        /// A message is under way from now on.
        Send = "send",
        /// A copy of a message arrived.
        Deliver = "deliver",
        /// One more copy of a message is under way.
        Duplicate = "duplicate",
        /// A copy of a message is gone, and will not arrive.
        Lose = "lose",
        /// A sweeper looked at a record, or wrote to it.
        Sweep = "sweep",
        /// Somebody stopped, and forgot what was not durable.
        Crash = "crash",
        /// Somebody runs again.
        Restart = "restart",
        /// Somebody's state is an earlier one from now on.
        Restore = "restore",
        /// A clock jumped ahead.
        Advance = "advance",
    }
}

named! {
    /// The members of an event that some kinds have and others have not.
    Member {
        /// Who acts.
        Process = "process",
        /// Which call of the layer.
        Call = "call",
        /// Which request.
        Request = "request",
        /// Which intent (ghost).
        Intent = "intent",
        /// Which delivery is being handled (ghost).
        Claim = "claim",
        /// Which attempt acts.
        Attempt = "attempt",
    }
}

/// The SHA-256 of an outcome as it was told: of the bytes of the result's JSON text, or of the
/// UTF-8 bytes of a refusal's reason. Written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutcomeDigest(pub [u8; 32]);

impl OutcomeDigest {
    /// The digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> OutcomeDigest {
        OutcomeDigest(Sha256::digest(bytes).into())
    }
}

impl Display for OutcomeDigest {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Debug for OutcomeDigest {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Display::fmt(self, f)
    }
}

impl Serialize for OutcomeDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OutcomeDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OutcomeDigest, D::Error> {
        read_word(deserializer, "64 lower-case hex digits", |text| {
            read_hex(text).map(OutcomeDigest)
        })
    }
}

/// Reads a string that `read` understands. The visitor's error has the string's own place.
pub(crate) fn read_word<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct Word<F>(&'static str, F);
    impl<T, F: Fn(&str) -> Option<T>> Visitor<'_> for Word<F> {
        type Value = T;
        fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.1)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
        }
    }
    deserializer.deserialize_str(Word(expected, read))
}

fn read_hex(text: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    let lower = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if text.len() != 64 || !text.bytes().all(lower) {
        return None;
    }
    for (slot, at) in digest.iter_mut().zip((0..64).step_by(2)) {
        *slot = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(digest)
}

/// Where in a line something is: an RFC 6901 pointer.
///
/// The empty pointer is the whole line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(String);

impl Path {
    /// The pointer's text, for example `/event/effect/destination`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The path of these steps, member names or the numbers of elements.
    pub(crate) fn of<'a>(steps: impl IntoIterator<Item = &'a str>) -> Path {
        let mut path = Path::default();
        for step in steps {
            path = path.to(step);
        }
        path
    }

    /// The path of a member or element inside this one.
    pub(crate) fn to(&self, step: impl Display) -> Path {
        let step = step.to_string().replace('~', "~0").replace('/', "~1");
        let mut text = self.0.clone();
        // Writing to a String cannot fail.
        let _ = write!(text, "/{step}");
        Path(text)
    }

    /// The path of what this is inside of.
    pub(crate) fn parent(&self) -> Option<Path> {
        self.0.rfind('/').map(|at| Path(self.0.get(..at).unwrap_or_default().to_owned()))
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { "the line" } else { &self.0 })
    }
}

//! The real values: JSON texts, ticks that every JSON reader carries exactly, and strings.

use crate::key::Fingerprint;
use crate::spec::contract::{LONGEST_SPAN, UNBOUNDED};
use crate::spec::{RequestId, Ticks, Values};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::fmt::{Debug, Display, Formatter};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The real values, for traces, stores and the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Concrete;

impl Values for Concrete {
    type Fingerprint = Fingerprint;
    type Result = JsonText;
    type Reason = Arc<str>;
    type Claim = Arc<str>;
    type Evidence = Arc<str>;
    type Link = Arc<RequestId>;
    type Time = Tick;
}

/// Time in ticks, from 0 to 2^53 - 2; beyond that lies only [`Tick::LAST`], which is written
/// `"unbounded"` and is never over.
///
/// The limit is that of integers which every JSON reader carries exactly (RFC 7493 section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tick(u64);

impl Tick {
    /// The tick of a number, or None above 2^53 - 2.
    #[must_use]
    pub fn new(ticks: u64) -> Option<Tick> {
        (ticks < LONGEST_SPAN).then_some(Tick(ticks))
    }

    /// The number, or None for the last tick.
    #[must_use]
    pub fn number(self) -> Option<u64> {
        (self != Tick::LAST).then_some(self.0)
    }
}

impl Ticks for Tick {
    const LAST: Tick = Tick(LONGEST_SPAN);
    const FIRST: Tick = Tick(0);
    fn later_by(self, ticks: u64) -> Tick {
        Tick(self.0.saturating_add(ticks)).min(Tick::LAST)
    }
    fn earlier_by(self, ticks: u64) -> Option<Tick> {
        if self == Tick::LAST {
            return Some(self);
        }
        self.0.checked_sub(ticks).map(Tick)
    }
}

impl Display for Tick {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.number() {
            Some(ticks) => write!(f, "{ticks}"),
            None => f.write_str(UNBOUNDED),
        }
    }
}

impl Serialize for Tick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.number() {
            Some(ticks) => serializer.serialize_u64(ticks),
            None => serializer.serialize_str(UNBOUNDED),
        }
    }
}

impl<'de> Deserialize<'de> for Tick {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tick, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Tick;
            fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                let most = LONGEST_SPAN - 1;
                write!(f, "a whole number of ticks from 0 to {most}, or \"{UNBOUNDED}\"")
            }
            fn visit_u64<E: Error>(self, ticks: u64) -> Result<Tick, E> {
                Tick::new(ticks).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(ticks), &self))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Tick, E> {
                if text == UNBOUNDED {
                    return Ok(Tick::LAST);
                }
                Err(E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// A JSON value as the text in which it came, so that it is told again to the byte.
#[derive(Clone)]
pub struct JsonText(Arc<RawValue>);

impl JsonText {
    /// The text of a JSON value.
    ///
    /// # Errors
    /// When the text is not one JSON value.
    pub fn new(text: impl Into<String>) -> Result<JsonText, serde_json::Error> {
        RawValue::from_string(text.into()).map(|text| JsonText(text.into()))
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.get()
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonText, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(|text| JsonText(text.into()))
    }
}

impl Debug for JsonText {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for JsonText {}

impl PartialOrd for JsonText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for JsonText {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text().cmp(other.text())
    }
}

impl Hash for JsonText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

/// Reads an optional member. A member that is present has a value: `null` is a value where any
/// JSON is welcome, and an error elsewhere, so that absence is written in one way only.
pub(crate) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

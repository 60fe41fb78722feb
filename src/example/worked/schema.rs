//! What a request and a result look like, and how two requests are compared.
//!
//! *What it claims.* A payload has exactly the members `operation`, `sensor_id` and `window_ms`;
//! a result exactly `note_id` and `sample_count`. Each fault has one name, and the first of the
//! stated order is told. Two payloads are the same exactly when their comparison texts are.
//! *How that is checked.* One test a fault, both bounds of each range from both sides, and the
//! lexical types of numbers.
//! *What is not covered.* The comparison text serves this schema alone. It is no canonical form
//! of JSON in general, no signature and no proof of where a request comes from.

use super::given::Given;
use crate::spec::{Comparison, identity::Fingerprinted};
use serde::{Deserialize, Serialize};

/// The longest identifier.
const LONGEST_IDENTIFIER: usize = 32;
/// The longest window, in milliseconds; the shortest is 1.
const LONGEST_WINDOW_MS: u32 = 10_000;
/// The most samples that a result may name.
const MOST_SAMPLES: u32 = 1_000_000;
/// The only operation.
const OPERATION: &str = "prepare_note";

/// Why a call is refused. Nothing is changed by a refused call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The payload is no object of exactly the three members.
    PayloadFields,
    /// The operation is not the one that exists.
    Operation,
    /// A scope, key, sensor or note is not named by an identifier.
    Identifier,
    /// The window is no integer from 1 to 10000.
    WindowMs,
    /// The result is no object of exactly the two members.
    ResultFields,
    /// The count is no integer from 0 to 1000000.
    SampleCount,
    /// A finish of a request that was never begun.
    UnknownRequest,
    /// A finish with another payload than the begun one.
    PayloadConflict,
    /// A finish of a request that has its result.
    AlreadyCompleted,
    /// An answer that the contract of this example cannot give. It is never seen.
    OutsideThisContract,
}

impl Fault {
    /// The name that callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fault::PayloadFields => "payload_fields",
            Fault::Operation => "operation",
            Fault::Identifier => "identifier",
            Fault::WindowMs => "window_ms",
            Fault::ResultFields => "result_fields",
            Fault::SampleCount => "sample_count",
            Fault::UnknownRequest => "unknown_request",
            Fault::PayloadConflict => "payload_conflict",
            Fault::AlreadyCompleted => "already_completed",
            Fault::OutsideThisContract => "outside_this_contract",
        }
    }
}

/// A payload that has been accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    sensor_id: String,
    window_ms: u32,
}

impl Payload {
    /// Accepts a payload. The order of checks: members, operation, sensor, window.
    pub fn accept(given: &Given) -> Result<Payload, Fault> {
        let [operation, sensor_id, window_ms] =
            exactly(given, ["operation", "sensor_id", "window_ms"]).ok_or(Fault::PayloadFields)?;
        if *operation != Given::text(OPERATION) {
            return Err(Fault::Operation);
        }
        let sensor_id = identifier(sensor_id)?;
        let window_ms = integer(window_ms, 1, LONGEST_WINDOW_MS).ok_or(Fault::WindowMs)?;
        Ok(Payload { sensor_id, window_ms })
    }

    /// The comparison text: members sorted, no white space, ASCII.
    ///
    /// Nothing needs an escape: the operation is fixed, and an identifier holds neither quotes
    /// nor backslashes nor control characters.
    #[must_use]
    pub fn comparison_text(&self) -> ComparisonText {
        let Payload { sensor_id, window_ms } = self;
        ComparisonText(format!(
            r#"{{"operation":"{OPERATION}","sensor_id":"{sensor_id}","window_ms":{window_ms}}}"#
        ))
    }
}

/// A payload as it is compared: equal payloads have equal texts, whatever their members' order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ComparisonText(pub String);

impl Fingerprinted for ComparisonText {
    fn compare(&self, offered: &Self) -> Comparison {
        if self == offered { Comparison::Same } else { Comparison::Different }
    }
}

/// A result that has been accepted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    note_id: String,
    sample_count: u32,
}

impl Note {
    /// Accepts a result. The order of checks: members, note, count.
    pub fn accept(given: &Given) -> Result<Note, Fault> {
        let [note_id, sample_count] =
            exactly(given, ["note_id", "sample_count"]).ok_or(Fault::ResultFields)?;
        let note_id = identifier(note_id)?;
        let sample_count = integer(sample_count, 0, MOST_SAMPLES).ok_or(Fault::SampleCount)?;
        Ok(Note { note_id, sample_count })
    }

    /// The result as it is handed out: a copy.
    #[must_use]
    pub fn given(&self) -> Given {
        Given::object([
            ("note_id", Given::text(&self.note_id)),
            ("sample_count", Given::Integer(self.sample_count.into())),
        ])
    }
}

/// Accepts an identifier: an ASCII letter, then up to 31 letters, digits, `_` and `-`.
pub fn identifier(given: &Given) -> Result<String, Fault> {
    let Given::Text(text) = given else { return Err(Fault::Identifier) };
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let well_formed = text.len() <= LONGEST_IDENTIFIER
        && text.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
        && text.bytes().all(rest);
    if well_formed { Ok(text.clone()) } else { Err(Fault::Identifier) }
}

/// The members of an object that has exactly these, each once, in any order.
fn exactly<'a, const N: usize>(given: &'a Given, names: [&str; N]) -> Option<[&'a Given; N]> {
    let Given::Object(members) = given else { return None };
    if members.len() != N {
        return None;
    }
    let member =
        |wanted: &str| members.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    let found: Vec<&Given> = names.into_iter().filter_map(member).collect();
    found.try_into().ok()
}

/// A number written as an integer, within bounds.
fn integer(given: &Given, least: u32, most: u32) -> Option<u32> {
    let Given::Integer(integer) = given else { return None };
    u32::try_from(*integer).ok().filter(|integer| (least..=most).contains(integer))
}

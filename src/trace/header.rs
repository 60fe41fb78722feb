//! The header: the first line of a trace, and everything that its reader is told beforehand.
//!
//! *What it claims.* Whatever a monitor or a checker assumes about a trace stands here, so that
//! only what is declared missing is ever guessed.
//! *How that is checked.* `tests/trace_format.rs`: good samples, and one bad sample a rule.
//! *What is not covered.* Whether the declarations are true.

use super::fault::Fault;
use super::form::{ContractForm, given};
use super::name::{Kind, Path};
use crate::spec::contract::Span;
use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt::Formatter;

/// The version that this crate reads and writes.
pub const VERSION: u64 = 1;

/// The first line of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `"onceproof-trace"`.
    pub format: Format,
    /// Always [`VERSION`].
    pub version: Version,
    /// Free text: what the trace shows. The monitor does not read it.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Free text: where the trace is from: a model, a store, a log. The monitor does not read it.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The contract by which the trace is judged; a named one may leave parameters open, and
    /// then every contract that it allows is considered. Absent: none is declared, and only what holds
    /// under every contract can be judged.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub contract: Option<ContractForm>,
    /// Whether the store's memory outlives a crash. Losing it in a crash is declared by
    /// `volatile`, and then no fault.
    pub store: StoreMemory,
    /// Which events the order of the lines puts in order.
    pub order: Order,
    /// What attempt ids in this trace can be compared for.
    pub attempts: AttemptIds,
    /// The clocks, at least one, by distinct names.
    pub clocks: Vec<ClockForm>,
    /// The destinations, by distinct names. None: no event names a destination.
    pub destinations: Vec<DestinationForm>,
    /// The kinds of which events may have happened that the trace does not show. A checker
    /// guesses events of these kinds and of no other. Empty: the trace is complete.
    #[serde(deserialize_with = "distinct")]
    pub may_be_missing: BTreeSet<Kind>,
}

/// The name of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// `"onceproof-trace"`.
    #[default]
    #[serde(rename = "onceproof-trace")]
    Trace,
}

/// The version of the format. The only value is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

/// What a store keeps through a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreMemory {
    /// Nothing: its records are gone when it crashes.
    Volatile,
    /// Everything that was decided before the crash.
    Durable,
}

/// Which events the order of the lines puts in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// All: an event with a smaller `seq` happened earlier. One recorder numbered them, under
    /// one lock.
    Total,
    /// Those of one clock. Of two clocks, an event at time `t` on a clock of skew `a` happened
    /// before one at time `u` on a clock of skew `b` if `t + a < u - b`; otherwise their order
    /// is not known. Several logs were merged.
    ByClock,
}

/// What attempt ids can be compared for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptIds {
    /// Order: a later attempt of one request has a larger id.
    Ordered,
    /// Equality only: the numbers stand for tokens without an order.
    Labels,
    /// There are none: the layer issues no ids, and no event holds one.
    None,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockForm {
    /// Its name, not empty. Events name the clock on which their time was read.
    pub name: String,
    /// Whose it is. Deadlines are judged on the clocks whose owner the contract names.
    pub of: ClockOwner,
    /// By how many ticks, at most, its reading differs from one common time, in either
    /// direction and at any instant: 0 to 2^53 - 1, or `"unbounded"` when that is not known.
    /// Two clocks of skew 0 always read the same.
    pub skew: Span,
}

/// Whose a clock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockOwner {
    /// The store's: the time that `step` is given.
    Store,
    /// A caller's or a worker's.
    Caller,
    /// A destination's.
    Destination,
    /// That of somebody who only watches.
    Observer,
}

/// A destination: where effects take place. What it promises decides whose a second effect is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DestinationForm {
    /// Its name, not empty.
    pub name: String,
    /// For how long it recognises a downstream key, from when it first applied it. Absent: it
    /// does not look at the key, whether or not it accepts one.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub deduplicates_for: Option<Span>,
    /// Whether running one effect twice leaves it as running it once does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub idempotent: bool,
    /// Whether it refuses an attempt that is not the latest it has seen for that request.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub checks_attempt: bool,
    /// Whether it can be asked for an effect by its downstream key.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reads_back_by_key: bool,
    /// Whether it can be asked for an effect by attributes, which another may share.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reads_back_by_attributes: bool,
}

impl Header {
    /// A header with a durable store, one store clock of that name with no skew, a total order,
    /// ordered attempts, no destinations, no contract, and nothing missing.
    #[must_use]
    pub fn new(clock: &str) -> Header {
        let clock =
            ClockForm { name: clock.to_owned(), of: ClockOwner::Store, skew: Span::Ticks(0) };
        Header {
            format: Format::Trace,
            version: Version,
            about: None,
            source: None,
            contract: None,
            store: StoreMemory::Durable,
            order: Order::Total,
            attempts: AttemptIds::Ordered,
            clocks: vec![clock],
            destinations: Vec::new(),
            may_be_missing: BTreeSet::new(),
        }
    }

    /// Whether events of this kind may have happened that the trace does not show.
    #[must_use]
    pub fn misses(&self, kind: Kind) -> bool {
        self.may_be_missing.contains(&kind)
    }

    /// Checks what the types alone do not.
    ///
    /// # Errors
    /// The first fault, and where in the line it is.
    pub fn check(&self) -> Result<(), (Path, Fault)> {
        if let Some(contract) = &self.contract {
            contract.open().map_err(|wrong| {
                (Path::of(["contract", wrong.member]), Fault::Form { what: wrong.what })
            })?;
        }
        if self.clocks.is_empty() {
            return Err((Path::of(["clocks"]), Fault::NoClock));
        }
        distinct_names("clocks", self.clocks.iter().map(|clock| clock.name.as_str()))?;
        distinct_names("destinations", self.destinations.iter().map(|it| it.name.as_str()))?;
        Ok(())
    }
}

fn distinct_names<'a>(
    list: &'static str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), (Path, Fault)> {
    let mut seen = BTreeSet::new();
    for (at, name) in names.enumerate() {
        let path = || Path::of([list]).to(at).to("name");
        if name.is_empty() {
            return Err((path(), Fault::EmptyName));
        }
        if !seen.insert(name) {
            return Err((path(), Fault::NameTwice { name: name.to_owned() }));
        }
    }
    Ok(())
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(VERSION)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        let version = u64::deserialize(deserializer)?;
        if version != VERSION {
            return Err(D::Error::invalid_value(Unexpected::Unsigned(version), &"version 1"));
        }
        Ok(Version)
    }
}

/// Reads a set of kinds from an array in any order, without repetitions.
fn distinct<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeSet<Kind>, D::Error> {
    struct Reader;
    impl<'de> Visitor<'de> for Reader {
        type Value = BTreeSet<Kind>;
        fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
            f.write_str("an array of kinds of events")
        }
        fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<BTreeSet<Kind>, S::Error> {
            let mut kinds = BTreeSet::new();
            while let Some(kind) = seq.next_element::<Kind>()? {
                if !kinds.insert(kind) {
                    return Err(S::Error::custom(format!("`{kind}` is in the set already")));
                }
            }
            Ok(kinds)
        }
    }
    from.deserialize_seq(Reader)
}

//! Event keys: the sender's own name for an event, or a digest of what makes it that event.
//!
//! **What it claims.** Two deliveries of one event have one key, whatever else in them differs.
//! The sender's own id decides if there is one; otherwise all declared fields do, each of which
//! must be there. Nothing is derived from nothing: without an id and without declared fields there
//! is no key, because all such events would share it. A time is no key: the retry's differs.
//!
//! **How that is checked.** `tests/key_derivation.rs`: redeliveries with other envelopes, each
//! declared field changed alone, absent and null ids; a mutant that hashes the absent key dies.
//!
//! **What is not covered.** Whether the declared fields tell all events apart, and numbers that
//! only look like times: those are flagged, not refused, since ids may be of the same size.

use super::canonical::{Canonicaliser, Mode};
use super::identity::{self, Part};
use super::json::outline::{Outline, Value};
use super::json::reader::Kind;
use super::json::{Limits, Refusal};
use super::text;
use super::times::{Timelike, looks_like_time, names_a_time};
use std::fmt;
use std::str::FromStr;

/// The domain of event keys that come from the sender's id.
pub const SENDER_DOMAIN: &str = "onceproof.event-key.sender-id.1";
/// The domain of event keys that come from declared fields.
pub const FIELDS_DOMAIN: &str = "onceproof.event-key.fields.1";

/// A JSON Pointer (RFC 6901).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

/// The text is not a JSON Pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPointer;

impl fmt::Display for NotAPointer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "a JSON Pointer is empty or starts with `/`, and has `~` only as `~0` or `~1`",
        )
    }
}

impl std::error::Error for NotAPointer {}

impl FromStr for Pointer {
    type Err = NotAPointer;

    fn from_str(text: &str) -> Result<Pointer, NotAPointer> {
        let rooted = text.is_empty() || text.starts_with('/');
        let mut tildes = text.split('~').skip(1);
        if rooted && tildes.all(|after| after.starts_with(['0', '1'])) {
            Ok(Pointer(text.to_owned()))
        } else {
            Err(NotAPointer)
        }
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Pointer {
    /// The unescaped reference tokens.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = String> {
        self.0.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
    }
}

/// Which parts of an event name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventRule {
    /// Where the sender puts its own id, if it does.
    pub id_at: Option<Pointer>,
    /// The fields that together make the event that event; used when there is no id.
    /// Their order does not matter, and naming one twice changes nothing.
    pub fields: Vec<Pointer>,
    /// Accept declared times, for events that *are* a point in time (an appointment).
    pub allow_times: bool,
}

/// The key of an event. Its text is `ek1_` and 52 characters of base32, 56 in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventKey {
    digest: [u8; 32],
    /// Where it came from.
    pub source: EventSource,
    /// Declared places whose value may be a time: check that a redelivery repeats it.
    pub maybe_times: Vec<Pointer>,
}

/// Where an event key came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventSource {
    /// The sender's own id.
    SenderId,
    /// The declared fields.
    Fields,
}

impl EventKey {
    /// The digest itself.
    pub const fn digest(&self) -> &[u8; 32] {
        &self.digest
    }
}

impl fmt::Display for EventKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "ek1_{}", text::base32(&self.digest))
    }
}

/// Why there is no event key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKeyError {
    /// The event is not acceptable JSON, or a value in the key cannot be carried exactly.
    Event(Refusal),
    /// There is no id in the event, and no field is declared.
    NothingToNameIt,
    /// A declared field is not in the event.
    MissingField(Pointer),
    /// The id is neither text nor a number.
    IdIsNoName(Pointer),
    /// The id or a declared field is a time.
    Time(Pointer),
}

impl fmt::Display for EventKeyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKeyError::Event(refusal) => write!(out, "the event: {refusal}"),
            EventKeyError::NothingToNameIt => out.write_str(
                "the event has no id of its own and no field is declared; \
                 an absent key is never hashed",
            ),
            EventKeyError::MissingField(at) => {
                write!(out, "the declared field {at} is not in the event")
            }
            EventKeyError::IdIsNoName(at) => {
                write!(out, "the id at {at} is neither text nor a number")
            }
            EventKeyError::Time(at) => write!(
                out,
                "{at} is a time, and a key derived from a timestamp is not a key: the retry's differs"
            ),
        }
    }
}

impl std::error::Error for EventKeyError {}

/// Derives the key of an event, a JSON text, by a rule.
///
/// ```
/// use onceproof::key::{EventRule, event_key};
/// let rule = EventRule {
///     id_at: Some("/id".parse()?),
///     fields: vec!["/chat".parse()?, "/message".parse()?],
///     ..EventRule::default()
/// };
/// let first = event_key(br#"{"chat":7,"message":12,"sent_at":1700000000}"#, &rule)?;
/// let again = event_key(br#"{"chat":7,"message":12,"sent_at":1700000009}"#, &rule)?;
/// assert_eq!(first.to_string(), again.to_string());
/// assert!(event_key(b"{}", &EventRule::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn event_key(event: &[u8], rule: &EventRule) -> Result<EventKey, EventKeyError> {
    let outline = Outline::of(event, Limits::default()).map_err(EventKeyError::Event)?;
    let mut maybe_times = Vec::new();
    if let Some(at) = &rule.id_at
        && let Some(id) = outline.find(at)
        && !is_absent(&outline, id)
    {
        if !matches!(id.kind, Kind::Text | Kind::Number) {
            return Err(EventKeyError::IdIsNoName(at.clone()));
        }
        judge_time(&outline, id, at, rule, &mut maybe_times)?;
        let name = canonical_value(event, &outline, id)?;
        let digest = identity::digest(SENDER_DOMAIN, &[("id", &name)]);
        return Ok(EventKey { digest, source: EventSource::SenderId, maybe_times });
    }
    let mut fields = rule.fields.clone();
    fields.sort();
    fields.dedup();
    if fields.is_empty() {
        return Err(EventKeyError::NothingToNameIt);
    }
    let mut values = Vec::new();
    for at in &fields {
        let missing = || EventKeyError::MissingField(at.clone());
        let value = outline.find(at).ok_or_else(missing)?;
        judge_time(&outline, value, at, rule, &mut maybe_times)?;
        values.push(canonical_value(event, &outline, value)?);
    }
    let parts: Vec<Part<'_>> =
        fields.iter().zip(&values).map(|(at, value)| (at.0.as_str(), value.as_slice())).collect();
    let digest = identity::digest(FIELDS_DOMAIN, &parts);
    Ok(EventKey { digest, source: EventSource::Fields, maybe_times })
}

/// Null, empty and blank ids name nothing.
fn is_absent(outline: &Outline<'_>, id: &Value) -> bool {
    match id.kind {
        Kind::Null => true,
        Kind::Text => outline.words_of(id).trim().is_empty(),
        _ => false,
    }
}

/// Refuses a time and notes what may be one.
fn judge_time(
    outline: &Outline<'_>,
    value: &Value,
    at: &Pointer,
    rule: &EventRule,
    maybe_times: &mut Vec<Pointer>,
) -> Result<(), EventKeyError> {
    let timelike = match value.kind {
        Kind::Text | Kind::Number => looks_like_time(&outline.words_of(value)),
        _ => Timelike::No,
    };
    let named = at.tokens().last().is_some_and(|name| names_a_time(&name));
    match timelike {
        Timelike::No => {}
        Timelike::Plausible if !named || rule.allow_times => maybe_times.push(at.clone()),
        Timelike::Surely if rule.allow_times => maybe_times.push(at.clone()),
        Timelike::Plausible | Timelike::Surely => return Err(EventKeyError::Time(at.clone())),
    }
    Ok(())
}

/// The canonical form of one value of the event; a refusal is placed in the whole event.
fn canonical_value(
    event: &[u8],
    outline: &Outline<'_>,
    value: &Value,
) -> Result<Vec<u8>, EventKeyError> {
    let mut canonicaliser = Canonicaliser::new(Mode::Fingerprint);
    let form = canonicaliser.canonicalise(outline.text_of(value)).map(<[u8]>::to_vec);
    form.map_err(|refusal| {
        let offset = value.from() + refusal.offset;
        EventKeyError::Event(Refusal::at(event, offset, refusal.reason))
    })
}

//! Documents made wrong in one place.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The name of a member that no schema knows.
pub(crate) const UNKNOWN: &str = "no such member";

/// Places that hold any JSON, so that nothing in them can be wrong: the schema, and the member.
const FREE: &[(&str, &str)] = &[
    ("case", "payload"),
    ("case", "result"),
    ("cases", "payload"),
    ("cases", "result"),
    ("diff", "payload"),
    ("diff", "result"),
    ("lint-input", "arguments"),
    ("oracle-input", "payload"),
    ("oracle-input", "result"),
    ("oracle-output", "result"),
    ("trace", "attributes"),
    ("trace", "payload"),
    ("trace", "result"),
];

/// A place in a document: a JSON pointer, and the same with `*` for each position in an array.
#[derive(Clone, Default)]
pub(crate) struct Place {
    pub(crate) pointer: String,
    pub(crate) pattern: String,
}

impl Place {
    fn member(&self, name: &str) -> Place {
        let step = name.replace('~', "~0").replace('/', "~1");
        Place {
            pointer: format!("{}/{step}", self.pointer),
            pattern: format!("{}/{step}", self.pattern),
        }
    }

    fn element(&self, at: usize) -> Place {
        Place { pointer: format!("{}/{at}", self.pointer), pattern: format!("{}/*", self.pattern) }
    }
}

/// Every place of a document that its schema says something about, the document first.
pub(crate) fn places(schema: &str, document: &Value) -> Vec<Place> {
    let mut found = Vec::new();
    visit(schema, document, Place::default(), &mut found);
    found
}

fn visit(schema: &str, value: &Value, place: Place, found: &mut Vec<Place>) {
    let name = place.pattern.rsplit('/').next().unwrap_or_default();
    // The same words name results of operations in traces, which are no JSON of the caller's.
    let effect = place.pattern.contains("/effect/") || place.pattern.contains("/read_back/");
    if FREE.contains(&(schema, name)) && !(effect && name == "result") {
        return;
    }
    match value {
        Value::Object(members) => members
            .iter()
            .for_each(|(name, member)| visit(schema, member, place.member(name), found)),
        Value::Array(elements) => elements
            .iter()
            .enumerate()
            .for_each(|(at, element)| visit(schema, element, place.element(at), found)),
        _ => {}
    }
    found.push(place);
}

/// The document with one member more at a place, if an object is there.
pub(crate) fn with_more(document: &Value, place: &Place) -> Option<Value> {
    let mut changed = document.clone();
    let members = changed.pointer_mut(&place.pointer)?.as_object_mut()?;
    members.insert(UNKNOWN.to_owned(), json!(1));
    Some(changed)
}

/// The document with the value at a place replaced by one of another type.
pub(crate) fn of_other_type(document: &Value, place: &Place) -> Value {
    let mut changed = document.clone();
    let value = changed.pointer_mut(&place.pointer).expect("the place is there");
    *value = if value.is_object() { json!([[]]) } else { json!({UNKNOWN: 1}) };
    changed
}

/// The document without the value at a place, if that is a member.
pub(crate) fn without(document: &Value, place: &Place) -> Option<Value> {
    let (around, name) = place.pointer.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    let mut changed = document.clone();
    changed.pointer_mut(around)?.as_object_mut()?.remove(&name)?;
    Some(changed)
}

/// The members that the objects at a place always have, over all documents: by the place's
/// pattern, the patterns of its members.
pub(crate) fn always_there<'a>(
    schema: &str,
    documents: impl Iterator<Item = &'a Value>,
) -> BTreeSet<String> {
    let mut by_place: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for document in documents {
        for place in places(schema, document) {
            let value = document.pointer(&place.pointer);
            let Some(members) = value.and_then(Value::as_object) else { continue };
            let here: BTreeSet<String> =
                members.keys().map(|name| place.member(name).pattern).collect();
            let known = by_place.entry(place.pattern).or_insert_with(|| here.clone());
            known.retain(|name| here.contains(name));
        }
    }
    by_place.into_values().flatten().collect()
}

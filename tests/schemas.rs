//! The shipped schemas against what the binary really writes.
//!
//! Claims: whatever the binary writes is valid; what differs from it in one place is not; and
//! no schema has a member or a word that is never written, as far as runs can show it.
//! Not covered: lines that are read, for which see `tests/schema_inputs.rs`.

#![cfg(feature = "cli")]

mod schema_support;

use schema_support::mutation::{always_there, of_other_type, places, with_more, without};
use schema_support::written::{Written, all, files};
use schema_support::{Shipped, id};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Schemas of what is read and never written. `tests/schema_inputs.rs` and
/// `tests/case_format.rs` hold them against their readers.
const READ_ONLY: [&str; 3] = ["case", "lint-input", "oracle-input"];

#[test]
fn every_schema_file_is_shipped_to_the_byte_under_its_name_and_id() {
    let shipped = Shipped::new();
    let mut names = BTreeSet::new();
    for file in files("schema") {
        let name = file.rsplit('/').next().and_then(|file| file.strip_suffix(".schema.json"));
        let name = name.unwrap_or_else(|| panic!("{file} is no schema")).to_owned();
        let printed = schema_support::command::run(&["schema", &name], "");
        assert_eq!(printed.out, std::fs::read_to_string(&file).expect("read"), "{name}");
        let schema = shipped.texts.get(&name).unwrap_or_else(|| panic!("{name} is not shipped"));
        assert_eq!(schema["$id"], id(&name), "{name}");
        for told in ["title", "description"] {
            assert!(schema[told].as_str().is_some_and(|text| text.len() > 20), "{name}: {told}");
        }
        names.insert(name);
    }
    assert_eq!(names, shipped.texts.keys().cloned().collect());
}

#[test]
fn everything_that_is_written_is_valid_and_every_schema_has_something_written() {
    let shipped = Shipped::new();
    let mut covered: BTreeSet<&str> = READ_ONLY.into();
    for Written { schema, document, .. } in all() {
        covered.insert(schema);
        if let Err(error) = shipped.judge(schema, document) {
            panic!("{schema}: {error}\n{document}");
        }
    }
    assert_eq!(covered, shipped.texts.keys().map(String::as_str).collect());
}

#[test]
fn what_is_of_one_schema_is_of_no_other() {
    let shipped = Shipped::new();
    let mut seen = BTreeSet::new();
    for Written { schema, kind, document } in all() {
        if !seen.insert((schema, kind)) {
            continue;
        }
        for other in shipped.texts.keys().filter(|other| *other != schema) {
            assert!(!shipped.accepts(other, document), "{schema} as {other}: {document}");
        }
    }
    assert!(seen.len() > 25, "{seen:?}");
}

/// Members that every run writes and that a schema lets be absent: those of answers, which an
/// observer may leave out, and of operations, which have the same form when they are asked.
fn may_be_absent(schema: &str, place: &str) -> bool {
    let of_trace = ["/answer/", "/do/", "/case/"].iter().any(|part| place.contains(part));
    schema == "trace" || of_trace
}

#[test]
fn what_is_wrong_in_one_place_is_not_valid() {
    let shipped = Shipped::new();
    let mut groups: BTreeMap<(&str, &str), Vec<&Value>> = BTreeMap::new();
    for Written { schema, kind, document } in all() {
        groups.entry((schema, kind.as_str())).or_default().push(document);
    }
    let mut refused: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for ((schema, _), documents) in &groups {
        let always = always_there(schema, documents.iter().copied());
        let counts = refused.entry(schema).or_default();
        let mut tried = BTreeSet::new();
        for document in documents {
            for place in places(schema, document) {
                // What was tried three times at like places need not be tried again.
                let times = (0..3).find(|time| tried.insert((place.pattern.clone(), *time)));
                if times.is_none() {
                    continue;
                }
                let mut refuse = |how: usize, changed: Value| {
                    let at = &place.pointer;
                    assert!(!shipped.accepts(schema, &changed), "{schema}: {at} in {changed}");
                    counts[how] += 1;
                };
                if let Some(more) = with_more(document, &place) {
                    refuse(0, more);
                }
                refuse(1, of_other_type(document, &place));
                let needed = always.contains(&place.pattern);
                if needed && !may_be_absent(schema, &place.pattern) {
                    refuse(2, without(document, &place).expect("a member"));
                }
            }
        }
    }
    for (schema, [more, other, fewer]) in refused {
        let fewer = fewer > 0 || schema == "trace";
        assert!(more > 0 && other > 4 && fewer, "{schema} refused {more}, {other}");
    }
}

/// Words of enumerations that no run writes, with the reason.
const NEVER_WRITTEN: &[(&str, &str)] = &[
    // No clause is a SHOULD so far; the level exists.
    ("clauses", "SHOULD"),
    // These rows all hold, or the build is broken.
    ("example-reservation", "violated"),
    ("example-reservation", "empty"),
    // The inquiry is about two intents; these kinds belong to other rows.
    ("example-reservation", "release"),
    ("example-reservation", "pickup_task"),
    ("example-reservation", "notice"),
    // The catalogue, its record and the two checkers are right, or the build is broken.
    ("verify", "does_not_break"),
    // Under a crash no named contract gets there by itself; with a reconciler one can.
    ("verify", "exactly once"),
    ("verify", "checkers_disagree"),
    ("verify", "not_as_recorded"),
];

#[test]
fn no_schema_has_a_member_or_a_word_that_is_never_written() {
    let shipped = Shipped::new();
    let mut written: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for Written { schema, document, .. } in all() {
        words(document, written.entry(schema).or_default());
    }
    for (name, schema) in &shipped.texts {
        let Some(known) = written.get(name.as_str()).filter(|_| name != "trace") else { continue };
        let mut declared = BTreeSet::new();
        declarations(schema, &mut declared);
        assert!(declared.len() > 3, "{name}");
        let never: Vec<&String> = declared
            .iter()
            .filter(|word| !known.contains(*word))
            .filter(|word| !NEVER_WRITTEN.contains(&(name, word)))
            .collect();
        assert!(never.is_empty(), "{name}: {never:?}");
        for (_, word) in NEVER_WRITTEN.iter().filter(|(schema, _)| schema == name) {
            assert!(declared.contains(*word) && !known.contains(*word), "{name}: {word}");
        }
    }
}

/// The names of members and the strings in a document.
fn words(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(elements) => elements.iter().for_each(|element| words(element, found)),
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            found.insert(name.clone());
            words(member, found);
        }),
        _ => {}
    }
}

/// The names of members that a schema itself declares, and the words of its enumerations.
fn declarations(schema: &Value, found: &mut BTreeSet<String>) {
    if let Some(properties) = schema["properties"].as_object() {
        found.extend(properties.keys().cloned());
    }
    for word in schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        found.insert(word.to_owned());
    }
    match schema {
        Value::Array(elements) => elements.iter().for_each(|it| declarations(it, found)),
        Value::Object(members) => members.values().for_each(|it| declarations(it, found)),
        _ => {}
    }
}

#[test]
fn the_schema_of_contracts_has_the_parameters_values_and_names_of_the_program() {
    use onceproof::property::Property;
    use onceproof::spec::contract::Parameter;
    use onceproof::spec::{named, term::Term};
    let shipped = Shipped::new();
    let definitions = &shipped.texts["contracts"]["$defs"];
    let strings =
        |value: &Value| -> Vec<String> { serde_json::from_value(value.clone()).expect("strings") };
    let names: Vec<_> = named::ALL.iter().map(|named| named.name).collect();
    assert_eq!(strings(&definitions["name"]["enum"]), names);
    assert_eq!(strings(&definitions["parameter_name"]["enum"]), Term::ALL.map(Term::name));
    let choices = definitions["choices"]["properties"].as_object().expect("properties");
    assert_eq!(choices.len(), Parameter::ALL.len());
    for parameter in Parameter::ALL {
        let items = &choices[parameter.name()]["items"];
        let values = if items["$ref"].is_string() { &definitions["fencing"] } else { items };
        assert_eq!(strings(&values["enum"]), parameter.values(), "{}", parameter.name());
    }
    for property in Property::ALL {
        let entry = serde_json::json!({
            "version": 1,
            "contracts": [{
                "name": "strict", "about": "x", "open": 0, "gives_up": [property.id()], "may_give_up": [],
            }],
        });
        assert!(shipped.accepts("contracts", &entry), "{}", property.id());
    }
}

//! Every judged trace breaks exactly the properties that its row in `tests/traces/judged.json`
//! lists, at the event and with the party that are listed there.
//!
//! Each property has a trace that breaks it alone (P13 summarises, and is listed apart) and near
//! misses: the interesting situation is reached, and nothing breaks.
#![cfg(feature = "trace")]

use onceproof::property::{Judgement, Property, Verdict, judge};
use onceproof::trace::Trace;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Why the trace is there: `alone`, `near miss`, `pinned` or `field`.
    group: String,
    /// The property that a trace of `alone` breaks, or that one of `near miss` nearly breaks;
    /// the id of a field scenario.
    of: String,
    /// The properties that break, P13 aside.
    breaks: Vec<Broken>,
    /// At which event the promise breaks, if it does (P13).
    promise: Option<u64>,
    /// The properties that are undetermined.
    undetermined: Vec<String>,
    /// The events of which the table does not allow the answer.
    unlisted: Vec<u64>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Broken {
    property: String,
    seq: u64,
    whose: String,
    /// Whether what is declared gives the property up.
    allowed: bool,
}

fn rows() -> BTreeMap<String, Row> {
    let text = fs::read_to_string("tests/traces/judged.json").expect("the table is there");
    serde_json::from_str(&text).expect("the table is well-formed")
}

fn text(name: &str) -> String {
    fs::read_to_string(format!("tests/traces/judged/{name}.jsonl")).expect("the trace is there")
}

fn trace(name: &str) -> Trace {
    Trace::read(text(name).as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_trace_is_judged_as_its_row_says() {
    let mut wrong = Vec::new();
    for (name, row) in rows() {
        wrong.extend(differences(&name, &row, &judge(&trace(&name))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn differences(name: &str, row: &Row, judgement: &Judgement) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut promise = None;
    let mut breaks = Vec::new();
    let mut undetermined = Vec::new();
    for (property, verdict) in &judgement.verdicts {
        match verdict {
            Verdict::Holds => {}
            Verdict::Violated(breach) if *property == Property::RefinesPromise => {
                promise = Some(breach.seq);
            }
            Verdict::Violated(breach) => breaks.push(Broken {
                property: property.id().to_owned(),
                seq: breach.seq,
                whose: breach.whose.name().to_owned(),
                allowed: !breach.allowed_by.is_empty(),
            }),
            Verdict::Undetermined { .. } => undetermined.push(property.id().to_owned()),
        }
    }
    if breaks != row.breaks {
        wrong.push(format!("{name}: breaks {breaks:?}, not {:?}", row.breaks));
    }
    if promise != row.promise {
        wrong.push(format!("{name}: the promise breaks at {promise:?}, not {:?}", row.promise));
    }
    if undetermined != row.undetermined {
        let whys = judgement.verdicts.values().filter_map(|verdict| match verdict {
            Verdict::Undetermined { why } => Some(why.clone()),
            _ => None,
        });
        let whys: BTreeSet<_> = whys.collect();
        wrong.push(format!("{name}: undetermined {undetermined:?}: {whys:?}"));
    }
    let unlisted: Vec<_> = judgement.not_linearizable.iter().map(|it| it.seq).collect();
    if unlisted != row.unlisted {
        wrong.push(format!("{name}: unlisted {:?}", judgement.not_linearizable));
    }
    wrong
}

#[test]
fn every_trace_has_a_row_and_every_row_a_trace_in_canonical_form() {
    let files: BTreeSet<String> = fs::read_dir("tests/traces/judged")
        .expect("the folder is there")
        .map(|file| file.expect("readable").file_name().into_string().expect("UTF-8"))
        .map(|file| file.trim_end_matches(".jsonl").to_owned())
        .collect();
    let rows: BTreeSet<String> = rows().into_keys().collect();
    assert_eq!(files, rows);
    for name in rows {
        assert_eq!(trace(&name).text(), text(&name), "{name} is not in canonical form");
        assert!(trace(&name).header.about.is_some(), "{name} says what it shows");
    }
}

#[test]
fn every_property_is_broken_alone_and_nearly() {
    let rows = rows();
    for property in Property::ALL.iter().filter(|it| **it != Property::RefinesPromise) {
        let alone = rows.values().any(|row| {
            let only = matches!(row.breaks.as_slice(), [one] if one.property == property.id());
            row.group == "alone" && row.of == property.id() && only
        });
        assert!(alone, "no trace breaks {} alone", property.id());
        let near = rows.values().any(|row| {
            let broken = row.breaks.iter().any(|it| it.property == property.id());
            row.group == "near miss" && row.of == property.id() && !broken
        });
        assert!(near, "no trace nearly breaks {}", property.id());
    }
}

#[test]
fn what_is_called_allowed_is_given_up_and_nothing_else_is() {
    for (name, row) in rows() {
        let judgement = judge(&trace(&name));
        for breach in judgement.violated() {
            let listed = row.breaks.iter().find(|it| it.property == breach.property.id());
            let Some(listed) = listed else { continue };
            assert_eq!(listed.allowed, !breach.allowed_by.is_empty(), "{name}: {breach:?}");
        }
    }
}

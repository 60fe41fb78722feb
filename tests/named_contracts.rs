//! The named contracts: every value has a source, and every silence is open.

#![cfg(feature = "cli")]

use onceproof::contract_file::{LoadedContract, read_text};
use onceproof::spec::contract::{
    AfterRetention, BusyOrder, Clock, Contract, Deadline, Fencing, MissingKey, OnLeaseOver,
    OnNotApplied, OnRefused, OnUnknown, Parameter, PayloadCheck, Replay, RetentionAnchor,
    RetentionCovers, Span,
};
use onceproof::spec::named::{self, Basis, Named, STRICT};
use onceproof::spec::term::Term;
use std::collections::BTreeSet;

const NAMES: [&str; 11] = [
    "strict",
    "worked-example",
    "processed-table",
    "ietf-draft",
    "stripe-v1",
    "stripe-v2",
    "aws-token",
    "powertools",
    "postgres-recovery-points",
    "barrier",
    "rifl",
];

fn named(name: &str) -> &'static Named {
    named::find(name).unwrap_or_else(|| panic!("{name} is missing"))
}

fn open_names(name: &str) -> Vec<&'static str> {
    named(name).open().open_parameters().map(Parameter::name).collect()
}

#[test]
fn all_eleven_exist_under_unique_names() {
    let names: Vec<&str> = named::ALL.iter().map(|named| named.name).collect();
    assert_eq!(names, NAMES);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 11);
    assert!(named::find("Strict").is_none());
}

#[test]
fn the_terms_are_every_choice_once_and_the_three_durations() {
    let choices: BTreeSet<Parameter> = Term::ALL.into_iter().filter_map(Term::choice).collect();
    assert_eq!(choices, Parameter::ALL.iter().copied().collect());
    let spans = Term::ALL.into_iter().filter(|term| term.span_in(&STRICT).is_some());
    let spans: Vec<&str> = spans.map(Term::name).collect();
    assert_eq!(spans, ["lease", "retention", "block_for"]);
    let names: BTreeSet<&str> = Term::ALL.into_iter().map(Term::name).collect();
    assert_eq!(names.len(), 19);
    assert!(Term::ALL.into_iter().all(|term| Term::from_name(term.name()) == Some(term)));
}

#[test]
fn each_parameter_of_each_contract_has_a_source() {
    for named in named::ALL {
        let rows = named.rows();
        assert_eq!(rows.iter().map(|row| row.term).collect::<Vec<_>>(), Term::ALL);
        for row in rows {
            let place = format!("{} {}", named.name, row.term);
            assert!(row.source.text.trim().len() >= 10, "{place}: {:?}", row.source);
            assert!(!row.values.is_empty(), "{place} has no value");
            assert_eq!(row.values.iter().collect::<BTreeSet<_>>().len(), row.values.len());
        }
        assert!(named.about.ends_with('.'), "{}", named.about);
        assert!(named.beyond.iter().all(|sentence| sentence.ends_with('.')), "{}", named.name);
    }
}

#[test]
fn a_choice_of_which_no_source_says_anything_is_open_to_all_values() {
    for named in named::ALL {
        for row in named.rows() {
            let (place, values) = (format!("{} {}", named.name, row.term), row.values.len());
            let Some(choice) = row.term.choice() else {
                assert_eq!(values, 1, "{place}: durations are never open");
                continue;
            };
            match row.source.basis {
                Basis::Unpublished => assert_eq!(values, choice.values().len(), "{place}"),
                Basis::Excerpted | Basis::Chosen => assert_eq!(values, 1, "{place}"),
                Basis::Published | Basis::Reading => {}
            }
        }
    }
}

#[test]
fn only_these_sources_allow_several_values() {
    let several = |named: &'static Named| {
        let rows = named.rows().into_iter();
        rows.filter(|row| row.values.len() > 1 && row.source.basis != Basis::Unpublished)
            .map(|row| format!("{} {} {}", named.name, row.term, row.values.join("|")))
    };
    let found: Vec<String> = named::ALL.iter().flat_map(several).collect();
    let expected = [
        "processed-table on_unknown quarantine|replay",
        "aws-token payload_check always|never",
        "aws-token after_retention forget|may_forget",
        "powertools payload_check while_held|never",
        "powertools missing_key refuse|bypass",
        "postgres-recovery-points on_unknown reopen|replay",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_open_parameters_are_exactly_those_without_one_value() {
    for named in named::ALL {
        let several: BTreeSet<Parameter> = named
            .rows()
            .into_iter()
            .filter(|row| row.values.len() > 1)
            .filter_map(|row| row.term.choice())
            .collect();
        let open = named.open();
        assert_eq!(open.open_parameters().collect::<BTreeSet<_>>(), several, "{}", named.name);
        assert_eq!(named.pinned().is_some(), several.is_empty(), "{}", named.name);
        for row in named.rows() {
            let said: BTreeSet<&str> = row.values.iter().map(String::as_str).collect();
            match row.term.choice() {
                Some(choice) => {
                    assert_eq!(open.names(choice).into_iter().collect::<BTreeSet<_>>(), said);
                }
                None => assert!(said.contains(row.term.value_in(open.base()).as_str())),
            }
        }
    }
}

#[test]
fn strict_is_what_the_design_says() {
    let contract = Contract {
        lease: Span::Ticks(30_000),
        on_lease_over: OnLeaseOver::Quarantine,
        fencing_finish: Fencing::Token,
        fencing_fail: Fencing::Token,
        fencing_renew: Fencing::Token,
        payload_check: PayloadCheck::Always,
        on_not_applied: OnNotApplied::Reopen,
        on_unknown: OnUnknown::Quarantine,
        on_refused: OnRefused::Replay,
        retention: Span::Ticks(86_400_000),
        retention_anchor: RetentionAnchor::Completion,
        retention_covers: RetentionCovers::Completed,
        after_retention: AfterRetention::Block,
        block_for: Span::Ticks(604_800_000),
        replay: Replay::SameBytes,
        busy_order: BusyOrder::ConflictFirst,
        deadline: Deadline::OverAt,
        clock: Clock::Store,
        missing_key: MissingKey::Refuse,
    };
    assert_eq!(STRICT, contract);
    assert_eq!(named("strict").pinned(), Some(STRICT));
}

#[test]
fn the_worked_example_is_untagged_endless_and_pinned() {
    let contract = named("worked-example").pinned().expect("nothing is open");
    assert_eq!(contract.lease, Span::Unbounded);
    assert_eq!(contract.retention, Span::Unbounded);
    assert_eq!(contract.on_lease_over, OnLeaseOver::Hold);
    assert_eq!(contract.payload_check, PayloadCheck::Always);
    assert_eq!(contract.fencing_finish, Fencing::StateOnly);
    assert_eq!(contract.busy_order, BusyOrder::ConflictFirst);
}

#[test]
fn what_the_sources_leave_open_is_open() {
    let unpublished = [
        "on_lease_over",
        "fencing.finish",
        "fencing.fail",
        "fencing.renew",
        "on_not_applied",
        "on_unknown",
        "retention_anchor",
        "retention_covers",
        "after_retention",
        "replay",
        "busy_order",
        "deadline",
        "clock",
    ];
    assert_eq!(open_names("ietf-draft"), unpublished);
    assert_eq!(open_names("powertools"), ["payload_check", "missing_key"]);
    assert_eq!(open_names("postgres-recovery-points"), ["on_unknown"]);
    assert_eq!(open_names("barrier"), ["on_unknown"]);
    assert_eq!(open_names("rifl"), ["on_unknown", "deadline"]);
    assert_eq!(open_names("strict"), Vec::<&str>::new());
    assert_eq!(open_names("worked-example"), Vec::<&str>::new());
}

#[test]
fn the_published_values_are_the_published_ones() {
    let pinned = |name: &str, term: &str, value: &str| {
        let row = named(name).row(Term::from_name(term).expect("a term"));
        assert_eq!(row.values, [value], "{name} {term}");
    };
    pinned("stripe-v1", "on_unknown", "replay");
    pinned("stripe-v1", "after_retention", "may_forget");
    pinned("stripe-v1", "replay", "same_bytes");
    pinned("stripe-v2", "on_refused", "reopen");
    pinned("stripe-v2", "replay", "equivalent");
    pinned("stripe-v2", "retention", "2592000000");
    pinned("aws-token", "replay", "equivalent");
    pinned("powertools", "on_lease_over", "take_over");
    pinned("powertools", "fencing.finish", "unconditional");
    pinned("powertools", "fencing.fail", "unconditional");
    pinned("powertools", "on_not_applied", "delete");
    pinned("powertools", "deadline", "over_after");
    pinned("powertools", "clock", "caller");
    pinned("powertools", "retention", "3600000");
    pinned("postgres-recovery-points", "lease", "90000");
    pinned("postgres-recovery-points", "busy_order", "conflict_first");
    pinned("ietf-draft", "on_refused", "replay");
    pinned("ietf-draft", "missing_key", "refuse");
    pinned("processed-table", "payload_check", "never");
    pinned("barrier", "on_not_applied", "delete");
    pinned("rifl", "after_retention", "block");
    pinned("rifl", "block_for", "unbounded");
}

#[test]
fn each_published_contract_says_what_it_has_beyond_the_parameters() {
    let without = named::ALL.iter().filter(|named| named.beyond.is_empty());
    assert_eq!(without.map(|named| named.name).collect::<Vec<_>>(), ["strict"]);
}

#[test]
fn each_is_written_to_a_file_that_loads_back_as_the_same_contract() {
    for named in named::ALL {
        let written = LoadedContract::from(named).to_toml();
        let read = read_text(&written, "round-trip.toml")
            .unwrap_or_else(|problems| panic!("{}: {problems:?}\n{written}", named.name));
        assert_eq!(read.open, named.open(), "{}", named.name);
        assert_eq!(read.name, named.name);
        for row in named.rows() {
            // Sources are broken into lines of words.
            let flat = written.replace("\n# ", " ");
            assert!(flat.contains(&row.source.to_string()), "{}: {}", named.name, row.source);
        }
        let flat = written.replace("\n#  ", "");
        for sentence in named.beyond {
            assert!(flat.contains(sentence), "{}: {sentence}\n{flat}", named.name);
        }
    }
}

#[test]
fn no_source_and_no_sentence_is_wider_than_a_line_when_written() {
    for named in named::ALL {
        for line in LoadedContract::from(named).to_toml().lines() {
            assert!(line.chars().count() <= 96, "{line}");
        }
    }
}

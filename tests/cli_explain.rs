//! `onceproof explain`: what is printed, in which order, and how it ends.
#![cfg(all(feature = "models", feature = "cli"))]

#[path = "support/command.rs"]
mod command;

use command::{File, run};
use onceproof::property::{Property, Verdict, judge};
use onceproof::trace::Trace;

const NAME: &str = "concurrency/claim_is_read_then_written";

#[test]
fn an_expected_counterexample_is_explained_in_order_and_ends_with_0() {
    let ran = run(&["explain", NAME, "--property", "P1"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.err, "");
    let said = [
        "P1 (at_most_once) breaks after 12 steps",
        "\n 1. [time  0] Caller c1 sends its request.",
        "\n12. [time  0] Worker w1, for caller c1, runs the effect.",
        "Here P1 (at_most_once) breaks.",
        "\nClause     begin.unseen: ",
        "\nObserved   A second effect of the intent took place.",
        "\nAllowed    P1: One intent has at most one effect",
        "\nTrace      12 steps: send, send, deliver",
        "\nReplay     onceproof explain concurrency/claim_is_read_then_written --property at_most_once",
    ];
    let mut rest = ran.out.as_str();
    for part in said {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is not next in {rest}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn the_shortest_counterexample_is_told_unless_a_property_is_asked_for() {
    let ran = run(&["explain", NAME], "");
    assert!(ran.out.contains("P4 (ownership) breaks after 10 steps"), "{}", ran.out);
}

#[test]
fn the_command_that_replays_it_says_the_same() {
    let ran = run(&["explain", NAME], "");
    let line = ran.out.lines().find_map(|line| line.strip_prefix("Replay     onceproof "));
    let again: Vec<&str> = line.expect("a command").split(' ').collect();
    assert_eq!(run(&again, "").out, ran.out);
}

#[test]
fn a_property_that_holds_is_said_to_hold_with_its_bounds() {
    let ran = run(&["explain", NAME, "--property", "no_lost_intent"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("P2 (no_lost_intent) holds."), "{}", ran.out);
    assert!(ran.out.contains("Bounds     all 169 states"), "{}", ran.out);
    assert!(ran.out.contains("bounds: tries = 1"), "{}", ran.out);
}

#[test]
fn the_trace_is_judged_to_break_the_property_at_its_last_event() {
    let file = File::new("explained.jsonl", "");
    for property in ["at_most_once", "ownership"] {
        let ran = run(&["explain", NAME, "--property", property, "--trace", file.name()], "");
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.contains("Replay"), "the explanation is printed too");
        let text = std::fs::read_to_string(file.name()).expect("written");
        let there = run(&["explain", NAME, "--property", property, "--trace", "-"], "");
        assert_eq!(there.out, text, "`-` prints the trace, and nothing else");
        let trace = Trace::read(text.as_bytes()).expect("a trace");
        let judgement = judge(&trace);
        let wanted = Property::ALL.iter().find(|it| it.name() == property).expect("a property");
        let Some(Verdict::Violated(breach)) = judgement.of(*wanted) else { panic!("{property}") };
        assert_eq!(Some(breach.seq), trace.events.last().map(|event| event.seq));
    }
}

#[test]
fn the_list_names_every_configuration() {
    let ran = run(&["explain", "--list"], "");
    assert_eq!(ran.code, Some(0));
    let names: Vec<&str> = ran.out.lines().filter_map(|line| line.split('\t').next()).collect();
    let all = onceproof::models::catalogue::entries().expect("a catalogue");
    assert_eq!(names, all.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>());
}

#[test]
fn what_is_unknown_is_a_usage_error_with_a_suggestion() {
    for wrong in ["concurrency/claim_is_read_then_writen", "claim_is_read_then"] {
        let ran = run(&["explain", wrong], "");
        assert_eq!((ran.code, ran.out.as_str()), (Some(64), ""));
        assert!(ran.err.contains("claim_is_read_then_written"), "{}", ran.err);
    }
    let ran = run(&["explain", "no such thing"], "");
    assert_eq!(ran.code, Some(64));
    assert!(ran.err.contains("--list"), "{}", ran.err);
    let ran = run(&["explain", NAME, "--property", "at_most_one"], "");
    assert_eq!(ran.code, Some(64));
    assert!(ran.err.contains("at_most_once"), "{}", ran.err);
    assert_eq!(run(&["explain"], "").code, Some(64));
}

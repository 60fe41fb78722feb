//! Runs under symmetry count orbits, and a symmetry that is not real is found out.
//!
//! Claims: orbits of counters are as many as multisets; explorer and stateright count the same
//! under symmetry; each way of breaking a symmetry has its own name.
//! Not covered: state sets over the limit of 200,000 are refused, not sampled.

mod toy_models;

use onceproof::models::check_stateright::depth_first_with_symmetry;
use onceproof::models::symmetry::{Broken, confirm, orbits};
use onceproof::models::{Fault, Limit, Limits, Options, Verdict, explore};
use proptest::prelude::*;
use std::sync::Arc;
use toy_models::{Flaw, Graph, Tokens};

const FOLDED: Options =
    Options { limits: Limits { states: 1 << 20, bytes: 1 << 30, depth: u64::MAX }, symmetry: true };

fn multisets(count: u64, top: u64) -> u64 {
    (1..=count).fold(1, |product, it| product * (top + it) / it)
}

fn factorial(count: u64) -> u64 {
    (1..=count).product()
}

#[test]
fn orbits_of_counters_are_multisets() {
    for (count, top) in [(1, 7), (2, 9), (3, 6), (4, 5), (5, 3), (6, 2), (7, 1)] {
        let tokens = Arc::new(Tokens::new(count, top, Flaw::None));
        let confirmed = confirm(tokens.as_ref()).expect("symmetric");
        let (count, top) = (count as u64, u64::from(top));
        let expected = multisets(count, top);
        assert_eq!(confirmed.orbits, expected, "{count} counters up to {top}");
        assert_eq!(confirmed.states, (top + 1).pow(count as u32));
        let explored =
            explore(tokens.as_ref(), FOLDED).expect("explored").report().expect("replayed");
        let checked = depth_first_with_symmetry(&tokens, Limits::default()).expect("checked");
        assert_eq!([explored.distinct, checked.distinct], [expected; 2]);
        assert_eq!(explored.disagreements(&checked), []);
    }
}

#[test]
fn the_largest_orbit_has_all_counters_different() {
    for count in 1..=5 {
        let tokens = Tokens::new(count, count as u8, Flaw::None);
        assert_eq!(confirm(&tokens).expect("symmetric").largest, factorial(count as u64));
    }
}

#[test]
fn a_trace_under_symmetry_is_a_shortest_run_of_the_full_model() {
    let tokens = Tokens::new(4, 3, Flaw::None);
    let run = explore(&tokens, FOLDED).expect("explored");
    let report = run.report().expect("replayed");
    assert_eq!(report.finding("all_at_the_top").expect("listed").length(), Some(12));
    assert!(report.closing().starts_with("35 states up to symmetry"));
    // Any member of the orbit may be asked for; the trace ends in some member of it.
    let trace = run.shortest_to(&[3, 0, 1, 0, 0, 0, 0, 0]).expect("replayed").expect("reached");
    let mut last = *trace.last();
    last.sort_unstable();
    assert_eq!((trace.steps.len(), last), (4, [0, 0, 0, 0, 0, 0, 1, 3]));
}

#[test]
fn a_representative_that_is_not_canonical_is_found_out() {
    let tokens = Tokens::new(3, 2, Flaw::SortsTwo);
    assert!(matches!(confirm(&tokens), Err(Broken::TwoRepresentatives { .. })));
    // What would have been believed without the check: too many states.
    let folded = explore(&tokens, FOLDED).expect("explored").report().expect("replayed");
    assert_eq!((folded.distinct, multisets(3, 2)), (18, 10));
}

#[test]
fn a_representative_outside_the_orbit_is_found_out() {
    let tokens = Tokens::new(3, 2, Flaw::Raises);
    assert!(matches!(confirm(&tokens), Err(Broken::ForeignRepresentative { .. })));
    // It would have hidden states, and the path of representatives is no run.
    let run = explore(&tokens, FOLDED).expect("explored");
    assert_eq!(run.report().err(), Some(Fault::BrokenSymmetry));
}

#[test]
fn transitions_that_treat_one_apart_are_found_out() {
    let tokens = Tokens::new(3, 2, Flaw::FirstGoesDown);
    assert!(matches!(confirm(&tokens), Err(Broken::NotAlike { .. })));
}

#[test]
fn a_property_that_treats_one_apart_is_found_out() {
    let tokens = Tokens::new(3, 2, Flaw::AsksTheFirst);
    assert!(matches!(confirm(&tokens), Err(Broken::NotAlike { .. })));
    // Sorted upwards, the first is high only when all are: the trace would be too long.
    let full = explore(&tokens, Options::default()).expect("explored").report().expect("replayed");
    let finding = full.finding("first_is_low").expect("listed");
    assert_eq!((finding.verdict, finding.length()), (Verdict::Violated, Some(2)));
    let folded = explore(&tokens, FOLDED).expect("explored").report();
    assert!(folded.is_err() || folded.expect("checked").findings[1].length() != Some(2));
}

#[test]
fn a_start_that_treats_one_apart_is_found_out() {
    let tokens = Tokens::new(3, 2, Flaw::FirstStartsHigher);
    assert!(matches!(confirm(&tokens), Err(Broken::NotClosed { .. })));
}

#[test]
fn orbits_are_counted_over_full_states_only() {
    let tokens = Tokens::new(3, 2, Flaw::None);
    let folded = explore(&tokens, FOLDED).expect("explored");
    assert_eq!(orbits(&folded), Err(Broken::Fault(Fault::NeedsFullStates)));
    let limits = Limits { states: 5, ..Limits::default() };
    let cut = explore(&tokens, Options { limits, symmetry: false }).expect("explored");
    assert_eq!(orbits(&cut), Err(Broken::Limit(Limit::States)));
}

#[test]
fn more_states_than_the_limit_are_not_confirmed() {
    let tokens = Tokens::new(8, 4, Flaw::None);
    assert_eq!(confirm(&tokens), Err(Broken::Limit(Limit::States)));
}

#[test]
fn without_a_symmetry_there_is_nothing_to_confirm() {
    let graph = Graph::new(0, &[(0, 1)]);
    assert_eq!(confirm(&graph), Err(Broken::Fault(Fault::NoSymmetry)));
    let run = explore(&graph, Options::default()).expect("explored");
    assert_eq!(orbits(&run).expect("each its own").count, 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn counters_of_any_size_are_confirmed(count in 1usize..6, top in 1u8..5) {
        let confirmed = confirm(&Tokens::new(count, top, Flaw::None));
        let orbits = multisets(count as u64, u64::from(top));
        prop_assert_eq!(confirmed.map(|it| it.orbits), Ok(orbits));
    }
}

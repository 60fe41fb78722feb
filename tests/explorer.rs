//! The explorer against answers that are known without it.
//!
//! Claims: counts are those of closed formulas and of a naive reference; each trace is a shortest
//! one; what was not seen to the end is never called a success.
//! Not covered: stateright, orbits and lassos have files of their own.

mod toy_models;

use onceproof::models::explorer::explore_watched;
use onceproof::models::{
    Expectation, Fault, Limit, Limits, Options, Property, Report, Trace, Transitions, Verdict,
    explore,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use toy_models::{Edge, Flaw, Graph, Mutex, Tokens, graph};

fn report(graph: &Graph) -> Report<u16, (u8, u8)> {
    explore(graph, Options::default()).expect("explored").report().expect("replayed")
}

fn limited(graph: &Graph, limits: Limits) -> Report<u16, (u8, u8)> {
    explore(graph, Options { limits, symmetry: false })
        .expect("explored")
        .report()
        .expect("replayed")
}

fn ring(size: u16) -> Graph {
    Graph::new(0, &(0..size).map(|it| (it, (it + 1) % size)).collect::<Vec<_>>())
}

fn below(bound: u16) -> Property<Graph> {
    Property::always("below", move |_, state: &u16| *state < bound)
}

fn reaches(goal: u16) -> Property<Graph> {
    Property::sometimes("reaches", move |_, state: &u16| *state == goal)
}

#[test]
fn a_ring_is_counted_to_its_end() {
    let report = report(&ring(100).property(below(100)).property(reaches(99)));
    assert_eq!((report.distinct, report.generated, report.expanded), (100, 101, 100));
    assert_eq!((report.depth, report.terminal, report.frontier), (Some(100), Some(0), 0));
    assert_eq!(report.verdict(), Verdict::Holds);
    assert_eq!(report.finding("reaches").expect("listed").length(), Some(99));
    assert_eq!(report.finding("below").expect("listed").trace, None);
    assert_eq!(report.closing(), "100 states, 101 transitions generated, depth 100");
}

#[test]
fn counters_fill_their_box() {
    let tokens = Tokens::new(4, 3, Flaw::None);
    let run = explore(&tokens, Options::default()).expect("explored");
    let report = run.report().expect("replayed");
    // (top + 1)^n states; each counter below its top goes up: n * top * (top + 1)^(n - 1).
    assert_eq!((report.distinct, report.generated), (256, 1 + 4 * 3 * 64));
    assert_eq!((report.depth, report.terminal), (Some(13), Some(1)));
    assert_eq!(report.finding("all_at_the_top").expect("listed").length(), Some(12));
    assert_eq!(run.levels(), [1, 4, 10, 20, 31, 40, 44, 40, 31, 20, 10, 4, 1]);
}

#[test]
fn each_property_has_a_shortest_trace_of_its_own() {
    // The long way is listed first, and 9 is broken later than 5.
    let graph = Graph::new(0, &[(0, 1), (1, 2), (2, 5), (0, 3), (3, 5), (5, 9), (9, 7)])
        .property(Property::always("not_five", |_, it: &u16| *it != 5))
        .property(Property::always("below_six", |_, it: &u16| *it < 6))
        .property(Property::sometimes("seven", |_, it: &u16| *it == 7));
    let report = report(&graph);
    let lengths: Vec<_> = report.findings.iter().map(|finding| finding.length()).collect();
    assert_eq!(lengths, [Some(2), Some(3), Some(4)]);
    let first = report.findings[0].trace.as_ref().expect("violated");
    assert_eq!(first.states().copied().collect::<Vec<_>>(), [0, 3, 5]);
}

#[test]
fn a_lock_with_its_lines_swapped_lets_both_in_after_six_steps() {
    let right = Mutex::new(false, &[]);
    let report = explore(&right, Options::default()).expect("explored").report().expect("replayed");
    assert_eq!(report.verdict(), Verdict::Holds);
    let swapped = Mutex::new(true, &[]);
    let report =
        explore(&swapped, Options::default()).expect("explored").report().expect("replayed");
    let finding = report.finding("one_at_a_time").expect("listed");
    assert_eq!((finding.verdict, finding.length()), (Verdict::Violated, Some(6)));
    assert_eq!(report.finding("second_enters").expect("listed").length(), Some(3));
    assert_eq!(report.finding("both_wait").expect("listed").length(), Some(4));
}

#[test]
fn a_violation_at_the_start_has_a_trace_without_steps() {
    let report = report(&ring(3).property(below(0)));
    assert_eq!(report.finding("below").expect("listed").length(), Some(0));
    assert_eq!(report.distinct, 3);
}

#[test]
fn a_failing_model_is_still_explored_to_the_end() {
    let report = report(&ring(50).property(below(1)).property(reaches(1)));
    assert_eq!((report.verdict(), report.distinct), (Verdict::Violated, 50));
}

#[test]
fn a_model_without_initial_states_is_an_error() {
    let graph = Graph { initial: Vec::new(), ..ring(3) };
    assert_eq!(explore(&graph, Options::default()).err(), Some(Fault::NoInitialState));
}

#[test]
fn a_model_without_properties_is_explored_to_the_end() {
    let report = report(&ring(7));
    assert_eq!((report.distinct, report.verdict()), (7, Verdict::Holds));
}

#[test]
fn two_properties_of_one_name_are_an_error() {
    let graph = ring(3).property(below(1)).property(below(9));
    let fault = explore(&graph, Options::default()).err();
    assert_eq!(fault, Some(Fault::DuplicateProperty("below")));
}

#[test]
fn symmetry_is_an_error_where_there_is_none() {
    let options = Options { symmetry: true, ..Options::default() };
    assert_eq!(explore(&ring(3), options).err(), Some(Fault::NoSymmetry));
}

#[test]
fn equal_initial_states_count_once() {
    let graph = Graph { initial: vec![1, 2, 1, 2, 2], ..Graph::default() };
    let report = report(&graph);
    assert_eq!((report.distinct, report.generated, report.terminal), (2, 2, Some(2)));
}

#[test]
fn loops_parallel_edges_and_disabled_actions_are_counted_as_told() {
    let edges = [(0, Some(0)), (0, Some(1)), (0, Some(1)), (1, None), (0, None)];
    let edge = |(from, to)| Edge { from, label: 0, to };
    let graph = Graph { initial: vec![0], edges: edges.map(edge).into(), ..Graph::default() };
    let report = report(&graph);
    assert_eq!((report.distinct, report.generated, report.terminal), (2, 4, Some(1)));
}

#[test]
fn a_frontier_is_counted_and_never_terminal() {
    let graph = Graph::new(0, &[(0, 1), (0, 2), (2, 3)]).frontier(&[1, 2]);
    let report = report(&graph.property(below(9)).property(reaches(8)));
    assert_eq!((report.distinct, report.frontier, report.terminal), (4, 2, Some(1)));
    let verdict = |name| report.finding(name).expect("listed").verdict;
    assert_eq!(verdict("below"), Verdict::HoldsWithinBounds);
    assert_eq!(verdict("reaches"), Verdict::Undetermined);
    assert!(report.closing().contains("2 states are cut by a bound of the model"));
}

#[test]
fn a_witness_that_is_never_reached_is_a_violation() {
    let report = report(&ring(5).property(reaches(5)));
    let finding = report.finding("reaches").expect("listed");
    assert_eq!((finding.verdict, finding.trace.is_none()), (Verdict::Violated, true));
    assert_eq!(finding.expectation, Expectation::Sometimes);
}

#[test]
fn a_violation_beyond_a_limit_is_undetermined() {
    let graph = ring(100).property(below(60)).property(reaches(70));
    let most = Limits::default();
    for (limits, limit) in [
        (Limits { states: 60, ..most }, Limit::States),
        (Limits { depth: 60, ..most }, Limit::Depth),
        (Limits { bytes: 100, ..most }, Limit::Bytes),
    ] {
        let report = limited(&graph, limits);
        assert_eq!(report.stopped, Some(limit));
        assert!(report.distinct <= 60 && report.expanded < report.distinct.max(1));
        assert_eq!(report.verdict(), Verdict::Undetermined, "{limit}");
        assert!(report.findings.iter().all(|it| it.verdict == Verdict::Undetermined));
        assert!(report.closing().contains(&format!("stopped by {limit}")));
    }
    let report = limited(&graph, Limits { states: 61, ..most });
    assert_eq!(report.verdict(), Verdict::Violated, "what was seen stays seen");
    assert_eq!(report.finding("reaches").expect("listed").verdict, Verdict::Undetermined);
}

#[test]
fn a_limit_that_is_just_enough_does_not_stop_the_run() {
    let graph = ring(100).property(below(100));
    let whole = report(&graph);
    let bytes = whole.bytes.expect("known");
    let most = Limits::default();
    for (enough, short) in [
        (Limits { states: 100, ..most }, Limits { states: 99, ..most }),
        (Limits { depth: 100, ..most }, Limits { depth: 99, ..most }),
    ] {
        assert_eq!(limited(&graph, enough), whole);
        assert_eq!(limited(&graph, short).verdict(), Verdict::Undetermined);
    }
    // Growing the table needs more than what is kept, at most for a moment.
    assert_eq!(limited(&graph, Limits { bytes: bytes * 2, ..most }), whole);
    assert_eq!(limited(&graph, Limits { bytes: bytes - 1, ..most }).stopped, Some(Limit::Bytes));
}

#[test]
fn no_run_allocates_more_than_its_limit() {
    let tokens = Tokens::new(6, 4, Flaw::None);
    for kilobytes in [100, 200, 400, 800] {
        let limits = Limits { bytes: kilobytes << 10, ..Limits::default() };
        let run = explore(&tokens, Options { limits, symmetry: false }).expect("explored");
        let report = run.report().expect("replayed");
        assert!(report.bytes.expect("known") <= limits.bytes);
        assert!(report.stopped == Some(Limit::Bytes) || report.distinct == 15_625);
    }
}

/// States that all hash alike, and hold memory of their own.
struct Colliding(Vec<Property<Colliding>>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Alike(Vec<u8>);

impl Hash for Alike {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(7);
    }
}

impl Transitions for Colliding {
    type State = Alike;
    type Action = u8;

    fn initial(&self) -> Vec<Alike> {
        vec![Alike(Vec::new())]
    }

    fn actions(&self, state: &Alike, actions: &mut Vec<u8>) {
        actions.extend((0..3).filter(|_| state.0.len() < 5));
    }

    fn next(&self, state: &Alike, action: &u8) -> Option<Alike> {
        Some(Alike(state.0.iter().copied().chain([*action]).collect()))
    }

    fn properties(&self) -> &[Property<Colliding>] {
        &self.0
    }

    fn heap_bytes(&self, state: &Alike) -> u64 {
        state.0.len() as u64 * 1000
    }
}

#[test]
fn states_with_equal_hashes_stay_different() {
    let model = Colliding(Vec::new());
    let report = explore(&model, Options::default()).expect("explored").report().expect("replayed");
    assert_eq!((report.distinct, report.terminal), (1 + 3 + 9 + 27 + 81 + 243, Some(243)));
    let heap = (3 + 2 * 9 + 3 * 27 + 4 * 81 + 5 * 243) * 1000;
    assert!(report.bytes.expect("known") > heap);
    let limits = Limits { bytes: heap, ..Limits::default() };
    let run = explore(&model, Options { limits, symmetry: false }).expect("explored");
    assert_eq!(run.report().expect("replayed").stopped, Some(Limit::Bytes));
}

#[test]
fn every_level_is_told_before_it_is_tried() {
    let mut widths = Vec::new();
    let graph = Graph::new(0, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 3)]);
    explore_watched(&graph, Options::default(), |it| widths.push((it.level, it.width)))
        .expect("explored");
    assert_eq!(widths, [(1, 1), (2, 2), (3, 1)]);
}

#[test]
fn a_spoiled_trace_does_not_replay() {
    let graph = ring(5).property(reaches(3));
    let good = report(&graph).findings[0].trace.clone().expect("reached");
    let property = &graph.properties[0];
    assert_eq!(good.replay_settling(&graph, property), Ok(()));
    let elsewhere = Trace { initial: 1, ..good.clone() };
    assert_eq!(elsewhere.replay(&graph), Err(Fault::Replay { step: 0 }));
    let mut wrong = good.clone();
    wrong.steps[1].1 = 4;
    assert_eq!(wrong.replay(&graph), Err(Fault::Replay { step: 2 }));
    let mut unlisted = good.clone();
    unlisted.steps[0].0 = (0, 9);
    assert_eq!(unlisted.replay(&graph), Err(Fault::Replay { step: 1 }));
    let mut short = good.clone();
    short.steps.pop();
    let not_settled = Err(Fault::NotSettled { property: "reaches" });
    assert_eq!(short.replay_settling(&graph, property), not_settled);
    let mut long = good;
    long.steps.push(((0, 0), 4));
    assert_eq!(long.replay(&graph), Ok(()));
    assert_eq!(long.replay_settling(&graph, property), not_settled);
}

/// Distances by repeated relaxation over all edges: slow, and nothing like the explorer.
fn distances(graph: &Graph) -> BTreeMap<u16, u64> {
    let mut distances: BTreeMap<u16, u64> = graph.initial.iter().map(|it| (*it, 0)).collect();
    loop {
        let before = distances.clone();
        for edge in &graph.edges {
            let Some((to, from)) = edge.to.zip(distances.get(&edge.from).copied()) else {
                continue;
            };
            let known = distances.entry(to).or_insert(from + 1);
            *known = (*known).min(from + 1);
        }
        if before == distances {
            return distances;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_systems_are_explored_as_a_naive_search_does(seed: u64, size in 1u64..40) {
        let goal = (seed % size) as u16;
        let graph = graph::random(seed, size).property(reaches(goal));
        let run = explore(&graph, Options::default()).expect("explored");
        let report = run.report().expect("replayed");
        let distances = distances(&graph);
        let enabled = |it: &Edge| it.to.is_some() && distances.contains_key(&it.from);
        let edges = graph.edges.iter().filter(|it| enabled(it)).count();
        let initial = distances.values().filter(|it| **it == 0).count();
        prop_assert_eq!(report.distinct, distances.len() as u64);
        prop_assert_eq!(report.generated, (edges + initial) as u64);
        prop_assert_eq!(report.depth, distances.values().max().map(|it| it + 1));
        let frontier = graph.frontier.iter().filter(|it| distances.contains_key(it)).count();
        prop_assert_eq!(report.frontier, frontier as u64);
        let is_terminal = |it: &&u16| {
            !graph.frontier.contains(it) && graph.of(**it).all(|(_, edge)| edge.to.is_none())
        };
        prop_assert_eq!(report.terminal, Some(distances.keys().filter(is_terminal).count() as u64));
        let length = report.findings[0].length().map(|it| it as u64);
        prop_assert_eq!(length, distances.get(&goal).copied());
        for (state, distance) in &distances {
            let trace = run.shortest_to(state).expect("replayed").expect("reached");
            prop_assert_eq!((trace.last(), trace.steps.len() as u64), (state, *distance));
        }
    }

    #[test]
    fn one_model_has_one_report(seed: u64) {
        let graph = graph::random(seed, 30).property(below(20)).property(reaches(25));
        prop_assert_eq!(report(&graph), report(&graph));
    }
}

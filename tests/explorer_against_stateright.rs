//! The explorer beside stateright: two checkers that share nothing but the model.
//!
//! Claims: they agree on verdicts, distinct states and generated transitions; breadth first also
//! on depth and the length of every trace; depth first under symmetry too.
//! Not covered: runs that a limit stopped agree on the limit only.

mod toy_models;

use onceproof::models::check_stateright::{
    Checkable, breadth_first, depth_first, depth_first_with_symmetry,
};
use onceproof::models::{Fault, Limit, Limits, Options, Property, Report, Verdict, explore};
use proptest::prelude::*;
use std::sync::Arc;
use toy_models::{Flaw, Graph, Mutex, Tokens, graph};

fn ours<M: Checkable>(model: &Arc<M>, symmetry: bool) -> Report<M::State, M::Action> {
    let options = Options { symmetry, ..Options::default() };
    explore(model.as_ref(), options).expect("explored").report().expect("replayed")
}

fn assert_agreement<M: Checkable>(model: M) -> Report<M::State, M::Action> {
    let (model, limits) = (Arc::new(model), Limits::default());
    let explored = ours(&model, false);
    let breadth = breadth_first(&model, limits).expect("checked");
    assert_eq!(explored.disagreements(&breadth), []);
    assert_eq!(explored.disagreements(&depth_first(&model, limits).expect("checked")), []);
    if model.has_symmetry() {
        let folded = depth_first_with_symmetry(&model, limits).expect("checked");
        assert_eq!(ours(&model, true).disagreements(&folded), []);
    }
    assert_eq!(breadth.depth, explored.depth);
    explored
}

#[test]
fn they_agree_on_counters_and_on_their_orbits() {
    for (count, top) in [(1, 1), (2, 5), (3, 3), (5, 2), (6, 3)] {
        assert_agreement(Tokens::new(count, top, Flaw::None));
    }
}

#[test]
fn they_agree_on_locks() {
    let right = assert_agreement(Mutex::new(false, &[]));
    let swapped = assert_agreement(Mutex::new(true, &[]));
    assert_eq!([right.verdict(), swapped.verdict()], [Verdict::Holds, Verdict::Violated]);
}

#[test]
fn they_agree_when_everything_is_settled_at_the_start() {
    let graph = Graph::new(0, &[(0, 1), (1, 2), (2, 0)])
        .property(Property::always("fails", |_, _| false))
        .property(Property::sometimes("seen", |_, _| true));
    assert_eq!(assert_agreement(graph).distinct, 3);
}

#[test]
fn they_agree_without_properties() {
    assert_eq!(assert_agreement(Graph::new(0, &[(0, 1), (1, 2), (2, 0)])).distinct, 3);
}

#[test]
fn they_agree_on_a_frontier() {
    let graph = Graph::new(0, &[(0, 1), (0, 2), (2, 3)]).frontier(&[1, 2]);
    assert_eq!(assert_agreement(graph).frontier, 2);
}

#[test]
fn of_sixty_four_properties_each_is_judged_by_itself() {
    let names: Vec<&'static str> = (0..65).map(|it| format!("not_{it}").leak() as _).collect();
    let with = |count: usize| {
        let mut graph = Graph::new(0, &(0..80).map(|it| (it, it + 2)).collect::<Vec<_>>());
        for (number, name) in names.iter().take(count).enumerate() {
            let property = Property::always(name, move |_, it: &u16| usize::from(*it) != number);
            graph = graph.property(property);
        }
        graph
    };
    let report = assert_agreement(with(64));
    for (number, finding) in report.findings.iter().enumerate() {
        let length = number.is_multiple_of(2).then_some(number / 2);
        assert_eq!(finding.length(), length, "{}", finding.property);
    }
    let fault = breadth_first(&Arc::new(with(65)), Limits::default());
    assert_eq!(fault, Err(Fault::TooManyProperties { given: 65, most: 64 }));
}

#[test]
fn what_stateright_would_pass_over_is_an_error() {
    let empty = Arc::new(Graph::default());
    let none = Err(Fault::NoInitialState);
    assert_eq!(breadth_first(&empty, Limits::default()), none);
    assert_eq!(depth_first(&empty, Limits::default()), none);
    let ring = Arc::new(Graph::new(0, &[(0, 0)]));
    let fault = depth_first_with_symmetry(&ring, Limits::default());
    assert_eq!(fault, Err(Fault::NoSymmetry));
    let sentinel = "the_run_goes_on_to_the_end";
    let graph = Graph::new(0, &[(0, 0)]).property(Property::always(sentinel, |_, _| true));
    let fault = breadth_first(&Arc::new(graph), Limits::default());
    assert_eq!(fault, Err(Fault::DuplicateProperty(sentinel)));
}

#[test]
fn a_limit_on_states_is_told_and_leaves_what_lies_beyond_undetermined() {
    let line: Vec<_> = (0..100).map(|it| (it, it + 1)).collect();
    let below = Property::always("below", |_, it: &u16| *it < 60);
    let graph = Arc::new(Graph::new(0, &line).property(below));
    let limits = |states| Limits { states, ..Limits::default() };
    for run in [breadth_first, depth_first] {
        let report = run(&graph, limits(50)).expect("checked");
        assert_eq!(report.stopped, Some(Limit::States));
        assert_eq!(report.verdict(), Verdict::Undetermined);
        assert_eq!(run(&graph, limits(101)).expect("checked").stopped, None);
        assert_eq!(run(&graph, limits(100)).expect("checked").stopped, Some(Limit::States));
    }
}

#[test]
fn the_odds_of_a_collision_are_told_where_hashes_are_compared() {
    let model = Arc::new(Tokens::new(4, 9, Flaw::None));
    let report = breadth_first(&model, Limits::default()).expect("checked");
    assert_eq!((report.distinct, report.collision_odds), (10_000, 1e8 / 2f64.powi(65)));
    assert!(report.closing().ends_with("odds of a hash collision at most 2.7e-12"));
    assert_eq!(ours(&model, false).collision_odds, 0.0);
}

#[test]
fn every_kind_of_disagreement_is_named() {
    let model = Arc::new(Mutex::new(true, &[]));
    let report = ours(&model, false);
    let whats = |change: &dyn Fn(&mut Report<_, _>)| {
        let mut other = report.clone();
        change(&mut other);
        report.disagreements(&other).into_iter().map(|it| it.what).collect::<Vec<_>>()
    };
    assert_eq!(whats(&|it| it.distinct += 1), ["distinct states"]);
    assert_eq!(whats(&|it| it.generated += 1), ["generated transitions"]);
    assert_eq!(whats(&|it| it.expanded += 1), ["expanded states"]);
    assert_eq!(whats(&|it| it.frontier += 1), ["frontier states"]);
    assert_eq!(whats(&|it| it.depth = Some(1)), ["depth"]);
    assert_eq!(whats(&|it| it.terminal = Some(9)), ["terminal states"]);
    assert_eq!(whats(&|it| it.symmetry = true), ["symmetry"]);
    let stopped = whats(&|it| it.stopped = Some(Limit::States));
    assert_eq!(stopped, ["the limit that stopped the run"]);
    assert_eq!(whats(&|it| drop(it.findings.pop())), ["number of properties"]);
    assert_eq!(whats(&|it| it.findings[0].verdict = Verdict::Holds), ["one_at_a_time"]);
    assert_eq!(whats(&|it| it.findings[0].trace = None), ["length of one_at_a_time"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn they_agree_on_random_systems(seed: u64, size in 1u64..40) {
        let (high, low) = ((seed >> 8) as u16 % 40, seed as u16 % 40);
        let graph = graph::random(seed, size)
            .property(Property::always("not_low", move |_, it: &u16| *it != low))
            .property(Property::sometimes("high", move |_, it: &u16| *it == high))
            .property(Property::always("not_both", move |_, it: &u16| it % 7 != low % 7));
        assert_agreement(graph);
    }
}

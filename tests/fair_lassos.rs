//! Runs that go on for ever without reaching their goal, and starve nobody.
//!
//! Claims: such a run is found if and only if there is one, with a shortest prefix; it is refused
//! when spoiled in any way; bounds and limits never turn into success.
//! Not covered: strong fairness.

mod toy_models;

use onceproof::models::liveness::{Lasso, LeadsTo, Liveness, check};
use onceproof::models::{Fault, Limit, Limits, Options, Property, Transitions, explore};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use toy_models::mutex::{At, State};
use toy_models::{Flaw, Graph, Mutex, Tokens, graph};

type Known = Lasso<u16, (u8, u8)>;
type Found = Liveness<u16, (u8, u8)>;

fn eventually(goal: u16) -> LeadsTo<Graph> {
    LeadsTo::eventually("reaches the goal", move |_, state| *state == goal)
}

fn look(graph: &Graph, claim: &LeadsTo<Graph>) -> Found {
    let run = explore(graph, Options::default()).expect("explored");
    check(&run, claim).expect("replayed")
}

fn lasso(found: Found) -> Known {
    match found {
        Liveness::Fails(lasso) => *lasso,
        other => panic!("no lasso: {other:?}"),
    }
}

#[test]
fn where_paths_join_the_one_that_missed_the_goal_is_found() {
    // One arm of the diamond passes the goal, both end in 3.
    let graph = Graph::new(0, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
    let lasso = lasso(look(&graph, &eventually(1)));
    assert_eq!(lasso.prefix.states().copied().collect::<Vec<_>>(), [0, 2, 3]);
    assert_eq!((lasso.begun, lasso.cycle.len()), (0, 0));
    assert_eq!(look(&graph, &eventually(3)), Liveness::Holds { open: 3 });
}

#[test]
fn a_loop_is_a_lasso_unless_leaving_it_is_fair() {
    let unfair = Graph::labelled(0, &[(0, 0, 0), (0, 1, 1)]);
    let found = lasso(look(&unfair, &eventually(1)));
    assert_eq!((found.prefix.steps.len(), found.cycle.len()), (0, 1));
    let fair = Graph::labelled(0, &[(0, 0, 0), (0, 1, 1)]).fair(&[1]);
    assert_eq!(look(&fair, &eventually(1)), Liveness::Holds { open: 1 });
}

#[test]
fn a_class_that_is_disabled_now_and_then_may_be_starved() {
    // Weak fairness: leaving is possible in 0 and not in 1.
    let graph = Graph::labelled(0, &[(0, 0, 1), (1, 0, 0), (0, 1, 2)]).fair(&[1]);
    let found = lasso(look(&graph, &eventually(2)));
    assert_eq!(found.cycle.len(), 2);
}

#[test]
fn a_cycle_serves_every_class_in_turn() {
    // A figure of eight; each class has one edge, at the far end of its own loop.
    let edges = [(0, 9, 1), (1, 0, 2), (2, 9, 0), (0, 9, 3), (3, 1, 4), (4, 9, 0), (1, 1, 5)];
    let more = [(2, 1, 5), (3, 0, 5), (4, 0, 5), (0, 0, 5), (0, 1, 5)];
    let graph = Graph::labelled(0, &[&edges[..], &more[..]].concat()).fair(&[0, 1]);
    let found = lasso(look(&graph, &eventually(5)));
    let states: Vec<u16> = found.cycle.iter().map(|(_, state)| *state).collect();
    assert_eq!(states, [1, 2, 0, 3, 4, 0]);
}

#[test]
fn a_frontier_is_neither_terminal_nor_part_of_a_lasso() {
    let terminal = Graph::new(0, &[(0, 1)]).frontier(&[1]);
    let bounded = Liveness::HoldsWithinBounds { open: 2, frontier: 1 };
    assert_eq!(look(&terminal, &eventually(9)), bounded);
    let cycle = Graph::new(0, &[(0, 1), (1, 2), (2, 1)]).frontier(&[2]);
    let bounded = Liveness::HoldsWithinBounds { open: 3, frontier: 1 };
    assert_eq!(look(&cycle, &eventually(9)), bounded);
    let beside = Graph::new(0, &[(0, 1), (1, 2), (2, 1), (0, 3)]).frontier(&[3]);
    assert_eq!(lasso(look(&beside, &eventually(9))).cycle.len(), 2);
}

#[test]
fn a_run_that_was_stopped_is_undetermined_unless_a_lasso_was_seen() {
    let line: Vec<_> = (0..50).map(|it| (it, it + 1)).collect();
    let limits = Limits { states: 20, ..Limits::default() };
    let options = Options { limits, symmetry: false };
    let straight = Graph::new(0, &line);
    let run = explore(&straight, options).expect("explored");
    let found = check(&run, &eventually(99)).expect("checked");
    assert_eq!(found, Liveness::Undetermined { limit: Limit::States });
    let looped = Graph::new(0, &[&line[..], &[(3, 2)]].concat());
    let run = explore(&looped, options).expect("explored");
    assert_eq!(lasso(check(&run, &eventually(99)).expect("checked")).cycle.len(), 2);
}

#[test]
fn what_begins_late_must_end_too() {
    // The goal 1 is passed before 2 begins; from 2 there is a loop.
    let graph = Graph::new(0, &[(0, 1), (1, 2), (2, 3), (3, 2)]);
    assert_eq!(look(&graph, &eventually(1)), Liveness::Holds { open: 1 });
    let claim = LeadsTo::follows("two is followed by one", |_, it| *it == 2, |_, it| *it == 1);
    let found = lasso(look(&graph, &claim));
    assert_eq!((found.begun, found.prefix.steps.len(), found.cycle.len()), (2, 2, 2));
    let never = LeadsTo::follows("never begun", |_, it| *it == 8, |_, it| *it == 1);
    assert_eq!(look(&graph, &never), Liveness::Holds { open: 0 });
}

#[test]
fn representatives_are_refused() {
    let tokens = Tokens::new(2, 2, Flaw::None);
    let options = Options { symmetry: true, ..Options::default() };
    let run = explore(&tokens, options).expect("explored");
    let claim = LeadsTo::eventually("top", |_: &Tokens, _| false);
    assert_eq!(check(&run, &claim), Err(Fault::NeedsFullStates));
}

#[test]
fn a_lock_lets_the_first_in_if_the_first_does_not_stop() {
    let look = |fair: &[usize]| {
        let mutex = Mutex::new(false, fair);
        let run = explore(&mutex, Options::default()).expect("explored");
        let enters = |_: &Mutex, state: &State| state.at[0] == At::Critical;
        check(&run, &LeadsTo::eventually("the first enters", enters)).expect("replayed")
    };
    assert!(matches!(look(&[0, 1]), Liveness::Holds { open } if open > 0));
    // Only one of two can be stopped by the lock at a time, so the other need not be fair.
    assert!(matches!(look(&[0]), Liveness::Holds { .. }));
    for starving in [&[][..], &[1]] {
        let Liveness::Fails(lasso) = look(starving) else { panic!("the first may stop") };
        // The second goes round: interested, waiting, inside, out. Once it offered to wait, in its
        // second step, the lock never looks again as it did at the start.
        assert_eq!((lasso.prefix.steps.len(), lasso.cycle.len()), (2, 4));
    }
}

#[test]
fn who_waits_is_let_in_even_if_the_other_is_greedy() {
    let mutex = Mutex::new(false, &[]);
    let run = explore(&mutex, Options::default()).expect("explored");
    let claim = LeadsTo::follows(
        "who waits enters",
        |_: &Mutex, state: &State| state.at[0] == At::Waiting,
        |_, state| state.at[0] == At::Critical,
    );
    let found = check(&run, &claim).expect("replayed");
    assert!(matches!(found, Liveness::Holds { open } if open > 0), "the lock itself sees to it");
}

#[test]
fn a_spoiled_lasso_is_refused() {
    let graph = Graph::labelled(0, &[(0, 0, 1), (1, 0, 2), (2, 0, 1), (1, 1, 3), (2, 1, 3)]);
    let good = lasso(look(&graph, &eventually(3)));
    let refusal = |graph: &Graph, change: &dyn Fn(&mut Known)| {
        let mut lasso = good.clone();
        change(&mut lasso);
        lasso.check(graph, &eventually(3)).expect_err("spoiled")
    };
    assert_eq!(good.check(&graph, &eventually(3)), Ok(()));
    let goal = good.check(&graph, &eventually(2));
    assert_eq!(goal, Err(Fault::Lasso("the goal is reached")));
    assert_eq!(refusal(&graph, &|it| it.prefix.initial = 1), Fault::Replay { step: 0 });
    assert_eq!(refusal(&graph, &|it| it.cycle[1].1 = 2), Fault::Replay { step: 2 });
    let open = refusal(&graph, &|it| it.cycle.truncate(1));
    assert_eq!(open, Fault::Lasso("the cycle does not close"));
    let ends = refusal(&graph, &|it| it.cycle.clear());
    assert_eq!(ends, Fault::Lasso("the run could go on"));
    let begun = refusal(&graph, &|it| it.begun = 1);
    assert_eq!(begun, Fault::Lasso("nothing begins where it should"));
    let with = |graph: Graph| refusal(&graph, &|_| ());
    let edges = graph.edges.clone();
    let again = || Graph { initial: vec![0], edges: edges.clone(), ..Graph::default() };
    assert_eq!(with(again().fair(&[1])), Fault::Lasso("a fair class is starved"));
    assert_eq!(with(again().frontier(&[2])), Fault::Lasso("a bound of the model cuts it"));
}

/// A ring of a million states: a search that recurses would overflow its stack.
struct Ring(Vec<Property<Ring>>);

impl Transitions for Ring {
    type State = u32;
    type Action = ();

    fn initial(&self) -> Vec<u32> {
        vec![0]
    }

    fn actions(&self, _: &u32, actions: &mut Vec<()>) {
        actions.push(());
    }

    fn next(&self, state: &u32, (): &()) -> Option<u32> {
        Some((state + 1) % 1_000_000)
    }

    fn properties(&self) -> &[Property<Ring>] {
        &self.0
    }
}

#[test]
fn a_long_ring_does_not_overflow_the_stack() {
    let ring = Ring(Vec::new());
    let run = explore(&ring, Options::default()).expect("explored");
    let claim = LeadsTo::eventually("never", |_: &Ring, _| false);
    let Liveness::Fails(lasso) = check(&run, &claim).expect("replayed") else { panic!("a ring") };
    assert_eq!(lasso.cycle.len(), 1_000_000);
}

/// A naive checker: tries every set of states as the states that are repeated for ever.
struct Naive<'g> {
    graph: &'g Graph,
    goal: u16,
    size: u16,
}

impl Naive<'_> {
    fn is_open(&self, state: u16) -> bool {
        state != self.goal && !self.graph.frontier.contains(&state)
    }

    fn steps(&self, state: u16) -> Vec<(u8, u16)> {
        self.graph.of(state).filter_map(|(_, it)| it.to.map(|to| (it.label, to))).collect()
    }

    /// How many steps to each open state, through open states only, from these.
    fn distances(&self, sources: &[(u16, u64)]) -> BTreeMap<u16, u64> {
        let mut distances: BTreeMap<u16, u64> = BTreeMap::new();
        for (state, distance) in sources.iter().filter(|(state, _)| self.is_open(*state)) {
            let known = distances.entry(*state).or_insert(*distance);
            *known = (*known).min(*distance);
        }
        loop {
            let before = distances.clone();
            for (state, distance) in &before {
                for (_, next) in self.steps(*state).into_iter().filter(|it| self.is_open(it.1)) {
                    let known = distances.entry(next).or_insert(distance + 1);
                    *known = (*known).min(distance + 1);
                }
            }
            if before == distances {
                return distances;
            }
        }
    }

    fn is_repeatable(&self, set: &BTreeSet<u16>) -> bool {
        let inside = |state: u16| {
            self.steps(state).into_iter().filter(|(_, next)| set.contains(next)).collect::<Vec<_>>()
        };
        let all_met = set.iter().all(|start| {
            let mut met: BTreeSet<u16> = inside(*start).into_iter().map(|it| it.1).collect();
            for _ in 0..set.len() {
                let more: Vec<u16> = met.iter().flat_map(|it| inside(*it)).map(|it| it.1).collect();
                met.extend(more);
            }
            met == *set
        });
        let served = |label: u8| {
            set.iter().any(|state| inside(*state).iter().any(|it| it.0 == label))
                || set.iter().any(|state| self.steps(*state).iter().all(|it| it.0 != label))
        };
        all_met && (0..self.graph.fair.len() as u8).all(served)
    }

    /// The shortest prefix of a fair run that misses the goal.
    fn shortest(&self, sources: &[(u16, u64)]) -> Option<u64> {
        let distances = self.distances(sources);
        let stuck = distances.keys().filter(|it| self.steps(**it).is_empty()).copied();
        let mut repeated: BTreeSet<u16> = stuck.collect();
        for bits in 1u32..1 << self.size {
            let set: BTreeSet<u16> = (0..self.size).filter(|it| bits >> it & 1 == 1).collect();
            if set.iter().all(|it| distances.contains_key(it)) && self.is_repeatable(&set) {
                repeated.extend(set);
            }
        }
        repeated.iter().filter_map(|it| distances.get(it)).min().copied()
    }
}

fn random(seed: u64, size: u64, classes: u8) -> Graph {
    let labels: Vec<u8> = (0..classes).collect();
    graph::random(seed, size).fair(&labels)
}

fn agrees(found: &Found, shortest: Option<u64>) -> Result<(), TestCaseError> {
    match found {
        Liveness::Fails(lasso) => {
            prop_assert_eq!(shortest, Some(lasso.prefix.steps.len() as u64));
        }
        Liveness::Holds { .. } | Liveness::HoldsWithinBounds { .. } => {
            prop_assert_eq!(shortest, None);
        }
        Liveness::Undetermined { .. } => prop_assert!(false, "nothing stopped the run"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn lassos_on_random_graphs_are_those_of_a_naive_checker(
        seed: u64, size in 1u64..8, classes in 0u8..4, goal in 0u16..8,
    ) {
        let graph = random(seed, size, classes);
        let naive = Naive { graph: &graph, goal, size: size as u16 };
        let sources: Vec<(u16, u64)> = graph.initial.iter().map(|it| (*it, 0)).collect();
        agrees(&look(&graph, &eventually(goal)), naive.shortest(&sources))?;
    }

    #[test]
    fn what_begins_late_agrees_with_a_naive_checker(
        seed: u64, size in 1u64..8, classes in 0u8..4, goal in 0u16..8, begin in 0u16..8,
    ) {
        let graph = random(seed, size, classes);
        let claim = LeadsTo::follows("follows", move |_, it| *it == begin, move |_, it| *it == goal);
        let run = explore(&graph, Options::default()).expect("explored");
        let reached = run.shortest_to(&begin).expect("replayed");
        let sources: Vec<_> = reached.iter().map(|it| (begin, it.steps.len() as u64)).collect();
        let naive = Naive { graph: &graph, goal, size: size as u16 };
        agrees(&check(&run, &claim).expect("replayed"), naive.shortest(&sources))?;
    }
}

//! A finite transition system written out as a list of edges.

use onceproof::models::{FairClass, Property, Transitions};
use std::collections::BTreeSet;

/// The label of an edge; labels below the number of fair classes are their members.
pub type Label = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: u16,
    pub label: Label,
    /// `None`: listed, but disabled.
    pub to: Option<u16>,
}

#[derive(Default)]
pub struct Graph {
    pub initial: Vec<u16>,
    pub edges: Vec<Edge>,
    pub frontier: BTreeSet<u16>,
    pub properties: Vec<Property<Graph>>,
    pub fair: Vec<FairClass<Graph>>,
}

impl Graph {
    /// All edges labelled 0, one initial state.
    pub fn new(initial: u16, edges: &[(u16, u16)]) -> Self {
        let edge = |(from, to): &(u16, u16)| Edge { from: *from, label: 0, to: Some(*to) };
        let edges = edges.iter().map(edge).collect();
        Graph { initial: vec![initial], edges, ..Graph::default() }
    }

    /// Labels each edge.
    pub fn labelled(initial: u16, edges: &[(u16, Label, u16)]) -> Self {
        let edge = |it: &(u16, Label, u16)| Edge { from: it.0, label: it.1, to: Some(it.2) };
        let edges = edges.iter().map(edge).collect();
        Graph { initial: vec![initial], edges, ..Graph::default() }
    }

    pub fn property(mut self, property: Property<Graph>) -> Self {
        self.properties.push(property);
        self
    }

    pub fn frontier(mut self, states: &[u16]) -> Self {
        self.frontier.extend(states);
        self
    }

    /// The edges of each of these labels are a fair class.
    pub fn fair(mut self, labels: &[Label]) -> Self {
        for label in labels {
            let label = *label;
            self.fair
                .push(FairClass::new("label", move |_, action: &(Label, u8)| action.0 == label));
        }
        self
    }

    /// The edges of a state, each with its place among them, which makes actions different.
    pub fn of(&self, state: u16) -> impl Iterator<Item = (u8, &Edge)> {
        (0..).zip(self.edges.iter().filter(move |edge| edge.from == state))
    }
}

impl Transitions for Graph {
    type State = u16;
    type Action = (Label, u8);

    fn initial(&self) -> Vec<u16> {
        self.initial.clone()
    }

    fn actions(&self, state: &u16, actions: &mut Vec<(Label, u8)>) {
        actions.extend(self.of(*state).map(|(place, edge)| (edge.label, place)));
    }

    fn next(&self, state: &u16, action: &(Label, u8)) -> Option<u16> {
        self.of(*state).find(|(place, _)| *place == action.1).and_then(|(_, edge)| edge.to)
    }

    fn is_frontier(&self, state: &u16) -> bool {
        self.frontier.contains(state)
    }

    fn properties(&self) -> &[Property<Graph>] {
        &self.properties
    }

    fn fair_classes(&self) -> &[FairClass<Graph>] {
        &self.fair
    }
}

/// A small random source, so that a seed is a graph.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }
}

/// A random system: some edges disabled, some doubled, some loops, several initial states, equal
/// ones among them, and sometimes a frontier.
pub fn random(seed: u64, states: u64) -> Graph {
    let mut random = Random(seed | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let mut graph = Graph::default();
    for _ in 0..=random.below(3) {
        graph.initial.push(random.below(states) as u16);
    }
    for _ in 0..random.below(states * 3) {
        let [from, to] = [(); 2].map(|()| random.below(states) as u16);
        let (label, is_disabled) = (random.below(4) as Label, random.one_in(8));
        graph.edges.push(Edge { from, label, to: (!is_disabled).then_some(to) });
    }
    if random.one_in(3) {
        for _ in 0..=random.below(3) {
            graph.frontier.insert(random.below(states) as u16);
        }
    }
    graph
}

//! Strongly connected components, by Tarjan's algorithm with a stack of our own.
//!
//! *What it claims.* Two places are in one component if and only if each reaches the other.
//! *How that is checked.* Lassos on random graphs against a naive checker; a ring of a million
//! places, which would overflow the stack of a recursive search.
//! *What is not covered.* Nothing beyond the graph's own size: places are numbered in 32 bits.

/// A directed graph whose places are numbered from zero.
pub(super) struct Graph {
    /// Where each place's targets end; they begin where those of the place before end.
    pub(super) ends: Vec<usize>,
    /// Targets, place by place.
    pub(super) targets: Vec<u32>,
}

impl Graph {
    /// Where `place` leads.
    pub(super) fn targets(&self, place: u32) -> &[u32] {
        let place = place as usize;
        let start = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let end = self.ends.get(place).copied().unwrap_or(0);
        self.targets.get(start.unwrap_or(0)..end).unwrap_or(&[])
    }
}

const UNSEEN: u32 = u32::MAX;

/// All components, members in ascending order, components in the order of their first members.
pub(super) fn components(graph: &Graph) -> Vec<Vec<u32>> {
    let size = graph.ends.len();
    let mut search = Search {
        graph,
        order: vec![UNSEEN; size],
        low: vec![UNSEEN; size],
        is_open: vec![false; size],
        open: Vec::new(),
        path: Vec::new(),
        seen: 0,
        found: Vec::new(),
    };
    for place in 0..size as u32 {
        if get(&search.order, place) == UNSEEN {
            search.run(place);
        }
    }
    search.found.sort_unstable();
    search.found
}

struct Search<'g> {
    graph: &'g Graph,
    /// When each place was first seen.
    order: Vec<u32>,
    /// The earliest open place known to be reachable.
    low: Vec<u32>,
    /// Seen, and not yet in a component.
    is_open: Vec<bool>,
    open: Vec<u32>,
    /// The path of the depth-first search, and how many targets of each place were followed.
    path: Vec<(u32, usize)>,
    seen: u32,
    found: Vec<Vec<u32>>,
}

impl Search<'_> {
    fn run(&mut self, root: u32) {
        self.enter(root);
        while let Some((place, followed)) = self.path.last_mut() {
            let place = *place;
            match self.graph.targets(place).get(*followed) {
                None => self.leave(place),
                Some(target) => {
                    *followed += 1;
                    self.follow(place, *target);
                }
            }
        }
    }

    fn enter(&mut self, place: u32) {
        set(&mut self.order, place, self.seen);
        set(&mut self.low, place, self.seen);
        set(&mut self.is_open, place, true);
        self.seen += 1;
        self.open.push(place);
        self.path.push((place, 0));
    }

    fn follow(&mut self, place: u32, target: u32) {
        let order = get(&self.order, target);
        if order == UNSEEN {
            self.enter(target);
        } else if get(&self.is_open, target) {
            self.lower(place, order);
        }
    }

    fn leave(&mut self, place: u32) {
        self.path.pop();
        let low = get(&self.low, place);
        if let Some((before, _)) = self.path.last() {
            self.lower(*before, low);
        }
        if low != get(&self.order, place) {
            return;
        }
        let start = self.open.iter().rposition(|it| *it == place).unwrap_or(0);
        let mut members = self.open.split_off(start);
        members.iter().for_each(|member| set(&mut self.is_open, *member, false));
        members.sort_unstable();
        self.found.push(members);
    }

    fn lower(&mut self, place: u32, low: u32) {
        let low = low.min(get(&self.low, place));
        set(&mut self.low, place, low);
    }
}

fn get<T: Copy + Unseen>(values: &[T], place: u32) -> T {
    values.get(place as usize).copied().unwrap_or(T::UNSEEN)
}

fn set<T>(values: &mut [T], place: u32, value: T) {
    if let Some(slot) = values.get_mut(place as usize) {
        *slot = value;
    }
}

/// What is known of a place outside the graph. There is none.
trait Unseen {
    const UNSEEN: Self;
}

impl Unseen for u32 {
    const UNSEEN: u32 = UNSEEN;
}

impl Unseen for bool {
    const UNSEEN: bool = false;
}

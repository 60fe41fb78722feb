//! Counters that nothing tells apart: each goes from zero up to a top, on its own.
//!
//! With `n` counters and values up to `top` there are `(top + 1)^n` states and
//! `C(n + top, top)` orbits.

use onceproof::models::{Property, Transitions};

/// How the symmetry may be broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flaw {
    #[default]
    None,
    /// Only the first two counters are sorted: two representatives in one orbit.
    SortsTwo,
    /// The representative adds something: it is in another orbit.
    Raises,
    /// The first counter may go down: the group does not act on the transitions.
    FirstGoesDown,
    /// The first counter starts at one: permutations leave the reachable set.
    FirstStartsHigher,
    /// A property looks at the first counter only.
    AsksTheFirst,
}

pub const MOST: usize = 8;

/// The counters in use, then zeros.
pub type Counters = [u8; MOST];

pub struct Tokens {
    pub count: usize,
    pub top: u8,
    pub flaw: Flaw,
    pub properties: Vec<Property<Tokens>>,
}

impl Tokens {
    pub fn new(count: usize, top: u8, flaw: Flaw) -> Self {
        let mut properties = vec![Property::sometimes("all_at_the_top", |it: &Tokens, state| {
            it.used(state).iter().all(|value| *value == it.top)
        })];
        if flaw == Flaw::AsksTheFirst {
            properties.push(Property::always("first_is_low", |it: &Tokens, state: &Counters| {
                state[0] < it.top
            }));
        }
        Tokens { count, top, flaw, properties }
    }

    fn used<'s>(&self, state: &'s Counters) -> &'s [u8] {
        &state[..self.count]
    }
}

impl Transitions for Tokens {
    type State = Counters;
    /// Which counter, and whether it goes up.
    type Action = (u8, bool);

    fn initial(&self) -> Vec<Counters> {
        let mut state = [0; MOST];
        state[0] = u8::from(self.flaw == Flaw::FirstStartsHigher);
        vec![state]
    }

    fn actions(&self, _: &Counters, actions: &mut Vec<(u8, bool)>) {
        actions.extend((0..self.count as u8).map(|who| (who, true)));
        if self.flaw == Flaw::FirstGoesDown {
            actions.push((0, false));
        }
    }

    fn next(&self, state: &Counters, (who, up): &(u8, bool)) -> Option<Counters> {
        let mut next = *state;
        let value = &mut next[usize::from(*who)];
        *value =
            if *up { Some(*value + 1).filter(|it| *it <= self.top) } else { value.checked_sub(1) }?;
        Some(next)
    }

    fn properties(&self) -> &[Property<Tokens>] {
        &self.properties
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn representative(&self, state: &Counters) -> Counters {
        let mut state = *state;
        match self.flaw {
            Flaw::SortsTwo => state[..2].sort_unstable(),
            _ => state[..self.count].sort_unstable(),
        }
        if self.flaw == Flaw::Raises && state[0] == 0 {
            state[0] = 1;
        }
        state
    }

    /// Every order of the counters, by Heap's algorithm.
    fn permutations(&self, state: &Counters) -> impl Iterator<Item = Counters> {
        let mut all = vec![*state];
        let (mut now, mut swaps, mut at) = (*state, [0usize; MOST], 1);
        while at < self.count {
            if swaps[at] < at {
                let other = if at % 2 == 0 { 0 } else { swaps[at] };
                now.swap(other, at);
                all.push(now);
                swaps[at] += 1;
                at = 1;
            } else {
                swaps[at] = 0;
                at += 1;
            }
        }
        all.into_iter()
    }
}

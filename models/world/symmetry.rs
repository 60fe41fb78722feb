//! Callers of one class are alike: which of them is which makes no difference.
//!
//! *What it claims.* Exchanging two callers of a class, with everything that names them, commutes
//! with every action; [`World::representative`] is the same for two states exactly when callers
//! can be exchanged so that the one becomes the other.
//! *How that is checked.* `tests/world_normal_form.rs`.
//! *What is not covered.* Workers of one caller, which are alike too, and are not exchanged.

use super::World;
use super::configuration::Intents;
use super::few::Few;
use super::names::NOBODY;
use super::observer::{Exchange, Observer};
use super::state::{CALLERS, Caller, State};
use crate::spec::Record;

impl World {
    /// The one state that stands for all that exchanging callers makes of a state.
    #[must_use]
    pub fn representative<O: Observer>(&self, state: &State<O>) -> State<O> {
        let mut order: Vec<(u8, Caller)> =
            state.callers.iter().map(|(place, caller)| (place, self.bare(caller))).collect();
        order.sort_by_key(|(_, bare)| *bare);
        let alike = order.windows(2).any(|pair| match pair {
            [(_, one), (_, other)] => one == other,
            _fewer => false,
        });
        if alike {
            // What others know of callers that are equal decides among their orders.
            let ways = self.exchanges(state).into_iter();
            let sorted = ways.filter(|exchange| sorts(exchange, &order));
            let least = sorted.map(|exchange| self.exchange(state, &exchange)).min();
            return least.unwrap_or_else(|| state.clone());
        }
        let mut to = std::array::from_fn(|place| u8::try_from(place).unwrap_or(0));
        for (new, (place, _)) in (0_u8..).zip(&order) {
            if let Some(to) = to.get_mut(usize::from(*place)) {
                *to = new;
            }
        }
        let exchange = Exchange { to, own: self.own(state) };
        if exchange.changes_nothing() { state.clone() } else { self.exchange(state, &exchange) }
    }

    /// What becomes of a state when its callers change places, in every way there is.
    pub fn permutations<O: Observer>(&self, state: &State<O>) -> impl Iterator<Item = State<O>> {
        let exchanges = self.exchanges(state);
        exchanges.into_iter().map(|exchange| self.exchange(state, &exchange))
    }

    /// In how many ways callers of one class can change places.
    #[must_use]
    pub fn group(&self) -> u64 {
        let classes = self.settings().callers.iter();
        classes.map(|class| (1..=u64::from(class.count)).product::<u64>()).product()
    }

    /// How many different states come of a state when its callers change places: the ways to do
    /// that, divided by those that change nothing. Only callers that are equal can be exchanged
    /// without a change, so most states need no exchange to be tried.
    pub fn orbit<O: Observer>(&self, state: &State<O>) -> u64 {
        let bare: Vec<(u8, Caller)> =
            state.callers.iter().map(|(place, caller)| (place, self.bare(caller))).collect();
        let alike = |one: u8, other: u8| {
            let of = |place: u8| bare.iter().find(|(of, _)| *of == place).map(|(_, bare)| bare);
            of(one) == of(other)
        };
        let places = || bare.iter().map(|(place, _)| *place);
        let pairs = places().flat_map(|one| places().map(move |other| (one, other)));
        if !pairs.into_iter().any(|(one, other)| one < other && alike(one, other)) {
            return self.group();
        }
        let keeps = |exchange: &Exchange| {
            places().all(|place| alike(place, exchange.caller(place)))
                && self.exchange(state, exchange) == *state
        };
        let ways = self.exchanges(state);
        let keep = ways.iter().filter(|exchange| keeps(exchange)).count();
        ways.len() as u64 / (keep as u64).max(1)
    }

    /// The ways in which callers of one class can change places; the first changes nothing.
    #[must_use]
    pub fn exchanges<O>(&self, state: &State<O>) -> Vec<Exchange> {
        let class = |place: u8| state.callers.get(place).map(|caller| caller.class);
        let own = self.own(state);
        let mut ways = vec![Vec::new()];
        for place in 0..u8::try_from(CALLERS).unwrap_or(0) {
            let longer = |way: &Vec<u8>| {
                let way = way.clone();
                let free = (0..u8::try_from(CALLERS).unwrap_or(0))
                    .filter(|to| !way.contains(to) && class(*to) == class(place));
                let next: Vec<Vec<u8>> = free
                    .filter(|to| class(place).is_some() || *to == place)
                    .map(|to| way.iter().copied().chain([to]).collect())
                    .collect();
                next
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        let exchange = |way: Vec<u8>| Exchange {
            to: std::array::from_fn(|place| way.get(place).copied().unwrap_or(0)),
            own,
        };
        ways.into_iter().map(exchange).collect()
    }

    /// Which callers have an intent of their own.
    fn own<O>(&self, state: &State<O>) -> [bool; CALLERS] {
        std::array::from_fn(|place| {
            let caller = u8::try_from(place).ok().and_then(|place| state.callers.get(place));
            caller.is_some_and(|caller| self.intents_of(caller) == Intents::Own)
        })
    }

    /// The state in which the callers have changed places.
    #[must_use]
    pub fn exchange<O: Observer>(&self, state: &State<O>, exchange: &Exchange) -> State<O> {
        let mut other = state.clone();
        other.callers = Few::default();
        let places = 0..u8::try_from(CALLERS).unwrap_or(0);
        for to in places {
            let from = state.callers.iter().find(|(place, _)| exchange.caller(*place) == to);
            if let Some((_, caller)) = from {
                let mut caller = *caller;
                caller.intent = exchange.intent(caller.intent);
                for call in caller.calls.iter_mut() {
                    call.intent = exchange.intent(call.intent);
                }
                for worker in caller.workers.iter_mut() {
                    worker.call.intent = exchange.intent(worker.call.intent);
                }
                // Places are taken from the first on, so that this one is the next free.
                let _taken = other.callers.put(caller);
            }
        }
        other.each_record(|_, record| {
            if let Record::Active { claim, .. } = record
                && *claim != NOBODY
            {
                *claim = exchange.claim(*claim);
            }
        });
        for entry in other.ledger.iter_mut() {
            entry.intent = exchange.intent(entry.intent);
        }
        other.ledger.sort();
        other.observer.exchange(exchange);
        other
    }

    /// A caller without what names its place.
    fn bare(&self, caller: &Caller) -> Caller {
        let mut bare = *caller;
        if self.intents_of(caller) == Intents::Own {
            bare.intent.number = 0;
            bare.calls.iter_mut().for_each(|call| call.intent.number = 0);
            bare.workers.iter_mut().for_each(|worker| worker.call.intent.number = 0);
        }
        for view in bare.workers.iter_mut().filter_map(|worker| worker.view.as_mut()) {
            if let Record::Active { claim, .. } = view {
                *claim = NOBODY;
            }
        }
        bare
    }
}

/// Whether an exchange brings callers into an order that was found by sorting them.
fn sorts(exchange: &Exchange, order: &[(u8, Caller)]) -> bool {
    let rank = |place: u8| {
        let bare = order.iter().find(|(of, _)| *of == place).map(|(_, bare)| bare);
        order.iter().position(|(_, other)| Some(other) == bare)
    };
    let mut placed: Vec<(u8, Option<usize>)> =
        order.iter().map(|(place, _)| (exchange.caller(*place), rank(*place))).collect();
    placed.sort_unstable();
    placed.is_sorted_by_key(|(_, rank)| *rank)
}

//! A cycle in a component that starves no fair class.
//!
//! *What it claims.* If a component is fair, a cycle is found that serves each class: it takes an
//! action of the class, or passes a state where the class is disabled.
//! *How that is checked.* Every cycle is replayed and checked as part of its lasso.
//! *What is not covered.* That the cycle is the shortest. It goes to the nearest service of one
//! class after the other, and then home.

use super::region::{Place, Region};
use crate::models::explorer::Exploration;
use crate::models::report::Fault;
use crate::models::transition::{FairClass, Transitions, enabled};
use std::collections::{BTreeMap, VecDeque};

/// A strongly connected component in which a run can go round.
pub(super) struct Component {
    members: Vec<Place>,
}

type Steps<M> = Vec<(<M as Transitions>::Action, <M as Transitions>::State)>;

impl Component {
    /// None when no run can stay: a single place that does not lead to itself.
    pub(super) fn new(region: &Region, members: Vec<Place>) -> Option<Component> {
        let can_stay = match members.as_slice() {
            [only] => region.graph.targets(*only).contains(only),
            several => !several.is_empty(),
        };
        can_stay.then_some(Component { members })
    }

    /// The member with the shortest run to it.
    pub(super) fn entry(&self) -> Place {
        self.members.first().copied().unwrap_or(Place::MAX)
    }

    /// Whether a run can stay without starving any class.
    pub(super) fn is_fair<M: Transitions>(
        &self,
        exploration: &Exploration<'_, M>,
        region: &Region,
    ) -> bool {
        let model = exploration.model();
        let mut unserved: Vec<&FairClass<M>> = model.fair_classes().iter().collect();
        let tour = Tour { exploration, region, component: self, steps: Vec::new() };
        for place in &self.members {
            if unserved.is_empty() {
                break;
            }
            unserved.retain(|class| tour.service(*place, class).is_none());
        }
        unserved.is_empty()
    }

    fn contains(&self, place: Place) -> bool {
        self.members.binary_search(&place).is_ok()
    }
}

/// The cycle, from the component's entry back to it.
pub(super) fn fair_cycle<M: Transitions>(
    exploration: &Exploration<'_, M>,
    region: &Region,
    component: &Component,
) -> Result<Steps<M>, Fault> {
    let mut tour = Tour { exploration, region, component, steps: Vec::new() };
    let entry = component.entry();
    let mut passed = vec![entry];
    for class in exploration.model().fair_classes() {
        if tour.has_taken(class) || passed.iter().any(|it| tour.is_disabled(*it, class)) {
            continue;
        }
        tour.go(&mut passed, |tour, place| tour.service(place, class).is_some())?;
        let last = passed.last().copied().unwrap_or(entry);
        if let Some(Service::Taken(target)) = tour.service(last, class) {
            let (model, state) = (exploration.model(), tour.state(last)?);
            let step = steps_from(model, state).into_iter().find(|(action, next)| {
                class.contains(model, action) && tour.place_of(next) == Some(target)
            });
            tour.steps.push(step.ok_or(Fault::NotDeterministic)?);
            passed.push(target);
        }
    }
    if passed.last() != Some(&entry) || tour.steps.is_empty() {
        tour.go(&mut passed, |tour, place| tour.region.graph.targets(place).contains(&entry))?;
        tour.step_to(passed.last().copied().unwrap_or(entry), entry)?;
    }
    Ok(tour.steps)
}

/// How a place serves a class.
enum Service {
    /// No action of the class is enabled.
    Disabled,
    /// An action of the class leads to this place of the component.
    Taken(Place),
}

struct Tour<'t, 'm, M: Transitions> {
    exploration: &'t Exploration<'m, M>,
    region: &'t Region,
    component: &'t Component,
    steps: Steps<M>,
}

impl<'m, M: Transitions> Tour<'_, 'm, M> {
    fn service(&self, place: Place, class: &FairClass<M>) -> Option<Service> {
        let model = self.exploration.model();
        let mut is_disabled = true;
        for (action, next) in steps_from(model, self.state(place).ok()?) {
            if !class.contains(model, &action) {
                continue;
            }
            is_disabled = false;
            let target = self.place_of(&next);
            if let Some(target) = target.filter(|target| self.component.contains(*target)) {
                return Some(Service::Taken(target));
            }
        }
        is_disabled.then_some(Service::Disabled)
    }

    fn is_disabled(&self, place: Place, class: &FairClass<M>) -> bool {
        matches!(self.service(place, class), Some(Service::Disabled))
    }

    fn has_taken(&self, class: &FairClass<M>) -> bool {
        let model = self.exploration.model();
        self.steps.iter().any(|(action, _)| class.contains(model, action))
    }

    /// Goes the shortest way, within the component, from the place passed last to one that is
    /// wanted. It may be there already.
    fn go(
        &mut self,
        passed: &mut Vec<Place>,
        is_wanted: impl Fn(&Self, Place) -> bool,
    ) -> Result<(), Fault> {
        let start = passed.last().copied().unwrap_or(self.component.entry());
        let mut parents = BTreeMap::from([(start, start)]);
        let mut queue = VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            if is_wanted(self, place) {
                let mut way = vec![place];
                let mut at = place;
                while let Some(parent) = parents.get(&at).filter(|parent| **parent != at) {
                    way.push(*parent);
                    at = *parent;
                }
                way.pop(); // The start, which is passed already.
                for target in way.into_iter().rev() {
                    self.step_to(passed.last().copied().unwrap_or(start), target)?;
                    passed.push(target);
                }
                return Ok(());
            }
            for target in self.region.graph.targets(place) {
                if self.component.contains(*target) && !parents.contains_key(target) {
                    parents.insert(*target, place);
                    queue.push_back(*target);
                }
            }
        }
        Err(Fault::Lasso("no way within the component"))
    }

    fn step_to(&mut self, from: Place, target: Place) -> Result<(), Fault> {
        let steps = steps_from(self.exploration.model(), self.state(from)?);
        let step = steps.into_iter().find(|(_, next)| self.place_of(next) == Some(target));
        self.steps.push(step.ok_or(Fault::NotDeterministic)?);
        Ok(())
    }

    fn place_of(&self, state: &M::State) -> Option<Place> {
        self.exploration.find(state).and_then(|number| self.region.place(number))
    }

    fn state(&self, place: Place) -> Result<&M::State, Fault> {
        let number = self.region.state(place);
        number.and_then(|it| self.exploration.state(it)).ok_or(Fault::NotDeterministic)
    }
}

fn steps_from<M: Transitions>(model: &M, state: &M::State) -> Steps<M> {
    let mut steps = Vec::new();
    enabled(model, state, &mut Vec::new(), &mut steps);
    steps
}

//! A run in sentences: for each action what happened, and what came of it.
//!
//! *What it claims.* Whatever the monitor was told has its sentence: who asked what, what was
//! answered by which clause, what took place, who was told what; and the line at which the
//! property breaks says so.
//! *How that is checked.* `tests/explained.rs`, for every counterexample of the catalogue.
//! *What is not covered.* What did not happen.

use super::names;
use super::replay::{Run, Sighting, Step};
use super::words;
use crate::models::world::actions::Action;
use crate::models::world::configuration::ReadBack;
use crate::models::world::names::{Intent, NOBODY};
use crate::models::world::observer::{EffectResult, Party, Passage, Seen};
use crate::property::Property;
use crate::spec::settle::view;
use crate::spec::{View, settle};
use std::collections::BTreeMap;

/// One action of a run, in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// The ticks since the run began.
    pub time: u8,
    /// The name of the action.
    pub action: &'static str,
    /// What happened.
    pub sentence: String,
    /// What came of it, in order.
    pub details: Vec<String>,
    /// The properties that it breaks.
    pub breaks: Vec<Property>,
}

/// A run in sentences, one line an action.
#[must_use]
pub fn timeline(run: &Run) -> Vec<Line> {
    let mut effects = BTreeMap::new();
    let line = |(number, step): (usize, &Step)| {
        let mut tell = Telling { run, step, effects: &mut effects };
        let mut details: Vec<String> =
            step.seen().iter().filter_map(|sighting| tell.detail(sighting)).collect();
        details.extend(tell.ended());
        let breaks = Property::ALL.iter().copied().filter(|property| {
            step.seen().iter().any(|sighting| sighting.violation(*property).is_some())
        });
        Line {
            number,
            time: run.since(step.after.now),
            action: step.action.name(),
            sentence: format!("{} {}.", who(step), step.action.happens()),
            details,
            breaks: breaks.collect(),
        }
    };
    (1..).zip(&run.steps).map(line).collect()
}

/// Who acts.
fn who(step: &Step) -> String {
    match step.action {
        Action::Caller(place, _) => format!("Caller {}", names::caller(place)),
        Action::Network(place, ..) => format!("A request of caller {}", names::caller(place)),
        Action::Worker(at, _) => {
            format!("Worker {}, for caller {},", step.worker_at(at), names::caller(at.caller))
        }
        Action::Scan(_) | Action::Sweep => "The sweeper".to_owned(),
        Action::Inspect(_) | Action::Resolve => "The reconciler".to_owned(),
        Action::Advance => "A tick".to_owned(),
        _of_the_store => "The store".to_owned(),
    }
}

/// Tells what came of one action.
struct Telling<'r> {
    run: &'r Run,
    step: &'r Step,
    /// How many effects each intent had so far.
    effects: &'r mut BTreeMap<Intent, usize>,
}

impl Telling<'_> {
    fn detail(&mut self, sighting: &Sighting) -> Option<String> {
        let broken = sighting.violation(self.run.property);
        let said = self.seen(&sighting.seen);
        let Some(broken) = broken else { return said };
        let said = said.map(|said| format!("{said} ")).unwrap_or_default();
        let property = broken.property;
        Some(format!("{said}Here {} ({}) breaks.", property.id(), property.name()))
    }

    fn seen(&mut self, seen: &Seen) -> Option<String> {
        Some(match seen {
            Seen::Decided { .. } => self.decided(seen)?,
            Seen::Effect { intent, result, .. } => self.effect(*intent, *result),
            Seen::Acknowledged { caller, intent, told } => format!(
                "Caller {} concludes of intent {}: {}.",
                names::caller(*caller),
                names::intent(*intent),
                words::in_the_end(*told)
            ),
            Seen::Request { intent, on, passage, .. } => {
                return self.passed(*intent, *on, *passage);
            }
            Seen::Reply { caller, reply, arrived, .. } => {
                let caller = names::caller(*caller);
                let lost = if *arrived { "" } else { " That is lost on its way." };
                format!("It says to caller {caller}: {}.{lost}", words::reply(*reply))
            }
            Seen::ReadBack { by: ReadBack::None, .. } => {
                "The destination cannot be asked.".to_owned()
            }
            Seen::ReadBack { by, found, .. } => {
                let by = match by {
                    ReadBack::ByAttributes => "by whose it is and what was asked",
                    ReadBack::ByKey | ReadBack::None => "by an id of its own",
                };
                let found = if *found { "finds an effect" } else { "finds none" };
                format!("It looks {by}, and {found}.")
            }
            Seen::Scanned { on } => format!("It reads the record of {}.", words::request(*on)),
            Seen::Swept { on, to, written, time } => {
                let contract = self.run.world.contract();
                let to = words::view(view(contract, &settle(contract, to, *time), *time));
                let on = words::request(*on);
                if *written {
                    format!("The record of {on} is from now on: {to}.")
                } else {
                    format!("The record of {on} has changed since, and is left alone.")
                }
            }
            Seen::Restarted(Party::Store) => self.lost(),
            Seen::Restored(Party::Store) => {
                "What was recorded since the backup is gone.".to_owned()
            }
            Seen::Crashed(_) | Seen::Restarted(_) | Seen::Restored(_) | Seen::Advanced { .. } => {
                return None;
            }
        })
    }

    fn decided(&self, seen: &Seen) -> Option<String> {
        let Seen::Decided { caller, claim, on, operation, decision, .. } = seen else {
            return None;
        };
        let by_caller = || caller.filter(|_| *claim == NOBODY).map(names::caller);
        let asker = self.step.worker(*claim).or_else(by_caller);
        let asker = asker.unwrap_or_else(|| "the reconciler".to_owned());
        let on = on.map(|on| format!(" on {}", words::request(on))).unwrap_or_default();
        Some(format!(
            "The layer, asked by {asker} {}{on}, answers: {} (rule {}).",
            words::asked(operation),
            words::answer(&decision.answer, |time| self.run.since(time)),
            decision.clause.id()
        ))
    }

    fn effect(&mut self, intent: Intent, result: EffectResult) -> String {
        let name = names::intent(intent);
        match result {
            EffectResult::Applied => {
                let count = self.effects.entry(intent).or_default();
                *count += 1;
                format!("The effect takes place: the {} of intent {name}.", words::ordinal(*count))
            }
            EffectResult::Recognised => {
                format!("The destination recognises intent {name}; nothing takes place again.")
            }
            EffectResult::Stale => {
                "The destination has seen a later attempt, and refuses this one.".to_owned()
            }
            EffectResult::Refused => "The destination refuses for good.".to_owned(),
            EffectResult::Passing => "The destination refuses for now.".to_owned(),
        }
    }

    fn passed(
        &self,
        intent: Intent,
        on: Option<crate::models::world::names::Id>,
        passage: Passage,
    ) -> Option<String> {
        let on =
            on.map_or("no key".to_owned(), |on| format!("scope and key {}", words::request(on)));
        match passage {
            Passage::Sent => {
                Some(format!("It means intent {}, and arrives with {on}.", names::intent(intent)))
            }
            Passage::Delivered(claim) => {
                let worker = self.step.worker(claim).unwrap_or_default();
                Some(format!("Worker {worker} handles it."))
            }
            Passage::Duplicated | Passage::Lost => None,
        }
    }

    /// What a store has lost that runs again.
    fn lost(&self) -> String {
        let (before, after) = (&self.step.before.store, &self.step.after.store);
        let gone = before.records.iter().filter(|(_, slot)| after.record(slot.id) != slot.record);
        let gone: Vec<String> = gone.map(|(_, slot)| words::request(slot.id)).collect();
        if gone.is_empty() {
            return "It has lost nothing.".to_owned();
        }
        format!("What it wrote last of {} is gone.", gone.join(", "))
    }

    /// What the time that passed has ended.
    fn ended(&self) -> Vec<String> {
        if self.step.action != Action::Advance {
            return Vec::new();
        }
        let contract = self.run.world.contract();
        let (from, to) = (self.step.before.now, self.step.after.now);
        let mut ended = vec![format!("It is time {}.", self.run.since(to))];
        for (_, slot) in self.step.before.store.records.iter() {
            let at = |time| view(contract, &settle(contract, &slot.record, time), time);
            let (was, is) = (at(from), at(to));
            if was != is {
                let what = if was == View::Live { "The lease" } else { "What was kept" };
                let (on, is) = (words::request(slot.id), words::view(is));
                ended.push(format!("{what} of {on} is over. Its record is from now on: {is}."));
            }
        }
        ended
    }
}

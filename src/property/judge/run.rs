//! One run over a trace, under one contract.

use super::placement::Placement;
use super::table::{Asked, Table};
use super::verdict::{Breach, Unlisted};
use crate::oracle::agreement;
use crate::property::event::Observed;
use crate::property::feed::Feed;
use crate::property::ownership;
use crate::property::scope_isolation;
use crate::property::{Mask, Monitor, Property, Violation, Watch, Whose};
use crate::spec::contract::{Span, Terms};
use crate::trace::detail::{Party, Returned, Swept};
use crate::trace::form::{AnswerForm, Concrete};
use crate::trace::header::{AttemptIds, StoreMemory};
use crate::trace::{Event, Kind, Trace, What};
use std::collections::BTreeMap;

/// What one run found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) breaches: Vec<Breach>,
    pub(super) not_linearizable: Vec<Unlisted>,
    pub(super) uncovered: Vec<u64>,
    /// The intents of which it is open whether they are lost.
    pub(super) open_intents: Vec<String>,
    /// Effects of which the intent is not known.
    pub(super) unknown_intents: Vec<u64>,
    pub(super) decided: usize,
}

/// Runs over a trace.
pub(super) struct Run<'t, 'c, C> {
    trace: &'t Trace,
    watch: Watch<'c, C>,
    /// Whether a contract is declared: without one there is no table.
    declared: bool,
    feed: Feed<'t>,
    monitor: Monitor<Concrete>,
    table: Table,
    /// What was decided of each call.
    decided: BTreeMap<u64, AnswerForm>,
    found: Found,
}

impl<'t, 'c, C: Terms> Run<'t, 'c, C> {
    pub(super) fn new(
        trace: &'t Trace,
        placement: &Placement,
        contract: &'c C,
        declared: bool,
        (slack, one_clock): (Span, bool),
    ) -> Run<'t, 'c, C> {
        let ordered = trace.header.attempts == AttemptIds::Ordered;
        Run {
            trace,
            watch: Watch { contract, checked: Mask::ALL, slack },
            declared,
            feed: Feed::new(trace, placement.placed.clone()),
            monitor: Monitor::new(),
            table: Table::new(ordered, one_clock),
            decided: BTreeMap::new(),
            found: Found::default(),
        }
    }

    pub(super) fn found(mut self) -> Found {
        for event in &self.trace.events {
            self.event(event);
        }
        self.found.uncovered = self.feed.uncovered().to_vec();
        let open: Vec<_> = self.monitor.open_intents().collect();
        self.found.open_intents =
            open.into_iter().filter_map(|intent| self.feed.intent_name(intent)).collect();
        self.found
    }

    fn event(&mut self, event: &Event) {
        self.look_at_the_store(event);
        for mut observed in self.feed.tell(event) {
            match &mut observed {
                Observed::Decided(decided) => {
                    self.found.decided += 1;
                    self.decided(event, decided);
                }
                Observed::Effect(effect) if effect.intent.is_none() => {
                    self.found.unknown_intents.push(event.seq);
                }
                _ => {}
            }
            let ordered = self.trace.header.attempts == AttemptIds::Ordered;
            for violation in self.monitor.observe(&self.watch, &observed) {
                if ordered || violation.sentence != ownership::SMALLER {
                    self.breach(event, &violation);
                }
            }
        }
        if let What::Return(Returned::Answer(answer)) = &event.what {
            self.returned(event, answer);
        }
    }

    /// An operation took effect: the table rules on its answer.
    fn decided(&mut self, event: &Event, decided: &mut crate::property::Decided<Concrete>) {
        let (What::Decide { answer, .. } | What::Return(Returned::Answer(answer))) = &event.what
        else {
            return;
        };
        if let Some(call) = event.call {
            self.decided.insert(call, answer.clone());
        }
        if let What::Decide { incarnation: Some(incarnation), .. } = &event.what {
            self.table.incarnation(*incarnation);
        }
        if !self.declared {
            return;
        }
        let request = self.feed.request(event);
        let asked = Asked {
            seq: event.seq,
            request: request.as_ref(),
            operation: &decided.operation,
            answer,
            when: decided.when,
        };
        let ruling = self.table.rule(self.watch.contract, asked);
        if !ruling.allowed {
            self.found.not_linearizable.push(Unlisted {
                seq: event.seq,
                sentence: "the table does not allow this answer",
                answer: answer.clone(),
                instead: ruling.instead,
            });
        }
        decided.step = Some(Box::new(ruling.step));
        if ruling.leaks && scope_isolation::speaks_of_a_record(&decided.answer) {
            let violation = Violation {
                property: Property::ScopeIsolation,
                request: decided.request,
                intent: decided.intent,
                whose: Whose::Layer,
                sentence: scope_isolation::SENTENCE,
                clause: decided.clause,
                volatile: false,
            };
            self.breach(event, &violation);
        }
    }

    /// What changes records besides operations.
    fn look_at_the_store(&mut self, event: &Event) {
        let (seq, time) = (event.seq, event.time);
        match &event.what {
            What::Sweep(Swept::Write { to, written: true }) if self.declared => {
                let Some(request) = &event.request else { return };
                let contract = self.watch.contract;
                if !self.table.sweep(contract, (seq, time), request, *to) {
                    self.found.not_linearizable.push(Unlisted {
                        seq,
                        sentence: "time alone does not make of the record what was written",
                        answer: AnswerForm::Swept {},
                        instead: Vec::new(),
                    });
                }
            }
            What::Crash { of: Party::Store {} }
                if self.trace.header.store == StoreMemory::Volatile =>
            {
                self.table.lost(seq, time);
            }
            What::Restore { of: Party::Store {}, to, incarnation } => {
                self.table.restored(seq, time, *to);
                if let Some(incarnation) = incarnation {
                    self.table.incarnation(*incarnation);
                }
            }
            What::Restart { of: Party::Store {}, incarnation: Some(incarnation) } => {
                self.table.incarnation(*incarnation);
            }
            _ => {}
        }
    }

    /// What was returned is what was decided.
    fn returned(&mut self, event: &Event, answer: &AnswerForm) {
        let Some(call) = event.call else { return };
        let sentence = match self.decided.get(&call) {
            Some(decided) if self.tells(decided, answer) => return,
            Some(_) => "what was returned is not what was decided",
            None if self.trace.header.misses(Kind::Decide) => return,
            None => "an answer was returned of an operation that never took effect",
        };
        let instead = Vec::new();
        let answer = answer.clone();
        self.found.not_linearizable.push(Unlisted { seq: event.seq, sentence, answer, instead });
    }

    /// Whether a returned answer says what was decided, or less.
    fn tells(&self, decided: &AnswerForm, returned: &AnswerForm) -> bool {
        match (decided, returned) {
            (
                AnswerForm::Started { attempt, lease_until },
                AnswerForm::Started { attempt: seen, lease_until: told },
            ) => {
                (seen.is_none() || attempt.is_none() || seen == attempt)
                    && (told.is_none() || lease_until.is_none() || told == lease_until)
            }
            _ => agreement::same(self.watch.contract, decided, returned),
        }
    }

    fn breach(&mut self, event: &Event, violation: &Violation) {
        let intent = violation.intent.and_then(|intent| self.feed.intent_name(intent));
        let request = violation.request.and_then(|request| self.feed.request_of(request).cloned());
        let volatile = violation.volatile.then(|| "store = volatile".to_owned());
        self.found.breaches.push(Breach {
            seq: event.seq,
            property: violation.property,
            whose: violation.whose,
            sentence: violation.sentence,
            request,
            intent,
            clause: violation.clause,
            allowed_by: volatile.into_iter().collect(),
        });
    }
}

//! Eighteen request models with one fault each, built around the right one.

use onceproof::example::worked::{Fault, Given, Handed, Model, Requests, Response};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is wrong with a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    StartsEveryDelivery,
    ShowsAResultWhileActive,
    RebindsOnConflict,
    FinishTellsAnotherResult,
    ReplaysAnotherResult,
    ComparesOnlyWhileActive,
    SecondFinishOverwrites,
    FinishBeginsWhatIsUnseen,
    FinishIgnoresThePayload,
    InvalidResultCompletes,
    IgnoresTheScope,
    IgnoresTheKey,
    TakesAnyIdentifier,
    TakesNumbersByValue,
    ClampsTheWindow,
    ComparesInTheOrderGiven,
    SharesWhatComesIn,
    SharesWhatFinishHandsOut,
    SharesWhatReplayHandsOut,
    RemembersAcrossStores,
}

/// A result on paper: whoever holds the same paper sees what is written on it.
#[derive(Clone, Debug)]
pub(crate) struct Paper(Rc<RefCell<Given>>);

impl Handed for Paper {
    fn hand(value: Given) -> Paper {
        Paper(Rc::new(RefCell::new(value)))
    }
    fn look(&self) -> Given {
        self.0.borrow().clone()
    }
    fn amend(&mut self, member: &str, value: Given) {
        let amended = self.look().with(member, value);
        *self.0.borrow_mut() = amended;
    }
}

/// What one store keeps.
#[derive(Default)]
struct Kept {
    requests: Requests,
    /// To which payload a request was bound afresh.
    rebound: BTreeMap<String, Given>,
    /// The paper on which a result came in.
    papers: BTreeMap<String, Paper>,
    /// The payload, as it was given first.
    first_given: BTreeMap<String, Given>,
}

/// A store with one fault.
pub(crate) struct Broken {
    wrong: Wrong,
    kept: Rc<RefCell<Kept>>,
}

/// What opens stores with this fault, all in the same place.
pub(crate) fn opening(wrong: Wrong) -> impl FnMut() -> Broken {
    let place = Rc::new(RefCell::new(Kept::default()));
    move || {
        let kept = match wrong {
            Wrong::RemembersAcrossStores => Rc::clone(&place),
            _forgets => Rc::default(),
        };
        Broken { wrong, kept }
    }
}

type Told = Result<Response<Paper>, Fault>;

impl Model for Broken {
    type Handed = Paper;

    fn begin(&mut self, scope: &Given, key: &Given, payload: &Given) -> Told {
        let (scope, key, payload) = self.bend(scope, key, payload);
        let kept = &mut *self.kept.borrow_mut();
        let id = format!("{scope:?} {key:?}");
        let payload = match kept.rebound.get(&id) {
            Some(bound) if *bound == payload => window(200),
            Some(_bound) => window(300),
            None => payload,
        };
        let first_given = kept.first_given.entry(id.clone()).or_insert(payload.clone()).clone();
        let told = kept.requests.begin(&scope, &key, &payload)?;
        let reply = |status, result: Option<Given>| {
            Ok(Response { status, result: result.map(Paper::hand) })
        };
        match (self.wrong, told.status) {
            (Wrong::StartsEveryDelivery, "in_progress") => reply("started", None),
            (Wrong::ShowsAResultWhileActive, "in_progress") => reply("in_progress", Some(note(8))),
            (Wrong::RebindsOnConflict, "conflict") => {
                kept.rebound.insert(id, payload);
                reply("conflict", None)
            }
            (Wrong::ReplaysAnotherResult, "replayed") => reply("replayed", Some(note(7))),
            (Wrong::ComparesOnlyWhileActive, "conflict") => {
                match kept.requests.begin(&scope, &key, &window(200))? {
                    Response { status: "replayed", result } => reply("replayed", result),
                    _active => reply("conflict", None),
                }
            }
            (Wrong::ComparesInTheOrderGiven, _) if payload != first_given => {
                reply("conflict", None)
            }
            (Wrong::SharesWhatReplayHandsOut, "replayed") => {
                let result = kept.papers.get(&id).cloned();
                Ok(Response { status: "replayed", result })
            }
            (
                Wrong::SecondFinishOverwrites
                | Wrong::SharesWhatComesIn
                | Wrong::SharesWhatFinishHandsOut,
                "replayed",
            ) => reply("replayed", kept.papers.get(&id).map(Paper::look)),
            (_, status) => reply(status, told.result),
        }
    }

    fn finish(&mut self, scope: &Given, key: &Given, payload: &Given, result: &Paper) -> Told {
        let (scope, key, payload) = self.bend(scope, key, payload);
        let kept = &mut *self.kept.borrow_mut();
        let id = format!("{scope:?} {key:?}");
        let given = result.look();
        let told = kept.requests.finish(&scope, &key, &payload, &given);
        let copied = |told: Response<Given>| Response {
            status: told.status,
            result: told.result.map(Paper::hand),
        };
        match (self.wrong, told) {
            (Wrong::FinishTellsAnotherResult, Ok(told)) => {
                Ok(Response { status: told.status, result: Some(Paper::hand(note(0))) })
            }
            (Wrong::SecondFinishOverwrites, Ok(told)) => {
                kept.papers.insert(id, Paper::hand(given));
                Ok(copied(told))
            }
            (Wrong::SecondFinishOverwrites, Err(Fault::AlreadyCompleted)) => {
                kept.papers.insert(id, Paper::hand(given.clone()));
                Ok(Response { status: "completed", result: Some(Paper::hand(given)) })
            }
            (Wrong::FinishBeginsWhatIsUnseen, Err(Fault::UnknownRequest)) => {
                kept.requests.begin(&scope, &key, &payload)?;
                kept.requests.finish(&scope, &key, &payload, &given).map(copied)
            }
            (Wrong::FinishIgnoresThePayload, Err(Fault::PayloadConflict)) => {
                kept.requests.finish(&scope, &key, &window(200), &given).map(copied)
            }
            (Wrong::InvalidResultCompletes, Err(Fault::SampleCount)) => {
                kept.requests.finish(&scope, &key, &payload, &note(0))?;
                Err(Fault::SampleCount)
            }
            (Wrong::SharesWhatComesIn, Ok(told)) => {
                kept.papers.insert(id, result.clone());
                Ok(copied(told))
            }
            (Wrong::SharesWhatFinishHandsOut, Ok(told)) => {
                let paper = Paper::hand(given);
                kept.papers.insert(id, paper.clone());
                Ok(Response { status: told.status, result: Some(paper) })
            }
            (Wrong::SharesWhatReplayHandsOut, Ok(told)) => {
                kept.papers.insert(id, Paper::hand(given));
                Ok(copied(told))
            }
            (_, told) => told.map(copied),
        }
    }

    fn comparison(&self, payload: &Given) -> Result<String, Fault> {
        let text = self.kept.borrow().requests.comparison(&self.bent(payload))?;
        match self.wrong {
            Wrong::ComparesInTheOrderGiven => Ok(serde_json::to_string(payload).unwrap()),
            _sorted => Ok(text),
        }
    }
}

impl Broken {
    fn bend(&self, scope: &Given, key: &Given, payload: &Given) -> (Given, Given, Given) {
        let named = |given: &Given| match (self.wrong, given) {
            (Wrong::TakesAnyIdentifier, Given::Text(text)) if text.is_ascii() => given.clone(),
            (Wrong::TakesAnyIdentifier, _) => Given::text("Any"),
            _checked => given.clone(),
        };
        let (scope, key) = match self.wrong {
            Wrong::IgnoresTheScope => (Given::text("CallA"), named(key)),
            Wrong::IgnoresTheKey => (named(scope), Given::text("Req7")),
            _takes_both => (named(scope), named(key)),
        };
        (scope, key, self.bent(payload))
    }

    fn bent(&self, payload: &Given) -> Given {
        let Given::Object(members) = payload else { return payload.clone() };
        let bent = members.iter().map(|(name, value)| match (self.wrong, value) {
            (Wrong::TakesNumbersByValue, Given::NotAnInteger(number)) => {
                (name.clone(), Given::Integer(*number as i128))
            }
            (Wrong::ClampsTheWindow, Given::Integer(number)) => {
                (name.clone(), Given::Integer((*number).clamp(1, 10_000)))
            }
            _as_given => (name.clone(), value.clone()),
        });
        Given::Object(bent.collect())
    }
}

fn window(window_ms: i128) -> Given {
    onceproof::example::worked::checks::payload(window_ms)
}

fn note(sample_count: i128) -> Given {
    Given::object([("note_id", Given::text("N01")), ("sample_count", Given::Integer(sample_count))])
}

//! The strict reader of case files.
//!
//! *What it claims.* A file is read whole or not at all; the error names the case, the step and
//! the member. Unknown and duplicate members are errors.
//! *How that is checked.* `tests/case_format.rs`, and `schema/case.schema.json` beside it.
//! *What is not covered.* How many cases a file should have.

use super::case::usual_request;
use super::case::{Action, Case, CaseError, CaseFile, NEVER, Problem, Records, Step, VERSION};
use super::labels::{answered, asked};
use crate::by_name;
use crate::key::json::{Limits, check};
use crate::key::{Canonicaliser, Mode};
use crate::spec::{Attempt, Clause, RequestId};
use crate::trace::form::{AnswerForm, ContractForm, JsonText, OperationForm, Tick};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;

/// Reads a file of cases.
///
/// # Errors
/// At the first thing that is wrong with it.
pub fn read(text: &str) -> Result<CaseFile, CaseError> {
    read_unplaced(text).map_err(|error| error.placed(text.as_bytes()))
}

/// As [`read`], with how far on an error lies, and not yet its line.
fn read_unplaced(text: &str) -> Result<CaseFile, CaseError> {
    check(text.as_bytes(), Limits::default()).map_err(|refusal| {
        let error = CaseError::new(Problem::NotJson, None, refusal.to_string());
        error.further(refusal.offset)
    })?;
    let file: FileForm = form(text)?;
    if file.version != VERSION {
        let what = format!("this program reads version {VERSION}, not {}", file.version);
        return Err(CaseError::new(Problem::UnknownVersion, Some("version"), what));
    }
    if file.cases.is_empty() {
        return Err(CaseError::new(Problem::EmptyFile, Some("cases"), "there is no case in it"));
    }
    let mut names = BTreeSet::new();
    let mut cases = Vec::with_capacity(file.cases.len());
    let mut parts = Parts::of(text);
    for (place, text) in file.cases.into_iter().enumerate() {
        let at = parts.next(text.text());
        let case = case(text)
            .map_err(|error| error.in_case(&format!("number {}", place + 1)).further(at))?;
        if !names.insert(case.name.clone()) {
            let what = "another case has this name";
            let error = CaseError::new(Problem::DuplicateName, Some("name"), what);
            return Err(error.in_case(&case.name).further(at));
        }
        cases.push(case);
    }
    Ok(CaseFile { about: file.about, cases })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    version: u32,
    about: String,
    cases: Vec<JsonText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseForm {
    name: String,
    clause: String,
    #[serde(default, deserialize_with = "given")]
    why: Option<String>,
    contract: JsonText,
    steps: Vec<JsonText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepForm {
    at: Tick,
    #[serde(default, deserialize_with = "given")]
    request: Option<RequestId>,
    #[serde(rename = "do", default, deserialize_with = "given")]
    operation: Option<OperationForm<String>>,
    #[serde(default, deserialize_with = "given")]
    restart: Option<RestartForm>,
    #[serde(default, deserialize_with = "given")]
    expect: Option<AnswerForm<String>>,
    #[serde(default, deserialize_with = "given")]
    expect_any: Option<Vec<AnswerForm<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RestartForm {
    records: Records,
}

fn case(text: JsonText) -> Result<Case, CaseError> {
    let parts: CaseForm = form(text.text())?;
    let named = |error: CaseError| error.in_case(&parts.name);
    if !is_name(&parts.name) {
        let what = "a name is words of a-z and 0-9 joined by single underscores";
        return Err(named(CaseError::new(Problem::BadName, Some("name"), what)));
    }
    let Some(clause) = Clause::from_id(&parts.clause) else {
        let what = format!("no clause has the id `{}`", parts.clause);
        return Err(named(CaseError::new(Problem::UnknownClause, Some("clause"), what)));
    };
    let at = Parts::of(text.text()).next(parts.contract.text());
    let contract_form: ContractForm =
        form(parts.contract.text()).map_err(|error| named(error.further(at)))?;
    let contract = contract_form.contract().map_err(|error| {
        let error = CaseError::new(Problem::UnknownTerm, Some(error.member), error.what);
        named(error.further(at))
    })?;
    let steps = steps(&parts.steps, text.text()).map_err(named)?;
    let (name, why) = (parts.name, parts.why);
    Ok(Case { name, clause, why, contract_form, contract, steps, text })
}

fn steps(texts: &[JsonText], case: &str) -> Result<Vec<Step>, CaseError> {
    let mut parts = Parts::of(case);
    let mut reading = Reading {
        canonicaliser: Canonicaliser::new(Mode::Fingerprint),
        bound: BTreeSet::new(),
        time: None,
    };
    let mut steps = Vec::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        let at = parts.next(text.text());
        let step = reading.step(text);
        steps.push(step.map_err(|error| error.in_step(place + 1).further(at))?);
    }
    match steps.last().map(|step: &Step| &step.action) {
        None => Err(CaseError::new(Problem::NoSteps, Some("steps"), "a case needs a step")),
        Some(Action::Restart(_)) => {
            let what = "the last step is judged, and a restart answers nothing";
            Err(CaseError::new(Problem::NothingJudged, Some("restart"), what).in_step(steps.len()))
        }
        Some(Action::Ask { .. }) => Ok(steps),
    }
}

/// What is known after the steps that were read so far.
struct Reading {
    canonicaliser: Canonicaliser,
    bound: BTreeSet<String>,
    time: Option<Tick>,
}

impl Reading {
    fn step(&mut self, text: &JsonText) -> Result<Step, CaseError> {
        let parts: StepForm = form(text.text())?;
        if parts.at.number().is_none() {
            let what = "a step takes effect at a number of ticks";
            return Err(CaseError::new(Problem::WrongForm, Some("at"), what));
        }
        if self.time.is_some_and(|before| parts.at < before) {
            let what = format!("{} is earlier than the step before", parts.at);
            return Err(CaseError::new(Problem::TimeGoesBack, Some("at"), what));
        }
        self.time = Some(parts.at);
        let request = parts.request.unwrap_or_else(usual_request);
        let expected = match (parts.expect, parts.expect_any) {
            (None, None) => Vec::new(),
            (Some(one), None) => vec![one],
            (None, Some(several)) if !several.is_empty() => several,
            (None, Some(_)) => return Err(shape("expect_any", "it needs at least one answer")),
            (Some(_), Some(_)) => return Err(shape("expect_any", "give it or `expect`")),
        };
        let action = match (parts.operation, parts.restart) {
            (Some(operation), None) if !expected.is_empty() => self.ask(operation, expected)?,
            (Some(_), None) => return Err(shape("expect", "an operation is answered")),
            (None, Some(restart)) if expected.is_empty() => Action::Restart(restart.records),
            (None, Some(_)) => return Err(shape("expect", "a restart answers nothing")),
            (Some(_), Some(_)) => return Err(shape("restart", "give it or `do`")),
            (None, None) => return Err(shape("do", "a step needs it, or `restart`")),
        };
        Ok(Step { at: parts.at, request, action })
    }

    fn ask(
        &mut self,
        operation: OperationForm<String>,
        expected: Vec<AnswerForm<String>>,
    ) -> Result<Action, CaseError> {
        if let Err(error) = operation.operation(&mut self.canonicaliser, |_| Ok(Attempt::NONE)) {
            return Err(CaseError::new(Problem::BadOperation, Some(error.member), error.what));
        }
        if let Some(label) = asked(&operation)
            && !label.starts_with(NEVER)
            && !self.bound.contains(label)
        {
            let what = format!("no answer before this step names `{label}`");
            return Err(CaseError::new(Problem::UnboundLabel, Some("attempt"), what));
        }
        for label in expected.iter().filter_map(answered) {
            if label.starts_with(NEVER) {
                let what = format!("`{label}` was never issued, so no answer names it");
                return Err(CaseError::new(Problem::ReservedLabel, Some("expect"), what));
            }
            self.bound.insert(label.clone());
        }
        Ok(Action::Ask { operation, expected })
    }
}

/// A member that is there has a value: `null` never stands for an absent one.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

fn is_name(name: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'))
    };
    name.split('_').all(word)
}

fn shape(member: &str, what: &str) -> CaseError {
    CaseError::new(Problem::StepShape, Some(member), what)
}

/// Reads one form.
fn form<T: DeserializeOwned>(text: &str) -> Result<T, CaseError> {
    by_name::from_slice(text.as_bytes()).map_err(|error| {
        let what = by_name::words::of(&error);
        let member = what.split('`').nth(1).filter(|_| what.contains(" member "));
        let at = offset(text, error.line(), error.column());
        CaseError::new(Problem::WrongForm, member, &what).further(at)
    })
}

/// How many bytes lie before a line and column, both counted from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    before.saturating_add(column.saturating_sub(1)).min(text.len())
}

/// The parts of a text that are read by themselves, in their order. Each stands in it as it is.
struct Parts<'a> {
    whole: &'a str,
    from: usize,
}

impl<'a> Parts<'a> {
    fn of(whole: &'a str) -> Parts<'a> {
        Parts { whole, from: 0 }
    }

    /// How many bytes of the whole lie before the next part.
    fn next(&mut self, part: &str) -> usize {
        let rest = self.whole.get(self.from..).unwrap_or_default();
        let at = self.from + rest.find(part).unwrap_or(0);
        self.from = at + part.len();
        at
    }
}

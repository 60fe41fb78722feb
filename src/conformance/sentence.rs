//! A case as a numbered timeline in plain sentences.
//!
//! *What it claims.* Everything that a step says is in its sentence.
//! *How that is checked.* `tests/cases_verb.rs` shows every shipped case.
//! *What is not covered.* Being read back: the JSON is the case, this is for people.

use super::case::{Action, Case, Records, Step, usual_request};
use crate::trace::form::{
    AnswerForm, FailureForm, FindingForm, OperationForm, OutcomeForm, ProtectionForm, SettingForm,
};
use std::fmt::{Display, Write};

/// The timeline of a case, one sentence a line.
#[must_use]
pub fn timeline(case: &Case) -> String {
    let mut text = format!("{}\n", case.name);
    let (level, clause) = (case.clause.level().word(), case.clause);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  rule      {} ({level}): {}", clause.id(), clause.sentence());
    if let Some(why) = &case.why {
        let _ = writeln!(text, "  why       {why}");
    }
    let with: Vec<String> = case.contract_form.with.iter().map(setting).collect();
    let _ = writeln!(text, "  contract  {} with {}", case.contract_form.base, with.join(", "));
    for (place, each) in case.steps.iter().enumerate() {
        let judged = if place + 1 == case.steps.len() { "  <- judged" } else { "" };
        let _ = writeln!(text, "  {}. {}{judged}", place + 1, step(each));
    }
    text
}

fn setting((parameter, value): (&String, &SettingForm)) -> String {
    match value {
        SettingForm::Ticks(ticks) => format!("{parameter} = {ticks}"),
        SettingForm::Name(name) => format!("{parameter} = {name}"),
    }
}

fn step(step: &Step) -> String {
    let request = match step.request == usual_request() {
        true => String::new(),
        false => format!(" for key {:?} in scope {:?}", step.request.key, step.request.scope),
    };
    match &step.action {
        Action::Restart(Records::Lost) => {
            format!("At {} the store restarts, and its records are lost.", step.at)
        }
        Action::Restart(Records::Kept) => {
            format!("At {} the store restarts, and its records are kept.", step.at)
        }
        Action::Ask { operation, expected } => {
            let answers: Vec<String> = expected.iter().map(answer).collect();
            let (asked, told) = (asked(operation), answers.join(", or "));
            format!("At {}{request} {asked}: {told}.", step.at)
        }
    }
}

fn asked(operation: &OperationForm<String>) -> String {
    match operation {
        OperationForm::Begin { payload, fingerprint, claim, follows } => {
            let follows = follows.as_ref().map_or(String::new(), |link| {
                format!(", following key {:?} in scope {:?}", link.key, link.scope)
            });
            format!("{claim} begins with {}{follows}", what(payload, fingerprint))
        }
        OperationForm::BeginWithoutKey {} => "somebody begins without a key".to_owned(),
        OperationForm::Finish { attempt, payload, fingerprint, result, .. } => {
            let by = by(attempt, payload, fingerprint);
            match result {
                Some(result) => format!("{by} finishes with result {}", result.text()),
                None => format!("{by} finishes with a result that cannot be stored"),
            }
        }
        OperationForm::Fail { attempt, payload, fingerprint, failure } => {
            let by = by(attempt, payload, fingerprint);
            match failure {
                FailureForm::NotApplied {} => format!("{by} fails with no effect"),
                FailureForm::Unknown {} => format!("{by} fails with unknown effect"),
                FailureForm::Refused { reason } => format!("{by} is refused for good ({reason:?})"),
            }
        }
        OperationForm::Renew { attempt, payload, fingerprint } => {
            format!("{} asks to hold its claim longer", by(attempt, payload, fingerprint))
        }
        OperationForm::Resolve { attempt, payload, fingerprint, finding, evidence } => {
            let of = by(attempt, payload, fingerprint);
            let found = match finding {
                FindingForm::Applied { outcome: found } => outcome(found),
                FindingForm::NotApplied {} => "no effect".to_owned(),
            };
            format!("a reconciler finds, on {evidence:?}, of {of}: {found}")
        }
        OperationForm::Cancel { payload: None, fingerprint: None } => {
            "somebody cancels without a payload".to_owned()
        }
        OperationForm::Cancel { payload, fingerprint } => {
            format!("somebody cancels {}", what(payload, fingerprint))
        }
        OperationForm::Status {} => "somebody asks for the status".to_owned(),
        OperationForm::Sweep {} => "the store sweeps".to_owned(),
    }
}

fn by(attempt: &Option<String>, payload: &Option<impl Text>, tag: &Option<impl Display>) -> String {
    match attempt {
        Some(attempt) => format!("attempt {attempt}"),
        None => format!("an untagged caller with {}", what(payload, tag)),
    }
}

fn what(payload: &Option<impl Text>, fingerprint: &Option<impl Display>) -> String {
    match (payload, fingerprint) {
        (Some(payload), _) => format!("payload {}", payload.text()),
        (None, Some(fingerprint)) => format!("fingerprint {fingerprint}"),
        (None, None) => "no payload".to_owned(),
    }
}

/// Something with a text of its own.
trait Text {
    fn text(&self) -> &str;
}

impl Text for crate::trace::form::JsonText {
    fn text(&self) -> &str {
        crate::trace::form::JsonText::text(self)
    }
}

fn answer(answer: &AnswerForm<String>) -> String {
    let plain = match answer {
        AnswerForm::Started { attempt, lease_until } => {
            let (attempt, until) = (told(attempt), told(lease_until));
            return format!("started as attempt {attempt}, with a lease until {until}");
        }
        AnswerForm::InProgress { retry_after } => {
            return format!("in progress, ask again at {}", told(retry_after));
        }
        AnswerForm::Replayed { outcome } => return format!("replayed, {}", known(outcome)),
        AnswerForm::Uncertain { cause } => {
            return format!("uncertain, {}", word(cause, "whatever the cause"));
        }
        AnswerForm::Lapsed { kind } => {
            return format!("lapsed, {}", word(kind, "whatever the kind"));
        }
        AnswerForm::Completed { contradicts_denial: Some(true) } => {
            "completed, against an earlier denial"
        }
        AnswerForm::Completed { .. } => "completed",
        AnswerForm::Renewed { lease_until } => {
            return format!("renewed until {}", told(lease_until));
        }
        AnswerForm::AlreadyCompleted { attempt, outcome } => {
            let by = told(attempt);
            return format!("already completed under attempt {by}, {}", known(outcome));
        }
        AnswerForm::StaleAttempt { current } => {
            return format!("stale, the record names attempt {}", told(current));
        }
        AnswerForm::Status { .. } => return status(answer),
        AnswerForm::Conflict {} => "conflict",
        AnswerForm::FingerprintVersionUnknown {} => "no fingerprint version in common",
        AnswerForm::Released {} => "released",
        AnswerForm::Quarantined {} => "quarantined",
        AnswerForm::Cancelled {} => "cancelled",
        AnswerForm::Resolved {} => "resolved",
        AnswerForm::UnknownRequest {} => "nothing is known of this request",
        AnswerForm::AlreadyReleased {} => "already released",
        AnswerForm::LeaseOver {} => "the lease is over",
        AnswerForm::ContradictsRecord {} => "this contradicts the record",
        AnswerForm::MissingAttempt {} => "the attempt is missing",
        AnswerForm::MissingKey {} => "the key is missing",
        AnswerForm::Unprotected {} => "run unprotected",
        AnswerForm::Swept {} => "swept",
    };
    plain.to_owned()
}

fn status(answer: &AnswerForm<String>) -> String {
    let AnswerForm::Status { view, attempt, protection, follows } = answer else {
        return String::new();
    };
    let mut text = word(view, "any view");
    if let Some(attempt) = attempt {
        let _ = write!(text, ", attempt {attempt}");
    }
    match protection {
        Some(ProtectionForm::None {}) => text.push_str(", not protected"),
        Some(ProtectionForm::Until { time }) => {
            let _ = write!(text, ", protected until {time}");
        }
        None => {}
    }
    if let Some(link) = follows {
        let _ = write!(text, ", following key {:?} in scope {:?}", link.key, link.scope);
    }
    text
}

fn known(told: &Option<OutcomeForm>) -> String {
    told.as_ref().map_or_else(|| "any outcome".to_owned(), outcome)
}

fn outcome(told: &OutcomeForm) -> String {
    match told {
        OutcomeForm::Success { result } => format!("success with result {}", result.text()),
        OutcomeForm::ResultUnavailable {} => "success, its result not stored".to_owned(),
        OutcomeForm::Refused { reason } => format!("refused ({reason:?})"),
        OutcomeForm::Sealed {} => "sealed after an attempt with no effect".to_owned(),
        OutcomeForm::Cancelled {} => "cancelled before it was begun".to_owned(),
        OutcomeForm::KindOnly { kind } => {
            format!("only its kind is left, {}", word(&Some(*kind), ""))
        }
        OutcomeForm::Indeterminate {} => "indeterminate".to_owned(),
    }
}

/// A named value in words, as it is written in JSON.
fn word(value: &Option<impl serde::Serialize>, otherwise: &str) -> String {
    let text = value.as_ref().and_then(|value| serde_json::to_value(value).ok());
    let text = text.as_ref().and_then(|value| value.as_str());
    text.map_or_else(|| otherwise.to_owned(), |text| text.replace('_', " "))
}

fn told(value: &Option<impl Display>) -> String {
    value.as_ref().map_or_else(|| "whatever is told".to_owned(), ToString::to_string)
}

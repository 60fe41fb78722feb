//! A trace in plain words: one sentence an event, and a numbered timeline.
//!
//! *What it claims.* Every event has a sentence that says what it says, members included; the
//! numbers of the timeline are those of the events.
//! *How that is checked.* `tests/trace_format.rs`: the timeline of the worked example, to the
//! byte, and a sentence for every event of every good sample.
//! *What is not covered.* Why something is wrong: that is for the properties.

use super::Trace;
use super::detail::{
    Acknowledgement, Carries, Earlier, EffectResult, Party, ReadBy, ReadResult, RefusedBecause,
    Returned, Swept, TookEffect,
};
use super::event::{Event, What};
use super::form::{
    AnswerForm, FailureForm, FindingForm, OperationForm, OutcomeForm, ProtectionForm, Tick,
};
use crate::spec::{Attempt, RequestId};
use std::fmt::Write as _;

/// The timeline of a trace: a line an event, with its number, clock, time and sentence.
#[must_use]
pub fn timeline(trace: &Trace) -> String {
    let moments: Vec<String> =
        trace.events.iter().map(|event| format!("{} {}", event.clock, event.time)).collect();
    let wide = moments.iter().map(|moment| moment.chars().count()).max().unwrap_or_default();
    let last = trace.events.last().map_or(0, |event| event.seq).to_string().len();
    let mut text = String::new();
    if let Some(about) = &trace.header.about {
        text.push_str(about);
        text.push('\n');
    }
    for (event, moment) in trace.events.iter().zip(&moments) {
        let sentence = sentence(event);
        let seq = event.seq;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{seq:>last$}. [{moment:<wide$}] {sentence}");
    }
    text
}

/// One event in one sentence.
#[must_use]
pub fn sentence(event: &Event) -> String {
    let mut said = happened(event);
    let mut notes = Vec::new();
    if let Some(call) = event.call {
        notes.push(format!("call {call}"));
    }
    if let Some(intent) = &event.intent {
        notes.push(format!("intent {intent}"));
    }
    if let Some(claim) = &event.claim {
        notes.push(format!("claim {claim}"));
    }
    if let Some(attempt) = &event.attempt {
        notes.push(format!("attempt {attempt}"));
    }
    if !notes.is_empty() {
        let _ = write!(said, " ({})", notes.join(", "));
    }
    said.push('.');
    said
}

fn happened(event: &Event) -> String {
    let who = event.process.as_deref().unwrap_or("somebody");
    let about = event.request.as_ref().map(|request| format!(" for {}", id(request)));
    let about = about.unwrap_or_default();
    match &event.what {
        What::Invoke { operation } => format!("{who} asks to {}{about}", asks(operation)),
        What::Return(Returned::Answer(answer)) => {
            format!("{who} is told{about}: {}", tells(answer))
        }
        What::Return(Returned::Failure { took_effect, reason }) => {
            let effect = match took_effect {
                TookEffect::No => "which took no effect",
                TookEffect::Unknown => "which may have taken effect",
            };
            format!("the call of {who}{about}, {effect}, fails{}", because(reason.as_deref()))
        }
        What::Decide { operation, answer, clause, incarnation, replica } => {
            let by = replica.as_ref().map_or("the store".to_owned(), |it| format!("replica {it}"));
            let asked = operation.as_ref().map(|it| format!(" to {}", asks(it)));
            let of = event.process.as_ref().map(|who| format!(" of {who}"));
            let (asked, of) = (asked.unwrap_or_default(), of.unwrap_or_default());
            let life = incarnation.map(|life| format!(", in incarnation {life}"));
            let rule = clause.map(|clause| format!(", by {}", clause.id()));
            let (life, rule) = (life.unwrap_or_default(), rule.unwrap_or_default());
            format!("{by} decides the request{of}{asked}{about}: {}{rule}{life}", tells(answer))
        }
        What::Effect { destination, result, downstream_key, reference, message } => {
            let did = effect(result);
            let of = event.process.as_ref().map(|who| format!(" of {who}")).unwrap_or_default();
            let key = downstream_key.as_ref().map(|key| format!(" under key `{key}`"));
            let named = reference.as_ref().map(|name| format!(", as {name}"));
            let by = message.as_ref().map(|message| format!(", asked by message {message}"));
            let (key, named, by) =
                (key.unwrap_or_default(), named.unwrap_or_default(), by.unwrap_or_default());
            format!("{destination} {did}{of}{about}{key}{named}{by}")
        }
        What::Acknowledge(told) => format!("{who} is told in the end{about}: {}", in_the_end(told)),
        What::ReadBack { .. } => read_back(event, who, &about),
        What::Sweep(swept) => sweep(swept, who, &about),
        What::Crash { of } => format!("{} crashes", party(of)),
        What::Restart { of, incarnation } => {
            format!("{} runs again{}", party(of), life(*incarnation))
        }
        What::Restore { of, to, incarnation } => {
            let to = match to {
                Earlier::Seq { seq } => format!("as it was after event {seq}"),
                Earlier::Time { time } => format!("as it was at {time}"),
            };
            format!("{} is restored {to}{}", party(of), life(*incarnation))
        }
        What::Advance { ticks } => format!("the clock jumps ahead by {ticks}"),
        What::Send { .. } | What::Deliver { .. } | What::Duplicate { .. } | What::Lose { .. } => {
            message(event, &about)
        }
    }
}

fn read_back(event: &Event, who: &str, about: &str) -> String {
    let What::ReadBack { destination, by, result } = &event.what else { return String::new() };
    let by = match by {
        ReadBy::Key { key } => format!("key `{key}`"),
        ReadBy::Attributes { attributes } => format!("attributes {}", attributes.text()),
    };
    let saw = match result {
        ReadResult::Found { count, references } if references.is_empty() => {
            format!("finds {count}")
        }
        ReadResult::Found { count, references } => {
            format!("finds {count}, {}", references.join(", "))
        }
        ReadResult::NotFound {} => "finds none".to_owned(),
        ReadResult::Unavailable {} => "gets no answer".to_owned(),
    };
    format!("{who} looks for the effect{about} at {destination} by {by}, and {saw}")
}

fn sweep(swept: &Swept, who: &str, about: &str) -> String {
    match swept {
        Swept::Scan { saw } => {
            format!("sweeper {who} reads the record{about}: {}", word(saw))
        }
        Swept::Write { to, written: true } => {
            format!("sweeper {who} makes the record{about} {}", word(to))
        }
        Swept::Write { to, written: false } => {
            let to = word(to);
            format!("sweeper {who} would make the record{about} {to}, and finds it changed")
        }
    }
}

fn message(event: &Event, about: &str) -> String {
    let who = event.process.as_ref();
    match &event.what {
        What::Send { message, carries, to, answers, downstream_key } => {
            let carries = match carries {
                Carries::Request => "request",
                Carries::Reply => "reply",
            };
            let to = party(to);
            let answers = answers.as_ref().map(|it| format!(", in answer to {it}"));
            let key = downstream_key.as_ref().map(|key| format!(", under key `{key}`"));
            let by = who.map(|who| format!(" by {who}"));
            let (by, answers) = (by.unwrap_or_default(), answers.unwrap_or_default());
            let key = key.unwrap_or_default();
            format!("{carries} {message}{about} is sent to {to}{by}{answers}{key}")
        }
        What::Deliver { message } => {
            let to = who.map(|who| format!(" to {who}"));
            format!("message {message}{about} arrives{}", to.unwrap_or_default())
        }
        What::Duplicate { message } => {
            format!("one more copy of message {message}{about} is under way")
        }
        What::Lose { message } => format!("a copy of message {message}{about} is lost"),
        _ => String::new(),
    }
}

fn asks(operation: &OperationForm) -> String {
    match operation {
        OperationForm::Begin { payload, claim, follows, .. } => {
            let payload = payload.as_ref().map(|payload| format!(" {}", payload.text()));
            let follows = follows.as_ref().map(|earlier| format!(", following {}", id(earlier)));
            let (payload, follows) = (payload.unwrap_or_default(), follows.unwrap_or_default());
            format!("begin{payload} as claim {claim}{follows}")
        }
        OperationForm::BeginWithoutKey {} => "begin without a key".to_owned(),
        OperationForm::Finish { attempt, result, .. } => {
            let result = result.as_ref().map_or("a result that cannot be stored", |it| it.text());
            format!("finish{} with {result}", named(attempt.as_ref()))
        }
        OperationForm::Fail { attempt, failure, .. } => {
            let how = match failure {
                FailureForm::NotApplied {} => "no effect".to_owned(),
                FailureForm::Unknown {} => "an unknown effect".to_owned(),
                FailureForm::Refused { reason } => format!("the refusal `{reason}`"),
            };
            format!("fail{} with {how}", named(attempt.as_ref()))
        }
        OperationForm::Renew { attempt, .. } => format!("renew{}", named(attempt.as_ref())),
        OperationForm::Resolve { attempt, finding, evidence, .. } => {
            let found = match finding {
                FindingForm::Applied { outcome: found } => outcome(found),
                FindingForm::NotApplied {} => "no effect".to_owned(),
            };
            format!("resolve{} to {found} on the evidence `{evidence}`", named(attempt.as_ref()))
        }
        OperationForm::Cancel { .. } => "cancel".to_owned(),
        OperationForm::Status {} => "tell the status".to_owned(),
        OperationForm::Sweep {} => "sweep".to_owned(),
    }
}

fn tells(answer: &AnswerForm) -> String {
    let mut words = vec![answer.name().to_owned()];
    let until = |time: &Tick| format!("until {time}");
    match answer {
        AnswerForm::Started { attempt, lease_until } => {
            words.extend(attempt.map(|attempt| format!("attempt {attempt}")));
            words.extend(lease_until.as_ref().map(until));
        }
        AnswerForm::Renewed { lease_until } => words.extend(lease_until.as_ref().map(until)),
        AnswerForm::InProgress { retry_after } => {
            words.extend(retry_after.as_ref().map(|time| format!("ask again after {time}")));
        }
        AnswerForm::Replayed { outcome: told } => words.extend(told.as_ref().map(outcome)),
        AnswerForm::Uncertain { cause } => words.extend(cause.as_ref().map(word)),
        AnswerForm::Lapsed { kind } => words.extend(kind.as_ref().map(word)),
        AnswerForm::Completed { contradicts_denial: Some(true) } => {
            words.push("against an earlier denial".to_owned());
        }
        AnswerForm::AlreadyCompleted { attempt, outcome: told } => {
            words.extend(attempt.map(|attempt| format!("by attempt {attempt}")));
            words.extend(told.as_ref().map(outcome));
        }
        AnswerForm::StaleAttempt { current } => {
            words.extend(current.map(|current| format!("the attempt is {current}")));
        }
        AnswerForm::Status { view, attempt, protection, follows } => {
            words.extend(view.as_ref().map(word));
            words.extend(attempt.map(|attempt| format!("attempt {attempt}")));
            words.extend(protection.as_ref().map(|protection| match protection {
                ProtectionForm::None {} => "not protected".to_owned(),
                ProtectionForm::Until { time } => format!("protected until {time}"),
            }));
            words.extend(follows.as_ref().map(|earlier| format!("following {}", id(earlier))));
        }
        _ => {}
    }
    words.join(", ")
}

fn outcome(outcome: &OutcomeForm) -> String {
    match outcome {
        OutcomeForm::Success { result } => result.text().to_owned(),
        OutcomeForm::ResultUnavailable {} => "success without its result".to_owned(),
        OutcomeForm::Refused { reason } => format!("the refusal `{reason}`"),
        OutcomeForm::Sealed {} => "sealed".to_owned(),
        OutcomeForm::Cancelled {} => "cancelled".to_owned(),
        OutcomeForm::KindOnly { kind } => format!("{} and no more", word(kind)),
        OutcomeForm::Indeterminate {} => "indeterminate".to_owned(),
    }
}

fn effect(result: &EffectResult) -> &'static str {
    match result {
        EffectResult::Applied { .. } => "runs the effect",
        EffectResult::Recognised { .. } => "recognises the effect",
        EffectResult::Refused { because: RefusedBecause::StaleAttempt, .. } => {
            "refuses, as of a stale attempt, the effect"
        }
        EffectResult::Refused { because: RefusedBecause::Business, .. } => {
            "refuses, for good, the effect"
        }
        EffectResult::Refused { because: RefusedBecause::Passing, .. } => {
            "refuses, for now, the effect"
        }
    }
}

fn in_the_end(told: &Acknowledgement) -> &'static str {
    match told {
        Acknowledgement::Success { .. } => "it took place",
        Acknowledgement::No { .. } => "it did not and will not take place",
        Acknowledgement::Unknown {} => "nobody knows",
    }
}

fn party(party: &Party) -> String {
    match party {
        Party::Process { name } => format!("process {name}"),
        Party::Caller { name } => format!("caller {name}"),
        Party::Store {} => "the store".to_owned(),
        Party::Destination { name } => format!("destination {name}"),
    }
}

fn named(attempt: Option<&Attempt>) -> String {
    attempt.map(|attempt| format!(" attempt {attempt}")).unwrap_or_default()
}

fn life(incarnation: Option<u32>) -> String {
    incarnation.map(|life| format!(", as incarnation {life}")).unwrap_or_default()
}

fn because(reason: Option<&str>) -> String {
    reason.map(|reason| format!(": {reason}")).unwrap_or_default()
}

fn id(request: &RequestId) -> String {
    format!("({}, {})", request.scope, request.key)
}

/// The word that a value is in JSON.
fn word(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    text.trim_matches('"').replace('_', " ")
}

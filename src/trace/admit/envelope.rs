//! The rules that one event is judged by alone, beside the header.
//!
//! *What it claims.* Numbers are in range, names are not empty, the members are those of the
//! kind, and attempts are such as the header declares.
//! *How that is checked.* `tests/trace_format.rs`.
//! *What is not covered.* Everything that needs another event.

use super::{Found, in_range};
use crate::spec::Attempt;
use crate::trace::detail::{EffectResult, RefusedBecause, Returned};
use crate::trace::event::{Event, Presence, What, presence};
use crate::trace::fault::Fault;
use crate::trace::header::{AttemptIds, Header};
use crate::trace::name::{LARGEST, Member, Path};

/// Checks one event; `last` is the number of the one before.
pub(super) fn check(event: &Event, header: &Header, last: u64) -> Found {
    in_range(event.seq, 1, LARGEST, || Path::of(["seq"]))?;
    if event.seq <= last {
        return Err((Path::of(["seq"]), Fault::SeqNotIncreasing { before: last }));
    }
    members(event)?;
    names(event)?;
    if let Some(call) = event.call {
        in_range(call, 1, LARGEST, || Path::of(["call"]))?;
    }
    attempts(event, header)
}

fn members(event: &Event) -> Found {
    let kind = event.kind();
    for member in Member::ALL {
        match (presence(kind, *member), event.has(*member)) {
            (Presence::Required, false) => {
                let fault = Fault::MemberMissing { kind, member: *member };
                return Err((Path::default(), fault));
            }
            (Presence::Forbidden, true) => {
                let fault = Fault::MemberForbidden { kind, member: *member };
                return Err((Path::of([member.name()]), fault));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Names that may not be empty. A scope, a key or a downstream key may: that is a fault of
/// callers, and traces show faults.
fn names(event: &Event) -> Found {
    for (name, of) in
        [("process", &event.process), ("intent", &event.intent), ("claim", &event.claim)]
    {
        if of.as_deref() == Some("") {
            return Err((Path::of([name]), Fault::EmptyName));
        }
    }
    let kind = event.kind().name();
    let message = match &event.what {
        What::Send { message, .. }
        | What::Deliver { message }
        | What::Duplicate { message }
        | What::Lose { message }
        | What::Effect { message: Some(message), .. } => message,
        _ => return Ok(()),
    };
    if message.is_empty() {
        return Err((Path::of(["event", kind, "message"]), Fault::EmptyName));
    }
    Ok(())
}

/// Attempt numbers are at most [`LARGEST`]. Whoever acts acts as an attempt that was issued, so
/// from 1; a number that was only said may be 0, which stands for no attempt.
fn attempts(event: &Event, header: &Header) -> Found {
    let none = header.attempts == AttemptIds::None;
    let check = |attempt: Option<&Attempt>, least: u64, path: &dyn Fn() -> Path| {
        let Some(attempt) = attempt else { return Ok(()) };
        if none {
            let what = "there are no attempt ids in this trace";
            return Err((path(), Fault::ContradictsHeader { what }));
        }
        in_range(attempt.number, least, LARGEST, || path().to("number"))
    };
    check(event.attempt.as_ref(), 1, &|| Path::of(["attempt"]))?;
    let kind = event.kind().name();
    let (operation, answer) = match &event.what {
        What::Invoke { operation } => (Some(operation), None),
        What::Decide { operation, answer, .. } => (operation.as_ref(), Some((answer, "decide"))),
        What::Return(Returned::Answer(answer)) => (None, Some((answer, "return"))),
        What::Effect { result: EffectResult::Refused { because, .. }, .. } => {
            let stale = *because == RefusedBecause::StaleAttempt;
            if none && stale {
                let what = "there are no attempt ids in this trace";
                let steps = ["event", "effect", "result", "refused", "because"];
                return Err((Path::of(steps), Fault::ContradictsHeader { what }));
            }
            (None, None)
        }
        _ => (None, None),
    };
    if let Some(operation) = operation {
        let steps = ["event", kind, "operation", operation.name(), "attempt"];
        check(operation.attempt(), 0, &|| Path::of(steps))?;
    }
    if let Some((answer, kind)) = answer {
        let (attempt, member, least) = answer.attempt();
        check(attempt, least, &|| Path::of(["event", kind, "answer", answer.name(), member]))?;
    }
    Ok(())
}

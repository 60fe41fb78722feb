//! The lifecycle's properties, as predicates over what a store decided. Each is a sentence.

use super::contents::{Fell, payload_guard_broken};
use super::lifecycle::{Event, REQUESTS, over};
use super::ownership;
use onceproof::spec::contract::{Fencing, PayloadCheck, RetentionAnchor, Span};
use onceproof::spec::identity::Ticks;
use onceproof::spec::settle::view;
use onceproof::spec::{Answer, Attempt, Contract, Operation, Outcome, Record, Refusal, Told};

/// A property: what it is called, and where it is broken.
pub type Property = fn(&Contract, &[Event]) -> Result<(), String>;

/// All properties of a history.
pub const ALL: [(&str, Property); 12] = [
    ("every operation gets an answer of its row", every_operation_gets_an_answer_of_its_row),
    ("a refusal leaves exactly the settled record", a_refusal_leaves_exactly_the_settled_record),
    ("another payload never gets past the guard", another_payload_never_gets_past_the_guard),
    ("attempts strictly increase", attempts_strictly_increase),
    ("a replay tells the first outcome", a_replay_tells_the_first_outcome),
    ("a retained outcome is replayed", a_retained_outcome_is_replayed),
    ("a takeover never rebinds", a_takeover_never_rebinds),
    ("nobody is started while a told lease holds", nobody_is_started_while_a_told_lease_holds),
    ("only the holder closes", ownership::only_the_holder_closes),
    ("a told lease never comes nearer", ownership::a_told_lease_never_comes_nearer),
    ("nothing that may run is cancelled", ownership::nothing_that_may_run_is_cancelled),
    (
        "silence after an unknown effect starts nobody",
        ownership::silence_after_an_unknown_effect_starts_nobody,
    ),
];

/// The name of the first property that a history breaks.
pub fn first_broken(contract: &Contract, history: &[Event]) -> Option<&'static str> {
    ALL.iter().find(|(_, holds)| holds(contract, history).is_err()).map(|(name, _)| *name)
}

pub fn every_operation_gets_an_answer_of_its_row(
    _contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    const CLOSING: &str = "unknown_request stale_attempt missing_attempt conflict \
         fingerprint_version_unknown already_completed already_released";
    for event in history {
        let own = match event.operation {
            Operation::Begin(_) => {
                "started in_progress conflict fingerprint_version_unknown uncertain replayed lapsed"
            }
            Operation::BeginWithoutKey => "missing_key unprotected",
            Operation::Finish(..) => "completed",
            Operation::Fail(..) => "released completed quarantined",
            Operation::Renew(_) => "renewed lease_over",
            Operation::Resolve(..) => "resolved in_progress contradicts_record",
            Operation::Cancel(_) => {
                "cancelled in_progress uncertain replayed lapsed conflict \
                 fingerprint_version_unknown"
            }
            Operation::Status => "status",
            Operation::Sweep => "swept",
        };
        let closes = matches!(
            event.operation,
            Operation::Finish(..)
                | Operation::Fail(..)
                | Operation::Renew(_)
                | Operation::Resolve(..)
        );
        let answer = event.decision.answer.name();
        let mut allowed =
            own.split_whitespace().chain(CLOSING.split_whitespace().filter(|_| closes));
        told(allowed.any(|name| name == answer), event)?;
    }
    Ok(())
}

pub fn a_refusal_leaves_exactly_the_settled_record(
    _contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    for event in history {
        let leaves = event.decision.next == event.settled;
        told(leaves || !event.decision.answer.is_refusal(), event)?;
    }
    Ok(())
}

pub fn another_payload_never_gets_past_the_guard(
    contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    for event in history {
        let (settled, operation, now) = (&event.settled, &event.operation, event.now);
        let view = view(contract, settled, now.time);
        let fell = Fell { contract, settled, view, operation, now };
        told(payload_guard_broken(&fell, &event.decision.answer).is_none(), event)?;
    }
    Ok(())
}

pub fn attempts_strictly_increase(_contract: &Contract, history: &[Event]) -> Result<(), String> {
    for request in 0..REQUESTS {
        let mut highest = Attempt::NONE;
        for event in history.iter().filter(|event| event.request == request) {
            if let Some(issued) = event.issued() {
                told(issued > highest, event)?;
                highest = issued;
            }
        }
    }
    Ok(())
}

/// Within a generation: forgetting, a release and a resolved lapse begin a new one. Where
/// closings overwrite whatever is present, the contract gives this up.
pub fn a_replay_tells_the_first_outcome(
    contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    if overwrites(contract) {
        return Ok(());
    }
    for request in 0..REQUESTS {
        let mut first: Option<Outcome<_>> = None;
        for event in history.iter().filter(|event| event.request == request) {
            if matches!(event.settled, Record::Absent { .. } | Record::Released { .. }) {
                first = None;
            }
            match &event.decision.answer {
                Answer::Replayed(told_now) | Answer::AlreadyCompleted { outcome: told_now, .. } => {
                    let same = match told_now {
                        Told::Outcome(outcome) => first.as_ref() == Some(outcome),
                        Told::KindOnly(kind) => first.as_ref().map(Outcome::kind) == Some(*kind),
                        Told::Indeterminate => first.is_none(),
                    };
                    told(same, event)?;
                }
                Answer::Lapsed(kind) => {
                    told(first.as_ref().map(Outcome::kind) == Some(*kind), event)?;
                }
                _tells_none => {}
            }
            if let Some(outcome) = event.recorded() {
                let lapsed = matches!(event.settled, Record::Lapsed { .. });
                told(first.is_none() || lapsed, event)?;
                first = Some(outcome);
            }
        }
    }
    Ok(())
}

/// Where retention runs from completion. A store that lost its records has lost this too.
pub fn a_retained_outcome_is_replayed(
    contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    if overwrites(contract) || contract.retention_anchor != RetentionAnchor::Completion {
        return Ok(());
    }
    for request in 0..REQUESTS {
        let mut retained: Option<(Outcome<_>, u8, u32)> = None;
        for event in history.iter().filter(|event| event.request == request) {
            if let Some((outcome, at, incarnation)) = &retained {
                let cancelled = *outcome == Outcome::Refused(Refusal::Cancelled);
                let span = if cancelled { contract.block_for } else { contract.retention };
                let holds = !over(contract, end_of(*at, span), event.now.time)
                    && *incarnation == event.now.incarnation;
                let replayed = Answer::Replayed(Told::Outcome(outcome.clone()));
                let asks = matches!(event.operation, Operation::Begin(_));
                let guarded = matches!(
                    event.decision.answer,
                    Answer::Conflict | Answer::FingerprintVersionUnknown
                );
                told(!asks || !holds || guarded || event.decision.answer == replayed, event)?;
            }
            if let Some(outcome) = event.recorded() {
                retained = Some((outcome, event.now.time, event.now.incarnation));
            }
        }
    }
    Ok(())
}

/// Under `while_held` a contract gives this up.
pub fn a_takeover_never_rebinds(contract: &Contract, history: &[Event]) -> Result<(), String> {
    if contract.payload_check == PayloadCheck::WhileHeld {
        return Ok(());
    }
    for event in history {
        let before = event.settled.binding().and_then(|binding| binding.fingerprint);
        let Some(after) = event.decision.next.binding() else { continue };
        told(before.is_none() || after.fingerprint == before, event)?;
        let begun = matches!(event.decision.answer, Answer::Started { .. });
        told(!begun || after.fingerprint.is_some(), event)?;
    }
    Ok(())
}

/// Unless the claim was closed, or the store lost it.
pub fn nobody_is_started_while_a_told_lease_holds(
    contract: &Contract,
    history: &[Event],
) -> Result<(), String> {
    for request in 0..REQUESTS {
        let mut holder: Option<(u8, u8, u32, Attempt)> = None;
        for event in history.iter().filter(|event| event.request == request) {
            let now = event.now;
            let Operation::Begin(asked) = &event.operation else {
                match &event.decision.answer {
                    Answer::Renewed { lease_until } => {
                        let lease_until = *lease_until;
                        holder = holder
                            .map(|(claim, _, life, attempt)| (claim, lease_until, life, attempt));
                    }
                    answer if !answer.is_refusal() => holder = None,
                    _refused => {}
                }
                continue;
            };
            let Answer::Started { attempt, lease_until } = event.decision.answer else { continue };
            if let Some((claim, until, life, held)) = holder {
                let holds = !over(contract, until, now.time) && life == now.incarnation;
                told(!holds || (claim == asked.claim && held == attempt), event)?;
            }
            holder = Some((asked.claim, lease_until, now.incarnation, attempt));
        }
    }
    Ok(())
}

fn overwrites(contract: &Contract) -> bool {
    [contract.fencing_finish, contract.fencing_fail].contains(&Fencing::Unconditional)
}

fn end_of(at: u8, span: Span) -> u8 {
    match span {
        Span::Ticks(ticks) => at.later_by(ticks),
        Span::Unbounded => u8::LAST,
    }
}

pub fn told(holds: bool, event: &Event) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{event:#?}")) }
}

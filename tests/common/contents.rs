//! What answers and records hold, beyond their names: the second half of the independent
//! expectation. Each sentence is broken or not, and none is derived from `step`.

use super::table::compared;
use onceproof::spec::contract::{OnNotApplied, PayloadCheck, Span, Terms};
use onceproof::spec::identity::{Comparison, Fingerprinted, Ticks, Values};
use onceproof::spec::{
    Answer, Attempt, Binding, Cause, Decision, Failure, Finding, Moment, Operation, Origin,
    Outcome, Record, Refusal, Told, View,
};

/// What a decision fell on.
pub struct Fell<'a, V: Values, C> {
    pub contract: &'a C,
    pub settled: &'a Record<V>,
    pub view: View,
    pub operation: &'a Operation<V>,
    pub now: Moment<V::Time>,
}

/// Which sentence about the contents of its answer or its record a decision breaks, if one.
pub fn broken<V: Values>(
    on: &Fell<'_, V, impl Terms>,
    decision: &Decision<V>,
) -> Option<&'static str> {
    let (settled, next) = (on.settled, &decision.next);
    match &decision.answer {
        Answer::Started { .. } => started(on, decision),
        Answer::Renewed { lease_until } => renewed(on, next, *lease_until),
        Answer::Completed { contradicts_denial } => completed(on, next, *contradicts_denial),
        Answer::Released => released(on, next),
        Answer::Quarantined => quarantined(settled, next),
        Answer::Cancelled => cancelled(on, next),
        Answer::Resolved => resolved(on, next),
        refusal => told(on, refusal),
    }
}

fn claim_that(holds: bool, sentence: &'static str) -> Option<&'static str> {
    (!holds).then_some(sentence)
}

fn started<V: Values>(
    on: &Fell<'_, V, impl Terms>,
    decision: &Decision<V>,
) -> Option<&'static str> {
    let Operation::Begin(asked) = on.operation else { return Some("started without a begin") };
    let Record::Active { binding, claim, lease_until: until } = &decision.next else {
        return Some("started without a claim");
    };
    let told = Answer::Started { attempt: binding.attempt, lease_until: *until };
    if decision.answer != told {
        return Some("started tells another attempt or lease than the record holds");
    }
    if *claim != asked.claim {
        return Some("started under another claim id than the asker's");
    }
    if decision.next == *on.settled {
        return claim_that(on.view == View::Live, "a claim that is over is told again");
    }
    let highest = on.settled.highest_attempt();
    let expected = highest.next(on.now.incarnation);
    if binding.attempt <= highest || binding.attempt != expected {
        return Some("the attempt of a start is not the next one");
    }
    if *until != end_of::<V>(on.now.time, on.contract.lease()) {
        return Some("the lease of a start is not a full lease from now");
    }
    let fresh = Binding {
        fingerprint: Some(asked.payload.clone()),
        attempt: expected,
        first_begun: Some(on.now.time),
        follows: asked.follows.clone(),
    };
    let Some(before) = on.settled.binding() else {
        return claim_that(*binding == fresh, "a first start is not bound to what was asked");
    };
    let bound = before.fingerprint.as_ref();
    let other = bound.is_some_and(|bound| bound.compare(&asked.payload) != Comparison::Same);
    if other && on.contract.payload_check() == PayloadCheck::WhileHeld {
        return claim_that(*binding == fresh, "a rebinding start keeps something of the first");
    }
    if before.first_begun.is_none() {
        let fingerprint = bound.cloned().or(fresh.fingerprint.clone());
        let first = Binding { fingerprint, ..fresh };
        return claim_that(*binding == first, "a first start is not bound to what was asked");
    }
    let kept = Binding { attempt: expected, ..before.clone() };
    claim_that(*binding == kept, "a start changes to what the record is bound")
}

fn renewed<V: Values>(
    on: &Fell<'_, V, impl Terms>,
    next: &Record<V>,
    told: V::Time,
) -> Option<&'static str> {
    let Record::Active { binding, claim, lease_until: before } = on.settled else {
        return Some("renewed without a claim");
    };
    let lease_until = end_of::<V>(on.now.time, on.contract.lease()).max(*before);
    let expected = Record::Active { binding: binding.clone(), claim: claim.clone(), lease_until };
    claim_that(
        *next == expected && told == lease_until,
        "a renewal is not the larger of the old end and a full lease from now",
    )
}

fn completed<V: Values>(
    on: &Fell<'_, V, impl Terms>,
    next: &Record<V>,
    marked: bool,
) -> Option<&'static str> {
    let outcome = match on.operation {
        Operation::Finish(_, Some(result)) => Outcome::Success(result.clone()),
        Operation::Finish(_, None) => Outcome::ResultUnavailable,
        Operation::Fail(_, Failure::NotApplied) => Outcome::Refused(Refusal::Sealed),
        Operation::Fail(_, Failure::Refused(why)) => Outcome::Refused(Refusal::Final(why.clone())),
        _other => return Some("completed by an operation that completes nothing"),
    };
    let denied = on.view == View::Released && matches!(on.operation, Operation::Finish(..));
    if marked != denied {
        return Some("the mark of a contradicted denial is wrong");
    }
    let expected = outcome_now(on, outcome, Origin::Reported, marked);
    claim_that(Some(next) == expected.as_ref(), "what is recorded is not what was said")
}

fn released<V: Values>(on: &Fell<'_, V, impl Terms>, next: &Record<V>) -> Option<&'static str> {
    let binding = on.settled.binding()?.clone();
    let deletes = on.contract.on_not_applied() == OnNotApplied::Delete
        && matches!(on.operation, Operation::Fail(_, Failure::NotApplied));
    let expected = match next {
        Record::Absent { .. } if deletes => Record::Absent { floor: binding.attempt },
        _present if next == on.settled => return None,
        _present => Record::Released { binding, origin: Origin::Reported },
    };
    claim_that(*next == expected, "a release changes more than the state")
}

fn quarantined<V: Values>(settled: &Record<V>, next: &Record<V>) -> Option<&'static str> {
    let binding = settled.binding()?.clone();
    let expected = Record::Uncertain { binding, cause: Cause::Reported };
    claim_that(*next == expected, "an unknown effect changes more than the state")
}

fn cancelled<V: Values>(on: &Fell<'_, V, impl Terms>, next: &Record<V>) -> Option<&'static str> {
    let Operation::Cancel(payload) = on.operation else { return Some("cancelled unasked") };
    let outcome = Outcome::Refused(Refusal::Cancelled);
    let fresh = Binding {
        fingerprint: payload.clone(),
        attempt: on.settled.highest_attempt(),
        first_begun: None,
        follows: None,
    };
    let expected = Record::Completed {
        binding: on.settled.binding().cloned().unwrap_or(fresh),
        outcome,
        at: on.now.time,
        origin: Origin::Reported,
        contradicts_denial: false,
    };
    claim_that(*next == expected, "a tombstone is not bound to what was cancelled")
}

fn resolved<V: Values>(on: &Fell<'_, V, impl Terms>, next: &Record<V>) -> Option<&'static str> {
    let Operation::Resolve(_, finding, evidence) = on.operation else {
        return Some("resolved unasked");
    };
    let origin = Origin::Reconciled(evidence.clone());
    let expected = match finding {
        Finding::Applied(outcome) => {
            let mut expected = outcome_now(on, outcome.clone(), origin, false);
            // Of a lapsed request, retention runs anew from whichever anchor.
            if let (View::Lapsed, Some(Record::Completed { binding, .. })) =
                (on.view, &mut expected)
            {
                binding.first_begun = Some(on.now.time);
            }
            expected
        }
        Finding::NotApplied => {
            let binding = on.settled.binding().cloned();
            binding.map(|binding| Record::Released { binding, origin })
        }
    };
    claim_that(Some(next) == expected.as_ref(), "what is resolved is not what was found")
}

fn outcome_now<V: Values>(
    on: &Fell<'_, V, impl Terms>,
    outcome: Outcome<V>,
    origin: Origin<V>,
    contradicts_denial: bool,
) -> Option<Record<V>> {
    let binding = on.settled.binding()?.clone();
    Some(Record::Completed { binding, outcome, at: on.now.time, origin, contradicts_denial })
}

/// What a refusal tells.
fn told<V: Values>(on: &Fell<'_, V, impl Terms>, refusal: &Answer<V>) -> Option<&'static str> {
    let known = match on.settled {
        Record::Completed { outcome, .. } => Told::Outcome(outcome.clone()),
        Record::Lapsed { kind, .. } => Told::KindOnly(*kind),
        _undecided => Told::Indeterminate,
    };
    let binding = on.settled.binding();
    let current = binding.and_then(holder);
    let holds = match refusal {
        Answer::Replayed(told) => *told == known,
        Answer::AlreadyCompleted { attempt, outcome } => *attempt == current && *outcome == known,
        Answer::Lapsed(kind) => known == Told::KindOnly(*kind),
        Answer::StaleAttempt { current: told } => *told == current,
        Answer::Uncertain(cause) => match on.view {
            View::Over | View::UncertainAbandoned => *cause == Cause::Abandoned,
            _reported => *cause == Cause::Reported,
        },
        Answer::InProgress { retry_after } => match on.settled {
            Record::Active { lease_until, .. } if on.view == View::Live => {
                retry_after == lease_until
            }
            _held => *retry_after == V::Time::LAST,
        },
        Answer::Status { view, attempt, follows, protected_until: _ } => {
            *view == on.view
                && *attempt == current
                && *follows == binding.and_then(|binding| binding.follows.clone())
        }
        _tells_nothing => true,
    };
    claim_that(holds, "a refusal tells what the record does not hold")
}

/// Who holds, or last held, the claim: nobody, where nothing was begun.
pub fn holder<V: Values>(binding: &Binding<V>) -> Option<Attempt> {
    if binding.first_begun.is_some() { Some(binding.attempt) } else { None }
}

fn end_of<V: Values>(now: V::Time, span: Span) -> V::Time {
    match span {
        Span::Ticks(ticks) => now.later_by(ticks),
        Span::Unbounded => V::Time::LAST,
    }
}

/// Whether the guard of the payload holds for a begin: another payload is told conflict (or,
/// by contract, in_progress), an equal one never.
pub fn payload_guard_broken<V: Values>(
    on: &Fell<'_, V, impl Terms>,
    answer: &Answer<V>,
) -> Option<&'static str> {
    let Operation::Begin(asked) = on.operation else { return None };
    match compared(on.contract, on.settled, on.view, Some(&asked.payload)) {
        Comparison::Same => {
            claim_that(*answer != Answer::Conflict, "an equal payload is told conflict")
        }
        Comparison::Different | Comparison::Unknown => claim_that(
            matches!(
                answer,
                Answer::Conflict | Answer::FingerprintVersionUnknown | Answer::InProgress { .. }
            ),
            "another payload gets past the guard",
        ),
    }
}

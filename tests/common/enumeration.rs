//! Every record, operation and time within the bounds.

use super::bounds::{ATTEMPTS, INCARNATION, NOWS, TIMES, USUAL_ATTEMPT, USUAL_TIMES};
use super::values::{BOUND, FOREIGN, OTHER, Print, Tiny};
use onceproof::spec::{
    Attempt, Begin, Binding, Cause, Claimant, Failure, Finding, Kind, Moment, Operation, Origin,
    Outcome, Record, Refusal,
};

/// The claim id under which active records are held.
pub const HOLDER: u8 = 1;
/// The claim id of somebody else.
pub const SOMEBODY: u8 = 2;
/// The result that completed records hold.
pub const KEPT_RESULT: u8 = 5;
/// The result that an operation brings.
pub const NEW_RESULT: u8 = 6;

/// Every record: each state with each cause, kind, outcome and origin.
pub fn records() -> Vec<Record<Tiny>> {
    let unseen = [Attempt::NONE].into_iter().chain(ATTEMPTS);
    let mut records: Vec<_> = unseen.map(|floor| Record::Absent { floor }).collect();
    for (binding, time) in bindings() {
        let active = Record::Active { binding: binding.clone(), claim: HOLDER, lease_until: time };
        records.push(active);
        for kind in [Kind::Success, Kind::Refused] {
            records.push(Record::Lapsed { binding: binding.clone(), kind, since: time });
        }
        for (outcome, origin, contradicts_denial) in outcomes() {
            let (binding, at) = (binding.clone(), time);
            records.push(Record::Completed { binding, outcome, at, origin, contradicts_denial });
        }
        // These two hold no time but that of the first begin, so one other time is enough.
        if time == 1 {
            for origin in origins() {
                records.push(Record::Released { binding: binding.clone(), origin });
            }
            for cause in [Cause::Abandoned, Cause::Reported] {
                records.push(Record::Uncertain { binding: binding.clone(), cause });
            }
        }
    }
    records
}

/// Bindings, each with one further time: all times at one attempt, then all attempts,
/// fingerprints and links at few times.
fn bindings() -> Vec<(Binding<Tiny>, u8)> {
    let bound = |fingerprint, attempt, first_begun, follows| Binding {
        fingerprint,
        attempt,
        first_begun,
        follows,
    };
    let mut found = Vec::new();
    for first_begun in TIMES {
        for time in TIMES {
            found.push((bound(Some(BOUND), USUAL_ATTEMPT, Some(first_begun), None), time));
        }
    }
    for attempt in ATTEMPTS {
        for (first_begun, time) in USUAL_TIMES {
            found.push((bound(Some(BOUND), attempt, Some(first_begun), Some(7)), time));
            // Cancelled before any begin, with and without a payload.
            for fingerprint in [Some(BOUND), None] {
                found.push((bound(fingerprint, attempt, None, None), time));
            }
        }
    }
    found
}

/// Every outcome with every origin; only a success can contradict a denial.
fn outcomes() -> Vec<(Outcome<Tiny>, Origin<Tiny>, bool)> {
    let mut found = Vec::new();
    for outcome in every_outcome(KEPT_RESULT, 3) {
        for origin in origins() {
            found.push((outcome.clone(), origin, false));
        }
        if outcome.kind() == Kind::Success {
            found.push((outcome, Origin::Reported, true));
        }
    }
    found
}

fn origins() -> [Origin<Tiny>; 2] {
    [Origin::Reported, Origin::Reconciled(8)]
}

fn every_outcome(result: u8, reason: u8) -> [Outcome<Tiny>; 5] {
    [
        Outcome::Success(result),
        Outcome::ResultUnavailable,
        Outcome::Refused(Refusal::Final(reason)),
        Outcome::Refused(Refusal::Sealed),
        Outcome::Refused(Refusal::Cancelled),
    ]
}

/// Every operation: each claimant, payload, failure and finding.
pub fn operations() -> Vec<Operation<Tiny>> {
    let mut found = vec![Operation::BeginWithoutKey, Operation::Status, Operation::Sweep];
    found.push(Operation::Cancel(None));
    for payload in payloads() {
        found.push(Operation::Cancel(Some(payload)));
        for claim in [HOLDER, SOMEBODY] {
            found.push(Operation::Begin(Begin { payload, claim, follows: Some(9) }));
        }
    }
    for by in claimants() {
        for result in [Some(NEW_RESULT), None] {
            found.push(Operation::Finish(by.clone(), result));
        }
        for failure in [Failure::NotApplied, Failure::Unknown, Failure::Refused(4)] {
            found.push(Operation::Fail(by.clone(), failure));
        }
        found.push(Operation::Renew(by.clone()));
        for finding in findings() {
            found.push(Operation::Resolve(by.clone(), finding, 9));
        }
    }
    found
}

fn payloads() -> [Print; 3] {
    [BOUND, OTHER, FOREIGN]
}

fn claimants() -> Vec<Claimant<Tiny>> {
    let tagged = ATTEMPTS.into_iter().map(Claimant::Attempt);
    tagged.chain(payloads().into_iter().map(Claimant::Payload)).collect()
}

fn findings() -> Vec<Finding<Tiny>> {
    let applied = every_outcome(NEW_RESULT, 4).into_iter().map(Finding::Applied);
    applied.chain([Finding::NotApplied]).collect()
}

/// Every instant at which an operation takes effect.
pub fn moments() -> impl Iterator<Item = Moment<u8>> {
    NOWS.into_iter().map(|time| Moment { time, incarnation: INCARNATION })
}

/// How many pairs of record, operation and time there are.
pub fn cells() -> u64 {
    (records().len() * operations().len() * NOWS.len()) as u64
}

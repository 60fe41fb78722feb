//! The laws of `settle` and of a refusal, exhaustively within the bounds, under every contract.
//!
//! *What it claims.* Settling before an operation changes nothing that it comes to; settling
//! twice is settling at the later time; a refusal leaves exactly the settled record; time
//! invents no attempt and lowers no floor; the last tick is never over.
//! *How that is checked.* Every record, operation and time within `common::bounds`, under every
//! combination of parameters; the number of combinations is computed and compared.
//! *What is not covered.* Longer spans and later times: no rule compares more than two times.

mod common;

use common::bounds::{ATTEMPTS, LAST, NOWS, SPANS, TIMES};
use common::enumeration::{cells, moments, operations, records};
use common::every_contract::{Ran, contracts, under_every_contract};
use common::laws::{broken_by_deciding, broken_by_settling};
use onceproof::spec::contract::{AfterRetention, Contract, Deadline, Span, Terms};
use onceproof::spec::identity::{Small, Ticks};
use onceproof::spec::settle::{is_forgotten, is_over, may_be_forgotten};
use onceproof::spec::{Answer, Begin, Claimant, Moment, Operation, Record, named, settle, step};

const AFTER_RETENTION: [AfterRetention; 3] =
    [AfterRetention::Forget, AfterRetention::MayForget, AfterRetention::Block];

#[test]
fn settling_first_changes_no_decision_and_a_refusal_leaves_the_settled_record() {
    let mut ran = Ran::default();
    let operations = operations();
    for record in records() {
        for operation in &operations {
            for now in moments() {
                ran.add(under_every_contract(|contract| {
                    let decide = |on: &Record<_>| step(contract, on, operation, now);
                    let broken = broken_by_deciding(contract, &record, operation, now, decide);
                    if let Some(law) = broken {
                        let under = contract.contract();
                        panic!("{law}\n{record:?}\n{operation:?}\n{now:?}\n{under:?}");
                    }
                }));
            }
        }
    }
    report("a decision", cells(), ran);
}

#[test]
fn settling_twice_is_settling_at_the_later_time() {
    let mut ran = Ran::default();
    let mut cells = 0;
    for record in records() {
        for (place, time) in NOWS.into_iter().enumerate() {
            for later in NOWS.into_iter().skip(place) {
                cells += 1;
                ran.add(under_every_contract(|contract| {
                    if let Some(law) = broken_by_settling(contract, &record, time, later) {
                        let under = contract.contract();
                        panic!("{law}\n{record:?}\n{time} {later}\n{under:?}");
                    }
                }));
            }
        }
    }
    let pairs = NOWS.len() * (NOWS.len() + 1) / 2;
    assert_eq!(cells, (records().len() * pairs) as u64);
    report("settling", cells, ran);
}

/// Counts what ran against what must have: every contract once in every cell.
fn report(what: &str, cells: u64, ran: Ran) {
    println!("{what}: {cells} cells x {} contracts, in {} courses", contracts(), ran.courses);
    assert_eq!(ran.contracts, cells * contracts(), "not every contract was asked in every cell");
    assert!(ran.courses >= cells, "some cell was not asked");
}

#[test]
fn protection_that_a_status_tells_is_true_and_ends_when_it_says() {
    let mut ran = Ran::default();
    let mut cells = 0;
    for record in records() {
        for now in moments() {
            cells += 1;
            ran.add(under_every_contract(|contract| {
                if let Some(fault) = dishonest(contract, &record, now) {
                    let under = contract.contract();
                    panic!("{fault}\n{record:?}\n{now:?}\n{under:?}");
                }
            }));
        }
    }
    report("protection", cells, ran);
}

fn dishonest(
    contract: &impl Terms,
    record: &Record<common::values::Tiny>,
    now: Moment<u8>,
) -> Option<&'static str> {
    let answer = step(contract, record, &Operation::Status, now).answer;
    let Answer::Status { protected_until, .. } = answer else { return Some("no status") };
    common::laws::broken_by_protection(contract, record, now, protected_until)
}

#[test]
fn the_last_tick_is_never_over() {
    for deadline in [Deadline::OverAt, Deadline::OverAfter] {
        let contract = Contract { deadline, ..named::STRICT };
        for time in 0..=LAST {
            assert!(!is_over(&contract, LAST, time));
            let earlier = time < LAST && is_over(&contract, time, time);
            assert_eq!(earlier, deadline == Deadline::OverAt && time < LAST);
        }
    }
}

#[test]
fn a_span_of_nothing_is_over_at_once_and_a_span_beyond_time_never() {
    for (lease, saturates) in
        [(Span::Ticks(0), false), (Span::Ticks(2), true), (Span::Unbounded, true)]
    {
        let contract = Contract { lease, ..named::STRICT };
        let now = Moment { time: LAST - 1, incarnation: 0 };
        let begin = Operation::<Small>::Begin(Begin { payload: 1, claim: 1, follows: None });
        let begun = step(&contract, &Record::unseen(), &begin, now);
        let held = Record::Active {
            binding: begun.next.binding().cloned().expect("it was started"),
            claim: 1,
            lease_until: if saturates { LAST } else { now.time },
        };
        assert_eq!(begun.next, held);
        let by = Claimant::Attempt(begun.next.highest_attempt());
        let renewed = step(&contract, &begun.next, &Operation::Renew(by), now).answer;
        assert_eq!(matches!(renewed, Answer::Renewed { lease_until: LAST }), saturates);
    }
    assert_eq!(u8::LAST.later_by(1), LAST);
    assert_eq!(0_u8.later_by(u64::MAX), LAST);
    assert_eq!(0_u64.later_by(u64::MAX), u64::MAX);
}

#[test]
fn a_later_life_of_the_store_starts_higher() {
    for floor in ATTEMPTS {
        for incarnation in 0..=2 {
            let next = floor.next(incarnation);
            assert!(next > floor, "{next} after {floor}");
            assert!(next.incarnation >= incarnation);
        }
    }
}

#[test]
fn what_a_store_may_forget_keeps_the_attempts_issued() {
    let mut forgotten = 0_u64;
    for record in records() {
        for time in TIMES {
            let spans = SPANS.into_iter().flat_map(|one| SPANS.map(|other| (one, other)));
            for (retention, block_for) in spans {
                let contract = Contract {
                    retention,
                    block_for,
                    after_retention: AfterRetention::MayForget,
                    ..named::STRICT
                };
                let settled = settle(&contract, &record, time);
                for after_retention in AFTER_RETENTION {
                    let contract = Contract { after_retention, ..contract };
                    let settled = settle(&contract, &record, time);
                    let is_absent = matches!(settled, Record::Absent { .. });
                    assert_eq!(is_forgotten(&contract, &record, time), is_absent, "{record:?}");
                }
                if let Some(gone) = may_be_forgotten(&contract, &settled, time) {
                    let floor = record.highest_attempt();
                    assert_eq!(gone, Record::Absent { floor });
                    forgotten += 1;
                }
            }
        }
    }
    assert!(forgotten > 0, "nothing was ever forgotten");
}

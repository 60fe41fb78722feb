//! The broken tables, one fault each, with the case that tells it apart.
//!
//! *What it claims.* Each differs from the table in one parameter or one rule.
//! *How that is checked.* See [`super`].
//! *What is not covered.* Faults that take two rules at once.

use onceproof::spec::contract::{self, Deadline, Replay, Span};
use onceproof::spec::{
    Answer, Attempt, Begin, Claimant, Clause, Contract, Decision, Failure, Kind, Moment, Operation,
    Outcome, Record, Ticks, Told, named, settle, step,
};
use onceproof::trace::form::{Concrete, JsonText, Tick};

pub(crate) type R = Record<Concrete>;
pub(crate) type O = Operation<Concrete>;
pub(crate) type M = Moment<Tick>;
type D = Decision<Concrete>;
pub(crate) type Mutant = fn(&Contract, &R, &O, M) -> D;

/// A mutant that decides under another contract.
macro_rules! under {
    (|$contract:ident| $change:expr) => {
        |contract, record, operation, now| {
            let mut changed = *contract;
            let $contract = &mut changed;
            $change;
            step(&changed, record, operation, now)
        }
    };
}

/// A mutant that changes what was decided.
macro_rules! after {
    (|$decision:ident, $record:ident, $operation:ident| $change:expr) => {
        |contract, $record, $operation, now| {
            let mut $decision = step(contract, $record, $operation, now);
            $change;
            $decision
        }
    };
}

fn longer(span: Span) -> Span {
    match span {
        Span::Ticks(ticks) => Span::Ticks(ticks + 1),
        Span::Unbounded => Span::Unbounded,
    }
}

/// Each with its name, and the name of the case that it fails.
pub(crate) const MUTANTS: &[(&str, &str, Mutant)] = &[
    // One a parameter: durations.
    (
        "the_lease_is_one_tick_longer",
        "a_begin_of_an_unseen_request_starts",
        under!(|contract| contract.lease = longer(contract.lease)),
    ),
    (
        "retention_is_one_tick_longer",
        "over_at_block_at_the_end_of_retention",
        under!(|contract| contract.retention = longer(contract.retention)),
    ),
    (
        "block_for_is_one_tick_longer",
        "over_at_block_at_the_end_of_the_block",
        under!(|contract| contract.block_for = longer(contract.block_for)),
    ),
    // One a parameter: choices.
    (
        "on_lease_over_is_ignored",
        "under_take_over_a_begin_after_the_lease_starts_a_new_attempt",
        under!(|contract| contract.on_lease_over = named::STRICT.on_lease_over),
    ),
    (
        "fencing_finish_is_ignored",
        "under_state_only_a_finish_by_another_attempt_completes",
        under!(|contract| contract.fencing_finish = named::STRICT.fencing_finish),
    ),
    (
        "fencing_fail_is_ignored",
        "under_state_only_a_failure_by_another_attempt_releases",
        under!(|contract| contract.fencing_fail = named::STRICT.fencing_fail),
    ),
    (
        "fencing_renew_is_ignored",
        "under_state_only_a_renewal_by_another_attempt_extends",
        under!(|contract| contract.fencing_renew = named::STRICT.fencing_renew),
    ),
    (
        "payload_check_is_ignored",
        "under_never_another_payload_of_a_success_is_replayed",
        under!(|contract| contract.payload_check = named::STRICT.payload_check),
    ),
    (
        "on_not_applied_is_ignored",
        "under_delete_the_record_is_gone",
        under!(|contract| contract.on_not_applied = named::STRICT.on_not_applied),
    ),
    (
        "on_unknown_is_ignored",
        "under_on_unknown_reopen_such_a_begin_starts_a_new_attempt",
        under!(|contract| contract.on_unknown = named::STRICT.on_unknown),
    ),
    (
        "on_refused_is_ignored",
        "under_on_refused_reopen_a_final_refusal_releases",
        under!(|contract| contract.on_refused = named::STRICT.on_refused),
    ),
    (
        "the_retention_anchor_is_ignored",
        "retention_from_the_first_begin_runs_from_it",
        under!(|contract| contract.retention_anchor = named::STRICT.retention_anchor),
    ),
    (
        "retention_covers_is_ignored",
        "under_any_state_an_uncertain_request_starts_again_after_retention",
        under!(|contract| contract.retention_covers = named::STRICT.retention_covers),
    ),
    (
        "after_retention_is_ignored",
        "a_begin_after_a_forgotten_outcome_starts_a_new_attempt",
        under!(|contract| contract.after_retention = named::STRICT.after_retention),
    ),
    (
        "the_busy_order_is_ignored",
        "under_in_progress_first_another_payload_of_a_live_claim_is_told_in_progress",
        under!(|contract| contract.busy_order = named::STRICT.busy_order),
    ),
    (
        "the_deadline_is_ignored",
        "over_after_quarantine_at_the_end_of_the_lease",
        under!(|contract| contract.deadline = named::STRICT.deadline),
    ),
    (
        "missing_key_is_ignored",
        "under_bypass_a_begin_without_a_key_runs_unprotected",
        under!(|contract| contract.missing_key = named::STRICT.missing_key),
    ),
    (
        "the_callers_clock_ends_leases_late",
        "under_the_clock_of_the_caller_a_lease_ends_at_its_end",
        under!(|contract| {
            if contract.clock == contract::Clock::Caller {
                contract.deadline = Deadline::OverAfter;
            }
        }),
    ),
    (
        "an_equivalent_replay_tells_nothing",
        "under_replay_of_equivalent_a_completed_request_is_replayed",
        |contract, record, operation, now| {
            let mut decision = step(contract, record, operation, now);
            if contract.replay == Replay::Equivalent
                && let Answer::Replayed(told) = &mut decision.answer
            {
                *told = Told::Indeterminate;
            }
            decision
        },
    ),
    // Rules.
    (
        "a_null_result_is_lost",
        "a_result_of_null_is_replayed_as_itself",
        |contract, record, operation, now| match operation {
            Operation::Finish(by, Some(result)) if result.text() == "null" => {
                step(contract, record, &Operation::Finish(by.clone(), None), now)
            }
            other => step(contract, record, other, now),
        },
    ),
    (
        "falsy_results_become_null",
        "a_result_of_zero_is_replayed_as_itself",
        |contract, record, operation, now| match operation {
            Operation::Finish(by, Some(result))
                if ["0", "false", "\"\""].contains(&result.text()) =>
            {
                let null = JsonText::new("null").ok();
                step(contract, record, &Operation::Finish(by.clone(), null), now)
            }
            other => step(contract, record, other, now),
        },
    ),
    (
        "a_time_out_counts_as_no_effect",
        "a_failure_with_unknown_effect_of_the_live_claim_quarantines",
        |contract, record, operation, now| match operation {
            Operation::Fail(by, Failure::Unknown) => {
                step(contract, record, &Operation::Fail(by.clone(), Failure::NotApplied), now)
            }
            other => step(contract, record, other, now),
        },
    ),
    (
        "attempts_start_again_after_a_deletion",
        "attempts_grow_over_a_deletion",
        after!(|decision, _record, operation| {
            if matches!(operation, Operation::Fail(..))
                && let Record::Absent { floor } = &mut decision.next
            {
                *floor = Attempt::NONE;
            }
        }),
    ),
    (
        "attempts_start_again_after_forgetting",
        "attempts_grow_over_a_forgotten_outcome",
        |contract, record, operation, now| {
            let settled = settle(contract, record, now.time);
            match settled {
                Record::Absent { .. } => step(contract, &Record::unseen(), operation, now),
                _ => step(contract, record, operation, now),
            }
        },
    ),
    (
        "a_conflict_rebinds_the_payload",
        "a_conflict_leaves_the_bound_payload",
        after!(|decision, _record, operation| {
            if let (Answer::Conflict, Operation::Begin(Begin { payload, .. })) =
                (&decision.answer, operation)
                && let Record::Active { binding, .. } = &mut decision.next
            {
                binding.fingerprint = Some(payload.clone());
            }
        }),
    ),
    (
        "a_begin_asked_again_lengthens_the_lease",
        "a_begin_asked_again_under_the_same_claim_id_is_told_the_same_attempt",
        |contract, record, operation, now| {
            let mut decision = step(contract, record, operation, now);
            if decision.clause == Clause::BeginAskedAgain
                && let Answer::Started { lease_until, .. } = &mut decision.answer
            {
                *lease_until = now.time.later_by(10);
            }
            decision
        },
    ),
    (
        "an_unknown_version_is_a_conflict",
        "no_version_in_common_with_a_live_claim_is_no_conflict",
        after!(|decision, _record, _operation| {
            if decision.answer == Answer::FingerprintVersionUnknown {
                decision.answer = Answer::Conflict;
            }
        }),
    ),
    (
        "a_larger_attempt_counts_as_the_present_one",
        "under_token_every_closing_of_a_live_claim_by_another_attempt_is_stale",
        |contract, record, operation, now| match (operation, record.binding()) {
            (Operation::Finish(Claimant::Attempt(by), result), Some(binding))
                if *by > binding.attempt =>
            {
                let by = Claimant::Attempt(binding.attempt);
                step(contract, record, &Operation::Finish(by, result.clone()), now)
            }
            _ => step(contract, record, operation, now),
        },
    ),
    (
        "a_smaller_attempt_counts_as_the_present_one",
        "a_finish_after_a_takeover_is_stale",
        |contract, record, operation, now| match (operation, record.binding()) {
            (Operation::Finish(Claimant::Attempt(by), result), Some(binding))
                if *by < binding.attempt =>
            {
                let by = Claimant::Attempt(binding.attempt);
                step(contract, record, &Operation::Finish(by, result.clone()), now)
            }
            _ => step(contract, record, operation, now),
        },
    ),
    (
        "a_second_finish_overwrites_the_first",
        "a_second_finish_leaves_the_first_result",
        after!(|decision, _record, operation| {
            if let (Operation::Finish(_, Some(result)), Record::Completed { outcome, .. }) =
                (operation, &mut decision.next)
            {
                *outcome = Outcome::Success(result.clone());
            }
        }),
    ),
    (
        "an_outcome_against_a_denial_is_not_marked",
        "a_finish_after_a_release_completes_and_contradicts_the_denial",
        after!(|decision, _record, _operation| {
            if let Answer::Completed { contradicts_denial } = &mut decision.answer {
                *contradicts_denial = false;
            }
        }),
    ),
    (
        "a_lapse_forgets_the_kind",
        "a_begin_on_a_lapsed_refusal_is_told_lapsed",
        after!(|decision, _record, _operation| {
            if let Answer::Lapsed(kind) = &mut decision.answer {
                *kind = Kind::Success;
            }
        }),
    ),
    (
        "a_late_sweep_lengthens_the_block",
        "a_late_sweep_does_not_lengthen_the_block",
        |contract, record, operation, now| {
            let mut decision = step(contract, record, operation, now);
            if let (Operation::Sweep, Record::Lapsed { since, .. }) =
                (operation, &mut decision.next)
            {
                *since = now.time;
            }
            decision
        },
    ),
    (
        "a_cancel_of_an_unseen_request_leaves_nothing",
        "a_begin_on_a_cancelled_request_is_told_cancelled",
        after!(|decision, record, _operation| {
            if decision.clause == Clause::CancelUnseen {
                decision.next = record.clone();
            }
        }),
    ),
    (
        "a_refused_renewal_extends_after_all",
        "a_refused_renewal_does_not_stop_a_takeover",
        |contract, record, operation, now| {
            let mut decision = step(contract, record, operation, now);
            if let (Answer::LeaseOver, Record::Active { lease_until, .. }) =
                (&decision.answer, &mut decision.next)
            {
                *lease_until = now.time.later_by(10);
            }
            decision
        },
    ),
    (
        "a_status_hides_what_the_request_follows",
        "a_status_tells_what_the_request_follows",
        after!(|decision, _record, _operation| {
            if let Answer::Status { follows, .. } = &mut decision.answer {
                *follows = None;
            }
        }),
    ),
    (
        "a_lapsed_request_takes_any_finding",
        "a_refusal_found_after_a_lapsed_success_contradicts_it",
        after!(|decision, _record, _operation| {
            if decision.answer == Answer::ContradictsRecord {
                decision.answer = Answer::Resolved;
            }
        }),
    ),
    (
        "the_same_claim_id_is_started_again_with_another_payload",
        "another_payload_under_the_same_claim_id_is_a_conflict",
        |contract, record, operation, now| match (operation, record) {
            (Operation::Begin(begin), Record::Active { binding, claim, .. })
                if begin.claim == *claim =>
            {
                let mut same = begin.clone();
                if let Some(bound) = &binding.fingerprint {
                    same.payload = bound.clone();
                }
                step(contract, record, &Operation::Begin(same), now)
            }
            _ => step(contract, record, operation, now),
        },
    ),
];

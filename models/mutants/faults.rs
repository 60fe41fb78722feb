//! The faults of the lifecycle's table, one a file, and the list of all mutants.
//!
//! *What it claims.* Each function decides as the lifecycle does but for one thing, which its
//! file says first.
//! *How that is checked.* See [`super`].
//! *What is not covered.* Every clause: for that there are other mutants, in
//! `tests/clause_mutants.rs`.

use super::met::Met;
use crate::models::world::Table;
use crate::spec::identity::Small;
use crate::spec::{Contract, Decision, Moment, Operation, Record};

mod abandoned_is_started_again;
mod abandoned_is_told_done;
mod blind_release;
mod block_ends_a_tick_early;
mod cancel_leaves_no_tombstone;
mod cancel_stops_a_live_claim;
mod conflict_hidden_while_busy;
mod false_conflict;
mod fence_before_drain;
mod fingerprint_skipped_on_the_fast_path;
mod forget_resets_the_attempt_number;
mod lapsed_key_is_forgotten;
mod late_failure_deletes_the_outcome;
mod late_failure_refuses_the_successor;
mod late_success_overwrites_the_outcome;
mod lease_ends_a_tick_early;
mod one_duration_for_lease_and_retention;
mod one_token_per_client;
mod refusal_reopens;
mod renewal_is_not_written;
mod result_replayed_as_none;
mod retention_counted_from_the_first_begin;
mod retention_ends_a_tick_early;
mod status_promises_too_long;
mod sweeper_takes_slow_for_dead;
mod takeover_rebinds_the_payload;
mod two_valued_failure;

/// A mutant as it is listed.
pub(super) struct Listed {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) table: Option<Table>,
}

macro_rules! mutants {
    (data: $($data:ident)+ ; tables: $($table:ident)+ ;) => {
        /// Every mutant: first those that are data, then those of the table.
        pub(super) const LISTED: &[Listed] = &[
            $(Listed {
                name: stringify!($data),
                text: include_str!(concat!("faults/", stringify!($data), ".toml")),
                table: None,
            },)+
            $(Listed {
                name: stringify!($table),
                text: include_str!(concat!("faults/", stringify!($table), ".toml")),
                table: Some({
                    fn table(
                        contract: &Contract,
                        record: &Record<Small>,
                        operation: &Operation<Small>,
                        now: Moment<u8>,
                    ) -> Decision<Small> {
                        $table::fault(Met::new(contract, record, operation, now))
                    }
                    table
                }),
            },)+
        ];
    };
}

mutants! {
    data:
        claim_without_compare_and_set
        acknowledge_on_in_progress
        silence_taken_for_success
        done_before_the_work
        deduplication_at_commit
        release_after_the_effect
        release_of_an_unanswered_finish
        rejected_duplicate_deletes
        attempt_counter_instead_of_token
        reclaim_on_a_stale_snapshot
        fail_open_second_store
        lookup_on_a_lagging_replica
        records_in_memory_only
        answer_before_the_write_is_durable
        effects_restored_without_records
        restore_keeps_the_incarnation
        mark_before_durable
        untrue_denial
        failure_taken_for_success
        stale_write_by_a_sweeper
        reconciler_denies_what_it_found
        new_key_for_each_attempt
        key_made_of_the_time
        retry_layer_replaces_the_key
        key_lost_at_restart
        two_intents_one_key
        one_key_for_all_steps
        key_shared_by_scopes
        judged_by_the_callers_clock
    ;
    tables:
        one_duration_for_lease_and_retention
        blind_release
        late_failure_deletes_the_outcome
        late_failure_refuses_the_successor
        late_success_overwrites_the_outcome
        one_token_per_client
        fence_before_drain
        fingerprint_skipped_on_the_fast_path
        conflict_hidden_while_busy
        false_conflict
        abandoned_is_told_done
        two_valued_failure
        takeover_rebinds_the_payload
        forget_resets_the_attempt_number
        result_replayed_as_none
        abandoned_is_started_again
        lapsed_key_is_forgotten
        status_promises_too_long
        retention_ends_a_tick_early
        block_ends_a_tick_early
        retention_counted_from_the_first_begin
        lease_ends_a_tick_early
        renewal_is_not_written
        sweeper_takes_slow_for_dead
        refusal_reopens
        cancel_leaves_no_tombstone
        cancel_stops_a_live_claim
    ;
}

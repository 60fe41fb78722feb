//! named
use super::contract::*;
/// x
pub const STRICT: Contract = Contract {
    lease: Span::Ticks(30_000),
    retention: Span::Ticks(86_400_000),
    block_for: Span::Ticks(604_800_000),
    on_lease_over: OnLeaseOver::Quarantine,
    fencing_finish: Fencing::Token,
    fencing_fail: Fencing::Token,
    fencing_renew: Fencing::Token,
    payload_check: PayloadCheck::Always,
    on_not_applied: OnNotApplied::Reopen,
    on_unknown: OnUnknown::Quarantine,
    on_refused: OnRefused::Replay,
    retention_anchor: RetentionAnchor::Completion,
    retention_covers: RetentionCovers::Completed,
    after_retention: AfterRetention::Block,
    replay: Replay::SameBytes,
    busy_order: BusyOrder::ConflictFirst,
    deadline: Deadline::OverAt,
    clock: Clock::Store,
    missing_key: MissingKey::Refuse,
};

//! The clauses: every rule of the lifecycle, with its id, its level, its sentence, its source.
//!
//! MUST, SHOULD and MAY are used as in RFC 2119. A source names the published contract from
//! which a rule is taken, or the row (A1 to D11) of the README's table that asks for it; "house"
//! marks a rule of our own. Ids are stable: one may be retired, none is ever given a new meaning.
//!
//! *What it claims.* Every decision of [`mod@super::step`] names exactly one of these.
//! *How that is checked.* By execution: a test fails when a clause is never returned.
//! *What is not covered.* What a layer does before it looks at a record, and after it answered.

/// How strongly a clause binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Binds every contract, or every contract with the parameter that the clause names.
    Must,
    /// Binds unless there is a stated reason.
    Should,
    /// Is permitted.
    May,
}

impl Level {
    /// The word of RFC 2119.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Level::Must => "MUST",
            Level::Should => "SHOULD",
            Level::May => "MAY",
        }
    }
}

macro_rules! clauses {
    ($($clause:ident $id:literal $level:ident $sentence:literal, $source:literal;)+) => {
        /// A rule of the lifecycle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Clause { $(#[doc = $sentence] $clause,)+ }

        impl Clause {
            /// Every clause, in the order of the table.
            pub const ALL: &'static [Clause] = &[$(Clause::$clause),+];
            /// The stable id.
            #[must_use]
            pub const fn id(self) -> &'static str { match self { $(Clause::$clause => $id),+ } }
            /// How strongly it binds.
            #[must_use]
            pub const fn level(self) -> Level { match self { $(Clause::$clause => Level::$level),+ } }
            /// What it says.
            #[must_use]
            pub const fn sentence(self) -> &'static str { match self { $(Clause::$clause => $sentence),+ } }
            /// Where it is from.
            #[must_use]
            pub const fn source(self) -> &'static str { match self { $(Clause::$clause => $source),+ } }
            /// The clause of an id.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Clause> {
                Clause::ALL.iter().copied().find(|clause| clause.id() == id)
            }
        }
    };
}

clauses! {
    BeginUnseen "begin.unseen" Must
        "A begin on a request of which nothing is known starts a new attempt.", "IETF Idempotency-Key -06 s2.6; row A5";
    BeginAskedAgain "begin.asked-again" Must
        "A begin under the claim id of the live claim is told the same attempt again, so that a lost answer costs nothing.", "house";
    BeginMeetsLiveClaim "begin.live" Must
        "A begin while a claim is live is told in_progress, and never a result.", "IETF -06 s2.6; row A5";
    BeginMeetsClaimFirst "begin.live-first" May
        "Under in_progress_first a begin with another payload is told in_progress while the claim is live.", "house: published contracts check in either order";
    BeginOtherPayload "begin.conflict" Must
        "A begin with another payload is told conflict, in every state in which payloads are compared first, and the bound payload stays.", "IETF -06 s2.7; rows A5, C2, D4";
    VersionUnknown "payload.version-unknown" Must
        "Payloads whose fingerprints have no version in common are not compared, and never called a conflict.", "house";
    BeginMeetsHeldClaim "begin.held" Must
        "Under hold a claim stays with its holder after its lease, and a begin is told in_progress.", "row A10";
    BeginTakesOver "begin.take-over" Must
        "Under take_over a begin after the lease starts a new attempt, bound to the same payload as the first.", "Powertools, begin condition; row A10";
    BeginRebinds "begin.rebind" May
        "Under while_held an attempt that starts on an unheld record may bind another payload.", "Powertools, begin condition";
    BeginAfterRelease "begin.after-release" Must
        "A begin after a proof of no effect starts a new attempt.", "row C9";
    BeginMeetsAbandoned "begin.abandoned" Must
        "A begin on an abandoned claim is told uncertain, until somebody resolves it.", "rows C4, D8";
    BeginMeetsUnknown "begin.unknown" Must
        "Under on_unknown = quarantine a begin after a reported unknown effect is told uncertain.", "rows C4, C9";
    BeginReopensUnknown "begin.unknown-reopen" May
        "Under on_unknown = reopen such a begin starts a new attempt, and may run the effect again.", "Stripe v2; OASIS Repeatable Requests, 5xx";
    BeginReplaysUnknown "begin.unknown-replay" May
        "Under on_unknown = replay such a begin is told that the outcome is indeterminate.", "Stripe v1, cached 500";
    BeginReplays "begin.replay" Must
        "A begin on a completed request is told its outcome, success or refusal, and nothing runs.", "IETF -06 s2.6; rows A5, C1, D11";
    BeginReplaysLate "begin.replay-late" May
        "Under may_forget an outcome whose retention is over may still be replayed.", "Stripe v1, pruning; row D6";
    BeginMeetsLapsed "begin.lapsed" Must
        "Under block a begin after retention is told lapsed, and nothing runs.", "row C5";
    BeginWithoutKeyRefused "begin.missing-key" Must
        "Under missing_key = refuse a begin without a key is refused; an absent key is never a key.", "IETF -06 s2.7";
    BeginWithoutKeyBypasses "begin.unprotected" May
        "Under missing_key = bypass a begin without a key runs unprotected, is told so, and touches no record.", "Powertools, missing key";
    ClosingWithoutAttempt "closing.missing-attempt" Must
        "Under fencing = token, and for resolve always, a closing names the attempt.", "house; RIFL";
    ClosingUnknownRequest "closing.unknown-request" Must
        "A closing of a request of which nothing is known is refused.", "row A6";
    ClosingStale "closing.stale" Must
        "Under fencing = token a closing of another attempt than the record's is refused, in every present state.", "Kleppmann, fencing tokens; row C3";
    ClosingOtherPayload "closing.conflict" Must
        "An untagged closing with another payload is refused, and the state stays.", "row A6";
    ClosingAlreadyCompleted "closing.already-completed" Must
        "A closing after the outcome was recorded is refused, and the outcome stays.", "row A6";
    ClosingAlreadyReleased "closing.already-released" Must
        "A closing that adds nothing to a proof of no effect is refused.", "house";
    FinishCompletes "finish.complete" Must
        "A finish of the live claim records the outcome, with its result or with the note that it could not be stored.", "rows A6, B1";
    FinishCompletesLate "finish.late" Must
        "A finish after the lease records the outcome, as long as nobody has taken the claim over.", "row C12";
    FinishContradictsDenial "finish.contradicts-denial" Must
        "A finish after a claimed proof of no effect records the outcome, marked as contradicting the denial: evidence outranks a denial.", "house";
    FinishSettlesUncertain "finish.uncertain" Must
        "A finish by the holder settles what was uncertain.", "rows C4, C12";
    FinishOverwrites "finish.overwrite" May
        "Under fencing = unconditional a finish overwrites whatever is present.", "Powertools, update on success";
    FailReleases "fail.release" Must
        "Under on_not_applied = reopen a failure with no effect releases the request.", "row C9";
    FailDeletes "fail.delete" May
        "Under on_not_applied = delete such a failure removes the record, and keeps the attempts already issued.", "Powertools, delete on exception";
    FailSeals "fail.seal" May
        "Under on_not_applied = seal such a failure refuses the request for good.", "TigerBeetle, id_already_failed";
    FailQuarantines "fail.unknown" Must
        "A failure with an unknown effect leaves the request uncertain: a time-out is no proof.", "rows C4, C9, D1";
    FailRefuses "fail.refused" Must
        "Under on_refused = replay a final refusal is the outcome.", "IETF -06 s2.6; rows C9, D11";
    FailRefusalReleases "fail.refused-reopen" May
        "Under on_refused = reopen a final refusal releases the request.", "Stripe v2; Checkout.com";
    FailReleasedBefore "fail.released-before" Must
        "A failure with no effect, said again, changes nothing.", "house";
    FailOverwrites "fail.overwrite" May
        "Under fencing = unconditional a failure overwrites, or deletes, whatever is present.", "Powertools, delete on exception";
    RenewExtends "renew.extend" Must
        "A renewal while the lease holds moves its end to a full lease from now, and never nearer.", "row A10";
    RenewTooLate "renew.too-late" Must
        "A renewal after the lease is refused: the claim may already be another's.", "Kleppmann, fencing tokens";
    RenewRevives "renew.revive" May
        "Under fencing = unconditional a renewal revives a claim whose lease is over.", "lock libraries with a blind expire";
    ResolveTooEarly "resolve.too-early" Must
        "A live claim is not resolved from outside: its holder may still act.", "house; Li 2026, proposition 1";
    ResolveCompletes "resolve.applied" Must
        "Evidence of an outcome completes a request whose outcome was not known, and is kept with it.", "rows C4, C5";
    ResolveReleases "resolve.not-applied" Must
        "Evidence of no effect releases such a request, and is kept with it.", "rows C4, C5";
    ResolveRestoresLapsed "resolve.lapsed" Must
        "Evidence of the same kind of outcome completes a lapsed request afresh: its retention runs anew.", "row C5";
    ResolveContradictsLapsed "resolve.contradiction" Must
        "Evidence that contradicts what a lapsed record still knows is refused.", "house";
    CancelUnseen "cancel.unseen" Must
        "A cancel of a request of which nothing is known leaves a tombstone, which stops one that is still on its way.", "DTM barrier, empty compensation; row C10";
    CancelReleased "cancel.released" Must
        "A cancel after a proof of no effect refuses the request for good.", "row C10";
    CancelMeetsLiveClaim "cancel.live" Must
        "A cancel while a claim is live stops nothing, and is told in_progress.", "row C10";
    CancelMeetsUncertain "cancel.uncertain" Must
        "A cancel while the outcome is not known, or the lease is over, stops nothing, and is told uncertain.", "row C10";
    CancelTooLate "cancel.too-late" Must
        "A cancel after the outcome was recorded undoes nothing, and is told the outcome.", "row C10";
    CancelMeetsLapsed "cancel.lapsed" Must
        "A cancel of a lapsed request undoes nothing, and is told lapsed.", "row C10";
    CancelOtherPayload "cancel.conflict" Must
        "A cancel that carries another payload than the bound one is told conflict.", "row C2";
    StatusTells "status.tell" Must
        "A status tells the settled view and until when protection holds, never the result.", "rows C4, C5, C11";
    SweepFindsNothing "sweep.nothing" Must
        "A sweep changes nothing that time has not changed.", "house";
    SettleAbandons "settle.abandon" Must
        "Under quarantine a claim whose lease is over is uncertain from then on.", "rows C4, D8";
    SettleLapses "settle.lapse" Must
        "Under block an outcome lapses when its retention is over: it goes, and its kind and the key stay.", "row C5";
    SettleForgets "settle.forget" May
        "Under forget the record of an outcome is gone when its retention is over.", "Powertools, expiry; rows C5, D6";
    SettleForgetsUnfinished "settle.forget-unfinished" May
        "Under retention_covers = any_state an unfinished record is gone too, though never while a lease is live.", "Powertools, expiry overrides the status";
    SettleEndsTombstone "settle.tombstone-end" Must
        "A lapsed or cancelled request blocks for block_for, and is gone after that.", "row C5";
    StoreMayForget "store.may-forget" May
        "Under may_forget a store may forget a record at any time after its retention.", "Stripe v1, pruning; row D6";
}

//! How what is remembered of one request changes, and what is asked of it.

use crate::property::event::{Decided, Id, Saying};
use crate::property::facts::{End, First, Kept, OfRequest};
use crate::property::watch::{Deadline, During, Watch};
use crate::spec::contract::{AfterRetention, RetentionAnchor, RetentionCovers, Terms};
use crate::spec::{Outcome, Refusal, Told, Values};

impl<V: Values> OfRequest<V> {
    /// Whether a start only tells the live claim again to the one that has it.
    pub(in crate::property) fn told_again(
        &self,
        watch: &Watch<'_, impl Terms>,
        decided: &Decided<V>,
    ) -> bool {
        let Some(holder) = &self.holder else { return false };
        let Saying::Started { attempt, .. } = &decided.answer else { return false };
        let same_claim = holder.claim.is_some() && holder.claim == decided.claim;
        let same_attempt =
            attempt.is_none() || holder.attempt.is_none() || *attempt == holder.attempt;
        let open = holder.end == End::Open && !watch.over(holder.told, decided.when);
        same_claim && same_attempt && open
    }

    /// Whether a closing comes from the holder of the current claim: by its claim, and where
    /// claims are not known, by its attempt. None: that cannot be told.
    pub(in crate::property) fn owns(&self, decided: &Decided<V>) -> Option<bool> {
        let Some(holder) = &self.holder else { return Some(false) };
        match (&holder.claim, &decided.claim) {
            (Some(holds), Some(closes)) => Some(holds == closes),
            _ => holder.attempt.zip(decided.named()).map(|(holds, named)| holds == named),
        }
    }

    /// Whether an outcome was recorded, and the contract lets it be gone by now, since what it
    /// declared ended after the completion.
    pub(in crate::property) fn is_let_go(
        &self,
        watch: &Watch<'_, impl Terms>,
        when: During<V::Time>,
    ) -> bool {
        let excuses = self.outcome.as_ref().is_some_and(|kept| kept.excuses);
        excuses && !watch.holds(self.gone_from, when)
    }

    /// The outcome, if there is one, is taken back. One that has lapsed is remembered: only a
    /// resolve lifts that.
    pub(super) fn reopen(&mut self, watch: &Watch<'_, impl Terms>, when: During<V::Time>) {
        self.outcome = self.outcome.take().filter(|kept| watch.over(kept.until, when));
    }

    /// Ends the claim, if the holder says so. Says whether it may have been the holder.
    pub(super) fn end(&mut self, decided: &Decided<V>, end: End) -> bool {
        let owns = self.owns(decided) != Some(false);
        if let Some(holder) = self.holder.as_mut().filter(|_| owns) {
            holder.end = end;
        }
        owns
    }

    pub(super) fn renewed(&mut self, watch: &Watch<'_, impl Terms>, decided: &Decided<V>) {
        let owns = self.owns(decided) != Some(false);
        let Some(holder) = self.holder.as_mut().filter(|_| owns) else { return };
        let declared = watch.after::<V>(decided.when, watch.contract.lease());
        let told = match &decided.answer {
            Saying::Renewed { lease_until: Some(told) } => watch.deadline(*told),
            _ => declared,
        };
        holder.told = holder.told.max(told);
        holder.lease = holder.lease.max(told.min(declared));
        self.reopened(watch);
    }

    /// An outcome is recorded.
    pub(super) fn record(
        &mut self,
        watch: &Watch<'_, impl Terms>,
        when: During<V::Time>,
        outcome: Outcome<V>,
        intent: Option<Id>,
    ) {
        let contract = watch.contract;
        let cancelled = outcome == Outcome::Refused(Refusal::Cancelled);
        let until = if cancelled {
            watch.after::<V>(when, contract.block_for())
        } else {
            match contract.retention_anchor() {
                RetentionAnchor::FirstBegin if self.begun_until != Deadline::Never => {
                    self.begun_until
                }
                RetentionAnchor::FirstBegin | RetentionAnchor::Completion => {
                    watch.after::<V>(when, contract.retention())
                }
            }
        };
        let blocks = !cancelled && contract.after_retention() == AfterRetention::Block;
        self.gone_from = if blocks { watch.further(until, contract.block_for()) } else { until };
        if self.first.is_none() {
            self.first = Some(First { told: Told::Outcome(outcome.clone()), intent });
        }
        // Counted from the completion retention ends after it, be it at once.
        let after = contract.retention_anchor() == RetentionAnchor::Completion;
        self.outcome = Some(Kept { outcome, until, excuses: after || !watch.over(until, when) });
        self.told_until = Deadline::Over;
    }

    /// From now on there is no outcome: from when on the record may be gone, if ever.
    pub(super) fn reopened(&mut self, watch: &Watch<'_, impl Terms>) {
        let contract = watch.contract;
        let forgets = contract.retention_covers() == RetentionCovers::AnyState
            && contract.after_retention() != AfterRetention::Block;
        let lease = self.holder.as_ref().map_or(Deadline::Over, |holder| holder.lease);
        self.gone_from = if forgets { self.begun_until.max(lease) } else { Deadline::Never };
        self.told_until = Deadline::Over;
    }
}

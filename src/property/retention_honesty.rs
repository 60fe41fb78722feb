//! P10: protection holds for as long as it was said to, and ends loudly.
//!
//! *What it claims.* An answer that says until when protection holds is true: nothing starts
//! before then by the passing of time alone. After a lapse none is started without a resolve in
//! between. What was lapsed for longer than `block_for` is beyond the contract.
//! *How it is checked.* At each start, against what `status` told last since the record changed,
//! and against the retention of the outcome that was recorded.
//! *What is not covered.* Protection that lasts longer than was said.
//!
//! Read of the monitor: `OfRequest::{told_until, outcome, gone_from}`.

use super::Property;
use super::event::{Did, Observed};
use super::monitor::Monitor;
use super::violation::Violation;
use super::watch::{Deadline, Watch};
use crate::spec::contract::{AfterRetention, Terms};
use crate::spec::{Outcome, Refusal, Values};

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let it = decided.request.and_then(|request| before.request(request))?;
    if decided.did() != Did::Started || it.told_again(watch, decided) {
        return None;
    }
    let when = decided.when;
    let told = it.told_until != Deadline::Over && watch.holds(it.told_until, when);
    let lapsed = it.outcome.as_ref().is_some_and(|kept| {
        let tombstone = kept.outcome == Outcome::Refused(Refusal::Cancelled);
        let blocks = watch.contract.after_retention() == AfterRetention::Block;
        let ended = blocks && !watch.holds(it.gone_from, when);
        watch.over(kept.until, when) && !tombstone && !ended
    });
    let sentence = if told {
        "an attempt was started before the time until which protection was told to hold"
    } else if lapsed {
        "an attempt was started after the retention of the outcome, with no resolve in between"
    } else {
        return None;
    };
    let violation = Violation::new(Property::RetentionHonesty, sentence);
    Some(violation.of(decided.request, decided.intent))
}

//! P9: what is not known is not made up.
//!
//! *What it claims.* No success or refusal is told for an attempt that was abandoned or unknown
//! unless finish, fail or resolve supplied it, and no attempt is started after such an attempt
//! without a resolve that found no effect.
//! *How it is checked.* An attempt is unknown once its holder said so, and abandoned once its
//! lease is over and nobody closed it. A closing from elsewhere supplies an outcome, and closes
//! the record; it does not close the claim.
//! *What is not covered.* An outcome told while the holder may still be at work: the table
//! forbids it, and P2, P3 and P12 judge what comes of it.
//!
//! Read of the monitor: `OfRequest::{holder, outcome}`.

use super::Property;
use super::event::{Did, Observed};
use super::facts::{End, Holder};
use super::monitor::Monitor;
use super::violation::Violation;
use super::watch::{During, Watch};
use crate::spec::contract::Terms;
use crate::spec::{Told, Values};

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let it = decided.request.and_then(|request| before.request(request))?;
    let doubt = it.holder.as_ref().is_some_and(|holder| in_doubt(holder, watch, decided.when));
    if !doubt {
        return None;
    }
    let tells = decided.told().is_some_and(|told| told != Told::Indeterminate);
    let sentence = if tells && it.outcome.is_none() {
        "an outcome was told that nobody supplied, of an attempt that is not known"
    } else if decided.did() == Did::Started && !it.told_again(watch, decided) {
        "an attempt was started after one of which it is not known whether it had an effect"
    } else {
        return None;
    };
    let violation = Violation::new(Property::OutcomeHonesty, sentence);
    Some(violation.of(decided.request, decided.intent))
}

/// Whether it is not known what came of the claim.
fn in_doubt<V: Values>(
    holder: &Holder<V>,
    watch: &Watch<'_, impl Terms>,
    when: During<V::Time>,
) -> bool {
    match holder.end {
        End::Open => watch.over(holder.lease, when),
        End::Unknown => true,
        End::Closed => false,
    }
}

//! P11: one claim at a time.
//!
//! *What it claims.* None is started before the deadline told in `started` or `renewed`, unless
//! that claim closed: by its own holder, or by a resolve.
//! *How it is checked.* The deadline that the last holder was told is remembered; where it was
//! not seen, the declared lease stands for it. Clocks compare as far as their declared skew
//! allows.
//! *What is not covered.* Two processes that act under one claim.
//!
//! Read of the monitor: `OfRequest::holder`.

use super::Property;
use super::event::{Did, Observed};
use super::facts::End;
use super::monitor::Monitor;
use super::violation::Violation;
use super::watch::Watch;
use crate::spec::Values;
use crate::spec::contract::Terms;

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let it = decided.request.and_then(|request| before.request(request))?;
    let holder = it.holder.as_ref()?;
    let held = holder.end == End::Open && watch.holds(holder.told, decided.when);
    let started = decided.did() == Did::Started && !it.told_again(watch, decided);
    let sentence = "a second attempt was started before the deadline told to the holder of the \
                    claim";
    (started && held).then(|| {
        let violation = Violation::new(Property::ExclusiveClaim, sentence);
        violation.of(decided.request, decided.intent)
    })
}

//! P8, in its safety form: nobody waits for the dead.
//!
//! *What it claims.* When the process that holds a claim has crashed and its lease is over, no
//! begin is told `in_progress`.
//! *How it is checked.* A crash marks the claims of its process. The lease is over as it was
//! told, or as it was declared, whichever is sooner. Under `hold` a holder that crashed is dead
//! all the same.
//! *What is not covered.* The liveness form, which needs fairness; a holder that gave its work
//! up without a word and without a crash.
//!
//! Read of the monitor: `OfRequest::holder`.

use super::Property;
use super::event::{Observed, Saying};
use super::facts::End;
use super::monitor::Monitor;
use super::violation::Violation;
use super::watch::Watch;
use crate::spec::contract::Terms;
use crate::spec::{Operation, Values};

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let waits =
        matches!(decided.operation, Operation::Begin(_)) && decided.answer == Saying::InProgress;
    let it = decided.request.and_then(|request| before.request(request))?;
    let holder = it.holder.as_ref()?;
    let dead = holder.dead && holder.end == End::Open && watch.over(holder.lease, decided.when);
    let sentence = "a begin was told to wait for a holder that is dead and whose lease is over";
    (waits && dead).then(|| {
        let violation = Violation::new(Property::Progress, sentence);
        violation.of(decided.request, decided.intent)
    })
}

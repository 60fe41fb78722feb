//! P6: another payload is a conflict, and an equal one is none.
//!
//! *What it claims.* While anything stands of a request, another payload than the bound one is
//! told `conflict`, on every path, tombstones included; an equal payload never is.
//! *How it is checked.* Each payload offered to a begin, a cancel or an untagged closing is
//! compared with the one that was bound.
//! *What is not covered.* Whether payloads that mean the same have equal fingerprints. Nothing
//! is said of fingerprints without a version in common, and nothing once the record may be gone.
//!
//! Read of the monitor: `OfRequest::{bound, gone_from}`.

use super::Property;
use super::event::{Did, Observed, Saying};
use super::facts::Bound;
use super::monitor::Monitor;
use super::violation::Violation;
use super::watch::Watch;
use crate::spec::contract::Terms;
use crate::spec::{Comparison, Fingerprinted, Operation, Values};

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    let Observed::Decided(decided) = event else { return None };
    let it = decided.request.and_then(|request| before.request(request))?;
    let offered = decided.payload()?;
    if !watch.holds(it.gone_from, decided.when) {
        return None;
    }
    let compared = match &it.bound {
        Bound::Free => return None,
        Bound::ToAny => Comparison::Same,
        Bound::To(bound) => bound.compare(offered),
    };
    let conflict = decided.answer == Saying::Conflict;
    let answers = matches!(decided.operation, Operation::Begin(_) | Operation::Cancel(_));
    let sentence = match compared {
        Comparison::Same if conflict => "the bound payload was told conflict",
        Comparison::Different if !conflict && (answers || decided.did() != Did::Nothing) => {
            "another payload than the bound one was not told conflict"
        }
        Comparison::Same | Comparison::Different | Comparison::Unknown => return None,
    };
    let violation = Violation::new(Property::FingerprintGuard, sentence);
    Some(violation.of(decided.request, decided.intent))
}

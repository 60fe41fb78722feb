//! P4: only the holder of the current claim closes it.
//!
//! *What it claims.* A successful closing, renewal or deletion comes from the holder of the
//! current claim, and no attempt number is issued twice for a request.
//! *How it is checked.* By claim ids, which are ghosts, and never by numbers; where a log knows
//! no claims, by the attempts that closings name. Another process that handles the same claim is
//! fine. A reconciler closes what nobody holds: a live claim is not its to resolve, nor a
//! canceller's, nor a sweeper's.
//! *What is not covered.* A closing without claim and attempt.
//!
//! Read of the monitor: `OfRequest::{holder, highest}`.

use super::Property;
use super::event::{Decided, Did, Id, Observed, Saying};
use super::facts::{End, OfRequest};
use super::monitor::Monitor;
use super::violation::{Violation, Whose};
use super::watch::{During, Watch};
use crate::spec::contract::Terms;
use crate::spec::{Values, View};

/// What is said of a number that is smaller than an earlier one. Where numbers have no order, it
/// says nothing.
pub(super) const SMALLER: &str =
    "an attempt number was issued that is not larger than every earlier one";

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    match event {
        Observed::Decided(decided) => by_operation(before, watch, decided),
        Observed::Swept { request, to, when } => by_sweeper(before, watch, *request, *to, *when),
        _ => None,
    }
}

fn by_operation<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    decided: &Decided<V>,
) -> Option<Violation> {
    let request = decided.request?;
    let it = before.request(request);
    let says = |sentence, whose| {
        let violation = Violation::new(Property::Ownership, sentence).whose(whose);
        Some(violation.of(Some(request), decided.intent))
    };
    match decided.did() {
        Did::Completed(_) | Did::Released | Did::Quarantined | Did::Renewed => {
            let owns = it.map_or(Some(false), |it| it.owns(decided));
            let sentence = "a closing or renewal was accepted that does not come from the holder \
                            of the claim";
            if owns == Some(false) { says(sentence, Whose::Layer) } else { None }
        }
        Did::Reconciled(_) | Did::Denied => {
            let it = it?;
            let named = decided.named();
            let held = it.holder.as_ref().and_then(|holder| holder.attempt);
            if named.zip(held).is_some_and(|(named, held)| named != held) {
                let sentence = "a finding was accepted for an attempt that no longer holds the \
                                claim";
                return says(sentence, Whose::Layer);
            }
            let live = is_live(it, watch, decided.when);
            if live { says("a live claim was closed from outside", Whose::Layer) } else { None }
        }
        Did::Cancelled => {
            let live = it.is_some_and(|it| is_live(it, watch, decided.when));
            if live { says("a live claim was cancelled from outside", Whose::Layer) } else { None }
        }
        Did::Started => {
            let it = it?;
            let Saying::Started { attempt: Some(attempt), .. } = decided.answer else {
                return None;
            };
            let again = attempt <= it.highest && !it.told_again(watch, decided);
            let sentence =
                if attempt < it.highest { SMALLER } else { "an attempt number was issued twice" };
            if again { says(sentence, Whose::Store) } else { None }
        }
        Did::Nothing => None,
    }
}

fn by_sweeper<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    request: Id,
    to: View,
    when: During<V::Time>,
) -> Option<Violation> {
    let closes = !matches!(to, View::Live | View::Over);
    let live = before.request(request).is_some_and(|it| is_live(it, watch, when));
    let sentence = "a sweeper closed, or deleted, a live claim";
    (closes && live).then(|| Violation::new(Property::Ownership, sentence).of(Some(request), None))
}

/// Whether a claim is held whose lease still runs.
fn is_live<V: Values>(
    it: &OfRequest<V>,
    watch: &Watch<'_, impl Terms>,
    when: During<V::Time>,
) -> bool {
    let open = |holder: &&super::facts::Holder<V>| holder.end == End::Open;
    it.holder.as_ref().filter(open).is_some_and(|holder| watch.holds(holder.lease, when))
}

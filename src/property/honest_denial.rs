//! P14: a definite no is true.
//!
//! *What it claims.* A definite no (not applied, refused, cancelled, or resolved as not applied)
//! is true when it is given and stays true while the record stands: no effect of that attempt
//! exists or lands later; for refused and cancelled, none of that intent.
//! *How it is checked.* When it is given, against the effects that were seen; later, at each
//! effect of a claim that was denied, also when a new claim exists by then. For refused and
//! cancelled only attempts begun before the denial count, and no effects of which the contract
//! lets the record be gone, retention and blocking over: then nobody can know any more.
//! *What is not covered.* Effects of which the claim is not known, after the denial.
//!
//! Read of the monitor: `OfClaim::{applied, denied}`, `OfIntent::{effects, first}`,
//! `OfRequest::holder`.

use super::Property;
use super::event::{Decided, Did, Id, Observed};
use super::facts::Denied;
use super::monitor::Monitor;
use super::violation::{Violation, Whose};
use super::watch::Watch;
use crate::spec::contract::Terms;
use crate::spec::{Kind, Outcome, Refusal, Values};

pub(super) fn broken_by<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    event: &Observed<V>,
) -> Option<Violation> {
    match event {
        Observed::Decided(decided) => denied(before, watch, decided),
        Observed::Effect(effect) => {
            let claim = effect.claim.as_ref()?;
            let claim = before.claim(claim, effect.request)?;
            let sentence = match claim.denied {
                Denied::No => return None,
                Denied::Attempt => "an effect took place of an attempt that was said to have none",
                Denied::Intent => {
                    "an effect took place of an intent that was refused, or cancelled"
                }
            };
            let again = effect.intent.and_then(|intent| before.intent(intent));
            let nothing_new = effect.idempotent && again.is_some_and(|it| it.applied());
            (!nothing_new).then(|| {
                let violation = Violation::new(Property::HonestDenial, sentence);
                violation.of(effect.request, effect.intent)
            })
        }
        _ => None,
    }
}

fn denied<V: Values>(
    before: &Monitor<V>,
    watch: &Watch<'_, impl Terms>,
    decided: &Decided<V>,
) -> Option<Violation> {
    let of_attempt = match decided.did() {
        Did::Released => !decided.refuses(),
        Did::Completed(Outcome::Refused(Refusal::Sealed)) | Did::Denied => true,
        Did::Completed(Outcome::Refused(_)) | Did::Cancelled => false,
        Did::Reconciled(outcome) if outcome.kind() == Kind::Refused => false,
        _ => return None,
    };
    let it = decided.request.and_then(|request| before.request(request));
    let holder = it.and_then(|it| it.holder.as_ref());
    let violation = |sentence| {
        Some(Violation::new(Property::HonestDenial, sentence).of(decided.request, decided.intent))
    };
    if of_attempt {
        let resolved = decided.did() == Did::Denied;
        let held = holder.and_then(|holder| holder.claim.as_ref());
        let claim = if resolved { held } else { decided.claim.as_ref() }?;
        let applied = before.claim(claim, decided.request).is_some_and(|claim| claim.applied);
        let sentence = "an attempt was said to have had no effect, and it had one";
        return if applied { violation(sentence) } else { None };
    }
    let intent: Option<Id> = decided.intent.or(holder.and_then(|holder| holder.intent));
    let intent = intent.and_then(|intent| before.intent(intent)).filter(|it| it.effects > 0)?;
    if it.is_some_and(|it| it.is_let_go(watch, decided.when) && intent.first == decided.request) {
        return None;
    }
    let elsewhere = intent.first.is_some() && intent.first != decided.request;
    let whose = if elsewhere { Whose::Caller } else { Whose::Layer };
    let sentence = "an intent was refused, or cancelled, that had an effect";
    violation(sentence).map(|violation| violation.whose(whose))
}

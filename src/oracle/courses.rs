//! The courses that a session may take after an operation: what was decided, against what was
//! observed.
//!
//! *What it claims.* No course that agrees with what was observed is missing.
//! *How that is checked.* With [`super::session`].
//! *What is not covered.* Which of them is strongest: see [`super::infer`].

use super::agreement::agreement;
use super::candidate::{Candidate, Held};
use super::possible::{Possible, together};
use super::ruling::Allowed;
use crate::spec::Clause;
use crate::spec::open::{OpenContract, decisions};
use crate::trace::form::{AnswerForm, Concrete};

/// The courses of a group of contracts in which a decision agrees with what was observed.
pub(super) type Agreeing = Vec<(OpenContract, Vec<(Clause, Held)>)>;

pub(super) fn agreeing_courses(
    contracts: &OpenContract,
    decided: &[Possible<Concrete>],
    candidates: &[Candidate<'_>],
    observed: &AnswerForm,
) -> Agreeing {
    together(decisions(contracts, |contract| {
        let mut agreeing = Vec::with_capacity(decided.len());
        agreeing.extend(decided.iter().filter_map(|one| {
            let candidate = candidates.get(one.on)?;
            let next = agreement(contract, &one.decision, candidate.floor, observed)?;
            let told = matches!(observed, AnswerForm::Started { attempt: Some(_), .. });
            let held = candidate.after(&one.decision, next, told);
            Some((one.decision.clause, held))
        }));
        agreeing
    }))
}

/// For one group of contracts: every decision that it allows.
pub(super) type Decided = (OpenContract, Vec<Possible<Concrete>>);

/// What is held when no answer was observed, or none that is allowed.
pub(super) fn otherwise(
    groups: Vec<Decided>,
    candidates: &[Candidate<'_>],
    told: bool,
) -> Vec<(OpenContract, Vec<Held>)> {
    let after = |one: Possible<Concrete>| {
        let next = one.decision.next.clone();
        candidates.get(one.on).map(|candidate| candidate.after(&one.decision, next, told))
    };
    let held = |all: Vec<Possible<Concrete>>| all.into_iter().filter_map(after).collect();
    groups.into_iter().map(|(contracts, all)| (contracts, held(all))).collect()
}

/// Adds the decisions of a group of contracts to the set of allowed answers.
pub(super) fn note(
    allowed: &mut Vec<Allowed>,
    contracts: &OpenContract,
    decided: &[Possible<Concrete>],
) {
    for one in decided {
        let answer = AnswerForm::of(&one.decision.answer);
        let clause = one.decision.clause;
        let same = allowed.iter_mut().find(|known| {
            known.clause == clause && known.forgotten == one.forgotten && known.answer == answer
        });
        match same {
            Some(known) => known.contracts += contracts.count(),
            None => allowed.push(Allowed {
                answer,
                clause,
                forgotten: one.forgotten,
                contracts: contracts.count(),
            }),
        }
    }
}

pub(super) fn sorted(mut clauses: Vec<Clause>) -> Vec<Clause> {
    clauses.sort();
    clauses.dedup();
    clauses
}

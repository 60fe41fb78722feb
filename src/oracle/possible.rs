//! Every decision that an open contract allows on the records that are possible.
//!
//! *What it claims.* Nothing allowed is missing, nothing forbidden is in; contracts that cannot
//! be told apart by this operation stay together.
//! *How that is checked.* Against plain enumeration of all contracts.
//! *What is not covered.* What was observed: see [`super::agreement`].

use crate::spec::open::{OpenContract, decisions};
use crate::spec::settle::may_be_forgotten;
use crate::spec::{Decision, Moment, Operation, Record, Values, step};

/// A decision that is allowed, and how the record came to be what it was decided on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Possible<V: Values> {
    /// What [`step()`] decides.
    pub decision: Decision<V>,
    /// Whether the store made use of its freedom to forget before.
    pub forgotten: bool,
    /// On which of the records it was decided, by its place.
    pub on: usize,
}

/// Every decision on any of `records` that a contract out of `open` allows.
///
/// Returned are groups of contracts with the decisions that each contract of the group allows.
/// Groups never overlap, and together they are all of `open`.
pub fn possible<V: Values>(
    open: &OpenContract,
    records: &[&Record<V>],
    operation: &Operation<V>,
    now: Moment<V::Time>,
) -> Vec<(OpenContract, Vec<Possible<V>>)> {
    let courses = decisions(open, |contract| {
        let mut found = Vec::with_capacity(records.len());
        let mut decide = |record: &Record<V>, on, forgotten| {
            let decision = step(contract, record, operation, now);
            found.push(Possible { decision, forgotten, on });
        };
        for (on, record) in records.iter().enumerate() {
            if let Some(forgotten) = may_be_forgotten(contract, record, now.time) {
                decide(&forgotten, on, true);
            }
            decide(record, on, false);
        }
        if found.len() > 1 {
            found.sort();
            found.dedup();
        }
        found
    });
    together(courses)
}

/// Joins groups that came to the same and differ in one parameter only.
pub(crate) fn together<R: PartialEq>(mut groups: Vec<(OpenContract, R)>) -> Vec<(OpenContract, R)> {
    let mut joined_any = groups.len() > 1;
    while joined_any {
        joined_any = false;
        let mut apart: Vec<(OpenContract, R)> = Vec::with_capacity(groups.len());
        for (contracts, outcome) in groups {
            let union = apart.iter_mut().find_map(|(other, same)| {
                (*same == outcome)
                    .then(|| other.union(&contracts))
                    .flatten()
                    .map(|all| (other, all))
            });
            match union {
                Some((other, all)) => {
                    *other = all;
                    joined_any = true;
                }
                None => apart.push((contracts, outcome)),
            }
        }
        groups = apart;
    }
    groups
}

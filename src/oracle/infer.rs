//! Which contracts still fit what was observed, strongest first.
//!
//! *What it claims.* The groups listed are all the contracts that fit. A property is called
//! unpromised only when every one of them gives it up, and the contract that was declared left
//! that open: what it gives up itself was never promised, and is no finding.
//! *How that is checked.* Sessions generated under each named contract: it is among those that
//! fit; brute force over all contracts on small sets of open parameters.
//! *What is not covered.* Parameters that the session never asked stay open: what was not
//! provoked cannot be known.

use crate::property::given_up::{WEIGHTY, prospects, strongest};
use crate::property::{Property, by_strength, given_up};
use crate::spec::contract::{Contract, Parameter};
use crate::spec::named;
use crate::spec::open::OpenContract;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many groups are listed one by one.
const LISTED: usize = 8;

/// The contracts that fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fitting {
    /// How many contracts fit.
    pub contracts: u64,
    /// Into how many groups they fall.
    pub groups: usize,
    /// The named contracts among them; durations are not compared, since they are declared.
    pub named: Vec<&'static str>,
    /// The groups by their strongest contract, the first eight.
    pub strongest_first: Vec<Fit>,
    /// The verdict that no contract which promises some property fits, when that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_promise: Option<String>,
}

/// A group of contracts that fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fit {
    /// How many contracts are in the group.
    pub contracts: u64,
    /// Each parameter with the values that it may have.
    pub parameters: BTreeMap<&'static str, Vec<&'static str>>,
    /// The values with which the contract is the strongest of the group.
    pub strongest: BTreeMap<&'static str, &'static str>,
    /// The properties that even that one gives up.
    pub gives_up: Vec<&'static str>,
}

/// What the groups still possible amount to, out of the contracts that were `declared` possible.
pub fn fitting<'a>(
    declared: &OpenContract,
    possible: impl Iterator<Item = &'a OpenContract>,
) -> Fitting {
    let mut ranked: Vec<(Contract, &OpenContract)> =
        possible.map(|open| (strongest(open), open)).collect();
    ranked.sort_by(|(one, _), (other, _)| by_strength(one, other));
    let groups: Vec<&OpenContract> = ranked.iter().map(|(_, open)| *open).collect();
    let strongest_first = ranked.iter().take(LISTED).map(|(contract, open)| fit(contract, open));
    Fitting {
        contracts: groups.iter().map(|open| open.count()).sum(),
        groups: groups.len(),
        named: named_among(&groups),
        strongest_first: strongest_first.collect(),
        no_promise: no_promise(declared, &groups),
    }
}

fn fit(strongest: &Contract, open: &OpenContract) -> Fit {
    let mut gives_up: Vec<_> = given_up(strongest).iter().map(|up| up.property.id()).collect();
    gives_up.dedup();
    let named = Parameter::ALL.iter().map(|parameter| (parameter.name(), open.names(*parameter)));
    let value = |parameter: &Parameter| {
        let values = parameter.values();
        values.get(usize::from(parameter.index_in(strongest))).copied()
    };
    let best =
        Parameter::ALL.iter().filter_map(|parameter| Some((parameter.name(), value(parameter)?)));
    let (parameters, strongest) = (named.collect(), best.collect());
    Fit { contracts: open.count(), parameters, strongest, gives_up }
}

/// The verdict when what was observed leaves only contracts that give up one of the properties
/// that make a promise.
fn no_promise(declared: &OpenContract, groups: &[&OpenContract]) -> Option<String> {
    let always_lost = |property: &Property, open: &OpenContract| {
        prospects(open).iter().any(|prospect| prospect.property == *property && prospect.certain)
    };
    let lost: Vec<_> = WEIGHTY
        .into_iter()
        .filter(|property| !always_lost(property, declared))
        .filter(|property| groups.iter().all(|open| always_lost(property, open)))
        .collect();
    if lost.is_empty() || groups.is_empty() {
        return None;
    }
    let names: Vec<_> =
        lost.iter().map(|property| format!("{} ({})", property.id(), property.name())).collect();
    Some(format!("no contract that promises {} fits", names.join(" or ")))
}

/// The named contracts that share a contract with some group, durations aside.
fn named_among(groups: &[&OpenContract]) -> Vec<&'static str> {
    let shares = |named: &OpenContract| groups.iter().any(|open| open.agrees_with(named));
    named::ALL.iter().filter(|named| shares(&named.open())).map(|named| named.name).collect()
}

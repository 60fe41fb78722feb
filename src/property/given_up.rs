//! Which properties a contract gives up, and by which parameter.
//!
//! *What it claims.* [`given_up`] lists, for a contract, each property that some world makes
//! fail under it without any fault of the layer, and the value of the parameter that lets it.
//! "Allowed by your contract" means exactly that: the property is in this list.
//! *How that is checked.* By cases, one and more for each rule: the rules are data, in one list.
//! Both ways in worlds by `tests/promises.rs`: what is listed breaks there, and nothing else.
//! *What is not covered.* P7, P12 and P13 are given up by no contract. What the store or the destination gives up (a volatile store, a lost
//! tail) is no parameter of the contract and is declared with the world.

use super::Property;
use super::rules::{RULES, Rule};
use crate::spec::contract::{Contract, Parameter, Terms};
use crate::spec::open::{OpenContract, always, decisions, possibly};
use crate::spec::term::Term;
use std::cmp::Ordering;

/// The properties that a contract can give up by a parameter, as declared here.
pub const DECLARED: [Property; 11] = [
    Property::AtMostOnce,
    Property::NoLostIntent,
    Property::ReplayFaithful,
    Property::Ownership,
    Property::NoTerminalRegression,
    Property::FingerprintGuard,
    Property::Progress,
    Property::OutcomeHonesty,
    Property::RetentionHonesty,
    Property::ExclusiveClaim,
    Property::HonestDenial,
];

/// The properties without which "once" means little: they weigh most in [`by_strength`].
pub const WEIGHTY: [Property; 4] = [
    Property::AtMostOnce,
    Property::ReplayFaithful,
    Property::Ownership,
    Property::FingerprintGuard,
];

/// One property that a contract gives up, by one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// The property.
    pub property: Property,
    /// The parameter by which it is given up. A property may be given up by several.
    pub parameter: Parameter,
    /// That parameter's value, as a contract file writes it.
    pub value: String,
    /// Why, in one sentence.
    pub because: &'static str,
}

/// What a contract gives up: by property, then by parameter.
#[must_use]
pub fn given_up(contract: &Contract) -> Vec<GivenUp> {
    let says = |rule: &Rule| GivenUp {
        property: rule.property,
        parameter: rule.parameter,
        value: Term::Choice(rule.parameter).value_in(contract),
        because: rule.because,
    };
    let mut found: Vec<GivenUp> =
        RULES.iter().filter(|rule| (rule.gives_up)(contract)).map(says).collect();
    found.sort_by_key(|one| (one.property, one.parameter));
    found
}

/// What may become of a property under a contract with open parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The property.
    pub property: Property,
    /// Whether every contract allowed gives it up. Otherwise some do, and some do not.
    pub certain: bool,
    /// The parameters by which it is given up, each with the values that can do it.
    pub by: Vec<Weakness>,
}

/// A parameter by which a property is, or may be, given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// The parameter.
    pub parameter: Parameter,
    /// Whether it does under every contract allowed.
    pub certain: bool,
    /// Its values that can do it, as a contract file writes them.
    pub values: Vec<String>,
    /// Why, in one sentence.
    pub because: &'static str,
}

/// What the contracts that an open one allows give up, in the order of the properties. A
/// property that none of them gives up is not listed.
#[must_use]
pub fn prospects(open: &OpenContract) -> Vec<Prospect> {
    DECLARED.into_iter().filter_map(|property| prospect(open, property)).collect()
}

fn prospect(open: &OpenContract, property: Property) -> Option<Prospect> {
    let rules = || RULES.iter().filter(move |rule| rule.property == property);
    let mut by: Vec<Weakness> = rules().filter_map(|rule| weakness(open, rule)).collect();
    by.sort_by_key(|weakness| weakness.parameter);
    let certain = always(open, |terms| rules().any(|rule| (rule.gives_up)(terms)));
    (!by.is_empty()).then_some(Prospect { property, certain, by })
}

fn weakness(open: &OpenContract, rule: &Rule) -> Option<Weakness> {
    let parameter = rule.parameter;
    let values: Vec<String> = open
        .indices(parameter)
        .map(|index| open.narrowed(parameter, index))
        .filter(|narrowed| possibly(narrowed, rule.gives_up))
        .map(|narrowed| Term::Choice(parameter).value_in(narrowed.base()))
        .collect();
    let certain = always(open, rule.gives_up);
    let because = rule.because;
    (!values.is_empty()).then_some(Weakness { parameter, certain, values, because })
}

/// How much a contract gives up; less is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength {
    /// How many of P1, P3, P4 and P6 it gives up.
    pub weighty: usize,
    /// How many properties it gives up in all.
    pub in_all: usize,
    /// The contract itself, so that no two are equally strong: durations first, then choices,
    /// each in the order in which [`Contract`] declares its values.
    pub contract: Contract,
}

/// How much a contract gives up.
#[must_use]
pub fn strength(contract: &Contract) -> Strength {
    let (weighty, in_all) = how_many(contract);
    Strength { weighty, in_all, contract: *contract }
}

/// Orders contracts by strength, the strongest first: the one that gives up fewer of P1, P3, P4
/// and P6; then fewer in all; then by parameter values, so that the order is total and stable.
#[must_use]
pub fn by_strength(one: &Contract, other: &Contract) -> Ordering {
    strength(one).cmp(&strength(other))
}

/// The strongest of the contracts that an open one allows, by [`by_strength`].
///
/// Exact: parameters weaken a property together, so choosing each by itself can miss it.
#[must_use]
pub fn strongest(open: &OpenContract) -> Contract {
    // Within a course all contracts are equally strong but for the tie-break.
    let courses = decisions(open, |terms| how_many(terms)).into_iter();
    let strengths = courses.map(|(contracts, (weighty, in_all))| Strength {
        weighty,
        in_all,
        contract: first_of(&contracts),
    });
    strengths.min().map_or(*open.base(), |strongest| strongest.contract)
}

/// The contract with the first possible value of each parameter.
pub(crate) fn first_of(open: &OpenContract) -> Contract {
    let mut first = *open.base();
    for parameter in Parameter::ALL {
        if let Some(index) = open.indices(*parameter).next() {
            parameter.set_in(&mut first, index);
        }
    }
    first
}

/// How many of the weighty properties are given up, and how many in all.
pub(crate) fn how_many(terms: &dyn Terms) -> (usize, usize) {
    let lost = |property: &Property| {
        RULES.iter().any(|rule| rule.property == *property && (rule.gives_up)(terms))
    };
    let lost: Vec<Property> = DECLARED.into_iter().filter(lost).collect();
    let weighty = lost.iter().filter(|property| WEIGHTY.contains(property)).count();
    (weighty, lost.len())
}

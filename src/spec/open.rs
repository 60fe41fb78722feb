//! Contracts with open parameters: "unspecified" means unknown, and the same all along.
//!
//! *What it claims.* [`decisions`] runs a question under every contract that an open one
//! allows, and visits each distinct course of the question exactly once: it forks where the
//! question really asks an open parameter, so that one course stands for all contracts that
//! agree on what was asked.
//! *How that is checked.* Against plain enumeration of all contracts, on small parameter sets.
//! *What is not covered.* Durations: they are always given, since only waiting could reveal them.

use super::contract::{Contract, Parameter, Span, Terms};
use std::cell::RefCell;

/// How many parameters are choices.
pub const PARAMETERS: usize = Parameter::ALL.len();

/// A contract each of whose choices is narrowed to a set of values, in the simplest case one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpenContract {
    /// The durations, and for each choice some value out of its set.
    base: Contract,
    /// For each parameter the set of its possible values: bit i stands for the value of index i.
    possible: [u8; PARAMETERS],
}

impl OpenContract {
    /// The contract that allows only `contract`.
    #[must_use]
    pub fn pinned(contract: Contract) -> Self {
        let mut possible = [0; PARAMETERS];
        for (set, parameter) in possible.iter_mut().zip(Parameter::ALL) {
            *set = 1 << parameter.index_in(&contract);
        }
        OpenContract { base: contract, possible }
    }

    /// The same contract with one parameter open to all its values.
    #[must_use]
    pub fn opened(self, parameter: Parameter) -> Self {
        let all = (1_u8 << parameter.values().len()) - 1;
        self.with_set(parameter, all)
    }

    /// The same contract with one parameter narrowed to the value of an index. An index beyond
    /// the parameter's values changes nothing.
    #[must_use]
    pub fn narrowed(self, parameter: Parameter, index: u8) -> Self {
        if usize::from(index) >= parameter.values().len() {
            return self;
        }
        self.with_set(parameter, 1 << index)
    }

    /// The same contract with one parameter narrowed to the values of some indices. Indices of
    /// no value are left out; without any index, nothing changes.
    #[must_use]
    pub fn narrowed_to(self, parameter: Parameter, indices: &[u8]) -> Self {
        let values = parameter.values().len();
        let known = indices.iter().filter(|index| usize::from(**index) < values);
        match known.fold(0, |set, index| set | 1 << index) {
            0 => self,
            set => self.with_set(parameter, set),
        }
    }

    /// The same contract with other durations.
    #[must_use]
    pub fn lasting(mut self, lease: Span, retention: Span, block_for: Span) -> Self {
        self.base = Contract { lease, retention, block_for, ..self.base };
        self
    }

    /// The indices that a parameter may have, in order.
    pub fn indices(&self, parameter: Parameter) -> impl Iterator<Item = u8> + use<> {
        let set = self.possible.get(parameter as usize).copied().unwrap_or_default();
        (0..8).filter(move |index| set & (1 << index) != 0)
    }

    /// The names of the values that a parameter may have, in order.
    #[must_use]
    pub fn names(&self, parameter: Parameter) -> Vec<&'static str> {
        let names = parameter.values();
        self.indices(parameter).filter_map(|index| names.get(usize::from(index)).copied()).collect()
    }

    /// The parameters that have more than one possible value.
    pub fn open_parameters(&self) -> impl Iterator<Item = Parameter> + '_ {
        Parameter::ALL.iter().copied().filter(|parameter| self.indices(*parameter).count() > 1)
    }

    /// How many contracts this one allows.
    #[must_use]
    pub fn count(&self) -> u64 {
        Parameter::ALL.iter().map(|parameter| self.indices(*parameter).count() as u64).product()
    }

    /// The contract that allows exactly what the two allow, where one parameter at most differs.
    #[must_use]
    pub fn union(&self, other: &Self) -> Option<Self> {
        let differ = self.possible.iter().zip(&other.possible).filter(|(a, b)| a != b).count();
        if differ > 1 || !self.same_durations(other) {
            return None;
        }
        let sets = self.possible.iter().zip(&other.possible).map(|(one, two)| one | two);
        let both = Parameter::ALL.iter().zip(sets);
        Some(both.fold(*self, |both, (parameter, set)| both.with_set(*parameter, set)))
    }

    /// The contract that allows exactly what both allow, if there is any such contract.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        if !self.same_durations(other) {
            return None;
        }
        Parameter::ALL.iter().try_fold(*self, |common, parameter| {
            let mut set = 0;
            for index in self.indices(*parameter) {
                if other.indices(*parameter).any(|further| further == index) {
                    set |= 1 << index;
                }
            }
            (set != 0).then(|| common.with_set(*parameter, set))
        })
    }

    /// Whether some contract is allowed by both, durations aside.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.possible.iter().zip(&other.possible).all(|(one, two)| one & two != 0)
    }

    fn same_durations(&self, other: &Self) -> bool {
        let durations =
            |contract: &Contract| (contract.lease, contract.retention, contract.block_for);
        durations(&self.base) == durations(&other.base)
    }

    /// The only contract that this one allows, if there is only one.
    #[must_use]
    pub fn as_pinned(&self) -> Option<Contract> {
        self.open_parameters().next().is_none().then_some(self.base)
    }

    /// One of the contracts that this one allows; its durations are everyone's.
    #[must_use]
    pub fn base(&self) -> &Contract {
        &self.base
    }

    fn with_set(mut self, parameter: Parameter, set: u8) -> Self {
        if let Some(slot) = self.possible.get_mut(parameter as usize) {
            *slot = set;
            // The base stays one of the contracts allowed.
            parameter.set_in(&mut self.base, set.trailing_zeros() as u8);
        }
        self
    }
}

/// An open contract during one course of a question. It is a contract ([`super::Terms`]): it
/// answers, and remembers what was asked.
#[derive(Debug)]
pub struct Course<'a> {
    open: &'a OpenContract,
    /// The open parameters asked so far, in order, with the index that was answered.
    asked: RefCell<Vec<(Parameter, u8)>>,
}

impl Course<'_> {
    /// The index of the parameter's value in this course.
    pub(super) fn ask(&self, parameter: Parameter) -> u8 {
        let mut asked = self.asked.borrow_mut();
        if let Some((_, index)) = asked.iter().find(|(other, _)| *other == parameter) {
            return *index;
        }
        let mut indices = self.open.indices(parameter);
        let first = indices.next().unwrap_or_default();
        if indices.next().is_some() {
            asked.push((parameter, first));
        }
        first
    }

    /// Where the durations stand.
    pub(super) fn base(&self) -> &Contract {
        &self.open.base
    }
}

/// Puts a question to every contract that `open` allows.
///
/// Returns each distinct course once: the contracts that take it, and its answer. The contracts
/// of two courses never overlap, and together they are all of `open`.
pub fn decisions<R>(
    open: &OpenContract,
    question: impl Fn(&Course<'_>) -> R,
) -> Vec<(OpenContract, R)> {
    let mut found = Vec::with_capacity(1);
    let mut course = Some(Vec::new());
    while let Some(prefix) = course {
        let asking = Course { open, asked: RefCell::new(prefix) };
        let answer = question(&asking);
        let asked = asking.asked.into_inner();
        let narrowed = asked
            .iter()
            .fold(*open, |narrowed, (parameter, index)| narrowed.narrowed(*parameter, *index));
        found.push((narrowed, answer));
        course = next_course(open, asked);
    }
    found
}

/// Whether something holds under every contract that `open` allows.
pub fn always(open: &OpenContract, holds: impl Fn(&dyn Terms) -> bool) -> bool {
    decisions(open, |course| holds(course)).iter().all(|(_, answer)| *answer)
}

/// Whether something holds under some contract that `open` allows.
pub fn possibly(open: &OpenContract, holds: impl Fn(&dyn Terms) -> bool) -> bool {
    !always(open, |terms| !holds(terms))
}

/// The course that differs from `asked` in its last question that has a further value.
fn next_course(
    open: &OpenContract,
    mut asked: Vec<(Parameter, u8)>,
) -> Option<Vec<(Parameter, u8)>> {
    while let Some((parameter, index)) = asked.pop() {
        if let Some(further) = open.indices(parameter).find(|further| *further > index) {
            asked.push((parameter, further));
            return Some(asked);
        }
    }
    None
}

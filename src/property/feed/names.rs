//! Numbers for names: in the order in which names come up.

use crate::property::event::Id;
use crate::spec::RequestId;
use std::collections::BTreeMap;

/// Names of one kind, each with its number.
#[derive(Clone, Debug)]
pub(super) struct Names<T> {
    numbers: BTreeMap<T, Id>,
    names: Vec<T>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Names { numbers: BTreeMap::new(), names: Vec::new() }
    }
}

impl<T: Ord + Clone> Names<T> {
    /// The number of a name, the same all along.
    pub(super) fn number(&mut self, name: &T) -> Id {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        // A trace has fewer names than events, and fewer events than there are numbers.
        let number = Id::try_from(self.names.len()).unwrap_or(Id::MAX);
        self.numbers.insert(name.clone(), number);
        self.names.push(name.clone());
        number
    }

    /// The name of a number.
    pub(super) fn name(&self, number: Id) -> Option<&T> {
        self.names.get(usize::try_from(number).ok()?)
    }
}

/// Everybody who is spoken of.
#[derive(Clone, Debug, Default)]
pub(super) struct Everybody {
    pub(super) intents: Names<String>,
    pub(super) requests: Names<RequestId>,
    pub(super) scopes: Names<String>,
    pub(super) processes: Names<String>,
}

//! What is said of an event that breaks a property.

use super::Property;
use super::event::Id;
use crate::spec::Clause;

/// An event breaks a property.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    /// The property.
    pub property: Property,
    /// Of which request, where it is one's.
    pub request: Option<Id>,
    /// Of which intent, where it is known.
    pub intent: Option<Id>,
    /// Whose it is.
    pub whose: Whose,
    /// What the event did, in one sentence.
    pub sentence: &'static str,
    /// The clause by which the answer was decided, where the event says one.
    pub clause: Option<Clause>,
    /// Whether only the declared volatility of the store brought it about.
    pub volatile: bool,
}

/// Whose a violation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whose {
    /// The caller's, by how it handles keys and claim ids.
    Caller,
    /// The layer's.
    Layer,
    /// The store's: it lost what it had, or issued a number twice.
    Store,
    /// The destination's: it did not do what it promises.
    Destination,
}

impl Whose {
    /// Everyone, in order.
    pub const ALL: [Whose; 4] = [Whose::Caller, Whose::Layer, Whose::Store, Whose::Destination];

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Whose::Caller => "caller",
            Whose::Layer => "layer",
            Whose::Store => "store",
            Whose::Destination => "destination",
        }
    }
}

impl Violation {
    /// A violation of the layer's, of nothing in particular yet.
    pub(super) fn new(property: Property, sentence: &'static str) -> Violation {
        Violation {
            property,
            request: None,
            intent: None,
            whose: Whose::Layer,
            sentence,
            clause: None,
            volatile: false,
        }
    }

    pub(super) fn whose(self, whose: Whose) -> Violation {
        Violation { whose, ..self }
    }

    pub(super) fn of(self, request: Option<Id>, intent: Option<Id>) -> Violation {
        Violation { request, intent, ..self }
    }
}

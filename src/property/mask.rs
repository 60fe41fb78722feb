//! Which properties are checked.

use super::Property;

/// A set of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mask(u16);

impl Mask {
    /// Every property.
    pub const ALL: Mask = Mask((1 << Property::ALL.len()) - 1);
    /// No property.
    pub const NONE: Mask = Mask(0);

    /// These properties.
    #[must_use]
    pub fn of(properties: &[Property]) -> Mask {
        properties.iter().fold(Mask::NONE, |mask, property| mask.with(*property))
    }

    /// The same set and this property.
    #[must_use]
    pub const fn with(self, property: Property) -> Mask {
        Mask(self.0 | 1 << property as u16)
    }

    /// The same set without this property.
    #[must_use]
    pub const fn without(self, property: Property) -> Mask {
        Mask(self.0 & !(1 << property as u16))
    }

    /// The properties of both.
    #[must_use]
    pub const fn and(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    /// The properties in it, in order.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.iter().copied().filter(move |property| self.has(*property))
    }

    /// Whether a property is in the set.
    #[must_use]
    pub const fn has(self, property: Property) -> bool {
        self.0 & 1 << property as u16 != 0
    }

    /// Whether any of these is in the set.
    #[must_use]
    pub fn any(self, properties: &[Property]) -> bool {
        properties.iter().any(|property| self.has(*property))
    }
}

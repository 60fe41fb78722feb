//! A few things, each in a place of its own, without memory elsewhere.
//!
//! *What it claims.* A place keeps its number as long as it is taken; nothing is ever dropped
//! for lack of room without saying so.
//! *How that is checked.* With the world that uses it.
//! *What is not covered.* More than 255 places.

use std::hash::{Hash, Hasher};

/// Up to `N` things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Few<T, const N: usize>([Option<T>; N]);

/// Which places are taken, and then what is in them.
impl<T: Hash, const N: usize> Hash for Few<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for part in self.0.chunks(8) {
            let taken = |taken, item: &Option<T>| taken << 1 | u8::from(item.is_some());
            state.write_u8(part.iter().fold(0_u8, taken));
            part.iter().flatten().for_each(|item| item.hash(state));
        }
    }
}

impl<T, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few(std::array::from_fn(|_| None))
    }
}

impl<T, const N: usize> Few<T, N> {
    /// What is in a place.
    #[must_use]
    pub fn get(&self, place: u8) -> Option<&T> {
        self.0.get(usize::from(place)).and_then(Option::as_ref)
    }

    /// What is in a place, to be changed.
    pub fn get_mut(&mut self, place: u8) -> Option<&mut T> {
        self.0.get_mut(usize::from(place)).and_then(Option::as_mut)
    }

    /// Puts something in the first free place, which is returned; None when all are taken.
    #[must_use]
    pub fn put(&mut self, item: T) -> Option<u8> {
        let free = self.0.iter().position(Option::is_none)?;
        *self.0.get_mut(free)? = Some(item);
        u8::try_from(free).ok()
    }

    /// Empties a place.
    pub fn take(&mut self, place: u8) -> Option<T> {
        self.0.get_mut(usize::from(place)).and_then(Option::take)
    }

    /// What there is, each with its place.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &T)> {
        (0_u8..).zip(&self.0).filter_map(|(place, item)| Some((place, item.as_ref()?)))
    }

    /// What there is, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    /// Whether every place is taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }

    /// Whether no place is taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().flatten().count()
    }
}

impl<T: Ord, const N: usize> Few<T, N> {
    /// Puts them in order, with the free places last.
    pub fn sort(&mut self) {
        self.0.sort_by(|one, other| {
            (one.is_none(), one.as_ref()).cmp(&(other.is_none(), other.as_ref()))
        });
    }
}

impl<T, const N: usize> FromIterator<T> for Few<T, N> {
    /// Takes as many as there is room for.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut items = items.into_iter();
        Few(std::array::from_fn(|_| items.next()))
    }
}

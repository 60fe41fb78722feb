//! The promise: an intent takes effect at most once, and every answer agrees with that.
//!
//! This is what "once" means, before any record, clock or contract. The lifecycle refines it:
//! each decision of [`mod@super::step`] is a step of the promise, or changes nothing in it, or
//! is one of the named places where a contract gives the promise up ([`super::refinement`]).

/// What is known of one intent. `R` is what a success gave; `N` why it was refused for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known<R, N> {
    /// There was no effect, and none is under way.
    NotDone,
    /// There may have been an effect, or one may yet come.
    MaybeDone,
    /// There was one effect. Its result is known while it is kept.
    Done(Option<R>),
    /// There is none, for good. The reason is known while it is kept.
    Refused(Option<N>),
}

/// What is said to a caller of one intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said<R, N> {
    /// Run the effect.
    Started,
    /// It is done, with this result while it is kept.
    Success(Option<R>),
    /// It is refused for good, for this reason while it is kept.
    Refusal(Option<N>),
    /// There was no effect.
    No,
    /// Whether it is done is not known.
    Unknown,
    /// Nothing about the effect.
    Nothing,
}

/// On what a change of knowledge rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// On nothing: time passed, or somebody asked. Silence proves no effect and no absence.
    Nothing,
    /// On a start.
    Start,
    /// On somebody's word: the holder's, a reconciler's, that of a caller who cancels.
    Word,
    /// On such a word, recorded with a mark that it contradicts an earlier denial.
    Contradiction,
}

impl<R: PartialEq, N: PartialEq> Known<R, N> {
    /// Whether knowledge may go from `self` to `next`. Nothing leaves Done or Refused.
    pub fn may_become(&self, next: &Self, grounds: Grounds) -> bool {
        match (self, next) {
            (Known::NotDone, Known::NotDone) | (Known::MaybeDone, Known::MaybeDone) => true,
            (Known::NotDone, Known::MaybeDone) => grounds == Grounds::Start,
            (Known::NotDone, Known::Done(_)) => grounds == Grounds::Contradiction,
            (Known::NotDone, Known::Refused(_)) => grounds == Grounds::Word,
            (Known::MaybeDone, _closed) => grounds == Grounds::Word,
            (Known::Done(before), Known::Done(after)) => agree(before, after),
            (Known::Refused(before), Known::Refused(after)) => agree(before, after),
            (Known::Done(_) | Known::Refused(_), _other) => false,
        }
    }

    /// Whether something may be said, where `self` was known before and `after` from then on.
    pub fn may_say(&self, after: &Self, said: &Said<R, N>) -> bool {
        match (said, after) {
            (Said::Started, Known::MaybeDone) => *self == Known::NotDone,
            (Said::Success(told), Known::Done(kept)) => agree(told, kept),
            (Said::Refusal(told), Known::Refused(kept)) => agree(told, kept),
            (Said::No, Known::NotDone | Known::Refused(_)) => true,
            (Said::Unknown, Known::MaybeDone) => true,
            (Said::Nothing, _any) => true,
            (_claim, _otherwise) => false,
        }
    }
}

/// Two values agree when they are equal, or one of them is no longer kept.
fn agree<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
    one.is_none() || other.is_none() || one == other
}

//! The names of things in the world, one byte each.
//!
//! *What it claims.* Two requests are the same for the layer only when their [`Id`]s are equal,
//! and two callers mean the same only when their [`Intent`]s are equal; neither follows from the
//! other. A worker's claim id is its place, and no other worker has it.
//! *How that is checked.* With the world that uses them.
//! *What is not covered.* Real keys and how they are derived: see [`crate::key`].

use super::state::WORKERS;
use crate::spec::Attempt;

/// A request as the layer sees it: scope and key. The key has parts, so that each step and each
/// minted key has one of its own; the layer compares it as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id {
    /// Who asks.
    pub scope: u8,
    /// The caller's name for the intent.
    pub key: u8,
    /// Which step of the intent; see [`Intent::step`].
    pub step: u8,
    /// 0 is the intent's own key; any other number makes it a key of its own.
    pub mint: u8,
}

/// What a caller means once: an intent, and a step of it. Ghost data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Intent {
    /// Which intent.
    pub number: u8,
    /// Which step, counted from 0; from [`UNDO`] on, the undoing of a step.
    pub step: u8,
}

/// The step that undoes the first step.
pub const UNDO: u8 = 3;

/// An attempt, as workers and destinations carry it: incarnation, then number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    /// Which life of the store issued it.
    pub incarnation: u8,
    /// Its number within that life.
    pub number: u8,
}

impl Token {
    /// Below every attempt that is ever issued: no attempt.
    pub const NONE: Token = Token { incarnation: 0, number: 0 };
}

impl From<Attempt> for Token {
    fn from(attempt: Attempt) -> Token {
        let incarnation = u8::try_from(attempt.incarnation).unwrap_or(u8::MAX);
        Token { incarnation, number: u8::try_from(attempt.number).unwrap_or(u8::MAX) }
    }
}

impl From<Token> for Attempt {
    fn from(token: Token) -> Attempt {
        Attempt { incarnation: token.incarnation.into(), number: token.number.into() }
    }
}

/// Where a worker is: with which caller's requests, and in which place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The caller's place.
    pub caller: u8,
    /// The worker's place among those that handle this caller's requests.
    pub worker: u8,
}

/// The claim id of nobody: of a worker that is gone.
pub const NOBODY: u8 = 0;

impl Place {
    /// The claim id of the worker in this place. It is fresh: whoever had it is gone, and then
    /// every mention of it was replaced by [`NOBODY`].
    #[must_use]
    pub fn claim(self) -> u8 {
        let workers = u8::try_from(WORKERS).unwrap_or(u8::MAX);
        self.caller.saturating_mul(workers).saturating_add(self.worker).saturating_add(1)
    }
}

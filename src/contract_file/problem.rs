//! What is wrong with a contract file, and where.

use std::fmt::{Display, Formatter};
use std::ops::Range;

/// A place in a file, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place of a byte in a text.
    #[must_use]
    pub fn of(text: &str, byte: usize) -> Place {
        let before = text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, letter)| letter);
        before.fold(Place { line: 1, column: 1 }, |place, letter| match letter {
            '\n' => Place { line: place.line + 1, column: 1 },
            _ => Place { column: place.column + 1, ..place },
        })
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One thing that is wrong with a contract file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, if at a place.
    pub place: Option<Place>,
    /// What is wrong.
    pub what: String,
    /// The word that was probably meant.
    pub suggestion: Option<String>,
}

impl Problem {
    pub(super) fn new(what: impl Into<String>) -> Problem {
        Problem { place: None, what: what.into(), suggestion: None }
    }

    pub(super) fn at(mut self, text: &str, span: &Range<usize>) -> Problem {
        self.place = Some(Place::of(text, span.start));
        self
    }

    pub(super) fn suggesting(mut self, word: Option<&str>) -> Problem {
        self.suggestion = word.map(str::to_owned);
        self
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.what)?;
        match &self.suggestion {
            Some(word) => write!(f, "; did you mean `{word}`?"),
            None => Ok(()),
        }
    }
}

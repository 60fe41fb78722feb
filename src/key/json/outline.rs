//! Where each value of a text is: for JSON Pointers and for walking over leaves.
//!
//! Claims: a pointer finds the value that RFC 6901 says, and a leaf's pointer leads back to it.
//! Checked by: `tests/key_derivation.rs`.
//! Not covered: the pointer `-` (behind the last element) finds nothing.

use super::number::{self, Token};
use super::reader::{self, Kind, Scratch, Sink};
use super::{Limits, Reason, Refusal, scan};
use crate::key::event::Pointer;
use std::fmt::Write as _;

/// One value of a text: its place and how it hangs in its parent.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) kind: Kind,
    from: usize,
    to: usize,
    parent: Option<usize>,
    step: Step,
}

impl Value {
    /// The byte at which the value starts.
    pub(crate) fn from(&self) -> usize {
        self.from
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Top,
    Name(String),
    Index(usize),
}

/// All values of a text, a parent before its children.
#[derive(Debug)]
pub(crate) struct Outline<'a> {
    text: &'a [u8],
    values: Vec<Value>,
}

impl<'a> Outline<'a> {
    /// Reads a text strictly and remembers where its values are.
    pub(crate) fn of(text: &'a [u8], limits: Limits) -> Result<Outline<'a>, Refusal> {
        let mut builder = Builder::default();
        reader::read(text, limits, &mut Scratch::default(), &mut builder)?;
        Ok(Outline { text, values: builder.values })
    }

    /// The same of a line, which nests as deep as `depth`.
    pub(crate) fn of_line(text: &'a [u8], depth: usize) -> Result<Outline<'a>, Refusal> {
        let mut builder = Builder::default();
        let limits = Limits { bytes: text.len() };
        reader::read_nested(text, limits, depth, &mut Scratch::default(), &mut builder)?;
        Ok(Outline { text, values: builder.values })
    }

    /// The value at an RFC 6901 pointer.
    pub(crate) fn find(&self, pointer: &Pointer) -> Option<&Value> {
        let mut at = 0;
        for token in pointer.tokens() {
            let parent = self.values.get(at)?;
            let matches = |value: &Value| {
                value.parent == Some(at)
                    && match (&value.step, parent.kind) {
                        (Step::Name(name), Kind::Object) => *name == token,
                        (Step::Index(index), Kind::Array) => index.to_string() == token,
                        _ => false,
                    }
            };
            at += self.values.get(at..)?.iter().position(matches)?;
        }
        self.values.get(at)
    }

    /// Where the first value begins whose pointer fits `path`, in which the step `*` fits any.
    pub(crate) fn first_at(&self, path: &str) -> Option<usize> {
        let wanted: Vec<&str> = path.split('/').collect();
        let fits = |value: &&Value| {
            let pointer = self.pointer_of(value);
            let steps: Vec<&str> = pointer.split('/').collect();
            steps.len() == wanted.len()
                && steps.iter().zip(&wanted).all(|(step, want)| *want == "*" || step == want)
        };
        self.values.iter().find(fits).map(Value::from)
    }

    /// The text of a value, as it stands in the source.
    pub(crate) fn text_of(&self, value: &Value) -> &'a [u8] {
        self.text.get(value.from..value.to).unwrap_or_default()
    }

    /// What a string says, unescaped, or what a number's text is.
    pub(crate) fn words_of(&self, value: &Value) -> String {
        let mut bytes = Vec::new();
        match value.kind {
            Kind::Text => {
                let inside = self.text.get(value.from + 1..value.to.saturating_sub(1));
                scan::unescape(inside.unwrap_or_default(), &mut bytes);
            }
            _ => bytes.extend_from_slice(self.text_of(value)),
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The values that hold no others, empty arrays and objects among them.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Value> {
        let next_parents = self.values.iter().skip(1).map(|value| value.parent).chain([None]);
        let numbered = self.values.iter().enumerate().zip(next_parents);
        numbered.filter(|((at, _), next)| *next != Some(*at)).map(|((_, value), _)| value)
    }

    /// The RFC 6901 pointer of a value.
    pub(crate) fn pointer_of(&self, value: &Value) -> String {
        let mut steps = Vec::new();
        let mut here = Some(value);
        while let Some(value) = here {
            steps.push(&value.step);
            here = value.parent.and_then(|parent| self.values.get(parent));
        }
        let mut pointer = String::new();
        for step in steps.into_iter().rev() {
            // Writing to a String cannot fail.
            let _ = match step {
                Step::Top => Ok(()),
                Step::Index(index) => write!(pointer, "/{index}"),
                Step::Name(name) => {
                    write!(pointer, "/{}", name.replace('~', "~0").replace('/', "~1"))
                }
            };
        }
        pointer
    }

    /// The member name or, in an array, that of the nearest enclosing member.
    pub(crate) fn name_of(&self, value: &Value) -> String {
        let mut here = Some(value);
        while let Some(value) = here {
            if let Step::Name(name) = &value.step {
                return name.clone();
            }
            here = value.parent.and_then(|parent| self.values.get(parent));
        }
        String::new()
    }
}

#[derive(Default)]
struct Builder {
    values: Vec<Value>,
    /// The open containers: their place in `values`, and the children so far.
    open: Vec<(usize, usize)>,
    name: Option<String>,
    last: usize,
}

impl Sink for Builder {
    fn number(&mut self, token: &Token<'_>) -> Result<(), Reason> {
        number::canonical(token, false).map(drop)
    }

    fn name(&mut self, name: &[u8]) {
        self.name = Some(String::from_utf8_lossy(name).into_owned());
    }

    fn begin(&mut self, kind: Kind, at: usize) {
        let parent = self.open.last().map(|(parent, _)| *parent);
        let step = match (self.name.take(), self.open.last_mut()) {
            (Some(name), _) => Step::Name(name),
            (None, Some((_, children))) => {
                *children += 1;
                Step::Index(*children - 1)
            }
            (None, None) => Step::Top,
        };
        self.last = self.values.len();
        self.values.push(Value { kind, from: at, to: at, parent, step });
        if matches!(kind, Kind::Object | Kind::Array) {
            self.open.push((self.last, 0));
        }
    }

    fn end(&mut self, kind: Kind, to: usize) {
        let at = match kind {
            Kind::Object | Kind::Array => self.open.pop().map_or(0, |(at, _)| at),
            _ => self.last,
        };
        if let Some(value) = self.values.get_mut(at) {
            value.to = to;
        }
    }
}

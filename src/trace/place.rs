//! Finding the place of a fault in a line that is strict JSON.
//!
//! *What it claims.* A path is found at the byte at which its value starts, and a byte at which
//! serde stopped is traced back to the value or the name that it stopped at.
//! *How that is checked.* By the columns of the bad samples in `tests/trace_format.rs`.
//! *What is not covered.* Speed: a place is looked for only once there is a fault.

use super::name::Path;
use crate::key::json::reader::{self, Kind, Scratch, Sink};
use crate::key::json::{Limits, Reason};

/// The most values of one line that are looked at, so that memory stays small. A fault behind
/// them is placed at the nearest value before that encloses it.
const MOST_VALUES: usize = 10_000;

/// The values of a line, in the order in which they start.
pub(crate) struct Places {
    values: Vec<Value>,
}

struct Value {
    path: Path,
    /// The first byte of its name, and the first behind it, when it is a member.
    name: Option<(usize, usize)>,
    from: usize,
    to: usize,
}

impl Places {
    /// Reads a line that was found to be strict JSON.
    pub(crate) fn of(line: &[u8]) -> Places {
        let mut builder = Builder { line, values: Vec::new(), open: Vec::new(), name: None };
        let limits = Limits { bytes: usize::MAX };
        // A refusal leaves what was found so far, and the caller has reported it before.
        let _ = reader::read(line, limits, &mut Scratch::default(), &mut builder);
        Places { values: builder.values }
    }

    /// Where the value at a path starts or, when there is none, that of the nearest enclosing.
    pub(crate) fn find(&self, path: &Path) -> usize {
        let mut here = Some(path.clone());
        while let Some(path) = here {
            if let Some(value) = self.values.iter().find(|value| value.path == path) {
                return value.from;
            }
            here = path.parent();
        }
        0
    }

    /// From where to where the value at a path is.
    pub(crate) fn range(&self, path: &Path) -> Option<(usize, usize)> {
        let value = self.values.iter().find(|value| value.path == *path)?;
        Some((value.from, value.to))
    }

    /// What serde stopped at after `read` bytes: the path, and where it starts. A name and a
    /// scalar are stopped at behind their end, an array or object at either end.
    pub(crate) fn stopped_at(&self, read: usize) -> (Path, usize) {
        let stopped = |value: &Value| match value.name {
            Some((from, to)) if to == read => Some((value.path.clone(), from)),
            _ if value.to == read || value.from == read => Some((value.path.clone(), value.from)),
            _ => None,
        };
        if let Some(found) = self.values.iter().find_map(stopped) {
            return found;
        }
        let around = |value: &&Value| value.from < read && read < value.to;
        let inner = self.values.iter().rev().find(around);
        inner.map_or((Path::default(), 0), |value| (value.path.clone(), value.from))
    }
}

struct Builder<'a> {
    line: &'a [u8],
    values: Vec<Value>,
    /// The open arrays and objects: their place in `values`, and the children so far.
    open: Vec<(usize, usize)>,
    name: Option<String>,
}

impl Builder<'_> {
    /// The name in front of a member's value at `at`: it ends at the quote before the colon.
    fn name_before(&self, at: usize) -> Option<(usize, usize)> {
        let before = self.line.get(..at)?;
        let colon = before.iter().rposition(|byte| *byte == b':')?;
        let quote = before.get(..colon)?.iter().rposition(|byte| *byte == b'"')?;
        let mut from = quote;
        loop {
            from = before.get(..from)?.iter().rposition(|byte| *byte == b'"')?;
            let escapes = before.get(..from)?.iter().rev().take_while(|byte| **byte == b'\\');
            if escapes.count() % 2 == 0 {
                return Some((from, quote + 1));
            }
        }
    }
}

impl Sink for Builder<'_> {
    fn number(&mut self, _token: &crate::key::json::number::Token<'_>) -> Result<(), Reason> {
        Ok(())
    }

    fn name(&mut self, name: &[u8]) {
        self.name = Some(String::from_utf8_lossy(name).into_owned());
    }

    fn begin(&mut self, kind: Kind, at: usize) {
        let around = self.open.last().and_then(|(place, _)| self.values.get(*place));
        let around = around.map(|value| value.path.clone()).unwrap_or_default();
        let (path, name) = match (self.name.take(), self.open.last_mut()) {
            (Some(name), _) => (around.to(name), self.name_before(at)),
            (None, Some((_, children))) => {
                *children += 1;
                (around.to(*children - 1), None)
            }
            (None, None) => (around, None),
        };
        if matches!(kind, Kind::Array | Kind::Object) {
            let place =
                if self.values.len() < MOST_VALUES { self.values.len() } else { usize::MAX };
            self.open.push((place, 0));
        }
        if self.values.len() < MOST_VALUES {
            self.values.push(Value { path, name, from: at, to: at });
        }
    }

    fn end(&mut self, kind: Kind, to: usize) {
        let place = match kind {
            Kind::Array | Kind::Object => self.open.pop().map(|(place, _)| place),
            _ if self.values.len() < MOST_VALUES => self.values.len().checked_sub(1),
            _ => None,
        };
        if let Some(value) = place.and_then(|place| self.values.get_mut(place)) {
            value.to = to;
        }
    }
}

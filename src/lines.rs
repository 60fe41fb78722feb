//! Lines of bounded length, out of anything that can be read.
//!
//! *What it claims.* A line is never held in memory beyond the limit; the rest of a longer one
//! is read and dropped, and the lines after it are not lost.
//! *How that is checked.* `tests/hostile_lines.rs`, with lines of 100 MB.
//! *What is not covered.* What a line holds.

use std::io::{self, BufRead};

/// The longest line that is read where nothing else is said: 1 MiB.
pub const LONGEST_LINE: usize = 1 << 20;

/// A reader of lines.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    limit: usize,
    line: Vec<u8>,
    number: u64,
    offset: u64,
}

/// One line, without its end (LF).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// How many bytes of the input lie before it.
    pub offset: u64,
    /// What it holds, or that it is longer than the limit.
    pub content: Result<&'a [u8], TooLong>,
}

/// A line that is longer than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// How long it is, in bytes.
    pub length: u64,
    /// The limit, in bytes.
    pub limit: usize,
}

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the line has {} bytes; at most {} are read", self.length, self.limit)
    }
}

impl<R: BufRead> Lines<R> {
    /// Reads lines of at most `limit` bytes.
    pub fn new(reader: R, limit: usize) -> Self {
        Lines { reader, limit, line: Vec::new(), number: 0, offset: 0 }
    }

    /// The next line, or None at the end of the input. A last line needs no LF; an empty input
    /// has no lines.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let start = self.offset;
        let mut length: u64 = 0;
        loop {
            let available = match self.reader.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() && length == 0 && self.offset == start {
                return Ok(None);
            }
            let end = memchr::memchr(b'\n', available);
            let part = available.get(..end.unwrap_or(available.len())).unwrap_or(available);
            length += part.len() as u64;
            if length <= self.limit as u64 {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            let ended = end.is_some() || available.is_empty();
            self.reader.consume(used);
            self.offset += used as u64;
            if ended {
                break;
            }
        }
        self.number += 1;
        let content = if length <= self.limit as u64 {
            Ok(self.line.as_slice())
        } else {
            Err(TooLong { length, limit: self.limit })
        };
        Ok(Some(Line { number: self.number, offset: start, content }))
    }

    /// How many bytes are held for the line at hand.
    #[must_use]
    pub fn held(&self) -> usize {
        self.line.capacity()
    }

    /// Whether the next line has to be waited for, since not all of it was read yet.
    pub fn must_wait(&self) -> bool
    where
        R: Buffered,
    {
        memchr::memchr(b'\n', self.reader.unread()).is_none()
    }
}

/// A reader that can tell what it holds already.
pub trait Buffered: BufRead {
    /// What was read from the source and not yet given out.
    fn unread(&self) -> &[u8];
}

impl<R: io::Read> Buffered for io::BufReader<R> {
    fn unread(&self) -> &[u8] {
        self.buffer()
    }
}

impl Buffered for &[u8] {
    fn unread(&self) -> &[u8] {
        self
    }
}

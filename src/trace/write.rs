//! Writing a trace in its canonical form.
//!
//! *What it claims.* A trace has one canonical form: members in the order of the types, absent
//! members left out, kinds of `may_be_missing` in the order of [`Kind::ALL`](super::Kind::ALL),
//! no white space between tokens, each line ended by one `\n`. A text in that form, read and
//! written, is the same text.
//! *How that is checked.* `tests/trace_round_trip.rs` and `tests/trace_format.rs`.
//! *What is not covered.* JSON texts inside (payloads, results, attributes) are kept to the
//! byte, since a replay is judged by its bytes; only a line break in one, which no line can
//! hold, is written as a space.

use super::Trace;
use super::event::Event;
use super::header::Header;
use serde::Serialize;
use std::io::Write;

/// Writes a trace event by event. It checks nothing: see [`Recorder`](super::Recorder).
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    line: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(output: W, header: &Header) -> std::io::Result<Writer<W>> {
        let mut writer = Writer { output, line: Vec::new() };
        writer.put(header)?;
        Ok(writer)
    }

    /// Writes one event.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&mut self, event: &Event) -> std::io::Result<()> {
        self.put(event)
    }

    /// Flushes the output, and gives it back.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.output.flush()?;
        Ok(self.output)
    }

    fn put(&mut self, value: &impl Serialize) -> std::io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, value)?;
        for byte in &mut self.line {
            // serde escapes line breaks in strings, so a bare one is in a JSON text inside.
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        self.line.push(b'\n');
        self.output.write_all(&self.line)
    }
}

impl Trace {
    /// Writes the trace in its canonical form.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&self, output: impl Write) -> std::io::Result<()> {
        let mut writer = Writer::new(output, &self.header)?;
        self.events.iter().try_for_each(|event| writer.write(event))?;
        writer.finish().map(drop)
    }

    /// The canonical form.
    #[must_use]
    pub fn text(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to memory cannot fail, and JSON is UTF-8.
        let _ = self.write(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }
}

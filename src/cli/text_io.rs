//! Reading `FILE` or `-`, and writing without minding a reader that has gone.

use super::exit::Exit;
use clap::ValueEnum;
use onceproof::key::json::Limits;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};

/// How a verb writes its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    Text,
    /// One JSON document with a `version`.
    Json,
}

/// Opens a file, or standard input for `-`. A failure is told on stderr.
pub(super) fn open(name: &str) -> Result<Box<dyn BufRead>, Exit> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    match std::fs::File::open(name) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => {
            complain(&format!("{name} cannot be opened: {error}"));
            Err(Exit::Io)
        }
    }
}

/// Reads one JSON text, no further than the strict reader would accept.
pub(super) fn read_text(name: &str) -> Result<Vec<u8>, Exit> {
    let most = u64::try_from(Limits::DEFAULT_BYTES).unwrap_or(u64::MAX);
    let mut text = Vec::new();
    match open(name)?.take(most.saturating_add(1)).read_to_end(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => {
            complain(&format!("{name} cannot be read: {error}"));
            Err(Exit::Io)
        }
    }
}

/// Writes data to stdout; `exit` is what the run came to. A closed stdout changes nothing,
/// another failure to write does.
pub(super) fn write(data: &[u8], exit: Exit) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(data).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit,
        Err(error) => {
            complain(&format!("the result cannot be written: {error}"));
            Exit::Io
        }
    }
}

/// Writes a JSON document and a line end.
pub(super) fn write_json(document: &serde_json::Value, exit: Exit) -> Exit {
    write(format!("{document:#}\n").as_bytes(), exit)
}

/// Tells people something on stderr. A closed stderr leaves nobody to tell.
pub(super) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "onceproof: {}", printable(message));
}

/// Input that is quoted in a message cannot steer the terminal.
pub(super) fn printable(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    for it in message.chars() {
        match it.is_control() {
            true => text.extend(it.escape_default()),
            false => text.push(it),
        }
    }
    text
}

/// Standard output, written to bit by bit. A reader that has gone ends the writing and changes
/// nothing; another failure to write is what the run came to.
pub(super) struct Sink {
    open: bool,
    failed: bool,
}

impl Sink {
    pub(super) fn stdout() -> Sink {
        Sink { open: true, failed: false }
    }

    /// Writes, and makes sure that it can be seen.
    pub(super) fn write(&mut self, data: &[u8]) {
        if !self.open {
            return;
        }
        let mut out = io::stdout().lock();
        if let Err(error) = out.write_all(data).and_then(|()| out.flush()) {
            self.open = false;
            if error.kind() != ErrorKind::BrokenPipe {
                self.failed = true;
                complain(&format!("the result cannot be written: {error}"));
            }
        }
    }

    /// What the run came to, now that everything is written.
    pub(super) fn finish(&self, exit: Exit) -> Exit {
        if self.failed { Exit::Io } else { exit }
    }
}

//! The one way to stdout.

use super::exit::Exit;
use std::io::{self, ErrorKind, Write};

/// Writes data to stdout, and comes to `exit` when that works. A reader that stopped listening
/// (`| head`) has what it wanted; any other failure is told.
pub(crate) fn print(text: &str, exit: Exit) -> Exit {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => exit,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit,
        Err(error) => {
            tell(&format!("cannot write to stdout: {error}"));
            Exit::Io
        }
    }
}

/// Writes words for people to stderr. A closed stderr leaves nobody to tell.
pub(crate) fn tell(words: &str) {
    let _ = writeln!(io::stderr().lock(), "onceproof: {words}");
}

/// Breaks a text into lines between words, each indented but the first.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut length = indent;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if length > indent && length + 1 + letters > width {
            lines.push_str(&format!("\n{:indent$}", ""));
            length = indent;
        } else if length > indent {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += letters;
    }
    lines
}

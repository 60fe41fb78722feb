//! `onceproof fingerprint`: what a payload's fingerprint is, and what it was taken of.

use super::exit::Exit;
use super::text_io::{self, Format};
use onceproof::key::{Canonicaliser, Changes, Fingerprint, Mode, canonicalise};
use serde_json::json;
use std::fmt::Write as _;

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The JSON text; `-` is standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    file: String,
    /// Plain RFC 8785: round numbers to doubles instead of refusing those that do not fit.
    #[arg(long)]
    rfc8785: bool,
    /// Print the canonical text only, without a line end.
    #[arg(long)]
    canonical: bool,
    /// How to print the explanation.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let text = match text_io::read_text(&arguments.file) {
        Ok(text) => text,
        Err(exit) => return exit,
    };
    let mode = if arguments.rfc8785 { Mode::Rfc8785 } else { Mode::Fingerprint };
    let mut canonicaliser = Canonicaliser::new(mode);
    let form = match canonicaliser.canonicalise(&text) {
        Ok(form) => form.to_vec(),
        Err(refusal) => {
            text_io::complain(&format!("{}: {refusal}", arguments.file));
            return Exit::BadInput;
        }
    };
    if arguments.canonical {
        return text_io::write(&form, Exit::Holds);
    }
    let changes = canonicaliser.changes();
    let notes = notes(&text, mode, changes);
    let explained = Explained { mode, form: &form, changes, notes: &notes };
    match arguments.format {
        Format::Text => text_io::write(explained.text().as_bytes(), Exit::Holds),
        Format::Json => text_io::write_json(&explained.json(), Exit::Holds),
    }
}

struct Explained<'a> {
    mode: Mode,
    form: &'a [u8],
    changes: &'a Changes,
    notes: &'a [String],
}

impl Explained<'_> {
    fn digest(&self) -> String {
        Fingerprint::of_canonical(self.form).to_string()
    }

    fn hex(&self) -> String {
        self.digest().trim_start_matches("v1:").to_owned()
    }

    fn canonical(&self) -> String {
        String::from_utf8_lossy(self.form).into_owned()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = match self.mode {
            Mode::Fingerprint => writeln!(
                text,
                "fingerprint  {}\nversion      1: SHA-256 of the RFC 8785 form, numbers exact",
                self.digest()
            ),
            Mode::Rfc8785 => writeln!(
                text,
                "sha256       {}\nversion      none: numbers may have been rounded",
                self.hex()
            ),
        };
        let _ = writeln!(text, "length       {} bytes of canonical text", self.form.len());
        let _ = writeln!(text, "canonical    {}", self.canonical());
        for note in self.notes {
            let _ = writeln!(text, "note         {note}");
        }
        text
    }

    fn json(&self) -> serde_json::Value {
        let exact = self.mode == Mode::Fingerprint;
        json!({
            "version": 1,
            "fingerprint": exact.then(|| self.digest()),
            "fingerprint_version": exact.then_some(1),
            "sha256": self.hex(),
            "mode": if exact { "fingerprint" } else { "rfc8785" },
            "canonical": self.canonical(),
            "length": self.form.len(),
            "changes": {
                "space_bytes_dropped": self.changes.space,
                "objects_reordered": self.changes.objects_reordered,
                "escapes_rewritten": self.changes.escapes_rewritten,
                "numbers_rewritten": self.changes.numbers_rewritten,
            },
            "notes": self.notes,
        })
    }
}

fn notes(text: &[u8], mode: Mode, changes: &Changes) -> Vec<String> {
    let mut notes = Vec::new();
    if changes.objects_reordered > 0 {
        notes.push(format!("members re-ordered in {} object(s)", changes.objects_reordered));
    }
    if changes.numbers_rewritten > 0 {
        let samples = changes.number_samples.iter().filter_map(|range| {
            let source = text.get(range.clone())?;
            let form = canonicalise(source, mode).ok()?;
            let (source, form) = (String::from_utf8_lossy(source), String::from_utf8_lossy(&form));
            Some(format!("{source} -> {form}"))
        });
        let samples: Vec<String> = samples.collect();
        let more = changes.numbers_rewritten - samples.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        notes.push(format!("numbers re-written: {}{more}", samples.join(", ")));
    }
    if changes.escapes_rewritten > 0 {
        notes.push(format!("{} escape(s) re-written", changes.escapes_rewritten));
    }
    if changes.space > 0 {
        notes.push(format!("{} byte(s) of white space dropped", changes.space));
    }
    notes.push("strings taken as they are: no Unicode normalisation is done".to_owned());
    notes
}

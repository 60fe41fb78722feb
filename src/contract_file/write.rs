//! The writer of contract files, with the sources as comments.

use super::load::LoadedContract;
use super::{UNSPECIFIED, VERSION};
use crate::spec::contract::Span;
use crate::spec::term::Term;

/// The widest line of a comment.
const WIDTH: usize = 96;

impl LoadedContract {
    /// The contract as a file, which loads back as the same contract.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut file = String::new();
        if let Some(named) = self.named() {
            comment(&mut file, "# ", "# ", named.about);
            file.push('\n');
        }
        file.push_str(&format!("version = {VERSION}\nname = {}\n\n", quoted(&self.name)));
        if self.base.is_some() {
            file.push_str("# Durations are in ticks; a tick is one millisecond.\n");
        }
        file.push_str("[contract]\n");
        for setting in &self.settings {
            comment(&mut file, "# ", "# ", &setting.source);
            file.push_str(&format!("{} = {}\n", setting.term, self.written(setting.term)));
        }
        if !self.beyond().is_empty() {
            file.push_str("\n# Beyond these parameters:\n");
            for sentence in self.beyond() {
                comment(&mut file, "# - ", "#   ", sentence);
            }
        }
        file
    }

    /// A parameter's value, or values, as the file says it.
    fn written(&self, term: Term) -> String {
        match (term.span_in(self.open.base()), term.choice()) {
            (Some(Span::Ticks(ticks)), _) => ticks.to_string(),
            (Some(Span::Unbounded), _) | (None, None) => quoted(&Span::Unbounded.to_string()),
            (None, Some(choice)) => {
                let names = self.open.names(choice);
                match names.as_slice() {
                    [only] => quoted(only),
                    _ if names.len() == choice.values().len() => quoted(UNSPECIFIED),
                    _ => {
                        let all: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                        format!("[{}]", all.join(", "))
                    }
                }
            }
        }
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A comment, broken into lines between words. Control characters are no part of one.
fn comment(file: &mut String, first: &str, further: &str, text: &str) {
    let mut line = String::new();
    let mut prefix = first;
    for word in text.split_whitespace() {
        let word: String = word.chars().filter(|letter| !letter.is_control()).collect();
        let fits = prefix.len() + line.chars().count() + 1 + word.chars().count() <= WIDTH;
        if !line.is_empty() && !fits {
            file.push_str(&format!("{prefix}{line}\n"));
            (prefix, line) = (further, String::new());
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    file.push_str(&format!("{prefix}{line}\n"));
}

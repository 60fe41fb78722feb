//! Lines of text for people.

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

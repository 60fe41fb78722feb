//! What a reader has to say of a text that it does not take, in the words of JSON.
//!
//! *What it claims.* No message names a type of ours, or calls a member a field, an array a
//! sequence, or a name a variant. What is quoted out of the text stays as it is.
//! *How that is checked.* `tests/hostile_lines.rs` reads the messages of all bad samples.
//! *What is not covered.* Where the fault is: a message says what, and the error says where.

/// What is wrong, without the place.
pub(crate) fn of(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let what = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
    // What is said where a name is wanted, alone or as an object's only member.
    match what {
        "expected value" | "EOF while parsing a value" => {
            return "a word, or an object with exactly one member, is wanted here".to_owned();
        }
        "invalid type: unit variant, expected newtype variant" => {
            return "an object with exactly one member is wanted here, not a string".to_owned();
        }
        _ => {}
    }
    let mismatch = what.strip_prefix("invalid type: ").or(what.strip_prefix("invalid value: "));
    // What was found may quote anything; what was expected is ours, and stands last.
    if let Some((found, wanted)) = mismatch.and_then(|rest| rest.rsplit_once(", expected ")) {
        return format!(
            "{} is wanted here, not {}",
            wanted_in_words(wanted),
            found_in_words(found)
        );
    }
    let renamed = [
        ("missing field ", "missing member "),
        ("unknown field ", "unknown member "),
        ("unknown variant ", "unknown name "),
    ];
    let named = renamed
        .iter()
        .find_map(|(theirs, ours)| what.strip_prefix(theirs).map(|rest| format!("{ours}{rest}")));
    named.unwrap_or_else(|| what.to_owned())
}

fn wanted_in_words(wanted: &str) -> &str {
    match wanted {
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0",
        "a sequence" => "an array",
        "a map" => "an object",
        _ if wanted.starts_with("struct ") => "an object",
        other => other,
    }
}

fn found_in_words(found: &str) -> String {
    match found {
        "sequence" => return "an array".to_owned(),
        "map" => return "an object".to_owned(),
        _ => {}
    }
    let kinds = [
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("boolean ", ""),
        ("string ", "the string "),
    ];
    let named = kinds
        .iter()
        .find_map(|(theirs, ours)| found.strip_prefix(theirs).map(|rest| format!("{ours}{rest}")));
    named.unwrap_or_else(|| found.to_owned())
}

//! Telling a time from other text.
//!
//! Claims: an ISO 8601 date or date-time is recognised by its form; a bare number is only ever
//! called *plausible* as a time, by its size.
//! Checked by: `tests/key_derivation.rs` and `tests/key_lint.rs`.
//! Not covered: times in words, local formats such as 31/12/2026, and times before 2001.

/// How sure it is that something is a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Timelike {
    No,
    /// A number as large as an epoch time of the years 2001 to 2100.
    Plausible,
    /// An ISO 8601 date or date-time.
    Surely,
}

/// Looks at a whole value.
pub(crate) fn looks_like_time(text: &str) -> Timelike {
    if iso_length(text.as_bytes()) == Some(text.len()) {
        Timelike::Surely
    } else if epoch_unit(text).is_some() {
        Timelike::Plausible
    } else {
        Timelike::No
    }
}

/// The unit in which a run of digits would be an epoch time of the years 2001 to 2100.
/// A fraction of seconds (`1700000000.25`) counts as seconds.
pub(crate) fn epoch_unit(text: &str) -> Option<&'static str> {
    let whole = text.split_once('.').map_or(text, |(whole, fraction)| {
        if fraction.bytes().all(|byte| byte.is_ascii_digit()) { whole } else { "" }
    });
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds = |factor: u64| {
        let value = whole.parse::<u64>().ok()?;
        (1_000_000_000..4_102_444_800).contains(&(value / factor)).then_some(())
    };
    match whole.len() {
        10 => seconds(1).map(|()| "epoch seconds"),
        13 => seconds(1_000).map(|()| "epoch milliseconds"),
        16 => seconds(1_000_000).map(|()| "epoch microseconds"),
        19 => seconds(1_000_000_000).map(|()| "epoch nanoseconds"),
        _ => None,
    }
}

/// A member name that says that its value is a time.
pub(crate) fn names_a_time(name: &str) -> bool {
    const WORDS: [&str; 14] = [
        "time",
        "timestamp",
        "ts",
        "date",
        "datetime",
        "at",
        "epoch",
        "now",
        "created",
        "updated",
        "sent",
        "received",
        "occurred",
        "expires",
    ];
    let words = words_of_name(name);
    words.iter().any(|word| matches!(word.as_str(), "timestamp" | "datetime" | "epoch"))
        || words.last().is_some_and(|word| WORDS.contains(&word.as_str()))
}

/// The words of a member name, in lower case: cut at punctuation and at `camelCase` joints.
pub(crate) fn words_of_name(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for it in name.chars() {
        if !it.is_alphanumeric() || (it.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if it.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(it.to_lowercase());
        }
        was_lower = it.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// How many bytes at the start of `text` are an ISO 8601 date or date-time, in the extended
/// (`2026-11-30T12:00:00Z`) or the basic form (`20261130T120000Z`).
pub(crate) fn iso_length(text: &[u8]) -> Option<usize> {
    let (date, basic) = iso_date(text)?;
    let rest = text.get(date..).unwrap_or_default();
    let time = match rest {
        [b'T' | b't' | b' ' | b'_', after @ ..] => iso_time(after).map_or(0, |time| 1 + time),
        _ => 0,
    };
    // Eight digits alone are too often something else.
    (time > 0 || !basic).then_some(date + time)
}

fn iso_date(text: &[u8]) -> Option<(usize, bool)> {
    number(text, 0, 4).filter(|year| (1970..=2199).contains(year))?;
    let basic = text.get(4) != Some(&b'-');
    let (month_at, day_at) = if basic { (4, 6) } else { (5, 8) };
    if !basic && text.get(7) != Some(&b'-') {
        return None;
    }
    number(text, month_at, 2).filter(|month| (1..=12).contains(month))?;
    number(text, day_at, 2).filter(|day| (1..=31).contains(day))?;
    let end = day_at + 2;
    let more_digits = text.get(end).is_some_and(u8::is_ascii_digit);
    (!more_digits).then_some((end, basic))
}

fn iso_time(text: &[u8]) -> Option<usize> {
    number(text, 0, 2).filter(|hour| *hour <= 24)?;
    let separator = text.get(2).copied().filter(|byte| matches!(byte, b':' | b'-'));
    let (minute_at, second_at) = if separator.is_some() { (3, 6) } else { (2, 4) };
    number(text, minute_at, 2).filter(|minute| *minute <= 59)?;
    let mut end = minute_at + 2;
    let joined = separator.is_none() || text.get(end).copied() == separator;
    if joined && number(text, second_at, 2).is_some_and(|second| second <= 60) {
        end = second_at + 2;
    }
    if let Some(b'.' | b',') = text.get(end) {
        let digits = text.get(end + 1..).unwrap_or_default().iter();
        let count = digits.take_while(|byte| byte.is_ascii_digit()).count();
        end += if count > 0 { 1 + count } else { 0 };
    }
    match text.get(end) {
        Some(b'Z' | b'z') => Some(end + 1),
        Some(b'+' | b'-') if number(text, end + 1, 2).is_some() => {
            let colon = usize::from(text.get(end + 3) == Some(&b':'));
            match number(text, end + 3 + colon, 2) {
                Some(_) => Some(end + 5 + colon),
                None => Some(end),
            }
        }
        _ => Some(end),
    }
}

fn number(text: &[u8], from: usize, length: usize) -> Option<u32> {
    let digits = text.get(from..from + length)?;
    digits.iter().try_fold(0u32, |sum, byte| {
        byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0'))
    })
}

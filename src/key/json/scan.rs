//! Looking at strings and digits eight bytes at a time, and decoding escapes.
//!
//! Claims: a run of plain characters or of digits is found without looking at each byte alone,
//! and an escape is decoded to exactly one Unicode scalar value or refused.
//! Checked by: `tests/canonical_properties.rs` and `tests/hostile_json.rs`, which compare with
//! other parsers and place every kind of byte at every distance from a multiple of eight; the
//! tests below do so for digits.
//! Not covered: the text is taken to be UTF-8 already; the reader checks that first.

use super::refusal::Reason;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Where the run of plain ASCII that starts at `from` ends: at a quote, a backslash, a control
/// character, a byte that is not ASCII, or the end of `text`.
#[inline]
pub(crate) fn plain_end(text: &[u8], from: usize) -> usize {
    let mut rest = text.get(from..).unwrap_or_default();
    let mut at = from;
    while let Some((eight, tail)) = rest.split_first_chunk::<8>() {
        let hits = special(u64::from_le_bytes(*eight));
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
        rest = tail;
    }
    let plain = |byte: &u8| matches!(byte, 0x20..=0x7f) && *byte != b'"' && *byte != b'\\';
    at + rest.iter().position(|byte| !plain(byte)).unwrap_or(rest.len())
}

/// The high bit of each byte that ends a plain run; only the lowest one set is exact.
#[inline]
fn special(eight: u64) -> u64 {
    let quote = eight ^ (ONES * b'"' as u64);
    let backslash = eight ^ (ONES * b'\\' as u64);
    let is_quote = quote.wrapping_sub(ONES) & !quote;
    let is_backslash = backslash.wrapping_sub(ONES) & !backslash;
    let is_control = eight.wrapping_sub(ONES * 0x20) & !eight;
    (is_quote | is_backslash | is_control | eight) & HIGH
}

/// How many decimal digits `text` begins with. Most runs are short.
#[inline(always)]
pub(crate) fn digits(text: &[u8]) -> usize {
    let few = text.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    if few < 4 { few } else { many_digits(text) }
}

/// The same for four or more. Kept out of the reader's loop, which is faster when small.
#[inline(never)]
fn many_digits(text: &[u8]) -> usize {
    let (mut rest, mut count) = (text.get(4..).unwrap_or_default(), 4);
    while let Some((eight, tail)) = rest.split_first_chunk::<8>() {
        let hits = no_digit(u64::from_le_bytes(*eight));
        if hits != 0 {
            return count + (hits.trailing_zeros() / 8) as usize;
        }
        count += 8;
        rest = tail;
    }
    count + rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())
}

/// The high bit of each byte that is no digit; only the lowest one set is exact.
#[inline]
fn no_digit(eight: u64) -> u64 {
    let below = eight.wrapping_sub(ONES * b'0' as u64);
    let above = eight.wrapping_add(ONES * (0x7f - b'9') as u64);
    (below | above | eight) & HIGH
}

/// The number that up to nineteen decimal digits denote.
#[inline(always)]
pub(crate) fn decimal(digits: &[u8]) -> u64 {
    let (mut rest, mut sum) = (digits, 0u64);
    let mut join = |power: u64, next: u64| sum = sum.wrapping_mul(power).wrapping_add(next);
    if let Some((sixteen, tail)) = rest.split_first_chunk::<16>() {
        let sixteen = u128::from_le_bytes(*sixteen);
        join(100_000_000, eight_digits(sixteen as u64));
        join(100_000_000, eight_digits((sixteen >> 64) as u64));
        rest = tail;
    }
    if let Some((eight, tail)) = rest.split_first_chunk::<8>() {
        join(100_000_000, eight_digits(u64::from_le_bytes(*eight)));
        rest = tail;
    }
    if let Some((four, tail)) = rest.split_first_chunk::<4>() {
        // Behind four zeros.
        join(10_000, eight_digits(u64::from(u32::from_le_bytes(*four)) << 32));
        rest = tail;
    }
    let one = |digit: u8| u64::from(digit & 15);
    match *rest {
        [a] => join(10, one(a)),
        [a, b] => join(100, 10 * one(a) + one(b)),
        [a, b, c] => join(1_000, 100 * one(a) + 10 * one(b) + one(c)),
        _ => {}
    }
    sum
}

/// The number that eight digits denote, the first in the lowest byte: neighbours are joined to
/// pairs, those to fours, and those to the whole.
#[inline(always)]
fn eight_digits(eight: u64) -> u64 {
    let digits = eight & (ONES * 0x0f);
    let pairs = digits.wrapping_mul(10 * 0x100 + 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 * 0x1_0000 + 1) >> 16 & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000 * 0x1_0000_0000 + 1) >> 32
}

/// Where the run of non-ASCII characters that starts at `from` ends, or the noncharacter in it
/// and its place. `text` is UTF-8.
pub(crate) fn wide_end(text: &[u8], from: usize) -> Result<usize, (usize, char)> {
    let mut at = from;
    while let Some(rest) = text.get(at..) {
        match rest {
            [0xef, b, c, ..] if noncharacter_of_three(*b, *c) => {
                return Err((at, three(0xef, *b, *c)));
            }
            [a @ 0xf0..=0xff, b, c, d, ..] if b & 0x0f == 0x0f && *c == 0xbf && *d >= 0xbe => {
                return Err((at, four(*a, *b, *c, *d)));
            }
            [0xf0..=0xff, ..] => at += 4,
            [0xe0..=0xff, ..] => at += 3,
            [0x80..=0xff, ..] => at += 2,
            _ => return Ok(at),
        }
    }
    Ok(at.min(text.len()))
}

fn noncharacter_of_three(b: u8, c: u8) -> bool {
    (b == 0xb7 && (0x90..=0xaf).contains(&c)) || (b == 0xbf && c >= 0xbe)
}

fn three(a: u8, b: u8, c: u8) -> char {
    let code = (u32::from(a & 0x0f) << 12) | (u32::from(b & 0x3f) << 6) | u32::from(c & 0x3f);
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn four(a: u8, b: u8, c: u8, d: u8) -> char {
    let code = (u32::from(a & 0x07) << 18)
        | (u32::from(b & 0x3f) << 12)
        | (u32::from(c & 0x3f) << 6)
        | u32::from(d & 0x3f);
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Decodes the escape whose backslash is at `from`: the character, and where the escape ends.
/// A refusal says at which byte.
pub(crate) fn escape(text: &[u8], from: usize) -> Result<(char, usize), (usize, Reason)> {
    let decoded = match text.get(from + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_escape(text, from),
        Some(_) => return Err((from, Reason::BadEscape)),
        None => return Err((text.len(), Reason::UnexpectedEnd)),
    };
    Ok((decoded, from + 2))
}

fn unicode_escape(text: &[u8], from: usize) -> Result<(char, usize), (usize, Reason)> {
    let first = four_digits(text, from)?;
    let (code, end) = match first {
        0xd800..=0xdbff => match (text.get(from + 6), text.get(from + 7)) {
            (Some(b'\\'), Some(b'u')) => {
                let second = four_digits(text, from + 6)?;
                if !(0xdc00..=0xdfff).contains(&second) {
                    return Err((from, Reason::LoneSurrogate));
                }
                (0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), from + 12)
            }
            _ => return Err((from, Reason::LoneSurrogate)),
        },
        _ => (first, from + 6),
    };
    match char::from_u32(code) {
        None => Err((from, Reason::LoneSurrogate)),
        Some(it) if is_noncharacter(it) => Err((from, Reason::Noncharacter(it))),
        Some(it) => Ok((it, end)),
    }
}

fn four_digits(text: &[u8], from: usize) -> Result<u32, (usize, Reason)> {
    let mut code = 0;
    for place in from + 2..from + 6 {
        let byte = text.get(place).ok_or((text.len(), Reason::UnexpectedEnd))?;
        let digit = char::from(*byte).to_digit(16).ok_or((from, Reason::BadEscape))?;
        code = code * 16 + digit;
    }
    Ok(code)
}

fn is_noncharacter(it: char) -> bool {
    let code = u32::from(it);
    (0xfdd0..=0xfdef).contains(&code) || code & 0xfffe == 0xfffe
}

/// Appends the decoded form of a string's inside, which the reader has already accepted.
pub(crate) fn unescape(inside: &[u8], into: &mut Vec<u8>) {
    let mut rest = inside;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let (plain, tail) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        into.extend_from_slice(plain);
        let Ok((decoded, end)) = escape(tail, 0) else {
            return;
        };
        into.extend_from_slice(decoded.encode_utf8(&mut [0; 4]).as_bytes());
        rest = tail.get(end..).unwrap_or_default();
    }
    into.extend_from_slice(rest);
}

#[cfg(test)]
#[expect(clippy::indexing_slicing, reason = "tests")]
mod tests {
    #[test]
    fn a_run_of_digits_ends_at_any_other_byte() {
        for byte in 0..=u8::MAX {
            for place in 0..30 {
                for length in place + 1..place + 12 {
                    let mut text = vec![b'0' + byte % 10; length];
                    text[place] = byte;
                    let end = if byte.is_ascii_digit() { length } else { place };
                    assert_eq!(super::digits(&text), end, "{byte} at {place} of {length}");
                }
            }
        }
        assert_eq!(super::digits(b""), 0);
    }

    #[test]
    fn digits_are_read_as_the_number_that_they_denote() {
        assert_eq!(super::decimal(b""), 0);
        for digits in ["1234567890123456789", "9999999999999999999", "0000000000000000001"] {
            for (from, to) in (0..19).flat_map(|from| (from + 1..=19).map(move |to| (from, to))) {
                let digits = &digits[from..to];
                assert_eq!(Ok(super::decimal(digits.as_bytes())), digits.parse(), "{digits}");
            }
        }
    }
}

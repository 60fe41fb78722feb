//! JSON numbers: their grammar, and their one canonical text.
//!
//! Claims: [`canonical`] writes what ECMAScript's Number::toString writes for the nearest double
//! (RFC 8785 section 3.2.2.3); when exactness is asked for, it answers only if that text denotes
//! the same decimal value as the source.
//! Checked by: the published table of doubles in `tests/canonical_vectors.rs`, and an exact
//! decimal model of its own in `tests/canonical_properties.rs`.
//! Not covered: the sign of zero. `-0` and `0` denote one value, and both are written `0`.

use super::refusal::Reason;

/// A number's text, split at its grammar's joints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: Option<i64>,
}

/// Splits the number that starts at `start`, or says at which byte it breaks RFC 8259 section 6.
#[inline(always)]
pub(crate) fn split(text: &[u8], start: usize) -> Result<Token<'_>, (usize, Reason)> {
    let negative = text.get(start) == Some(&b'-');
    let whole_at = start + usize::from(negative);
    let whole = digits(text, whole_at);
    let mut end = whole_at + whole.len();
    if whole.is_empty() {
        return Err((end, Reason::NumberGrammar));
    }
    if whole.len() > 1 && whole.first() == Some(&b'0') {
        return Err((whole_at + 1, Reason::NumberGrammar));
    }
    let mut token = Token { start, end, negative, whole, fraction: &[], exponent: None };
    if text.get(end) == Some(&b'.') {
        token.fraction = digits(text, end + 1);
        end += 1 + token.fraction.len();
        if token.fraction.is_empty() {
            return Err((end, Reason::NumberGrammar));
        }
    }
    if let Some(b'e' | b'E') = text.get(end) {
        let (exponent, after) = split_exponent(text, end + 1)?;
        token.exponent = Some(exponent);
        end = after;
    }
    token.end = end;
    Ok(token)
}

#[inline(always)]
fn digits(text: &[u8], from: usize) -> &[u8] {
    let rest = text.get(from..).unwrap_or_default();
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    rest.get(..count).unwrap_or_default()
}

/// The exponent, saturating: beyond any that a text of addressable length can make up for.
fn split_exponent(text: &[u8], from: usize) -> Result<(i64, usize), (usize, Reason)> {
    let (negative, at) = match text.get(from) {
        Some(b'-') => (true, from + 1),
        Some(b'+') => (false, from + 1),
        _ => (false, from),
    };
    let digits = digits(text, at);
    if digits.is_empty() {
        return Err((at, Reason::NumberGrammar));
    }
    let size = digits.iter().fold(0i64, |sum, digit| {
        sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(i64::MAX / 4)
    });
    Ok((if negative { -size } else { size }, at + digits.len()))
}

/// Every integer up to here is a double, and is written as it is.
const TWO_TO_53: &[u8; 16] = b"9007199254740992";

impl Token<'_> {
    /// Where the canonical text ends if it is a beginning of the source, which takes no
    /// arithmetic to see: at most fifteen digits (or an integer up to 2^53), no exponent, not zero with a sign or a
    /// fraction, not below 0.000001. Only zeros behind the decimal point, and then the point,
    /// have to go. (Decimals of up to fifteen digits are told apart by doubles, so the shortest
    /// text that denotes the double is the decimal itself.)
    #[inline]
    pub(crate) fn canonical_end(&self) -> Option<usize> {
        let short = self.whole.len() + self.fraction.len() <= 15 && self.exponent.is_none();
        let zero = self.whole.first() == Some(&b'0');
        if !short {
            let integer = self.fraction.is_empty() && self.exponent.is_none();
            let below = self.whole.len() == 16 && self.whole <= TWO_TO_53.as_slice();
            return (integer && below).then_some(self.end);
        }
        match self.fraction.last() {
            None => (!(zero && self.negative)).then_some(self.end),
            Some(_) if zero && self.fraction.iter().take(6).all(|digit| *digit == b'0') => None,
            Some(b'0') => {
                let zeros = self.fraction.iter().rev().take_while(|digit| **digit == b'0').count();
                let point = usize::from(zeros == self.fraction.len());
                Some(self.end - zeros - point)
            }
            Some(_) => Some(self.end),
        }
    }
}

/// Up to 17 significant digits, and where the decimal point stands: `0.DIGITS * 10^point`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Decimal {
    digits: [u8; MOST_DIGITS],
    count: usize,
    point: i64,
}

const MOST_DIGITS: usize = 17;

impl Decimal {
    fn digits(&self) -> &[u8] {
        self.digits.get(..self.count).unwrap_or_default()
    }
}

/// A canonical number: ASCII, at most 25 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    bytes: [u8; 32],
    length: usize,
}

impl Text {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
        }
    }

    fn append(&mut self, bytes: &[u8]) {
        if let Some(room) = self.bytes.get_mut(self.length..self.length + bytes.len()) {
            room.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }

    fn append_zeros(&mut self, count: usize) {
        const ZEROS: &[u8] = &[b'0'; 21];
        self.append(ZEROS.get(..count).unwrap_or_default());
    }

    /// A number below 1000, without leading zeros.
    fn push_number(&mut self, number: u64) {
        let digit = |value: u64| b'0' + u8::try_from(value % 10).unwrap_or(0);
        if number > 99 {
            self.push(digit(number / 100));
        }
        if number > 9 {
            self.push(digit(number / 10));
        }
        self.push(digit(number));
    }
}

/// The canonical text of a number. With `exact`, refuses a number whose canonical text denotes
/// another decimal value; always refuses one that rounds to infinity.
pub(crate) fn canonical(token: &Token<'_>, exact: bool) -> Result<Text, Reason> {
    let source = significant(token);
    if source.count == 0 {
        return Ok(written(false, None));
    }
    if let Some(decimal) = source.decimal
        && source.count <= 15
        && (-290..=290).contains(&source.point)
    {
        return Ok(written(token.negative, Some(&decimal)));
    }
    let nearest = nearest_double(token, &source);
    if nearest.is_infinite() {
        return Err(Reason::NumberOutOfRange);
    }
    let shortest = shortest_decimal(nearest);
    // More digits than are kept in `decimal` are more than any canonical text has.
    if exact && (source.decimal.is_none() || source.decimal != shortest) {
        return Err(Reason::NumberNotExact);
    }
    Ok(written(token.negative && shortest.is_some(), shortest.as_ref()))
}

/// The significant digits of a number: how many there are, where its point is, and the digits
/// themselves unless there are more than a double can ever need.
struct Significant {
    count: usize,
    point: i64,
    decimal: Option<Decimal>,
}

fn significant(token: &Token<'_>) -> Significant {
    let mut decimal = Decimal { digits: [b'0'; MOST_DIGITS], count: 0, point: 0 };
    let (mut leading, mut seen, mut count) = (0usize, 0usize, 0usize);
    for part in [token.whole, token.fraction] {
        for digit in part {
            if seen == 0 && *digit == b'0' {
                leading += 1;
                continue;
            }
            if let Some(slot) = decimal.digits.get_mut(seen) {
                *slot = *digit;
            }
            seen += 1;
            if *digit != b'0' {
                count = seen;
            }
        }
    }
    let point = signed(token.whole.len())
        .saturating_sub(signed(leading))
        .saturating_add(token.exponent.unwrap_or(0));
    decimal.count = count;
    decimal.point = point;
    let known = (1..=MOST_DIGITS).contains(&count);
    Significant { count, point, decimal: known.then_some(decimal) }
}

fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// No decision between two doubles needs more digits than this (767 suffice), if any nonzero
/// digit behind them is kept as one.
const DECIDING_DIGITS: usize = 800;

/// The double nearest to the absolute value, ties to even.
fn nearest_double(token: &Token<'_>, source: &Significant) -> f64 {
    // Outside of these the answer is known, and the standard parser's exponent stays small.
    if source.point > 400 {
        return f64::INFINITY;
    }
    if source.point < -400 {
        return 0.0;
    }
    if let Some(decimal) = &source.decimal {
        return double_of_few(decimal);
    }
    let all = token.whole.iter().chain(token.fraction);
    let kept = source.count.min(DECIDING_DIGITS);
    let mut text: String = all
        .skip_while(|digit| **digit == b'0')
        .take(kept)
        .map(|digit| char::from(*digit))
        .collect();
    let mut exponent = source.point - signed(kept);
    if source.count > kept {
        text.push('1');
        exponent -= 1;
    }
    text.push('e');
    text.push_str(&exponent.to_string());
    // The text is digits, `e` and an integer, so it always parses; NaN would never compare equal.
    text.parse().unwrap_or(f64::NAN)
}

/// The double nearest to a decimal of few digits, without the heap.
fn double_of_few(decimal: &Decimal) -> f64 {
    let mut text = Text { bytes: [0; 32], length: 0 };
    text.append(decimal.digits());
    let exponent = decimal.point - signed(decimal.count);
    text.append(if exponent < 0 { b"e-" } else { b"e+" });
    text.push_number(exponent.unsigned_abs());
    std::str::from_utf8(text.as_bytes()).map_or(f64::NAN, |text| text.parse().unwrap_or(f64::NAN))
}

/// The shortest decimal that is nearer to this double than to any other; none for zero.
fn shortest_decimal(double: f64) -> Option<Decimal> {
    if double == 0.0 {
        return None;
    }
    let mut buffer = ryu::Buffer::new();
    // What comes is a JSON number: digits, a point or none, an exponent or none.
    let text = buffer.format_finite(double).as_bytes();
    significant(&split(text, 0).ok()?).decimal
}

/// ECMAScript's Number::toString (ECMA-262 section 6.1.6.1.20) for `0.DIGITS * 10^point`.
fn written(negative: bool, decimal: Option<&Decimal>) -> Text {
    let mut text = Text { bytes: [0; 32], length: 0 };
    let Some(decimal) = decimal else {
        text.push(b'0');
        return text;
    };
    if negative {
        text.push(b'-');
    }
    let point = decimal.point;
    let digits = decimal.digits();
    match point {
        1..=21 => {
            let whole = usize::try_from(point).unwrap_or(0);
            match digits.split_at_checked(whole) {
                Some((first, rest @ [_, ..])) => {
                    text.append(first);
                    text.push(b'.');
                    text.append(rest);
                }
                _ => {
                    text.append(digits);
                    text.append_zeros(whole.saturating_sub(digits.len()));
                }
            }
        }
        -5..=0 => {
            text.append(b"0.");
            text.append_zeros(usize::try_from(-point).unwrap_or(0));
            text.append(digits);
        }
        _ => {
            let (first, rest) = digits.split_at_checked(1).unwrap_or_default();
            text.append(first);
            if !rest.is_empty() {
                text.push(b'.');
                text.append(rest);
            }
            text.append(if point > 0 { b"e+" } else { b"e-" });
            text.push_number((point - 1).unsigned_abs());
        }
    }
    text
}

//! JSON numbers: their grammar, and their one canonical text.
//!
//! Claims: [`canonical`] writes what ECMAScript's Number::toString writes for the nearest double
//! (RFC 8785 section 3.2.2.3); when exactness is asked for, it answers only if that text denotes
//! the same decimal value as the source. Most numbers need no double to be parsed and printed for
//! that: see `shortest.rs`.
//! Checked by: the published table of doubles in `tests/canonical_vectors.rs`, an exact decimal
//! model in `tests/canonical_properties.rs`, and `shortest_tests.rs`, where every number is also
//! parsed and printed.
//! Not covered: the sign of zero. `-0` and `0` denote one value, and both are written `0`.

use super::refusal::Reason;
use super::written::{Decimal, MOST_DIGITS, Text, written};
use super::{scan, shortest};

/// A number's text, split at its grammar's joints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    /// Where the exponent's `e` stands, or the end.
    mantissa_end: usize,
    /// Zero without one; saturating beyond any that a text of addressable length can make up for.
    exponent: i64,
    spelling: Spelling,
}

/// How an exponent is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    Absent,
    /// A small `e`, a sign, and no zero in front.
    Canonical,
    Other,
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
    let mut token = Token {
        start,
        end,
        negative,
        whole,
        fraction: &[],
        mantissa_end: end,
        exponent: 0,
        spelling: Spelling::Absent,
    };
    if text.get(end) == Some(&b'.') {
        token.fraction = digits(text, end + 1);
        end += 1 + token.fraction.len();
        if token.fraction.is_empty() {
            return Err((end, Reason::NumberGrammar));
        }
    }
    (token.mantissa_end, token.end) = (end, end);
    if let Some(b'e' | b'E') = text.get(end) {
        let exponent = split_exponent(text, end)?;
        token.exponent = exponent.value;
        token.spelling = exponent.spelling;
        token.end = exponent.end;
    }
    Ok(token)
}

/// The run of digits at `from`.
#[inline(always)]
fn digits(text: &[u8], from: usize) -> &[u8] {
    let rest = text.get(from..).unwrap_or_default();
    rest.get(..scan::digits(rest)).unwrap_or_default()
}

/// An exponent, and where its text ends.
struct Exponent {
    value: i64,
    end: usize,
    spelling: Spelling,
}

/// Reads the exponent whose `e` or `E` is at `from`.
#[inline(never)]
fn split_exponent(text: &[u8], from: usize) -> Result<Exponent, (usize, Reason)> {
    let sign = text.get(from + 1);
    let signed = matches!(sign, Some(b'-' | b'+'));
    let at = from + 1 + usize::from(signed);
    let digits = digits(text, at);
    let Some(first) = digits.first() else {
        return Err((at, Reason::NumberGrammar));
    };
    let size = match digits {
        [_, rest @ ..] if rest.len() < 18 => scan::decimal(digits).cast_signed(),
        _ => digits.iter().fold(0i64, |sum, digit| {
            sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(i64::MAX / 4)
        }),
    };
    let value = if sign == Some(&b'-') { -size } else { size };
    let plain = text.get(from) == Some(&b'e') && signed && *first != b'0';
    let spelling = if plain { Spelling::Canonical } else { Spelling::Other };
    Ok(Exponent { value, end: at + digits.len(), spelling })
}

/// Every integer up to here is a double, and is written as it is.
const TWO_TO_53: &[u8; 16] = b"9007199254740992";

impl<'a> Token<'a> {
    /// Where the canonical text ends if it is a beginning of the source. Only zeros behind the
    /// decimal point, and then the point, have to go. None if it is no such beginning, or if
    /// that takes more work to see.
    #[inline]
    pub(crate) fn canonical_end(&self) -> Option<usize> {
        if self.whole.len() + self.fraction.len() > 15 || self.spelling != Spelling::Absent {
            return is_canonical(self.whole, self.fraction, self.exponent, self.spelling)
                .then_some(self.end);
        }
        // Decimals of up to fifteen digits are told apart by doubles, so the shortest text
        // that denotes the double is the decimal itself.
        let zero = self.whole.first() == Some(&b'0');
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

    /// Where the mantissa ends if it is canonical and only the exponent is to be written anew.
    pub(crate) fn canonical_mantissa_end(&self) -> Option<usize> {
        let respelt = self.spelling == Spelling::Other;
        (respelt && is_scientific(self.whole, self.fraction, self.exponent))
            .then_some(self.mantissa_end)
    }

    /// The exponent as it is canonically written, with its `e`.
    pub(crate) fn exponent_text(&self) -> Text {
        Text::of_exponent(self.exponent)
    }

    /// The digits without the zeros around them.
    #[inline]
    fn significant(&self) -> Digits<'a> {
        let (mut whole, mut fraction) = (self.whole, self.fraction);
        let mut point = signed(whole.len()).saturating_add(self.exponent);
        if whole == b"0" {
            let zeros = fraction.iter().take_while(|digit| **digit == b'0').count();
            (whole, fraction) = (&[], fraction.get(zeros..).unwrap_or_default());
            point = point.saturating_sub(1).saturating_sub(signed(zeros));
        }
        while let Some((b'0', before)) = fraction.split_last() {
            fraction = before;
        }
        if fraction.is_empty() {
            while let Some((b'0', before)) = whole.split_last() {
                whole = before;
            }
        }
        Digits { whole, fraction, point }
    }
}

/// The digits of a number without the zeros around them, and where the decimal point stands:
/// `0.DIGITS * 10^point`. None at all for zero.
struct Digits<'a> {
    whole: &'a [u8],
    fraction: &'a [u8],
    point: i64,
}

impl Digits<'_> {
    fn count(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    /// The digits as they are canonically written, unless there are more than ever are.
    fn decimal(&self) -> Option<Decimal> {
        let mut digits = [b'0'; MOST_DIGITS];
        let count = self.count();
        digits.get_mut(..self.whole.len())?.copy_from_slice(self.whole);
        digits.get_mut(self.whole.len()..count)?.copy_from_slice(self.fraction);
        (count > 0).then_some(Decimal { digits, count, point: self.point })
    }

    /// True only if no other decimal is the canonical one of the nearest double.
    #[inline]
    fn are_shortest(&self) -> bool {
        let count = self.count();
        if count <= 15 && (-290..=290).contains(&self.point) {
            return count > 0;
        }
        is_shortest(self.whole, self.fraction, self.point - signed(self.whole.len()))
    }
}

/// True only if these are parts of a number that is canonical as it stands.
#[inline(never)]
fn is_canonical(whole: &[u8], fraction: &[u8], exponent: i64, spelling: Spelling) -> bool {
    if spelling != Spelling::Absent {
        return spelling == Spelling::Canonical && is_scientific(whole, fraction, exponent);
    }
    if fraction.is_empty()
        && let Ok(digits) = <[u8; 16]>::try_from(whole)
        && u128::from_be_bytes(digits) <= u128::from_be_bytes(*TWO_TO_53)
    {
        return true;
    }
    let small = whole == b"0" && fraction.iter().take(6).all(|digit| *digit == b'0');
    !small && is_shortest(whole, fraction, 0)
}

/// True only if these are parts of a number that is canonical but for the spelling of its exponent.
#[inline]
fn is_scientific(whole: &[u8], fraction: &[u8], exponent: i64) -> bool {
    matches!(whole, [b'1'..=b'9'])
        && !(-6..=20).contains(&exponent)
        && is_shortest(whole, fraction, exponent)
}

/// True only if no other decimal is the canonical one of the nearest double. The decimal point
/// stands between `whole` and `fraction`, and the value is that times `10^exponent`.
fn is_shortest(whole: &[u8], fraction: &[u8], exponent: i64) -> bool {
    let Some(power) = POWERS_OF_TEN.get(fraction.len()) else {
        return false;
    };
    // At most nineteen digits fit into this.
    let high = if let [digit] = whole { u64::from(digit & 15) } else { scan::decimal(whole) };
    let digits = high.wrapping_mul(*power).wrapping_add(scan::decimal(fraction));
    whole.len() + fraction.len() < POWERS_OF_TEN.len()
        && shortest::is_certain(digits, exponent - signed(fraction.len()))
}

const POWERS_OF_TEN: [u64; 20] = [
    1,
    10,
    100,
    1_000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    10_000_000_000,
    100_000_000_000,
    1_000_000_000_000,
    10_000_000_000_000,
    100_000_000_000_000,
    1_000_000_000_000_000,
    10_000_000_000_000_000,
    100_000_000_000_000_000,
    1_000_000_000_000_000_000,
    10_000_000_000_000_000_000,
];

/// The canonical text of a number. With `exact`, refuses a number whose canonical text denotes
/// another decimal value; always refuses one that rounds to infinity.
#[inline(never)]
pub(crate) fn canonical(token: &Token<'_>, exact: bool) -> Result<Text, Reason> {
    let source = token.significant();
    if source.count() == 0 {
        return Ok(written(false, None));
    }
    if source.are_shortest() {
        return Ok(written(token.negative, source.decimal().as_ref()));
    }
    canonical_by_printing(token, exact)
}

/// The same, for any number but zero, by parsing the number and printing the double.
pub(super) fn canonical_by_printing(token: &Token<'_>, exact: bool) -> Result<Text, Reason> {
    let source = token.significant();
    let nearest = nearest_double(&source);
    if nearest.is_infinite() {
        return Err(Reason::NumberOutOfRange);
    }
    let shortest = shortest_decimal(nearest);
    let decimal = source.decimal();
    // More digits than are kept in `decimal` are more than any canonical text has.
    if exact && (decimal.is_none() || decimal != shortest) {
        return Err(Reason::NumberNotExact);
    }
    Ok(written(token.negative && shortest.is_some(), shortest.as_ref()))
}

fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// No decision between two doubles needs more digits than this (767 suffice), if any nonzero
/// digit behind them is kept as one.
const DECIDING_DIGITS: usize = 800;

/// The double nearest to the absolute value, ties to even.
fn nearest_double(source: &Digits<'_>) -> f64 {
    // Outside of these the answer is known, and the standard parser's exponent stays small.
    if source.point > 400 {
        return f64::INFINITY;
    }
    if source.point < -400 {
        return 0.0;
    }
    if let Some(decimal) = source.decimal() {
        return double_of_few(&decimal);
    }
    let all = source.whole.iter().chain(source.fraction);
    let kept = source.count().min(DECIDING_DIGITS);
    let mut text: String = all.take(kept).map(|digit| char::from(*digit)).collect();
    let mut exponent = source.point - signed(kept);
    if source.count() > kept {
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
    let mut text = Text::EMPTY;
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
    split(text, 0).ok()?.significant().decimal()
}

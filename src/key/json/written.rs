//! Decimals as ECMAScript writes them.
//!
//! Claims: [`written`] lays out the digits of a decimal as Number::toString does; which digits
//! those are is for `number.rs` to know.
//! Checked by: the published table of doubles in `tests/canonical_vectors.rs`.
//! Not covered: decimals of more than 17 digits, which no double needs.

/// Up to 17 significant digits, and where the decimal point stands: `0.DIGITS * 10^point`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) digits: [u8; MOST_DIGITS],
    pub(super) count: usize,
    pub(super) point: i64,
}

pub(super) const MOST_DIGITS: usize = 17;

impl Decimal {
    pub(super) fn digits(&self) -> &[u8] {
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

    pub(super) fn append(&mut self, bytes: &[u8]) {
        if let Some(room) = self.bytes.get_mut(self.length..self.length + bytes.len()) {
            room.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }

    fn append_zeros(&mut self, count: usize) {
        const ZEROS: &[u8] = &[b'0'; 21];
        self.append(ZEROS.get(..count).unwrap_or_default());
    }

    pub(super) const EMPTY: Text = Text { bytes: [0; 32], length: 0 };

    /// An exponent, with its `e`.
    pub(super) fn of_exponent(exponent: i64) -> Text {
        let mut text = Text::EMPTY;
        text.append(if exponent > 0 { b"e+" } else { b"e-" });
        text.push_number(exponent.unsigned_abs());
        text
    }

    /// A number below 1000, without leading zeros.
    pub(super) fn push_number(&mut self, number: u64) {
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

/// ECMAScript's Number::toString (ECMA-262 section 6.1.6.1.20) for `0.DIGITS * 10^point`.
pub(super) fn written(negative: bool, decimal: Option<&Decimal>) -> Text {
    let mut text = Text::EMPTY;
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

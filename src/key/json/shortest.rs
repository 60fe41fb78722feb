//! Whether a decimal is the shortest text of its nearest double, without parsing or printing it.
//!
//! A decimal is its own canonical text if, among the decimals that read back as its nearest
//! double, none has fewer digits and none of as many digits is nearer to that double. Parsing
//! and printing a double decides this, and does far more work than the question needs.
//!
//! **Places.** Take the decimal `w * 10^q`, where `w` does not end in zero. Measure everything in
//! units in the last place of the doubles there (*ulps*): the doubles are the integers, and the
//! decimal lies at a distance `d` from the nearest one, `x`, with `|d| < 1/2`. A step of `w` to
//! the next integer moves it by a *stride*, `s`. The numbers that read back as `x` lie between
//! `x - 1/2` and `x + 1/2`, which may themselves belong or not. There are two exceptions, both at
//! powers of two, where the ulp changes: above one that was reached from below the doubles
//! stand twice as wide, so the interval reaches up to `x + 1`; and below one that was reached from
//! above they stand half as wide, so that `x - 1/2` is more than the interval, which errs to the safe
//! side.
//!
//! **None is shorter** if no multiple of ten steps lies in the interval. Let `r` be the last digit
//! of `w`. The two multiples next to `w` lie at `d - r*s` and `d + (10-r)*s`, and it is enough
//! that the one is below the interval and the other above it. A decimal with fewer digits than
//! `w` is such a multiple, or it is below a power of ten that is no greater than `w * 10^q`; with
//! two digits or more in `w` that power is such a multiple too, and would be in the interval with it.
//!
//! **None is nearer** if `|d| < s/2`: then the other multiples of `10^q` are further from `x` than
//! `w * 10^q` is. A decimal of as many digits that is none of those multiples is a multiple of a
//! greater power of ten, of which none is in the interval, or is less than the power of ten
//! below `w * 10^q`, thus further away than `(w-1) * 10^q`. (This needs `w > 1`.)
//!
//! **Two as near.** If `x` is exactly in the middle between `w * 10^q` and the next multiple of
//! `10^q`, the even one is written. Doubles are that only if they have a few bits behind the
//! point, and whether they are is a question about integers: see [`Place::is_one_of_two`].
//!
//! **Errors.** `10^q` is taken as 64 bits of `5^q`, cut off, and a power of two. With `w` moved up
//! to the top of 64 bits, the product with those 64 bits is too small by less than 2^64. Its first
//! 63 bits, which are kept, are thus too small by less than two, and nine or more of them are
//! below the ulp. So `d` is known from below and from above, and the stride from below, and each
//! comparison is made with the bound that makes it harder. About one in a hundred decimals is not
//! decided; nor are the decimals next to zero or to infinity, and those that are in truth not
//! the shortest.
//!
//! Claims: what [`is_certain`] accepts is what parsing and printing would write, digit by digit.
//! Checked by: `shortest_tests.rs`, which compares with parsing and printing on millions of
//! decimals where a mistake would show, and shows that leaving out any condition is noticed.
//! Not covered: an answer of false says nothing.

/// True only if `digits * 10^exponent` is the shortest decimal that reads back as its nearest
/// double, and the nearest to it of that length.
#[inline(always)]
pub(super) fn is_certain(digits: u64, exponent: i64) -> bool {
    place(digits, exponent)
        .is_some_and(|it| it.reads_back() & it.none_is_shorter() && it.none_is_better())
}

/// Where a decimal lies among the doubles. All lengths are in one unit, at most 2^-9 ulp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The decimal is `digits * 10^exponent`,
    pub(super) digits: u64,
    pub(super) exponent: i64,
    /// and the nearest double, if the decimal reads back as any, is `double * 2^ulp`.
    pub(super) double: i64,
    pub(super) ulp: i64,
    /// From the nearest double to the decimal: at least this,
    pub(super) least: i64,
    /// and less than this.
    pub(super) most: i64,
    /// How far one step of the last digit moves the decimal: at least this.
    pub(super) stride: i64,
    /// Half an ulp.
    pub(super) half: i64,
    /// How far above the double numbers may still read back as it.
    pub(super) above: i64,
    /// The last digit, not zero.
    pub(super) last: i64,
}

/// The place of `digits * 10^exponent`; none for what is not decided here.
#[inline(always)]
pub(super) fn place(digits: u64, exponent: i64) -> Option<Place> {
    let last = i64::try_from(digits % 10).ok()?;
    if last == 0 || !(2..MOST_DIGITS).contains(&digits) {
        return None;
    }
    let power = *POWERS.get(usize::try_from(exponent - LEAST_POWER).ok()?)?;
    let zeros = digits.leading_zeros();
    let product = u128::from(digits << zeros) * u128::from(power);
    let high = i64::try_from(product >> 65).ok()?;
    // The decimal is between `high` and `high + 2`, times `2^scale`.
    let scale = binary_exponent(exponent) + 2 - i64::from(zeros);
    // Of two factors of 64 bits the product has 127 or 128.
    let top = scale + 62 - i64::from(high < 1 << 62);
    if top > 1023 {
        return None;
    }
    let ulp = (top - 52).max(-1074);
    let shift = u32::try_from(ulp - scale).ok().filter(|shift| *shift < 63)?;
    let (one, half) = (1i64 << shift, (1i64 << shift) >> 1);
    let fraction = high & (one - 1);
    let up = fraction > half;
    let double = (high >> shift) + i64::from(up);
    let least = if up { fraction - one } else { fraction };
    let above = if double == 1 << 53 { one } else { half };
    // Not zero, nor infinity.
    let good = double > 0 && (double < 1 << 53 || top < 1023);
    let stride = i64::try_from(power >> (65 - zeros)).unwrap_or(i64::MAX).min(LONGEST_STRIDE);
    let most = least + 2;
    good.then_some(Place { digits, exponent, double, ulp, least, most, stride, half, above, last })
}

impl Place {
    /// The decimal is nearer to the double than to any other. (That it is not nearer to the one
    /// below is how the double was chosen.)
    #[inline(always)]
    pub(super) fn reads_back(&self) -> bool {
        self.most <= self.half
    }

    /// No decimal with fewer digits reads back as the same double.
    #[inline(always)]
    pub(super) fn none_is_shorter(&self) -> bool {
        let (down, up) = (self.steps(self.last), self.steps(10 - self.last));
        self.most - down <= -self.half && self.least + up > self.above
    }

    /// No decimal of as many digits is nearer, or as near and even.
    #[inline(always)]
    pub(super) fn none_is_better(&self) -> bool {
        self.none_is_nearer() || is_even_of_two(self.digits, self.exponent)
    }

    /// No decimal of as many digits is as near to the double.
    #[inline(always)]
    pub(super) fn none_is_nearer(&self) -> bool {
        -2 * self.least < self.stride && 2 * self.most <= self.stride
    }

    /// The double is exactly in the middle between this decimal and the next one.
    pub(super) fn is_one_of_two(&self) -> bool {
        let middle = if self.least < 0 { self.digits * 2 + 1 } else { self.digits * 2 - 1 };
        // `middle * 10^exponent / 2 = double * 2^ulp`, without negative powers:
        let power = (-27..0).contains(&self.exponent).then(|| five_to(-self.exponent)).flatten();
        let shift = u32::try_from(self.exponent - 1 - self.ulp).ok().filter(|it| *it <= 52);
        match (power, shift) {
            (Some(power), Some(shift)) => {
                i128::from(middle) << shift == i128::from(self.double) * i128::from(power)
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn steps(&self, count: i64) -> i64 {
        self.stride * count
    }
}

/// The double is exactly in the middle between this decimal, which is even, and the next one.
#[cold]
fn is_even_of_two(digits: u64, exponent: i64) -> bool {
    digits.is_multiple_of(2) && place(digits, exponent).is_some_and(|it| it.is_one_of_two())
}

/// One more than the greatest decimal that is looked at.
const MOST_DIGITS: u64 = 100_000_000_000_000_000;

/// A stride beyond this is taken for it, so that ten of them are a number; it is a bound from below.
const LONGEST_STRIDE: i64 = 1 << 59;

/// Below the least power of ten that brings 17 digits to half the least double, and the greatest
/// power that a double holds.
const LEAST_POWER: i64 = -342;
const GREATEST_POWER: i64 = 308;

/// The binary exponent of a power of ten: `2^this <= 10^exponent < 2^(this + 1)`.
#[inline(always)]
const fn binary_exponent(exponent: i64) -> i64 {
    // The factor is the binary logarithm of ten; the table checks each of its exponents.
    (exponent * 217_706) >> 16
}

/// The power of five itself, for what fits into 64 bits.
fn five_to(exponent: i64) -> Option<u64> {
    let bits = *POWERS.get(usize::try_from(exponent - LEAST_POWER).ok()?)?;
    (0..=27).contains(&exponent).then(|| bits >> bits.trailing_zeros())
}

/// The first 64 bits of each power of five, cut off.
static POWERS: [u64; (GREATEST_POWER - LEAST_POWER + 1) as usize] = powers();

/// Bits of an integer, the least significant first, with room for `5^342`.
type Wide = [u64; 16];

/// Multiplies from 1 upwards, and from `2^1023` divides downwards, which leaves whole quotients.
#[expect(clippy::indexing_slicing, reason = "done by the compiler, which refuses a bad index")]
const fn powers() -> [u64; (GREATEST_POWER - LEAST_POWER + 1) as usize] {
    let mut table = [0; (GREATEST_POWER - LEAST_POWER + 1) as usize];
    let mut wide: Wide = [0; 16];
    wide[0] = 1;
    let mut power = 0;
    while power <= GREATEST_POWER {
        let (bits, top) = leading(&wide);
        assert!(top + power == binary_exponent(power));
        table[(power - LEAST_POWER) as usize] = bits;
        let (mut at, mut carry) = (0, 0);
        while at < wide.len() {
            let sum = wide[at] as u128 * 5 + carry;
            wide[at] = sum as u64;
            carry = sum >> 64;
            at += 1;
        }
        power += 1;
    }
    wide = [0; 16];
    wide[15] = 1 << 63;
    power = 0;
    while power > LEAST_POWER {
        power -= 1;
        let (mut at, mut remainder) = (wide.len(), 0);
        while at > 0 {
            at -= 1;
            let dividend = (remainder << 64) | wide[at] as u128;
            wide[at] = (dividend / 5) as u64;
            remainder = dividend % 5;
        }
        let (bits, top) = leading(&wide);
        assert!(top - 1023 + power == binary_exponent(power));
        table[(power - LEAST_POWER) as usize] = bits;
    }
    table
}

/// The first 64 bits from the highest one that is set, and the place of that one.
#[expect(clippy::indexing_slicing, reason = "done by the compiler, which refuses a bad index")]
const fn leading(wide: &Wide) -> (u64, i64) {
    let mut at = wide.len() - 1;
    while wide[at] == 0 {
        at -= 1;
    }
    let zeros = wide[at].leading_zeros();
    let mut bits = wide[at] << zeros;
    if zeros > 0 && at > 0 {
        bits |= wide[at - 1] >> (64 - zeros);
    }
    (bits, at as i64 * 64 + 63 - zeros as i64)
}

//! The decision about shortest decimals against parsing and printing.
//!
//! Claims: no decimal is accepted that printing would write in another way, in millions of
//! cases where that would show if any condition were missing (shown by leaving each out), and
//! few are left undecided, whatever their exponent.
//! Not covered: all decimals; there are 10^20.

use super::number;
use super::shortest::{Place, is_certain, place};
use crate::key::{Canonicaliser, Mode};

/// Debug builds are slow; they look at a tenth.
const MANY: u64 = if cfg!(debug_assertions) { 40_000 } else { 400_000 };

/// Enough to notice what is broken on purpose.
const FEW: u64 = 10_000;

/// `digits * 10^exponent`, with a nonzero last digit.
type Decimal = (u64, i64);

fn trimmed((mut digits, mut exponent): Decimal) -> Decimal {
    while digits != 0 && digits.is_multiple_of(10) {
        (digits, exponent) = (digits / 10, exponent + 1);
    }
    (digits, exponent)
}

/// What a text like `1.25e-7` denotes.
fn decimal(text: &str) -> Decimal {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}").parse().expect("digits");
    let exponent: i64 = exponent.parse().expect("an exponent");
    trimmed((digits, exponent - fraction.len() as i64))
}

/// The answer by parsing and printing.
fn is_shortest((digits, exponent): Decimal) -> bool {
    let double: f64 = format!("{digits}e{exponent}").parse().expect("a number");
    let usual = double != 0.0 && double.is_finite();
    usual && decimal(ryu::Buffer::new().format_finite(double)) == (digits, exponent)
}

/// Xorshift: the same cases in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

/// The decimals of 17, 16 and of as few digits as it takes that are next to a double, and two to
/// each side of them; and those next to the middle between it and the next double.
fn around(double: f64, see: &mut impl FnMut(Decimal)) {
    if !double.is_finite() || double <= 0.0 {
        return;
    }
    let mut buffer = ryu::Buffer::new();
    let next = double.next_up().min(f64::MAX);
    let (one, other) = (decimal(&format!("{double:.16e}")), decimal(&format!("{next:.16e}")));
    let full = |(digits, exponent): Decimal| {
        let scale = 10u64.pow(16 - digits.ilog10());
        (digits * scale, exponent - i64::from(scale.ilog10()))
    };
    let (low, high) = (full(one), full(other));
    let mut centres = vec![
        low,
        decimal(&format!("{double:.15e}")),
        decimal(&format!("{double:.14e}")),
        decimal(buffer.format_finite(double)),
    ];
    if low.1 == high.1 {
        let middle = low.0.midpoint(high.0);
        centres.extend([(middle, low.1), (middle / 10, low.1 + 1)]);
    }
    for (digits, exponent) in centres {
        for digits in digits.saturating_sub(2).max(1)..=digits + 2 {
            see(trimmed((digits, exponent)));
        }
    }
}

/// Doubles where intervals are uneven, ties are common, or the exponent ends.
fn special_doubles(see: &mut impl FnMut(f64)) {
    let mut ulps = |double: f64| {
        (0..7u64).for_each(|off| see(f64::from_bits((double.to_bits() + off).saturating_sub(3))));
    };
    for power in -1074..=1023i32 {
        ulps(if power < -1022 {
            f64::from_bits(1 << (power + 1074))
        } else {
            f64::from_bits(((power + 1023) as u64) << 52)
        });
    }
    (-324..=308).for_each(|power| ulps(format!("1e{power}").parse().expect("a number")));
    ulps(f64::MAX);
}

fn every_family(many: u64, see: &mut impl FnMut(Decimal)) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    special_doubles(&mut |double| around(double, see));
    // Few digits next to zero, and whole numbers from 2^53 to 2^64.
    (-345..-300).for_each(|exponent| (1..200).for_each(|few| see(trimmed((few, exponent)))));
    for power in 50..64 {
        (0..200).for_each(|off| see(trimmed(((1u64 << power) - 100 + off, 0))));
    }
    for _ in 0..many {
        around(f64::from_bits(random.next() >> 1), see);
    }
    for _ in 0..many / 4 {
        // Subnormals; doubles with few bits behind the point, where decimals come in equal pairs.
        around(f64::from_bits(random.next() >> (12 + random.below(52))), see);
        let bits = random.next() >> (11 + random.below(4));
        around(bits as f64 / (1u64 << random.below(40)) as f64, see);
        // Any decimal; those next to where a digit more is needed.
        let exponent = random.below(660) as i64 - 346;
        see(trimmed((random.below(100_000_000_000_000_000).max(1), exponent)));
        let edge = 10u64.pow(15 + random.below(3) as u32);
        see(trimmed((edge - 20 + random.below(40), exponent)));
    }
}

/// How many decimals were looked at, and the first that is accepted though it is not the shortest.
fn first_mistake(many: u64, accepts: impl Fn(Decimal) -> bool) -> (u64, Option<Decimal>) {
    let (mut seen, mut mistake) = (0, None);
    every_family(many, &mut |decimal| {
        seen += 1;
        if mistake.is_none() && accepts(decimal) && !is_shortest(decimal) {
            mistake = Some(decimal);
        }
    });
    (seen, mistake)
}

#[test]
fn what_is_accepted_is_what_would_be_printed() {
    let (seen, mistake) = first_mistake(MANY, |(digits, exponent)| is_certain(digits, exponent));
    assert_eq!(mistake, None);
    assert!(seen > 30 * MANY, "{seen}");
}

#[test]
fn leaving_out_any_condition_is_noticed() {
    type Mutant = fn(Place) -> bool;
    let all: Mutant = |it| it.reads_back() && it.none_is_shorter() && it.none_is_better();
    assert_eq!(
        first_mistake(FEW, |(digits, exponent)| place(digits, exponent).is_some_and(all)).1,
        None
    );
    let mutants: &[(&str, Mutant)] = &[
        ("a shorter decimal", |it| it.reads_back() && it.none_is_better()),
        ("a nearer decimal", |it| it.reads_back() && it.none_is_shorter()),
        ("an odd decimal of two as near", |it| {
            let nearest = it.none_is_nearer() || it.is_one_of_two();
            it.reads_back() && it.none_is_shorter() && nearest
        }),
        ("the wider gap above a power of two", |it| {
            let it = Place { above: it.half, ..it };
            it.reads_back() && it.none_is_shorter() && it.none_is_better()
        }),
        ("half of the gap below", |it| {
            let up = it.least + it.stride * (10 - it.last) > it.above;
            let down = it.most - it.stride * it.last <= -it.half / 2;
            it.reads_back() && up && down && it.none_is_better()
        }),
        ("the error of the product", |it| {
            let it = Place { most: it.least, ..it };
            it.reads_back() && it.none_is_shorter() && it.none_is_better()
        }),
    ];
    for (left_out, mutant) in mutants {
        let accepts = |(digits, exponent)| place(digits, exponent).is_some_and(mutant);
        assert!(first_mistake(FEW, accepts).1.is_some(), "{left_out}");
    }
}

#[test]
fn few_decimals_are_left_undecided_whatever_the_exponent() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    let (mut shortest, mut undecided) = (0, 0);
    for exponent in 1..2046u64 {
        let mut accepted = 0;
        for _ in 0..MANY / 2_000 {
            let double = f64::from_bits((exponent << 52) | (random.next() >> 12));
            let (digits, exponent) = decimal(ryu::Buffer::new().format_finite(double));
            assert!(is_shortest((digits, exponent)));
            let certain = is_certain(digits, exponent);
            (shortest, undecided) = (shortest + 1, undecided + u64::from(!certain));
            accepted += u64::from(certain);
        }
        assert!(accepted > 0, "{exponent}");
    }
    assert!(undecided * 100 < shortest * 2, "{undecided} of {shortest}");
}

/// A number's text, at random among those that denote it.
fn spelt((digits, exponent): Decimal, random: &mut Random) -> String {
    let mut text = digits.to_string();
    (0..random.below(3)).for_each(|_| text.push('0'));
    let exponent = exponent - (text.len() - digits.to_string().len()) as i64;
    let behind = random.below(text.len() as u64 + 4) as i64;
    while (text.len() as i64) <= behind {
        text.insert(0, '0');
    }
    let (mut whole, fraction) = text.split_at(text.len() - behind as usize);
    while whole.len() > 1 && whole.starts_with('0') {
        whole = &whole[1..];
    }
    let sign = ["", "-"][random.below(2) as usize];
    let point = if fraction.is_empty() { "" } else { "." };
    let mut text = format!("{sign}{whole}{point}{fraction}");
    let exponent = exponent + behind;
    if exponent != 0 || random.below(4) == 0 {
        text.push(['e', 'E'][random.below(2) as usize]);
        text.push_str(["", "+"][random.below(2) as usize * usize::from(exponent >= 0)]);
        let zeros = ["", "", "0"][random.below(3) as usize];
        let minus = if exponent < 0 { "-" } else { "" };
        text.push_str(&format!("{minus}{zeros}{}", exponent.unsigned_abs()));
    }
    text
}

#[test]
fn every_spelling_has_the_form_that_printing_gives() {
    let mut random = Random(0x0f1e_2d3c_4b5a_6978);
    let mut forms = [Canonicaliser::new(Mode::Fingerprint), Canonicaliser::new(Mode::Rfc8785)];
    let (mut seen, mut refused) = (0u64, 0u64);
    every_family(MANY / 4, &mut |decimal| {
        seen += 1;
        let text = spelt(decimal, &mut random);
        let token = number::split(text.as_bytes(), 0).expect("a number");
        for (form, exact) in forms.iter_mut().zip([true, false]) {
            let printed = number::canonical_by_printing(&token, exact);
            let ours = form.canonicalise(text.as_bytes());
            refused += u64::from(ours.is_err());
            assert_eq!(
                ours.map_err(|refusal| refusal.reason),
                printed.as_ref().map(|text| text.as_bytes()).map_err(|reason| *reason),
                "{text}"
            );
        }
    });
    assert!(refused * 20 > seen, "{refused} of {seen}");
}

#[test]
fn known_decimals_are_decided_as_they_should_be() {
    for text in ["5e-324", "2.2250738585072014e-308", "1.7976931348623157e308"] {
        let (digits, exponent) = decimal(text);
        assert!(is_certain(digits, exponent), "{text}");
    }
    // Exactly in the middle between two decimals of 17 digits; the even one is written.
    assert!(is_certain(14_249_539_237_812_062, -1) && !is_certain(14_249_539_237_812_063, -1));
    for (digits, exponent) in [
        (9_007_199_254_740_993, 0),
        (33_333_333_333_333_329, -8),
        (1, -324),
        (0, 0),
        (10, 0),
        (u64::MAX, 0),
        (5, i64::MIN / 8),
        (5, i64::MAX / 4),
        (17_976_931_348_623_159, 292),
    ] {
        assert!(!is_certain(digits, exponent), "{digits} {exponent}");
    }
}

//! The members of the objects that are open, their order, and duplicates.
//!
//! Claims: names are ordered by the UTF-16 code units of their unescaped form (RFC 8785 section
//! 3.2.3), and two equal names of one object are found in `n log n` comparisons.
//! Checked by: `tests/canonical_vectors.rs` (the published sort vectors) and
//! `tests/canonical_properties.rs` (order against `str::encode_utf16`).
//! Not covered: a duplicate is found when its object closes, so a fault further on in the same
//! object is reported first.

use std::cmp::Ordering;

/// One member of an open object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// The first eight bytes of the name in an order-preserving form; equal prefixes decide nothing.
    prefix: u64,
    /// The unescaped name: a range of the text, or of the decoded names.
    name: (usize, usize),
    decoded: bool,
    /// Where the name's opening quote is in the text.
    pub(crate) at: usize,
    /// Where the member starts and ends in what the sink wrote.
    pub(crate) place: (usize, usize),
}

/// The unescaped names that are not verbatim in the text, and the text itself.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) decoded: &'a [u8],
}

impl<'a> Names<'a> {
    pub(crate) fn of(self, member: &Member) -> &'a [u8] {
        let from = if member.decoded { self.decoded } else { self.text };
        from.get(member.name.0..member.name.1).unwrap_or_default()
    }

    /// Compares two names by their UTF-16 code units.
    #[inline]
    pub(crate) fn order(self, left: &Member, right: &Member) -> Ordering {
        left.prefix.cmp(&right.prefix).then_with(|| utf16_order(self.of(left), self.of(right)))
    }
}

impl Member {
    #[inline]
    pub(crate) fn new(names: Names<'_>, name: (usize, usize), decoded: bool, at: usize) -> Member {
        let mut member = Member { prefix: 0, name, decoded, at, place: (0, 0) };
        let from = if decoded { names.decoded } else { names.text };
        member.prefix = prefix(from.get(name.0..).unwrap_or_default(), names.of(&member).len());
        member
    }
}

/// Sorts the members of one object by name and, within a name, by place. Answers where the
/// first repeated name of the text stands, if there is one.
pub(crate) fn sort(members: &mut [Member], names: Names<'_>) -> Option<usize> {
    members.sort_unstable_by(|left, right| {
        names.order(left, right).then_with(|| left.at.cmp(&right.at))
    });
    let neighbours = members.iter().zip(members.iter().skip(1));
    let repeated = neighbours.filter(|(left, right)| names.order(left, right).is_eq());
    repeated.map(|(_, second)| second.at).min()
}

/// UTF-8 bytes sort like code points. UTF-16 code units sort differently in one place only:
/// surrogates (UTF-8 lead bytes F0 to F4) come before U+E000 to U+FFFF (lead bytes EE and EF).
#[inline]
const fn utf16_rank(byte: u8) -> u8 {
    match byte {
        0xee => 0xfe,
        0xef => 0xff,
        other => other,
    }
}

fn utf16_order(left: &[u8], right: &[u8]) -> Ordering {
    let differing = left.iter().zip(right).find(|(a, b)| a != b);
    match differing {
        Some((a, b)) => utf16_rank(*a).cmp(&utf16_rank(*b)),
        None => left.len().cmp(&right.len()),
    }
}

/// The prefix of the name of this length at the start of `text`.
#[inline]
fn prefix(text: &[u8], length: usize) -> u64 {
    let eight = match text.first_chunk::<8>() {
        Some(eight) => u64::from_be_bytes(*eight),
        None => {
            let mut eight = [0; 8];
            for (slot, byte) in eight.iter_mut().zip(text) {
                *slot = *byte;
            }
            u64::from_be_bytes(eight)
        }
    };
    let behind = if length < 8 { u64::MAX >> (8 * length) } else { 0 };
    let eight = eight & !behind;
    if eight & 0x8080_8080_8080_8080 == 0 {
        return eight;
    }
    u64::from_be_bytes(eight.to_be_bytes().map(utf16_rank))
}

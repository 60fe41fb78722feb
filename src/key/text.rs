//! Text forms of digests.
//!
//! Claims: lower-case hex and RFC 4648 base32 (lower case, no padding) of 32 bytes.
//! Checked by: the unit tests here, with the vectors of RFC 4648 section 10.
//! Not covered: reading base32 back; a derived key is compared, never decoded.

use std::fmt;

/// Writes bytes as lower-case hex.
pub(crate) fn write_hex(out: &mut impl fmt::Write, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
}

/// Reads exactly 64 lower-case hex digits.
pub(crate) fn read_hex(text: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    if text.len() != 64 {
        return None;
    }
    for (slot, pair) in digest.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let [high, low] = pair else { return None };
        *slot = nibble(*high)? << 4 | nibble(*low)?;
    }
    Some(digest)
}

fn nibble(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// RFC 4648 section 6 in lower case, without padding: 52 characters for 32 bytes.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    for group in bytes.chunks(5) {
        let padded = group.iter().chain(std::iter::repeat(&0)).take(5);
        let bits = padded.fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
        for place in 0..(group.len() * 8).div_ceil(5) {
            let five = u8::try_from(bits >> (35 - 5 * place) & 31).unwrap_or(0);
            text.push(char::from(if five < 26 { b'a' + five } else { b'2' + five - 26 }));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base32_agrees_with_the_vectors_of_rfc_4648() {
        let vectors = [
            ("", ""),
            ("f", "my"),
            ("fo", "mzxq"),
            ("foo", "mzxw6"),
            ("foob", "mzxw6yq"),
            ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ];
        for (plain, coded) in vectors {
            assert_eq!(base32(plain.as_bytes()), coded);
        }
        assert_eq!(base32(&[0xff; 32]).len(), 52);
    }

    #[test]
    fn hex_is_read_strictly() {
        let mut text = String::new();
        assert!(write_hex(&mut text, &[0xa5; 32]).is_ok());
        assert_eq!(read_hex(&text), Some([0xa5; 32]));
        assert_eq!(read_hex(&text.to_uppercase()), None);
        assert_eq!(read_hex(&text.replace("a5a5", "a5 5")), None);
        assert_eq!(read_hex("a5"), None);
    }
}

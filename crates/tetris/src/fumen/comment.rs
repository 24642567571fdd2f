//! Comments: JavaScript's `escape`, and four characters in five letters.

/// The longest escaped comment.
pub(super) const LONGEST: usize = 4095;
/// Printable ASCII from the space on is numbered from 0; the base leaves one number unused.
const BASE: u64 = 96;

/// What JavaScript's `escape` makes of a text.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(b) if b.is_ascii_alphanumeric() || b"@*_+-./".contains(&b) => out.push(b as char),
            Ok(b) => out.push_str(&format!("%{b:02X}")),
            Err(_) => out.push_str(&format!("%u{unit:04X}")),
        }
    }
    out
}

/// The text behind an escaped one; what is no escape stands for itself.
pub(super) fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let hex = |from: usize, count: usize| {
        let digits = bytes.get(from..from + count)?;
        digits.iter().all(u8::is_ascii_hexdigit).then_some(())?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut units = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let (unit, used) = match bytes[i] {
            b'%' if bytes.get(i + 1) == Some(&b'u') && hex(i + 2, 4).is_some() => (hex(i + 2, 4), 6),
            b'%' if hex(i + 1, 2).is_some() => (hex(i + 1, 2), 3),
            b => (Some(u16::from(b)), 1),
        };
        units.extend(unit);
        i += used;
    }
    String::from_utf16_lossy(&units)
}

/// The numbers of an escaped text, four characters each.
pub(super) fn pack(escaped: &str) -> impl Iterator<Item = u64> + '_ {
    escaped
        .as_bytes()
        .chunks(4)
        .map(|four| four.iter().rev().fold(0, |value, &b| value * BASE + u64::from(b.saturating_sub(32))))
}

/// The characters of one number; nothing where it stands for none.
pub(super) fn unpack(mut value: u64) -> Option<[char; 4]> {
    let mut four = [' '; 4];
    for c in &mut four {
        let digit = (value % BASE) as u8;
        (digit < 95).then_some(())?;
        *c = (digit + 32) as char;
        value /= BASE;
    }
    (value == 0).then_some(four)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_comes_back(text in ".*") {
            prop_assert_eq!(unescape(&escape(&text)), text);
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = unescape(&text);
        }
    }

    #[test]
    fn javascript_agrees() {
        assert_eq!(escape("こ é+/@"), "%u3053%20%E9+/@");
        assert_eq!(unescape("%zz%u12"), "%zz%u12");
    }
}

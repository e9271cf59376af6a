//! Words of ASCII letters, digits and underscores, cut by the rules of UAX 29 without its tables. They hold as long as
//! what is beside a word is ASCII too, or one of the signs that prose is full of; all else is left to the caller.

/// A sign that is never a part of a word but may hold two parts of one together.
#[derive(Clone, Copy)]
pub(super) struct Sign {
    /// How many bytes it has.
    pub(super) length: usize,
    /// Whether it holds letters together: rules WB6 and WB7.
    letters: bool,
    /// Whether it holds digits together: rules WB11 and WB12.
    digits: bool,
}

/// The sign at `at`; `None` for letters, digits, underscores, the end of the text, and what is beyond ASCII and no
/// common punctuation. No ideographic space: spaces are kept together, and this one with those of ASCII.
#[inline]
pub(super) fn sign(text: &str, at: usize) -> Option<Sign> {
    let rest = &text.as_bytes()[at..];
    let (letters, digits) = match *rest.first()? {
        b'.' | b'\'' => (true, true),
        b':' => (true, false),
        b',' | b';' => (false, true),
        byte if is_word(byte) => return None,
        0..0x80 => (false, false),
        _ => return typographic(rest),
    };
    Some(Sign { length: 1, letters, digits })
}

/// Quotation marks, dashes, the ellipsis, and the punctuation of Chinese.
fn typographic(rest: &[u8]) -> Option<Sign> {
    let (letters, digits) = match *rest.first_chunk()? {
        // ‘ ’
        [0xE2, 0x80, 0x98 | 0x99] => (true, true),
        // – — “ ” …; 、 。 〈 to 】; ！ （ ） ？
        [0xE2, 0x80, 0x93 | 0x94 | 0x9C | 0x9D | 0xA6]
        | [0xE3, 0x80, 0x81 | 0x82 | 0x88..=0x91]
        | [0xEF, 0xBC, 0x81 | 0x88 | 0x89 | 0x9F] => (false, false),
        // ， ；
        [0xEF, 0xBC, 0x8C | 0x9B] => (false, true),
        // ：
        [0xEF, 0xBC, 0x9A] => (true, false),
        _ => return None,
    };
    Some(Sign { length: 3, letters, digits })
}

/// The end of the sign at `at`, and of all of a run of spaces, which the rules keep together.
#[inline]
pub(super) fn after_sign(text: &str, at: usize) -> Option<usize> {
    let mut end = at + sign(text, at)?.length;
    if text.as_bytes()[at] == b' ' {
        end += text.as_bytes()[end..].iter().take_while(|&&byte| byte == b' ').count();
    }
    Some(end)
}

/// A letter, a digit, or the underscore: never parted from one another.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A run of letters, digits and underscores, with what holds them together.
pub(super) struct AsciiWord {
    pub(super) end: usize,
    /// It holds more than underscores.
    pub(super) is_word: bool,
}

/// The word that begins with the ASCII letter, digit or underscore at `at`; `None` where it may reach beyond ASCII,
/// which `is_foreign` tells of a place in the text.
#[inline]
pub(super) fn ascii_word(text: &str, at: usize, is_foreign: impl Fn(usize) -> bool) -> Option<AsciiWord> {
    let bytes = text.as_bytes();
    let mut end = run_end(bytes, at);
    while let Some(&byte) = bytes.get(end) {
        // The most common end of all.
        if byte == b' ' {
            break;
        }
        let Some(sign) = sign(text, end) else {
            // A Han character ends a word as the end of the text does; anything else beyond ASCII may belong to it.
            if is_foreign(end) {
                return None;
            }
            break;
        };
        if !sign.letters && !sign.digits {
            break;
        }
        let next = end + sign.length;
        if is_foreign(next) {
            return None;
        }
        let (before, after) = (bytes[end - 1], bytes.get(next).copied().unwrap_or(b' '));
        let holds = (sign.digits && before.is_ascii_digit() && after.is_ascii_digit())
            || (sign.letters && before.is_ascii_alphabetic() && after.is_ascii_alphabetic());
        if !holds {
            break;
        }
        end = run_end(bytes, next);
    }
    Some(AsciiWord { end, is_word: bytes[at..end].iter().any(|&byte| byte != b'_') })
}

/// The end of the run of letters, digits and underscores that begins at `at`, eight bytes at a time: how long a word is
/// cannot be foreseen, so a branch for each letter would be taken wrongly once a word.
#[inline]
fn run_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&chunk) = bytes[at..].first_chunk() {
        let others = others(u64::from_le_bytes(chunk));
        if others != 0 {
            return at + (others.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|&&byte| is_word(byte)).count()
}

/// The highest bit of each byte that is no letter, digit or underscore.
#[inline]
fn others(bytes: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = 0x80 * ONES;
    // Without its highest bit no byte carries into the next.
    let low = bytes & !HIGH;
    let from = |bytes: u64, least: u8| bytes + u64::from(0x80 - least) * ONES;
    let small = low | (0x20 * ONES);
    let letter = from(small, b'a') & !from(small, b'z' + 1);
    let digit = from(low, b'0') & !from(low, b'9' + 1);
    let underscore = from(low, b'_') & !from(low, b'_' + 1);
    (!(letter | digit | underscore) | bytes) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bytes_are_told_apart_as_each_alone() {
        for byte in 0..=255 {
            for beside in [0, b'a', b'_', 0xFF] {
                let mut bytes = [beside; 8];
                bytes[3] = byte;
                let other = others(u64::from_le_bytes(bytes)) >> (8 * 3) & 0xFF;
                assert_eq!(other, if is_word(byte) { 0 } else { 0x80 }, "{byte} beside {beside}");
            }
        }
    }

    #[test]
    fn a_run_ends_where_it_ends_at_any_length() {
        for length in 0..40 {
            let text = "a".repeat(length);
            assert_eq!(run_end(text.as_bytes(), 0), length);
            assert_eq!(run_end(format!("{text} bcdefghijk").as_bytes(), 0), length);
        }
    }
}

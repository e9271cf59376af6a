//! Words cut by the rules of UAX 29 from the classes of a small table ([`Class`]), ASCII without any. They apply if the
//! neighbours of a word are in that table, or are common signs of prose; everything else is left to the caller.

use super::class::Class;

/// A sign that is never part of a word but may join two parts of one.
#[derive(Clone, Copy)]
pub(super) struct Sign {
    /// Its number of bytes.
    pub(super) length: usize,
    /// True if it joins letters: rules WB6 and WB7.
    letters: bool,
    /// True if it joins digits: rules WB11 and WB12.
    digits: bool,
}

/// The sign at `at`; `None` for letters, digits, underscores, the end of the text, and everything beyond ASCII except
/// common punctuation. The ideographic space is excluded: spaces stay together, and this one with those of ASCII.
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

/// The end of signs of ASCII in a row, short of one that something beyond ASCII may hang on, with all of its spaces:
/// none of them is of a word. `None` if there is no such sign.
#[inline]
pub(super) fn after_ascii_signs(bytes: &[u8], at: usize) -> Option<usize> {
    let signs = bytes[at..].iter().take_while(|&&byte| byte.is_ascii() && !is_word(byte)).count();
    let mut end = at + signs;
    if signs > 0 && bytes.get(end).is_some_and(|byte| !byte.is_ascii()) {
        let spaces = bytes[at..end].iter().rev().take_while(|&&byte| byte == b' ').count();
        end -= spaces.max(1);
    }
    (end > at).then_some(end)
}

/// A letter, a digit, or the underscore: never parted from one another.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Letters, digits and underscores, with the signs that join them.
pub(super) struct FoundWord {
    pub(super) end: usize,
    /// True if it contains more than underscores and signs.
    pub(super) is_word: bool,
}

/// The kind of the last character of a run, marks aside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Letter,
    Digit,
    Underscore,
    Katakana,
    Alone,
}

impl Last {
    fn of(byte: u8) -> Self {
        match byte {
            b'_' => Self::Underscore,
            b'0'..=b'9' => Self::Digit,
            _ => Self::Letter,
        }
    }
}

/// The word that begins at `at`, with a character of ASCII or of the table that can begin one; `None` if it may reach
/// beyond these, as determined by `is_foreign` for a place in the text.
#[inline]
pub(super) fn word(text: &str, at: usize, is_foreign: impl Fn(usize) -> bool) -> Option<FoundWord> {
    let bytes = text.as_bytes();
    let (mut end, mut last) = run(text, at);
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
        let after = match bytes.get(next) {
            Some(0x80..) => (Class::at(text, next).0 == Class::Letter).then_some(Last::Letter),
            Some(&byte) if is_word(byte) => Some(Last::of(byte)),
            _ => None,
        };
        let holds = after == Some(last) && (sign.digits && last == Last::Digit || sign.letters && last == Last::Letter);
        if !holds {
            break;
        }
        (end, last) = run(text, next);
    }
    let word = &text[at..end];
    // What begins a word beyond ASCII is a letter or digit. Only behind an underscore may be nothing but marks.
    let is_word = bytes[at] != b'_'
        || word.bytes().any(|byte| byte.is_ascii_alphanumeric())
        || word.contains(char::is_alphanumeric);
    Some(FoundWord { end, is_word })
}

/// The end of the characters from `at` on that the rules never part, signs aside, and what the last one is.
#[inline(always)]
#[allow(clippy::inline_always, reason = "else a tenth slower where each letter is a word")]
fn run(text: &str, at: usize) -> (usize, Last) {
    let bytes = text.as_bytes();
    let (mut end, mut last) = (at, None);
    loop {
        // Nothing but underscores joins Katakana, and nothing at all a character that is alone.
        let joins = match last {
            Some(Last::Katakana) => bytes.get(end) == Some(&b'_'),
            Some(Last::Alone) => false,
            _ => true,
        };
        if joins && bytes.get(end).is_some_and(u8::is_ascii) {
            let next = run_end(bytes, end);
            if next > end {
                (end, last) = (next, Some(Last::of(bytes[next - 1])));
            }
        }
        if bytes.get(end).is_none_or(u8::is_ascii) {
            break;
        }
        let (class, length) = Class::at(text, end);
        let next = match (class, last) {
            (Class::Mark, Some(last)) => last,
            (Class::Letter, None | Some(Last::Letter | Last::Digit | Last::Underscore)) => Last::Letter,
            (Class::Katakana, None | Some(Last::Katakana | Last::Underscore)) => Last::Katakana,
            (Class::Alone, None) => Last::Alone,
            _ => break,
        };
        (end, last) = (end + length, Some(next));
    }
    (end, last.unwrap_or(Last::Alone))
}

/// The end of the run of letters, digits and underscores that begins at `at`, eight bytes at a time: how long a word is
/// cannot be foreseen, so a branch for each letter would be mispredicted once per word.
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

/// The highest bit of each byte that is not a letter, digit or underscore.
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

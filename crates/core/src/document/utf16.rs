//! Recognises UTF-16 without a byte order mark.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// The largest number of examined bytes; what follows can only be more of the same, or damage.
const SAMPLE: usize = 1 << 20;

/// UTF-16 of either byte order, if read in it `bytes` are plausible text.
///
/// Counting NULs is not enough: Chinese text has few, and those of 一 (U+4E00) and 开 (U+5F00) are on the opposite side
/// to those of ASCII. So both readings are made and scored, character by character. Latin text read in the wrong order
/// looks like Chinese, and Chinese text read in the wrong order is an alphabet soup; so ASCII scores more than other
/// letters, common scripts more than rare ones, and neighbours of the same script score too. An odd length is accepted:
/// the last byte may be truncated.
pub(super) fn recognise(bytes: &[u8]) -> Option<&'static Encoding> {
    let bytes = &bytes[..bytes.len().min(SAMPLE)];
    let units = || bytes.chunks_exact(2);
    let little = Utf16Score::of(units().map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
    let big = Utf16Score::of(units().map(|pair| u16::from_be_bytes([pair[0], pair[1]])));
    match (little.plausible(), big.plausible()) {
        (true, false) => Some(UTF_16LE),
        (false, true) => Some(UTF_16BE),
        (true, true) if little.score > big.score => Some(UTF_16LE),
        (true, true) if big.score > little.score => Some(UTF_16BE),
        _ => None,
    }
}

/// The score of one of the two readings.
#[derive(Default)]
struct Utf16Score {
    characters: usize,
    /// Printable ASCII characters, whitespace and escape.
    ascii: usize,
    /// Other characters that would be two of printable ASCII: one hanzi in four, but all of an ASCII text.
    ascii_pairs: usize,
    /// Characters whose low byte is NUL: one hanzi in a hundred, but all of an ASCII text in the wrong order and of
    /// a table of small numbers.
    low_nuls: usize,
    /// Characters that no text has: NUL, controls, halves of surrogate pairs, private use.
    bad: usize,
    /// Characters that are neither letters nor any punctuation known here.
    strange: usize,
    score: i64,
}

impl Utf16Score {
    fn of(units: impl Iterator<Item = u16>) -> Self {
        let mut marks = Self::default();
        let mut last = None;
        for c in char::decode_utf16(units) {
            marks.characters += 1;
            let script = c.as_ref().ok().map(|c| script(*c));
            marks.score += i64::from(script.is_some() && script == last);
            last = script;
            match c.map(|c| (c, u32::from(c))) {
                Ok((' '..='~' | '\t' | '\n' | '\r' | '\x0C' | '\x1B', _)) => {
                    marks.ascii += 1;
                    marks.score += 2;
                }
                Ok((c, code)) if !is_bad(c) => {
                    marks.ascii_pairs += usize::from(is_ascii_pair(c));
                    marks.low_nuls += usize::from(code.is_multiple_of(0x100));
                    if is_common(c) {
                        marks.score += 1;
                    } else if !c.is_alphanumeric() && !is_rare_but_text(c) {
                        marks.strange += 1;
                        marks.score -= 1;
                    }
                }
                _ => {
                    marks.bad += 1;
                    marks.score -= 3;
                }
            }
        }
        marks
    }

    fn plausible(&self) -> bool {
        let others = self.characters - self.ascii;
        // A text in ASCII with a NUL somewhere would be Chinese of a sort.
        let is_ascii = self.ascii_pairs >= self.ascii && self.ascii_pairs * 10 > others * 6;
        self.score > 0
            && self.bad * 50 <= self.characters
            && (self.bad + self.strange) * 10 <= self.characters
            && self.low_nuls * 2 <= self.characters
            && !is_ascii
    }
}

/// Returns true if the two bytes of `c` would both be printable ASCII. Kana are omitted: nearly all would be, but only
/// beside the digit 0.
fn is_ascii_pair(c: char) -> bool {
    let code = u32::from(c);
    !matches!(c, '\u{3040}'..='\u{30FF}')
        && code <= 0xFFFF
        && [code >> 8, code & 0xFF].iter().all(|byte| (0x20..0x7F).contains(byte))
}

/// A number for the script of `c`, roughly: alphabets seldom cross a multiple of 256, and what Chinese and Japanese
/// texts are made of is one.
fn script(c: char) -> u32 {
    match c {
        '\u{3000}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF00}'..='\u{FFEF}' => 0x4E,
        '\u{AC00}'..='\u{D7A3}' => 0xAC,
        _ => u32::from(c) >> 8,
    }
}

fn is_bad(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FFFE}' | '\u{FFFF}' | '\u{F0000}'..)
}

/// Letters and punctuation of the scripts that most texts are in.
fn is_common(c: char) -> bool {
    matches!(c,
        '\u{A0}'..='\u{BF}' | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}' | '\u{FF00}'..='\u{FFEF}')
        || (c < '\u{1100}' && c.is_alphanumeric())
}

/// Marks, symbols and emoji: `char` has no question for them.
fn is_rare_but_text(c: char) -> bool {
    matches!(c,
        '\u{2B0}'..='\u{36F}' | '\u{591}'..='\u{5F4}' | '\u{600}'..='\u{6FF}' | '\u{900}'..='\u{E7F}'
        | '\u{2000}'..='\u{2BFF}' | '\u{3100}'..='\u{33FF}' | '\u{FE00}'..='\u{FE6F}' | '\u{1F000}'..='\u{1FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn little(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    fn big(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    }

    #[test]
    fn texts_of_many_scripts() {
        let texts = [
            "Bush hid the facts",
            "灯塔守望者每天清晨都会记录一次海上的风向\n",
            "一二三\n",
            "最后开始",
            "Hello 中",
            "いろはにほへと ちりぬるを",
            "대한민국의 모든 권력은 국민으로부터 나온다",
            "Съешь же ещё этих мягких французских булок",
            "Ο καλύτερος δρόμος είναι ο ήσυχος",
            "الحمد لله رب العالمين",
            "เพื่อการศึกษาและการพัฒนา",
            "सभी मनुष्यों को गौरव और अधिकार",
            "tea 🍵 and frogs 🐸\r\n",
            "\u{1b}[31mred\u{1b}[0m",
            "a",
        ];
        for text in texts {
            assert_eq!(recognise(&little(text)), Some(UTF_16LE), "{text}");
            assert_eq!(recognise(&big(text)), Some(UTF_16BE), "{text}");
        }
    }

    #[test]
    fn a_cut_last_character_is_no_objection() {
        let bytes = little("The tea road is long");
        assert_eq!(recognise(&bytes[..bytes.len() - 1]), Some(UTF_16LE));
    }

    #[test]
    fn not_utf16() {
        let table: &[&[u8]] = &[
            b"",
            b"a",
            b"\0",
            b"\0\0\0\0",
            b"plain text with one \0 in it, that went wrong somewhere",
            b"one.txt\0two.txt\0three.txt\0",
            "灯塔守望者\0每天清晨都会记录一次".as_bytes(),
            b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0\x01\0\0\0",
            b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\0\0\0\x02\0",
            b"a\0\0\0b\0\0\0c\0\0\0",
            b"\x01\0\x02\0\x03\0\x04\0",
        ];
        for bytes in table {
            assert_eq!(recognise(bytes), None, "{}", bytes.escape_ascii());
        }
    }
}

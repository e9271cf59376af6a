//! Which characters may not go to a terminal as they are, and what is shown for them.
//!
//! Three reasons: the terminal would obey them (C0, C1, DEL), they move what is around them (bidirectional
//! controls, separators), or the eye cannot see them and the terminals do not agree on their width (zero-width
//! characters, fillers, tags). The caret form is that of `cat -v` and less, the hex form that of less and vim.
//! Invisible characters that do their work are left alone: joiners inside emoji and in the scripts that need them, a
//! variation selector behind something it can select.

use std::fmt::{self, Write as _};

use simscope_core::unicode::is_invisible;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use super::drawing::ellipsis;

/// Longer clusters are cut. The longest emoji are about 40 bytes, a Tibetan or Zalgo stack in honest use less.
const LONGEST: usize = 64;

/// The base of an accent that has nothing to be on.
const BASE: char = '◌';

/// A short text that is not in the source, held without the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Short {
    len: u8,
    bytes: [u8; Self::CAPACITY],
}

impl Short {
    const CAPACITY: usize = 22;

    pub fn as_str(&self) -> &str {
        self.bytes.get(..usize::from(self.len)).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or("")
    }

    /// Adds `text` whole, or not at all where fewer than `spare` bytes would be left.
    fn push(&mut self, text: &str, spare: usize) -> bool {
        let start = usize::from(self.len);
        let end = start + text.len();
        let free = if end + spare <= Self::CAPACITY { self.bytes.get_mut(start..end) } else { None };
        if let Some(free) = free {
            free.copy_from_slice(text.as_bytes());
            self.len = end as u8;
            return true;
        }
        false
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.push(text, 0) { Ok(()) } else { Err(fmt::Error) }
    }
}

/// The text to show instead of `grapheme`, or `None` if it may be shown as it is.
pub(super) fn reveal(grapheme: &str) -> Option<Short> {
    let too_long = grapheme.len() > LONGEST;
    if !too_long && parts(grapheme).all(|part| matches!(part, ClusterPart::Seen(_))) {
        return None;
    }
    let mut all = Short { len: 0, bytes: [0; Short::CAPACITY] };
    for part in parts(grapheme) {
        let mut one = Short { len: 0, bytes: [0; Short::CAPACITY] };
        // Cannot fail: the longest part is eight bytes.
        let _ = match part {
            ClusterPart::Seen(c) => write!(one, "{c}"),
            ClusterPart::Orphan(c) => write!(one, "{BASE}{c}"),
            ClusterPart::Hidden(c) if c.is_ascii_control() => write!(one, "^{}", char::from(c as u8 ^ 0x40)),
            ClusterPart::Hidden(c) => write!(one, "<{:02X}>", u32::from(c)),
        };
        if !all.push(one.as_str(), ellipsis().len()) {
            // A joiner would have nothing to join now.
            all.len = all.as_str().trim_end_matches(is_unseen).len() as u8;
            all.push(ellipsis(), 0);
            break;
        }
    }
    Some(all)
}

enum ClusterPart {
    Seen(char),
    /// A mark without a letter under it.
    Orphan(char),
    /// Needs a stand-in.
    Hidden(char),
}

/// The characters of a cluster, each judged by its neighbours.
fn parts(grapheme: &str) -> impl Iterator<Item = ClusterPart> {
    let is_flag = grapheme.starts_with('\u{1F3F4}') && grapheme.ends_with('\u{E007F}');
    let mut before = None;
    grapheme.char_indices().map(move |(at, c)| {
        let after = grapheme.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        let is_tag_of_flag = is_flag && ('\u{E0020}'..='\u{E007F}').contains(&c);
        let hidden = is_unseen(c) && !is_tag_of_flag && !does_its_work(before, c, after);
        let part = match (hidden, before) {
            (true, _) => ClusterPart::Hidden(c),
            (false, None) if is_combining_mark(c) && needs_base(c) => ClusterPart::Orphan(c),
            // Takes no cell and has nothing to join: half a Hangul syllable, an Arabic number sign without a number.
            (false, None) if c.width() == Some(0) => ClusterPart::Hidden(c),
            _ => ClusterPart::Seen(c),
        };
        // A mark behind a stand-in would land on its `>`.
        before = if matches!(part, ClusterPart::Hidden(_)) { None } else { Some(c) };
        part
    })
}

/// Whether a mark joins the cluster before it. Some vowel signs of Myanmar and its neighbours never do: they are
/// clusters of their own wherever they occur, so nothing is missing under them.
fn needs_base(c: char) -> bool {
    let mut bytes = [0; 8];
    let base = BASE.encode_utf8(&mut bytes).len();
    let end = base + bytes.get_mut(base..).map_or(0, |room| c.encode_utf8(room).len());
    let both = bytes.get(..end).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default();
    both.graphemes(true).count() == 1
}

/// Control characters, everything that Unicode calls default ignorable, and noncharacters.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || c >= '\u{AD}'
            && (u32::from(c) & 0xFFFE == 0xFFFE
                || is_invisible(c)
                || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FFF9}'..='\u{FFFB}'))
}

/// Whether an unseen character changes what is seen, as its script means it to.
fn does_its_work(before: Option<char>, c: char, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    match c {
        // Joiners of the scripts from Arabic to Sinhala, of Tibetan, Myanmar, Khmer and Mongolian; of emoji.
        '\u{200C}' | '\u{200D}'
            if matches!(before,
            '\u{600}'..='\u{109F}' | '\u{1780}'..='\u{18AF}') =>
        {
            true
        }
        '\u{200D}' => after.is_some_and(|after| !is_unseen(after) && !is_combining_mark(after)),
        // The vowel that an old Hangul syllable lacks.
        '\u{1160}' => matches!(before, '\u{1100}'..='\u{115E}'),
        '\u{180B}'..='\u{180D}' | '\u{180F}' => matches!(before, '\u{1820}'..='\u{18AF}'),
        '\u{FE00}'..='\u{FE0F}' => !before.is_ascii_alphabetic() && !is_unseen(before),
        '\u{E0100}'..='\u{E01EF}' => {
            matches!(before, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    fn shown(text: &str) -> String {
        super::super::clean(text).into_owned()
    }

    #[test]
    fn a_terminal_gets_no_orders() {
        assert_eq!(shown("\u{1b}[2J\u{7}\u{7f}\0\r\n"), "^[[2J^G^?^@^M^J");
        assert_eq!(shown("\u{9b}31m\u{85}\u{90}"), "<9B>31m<85><90>");
        assert_eq!(shown("a\tb"), "a    b");
    }

    #[test]
    fn what_hides_is_seen() {
        assert_eq!(shown("a\u{200b}b\u{feff}\u{ad}\u{2028}\u{2060}"), "a<200B>b<FEFF><AD><2028><2060>");
        assert_eq!(shown("abc\u{202e}cba\u{2069}"), "abc<202E>cba<2069>");
        assert_eq!(shown("a\u{200d}b a\u{200c}b 中\u{200d}"), "a<200D>b a<200C>b 中<200D>");
        assert_eq!(shown("a\u{fe0f}\u{e0041}\u{ffff}\u{10fffe}"), "a<FE0F><E0041><FFFF><10FFFE>");
        assert_eq!(shown("\u{115f}x\u{1160}"), "<115F>x<1160>");
        assert_eq!(shown("\u{3164}\u{1161}\u{600}1\u{605}"), "<3164><1161>\u{600}1<605>");
    }

    #[test]
    fn what_works_is_left() {
        for text in [
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "葛\u{e0100}",
            "👩🏽\u{200d}❤\u{fe0f}\u{200d}💋\u{200d}👨🏿",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "0\u{fe00}",
            "한글",
            "\u{1100}\u{1160}\u{11a8}",
            "각",
        ] {
            assert_eq!(shown(text), text);
        }
        // Two selectors, a tag on no flag: nothing that a font would draw.
        assert_eq!(shown("❤\u{fe0f}\u{fe0f}"), "❤\u{fe0f}<FE0F>");
        assert_eq!(shown("🏴\u{e0067}"), "🏴<E0067>");
    }

    #[test]
    fn marks_have_a_base_and_an_end() {
        assert_eq!(shown("\u{301}a\n\u{301}"), "◌\u{301}a^J◌\u{301}");
        assert_eq!(shown("a\u{200d}\u{301}"), "a<200D>◌\u{301}");
        let zalgo = shown(&format!("a{}b", "\u{301}".repeat(500)));
        assert!(zalgo.starts_with("a\u{301}\u{301}") && zalgo.ends_with("…b") && zalgo.len() < 40, "{zalgo:?}");
        // Burmese writes this vowel behind its letter, in a cell of its own; behind a stand-in it works as well.
        assert_eq!(shown("က\u{102c}\u{19}\u{102c}"), "က\u{102c}^Y\u{102c}");
        // Under the limit it is a matter of taste, and the author's.
        let stack = format!("a{}", "\u{301}".repeat(20));
        assert_eq!(shown(&stack), stack);
    }
}

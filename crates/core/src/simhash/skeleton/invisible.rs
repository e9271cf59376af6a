//! Characters that take no space on a screen or on paper, and where a script needs them.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use crate::{simhash::is_han, unicode::is_invisible};

pub(super) const SOFT_HYPHEN: char = '\u{AD}';
/// Letters that stay on a line, and begin the next one, where a word is divided.
const LEAST_LETTERS: usize = 2;

/// No script needs more invisible characters in a row; also bounds the work for a text of nothing else.
const MOST_IN_A_ROW: usize = 8;

/// The visible characters before a place.
#[derive(Default)]
pub(super) struct Neighbours {
    last: Option<char>,
    /// Letters since the word began or was divided.
    letters: usize,
}

impl Neighbours {
    pub(super) fn see(&mut self, c: char) {
        self.letters = if is_letter(c) { self.letters + 1 } else { 0 };
        self.last = Some(c);
    }

    pub(super) fn pass(&mut self, invisible: char) {
        if invisible == SOFT_HYPHEN {
            self.letters = 0;
        }
    }
}

/// Whether a script needs the invisible `c` between what is before it and the text `after` it.
pub(super) fn is_expected(c: char, before: &Neighbours, after: &str, right_to_left: bool) -> bool {
    let next = after.chars().take(MOST_IN_A_ROW).find(|&c| !is_invisible(c));
    let beside = |is: fn(char) -> bool| before.last.is_some_and(is) || next.is_some_and(is);
    match c {
        '\u{FEFF}' => before.last.is_none(),
        SOFT_HYPHEN => {
            before.letters >= LEAST_LETTERS
                && after.chars().take_while(|&c| is_letter(c)).nth(LEAST_LETTERS - 1).is_some()
        }
        '\u{200B}' => beside(is_of_a_shaping_script),
        '\u{200C}' | '\u{200D}' => beside(is_of_a_shaping_script) || before.last.is_some_and(is_symbol),
        '\u{34F}' => beside(is_of_a_shaping_script) || before.last.is_some_and(is_mark),
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => {
            before.last.is_some_and(|c| !is_letter(c) && !c.is_whitespace())
        }
        '\u{E0020}'..='\u{E007F}' => before.last == Some('\u{1F3F4}'),
        '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => right_to_left,
        '\u{115F}'..='\u{1160}' | '\u{3164}' | '\u{FFA0}' => beside(is_jamo),
        '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}' => before.last.is_some_and(is_of_a_shaping_script),
        _ => false,
    }
}

fn is_letter(c: char) -> bool {
    !is_han(c) && c.is_alphabetic()
}

fn is_symbol(c: char) -> bool {
    matches!(c.general_category(), GeneralCategory::OtherSymbol | GeneralCategory::ModifierSymbol)
}

fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{A960}'..='\u{A97F}' | '\u{D7B0}'..='\u{D7FF}'
        | '\u{FFA1}'..='\u{FFDC}')
}

/// Whether `c` is of a script that joins or stacks letters, or writes words without spaces: joiners, non-joiners and
/// zero-width spaces belong to it.
fn is_of_a_shaping_script(c: char) -> bool {
    !c.is_ascii()
        && !matches!(
            c.script(),
            Script::Common
                | Script::Inherited
                | Script::Unknown
                | Script::Latin
                | Script::Greek
                | Script::Cyrillic
                | Script::Armenian
                | Script::Georgian
                | Script::Hebrew
                | Script::Han
                | Script::Hiragana
                | Script::Katakana
                | Script::Bopomofo
                | Script::Hangul
        )
}

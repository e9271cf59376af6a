//! Properties of characters that more than one module uses. Must not know other modules.

use std::{array, sync::OnceLock};

use unicode_normalization::{IsNormalized, char::canonical_combining_class, is_nfkc_quick};

/// Returns true if `c` is a letter or a digit, as [`char::is_alphanumeric`].
pub fn is_alphanumeric(c: char) -> bool {
    static KNOWN: Remembered = Remembered::none();
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { KNOWN.of(c, char::is_alphanumeric) }
}

/// Returns true if `c` is a digit or another number, as [`char::is_numeric`].
pub(crate) fn is_numeric(c: char) -> bool {
    static KNOWN: Remembered = Remembered::none();
    if c.is_ascii() { c.is_ascii_digit() } else { KNOWN.of(c, char::is_numeric) }
}

/// Returns true if `c` is a letter or a digit that NFKC and lower case leave as it is, whatever such characters are
/// beside it.
pub(crate) fn is_folded(c: char) -> bool {
    static KNOWN: Remembered = Remembered::none();
    let is = |c: char| {
        let stays = canonical_combining_class(c) == 0 && is_nfkc_quick([c].into_iter()) == IsNormalized::Yes;
        stays && c.is_alphanumeric() && c.to_lowercase().eq([c])
    };
    if c.is_ascii() { c.is_ascii_lowercase() || c.is_ascii_digit() } else { KNOWN.of(c, is) }
}

/// The characters of a block that have a property, one bit each.
type Block = u64;

/// A cache of the standard library's properties of characters, by blocks: its tables are searched from the start, which
/// takes a microsecond for letters of Thai or Arabic.
struct Remembered([OnceLock<Block>; Self::CHARACTERS / Block::BITS as usize]);

impl Remembered {
    /// The first ones; others are rare in texts.
    const CHARACTERS: usize = 0x1_0000;

    const fn none() -> Self {
        Self([const { OnceLock::new() }; Self::CHARACTERS / Block::BITS as usize])
    }

    fn of(&self, c: char, is: fn(char) -> bool) -> bool {
        let (block, at) = (u32::from(c) / Block::BITS, u32::from(c) % Block::BITS);
        let Some(known) = self.0.get(block as usize) else { return is(c) };
        let bits = known.get_or_init(|| {
            let all: [bool; Block::BITS as usize] =
                array::from_fn(|at| char::from_u32(block * Block::BITS + at as u32).is_some_and(is));
            all.into_iter().rev().fold(0, |bits, is| bits << 1 | Block::from(is))
        });
        bits >> at & 1 == 1
    }
}

/// Unicode calls `c` a *default ignorable code point* (`DerivedCoreProperties`, Unicode 17).
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    proptest! {
        #[test]
        fn what_is_folded_stays_as_it_is(text in "[\\p{L}\\p{N}\\p{M}]{1,6}|[ᄀ-ᇿ가-힣]{1,4}|[क-हा-ौ]{1,4}") {
            let text: String = text.chars().filter(|&c| is_folded(c)).collect();
            let folded: String = text.nfkc().flat_map(char::to_lowercase).filter(|&c| is_alphanumeric(c)).collect();
            prop_assert_eq!(folded, text);
        }
    }

    #[test]
    fn what_is_remembered_is_what_the_standard_library_says() {
        for c in '\0'..=char::MAX {
            assert_eq!([is_alphanumeric(c), is_numeric(c)], [c.is_alphanumeric(), c.is_numeric()], "{c:?}");
        }
    }
}

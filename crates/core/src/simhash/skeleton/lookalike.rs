//! Letters of one alphabet that look like letters of another, and words in which they are mixed.

use std::{collections::HashMap, mem, ops::Range, sync::LazyLock};

use crate::{
    simhash::{Span, is_han},
    unicode::is_invisible,
};

/// Alphabets with letters that look like those of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alphabet {
    /// Basic Latin and all other Latin letters.
    Latin,
    /// Russian, Ukrainian, Serbian and all other Cyrillic letters.
    Cyrillic,
    /// Greek letters, with or without accents.
    Greek,
    /// Armenian, Cherokee, Coptic, Deseret or Lisu letters.
    Other,
}

impl Alphabet {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Latin, Self::Cyrillic, Self::Greek, Self::Other];

    /// The alphabets of words.
    const OF_WORDS: [Self; 3] = [Self::Latin, Self::Cyrillic, Self::Greek];

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The properties of a character, in a byte: its alphabet, if any, the [`Alphabet::OF_WORDS`] that it belongs to or has
/// a look-alike in, and a bit for combining characters.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Letter(u8);

impl Letter {
    /// All of [`Alphabet::OF_WORDS`].
    const ANY: u8 = 0b111;
    /// Where the alphabets of words are; its own is below.
    const FITS: u32 = 4;
    /// Its own alphabet.
    const OWN: u8 = 0b1111;
    /// A mark that hangs on a letter of any alphabet.
    const MARK: Self = Self(1 << 7);
    /// An invisible character.
    const UNSEEN: Self = Self(1 << 7 | 1 << Self::FITS);

    fn new(own: Alphabet) -> Self {
        Self(own.bit()).fitting(own)
    }

    /// The same character, if it also fits into words of an alphabet.
    fn fitting(self, into: Alphabet) -> Self {
        Self(self.0 | (into.bit() & Self::ANY) << Self::FITS)
    }

    fn of(c: char) -> Self {
        match LETTERS.common.get(c as usize) {
            Some(letter) => *letter,
            None if has_none(c) => Self::default(),
            None => LETTERS.rare(c),
        }
    }

    fn is_one(self) -> bool {
        self.0 & Self::OWN != 0
    }

    fn own(self) -> Option<Alphabet> {
        Alphabet::ALL.into_iter().find(|alphabet| self.0 & alphabet.bit() != 0)
    }
}

/// The characters below have a place in an array.
const COMMON: u32 = 0x2E80;

struct Letters {
    common: Vec<Letter>,
    /// The first and the last of letters in a row, and their alphabet; of marks without one.
    ranges: Vec<(char, char, Option<Alphabet>)>,
}

static LETTERS: LazyLock<Letters> = LazyLock::new(|| {
    let row = |line: &str| {
        let mut fields = line.split(' ');
        let letter = |field: &str| char::from_u32(u32::from_str_radix(field, 16).ok()?);
        let (first, last, name) = (letter(fields.next()?)?, letter(fields.next()?)?, fields.next()?);
        Some((first, last, Alphabet::ALL.into_iter().find(|alphabet| name == format!("{alphabet:?}"))))
    };
    let ranges = include_str!("../../../assets/alphabets.txt").lines().filter_map(row).collect();
    let mut letters = Letters { common: Vec::new(), ranges };
    letters.common = (0..COMMON).map(|c| char::from_u32(c).map_or_else(Letter::default, |c| letters.rare(c))).collect();
    letters
});

impl Letters {
    /// The properties of the character at a place of a text, and its length in bytes.
    #[inline]
    fn at(&self, text: &str, at: usize) -> (Letter, usize) {
        let bytes = text.as_bytes();
        match bytes[at] {
            byte @ ..0x80 => (self.common[usize::from(byte)], 1),
            byte @ ..0xE0 => (self.common[usize::from(byte & 0x1F) << 6 | usize::from(bytes[at + 1] & 0x3F)], 2),
            0xE4..=0xE9 => (Letter::default(), 3),
            _ => {
                let c = text[at..].chars().next().unwrap_or_default();
                (Letter::of(c), c.len_utf8())
            }
        }
    }

    fn rare(&self, c: char) -> Letter {
        let at = self.ranges.partition_point(|&(_, last, _)| last < c);
        let own = match self.ranges.get(at) {
            Some(&(first, _, own)) if first <= c => own,
            _ if is_invisible(c) => return Letter::UNSEEN,
            _ => return Letter::default(),
        };
        let Some(own) = own else { return Letter::MARK };
        let others = LOOKALIKES.get(&c).copied().unwrap_or_default();
        let others = Alphabet::OF_WORDS.into_iter().zip(others).filter(|(_, other)| other.is_some());
        others.fold(Letter::new(own), |letter, (alphabet, _)| letter.fitting(alphabet))
    }
}

#[cfg(test)]
pub(super) fn alphabet(c: char) -> Option<Alphabet> {
    Letter::of(c).own()
}

/// Returns true if a character has no alphabet by its block, for speed: Han, kana, Hangul, emoji.
fn has_none(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{3029}' | '\u{302E}'..='\u{3098}' | '\u{309B}'..='\u{3163}' | '\u{3165}'..='\u{A4CF}'
        | '\u{ABEE}'..='\u{FAFF}' | '\u{1F000}'..='\u{323AF}')
}

pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}')
}

/// By letter: the letters of each of [`Alphabet::OF_WORDS`] that look the same.
static LOOKALIKES: LazyLock<HashMap<char, [Option<char>; 3]>> = LazyLock::new(|| {
    let lines = include_str!("../../../assets/lookalikes.txt").lines().filter(|line| !line.starts_with('#'));
    let letter = |field: &str| field.chars().next();
    let row = |line: &str| {
        let mut fields = line.split(' ');
        let of = letter(fields.next()?)?;
        let same = [fields.next()?, fields.next()?, fields.next()?];
        Some((of, same.map(|field| letter(field).filter(|&c| c != '-'))))
    };
    lines.filter_map(row).collect()
});

/// The look-alike of `c` in an alphabet; `c` if it is of that alphabet, or of none.
fn lookalike(c: char, into: Alphabet) -> char {
    match Letter::of(c).own() {
        Some(own) if own != into => LOOKALIKES.get(&c).and_then(|others| *others.get(into as usize)?).unwrap_or(c),
        _ => c,
    }
}

/// The end of the Han characters from `at` on: those in blocks with hardly anything else and no letters.
#[inline]
fn after_han(bytes: &[u8], mut at: usize) -> usize {
    while let Some(0xE4..=0xE9) = bytes.get(at) {
        at += 3;
    }
    at
}

/// The end of the bytes of ASCII from `at` on.
fn ascii_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes[at..].first_chunk::<8>().is_some_and(|chunk| chunk.is_ascii()) {
        at += 8;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// Words longer than this are not changed.
const LONGEST: usize = 64;
/// A shorter word may be a formula.
const LEAST_DECEIVING: usize = 4;

/// Words while they are read: letters of alphabets with look-alikes, with their marks.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The present one.
    word: Word,
    /// The alphabet of the last word before that can be in one only; the usual one, once there was need of one.
    context: Option<Alphabet>,
    /// Once there was need of one.
    census: Option<Census>,
    deceived: bool,
}

/// A word.
#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    /// Its place in the text.
    pub span: Range<usize>,
    letters: usize,
    /// The alphabets of its letters.
    own: u8,
    /// The alphabets of which it can be a word, as in [`Letter`].
    fits: u8,
    /// It contains invisible characters.
    pub is_parted: bool,
}

impl Words {
    /// Skips unchanged words and the text between them, up to a word or a character that must be examined, or a Han
    /// character if these must be. Returns the place where it stopped: at once inside a word.
    pub(super) fn pass(&mut self, text: &str, from: usize, stops_at_han: bool) -> usize {
        if self.word.letters > 0 {
            return from;
        }
        let (bytes, letters) = (text.as_bytes(), &*LETTERS);
        let (mut at, mut start) = (from, from);
        let mut all = Letter(Letter::ANY << Letter::FITS);
        loop {
            match bytes.get(at) {
                // Words of ASCII alone are Latin in any case, and mean nothing new.
                Some(..0x80) if at == start && self.context == Some(Alphabet::Latin) => {
                    let end = ascii_end(bytes, at);
                    let letters = bytes[at..end].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
                    (at, start) = (end - letters, end - letters);
                }
                Some(0xE4..=0xE9) if at == start && !stops_at_han => {
                    at = after_han(bytes, at);
                    start = at;
                }
                _ => {}
            }
            let (letter, length) = match bytes.get(at) {
                None => (Letter::UNSEEN, 0),
                Some(0xE3..) if stops_at_han && text[at..].starts_with(is_han) => (Letter::UNSEEN, 1),
                Some(_) => letters.at(text, at),
            };
            if letter.is_one() {
                all = Letter((all.0 | letter.0 & Letter::OWN) & (letter.0 | Letter::OWN));
                at += length;
                continue;
            }
            if at > start {
                if letter == Letter::MARK {
                    at += length;
                    continue;
                }
                // An unseen character may be inside the word.
                if letter == Letter::UNSEEN && length > 0 || at - start > LONGEST || !self.stays(all) {
                    return start;
                }
            }
            if letter == Letter::UNSEEN {
                return at;
            }
            at += length;
            (start, all) = (at, Letter(Letter::ANY << Letter::FITS));
        }
    }

    /// Returns true if a word with these letters does not change. A word that can be in only one alphabet is the
    /// context of the following words.
    fn stays(&mut self, word: Letter) -> bool {
        let fits = word.0 >> Letter::FITS & Letter::ANY;
        match word.own() {
            Some(own) if word.0 & Letter::OWN == own.bit() => {
                let ambiguous = fits.count_ones() > 1;
                let context = if ambiguous { self.context.map_or(fits, Alphabet::bit) & fits } else { fits };
                let stays = context & !own.bit() == 0 && (own != Alphabet::Other || fits == 0);
                if stays && !ambiguous && fits != 0 {
                    self.context = Some(own);
                }
                stays
            }
            _ => false,
        }
    }

    /// Adds the character at a place to the present word, if it is of it.
    pub(super) fn take(&mut self, at: usize, c: char) -> bool {
        let (letter, word) = (Letter::of(c), &mut self.word);
        let part = letter.is_one() || word.letters > 0 && letter == Letter::MARK;
        if !part || word.letters >= LONGEST {
            return false;
        }
        if word.letters == 0 {
            *word = Word { span: at..at, fits: u8::MAX, ..Word::default() };
        }
        if letter.is_one() {
            word.own |= letter.0 & Letter::OWN;
            word.fits &= letter.0 >> Letter::FITS;
        }
        word.is_parted |= word.span.end != at;
        word.letters += 1;
        word.span.end = at + c.len_utf8();
        true
    }

    /// Ends the present word, if there is one.
    pub(super) fn end(&mut self) -> Option<Word> {
        (self.word.letters > 0).then(|| mem::take(&mut self.word))
    }

    /// Decides the alphabet in which a word of letters that are not all of it is read; `None` if they stay.
    ///
    /// A word can be in an alphabet if all its letters are, or look like letters of it. If there are several alphabets,
    /// it is in that of the last word that can be in only one.
    pub(super) fn resolve(&mut self, word: &Word, text: &str) -> Option<Alphabet> {
        let census = *self.census.get_or_insert_with(|| Census::of(text));
        if !census.mixed {
            self.context = Alphabet::ALL.into_iter().find(|own| word.own == own.bit());
            return None;
        }
        let fits = |alphabet: &Alphabet| word.fits & alphabet.bit() != 0;
        let into = match (word.fits & Letter::ANY).count_ones() {
            0 => return None,
            1 => {
                let only = Alphabet::OF_WORDS.into_iter().find(fits)?;
                self.context = Some(only);
                only
            }
            _ => {
                let context = *self.context.get_or_insert(census.usual);
                if fits(&context) {
                    context
                } else {
                    let counts = word.counts(text);
                    Alphabet::OF_WORDS.into_iter().filter(fits).max_by_key(|&of| counts[of as usize])?
                }
            }
        };
        self.deceived |= word.is_mixed() && word.letters >= LEAST_DECEIVING;
        (word.own != into.bit()).then_some(into)
    }

    /// Returns true if a mixed word is long enough to count.
    pub(super) fn deceived(&self) -> bool {
        self.deceived
    }
}

/// The number of bytes that a [`Census`] counts before it is checked again.
const PART: usize = 1 << 16;

/// The letters of a text as a whole.
#[derive(Clone, Copy, Debug)]
struct Census {
    /// There are letters of several alphabets: in a text of a single one no word is read in another.
    mixed: bool,
    /// The alphabet of most letters that look like none of another one.
    usual: Alphabet,
}

impl Census {
    fn of(text: &str) -> Self {
        let (mut counts, mut at, letters) = ([0; 256], 0, &*LETTERS);
        let only = |counts: &[usize; 256], of: Alphabet| counts[usize::from(Letter::new(of).0)];
        let is_mixed = |counts: &[usize; 256]| {
            let found = (0..=u8::MAX).filter(|&letter| counts[usize::from(letter)] > 0);
            found.fold(0, |own, letter| own | letter & Letter::OWN).count_ones() > 1
        };
        // A part at a time: as soon as the rest cannot change the answer, it is known.
        while at < text.len() {
            let end = (at + PART).min(text.len());
            while at < end {
                let (letter, length) = letters.at(text, at);
                counts[usize::from(letter.0)] += 1;
                at = after_han(text.as_bytes(), at + length);
            }
            let mut most = Alphabet::OF_WORDS.map(|of| only(&counts, of));
            most.sort_unstable();
            if most[2] > most[1] + (text.len() - at.min(text.len())) && is_mixed(&counts) {
                break;
            }
        }
        let usual = Alphabet::OF_WORDS.into_iter().max_by_key(|&of| only(&counts, of)).unwrap_or(Alphabet::Latin);
        Self { mixed: is_mixed(&counts), usual }
    }
}

impl Word {
    /// Returns true if letters of several alphabets are in it.
    pub(super) fn is_mixed(&self) -> bool {
        self.own.count_ones() > 1
    }

    /// Its letters and marks, each with its place in the text.
    fn letters<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, char)> + use<'t> {
        let start = self.span.start;
        let letters = text[self.span.clone()].char_indices().filter(|(_, c)| !is_invisible(*c));
        letters.map(move |(at, c)| (start + at, c))
    }

    fn counts(&self, text: &str) -> [u64; Alphabet::ALL.len()] {
        let mut counts = [0; Alphabet::ALL.len()];
        for alphabet in self.letters(text).filter_map(|(_, c)| Letter::of(c).own()) {
            counts[alphabet as usize] += 1;
        }
        counts
    }

    /// The letters of other alphabets than `into`, with their places.
    pub(super) fn foreign(&self, text: &str, into: Alphabet) -> impl Iterator<Item = (Alphabet, Span)> {
        let letters = self.letters(text).filter_map(|(at, c)| Some((Letter::of(c).own()?, at, c.len_utf8())));
        let places = letters.map(|(own, at, len)| (own, Span::new(at, at + len)));
        places.filter(move |&(own, _)| own != into)
    }

    /// The letters as those of an alphabet, or as they are, each with its place and length in the text.
    pub(super) fn read_in<'t>(
        &self,
        text: &'t str,
        into: Option<Alphabet>,
    ) -> impl Iterator<Item = (usize, usize, char)> + use<'t> {
        self.letters(text).map(move |(at, c)| (at, c.len_utf8(), into.map_or(c, |into| lookalike(c, into))))
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fmt::Write, fs, path::Path};

    use proptest::prelude::*;
    use unicode_script::{Script, UnicodeScript};
    use unicode_security::confusable_detection::skeleton;

    use super::*;
    use crate::simhash::Skeleton;

    const HEAD: &str = "\
# Letters that look the same in other alphabets: a letter, then the one of Latin, Cyrillic and Greek; - where there
# is none.
# Source: confusables.txt of Unicode Technical Standard 39, and a few letters that are used in the same way
# SPDX-License-Identifier: Unicode-3.0
# Made by SIMSCOPE_BLESS=1 cargo test --lib lookalike
";

    /// Letters that are mistaken for one another although Unicode's table maps them to a third letter. The first is
    /// Latin, of the others the Cyrillic one comes before the Greek one.
    const FURTHER: &[&str] = &["kкκ", "tтτ", "mм", "hн", "bвβ", "eеε", "nпη", "uиυ", "wшω"];

    fn letters(ranges: &[(u32, u32)]) -> Vec<char> {
        let all = ranges.iter().flat_map(|&(from, to)| from..=to).filter_map(char::from_u32);
        all.filter(|&c| by_unicode(c).is_some()).collect()
    }

    fn table() -> String {
        let own = [
            letters(&[(0x41, 0x7A), (0xC0, 0x17F)]),
            letters(&[(0x400, 0x45F), (0x490, 0x491), (0x4AE, 0x4AF), (0x4BA, 0x4BB), (0x50C, 0x51D)]),
            letters(&[(0x386, 0x3CE)]),
        ];
        let others = [(0x460, 0x58F), (0x13A0, 0x13FF), (0x2C80, 0x2CFF), (0xA4D0, 0xA4FF), (0x10400, 0x1044F)];
        let looks = |c: char| (skeleton(c.encode_utf8(&mut [0; 4])).collect::<String>(), c.is_uppercase());
        let by_looks: [HashMap<_, char>; 3] = [0, 1, 2].map(|of: usize| {
            // The first letter of an alphabet that looks so.
            own[of].iter().rev().map(|&c| (looks(c), c)).collect()
        });
        let mut table = HEAD.to_owned();
        for c in own.iter().flatten().copied().chain(letters(&others)) {
            let mut same = [0, 1, 2].map(|of: usize| by_looks[of].get(&looks(c)).copied());
            for letter in FURTHER.iter().filter(|row| row.contains(c)).flat_map(|row| row.chars()) {
                same[by_unicode(letter).unwrap() as usize] = Some(letter);
            }
            if same.iter().flatten().any(|&other| other != c) {
                let same = same.map(|letter| letter.unwrap_or('-'));
                writeln!(table, "{c} {} {} {}", same[0], same[1], same[2]).unwrap();
            }
        }
        table
    }

    /// The alphabet as Unicode has it.
    fn by_unicode(c: char) -> Option<Alphabet> {
        Some(match c.script() {
            _ if !c.is_alphabetic() => return None,
            Script::Latin => Alphabet::Latin,
            Script::Cyrillic => Alphabet::Cyrillic,
            Script::Greek => Alphabet::Greek,
            Script::Armenian | Script::Cherokee | Script::Coptic | Script::Deseret | Script::Lisu => Alphabet::Other,
            _ => return None,
        })
    }

    /// The name of its alphabet, or that of marks, which take the script of their base.
    fn named(c: char) -> Option<String> {
        let mark = (c.script() == Script::Inherited && !is_invisible(c)).then(|| "Mark".to_owned());
        by_unicode(c).map(|own| format!("{own:?}")).or(mark)
    }

    fn alphabets() -> String {
        let mut ranges: Vec<(u32, u32, String)> = Vec::new();
        for (c, own) in ('\0'..=char::MAX).filter_map(|c| Some((c as u32, named(c)?))) {
            match ranges.last_mut() {
                Some((_, last, of)) if *last + 1 == c && *of == own => *last = c,
                _ => ranges.push((c, c, own)),
            }
        }
        let row = |(first, last, own): &(u32, u32, String)| format!("{first:X} {last:X} {own}\n");
        format!("{RANGES}{}", ranges.iter().map(row).collect::<Vec<_>>().concat())
    }

    const RANGES: &str = "\
# Letters of alphabets that have look-alikes in others, and marks that hang on letters of any: the first and the last of
# those in a row, and the alphabet.
# Source: Scripts.txt and DerivedCoreProperties.txt of Unicode
# SPDX-License-Identifier: Unicode-3.0
# Made by SIMSCOPE_BLESS=1 cargo test --lib lookalike
";

    #[test]
    fn what_is_known_of_a_letter_is_what_unicode_says() {
        for c in '\0'..=char::MAX {
            let (letter, own) = (Letter::of(c), by_unicode(c));
            assert_eq!(letter.own(), own, "{c:?}");
            let looks = |into: Alphabet| own == Some(into) || own.is_some() && lookalike(c, into) != c;
            let fits = Alphabet::OF_WORDS.into_iter().filter(|&into| looks(into)).map(Alphabet::bit).sum::<u8>();
            assert!(own.is_none() || letter.0 >> Letter::FITS & Letter::ANY == fits, "{c:?}");
            let is_mark = c.script() == Script::Inherited && !is_invisible(c);
            assert_eq!([letter == Letter::MARK, letter == Letter::UNSEEN], [is_mark, is_invisible(c)], "{c:?}");
        }
    }

    /// The look-alike of `c` in an alphabet; `c` if it is of that alphabet.
    fn looks(c: char, into: Alphabet) -> Option<char> {
        match by_unicode(c) {
            Some(own) if own != into => *LOOKALIKES.get(&c)?.get(into as usize)?,
            _ => Some(c),
        }
    }

    /// The words of a text as they are read, letter by letter.
    fn naive(text: &str) -> String {
        let count = |letters: &[char]| {
            let mut counts = [0; Alphabet::ALL.len()];
            letters.iter().filter_map(|&c| by_unicode(c)).for_each(|own| counts[own as usize] += 1);
            counts
        };
        let alone = |c: &char| Alphabet::OF_WORDS.iter().filter(|&&into| looks(*c, into).is_some()).count() == 1;
        let usual = count(&text.chars().filter(alone).collect::<Vec<_>>());
        let mut context = Alphabet::OF_WORDS.into_iter().max_by_key(|&own| usual[own as usize]);
        let (mut read, mut word) = (String::new(), Vec::new());
        let mut end = |word: &mut Vec<char>, read: &mut String| {
            let counts = count(word);
            let fits = |into: &Alphabet| word.iter().all(|&c| looks(c, *into).is_some());
            let candidates: Vec<Alphabet> = Alphabet::OF_WORDS.into_iter().filter(fits).collect();
            let into = match candidates[..] {
                [] => None,
                [only] => {
                    context = Some(only);
                    context
                }
                _ => context
                    .filter(|context| candidates.contains(context))
                    .or(candidates.into_iter().max_by_key(|&into| counts[into as usize])),
            };
            read.extend(word.drain(..).map(|c| into.and_then(|into| looks(c, into)).unwrap_or(c)));
        };
        for c in text.chars() {
            let takes = |word: &Vec<char>| {
                (by_unicode(c).is_some() || !word.is_empty() && c.script() == Script::Inherited) && word.len() < LONGEST
            };
            if !takes(&word) {
                end(&mut word, &mut read);
            }
            if takes(&word) { word.push(c) } else { read.push(c) }
        }
        end(&mut word, &mut read);
        read
    }

    proptest! {
        #[test]
        fn words_are_read_as_letter_by_letter(
            text in "([aаoоρрcсKКΑб-ж\u{301}1ԁԱ]{1,5}[ .-]?){0,40}",
            long in 0..9usize,
        ) {
            let text = format!("{text}{}", "oо".repeat(long * 9));
            let mut alphabets: Vec<_> = text.chars().filter_map(by_unicode).collect();
            alphabets.sort_unstable();
            alphabets.dedup();
            let expected = if alphabets.len() > 1 { naive(&text) } else { text.clone() };
            let read = Skeleton::new(&text);
            prop_assert_eq!(read.text(), expected);
        }
    }

    #[test]
    fn the_tables_are_those_of_unicode() {
        for (name, table) in [("alphabets.txt", alphabets()), ("lookalikes.txt", table())] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name);
            if env::var_os("SIMSCOPE_BLESS").is_some() {
                fs::write(&path, &table).unwrap();
            }
            let known = fs::read_to_string(&path).unwrap();
            assert_eq!(known, table, "{name}: SIMSCOPE_BLESS=1 cargo test --lib lookalike renews it");
        }
    }
}

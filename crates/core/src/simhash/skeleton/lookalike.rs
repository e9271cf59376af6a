//! Letters of one alphabet that look like letters of another, and words in which they are mixed.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use unicode_script::{Script, UnicodeScript};

use crate::simhash::is_han;

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

    /// Those that a word can be in.
    const OF_WORDS: [Self; 3] = [Self::Latin, Self::Cyrillic, Self::Greek];

    pub(super) fn of(c: char) -> Option<Self> {
        if c.is_ascii() {
            return c.is_ascii_alphabetic().then_some(Self::Latin);
        }
        if has_none(c) || is_han(c) || !c.is_alphabetic() {
            return None;
        }
        match c.script() {
            Script::Latin => Some(Self::Latin),
            Script::Cyrillic => Some(Self::Cyrillic),
            Script::Greek => Some(Self::Greek),
            Script::Armenian | Script::Cherokee | Script::Coptic | Script::Deseret | Script::Lisu => Some(Self::Other),
            _ => None,
        }
    }
}

/// Whether a character has no alphabet by its block alone, for speed: punctuation, and what is between the radicals of
/// Han and the letters of Lisu.
fn has_none(c: char) -> bool {
    matches!(c, '\u{2000}'..='\u{206F}' | '\u{2E80}'..='\u{A4CF}' | '\u{FF01}'..='\u{FF20}')
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

/// What looks like `c` in an alphabet; `c` where it is of that alphabet.
fn lookalike(c: char, into: Alphabet) -> Option<char> {
    match Alphabet::of(c) {
        Some(own) if own != into => *LOOKALIKES.get(&c)?.get(into as usize)?,
        _ => Some(c),
    }
}

/// The alphabet of a letter that looks like none of another alphabet.
fn only_alphabet(c: char) -> Option<Alphabet> {
    let own = Alphabet::of(c)?;
    let mut others = Alphabet::OF_WORDS.into_iter().filter(|&other| other != own);
    (own != Alphabet::Other && others.all(|other| lookalike(c, other).is_none())).then_some(own)
}

/// Words longer than this are taken as they are.
const LONGEST: usize = 64;
/// A shorter word may be a formula.
const LEAST_DECEIVING: usize = 4;

/// A word while it is read: letters of alphabets with look-alikes, with their marks.
#[derive(Debug, Default)]
pub(super) struct Word {
    /// Each with its place in the text.
    letters: Vec<(usize, char)>,
    into: Option<Alphabet>,
    /// The alphabet of the words before, or of most of the text.
    context: Option<Alphabet>,
    deceived: bool,
}

impl Word {
    /// The first word of `text`.
    pub(super) fn first(text: &str) -> Self {
        let mut counts = [0; Alphabet::OF_WORDS.len()];
        for alphabet in text.chars().filter_map(only_alphabet) {
            counts[alphabet as usize] += 1;
        }
        let context = Alphabet::OF_WORDS.into_iter().max_by_key(|&alphabet| counts[alphabet as usize]);
        Self { context, ..Self::default() }
    }

    pub(super) fn takes(&self, c: char) -> bool {
        let part = Alphabet::of(c).is_some() || !self.letters.is_empty() && c.script() == Script::Inherited;
        part && self.letters.len() < LONGEST
    }

    pub(super) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    pub(super) fn push(&mut self, at: usize, c: char) {
        self.letters.push((at, c));
    }

    /// Decides the alphabet of the word; returns it if letters of others are mixed in.
    ///
    /// A word can be in an alphabet if all its letters are, or look like letters of it. Of several alphabets it is in
    /// that of the last word that can be in one only.
    pub(super) fn resolve(&mut self) -> Option<Alphabet> {
        let counts = self.counts();
        let mixed = counts.iter().filter(|&&n| n > 0).count() > 1;
        let fits = |into: &Alphabet| self.letters.iter().all(|&(_, c)| lookalike(c, *into).is_some());
        let candidates: Vec<Alphabet> = Alphabet::OF_WORDS.into_iter().filter(fits).collect();
        self.into = match candidates[..] {
            [] => None,
            [only] => {
                self.context = Some(only);
                Some(only)
            }
            _ => {
                let most = candidates.iter().copied().max_by_key(|&alphabet| counts[alphabet as usize]);
                self.context.filter(|context| candidates.contains(context)).or(most)
            }
        };
        let deceives = mixed && self.into.is_some();
        self.deceived |= deceives && self.letters.len() >= LEAST_DECEIVING;
        self.into.filter(|_| deceives)
    }

    fn counts(&self) -> [u64; Alphabet::ALL.len()] {
        let mut counts = [0; Alphabet::ALL.len()];
        for alphabet in self.letters.iter().filter_map(|&(_, c)| Alphabet::of(c)) {
            counts[alphabet as usize] += 1;
        }
        counts
    }

    /// How many letters of each alphabet but `into` there are.
    pub(super) fn foreign(&self, into: Alphabet) -> BTreeMap<Alphabet, u64> {
        let counts = Alphabet::ALL.into_iter().zip(self.counts());
        counts.filter(|&(alphabet, n)| alphabet != into && n > 0).collect()
    }

    /// The letters in the alphabet of the word, each with its place and length in the text.
    pub(super) fn letters(&self) -> impl Iterator<Item = (usize, usize, char)> {
        self.letters
            .iter()
            .map(|&(at, c)| (at, c.len_utf8(), self.into.and_then(|into| lookalike(c, into)).unwrap_or(c)))
    }

    /// Makes room for the next word.
    pub(super) fn clear(&mut self) {
        self.letters.clear();
        self.into = None;
    }

    /// Whether a word was mixed that is long enough to be one.
    pub(super) fn deceived(&self) -> bool {
        self.deceived
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fmt::Write, fs, path::Path};

    use unicode_security::confusable_detection::skeleton;

    use super::*;

    const HEAD: &str = "\
# Letters that look the same in other alphabets: a letter, then the one of Latin, Cyrillic and Greek; - where there
# is none.
# From confusables.txt of Unicode Technical Standard 39 (Unicode License v3), and a few that are used in the same way.
# Made by SIMSCOPE_BLESS=1 cargo test --lib lookalike
";

    /// Letters that are taken for one another though Unicode's table maps them to a third letter. The first is Latin,
    /// of the others the Cyrillic one comes before the Greek one.
    const FURTHER: &[&str] = &["kкκ", "tтτ", "mм", "hн", "bвβ", "eеε", "nпη", "uиυ", "wшω"];

    fn letters(ranges: &[(u32, u32)]) -> Vec<char> {
        let all = ranges.iter().flat_map(|&(from, to)| from..=to).filter_map(char::from_u32);
        all.filter(|&c| Alphabet::of(c).is_some()).collect()
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
                same[Alphabet::of(letter).unwrap() as usize] = Some(letter);
            }
            if same.iter().flatten().any(|&other| other != c) {
                let same = same.map(|letter| letter.unwrap_or('-'));
                writeln!(table, "{c} {} {} {}", same[0], same[1], same[2]).unwrap();
            }
        }
        table
    }

    #[test]
    fn blocks_without_an_alphabet_have_none() {
        let alphabets = [
            Script::Latin,
            Script::Cyrillic,
            Script::Greek,
            Script::Armenian,
            Script::Cherokee,
            Script::Coptic,
            Script::Deseret,
            Script::Lisu,
        ];
        for c in ('\0'..=char::MAX).filter(|&c| has_none(c)) {
            assert!(!c.is_alphabetic() || !alphabets.contains(&c.script()), "{c}");
        }
    }

    #[test]
    fn the_table_is_that_of_unicode() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lookalikes.txt");
        if env::var_os("SIMSCOPE_BLESS").is_some() {
            fs::write(&path, table()).unwrap();
        }
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            table(),
            "SIMSCOPE_BLESS=1 cargo test --lib lookalike renews it"
        );
    }
}

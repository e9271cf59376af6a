//! Hides the names of documents, folders and authors in texts: a document is identified by its number alone.
//!
//! A name is found in any case and width, as a whole word; one that begins or ends with a Han character also inside
//! others, as Chinese has no spaces. Hidden are paths, file names and stems, and the parts of a stem that may be a
//! person's name: those of [`LEAST_LETTERS`] letters, [`LEAST_HAN`] Han characters or [`LEAST_DIGITS`] digits that
//! occur in the stem of one document alone and are no word that files are often called by
//! (`assets/file-name-words.txt`). The author that a format names counts as a stem.
//!
//! Shorter parts, such as He, An and 许, are words too. In the text of a document they are hidden beside another part of
//! the same name, and in the first line; elsewhere they stay, and are counted where they are written as names are.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
};

use simscope_core::unicode::is_invisible;
use unicode_normalization::UnicodeNormalization;

use crate::{
    locale::Lang,
    simhash::{Span, idf, is_han},
    t,
};

/// The name of a document while names are hidden. Numbers count from 1.
pub(crate) fn numbered(number: usize, lang: Lang) -> String {
    t!(lang, "report.document-n", n = number)
}

/// The least length of a part of a stem that is hidden, in letters.
const LEAST_LETTERS: usize = 4;
/// The same in Han characters; also that of whole stems.
const LEAST_HAN: usize = 2;
/// The same in digits: shorter numbers are years and versions.
const LEAST_DIGITS: usize = 5;
/// The least length of a whole stem or folder without Han characters, in characters: shorter ones occur in any text.
const LEAST_STEM: usize = 3;

/// Names to hide, each with its replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Redactor {
    /// By the first character of the folded name: the folded names, the longest first, with their replacements.
    names: HashMap<char, Vec<(String, String)>>,
    /// The words among them as they are written: stems, parts and folders, each once.
    words: Vec<String>,
    /// Parts of names that are too short to be hidden wherever they are: by the folded part, the other parts of the
    /// names that it is in, an empty one among them, each with its replacement.
    short: HashMap<String, Vec<(String, String)>>,
    /// What replaces a folder.
    folder: &'static str,
}

/// A name in a text, and what is shown for it.
pub(super) type HiddenName<'a> = (Span, &'a str);

/// What is hidden in a text.
#[derive(Debug, Default)]
pub(super) struct TextNames<'a> {
    /// In the order of the text.
    pub hidden: Vec<HiddenName<'a>>,
    /// Short names that stay, since each may be a word.
    pub kept: Vec<Span>,
}

impl Redactor {
    /// Hides documents, each with its name and its paths, and the folders above them. If `words` are given, of words
    /// these alone: [`words`](Self::words) as a reader edited them; those that no name has are hidden too.
    pub(crate) fn new<'a>(
        documents: impl IntoIterator<Item = (&'a str, Vec<String>)>,
        words: Option<&[String]>,
        lang: Lang,
    ) -> Self {
        let documents: Vec<(&str, Vec<String>)> = documents.into_iter().collect();
        let wanted = words.map(|words| words.iter().map(|word| Folded::of(word).text).collect());
        let mut found = Names { last: documents.len(), wanted, ..Names::default() };
        let mut folders: Vec<PathBuf> = Vec::new();
        let owners = owners(&documents);
        for (number, (name, paths)) in (1..).zip(&documents) {
            let shown = numbered(number, lang);
            found.hide(name, &shown);
            for path in paths {
                found.hide(path, &shown);
                found.hide(file_name(path), &shown);
                let stem = stem(path);
                found.word(stem, &shown);
                for part in parts(stem).filter(|part| owners.get(&Folded::of(part).text) == Some(&Some(number))) {
                    found.word(part, &shown);
                }
                found.short(stem, &shown);
                // Neighbours are mostly in one folder.
                if let Some(above) =
                    Path::new(path).parent().filter(|above| !folders.iter().rev().take(2).any(|one| one == above))
                {
                    folders.push(above.to_owned());
                }
            }
        }
        let folder = t!(lang, "report.a-folder");
        for near in &folders {
            for path in near.ancestors() {
                found.hide(&path.to_string_lossy(), folder);
            }
            near.file_name().iter().for_each(|name| found.word(&name.to_string_lossy(), folder));
        }
        for word in words.unwrap_or_default() {
            found.add(word, t!(lang, "hidden.a-name"));
        }
        found.redactor(folder)
    }

    /// The stems, their parts and the folders that are hidden, beside paths and file names.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// The names in the text of the document that is shown as `own`.
    pub(super) fn names_in(&self, text: &str, own: &str) -> TextNames<'_> {
        let folded = Folded::of(text);
        let begins = text.len() - text.trim_start().len();
        let first_line = begins + text[begins..].find('\n').unwrap_or(text.len() - begins);
        let mut found = TextNames::default();
        let mut from = 0;
        for place in folded.places(0).filter(|place| folded.begins_word(*place)) {
            if place.source < from {
                continue;
            }
            // The name of a folder is a word like any other.
            let is_of_document =
                |(end, shown): &(usize, &str)| *shown != self.folder || text[place.source..*end].contains(['/', '\\']);
            let long = self.name_at(&folded, place).filter(is_of_document).map(|(end, shown)| (end, Some(shown)));
            let is_own = |shown: &str| shown == own && place.source < first_line;
            let Some((end, shown)) = long.or_else(|| self.short_at(&folded, place, text, is_own)) else { continue };
            let Some(shown) = shown else {
                found.kept.push(Span::new(place.source, end));
                continue;
            };
            from = end;
            match found.hidden.last_mut() {
                // The parts of one name.
                Some((span, before))
                    if *before == shown && text[span.end as usize..place.source].chars().all(is_gap) =>
                {
                    span.end = end as u32;
                }
                _ => found.hidden.push((Span::new(place.source, end), shown)),
            }
        }
        found
    }

    /// The short name that begins at a place: where it ends, and its replacement, unless it stays. It goes beside
    /// another part of its name, and where it is that of the document itself.
    fn short_at(
        &self,
        folded: &Folded,
        place: Place,
        text: &str,
        is_own: impl Fn(&str) -> bool,
    ) -> Option<(usize, Option<&str>)> {
        let (end, word) = folded.short_name(place)?;
        let others = self.short.get(word)?;
        if let Some((_, shown)) = others.iter().find(|(other, _)| folded.is_beside(place, end, other)) {
            return Some((end, Some(shown)));
        }
        // A Han character between others is a word, or a part of one.
        let alone = !text[end..].starts_with(is_han) && !text[..place.source].ends_with(is_han);
        alone.then(|| (end, others.iter().map(|(_, shown)| shown.as_str()).find(|shown| is_own(shown))))
    }

    /// The name that begins at a place: where it ends, and its replacement.
    fn name_at(&self, folded: &Folded, place: Place) -> Option<(usize, &str)> {
        let all = self.names.get(&folded.text[place.at..].chars().next()?)?;
        all.iter().find_map(|(name, shown)| Some((folded.whole_word(place, name)?, shown.as_str())))
    }

    pub(crate) fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(text);
        // A replacement may form another name with the letters beside it.
        for _ in 0..MAX_PASSES {
            match self.redact_once(&text) {
                Some(redacted) => text = Cow::Owned(redacted),
                None => break,
            }
        }
        text
    }

    fn redact_once(&self, text: &str) -> Option<String> {
        let folded = Folded::of(text);
        let (mut redacted, mut from) = (String::new(), 0);
        while let Some((start, end, shown)) = self.next(&folded, from) {
            redacted.push_str(&text[from..start]);
            redacted.push_str(shown);
            from = end;
        }
        (from > 0).then(|| redacted + &text[from..])
    }

    /// The first name behind that byte of the text, and its replacement.
    fn next(&self, folded: &Folded, from: usize) -> Option<(usize, usize, &str)> {
        folded.places(from).find_map(|place| {
            let (end, shown) = self.name_at(folded, place)?;
            Some((place.source, end, shown))
        })
    }

    /// Whether a text contains one of the names.
    pub(crate) fn gives_away(&self, text: &str) -> bool {
        self.next(&Folded::of(text), 0).is_some()
    }
}

/// How often a text is searched again after names were replaced.
const MAX_PASSES: usize = 8;

/// Names as they are found, by their folded form.
#[derive(Default)]
struct Names {
    known: BTreeMap<String, String>,
    words: Vec<String>,
    short: HashMap<String, Vec<(String, String)>>,
    /// The folded words that alone are hidden, if a reader chose them.
    wanted: Option<HashSet<String>>,
    /// The number of the last document.
    last: usize,
}

impl Names {
    /// Hides a name, or a path.
    fn hide(&mut self, name: &str, shown: &str) {
        let least = if name.chars().any(is_han) { LEAST_HAN } else { LEAST_STEM };
        if name.chars().count() >= least && !self.is_replacement(name) {
            self.known.entry(Folded::of(name).text).or_insert_with(|| shown.to_owned());
        }
    }

    /// Hides a stem, a part of one or a folder, unless it is a common word.
    fn word(&mut self, word: &str, shown: &str) {
        let wanted = match &self.wanted {
            Some(wanted) => wanted.contains(&Folded::of(word).text),
            None => !is_common(word),
        };
        if wanted {
            self.add(word, shown);
        }
    }

    /// Notes the short parts of a stem.
    fn short(&mut self, stem: &str, shown: &str) {
        let all = runs(stem).into_iter().flat_map(without_common).filter(|part| !part.starts_with(char::is_numeric));
        let all: Vec<&str> = all.filter(|part| !common_words().any(|common| common == Folded::of(part).text)).collect();
        for part in all.iter().filter(|part| !is_long_enough(part)) {
            let others = all.iter().copied().filter(|other| other != part).chain([""]);
            let others = others.map(|other| (Folded::of(other).text, shown.to_owned()));
            self.short.entry(Folded::of(part).text).or_default().extend(others);
        }
    }

    fn add(&mut self, word: &str, shown: &str) {
        let before = self.known.len();
        self.hide(word, shown);
        if self.known.len() > before {
            self.words.push(word.to_owned());
        }
    }

    /// Whether the name is the number of a document, which replaces names.
    fn is_replacement(&self, name: &str) -> bool {
        name.parse().is_ok_and(|number: usize| number <= self.last)
    }

    fn redactor(self, folder: &'static str) -> Redactor {
        let mut names: HashMap<char, Vec<(String, String)>> = HashMap::new();
        for (name, shown) in self.known {
            if let Some(first) = name.chars().next() {
                names.entry(first).or_default().push((name, shown));
            }
        }
        // One may begin with another.
        for all in names.values_mut() {
            all.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        }
        Redactor { names, words: self.words, short: self.short, folder }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// The file name without its endings: `smith` of `smith.docx.txt`.
fn stem(path: &str) -> &str {
    let file = file_name(path);
    let is_ending = |ending: &str| (1..=5).contains(&ending.len()) && ending.chars().all(|c| c.is_ascii_alphanumeric());
    let mut stem = file;
    while let Some((before, ending)) = stem.rsplit_once('.')
        && !before.is_empty()
        && (is_ending(ending) || stem.len() == file.len())
    {
        stem = before;
    }
    stem
}

/// The document in whose stem a part occurs, by the folded part; `None` if there are several.
fn owners(documents: &[(&str, Vec<String>)]) -> HashMap<String, Option<usize>> {
    let mut owners: HashMap<String, Option<usize>> = HashMap::new();
    for (number, (_, paths)) in (1..).zip(documents) {
        for part in paths.iter().flat_map(|path| parts(stem(path))) {
            let owner = owners.entry(Folded::of(part).text).or_insert(Some(number));
            *owner = owner.filter(|&other| other == number);
        }
    }
    owners
}

/// The most characters between two parts of a name.
const GAP: usize = 2;

fn is_gap(c: char) -> bool {
    Kind::of(c) == Kind::Other
}

struct Folded {
    pub text: String,
    /// The beginnings of the characters in both texts, and both ends.
    places: Vec<Place>,
    /// The characters of the source that have a folded form.
    chars: Vec<char>,
}

/// The beginning of a character, in bytes.
#[derive(Clone, Copy)]
struct Place {
    pub source: usize,
    /// In the folded text.
    pub at: usize,
    /// The number of the character.
    number: usize,
}

impl Folded {
    /// Folds each character by itself, so that none moves. Characters that nobody sees are skipped.
    fn of(source: &str) -> Self {
        let mut folded = Self { text: String::new(), places: Vec::new(), chars: Vec::new() };
        for (source, c) in source.char_indices().filter(|(_, c)| !is_invisible(*c)) {
            folded.places.push(Place { source, at: folded.text.len(), number: folded.chars.len() });
            folded.chars.push(c);
            // A line may end inside a name.
            let upper = std::iter::once(if c == '\n' { ' ' } else { c }).nfkd().flat_map(char::to_uppercase);
            folded.text.extend(upper.flat_map(char::to_lowercase));
        }
        folded.places.push(Place { source: source.len(), at: folded.text.len(), number: folded.chars.len() });
        folded
    }

    /// The characters from that byte of the source on.
    fn places(&self, from: usize) -> impl Iterator<Item = Place> {
        let first = self.places.partition_point(|place| place.source < from);
        let inside = &self.places[first..self.places.len().saturating_sub(1).max(first)];
        inside.iter().copied()
    }

    /// Whether no letter of the same word is before that place.
    fn begins_word(&self, place: Place) -> bool {
        let before = place.number.checked_sub(1).map(|before| self.chars[before]);
        !(is_letter(self.chars[place.number]) && before.is_some_and(is_letter))
    }

    /// What may be a short name at that place, a Han character or letters after a capital: where it ends in the source,
    /// and its folded form.
    fn short_name(&self, place: Place) -> Option<(usize, &str)> {
        let first = self.chars[place.number];
        let length = match Kind::of(first) {
            Kind::Han => 1,
            Kind::Letter if first.is_uppercase() => {
                self.chars[place.number..].iter().take(LEAST_LETTERS).take_while(|c| is_letter(**c)).count()
            }
            _ => return None,
        };
        let end = self.places[place.number + length];
        Some((end.source, &self.text[place.at..end.at]))
    }

    /// Whether a word from that place to a byte of the source has the folded `name` beside it.
    fn is_beside(&self, place: Place, end: usize, name: &str) -> bool {
        let end = self.places.partition_point(|place| place.source < end);
        let length = name.chars().count();
        let is_gap =
            |from: usize, to: usize| self.chars.get(from..to).is_some_and(|chars| chars.iter().all(|c| is_gap(*c)));
        let is_at = |number: usize| self.whole_word(self.places[number], name).is_some();
        (0..=GAP).any(|gap| {
            let before = place.number.checked_sub(gap + length);
            is_gap(end, end + gap) && is_at(end + gap)
                || before.is_some_and(|first| is_gap(first + length, place.number) && is_at(first))
        })
    }

    /// If the folded `name` is at that place and no part of a longer word: where it ends in the source.
    fn whole_word(&self, place: Place, name: &str) -> Option<usize> {
        if name.is_empty() || !self.text[place.at..].starts_with(name) {
            return None;
        }
        let end = self.places.binary_search_by_key(&(place.at + name.len()), |place| place.at).ok()?;
        let joined = |before: usize| {
            let [a, b] = [self.chars.get(before)?, self.chars.get(before + 1)?];
            Some(is_letter(*a) && is_letter(*b))
        };
        let begins_inside = place.number > 0 && joined(place.number - 1) == Some(true);
        let ends_inside = end > 0 && joined(end - 1) == Some(true);
        // The characters behind the last one that nobody sees go with the name.
        (!begins_inside && !ends_inside).then(|| self.places[end].source)
    }
}

/// A letter or digit of a script that puts spaces between words.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

const COMMON: &str = include_str!("../../assets/file-name-words.txt");
/// Words up to this inverse document frequency are in most texts.
const FREQUENT: f64 = 4.0;

/// Whether a word is too common to identify anybody.
fn is_common(word: &str) -> bool {
    let folded = Folded::of(word).text;
    common_words().any(|common| common == folded) || is_frequent(&folded)
}

fn is_frequent(word: &str) -> bool {
    let found = idf::table().look_up(word, None);
    found.from == idf::IdfSource::Table && found.value < FREQUENT
}

fn common_words() -> impl Iterator<Item = &'static str> {
    COMMON.lines().filter(|line| !line.starts_with('#')).flat_map(|line| line.split(' '))
}

/// The parts, as they are written: runs of letters, of digits and of Han characters; a capital behind a small letter
/// begins a part, and a common word among Han characters ends one.
fn parts(stem: &str) -> impl Iterator<Item = &str> {
    runs(stem).into_iter().flat_map(without_common).filter(|part| is_long_enough(part) && !is_common(part))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Han,
    Other,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            _ if is_han(c) => Self::Han,
            _ if c.is_numeric() => Self::Digit,
            _ if c.is_alphabetic() => Self::Letter,
            _ => Self::Other,
        }
    }
}

fn runs(stem: &str) -> Vec<&str> {
    let (mut all, mut start, mut before) = (Vec::new(), 0, None);
    for (at, c) in stem.char_indices() {
        let cut = before.is_some_and(|b: char| Kind::of(b) != Kind::of(c) || b.is_lowercase() && c.is_uppercase());
        if cut {
            all.push(&stem[start..at]);
            start = at;
        }
        before = Some(c);
    }
    all.push(&stem[start..]);
    all.retain(|run| run.chars().next().is_some_and(|c| Kind::of(c) != Kind::Other));
    all
}

/// A run of Han characters without the common words in it; any other run as it is.
fn without_common(run: &str) -> Vec<&str> {
    if !run.starts_with(is_han) {
        return vec![run];
    }
    let longest = common_words().filter(|word| run.contains(word)).max_by_key(|word| word.len());
    match longest.and_then(|word| run.split_once(word)) {
        Some((before, behind)) => {
            [before, behind].into_iter().filter(|part| !part.is_empty()).flat_map(without_common).collect()
        }
        None => vec![run],
    }
}

fn is_long_enough(part: &str) -> bool {
    let least = match part.chars().next().map(Kind::of) {
        Some(Kind::Han) => LEAST_HAN,
        Some(Kind::Digit) => LEAST_DIGITS,
        _ => LEAST_LETTERS,
    };
    part.chars().count() >= least
}

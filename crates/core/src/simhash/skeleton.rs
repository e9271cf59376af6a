//! A text as its reader sees it: without invisible characters, and with words in one script if letters of another only
//! look the same (Unicode Technical Standard 39). Optionally, Traditional Han characters are read as Simplified ones,
//! and Taiwan words as mainland words. Its spans lead back to the text.
//!
//! Uses Unicode's properties of characters, and the foldings of a recipe. Must not know tokens.

mod lookalike;

use std::{borrow::Cow, collections::BTreeMap};

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use super::{
    Fold, FoldPart, Span,
    han::{self, simplified},
    is_han,
};
use crate::{room, unicode::is_invisible};
pub use lookalike::Alphabet;
use lookalike::{Words, is_right_to_left};

/// The skeleton of a text.
#[derive(Clone, Debug)]
pub struct Skeleton<'a> {
    text: Cow<'a, str>,
    shifts: Vec<Shift>,
    altered: Altered,
    lookalikes: Vec<Span>,
}

/// A place in the skeleton where the text has something more, or other lengths.
#[derive(Clone, Copy, Debug)]
struct Shift {
    /// In the skeleton.
    at: u32,
    /// The end of the text's characters before it.
    end: u32,
    /// The start of the text's characters after it.
    start: u32,
}

/// The numbers of characters in a text that are invisible or look like others. Characters that are usual in their
/// script are not counted: joiners in emoji, Persian and Indic words, variation selectors, soft hyphens inside words,
/// direction marks beside Arabic or Hebrew, a byte order mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Altered {
    /// Invisible characters, such as zero-width spaces.
    pub invisible: u64,
    /// Letters of the first alphabet inside words of the second, which they look the same as.
    pub lookalikes: BTreeMap<(Alphabet, Alphabet), u64>,
}

impl Altered {
    /// Returns true if there are none.
    pub fn is_none(&self) -> bool {
        self.invisible == 0 && self.lookalikes.is_empty()
    }
}

impl<'a> Skeleton<'a> {
    /// The skeleton of `text`, which must be below 4 GiB.
    pub fn new(text: &'a str) -> Self {
        Self::folded(text, Fold::NONE.with(FoldPart::Skeleton))
    }

    /// Like [`new`](Self::new), with Traditional Han characters as Simplified ones and Taiwan words as mainland words:
    /// the reading in which [shared text](crate::compare::coverage) is found. It does not depend on the script of a
    /// text: a copy in the other script reads the same, and one Traditional character affects nothing else.
    pub fn simplified(text: &'a str) -> Self {
        Self::folded(text, Fold::ALL.with(FoldPart::HanWords))
    }

    /// The reading of `text` under a recipe that folds so.
    pub(crate) fn folded(text: &'a str, fold: Fold) -> Self {
        if text.is_ascii() || !(fold.has(FoldPart::Skeleton) || fold.has(FoldPart::Han)) {
            let (altered, shifts, lookalikes) = Default::default();
            return Self { text: Cow::Borrowed(text), shifts, altered, lookalikes };
        }
        Builder::new(text, fold).build()
    }

    /// The text that a reader sees.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if places in it are not those in the text.
    pub(crate) fn is_shifted(&self) -> bool {
        !self.shifts.is_empty()
    }

    /// The characters found that deceive the eye.
    pub fn altered(&self) -> &Altered {
        &self.altered
    }

    /// The places in the original of the letters counted as look-alikes, in order.
    pub fn lookalikes(&self) -> &[Span] {
        &self.lookalikes
    }

    /// The span of the original that a span of the skeleton was made of.
    pub fn original(&self, span: Span) -> Span {
        let mut next = self.shifts.partition_point(|shift| shift.at <= span.start);
        self.original_of_next(span, &mut next)
    }

    /// The original span for spans given in the order in which they begin: `next`, initially 0, advances with them.
    pub(crate) fn original_of_next(&self, span: Span, next: &mut usize) -> Span {
        let before = |at: u32, next: usize| {
            next.checked_sub(1).map_or(at, |last| self.shifts[last].start + (at - self.shifts[last].at))
        };
        while self.shifts.get(*next).is_some_and(|shift| shift.at <= span.start) {
            *next += 1;
        }
        let mut last = *next;
        while self.shifts.get(last).is_some_and(|shift| shift.at < span.end) {
            last += 1;
        }
        let end = self.shifts.get(last).filter(|shift| shift.at == span.end).map(|shift| shift.end);
        Span { start: before(span.start, *next), end: end.unwrap_or_else(|| before(span.end, last)) }
    }
}

/// Han characters in a row that are in words, among which words are looked for.
#[derive(Default)]
struct HanRun {
    /// As simplified ones.
    text: String,
    /// The first byte of each in the text, and how many it has.
    places: Vec<(usize, usize)>,
}

struct Builder<'a> {
    text: &'a str,
    /// The kinds of text read differently: invisible characters and mixed words; Traditional characters; Taiwan words.
    reads: [bool; 3],
    /// The skeleton without the part of the text from `kept` to `done`: unchanged text is copied in long stretches, and
    /// not at all if nothing changes.
    skeleton: String,
    kept: usize,
    /// The end of the part of the text that is in the skeleton.
    done: usize,
    shifts: Vec<Shift>,
    words: Words,
    han: HanRun,
    altered: Altered,
    lookalikes: Vec<Span>,
    seen: Neighbours,
    /// Soft hyphens: all, and those where no word is divided.
    soft_hyphens: [u64; 2],
    right_to_left: Option<bool>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, fold: Fold) -> Self {
        Self {
            text,
            reads: [FoldPart::Skeleton, FoldPart::Han, FoldPart::HanWords].map(|part| fold.has(part)),
            skeleton: String::new(),
            kept: 0,
            done: 0,
            shifts: Vec::new(),
            words: Words::default(),
            han: HanRun::default(),
            altered: Altered::default(),
            lookalikes: Vec::new(),
            seen: Neighbours::default(),
            soft_hyphens: [0; 2],
            right_to_left: None,
        }
    }

    fn build(mut self) -> Skeleton<'a> {
        let [skeleton, han, _] = self.reads;
        let mut at = 0;
        while let Some(c) = self.text[at..].chars().next() {
            // Nearly all of a text is read as it is.
            if skeleton && self.han.places.is_empty() {
                let end = self.words.pass(self.text, at, han);
                if end > at {
                    self.keep(at, end);
                    at = end;
                    continue;
                }
            }
            self.read(at, c);
            at += c.len_utf8();
        }
        self.end_word();
        self.end_han();
        self.shift(self.text.len());
        let [all, odd] = self.soft_hyphens;
        // A few at odd places are an accident of typesetting; else all of them are hidden.
        self.altered.invisible += if odd * 10 > all { all } else { 0 };
        if !self.words.deceived() {
            self.altered.lookalikes.clear();
            self.lookalikes.clear();
        }
        let text = if self.skeleton.is_empty() && self.shifts.is_empty() {
            Cow::Borrowed(self.text)
        } else {
            self.copy_kept();
            Cow::Owned(self.skeleton)
        };
        Skeleton { text, shifts: self.shifts, altered: self.altered, lookalikes: self.lookalikes }
    }

    /// Reads one character.
    fn read(&mut self, at: usize, c: char) {
        let [skeleton, traditional, words] = self.reads;
        if skeleton && is_invisible(c) {
            self.count(at, c);
            return;
        }
        // It may begin the next word.
        if skeleton && (self.words.take(at, c) || self.end_word() && self.words.take(at, c)) {
            self.end_han();
            return;
        }
        let simple = |c| if traditional { simplified(c) } else { c };
        let read_as = simple(c);
        let next = || self.text[at + c.len_utf8()..].chars().find(|&c| !is_invisible(c)).map(simple);
        let in_words =
            if self.han.places.is_empty() { words && han::may_begin(read_as, next) } else { han::may_go_on(read_as) };
        if in_words {
            room::push_str(&mut self.han.text, read_as.encode_utf8(&mut [0; 4]));
            room::push(&mut self.han.places, (at, c.len_utf8()));
            return;
        }
        self.end_han();
        if read_as == c {
            self.keep(at, at + c.len_utf8());
        } else {
            self.push(at, c.len_utf8(), read_as);
        }
    }

    fn count(&mut self, at: usize, c: char) {
        self.seen.reach(self.text, at);
        let after = &self.text[at + c.len_utf8()..];
        let text = self.text;
        let right_to_left = *self.right_to_left.get_or_insert_with(|| text.contains(is_right_to_left));
        let expected = is_expected(c, &self.seen, after, right_to_left);
        self.seen.pass(at, c);
        if c == SOFT_HYPHEN {
            self.soft_hyphens[0] += 1;
            self.soft_hyphens[1] += u64::from(!expected);
        } else {
            self.altered.invisible += u64::from(!expected);
        }
    }

    /// Ends the word that is being read; false if there is none.
    fn end_word(&mut self) -> bool {
        let Some(word) = self.words.end() else { return false };
        let into = self.words.resolve(&word, self.text);
        if into.is_none() && !word.is_parted {
            self.keep(word.span.start, word.span.end);
            return true;
        }
        if let Some(into) = into.filter(|_| word.is_mixed()) {
            for (from, span) in word.foreign(self.text, into) {
                *self.altered.lookalikes.entry((from, into)).or_default() += 1;
                room::push(&mut self.lookalikes, span);
            }
        }
        for (at, len, c) in word.read_in(self.text, into) {
            self.push(at, len, c);
        }
        true
    }

    #[inline]
    fn end_han(&mut self) {
        if !self.han.places.is_empty() {
            self.read_han();
        }
    }

    fn read_han(&mut self) {
        let mut han = std::mem::take(&mut self.han);
        let mut places = han.places.as_slice();
        for (word, read_as) in han::words(&han.text) {
            let (of_word, after) = places.split_at(word.chars().count());
            if word == read_as {
                of_word.iter().zip(word.chars()).for_each(|(&(at, len), c)| self.push(at, len, c));
            } else {
                self.replace(of_word, read_as);
            }
            places = after;
        }
        han.text.clear();
        han.places.clear();
        self.han = han;
    }

    /// Appends `word` for characters of the text, which are shared out evenly among its own.
    fn replace(&mut self, places: &[(usize, usize)], word: &str) {
        let n = word.chars().count();
        for (i, c) in word.chars().enumerate() {
            let [from, to] = [i, i + 1].map(|i| i * places.len() / n);
            let start = places[from].0;
            let end = places[from..to].last().map_or(start, |&(at, len)| at + len);
            self.push(start, end - start, c);
        }
    }

    /// Appends a part of the text as it is.
    fn keep(&mut self, start: usize, end: usize) {
        self.shift(start);
        self.done = end;
    }

    /// Appends `c` for the text's `len` bytes from `at`.
    fn push(&mut self, at: usize, len: usize, c: char) {
        self.shift(at);
        self.done = at + len;
        if self.text[at..].starts_with(c) && len == c.len_utf8() {
            return;
        }
        room::push_str(&mut self.skeleton, &self.text[self.kept..at]);
        room::push_str(&mut self.skeleton, c.encode_utf8(&mut [0; 4]));
        self.kept = self.done;
        if len != c.len_utf8() {
            let done = self.done as u32;
            room::push(&mut self.shifts, Shift { at: self.skeleton.len() as u32, end: done, start: done });
        }
    }

    fn copy_kept(&mut self) {
        room::push_str(&mut self.skeleton, &self.text[self.kept..self.done]);
        self.kept = self.done;
    }

    /// Goes on with the text from `at`.
    fn shift(&mut self, at: usize) {
        if at == self.done {
            return;
        }
        self.copy_kept();
        let here = self.skeleton.len() as u32;
        match self.shifts.last_mut() {
            Some(last) if last.at == here => last.start = at as u32,
            _ => room::push(&mut self.shifts, Shift { at: here, end: self.done as u32, start: at as u32 }),
        }
        (self.done, self.kept) = (at, at);
    }
}

const SOFT_HYPHEN: char = '\u{AD}';
/// Letters that stay on a line, and begin the next one, where a word is divided.
const LEAST_LETTERS: usize = 2;

/// No script needs more invisible characters in a row; also bounds the work for a text of nothing else.
const MOST_IN_A_ROW: usize = 8;

/// The visible characters before a place that an invisible one is at.
#[derive(Default)]
struct Neighbours {
    last: Option<char>,
    /// Letters since the word began or was divided; numbers above [`LEAST_LETTERS`] are not distinguished.
    letters: usize,
    /// The end of the last invisible one.
    end: usize,
}

impl Neighbours {
    /// Sees what is visible before `at`.
    fn reach(&mut self, text: &str, at: usize) {
        let mut before = text[self.end..at].chars().rev();
        self.last = before.clone().next().or(self.last);
        let letters = before.by_ref().take(LEAST_LETTERS).take_while(|&c| is_letter(c)).count();
        let all = text[self.end..at].chars().nth(letters).is_none();
        self.letters = letters + if all { self.letters } else { 0 };
    }

    fn pass(&mut self, at: usize, invisible: char) {
        if invisible == SOFT_HYPHEN {
            self.letters = 0;
        }
        self.end = at + invisible.len_utf8();
    }
}

/// Returns true if a script needs the invisible `c` between what is before it and the text `after` it.
fn is_expected(c: char, before: &Neighbours, after: &str, right_to_left: bool) -> bool {
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

/// Returns true if `c` is of a script that joins or stacks letters, or writes words without spaces: joiners,
/// non-joiners and zero-width spaces belong to it.
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

#[cfg(test)]
mod tests;

//! The units of a text, of which shared text is made, and their hashes.
//!
//! A unit is a Han character, or a word of any other script; words joined by a hyphen or an apostrophe are one, also
//! across the end of a line. Whitespace, punctuation, symbols and invisible characters are not units. Units are
//! compared in a *normalised reading*: letters that only look like those of another script are replaced ([`Skeleton`]),
//! character forms and cases are folded (NFKC), Traditional characters are read as Simplified ones and Taiwan words as
//! mainland ones.

use std::{ops::Range, sync::Arc};

use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

use super::{
    RunLength,
    packed::{Kind, Needed, Units},
};
use crate::{
    room,
    simhash::{Skeleton, Span, Stopped, Watch, between_boundaries, is_han},
    unicode::{is_alphanumeric, is_folded, is_invisible},
};

/// A carriage return without a line feed, which does not occur in a document's text, is a wall that no run crosses: it
/// replaces excluded text (see [`exclusion`](crate::compare::exclusion)).
const WALL: &str = "\r";

/// The letters, digits and ideographs of a unit.
pub(super) fn chars_of(unit: &str) -> u32 {
    if unit.is_ascii() {
        return unit.bytes().filter(u8::is_ascii_alphanumeric).count() as u32;
    }
    unit.chars().filter(|&c| is_han(c) || is_alphanumeric(c) && !is_invisible(c)).count() as u32
}

/// The units of `text`, and what they hash to.
///
/// # Errors
/// [`Stopped`] if the watch was stopped.
pub(super) fn read(text: &str, run: RunLength, watch: &Watch) -> Result<(Units, Hashes), Stopped> {
    let skeleton = Skeleton::simplified(text);
    let mut reader = Reader {
        text,
        skeleton: &skeleton,
        units: Units::none(run, skeleton.altered().clone()),
        hashes: Hashes::none(),
        word: None,
        folded: String::new(),
        shifts: 0,
    };
    for (n, (at, piece)) in between_boundaries(skeleton.text()).enumerate() {
        if n % 4096 == 0 {
            watch.check()?;
        }
        reader.piece(at, piece);
    }
    reader.end_word();
    reader.units.shrink();
    Ok((reader.units, reader.hashes))
}

/// They are three bytes long, and are their own NFKC form.
fn is_common_han(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}')
}

const COMMON_HAN_BYTES: usize = 3;

struct Reader<'a> {
    text: &'a str,
    skeleton: &'a Skeleton<'a>,
    units: Units,
    hashes: Hashes,
    /// The word that may continue after a hyphen.
    word: Option<Word>,
    folded: String,
    /// The number of shifts of the skeleton already read.
    shifts: usize,
}

struct Word {
    /// In the skeleton.
    span: Range<usize>,
    /// The offset at which the next piece must begin to be of the same word.
    next: usize,
    /// A hyphen was read; a line feed too.
    joined: [bool; 2],
}

impl Reader<'_> {
    fn piece(&mut self, at: usize, piece: &str) {
        if piece.len() == COMMON_HAN_BYTES
            && let Some(c) = piece.chars().next().filter(|&c| is_common_han(c))
        {
            self.end_word();
            return self.han(at, c);
        }
        if piece == WALL {
            self.end_word();
            return self.units.walls.push(self.units.len());
        }
        if is_word(piece) {
            match &mut self.word {
                Some(word) if word.next == at && word.joined[0] => {
                    word.span.end = at + piece.len();
                    word.next = word.span.end;
                    word.joined = [false; 2];
                }
                _ => {
                    self.end_word();
                    let span = at..at + piece.len();
                    self.word = Some(Word { next: span.end, span, joined: [false; 2] });
                }
            }
            return;
        }
        if self.joins(at, piece) {
            return;
        }
        self.end_word();
        // A Han character is a unit of its own even where UAX 29 hangs a mark on it.
        for (inner, c) in piece.char_indices().filter(|&(_, c)| is_han(c)) {
            self.han(at + inner, c);
        }
    }

    /// Returns true if a piece that is not a word may be inside one: a hyphen, or a line feed after it.
    fn joins(&mut self, at: usize, piece: &str) -> bool {
        let Some(word) = self.word.as_mut().filter(|word| word.next == at) else { return false };
        match (piece, word.joined) {
            ("-" | "\u{2010}" | "\u{2011}" | "'" | "\u{2019}", [false, false]) => word.joined[0] = true,
            ("\n", [true, false]) => word.joined[1] = true,
            _ => return false,
        }
        word.next += piece.len();
        true
    }

    fn end_word(&mut self) {
        let Some(Word { span, .. }) = self.word.take() else { return };
        let word = &self.skeleton.text()[span.clone()];
        let folded = if word.chars().all(is_folded) {
            word
        } else {
            self.folded.clear();
            if word.is_ascii() {
                let kept = word.bytes().filter(u8::is_ascii_alphanumeric);
                self.folded.extend(kept.map(|byte| char::from(byte.to_ascii_lowercase())));
            } else {
                self.folded.extend(word.nfkc().flat_map(char::to_lowercase).filter(|&c| is_alphanumeric(c)));
            }
            &self.folded
        };
        let hash = xxh3_64(folded.as_bytes());
        self.push(span, hash, Kind::Word);
    }

    fn han(&mut self, at: usize, c: char) {
        let span = at..at + c.len_utf8();
        let c = if is_common_han(c) { c } else { [c].into_iter().nfkc().next().unwrap_or(c) };
        let hash = xxh3_64(c.encode_utf8(&mut [0; 4]).as_bytes());
        self.push(span, hash, Kind::Han);
    }

    fn push(&mut self, span: Range<usize>, hash: u64, kind: Kind) {
        let span = self.skeleton.original_of_next(Span::new(span.start, span.end), &mut self.shifts);
        self.hashes.push(hash);
        let one = kind == Kind::Han && span.len() == COMMON_HAN_BYTES;
        self.units.push(span, if one { 1 } else { chars_of(span.of(self.text)) }, kind, hash as u32);
    }
}

fn is_word(piece: &str) -> bool {
    match piece.as_bytes() {
        [byte] => byte.is_ascii_alphanumeric(),
        _ => piece.chars().any(is_alphanumeric) && !piece.contains(is_han),
    }
}

/// Before each unit, and after the last: the hash of all units so far.
pub(super) struct Hashes {
    pub(super) sums: Vec<u64>,
}

impl Hashes {
    pub(super) fn none() -> Self {
        Self { sums: vec![0] }
    }

    pub(super) fn push(&mut self, unit: u64) {
        let before = self.sums[self.sums.len() - 1];
        room::push(&mut self.sums, add(multiply(before, BASE), unit % PRIME));
    }

    /// The hashes of all windows of a length, in the memory that the sums had.
    pub(super) fn of_windows(self, units: &Units, needed: Needed) -> Vec<u64> {
        let powers = powers(units.longest_window());
        let backward: Vec<u64> =
            room::collected(units.backward_windows(needed).map(|(from, to)| self.of(from, to, powers[to - from])));
        let mut all = self.forward(units, needed, &powers);
        room::room(&mut all, backward.len());
        all.extend(backward);
        all
    }

    /// The hashes of the forward windows of a run's length, in the memory that the sums had.
    pub(super) fn of_forward_windows(self, units: &Units) -> Vec<u64> {
        self.forward(units, units.runs(), &powers(units.longest_window()))
    }

    fn forward(mut self, units: &Units, needed: Needed, powers: &[u64]) -> Vec<u64> {
        let mut count = 0;
        // No window begins before the unit of its own number, so no sum is overwritten that is still needed.
        for (from, to) in units.forward_windows(needed) {
            self.sums[count] = self.of(from, to, powers[to - from]);
            count += 1;
        }
        self.sums.truncate(count);
        self.sums
    }

    /// The hash of a stretch of units; `power` is the base raised to how many they are.
    pub(super) fn of(&self, from: usize, to: usize, power: u64) -> u64 {
        add(self.sums[to], PRIME - multiply(self.sums[from], power))
    }
}

/// The powers of the base, for windows or sequences of up to `longest` elements.
pub(super) fn powers(longest: usize) -> Arc<Vec<u64>> {
    room::collected(std::iter::successors(Some(1), |&power| Some(multiply(power, BASE))).take(longest + 1)).into()
}

/// Hashes of stretches are polynomials in a fixed base modulo the Mersenne prime 2⁶¹ − 1.
pub(super) const PRIME: u64 = (1 << 61) - 1;
pub(super) const BASE: u64 = 0x0b0a_d5a5_9e37_79b9;

pub(super) fn add(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    add((product & u128::from(PRIME)) as u64, (product >> 61) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<(String, u64)> {
        let (units, hashes) = read(text, RunLength::default(), &Watch::default()).unwrap();
        let hash = |at: usize| hashes.of(at, at + 1, BASE);
        (0..units.len()).map(|at| (units.span(at).of(text).to_owned(), hash(at))).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        units(text).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn units_are_words_and_ideographs() {
        assert_eq!(texts("海上, the \"lamp\" — $5.00!\n"), ["海", "上", "the", "lamp", "5.00"]);
        assert_eq!(
            texts("a well-known exam-\nple, 1990-2000; dogs' don't"),
            ["a", "well-known", "exam-\nple", "1990-2000", "dogs", "don't"]
        );
        assert_eq!(texts("- a -b c- \n- d"), ["a", "b", "c", "d"]);
        assert_eq!(texts("海\u{301}x_海"), ["海", "x_", "海"]);
        assert_eq!(texts("？！…\u{200B} \u{3000}"), [""; 0]);
    }

    #[test]
    fn units_are_equal_however_they_are_written() {
        let hashes = |text: &str| units(text).into_iter().map(|(_, hash)| hash).collect::<Vec<_>>();
        for (one, other) in [
            ("Well-known words don't", "ＷＥＬＬ\u{AD}known w\u{200B}оrds\u{2060} dont"),
            ("漢語的距離與門檻", "汉语，的 距离与\u{200D}门槛。"),
            ("用網際網路列印檔案", "用 互联网 打印文件"),
            ("\u{F900} é ①", "豈 e\u{301} 1"),
        ] {
            assert_eq!(hashes(one), hashes(other), "{one} {other}");
        }
        assert_ne!(hashes("one"), hashes("two"));
    }
}

//! Shared passages: the share of one text that is, run by run, in the other. This is the second signal, in addition to
//! the distance.
//!
//! A text is read as *units* of its normalised reading ([`Skeleton`](crate::simhash::Skeleton), NFKC, case): a Han
//! character, or a word of any other script. Punctuation and whitespace are not units. A *run* is a stretch of equal
//! units in both texts with at least 13 Han characters or 8 words, or a mixture in proportion. The coverage of A is the
//! share of its characters that lie in some run that also occurs in B; swapping A and B swaps the two numbers.
//!
//! Every stretch that just reaches that length, seen from its first unit forward and from its last unit backward, is a
//! *window*. A unit lies in some run exactly when it lies in a window that occurs in the other text too: towards either
//! end of a run, one of the two kinds still fits. So coverage needs no position in the other text, only the set of its
//! windows' hashes, and the cost is linear. The recipe is not used.
//!
//! A *passage* occurs in full in both texts. Coverage without a gap may consist of several passages that are apart in
//! the other text; the length of the longest passage is computed from the stretches of shared windows.
//!
//! [`coverage`] compares two texts; [`shares`] all pairs of thousands, with the same numbers; [`common`] and
//! [`shared_passages`] find what occurs in many of them.

mod batch;
mod common;
mod edited;
mod inverted;
#[cfg(test)]
mod laws;
mod marked;
mod numbered;
mod packed;
mod sequence;
mod size;
mod sorted;
mod sources;
mod stretches;
mod units;
mod winnowed;

pub mod passages;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    room,
    simhash::{Altered, Span, Stopped, Watch, is_han},
};

pub use batch::{FromOthers, LEAST_RARE, TextShare, TextShares, shares};
pub use common::{SharedPassage, common, shared_passages};
use edited::{Edited, SameRuns};
use marked::MarkedWindows;
pub use numbered::{NumberedPassage, SharedText, Tile};
use packed::{Kind, Needed, Units};
pub use size::TextSize;
use sorted::{HASH_BITS, SortedHashes};
pub use sources::{SourceTile, TextSource, TextSources, sources};
use stretches::{Chains, Lengths, Stretches, in_order};
use units::{Hashes, chars_of, read};
pub use winnowed::{FOUND_FROM, WINNOWED_BITS, winnowed};

/// Version of the reading in which shared text is found. It increases when the shares of the same texts change.
pub const READING_VERSION: u32 = 2;

/// Windows of which a part is sorted at a time.
const PART: usize = 1 << 18;
/// The largest number of parts; each needs another pass.
const PARTS: usize = 8;
/// From this number of windows on (3 MB of Chinese), texts are sorted one after the other.
const LARGE: usize = 1 << 20;
static SORTING: Mutex<()> = Mutex::new(());
/// The approximate number of hashes of two texts processed at a time.
const AT_A_TIME: usize = 1 << 13;

/// The minimum length of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLength {
    /// In Han characters.
    pub han: u32,
    /// In words of other scripts.
    pub words: u32,
}

impl Default for RunLength {
    fn default() -> Self {
        Self { han: 13, words: 8 }
    }
}

/// A text prepared for finding runs.
#[derive(Debug, Default)]
pub struct Windows {
    units: Arc<Units>,
    /// Which windows.
    needed: Needed,
    /// The hashes of all windows.
    set: Arc<SortedHashes>,
    /// For each window in the order of [`Units::windows`], the place of its hash in `set`.
    places: Vec<u32>,
    /// Characters in the whole text, without whitespace.
    total: u64,
}

/// The parts of one text that occur in the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// The share of its characters, 0 to 1, without whitespace.
    pub share: f64,
    /// The covered stretches, in order. A stretch may consist of several passages that touch or overlap in this text
    /// and are apart in the other: [`passages::shared`] lists them one by one.
    pub passages: Vec<Passage>,
    /// Characters of the longest passage that occurs in full in both texts, as in this one, without whitespace.
    pub longest: u64,
    /// The longest passage, in characters, without text that is in more than 4 of the compared texts; a Han character
    /// counts as 4.
    pub rare: u64,
    /// The share of its characters that lie in no run, but in a passage that is in the other with small edits.
    pub more: f32,
    /// True if such passages may be missing because runs repeat too often.
    pub capped: bool,
}

/// A stretch of one text that lies completely in runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its bytes in the text.
    pub span: Span,
    /// In characters, without whitespace.
    pub chars: u64,
}

impl Coverage {
    /// The share of its characters that lie in a run, or in a passage that is in the other with small edits.
    pub fn edited(&self) -> f64 {
        with_edits(self.share, self.more)
    }
}

/// The share with small edits: at least that without.
pub(crate) fn with_edits(share: f64, more: f32) -> f64 {
    (share + f64::from(more)).min(1.0)
}

impl Windows {
    /// Reads `text` once; takes time and memory linear in its length.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub fn new(text: &str, run: RunLength, watch: &Watch) -> Result<Self, Stopped> {
        let (units, hashes) = read(text, run, watch)?;
        let total = (0..units.len()).map(|unit| u64::from(units.chars(unit))).sum();
        let needed = units.runs();
        Self { units: units.into(), needed, total, ..Self::default() }.of_length(hashes, watch)
    }

    /// The windows of that length, with the hashes of the units.
    fn of_length(self, hashes: Hashes, watch: &Watch) -> Result<Self, Stopped> {
        let mut hashes = hashes.of_windows(&self.units, self.needed);
        // Beside the hashes there is what is made of them. One text after the other, that is there once.
        let _alone = (hashes.len() > LARGE).then(|| SORTING.lock().unwrap_or_else(PoisonError::into_inner));
        watch.check()?;
        let mut set = sorted::Builder::new(hashes.len());
        let parts = hashes.len().div_ceil(PART).min(PARTS).next_power_of_two();
        let shift = HASH_BITS - parts.trailing_zeros();
        let mut counts = [0; PARTS];
        for hash in &hashes {
            counts[(hash >> shift) as usize % PARTS] += 1;
        }
        // A part of the hashes at a time: all of them beside their windows take more memory than what is kept.
        for (part, count) in (0..parts as u64).zip(counts) {
            let of_part = |&(hash, _): &(u64, u32)| hash >> shift == part;
            let mut windows = room::with_room(count);
            windows.extend(hashes.iter().copied().zip(0..).filter(of_part));
            watch.check()?;
            // On this thread alone: while it waits for others, it could be given another text to sort, which waits for
            // this.
            windows.sort_unstable();
            for (hash, window) in windows {
                // The place takes the memory of the hash. It is less than 2³², so it is of the first part, which is
                // done.
                hashes[window as usize] = set.push(hash).into();
            }
        }
        watch.check()?;
        Ok(Self { set: set.finish().into(), places: narrowed(hashes), ..self })
    }

    /// The number of characters compared: letters, digits and ideographs.
    pub fn chars(&self) -> u64 {
        self.total
    }

    /// Returns true if all runs of another text occur in this one.
    pub fn holds(&self, other: &Self) -> bool {
        other.holds_runs() && other.set.iter().all(|hash| self.set.contains(hash))
    }

    /// Returns true if the text is long enough to contain a run.
    pub fn holds_runs(&self) -> bool {
        !self.set.is_empty()
    }

    /// The invisible and look-alike characters of the text.
    pub fn altered(&self) -> &Altered {
        &self.units.altered
    }

    /// All windows as (first unit, one past the last), each once: the forward ones, then the others.
    fn windows(&self) -> impl Iterator<Item = (usize, usize)> {
        self.units.windows(self.needed)
    }

    /// All windows in the order in which they begin, then end, each with its number in [`windows`](Self::windows).
    fn windows_in_order(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        self.units.windows_in_order(self.needed)
    }

    /// A stretch of units, at least one, in the text.
    fn span(&self, (from, to): (u32, u32)) -> Span {
        Span { end: self.units.span(to as usize - 1).end, ..self.units.span(from as usize) }
    }

    /// A stretch of units, at least one.
    fn passage(&self, units: (u32, u32)) -> Passage {
        let chars = (units.0 as usize..units.1 as usize).map(|unit| u64::from(self.units.chars(unit))).sum();
        Passage { span: self.span(units), chars }
    }

    /// The share of its characters that lie in any of these spans.
    pub fn share_in(&self, mut spans: Vec<Span>) -> f64 {
        spans.sort_unstable();
        let (mut spans, mut end) = (spans.into_iter().peekable(), 0);
        let inside = (0..self.units.len()).filter(|&unit| {
            let of = self.units.span(unit);
            while let Some(next) = spans.next_if(|span| span.start <= of.start) {
                end = end.max(next.end);
            }
            of.end <= end
        });
        self.share(inside.map(|unit| u64::from(self.units.chars(unit))).sum())
    }

    /// The passages covered by stretches of units, given in the order in which they begin. Stretches that touch are
    /// merged.
    fn passages(&self, stretches: impl Iterator<Item = (u32, u32)>) -> Vec<Passage> {
        let mut all: Vec<(u32, u32)> = Vec::new();
        for (from, to) in stretches {
            match all.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => all.push((from, to)),
            }
        }
        all.into_iter().map(|units| self.passage(units)).collect()
    }

    /// The coverage of this text, which has that number, in the other, without edits.
    fn coverage(&self, both: &Stretches, side: usize) -> Coverage {
        let (stretches, lengths) = (&both.of[side], Lengths::of(self, &both.of[side], &both.classes));
        let mut chains = Chains::default();
        chains.find(stretches, 0..stretches.len(), &lengths);
        let passages = self.passages(stretches.iter().map(|stretch| stretch.units));
        let share = self.share(passages.iter().map(|passage| passage.chars).sum());
        let longest = both.longest(side, &chains, 1 - side, &lengths);
        Coverage { share, passages, longest: longest.chars, rare: longest.rare, ..Coverage::default() }
    }

    /// A number of characters as a share of the text.
    fn share(&self, covered: u64) -> f64 {
        covered as f64 / self.total.max(1) as f64
    }
}

/// Conversion to and from parts, for a cache.
impl Windows {
    /// The units in order, each with half of its hash. A document's text has no walls.
    pub fn units(&self) -> impl Iterator<Item = (Span, u32)> {
        self.units.spans().zip(self.units.names.iter().copied())
    }

    /// The hashes of all windows, sorted, each once.
    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.set.iter()
    }

    /// The index in [`hashes`](Self::hashes) of each window, in the order of the text.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Windows of `text` from their parts; `None` if they cannot be those of a text without walls that was prepared
    /// with that run length. Everything that an index, a slice or a sum relies on is checked; the hashes of the text
    /// are not.
    pub fn from_parts(
        text: &str,
        run: RunLength,
        altered: Altered,
        parts: impl IntoIterator<Item = (Span, u32)>,
        hashes: &[u64],
        places: Vec<u32>,
    ) -> Option<Self> {
        let mut units = Units::none(run, altered);
        let (mut end, mut length, mut total) = (0, 0u32, 0);
        for (span, name) in parts {
            let unit = text.get(span.range()).filter(|unit| !unit.is_empty() && span.start >= end)?;
            let chars = chars_of(unit);
            let (kind, adds) = match unit.chars().next() {
                Some(c) if is_han(c) => (Kind::Han, run.words),
                _ => (Kind::Word, run.han),
            };
            length = length.checked_add(adds)?;
            total += u64::from(chars);
            end = span.end;
            units.push(span, chars, kind, name);
        }
        units.shrink();
        let set = WindowHashes::from_rising(hashes)?.0;
        let within = places.iter().all(|&place| (place as usize) < hashes.len());
        let needed = units.runs();
        let complete = units.windows(needed).count() == places.len();
        (within && complete).then_some(Self { units: units.into(), needed, set, places, total })
    }
}

/// The windows of a text as hashes, without the text: enough to find which parts of other texts occur in it once the
/// text is gone. They belong to one [`RunLength`] and one [`READING_VERSION`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowHashes(Arc<SortedHashes>);

impl WindowHashes {
    /// From ascending hashes; `None` if they do not ascend, or are not hashes of windows.
    pub fn from_rising(hashes: &[u64]) -> Option<Self> {
        let rising = hashes.is_sorted_by(|one, next| one < next);
        let whole = rising && hashes.last().is_none_or(|last| last >> HASH_BITS == 0);
        whole.then(|| Self(SortedHashes::from_rising(hashes.iter().copied(), hashes.len()).into()))
    }

    /// The hashes, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter()
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&Windows> for WindowHashes {
    fn from(windows: &Windows) -> Self {
        Self(windows.set.clone())
    }
}

/// The coverage of A in B, and of B in A. Both must be prepared with the same [`RunLength`].
pub fn coverage(a: &Windows, b: &Windows) -> [Coverage; 2] {
    let texts = [a, b];
    let coverage = |watch: &Watch| {
        let runs = Stretches::of_two(texts, watch)?;
        let mut coverage =
            [0, 1].map(|side| runs.as_ref().map_or_else(Coverage::default, |runs| texts[side].coverage(runs, side)));
        let edited = Edited::new(texts, SameRuns::of(texts, watch)?, watch)?;
        let of = |side: usize| runs.iter().flat_map(move |runs| runs.shared_with(side, 1 - side));
        let more = edited.more(texts, [of(0), of(1)]);
        for (coverage, more) in coverage.iter_mut().zip(more) {
            (coverage.more, coverage.capped) = (more, edited.capped);
        }
        Ok(coverage)
    };
    Watch::without(coverage)
}

/// The coverage of A in B: only the [passages](Coverage::passages) of A, which are found faster, and without the text
/// of B.
pub fn covered(a: &Windows, b: &WindowHashes) -> Vec<Passage> {
    let [of_a, _] = in_both([&a.set, &b.0]);
    a.passages(in_order(a, &of_a))
}

/// The passages of A that occur in each of many short texts: for each hash of a window, `holders` has the numbers of
/// the texts that it occurs in. Returns the numbers of those that share a run with A, in ascending order, with the
/// [`covered`] passages of A.
pub(crate) fn covered_by_each(a: &Windows, holders: &HashMap<u64, Vec<u32>>) -> Vec<(u32, Vec<Passage>)> {
    let hits = a.windows().zip(&a.places).flat_map(|((from, to), &place)| {
        let holders = holders.get(&a.set.get(place as usize)).into_iter().flatten();
        holders.map(move |&holder| (holder, from as u32, to as u32))
    });
    let mut hits: Vec<(u32, u32, u32)> = hits.collect();
    hits.sort_unstable();
    let of_one = hits.chunk_by(|one, next| one.0 == next.0);
    of_one.map(|hits| (hits[0].0, a.passages(hits.iter().map(|&(_, from, to)| (from, to))))).collect()
}

/// The windows that occur in both, of each.
fn in_both(sets: [&SortedHashes; 2]) -> [MarkedWindows; 2] {
    let mut found = sets.map(|set| MarkedWindows::none(set.len()));
    let ranges = (sets[0].len() + sets[1].len()).div_ceil(AT_A_TIME).next_power_of_two();
    let (shift, mut hashes, mut number) = (HASH_BITS - ranges.trailing_zeros(), [Vec::new(), Vec::new()], 0);
    for range in 0..ranges as u64 {
        let places = sets.map(|set| set.places(range << shift..(range + 1) << shift));
        for side in 0..2 {
            hashes[side].clear();
            hashes[side].extend(sets[side].at(places[side].clone()));
        }
        let (mut i, mut j) = (0, 0);
        while let (Some(x), Some(y)) = (hashes[0].get(i), hashes[1].get(j)) {
            if x == y {
                found[0].mark(places[0].start + i, number);
                found[1].mark(places[1].start + j, number);
                number += 1;
            }
            // Which of two unrelated hashes is less cannot be foreseen, so there is no branch on it.
            (i, j) = (i + usize::from(x <= y), j + usize::from(y <= x));
        }
    }
    found.map(MarkedWindows::counted)
}

/// Numbers less than 2³² in half the memory, which is given back on the way: both lists whole take half as much again.
fn narrowed(mut wide: Vec<u64>) -> Vec<u32> {
    let mut narrow = room::filled(0, wide.len());
    while !wide.is_empty() {
        let from = wide.len().saturating_sub(PART);
        narrow[from..].iter_mut().zip(&wide[from..]).for_each(|(narrow, &number)| *narrow = number as u32);
        wide.truncate(from);
        wide.shrink_to_fit();
    }
    narrow
}

/// A bit for each place of a set.
struct BitSet(Vec<u64>);

impl BitSet {
    fn none(len: usize) -> Self {
        Self(room::filled(0, len.div_ceil(64)))
    }

    fn mark(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Clears the marks of a place and of the 63 stored with it.
    fn clear_around(&mut self, at: usize) {
        self.0[at / 64] = 0;
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{units::BASE, *};

    fn windows(text: &str, run: RunLength) -> Windows {
        Windows::new(text, run, &Watch::default()).unwrap()
    }

    #[test]
    fn no_run_crosses_a_wall() {
        let run = RunLength { han: 3, words: 2 };
        let share = |a: &str, b: &str| coverage(&windows(a, run), &windows(b, run)).map(|c| c.share);
        assert_eq!(share("一二三四", "一二三四").map(f64::to_bits), [1f64.to_bits(); 2]);
        assert_eq!(share("一二\r\r\n三四", "一二三四").map(f64::to_bits), [0; 2]);
        assert_eq!(share("一二\r\r\n三四", "一二\r\r\n三四").map(f64::to_bits), [0; 2], "in neither text");
        assert_eq!(share("一二三\r\r\n四五六", "一二三四五六").map(f64::to_bits), [1f64.to_bits(); 2]);
        assert_eq!(share("一二\r\n三四", "一二三四").map(f64::to_bits), [1f64.to_bits(); 2], "a line end is no wall");
    }

    /// Every pair of places tried, every run extended by hand.
    fn naive(a: &str, b: &str, run: RunLength) -> f64 {
        let read = |text| read(text, run, &Watch::default()).unwrap();
        let ((units, a), (_, b)) = (read(a), read(b));
        let (n, m) = (a.sums.len() - 1, b.sums.len() - 1);
        let unit = |hashes: &Hashes, i: usize| hashes.of(i, i + 1, BASE);
        let mut marked = vec![false; n];
        for i in 0..n {
            for j in 0..m {
                let same = (i..n).zip(j..m).take_while(|&(x, y)| unit(&a, x) == unit(&b, y)).count();
                if units.reaches(i, i + same) {
                    marked[i..i + same].fill(true);
                }
            }
        }
        let chars = |unit: usize| units.chars(unit);
        let covered: u32 = (0..n).filter(|&unit| marked[unit]).map(chars).sum();
        f64::from(covered) / f64::from((0..n).map(chars).sum::<u32>().max(1))
    }

    fn text() -> impl Strategy<Value = String> {
        let part = prop_oneof!["[甲乙丙]", "[ab] ", ",", "[ \\n]"];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn equals_the_naive_twin(a in text(), b in text(), han in 1u32..5, words in 1u32..4) {
            let run = RunLength { han, words };
            let [ab, ba] = coverage(&windows(&a, run), &windows(&b, run));
            prop_assert!((ab.share - naive(&a, &b, run)).abs() < 1e-12);
            prop_assert!((ba.share - naive(&b, &a, run)).abs() < 1e-12);
        }

        #[test]
        fn windows_are_the_shortest_both_ways_and_each_occurs_once(text in text(), han in 1u32..5, words in 1u32..4) {
            let (units, _) = read(&text, RunLength { han, words }, &Watch::default()).unwrap();
            let last = units.len();
            let reaches = |from: usize, to: usize| units.reaches(from, to);
            let forward = (0..last).filter_map(|from| (from..=last).find(|&to| reaches(from, to)).map(|to| (from, to)));
            let backward = (0..=last).filter_map(|to| (0..to).rfind(|&from| reaches(from, to)).map(|from| (from, to)));
            let expected: BTreeSet<_> = forward.chain(backward).collect();
            let mut found: Vec<_> = units.windows(units.runs()).collect();
            let numbered: Vec<_> = units.windows_in_order(units.runs()).collect();
            prop_assert!(numbered.iter().all(|&(number, window)| found[number] == window));
            prop_assert!(numbered.is_sorted_by_key(|&(_, window)| window));
            found.sort_unstable();
            prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn passages_hold_the_share(a in text(), b in text()) {
            let run = RunLength { han: 3, words: 2 };
            let (a, b) = (windows(&a, run), windows(&b, run));
            for (coverage, windows) in coverage(&a, &b).into_iter().zip([a, b]) {
                let chars: u64 = coverage.passages.iter().map(|p| p.chars).sum();
                prop_assert!((coverage.share - chars as f64 / windows.total.max(1) as f64).abs() < 1e-12);
                let spans: Vec<Span> = coverage.passages.iter().map(|p| p.span).collect();
                prop_assert!((windows.share_in([spans.clone(), spans].concat()) - coverage.share).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn thirteen_han_characters_are_a_run_and_twelve_are_not() {
        let run = RunLength::default();
        let twelve = "天地玄黄宇宙洪荒日月盈昃";
        let thirteen = "天地玄黄宇宙洪荒日月盈昃辰";
        let other = windows("前面天地玄黄宇宙洪荒日月盈昃辰后面", run);
        assert_eq!(coverage(&windows(twelve, run), &other), <[Coverage; 2]>::default());
        assert!((coverage(&windows(thirteen, run), &other)[0].share - 1.0).abs() < 1e-12);
    }

    #[test]
    fn white_space_case_and_width_do_not_matter() {
        let run = RunLength::default();
        let a = windows("One two three four five six seven eight.", run);
        let b = windows("ONE two\n\nthree four Five six seven eight.", run);
        assert!(coverage(&a, &b).iter().all(|coverage| (coverage.share - 1.0).abs() < 1e-12));
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let (text, run) = ("灯塔 lamp ", RunLength { han: 2, words: 3 });
        let whole = Windows::new(text, run, &Watch::default()).unwrap();
        let units: Vec<(Span, u32)> = whole.units().collect();
        let (hashes, places) = (whole.hashes().collect::<Vec<_>>(), whole.places().to_vec());
        let made = |units: &[(Span, u32)], hashes: &[u64], places: &[u32]| {
            Windows::from_parts(text, run, Altered::default(), units.iter().copied(), hashes, places.to_vec())
        };
        let again = made(&units, &hashes, &places).expect("its own parts");
        assert_eq!(format!("{again:?}"), format!("{whole:?}"));
        assert!(units.len() == 3 && hashes.len() > 1 && !places.is_empty());
        let with = |at: usize, unit: (Span, u32)| {
            let mut units = units.clone();
            units[at] = unit;
            units
        };
        for (units, why) in [
            (with(1, (Span::new(1, 6), 2)), "within a character"),
            (with(1, (Span::new(3, 3), 2)), "empty"),
            (with(1, (Span::new(6, 3), 2)), "backward"),
            (with(1, (Span::new(0, 3), 2)), "over the unit before"),
            (with(2, (Span::new(7, 99), 2)), "beyond the text"),
            (units[..2].to_vec(), "fewer windows than places"),
        ] {
            assert!(made(&units, &hashes, &places).is_none(), "{why}");
        }
        let reversed: Vec<u64> = hashes.iter().rev().copied().collect();
        let beyond: Vec<u32> = places.iter().map(|place| place + hashes.len() as u32).collect();
        assert!(made(&units, &reversed, &places).is_none(), "not sorted");
        assert!(made(&units, &vec![hashes[0]; hashes.len()], &places).is_none(), "twice the same");
        assert!(made(&units, &hashes, &beyond).is_none(), "no such hash");
        assert!(made(&units, &hashes, &places[1..]).is_none(), "more windows than places");
    }
}

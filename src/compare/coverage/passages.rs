//! Shared passages as a list: each with all its places in both texts.
//!
//! A *passage* is a stretch of units at least a run long that occurs in both texts and, at one place at least of either
//! text, is no part of a longer such stretch that also occurs in the other. Its *places* are all where it stands. So
//! the places of all passages together are what [`coverage`](super::coverage) covers, and swapping A and B swaps the
//! places.
//!
//! The texts are sequences of units whose places are kept by the window that begins there. The longest passage of the list
//! is the one that [`coverage`](super::coverage) tells the length of. No passage runs over a wall. Knows the units and
//! hashes of its parent, and no recipe.

use std::{cmp::Reverse, ops::Range, sync::Arc};

use super::{
    Hashes, RunLength, Units, read,
    sequence::{Sequence, powers},
};
use crate::simhash::{Span, Stopped, Watch};

/// So many places are kept of all passages of two texts together, those of the longest passages first: 8 MiB, which only a
/// text that repeats itself over and over reaches.
const MOST_PLACES: usize = 1 << 20;

/// A passage that occurs in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairPassage {
    /// In characters, white space not counted.
    pub chars: u64,
    /// Where it occurs in A and in B, in order. Fewer than [`counts`](Self::counts) say only where memory had to be bounded;
    /// at least one each.
    pub places: [Vec<Span>; 2],
    /// At how many places it occurs in A and in B.
    pub counts: [u32; 2],
}

/// Punctuation and white space that belong to the words before.
pub(super) fn is_stray(c: char) -> bool {
    c.is_whitespace() || "。，、；：？！…,.;:?!）)」』】》”’\"'".contains(c)
}

/// A place of a passage without the marks and the white space at its ends that belong to what stands around it: a
/// passage takes in whatever is the same, the full stop before it too.
#[cfg(any(feature = "app", test))]
pub(crate) fn bare(text: &str, place: Span) -> Span {
    let inside = place.of(text);
    let start = inside.len() - inside.trim_start_matches(is_stray).len();
    let end = inside.trim_end().len().max(start);
    Span { start: place.start + start as u32, end: place.start + end as u32 }
}

/// The passages that two texts share, the longest first, then by place in A.
pub fn shared(texts: [&str; 2], run: RunLength) -> Vec<PairPassage> {
    Watch::without(|watch| shared_watched(texts, run, watch))
}

/// As [`shared`], with a [`Watch`] to stop it by.
///
/// # Errors
/// [`Stopped`] where the watch stopped it.
pub fn shared_watched(texts: [&str; 2], run: RunLength, watch: &Watch) -> Result<Vec<PairPassage>, Stopped> {
    let read = |side: usize| read(texts[side], run, Some(side as u64), watch);
    let (a, b) = rayon::join(|| read(0), || read(1));
    let (a, b) = (a?, b?);
    let powers = powers(a.0.len().max(b.0.len()));
    let prepared = |(units, hashes): (Units, Hashes)| Text::new(units, hashes, &powers, watch);
    let (a, b) = rayon::join(|| prepared(a), || prepared(b));
    let texts = [a?, b?];
    let mut found: Vec<SharedStretch> = Vec::new();
    for side in 0..2 {
        texts[side].longest_in(&texts[1 - side], watch, |units| found.push(SharedStretch::new(&texts, side, units)))?;
    }
    found.sort_unstable_by_key(|stretch| (stretch.hash, stretch.len, stretch.side, stretch.from));
    found.dedup_by_key(|stretch| (stretch.hash, stretch.len));
    found.sort_by_key(|stretch| Reverse(stretch.len));
    let mut all = Vec::with_capacity(found.len());
    let mut left = MOST_PLACES;
    for stretch in found {
        watch.check()?;
        let of = &texts[stretch.side];
        let (from, len) = (stretch.from as usize, stretch.len as usize);
        let starts = [0, 1].map(|side| texts[side].sequence.places_of(&of.sequence, from, len));
        let counts = starts.each_ref().map(|starts| starts.len() as u32);
        let chars = of.chars(from, len);
        let places = [0, 1].map(|side| {
            let mut starts = starts[side].to_vec();
            starts.sort_unstable();
            starts.truncate(left.max(1));
            left -= starts.len().min(left);
            starts.iter().map(|&start| texts[side].span(start as usize, len)).collect::<Vec<_>>()
        });
        all.push(PairPassage { chars, places, counts });
    }
    all.sort_by(|x, y| y.chars.cmp(&x.chars).then_with(|| x.places.cmp(&y.places)));
    Ok(all)
}

/// A stretch of one text, known by what it hashes to.
#[derive(Clone, Copy)]
struct SharedStretch {
    hash: u64,
    len: u32,
    side: usize,
    from: u32,
}

impl SharedStretch {
    fn new(texts: &[Text; 2], side: usize, units: Range<usize>) -> Self {
        let hash = texts[side].sequence.hash(units.start, units.len());
        Self { hash, len: units.len() as u32, side, from: units.start as u32 }
    }
}

/// A text with the starts of its windows.
struct Text {
    units: Units,
    /// The units; each is a place by the window from it on, if one begins there.
    sequence: Sequence,
}

impl Text {
    fn new(units: Units, hashes: Hashes, powers: &Arc<[u64]>, watch: &Watch) -> Result<Self, Stopped> {
        let windows = units.forward().map(|(from, to)| hashes.of(from, to, powers[to - from])).collect();
        watch.check()?;
        Ok(Self { units, sequence: Sequence::new(hashes, powers, windows, watch)? })
    }

    fn span(&self, from: usize, len: usize) -> Span {
        Span { start: self.units.span(from).start, end: self.units.span(from + len - 1).end }
    }

    fn chars(&self, from: usize, len: usize) -> u64 {
        (from..from + len).map(|unit| u64::from(self.units.chars(unit))).sum()
    }

    /// Visits the stretches, in order, that occur in the other text too and are no part of a longer one that does.
    fn longest_in(&self, other: &Self, watch: &Watch, mut visit: impl FnMut(Range<usize>)) -> Result<(), Stopped> {
        let (own, other) = (&self.sequence, &other.sequence);
        let mut end = 0;
        // The stretch before, where its window occurs in the other text but once.
        let mut before: Option<(usize, usize)> = None;
        for (from, &window) in own.keys().iter().enumerate() {
            if from % 4096 == 0 {
                watch.check()?;
            }
            let starts = other.with(window);
            let only = if let [at] = *starts { Some(at as usize) } else { None };
            // Inside the stretch before, at the same place of it on both sides: no longer than that.
            let inside = |at: usize| before.is_some_and(|(x, y)| from < end && from - x == at.wrapping_sub(y));
            if starts.is_empty() || only.is_some_and(inside) {
                continue;
            }
            let longest = own.longest_at(from, other, starts);
            if from + longest > end {
                end = from + longest;
                before = only.map(|at| (from, at));
                visit(from..end);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{
        super::{Windows, units::BASE},
        *,
    };
    use crate::compare::coverage::coverage;

    /// Every place of one text held against every place of the other.
    fn naive(texts: [&str; 2], run: RunLength) -> Vec<[Vec<Span>; 2]> {
        let read = texts.map(|text| read(text, run, None, &Watch::default()).unwrap());
        let units = read
            .each_ref()
            .map(|(units, hashes)| (0..units.len()).map(|at| hashes.of(at, at + 1, BASE)).collect::<Vec<u64>>());
        let mut contents: BTreeMap<Vec<u64>, [Vec<Span>; 2]> = BTreeMap::new();
        for side in 0..2 {
            let (own, other) = (&units[side], &units[1 - side]);
            let mut end = 0;
            for from in 0..own.len() {
                let same = |at: usize| own[from..].iter().zip(&other[at..]).take_while(|(x, y)| x == y).count();
                let longest = (0..other.len()).map(same).max().unwrap_or(0);
                if from + longest > end && read[side].0.reaches(from, from + longest) {
                    end = from + longest;
                    contents.entry(own[from..end].to_vec()).or_default();
                }
            }
        }
        for (content, places) in &mut contents {
            for side in 0..2 {
                for (at, found) in units[side].windows(content.len()).enumerate() {
                    let units = &read[side].0;
                    let span = Span { start: units.span(at).start, end: units.span(at + content.len() - 1).end };
                    places[side].extend((found == content).then_some(span));
                }
            }
        }
        let mut all: Vec<_> = contents.into_values().collect();
        all.sort();
        all
    }

    fn text() -> impl Strategy<Value = String> {
        let part = prop_oneof!["[甲乙丙]", "[ab] ", ",", "[ \\n]", Just("甲乙甲 b".to_owned())];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn equals_the_naive_twin_and_swaps(a in text(), b in text(), han in 1u32..5, words in 1u32..4) {
            let run = RunLength { han, words };
            let places = |texts: [&str; 2]| {
                let found = shared(texts, run);
                let mut all: Vec<_> = found.into_iter().map(|shared| shared.places).collect();
                all.sort();
                all
            };
            let found = places([&a, &b]);
            prop_assert_eq!(&found, &naive([&a, &b], run));
            let mut swapped = places([&b, &a]);
            for places in &mut swapped {
                places.reverse();
            }
            swapped.sort();
            prop_assert_eq!(swapped, found);
        }

        #[test]
        fn places_are_what_is_covered(a in text(), b in text()) {
            let run = RunLength { han: 3, words: 2 };
            let found = shared([&a, &b], run);
            let windows = [&a, &b].map(|text| Windows::new(text, run));
            for (side, coverage) in coverage(&windows[0], &windows[1]).into_iter().enumerate() {
                let inside = |spans: &[Span], at: u32| spans.iter().any(|span| span.start <= at && at < span.end);
                let places: Vec<Span> = found.iter().flat_map(|shared| shared.places[side].clone()).collect();
                let covered: Vec<Span> = coverage.passages.iter().map(|passage| passage.span).collect();
                let text = [&a, &b][side];
                for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
                    prop_assert_eq!(inside(&places, at as u32), inside(&covered, at as u32), "{} at {}", c, at);
                }
            }
        }
    }

    #[test]
    fn the_longest_stands_first_with_all_its_places() {
        let [short, long] = ["one two three four five six seven eight", "a b c d e f g h i j k"];
        let a = format!("{short}. And {long}!");
        let b = format!("{long}; {short}, {short}");
        let found = shared([&a, &b], RunLength::default());
        let texts: Vec<_> = found.iter().map(|shared| shared.places[0][0].of(&a)).collect();
        assert_eq!(texts, [short, long]);
        assert_eq!((found[0].counts, found[1].counts), ([1, 2], [1, 1]));
        assert_eq!(found[0].chars, 32);
    }

    #[test]
    fn a_place_begins_with_its_first_word() {
        let text = "end.\n\n“Begin, so it says.” ";
        assert_eq!(bare(text, Span::new(3, text.len())).of(text), "“Begin, so it says.”");
        assert!(bare(text, Span::new(3, 6)).is_empty());
    }

    #[test]
    fn one_word_over_and_over_takes_no_long_time() {
        let [a, b] = ["ja ".repeat(4_000), "ja ".repeat(3_000)];
        let found = shared([&a, &b], RunLength::default());
        assert_eq!((found.len(), found[0].counts), (1, [1_001, 1]));
        assert_eq!(found[0].places[0].len(), 1_001);
    }
}

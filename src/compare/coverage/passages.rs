//! Shared passages as a list: each with all its places in both texts.
//!
//! A *passage* is a stretch of units at least a run long that stands in both texts and, at one place at least of either
//! text, is no part of a longer such stretch that also stands in the other. Its *places* are all where it stands. So
//! the places of all passages together are what [`coverage`](super::coverage) covers, and swapping A and B swaps the
//! places.
//!
//! The starts of all windows of a text are kept by the window's hash, and among those of one hash in the order of what
//! follows; the longest passage from a place is then found beside where the place itself would stand. Stretches are
//! compared by their hashes, so the cost is about n log² n however repetitive the texts are. No passage runs over a wall.
//! Knows the units and hashes of the room above, and no recipe.

use std::{cmp::Ordering, ops::Range};

use super::{BASE, Hashes, RunLength, Units, multiply, read};
use crate::simhash::{Span, Stopped, Watch};

/// Of a passage that stands at more places, so many are listed.
pub const MOST: usize = 100;

/// A passage that stands in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// In characters, white space not counted.
    pub chars: u64,
    /// Where it stands in A and in B, in order: at most [`MOST`] places each.
    pub places: [Vec<Span>; 2],
    /// At how many places it stands in A and in B.
    pub counts: [u32; 2],
}

/// A place of a passage without the marks and the white space at its ends that belong to what stands around it: a
/// passage takes in whatever is the same, the full stop before it too.
pub fn bare(text: &str, place: Span) -> Span {
    let inside = place.of(text);
    let stray = |c: char| c.is_whitespace() || "。，、；：？！…,.;:?!）)」』】》”’\"'".contains(c);
    let start = inside.len() - inside.trim_start_matches(stray).len();
    let end = inside.trim_end().len().max(start);
    Span { start: place.start + start as u32, end: place.start + end as u32 }
}

/// The passages that two texts share, the longest first, then by place in A.
///
/// # Errors
/// [`Stopped`] where it was told to stop.
pub fn shared(texts: [&str; 2], run: RunLength, watch: &Watch) -> Result<Vec<Shared>, Stopped> {
    let read = [read(texts[0], run, Some(0), watch)?, read(texts[1], run, Some(1), watch)?];
    let longest = read.iter().map(|(units, _)| units.spans.len()).max().unwrap_or(0);
    let powers: Vec<u64> =
        std::iter::successors(Some(1), |&power| Some(multiply(power, BASE))).take(longest + 1).collect();
    let [a, b] = read.map(|(units, hashes)| Text::new(units, hashes, &powers, watch));
    let texts = [a?, b?];
    let mut found: Vec<Stretch> = Vec::new();
    for side in 0..2 {
        texts[side].longest_in(&texts[1 - side], watch, |units| found.push(Stretch::new(&texts, side, units)))?;
    }
    found.sort_unstable_by_key(|stretch| (stretch.hash, stretch.len, stretch.side, stretch.from));
    found.dedup_by_key(|stretch| (stretch.hash, stretch.len));
    let mut all = Vec::with_capacity(found.len());
    for stretch in found {
        watch.check()?;
        let of = &texts[stretch.side];
        let starts = [0, 1].map(|side| texts[side].places_of(of, stretch.from as usize, stretch.len as usize));
        let counts = starts.each_ref().map(|starts| starts.len() as u32);
        let chars = of.chars(stretch.from as usize, stretch.len as usize);
        let places = [0, 1].map(|side| {
            let mut starts = starts[side].to_vec();
            starts.sort_unstable();
            starts.truncate(MOST);
            starts.iter().map(|&start| texts[side].span(start as usize, stretch.len as usize)).collect::<Vec<_>>()
        });
        all.push(Shared { chars, places, counts });
    }
    all.sort_by(|x, y| y.chars.cmp(&x.chars).then_with(|| x.places.cmp(&y.places)));
    Ok(all)
}

/// A stretch of one text, known by what it hashes to.
#[derive(Clone, Copy)]
struct Stretch {
    hash: u64,
    len: u32,
    side: usize,
    from: u32,
}

impl Stretch {
    fn new(texts: &[Text<'_>; 2], side: usize, units: Range<usize>) -> Self {
        let hash = texts[side].hash(units.start, units.len());
        Self { hash, len: units.len() as u32, side, from: units.start as u32 }
    }
}

/// A text with the starts of its windows.
struct Text<'p> {
    units: Units,
    hashes: Hashes,
    powers: &'p [u64],
    /// The hash of the window from each unit on, for those that one begins at: all up to some unit.
    windows: Vec<u64>,
    /// The units at which windows begin, by the window's hash, then by what follows.
    starts: Vec<u32>,
}

impl<'p> Text<'p> {
    fn new(units: Units, hashes: Hashes, powers: &'p [u64], watch: &Watch) -> Result<Self, Stopped> {
        let mut text = Self { units, hashes, powers, windows: Vec::new(), starts: Vec::new() };
        let last = text.units.spans.len();
        let mut to = 0;
        for from in 0..last {
            while to < last && !text.units.reaches(from, to) {
                to += 1;
            }
            if !text.units.reaches(from, to) {
                break;
            }
            text.windows.push(text.hash(from, to - from));
        }
        watch.check()?;
        let mut starts: Vec<u32> = (0..text.windows.len() as u32).collect();
        starts.sort_unstable_by_key(|&start| (text.windows[start as usize], start));
        for same in starts.chunk_by_mut(|&x, &y| text.windows[x as usize] == text.windows[y as usize]) {
            if same.len() > 1 {
                watch.check()?;
                same.sort_unstable_by(|&x, &y| text.compare(x as usize, &text, y as usize, usize::MAX).then(x.cmp(&y)));
            }
        }
        text.starts = starts;
        Ok(text)
    }

    fn len(&self) -> usize {
        self.units.spans.len()
    }

    fn hash(&self, from: usize, len: usize) -> u64 {
        self.hashes.of(from, from + len, self.powers[len])
    }

    fn span(&self, from: usize, len: usize) -> Span {
        Span { start: self.units.spans[from].start, end: self.units.spans[from + len - 1].end }
    }

    fn chars(&self, from: usize, len: usize) -> u64 {
        self.units.chars[from..from + len].iter().copied().map(u64::from).sum()
    }

    /// How many units are the same from two places on.
    fn same(&self, from: usize, other: &Self, at: usize) -> usize {
        let most = (self.len() - from).min(other.len() - at);
        let same = |len: usize| self.hash(from, len) == other.hash(at, len);
        // First ever farther, then back by halves.
        let mut reach = 1;
        while reach < most && same(reach) {
            reach *= 2;
        }
        let (mut least, mut beyond) = (reach / 2, reach.min(most) + 1);
        while least + 1 < beyond {
            let middle = usize::midpoint(least, beyond);
            if same(middle) { least = middle } else { beyond = middle }
        }
        least
    }

    /// The order of what stands from two places on, in at most so many units.
    fn compare(&self, from: usize, other: &Self, at: usize, most: usize) -> Ordering {
        let same = self.same(from, other, at);
        if same >= most {
            return Ordering::Equal;
        }
        let next = |text: &Self, at: usize| (at < text.len()).then(|| text.hash(at, 1));
        next(self, from + same).cmp(&next(other, at + same))
    }

    /// The starts of the windows with that hash.
    fn with(&self, window: u64) -> &[u32] {
        let of = |start: &u32| self.windows[*start as usize];
        let first = self.starts.partition_point(|start| of(start) < window);
        let rest = &self.starts[first..];
        &rest[..rest.partition_point(|start| of(start) == window)]
    }

    /// Visits the stretches, in order, that stand in the other text too and are no part of a longer one that does.
    fn longest_in(&self, other: &Self, watch: &Watch, mut visit: impl FnMut(Range<usize>)) -> Result<(), Stopped> {
        let mut end = 0;
        // The stretch before, where its window stands in the other text but once.
        let mut before: Option<(usize, usize)> = None;
        for (from, &window) in self.windows.iter().enumerate() {
            if from % 4096 == 0 {
                watch.check()?;
            }
            let starts = other.with(window);
            let longest = match *starts {
                [] => continue,
                // Inside the stretch before, at the same place of it on both sides: no longer than that.
                [at] if before.is_some_and(|(x, y)| from < end && from - x == (at as usize).wrapping_sub(y)) => {
                    continue;
                }
                [at] => self.same(from, other, at as usize),
                _ => {
                    let place =
                        starts.partition_point(|&at| other.compare(at as usize, self, from, usize::MAX).is_lt());
                    let beside = starts[place.saturating_sub(1)..starts.len().min(place + 1)].iter();
                    beside.map(|&at| self.same(from, other, at as usize)).max().unwrap_or(0)
                }
            };
            if from + longest > end {
                end = from + longest;
                before = if let [at] = *starts { Some((from, at as usize)) } else { None };
                visit(from..end);
            }
        }
        Ok(())
    }

    /// The starts of a stretch of that text in this one.
    fn places_of(&self, text: &Self, from: usize, len: usize) -> &[u32] {
        let starts = self.with(text.windows[from]);
        let order = |start: &u32| self.compare(*start as usize, text, from, len);
        let first = starts.partition_point(|start| order(start).is_lt());
        let rest = &starts[first..];
        &rest[..rest.partition_point(|start| order(start).is_eq())]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{super::Windows, *};
    use crate::compare::coverage::coverage;

    /// Every place of one text held against every place of the other.
    fn naive(texts: [&str; 2], run: RunLength) -> Vec<[Vec<Span>; 2]> {
        let read = texts.map(|text| read(text, run, None, &Watch::default()).unwrap());
        let units = read
            .each_ref()
            .map(|(units, hashes)| (0..units.spans.len()).map(|at| hashes.of(at, at + 1, BASE)).collect::<Vec<u64>>());
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
                    let spans = &read[side].0.spans;
                    let span = Span { start: spans[at].start, end: spans[at + content.len() - 1].end };
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
                let found = shared(texts, run, &Watch::default()).unwrap();
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
            let found = shared([&a, &b], run, &Watch::default()).unwrap();
            let windows = [&a, &b].map(|text| Windows::new(text, run, &Watch::default()).unwrap());
            for (side, coverage) in coverage(&windows[0], &windows[1]).into_iter().enumerate() {
                let inside = |spans: &[Span], at: u32| spans.iter().any(|span| span.start <= at && at < span.end);
                let places: Vec<Span> = found.iter().flat_map(|shared| shared.places[side].clone()).collect();
                let covered: Vec<Span> = coverage.passages.iter().map(|passage| passage.span).collect();
                let text = [&a, &b][side];
                for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
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
        let found = shared([&a, &b], RunLength::default(), &Watch::default()).unwrap();
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
        let found = shared([&a, &b], RunLength::default(), &Watch::default()).unwrap();
        assert_eq!((found.len(), found[0].counts), (1, [1_001, 1]));
        assert_eq!(found[0].places[0].len(), MOST);
    }
}

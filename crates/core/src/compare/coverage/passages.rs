//! Shared passages as a list: each with its places in both texts.
//!
//! A passage occurs word for word, or with small edits and then once in each text. The former is a stretch of units at
//! least as long as a run that occurs in both texts and, at one or more places of either text, is not part of a longer
//! such stretch that also occurs in the other. Its *places* are all its occurrences. So the places of all passages
//! together are what [`coverage`](super::coverage) covers, and swapping A and B swaps the places.
//!
//! Passages are found among the stretches that both texts share, which are few, not among units: a passage begins and
//! ends with a whole stretch. [`coverage`](super::coverage) gives the length of the longest passage of the list. No
//! passage crosses a wall. Recipes are not used.

use std::{cmp::Reverse, ops::Range};

use super::{
    RunLength, Windows,
    edited::{Edited, Grown, SameRuns, SameUnits},
    stretches::Stretches,
};
use crate::simhash::{Span, Stopped, Watch};

/// The largest number of places stored for all passages of two texts together, those of the longest passages first: 8
/// MiB, which only very repetitive texts reach.
const MOST_PLACES: usize = 1 << 20;

/// A passage that occurs in both texts, word for word or with small edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairPassage {
    /// Its length in characters, without whitespace; with edits, in the text in which it is longer.
    pub chars: u64,
    /// The number of these characters that are the same in both texts.
    pub kept: u64,
    /// The edits in order: the text of A and the text of B, one of which may be empty. There are none if the passage is
    /// the same word for word.
    pub edits: Vec<[Span; 2]>,
    /// The places in A and in B, in order. There are fewer than [`counts`](Self::counts) only if memory had to be
    /// limited, but at least one each.
    pub places: [Vec<Span>; 2],
    /// The number of places in A and in B.
    pub counts: [u32; 2],
}

impl PairPassage {
    /// The stretches of a place of it on a side that are the same in the other text and touch a part of that side, each
    /// with where they begin there.
    pub(super) fn same(&self, side: usize, place: Span, part: Span) -> Vec<(Span, u32)> {
        let other = 1 - side;
        let Some(first) = self.places[other].first() else { return Vec::new() };
        if self.edits.is_empty() {
            return vec![(place, first.start)];
        }
        let before = self.edits.partition_point(|edit| edit[side].end <= part.start);
        let (mut from, mut there) = match self.edits[..before].last() {
            Some(edit) => (edit[side].end.max(place.start), edit[other].end),
            None => (place.start, first.start),
        };
        let mut same = Vec::new();
        for edit in &self.edits[before..] {
            if from >= part.end {
                return same;
            }
            same.push((Span { start: from, end: edit[side].start.max(from) }, there));
            (from, there) = (edit[side].end.max(from), edit[other].end);
        }
        same.push((Span { start: from, end: place.end.max(from) }, there));
        same
    }
}

/// Punctuation and whitespace that belong to the words before.
pub(super) fn is_stray(c: char) -> bool {
    c.is_whitespace() || "。，、；：？！…,.;:?!）)」』】》”’\"'".contains(c)
}

/// A place of a passage without the punctuation and whitespace at its ends that belong to the surrounding text: a
/// passage includes everything that is the same, even the full stop before it.
pub fn bare(text: &str, place: Span) -> Span {
    let inside = place.of(text);
    let start = inside.len() - inside.trim_start_matches(is_stray).len();
    let end = inside.trim_end().len().max(start);
    Span { start: place.start + start as u32, end: place.start + end as u32 }
}

/// The passages that two texts share, the longest first, then by place in A.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn shared(texts: [&str; 2], run: RunLength, watch: &Watch) -> Result<Vec<PairPassage>, Stopped> {
    shared_with(texts, run, &|_| false, watch)
}

/// As [`shared`], but a passage for which `is_kept` returns true, given its words in A and in B, stays separate: no
/// edited passage extends around it.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn shared_with(
    texts: [&str; 2],
    run: RunLength,
    is_kept: &dyn Fn([&str; 2]) -> bool,
    watch: &Watch,
) -> Result<Vec<PairPassage>, Stopped> {
    let windows = |side: usize| Windows::new(texts[side], run, watch);
    let (a, b) = rayon::join(|| windows(0), || windows(1));
    let words =
        |passage: &PairPassage| [0, 1].map(|side| passage.places[side].first().map_or("", |at| at.of(texts[side])));
    of_both_kinds([&a?, &b?], &|passage| is_kept(words(passage)), watch)
}

/// As [`shared`], for texts prepared with the same [`RunLength`].
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn shared_windows(texts: [&Windows; 2], watch: &Watch) -> Result<Vec<PairPassage>, Stopped> {
    of_both_kinds(texts, &|_| false, watch)
}

fn of_both_kinds(
    texts: [&Windows; 2],
    is_kept: &dyn Fn(&PairPassage) -> bool,
    watch: &Watch,
) -> Result<Vec<PairPassage>, Stopped> {
    let mut all = word_for_word(texts, watch)?;
    let edited = Edited::new(texts, SameRuns::of(texts, watch)?, watch)?;
    let mut edited: Vec<PairPassage> = edited.passages.iter().map(|grown| edited_passage(grown, texts)).collect();
    let kept: Vec<&PairPassage> = all.iter().filter(|passage| is_kept(passage)).collect();
    let inside = |place: &Span, whole: Span| whole.start <= place.start && place.end <= whole.end;
    edited.retain(|edited| {
        let hides = |side: usize, kept: &PairPassage| {
            kept.places[side].iter().any(|place| edited.places[side].iter().any(|whole| inside(place, *whole)))
        };
        !kept.iter().any(|kept| hides(0, kept) || hides(1, kept))
    });
    let covered = [0, 1].map(|side| merged(edited.iter().flat_map(|passage| passage.places[side].iter().copied())));
    let hidden = |side: usize, place: &Span| {
        let before = covered[side].partition_point(|span| span.start <= place.start);
        before.checked_sub(1).is_some_and(|at| place.end <= covered[side][at].end)
    };
    // An exact passage that lies in edited ones wherever it occurs is no passage of its own.
    all.retain(|passage| !(0..2).all(|side| passage.places[side].iter().all(|place| hidden(side, place))));
    all.extend(edited);
    all.sort_by(|x, y| y.chars.cmp(&x.chars).then_with(|| x.places.cmp(&y.places)));
    Ok(all)
}

/// An edited passage with its places.
fn edited_passage(grown: &Grown, texts: [&Windows; 2]) -> PairPassage {
    let sides = [0, 1];
    let kept = |side: usize| {
        let all = grown.kept.iter().map(|same| texts[side].passage((same.at[side], same.ends()[side])).chars);
        all.sum::<u64>()
    };
    let whole = sides.map(|side| texts[side].passage(grown.units(side)));
    // What is the same may have more letters in one, since other scripts fold to it.
    let [a, b] = sides.map(|side| (whole[side].chars, Reverse(kept(side))));
    let (chars, Reverse(kept)) = a.max(b);
    let between = |[last, next]: [SameUnits; 2]| {
        sides.map(|side| {
            let (from, to) = (last.ends()[side], next.at[side]);
            if from < to {
                return texts[side].span((from, to));
            }
            let end = texts[side].span((from - 1, from)).end;
            Span { start: end, end }
        })
    };
    let edits = grown.kept.windows(2).map(|pair| between([pair[0], pair[1]])).collect();
    PairPassage { chars, kept, edits, places: whole.map(|passage| vec![passage.span]), counts: [1, 1] }
}

/// Stretches in order; those that touch are one.
fn merged(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut all: Vec<Span> = spans.collect();
    all.sort_unstable();
    all.dedup_by(|next, last| {
        let joined = next.start <= last.end;
        last.end = if joined { last.end.max(next.end) } else { last.end };
        joined
    });
    all
}

/// The passages that are the same word for word.
pub(super) fn word_for_word(texts: [&Windows; 2], watch: &Watch) -> Result<Vec<PairPassage>, Stopped> {
    let Some(both) = Stretches::of_two(texts, watch)? else { return Ok(Vec::new()) };
    let mut found: Vec<Content> = Vec::new();
    for side in 0..2 {
        longest_in(&both, side, watch, |stretches| found.push(Content::new(&both, side, stretches)))?;
    }
    found.sort_unstable_by_key(|content| (content.hash, content.stretches, content.side, content.from));
    found.dedup_by_key(|content| (content.hash, content.stretches));
    found.sort_by_key(|content| Reverse(content.units));
    let mut all = Vec::with_capacity(found.len());
    let mut left = MOST_PLACES;
    for content in found {
        watch.check()?;
        let starts = [0, 1].map(|side| content.starts(&both, side));
        let counts = starts.each_ref().map(|starts| starts.len() as u32);
        let places = [0, 1].map(|side| {
            let mut starts = starts[side].to_vec();
            starts.sort_unstable();
            starts.truncate(left.max(1));
            left -= starts.len().min(left);
            let span = |start: u32| texts[side].span(content.units_at(&both, side, start));
            starts.into_iter().map(span).collect::<Vec<_>>()
        });
        let chars = texts[content.side].passage(content.own_units(&both)).chars;
        all.push(PairPassage { chars, kept: chars, edits: Vec::new(), places, counts });
    }
    Ok(all)
}

/// Visits the longest parts of the stretches of one text that occur in the other too, in order.
fn longest_in(
    both: &Stretches,
    side: usize,
    watch: &Watch,
    mut visit: impl FnMut(Range<usize>),
) -> Result<(), Stopped> {
    let [own, other] = [side, 1 - side].map(|side| &both.sequences[side]);
    let mut end = 0;
    // The stretch before, where it occurs in the other text but once.
    let mut before: Option<(usize, usize)> = None;
    for (number, stretch) in both.of[side].iter().enumerate() {
        if number % 4096 == 0 {
            watch.check()?;
        }
        let from = stretch.at as usize;
        let starts = other.with(own.key(from));
        let only = if let [at] = *starts { Some(at as usize) } else { None };
        // Inside what was visited before, at the same place of it on both sides: no longer than that.
        let inside = |at: usize| before.is_some_and(|(x, y)| number < end && from - x == at.wrapping_sub(y));
        if only.is_some_and(inside) {
            continue;
        }
        let longest = own.longest_at(from, other, starts);
        if number + longest > end {
            end = number + longest;
            before = only.map(|at| (from, at));
            visit(number..end);
        }
    }
    Ok(())
}

/// Text that occurs in both texts, identified by its hash.
#[derive(Clone, Copy)]
struct Content {
    hash: u64,
    /// The number of stretches it is made of.
    stretches: u32,
    units: u32,
    /// One of its places: a text, and the number of its first stretch there.
    side: usize,
    from: u32,
}

impl Content {
    fn new(both: &Stretches, side: usize, stretches: Range<usize>) -> Self {
        let of = &both.of[side];
        let hash = both.sequences[side].hash(of[stretches.start].at as usize, stretches.len());
        let units = of[stretches.end - 1].units.1 - of[stretches.start].units.0;
        Self { hash, stretches: stretches.len() as u32, units, side, from: stretches.start as u32 }
    }

    /// The places in the sequence of a text at which it begins; ordered by what follows.
    fn starts<'s>(&self, both: &'s Stretches, side: usize) -> &'s [u32] {
        let at = both.of[self.side][self.from as usize].at as usize;
        both.sequences[side].places_of(&both.sequences[self.side], at, self.stretches as usize)
    }

    /// Its units where it begins there in the sequence of a text.
    fn units_at(&self, both: &Stretches, side: usize, start: u32) -> (u32, u32) {
        let of = &both.of[side];
        let first = of.partition_point(|stretch| stretch.at < start);
        (of[first].units.0, of[first + self.stretches as usize - 1].units.1)
    }

    fn own_units(&self, both: &Stretches) -> (u32, u32) {
        self.units_at(both, self.side, both.of[self.side][self.from as usize].at)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{
        super::{read, units::BASE},
        *,
    };
    use crate::compare::coverage::coverage;

    /// Compares every place of one text with every place of the other.
    fn naive(texts: [&str; 2], run: RunLength) -> Vec<[Vec<Span>; 2]> {
        let read = texts.map(|text| read(text, run, &Watch::default()).unwrap());
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
                let windows = texts.map(|text| Windows::new(text, run, &Watch::default()).unwrap());
                let found = word_for_word(windows.each_ref(), &Watch::default()).unwrap();
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
            let windows = [&a, &b].map(|text| Windows::new(text, run, &Watch::default()).unwrap());
            let found = word_for_word(windows.each_ref(), &Watch::default()).unwrap();
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
    fn a_passage_that_is_kept_leaves_no_edited_one_around_it() {
        let half = "one two three four five six seven eight";
        let texts = [format!("{half} nine ten {half} eleven"), format!("{half} never {half} eleven")];
        let texts = [texts[0].as_str(), texts[1].as_str()];
        let found = |is_kept: &dyn Fn([&str; 2]) -> bool| {
            let found = shared_with(texts, RunLength::default(), is_kept, &Watch::default()).unwrap();
            found.into_iter().map(|passage| (passage.chars, passage.edits.len())).collect::<Vec<_>>()
        };
        assert_eq!(found(&|_| false), [(77, 1)]);
        assert_eq!(found(&|[a, b]| a == b && a.ends_with("eleven")), [(38, 0), (32, 0)]);
    }

    #[test]
    fn the_longest_comes_first_with_all_its_places() {
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
    fn what_is_the_same_in_a_part_is_what_of_the_whole_lies_in_it() {
        let span = Span::new;
        let edits = vec![[span(4, 6), span(14, 14)], [span(9, 9), span(17, 20)], [span(12, 13), span(23, 24)]];
        let places = [vec![span(0, 20)], vec![span(10, 31)]];
        let passage = PairPassage { chars: 20, kept: 17, edits, places, counts: [1, 1] };
        for side in 0..2 {
            let place = passage.places[side][0];
            let clipped = |part: Span, same: Vec<(Span, u32)>| {
                let inside = |of: Span| span(of.start.max(part.start) as usize, of.end.min(part.end) as usize);
                let same = same.into_iter().map(|(of, there)| (inside(of), there));
                same.filter(|(of, _)| of.start < of.end).collect::<Vec<_>>()
            };
            for (from, to) in (place.start..place.end).flat_map(|from| (from..=place.end).map(move |to| (from, to))) {
                let part = span(from as usize, to as usize);
                let whole = clipped(part, passage.same(side, place, place));
                assert_eq!(clipped(part, passage.same(side, place, part)), whole, "{part:?}");
            }
        }
    }

    #[test]
    fn one_word_over_and_over_takes_no_long_time() {
        let [a, b] = ["ja ".repeat(4_000), "ja ".repeat(3_000)];
        let found = shared([&a, &b], RunLength::default(), &Watch::default()).unwrap();
        assert_eq!((found.len(), found[0].counts), (1, [1_001, 1]));
        assert_eq!(found[0].places[0].len(), 1_001);
    }
}

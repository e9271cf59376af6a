//! All shared passages of a pair, numbered and marked in both texts, as the screen of shared text and the report show
//! them.
//!
//! Passages are numbered in the order in which they are marked in A; passages hidden there by longer ones follow in the
//! order of B. An excluded passage keeps its place in that order, but has no number.

use std::collections::BTreeSet;

use super::{
    RunLength,
    passages::{PairPassage, is_stray},
};
use crate::{
    simhash::{Skeleton, Span, is_han},
    unicode::is_alphanumeric,
};

/// The shared passages of two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedText {
    /// The passages that are marked in at least one of the texts, in order.
    pub passages: Vec<NumberedPassage>,
    /// The marked stretches of A and of B, in order: no character twice. [`Tile::passage`] is an index into `passages`.
    pub tiles: [Vec<Tile>; 2],
    /// False if a passage has more places than were stored; these are not marked.
    pub complete: bool,
    /// The edits inside passages and letters that only look like those of the other text, in A and in B, in order.
    altered: [Vec<Span>; 2],
    /// The length of a run.
    run: RunLength,
}

/// A passage with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedPassage {
    /// From 1; `None` if it is excluded.
    pub number: Option<u32>,
    /// The passage with all its places.
    pub shared: PairPassage,
}

impl SharedText {
    /// Numbers and marks passages, given the longest first, each with `true` if it is excluded.
    ///
    /// ```
    /// use simscope_core::{compare::coverage::{RunLength, SharedText, passages}, simhash::Watch};
    /// let texts = ["夜里，灯塔亮着。风从北方来了。", "风从北方来了，所以灯塔亮着！"];
    /// let run = RunLength { han: 4, words: 3 };
    /// let found = passages::shared(texts, run, &Watch::default())?;
    /// let shared = SharedText::new(texts, found.into_iter().map(|passage| (passage, false)).collect(), run);
    /// let marked = |side: usize| shared.marked(side).map(|(s, n)| (n, s.of(texts[side]))).collect::<Vec<_>>();
    /// assert_eq!(marked(0), [(1, "灯塔亮着"), (2, "风从北方来了")]);
    /// assert_eq!(marked(1), [(2, "风从北方来了"), (1, "灯塔亮着")]);
    /// # Ok::<(), simscope_core::simhash::Stopped>(())
    /// ```
    pub fn new(texts: [&str; 2], found: Vec<(PairPassage, bool)>, run: RunLength) -> Self {
        let (found, excluded): (Vec<PairPassage>, Vec<bool>) = found.into_iter().unzip();
        let kept = |shared: &PairPassage| (0..2).all(|side| shared.places[side].len() == shared.counts[side] as usize);
        let complete = found.iter().all(kept);
        let mut tiles = [0, 1].map(|side| of_whole_words(texts[side], tiles(&found, side)));
        let first = first_marks(&tiles, found.len());
        let mut order: Vec<u32> = (0..found.len() as u32).filter(|&at| first[at as usize] != UNMARKED).collect();
        order.sort_by_key(|&at| first[at as usize]);
        let mut place = vec![0; found.len()];
        order.iter().zip(0..).for_each(|(&at, new)| place[at as usize] = new);
        tiles.iter_mut().flatten().for_each(|tile| tile.passage = place[tile.passage as usize]);
        let mut found: Vec<Option<PairPassage>> = found.into_iter().map(Some).collect();
        let mut last = 0;
        let passages = order.into_iter().filter_map(|at| {
            let excluded = excluded[at as usize];
            last += u32::from(!excluded);
            Some(NumberedPassage { number: (!excluded).then_some(last), shared: found[at as usize].take()? })
        });
        let passages: Vec<NumberedPassage> = passages.collect();
        let altered = [0, 1].map(|side| {
            let edits = passages.iter().flat_map(|passage| &passage.shared.edits).map(|edit| edit[side]);
            in_order(edits.chain(Skeleton::new(texts[side]).lookalikes().iter().copied()).collect())
        });
        Self { passages, tiles, complete, altered, run }
    }

    /// The marked spans of a side in order, each with the number of its passage.
    pub fn marked(&self, side: usize) -> impl Iterator<Item = (Span, u32)> {
        self.tiles[side].iter().filter_map(|tile| Some((tile.span, self.number(tile.passage)?)))
    }

    /// The parts of a stretch of a side in order, each with the place in the other text at which it occurs word for
    /// word, if it is as long as a run: text that a diff removes or adds may occur elsewhere in the other text.
    /// Punctuation belongs to the part before it.
    pub fn parts(&self, side: usize, text: &str, span: Span) -> Vec<(Span, Option<u32>)> {
        // Most changes are too short.
        if !span.is_empty() && !reaches(self.run, span.of(text)) {
            return vec![(span, None)];
        }
        let mut parts: Vec<(Span, Option<u32>)> = Vec::new();
        let mut push = |start: u32, end: u32, place: Option<u32>| {
            let part = Span { start, end };
            let words = |part: Span| part.of(text).contains(is_alphanumeric);
            match parts.last_mut() {
                Some(last) if place == last.1 || place.is_none() && !words(part) => last.0.end = end,
                _ if start < end => parts.push((part, place)),
                _ => {}
            }
        };
        let mut at = span.start;
        for tile in self.touching(side, span) {
            let Some(passage) = self.passages.get(tile.passage as usize) else { continue };
            for (same, place) in passage.shared.same(side, tile.span, span) {
                let [start, end] = [same.start, same.end].map(|byte| byte.clamp(at, span.end));
                if reaches(self.run, Span { start, end }.of(text)) {
                    push(at, start, None);
                    push(start, end, Some(place));
                    at = end;
                }
            }
        }
        push(at, span.end, None);
        parts
    }

    /// The parts of a stretch of a passage, each with `true` if it is an edit, or a letter of another alphabet that
    /// looks the same.
    pub fn altered_parts(&self, side: usize, span: Span) -> Vec<(Span, bool)> {
        let (mut parts, mut at) = (Vec::new(), span.start);
        let first = self.altered[side].partition_point(|one| one.end <= span.start);
        for one in self.altered[side][first..].iter().take_while(|one| one.start < span.end) {
            let [start, end] = [one.start.max(at), one.end.min(span.end)];
            parts.extend([(Span { start: at, end: start }, false), (Span { start, end }, true)]);
            at = end;
        }
        parts.push((Span { start: at, end: span.end }, false));
        parts.retain(|(part, _)| !part.is_empty());
        parts
    }

    /// The tiles of a side that touch a stretch of it.
    pub fn touching(&self, side: usize, span: Span) -> &[Tile] {
        let tiles = &self.tiles[side];
        let first = tiles.partition_point(|tile| tile.span.end <= span.start);
        let end = tiles.partition_point(|tile| tile.span.start < span.end);
        tiles.get(first..end).unwrap_or_default()
    }

    /// The number of the passage at an index.
    pub fn number(&self, passage: u32) -> Option<u32> {
        self.passages.get(passage as usize)?.number
    }

    /// The number of numbered passages.
    pub fn numbered(&self) -> u32 {
        self.passages.iter().rev().find_map(|passage| passage.number).unwrap_or(0)
    }
}

/// Sorts spans and merges those that touch.
fn in_order(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable();
    spans.dedup_by(|next, last| {
        let touch = next.start <= last.end;
        last.end = if touch { last.end.max(next.end) } else { last.end };
        touch
    });
    spans
}

/// Returns true if a text is as long as a run.
fn reaches(run: RunLength, text: &str) -> bool {
    let (mut length, mut word) = (0, false);
    text.chars().any(|c| {
        let letter = is_alphanumeric(c) && !is_han(c);
        length += if is_han(c) { run.words } else { u32::from(letter && !word) * run.han };
        word = letter;
        length >= run.han * run.words
    })
}

/// The first marks of a passage that is marked in neither text.
const UNMARKED: [u32; 2] = [u32::MAX; 2];

/// The first byte marked as each passage, in A and in B.
fn first_marks(tiles: &[Vec<Tile>; 2], passages: usize) -> Vec<[u32; 2]> {
    let mut first = vec![UNMARKED; passages];
    for (side, tiles) in tiles.iter().enumerate() {
        for tile in tiles.iter().rev() {
            first[tile.passage as usize][side] = tile.span.start;
        }
    }
    first
}

/// Tiles without the punctuation and whitespace at their ends, and without a single word of the paragraph before or
/// after, which is the same by chance: it is counted, but not marked.
fn of_whole_words(text: &str, mut tiles: Vec<Tile>) -> Vec<Tile> {
    for Tile { span, .. } in &mut tiles {
        let inside = trimmed(text, *span);
        let begun = inside.of(text).find('\n').map(|at| inside.start + at as u32);
        let ended = inside.of(text).rfind('\n').map(|at| inside.start + at as u32);
        *span = inside;
        if let Some(at) =
            ended.filter(|&at| is_lone_word(text, Span { start: at, ..inside }) && ends_sentence(text, inside, at))
        {
            span.end = at;
        }
        if let Some(at) = begun.filter(|&at| {
            at < span.end && is_lone_word(text, Span { end: at, ..inside }) && ends_sentence(text, inside, at)
        }) {
            span.start = at;
        }
        *span = trimmed(text, *span);
    }
    tiles.retain(|tile| !tile.span.is_empty());
    tiles
}

fn trimmed(text: &str, span: Span) -> Span {
    let inside = span.of(text);
    let start = inside.len() - inside.trim_start_matches(is_stray).len();
    let end = inside.trim_end_matches(is_stray).len().max(start);
    Span { start: span.start + start as u32, end: span.start + end as u32 }
}

fn is_lone_word(text: &str, span: Span) -> bool {
    let word = trimmed(text, span).of(text);
    word.chars().count() == 1 || !word.contains(|c: char| c.is_whitespace() || is_han(c))
}

/// Returns true if the text of a stretch before a line end ends with punctuation: the next line then begins a
/// paragraph.
fn ends_sentence(text: &str, span: Span, line_end: u32) -> bool {
    let before = Span { end: line_end, ..span }.of(text).trim_end();
    before.ends_with(is_stray)
}

/// A stretch of a text that is marked as one passage, or as a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// In bytes of the text.
    pub span: Span,
    /// The index of the passage.
    pub passage: u32,
}

/// The tiles of one text, in order, for the passages of a pair, the longest first. `side` is 0 for A and 1 for B.
///
/// Passages may overlap: two that follow each other and overlap in the other text, or one that occurs separately
/// elsewhere. The shared character then belongs to the longest.
fn tiles(passages: &[PairPassage], side: usize) -> Vec<Tile> {
    // Each place begins and ends once; of those that are open the first passage has the text.
    let mut ends: Vec<(u32, bool, u32, u32)> = Vec::new();
    for (passage, shared) in (0..).zip(passages) {
        for place in &shared.places[side] {
            ends.push((place.end, false, passage, place.start));
            ends.push((place.start, true, passage, place.start));
        }
    }
    ends.sort_unstable();
    let mut open: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut tiles: Vec<Tile> = Vec::new();
    // The place that the last tile is of.
    let mut of = None;
    let mut from = 0;
    for (at, begins, passage, start) in ends {
        if let Some(&place) = open.first().filter(|_| from < at) {
            match tiles.last_mut().filter(|last| of == Some(place) && last.span.end == from) {
                Some(last) => last.span.end = at,
                None => tiles.push(Tile { span: Span { start: from, end: at }, passage: place.0 }),
            }
            of = Some(place);
        }
        from = at;
        if begins {
            open.insert((passage, start));
        } else {
            open.remove(&(passage, start));
        }
    }
    tiles
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{Windows, coverage, passages::shared},
        *,
    };
    use crate::simhash::Watch;

    const RUN: RunLength = RunLength { han: 3, words: 2 };

    fn text() -> impl Strategy<Value = String> {
        let part = prop_oneof!["[甲乙丙]", "[ab] ", ",", " ", Just("甲乙甲 b".to_owned()), Just("a, b a。".to_owned())];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    fn of(texts: [&str; 2]) -> SharedText {
        SharedText::new(
            texts,
            shared(texts, RUN, &Watch::default()).unwrap().into_iter().map(|shared| (shared, false)).collect(),
            RUN,
        )
    }

    proptest! {
        #[test]
        fn what_is_covered_is_marked_once_and_numbers_rise_in_a(a in text(), b in text()) {
            let shared = of([&a, &b]);
            prop_assert!(shared.complete);
            let numbers: Vec<u32> = shared.passages.iter().filter_map(|passage| passage.number).collect();
            prop_assert_eq!(&numbers, &(1..=shared.numbered()).collect::<Vec<_>>());
            let mut seen = 0;
            for (_, number) in shared.marked(0) {
                prop_assert!(number <= seen + 1, "each number is new or was seen before");
                seen = seen.max(number);
            }
            let windows = [&a, &b].map(|text| Windows::new(text, RUN, &Watch::default()).unwrap());
            for (side, coverage) in coverage(&windows[0], &windows[1]).into_iter().enumerate() {
                let text = [&a, &b][side];
                let tiles = &shared.tiles[side];
                prop_assert!(tiles.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
                for tile in tiles {
                    let of = &shared.passages[tile.passage as usize].shared.places[side];
                    prop_assert!(of.iter().any(|place| place.start <= tile.span.start && tile.span.end <= place.end));
                    prop_assert!(!tile.span.of(text).starts_with(is_stray) && !tile.span.of(text).ends_with(is_stray));
                }
                let edited = shared.passages.iter().filter(|passage| !passage.shared.edits.is_empty());
                let mut covered: Vec<Span> = edited.flat_map(|passage| passage.shared.places[side].clone()).collect();
                covered.extend(coverage.passages.iter().map(|passage| passage.span));
                let covered = |at: u32| covered.iter().any(|span| span.start <= at && at < span.end);
                let marked = |at: u32| tiles.iter().any(|tile| tile.span.start <= at && at < tile.span.end);
                for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
                    prop_assert_eq!(marked(at as u32), covered(at as u32), "{} at {}", c, at);
                }
            }
        }
    }

    #[test]
    fn a_word_alone_of_another_paragraph_is_not_marked() {
        let [a, b] = ["灯亮了。\n风从北方来了。\n我说", "风从北方来了。\n我们。"];
        let shared = of([a, b]);
        assert_eq!(shared.marked(0).map(|(span, _)| span.of(a)).collect::<Vec<_>>(), ["风从北方来了"]);
        assert_eq!(shared.passages[0].shared.chars, 7, "it is counted");
        let wrapped = ["风从北方\n来了", "风从北方来"];
        assert_eq!(of(wrapped).marked(0).map(|(span, _)| span.of(wrapped[0])).collect::<Vec<_>>(), ["风从北方\n来"]);
    }

    #[test]
    fn letters_that_only_look_the_same_are_marked_one_by_one() {
        let text = "The lighthоuse kеерer sleeps. The harbour is calm.";
        let (shared, whole) =
            (of([text, "The lighthouse keeper sleeps, the harbour is calm."]), Span::new(0, text.len()));
        let altered = shared.altered_parts(0, whole).into_iter().filter(|(_, altered)| *altered);
        assert_eq!(altered.map(|(span, _)| span.of(text)).collect::<Vec<_>>(), ["о", "еер"]);
        assert_eq!(shared.altered_parts(1, whole), [(whole, false)]);
    }

    #[test]
    fn an_excluded_passage_has_a_place_and_no_number() {
        let [one, two, three] = ["甲乙丙丁", "子丑寅卯", "天地玄黄"];
        let texts = [&*format!("{one}。{two}。{three}"), &*format!("{three}，{two}，{one}")];
        let found = shared(texts, RUN, &Watch::default()).unwrap().into_iter().map(|shared| {
            let excluded = shared.places[0][0].of(texts[0]) == two;
            (shared, excluded)
        });
        let shared = SharedText::new(texts, found.collect(), RUN);
        assert_eq!(shared.passages.iter().map(|passage| passage.number).collect::<Vec<_>>(), [Some(1), None, Some(2)]);
        assert_eq!(shared.tiles[0].len(), 3);
        let parts = shared.parts(0, texts[0], Span { start: 6, end: 30 });
        let parts: Vec<_> = parts.into_iter().map(|(span, passage)| (span.of(texts[0]), passage)).collect();
        assert_eq!(parts, [("丙丁。", None), ("子丑寅卯。", Some(15))], "two characters are no run");
        assert_eq!(shared.marked(1).map(|(_, number)| number).collect::<Vec<_>>(), [2, 1]);
    }

    fn passage(places: &[(u32, u32)]) -> PairPassage {
        let places: Vec<Span> = places.iter().map(|&(start, end)| Span { start, end }).collect();
        PairPassage {
            chars: 0,
            kept: 0,
            edits: Vec::new(),
            counts: [places.len() as u32, 0],
            places: [places, Vec::new()],
        }
    }

    fn tiled(passages: &[PairPassage]) -> Vec<(u32, u32, u32)> {
        tiles(passages, 0).iter().map(|tile| (tile.span.start, tile.span.end, tile.passage)).collect()
    }

    #[test]
    fn the_longest_has_what_several_share() {
        assert_eq!(
            tiled(&[passage(&[(10, 30)]), passage(&[(5, 20), (40, 55)])]),
            [(5, 10, 1), (10, 30, 0), (40, 55, 1)]
        );
        assert_eq!(
            tiled(&[passage(&[(0, 9), (9, 18)]), passage(&[(3, 5)])]),
            [(0, 9, 0), (9, 18, 0)],
            "two places of one"
        );
        assert_eq!(tiled(&[passage(&[(4, 6)]), passage(&[(0, 9)])]), [(0, 4, 1), (4, 6, 0), (6, 9, 1)]);
    }

    proptest! {
        #[test]
        fn each_character_has_the_first_passage_over_it(
            places in prop::collection::vec((prop::collection::btree_set(0u32..40, 0..4), 1u32..9), 0..6)
        ) {
            let passages: Vec<PairPassage> = places
                .iter()
                .map(|(starts, len)| passage(&starts.iter().map(|&at| (at, at + len)).collect::<Vec<_>>()))
                .collect();
            let tiles = tiles(&passages, 0);
            prop_assert!(tiles.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
            for at in 0..50 {
                let inside = |span: &Span| span.start <= at && at < span.end;
                let expected = passages.iter().position(|shared| shared.places[0].iter().any(inside));
                let found = tiles.iter().find(|tile| inside(&tile.span)).map(|tile| tile.passage as usize);
                prop_assert_eq!(found, expected, "at {}", at);
            }
        }
    }
}

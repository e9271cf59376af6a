//! Shared passages as they are marked in a text: no character in two of them.
//!
//! Passages may overlap: two that follow each other in the other text and overlap there, or one that occurs alone
//! elsewhere. The shared character then belongs to the longest.

use std::collections::BTreeSet;

use super::passages::PairPassage;
use crate::simhash::Span;

/// A stretch of a text that is marked as one passage, or as a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// In bytes of the text.
    pub span: Span,
    /// The index of the passage.
    pub passage: u32,
}

/// The tiles of one text, in order, for the passages of a pair, the longest first. `side` is 0 for A and 1 for B.
pub(super) fn tiles(passages: &[PairPassage], side: usize) -> Vec<Tile> {
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

    use super::*;

    fn passage(places: &[(u32, u32)]) -> PairPassage {
        let places: Vec<Span> = places.iter().map(|&(start, end)| Span { start, end }).collect();
        PairPassage { chars: 0, counts: [places.len() as u32, 0], places: [places, Vec::new()] }
    }

    fn of(passages: &[PairPassage]) -> Vec<(u32, u32, u32)> {
        tiles(passages, 0).iter().map(|tile| (tile.span.start, tile.span.end, tile.passage)).collect()
    }

    #[test]
    fn the_longest_has_what_several_share() {
        assert_eq!(of(&[passage(&[(10, 30)]), passage(&[(5, 20), (40, 55)])]), [(5, 10, 1), (10, 30, 0), (40, 55, 1)]);
        assert_eq!(
            of(&[passage(&[(0, 9), (9, 18)]), passage(&[(3, 5)])]),
            [(0, 9, 0), (9, 18, 0)],
            "two places of one"
        );
        assert_eq!(of(&[passage(&[(4, 6)]), passage(&[(0, 9)])]), [(0, 4, 1), (4, 6, 0), (6, 9, 1)]);
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

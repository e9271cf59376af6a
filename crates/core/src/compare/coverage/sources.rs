//! One text and all texts that contain some of it: the part in each of them, starting with the text that adds most to
//! the previous ones.
//!
//! A greedy cover: each next source is the one that has most of the text that is in no earlier one. Must not know
//! documents.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{
    Windows,
    edited::{Edited, SameRuns},
    stretches::Stretches,
};
use crate::simhash::{Span, Stopped, Watch};

/// Stands for the source of a unit that is in no other text.
const NONE: usize = usize::MAX;

/// Another text that contains some of a text, word for word or with small edits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextSource {
    /// Its number.
    pub text: usize,
    /// The share that is in this source, from 0 to 1.
    pub alone: f64,
    /// The share that is in this source and in no earlier one.
    pub beyond: f64,
}

/// A stretch of a text that is in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTile {
    /// Its bytes in the text.
    pub span: Span,
    /// The index of the first source that contains it.
    pub source: usize,
}

/// The sources of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextSources {
    /// The sources, those that add most first; among equal ones, the smaller number first.
    pub all: Vec<TextSource>,
    /// The stretches in the sources, in order, without overlap.
    pub tiles: Vec<SourceTile>,
}

/// The sources of a text among others, each given with its number. All must be prepared with the same
/// [`RunLength`](super::RunLength). The watch advances by one for each.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn sources<'w>(
    own: &Windows,
    others: impl Iterator<Item = (usize, &'w Windows)>,
    watch: &Watch,
) -> Result<TextSources, Stopped> {
    let mut found: Vec<(usize, Vec<(u32, u32)>)> = Vec::new();
    for (text, other) in others {
        watch.check()?;
        let units = shared_units(own, other, watch)?;
        if !units.is_empty() {
            found.push((text, units));
        }
        watch.advance(1);
    }
    // The source of each unit.
    let mut owners = vec![NONE; own.units.len()];
    let chars = |owners: &[usize], units: &[(u32, u32)]| -> u64 {
        let all = units.iter().flat_map(|&(from, to)| from as usize..to as usize);
        all.filter(|&unit| owners[unit] == NONE).map(|unit| u64::from(own.units.chars(unit))).sum()
    };
    // What a source adds only becomes less: the largest is looked at again before it is taken.
    let alone: Vec<u64> = found.iter().map(|(_, units)| chars(&owners, units)).collect();
    let mut heap: BinaryHeap<(u64, Reverse<usize>)> =
        alone.iter().enumerate().map(|(at, &chars)| (chars, Reverse(at))).collect();
    let mut all = Vec::with_capacity(found.len());
    while let Some((_, Reverse(at))) = heap.pop() {
        watch.check()?;
        let (text, ref units) = found[at];
        let adds = (chars(&owners, units), Reverse(at));
        if heap.peek().is_some_and(|next| *next > adds) {
            heap.push(adds);
            continue;
        }
        for &(from, to) in units {
            let free = owners[from as usize..to as usize].iter_mut().filter(|owner| **owner == NONE);
            free.for_each(|owner| *owner = all.len());
        }
        all.push(TextSource { text, alone: own.share(alone[at]), beyond: own.share(adds.0) });
    }
    Ok(TextSources { all, tiles: tiles(own, &owners) })
}

/// The stretches of units of one text that are in another, in order.
fn shared_units(own: &Windows, other: &Windows, watch: &Watch) -> Result<Vec<(u32, u32)>, Stopped> {
    let texts = [own, other];
    let edited = Edited::new(texts, SameRuns::of(texts, watch)?, watch)?;
    let runs = Stretches::of_two(texts, watch)?;
    let runs = runs.iter().flat_map(|runs| runs.shared_with(0, 1));
    let mut units: Vec<(u32, u32)> = runs.chain(edited.passages.iter().map(|passage| passage.units(0))).collect();
    units.sort_unstable();
    units.dedup_by(|next, last| {
        let joined = next.0 <= last.1;
        last.1 = if joined { last.1.max(next.1) } else { last.1 };
        joined
    });
    Ok(units)
}

/// Units of one owner that follow each other without a wall are one stretch.
fn tiles(own: &Windows, owners: &[usize]) -> Vec<SourceTile> {
    let mut tiles = Vec::new();
    let mut from = 0;
    for same in owners.chunk_by(|one, next| one == next) {
        let units = from..from + same.len();
        from = units.end;
        if same[0] == NONE {
            continue;
        }
        let mut begin = units.start;
        let walls = own.units.walls.iter().copied().filter(|wall| units.contains(wall) && *wall > units.start);
        for end in walls.chain([units.end]) {
            tiles.push(SourceTile { span: own.span((begin as u32, end as u32)), source: same[0] });
            begin = end;
        }
    }
    tiles
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::RunLength, *};
    use crate::compare::{Groups, coverage::shares};

    fn windows(text: &str) -> Windows {
        Windows::new(text, RunLength { han: 4, words: 3 }, &Watch::default()).unwrap()
    }

    #[test]
    fn the_source_that_adds_most_comes_first() {
        let [one, two] = ["灯塔上的灯在夜里亮着", "船在天亮以前回到港口来"];
        let own = windows(&format!("{one}。{two}"));
        let others = [one, &two[..18], &format!("{two}！")].map(windows);
        let found = sources(&own, others.iter().enumerate(), &Watch::default()).unwrap();
        assert_eq!(found.all.iter().map(|source| source.text).collect::<Vec<_>>(), [2, 0, 1]);
        assert!(found.all[2].alone > 0.2 && found.all[2].beyond == 0.0);
        assert!((found.all.iter().map(|source| source.beyond).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(found.tiles.iter().map(|tile| tile.source).collect::<Vec<_>>(), [1, 0]);
    }

    proptest! {
        #[test]
        fn they_add_up_to_what_is_from_others(
            texts in prop::collection::vec("([甲乙丙丁]{1,5}|[ab]{1,2} |\r\r\n){0,12}", 2..6),
        ) {
            let all: Vec<Windows> = texts.iter().map(|text| windows(text)).collect();
            let known: Vec<Option<&Windows>> = all.iter().map(Some).collect();
            let whole = shares(&known, &Groups::all(all.len()), &Watch::default()).unwrap();
            let others = all.iter().enumerate().skip(1);
            let found = sources(&all[0], others, &Watch::default()).unwrap();
            let beyond: f64 = found.all.iter().map(|source| source.beyond).sum();
            prop_assert!((beyond - whole.from_others()[0].edited()).abs() < 1e-6);
            prop_assert!(found.all.is_sorted_by(|one, next| one.beyond >= next.beyond));
            prop_assert!(found.tiles.is_sorted_by(|one, next| one.span.end <= next.span.start));
            prop_assert!(found.all.iter().all(|source| source.alone >= source.beyond));
        }
    }
}

//! The inverted index: the texts in which each window of many texts occurs.
//!
//! The windows of all texts are processed by ranges of their hashes, so that little is sorted at a time. Most windows
//! occur in only one text and are removed before sorting. Windows that occur in the same texts form a *class*, whose
//! list of texts is stored once; windows that always follow each other are one [*stretch*](super::stretches). So a page
//! common to all of 2,000 texts is one list of 2,000 numbers and one stretch in each text, and memory grows with the
//! number of windows, not of pairs.

use std::{collections::HashMap, ops::Range, sync::Arc};

use rayon::prelude::*;

use super::{
    BitSet, Windows,
    marked::{Classes, MarkedWindows, SharedWindows},
    sorted::HASH_BITS,
    stretches::Stretches,
};
use crate::simhash::{Stopped, Watch};

/// The number of windows processed at a time, small enough to stay in a core's cache.
const AT_A_TIME: usize = 1 << 16;
/// The number of such ranges processed at a time per core, enough to keep all cores busy.
const RANGES: usize = 4;

/// Builds the index from the windows that occur in two or more texts, if `wanted` returns true for these texts, given
/// in ascending order. Texts that are `None` have no windows. Advances the watch by `work`.
pub(super) fn invert(
    texts: &[Option<&Windows>],
    wanted: impl Fn(&[u32]) -> bool + Sync,
    watch: &Watch,
    work: u64,
) -> Result<Stretches, Stopped> {
    let all: usize = texts.iter().flatten().map(|windows| windows.set.len()).sum();
    let ranges = all.div_ceil(AT_A_TIME).next_power_of_two();
    let shift = HASH_BITS - ranges.trailing_zeros();
    let look = |range: usize| {
        watch.check()?;
        let from = (range as u64) << shift;
        let found = find(texts, from..from + (1 << shift), &wanted);
        watch.advance_part(work, range, ranges);
        Ok(found)
    };
    let mut names: HashMap<Arc<[u32]>, u32> = HashMap::new();
    let mut classes = Classes::none();
    let of = |text: Option<&Windows>| MarkedWindows::none(text.map_or(0, |text| text.set.len()));
    let mut windows: Vec<MarkedWindows> = texts.iter().copied().map(of).collect();
    let (mut number, mut holders) = (0, Vec::new());
    let at_a_time = RANGES * rayon::current_num_threads();
    // Some ranges at a time, so that not all that is found is there twice.
    for first in (0..ranges).step_by(at_a_time) {
        let found: Vec<FoundWindows> =
            (first..ranges.min(first + at_a_time)).into_par_iter().map(look).collect::<Result<_, Stopped>>()?;
        for found in found {
            let mut begin = 0;
            for &end in &found.ends {
                let occurrences = &found.occurrences[begin..end as usize];
                begin = end as usize;
                holders.clear();
                holders.extend(occurrences.iter().map(|&(text, _)| text));
                let class = names.get(&*holders).copied().unwrap_or_else(|| {
                    let list: Arc<[u32]> = holders.as_slice().into();
                    let class = classes.lists.len() as u32;
                    classes.lists.push(list.clone());
                    names.insert(list, class);
                    class
                });
                classes.push(number, class);
                for &(text, place) in occurrences {
                    windows[text as usize].mark(place as usize, number);
                }
                number += 1;
            }
        }
    }
    drop(names);
    let of = windows.into_iter().map(MarkedWindows::counted).collect();
    Stretches::new(texts, SharedWindows { of, classes, numbers: number as usize }, watch)
}

/// Windows that occur in several texts: where each does, and for each where its list ends.
struct FoundWindows {
    occurrences: Vec<(u32, u32)>,
    ends: Vec<u32>,
}

/// The windows of a range of hashes that occur in several texts.
fn find(texts: &[Option<&Windows>], range: Range<u64>, wanted: impl Fn(&[u32]) -> bool) -> FoundWindows {
    let mut hashes: Vec<u64> = Vec::new();
    let mut parts: Vec<(u32, usize, Range<usize>)> = Vec::new();
    for (windows, text) in texts.iter().zip(0..) {
        let Some(windows) = windows else { continue };
        let (places, begin) = (windows.set.places(range.clone()), hashes.len());
        if !places.is_empty() {
            hashes.extend(windows.set.at(places.clone()));
            parts.push((text, places.start, begin..hashes.len()));
        }
    }
    let mut found = FoundWindows { occurrences: Vec::new(), ends: Vec::new() };
    if parts.len() < 2 {
        return found;
    }
    // A sieve: what falls on a place on which nothing else falls, occurs in one text alone.
    let places = (16 * hashes.len()).next_power_of_two();
    let at = |hash: u64| (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (places - 1);
    let [mut once, mut twice] = [BitSet::none(places), BitSet::none(places)];
    for &hash in &hashes {
        let at = at(hash);
        if once.has(at) {
            twice.mark(at);
        }
        once.mark(at);
    }
    let mut left: Vec<(u64, u32, u32)> = Vec::new();
    for (text, first, part) in parts {
        let numbered = hashes[part].iter().zip(first as u32..);
        left.extend(numbered.filter(|(hash, _)| twice.has(at(**hash))).map(|(&hash, place)| (hash, text, place)));
    }
    left.sort_unstable();
    let mut holders = Vec::new();
    for same in left.chunk_by(|a, b| a.0 == b.0) {
        holders.clear();
        holders.extend(same.iter().map(|&(_, text, _)| text));
        if holders.len() > 1 && wanted(&holders) {
            found.occurrences.extend(same.iter().map(|&(_, text, place)| (text, place)));
            found.ends.push(found.occurrences.len() as u32);
        }
    }
    found
}

//! Text that occurs in many texts, such as forms, notices or a page given to everyone; and every passage that several
//! texts share.

use std::{cmp::Reverse, collections::HashSet, ops::Range, sync::Arc};

use rayon::prelude::*;

use super::{
    Passage, Windows,
    inverted::invert,
    stretches::{Stretch, Stretches, chains},
};
use crate::simhash::{Span, Stopped, Watch};

/// For each text, the stretches in runs that occur in `least` or more texts, including itself; in order. Stretches that
/// touch or overlap are merged, and a merged stretch need not occur in full in other texts: see [`shared_passages`]. A
/// `least` below two counts as two. All must be prepared with the same [`RunLength`](super::RunLength).
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn common(texts: &[Option<&Windows>], least: usize, watch: &Watch) -> Result<Vec<Vec<Passage>>, Stopped> {
    let shared = invert(texts, |holders| holders.len() >= least, watch, 0)?;
    let passages = |(text, stretches): (Option<&Windows>, Vec<Stretch>)| {
        text.map_or_else(Vec::new, |text| text.passages(stretches.iter().map(|stretch| stretch.units)))
    };
    Ok(texts.par_iter().copied().zip(shared.of).map(passages).collect())
}

/// A passage that occurs in several texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPassage {
    /// The texts in which it occurs, in ascending order.
    pub texts: Arc<[u32]>,
    /// The places where it occurs in full: each text with a span, by text and place. It may occur several times in a
    /// text.
    pub places: Vec<(u32, Span)>,
    /// The number of characters at the first place, without whitespace; the number may differ elsewhere, since other
    /// scripts may fold to them.
    pub chars: u64,
}

/// The passages that occur in `least` or more texts, each in full in every text listed for it: those in the most texts
/// first, then the longest, then in text order. A passage ends where the set of texts that share it changes; a passage
/// that is longer in some texts than in others is split into overlapping parts. No passage is always part of a longer
/// passage of the same texts. (Texts with many repetitions, different in each, are split into shorter parts to bound
/// the time.)
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
///
/// ```
/// use simscope_core::{compare::coverage::{RunLength, Windows, shared_passages}, simhash::Watch};
/// let run = RunLength { han: 4, words: 3 };
/// let texts = ["灯塔上的灯亮了。海", "夜里，灯塔上的灯亮了。", "风从北方来"];
/// let windows = texts.map(|text| Windows::new(text, run, &Watch::default()).expect("nobody stops it"));
/// let found = shared_passages(&windows.each_ref().map(Some), 2, &Watch::default())?;
/// assert_eq!((found.len(), &*found[0].texts), (1, &[0, 1][..]));
/// let places: Vec<&str> = found[0].places.iter().map(|(text, span)| span.of(texts[*text as usize])).collect();
/// assert_eq!(places, ["灯塔上的灯亮了"; 2]);
/// # Ok::<(), simscope_core::simhash::Stopped>(())
/// ```
pub fn shared_passages(texts: &[Option<&Windows>], least: usize, watch: &Watch) -> Result<Vec<SharedPassage>, Stopped> {
    let shared = invert(texts, |holders| holders.len() >= least, watch, 0)?;
    let mut look = PassageSearch { shared: &shared, chains: HashSet::new(), left: LOOKS };
    let mut known: HashSet<(u64, usize)> = HashSet::new();
    let mut found: Vec<SharedPassage> = Vec::new();
    for (number, sequence) in shared.sequences.iter().enumerate() {
        watch.check()?;
        let stretches = &*shared.of[number];
        for chain in chains(stretches, 0..stretches.len()) {
            for same in same_class(stretches, chain) {
                for part in look.up(number, same) {
                    let (at, len) = (stretches[part.start].at as usize, part.len());
                    if known.insert((sequence.hash(at, len), len)) {
                        found.extend(look.passage(texts, number, part));
                    }
                }
            }
        }
    }
    found.par_sort_by_key(|passage| (Reverse(passage.texts.len()), Reverse(passage.chars)));
    Ok(found)
}

/// The largest number of look-ups of a part in a text, in addition to one for every text in which a chain of one class
/// should occur: some seconds.
const LOOKS: usize = 1 << 23;

/// The parts of a chain whose stretches occur in the same texts.
fn same_class(stretches: &[Stretch], chain: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut from = chain.start;
    let parts = stretches[chain].chunk_by(|a, b| a.class == b.class);
    parts.map(move |part| {
        from += part.len();
        from - part.len()..from
    })
}

/// Finds what occurs in full in all texts of a class.
struct PassageSearch<'s> {
    shared: &'s Stretches,
    /// The chains already examined.
    chains: HashSet<(u64, usize)>,
    left: usize,
}

impl PassageSearch<'_> {
    /// The parts of a chain of one class that occur in all its texts and are not part of a longer such part.
    fn up(&mut self, text: usize, chain: Range<usize>) -> Vec<Range<usize>> {
        let (stretches, sequence) = (&*self.shared.of[text], &self.shared.sequences[text]);
        let at = |stretch: usize| stretches[stretch].at as usize;
        let texts = &*self.shared.classes[stretches[chain.start].class as usize];
        if !self.chains.insert((sequence.hash(at(chain.start), chain.len()), chain.len())) {
            return Vec::new();
        }
        let (mut parts, mut end) = (Vec::new(), chain.start);
        for from in chain.clone() {
            // A stretch occurs in all of them in any case, and what is whole is mostly seen at once.
            let mut to = if self.left > 0 { chain.end } else { from + 1 };
            for &other in texts {
                if to <= end.max(from + 1) {
                    break;
                }
                self.left = self.left.saturating_sub(1);
                to = to.min(from + sequence.longest(at(from), &self.shared.sequences[other as usize]));
            }
            if to > end {
                parts.push(from..to);
                end = to;
            }
            if end == chain.end {
                break;
            }
        }
        parts
    }

    /// A part of a chain as a passage.
    fn passage(&self, texts: &[Option<&Windows>], text: usize, part: Range<usize>) -> Option<SharedPassage> {
        let Stretches { classes, of, sequences } = self.shared;
        let first = &of[text][part.start];
        let holders = classes[first.class as usize].clone();
        let mut places = Vec::new();
        for &holder in &*holders {
            let (at, windows) = (holder as usize, texts[holder as usize]?);
            let mut starts = sequences[at].places_of(&sequences[text], first.at as usize, part.len()).to_vec();
            starts.sort_unstable();
            places.extend(starts.into_iter().map(|start| {
                let first = of[at].partition_point(|stretch| stretch.at < start);
                let [begin, end] = [of[at][first], of[at][first + part.len() - 1]];
                (holder, windows.passage((begin.units.0, end.units.1)))
            }));
        }
        let chars = places.first()?.1.chars;
        Some(SharedPassage { texts: holders, places: places.into_iter().map(|(at, p)| (at, p.span)).collect(), chars })
    }
}

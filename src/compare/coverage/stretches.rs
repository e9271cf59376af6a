//! Windows that always follow each other, as one.
//!
//! A *stretch* is windows of which, in every text that has one of them, each is followed by the next: what is called a
//! unitig of a de Bruijn graph (Chikhi, Limasset, Medvedev, Bioinformatics 32, 2016). So a stretch stands whole wherever a
//! window of it does, and all that two texts share is made of whole stretches. Those that follow each other in a text are
//! a *chain*, and a passage of two texts is a part of a chain of either: it is looked for among stretches, which are few,
//! not among windows.

use std::{ops::Range, sync::Arc};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{
    Hashes, Windows,
    sequence::{Sequence, powers},
};
use crate::simhash::{Stopped, Watch};

/// What several texts share.
pub(super) struct Stretches {
    /// Of each class, the texts that its windows stand in, rising.
    pub classes: Vec<Arc<[u32]>>,
    /// Of each text, its stretches in the order in which they begin.
    pub of: Vec<Vec<Stretch>>,
    /// Of each text, the same as a sequence, with something that stands nowhere else after each chain.
    pub sequences: Vec<Sequence>,
}

/// Windows of one text that follow each other there, and everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The first unit, and one past the last.
    pub units: (u32, u32),
    /// Which texts it stands in.
    pub class: u32,
    /// Where it stands in the sequence: next to the one before, if both are of one chain.
    pub at: u32,
    /// It stands but once in each of its texts.
    pub once: bool,
    /// The number of its first window: the same wherever it stands.
    first: u32,
}

/// A window of a text that stands in others too.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// Its place in the set of the text's windows.
    pub place: u32,
    /// Which texts it stands in.
    pub class: u32,
    /// The same in all of them: less than how many such windows there are.
    pub number: u32,
}

/// Such a window where it stands.
pub(super) struct WindowPlace {
    /// The first unit, and one past the last.
    pub units: (u32, u32),
    class: u32,
    number: u32,
}

impl Stretches {
    /// Of each text, the windows that occur in several, each once, in any order.
    pub(super) fn new(
        texts: &[Option<&Windows>],
        classes: Vec<Arc<[u32]>>,
        windows: Vec<Vec<Standing>>,
        watch: &Watch,
    ) -> Result<Self, Stopped> {
        let in_order = |(text, windows): (Option<&Windows>, Vec<Standing>)| {
            watch.check()?;
            Ok(text.map_or_else(Vec::new, |text| in_order(text, &windows)))
        };
        let numbers = windows.iter().flatten().map(|window| window.number + 1).max().unwrap_or(0);
        let places = texts
            .par_iter()
            .with_min_len(2)
            .copied()
            .zip(windows)
            .map(in_order)
            .collect::<Result<Vec<_>, Stopped>>()?;
        let mut links = Links::none(numbers as usize);
        for (text, places) in texts.iter().zip(&places) {
            watch.check()?;
            if let Some(text) = text {
                links.add(text, places);
            }
        }
        let stretches = |(text, places): (Option<&Windows>, Vec<WindowPlace>)| {
            watch.check()?;
            Ok(text.map_or_else(Vec::new, |text| links.stretches(text, &places, &classes)))
        };
        let of = texts
            .par_iter()
            .with_min_len(2)
            .copied()
            .zip(places)
            .map(stretches)
            .collect::<Result<Vec<_>, Stopped>>()?;
        let longest = of.iter().filter_map(|stretches| stretches.last()).map(|last| last.at + 1).max().unwrap_or(0);
        let powers = powers(longest as usize);
        let sequence = |(stretches, text): (&Vec<Stretch>, u32)| {
            let mut hashes = Hashes::none();
            for stretch in stretches {
                let between = hashes.sums.len() as u32 - 1..stretch.at;
                between.for_each(|at| hashes.push(xxh3_64_with_seed(&at.to_le_bytes(), u64::from(text) + 1)));
                hashes.push(xxh3_64_with_seed(&stretch.first.to_le_bytes(), 0));
            }
            let keys = (0..hashes.sums.len() - 1).map(|at| hashes.of(at, at + 1, powers[1])).collect();
            Sequence::new(hashes, &powers, keys, watch)
        };
        let sequences =
            of.par_iter().with_min_len(2).zip(0..of.len() as u32).map(sequence).collect::<Result<Vec<_>, Stopped>>()?;
        Ok(Self { classes, of, sequences })
    }

    /// Characters of the longest passage that lies in one of these chains of a text and occurs in another text, which has
    /// all of their stretches.
    pub(super) fn longest(&self, text: usize, chains: &Chains, other: usize, lengths: &Lengths) -> u64 {
        chains
            .long
            .iter()
            .fold(chains.alone, |longest, chain| self.longest_of(text, chain.clone(), other, lengths, longest))
    }

    /// The same of one chain; `least` where none is longer.
    fn longest_of(&self, text: usize, chain: Range<usize>, other: usize, lengths: &Lengths, least: u64) -> u64 {
        let (own, sequence, theirs) = (&self.of[text], &self.sequences[text], &self.sequences[other]);
        let end = own[chain.end - 1].units.1;
        let (mut longest, mut found) = (least, chain.start);
        for from in chain {
            let begin = own[from].units.0;
            if lengths.between(begin, end) <= longest {
                break;
            }
            // What stands but once is found there with what is before it.
            if from < found && own[from].once {
                continue;
            }
            let to = from + sequence.longest(own[from].at as usize, theirs);
            if to > found {
                found = to;
                longest = longest.max(lengths.between(begin, own[to - 1].units.1));
            }
        }
        longest
    }
}

/// The chains of stretches of which these are the numbers, rising.
pub(super) fn chains<'s>(
    stretches: &'s [Stretch],
    numbers: impl Iterator<Item = usize> + 's,
) -> impl Iterator<Item = Range<usize>> + 's {
    let mut numbers = numbers.peekable();
    std::iter::from_fn(move || {
        let first = numbers.next()?;
        let mut end = first + 1;
        while numbers.next_if(|&next| next == end && stretches[next].at == stretches[next - 1].at + 1).is_some() {
            end += 1;
        }
        Some(first..end)
    })
}

/// The chains of what a text shares with another.
#[derive(Default)]
pub(super) struct Chains {
    /// Characters of the longest that is one stretch, which occurs in the other text as it is.
    alone: u64,
    /// Those of more stretches.
    long: Vec<Range<usize>>,
}

impl Chains {
    /// Of the stretches with these numbers, rising.
    pub(super) fn find(&mut self, stretches: &[Stretch], numbers: impl Iterator<Item = usize>, lengths: &Lengths) {
        self.alone = 0;
        self.long.clear();
        for chain in chains(stretches, numbers) {
            if chain.len() > 1 {
                self.long.push(chain);
            } else {
                let (from, to) = stretches[chain.start].units;
                self.alone = self.alone.max(lengths.between(from, to));
            }
        }
    }
}

/// Before each unit of a text, and after the last: the characters so far.
pub(super) struct Lengths(Vec<u64>);

impl Lengths {
    pub(super) fn of(text: &Windows) -> Self {
        let mut so_far = 0;
        let next = text.units.chars.iter().map(|&chars| {
            so_far += u64::from(chars);
            so_far
        });
        Self([0].into_iter().chain(next).collect())
    }

    fn between(&self, from: u32, to: u32) -> u64 {
        self.0[to as usize] - self.0[from as usize]
    }

    /// The characters of stretches of units, given in the order in which they begin.
    pub(super) fn covered(&self, stretches: impl Iterator<Item = (u32, u32)>) -> u64 {
        let (mut covered, mut end) = (0, 0);
        for (from, to) in stretches {
            if to > end {
                covered += self.between(from.max(end), to);
                end = to;
            }
        }
        covered
    }
}

/// Where a text's windows that occur in several texts stand, in the order in which they begin, then end.
pub(super) fn in_order(text: &Windows, windows: &[Standing]) -> Vec<WindowPlace> {
    if windows.is_empty() {
        return Vec::new();
    }
    let mut of_place = vec![u32::MAX; text.set.len()];
    for (window, at) in windows.iter().zip(0..) {
        of_place[window.place as usize] = at;
    }
    let all = text.units.windows().zip(&text.places).filter_map(|((from, to), &place)| {
        let &Standing { class, number, .. } = windows.get(of_place[place as usize] as usize)?;
        Some(WindowPlace { units: (from as u32, to as u32), class, number })
    });
    let mut all: Vec<WindowPlace> = all.collect();
    // Two rising runs, those seen forward and those seen backward, which a stable sort merges in one go.
    all.sort_by_key(|place| place.units);
    all
}

/// Whether a window follows another without a gap or a wall. Windows begin a unit apart at most: where they begin further
/// apart, one between them is the text's alone. How far they are apart need not be told of two windows: the one that
/// begins with the other is longer than need be seen from its beginning, and another is not.
fn follows(text: &Windows, before: &WindowPlace, next: &WindowPlace) -> bool {
    let ((from, to), begin) = (before.units, next.units.0);
    begin - from <= 1 && (begin < to || text.units.walls.binary_search(&(begin as usize)).is_err())
}

/// What follows, or comes before, a window: the number of another, or one of these.
const UNSEEN: u32 = u32::MAX;
const NOTHING: u32 = u32::MAX - 1;
const SEVERAL: u32 = u32::MAX - 2;

/// Of each window that occurs in several texts, by its number.
struct Links {
    next: Vec<u32>,
    before: Vec<u32>,
    /// At how many places it stands.
    counts: Vec<u32>,
}

impl Links {
    fn none(windows: usize) -> Self {
        Self { next: vec![UNSEEN; windows], before: vec![UNSEEN; windows], counts: vec![0; windows] }
    }

    /// Takes in how the windows of a text follow each other.
    fn add(&mut self, text: &Windows, places: &[WindowPlace]) {
        let note = |seen: &mut u32, number: u32| {
            *seen = if *seen == UNSEEN || *seen == number { number } else { SEVERAL };
        };
        let mut before = NOTHING;
        for (at, place) in places.iter().enumerate() {
            let next = places.get(at + 1).filter(|next| follows(text, place, next)).map_or(NOTHING, |next| next.number);
            let number = place.number as usize;
            note(&mut self.next[number], next);
            note(&mut self.before[number], before);
            self.counts[number] += 1;
            before = if next == NOTHING { NOTHING } else { place.number };
        }
    }

    fn stretches(&self, text: &Windows, places: &[WindowPlace], classes: &[Arc<[u32]>]) -> Vec<Stretch> {
        let mut all: Vec<Stretch> = Vec::new();
        let mut last: Option<&WindowPlace> = None;
        for place in places {
            let follows = last.filter(|last| follows(text, last, place));
            let joined = |last: &WindowPlace| {
                self.next[last.number as usize] == place.number && self.before[place.number as usize] == last.number
            };
            match all.last_mut() {
                Some(stretch) if follows.is_some_and(joined) => stretch.units.1 = place.units.1,
                stretch => {
                    let at = stretch.map_or(0, |before| before.at + if follows.is_some() { 1 } else { 2 });
                    let once = self.counts[place.number as usize] as usize == classes[place.class as usize].len();
                    all.push(Stretch { units: place.units, class: place.class, at, once, first: place.number });
                }
            }
            last = Some(place);
        }
        all
    }
}

//! Groups of windows that always follow each other.
//!
//! A *stretch* is a series of windows that follow each other in every text that has one of them: a unitig of a de
//! Bruijn graph (Chikhi, Limasset, Medvedev, Bioinformatics 32, 2016). So a stretch occurs in full wherever one of its
//! windows does, and everything that two texts share consists of whole stretches. Stretches that follow each other in a
//! text form a *chain*, and a passage of two texts is part of a chain in each: it is searched among stretches, which
//! are few, not among windows.

use std::{ops::Range, sync::Arc};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{
    BitSet, Hashes, LARGE, Windows, in_both,
    marked::{Classes, MarkedWindows, SharedWindows, UNNUMBERED},
    sequence::Sequence,
    units::powers,
};
use crate::{
    room,
    simhash::{Stopped, Watch},
};

/// The stretches shared by several texts.
pub(super) struct Stretches {
    /// For each class, the texts in which its windows occur, in ascending order.
    pub classes: Vec<Arc<[u32]>>,
    /// For each text, its stretches in the order in which they begin.
    pub of: Vec<Vec<Stretch>>,
    /// For each text, the same as a sequence, with something that is nowhere else after each chain.
    pub sequences: Vec<Sequence>,
}

/// Windows of one text that follow each other there, and everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The first unit, and one past the last.
    pub units: (u32, u32),
    /// Which texts it occurs in.
    pub class: u32,
    /// Its place in the sequence: next to the one before, if both are of one chain.
    pub at: u32,
    /// It occurs but once in each of its texts.
    pub once: bool,
    /// The number of its first window: the same wherever it occurs.
    first: u32,
}

impl Stretches {
    /// Finds the stretches of two texts; `None` if they share nothing, as most pairs of a collection do.
    pub(super) fn of_two([a, b]: [&Windows; 2], watch: &Watch) -> Result<Option<Self>, Stopped> {
        let of = in_both([&a.set, &b.set]);
        if of[0].is_empty() {
            return Ok(None);
        }
        let shared = SharedWindows { numbers: of[0].len(), of: of.into(), classes: Classes::one([0, 1].into()) };
        Self::new(&[Some(a), Some(b)], shared, watch).map(Some)
    }

    /// Finds the stretches of all texts, the same on any number of threads.
    pub(super) fn new(texts: &[Option<&Windows>], shared: SharedWindows, watch: &Watch) -> Result<Self, Stopped> {
        let numbers = shared.numbers;
        let (orders, classes) = orders(texts, shared, watch)?;
        let links = Links::new(&orders, numbers, watch)?;
        let stretches = |(text, order): (Option<&Windows>, Order)| {
            watch.check()?;
            Ok(text.map_or_else(Vec::new, |text| links.stretches(text, &order, &classes)))
        };
        let of = texts
            .par_iter()
            .with_min_len(fewest(texts))
            .copied()
            .zip(orders)
            .map(stretches)
            .collect::<Result<Vec<_>, Stopped>>()?;
        drop(links);
        let classes = classes.lists;
        let longest = of.iter().filter_map(|stretches| stretches.last()).map(|last| last.at + 1).max().unwrap_or(0);
        let powers = powers(longest as usize);
        let sequence = |(stretches, text): (&Vec<Stretch>, u32)| {
            let mut hashes = Hashes::none();
            for stretch in stretches {
                let between = hashes.sums.len() as u32 - 1..stretch.at;
                between.for_each(|at| hashes.push(xxh3_64_with_seed(&at.to_le_bytes(), u64::from(text) + 1)));
                hashes.push(xxh3_64_with_seed(&stretch.first.to_le_bytes(), 0));
            }
            let keys = room::collected((0..hashes.sums.len() - 1).map(|at| hashes.of(at, at + 1, powers[1])));
            Sequence::new(hashes, &powers, keys, watch)
        };
        let sequences = of
            .par_iter()
            .with_min_len(fewest(texts))
            .zip(0..of.len() as u32)
            .map(sequence)
            .collect::<Result<Vec<_>, Stopped>>()?;
        Ok(Self { classes, of, sequences })
    }

    /// The longest passage that lies in one of these chains of a text and occurs in another text, which has all of
    /// their stretches.
    pub(super) fn longest(&self, text: usize, chains: &Chains, other: usize, lengths: &Lengths) -> Longest {
        let longer = |longest, chain: &Range<usize>| self.longest_of(text, chain.clone(), other, lengths, longest);
        chains.long.iter().fold(chains.alone, longer)
    }

    /// The longest passage of one chain; `longest` if none is longer.
    fn longest_of(
        &self,
        text: usize,
        chain: Range<usize>,
        other: usize,
        lengths: &Lengths,
        mut longest: Longest,
    ) -> Longest {
        let (own, sequence, theirs) = (&self.of[text], &self.sequences[text], &self.sequences[other]);
        let end = own[chain.end - 1].units.1;
        let mut found = chain.start;
        for from in chain {
            let begin = own[from].units.0;
            let most = lengths.longest((begin, end));
            if longest.or(most) == longest {
                break;
            }
            // What occurs but once is found there with what is before it.
            if from < found && own[from].once {
                continue;
            }
            let to = from + sequence.longest(own[from].at as usize, theirs);
            if to > found {
                found = to;
                longest = longest.or(lengths.longest((begin, own[to - 1].units.1)));
            }
        }
        longest
    }
}

/// The lengths of the longest passages of two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Longest {
    /// In characters.
    pub chars: u64,
    /// As [`Coverage::rare`](super::Coverage::rare): perhaps of another passage.
    pub rare: u64,
}

impl Longest {
    /// The longer of two in each way.
    pub(super) fn or(self, other: Self) -> Self {
        Self { chars: self.chars.max(other.chars), rare: self.rare.max(other.rare) }
    }
}

/// The chains of the stretches with these numbers, given in ascending order.
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
    /// The longest that is one stretch, which occurs in the other text as it is.
    alone: Longest,
    /// The chains of several stretches.
    long: Vec<Range<usize>>,
}

impl Chains {
    /// Finds the shared lengths of the stretches with these numbers, given in ascending order.
    pub(super) fn find(&mut self, stretches: &[Stretch], numbers: impl Iterator<Item = usize>, lengths: &Lengths) {
        self.alone = Longest::default();
        self.long.clear();
        for chain in chains(stretches, numbers) {
            if chain.len() > 1 {
                self.long.push(chain);
            } else {
                self.alone = self.alone.or(lengths.longest(stretches[chain.start].units));
            }
        }
    }
}

/// The characters of a text before its units, and those that count as rare.
pub(super) struct Lengths<'t> {
    text: &'t Windows,
    /// The units that many texts have; `None` if there are none.
    common: Option<BitSet>,
    /// Before every unit whose number is a multiple of [`STEP`].
    so_far: Vec<Longest>,
}

/// The largest number of units added up.
const STEP: usize = 64;

/// Text in more than this number of texts is not rare.
pub(super) const FEW_TEXTS: usize = 4;

/// The number of characters that a Han character counts as in [`Coverage::rare`](super::Coverage::rare): 13 of them are
/// a run, and so are 8 words of about 45 letters.
const HAN_AS_CHARS: u64 = 4;

impl<'t> Lengths<'t> {
    /// The lengths of a text with these stretches.
    pub(super) fn of(text: &'t Windows, stretches: &[Stretch], classes: &[Arc<[u32]>]) -> Self {
        let many = |stretch: &&Stretch| classes[stretch.class as usize].len() > FEW_TEXTS;
        let (mut common, mut end) = (None, 0);
        for stretch in stretches.iter().filter(many) {
            let common = common.get_or_insert_with(|| BitSet::none(text.units.len()));
            (stretch.units.0.max(end)..stretch.units.1).for_each(|unit| common.mark(unit as usize));
            end = stretch.units.1.max(end);
        }
        let mut lengths = Self { text, common, so_far: Vec::new() };
        let mut sum = Longest::default();
        let before = |from: usize| {
            let before = sum;
            sum = lengths.add(sum, from..text.units.len().min(from + STEP));
            before
        };
        lengths.so_far = room::collected((0..=text.units.len()).step_by(STEP).map(before));
        lengths
    }

    fn add(&self, sum: Longest, units: Range<usize>) -> Longest {
        units.fold(sum, |sum, unit| {
            let (chars, is_han) = self.text.units.chars_and_kind(unit);
            let counts = if is_han { HAN_AS_CHARS } else { 1 };
            let is_common = self.common.as_ref().is_some_and(|common| common.has(unit));
            let rare = if is_common { 0 } else { u64::from(chars) * counts };
            Longest { chars: sum.chars + u64::from(chars), rare: sum.rare + rare }
        })
    }

    /// The lengths before a unit.
    fn before(&self, unit: u32) -> Longest {
        let (unit, from) = (unit as usize, unit as usize / STEP * STEP);
        self.add(self.so_far[from / STEP], from..unit)
    }

    /// The lengths of a stretch of units.
    fn longest(&self, (from, to): (u32, u32)) -> Longest {
        let (before, all) = (self.before(from), self.before(to));
        Longest { chars: all.chars - before.chars, rare: all.rare - before.rare }
    }

    fn between(&self, from: u32, to: u32) -> u64 {
        self.longest((from, to)).chars
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

/// The places of a text's windows that occur in several texts, in the order in which they begin, then end: the first
/// unit, and one past the last.
pub(super) fn in_order(text: &Windows, windows: &MarkedWindows) -> impl Iterator<Item = (u32, u32)> {
    let all = if windows.is_empty() { None } else { Some(text.windows_in_order()) };
    let shared = |&(at, _): &(usize, _)| windows.at(text.places[at] as usize).is_some();
    all.into_iter().flatten().filter(shared).map(|(_, (from, to))| (from as u32, to as u32))
}

/// The smallest number of texts per thread: one large text is worth a thread.
fn fewest(texts: &[Option<&Windows>]) -> usize {
    if texts.iter().flatten().any(|text| text.places.len() > LARGE) { 1 } else { 2 }
}

/// All windows of one text, in the order in which they begin, then end: as runs of numbers that count up, since a text
/// of 100 MB has 30 million windows.
#[derive(Default)]
struct Order {
    runs: Vec<Run>,
}

/// A window that occurs in several texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbered {
    number: u32,
    /// It follows the one of these before it, without a gap or a wall.
    follows: bool,
}

/// Consecutive windows with consecutive numbers, or windows that occur only in this text.
struct Run {
    /// The number of the first, or [`ALONE`].
    number: u32,
    follows: bool,
    windows: u32,
}

const ALONE: u32 = UNNUMBERED;

/// Windows that are looked up one right after the other: then the processor waits for many places of the memory at
/// once.
const BLOCK: usize = 256;

impl Order {
    fn push(&mut self, window: Option<Numbered>) {
        let Numbered { number, follows } = window.unwrap_or(Numbered { number: ALONE, follows: false });
        match self.runs.last_mut() {
            Some(run) if run.number == ALONE && number == ALONE => run.windows += 1,
            Some(run) if follows && run.number != ALONE && run.number + run.windows == number => run.windows += 1,
            _ => room::push(&mut self.runs, Run { number, follows, windows: 1 }),
        }
    }

    /// All windows; `None` for a window that occurs only in this text.
    fn windows(&self) -> impl Iterator<Item = Option<Numbered>> {
        self.runs.iter().flat_map(|run| {
            (0..run.windows).map(|n| {
                let numbered = Numbered { number: run.number.wrapping_add(n), follows: run.follows || n > 0 };
                (run.number != ALONE).then_some(numbered)
            })
        })
    }

    /// The windows that occur in several texts.
    fn shared(&self) -> impl Iterator<Item = Numbered> {
        let runs = self.runs.iter().filter(|run| run.number != ALONE);
        runs.flat_map(|run| {
            (0..run.windows).map(|n| Numbered { number: run.number + n, follows: run.follows || n > 0 })
        })
    }

    fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

/// The orders of several texts. Shared windows have the same numbers, in the order in which they first occur, so that
/// entries by number are read in nearly the order of the memory, which is most of the time for millions. Also returns
/// the classes by these numbers.
fn orders(
    texts: &[Option<&Windows>],
    SharedWindows { of, classes, numbers }: SharedWindows,
    watch: &Watch,
) -> Result<(Vec<Order>, Classes), Stopped> {
    let (mut new, mut seen) = (room::filled(UNNUMBERED, numbers), 0);
    let order = |(text, windows): (Option<&Windows>, MarkedWindows)| {
        watch.check()?;
        Ok(text.map_or_else(Order::default, |text| order(text, &windows, &mut new, &mut seen)))
    };
    let orders = texts.iter().copied().zip(of).map(order).collect::<Result<_, Stopped>>()?;
    Ok((orders, classes.renumbered(&new)))
}

/// The order of one text. `new` has the new number of each that was seen, `seen` is how many were.
fn order(text: &Windows, windows: &MarkedWindows, new: &mut [u32], seen: &mut u32) -> Order {
    let mut order = Order::default();
    if windows.is_empty() {
        return order;
    }
    let (mut all, mut last) = (text.windows_in_order(), None);
    let (mut block, mut numbers) = (Vec::new(), Vec::new());
    loop {
        block.clear();
        block.extend(all.by_ref().take(BLOCK).map(|(at, units)| (text.places[at], units)));
        if block.is_empty() {
            return order;
        }
        numbers.clear();
        numbers.extend(block.iter().map(|&(place, _)| windows.at(place as usize)));
        for number in numbers.iter_mut().flatten() {
            let new = &mut new[*number as usize];
            if *new == UNNUMBERED {
                *new = *seen;
                *seen += 1;
            }
            *number = *new;
        }
        for (&(_, (from, to)), number) in block.iter().zip(&numbers) {
            order.push(number.map(|number| {
                let units = (from as u32, to as u32);
                Numbered { number, follows: last.replace(units).is_some_and(|last| follows(text, last, units)) }
            }));
        }
    }
}

/// Returns true if a window follows another without a gap or a wall. Windows begin at most one unit apart: if they
/// begin farther apart, a window between them occurs only in this text. Their ends need not be compared: of two windows
/// that begin together, the second is longer than necessary from its beginning.
fn follows(text: &Windows, (from, to): (u32, u32), (begin, _): (u32, u32)) -> bool {
    begin - from <= 1 && (begin < to || text.units.walls.binary_search(&(begin as usize)).is_err())
}

/// The follower of a window: the number of another, or one of these.
const UNSEEN: u32 = u32::MAX;
const NOTHING: u32 = u32::MAX - 1;
const SEVERAL: u32 = u32::MAX - 2;

/// For each window that occurs in several texts, by its number.
struct Links {
    next: Vec<u32>,
    /// It comes after several others, or at one place after none: it begins a stretch.
    first: BitSet,
    /// It occurs more than once in one of its texts.
    repeated: BitSet,
}

impl Links {
    fn new(orders: &[Order], numbers: usize, watch: &Watch) -> Result<Self, Stopped> {
        let [first, repeated, mut seen] = [(); 3].map(|()| BitSet::none(numbers));
        let mut links = Self { next: room::filled(UNSEEN, numbers), first, repeated };
        for order in orders {
            watch.check()?;
            links.note_next(order, &mut seen);
        }
        // The windows before are not kept, in as much memory again, but looked at once those that follow are known.
        for order in orders {
            watch.check()?;
            links.note_first(order);
        }
        for &next in links.next.iter().filter(|&&next| next < SEVERAL) {
            if seen.has(next as usize) {
                links.first.mark(next as usize);
            }
            seen.mark(next as usize);
        }
        Ok(links)
    }

    /// `seen` is empty before and after.
    fn note_next(&mut self, order: &Order, seen: &mut BitSet) {
        let mut windows = order.shared().peekable();
        while let Some(Numbered { number, .. }) = windows.next() {
            let next = windows.peek().filter(|next| next.follows).map_or(NOTHING, |next| next.number);
            let known = &mut self.next[number as usize];
            *known = if *known == UNSEEN || *known == next { next } else { SEVERAL };
            if seen.has(number as usize) {
                self.repeated.mark(number as usize);
            }
            seen.mark(number as usize);
        }
        order.shared().for_each(|window| seen.clear_around(window.number as usize));
    }

    /// Marks the windows without a predecessor, or whose predecessor has other successors.
    fn note_first(&mut self, order: &Order) {
        let mut before = 0;
        for Numbered { number, follows } in order.shared() {
            if !follows || self.next[before as usize] != number {
                self.first.mark(number as usize);
            }
            before = number;
        }
    }

    fn stretches(&self, text: &Windows, order: &Order, classes: &Classes) -> Vec<Stretch> {
        let mut all: Vec<Stretch> = Vec::new();
        let mut last = 0;
        let windows = if order.is_empty() { None } else { Some(text.windows_in_order()) };
        let places = windows.into_iter().flatten().zip(order.windows());
        for ((_, (from, to)), window) in places {
            let Some(Numbered { number, follows }) = window else { continue };
            let units = (from as u32, to as u32);
            let joined = follows && self.next[last as usize] == number && !self.first.has(number as usize);
            match all.last_mut() {
                Some(stretch) if joined => stretch.units.1 = units.1,
                stretch => {
                    let at = stretch.map_or(0, |before| before.at + if follows { 1 } else { 2 });
                    let once = !self.repeated.has(number as usize);
                    room::push(&mut all, Stretch { units, class: classes.of(number), at, once, first: number });
                }
            }
            last = number;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_a_list(
            windows in prop::collection::vec(prop::option::of((0u32..4, any::<bool>())), 0..60),
            up: bool,
        ) {
            let windows: Vec<Option<Numbered>> = windows.into_iter().zip(0..).map(|(window, n)| {
                window.map(|(number, follows)| Numbered { number: if up { n } else { number }, follows })
            }).collect();
            let mut order = Order::default();
            for window in &windows {
                order.push(*window);
            }
            prop_assert_eq!(order.windows().collect::<Vec<_>>(), windows.clone());
            prop_assert_eq!(order.shared().collect::<Vec<_>>(), windows.into_iter().flatten().collect::<Vec<_>>());
        }
    }
}

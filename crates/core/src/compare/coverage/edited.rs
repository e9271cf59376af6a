//! Edited passages: text that occurs in both texts with small edits.
//!
//! An edited passage grows from an *anchor*, three fifths of a run that are the same word for word: 8 Han characters or
//! 5 words. It extends in both directions over edits as long as these cost little compared with the equal units: an
//! equal unit is worth [`SAME`], a replaced unit costs 1, a unit in only one text costs 2, and the passage ends where
//! its worth was largest, once the worth has dropped by as much as a run has units. So it begins and ends with equal
//! units, and between two equal stretches there are at most 13 replaced Han characters or 8 words, or half as many in
//! only one text. It counts if one and a half runs of it are equal: 20 Han characters or 12 words. This is the greedy
//! extension of Zhang, Schwartz, Wagner and Miller (J. Comput. Biol. 7, 2000): its time grows with the edits, not with
//! the length.
//!
//! Neither measure finds a paraphrase that leaves no anchor.
//!
//! Mean share of A in B on labelled texts: chapters of a Chinese book in several versions (by the share of characters
//! that are the same in order), different chapters of the book, and short English answers with their source (Clough and
//! Stevenson 2011), revised by their writers to the requested degree:
//!
//! | texts | pairs | word for word | with edits |
//! |---|--:|--:|--:|
//! | Chinese, at least 90% the same | 56 | 0.89 | 0.94 |
//! | Chinese, 70 to 90% | 67 | 0.50 | 0.79 |
//! | Chinese, under 70% | 18 | 0.18 | 0.53 |
//! | Chinese, other chapters | 351 | 0.000 | 0.000; largest 0.024, all of it word for word |
//! | English, copied and cut | 19 | 0.67 | 0.69 |
//! | English, lightly revised | 19 | 0.43 | 0.71 |
//! | English, heavily revised | 19 | 0.22 | 0.34 |
//! | English, independent | 38 | 0.001 | 0.002; largest 0.080, a sentence of the source |
//! | English, other questions | 4,000 | 0.000 | 0.000; largest 0.000 |

use std::{cmp::Reverse, collections::HashMap};

use super::{
    BitSet, Windows,
    packed::{Needed, Units},
    stretches::Stretches,
    units::Hashes,
};
use crate::{
    room,
    simhash::{Stopped, Watch},
};

/// The worth of an equal unit of A and B.
const SAME: i32 = 2;
/// The cost of an edit, in addition to what its units would be worth for progress: 1 each.
const EDIT: i32 = 3;
/// The equal part of an anchor, and of a passage that counts, as fractions of a run.
const ANCHOR: [u32; 2] = [3, 5];
const COUNTS: [u32; 2] = [3, 2];
/// The number of units of an anchor examined to decide if it consists of Han characters or words.
const ANCHOR_UNITS: u32 = 16;
/// An anchor grows if the number of places of its first window in A, times that in B, is at most this.
const MOST_PLACES: usize = 16;
/// The number of units of the longer text whose anchors are sorted at a time.
const ANCHORS_AT_A_TIME: usize = 1 << 21;
/// The number of steps for each unit of the two texts, all passages together.
const STEPS: usize = 64;

/// The edited passages of two texts.
#[derive(Debug, Default)]
pub(super) struct Edited {
    /// In the order of A, then of B. They may overlap.
    pub passages: Vec<Grown>,
    /// Some anchors occur too often to grow from each place to each.
    pub capped: bool,
}

/// The longest runs that are the same at a place of A and at one of B, from the length of an anchor on.
#[derive(Debug, Default)]
pub(super) struct SameRuns {
    /// Each with how many places its first anchor has in A, times those in B.
    all: Vec<(usize, SameUnits)>,
    /// The beginnings of some are missing, since they have too many places.
    capped: bool,
}

impl SameRuns {
    /// The runs of two texts.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub(super) fn of(texts: [&Windows; 2], watch: &Watch) -> Result<Self, Stopped> {
        let (a, b) = rayon::join(|| Anchors::of(texts[0]), || Anchors::of(texts[1]));
        Anchors::runs([&a, &b], watch)
    }
}

/// An edited passage.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Grown {
    /// The units that are the same, in the order of both texts; at least two runs.
    pub kept: Vec<SameUnits>,
}

/// Units that are the same in both texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SameUnits {
    /// The first in A and in B.
    pub at: [u32; 2],
    pub len: u32,
}

impl SameUnits {
    pub(super) fn ends(self) -> [u32; 2] {
        self.at.map(|at| at + self.len)
    }

    fn diagonal(self) -> i64 {
        i64::from(self.at[0]) - i64::from(self.at[1])
    }
}

impl Grown {
    /// Its units on a side.
    pub(super) fn units(&self, side: usize) -> (u32, u32) {
        let end = self.kept.last().map_or(0, |last| last.ends()[side]);
        (self.kept.first().map_or(0, |first| first.at[side]), end)
    }
}

impl Windows {
    /// The windows of the length of an anchor.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub(super) fn anchors(&self, watch: &Watch) -> Result<Self, Stopped> {
        let mut hashes = Hashes::none();
        self.units.names.iter().for_each(|&name| hashes.push(name.into()));
        let (units, needed) = (self.units.clone(), anchor(&self.units));
        Self { units, needed, ..Self::default() }.of_length(hashes, watch)
    }

    /// The additional share of the text that passages cover compared with runs, given in the order in which they begin.
    pub(super) fn more(
        &self,
        runs: impl Iterator<Item = (u32, u32)>,
        passages: impl Iterator<Item = (u32, u32)>,
    ) -> f32 {
        let (mut runs, mut end, mut more) = (runs.peekable(), 0, 0);
        for (from, to) in passages {
            let mut at = from.max(end);
            end = end.max(to);
            while at < to {
                while runs.next_if(|run| run.1 <= at).is_some() {}
                let (begin, behind) = runs.peek().map_or((to, to), |run| (run.0.clamp(at, to), run.1));
                more += (at..begin).map(|unit| u64::from(self.units.chars(unit as usize))).sum::<u64>();
                at = behind.max(begin);
            }
        }
        self.share(more) as f32
    }
}

/// The length of an anchor.
fn anchor(units: &Units) -> Needed {
    Needed { length: (units.run() * ANCHOR[0]).div_ceil(ANCHOR[1]), backward: false }
}

/// The anchors of a text by content. They are used for two texts; for many, the [stretches](Stretches::runs) of all
/// anchors give the same.
struct Anchors<'t> {
    units: &'t Units,
    /// The hash of the anchor that begins at each unit; 0 if there is none.
    hashes: Vec<u32>,
}

/// An anchor: its hash above its first unit.
type Anchor = u64;

/// The hash of an anchor.
fn hash_of(anchor: Anchor) -> u64 {
    anchor >> 32
}

/// The first unit of an anchor.
fn unit_of(anchor: Anchor) -> usize {
    anchor as u32 as usize
}

impl<'t> Anchors<'t> {
    fn of(text: &'t Windows) -> Self {
        let units = &*text.units;
        let mut hashes = room::filled(0, units.len());
        let mix = |hash: u64, name: &u32| (hash ^ u64::from(*name)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        for (from, to) in units.forward_windows(anchor(units)) {
            hashes[from] = units.names[from..to].iter().fold(0, mix) as u32 | 1;
        }
        Self { units, hashes }
    }

    /// The anchors with hashes in one of 2^(32 − `shift`) ranges, sorted.
    fn sorted(&self, range: u64, shift: u32) -> Vec<Anchor> {
        let within = |&(&hash, _): &(&u32, u64)| hash != 0 && u64::from(hash) >> shift == range;
        let all = self.hashes.iter().zip(0..).filter(within);
        let mut all = room::collected(all.map(|(&hash, unit)| u64::from(hash) << 32 | unit));
        all.sort_unstable();
        all
    }

    fn runs(texts: [&Self; 2], watch: &Watch) -> Result<SameRuns, Stopped> {
        let [a, b] = texts;
        let ranges = a.hashes.len().max(b.hashes.len()).div_ceil(ANCHORS_AT_A_TIME).next_power_of_two();
        let shift = 32 - ranges.trailing_zeros();
        let (mut runs, mut grows) = (SameRuns::default(), BitSet::none(a.hashes.len()));
        // For each unit of A at which an anchor begins that is once in each text, the one of B and 1.
        let mut only: Vec<u32> = room::filled(0, a.hashes.len());
        // Anchors that are there more often, but may be grown from.
        let mut several = [Vec::new(), Vec::new()];
        for range in 0..ranges as u64 {
            watch.check()?;
            let (of_a, of_b) = rayon::join(|| a.sorted(range, shift), || b.sorted(range, shift));
            each_in_both([&of_a, &of_b], |in_both| {
                let [i, j] = in_both;
                if i.len() * j.len() > MOST_PLACES {
                    runs.capped = true;
                    return;
                }
                for i in i {
                    grows.mark(unit_of(*i));
                }
                if let ([i], [j]) = (i, j) {
                    only[unit_of(*i)] = unit_of(*j) as u32 + 1;
                    return;
                }
                for (several, in_one) in several.iter_mut().zip(in_both) {
                    room::room(several, in_one.len());
                    several.extend_from_slice(in_one);
                }
            });
        }
        // Where the anchors before are the same too, the run began before.
        let begins = |i: usize, j: usize| {
            let before = i > 0 && j > 0 && grows.has(i - 1) && a.units.names[i - 1] == b.units.names[j - 1];
            let wall = || [(a, i), (b, j)].iter().any(|(text, unit)| text.units.walls.binary_search(unit).is_ok());
            !before || b.hashes[j - 1] == 0 || wall()
        };
        let mut add = |i: usize, j: usize, places: usize| {
            if begins(i, j) {
                room::push(&mut runs.all, (places, SameUnits { at: [i as u32, j as u32], len: 1 }));
            }
        };
        for (i, &j) in only.iter().enumerate().filter(|(_, j)| **j > 0) {
            add(i, j as usize - 1, 1);
        }
        each_in_both([&several[0], &several[1]], |[i, j]| {
            for (at, other) in i.iter().flat_map(|i| j.iter().map(move |j| (unit_of(*i), unit_of(*j)))) {
                add(at, other, i.len() * j.len());
            }
        });
        Ok(runs)
    }
}

/// Visits each anchor that two sorted lists have, with all its places in both.
fn each_in_both([a, b]: [&[Anchor]; 2], mut visit: impl FnMut([&[Anchor]; 2])) {
    let mut rest = b;
    for in_a in a.chunk_by(|x, y| hash_of(*x) == hash_of(*y)) {
        let hash = hash_of(in_a[0]);
        let before = rest.iter().take_while(|other| hash_of(**other) < hash).count();
        let same = rest[before..].iter().take_while(|other| hash_of(**other) == hash).count();
        let (in_b, behind) = rest[before..].split_at(same);
        rest = behind;
        if same > 0 {
            visit([in_a, in_b]);
        }
    }
}

impl Edited {
    /// The edited passages of two texts. Swapped, they are the same, swapped.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub(super) fn new(
        texts: [&Windows; 2],
        SameRuns { all: mut runs, capped }: SameRuns,
        watch: &Watch,
    ) -> Result<Self, Stopped> {
        let mut edited = Self { passages: Vec::new(), capped };
        // What is as good in one way as in another is decided by place, and in the same way however they are given.
        let units = texts.map(|text| &*text.units);
        let [a, b] = units.map(|units| (units.len(), &*units.names, &*units.walls));
        let swapped = b < a;
        let flip = |same: &mut SameUnits| {
            if swapped {
                same.at.reverse();
            }
        };
        for (_, run) in &mut runs {
            // What was looked at may be a part of it.
            let [from, to] = [run.at, run.ends()].map(|at| at.map(|at| at as usize));
            let walls = [0, 1].map(|side| units[side].between_walls(from[side]));
            let [x, y] = [0, 1].map(|side| units[side].names[walls[side].0..from[side]].iter().rev());
            let before = x.zip(y).take_while(|(x, y)| x == y).count() as u32;
            let [x, y] = [0, 1].map(|side| units[side].names[to[side]..walls[side].1].iter());
            let behind = x.zip(y).take_while(|(x, y)| x == y).count() as u32;
            *run = SameUnits { at: run.at.map(|at| at - before), len: before + run.len + behind };
            flip(run);
        }
        runs.sort_unstable_by_key(|(places, run)| (*places, Reverse(run.len), run.at));
        edited.grow(runs, if swapped { [units[1], units[0]] } else { units }, watch)?;
        edited.passages.iter_mut().flat_map(|passage| &mut passage.kept).for_each(flip);
        edited.passages.sort_unstable();
        Ok(edited)
    }

    fn grow(&mut self, runs: Vec<(usize, SameUnits)>, units: [&Units; 2], watch: &Watch) -> Result<(), Stopped> {
        let least = units[0].run() * COUNTS[0];
        let mut on: HashMap<i64, Vec<(u32, u32)>> = HashMap::new();
        let left = STEPS * (units[0].len() + units[1].len());
        let mut growth = Growth { rounds: Vec::new(), reached: Vec::new(), left, drop: 0 };
        let mut covered = units.map(|units| BitSet::none(units.len()));
        for (_, run) in runs {
            watch.check()?;
            let middle = run.at[0] + run.len / 2;
            let inside = |&(from, to): &(u32, u32)| from <= middle && middle < to;
            let ends = |side: usize| [run.at[side], run.ends()[side] - 1];
            let known = |side: usize| ends(side).iter().all(|&unit| covered[side].has(unit as usize));
            if known(0) && known(1) || on.get(&run.diagonal()).is_some_and(|all| all.iter().any(inside)) {
                continue;
            }
            let kept = growth.from(run, units);
            for same in &kept {
                on.entry(same.diagonal()).or_default().push((same.at[0], same.ends()[0]));
            }
            let length = |same: &SameUnits| (same.at[0]..same.ends()[0]).map(|unit| units[0].length(unit as usize));
            if kept.len() > 1 && kept.iter().flat_map(length).sum::<u32>() * COUNTS[1] >= least {
                let grown = Grown { kept };
                for (side, covered) in covered.iter_mut().enumerate() {
                    let (from, to) = grown.units(side);
                    (from..to).for_each(|unit| covered.mark(unit as usize));
                }
                room::push(&mut self.passages, grown);
            }
        }
        self.capped |= growth.left == 0;
        Ok(())
    }

    /// The additional share of each text that they cover compared with its runs that the other text has too.
    pub(super) fn more(&self, texts: [&Windows; 2], runs: [impl Iterator<Item = (u32, u32)>; 2]) -> [f32; 2] {
        let mut more = [0.0; 2];
        for (side, runs) in runs.into_iter().enumerate() {
            let mut passages: Vec<_> = self.passages.iter().map(|passage| passage.units(side)).collect();
            passages.sort_unstable();
            more[side] = texts[side].more(runs, passages.into_iter());
        }
        more
    }
}

impl Stretches {
    /// The stretches of a text that another has too.
    pub(super) fn shared_with(&self, text: usize, other: usize) -> impl Iterator<Item = (u32, u32)> {
        let shared = move |class: u32| self.classes[class as usize].binary_search(&(other as u32)).is_ok();
        self.of[text].iter().filter(move |stretch| shared(stretch.class)).map(|stretch| stretch.units)
    }

    /// The runs of two of the texts that can grow, given their anchors and the numbers of the anchors of A that B has
    /// too.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub(super) fn runs(&self, [a, b]: [usize; 2], shared: &[u32], watch: &Watch) -> Result<SameRuns, Stopped> {
        let [own, theirs] = [a, b].map(|text| &self.sequences[text]);
        let places = |at: usize| own.with(own.key(at)).len() * theirs.with(own.key(at)).len();
        let units = |text: usize, at: usize| {
            let stretches = &self.of[text];
            stretches[stretches.partition_point(|stretch| (stretch.at as usize) < at)].units
        };
        let mut runs = SameRuns::default();
        for (n, &number) in shared.iter().enumerate() {
            if n % 4096 == 0 {
                watch.check()?;
            }
            let stretch = &self.of[a][number as usize];
            let at = stretch.at as usize;
            let count = places(at);
            if count > MOST_PLACES {
                runs.capped = true;
                continue;
            }
            for start in theirs.with(own.key(at)).iter().map(|&start| start as usize) {
                let goes_on = at > 0 && start > 0 && own.hash(at - 1, 1) == theirs.hash(start - 1, 1);
                if goes_on && places(at - 1) <= MOST_PLACES {
                    continue;
                }
                let last = at + own.same(at, theirs, start) - 1;
                let (from, to) = (stretch.units.0, units(a, last).1);
                room::push(&mut runs.all, (count, SameUnits { at: [from, units(b, start).0], len: to - from }));
            }
        }
        Ok(runs)
    }
}

/// Room for growing, kept from run to run.
struct Growth {
    /// For each number of edits the first diagonal that was reached with it, and where it begins in `reached`.
    rounds: Vec<(i32, usize)>,
    /// The number of units of A passed on each diagonal; [`NOWHERE`] if it was given up, and on two diagonals on each
    /// side.
    reached: Vec<i32>,
    /// The remaining steps.
    left: usize,
    /// The drop of the worth that ends a passage at its best place: as many units as a run has.
    drop: i32,
}

const NOWHERE: i32 = i32::MIN / 2;

impl Growth {
    /// The equal units of a passage that grows from a run in both directions.
    fn from(&mut self, run: SameUnits, units: [&Units; 2]) -> Vec<SameUnits> {
        let names = units.map(|units| &*units.names);
        let length = |unit: u32| units[0].length(unit as usize);
        let anchor = run.at[0]..run.at[0] + run.len.min(ANCHOR_UNITS);
        self.drop = (units[0].run() * anchor.len() as u32 / anchor.map(length).sum::<u32>()) as i32;
        let [starts, ends] = [run.at, run.ends()].map(|at| at.map(|at| at as usize));
        let walls = [0, 1].map(|side| units[side].between_walls(starts[side]));
        let before = [0, 1].map(|side| starts[side] - walls[side].0);
        let [i, j] = starts;
        let mut kept = self.extended(before, |x, y| names[0][i - 1 - x] == names[1][j - 1 - y]);
        for same in &mut kept {
            same.at = [0, 1].map(|side| run.at[side] - same.ends()[side]);
        }
        kept.push(run);
        let behind = [0, 1].map(|side| walls[side].1 - ends[side]);
        let [i, j] = ends;
        let after = self.extended(behind, |x, y| names[0][i + x] == names[1][j + y]);
        kept.extend(
            after
                .into_iter()
                .rev()
                .map(|same| SameUnits { at: [0, 1].map(|side| run.ends()[side] + same.at[side]), ..same }),
        );
        kept
    }

    /// The equal units among at most this number of units of the two texts, counted from the start of the growth; the
    /// farthest first.
    fn extended(&mut self, most: [usize; 2], same: impl Fn(usize, usize) -> bool) -> Vec<SameUnits> {
        let [n, m] = most.map(|most| most as i32);
        let slide = |mut i: i32, diagonal: i32| {
            while i < n && i - diagonal < m && same(i as usize, (i - diagonal) as usize) {
                i += 1;
            }
            i
        };
        self.rounds.clear();
        self.reached.clear();
        self.rounds.push((0, 0));
        self.reached.extend([NOWHERE, NOWHERE, slide(0, 0), NOWHERE, NOWHERE]);
        let (mut best, mut farthest, mut edits) = (SAME * self.reached[2], (0, 0), 0);
        while self.left > 0 {
            let (first, start) = self.rounds[edits as usize];
            let begin = self.reached.len();
            let wide = begin - start + 2;
            self.left = self.left.saturating_sub(wide);
            edits += 1;
            room::room(&mut self.reached, wide);
            self.reached.resize(begin + wide, NOWHERE);
            let (before, next) = self.reached.split_at_mut(begin);
            let mut alive: Option<(usize, usize)> = None;
            for (at, around) in before[start..].windows(3).enumerate() {
                let (i, diagonal) = (farther(around), first - 1 + at as i32);
                let worth = |i: i32| i + i - diagonal - EDIT * edits;
                if i < 0 || i > n || i - diagonal < 0 || i - diagonal > m || worth(i) < best - self.drop {
                    continue;
                }
                let i = slide(i, diagonal);
                next[2 + at] = i;
                alive = Some((alive.map_or(at, |alive| alive.0), at));
                if worth(i) > best {
                    (best, farthest) = (worth(i), (edits, diagonal));
                }
            }
            let Some((from, to)) = alive else { break };
            self.reached.truncate(begin + to + 5);
            self.rounds.push((first - 1 + from as i32, begin + from));
        }
        self.path(farthest)
    }

    /// The units that are the same on the way to a place, given by the number of edits and the diagonal: the last
    /// first.
    fn path(&self, (mut edits, mut diagonal): (i32, i32)) -> Vec<SameUnits> {
        let mut kept = Vec::new();
        loop {
            let (first, start) = self.rounds[edits as usize];
            let end = self.reached[start + 2 + (diagonal - first) as usize];
            let around = (edits > 0).then(|| {
                let (first, start) = self.rounds[edits as usize - 1];
                // From the one below the first to the one above the last.
                &self.reached[start + (diagonal - first + 1) as usize..][..3]
            });
            let from = around.map_or(0, farther);
            if end > from {
                let at = [from as u32, (from - diagonal) as u32];
                room::push(&mut kept, SameUnits { at, len: (end - from) as u32 });
            }
            let Some(&[only_in_a, replaced, _]) = around else { return kept };
            edits -= 1;
            diagonal += if replaced + 1 == from {
                0
            } else if only_in_a + 1 == from {
                -1
            } else {
                1
            };
        }
    }
}

/// The number of units of A passed after an edit, given the numbers before it on the diagonal below, on the same, and
/// on the one above: a unit only in A comes from below, a unit only in B from above.
fn farther(around: &[i32]) -> i32 {
    (around[0] + 1).max(around[1] + 1).max(around[2])
}

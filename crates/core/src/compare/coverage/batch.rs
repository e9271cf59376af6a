//! Coverage of every pair of many texts at once: the same numbers as [`coverage`](super::coverage) of each pair, at the
//! cost of the shared text, not of the number of pairs.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
};

use rayon::prelude::*;

use super::{
    Edited, Windows,
    edited::SameRuns,
    inverted::invert,
    stretches::{Chains, Lengths, Stretches},
    with_edits,
};
use crate::{
    compare::Groups,
    room,
    simhash::{Stopped, Watch},
};

/// The share of a text that occurs in another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextShare {
    /// The number of the other text.
    pub other: u32,
    /// Characters of the longest shared passage, as in [`Coverage::longest`](super::Coverage::longest).
    pub longest: u32,
    /// From 0 to 1, as in [`Coverage::share`](super::Coverage::share).
    pub share: f64,
}

/// The share of a text that occurs in any of the texts it is compared with; what occurs in several counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FromOthers {
    /// Word for word, from 0 to 1.
    pub share: f64,
    /// [How much more](super::Coverage::more) with small edits.
    pub more: f32,
}

impl FromOthers {
    /// Word for word or with small edits.
    pub fn edited(self) -> f64 {
        with_edits(self.share, self.more)
    }
}

/// The least length of the rare passages found in many texts: a text has few passages this long.
pub const LEAST_RARE: u64 = 150;

/// In tests, short passages are rare too.
const LEAST: u64 = if cfg!(test) { 1 } else { LEAST_RARE };

/// The text that many texts share with each other.
#[derive(Debug)]
pub struct TextShares {
    /// For each text, the others that contain some of it, in ascending order.
    rows: Vec<Vec<TextShare>>,
    /// For each pair with edited passages, the smaller number first, [how much more](super::Coverage::more) they cover.
    edited: HashMap<[u32; 2], [f32; 2]>,
    /// For each pair, the smaller number first, the length of its longest [rare](super::Coverage::rare) passage, unless
    /// that is [short](LEAST_RARE).
    rare: HashMap<[u32; 2], u64>,
    /// For each text, the share that is in any of the others.
    from_others: Vec<FromOthers>,
}

impl TextShares {
    /// The texts that contain some of this one and that it is compared with, by number.
    pub fn of(&self, text: usize) -> &[TextShare] {
        self.rows.get(text).map_or(&[], Vec::as_slice)
    }

    /// The share of one text that occurs in another; `None` if nothing does.
    pub fn between(&self, text: usize, other: usize) -> Option<TextShare> {
        let row = self.of(text);
        // The place it has if all before it share something too, as they do under a head common to all.
        let at = other - usize::from(other > text);
        let found = row.get(at).filter(|share| share.other as usize == other);
        let looked_for = || row.binary_search_by_key(&(other as u32), |share| share.other).ok();
        found.or_else(|| row.get(looked_for()?)).copied()
    }

    /// The additional share of each of two texts, the smaller number first, that occurs in the other [with small
    /// edits](super::Coverage::more).
    pub fn more(&self, text: usize, other: usize) -> [f32; 2] {
        self.edited.get(&[text as u32, other as u32]).copied().unwrap_or_default()
    }

    /// The share of each text that occurs in any of the others.
    pub fn from_others(&self) -> &[FromOthers] {
        &self.from_others
    }

    /// The length of the longest [rare](super::Coverage::rare) passage of two texts, the smaller number first; 0 if it
    /// is less than [`LEAST_RARE`].
    pub fn rare(&self, text: usize, other: usize) -> u64 {
        self.rare.get(&[text as u32, other as u32]).copied().unwrap_or_default()
    }
}

/// The share of each text in each of the others that it is compared with. All must be prepared with the same
/// [`RunLength`](super::RunLength); a text that is `None` shares nothing. The watch advances by the number of pairs.
///
/// Memory grows with the number of windows and the number of pairs that share something: a page common to all texts is
/// stored once, and the stretches that a text shares with others are collected for one text at a time on each core.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn shares(texts: &[Option<&Windows>], groups: &Groups, watch: &Watch) -> Result<TextShares, Stopped> {
    // Looking for runs, adding them up, looking for anchors and growing passages from them count as a quarter each.
    let pairs = groups.pairs();
    let parts = [0, 1, 2, 3].map(|part| pairs * (part + 1) / 4 - pairs * part / 4);
    let some_in_batch = |holders: &[u32]| holders.iter().any(|&holder| groups.in_batch(holder as usize));
    let runs = invert(texts, some_in_batch, watch, parts[0])?;
    let row = |lists: &mut Lists, at: usize| {
        let compared = |other: usize| groups.compares(at, other);
        Ok(texts[at].map_or_else(Default::default, |text| lists.shares((at, text), &runs, compared)))
    };
    let (rows, rare): (Vec<_>, Vec<_>) = rows(texts.len(), (parts[1], watch), row)?.into_iter().unzip();
    // What a passage has may differ by side, since other scripts fold to it.
    let mut longest: HashMap<[u32; 2], u64> = HashMap::new();
    for (pair, rare) in rare.into_iter().flatten() {
        let known = longest.entry(pair).or_default();
        *known = rare.max(*known);
    }
    // Few pairs are looked at faster one by one.
    let few = pairs <= texts.len() as u64;
    let anchors = if few { None } else { Some(anchors(texts, some_in_batch, (parts[2], watch))?) };
    watch.advance(if few { parts[2] } else { 0 });
    let units = UnitsOfTexts::none(texts);
    let more = |[at, other]: [usize; 2], same: SameRuns, of: [&Windows; 2]| {
        let edited = Edited::new(of, same, watch)?;
        for passage in &edited.passages {
            units.mark(at, passage.units(0));
            units.mark(other, passage.units(1));
        }
        let runs = |text: usize, other: usize| runs.shared_with(text, other);
        let more = || edited.more(of, [runs(at, other), runs(other, at)]);
        Ok((!edited.passages.is_empty()).then(|| ([at as u32, other as u32], more())))
    };
    let row = |lists: &mut Lists, at: usize| {
        let mut found = Vec::new();
        let Some(a) = texts[at] else { return Ok(found) };
        if let Some(anchors) = &anchors {
            for (other, list) in lists.of(at, anchors, |other| other > at && groups.compares(at, other)) {
                let pair = [at, other as usize];
                let Some(b) = texts[pair[1]] else { continue };
                found.extend(more(pair, anchors.runs(pair, list, watch)?, [a, b])?);
            }
            return Ok(found);
        }
        for other in groups.partners_after(at, texts.len()) {
            let Some(b) = texts[other] else { continue };
            found.extend(more([at, other], SameRuns::of([a, b], watch)?, [a, b])?);
        }
        Ok(found)
    };
    let edited = self::rows(texts.len(), (parts[3], watch), row)?;
    let from_others = |(at, text): (usize, Option<&Windows>)| {
        text.map_or_else(FromOthers::default, |text| from_others((at, text), &runs, &units, groups))
    };
    let from_others = texts.par_iter().copied().enumerate().map(from_others).collect();
    Ok(TextShares { rows, edited: edited.into_iter().flatten().collect(), rare: longest, from_others })
}

/// The share of a text, given with its number, that occurs in any of the texts it is compared with.
fn from_others(
    (at, text): (usize, &Windows),
    shared: &Stretches,
    edited: &UnitsOfTexts,
    groups: &Groups,
) -> FromOthers {
    // Whether another has the stretches of a class, of the last that was looked at.
    let mut last = None;
    let mut in_another = |class: u32| match last {
        Some((known, is)) if known == class => is,
        _ => {
            let is = shared.classes[class as usize].iter().any(|&other| groups.compares(at, other as usize));
            last = Some((class, is));
            is
        }
    };
    let runs = shared.of[at].iter().filter(|stretch| in_another(stretch.class)).map(|stretch| stretch.units);
    let runs: Vec<(u32, u32)> = runs.collect();
    let lengths = Lengths::of(text, &[], &[]);
    let share = text.share(lengths.covered(runs.iter().copied()));
    FromOthers { share, more: text.more(runs.into_iter(), edited.of(at)) }
}

/// A bit for each unit of many texts, which all threads mark.
struct UnitsOfTexts(Vec<Vec<AtomicU64>>);

impl UnitsOfTexts {
    fn none(texts: &[Option<&Windows>]) -> Self {
        let words = |text: Option<&Windows>| text.map_or(0, |text| text.units.len().div_ceil(64));
        Self(texts.iter().map(|text| room::collected((0..words(*text)).map(|_| AtomicU64::new(0)))).collect())
    }

    fn mark(&self, text: usize, (from, to): (u32, u32)) {
        let (from, to) = (u64::from(from), u64::from(to));
        for word in from / 64..to.div_ceil(64) {
            let [begin, end] = [from, to].map(|unit| unit.saturating_sub(word * 64).min(64));
            let below = |bits: u64| if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            // Marks only add up, whatever the order.
            self.0[text][word as usize].fetch_or(below(end) & !below(begin), Ordering::Relaxed);
        }
    }

    /// The stretches of marked units of a text, in order.
    fn of(&self, text: usize) -> impl Iterator<Item = (u32, u32)> {
        let words = &self.0[text];
        let is_marked = move |unit: u32| words[unit as usize / 64].load(Ordering::Relaxed) >> (unit % 64) & 1 == 1;
        let (mut at, end) = (0, words.len() as u32 * 64);
        std::iter::from_fn(move || {
            while at < end && !is_marked(at) {
                let skips = at % 64 == 0 && words[at as usize / 64].load(Ordering::Relaxed) == 0;
                at += if skips { 64 } else { 1 };
            }
            let from = at;
            while at < end && is_marked(at) {
                at += 1;
            }
            (from < at).then_some((from, at))
        })
    }
}

/// The anchors that occur in several texts.
fn anchors(
    texts: &[Option<&Windows>],
    wanted: impl Fn(&[u32]) -> bool + Sync,
    (work, watch): (u64, &Watch),
) -> Result<Stretches, Stopped> {
    let anchors = texts.par_iter().map(|text| text.map(|text| text.anchors(watch)).transpose());
    let anchors = anchors.collect::<Result<Vec<Option<Windows>>, Stopped>>()?;
    invert(&anchors.iter().map(Option::as_ref).collect::<Vec<_>>(), wanted, watch, work)
}

/// The result for each text, given the buffers of a thread. Advances the watch by `work`.
fn rows<T: Send>(
    texts: usize,
    (work, watch): (u64, &Watch),
    row: impl Fn(&mut Lists, usize) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    let row = |lists: &mut Lists, at: usize| {
        watch.check()?;
        let row = row(lists, at)?;
        watch.advance_part(work, at, texts);
        Ok(row)
    };
    (0..texts).into_par_iter().map_init(|| Lists::among(texts), row).collect()
}

/// Buffers for the lists of what one text shares with each of the others. They are reused, so that a text that shares
/// nothing costs nothing.
struct Lists {
    /// The number of stretches that each text shares; later the end of its list.
    ends: Vec<usize>,
    /// The texts that share any.
    sharing: Vec<u32>,
    /// All the lists.
    all: Vec<u32>,
}

impl Lists {
    fn among(texts: usize) -> Self {
        Self { ends: vec![0; texts], sharing: Vec::new(), all: Vec::new() }
    }

    /// The numbers of the stretches of a text that each of those others has that it is compared with.
    fn of(
        &mut self,
        number: usize,
        shared: &Stretches,
        compared: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = (u32, &[u32])> {
        let stretches = &*shared.of[number];
        let Self { ends, sharing, all: lists } = self;
        let others = |class: u32| {
            let holders = shared.classes[class as usize].iter().copied();
            holders.filter(|&other| compared(other as usize))
        };
        for other in stretches.iter().flat_map(|stretch| others(stretch.class)) {
            let count = &mut ends[other as usize];
            if *count == 0 {
                room::push(sharing, other);
            }
            *count += 1;
        }
        sharing.sort_unstable();
        let mut total = 0;
        for &other in &*sharing {
            let count = &mut ends[other as usize];
            (*count, total) = (total, total + *count);
        }
        lists.clear();
        room::room(lists, total);
        lists.resize(total, 0);
        for (stretch, at) in stretches.iter().zip(0..) {
            for other in others(stretch.class) {
                let end = &mut ends[other as usize];
                lists[*end] = at;
                *end += 1;
            }
        }
        let (mut begin, lists) = (0, &*lists);
        sharing.drain(..).map(move |other| {
            let list = begin..std::mem::take(&mut ends[other as usize]);
            begin = list.end;
            (other, &lists[list])
        })
    }

    /// Adds up what of a text, of which the number is given too, occurs in each of those others; and the lengths of the
    /// longest rare passages of pairs.
    fn shares<'l>(
        &'l mut self,
        (number, text): (usize, &Windows),
        shared: &Stretches,
        compared: impl Fn(usize) -> bool,
    ) -> (Vec<TextShare>, Vec<([u32; 2], u64)>) {
        let stretches = &*shared.of[number];
        let (mut rows, mut rare) = (Vec::new(), Vec::new());
        if stretches.is_empty() {
            return (rows, rare);
        }
        let lengths = Lengths::of(text, stretches, &shared.classes);
        let (mut last, mut covered, mut chains): (&'l [u32], _, _) = (&[], 0, Chains::default());
        for (other, list) in self.of(number, shared, compared) {
            // Whoever shares no more than a page common to all shares the same as the one before.
            if list != last {
                let numbers = list.iter().map(|&at| at as usize);
                covered = lengths.covered(numbers.clone().map(|at| stretches[at].units));
                chains.find(stretches, numbers, &lengths);
                last = list;
            }
            let longest = shared.longest(number, &chains, other as usize, &lengths);
            if longest.rare >= LEAST {
                rare.push(([other.min(number as u32), other.max(number as u32)], longest.rare));
            }
            let chars = u32::try_from(longest.chars).unwrap_or(u32::MAX);
            room::push(&mut rows, TextShare { other, longest: chars, share: text.share(covered) });
        }
        (rows, rare)
    }
}

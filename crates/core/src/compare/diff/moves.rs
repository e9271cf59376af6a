//! Paragraphs that are at another place in the other text, word for word or edited.
//!
//! They are searched among the unaligned paragraphs, after the alignment. First, the n-th paragraph with a text is
//! matched with the n-th paragraph with the same text. Then the others are matched by the pairs that share most of
//! their pairs of neighbouring words (multisets, weighted by length, Dice coefficient), best first, each paragraph
//! once.
//!
//! The threshold was measured on 4,000 paragraphs of 12 to 200 words from versions of one book: pairs over 0.3 were
//! versions of one paragraph except for a few captions and links, pairs below 0.2 were not. A paragraph in which one
//! word in five was replaced by another reaches [`EDITED`] in 98.6% of cases, one in four in 96.0%, one in three in
//! 81.5%.
//!
//! The cost is limited: a pair of words that occurs in more than [`COMMON`] paragraphs votes for none, and only the
//! [`CLOSEST`] by votes are measured. When the time is up, the moves found so far are the result.
//!
//! A move only labels hunks: the hunks of a diff remain a script that turns A into B, in order on both sides, and a
//! move names the hunks at its two ends.

use std::{collections::HashMap, ops::Range, time::Instant};

use xxhash_rust::xxh3::Xxh3;

use super::{
    Diff, Edit, Moved,
    phrase::WordPair,
    rows::{Lone, Rows},
    word::{self, Dictionary, Word},
};
use crate::{room, simhash::Span};

/// The least number of characters of a paragraph moved word for word: shorter ones occur at many places.
const MOVED: usize = 8;
/// One that was edited too weighs at least this much: 16 Han characters, about 7 English words.
const HEAVY: u64 = 32;
/// Two paragraphs are one that was moved and edited from this share on: twice what they share over the sum of both.
const EDITED: f64 = 0.35;
/// A pair of words in more paragraphs than this does not help to find a moved one.
const COMMON: usize = 16;
/// The largest number of parts in which a moved and split paragraph is searched.
const PARTS: usize = 8;
/// The number of candidates measured for each paragraph.
const CLOSEST: usize = 4;

/// Two unaligned paragraphs, as indices into their lists.
type Ends = [usize; 2];

/// The moves, in order of A. `alone` contains the unaligned paragraphs, in order.
pub(super) fn find(
    diff: &Diff,
    texts: [&str; 2],
    alone: &[Vec<Lone>; 2],
    deadline: Option<Instant>,
    mut late: impl FnMut() -> bool,
) -> Vec<Moved> {
    // Past what nothing can have been moved.
    if diff.rows.iter().all(|row| row.a.is_none() || row.b.is_none()) {
        return Vec::new();
    }
    let search = MoveSearch { diff, texts, alone };
    let mut found: Vec<(Ends, Vec<Edit>)> = room::collected(search.same().into_iter().map(|ends| (ends, Vec::new())));
    let mut taken = [0, 1].map(|side| {
        let mut taken = room::filled(false, alone[side].len());
        for (ends, _) in &found {
            taken[ends[side]] = true;
        }
        taken
    });
    let mut divided = search.divided(&mut taken);
    found.extend(search.edited(&taken, deadline, &mut late));
    if found.is_empty() && divided.is_empty() {
        return Vec::new();
    }
    found.sort_unstable_by_key(|(ends, _)| *ends);
    let crosses = search.crossing();
    found.retain(|(ends, _)| crosses(*ends));
    divided.retain(|[a, b]| crosses([a.start, b.start]) && crosses([a.end - 1, b.end - 1]));
    let mut all = search.blocks(found);
    all.extend(divided.into_iter().map(|ends| search.whole(&ends)));
    all
}

struct MoveSearch<'s, 't> {
    diff: &'s Diff,
    texts: [&'t str; 2],
    alone: &'s [Vec<Lone>; 2],
}

impl<'t> MoveSearch<'_, 't> {
    fn body(&self, side: usize, at: usize) -> Span {
        self.diff.hunks.get(self.alone[side][at].hunk as usize).map_or(Span::new(0, 0), |hunk| [hunk.a, hunk.b][side])
    }

    fn row(&self, side: usize, at: usize) -> usize {
        self.diff.hunks.get(self.alone[side][at].hunk as usize).map_or(0, |hunk| hunk.row as usize)
    }

    /// Pairs the n-th removed paragraph with a text and the n-th added one with the same text.
    fn same(&self) -> Vec<Ends> {
        let long = |side: usize, at: usize| self.body(side, at).of(self.texts[side]).chars().nth(MOVED - 1).is_some();
        let mut added: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, says) in self.alone[1].iter().enumerate().rev().filter_map(|(at, lone)| Some((at, lone.says?))) {
            room::room_in(&mut added);
            added.entry(says).or_default().push(at);
        }
        let pairs = self.alone[0].iter().enumerate().filter_map(|(at, lone)| {
            let others = added.get_mut(&lone.says?).filter(|_| long(0, at))?;
            Some([at, others.pop()?])
        });
        room::collected(pairs)
    }

    /// Paragraphs that were moved and split, or moved and joined: one has the words of several neighbours together.
    /// They are taken then.
    fn divided(&self, taken: &mut [Vec<bool>; 2]) -> Vec<[Range<usize>; 2]> {
        let mut found = Vec::new();
        for side in 0..2 {
            let mut ones: HashMap<u64, usize> = HashMap::new();
            for at in (0..taken[side].len()).rev().filter(|&at| !taken[side][at]) {
                let mut words = Xxh3::new();
                if feed(&mut words, self.body(side, at).of(self.texts[side])) >= MOVED {
                    ones.insert(words.digest(), at);
                }
            }
            let other = 1 - side;
            let mut from = 0;
            while from < taken[other].len() {
                let parts = self.divided_from(other, from, &taken[other], |hash| ones.get(&hash).copied());
                let Some((one, to)) = parts.filter(|(one, _)| !taken[side][*one]) else {
                    from += 1;
                    continue;
                };
                taken[side][one] = true;
                taken[other][from..to].fill(true);
                let mut ends = [one..one + 1, from..to];
                ends.rotate_left(side);
                found.push(ends);
                from = to;
            }
        }
        found
    }

    /// The paragraph that neighbours from there on make together, and where they end.
    fn divided_from(
        &self,
        side: usize,
        from: usize,
        taken: &[bool],
        one: impl Fn(u64) -> Option<usize>,
    ) -> Option<(usize, usize)> {
        let mut words = Xxh3::new();
        for (at, &taken) in taken.iter().enumerate().skip(from).take(PARTS) {
            if taken || at > from && self.row(side, at) != self.row(side, at - 1) + 1 {
                return None;
            }
            feed(&mut words, self.body(side, at).of(self.texts[side]));
            if at > from
                && let Some(found) = one(words.digest())
            {
                return Some((found, at + 1));
            }
        }
        None
    }

    /// A block of these paragraphs, which differ only in their division.
    fn whole(&self, ends: &[Range<usize>; 2]) -> Moved {
        let [removed, added] = [0, 1].map(|side: usize| {
            let hunk = |at: usize| self.alone[side][at].hunk;
            hunk(ends[side].start)..hunk(ends[side].end - 1) + 1
        });
        Moved { removed, added, edits: Vec::new() }
    }

    /// The pairs that share enough, among those not yet taken, with their differences.
    fn edited(
        &self,
        taken: &[Vec<bool>; 2],
        deadline: Option<Instant>,
        late: &mut impl FnMut() -> bool,
    ) -> Vec<(Ends, Vec<Edit>)> {
        let left = taken.each_ref().map(|taken| room::collected((0..taken.len()).filter(|&at| !taken[at])));
        if left.iter().any(Vec::is_empty) || late() {
            return Vec::new();
        }
        let mut dictionary = Dictionary::new();
        let mut b: Vec<Likeness> = room::with_room(left[1].len());
        for &at in &left[1] {
            let words = words(self.texts[1], self.body(1, at), &mut dictionary);
            b.push(Likeness::of(&words, &dictionary));
            if b.len().is_multiple_of(64) && late() {
                return Vec::new();
            }
        }
        let postings = Postings::of(&b);
        let mut close: Vec<(f64, Ends)> = Vec::new();
        for (i, &at) in left[0].iter().enumerate() {
            if i % 64 == 63 && late() {
                break;
            }
            let words = words(self.texts[0], self.body(0, at), &mut dictionary);
            let x = Likeness::of(&words, &dictionary);
            for j in postings.closest(&x, &dictionary) {
                let likeness = x.likeness(&b[j], &dictionary);
                if likeness >= EDITED {
                    close.push((likeness, [i, j]));
                }
            }
        }
        drop(postings);
        close.sort_unstable_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
        let mut used = left.each_ref().map(|left| room::filled(false, left.len()));
        let mut found = Vec::new();
        for (_, [i, j]) in close {
            if used[0][i] || used[1][j] || late() {
                continue;
            }
            (used[0][i], used[1][j]) = (true, true);
            let ends = [left[0][i], left[1][j]];
            found.push((ends, self.edits(ends, &mut dictionary, deadline)));
        }
        found
    }

    /// The differences of two paragraphs at different places.
    fn edits(&self, ends: Ends, dictionary: &mut Dictionary<'t>, deadline: Option<Instant>) -> Vec<Edit> {
        let bodies = [0, 1].map(|side| self.body(side, ends[side]));
        let words = [0, 1].map(|side| words(self.texts[side], bodies[side], dictionary));
        let runs = WordPair::new(self.texts, [&words[0], &words[1]], dictionary).runs(&[], deadline);
        Rows::edits(self.texts, bodies, [&words[0], &words[1]], &runs)
    }

    /// Tells whether something that occurs on both sides lies between the two ends: else nothing was moved past it.
    fn crossing(&self) -> impl Fn(Ends) -> bool {
        let mut both = 0u32;
        let before = room::collected(self.diff.rows.iter().map(|row| {
            both += u32::from(row.a.is_some() && row.b.is_some());
            both
        }));
        let at = |row: usize| before.get(row).copied().unwrap_or(0);
        let of = [0, 1].map(|side| room::collected((0..self.alone[side].len()).map(|n| at(self.row(side, n)))));
        move |ends: Ends| of[0][ends[0]] != of[1][ends[1]]
    }

    /// Neighbours that went together are one block.
    fn blocks(&self, found: Vec<(Ends, Vec<Edit>)>) -> Vec<Moved> {
        let mut all: Vec<Moved> = Vec::new();
        let mut before: Option<[usize; 2]> = None;
        for (ends, edits) in found {
            let rows = [0, 1].map(|side| self.row(side, ends[side]));
            let [removed, added] = [0, 1].map(|side| self.alone[side][ends[side]].hunk);
            match all.last_mut() {
                Some(last) if before == Some(rows.map(|row| row.wrapping_sub(1))) => {
                    last.removed.end = removed + 1;
                    last.added.end = added + 1;
                    last.edits.extend(edits);
                }
                _ => room::push(&mut all, Moved { removed: removed..removed + 1, added: added..added + 1, edits }),
            }
            before = Some(rows);
        }
        all
    }
}

/// Adds the characters of a text but its whitespace. Returns how many they are.
fn feed(words: &mut Xxh3, text: &str) -> usize {
    let chars = text.chars().filter(|c| !c.is_whitespace());
    chars.map(|c| words.update(c.encode_utf8(&mut [0; 4]).as_bytes())).count()
}

fn words<'t>(text: &'t str, body: Span, dictionary: &mut Dictionary<'t>) -> Vec<Word> {
    let mut words = Vec::new();
    word::each(text, [body].into_iter(), |span| {
        room::push(&mut words, Word { span, id: dictionary.id(span.of(text)) });
        true
    });
    words
}

/// The features of a paragraph by which its likeness to another is measured.
struct Likeness {
    /// Pairs of neighbouring words, sorted.
    pairs: Vec<u64>,
    /// The weight of all features.
    sum: u64,
}

impl Likeness {
    /// The likeness of these words; empty if they are too few.
    fn of(words: &[Word], dictionary: &Dictionary<'_>) -> Self {
        if dictionary.weigh(words) < HEAVY {
            return Self { pairs: Vec::new(), sum: 0 };
        }
        let pair = |two: &[Word]| u64::from(two[0].id) << 32 | u64::from(two[1].id);
        let mut pairs: Vec<u64> = room::collected(words.windows(2).map(pair));
        pairs.sort_unstable();
        let sum = pairs.iter().map(|&pair| weight(pair, dictionary)).sum();
        Self { pairs, sum }
    }

    /// The share that two paragraphs have in common, 0 to 1.
    fn likeness(&self, other: &Self, dictionary: &Dictionary<'_>) -> f64 {
        let (mut at, mut shared) = (0, 0);
        for &pair in &self.pairs {
            while other.pairs.get(at).is_some_and(|&next| next < pair) {
                at += 1;
            }
            if other.pairs.get(at) == Some(&pair) {
                shared += weight(pair, dictionary);
                at += 1;
            }
        }
        2.0 * shared as f64 / (self.sum + other.sum).max(1) as f64
    }
}

/// The weight of a pair of words.
fn weight(pair: u64, dictionary: &Dictionary<'_>) -> u64 {
    u64::from(dictionary.weight((pair >> 32) as u32)) + u64::from(dictionary.weight(pair as u32))
}

/// In which paragraphs each pair of words occurs.
struct Postings<'p> {
    paragraphs: &'p [Likeness],
    /// A paragraph and the index of a pair in it, by pair, then by paragraph. The pair itself would take as much again.
    all: Vec<(u32, u32)>,
}

impl<'p> Postings<'p> {
    fn of(paragraphs: &'p [Likeness]) -> Self {
        let mut all: Vec<(u32, u32)> = Vec::new();
        for (Likeness { pairs, .. }, n) in paragraphs.iter().zip(0..) {
            let first = |&at: &u32| at == 0 || pairs[at as usize] != pairs[at as usize - 1];
            room::room(&mut all, pairs.len());
            all.extend((0..pairs.len() as u32).filter(first).map(|at| (n, at)));
        }
        let mut postings = Self { paragraphs, all: Vec::new() };
        all.sort_unstable_by_key(|&posting| (postings.pair(posting), posting));
        postings.all = all;
        postings
    }

    fn pair(&self, (paragraph, at): (u32, u32)) -> u64 {
        self.paragraphs[paragraph as usize].pairs[at as usize]
    }

    /// The paragraphs that share most with this one, by what occurs in few of them.
    fn closest(&self, paragraph: &Likeness, dictionary: &Dictionary<'_>) -> Vec<usize> {
        let mut votes: HashMap<u32, u64> = HashMap::new();
        for same in paragraph.pairs.chunk_by(|x, y| x == y) {
            let pair = same[0];
            let rest = &self.all[self.all.partition_point(|&posting| self.pair(posting) < pair)..];
            let is_same = |posting: &&(u32, u32)| self.pair(**posting) == pair;
            let places = &rest[..rest.iter().take(COMMON + 1).take_while(is_same).count()];
            if places.len() <= COMMON {
                for &(n, _) in places {
                    *votes.entry(n).or_default() += weight(pair, dictionary);
                }
            }
        }
        let mut voted: Vec<(u64, u32)> = votes.into_iter().map(|(n, votes)| (votes, n)).collect();
        voted.sort_unstable_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
        voted.into_iter().take(CLOSEST).map(|(_, n)| n as usize).collect()
    }
}

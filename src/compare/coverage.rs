//! Shared passages: how much of one text stands, run for run, in the other. The second signal beside the distance.
//!
//! A text is read as *units*: a Han character, a word of any other script, or a single other character; white space is
//! left out, the rest is folded (NFKC, case). A *run* is a stretch of equal units in both texts that is long enough:
//! 13 Han characters or 8 words, a mixture in proportion. The coverage of A is the share of its characters that lie in
//! some run also standing in B; swapping A and B swaps the two numbers.
//!
//! Every stretch that just reaches that length, seen from its first unit forward and from its last unit backward, is a
//! *window*. A unit lies in some run exactly when it lies in a window that stands in the other text too: towards
//! either end of a run, one of the two kinds still fits. So no position in the other text is needed, only the set of
//! its windows' hashes, and the cost is linear. The recipe has no say here.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;
use xxhash_rust::xxh3::xxh3_64;

use crate::simhash::{Span, Stopped, Watch, is_han};

/// How long a run must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLength {
    /// In Han characters.
    pub han: u32,
    /// In words of other scripts.
    pub words: u32,
}

impl Default for RunLength {
    fn default() -> Self {
        Self { han: 13, words: 8 }
    }
}

/// A text prepared for looking runs up.
#[derive(Debug, Default)]
pub struct Windows {
    /// Where each unit stands.
    units: Vec<Span>,
    /// How many characters each unit has; white space does not count.
    chars: Vec<u32>,
    /// Before each unit, and after the last: the hash of all units so far, and their length so far.
    hashes: Vec<u64>,
    lengths: Vec<u32>,
    /// Powers of the hash's base, for every window length.
    powers: Vec<u64>,
    /// The length that a window must reach.
    needed: u32,
    /// The hashes of all windows, sorted.
    set: Vec<u64>,
    /// Characters in the whole text, without white space.
    total: u64,
}

/// What of one text stands in the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// The share of its characters, 0 to 1. White space is not counted.
    pub share: f64,
    /// The shared stretches, in order.
    pub passages: Vec<Passage>,
}

/// A stretch of one text all of which lies in runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where.
    pub span: Span,
    /// In characters, white space not counted.
    pub chars: u64,
}

impl Coverage {
    /// Characters of the longest passage.
    pub fn longest(&self) -> u64 {
        self.passages.iter().map(|p| p.chars).max().unwrap_or(0)
    }
}

impl Windows {
    /// Prepares `text`.
    ///
    /// # Errors
    /// [`Stopped`] where it was told to stop.
    pub fn new(text: &str, run: RunLength, watch: &Watch) -> Result<Self, Stopped> {
        let mut windows = Self { needed: run.han * run.words, ..Self::default() };
        windows.hashes.push(0);
        windows.lengths.push(0);
        let mut folded = String::new();
        for (n, (at, piece)) in text.split_word_bound_indices().enumerate() {
            if n % 4096 == 0 {
                watch.check()?;
            }
            // A Han character is a unit of its own even where UAX 29 hangs a mark on it.
            if piece.chars().any(char::is_alphanumeric) && !piece.contains(is_han) {
                windows.push(at, piece, run.han, &mut folded);
            } else {
                for (inner, c) in piece.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                    let length = if is_han(c) { run.words } else { 0 };
                    windows.push(at + inner, c.encode_utf8(&mut [0; 4]), length, &mut folded);
                }
            }
        }
        windows.raise_powers();
        let mut set: Vec<u64> = windows.spans().map(|(from, to)| windows.hash(from, to)).collect();
        watch.check()?;
        set.sort_unstable();
        set.dedup();
        windows.set = set;
        Ok(windows)
    }

    fn push(&mut self, at: usize, unit: &str, length: u32, folded: &mut String) {
        folded.clear();
        folded.extend(unit.nfkc().flat_map(char::to_lowercase));
        let chars = unit.chars().count() as u32;
        self.units.push(Span::new(at, at + unit.len()));
        self.chars.push(chars);
        self.total += u64::from(chars);
        let before = self.hashes[self.hashes.len() - 1];
        self.hashes.push(add(multiply(before, BASE), xxh3_64(folded.as_bytes()) % PRIME));
        self.lengths.push(self.lengths[self.lengths.len() - 1] + length);
    }

    fn raise_powers(&mut self) {
        let longest = self.spans().map(|(from, to)| to - from).max().unwrap_or(0);
        self.powers = vec![1];
        for i in 0..longest {
            self.powers.push(multiply(self.powers[i], BASE));
        }
    }

    /// All windows as (first unit, one past the last unit): the forward one of each unit, then the backward ones.
    fn spans(&self) -> impl Iterator<Item = (usize, usize)> {
        let reaches = |from: usize, to: usize| self.lengths[to] - self.lengths[from] >= self.needed;
        let last = self.units.len();
        let mut to = 0;
        let forward = (0..last).map_while(move |from| {
            to = to.max(from);
            while to < last && !reaches(from, to) {
                to += 1;
            }
            reaches(from, to).then_some((from, to))
        });
        let mut from = 0;
        let backward = (1..=last).filter_map(move |to| {
            while from + 1 < to && reaches(from + 1, to) {
                from += 1;
            }
            reaches(from, to).then_some((from, to))
        });
        forward.chain(backward)
    }

    /// The hash of a stretch of units.
    fn hash(&self, from: usize, to: usize) -> u64 {
        let before = multiply(self.hashes[from], self.powers[to - from]);
        add(self.hashes[to], PRIME - before)
    }

    /// Whether the text is long enough to hold a run.
    pub fn holds_runs(&self) -> bool {
        !self.set.is_empty()
    }

    /// Whether the two share any run at all; much cheaper than [`coverage`](Self::coverage).
    fn shares_any(&self, other: &Self) -> bool {
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.set.get(i), other.set.get(j)) {
            match a.cmp(b) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
            }
        }
        false
    }

    /// What of this text stands in `other`. Both must be prepared with one [`RunLength`].
    pub fn coverage(&self, other: &Self) -> Coverage {
        if !self.shares_any(other) {
            return Coverage::default();
        }
        // +1 where a shared window begins, −1 where it ends.
        let mut edges = vec![0i32; self.units.len() + 1];
        for (from, to) in self.spans() {
            if other.set.binary_search(&self.hash(from, to)).is_ok() {
                edges[from] += 1;
                edges[to] -= 1;
            }
        }
        let mut passages: Vec<Passage> = Vec::new();
        let (mut depth, mut covered) = (0, 0);
        let mut open = false;
        for (i, &unit) in self.units.iter().enumerate() {
            depth += edges[i];
            let chars = u64::from(self.chars[i]);
            match passages.last_mut() {
                Some(last) if open && depth > 0 => {
                    last.span.end = unit.end;
                    last.chars += chars;
                }
                _ if depth > 0 => passages.push(Passage { span: unit, chars }),
                _ => {}
            }
            open = depth > 0;
            covered += if open { chars } else { 0 };
        }
        Coverage { share: covered as f64 / self.total.max(1) as f64, passages }
    }
}

/// Hashes of stretches are polynomials in a fixed base modulo the Mersenne prime 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;
const BASE: u64 = 0x0b0a_d5a5_9e37_79b9;

fn add(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    add((product & u128::from(PRIME)) as u64, (product >> 61) as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn windows(text: &str, run: RunLength) -> Windows {
        Windows::new(text, run, &Watch::default()).unwrap()
    }

    /// Every pair of places tried, every run extended by hand.
    fn naive(a: &Windows, b: &Windows) -> f64 {
        let unit = |w: &Windows, i: usize| add(w.hashes[i + 1], PRIME - multiply(w.hashes[i], BASE));
        let mut marked = vec![false; a.units.len()];
        for i in 0..a.units.len() {
            for j in 0..b.units.len() {
                let pairs = (i..a.units.len()).zip(j..b.units.len());
                let n = pairs.take_while(|&(x, y)| unit(a, x) == unit(b, y)).count();
                if a.lengths[i + n] - a.lengths[i] >= a.needed {
                    marked[i..i + n].fill(true);
                }
            }
        }
        let covered: u32 = a.chars.iter().zip(&marked).filter(|(_, m)| **m).map(|(c, _)| c).sum();
        f64::from(covered) / a.total.max(1) as f64
    }

    fn text() -> impl Strategy<Value = String> {
        let part = prop_oneof!["[甲乙丙]", "[ab] ", ",", "[ \\n]"];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn equals_the_naive_twin(a in text(), b in text(), han in 1u32..5, words in 1u32..4) {
            let run = RunLength { han, words };
            let (a, b) = (windows(&a, run), windows(&b, run));
            prop_assert!((a.coverage(&b).share - naive(&a, &b)).abs() < 1e-12);
            prop_assert!((b.coverage(&a).share - naive(&b, &a)).abs() < 1e-12);
        }

        #[test]
        fn passages_hold_the_share(a in text(), b in text()) {
            let run = RunLength { han: 3, words: 2 };
            let (a, b) = (windows(&a, run), windows(&b, run));
            let coverage = a.coverage(&b);
            let chars: u64 = coverage.passages.iter().map(|p| p.chars).sum();
            prop_assert!((coverage.share - chars as f64 / a.total.max(1) as f64).abs() < 1e-12);
        }
    }

    #[test]
    fn thirteen_han_characters_are_a_run_and_twelve_are_not() {
        let run = RunLength::default();
        let twelve = "天地玄黄宇宙洪荒日月盈昃";
        let thirteen = "天地玄黄宇宙洪荒日月盈昃辰";
        let other = windows("前面天地玄黄宇宙洪荒日月盈昃辰后面", run);
        assert_eq!(windows(twelve, run).coverage(&other), Coverage::default());
        assert!((windows(thirteen, run).coverage(&other).share - 1.0).abs() < 1e-12);
    }

    #[test]
    fn white_space_case_and_width_do_not_matter() {
        let run = RunLength::default();
        let a = windows("One two three four five six seven eight.", run);
        let b = windows("ONE two\n\nthree four Five six seven eight.", run);
        assert!((a.coverage(&b).share - 1.0).abs() < 1e-12);
        assert!((b.coverage(&a).share - 1.0).abs() < 1e-12);
    }
}

//! Which paragraphs of a region stand beside each other.
//!
//! A monotone alignment that keeps the most text: two paragraphs may be set beside each other when they share enough
//! of their words, one may stand beside several when it holds most of each of them (a split, or from the other side a
//! join), and any may stand alone. What is shared is measured by multisets of words, each weighed by its length.

use std::ops::Range;

/// Two paragraphs are alike from this share on: twice the shared weight over the sum of both.
pub(super) const ALIKE: f64 = 0.35;
/// A paragraph is held by another from this share of its own weight on…
pub(super) const HELD: f64 = 0.6;
/// …if it weighs at least this much; every word of a shorter one may stand anywhere by chance.
const HEAVY: u64 = 16;
/// More cells than this are not searched in one table.
pub(super) const CELLS: usize = 1 << 16;
/// A line replaced by another of at most this weight stands beside it, however little they share: a title, a name.
pub(super) const LINE: u64 = 60;

/// What two lists of paragraphs weigh and share.
pub(super) struct Shared {
    /// The weight of each paragraph of either side.
    pub weights: [Vec<u64>; 2],
    /// `cells[i * columns + j]`: the weight that paragraph i of A shares with paragraph j of B.
    pub cells: Vec<u64>,
}

/// One paragraph, as the words that it holds: (word, paragraph, weight), in any order.
pub(super) type Entry = (u32, u32, u32);

impl Shared {
    /// Counts what `rows` and `columns` paragraphs share, from their words.
    pub fn new(sizes: [usize; 2], mut entries: [Vec<Entry>; 2]) -> Self {
        let mut weights = [vec![0; sizes[0]], vec![0; sizes[1]]];
        for (entries, weights) in entries.iter_mut().zip(&mut weights) {
            for &(_, paragraph, weight) in entries.iter() {
                weights[paragraph as usize] += u64::from(weight);
            }
            entries.sort_unstable();
        }
        let mut cells = vec![0; sizes[0] * sizes[1]];
        let [a, b] = &entries;
        let mut b_rest = &b[..];
        for same_word in a.chunk_by(|x, y| x.0 == y.0) {
            let word = same_word[0].0;
            b_rest = &b_rest[b_rest.partition_point(|entry| entry.0 < word)..];
            let b_same = &b_rest[..b_rest.partition_point(|entry| entry.0 == word)];
            for in_a in same_word.chunk_by(|x, y| x.1 == y.1) {
                for in_b in b_same.chunk_by(|x, y| x.1 == y.1) {
                    let both = in_a.len().min(in_b.len()) as u64;
                    cells[in_a[0].1 as usize * sizes[1] + in_b[0].1 as usize] += both * u64::from(in_a[0].2);
                }
            }
        }
        Self { weights, cells }
    }

    fn cell(&self, i: usize, j: usize) -> u64 {
        self.cells[i * self.weights[1].len() + j]
    }

    /// Whether paragraph i of A holds most of paragraph j of B.
    fn holds(&self, i: usize, j: usize) -> bool {
        held(self.cell(i, j), self.weights[1][j])
    }

    /// Whether paragraph i of A is mostly in paragraph j of B.
    fn is_held(&self, i: usize, j: usize) -> bool {
        held(self.cell(i, j), self.weights[0][i])
    }

    fn pair_gain(&self, i: usize, j: usize) -> u64 {
        worth(self.cell(i, j), self.weights[0][i] + self.weights[1][j])
    }

    fn pairs(&self, i: usize, j: usize) -> bool {
        alike(self.cell(i, j), self.weights[0][i], self.weights[1][j]) || self.holds(i, j) || self.is_held(i, j)
    }
}

/// Whether paragraphs of these weights share enough to stand beside each other.
pub(super) fn alike(shared: u64, a: u64, b: u64) -> bool {
    shared > 0 && 2.0 * shared as f64 >= ALIKE * (a + b) as f64
}

/// Whether `shared` is most of a paragraph that weighs `own`.
pub(super) fn held(shared: u64, own: u64) -> bool {
    own >= HEAVY && shared as f64 >= HELD * own as f64
}

/// Paragraphs that stand beside each other: one on at least one of the two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// In A.
    pub a: Range<usize>,
    /// In B.
    pub b: Range<usize>,
}

/// How a cell of the table was reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    SkipA,
    SkipB,
    Pair,
    /// Ends a run of paragraphs of B beside one of A.
    Split,
    /// Ends a run of paragraphs of A beside one of B.
    Join,
}

/// The best value of a run that ends in a cell.
#[derive(Clone, Copy, Default)]
struct Run {
    /// What all up to here is worth.
    value: u64,
    /// The weight that its paragraphs share with the one.
    own: u64,
    /// How many paragraphs it has; 0 when no run ends here.
    len: u32,
}

/// Sets the paragraphs beside each other; those in no group stand alone.
pub(super) fn align(shared: &Shared) -> Vec<Group> {
    let [rows, columns] = [shared.weights[0].len(), shared.weights[1].len()];
    let width = columns + 1;
    let mut best = vec![0u64; (rows + 1) * width];
    let mut steps = vec![Step::SkipA; (rows + 1) * width];
    let mut splits = vec![Run::default(); (rows + 1) * width];
    let mut joins = splits.clone();
    for j in 1..=columns {
        steps[j] = Step::SkipB;
    }
    for i in 1..=rows {
        for j in 1..=columns {
            let at = i * width + j;
            let [up, left, corner] = [at - width, at - 1, at - width - 1];
            let [own, other] = [shared.weights[0][i - 1], shared.weights[1][j - 1]];
            if shared.holds(i - 1, j - 1) {
                splits[at] = extend(splits[left], best[corner], shared.cell(i - 1, j - 1), other, own);
            }
            if shared.is_held(i - 1, j - 1) {
                joins[at] = extend(joins[up], best[corner], shared.cell(i - 1, j - 1), own, other);
            }
            let pair = if shared.pairs(i - 1, j - 1) { best[corner] + shared.pair_gain(i - 1, j - 1) } else { 0 };
            let runs = |run: Run| if run.len > 1 { run.value } else { 0 };
            // On a tie the last is taken: a plain pair before a run, anything before standing alone.
            let mut chosen = (best[left], Step::SkipB);
            for choice in [
                (best[up], Step::SkipA),
                (runs(joins[at]), Step::Join),
                (runs(splits[at]), Step::Split),
                (pair, Step::Pair),
            ] {
                if choice.0 >= chosen.0 && choice.0 > 0 {
                    chosen = choice;
                }
            }
            (best[at], steps[at]) = chosen;
        }
    }
    trace(&steps, &splits, &joins, rows, columns)
}

/// Adds a paragraph that shares `gain` of its weight `part` to a run whose one paragraph weighs `whole`.
fn extend(run: Run, before: u64, gain: u64, part: u64, whole: u64) -> Run {
    let value = worth(gain, 2 * part);
    // Words that stand once in the one paragraph may not be counted for two on the other side.
    if run.len > 0 && run.own + gain <= whole && run.value >= before {
        Run { value: run.value + value, own: run.own + gain, len: run.len + 1 }
    } else {
        Run { value: before + value, own: gain, len: 1 }
    }
}

/// What it is worth to keep `shared` of two paragraphs with the weight `sum` together: the more alike, the more.
fn worth(shared: u64, sum: u64) -> u64 {
    100 * shared + 200 * shared * shared / sum.max(1)
}

fn trace(steps: &[Step], splits: &[Run], joins: &[Run], rows: usize, columns: usize) -> Vec<Group> {
    let width = columns + 1;
    let mut groups = Vec::new();
    let (mut i, mut j) = (rows, columns);
    while i > 0 && j > 0 {
        let at = i * width + j;
        let (m, n) = match steps[at] {
            Step::SkipA => {
                i -= 1;
                continue;
            }
            Step::SkipB => {
                j -= 1;
                continue;
            }
            Step::Pair => (1, 1),
            Step::Split => (1, splits[at].len as usize),
            Step::Join => (joins[at].len as usize, 1),
        };
        groups.push(Group { a: i - m..i, b: j - n..j });
        (i, j) = (i - m, j - n);
    }
    groups.reverse();
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paragraphs of one-letter words, each of weight 10.
    fn groups(a: &[&str], b: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
        let entries = [a, b].map(|side| {
            let words = side.iter().enumerate().flat_map(|(at, text)| text.bytes().map(move |c| (c, at)));
            words.map(|(c, at)| (u32::from(c), at as u32, 10)).collect()
        });
        align(&Shared::new([a.len(), b.len()], entries)).into_iter().map(|g| (g.a, g.b)).collect()
    }

    #[test]
    fn edited_paragraphs_stand_beside_each_other() {
        assert_eq!(groups(&["abcd", "efgh"], &["zzzz", "abcx", "yyyy", "eefg"]), [(0..1, 1..2), (1..2, 3..4)]);
    }

    #[test]
    fn unrelated_paragraphs_stand_alone() {
        assert_eq!(groups(&["abcd"], &["efgh", "ijka"]), []);
        assert_eq!(groups(&[], &["abc"]), []);
    }

    #[test]
    fn splits_and_joins() {
        assert_eq!(groups(&["abcdefghi"], &["abc", "def", "ghi"]), [(0..1, 0..3)]);
        assert_eq!(groups(&["abc", "def", "xyz"], &["abcdef", "xyz"]), [(0..2, 0..1), (2..3, 1..2)]);
        // All of it is already there: a short one with common words does not join in.
        assert_eq!(groups(&["abcdef"], &["abcdef", "ab"]), [(0..1, 0..1)]);
    }

    #[test]
    fn the_larger_part_wins_when_paragraphs_change_places() {
        assert_eq!(groups(&["abcdef", "xyz"], &["xyz", "abcdef"]), [(0..1, 1..2)]);
    }
}

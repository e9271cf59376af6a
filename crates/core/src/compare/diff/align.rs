//! The alignment of the paragraphs of a region.
//!
//! The alignment is monotone and keeps the most text: two paragraphs may be aligned if they share enough of their
//! words, one may be aligned with several if it contains most of each of them (a split, or from the other side a join),
//! and any may stay unaligned. The shared part is measured by multisets of words, each weighted by its length, and the
//! contained part by multisets of pairs of neighbouring words.

use std::ops::Range;

/// Two paragraphs are alike from this share on: twice the shared weight over the sum of both.
const ALIKE: f64 = 0.35;
/// From this share on when both are at the same place, between paragraphs that are alike.
const RELATED: f64 = 0.2;
/// The threshold for a paragraph that is a small part of the other: the share of the small one.
const MOSTLY: f64 = 0.6;
/// A paragraph is contained in another from this share of its own pairs of words on…
const HELD: f64 = 0.5;
/// …if it weighs at least this much; every word of a shorter one may be anywhere by chance.
const HEAVY: u64 = 16;
/// More cells than this are not searched in one table.
pub(super) const CELLS: usize = 1 << 16;
/// A line replaced by another of at most this weight is aligned with it, however little they share: a title, a name.
pub(super) const LINE: u64 = 60;

/// The weights of two lists of paragraphs, and of their shared parts.
pub(super) struct SharedWeights {
    /// By words: the similarity of two paragraphs.
    words: WeightTable,
    /// By pairs of neighbouring words: detects if one paragraph contains the other, not only its vocabulary.
    pairs: WeightTable,
}

/// The shared weights, by one kind of feature.
struct WeightTable {
    /// The weight of each paragraph of either side.
    weights: [Vec<u64>; 2],
    /// `cells[i * columns + j]`: the weight that paragraph i of A shares with paragraph j of B.
    cells: Vec<u64>,
}

/// A feature of a paragraph: (feature, paragraph, weight).
type WeightEntry = (u32, u32, u32);

impl WeightTable {
    fn new(sizes: [usize; 2], mut entries: [Vec<WeightEntry>; 2]) -> Self {
        let mut weights = [vec![0; sizes[0]], vec![0; sizes[1]]];
        for (entries, weights) in entries.iter_mut().zip(&mut weights) {
            for &(_, paragraph, weight) in entries.iter() {
                weights[paragraph as usize] += u64::from(weight);
            }
            entries.sort_unstable();
        }
        let mut cells = vec![0; sizes[0] * sizes[1]];
        let [a, b] = &entries;
        let mut rest = &b[..];
        for in_a in a.chunk_by(|x, y| x.0 == y.0) {
            rest = &rest[rest.partition_point(|entry| entry.0 < in_a[0].0)..];
            let in_b = &rest[..rest.partition_point(|entry| entry.0 == in_a[0].0)];
            for x in in_a.chunk_by(|x, y| x.1 == y.1) {
                for y in in_b.chunk_by(|x, y| x.1 == y.1) {
                    let both = x.len().min(y.len()) as u64;
                    cells[x[0].1 as usize * sizes[1] + y[0].1 as usize] += both * u64::from(x[0].2);
                }
            }
        }
        Self { weights, cells }
    }

    fn cell(&self, i: usize, j: usize) -> u64 {
        self.cells[i * self.weights[1].len() + j]
    }
}

impl SharedWeights {
    /// Counts what paragraphs share. Each is given as its words: number and weight.
    pub(super) fn new<P: Iterator<Item = (u32, u32)>>(paragraphs: [Vec<P>; 2]) -> Self {
        let sizes = [paragraphs[0].len(), paragraphs[1].len()];
        let mut words = [Vec::new(), Vec::new()];
        let mut pairs = [Vec::new(), Vec::new()];
        for (side, paragraphs) in paragraphs.into_iter().enumerate() {
            for (at, paragraph) in paragraphs.into_iter().enumerate() {
                let mut before: Option<(u32, u32)> = None;
                for word in paragraph {
                    words[side].push((word.0, at as u32, word.1));
                    if let Some((other, weight)) = before.replace(word) {
                        // Two different pairs with one number do no harm: this only weighs.
                        let pair = other.wrapping_mul(0x9E37_79B1).rotate_left(15) ^ word.0;
                        pairs[side].push((pair, at as u32, weight + word.1));
                    }
                }
            }
        }
        Self { words: WeightTable::new(sizes, words), pairs: WeightTable::new(sizes, pairs) }
    }

    fn holds(&self, i: usize, j: usize) -> bool {
        held(self.words.weights[1][j], self.pairs.cell(i, j), self.pairs.weights[1][j])
    }

    /// Returns true if paragraph i of A is mostly in paragraph j of B.
    fn is_held(&self, i: usize, j: usize) -> bool {
        held(self.words.weights[0][i], self.pairs.cell(i, j), self.pairs.weights[0][i])
    }

    /// The gain of aligning two paragraphs; 0 if they must not be aligned.
    fn gain(&self, i: usize, j: usize) -> u64 {
        let (shared, own, other) = (self.words.cell(i, j), self.words.weights[0][i], self.words.weights[1][j]);
        // A short line says nothing about a long paragraph that happens to hold its words.
        let pairs = alike(shared, own, other) || (own.min(other) > LINE && (self.holds(i, j) || self.is_held(i, j)));
        if pairs { worth(shared, own + other) } else { 0 }
    }
}

/// Returns true if paragraphs of these weights share enough to be aligned.
pub(super) fn alike(shared: u64, a: u64, b: u64) -> bool {
    shared > 0 && 2.0 * shared as f64 >= ALIKE * (a + b) as f64
}

/// Returns true if they share enough when nothing else is between the paragraphs around them.
pub(super) fn related(shared: u64, a: u64, b: u64) -> bool {
    let least = a.min(b);
    2.0 * shared as f64 >= RELATED * (a + b) as f64 || (least > LINE && shared as f64 >= MOSTLY * least as f64)
}

/// Returns true if the shared pairs of words are most of a paragraph.
fn held(weight: u64, shared: u64, pairs: u64) -> bool {
    weight >= HEAVY && shared > 0 && shared as f64 >= HELD * pairs as f64
}

/// Aligned paragraphs of A and of B, by their indices: one on at least one of the two sides.
pub(super) type ParagraphGroup = [Range<usize>; 2];

/// The step that led to a cell of the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AlignStep {
    SkipA,
    SkipB,
    Pair,
    /// Ends a run of paragraphs of B beside one of A.
    Split,
    /// Ends a run of paragraphs of A beside one of B.
    Join,
}

/// The best run of several paragraphs beside one that ends in a cell.
#[derive(Clone, Copy, Default)]
struct ParagraphRun {
    /// The gain, with all before it.
    value: u64,
    /// The weight that its paragraphs share with the one.
    shared: u64,
    /// Its number of paragraphs; 0 if no run ends here.
    len: u32,
}

/// Aligns the paragraphs; those in no group stay unaligned.
pub(super) fn align(shared: &SharedWeights) -> Vec<ParagraphGroup> {
    let [rows, columns] = [0, 1].map(|side| shared.words.weights[side].len());
    let width = columns + 1;
    let mut best = vec![0u64; (rows + 1) * width];
    let mut steps = vec![AlignStep::SkipA; (rows + 1) * width];
    let mut splits = vec![ParagraphRun::default(); (rows + 1) * width];
    let mut joins = splits.clone();
    steps[..=columns].fill(AlignStep::SkipB);
    for i in 1..=rows {
        for j in 1..=columns {
            let at = i * width + j;
            let [up, left, corner] = [at - width, at - 1, at - width - 1];
            let [own, other] = [shared.words.weights[0][i - 1], shared.words.weights[1][j - 1]];
            let both = shared.words.cell(i - 1, j - 1);
            if shared.holds(i - 1, j - 1) {
                splits[at] = extend(splits[left], best[corner], both, other, own);
            }
            if shared.is_held(i - 1, j - 1) {
                joins[at] = extend(joins[up], best[corner], both, own, other);
            }
            let pair = match shared.gain(i - 1, j - 1) {
                0 => 0,
                gain => best[corner] + gain,
            };
            let runs = |run: ParagraphRun| if run.len > 1 { run.value } else { 0 };
            // On a tie the last is taken: a plain pair before a run, anything before being alone.
            let mut chosen = (best[left], AlignStep::SkipB);
            for choice in [
                (best[up], AlignStep::SkipA),
                (runs(joins[at]), AlignStep::Join),
                (runs(splits[at]), AlignStep::Split),
                (pair, AlignStep::Pair),
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

/// A run with one more paragraph, which shares some of its weight `part`, or a new one if that is worth more.
fn extend(run: ParagraphRun, before: u64, shared: u64, part: u64, whole: u64) -> ParagraphRun {
    let new = ParagraphRun { value: before + worth(shared, part + whole), shared, len: 1 };
    // Less than for a paragraph that is aligned with one of its own.
    let value = run.value + 3 * worth(shared, 2 * part) / 4;
    // Words that occur once in the one paragraph may not be counted for two on the other side.
    if run.len > 0 && run.shared + shared <= whole && value > new.value {
        ParagraphRun { value, shared: run.shared + shared, len: run.len + 1 }
    } else {
        new
    }
}

/// The gain of keeping `shared` of two paragraphs with the weight `sum` together: the more alike, the more.
fn worth(shared: u64, sum: u64) -> u64 {
    100 * shared + 200 * shared * shared / sum.max(1)
}

fn trace(
    steps: &[AlignStep],
    splits: &[ParagraphRun],
    joins: &[ParagraphRun],
    rows: usize,
    columns: usize,
) -> Vec<ParagraphGroup> {
    let width = columns + 1;
    let mut groups = Vec::new();
    let (mut i, mut j) = (rows, columns);
    while i > 0 && j > 0 {
        let at = i * width + j;
        let (m, n) = match steps[at] {
            AlignStep::SkipA => {
                i -= 1;
                continue;
            }
            AlignStep::SkipB => {
                j -= 1;
                continue;
            }
            AlignStep::Pair => (1, 1),
            AlignStep::Split => (1, splits[at].len as usize),
            AlignStep::Join => (joins[at].len as usize, 1),
        };
        groups.push([i - m..i, j - n..j]);
        (i, j) = (i - m, j - n);
    }
    groups.reverse();
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paragraphs of one-letter words, each of weight 10.
    fn groups(a: &[&'static str], b: &[&'static str]) -> Vec<(Range<usize>, Range<usize>)> {
        let words = |side: &[&'static str]| side.iter().map(|text| text.bytes().map(|c| (u32::from(c), 10))).collect();
        align(&SharedWeights::new([words(a), words(b)])).into_iter().map(|[a, b]| (a, b)).collect()
    }

    #[test]
    fn edited_paragraphs_are_aligned() {
        assert_eq!(groups(&["abcd", "efgh"], &["zzzz", "abcx", "yyyy", "eefg"]), [(0..1, 1..2), (1..2, 3..4)]);
    }

    #[test]
    fn unrelated_paragraphs_are_alone() {
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

//! How much a report has room for, so that one of a usual size stays short enough to be read. Knows no document.
//!
//! Text is measured in *cells*: a Han character is two, any other one. A printed A4 page of two columns holds about 6,000.

use crate::simhash::is_han;

/// The greatest number of pairs with a section.
pub(crate) const MAX_SECTIONS: usize = 200;
/// The greatest number of rows beside those of decided pairs, where all are asked for.
pub(super) const MAX_ROWS: usize = 2000;
/// The greatest number of pairs in a file for programs.
pub(crate) const MAX_RECORDS: usize = 1_000_000;
/// The number of pairs listed that are flagged and not decided, and of those that only share some text.
pub(super) const MAX_FLAGGED: usize = 40;
pub(super) const MAX_SHARING: usize = 20;
/// The greatest number of documents of a matrix in a file.
pub(super) const MAX_MATRIX: usize = 60;

/// A text of at most so many characters is shown whole, and so is a passage.
pub(super) const WHOLE: usize = 2000;
/// A longer passage is shown by so many characters of its beginning, and as many of its end.
pub(super) const EXCERPT: usize = 500;
/// So many cells of text are shown before and after a passage.
pub(super) const CONTEXT: usize = 60;
/// The greatest number of passages in the table of a section.
pub(super) const MAX_PASSAGES: usize = 60;

/// The cells of all sections together, about 11 pages.
const ALL_SECTIONS: u64 = 64_000;
/// The least and the most cells of a section.
const LEAST: u64 = 4_000;
const MOST: u64 = 32_000;

/// The cells of a section, where so many pairs are decided.
pub(super) fn of_section(decided: usize) -> u64 {
    (ALL_SECTIONS / decided.max(1) as u64).clamp(LEAST, MOST)
}

/// The number of undecided pairs, given by the cells of both texts, that have room for a section after the decided ones.
pub(super) fn undecided(decided: impl Iterator<Item = u64>, undecided: impl Iterator<Item = u64>) -> usize {
    let decided: Vec<u64> = decided.collect();
    let section = of_section(decided.len());
    let used: u64 = decided.iter().map(|&cells| cells.min(section)).sum();
    let mut left = ALL_SECTIONS.saturating_sub(used);
    let fits = |cells: &u64| {
        let cells = (*cells).clamp(LEAST / 4, LEAST);
        let fits = cells <= left;
        left = left.saturating_sub(cells);
        fits
    };
    undecided.take_while(fits).count()
}

/// The width of a text.
pub(super) fn cells(text: &str) -> u64 {
    text.chars().map(cells_of).sum()
}

pub(super) fn cells_of(c: char) -> u64 {
    if is_han(c) { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_pairs_come_first_and_undecided_ones_fill_up() {
        let long = 1_000_000;
        assert_eq!(undecided([].into_iter(), [long; 30].into_iter()), 16);
        assert_eq!(undecided([long; 10].into_iter(), [long; 30].into_iter()), 0);
        assert_eq!(undecided([2_000; 10].into_iter(), [long; 30].into_iter()), 11);
        assert_eq!(undecided([2_000; 10].into_iter(), [1_500, 100, long].into_iter()), 3);
        assert!(of_section(1) == MOST && of_section(200) == LEAST && of_section(0) == MOST);
    }

    #[test]
    fn han_characters_are_wide() {
        assert_eq!(cells("灯塔 ab"), 7);
    }
}

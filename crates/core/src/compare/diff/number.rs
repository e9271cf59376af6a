//! Numbers of paragraphs, for whoever names a place of a text or of a [`Diff`]. Must not know how it is shown.

use std::ops::Range;

use super::{Diff, DiffRow, Moved, piece};

/// The starts of the numbered paragraphs of a text: found without a diff, the same that a diff of it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Vec<u32>);

impl Numbers {
    /// The numbered paragraphs of a text.
    pub fn new(text: &str) -> Self {
        let numbered = piece::paragraphs(text).into_iter().filter(|&span| !piece::body(text, span).is_empty());
        Self(numbered.map(|span| span.start).collect())
    }

    /// The number of the paragraph that a byte is in, from 1; 0 where there is none.
    pub fn at(&self, byte: u32) -> u32 {
        // Blank lines at the start belong to the first.
        self.0.partition_point(|&start| start <= byte).max(1).min(self.0.len()) as u32
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.0.len()
    }
}

impl Diff {
    /// The moved block that a row belongs to.
    pub fn move_of_row(&self, row: &DiffRow) -> Option<usize> {
        // Its only hunk is the paragraph.
        self.move_of(row.hunks.start as usize).filter(|_| row.hunks.len() == 1)
    }

    /// The number of the paragraph at an index of one side: for a piece that continues a paragraph, that of its first.
    pub fn paragraph_number(&self, side: usize, at: usize) -> Option<u32> {
        self.paragraphs[side].get(..=at)?.iter().rev().find_map(|paragraph| paragraph.number)
    }

    /// The numbers of the first and the last paragraph of a moved block, in A and in B.
    pub fn move_numbers(&self, moved: &Moved) -> [[Option<u32>; 2]; 2] {
        let row = |hunk: u32| self.rows.get(self.hunks.get(hunk as usize)?.row as usize);
        let number = |side: usize, hunk: u32| {
            let row = row(hunk)?;
            self.paragraph_number(side, [row.a, row.b][side]? as usize)
        };
        let of =
            |side: usize, hunks: &Range<u32>| [hunks.start, hunks.end.saturating_sub(1)].map(|hunk| number(side, hunk));
        [of(0, &moved.removed), of(1, &moved.added)]
    }

    /// How many characters of B are in these rows, white space not counted.
    pub fn chars_in(&self, rows: &Range<u32>) -> u64 {
        let before = |row: u32| {
            let rest = self.rows.get(row as usize..).unwrap_or_default();
            let next = rest.iter().find_map(|row| row.b);
            next.and_then(|at| self.paragraphs[1].get(at as usize)).map_or(self.chars[1], |paragraph| paragraph.before)
        };
        before(rows.end).saturating_sub(before(rows.start))
    }
}

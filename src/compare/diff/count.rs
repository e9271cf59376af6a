//! Changes counted: a hunk is one, and all hunks of a moved block are one together.

use std::ops::Range;

use super::{Diff, Moved, Row};

impl Diff {
    /// How many changes there are.
    pub fn changes_total(&self) -> usize {
        self.hunks.len() - self.further.len()
    }

    /// Whether a change begins with that hunk; not so the further hunks of a moved block.
    pub fn begins_change(&self, hunk: usize) -> bool {
        self.further.binary_search(&(hunk as u32)).is_err()
    }

    /// The number of the change that a hunk belongs to, from 1, by where each begins.
    pub fn change_number(&self, hunk: usize) -> usize {
        let first = self.move_of(hunk).and_then(|at| self.moved.get(at)).map_or(hunk, |moved| first(moved) as usize);
        first + 1 - self.further.partition_point(|&further| further < first as u32)
    }

    /// The moved block that a hunk belongs to, as an index into [`moved`](Self::moved).
    pub fn move_of(&self, hunk: usize) -> Option<usize> {
        let hunk = hunk as u32;
        let at = self.moved.partition_point(|moved| moved.removed.end <= hunk);
        if self.moved.get(at).is_some_and(|moved| moved.removed.contains(&hunk)) {
            return Some(at);
        }
        let at = self.arrivals.partition_point(|&at| self.moved[at as usize].added.end <= hunk);
        let at = *self.arrivals.get(at)? as usize;
        self.moved[at].added.contains(&hunk).then_some(at)
    }

    /// The moved block that a row belongs to.
    pub fn move_of_row(&self, row: &Row) -> Option<usize> {
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

    /// How many characters of B stand in these rows, white space left out.
    pub fn chars_in(&self, rows: &Range<u32>) -> u64 {
        let before = |row: u32| {
            let rest = self.rows.get(row as usize..).unwrap_or_default();
            let next = rest.iter().find_map(|row| row.b);
            next.and_then(|at| self.paragraphs[1].get(at as usize)).map_or(self.chars[1], |paragraph| paragraph.before)
        };
        before(rows.end).saturating_sub(before(rows.start))
    }

    /// The hunk at the other end of a moved block that has the same paragraph.
    pub fn other_end(&self, hunk: usize) -> Option<usize> {
        let Moved { removed, added, .. } = self.moved.get(self.move_of(hunk)?)?;
        let hunk = hunk as u32;
        let other = if removed.contains(&hunk) {
            added.start + (hunk - removed.start)
        } else {
            removed.start + (hunk - added.start)
        };
        Some(other as usize)
    }

    /// Takes in what was moved, in any order.
    pub(super) fn set_moved(&mut self, mut moved: Vec<Moved>) {
        moved.sort_unstable_by_key(|moved| moved.removed.start);
        let mut arrivals: Vec<u32> = (0..moved.len() as u32).collect();
        arrivals.sort_unstable_by_key(|&at| moved[at as usize].added.start);
        let all = |moved: &Moved| moved.removed.clone().chain(moved.added.clone());
        let further = moved.iter().flat_map(|moved| all(moved).filter(|&hunk| hunk != first(moved)));
        self.further = further.collect();
        self.further.sort_unstable();
        (self.moved, self.arrivals) = (moved, arrivals);
    }
}

/// The hunk with which a moved block begins.
fn first(moved: &Moved) -> u32 {
    moved.removed.start.min(moved.added.start)
}

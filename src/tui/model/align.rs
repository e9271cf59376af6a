//! Alignment by hand on screen 4: which paragraphs can be chosen on each side. Draws nothing and saves nothing.

use super::{DiffItem, DiffSide, DiffState};
use crate::compare::diff::Diff;

impl DiffSide {
    /// The other one.
    pub(crate) fn other(self) -> Self {
        if self == Self::A { Self::B } else { Self::A }
    }
}

impl DiffState {
    /// The number of the paragraph that an item has on a side.
    pub(crate) fn number_at(&self, diff: &Diff, item: usize, side: DiffSide) -> Option<u32> {
        let at = match self.items.get(item)? {
            DiffItem::Row(row) => diff.rows.get(*row as usize).and_then(|row| [row.a, row.b][side as usize])?,
            DiffItem::Fold(_) => return None,
        };
        let paragraph = diff.paragraphs[side as usize].get(at as usize)?;
        diff.paragraph_number(side as usize, at as usize).filter(|_| !paragraph.body.is_empty())
    }

    /// The nearest item from there on that has a paragraph on that side; backwards where there is none.
    pub(crate) fn nearest(&self, diff: &Diff, item: usize, side: DiffSide) -> Option<usize> {
        let has = |item: &usize| self.number_at(diff, *item, side).is_some();
        (item..self.items.len()).find(has).or_else(|| (0..item).rev().find(has))
    }

    /// So many paragraphs of that side further down, or up where negative.
    pub(crate) fn further(&self, diff: &Diff, from: usize, side: DiffSide, by: isize) -> usize {
        let has = |item: &usize| self.number_at(diff, *item, side).is_some();
        let steps = by.unsigned_abs();
        if by < 0 {
            (0..from).rev().filter(has).take(steps).last().unwrap_or(from)
        } else {
            (from + 1..self.items.len()).filter(has).take(steps).last().unwrap_or(from)
        }
    }
}

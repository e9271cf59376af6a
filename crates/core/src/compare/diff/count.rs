//! Changes counted: a hunk is one, and all hunks of a moved block are one together.

use super::{Diff, Moved};

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

    /// The hunk at the other end of a moved block that has the same paragraph; of a paragraph that was split, a part of
    /// it.
    pub fn other_end(&self, hunk: usize) -> Option<usize> {
        let Moved { removed, added, .. } = self.moved.get(self.move_of(hunk)?)?;
        let hunk = hunk as u32;
        let other = if removed.contains(&hunk) {
            (added.start + (hunk - removed.start)).min(added.end - 1)
        } else {
            (removed.start + (hunk - added.start)).min(removed.end - 1)
        };
        Some(other as usize)
    }

    /// Sets the moved blocks, in any order.
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

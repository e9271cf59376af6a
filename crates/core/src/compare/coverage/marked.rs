//! The windows of a text that occur in other texts: a bit for each window of its set, and a number for those that do.

use std::sync::Arc;

use crate::room;

/// The windows of a text that occur in several texts.
#[derive(Default)]
pub(super) struct MarkedWindows {
    /// A bit for each place of the set.
    bits: Vec<u64>,
    /// The number of windows marked before each word of `bits`.
    before: Vec<u32>,
    /// The number of marked windows.
    count: u32,
    /// The number of each marked window; empty if the numbers count up from 0, as for two texts.
    numbers: Vec<u32>,
}

impl MarkedWindows {
    /// No marks, for a text with this number of windows in its set.
    pub(super) fn none(windows: usize) -> Self {
        Self { bits: room::filled(0, windows.div_ceil(64)), ..Self::default() }
    }

    /// Marks the window at a place of the set, in ascending order of places, with a number that it has in all texts.
    pub(super) fn mark(&mut self, place: usize, number: u32) {
        if self.numbers.is_empty() && number != self.count {
            self.numbers = room::collected(0..self.count);
        }
        if number != self.count || !self.numbers.is_empty() {
            room::push(&mut self.numbers, number);
        }
        self.count += 1;
        self.bits[place / 64] |= 1 << (place % 64);
    }

    /// To be called when all are marked.
    pub(super) fn counted(mut self) -> Self {
        let mut so_far = 0;
        let count = |word: &u64| {
            so_far += word.count_ones();
            so_far - word.count_ones()
        };
        self.before = room::collected(self.bits.iter().map(count));
        self.numbers.shrink_to_fit();
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of marked windows.
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// The number of the window at a place of the set; `None` if it is not marked.
    pub(super) fn at(&self, place: usize) -> Option<u32> {
        let (word, bit) = (self.bits[place / 64], 1 << (place % 64));
        let rank = self.before[place / 64] + (word & (bit - 1)).count_ones();
        (word & bit != 0).then(|| self.numbers.get(rank as usize).copied().unwrap_or(rank))
    }
}

/// The windows of several texts that occur in more than one of them.
pub(super) struct SharedWindows {
    /// The marked windows of each text.
    pub of: Vec<MarkedWindows>,
    /// The class of each, by its number.
    pub classes: Classes,
    /// One more than the largest number.
    pub numbers: usize,
}

/// The classes of windows: which texts they occur in.
pub(super) struct Classes {
    /// The texts of each class, in ascending order.
    pub lists: Vec<Arc<[u32]>>,
    /// The class of each window by its number; of those after the end of the list, the first.
    of: Vec<u32>,
}

impl Classes {
    pub(super) fn none() -> Self {
        Self { lists: Vec::new(), of: Vec::new() }
    }

    /// All windows are of one class.
    pub(super) fn one(list: Arc<[u32]>) -> Self {
        Self { lists: vec![list], of: Vec::new() }
    }

    /// Notes the class of a window, in ascending order of numbers.
    pub(super) fn push(&mut self, number: u32, class: u32) {
        if class > 0 {
            let more = (number as usize).saturating_sub(self.of.len()) + 1;
            room::room(&mut self.of, more);
            self.of.resize(number as usize, 0);
            self.of.push(class);
        }
    }

    pub(super) fn of(&self, number: u32) -> u32 {
        self.of.get(number as usize).copied().unwrap_or(0)
    }

    /// The classes for windows with other numbers, or [`UNNUMBERED`].
    pub(super) fn renumbered(self, numbers: &[u32]) -> Self {
        let mut of = room::filled(0, if self.of.is_empty() { 0 } else { numbers.len() });
        for (&class, &number) in self.of.iter().zip(numbers).filter(|&(_, &number)| number != UNNUMBERED) {
            of[number as usize] = class;
        }
        Self { of, ..self }
    }
}

/// In place of the number of a window that has none.
pub(super) const UNNUMBERED: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_a_map(marks in prop::collection::btree_map(0usize..300, 0u32..9, 0..40), rising in any::<bool>()) {
            let mut marked = MarkedWindows::none(300);
            let marks: BTreeMap<usize, u32> =
                marks.into_iter().zip(0..).map(|((at, number), n)| (at, if rising { n } else { number })).collect();
            for (&at, &number) in &marks {
                marked.mark(at, number);
            }
            let marked = marked.counted();
            prop_assert_eq!(marked.len(), marks.len());
            for at in 0..300 {
                prop_assert_eq!(marked.at(at), marks.get(&at).copied());
            }
        }
    }
}

//! Where the reader is on screen 2.

use super::List;
use crate::simhash::{Fixed, Order, Trace};

/// Screen 2.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// Which document; `None` for A of the selected pair.
    pub document: Option<usize>,
    /// The features, in the order chosen.
    pub list: List,
    /// Their order.
    pub order: Order,
    /// The bit column under the cursor.
    pub column: usize,
    /// Whether Enter traces the column, or the feature.
    pub on_column: bool,
    /// How many features the sum holds; `None` for all.
    pub position: Option<usize>,
    /// What was looked for last.
    pub needle: String,
    /// The features' indices in that order.
    pub sorted: Vec<u32>,
    /// The sum at that position.
    pub sums: Vec<Fixed>,
    /// What `sorted` was made of: document, generation, order.
    made_of: Option<(usize, u64, Order)>,
}

impl Default for Pipeline {
    fn default() -> Self {
        Self {
            document: None,
            list: List::default(),
            order: Order::Weight,
            column: 0,
            on_column: false,
            position: None,
            needle: String::new(),
            sorted: Vec::new(),
            sums: Vec::new(),
            made_of: None,
        }
    }
}

impl Pipeline {
    /// Brings the order and the sum in step with the trace that is shown.
    pub fn refresh(&mut self, document: usize, generation: u64, trace: &Trace) {
        let made_of = Some((document, generation, self.order));
        if self.made_of != made_of {
            if self.made_of.is_some_and(|(d, ..)| d != document) {
                self.list = List::default();
                self.position = None;
            }
            self.sorted = trace.order(self.order);
            self.made_of = made_of;
        }
        let last = self.sorted.len();
        self.list.selected = self.list.selected.min(last.saturating_sub(1));
        self.column = self.column.min(usize::from(trace.recipe.bits).saturating_sub(1));
        self.position = self.position.filter(|&p| p < last);
        self.sums = match self.position {
            Some(position) => trace.sums_of(&self.sorted[..position]),
            None => trace.sums.clone(),
        };
    }

    /// The features that a column's sum at `position` is made of, heaviest first.
    pub fn operands(&self, trace: &Trace, position: Option<usize>) -> Vec<u32> {
        let mut features = self.sorted[..position.unwrap_or(self.sorted.len()).min(self.sorted.len())].to_vec();
        features.retain(|&f| trace.features.get(f as usize).is_some_and(|f| f.weight != 0));
        features.sort_by_key(|&f| std::cmp::Reverse(trace.features[f as usize].weight.abs()));
        features
    }

    /// The feature under the cursor, as an index into the trace's features.
    pub fn feature(&self) -> Option<usize> {
        self.sorted.get(self.list.selected).map(|&f| f as usize)
    }
}

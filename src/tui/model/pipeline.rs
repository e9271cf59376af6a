//! Where the reader is on screen 2.

use std::cmp::Reverse;

use super::List;
use crate::simhash::{Fixed, Order, PrefixSums, Trace, signed};

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
    /// What the sum of the column that is traced is made of; empty while none is.
    pub operands: Operands,
    /// The sums along `sorted`, from when a position in them was first asked for.
    along: PrefixSums,
    /// What `sorted` was made of.
    made_of: Option<Made>,
    /// The key of the feature under the cursor.
    key: Option<u64>,
    /// What `sums` was made of.
    summed: Option<(Made, Option<usize>)>,
}

/// Document, generation and order.
type Made = (usize, u64, Order);

/// What a column's sum is made of.
#[derive(Clone, Debug, Default)]
pub struct Operands {
    /// The features, heaviest first; those that weigh nothing are left out.
    pub features: Vec<u32>,
    /// The sum of those that add.
    pub plus: Fixed,
    /// The sum of those that take away.
    pub minus: Fixed,
    /// Which column, at which position, of what.
    made_of: Option<(Made, usize, Option<usize>)>,
}

/// The order of features that the settings call so; by weight where there is none.
pub fn order_of(name: &str) -> Order {
    match name {
        "place" => Order::Place,
        "count" => Order::Count,
        "name" => Order::Name,
        _ => Order::Weight,
    }
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
            operands: Operands::default(),
            along: PrefixSums::default(),
            made_of: None,
            key: None,
            summed: None,
        }
    }
}

impl Pipeline {
    /// Brings the order and the sums in step with the trace that is shown, and with the column and the position that
    /// are traced, if any.
    pub fn refresh(&mut self, document: usize, generation: u64, trace: &Trace, traced: Option<(usize, Option<usize>)>) {
        let made_of = (document, generation, self.order);
        if self.made_of != Some(made_of) {
            let before = self.made_of;
            if before.is_some_and(|(d, ..)| d != document) {
                self.list = List::default();
                self.position = None;
            }
            self.sorted = trace.order(self.order);
            // Where the numbers of a document are others, the feature under the cursor stays, if it is still there.
            if before.is_some_and(|(d, g, o)| (d, o) == (document, self.order) && g != generation)
                && let Some(row) = self.sorted.iter().position(|&f| key(trace, f) == self.key)
            {
                self.list.selected = row;
            }
            self.along = PrefixSums::default();
            self.made_of = Some(made_of);
        }
        let last = self.sorted.len();
        self.list.selected = self.list.selected.min(last.saturating_sub(1));
        self.key = self.sorted.get(self.list.selected).and_then(|&feature| key(trace, feature));
        self.column = self.column.min(usize::from(trace.recipe.bits).saturating_sub(1));
        self.position = self.position.filter(|&p| p < last);
        if self.summed != Some((made_of, self.position)) {
            self.sums = match self.position {
                Some(position) => {
                    if self.along.is_empty() {
                        self.along = trace.sums_along(&self.sorted);
                    }
                    self.along.at(position)
                }
                None => trace.sums.clone(),
            };
            self.summed = Some((made_of, self.position));
        }
        match traced {
            None => self.operands = Operands::default(),
            Some((column, position)) if self.operands.made_of != Some((made_of, column, position)) => {
                let features = &self.sorted[..position.unwrap_or(usize::MAX).min(last)];
                self.operands = Operands::new(trace, features, column);
                self.operands.made_of = Some((made_of, column, position));
            }
            Some(_) => {}
        }
    }

    /// The feature under the cursor, as an index into the trace's features.
    pub fn feature(&self) -> Option<usize> {
        self.sorted.get(self.list.selected).map(|&f| f as usize)
    }
}

fn key(trace: &Trace, feature: u32) -> Option<u64> {
    trace.features.get(feature as usize).map(|feature| feature.key)
}

impl Operands {
    fn new(trace: &Trace, features: &[u32], column: usize) -> Self {
        let weight = |f: u32| trace.features.get(f as usize).map_or(0, |f| f.weight);
        let mut operands = Self { features: features.to_vec(), ..Self::default() };
        operands.features.retain(|&f| weight(f) != 0);
        operands.features.sort_by_key(|&f| Reverse(weight(f).abs()));
        for feature in operands.features.iter().filter_map(|&f| trace.features.get(f as usize)) {
            let value = signed(feature.hash, trace.recipe.bits, column, feature.weight);
            *if value > 0 { &mut operands.plus } else { &mut operands.minus } += value;
        }
        operands
    }
}

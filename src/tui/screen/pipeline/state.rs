//! The state of screen 2: document, order, cursor, step, and what the walk says of the step; and the same of both texts
//! of the pair side by side. Draws nothing.

use std::cmp::Reverse;

use crate::{
    lesson::{PairState, PairStep, PairWalk, Stage, Walk, WalkState},
    simhash::{Fixed, Order, Trace, signed},
    tui::model::{list::List, play::Steps},
};

/// The state of screen 2.
#[derive(Clone, Debug, Default)]
pub(crate) struct PipelineState {
    /// `None` shows A of the selected pair.
    pub document: Option<usize>,
    /// The features, in the order chosen.
    pub list: List,
    pub order: Order,
    /// The bit column under the cursor.
    pub column: usize,
    /// Whether Enter traces the column, or the feature.
    pub on_column: bool,
    /// The step shown; `None` where none was asked for, and all are done.
    pub step: Option<usize>,
    /// The last search among the features.
    pub needle: String,
    /// All steps, with the features in that order.
    pub walk: Walk,
    /// The state after the step shown; `None` if no step was chosen and all are done.
    pub state: Option<WalkState>,
    /// The operands of the column that is traced; empty while none is.
    pub operands: Operands,
    /// The inputs of `walk`.
    made_of: Option<WalkKey>,
    /// The key of the feature under the cursor.
    key: Option<u64>,
}

/// Document, generation and order.
pub(crate) type WalkKey = (usize, u64, Order);

/// The operands of a column's sum.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operands {
    /// The features by weight, heaviest first, without those of weight 0.
    pub features: Vec<usize>,
    /// The sum of those that add.
    pub plus: Fixed,
    /// The sum of those that take away.
    pub minus: Fixed,
    /// The inputs: the walk, the column, the number of features.
    made_of: Option<(WalkKey, usize, usize)>,
}

/// The order of features that the settings call so; by weight where there is none.
pub(crate) fn order_of(name: &str) -> Order {
    match name {
        "place" => Order::Place,
        "count" => Order::Count,
        "name" => Order::Name,
        _ => Order::Weight,
    }
}

impl PipelineState {
    /// Brings the order and the step in line with the trace that is shown, and with the column that is traced, if any.
    pub(crate) fn refresh(&mut self, document: usize, generation: u64, trace: &Trace, traced: Option<usize>) {
        let made_of = (document, generation, self.order);
        if self.made_of != Some(made_of) {
            let before = self.made_of;
            if before.is_some_and(|(d, ..)| d != document) {
                self.list = List::default();
                self.step = None;
            }
            self.walk = Walk::new(trace, trace.order(self.order));
            // If the values of a document changed, the feature under the cursor stays if it still exists.
            if before.is_some_and(|(d, g, o)| (d, o) == (document, self.order) && g != generation)
                && let Some(row) = self.walk.order().iter().position(|&f| key(trace, f) == self.key)
            {
                self.list.selected = row;
            }
            self.state = None;
            self.made_of = Some(made_of);
        }
        let last = self.walk.order().len();
        self.list.selected = self.list.selected.min(last.saturating_sub(1));
        self.key = self.walk.order().get(self.list.selected).and_then(|&feature| key(trace, feature));
        self.column = self.column.min(usize::from(trace.recipe.bits).saturating_sub(1));
        self.follow(trace);
        match traced {
            None => self.operands = Operands::default(),
            Some(column) => {
                let features = &self.walk.order()[..self.summed().min(last)];
                let wanted = Some((made_of, column, features.len()));
                if self.operands.made_of != wanted {
                    self.operands = Operands::new(trace, features, column);
                    self.operands.made_of = wanted;
                }
            }
        }
    }

    /// Computes what there is after the step, and puts the cursor on what the step was about.
    fn follow(&mut self, trace: &Trace) {
        let Some(step) = self.step else {
            self.state = None;
            return;
        };
        let step = step.min(self.walk.last());
        self.step = Some(step);
        if self.state.as_ref().is_none_or(|state| state.at != step) {
            let state = self.walk.state(trace, step);
            let row = state.feature.and_then(|feature| match state.step.stage {
                Stage::Tokens => self.walk.order().iter().position(|&f| f == feature),
                _ => Some(state.step.item),
            });
            self.list.selected = row.unwrap_or(self.list.selected);
            if state.step.stage == Stage::Bits {
                self.column = state.step.item;
            }
            self.on_column = state.step.stage == Stage::Bits;
            self.state = Some(state);
        }
    }

    /// The inputs of the walk.
    pub(crate) fn made_of(&self) -> Option<WalkKey> {
        self.made_of
    }

    /// How many rows are in the sums that are shown.
    pub(crate) fn summed(&self) -> usize {
        self.state.as_ref().map_or(self.walk.order().len(), |state| state.summed)
    }

    /// The sums that are shown.
    pub(crate) fn sums<'a>(&'a self, trace: &'a Trace) -> &'a [Fixed] {
        self.state.as_ref().map_or(&trace.sums, |state| &state.sums)
    }

    /// The feature under the cursor, as an index into the trace's features.
    pub(crate) fn feature(&self) -> Option<usize> {
        self.walk.order().get(self.list.selected).copied()
    }
}

impl Steps for PipelineState {
    fn at(&self) -> Option<usize> {
        self.step
    }

    fn last(&self) -> usize {
        self.walk.last()
    }

    fn go(&mut self, step: usize) {
        self.step = Some(step.min(self.walk.last()));
    }

    fn stage(&self, at: usize, forward: bool) -> usize {
        if forward { self.walk.next_stage(at) } else { self.walk.stage_before(at) }
    }

    fn feature(&self, at: usize, forward: bool) -> usize {
        self.walk.by_feature(at, forward)
    }
}

fn key(trace: &Trace, feature: usize) -> Option<u64> {
    trace.features.get(feature).map(|feature| feature.key)
}

impl Operands {
    fn new(trace: &Trace, features: &[usize], column: usize) -> Self {
        let weight = |f: usize| trace.features.get(f).map_or(0, |f| f.weight);
        let mut operands = Self { features: features.to_vec(), ..Self::default() };
        operands.features.retain(|&f| weight(f) != 0);
        operands.features.sort_by_key(|&f| Reverse(weight(f).abs()));
        for feature in operands.features.iter().filter_map(|&f| trace.features.get(f)) {
            let value = signed(feature.hash, trace.recipe.bits, column, feature.weight);
            *if value > 0 { &mut operands.plus } else { &mut operands.minus } += value;
        }
        operands
    }
}

/// So many rows that are the same are shown above those that differ.
const CONTEXT: usize = 3;

/// The selected pair, stepped through together.
#[derive(Clone, Debug, Default)]
pub(crate) struct TwoTexts {
    /// Screen 2 shows both texts of the pair.
    pub on: bool,
    /// The rows of both.
    pub list: List,
    /// The step shown; `None` where none was asked for, and all are done.
    pub step: Option<usize>,
    pub walk: PairWalk,
    /// The state after the step shown.
    pub state: PairState,
    /// The largest sum on the way, whatever its sign: the scale stays, so that growing is seen.
    pub most: Fixed,
    made_of: Option<TwoTextsKey>,
}

/// Documents, generation and order.
pub(crate) type TwoTextsKey = ([usize; 2], u64, Order);

impl TwoTexts {
    /// The inputs of the walk.
    pub(crate) fn made_of(&self) -> Option<TwoTextsKey> {
        self.made_of
    }

    /// Brings the rows and the step in line with the traces of the pair.
    pub(crate) fn refresh(&mut self, documents: [usize; 2], generation: u64, order: Order, traces: [&Trace; 2]) {
        let made_of = Some((documents, generation, order));
        let renewed = self.made_of != made_of;
        if renewed {
            let other = self.made_of.is_none_or(|(before, ..)| before != documents);
            self.walk = PairWalk::new(traces, &traces[0].order(order));
            if other {
                // The rows that differ, below some that do not.
                let same = self.walk.same();
                self.list = List { selected: same, offset: same.saturating_sub(CONTEXT) };
                self.step = None;
            }
            let ends = [self.walk.same(), self.walk.rows().len()].map(|at| self.walk.state(traces, at));
            let sums = ends.iter().flat_map(|state| state.sums.iter().flatten());
            self.most = sums.map(|sum| sum.abs()).max().unwrap_or(0);
            self.made_of = made_of;
        }
        let at = self.step.map_or(self.walk.last(), |step| step.min(self.walk.last()));
        self.step = self.step.map(|_| at);
        if renewed || self.state.at != at {
            self.state = self.walk.state(traces, at);
            match self.state.step {
                PairStep::Start => self.list.selected = 0,
                PairStep::Row(row) => self.list.selected = row,
                PairStep::Bit(_) => {}
            }
        }
        self.list.selected = self.list.selected.min(self.walk.rows().len().saturating_sub(1));
    }
}

impl Steps for TwoTexts {
    fn at(&self) -> Option<usize> {
        self.step
    }

    fn last(&self) -> usize {
        self.walk.last()
    }

    fn go(&mut self, step: usize) {
        self.step = Some(step.min(self.walk.last()));
    }

    fn stage(&self, at: usize, forward: bool) -> usize {
        if forward { self.walk.next_stage(at) } else { self.walk.stage_before(at) }
    }
}

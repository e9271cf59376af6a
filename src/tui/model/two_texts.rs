//! The state of two texts side by side on screen 2: the step, the row under the cursor. Draws nothing.

use super::List;
use crate::{
    lesson::{PairState, PairStep, PairWalk},
    simhash::{Fixed, Order, Trace},
};

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

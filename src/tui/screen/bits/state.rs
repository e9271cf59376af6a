//! The state of screen 3: cursor, panes, and features excluded as a trial. Computes no comparison.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    batch::PairDetail,
    compare::{BitReasons, attribution::Adjust},
    simhash::{Fingerprint, Fixed, Recipe},
    tui::model::list::List,
};

/// The state of screen 3.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitsState {
    /// The bit column under the cursor; `None` until one is chosen: then the weakest flipped one.
    pub column: Option<usize>,
    /// The features behind it.
    pub list: List,
    /// The pane with the cursor.
    pub pane: Pane,
    /// The flipped bits, as rows.
    pub flipped: List,
    /// Features treated otherwise to see what the bits would be, as indices into the joint features.
    pub adjusted: BTreeMap<usize, Adjust>,
    /// The sums then.
    pub without: Option<[Vec<Fixed>; 2]>,
    /// Bits in a row, if chosen.
    pub per_row: Option<u8>,
    /// The features behind the column, strongest first.
    pub behind: Arc<Vec<usize>>,
    made_of: Option<(usize, [usize; 2], u64)>,
    /// The key of the feature under the cursor.
    key: Option<u64>,
    /// The recipe of what is shown.
    recipe: Option<Recipe>,
}

/// A pane of screen 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The features behind a bit.
    #[default]
    Features,
    /// The flipped bits.
    Flipped,
}

impl BitsState {
    /// Updates the table for these reasons. If a text of the pair changed, the column and the feature under the cursor
    /// stay if they still exist, and all features are included again.
    pub(crate) fn refresh(&mut self, generation: u64, detail: &PairDetail, reasons: &BitReasons) {
        let documents = detail.comparison.pair.documents();
        let recipe = &detail.traces[0].recipe;
        let kept = match self.made_of {
            Some((_, d, g)) if (d, g) != (documents, generation) => {
                // A column of another recipe is another column.
                let same = d == documents && self.recipe.as_ref() == Some(recipe);
                let (column, feature) = (self.column.filter(|_| same), self.key.filter(|_| same));
                *self = Self { per_row: self.per_row, pane: self.pane, column, ..Self::default() };
                feature
            }
            _ => None,
        };
        let first = || reasons.flipped.first().map_or(0, |f| f.bit);
        let column = self.column.unwrap_or_else(first).min(usize::from(reasons.joint.width()) - 1);
        self.column = Some(column);
        if self.made_of != Some((column, documents, generation)) {
            self.behind = reasons.joint.by_change().clone();
            let row = kept.and_then(|key| self.behind.iter().position(|&f| detail.key(reasons, f) == Some(key)));
            self.list = List { selected: row.unwrap_or(0), ..List::default() };
            self.made_of = Some((column, documents, generation));
        }
        self.recipe = Some(recipe.clone());
        self.key = self.feature().and_then(|feature| detail.key(reasons, feature));
        if let Some(row) = reasons.flipped.iter().position(|f| f.bit == column) {
            self.flipped.selected = row;
        }
        let adjustments = || self.adjusted.iter().map(|(&feature, &adjust)| (feature, adjust));
        self.without = (!self.adjusted.is_empty()).then(|| reasons.joint.adjusted(adjustments()));
    }

    /// The sums shown: without the features that were excluded as a trial.
    pub(crate) fn sums<'a>(&'a self, reasons: &'a BitReasons) -> &'a [Vec<Fixed>; 2] {
        self.without.as_ref().unwrap_or(&reasons.joint.sums)
    }

    /// The fingerprints to show.
    pub(crate) fn fingerprints(&self, reasons: &BitReasons) -> [Fingerprint; 2] {
        match &self.without {
            Some(sums) => [reasons.joint.signs(&sums[0]), reasons.joint.signs(&sums[1])],
            None => reasons.joint.fingerprints,
        }
    }

    /// The feature under the cursor.
    pub(crate) fn feature(&self) -> Option<usize> {
        self.behind.get(self.list.selected).copied()
    }
}

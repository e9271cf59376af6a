//! The state of screen 5: for each document that was opened there a workbench with a text to change, its history and
//! the newest trial. Runs no trial.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use super::history::{History, HistoryState};
use crate::{
    document::{Document, Draft, DraftIdentity, Drafts},
    lab::Trial,
    simhash::{GivenError, Recipe},
    tui::model::{
        editor::Editor,
        list::{List, next_of},
    },
};

/// The state of screen 5.
#[derive(Debug, Default)]
pub(crate) struct LabState {
    /// The workbenches, by the index of their document in the batch.
    pub benches: BTreeMap<usize, Workbench>,
    /// The pane with the cursor; the only one shown on a narrow screen.
    pub pane: LabPane,
    /// Keys go to the text.
    pub editing: bool,
    pub features: List,
    /// The last search among the features.
    pub needle: String,
    /// The curve is wanted though the text is long.
    pub curve_wanted: bool,
    /// The document that is being edited, and the number of the state that this is.
    pub session: Option<(usize, usize)>,
    /// The folder of drafts; `None` if drafts are not saved.
    pub drafts: Option<Drafts>,
    /// The folder of saved lessons; `None` if lessons are not saved.
    pub lessons: Option<PathBuf>,
    /// The program is to end as soon as all drafts are as they are to be.
    pub leaving: bool,
    /// Counts the states of all benches.
    revisions: u64,
}

/// A pane of screen 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LabPane {
    Text,
    #[default]
    Features,
    /// The bits at risk.
    Risk,
    /// The robustness curve.
    Curve,
}

impl LabPane {
    /// In the order of Tab.
    pub(crate) const ALL: [Self; 4] = [Self::Features, Self::Risk, Self::Curve, Self::Text];

    /// The next one, or the one before; where all are seen, of those in which something can be moved.
    #[must_use]
    pub(crate) fn turned(self, forward: bool, all_seen: bool) -> Self {
        let stops = |pane: &Self| !all_seen || !matches!(pane, Self::Risk | Self::Curve);
        let panes: Vec<Self> = Self::ALL.into_iter().filter(stops).collect();
        let at = panes.iter().position(|pane| *pane == self).unwrap_or(0);
        panes[next_of(at, panes.len(), forward)]
    }
}

/// A text to change.
#[derive(Debug)]
pub(crate) struct Workbench {
    /// The document it began as.
    pub of: DraftIdentity,
    pub history: History,
    pub editor: Editor,
    /// The number of the present state; another state has another number.
    pub revision: u64,
    /// The newest trial.
    pub tried: Option<TrialOutcome>,
    /// B's features, heaviest first.
    pub order: Vec<usize>,
    /// The draft of it.
    pub draft: DraftState,
    /// How often a preset was used, which decides what it does by chance.
    pub used: u64,
}

/// A trial, and what it is one of.
#[derive(Clone, Debug)]
pub(crate) struct TrialOutcome {
    /// The state of the text.
    pub revision: u64,
    /// The generation of the recipe.
    pub generation: u64,
    pub text: Arc<String>,
    /// The trial, or the reason why the text is no list of features.
    pub trial: Result<Arc<Trial>, GivenError>,
}

/// The draft of a workbench: what is saved of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftState {
    /// A draft of an earlier session was asked for.
    pub asked: bool,
    /// It was answered whether there is one.
    pub answered: bool,
    /// The state that is kept there; the original is by nothing being there.
    pub kept: u64,
    /// The state that is being written.
    pub writing: Option<u64>,
    /// The state that could not be.
    pub failed: Option<u64>,
    /// The state as it was found.
    pub found: u64,
}

impl LabState {
    /// Nothing on the bench yet; drafts are kept there.
    pub(crate) fn keeping(other: &Self) -> Self {
        Self { drafts: other.drafts.clone(), lessons: other.lessons.clone(), ..Self::default() }
    }

    /// The next number of a state.
    pub(crate) fn next_revision(&mut self) -> u64 {
        self.revisions += 1;
        self.revisions
    }

    /// Whether there is work that was not here when the program began, and is no original either.
    pub(crate) fn unsaved(&self) -> bool {
        self.benches.values().any(|bench| bench.history.differs() && bench.revision != bench.draft.found)
    }
}

impl Workbench {
    pub(crate) fn new(document: &Document, recipe: &Recipe, revision: u64) -> Self {
        let original = HistoryState { text: document.text.clone(), excluded: BTreeSet::new(), recipe: recipe.clone() };
        Self {
            of: DraftIdentity::of(document),
            editor: Editor::new(&document.text),
            history: History::new(original),
            revision,
            tried: None,
            order: Vec::new(),
            draft: DraftState { kept: revision, found: revision, ..DraftState::default() },
            used: 0,
        }
    }

    /// The newest trial there is, possibly of an older state.
    pub(crate) fn trial(&self) -> Option<&Arc<Trial>> {
        self.tried.as_ref()?.trial.as_ref().ok()
    }

    /// Whether that is of the present state.
    pub(crate) fn fresh(&self, generation: u64) -> bool {
        self.tried.as_ref().is_some_and(|tried| (tried.revision, tried.generation) == (self.revision, generation))
    }

    /// A new state.
    pub(crate) fn push(&mut self, state: HistoryState, revision: u64) {
        self.history.push(state);
        self.revision = revision;
    }

    /// The state as a draft; `None` where it is the original.
    pub(crate) fn draft(&self) -> Option<Draft> {
        let HistoryState { text, excluded, .. } = self.history.state();
        let draft =
            || Draft { of: self.of.clone(), text: text.to_string(), excluded: excluded.iter().copied().collect() };
        self.history.differs().then(draft)
    }

    /// Takes a trial in. The feature under the cursor stays under it.
    pub(crate) fn install_trial(&mut self, tried: TrialOutcome, list: &mut List) {
        let key = self.feature(list).map(|(_, key)| key);
        if let Ok(trial) = &tried.trial {
            self.order = trial.order();
            let here = |&f: &usize| trial.trace.features.get(f).map(|feature| feature.key) == key;
            let row = key.and_then(|_| self.order.iter().position(here));
            list.selected = row.unwrap_or(list.selected).min(self.order.len().saturating_sub(1));
        }
        self.tried = Some(tried);
    }

    /// The feature under the cursor: its index in the trace, and its key.
    pub(crate) fn feature(&self, list: &List) -> Option<(usize, u64)> {
        let f = *self.order.get(list.selected)?;
        Some((f, self.trial()?.trace.features.get(f)?.key))
    }
}

//! The results of the pipeline for one document, and how many of them are kept.

use std::sync::{Arc, OnceLock};

use super::Failure;
use crate::{
    compare::{
        coverage::{RunLength, Windows},
        pair::Subject,
    },
    document::Document,
    simhash::{
        CountError, Fingerprint, Recipe, Sketch, Stopped, Trace, Watch, outline, outline_watched, trace_watched,
    },
};

/// The results kept for each document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Every number, with the places of all tokens.
    Traces,
    /// Every number, without places.
    Outlines,
    /// No more than comparing needs.
    Subjects,
}

/// The results of the pipeline for a document.
#[derive(Clone, Debug)]
pub(crate) struct Examination {
    /// The generation that it is of.
    pub generation: u64,
    /// The fingerprint and the counts.
    pub sketch: Sketch,
    /// The text, prepared for comparing.
    pub subject: Arc<Subject>,
    /// Every number, if it is kept or was asked for.
    trace: OnceLock<Arc<Trace>>,
}

impl Examination {
    /// Results for a document of which only the fingerprint is known; `None` if that is of another recipe.
    pub(super) fn of_fingerprint(generation: u64, fingerprint: Option<Fingerprint>) -> Self {
        let sketch = Sketch { fingerprint, constant: false, tokens: 0, features: 0, n_eff: 0.0 };
        Self { generation, sketch, subject: Subject::from_fingerprint(fingerprint).into(), trace: OnceLock::new() }
    }

    /// Every number, if it is kept.
    pub(crate) fn trace(&self) -> Option<&Arc<Trace>> {
        self.trace.get()
    }

    pub(super) fn set_trace(&mut self, trace: Option<Arc<Trace>>) {
        self.trace = trace.map_or_else(OnceLock::new, OnceLock::from);
    }

    /// Every number, for the same text and recipe as before. If no trace is kept, an outline is made and kept from then on.
    pub(super) fn trace_or_outline(&self, text: &str, recipe: &Recipe) -> Option<&Arc<Trace>> {
        if self.trace.get().is_none() {
            // Outside of the lock: rayon may come back to the same document within it. Two made at once are the same.
            let made = outline(text, recipe).ok()?;
            _ = self.trace.set(made.into());
        }
        self.trace.get()
    }
}

/// The way in which documents are examined.
#[derive(Clone, Debug)]
pub(super) struct ExaminationMethod {
    pub recipe: Recipe,
    pub run: RunLength,
    pub generation: u64,
    pub detail: Detail,
}

impl ExaminationMethod {
    /// Takes a document through the pipeline; its windows may be known. Progress is counted in bytes of text.
    pub(super) fn examine(
        &self,
        document: &Document,
        windows: Option<Arc<Windows>>,
        watch: &Watch,
    ) -> Result<Result<Examination, Failure>, Stopped> {
        match self.try_examine(document, windows, watch) {
            Ok(examined) => Ok(Ok(examined)),
            Err(CountError::Stopped(stopped)) => Err(stopped),
            Err(error) => Ok(Err(error.into())),
        }
    }

    pub(super) fn try_examine(
        &self,
        document: &Document,
        windows: Option<Arc<Windows>>,
        watch: &Watch,
    ) -> Result<Examination, CountError> {
        let made = if self.detail == Detail::Traces { trace_watched } else { outline_watched };
        let trace = made(&document.text, &self.recipe, watch)?;
        let windows = match windows {
            Some(windows) => windows,
            None => Windows::new_watched(&document.text, self.run, watch)?.into(),
        };
        let mut examined = self.known(trace.sketch, Arc::new(Subject::new(&trace, windows)));
        if self.detail != Detail::Subjects {
            examined.set_trace(Some(trace.into()));
        }
        Ok(examined)
    }

    /// Results known from before, for the same text and recipe.
    pub(super) fn known(&self, sketch: Sketch, subject: Arc<Subject>) -> Examination {
        Examination { generation: self.generation, sketch, subject, trace: OnceLock::new() }
    }
}

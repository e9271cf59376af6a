//! A text taken through everything that comparing needs of it.

use std::sync::Arc;

use super::{
    coverage::{RunLength, Windows},
    pair::Subject,
};
use crate::simhash::{CountError, Recipe, Trace, Watch, outline_watched, trace_watched};

/// The results of pipeline and coverage for a text. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Examined {
    /// Every number between the text and its fingerprint.
    pub trace: Arc<Trace>,
    /// The prepared text; holds the windows.
    pub subject: Arc<Subject>,
}

impl Examined {
    /// Examines `text`.
    ///
    /// # Errors
    /// As [`trace`](crate::simhash::trace).
    pub fn new(text: &str, recipe: &Recipe, run: RunLength) -> Result<Self, CountError> {
        Self::new_watched(text, recipe, run, &Watch::default())
    }

    /// As [`new`](Self::new), with a [`Watch`] that counts bytes of text.
    ///
    /// # Errors
    /// As [`trace_watched`].
    pub fn new_watched(text: &str, recipe: &Recipe, run: RunLength, watch: &Watch) -> Result<Self, CountError> {
        let trace = trace_watched(text, recipe, watch)?;
        let windows = Arc::new(Windows::new_watched(text, run, watch)?);
        Ok(Self::of(trace, windows))
    }

    /// Examines `text` without keeping the places of its features: for texts that are compared and not looked at.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn outline(text: &str, recipe: &Recipe, run: RunLength) -> Result<Self, CountError> {
        Self::outline_watched(text, recipe, run, &Watch::default())
    }

    /// As [`outline`](Self::outline), with a [`Watch`] that counts bytes of text.
    ///
    /// # Errors
    /// As [`trace_watched`].
    pub fn outline_watched(text: &str, recipe: &Recipe, run: RunLength, watch: &Watch) -> Result<Self, CountError> {
        let trace = outline_watched(text, recipe, watch)?;
        let windows = Arc::new(Windows::new_watched(text, run, watch)?);
        Ok(Self::of(trace, windows))
    }

    fn of(trace: Trace, windows: Arc<Windows>) -> Self {
        let subject = Arc::new(Subject::new(&trace, windows));
        Self { trace: Arc::new(trace), subject }
    }
}

//! A text taken through everything that comparing needs of it.

use std::sync::Arc;

use super::{
    coverage::{RunLength, Windows},
    pair::Subject,
};
use crate::simhash::{CountError, Pipeline, Trace, Watch};

/// The results of pipeline and coverage for a text. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Examined {
    /// Every number between the text and its fingerprint.
    pub trace: Arc<Trace>,
    /// The prepared text; holds the windows.
    pub subject: Arc<Subject>,
}

impl Examined {
    /// Examines `text`: by the pipeline, and for runs of that length.
    ///
    /// # Errors
    /// As [`Pipeline::trace`].
    pub fn new(text: &str, pipeline: &Pipeline<'_>, run: RunLength) -> Result<Self, CountError> {
        let trace = pipeline.trace(text)?;
        let windows = Windows::new(text, run, pipeline.watch().unwrap_or(&Watch::default()))?;
        let subject = Arc::new(Subject::new(&trace, windows.into()));
        Ok(Self { trace: Arc::new(trace), subject })
    }
}

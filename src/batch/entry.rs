//! One document of a batch: its source, its text, the results for it, or the failure. Must not know the other
//! documents.
//!
//! A fingerprint without a text is an entry of its own kind. It has no document, not an empty one, so whatever needs a
//! text has to be asked for and shown as unknown.

use std::sync::{Arc, OnceLock};

use crate::{
    compare::{
        Role,
        coverage::{RunLength, Windows},
        pair::Subject,
    },
    document::{Document, ReadError, Source},
    locale::Lang,
    say,
    simhash::{CountError, Fingerprint, GivenError, Pipeline, Recipe, Sketch, Stopped, Trace, Watch},
    store::FingerprintRecord,
    t,
};

/// A document, or why there is none.
#[derive(Clone, Debug)]
pub(crate) struct BatchEntry {
    /// Its source, as it was given.
    pub source: Source,
    /// Its number when it was opened. Reordering the documents does not change it.
    pub opened: usize,
    /// Its name, unique in the batch. Safe to show.
    pub name: String,
    /// The text, or the error of reading; `None` until it was read.
    pub document: Option<Result<Arc<Document>, ReadError>>,
    /// The results of the pipeline, possibly under an older recipe.
    pub examined: Option<Examination>,
    /// The generation in which it was read but could not be examined, and the failure.
    pub unexamined: Option<(u64, Failure)>,
    /// It is being read.
    pub reading: bool,
    /// It was set aside: it keeps its number and can come back.
    pub aside: bool,
    /// Its file changed since and was not read again: this is the text it had.
    pub outdated: Option<Outdated>,
    /// Its side: the batch or the archive.
    pub(crate) side: Role,
    /// The record, if only the fingerprint is known. There is no document then, and no text.
    pub record: Option<Arc<FingerprintRecord>>,
}

/// The reason that a changed file was not read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outdated {
    /// It cannot be read.
    Unreadable(ReadError),
    /// Reading was stopped.
    Stopped,
}

impl BatchEntry {
    pub(super) fn new(source: Source, opened: usize) -> Self {
        Self {
            source,
            opened,
            name: String::new(),
            document: None,
            examined: None,
            unexamined: None,
            reading: false,
            aside: false,
            outdated: None,
            side: Role::Batch,
            record: None,
        }
    }

    /// Its text, once read.
    pub(crate) fn text(&self) -> Option<&Arc<Document>> {
        self.document.as_ref()?.as_ref().ok()
    }

    /// Size in bytes and content hash of what was read of it, or of what its fingerprint was made of.
    pub(crate) fn bytes(&self) -> Option<(u64, u64)> {
        if let Some(record) = &self.record {
            return record.bytes;
        }
        let reading = self.text()?.reading;
        Some((reading.bytes, reading.content_hash))
    }

    /// The failure of reading or examining it, if there was one.
    pub(crate) fn failure(&self) -> Option<Failure> {
        match (&self.document, &self.unexamined) {
            (Some(Err(error)), _) => Some(Failure::Read(error.clone())),
            (_, Some((_, failure))) => Some(failure.clone()),
            _ => None,
        }
    }

    /// The reason that there is nothing to report: a stable name, and a sentence.
    pub(crate) fn missing(&self, lang: Lang) -> (&'static str, String) {
        if self.aside {
            return ("aside", t!(lang, "exporting.aside").into());
        }
        let failure = self.failure().unwrap_or(Failure::Stopped);
        (failure.kind(), failure.message(&self.source, lang))
    }

    /// Whether it failed, and resuming would not help.
    pub(crate) fn failed(&self) -> bool {
        !self.aside && (matches!(self.document, Some(Err(_))) || self.unexamined.is_some()) && !self.waits()
    }

    /// Whether it was stopped and can be resumed. Sources that can be read once only cannot, once begun.
    pub(crate) fn waits(&self) -> bool {
        let lost = self.document.is_none() && self.source.is_read_once();
        !self.aside && matches!(self.unexamined, Some((_, Failure::Stopped))) && !lost
    }

    /// Whether it was examined in this generation, or cannot or need not be.
    pub(crate) fn settled(&self, generation: u64) -> bool {
        self.aside
            || matches!(self.document, Some(Err(_)))
            || self.examined.as_ref().is_some_and(|e| e.generation == generation)
            || self.unexamined.as_ref().is_some_and(|(g, _)| *g == generation)
    }
}

/// The reason that there are no results for a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It could not be read.
    Read(ReadError),
    /// The recipe expects a list of features, and it is none.
    List(GivenError),
    /// The work was stopped.
    Stopped,
}

impl Failure {
    /// A stable name, for files.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Read(error) => error.kind(),
            Self::List(_) => "given",
            Self::Stopped => "stopped",
        }
    }

    /// A sentence that says why, and what to do about it. Only one on reading names the document.
    pub(crate) fn reason(&self, lang: Lang) -> String {
        match self {
            Self::Read(error) => say::read_error(error, lang),
            Self::List(error) => say::feature_list_error(error, lang),
            Self::Stopped => t!(lang, "notice.stopped").into(),
        }
    }

    /// The same, and which document it is.
    pub(crate) fn message(&self, source: &Source, lang: Lang) -> String {
        match self {
            Self::Read(_) => self.reason(lang),
            Self::List(_) | Self::Stopped => {
                t!(lang, "cli.failed", place = source.place(), why = self.reason(lang))
            }
        }
    }
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Given(error) => Self::List(error),
            CountError::Stopped(_) => Self::Stopped,
        }
    }
}

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

    /// Every number, for the same text and recipe as before. If no trace is kept, an outline is made and kept from
    /// then on.
    pub(super) fn trace_or_outline(&self, text: &str, recipe: &Recipe) -> Option<&Arc<Trace>> {
        if self.trace.get().is_none() {
            // Outside of the lock: rayon may come back to the same document within it. Two made at once are the same.
            let made = Pipeline::new(recipe).without_places().trace(text).ok()?;
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

    fn try_examine(
        &self,
        document: &Document,
        windows: Option<Arc<Windows>>,
        watch: &Watch,
    ) -> Result<Examination, CountError> {
        let mut pipeline = Pipeline::new(&self.recipe).watched(watch);
        if self.detail != Detail::Traces {
            pipeline = pipeline.without_places();
        }
        let trace = pipeline.trace(&document.text)?;
        let windows = match windows {
            Some(windows) => windows,
            None => Windows::new(&document.text, self.run, watch)?.into(),
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

//! One document of a batch: its source, its text, the results for it, or the failure. Must not know the other
//! documents.
//!
//! A fingerprint without a text is an entry of its own kind. It has no document, not an empty one, so whatever needs a
//! text has to be asked for and shown as unknown.

use std::sync::Arc;

use super::{Examination, Failure};
use crate::{
    compare::Role,
    document::{Document, ReadError, Source},
    locale::Lang,
    store::FingerprintRecord,
    t,
};

/// A document, or why there is none.
#[derive(Clone, Debug)]
pub(crate) struct BatchEntry {
    /// Its source, as it was given.
    pub source: Source,
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
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
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

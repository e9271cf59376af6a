//! One document on the desk: where it comes from, what was read and made of it, and why nothing could be. Knows no other.

use std::sync::Arc;

use crate::{
    archive::FingerprintRecord,
    compare::{Side, pair::Subject},
    document::{Document, ReadError, Source},
    locale::Lang,
    say,
    simhash::{GivenError, Trace},
    t,
};

/// A document, or why there is none.
#[derive(Debug)]
pub struct Entry {
    /// Its source.
    pub source: Source,
    /// What it is called, told apart from the others.
    pub name: String,
    /// What was read; `None` until then.
    pub document: Option<Result<Arc<Document>, ReadError>>,
    /// What the pipeline made of it; possibly under an older recipe.
    pub examined: Option<Examined>,
    /// Why the pipeline could make nothing of it, with the generation.
    pub trouble: Option<(u64, Trouble)>,
    /// It is being read.
    pub reading: bool,
    /// The reader took it off the desk. It keeps its number and can come back.
    pub aside: bool,
    /// The file changed since, but cannot be read now: what is shown is the text it had.
    pub outdated: Option<Outdated>,
    /// On which side it stands.
    pub side: Side,
    /// Its fingerprint is all that is known of it, and this is where that is from. There is no document then, and no text.
    pub print: Option<Arc<FingerprintRecord>>,
}

/// Why a file that changed was not read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outdated {
    /// It cannot be.
    Unreadable(ReadError),
    /// The reader stopped it.
    Stopped,
}

/// What became of a document whose file changed.
#[derive(Clone, Debug)]
pub enum Again {
    /// Its bytes are the same.
    Same,
    /// It cannot be read any more.
    Unreadable(ReadError),
    /// It has another text.
    Changed(Arc<Document>, Result<Examined, Trouble>),
}

/// Why the pipeline could make nothing of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The recipe wants a list of features, and it is none.
    List(GivenError),
    /// The reader stopped the work.
    Stopped,
}

/// What the pipeline made of a document.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The generation of the recipe.
    pub generation: u64,
    /// The prepared text.
    pub subject: Arc<Subject>,
    /// Every number. On a desk of many it is there for those that are looked at.
    pub trace: Option<Arc<Trace>>,
}

impl Entry {
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
            name: String::new(),
            document: None,
            examined: None,
            trouble: None,
            reading: false,
            aside: false,
            outdated: None,
            side: Side::Batch,
            print: None,
        }
    }

    /// The size and hash of what was read of it, or of what its fingerprint was made of.
    pub fn bytes(&self) -> Option<(u64, u64)> {
        if let Some(print) = &self.print {
            return print.bytes;
        }
        let reading = self.document.as_ref()?.as_ref().ok()?.reading;
        Some((reading.bytes, reading.content_hash))
    }

    /// Why there is nothing of it to report: a stable name, and a sentence.
    pub fn why_not(&self, lang: Lang) -> (&'static str, String) {
        match (&self.document, &self.trouble) {
            _ if self.aside => ("aside", t!(lang, "exporting.aside").into()),
            (Some(Err(error)), _) => (error.kind(), say::unreadable(error, lang)),
            (_, Some((_, Trouble::List(error)))) => ("given", say::wrong_list(error, lang)),
            _ => ("stopped", t!(lang, "notice.stopped").into()),
        }
    }

    /// Whether nothing could be made of it.
    pub fn failed(&self) -> bool {
        !self.aside && (matches!(self.document, Some(Err(_))) || self.trouble.is_some()) && !self.waits()
    }

    /// Whether it was stopped and can be gone on with. What was begun to be read and can be read once cannot.
    pub fn waits(&self) -> bool {
        let gone = self.document.is_none() && self.source.is_read_once();
        !self.aside && matches!(self.trouble, Some((_, Trouble::Stopped))) && !gone
    }

    /// Whether it was read and examined under this generation's recipe, or cannot be, or need not be.
    pub fn settled(&self, generation: u64) -> bool {
        self.aside
            || matches!(self.document, Some(Err(_)))
            || self.examined.as_ref().is_some_and(|e| e.generation == generation)
            || self.trouble.as_ref().is_some_and(|(g, _)| *g == generation)
    }
}

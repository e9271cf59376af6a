//! Documents whose files changed, read again.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Batch, Detail, Examination, Failure, Outdated, Work,
    examination::ExaminationMethod,
    intake::{Intake, read_within},
    prepare::size,
};
use crate::{
    document::{self, Document, ReadError, Source},
    simhash::{Stopped, Watch},
};

/// Documents to be read again.
pub(crate) struct ReloadRequest {
    /// Each with the content hash that it had.
    documents: Vec<(usize, Source, Option<u64>)>,
    method: ExaminationMethod,
    work: Work,
    /// The memory promised to all documents as they were, in bytes: both texts are there for a while.
    held: u64,
}

/// The documents read again.
#[derive(Debug)]
pub(crate) struct Reloaded {
    generation: u64,
    /// By the numbers of the documents.
    pub documents: BTreeMap<usize, Reread>,
}

/// A document whose file changed.
#[derive(Clone, Debug)]
pub(crate) enum Reread {
    /// Its bytes are the same.
    Same,
    /// It cannot be read any more.
    Unreadable(ReadError),
    /// It has another text.
    Changed(Arc<Document>, Result<Examination, Failure>),
}

impl Batch {
    /// The documents to be read again; `None` if no file changed, or not all documents are settled.
    pub(crate) fn reload(&self, detail: Detail) -> Option<ReloadRequest> {
        if self.changed.is_empty() || !self.settled() {
            return None;
        }
        let documents = self.changed.iter().filter_map(|&at| {
            let entry = self.entries.get(at)?;
            Some((at, entry.source.clone(), entry.text().map(|document| document.reading.content_hash)))
        });
        let documents = documents.collect();
        Some(ReloadRequest { documents, method: self.method(detail), work: self.work, held: self.held() })
    }

    /// Marks documents whose files changed as outdated: they were not to be read again.
    pub(crate) fn stop_reloading(&mut self) {
        for at in mem::take(&mut self.changed) {
            if let Some(entry) = self.entries.get_mut(at) {
                entry.outdated = Some(Outdated::Stopped);
            }
        }
    }

    /// Replaces documents, all at once: results for the others stay. Returns those whose text is another now; `None` if they
    /// were examined under an older recipe, and have to be read again.
    pub(crate) fn install_reloaded(&mut self, Reloaded { generation, documents }: Reloaded) -> Option<BTreeSet<usize>> {
        if generation != self.generation {
            return None;
        }
        let mut replaced = BTreeSet::new();
        for (at, reread) in documents {
            self.changed.remove(&at);
            let Some(entry) = self.entries.get_mut(at) else { continue };
            match reread {
                Reread::Same => entry.outdated = None,
                Reread::Unreadable(error) if entry.text().is_some() => {
                    entry.outdated = Some(Outdated::Unreadable(error));
                }
                Reread::Unreadable(error) => entry.document = Some(Err(error)),
                Reread::Changed(document, examined) => {
                    entry.document = Some(Ok(document));
                    entry.outdated = None;
                    (entry.examined, entry.unexamined) = match examined {
                        Ok(examined) => (Some(examined), None),
                        Err(failure) => (None, Some((generation, failure))),
                    };
                    replaced.insert(at);
                }
            }
        }
        if !replaced.is_empty() {
            self.carry_over();
        }
        Some(replaced)
    }
}

impl ReloadRequest {
    /// Reads them. Progress is counted in bytes.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(self, watch: &Watch) -> Result<Reloaded, Stopped> {
        let Self { documents, method, work, held } = self;
        watch.expect(documents.iter().map(|(_, source, _)| size(source)).sum());
        let reloading = Reloading { method, watch, reread: Mutex::default() };
        read_within(&reloading, &documents, work, held)?;
        let Reloading { method, reread, .. } = reloading;
        let documents = reread.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Reloaded { generation: method.generation, documents })
    }
}

struct Reloading<'a> {
    method: ExaminationMethod,
    watch: &'a Watch,
    reread: Mutex<BTreeMap<usize, Reread>>,
}

impl Intake for Reloading<'_> {
    type Given = (usize, Source, Option<u64>);
    type Read = Document;

    fn expected(&self, (_, source, _): &Self::Given) -> u64 {
        size(source)
    }

    fn place(&self, (_, source, _): &Self::Given) -> String {
        source.place()
    }

    fn read(&self, (_, source, _): &Self::Given) -> Result<Document, ReadError> {
        document::read_while(source, &|| !self.watch.stopped())
    }

    fn text(&self, document: &Document) -> u64 {
        document.text.len() as u64
    }

    fn work(&self, (at, _, before): &Self::Given, read: Result<Document, ReadError>) -> Result<(), Stopped> {
        self.watch.check()?;
        let reread = match read {
            Err(error) => Reread::Unreadable(error),
            Ok(document) if Some(document.reading.content_hash) == *before => Reread::Same,
            Ok(document) => {
                let examined = self.method.examine(&document, None, self.watch)?;
                Reread::Changed(document.into(), examined)
            }
        };
        self.reread.lock().unwrap_or_else(PoisonError::into_inner).insert(*at, reread);
        Ok(())
    }
}

//! Documents whose files changed, read again.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    sync::Arc,
};

use rayon::prelude::*;

use super::{Batch, Detail, Examination, Failure, Outdated, examination::ExaminationMethod, prepare::size};
use crate::{
    document::{self, Document, ReadError, Source},
    simhash::{Stopped, Watch},
};

/// Documents to be read again.
pub(crate) struct ReloadRequest {
    /// Each with the content hash that it had.
    documents: Vec<(usize, Source, Option<u64>)>,
    method: ExaminationMethod,
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
        Some(ReloadRequest { documents: documents.collect(), method: self.method(detail) })
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
        let Self { documents, method } = self;
        watch.expect(documents.iter().map(|(_, source, _)| size(source)).sum());
        let read = documents.into_par_iter().map(|(at, source, before)| {
            watch.check()?;
            let read = document::read_while(&source, &|| !watch.stopped());
            watch.check()?;
            let reread = match read {
                Err(error) => Reread::Unreadable(error),
                Ok(document) if Some(document.reading.content_hash) == before => Reread::Same,
                Ok(document) => {
                    let examined = method.examine(&document, None, watch)?;
                    Reread::Changed(document.into(), examined)
                }
            };
            Ok((at, reread))
        });
        Ok(Reloaded { generation: method.generation, documents: read.collect::<Result<_, Stopped>>()? })
    }
}

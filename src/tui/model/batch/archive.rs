//! The documents on the other side: an archive of documents, or of fingerprints, and what of it is near to the batch.

use std::sync::Arc;

use super::{Batch, Entry};
use crate::{
    archive::{FingerprintRecord, Lookup},
    compare::{Groups, Side},
    document::{Document, Source},
};

impl Batch {
    /// Adds what of the archive is near to the batch, each as what is known of it.
    pub fn meet(&mut self, lookup: Lookup) {
        let before = self.within();
        let Some(archive) = &mut self.archive else { return };
        let within = lookup.within;
        let new = archive.take(lookup);
        if new.is_empty() && before == Some(within) {
            return;
        }
        let from = self.entries.len();
        archive.fresh = Some(from);
        archive.met.extend(new.iter().map(|(print, _)| print.number).zip(from..));
        let source = |(print, document): &(FingerprintRecord, Option<Document>)| match document {
            Some(document) => document.source.clone(),
            None => Source::File(print.path.clone()),
        };
        self.add(new.iter().map(source).collect(), Side::Near);
        for (entry, (print, document)) in self.entries[from..].iter_mut().zip(new) {
            match document {
                Some(document) => entry.document = Some(Ok(Arc::new(document))),
                None => entry.print = Some(Arc::new(print)),
            }
        }
    }

    /// What is known of a document of which only the fingerprint is.
    pub fn print(&self, document: usize) -> Option<&Arc<FingerprintRecord>> {
        self.entries.get(document)?.print.as_ref()
    }

    /// The side of a pair of which only the fingerprint is known.
    pub fn print_of(&self, documents: [usize; 2]) -> Option<(usize, &Arc<FingerprintRecord>)> {
        documents.into_iter().find_map(|at| Some((at, self.print(at)?)))
    }

    /// Takes the documents behind the first `batch` for an archive.
    pub fn set_archive(&mut self, batch: usize) {
        self.entries.iter_mut().skip(batch).for_each(|entry| entry.side = Side::Archive);
    }

    /// Whether there is an archive, of documents or of fingerprints.
    pub fn has_archive(&self) -> bool {
        self.archive.is_some() || self.entries.iter().any(|entry| entry.side != Side::Batch)
    }

    /// Which documents are compared with which.
    pub fn groups(&self) -> Groups {
        Groups::new(self.entries.iter().map(|entry| entry.side).collect(), self.within().unwrap_or(0))
    }

    /// Up to which distance the archive was last looked through.
    fn within(&self) -> Option<u32> {
        Some(self.archive.as_ref()?.found.as_ref()?.within)
    }

    /// What is to be looked up in the archive: the fingerprints of the batch.
    pub fn batch(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.side == Side::Batch && !entry.aside)
    }
}

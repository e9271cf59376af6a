//! Documents of a library beside the one looked up: each is read once, and compared with it.

use std::{collections::BTreeMap, path::PathBuf};

use super::{FindError, LibraryHit, READ, SharedWithHit};
use crate::{
    batch::library::reread::{NoText, text_of},
    compare::{
        coverage::{RunLength, Windows, coverage, passages::shared_windows},
        located,
    },
    document::Document,
    library::{Library, LibraryDocument, LibraryError, NearDocument},
    simhash::{Fingerprint, Watch},
};

/// Makes hits, and reads each document once.
pub(super) struct HitReader<'a> {
    pub(super) library: &'a Library,
    pub(super) document: &'a Document,
    pub(super) fingerprint: Option<Fingerprint>,
    pub(super) windows: &'a Windows,
    pub(super) run: RunLength,
    /// The file of the document that is looked up.
    pub(super) own: Option<PathBuf>,
    /// The number of hashes in common, by document.
    pub(super) hashes: BTreeMap<u32, u32>,
    pub(super) read: BTreeMap<u32, Result<SharedWithHit, NoText>>,
    pub(super) damaged: bool,
    pub(super) watch: &'a Watch,
}

impl HitReader<'_> {
    pub(super) fn of_near(&mut self, near: &[NearDocument]) -> Result<Vec<LibraryHit>, FindError> {
        let mut hits = Vec::new();
        for (at, near) in near.iter().enumerate() {
            hits.extend(self.hit(near.document, at < READ)?);
        }
        Ok(hits)
    }

    /// A document of the library; `None` if it is the one looked up, was removed meanwhile, or is damaged.
    pub(super) fn hit(&mut self, number: u32, read: bool) -> Result<Option<LibraryHit>, FindError> {
        self.watch.check()?;
        let Some(document) = undamaged(self.library.document(number), &mut self.damaged)? else { return Ok(None) };
        if self.own.as_ref() == Some(&document.path) {
            return Ok(None);
        }
        let shared = match self.read.get(&number) {
            Some(shared) => shared.clone(),
            None if read => {
                let shared = self.shared(&document)?;
                self.read.insert(number, shared.clone());
                shared
            }
            None => Err(NoText::NotRead),
        };
        let hamming = self.fingerprint.zip(document.fingerprint).map(|(a, b)| a.hamming(b));
        Ok(Some(LibraryHit { document, hamming, runs: self.hashes.get(&number).copied().unwrap_or(0), shared }))
    }

    fn shared(&mut self, document: &LibraryDocument) -> Result<Result<SharedWithHit, NoText>, FindError> {
        let text = match text_of(self.library, document, self.watch) {
            Ok(Ok(text)) => text,
            Ok(Err(why)) => return Ok(Err(why)),
            Err(LibraryError::Damaged(_)) => {
                self.damaged = true;
                return Ok(Err(NoText::Unreadable));
            }
            Err(error) => return Err(error.into()),
        };
        let windows = Windows::new_watched(&text, self.run, self.watch)?;
        let coverage = coverage(self.windows, &windows);
        let passages = if coverage[0].longest > 0 {
            let texts = [self.document.text.as_str(), &text];
            located(&shared_windows([self.windows, &windows], self.watch)?, texts)
        } else {
            Vec::new()
        };
        Ok(Ok(SharedWithHit { coverage, passages }))
    }
}

/// Nothing in place of a damaged part, which is noted.
pub(super) fn undamaged<T: Default>(found: Result<T, LibraryError>, damaged: &mut bool) -> Result<T, LibraryError> {
    match found {
        Err(LibraryError::Damaged(_)) => {
            *damaged = true;
            Ok(T::default())
        }
        found => found,
    }
}

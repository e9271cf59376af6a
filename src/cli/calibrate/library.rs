//! The library of a calibration: its recipe, and a sample of its documents.

use std::{collections::HashSet, path::PathBuf};

use crate::{
    batch::LibrarySample,
    cli::{
        CommandError,
        arguments::LibraryChoice,
        calibrated::CalibratedLibrary,
        library::{failed, open, place_of, shown},
        print_error, progress,
        start::Startup,
    },
    document::Source,
    files::CanonicalFolders,
    locale::Lang,
    store::{LibraryPlace, Store, StoreError, StoredFingerprint},
    t,
};

/// A library that is named beside documents.
pub(super) struct NamedLibrary {
    library: Box<dyn Store>,
    place: LibraryPlace,
}

impl NamedLibrary {
    /// Opens it. A notice says if someone else made it.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn open(choice: &LibraryChoice, start: &Startup) -> Result<Self, CommandError> {
        let place = place_of(choice, start)?;
        let library = open(&place, choice, start.lang)?;
        let library = library.ok_or_else(|| failed(&StoreError::Missing, &place, start.lang))?;
        if !library.identity().known {
            print_error(&t!(start.lang, "library-file.received", file = shown(&place)));
        }
        Ok(Self { library, place })
    }

    /// Its recipe, as that of a fingerprint made before.
    pub(super) fn recipe(&self) -> StoredFingerprint {
        StoredFingerprint::of_library(self.library.identity().recipe.clone(), shown(&self.place))
    }

    /// Adds a sample of its documents to those that are named, up to `most` in all.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn add_to(
        &self,
        sources: &mut Vec<Source>,
        most: usize,
        lang: Lang,
    ) -> Result<CalibratedLibrary, CommandError> {
        let mut folders = CanonicalFolders::default();
        let named: HashSet<PathBuf> = sources.iter().filter_map(|source| folders.path_of(source.file()?)).collect();
        let most = most.saturating_sub(sources.len());
        let drawn = progress::during("work.reading", lang, |watch| {
            Ok((self.library.len()?, LibrarySample::draw(&*self.library, most, &named, watch)?))
        });
        let (documents, sample) = drawn.map_err(|error| failed(&error, &self.place, lang))?;
        let LibrarySample { sources: drawn, without_text, partial: sampled } = sample;
        let read = drawn.len() as u64;
        sources.extend(drawn);
        Ok(CalibratedLibrary { file: shown(&self.place), documents, read, without_text, sampled })
    }
}

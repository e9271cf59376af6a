//! The answers of a file as an engine.

use std::path::{Path, PathBuf};

use super::{
    KnownDocument, LibraryChanges, LibraryDamage, LibraryDocument, LibraryError, LibraryStats, TextError, Way,
    engine::Engine, identity::Identity, near::NearResult, setting::count, sharing::SharingResult, sqlite::Sqlite,
};
use crate::simhash::{Fingerprint, Watch};

impl Engine for Sqlite {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }

    fn len(&self) -> Result<u64, LibraryError> {
        count(&self.connection)
    }

    fn write(&mut self, changes: &LibraryChanges, _: &Watch) -> Result<(), LibraryError> {
        self.write(changes)
    }

    fn note_folders(&mut self, folders: &[PathBuf]) -> Result<(), LibraryError> {
        self.note_folders(folders)
    }

    fn known(&self, path: &Path, said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, LibraryError> {
        self.known(path, said)
    }

    fn document(&self, id: u32) -> Result<Option<LibraryDocument>, LibraryError> {
        self.document(id)
    }

    fn document_of(&self, path: &Path) -> Result<Option<LibraryDocument>, LibraryError> {
        self.document_of(path)
    }

    fn numbers(&self) -> Result<Vec<u32>, LibraryError> {
        self.numbers()
    }

    fn each_document(&self, visit: &mut dyn FnMut(LibraryDocument) -> bool) -> Result<(), LibraryError> {
        self.each_document(visit)
    }

    fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError> {
        self.near(fingerprint, k, watch)
    }

    fn each_fingerprint(&self, watch: &Watch, visit: &mut dyn FnMut(Fingerprint, u32)) -> Result<(), LibraryError> {
        self.each_fingerprint(watch, visit)
    }

    fn last_fingerprint(&self) -> Result<Option<Fingerprint>, LibraryError> {
        self.last_fingerprint()
    }

    fn stats(&self) -> Result<LibraryStats, LibraryError> {
        self.stats()
    }

    fn ways(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Vec<Way>, LibraryError> {
        self.ways(fingerprint, k, watch)
    }

    fn has_passages(&self) -> bool {
        true
    }

    fn sharing(&self, runs: &[u64], most: usize, watch: &Watch) -> Result<SharingResult, LibraryError> {
        self.sharing(runs, most, watch)
    }

    fn text(&self, id: u32, most: u64) -> Result<Option<Result<String, TextError>>, LibraryError> {
        self.text(id, most)
    }

    fn verify(&self) -> Result<Vec<LibraryDamage>, LibraryError> {
        self.verify()
    }

    fn compact(&mut self) -> Result<(), LibraryError> {
        self.compact()
    }
}

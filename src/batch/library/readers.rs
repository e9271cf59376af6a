//! Connections to a library for work on several threads: each has one while it works, so that none waits for another.

use std::sync::{Mutex, PoisonError};

use crate::library::{Library, LibraryError, LibraryPlace};

/// As many connections as threads ever read at once.
#[derive(Debug)]
pub(crate) struct LibraryReaders {
    place: LibraryPlace,
    known: bool,
    free: Mutex<Vec<Library>>,
}

impl LibraryReaders {
    /// Begins with one that is open.
    pub(crate) fn new(library: Library) -> Self {
        let (place, known) = (library.place().clone(), library.is_known());
        Self { place, known, free: Mutex::new(vec![library]) }
    }

    /// Does work with a connection that nobody else uses meanwhile.
    ///
    /// # Errors
    /// That of the work, or of opening another one.
    pub(crate) fn with<T, E: From<LibraryError>>(&self, work: impl FnOnce(&Library) -> Result<T, E>) -> Result<T, E> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let library = free.map_or_else(|| Library::open_again(&self.place, self.known), Ok)?;
        let done = work(&library);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(library);
        done
    }
}

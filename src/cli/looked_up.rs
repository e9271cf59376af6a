//! The results of `simscope library find`, which its printers take. It must not know the printers or the arguments.

use std::sync::Arc;

use super::settings::ResolvedSettings;
use crate::{batch::library::FoundInLibrary, library::LibraryError, simhash::Sketch};

/// The library that documents were looked up in, for the printers.
pub(super) struct LookedUpLibrary {
    /// Safe to show.
    pub file: String,
    pub documents: u64,
    pub settings: ResolvedSettings,
}

/// A document that was looked up, with its text.
pub(super) struct LookedUp {
    pub text: Arc<String>,
    pub sketch: Sketch,
    pub found: Result<FoundInLibrary, LibraryError>,
}

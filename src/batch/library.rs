//! Documents into a library, and found in one. Both read as a batch does, and neither needs one.

mod add;
mod find;
mod import;
mod prune;
mod reread;

pub(crate) use add::{AddOutcome, AddToLibrary, AddedCounts};
pub(crate) use find::{FindError, FindInLibrary, FoundInLibrary, LibraryHit};
pub(crate) use import::import;
pub(crate) use prune::prune;
pub(crate) use reread::source_of;

use crate::document::Source;

/// The format and the encoding that somebody said a source has, by their names.
fn said(source: &Source) -> [Option<String>; 2] {
    [
        source.said_format().map(|format| format.key().to_owned()),
        source.said_encoding().map(|encoding| encoding.name().to_owned()),
    ]
}

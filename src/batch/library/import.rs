//! Fingerprints without texts into a library.

use std::path::{Path, PathBuf};

use super::add::AddedCounts;
use crate::{
    archive::{Archive, FingerprintRecord},
    document::ReadError,
    library::{Library, LibraryChanges, LibraryError, NewDocument},
    simhash::Watch,
};

/// So many are written at a time.
const DOCUMENTS: u32 = 10_000;

/// Adds the fingerprints of an archive: their documents are found by distance, not by passages. A document that the library
/// has is replaced only if its bytes are others. Also returns the first line that could not be read again.
///
/// # Errors
/// If the library cannot be written; whole batches of those before are in it.
pub(crate) fn import(
    library: &mut Library,
    archive: &Archive,
    watch: &Watch,
) -> Result<(AddedCounts, Option<ReadError>), LibraryError> {
    let all = archive.len() as u32;
    watch.expect(u64::from(all));
    let (mut counts, mut unreadable) = (AddedCounts::default(), None);
    let mut changes = LibraryChanges::default();
    for number in 0..all {
        match archive.record(number) {
            Ok(record) => {
                let document = of_record(&record);
                match library.document_of(&document.path)? {
                    Some(known) if (known.bytes, known.content) == (document.bytes, document.content) => {
                        counts.unchanged += 1;
                    }
                    known => {
                        *if known.is_some() { &mut counts.replaced } else { &mut counts.added } += 1;
                        changes.added.push(document);
                    }
                }
            }
            Err(error) => {
                counts.failed += 1;
                unreadable = unreadable.or(Some(error));
            }
        }
        watch.advance(1);
        let last = number + 1 == all || watch.stopped();
        if last || (number + 1).is_multiple_of(DOCUMENTS) {
            library.write(&std::mem::take(&mut changes), watch)?;
        }
        if watch.stopped() && number + 1 < all {
            return Ok((AddedCounts { stopped: true, ..counts }, unreadable));
        }
    }
    Ok((counts, unreadable))
}

fn of_record(record: &FingerprintRecord) -> NewDocument {
    let (bytes, content) = record.bytes.unwrap_or_default();
    NewDocument {
        path: path_of(&record.candidates, &record.path),
        said: [None, None],
        title: None,
        date: None,
        bytes,
        modified: None,
        content,
        chars: 0,
        fingerprint: Some(record.fingerprint),
        runs: Vec::new(),
        text: None,
    }
}

/// The first of the places where the file may be and is, else the first of them.
fn path_of(candidates: &[PathBuf], named: &Path) -> PathBuf {
    let there = candidates.iter().find_map(|path| std::fs::canonicalize(path).ok());
    let first = candidates.first().map_or(named, PathBuf::as_path);
    there.unwrap_or_else(|| std::path::absolute(first).unwrap_or_else(|_| first.to_owned()))
}

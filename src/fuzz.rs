//! The doors of the targets in `fuzz/` to parsers that have no public one: each takes any bytes and asserts what must
//! hold of them. No other code calls them.

#![allow(clippy::missing_panics_doc, reason = "to panic is how a target tells what it found")]

use std::path::{Path, PathBuf};

use crate::{
    batch::AddToLibrary,
    cache,
    document::Source,
    lesson,
    locale::Lang,
    review::{filter, journal},
    say,
    simhash::{Recipe, RecipeWithK, Watch},
    store::{Access, FingerprintFiles, Store, StoredDocument, open},
};

/// Bytes that a terminal sends, in the pieces in which they are read.
#[cfg(unix)]
pub fn terminal(reads: &[&[u8]]) {
    let bytes: usize = reads.iter().map(|read| read.len()).sum();
    // The keys of a torn sequence are two at most.
    assert!(crate::tui::terminal_events(reads) <= bytes + reads.len());
}

/// The object of a line of a journal, to which its checksum is added.
pub fn journal_line(object: &str) {
    journal::reread(object);
}

/// An entry of the cache, to which its checksum is added. Whether it is one.
pub fn cache_entry(bytes: &[u8]) -> bool {
    cache::is_entry(bytes)
}

/// A filter of pairs, as it is typed.
pub fn filter(text: &str) {
    for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)).take(16) {
        filter::completions(&text[..end], Lang::Zh);
    }
    match text.parse::<filter::Filter>() {
        Ok(parsed) => {
            let written = parsed.to_string();
            assert_eq!(written.parse(), Ok(parsed), "{written}");
        }
        Err(error) => assert!(!error.message(Lang::En).is_empty()),
    }
}

/// A lesson file.
pub fn lesson(text: &str) {
    match lesson::parse(text, "lesson") {
        Ok(lesson) => _ = lesson.checked(),
        Err(errors) => assert!(!say::lesson_errors(&errors, Lang::Zh).is_empty()),
    }
}

/// A file of fingerprints, in a folder of the caller's.
///
/// # Panics
/// If the file cannot be written.
pub fn archive(folder: &Path, bytes: &[u8]) {
    let file = folder.join("archive");
    std::fs::write(&file, bytes).expect("written");
    let archive =
        FingerprintFiles::read(vec![file], &Recipe::default(), &Watch::default()).expect("bad lines are no error");
    let lines = bytes.split(|&byte| byte == b'\n').count();
    assert!(archive.fingerprints().len() + archive.bad_lines() as usize <= lines);
    for number in 0..archive.fingerprints().len().min(16) {
        _ = archive.record(number);
    }
}

/// Adds texts to a library, which is made if it is not there. Returns the number of its other documents; `None` if it
/// takes none.
///
/// # Panics
/// If documents that were there before and are not replaced are not as they were.
pub fn add_to_library(library: &Path, texts: Vec<PathBuf>) -> Option<usize> {
    let watch = Watch::default();
    let recipe = RecipeWithK { recipe: Recipe::default(), k: None };
    let mut library = open(&library.to_owned().into(), Access::Create(&recipe)).ok()?;
    let paths: Vec<PathBuf> = texts.iter().filter_map(|text| text.canonicalize().ok()).collect();
    let others = |library: &dyn Store| {
        let mut all = Vec::new();
        let mut take = |document: StoredDocument| {
            all.extend((!paths.contains(&document.path)).then_some(document));
            true
        };
        library.each_document(&mut take).map(|()| all)
    };
    let before = others(&*library).ok()?;
    let sources = texts.into_iter().map(Source::File).collect();
    AddToLibrary { sources, keep_text: true }.run(&mut *library, &watch, &mut |_, _| {}).ok()?;
    assert_eq!(others(&*library).expect("as before"), before, "an add changes only what it added");
    Some(before.len())
}

/// Reads a library as far as it can be, and accepts it.
pub fn read_library(library: &Path) -> Option<()> {
    let watch = Watch::default();
    let mut library = open(&library.to_owned().into(), Access::Read).ok()?;
    let mut last = None;
    library.each_fingerprint(&watch, &mut |fingerprint, _| last = Some(fingerprint)).ok()?;
    if let Some(fingerprint) = last {
        _ = (library.near(fingerprint, 3, &watch), library.scan(fingerprint, 9, &watch));
    }
    let runs: Vec<u64> = (0..99).collect();
    _ = (library.sharing(&runs, 5, &watch), library.stats(), library.verify());
    for number in library.numbers().ok()?.into_iter().take(16) {
        _ = library.text(number, 1 << 16);
    }
    library.identity_mut().accept();
    Some(())
}

//! The doors of the targets in `fuzz/` to parsers that have no public one: each takes any bytes and asserts what must
//! hold of them. No other code calls them.

#![allow(clippy::missing_panics_doc, reason = "to panic is how a target tells what it found")]

use crate::{
    cache, lesson,
    locale::Lang,
    review::{filter, journal},
    say,
    simhash::{Recipe, Watch},
    store::FingerprintFiles,
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
        filter::completions(text, end, Lang::Zh);
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
        Err(error) => assert!(!say::lesson_error(&error, Lang::Zh).is_empty()),
    }
}

/// A file of fingerprints, in a folder of the caller's.
///
/// # Panics
/// If the file cannot be written.
pub fn archive(folder: &std::path::Path, bytes: &[u8]) {
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

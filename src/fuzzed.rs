//! The doors of the targets in `fuzz/` to parsers that have no public one: each takes any bytes and asserts what must
//! hold of them. No other code calls them.

#![allow(clippy::missing_panics_doc, reason = "to panic is how a target tells what it found")]

use std::{env, fs, path::Path, sync::LazyLock};

use rusqlite::{Connection, config::DbConfig};

use crate::{
    cache,
    compare::coverage::winnowed,
    lesson,
    locale::Lang,
    review::{filter, journal},
    say,
    simhash::{Recipe, RecipeWithK, Watch, sketch},
    store::{
        Access, FingerprintFiles, KeptText, LibraryChanges, LibraryPlace, NewDocument, Store, StoredDocument, open,
    },
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
pub fn archive(folder: &Path, bytes: &[u8]) {
    let file = folder.join("archive");
    fs::write(&file, bytes).expect("written");
    let archive =
        FingerprintFiles::read(vec![file], &Recipe::default(), &Watch::default()).expect("bad lines are no error");
    let lines = bytes.split(|&byte| byte == b'\n').count();
    assert!(archive.fingerprints().len() + archive.bad_lines() as usize <= lines);
    for number in 0..archive.fingerprints().len().min(16) {
        _ = archive.record(number);
    }
}

/// A library in which SQL was run and bytes were changed by someone who may write the file: it is read as far as it
/// can be, and if it takes a document, that changes no other.
///
/// # Panics
/// If the folder cannot be written.
pub fn library(folder: &Path, sql: &[String], bytes: &[(u32, u8)]) {
    static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(whole_library);
    let file = folder.join("library.db");
    fs::write(&file, &*WHOLE).expect("written");
    if let Ok(connection) = Connection::open(&file) {
        _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false);
        _ = connection.pragma_update(None, "writable_schema", true);
        for statement in sql {
            _ = connection.execute_batch(statement);
        }
    }
    let mut changed = fs::read(&file).expect("read");
    for &(at, byte) in bytes {
        let at = at as usize % changed.len();
        changed[at] ^= byte;
    }
    fs::write(&file, changed).expect("written");
    _ = changed_library(&file.clone().into());
    for beside in ["-wal", "-shm", "-journal"] {
        _ = fs::remove_file(folder.join(format!("library.db{beside}")));
    }
}

const TEXT: &str = "The ferry leaves at six and comes back at nine, unless the wind blows from the west.";

fn new_document(name: &str, text: &str) -> NewDocument {
    NewDocument {
        path: Path::new("/texts").join(name),
        said: [None, None],
        title: Some(name.to_owned()),
        date: None,
        bytes: text.len() as u64,
        modified: Some(1),
        content: 7,
        chars: text.chars().count() as u64,
        fingerprint: sketch(text, &Recipe::default()).ok().and_then(|sketch| sketch.fingerprint),
        runs: Watch::without(|watch| winnowed(text, watch)),
        text: KeptText::new(text).into(),
    }
}

/// The bytes of a library of six documents.
fn whole_library() -> Vec<u8> {
    let folder = env::temp_dir().join(format!("simscope-whole-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("library.db");
    let access = Access::Create(&RecipeWithK { recipe: Recipe::default(), k: None });
    let mut library = open(&file.clone().into(), access).expect("made");
    let added = (0..6).map(|n| new_document(&format!("{n}.txt"), &format!("{TEXT} {n}"))).collect();
    library.write(&LibraryChanges { added, ..LibraryChanges::default() }, &Watch::default()).expect("added");
    drop(library);
    let bytes = fs::read(&file).expect("read");
    _ = fs::remove_dir_all(&folder);
    bytes
}

fn documents(library: &dyn Store) -> Option<Vec<StoredDocument>> {
    let mut all = Vec::new();
    let mut take = |document| {
        all.push(document);
        true
    };
    library.each_document(&mut take).ok()?;
    Some(all)
}

fn changed_library(place: &LibraryPlace) -> Option<()> {
    let watch = Watch::default();
    let mut library = open(place, Access::Read).ok()?;
    let new = new_document("new.txt", TEXT);
    let fingerprint = new.fingerprint?;
    _ = (library.near(fingerprint, 3, &watch), library.scan(fingerprint, 9, &watch));
    _ = (library.sharing(&new.runs, 5, &watch), library.stats(), library.verify());
    for number in library.numbers().ok()?.into_iter().take(16) {
        _ = library.text(number, 1 << 16);
    }
    library.identity_mut().accept();
    drop(library);
    let mut library = open(place, Access::Write).ok()?;
    let before = documents(&*library)?;
    let path = new.path.clone();
    library.write(&LibraryChanges { added: vec![new], ..LibraryChanges::default() }, &watch).ok()?;
    let others = |documents: Vec<StoredDocument>| -> Vec<String> {
        documents.into_iter().filter(|document| document.path != path).map(|other| format!("{other:?}")).collect()
    };
    let after = documents(&*library).expect("readable as before");
    assert_eq!(others(before), others(after), "an add changes only what it added");
    Some(())
}

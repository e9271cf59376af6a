//! A review that is stopped, killed, and opened again: documents that were read are in the cache.

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use tempfile::TempDir;

use super::{Setup, Terminal, folder, sentences};

/// Two documents that are read at once, and one that takes a while.
fn suspects(large: u32) -> TempDir {
    let text = sentences(0, 60);
    let other = text.replace("mill7", "forge7");
    let fixture =
        folder(&[("a.txt", text.as_bytes()), ("b.txt", other.as_bytes()), ("z.txt", sentences(0, large).as_bytes())]);
    for name in ["a.txt", "b.txt", "z.txt"] {
        age(&fixture.path().join(name));
    }
    fixture
}

/// Makes a file an hour old: what was changed a moment ago is not trusted.
fn age(path: &Path) {
    let file = OpenOptions::new().write(true).open(path).expect("there");
    file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("dated");
}

fn open(fixture: &TempDir, cache: &TempDir) -> Terminal {
    let cache = cache.path().to_str().expect("a name");
    Setup::simscope().folder(fixture.path()).var("XDG_CACHE_HOME", cache).args(["review", "."]).start()
}

/// So many sentences take a while, but not too long.
const A_WHILE: u32 = if cfg!(debug_assertions) { 20_000 } else { 400_000 };

/// How large the cache is, in bytes.
fn size(cache: &TempDir) -> u64 {
    let files = fs::read_dir(cache.path().join("simscope/documents")).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum()
}

/// Waits until the two small documents are cached and the large one is being read.
fn in_the_middle(terminal: &Terminal, cache: &TempDir, both: u64) {
    terminal.until("two cached, one being read", |screen| screen.shows("reading") && size(cache) >= both);
}

/// The size of two small documents.
fn both() -> u64 {
    let (fixture, cache) = (suspects(1), tempfile::tempdir().expect("a folder"));
    fs::remove_file(fixture.path().join("z.txt")).expect("removed");
    let mut terminal = open(&fixture, &cache);
    terminal.sees(&["RULE", "HEALTH"]);
    terminal.keys("q");
    terminal.finish();
    size(&cache)
}

/// Other bytes of the same length under the same time.
fn swap(path: PathBuf, word: [&str; 2]) {
    let time = fs::metadata(&path).expect("there").modified().expect("a time");
    let text = fs::read_to_string(&path).expect("read");
    fs::write(&path, text.replace(word[0], word[1])).expect("written");
    OpenOptions::new().write(true).open(path).expect("there").set_modified(time).expect("dated");
}

#[test]
fn stopped_in_the_middle_it_shows_what_there_is_and_goes_on() {
    let both = both();
    let (fixture, cache) = (suspects(A_WHILE), tempfile::tempdir().expect("a folder"));
    let mut terminal = open(&fixture, &cache);
    in_the_middle(&terminal, &cache, both);
    terminal.keys("C-c");
    terminal.sees(&["3 documents", "1 pair", "stopped: 1 left, Space continues", "RULE"]);
    terminal.keys("Space");
    terminal.sees(&["3 pairs", "RULE"]);
    terminal.lacks("continues");
    terminal.keys("q");
    assert!(terminal.finish().success());
    // All of it is cached now.
    let mut terminal = open(&fixture, &cache);
    terminal.sees(&["3 files, all from the cache", "3 pairs"]);
    terminal.keys("q");
    terminal.finish();
}

#[test]
fn killed_in_the_middle_it_goes_on_from_the_cache() {
    let both = both();
    let (fixture, cache) = (suspects(5 * A_WHILE), tempfile::tempdir().expect("a folder"));
    let terminal = open(&fixture, &cache);
    in_the_middle(&terminal, &cache, both);
    terminal.signal("KILL");
    terminal.finish();
    // If anybody looked into this file again, it would be seen.
    swap(fixture.path().join("b.txt"), ["forge7", "tower7"]);
    fs::write(fixture.path().join("z.txt"), sentences(70, 90)).expect("written");
    let mut terminal = open(&fixture, &cache);
    terminal.sees(&["3 files: 2 from the cache, 1 re-read.", "3 pairs", "RULE"]);
    terminal.keys("Enter");
    terminal.sees(&["forge7"]);
    terminal.keys("q q");
    terminal.finish();
}

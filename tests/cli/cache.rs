//! A review takes files that did not change from the cache.

use std::{
    fs::{self, OpenOptions},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use super::fixture::{Done, EN, Fixture, done};

/// Makes a file an hour old: what was changed a moment ago is not trusted.
fn age(files: &Fixture, name: &str) {
    let file = OpenOptions::new().write(true).open(files.path().join(name)).expect("there");
    file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("dated");
}

fn reviewed() -> Fixture {
    let files = Fixture::new();
    for name in ["zh.txt", "zh-edited.txt", "en.txt", "en-edited.txt", "other.txt"] {
        age(&files, name);
    }
    files
}

/// Other bytes of the same length under the same time.
fn swap(files: &Fixture) {
    let path = files.path().join("en.txt");
    let time = fs::metadata(&path).expect("there").modified().expect("a time");
    files.write("en.txt", EN.replace("gull", "swan"));
    OpenOptions::new().write(true).open(path).expect("there").set_modified(time).expect("dated");
}

/// A review without screens, but for when it was made.
fn review(files: &Fixture, options: &str) -> Done {
    timeless(files.run(&format!("review --format json {options} .")))
}

/// The same without the cache.
fn uncached(files: &Fixture, line: &str) -> Done {
    let mut command = files.command();
    timeless(done(&command.args(line.split_whitespace()).env("SIMSCOPE_CACHE", "false").output().expect("started")))
}

const REVIEW: &str = "review --format json .";

fn timeless(done: Done) -> Done {
    let lines = done.out.lines().filter(|line| !line.trim_start().starts_with("\"made\":"));
    Done { out: lines.collect::<Vec<_>>().join("\n"), ..done }
}

fn folder(files: &Fixture, name: &str) -> PathBuf {
    files.path().join(".home/.cache/simscope").join(name)
}

/// How many entries and indexes there are.
fn cached(files: &Fixture) -> [usize; 2] {
    let all = || fs::read_dir(folder(files, "documents")).into_iter().flatten().map(|file| file.expect("read").path());
    ["entry", "index"].map(|ending| all().filter(|path| path.extension().is_some_and(|found| found == ending)).count())
}

#[cfg(target_os = "linux")]
#[test]
fn a_review_opens_from_the_cache_and_fresh_reads_again() {
    let files = reviewed();
    let first = review(&files, "");
    assert_eq!(cached(&files), [5, 1]);
    swap(&files);
    let again = review(&files, "");
    assert_eq!((first.out.as_str(), first.code), (again.out.as_str(), again.code), "nobody looked into the file");
    assert!(again.err.is_empty(), "{}", again.err);
    // A report of the same folder is made of the same.
    let report = |options: &str| timeless(files.run(&format!("export -o - --format json {options} .")));
    assert_eq!(report("").err, "");
    assert_ne!(report("").out, uncached(&files, "export -o - --format json .").out, "that one looked into it");
    // Without: as it is now; and what is cached stays as it is.
    let other = uncached(&files, REVIEW);
    assert_ne!(first.out, other.out);
    assert_eq!(review(&files, "").out, first.out);
    // Everything read again.
    let fresh = review(&files, "--fresh");
    assert_eq!(fresh.out, other.out);
    assert_eq!(review(&files, "").out, other.out);
    assert_eq!(cached(&files), [5, 1]);
    // Another recipe has entries of its own.
    review(&files, "--weight tf");
    assert_eq!(cached(&files), [10, 2]);
}

#[cfg(target_os = "linux")]
#[test]
fn where_it_is_not_wanted_nothing_is_cached() {
    let files = reviewed();
    assert_eq!(uncached(&files, REVIEW).err, "");
    assert_eq!(cached(&files), [0, 0]);
    // Nor of documents that are no review.
    files.run("compare en.txt other.txt");
    assert_eq!(cached(&files), [0, 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_costs_a_line_and_nothing_else() {
    let files = reviewed();
    files.write("long.txt", EN.split_inclusive(' ').cycle().take(2_000).collect::<String>());
    age(&files, "long.txt");
    let good = uncached(&files, REVIEW);
    // Writes to a file end at four kilobytes.
    let script = "ulimit -f 8; exec \"$0\" review --format json .";
    let mut limited = std::process::Command::new("/bin/sh");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_simscope")]).current_dir(files.path());
    for (name, value) in files.command().get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    let done = timeless(done(&limited.output().expect("started")));
    assert_eq!((done.out.as_str(), done.code), (good.out.as_str(), good.code));
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
    assert!(done.err.contains("Not cached"), "{}", done.err);
    // What did find room is of use, and the rest follows.
    assert_eq!(review(&files, "").out, good.out);
    swap(&files);
    assert_eq!(review(&files, "").out, good.out);
}

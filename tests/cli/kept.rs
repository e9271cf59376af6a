//! What a review read is kept, and used without looking again.

use std::{
    fs::{self, OpenOptions},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use super::desk::{Desk, Done, EN};

/// Makes a file an hour old: what was changed a moment ago is not trusted.
fn age(desk: &Desk, name: &str) {
    let file = OpenOptions::new().write(true).open(desk.path().join(name)).expect("there");
    file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("dated");
}

fn reviewed() -> Desk {
    let desk = Desk::new();
    for name in ["zh.txt", "zh-edited.txt", "en.txt", "en-edited.txt", "other.txt"] {
        age(&desk, name);
    }
    desk
}

/// Other bytes of the same length under the same time.
fn swap(desk: &Desk) {
    let path = desk.path().join("en.txt");
    let time = fs::metadata(&path).expect("there").modified().expect("a time");
    desk.write("en.txt", EN.replace("gull", "swan"));
    OpenOptions::new().write(true).open(path).expect("there").set_modified(time).expect("dated");
}

/// A review without screens, but for when it was made.
fn review(desk: &Desk, options: &str) -> Done {
    timeless(desk.run(&format!("review --format json {options} .")))
}

fn timeless(done: Done) -> Done {
    let lines = done.out.lines().filter(|line| !line.trim_start().starts_with("\"made\":"));
    Done { out: lines.collect::<Vec<_>>().join("\n"), ..done }
}

fn packs(desk: &Desk) -> Vec<PathBuf> {
    let folder = desk.path().join(".home/.cache/simscope/reviews");
    fs::read_dir(folder).map_or_else(|_| Vec::new(), |all| all.map(|entry| entry.expect("read").path()).collect())
}

#[cfg(target_os = "linux")]
#[test]
fn a_review_opens_from_what_was_kept_and_fresh_reads_again() {
    let desk = reviewed();
    let first = review(&desk, "");
    assert_eq!(packs(&desk).len(), 1);
    swap(&desk);
    let again = review(&desk, "");
    assert_eq!((first.out.as_str(), first.code), (again.out.as_str(), again.code), "nobody looked into the file");
    assert!(again.err.is_empty(), "{}", again.err);
    // A report of the same folder is made of the same.
    let report = |options: &str| timeless(desk.run(&format!("export -o - --format json {options} .")));
    assert_eq!(report("").err, "");
    assert_ne!(report("").out, report("--no-cache").out, "that one looked into it");
    // Without: as it is now; and what is kept stays as it is.
    let other = review(&desk, "--no-cache");
    assert_ne!(first.out, other.out);
    assert_eq!(review(&desk, "").out, first.out);
    // Anew.
    let fresh = review(&desk, "--fresh");
    assert_eq!(fresh.out, other.out);
    assert_eq!(review(&desk, "").out, other.out);
    assert_eq!(packs(&desk).len(), 1);
    // Another recipe has a pack of its own.
    review(&desk, "--weight tf");
    assert_eq!(packs(&desk).len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn where_it_is_not_wanted_nothing_is_kept() {
    let desk = reviewed();
    review(&desk, "--no-cache");
    let done = desk.command().args(["review", "--format", "json", "."]).env("SIMSCOPE_CACHE", "false").output();
    assert!(done.expect("started").stderr.is_empty());
    assert!(packs(&desk).is_empty());
    // Nor of documents that are no review.
    desk.run("compare en.txt other.txt");
    assert!(packs(&desk).is_empty());
    let done = desk.run("review --fresh --no-cache .");
    assert!(done.code == 2 && done.err.contains("--no-cache"), "{}", done.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_costs_a_line_and_nothing_else() {
    let desk = reviewed();
    let good = review(&desk, "--no-cache");
    // What is written to files ends at four kilobytes.
    let script = "ulimit -f 8; exec \"$0\" review --format json .";
    let mut limited = std::process::Command::new("/bin/sh");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_simscope")]).current_dir(desk.path());
    for (name, value) in desk.command().get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    let done = timeless(super::desk::done(&limited.output().expect("started")));
    assert_eq!((done.out.as_str(), done.code), (good.out.as_str(), good.code));
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
    assert!(done.err.contains("not kept for the next time"), "{}", done.err);
    // What did find room is of use, and the rest follows.
    assert_eq!(review(&desk, "").out, good.out);
    swap(&desk);
    assert_eq!(review(&desk, "").out, good.out);
}

//! A library under what processes meet: `kill -9`, another process that adds, a full disk, names that are not UTF-8.
//!
//! `LIBRARY_KILLS=1000 cargo test --test cli library_failures` kills more often.

use std::{
    collections::BTreeSet,
    env, fs,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use super::fixture::{Fixture, done};

const KILLS: u64 = 8;
const DOCUMENTS: u64 = 30;

fn text(name: u64, round: u64) -> String {
    let word = |n: u64| format!("w{:x}", (name * 7919 + round * 104_729 + n * 31) % 65_521);
    (0..60).map(word).collect::<Vec<_>>().join(" ")
}

/// Writes the texts of a round into a folder.
fn write(files: &Fixture, folder: &str, round: u64) {
    fs::create_dir_all(files.path().join(folder)).expect("made");
    for name in 0..DOCUMENTS {
        files.write(&format!("{folder}/{name}.txt"), text(name, round));
    }
}

fn add(files: &Fixture, folder: &str, output: &str) -> Child {
    let mut command = files.command();
    command.args(["library", "add", folder, "--format", "jsonl", "--library", "a.db"]);
    command.stdout(fs::File::create(files.path().join(output)).expect("created"));
    command.spawn().expect("started")
}

/// The names of files in lines that were written whole.
fn reported(files: &Fixture, output: &str) -> BTreeSet<String> {
    let lines = fs::read_to_string(files.path().join(output)).expect("read");
    let whole = lines.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let path = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["path"].as_str().map(str::to_owned);
    whole.filter_map(path).collect()
}

/// The hashes of the bytes of all documents, by the ends of their paths.
fn listed(files: &Fixture) -> Vec<(String, u64)> {
    let done = files.run("library list --format jsonl --library a.db");
    assert_eq!(done.code, 0, "{}", done.err);
    let one = |line: &str| {
        let document: Value = serde_json::from_str(line).expect("JSON");
        let path = document["path"].as_str().expect("a path");
        let mut ends: Vec<&str> = path.rsplit('/').take(2).collect();
        ends.reverse();
        let hash = document["content_hash"].as_str().map(|hash| u64::from_str_radix(hash, 16));
        (ends.join("/"), hash.expect("a hash").expect("hexadecimal"))
    };
    done.out.lines().map(one).collect()
}

#[test]
fn whatever_was_reported_as_added_outlives_kill() {
    let kills = env::var("LIBRARY_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let files = Fixture::new();
    let log = files.path().join("a.db-wal");
    for round in 0..kills {
        write(&files, "in", round);
        let mut child = add(&files, "in", "out.jsonl");
        // At another moment each time: when the log has so many pages, or the child is done.
        let until = (round * 7 % 40) * 4096;
        let grown = || fs::metadata(&log).is_ok_and(|meta| meta.len() >= until);
        while child.try_wait().expect("asked").is_none() && !grown() {
            std::thread::yield_now();
        }
        _ = child.kill();
        child.wait().expect("ended");
        let listed = if files.path().join("a.db").exists() && files.run("library stats --library a.db").code == 0 {
            let verified = files.run("library verify --library a.db");
            assert_eq!(verified.code, 0, "round {round}: {}{}", verified.out, verified.err);
            listed(&files)
        } else {
            Vec::new()
        };
        for name in reported(&files, "out.jsonl") {
            let hash = xxhash_rust::xxh3::xxh3_64(&fs::read(files.path().join(&name)).expect("read"));
            let found: Vec<_> = listed.iter().filter(|(listed, _)| *listed == name).collect();
            assert_eq!(found, [&(name.clone(), hash)], "round {round}");
        }
    }
    write(&files, "in", kills);
    assert!(add(&files, "in", "out.jsonl").wait().expect("ended").success());
    assert_eq!((listed(&files).len(), reported(&files, "out.jsonl").len()), (30, 30));
}

#[test]
fn two_that_add_at_once_lose_nothing() {
    let files = Fixture::new();
    ["x", "y", "z"].into_iter().zip(1..).for_each(|(folder, round)| write(&files, folder, round));
    let mut children = ["x", "y", "z"].map(|folder| add(&files, folder, &format!("{folder}.jsonl")));
    for child in &mut children {
        assert!(child.wait().expect("ended").success());
    }
    assert_eq!(listed(&files).len(), 90);
    assert_eq!(files.run("library verify --library a.db").code, 0);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_loses_nothing() {
    let files = Fixture::new();
    write(&files, "x", 1);
    assert!(add(&files, "x", "x.jsonl").wait().expect("ended").success());
    fs::create_dir(files.path().join("long")).expect("made");
    for name in 0..40 {
        files.write(&format!("long/{name}.txt"), (0..40).map(|part| text(name, part + 2)).collect::<String>());
    }
    let limited = |kilobytes: u32| {
        let program = env!("CARGO_BIN_EXE_simscope");
        let script = format!("ulimit -f {kilobytes}; exec {program} library add long --library a.db");
        let mut command: Command = files.command_of("bash");
        done(&command.args(["-c", &script]).stdout(Stdio::piped()).output().expect("started"))
    };
    let full = limited(100);
    assert_eq!(full.code, 2, "{}", full.out);
    assert!(full.err.contains("cannot grow"), "{}", full.err);
    assert_eq!(files.run("library verify --library a.db").code, 0);
    assert!(listed(&files).len() >= 30);
    assert_eq!(files.run("library add long --library a.db").code, 0);
    assert_eq!(listed(&files).len(), 70);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_goes_in_and_comes_out() {
    use std::os::unix::ffi::OsStrExt;
    let files = Fixture::new();
    fs::create_dir(files.path().join("in")).expect("made");
    let name = std::ffi::OsStr::from_bytes(b"in/\xb5\xc6\xcb\xfe.txt");
    fs::write(files.path().join(name), text(1, 1)).expect("written");
    let mut command = files.command();
    let added = done(&command.args(["library", "add", "in", "--library", "a.db"]).output().expect("started"));
    assert_eq!(added.code, 0, "{}", added.err);
    files.write("same.txt", text(1, 1));
    let found = files.json("library find same.txt --format json --library a.db");
    let hit = &found["documents"][0]["near"][0];
    assert_eq!((hit["hamming"].clone(), hit["a_in_b"].clone()), (0.into(), 1.0.into()), "{found}");
    let mut command = files.command();
    let removed = command.args(["library", "remove", "--library", "a.db"]).arg(name).output().expect("started");
    assert_eq!(done(&removed).code, 0);
    assert!(listed(&files).is_empty());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_in_and_the_same_command_goes_on() {
    let files = Fixture::new();
    fs::create_dir(files.path().join("in")).expect("made");
    for name in 0..2_200 {
        files.write(&format!("in/{name}.txt"), text(name, 1));
    }
    let mut child = files.command();
    child.args(["library", "add", "in", "--library", "a.db"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("started");
    let log = files.path().join("a.db-wal");
    // The first thousand are written.
    while child.try_wait().expect("asked").is_none() && fs::metadata(&log).map_or(0, |meta| meta.len()) < 200_000 {
        std::thread::yield_now();
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .expect("still there");
    let stopped = done(&child.wait_with_output().expect("ended"));
    assert_eq!(stopped.code, 2, "{}{}", stopped.out, stopped.err);
    assert!(stopped.out.contains("Stopped"), "{}", stopped.out);
    let kept = listed(&files).len();
    assert!((1_000..2_200).contains(&kept), "{kept}");
    let again = files.run("library add in --library a.db");
    assert_eq!((again.code, listed(&files).len()), (0, 2_200), "{}", again.err);
}

//! A library that is kept up to date: files come, change and go, and each event is a line.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Lines, Write},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::Value;

use super::{
    fixture::{EN, Fixture, OTHER, RECIPE},
    servers::Server,
};

/// The running command.
struct Watching {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Watching {
    fn start(files: &Fixture, arguments: &str) -> Self {
        Self::of(files.command(), arguments)
    }

    /// Starts it without the rights of root to open closed folders.
    fn start_bounded(files: &Fixture, arguments: &str) -> Self {
        let free = fs::read_dir(files.path().join("closed")).is_ok();
        let bounds = ["--bounding-set", "--inh-caps"].map(|set| format!("{set}=-dac_override,-dac_read_search"));
        let mut command = files.command();
        if free && Command::new("setpriv").arg("--version").output().is_ok_and(|done| done.status.success()) {
            let program = command.get_program().to_owned();
            command = files.command_of("setpriv");
            command.args(bounds).arg(program);
        }
        Self::of(command, arguments)
    }

    fn of(mut command: Command, arguments: &str) -> Self {
        command.args(["library", "watch", "in"]).args(arguments.split(' '));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        Self { child, lines }
    }

    /// The next event, and the name of its file.
    fn event(&mut self) -> (String, String) {
        let line = self.lines.next().expect("it ended").expect("a line");
        let event: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(event["schema"], "simscope/library-event/1");
        let time = event["time"].as_str().expect("a time");
        assert!(time.len() > 18 && time.starts_with("20") && event["library"].is_string(), "{line}");
        let text = |name: &str| event[name].as_str().unwrap_or_default();
        (text("event").to_owned(), text("path").rsplit('/').next().unwrap_or_default().to_owned())
    }

    /// Skips the events before this one.
    fn until(&mut self, event: &str, name: &str) {
        while self.event() != (event.to_owned(), name.to_owned()) {}
    }

    fn expect(&mut self, event: &str, name: &str) {
        assert_eq!(self.event(), (event.to_owned(), name.to_owned()));
    }

    /// Ends it by a signal: no more events, and its exit code.
    fn end(mut self, signal: &str) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        assert!(self.lines.next().is_none(), "an event too many");
        self.child.wait().expect("ended").code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn names(files: &Fixture, library: &str) -> Vec<String> {
    let listed = files.run(&format!("library list --format jsonl --library {library}"));
    let path = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["path"].as_str().map(str::to_owned);
    let mut names: Vec<String> = listed.out.lines().filter_map(path).collect();
    for path in &mut names {
        *path = path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    names.sort();
    names
}

fn kept_up_to_date(library: &str) {
    let files = Fixture::new();
    fs::create_dir(files.path().join("in")).expect("made");
    files.write("in/first.txt", EN);
    let arguments = format!("--recipe {RECIPE} --library {library}");
    let mut watching = Watching::start(&files, &arguments);
    watching.expect("added", "first.txt");
    watching.expect("watching", "in");

    // A file that is written in parts is added once, whole; those that are no documents are no events.
    let mut written = fs::File::create(files.path().join("in/second.txt")).expect("made");
    for part in OTHER.as_bytes().chunks(40) {
        written.write_all(part).expect("written");
        written.flush().expect("written");
    }
    drop(written);
    files.write("in/.hidden", OTHER);
    watching.expect("added", "second.txt");
    files.write("in/first.txt", OTHER);
    watching.expect("replaced", "first.txt");

    // A folder that comes with a file in it.
    fs::create_dir(files.path().join("made")).expect("made");
    files.write("made/third.txt", EN);
    fs::rename(files.path().join("made"), files.path().join("in/made")).expect("moved");
    watching.expect("added", "third.txt");
    files.write("in/made/damaged.docx", "PK\u{3}\u{4}");
    watching.expect("failed", "damaged.docx");
    fs::remove_file(files.path().join("in/made/damaged.docx")).expect("removed");

    fs::remove_file(files.path().join("in/second.txt")).expect("removed");
    watching.expect("missing", "second.txt");
    fs::remove_dir_all(files.path().join("in/made")).expect("removed");
    watching.expect("missing", "third.txt");
    assert_eq!(names(&files, library), ["first.txt", "second.txt", "third.txt"]);
    assert_eq!(watching.end("-INT"), Some(0));

    // What happened meanwhile is seen to first.
    files.write("in/fourth.txt", EN);
    let mut watching = Watching::start(&files, &format!("--prune-all {arguments}"));
    for (event, name) in
        [("added", "fourth.txt"), ("removed", "third.txt"), ("removed", "second.txt"), ("watching", "in")]
    {
        watching.expect(event, name);
    }
    fs::remove_file(files.path().join("in/fourth.txt")).expect("removed");
    watching.expect("removed", "fourth.txt");
    assert_eq!(names(&files, library), ["first.txt"]);
    assert_eq!(watching.end("-TERM"), Some(0));
}

#[test]
fn a_library_in_a_file_is_kept_up_to_date() {
    kept_up_to_date("in/a.db");
}

#[test]
fn a_library_on_a_server_is_kept_up_to_date() {
    let Some(server) = Server::start(&[]) else { return };
    kept_up_to_date(&format!("redis://127.0.0.1:{}/news", server.port));
}

#[test]
fn a_path_that_is_not_there_cannot_be_watched() {
    let files = Fixture::new();
    let done = files.run("library watch none --library a.db");
    assert!(done.code == 2 && done.err.contains("none: there is no such file"), "{}", done.err);
    assert!(!files.path().join("a.db").exists());
}

#[test]
fn no_large_share_is_removed_and_no_empty_folder_is_trusted() {
    let files = Fixture::new();
    for folder in ["in", "in/some", "disk"] {
        fs::create_dir(files.path().join(folder)).expect("made");
    }
    for n in 0..20 {
        files.write(&format!("in/{n}.txt"), format!("{n} {EN}"));
    }
    for name in ["in/some/a.txt", "in/some/b.txt", "in/some/c.txt", "disk/d.txt"] {
        files.write(name, OTHER);
    }
    let library = |arguments: &str| files.run(&format!("library {arguments} --library a.db"));
    assert_eq!(library(&format!("add in disk --recipe {RECIPE}")).code, 0);
    let left = || names(&files, "a.db").len();

    // A disk that is not there, as an empty folder or none.
    fs::remove_file(files.path().join("disk/d.txt")).expect("removed");
    let done = library("add in disk --prune");
    assert!(
        done.code == 2 && done.err.contains("1 document stays") && done.err.contains("--prune-all"),
        "{}",
        done.err
    );
    fs::remove_dir(files.path().join("disk")).expect("removed");
    assert!(library("add in disk --prune").err.contains("1 document stays") && left() == 24);
    // A few documents in a folder that is gone below one that is there.
    fs::remove_dir_all(files.path().join("in/some")).expect("removed");
    let done = library("add in --prune");
    assert!(done.code == 0 && done.out.contains("3 documents removed") && left() == 21, "{}", done.out);
    for n in 0..8 {
        fs::remove_file(files.path().join(format!("in/{n}.txt"))).expect("removed");
    }
    let done = library("add in --prune");
    assert!(done.code == 2 && done.err.contains("8 documents stay") && left() == 21, "{}", done.err);

    let mut watching = Watching::start(&files, "--prune --library a.db");
    (0..8).for_each(|n| watching.expect("missing", &format!("{n}.txt")));
    watching.expect("watching", "in");
    assert_eq!((watching.end("-TERM"), left()), (Some(0), 21));
    assert!(library("add in disk --prune-all").out.contains("9 documents removed") && left() == 12);
}

#[test]
fn a_library_file_that_is_deleted_or_replaced_ends_the_watch() {
    let files = Fixture::new();
    fs::create_dir(files.path().join("in")).expect("made");
    files.write("in/first.txt", EN);
    for replaced in [false, true] {
        let mut watching = Watching::start(&files, &format!("--recipe {RECIPE} --library a.db"));
        watching.expect("added", "first.txt");
        watching.expect("watching", "in");
        if replaced {
            fs::copy(files.path().join("a.db"), files.path().join("b.db")).expect("copied");
            fs::rename(files.path().join("b.db"), files.path().join("a.db")).expect("replaced");
        } else {
            fs::remove_file(files.path().join("a.db")).expect("removed");
        }
        assert!(watching.lines.next().is_none());
        assert_eq!(watching.child.wait().expect("ended").code(), Some(2));
        _ = fs::remove_file(files.path().join("a.db"));
    }
}

/// The documents of the watched folder: its files that are neither hidden nor behind a link, with their sizes.
fn documents_in(folder: &Path, found: &mut BTreeMap<String, u64>, below: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let kind = entry.file_type().expect("a kind");
        let name = entry.file_name().into_string().expect("UTF-8");
        if kind.is_dir() && !name.starts_with('.') {
            documents_in(&entry.path(), found, below);
        } else if kind.is_file() && Path::new(&name).extension().is_some_and(|ending| ending == "txt") {
            let path = entry.path().strip_prefix(below).expect("below").to_string_lossy().into_owned();
            found.insert(path, entry.metadata().expect("metadata").len());
        }
    }
}

/// Something that happens to the watched folder, by chance.
#[cfg(unix)]
fn happens(files: &Fixture, chance: &mut impl FnMut(usize) -> usize) {
    use std::os::unix::fs::{PermissionsExt, symlink};
    const FOLDERS: [&str; 6] = ["in", "in/a", "in/a/b", "in/c", "in/.hidden", "out"];
    let at = |name: &str| files.path().join(name);
    let [here, there] = [(); 2].map(|()| FOLDERS[chance(6)]);
    let [one, other] = [here, there].map(|folder| at(folder).join(format!("{}.txt", chance(3))));
    // What cannot happen does not: there is no such file, or there is one in its place.
    _ = match chance(12) {
        0..=3 => fs::write(one, format!("{EN} {}", "again ".repeat(chance(50)))),
        4 => fs::remove_file(one),
        5 => fs::rename(one, other),
        6 => fs::create_dir_all(at(here)),
        7 if here != "in" => fs::rename(at(here), at(there).join("moved")),
        8 if here != "in" => fs::remove_dir_all(at(here)),
        9 => fs::set_permissions(at(here), fs::Permissions::from_mode(if chance(2) == 0 { 0o0 } else { 0o755 })),
        10 => symlink("..", at(here).join("link")),
        _ => symlink(at(there), at(here).join("other")),
    };
}

/// Whatever comes, changes, moves and goes: once it is quiet, the library has what the folder has. Closed folders keep
/// what they had until they are open again; no link is followed.
#[cfg(unix)]
#[test]
fn after_rest_the_library_is_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let files = Fixture::new();
    for folder in ["in", "in/a", "in/c", "out", "closed"] {
        fs::create_dir(files.path().join(folder)).expect("made");
    }
    fs::set_permissions(files.path().join("closed"), fs::Permissions::from_mode(0o0)).expect("closed");
    std::os::unix::fs::symlink("..", files.path().join("in/parent")).expect("linked");
    let mut watching = Watching::start_bounded(&files, &format!("--prune-all --recipe {RECIPE} --library a.db"));
    watching.until("watching", "in");
    let mut seed = 7_u64;
    let mut chance = |below: usize| {
        seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (seed >> 33) as usize % below
    };
    for round in 0..6 {
        (0..60).for_each(|_| happens(&files, &mut chance));
        for entry in ["in", "in/a", "in/a/b", "in/c", "in/moved", "in/a/moved", "in/c/moved", "in/a/b/moved"] {
            // Outer folders first, so that inner ones can be opened.
            _ = fs::set_permissions(files.path().join(entry), fs::Permissions::from_mode(0o755));
        }
        for last in ["last", "very-last"] {
            files.write(&format!("in/{last}-{round}.txt"), OTHER);
            watching.until("added", &format!("{last}-{round}.txt"));
        }
        let mut expected = BTreeMap::new();
        let below = files.path().join("in");
        documents_in(&below, &mut expected, &below);
        let listed = files.run("library list --format jsonl --library a.db");
        let document = |line: &str| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let path = line["path"].as_str().expect("a path").rsplit_once("/in/").expect("below").1.to_owned();
            (path, line["bytes"].as_u64().expect("bytes"))
        };
        assert_eq!(listed.out.lines().map(document).collect::<BTreeMap<_, _>>(), expected, "round {round}");
    }
    assert_eq!(watching.end("-TERM"), Some(0));
    fs::set_permissions(files.path().join("closed"), fs::Permissions::from_mode(0o755)).expect("open");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_opened_is_named_and_the_others_go_on() {
    use std::os::unix::fs::PermissionsExt;
    let files = Fixture::new();
    let close = |name: &str, mode: u32| fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode));
    for folder in ["in", "in/shut", "closed"] {
        fs::create_dir(files.path().join(folder)).expect("made");
    }
    files.write("in/first.txt", EN);
    for folder in ["in/shut", "closed"] {
        close(folder, 0o0).expect("closed");
    }
    let mut watching = Watching::start_bounded(&files, &format!("--recipe {RECIPE} --library a.db"));
    watching.expect("closed", "shut");
    watching.expect("added", "first.txt");
    watching.expect("watching", "in");
    assert_eq!(watching.end("-TERM"), Some(0));
    for folder in ["in/shut", "closed"] {
        close(folder, 0o755).expect("open");
    }
}

/// The system queues a limited number of events; later ones are lost.
#[cfg(target_os = "linux")]
#[test]
fn what_is_lost_with_events_is_looked_for() {
    let most = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").expect("a number");
    let most: usize = most.trim().parse().expect("a number");
    if most > 1 << 17 {
        eprintln!("skipped: this system keeps {most} events");
        return;
    }
    let files = Fixture::new();
    fs::create_dir(files.path().join("in")).expect("made");
    let mut watching = Watching::start(&files, &format!("--recipe {RECIPE} --library a.db"));
    watching.expect("watching", "in");
    let id = watching.child.id().to_string();
    let signal = |name: &str| assert!(Command::new("kill").args([name, &id]).status().expect("kill").success());
    signal("-STOP");
    let hidden = ["in/.a", "in/.b"].map(|name| files.path().join(name));
    files.write("in/.a", "");
    for nth in 0..most {
        fs::rename(&hidden[nth % 2], &hidden[(nth + 1) % 2]).expect("renamed");
    }
    files.write("in/new.txt", EN);
    signal("-CONT");
    watching.expect("added", "new.txt");
    let line = watching.lines.next().expect("it ended").expect("a line");
    let event: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(
        (&event["event"], &event["path"], &event["found"]["added"]),
        (&"rescanned".into(), &Value::Null, &1.into())
    );
    assert_eq!(watching.end("-TERM"), Some(0));
}

//! A library that is kept up to date: files come, change and go, and each event is a line.

use std::{
    fs,
    io::{BufRead, BufReader, Lines, Write},
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
        let mut command = files.command();
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
        let text = |name: &str| event[name].as_str().expect("a text");
        (text("event").to_owned(), text("path").rsplit('/').next().unwrap_or_default().to_owned())
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
    assert_eq!(watching.end("-INT"), Some(2));

    // What happened meanwhile is seen to first.
    files.write("in/fourth.txt", EN);
    let mut watching = Watching::start(&files, &format!("--prune {arguments}"));
    for (event, name) in
        [("added", "fourth.txt"), ("removed", "third.txt"), ("removed", "second.txt"), ("watching", "in")]
    {
        watching.expect(event, name);
    }
    fs::remove_file(files.path().join("in/fourth.txt")).expect("removed");
    watching.expect("removed", "fourth.txt");
    assert_eq!(names(&files, library), ["first.txt"]);
    assert_eq!(watching.end("-TERM"), Some(2));
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
    assert!(done.code == 2 && done.err.contains("none cannot be watched"), "{}", done.err);
    assert!(!files.path().join("a.db").exists());
}

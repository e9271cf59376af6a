//! A library on screen 6: documents added, one looked up, a hit opened, a document removed; and a library from someone
//! else.

use std::{fs, process::Command};

use super::{Setup, Terminal, folder, sentences, servers::Server};

fn fixture() -> tempfile::TempDir {
    let text = sentences(0, 60);
    let fixture = folder(&[("draft.txt", text.as_bytes())]);
    fs::create_dir(fixture.path().join("old")).expect("made");
    let other: Vec<String> = (0..60).map(|n| format!("orchard{n} beside meadow{}", n * 7 % 31)).collect();
    for (name, text) in [("old/edited.txt", text.replace("mill7", "forge7")), ("old/other.txt", other.join(" "))] {
        fs::write(fixture.path().join(name), text).expect("written");
    }
    fixture
}

fn open(fixture: &tempfile::TempDir, documents: &[&str]) -> Terminal {
    let args = ["--library", "news.db"].iter().chain(documents).copied();
    let mut terminal = Setup::simscope().folder_with_data(fixture.path()).args(args).start();
    terminal.sees(&["1 Overview"]);
    terminal.keys("6");
    terminal
}

#[test]
fn documents_are_added_found_opened_and_removed() {
    let fixture = fixture();
    let mut terminal = open(&fixture, &["old/edited.txt", "old/other.txt"]);
    terminal.sees(&["No library yet: a adds these documents to a new one, news.db"]);
    terminal.keys("a");
    terminal.sees(&["2 added, 0 replaced", "news.db · 2 documents", "SQLite"]);
    terminal.keys("q q");
    terminal.finish();
    let mut terminal = open(&fixture, &["draft.txt"]);
    terminal.sees(&["1 document at threshold 3", "edited.txt", "1 accepted", "a scan finds the same 1"]);
    terminal.keys("Enter");
    terminal.sees(&["edited.txt", "forge7"]);
    terminal.keys("3");
    terminal.sees(&["A xor B"]);
    terminal.keys("6 Tab Tab");
    terminal.sees(&["ENGINES", "4 blocks: 4 tables"]);
    terminal.keys("q q");
    terminal.finish();
    let mut remove = Command::new(env!("CARGO_BIN_EXE_simscope"));
    remove.args(["library", "remove", "old/edited.txt", "--library", "news.db"]).current_dir(fixture.path());
    let removed = remove.env("XDG_DATA_HOME", fixture.path().join(".data")).output().expect("removed");
    assert!(removed.status.success(), "{removed:?}");
    let terminal = open(&fixture, &["draft.txt"]);
    terminal.sees(&["news.db · 1 document ", "0 documents at threshold 3"]);
}

#[test]
fn a_library_from_someone_else_is_read_only() {
    let fixture = fixture();
    let mut add = Command::new(env!("CARGO_BIN_EXE_simscope"));
    add.args(["library", "add", "old", "--library", "news.db"]).current_dir(fixture.path());
    let added = add.env("XDG_DATA_HOME", fixture.path().join(".other")).output().expect("added");
    assert!(added.status.success(), "{added:?}");
    let mut terminal = open(&fixture, &["draft.txt"]);
    terminal.sees(&["not accepted here, so read-only", "edited.txt", "1 accepted"]);
    terminal.keys("Enter");
    terminal.sees(&["file not opened, and the library has no copy of its text"]);
    terminal.keys("a");
    terminal.sees(&["run simscope library stats --accept --library news.db"]);
}

#[test]
fn a_document_is_looked_up_on_a_server_and_the_engines_are_compared() {
    let Some(server) = Server::start(&[]) else { return };
    let fixture = fixture();
    let url = format!("redis://127.0.0.1:{}/news", server.port);
    let mut add = Command::new(env!("CARGO_BIN_EXE_simscope"));
    add.args(["library", "add", "old", "--library", &format!("{url}?layout=sets")]).current_dir(fixture.path());
    let added = add.env("XDG_DATA_HOME", fixture.path().join(".data")).output().expect("added");
    assert!(added.status.success(), "{added:?}");
    let args = ["--library", &url, "draft.txt"];
    let mut terminal = Setup::simscope().folder_with_data(fixture.path()).args(args).start();
    terminal.sees(&["1 Overview"]);
    terminal.keys("6");
    terminal.sees(&["1 document at threshold 3", "2 documents"]);
    terminal.keys("Tab Tab");
    terminal.sees(&["ENGINES", "Redis, packed", "HBase", "5 blocks, choose 2", "then over 100 ms"]);
    terminal.keys("l l l");
    terminal.sees(&["2^12 = 4,096 documents"]);
}

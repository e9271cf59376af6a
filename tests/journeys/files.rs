//! Files that change while they are read, and encodings that are said.

use std::fs;

use super::{Setup, Terminal, folder, overview, quit, sentences};

fn open(folder: &tempfile::TempDir, arguments: &[&str]) -> Terminal {
    let mut terminal = Setup::simscope().folder(folder.path()).args(arguments).start();
    overview(&mut terminal);
    terminal.sees(&["RULE", "HEALTH"]);
    terminal
}

#[test]
fn a_file_that_changes_is_read_again() {
    let text = sentences(0, 60);
    let fixture = folder(&[("a.txt", text.as_bytes()), ("b.txt", text.as_bytes())]);
    let mut terminal = open(&fixture, &["a.txt", "b.txt"]);
    terminal.sees(&["byte for byte"]);
    fs::write(fixture.path().join("b.txt"), "茶路上的驿站每天清晨点灯，守夜的人记下风向，然后合上本子。\n".repeat(9))
        .expect("per document can be written");
    terminal.sees(&["b.txt changed and was re-read.", "not a near-duplicate"]);
    // As editors save: a new file in the place of the old one.
    terminal.keys("4");
    fs::write(fixture.path().join("b.txt~"), text.replace("mill7", "forge7")).expect("per document can be written");
    fs::rename(fixture.path().join("b.txt~"), fixture.path().join("b.txt")).expect("a file can be renamed");
    terminal.sees(&["b.txt changed and was re-read.", "forge7", "HD 0", "CHANGE 1"]);
    fs::remove_file(fixture.path().join("b.txt")).expect("a file can be removed");
    terminal.sees(&["b.txt can no longer be read", "forge7"]);
    terminal.keys("1");
    terminal.sees(&["showing its previous text"]);
    quit(terminal);
}

#[test]
fn an_encoding_that_is_said_is_obeyed_and_shown() {
    let (big5, _, _) = encoding_rs::BIG5.encode("茶路上的驛站每天清晨點燈，守夜的人記下風向。\n");
    let fixture =
        folder(&[("old.txt", &big5), ("new.txt", "茶路上的驛站每天清晨點燈，守夜的人記下風向。\n".as_bytes())]);
    let mut terminal = open(&fixture, &["--encoding", "big5:old.txt", "old.txt", "new.txt"]);
    terminal.sees(&["old.txt Big5 (as specified)", "new.txt UTF-8 (valid)", "HD 0"]);
    terminal.keys("2");
    terminal.sees(&["Big5 (as specified)"]);
    terminal.keys("1");
    quit(terminal);
    let mut terminal = open(&fixture, &["--encoding", "utf-8:old.txt", "old.txt", "new.txt"]);
    terminal.sees(&["old.txt UTF-8 (as specified), ", "characters replaced"]);
    terminal.keys("q");
    terminal.finish();
}

#[test]
fn a_lesson_opens_by_its_name_and_pictures_of_its_steps_are_written_beside_the_reader() {
    let fixture = folder(&[("CSDN-blog.svg", b"not to be written over" as &[u8])]);
    let mut terminal = Setup::simscope().folder(fixture.path()).args(["lesson", "open", "column-sums"]).start();
    terminal.sees(&["What a column sum is", "GOAL"]);
    terminal.keys("n n");
    terminal.sees(&["is given: 101011"]);
    terminal.keys(". e");
    terminal.sees(&["Picture written: CSDN-"]);
    terminal.keys("e");
    terminal.sees(&["-2.svg"]);
    let made = fs::read_dir(fixture.path()).expect("a folder").count();
    assert_eq!(made, 3);
    terminal.keys("q");
    terminal.finish();
}

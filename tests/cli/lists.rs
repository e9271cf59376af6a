//! Names from lists, and results a line at a time.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use super::fixture::{EN, Fixture};

fn paths(text: &str) -> Vec<String> {
    let line = |line| serde_json::from_str::<Value>(line).expect("JSON")["path"].as_str().expect("a path").to_owned();
    text.lines().map(line).collect()
}

#[test]
fn listed_names_stand_where_the_list_does() {
    let fixture = Fixture::new();
    fixture.write("two words.txt", EN);
    fixture.write("list", "zh.txt\r\n\ntwo words.txt\n-");
    fixture.write("nulls", "zh.txt\0two words.txt\0");
    let out = fixture.run("hash --format jsonl en.txt --files-from list other.txt").out;
    assert_eq!(paths(&out), ["en.txt", "zh.txt", "two words.txt", "-", "other.txt"]);
    let out = fixture.run("hash --format jsonl --text fox --files-from nulls").out;
    assert_eq!(paths(&out), ["text 1", "zh.txt", "two words.txt"]);
    let done = fixture.pipe("compare --files-from - en.txt", b"en.txt\nother.txt\n");
    assert!(done.code == 0 && done.out.contains("en.txt × en.txt (2)"), "{}{}", done.out, done.err);
    let done = fixture.pipe("--files-from -", b"en.txt\nother.txt\n");
    assert!(done.code == 1 && done.out.contains("en.txt × other.txt"), "{}{}", done.out, done.err);
    let out = fixture.run("hash --format jsonl --files-from list --encoding gb18030:zh.txt").out;
    assert!(out.lines().next().is_some_and(|line| line.contains("\"chosen\": \"given\"")), "{out}");
    fixture.write("blank", "\n\n");
    for (line, part) in [
        ("hash --files-from missing", "--files-from: missing: no such file"),
        ("hash --files-from -  -", "read only once"),
        ("--files-from - --files-from -", "read only once"),
        ("--files-from blank", "the list names no file"),
    ] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.out.is_empty() && done.err.contains(part), "{line}: {}", done.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_found() {
    use std::os::unix::ffi::OsStrExt;
    let fixture = Fixture::new();
    let name = std::ffi::OsStr::from_bytes(b"d\xe9j\xe0 vu.txt");
    std::fs::write(fixture.path().join(name), EN).expect("written");
    let done = fixture.pipe("compare --files-from - en.txt", b"d\xe9j\xe0 vu.txt\0");
    assert!(done.code == 0 && done.out.contains("d\u{fffd}j\u{fffd} vu.txt × en.txt"), "{}{}", done.out, done.err);
}

#[test]
fn lines_hold_what_the_json_holds() {
    let fixture = Fixture::new();
    let files = "en.txt missing.txt en-edited.txt other.txt";
    let whole = fixture.json(&format!("hash --format json {files}"));
    let lines = fixture.run(&format!("hash --format jsonl {files}"));
    let lines_of = |text: &str| text.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect::<Vec<Value>>();
    assert_eq!((lines.code, &*lines.err, Value::from(lines_of(&lines.out))), (2, "", whole));

    let whole = fixture.json(&format!("compare --format json --diff auto -k 9 {files}"));
    let done = fixture.run(&format!("compare --format jsonl --diff auto -k 9 {files}"));
    assert!(done.code == 2 && done.err.contains("missing.txt: no such file"), "{}", done.err);
    let lines = lines_of(&done.out);
    assert_eq!(lines.len(), 3);
    for (line, pair) in lines.into_iter().zip(whole["pairs"].as_array().expect("a list")) {
        let Value::Object(mut line) = line else { panic!("an object") };
        assert_eq!(line.shift_remove("schema"), Some("simscope/pair/3".into()));
        assert_eq!(line.shift_remove("recipe").as_ref(), Some(&whole["recipe"]));
        for (name, side) in [("name_a", "a"), ("name_b", "b")] {
            let document = &whole["documents"][pair[side].as_u64().expect("a place") as usize];
            assert_eq!(line.shift_remove(name).as_ref(), Some(&document["name"]));
        }
        assert_eq!(&Value::Object(line), pair);
    }
}

/// The last document comes from standard input, which is held open: the first must come out all the same.
#[test]
fn a_line_comes_as_soon_as_it_is_there() {
    let fixture = Fixture::new();
    let mut command = fixture.command();
    command.args(["hash", "--format", "jsonl", "en.txt", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("started");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    assert_eq!(paths(&line), ["en.txt"]);
    input.write_all(b"fox").expect("taken");
    drop(input);
    line.clear();
    output.read_line(&mut line).expect("a line");
    assert_eq!(paths(&line), ["-"]);
    assert!(child.wait().expect("ended").success());
}

#[test]
fn more_documents_than_compare_takes_are_referred_to_other_commands() {
    let fixture = Fixture::new();
    fixture.write("list", "en.txt\n".repeat(2001));
    let done = fixture.run("compare --files-from list");
    assert!(done.code == 2 && done.err.contains("2001000 pairs, of 2000000 at most"), "{}", done.err);
    assert!(done.err.contains("simscope compare --format matrix"), "{}", done.err);
}

//! Pipes, sockets, devices and folders in the place of files: an error says what was found, and nothing waits for them.

use std::{fs, os::unix::fs::symlink, process::Command};

use crate::fixture::{EN, Fixture};

/// A folder with one of each, and links to them. The socket must live as long as it.
fn special() -> (Fixture, std::os::unix::net::UnixListener) {
    let fixture = Fixture::new();
    let at = |name: &str| fixture.path().join(name);
    assert!(Command::new("mkfifo").arg(at("pipe")).status().is_ok_and(|status| status.success()), "mkfifo is missing");
    let listener = std::os::unix::net::UnixListener::bind(at("socket")).expect("a socket");
    fs::create_dir(at("folder")).expect("made");
    symlink("/dev/zero", at("device")).expect("a link");
    (fixture, listener)
}

const KINDS: [(&str, &str, &str); 4] = [
    ("pipe", "named pipe", "命名管道"),
    ("socket", "socket", "套接字"),
    ("device", "device", "设备"),
    ("folder", "folder", "文件夹"),
];

/// Wherever a file is named, another thing is an error that says what it is.
#[test]
fn each_kind_is_named_wherever_a_file_is_expected() {
    let (fixture, _listener) = special();
    for (name, en, zh) in KINDS {
        for ending in ["txt", "docx", "jsonl", "toml", "csv"] {
            symlink(name, fixture.path().join(format!("{name}.{ending}"))).expect("a link");
        }
        for command in [
            "compare en.txt NAME.txt",
            "compare en.txt NAME.docx",
            "hash NAME.jsonl",
            "compare en.txt en-edited.txt --base NAME.txt",
            "compare --fingerprints NAME.jsonl",
            "hash --files-from NAME.txt",
            "evaluate NAME.csv",
            "lesson check NAME.toml",
            "review en.txt other.txt --against NAME.txt",
        ] {
            // A folder of documents is no error there.
            if name == "folder" && (command.contains("--against") || command.contains("compare en.txt N")) {
                continue;
            }
            let command = command.replace("NAME", name);
            let done = fixture.run(&command);
            assert!(done.code == 2 && done.err.contains(en), "{command}: {} {}", done.code, done.err);
            let done = fixture.run(&format!("{command} --lang zh"));
            // Usage errors are those of the parser of arguments, in English.
            let said = done.err.contains(zh) || done.err.starts_with("error:");
            assert!(done.code == 2 && said, "{command}: {} {}", done.code, done.err);
        }
    }
}

#[test]
fn settings_are_read_from_files_and_from_pipes_of_the_shell() {
    let (fixture, _listener) = special();
    for (name, en, _) in KINDS {
        let done = fixture.run(&format!("hash en.txt --config {name}"));
        assert!(done.err.contains(if name == "folder" { "directory" } else { en }), "{name}: {}", done.err);
    }
    let empty = fixture.run("hash en.txt --config /dev/null");
    assert_eq!((empty.code, &*empty.err), (0, ""));
    let script = "exec \"$0\" hash en.txt --config <(echo nonsense = 1) <(cat other.txt) | cat";
    let done = fixture.command_of("bash").args(["-c", script, env!("CARGO_BIN_EXE_simscope")]).output().expect("run");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(err.contains("/dev/fd/") && err.contains("nonsense"), "{err}");
    assert!(out.contains("/dev/fd/"), "the document of the pipe is read: {out}");
    assert_eq!(fs::read_to_string(fixture.path().join("en.txt")).expect("read"), EN);
}

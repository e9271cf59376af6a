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
            // A usage error has its reason in English.
            let said = done.err.contains(zh) || done.err.contains("用法：");
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

/// A review that is something else is named, in both languages, and nothing is written through it.
#[test]
fn a_review_that_is_no_file_is_named() {
    let (fixture, _listener) = special();
    let at = |name: &str| fixture.path().join(name);
    let journal = at("texts/.simscope/review.jsonl");
    fs::create_dir_all(at("texts/.simscope")).expect("made");
    for name in ["en.txt", "en-edited.txt"] {
        fs::copy(at(name), at("texts").join(name)).expect("copied");
    }
    symlink(at("other.txt"), at("link")).expect("a link");
    for (name, en, zh) in KINDS.into_iter().chain([("link", "symbolic link", "符号链接")]) {
        // A link to something else is a link.
        let (en, zh) = if name == "device" { ("symbolic link", "符号链接") } else { (en, zh) };
        fs::rename(at(name), &journal).expect("moved");
        for command in ["review texts --format json", "export texts -o report.html --force"] {
            let done = fixture.run(command);
            assert!(done.code == 2 && done.err.contains(&format!("is a {en}")), "{command}, {name}: {}", done.err);
            let done = fixture.run(&format!("{command} --lang zh"));
            assert!(done.code == 2 && done.err.contains(&format!("是{zh}")), "{command}, {name}: {}", done.err);
        }
        fs::rename(&journal, at(name)).expect("moved back");
    }
    assert_eq!(fs::read_to_string(at("other.txt")).expect("read"), crate::fixture::OTHER);
}

/// A report replaces files alone, whose permissions it takes over; a pipe and a device that are named are written to.
#[test]
fn a_report_replaces_nothing_but_files() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let (fixture, _listener) = special();
    let at = |name: &str| fixture.path().join(name);
    let export = "export en.txt en-edited.txt --format md --force -o";
    symlink(at("other.txt"), at("link")).expect("a link");
    for (name, en) in [("socket", "socket"), ("folder", "folder"), ("link", "symbolic link")] {
        let done = fixture.run(&format!("{export} {name}"));
        assert!(done.code == 2 && done.err.contains(&format!("{name} is a {en}, not a file")), "{}", done.err);
        let done = fixture.run(&format!("{export} {name} --lang zh"));
        assert!(done.code == 2 && done.err.contains("不是文件"), "{}", done.err);
    }
    assert_eq!(fs::read_to_string(at("other.txt")).expect("read"), crate::fixture::OTHER);
    let reader = std::thread::spawn({
        let pipe = at("pipe");
        move || fs::read_to_string(pipe).expect("read")
    });
    assert_eq!(fixture.run(&format!("{export} pipe")).code, 0);
    assert!(reader.join().expect("read").contains("en-edited.txt"), "the pipe gives the report");
    for (command, code) in [(format!("{export} /dev/null"), 0), (format!("{export} /dev/full"), 2)] {
        assert_eq!(fixture.run(&command).code, code, "{command}");
    }
    let kind = |path: &str| fs::symlink_metadata(path).expect("there").file_type();
    assert!(kind("/dev/null").is_char_device() && kind("/dev/full").is_char_device());
    assert!(kind(at("pipe").to_str().expect("UTF-8")).is_fifo());
    assert!(fixture.run(&format!("{export} /dev/stdout")).out.contains("en-edited.txt"));
    fixture.write("report.md", "old");
    fs::set_permissions(at("report.md"), fs::Permissions::from_mode(0o640)).expect("set");
    assert_eq!(fixture.run(&format!("{export} report.md")).code, 0);
    assert_eq!(fs::metadata(at("report.md")).expect("there").permissions().mode() & 0o777, 0o640);
    assert_ne!(fs::read_to_string(at("report.md")).expect("read"), "old");
}

/// Output into a closed descriptor is lost, so every command that prints says so and fails.
#[test]
fn a_closed_output_is_an_error() {
    let fixture = Fixture::new();
    let closed = |line: &str| {
        let mut command = fixture.command_of("sh");
        command.args(["-c", &format!("exec \"$0\" {line} >&-"), env!("CARGO_BIN_EXE_simscope")]);
        crate::fixture::done(&command.output().expect("started"))
    };
    for line in [
        "compare en.txt en.txt",
        "compare --format jsonl en.txt en.txt",
        "hash en.txt",
        "explain en.txt other.txt",
        "compare --format matrix en.txt en.txt",
        "diff en.txt en-edited.txt",
        "review en.txt en-edited.txt",
        "export en.txt en-edited.txt --format json -o -",
        "step sum 3f:2",
        "lesson list",
        "config show",
        "completions bash",
        "manual --format man",
        "en.txt en.txt",
        "--help",
        "compare --help",
        "--version",
    ] {
        let done = closed(line);
        assert!(done.code == 2 && done.err.contains("cannot write"), "{line}: {} {}", done.code, done.err);
        assert!(!done.err.contains("panicked"), "{line}: {}", done.err);
    }
    // These print nothing there, or nothing that is needed.
    for line in ["compare -q en.txt en.txt", "export en.txt en-edited.txt -o report.json"] {
        let done = closed(line);
        assert_eq!((done.code, &*done.err), (0, ""), "{line}");
    }
    // Nobody wants the output; Python opens this for reading and writing.
    let null = fs::OpenOptions::new().read(true).write(true).open("/dev/null").expect("/dev/null");
    let done = fixture.command().args(["compare", "en.txt", "en.txt"]).stdout(null).output().expect("started");
    assert_eq!(done.status.code(), Some(0));
}

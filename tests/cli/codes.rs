//! Exit codes, and what happens when nobody reads the output.

use std::process::Stdio;

use super::fixture::{Fixture, done};

#[test]
fn codes_are_those_of_diff_and_grep() {
    let fixture = Fixture::new();
    for (line, code) in [
        ("compare en.txt en.txt", 0),
        ("compare en.txt other.txt", 1),
        ("compare en.txt other.txt en.txt", 0),
        ("compare -k 64 en.txt other.txt", 0),
        ("compare en.txt missing.txt", 2),
        ("compare en.txt en.txt missing.txt", 2),
        ("compare --format json en.txt en.txt", 0),
        ("compare --format json en.txt other.txt", 1),
        ("compare --format json en.txt en.txt missing.txt", 2),
        ("compare --text '' --text ''", 1),
        ("compare --profiles en.txt en.txt", 0),
        ("compare --profiles en.txt other.txt", 1),
        ("compare --profiles en.txt missing.txt", 2),
        ("compare --profiles --format json en.txt missing.txt", 2),
        ("hash en.txt", 0),
        ("hash en.txt missing.txt", 2),
        ("hash --format json missing.txt", 2),
        ("hash --text ''", 0),
        ("compare --format matrix en.txt en.txt", 0),
        ("compare --format matrix en.txt other.txt", 1),
        ("compare --format matrix-json en.txt missing.txt", 2),
        ("compare --format matrix en.txt", 2),
        ("explain en.txt other.txt", 0),
        ("explain en.txt missing.txt", 2),
        ("explain --format json en.txt missing.txt", 2),
        ("en.txt en.txt", 0),
        ("en.txt other.txt", 1),
        ("en.txt missing.txt", 2),
        ("en.txt", 0),
        ("missing.txt", 2),
        ("--version", 0),
        ("--help", 0),
        ("compare --help", 0),
        ("compare", 2),
        ("--nonsense", 2),
    ] {
        let done = fixture.run(line);
        assert_eq!(done.code, code, "{line}\n{}{}", done.out, done.err);
    }
}

#[test]
fn quiet_says_it_by_the_code_alone() {
    let fixture = Fixture::new();
    for (line, code) in [
        ("compare -q en.txt en.txt", 0),
        ("compare --quiet en.txt other.txt", 1),
        ("compare -q --format json en.txt other.txt", 1),
        ("hash -q en.txt", 0),
        ("explain -q en.txt other.txt", 0),
    ] {
        let done = fixture.run(line);
        assert_eq!((done.code, &*done.out, &*done.err), (code, "", ""), "{line}");
    }
    for line in ["compare -q en.txt missing.txt", "compare -q --format json en.txt missing.txt", "hash -q missing.txt"]
    {
        let done = fixture.run(line);
        assert_eq!((done.code, &*done.out), (2, ""), "{line}");
        assert_eq!(done.err.lines().count(), 1, "{line}");
        assert!(done.err.contains("missing.txt: no such file"), "{}", done.err);
    }
}

#[test]
fn a_text_of_a_few_tokens_is_warned_of_though_nothing_is_printed() {
    let done = Fixture::new().run("compare -q --text lamp --text light");
    assert_eq!((done.code, &*done.out), (1, ""), "{}", done.err);
    assert!(done.err.contains("text 1 has 1 token, too few"), "{}", done.err);
}

#[test]
fn documents_are_records_too() {
    let done = Fixture::new().run("review --by document --format csv en.txt en-edited.txt other.txt");
    let lines: Vec<&str> = done.out.split("\r\n").collect();
    let head = "document,from_others_percent,with_edits_percent,sources,largest_source,largest_percent,longest,altered,\
                undecided,verdict,path";
    assert_eq!((lines[0], lines.len()), (head, 5), "{}", done.out);
    assert!(lines[2].starts_with("en.txt,96.5,100.0,1,en-edited.txt,100.0,108,false,"), "{}", done.out);
    assert!(lines[3].starts_with("other.txt,0.0,0.0,0,,,0,false,"), "{}", done.out);
}

#[test]
fn pairs_are_records_for_spreadsheets() {
    let done = Fixture::new().run("compare --format csv en.txt en-edited.txt other.txt");
    let lines: Vec<&str> = done.out.split("\r\n").collect();
    let head = "pair,a,b,hamming,a_in_b_percent,b_in_a_percent,hamming_rest,a_in_b_percent_rest,b_in_a_percent_rest,\
                near_duplicate,a_in_b_edited_percent,b_in_a_edited_percent,a_in_b_edited_percent_rest,\
                b_in_a_edited_percent_rest,longest,longest_rest";
    assert_eq!((lines[0], lines.len()), (head, 5), "{}", done.out);
    assert!(lines[1].starts_with("1,en.txt,en-edited.txt,"), "{}", done.out);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let fixture = Fixture::new();
    for (line, code) in [
        ("compare en.txt en.txt", 0),
        ("compare en.txt other.txt", 1),
        ("explain --format json en.txt other.txt", 0),
        ("hash en.txt", 0),
        ("hash --format jsonl en.txt other.txt", 0),
        ("compare --format matrix-csv en.txt other.txt", 1),
        ("diff en.txt other.txt", 1),
        ("diff --format unified en.txt other.txt", 1),
        ("manual --format man", 0),
        ("completions bash", 0),
        ("--help", 0),
    ] {
        let mut command = fixture.command();
        command.args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("started");
        drop(child.stdout.take());
        let done = done(&child.wait_with_output().expect("ended"));
        assert_eq!(done.code, code, "{line}");
        assert_eq!(done.err, "", "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let fixture = Fixture::new();
    for line in [
        "compare en.txt en.txt",
        "hash --format json en.txt",
        "hash --format jsonl en.txt",
        "compare --format matrix-csv en.txt zh.txt",
        "diff --format unified en.txt zh.txt",
        "manual --format man",
        "completions zsh",
        "--help",
        "--version",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let mut command = fixture.command();
        let done = done(&command.args(line.split_whitespace()).stdout(full).output().expect("started"));
        assert_eq!(done.code, 2, "{line}");
        assert!(done.err.contains("cannot write the result"), "{}", done.err);
    }
}

/// Root is bound by no such limit, so root gives up its rights first.
#[cfg(target_os = "linux")]
#[test]
fn where_no_thread_can_be_started_there_is_no_panic() {
    let fixture = Fixture::new();
    let script = "set -- prlimit --nproc=1 \"$@\"
        if [ $(id -u) = 0 ]; then set -- setpriv --reuid=61234 --regid=61234 --clear-groups \"$@\"; fi
        exec \"$@\"";
    let run = |line: &str| {
        let mut command = std::process::Command::new("/bin/sh");
        command.args(["-c", script, "sh"]).arg(fixture.command().get_program()).args(line.split_whitespace());
        command.env("SIMSCOPE_CONFIG", "none").current_dir("/");
        done(&command.output().expect("started"))
    };
    if run("--version").code != 0 {
        // The program is in a folder of root's own, or there is no setpriv or prlimit.
        return;
    }
    for line in ["compare", "compare --format matrix", "diff", "explain", "hash", "compare --profiles"] {
        let done = run(&format!("{line} --text lamp --text lamps"));
        assert!(done.code <= 1 && done.err.is_empty() && !done.out.is_empty(), "{line}: {}: {}", done.code, done.err);
    }
}

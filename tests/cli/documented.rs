//! Every command of the README and of the manual, run as it is written there, in a folder with files of the names that
//! they use: what documentation says works.

use std::{collections::BTreeSet, fs, path::Path};

use regex::Regex;

use crate::{
    files::{docx, html, pdf},
    fixture::{EN, Fixture, OTHER, ZH},
};

/// What a command needs that is not here: a terminal, a build, a server, a repository, another machine.
const ELSEWHERE: [&str; 10] =
    ["hbase", "cargo ", "redis", "spark-submit", "benches/", ".ci/", "git ", "fuzz", "SIMSCOPE_BLESS", "path/to/"];
/// Programs that the commands are piped to and from, in words of the shell.
const OTHERS: &str = "jq() { cat; }; fzf() { echo old.txt; }; xclip() { cat old.txt; }; asciinema() { :; }
fd() { printf 'old.txt\\0new.txt\\0'; }
";

/// Placeholders that are no names of files, and their values.
const PLACEHOLDERS: [(&str, &str); 4] =
    [("TOPIC", "keys"), ("SHELL", "bash"), ("text|json|csv", "csv"), (" /usr/share/", " usr/share/")];

/// The commands of a text in Markdown: lines of blocks of code for a shell, and `code` within sentences.
fn commands(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let block = Regex::new(r"(?s)```sh\n(.*?)```").expect("a pattern");
    for block in block.captures_iter(text) {
        // A line goes on in the next behind a backslash or within quotes, and a loop to its end.
        let mut command = String::new();
        for line in block[1].replace("\\\n", " ").lines() {
            command.extend([line, "\n"]);
            let open = command.matches('\'').count() % 2 == 1 || line.ends_with('|') || command.starts_with("for ");
            if !open || line == "done" {
                all.push(std::mem::take(&mut command));
            }
        }
    }
    let prose = Regex::new(r"(?s)```.*?```").expect("a pattern").replace_all(text, "").into_owned();
    let paragraphs = prose.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    let inline = paragraphs.flat_map(|text| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    // A command alone, as in `simscope diff`, is a name; what begins with a colon is for an editor.
    let is_command = |code: &String| code.contains("simscope ") && code.split(' ').count() > 2;
    all.extend(inline.filter(|code| is_command(code) && !code.starts_with(':')).map(|code| code.replace(r"\|", "|")));
    all
}

/// A folder with all files that the commands name; placeholders are names of files too.
fn folder(fixture: &Fixture, placeholders: &[&str]) {
    let edited = EN.replace("gull", "albatross").replace("tired", "afraid");
    let texts = ["old", "a", "b", "essay", "form", "cover-sheet", "text", "chapter", "new"];
    for name in texts.map(|name| format!("{name}.txt")).iter().map(String::as_str).chain(placeholders.iter().copied()) {
        let text = match name {
            "new.txt" | "b.txt" | "B" | "NEW" => &edited,
            "essay.txt" | "FILE…" => OTHER,
            _ => EN,
        };
        fixture.write(name, text);
    }
    for name in ["old.docx", "new.docx", "submission.docx"] {
        fixture.write(name, docx(&[EN, ZH]));
    }
    fixture.write("draft.pdf", pdf(&[&[EN]]));
    fixture.write("page.html", html(&[EN]));
    fs::create_dir_all(fixture.path().join("found/pairs")).expect("a folder");
    for pairs in ["found/pairs/part-0.csv", "chosen.csv"] {
        fixture.write(pairs, "path_a,path_b\nold.txt,new.txt\n");
    }
    fixture.write("found.csv", "left,right,jaccard\nold.txt,new.txt,0.9\n");
    fixture.write("clusters.csv", "path,__CLUSTER__\nold.txt,1\nnew.txt,1\n");
    let pairs = [("old", "new", "near"), ("zh", "zh-edited", "near"), ("old", "zh", "far"), ("essay", "form", "far")];
    let pairs = pairs.map(|(a, b, label)| format!("{a}.txt\t{b}.txt\tpair\t{label}\n")).concat();
    fixture.write("PAIRS", format!("a\tb\tkind\tlabel\n{pairs}"));
    for folder in ["bash-completion/completions", "zsh/site-functions", "fish/vendor_completions.d", "man/man1"] {
        fs::create_dir_all(fixture.path().join("usr/share").join(folder)).expect("a folder");
    }
    for folder in ["essays", "archive", "articles", "suspects", "FOLDER"] {
        fs::create_dir_all(fixture.path().join(folder)).expect("a folder");
        for (name, text) in [("one.txt", EN), ("two.txt", &edited), ("three.txt", OTHER)] {
            fixture.write(&format!("{folder}/{name}"), text);
        }
    }
    assert_eq!(fixture.run("library add essays --library news.db").code, 0);
    for name in ["a", "b"] {
        let list = fixture.run(&format!("hash --format json {name}.txt")).out;
        fixture.write(&format!("{name}.json"), list);
    }
}

#[test]
fn every_documented_command_runs_as_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = vec![root.join("README.md"), root.join("assets/manual/zh/README.md")];
    for lang in ["en", "zh"] {
        let topics = fs::read_dir(root.join("assets/manual").join(lang)).expect("the manual");
        texts.extend(topics.map(|topic| topic.expect("an entry").path()));
    }
    texts.sort();
    texts.dedup();
    let (mut tried, mut wrong) = (BTreeSet::new(), Vec::new());
    for path in texts {
        let fixture = Fixture::new();
        folder(&fixture, &["A", "B", "FILE…", "OLD", "NEW", "[C…]"]);
        for command in commands(&fs::read_to_string(&path).expect("a text")) {
            let elided = command.contains("...") || command.ends_with(" …");
            if elided || ELSEWHERE.iter().any(|part| command.contains(part)) {
                continue;
            }
            let line = PLACEHOLDERS.iter().fold(command.clone(), |line, (name, value)| line.replace(name, value));
            let script = format!("{OTHERS}{line}");
            let mut shell = fixture.command_of("bash");
            shell.args(["-c", &script]).env("PATH", &*program_path()).env_remove("SIMSCOPE_CONFIG");
            let done = shell.output().expect("a shell");
            // What it finds is not asked here.
            if !matches!(done.status.code(), Some(0 | 1)) {
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                wrong.push(format!("{}: {command}\n{said}", path.display()));
            }
            tried.insert(command);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried.len() > 100, "{} commands are tried", tried.len());
}

/// The path with the folder of the program first.
fn program_path() -> std::ffi::OsString {
    let folder = Path::new(env!("CARGO_BIN_EXE_simscope")).parent().expect("a folder").to_owned();
    let before = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&before))).expect("a path")
}

//! What packagers install: completions and the manual page.

use std::fs;

use super::fixture::{Fixture, done};

/// The answer to the script of bash after Tab.
fn completed(fixture: &Fixture, typed: &str) -> String {
    let words: Vec<&str> = ["simscope"].into_iter().chain(typed.split(' ')).collect();
    let mut command = fixture.command();
    command.env("SIMSCOPE_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    let done = done(&command.arg("--").args(words).output().expect("started"));
    assert_eq!((done.code, &*done.err), (0, ""), "{typed}");
    done.out
}

#[test]
fn completions_know_commands_and_values() {
    let fixture = Fixture::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish", "nushell"] {
        let done = fixture.run(&format!("completions {shell}"));
        assert_eq!((done.code, &*done.err), (0, ""), "{shell}");
        // That of nushell knows all by itself; the others ask.
        let parts: &[&str] = match shell {
            "nushell" => &["calibrate", "files-from", "fingerprints", "matrix-csv"],
            _ => &["SIMSCOPE_COMPLETE", "simscope"],
        };
        for part in parts {
            assert!(done.out.contains(part), "{shell}: {part}");
        }
    }
    let file = "a-file.txt";
    fixture.write(file, "text");
    let libraries = fixture.path().join(".home/.local/share/simscope/libraries");
    fs::create_dir_all(&libraries).unwrap();
    fs::write(libraries.join("newspaper.db"), "").unwrap();
    for (typed, found) in [
        ("cali", "calibrate"),
        ("compare --recipe art", "article-003"),
        ("diff --format u", "unified"),
        ("hash --encoding gb1", "gb18030"),
        ("lesson open col", "column-sums"),
        ("manual rec", "recipes"),
        ("library find --library ne", "newspaper"),
        ("review --filter fl", "flagged"),
        ("compare a-f", file),
    ] {
        let all = completed(&fixture, typed);
        assert!(all.lines().any(|line| line.trim() == found), "{typed}: {all}");
    }
    // Suggested values exclude no others.
    assert_eq!(fixture.run("hash -q --tokens chars:5 --text fox").code, 0);
    assert_eq!(fixture.run("completions tcsh").code, 2);
}

#[test]
fn the_manual_page_has_its_sections() {
    let fixture = Fixture::new();
    assert_eq!(fixture.run("manual --format man recipes").code, 2, "topics are text");
    let page = fixture.run("manual --format man");
    assert!(page.code == 0 && page.out.is_ascii(), "{}", page.err);
    let sections: Vec<&str> = page.out.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "ENVIRONMENT", "FILES", "EXAMPLES"] {
        assert!(sections.contains(&section), "{section} is not in {sections:?}");
    }
    for part in
        [".SH \"EXIT STATUS\"", "\\-\\-fingerprints", "NO_COLOR", "\\[u535A]\\[u5BA2]", "\\fBsimscope manual\\fR"]
    {
        assert!(page.out.contains(part), "{part}");
    }
}

//! What only the screens read, drafts and keys, and what they append to a journal of version 0.1.0.

use std::{ffi::OsString, fs};

use super::{
    program::{Workspace, fixture, text},
    terminal::{Setup, Terminal},
};

fn start(workspace: &Workspace, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
    let mut setup = Setup::simscope().folder(workspace.path()).args(arguments);
    for kind in ["CACHE", "CONFIG", "DATA", "STATE"] {
        let folder = workspace.user(&kind.to_lowercase());
        setup = setup.var(&format!("XDG_{kind}_HOME"), &folder.display().to_string());
    }
    variables.iter().fold(setup, |setup, (name, value)| setup.var(name, value)).start()
}

/// A line of a journal from `do` on, without `sum`, `at` and `id`.
fn action(line: &str) -> String {
    line.split_once("\"do\":").unwrap_or_default().1.to_owned()
}

#[test]
fn a_note_draft_is_recovered_and_new_lines_are_appended_to_the_journal() {
    let workspace = Workspace::new();
    let mut terminal = start(&workspace, &["review", "review"], &[]);
    terminal.sees(&["A review came with this folder", "10 verdicts, 7 notes, 8 rules", "Shares may differ"]);
    terminal.keys("j Enter");
    terminal.sees(&["7 documents", "潮位-改.txt  ×  潮位.txt", "tf·idf · xxh3-64 · V>0 · k 5", "Accepted"]);
    terminal.keys("j j");
    terminal.sees(&["gauge-near.txt  ×  gauge.txt"]);
    terminal.keys("c");
    terminal.sees(&["写到一半 half-written"]);
    terminal.keys("Esc");
    terminal.until("the saved note", |screen| screen.shows("写到一半") && screen.shows("COSINE"));
    terminal.keys("v 4");
    terminal.until_elsewhere("the verdict on the disk", || {
        let journal = fs::read_to_string(workspace.path().join("review/.simscope/review.jsonl"));
        journal.is_ok_and(|all| all.ends_with(",\"verdict\":\"cleared\"}\n"))
    });
    terminal.keys("q");
    assert!(terminal.finish().success());
    let now = fs::read_to_string(workspace.path().join("review/.simscope/review.jsonl")).expect("read");
    let then = text("review.jsonl");
    let added: Vec<String> =
        now.strip_prefix(&then).expect("the old lines are unchanged").lines().map(action).collect();
    let [settings, .., note, verdict] = &added[..] else { panic!("{added:?}") };
    assert!(settings.starts_with("\"settings\""), "{settings}");
    // As 0.1.0 wrote them for the same pair.
    let old = |kind: &str| then.lines().map(action).rfind(|line| line.starts_with(kind)).expect("a line");
    assert_eq!(*verdict, old("\"verdict\"").replace("\"copy\"", "\"cleared\""));
    let draft = old("\"draft\"").replacen("\"draft\"", "\"note\"", 1);
    let (begin, over) = note.split_once(",\"over\":").expect("it replaces the draft");
    assert_eq!(begin, draft.trim_end_matches('}'));
    let drafted = then.lines().last().and_then(|line| line.split_once("\"id\":\"")).expect("a number").1;
    assert_eq!(over, format!("[\"{}\"]}}", drafted.split('"').next().expect("a number")));
}

#[test]
fn a_lab_draft_is_recovered() {
    let workspace = Workspace::new();
    let drafts = fs::read_dir(fixture("drafts")).expect("a folder");
    let names: Vec<OsString> = drafts.map(|draft| draft.expect("read").file_name()).collect();
    let [name] = &names[..] else { panic!("{names:?}") };
    let name = name.to_str().expect("a name");
    workspace.add(&format!(".user/state/simscope/drafts/{name}"), &format!("drafts/{name}"));
    let mut terminal = start(&workspace, &["lamp.txt"], &[]);
    terminal.sees(&["1 document"]);
    terminal.keys("5");
    // The edited text, and the feature that is switched off.
    terminal.sees(&["海上起了大风。夜里的海是黑色的。", "[ ] 海是"]);
}

#[test]
fn remapped_keys_work() {
    let workspace = Workspace::new();
    let settings = fixture("config.toml").display().to_string();
    let variables = [
        ("SIMSCOPE_CONFIG", settings.as_str()),
        ("SIMSCOPE_LANG", "en"),
        ("SIMSCOPE_BIG", "false"),
        ("SIMSCOPE_AMBIGUOUS", "1"),
        ("SIMSCOPE_ASCII", "false"),
    ];
    let file: toml::Table = text("config.toml").parse().expect("TOML");
    let key = |action: &str| {
        let keys = &file["keys"]["everywhere"][action];
        keys.as_str().or_else(|| keys[0].as_str()).expect("a key").as_bytes().to_vec()
    };
    let mut terminal = start(&workspace, &["review/gauge.txt", "review/gauge-near.txt"], &variables);
    terminal.sees(&["2 documents"]);
    terminal.send(&key("show-diff"));
    terminal.sees(&["The tide gauge stands"]);
    terminal.send(&key("show-overview"));
    terminal.lacks("The tide gauge stands");
    terminal.send(&key("quit"));
    assert!(terminal.finish().success());
}

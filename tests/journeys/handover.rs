//! A review from its folder to the file that is handed over: by keys and by mouse.

use std::{fs, path::Path};

use serde_json::Value;

use super::{Setup, Terminal, folder, quit, sentences, story};

/// A folder of three documents, two of them nearly the same.
fn suspects() -> tempfile::TempDir {
    let fixture = folder(&[]);
    let text = sentences(0, 60);
    let other = "茶路上的驿站每天清晨点灯，守夜的人记下风向，然后合上本子。\n".repeat(9);
    fs::create_dir(fixture.path().join("suspects")).expect("a folder");
    let edited = text.replace("mill7", "forge7");
    for (name, text) in [("draft.txt", &text), ("late.txt", &edited), ("稿.txt", &other)] {
        fs::write(fixture.path().join("suspects").join(name), text).expect("written");
    }
    fixture
}

fn open(fixture: &Path, arguments: &[&str]) -> Terminal {
    let terminal = Setup::simscope().folder_with_data(fixture).args(["review", "suspects"]).args(arguments).start();
    terminal.sees(&["RULE", "HEALTH", "VERDICT", "3 documents"]);
    terminal
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("the report")).expect("JSON")
}

/// The pair that was decided, and the change in it.
fn decided(report: &Value) {
    let pair = &report["pairs"][0];
    assert_eq!((&pair["verdict"], &pair["note"]), (&"copy".into(), &"see mill7".into()));
    let spot = &report["closer"][0]["spots"][0];
    assert_eq!((&spot["verdict"], &spot["b"]), (&"quotation".into(), &"forge7".into()));
    assert_eq!(report["counts"]["pairs"], 3);
}

#[test]
fn from_a_folder_to_a_report_by_keys() {
    let fixture = suspects();
    let mut terminal = open(fixture.path(), &[]);
    story(
        &mut terminal,
        &[
            // To the texts: a verdict on the change, then on the pair.
            ("Enter", &["change 1 of", "forge7", "A ¶ 8", "B ¶ 8"]),
            ("v", &["Your verdict on the whole pair"]),
            ("Tab", &["Your verdict on change 1"]),
            ("2", &["Saved: verdict"]),
            ("1 v", &["Your verdict on"]),
            ("1", &["Saved: verdict", "VERDICT   copy"]),
            ("c", &["Note on"]),
        ],
    );
    terminal.send(b"see mill7");
    terminal.sees(&["see mill7"]);
    story(
        &mut terminal,
        &[
            ("Esc", &["NOTE", "see mill7", "Saved: note"]),
            ("e", &["Export a report", "suspects-report.html", "3 pairs, "]),
            ("l l l", &["suspects-report.json"]),
            ("Enter", &["Written: suspects-report.json (3 pairs listed, 1 with a section)"]),
        ],
    );
    decided(&json(&fixture.path().join("suspects-report.json")));
    // From the diff the file of that case, then all of it over the file that is there once that was said.
    story(
        &mut terminal,
        &[
            ("4 e l l l", &["[selected]", "draft-late.json"]),
            ("Enter", &["Written: draft-late.json (1 pair listed, 1 with a section)"]),
            ("e l l l j h", &["[decided]", "suspects-report.json"]),
            ("Enter", &["This file exists"]),
            ("Enter", &["Written: suspects-report.json"]),
            ("6", &["CLUSTERS"]),
            ("e", &["suspects-report.html"]),
            ("Enter", &["Written: suspects-report.html"]),
        ],
    );
    let page = fs::read_to_string(fixture.path().join("suspects-report.html")).expect("the report");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>") && page.contains("see mill7"));
    terminal.keys("1");
    terminal.sees(&["PAIRS"]);
    quit(terminal);
    let all = fs::read_dir(fixture.path()).expect("read").flatten().map(|entry| entry.file_name());
    let left: Vec<_> = all.filter(|name| name != ".data").collect();
    assert_eq!(left.len(), 4, "nothing is left beside them: {left:?}");
}

#[test]
fn from_a_folder_to_a_report_by_mouse() {
    let fixture = suspects();
    let mut terminal = open(fixture.path(), &["--hide-names"]);
    let screen = terminal.sees(&["names hidden", "Document 1"]);
    assert!(!screen.shows("draft.txt"), "{}", screen.text());
    let click = |terminal: &mut Terminal, label: &str, expected: &[&str]| {
        let at = terminal.screen().find(label).unwrap_or_else(|| panic!("{label}: {}", terminal.screen().text()));
        terminal.click(at);
        terminal.sees(expected);
    };
    click(&mut terminal, "v verdict", &["Your verdict on"]);
    click(&mut terminal, "cleared", &["Saved: verdict", "VERDICT   cleared"]);
    // The notice goes with the next key, and the bottom line is back.
    terminal.keys("k");
    terminal.sees(&["e export"]);
    click(&mut terminal, "e export", &["Export a report", "[hidden]"]);
    click(&mut terminal, "JSON", &["[JSON]", "simscope-report.json"]);
    click(&mut terminal, "decided", &["[decided]", "1 pair, "]);
    click(&mut terminal, "write", &["Written: simscope-report.json (1 pair listed, 1 with a section)"]);
    let report = json(&fixture.path().join("simscope-report.json"));
    assert_eq!((report["names_hidden"].as_bool(), &report["pairs"][0]["verdict"]), (Some(true), &"cleared".into()));
    let text = fs::read_to_string(fixture.path().join("simscope-report.json")).expect("read");
    assert!(text.contains("Document 1") && !text.contains("draft") && !text.contains("suspects"), "{text}");
    quit(terminal);
}

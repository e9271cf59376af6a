//! Every form that version 0.2.0 saved is read by the binary (`fixtures/0.2.0/README.md`). No fixture is ever edited.
//! The cache has none: entries of another version are ignored, and the documents read again.

#[path = "support/terminal.rs"]
mod terminal;

use std::{fs, path::PathBuf, process::Command};

use serde_json::Value;
use tempfile::TempDir;
use terminal::{Setup, Terminal};

fn fixture(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/fixtures/0.2.0", name].iter().collect()
}

fn text(name: &str) -> String {
    fs::read_to_string(fixture(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The saved files in their places, the user's folders among them.
struct Saved(TempDir);

impl Saved {
    fn new() -> Self {
        let saved = Self(tempfile::tempdir().expect("a folder"));
        for (folder, names) in [
            ("texts/.simscope", &["review.jsonl", "base-64cce1fd1346b476.runs", "calibration.json"][..]),
            (".user/data/simscope/reviews", &["accepted.txt"]),
            (".user/state/simscope/drafts", &["08e793b8842feb11-4521b6fd2146322f.json"]),
            (".user/state/simscope/lessons", &["column-sums.json"]),
            (".", &["config.toml", "fingerprints.json", "fingerprints.jsonl", "lesson.toml", "library.db"]),
        ] {
            let folder = saved.0.path().join(folder);
            fs::create_dir_all(&folder).expect("made");
            for name in names {
                fs::copy(fixture(name), folder.join(name)).expect("copied");
            }
        }
        for entry in fs::read_dir(fixture("texts")).expect("a folder").flatten() {
            fs::copy(entry.path(), saved.0.path().join("texts").join(entry.file_name())).expect("copied");
        }
        saved
    }

    fn variables(&self) -> impl Iterator<Item = (String, String)> {
        let folder = |kind: &str| self.0.path().join(".user").join(kind.to_lowercase()).display().to_string();
        let kinds = ["CACHE", "CONFIG", "DATA", "STATE"].map(|kind| (format!("XDG_{kind}_HOME"), folder(kind)));
        kinds.into_iter().chain([("HOME".into(), folder("home"))])
    }

    /// Standard output and standard error of the program with these arguments, separated by spaces.
    fn run(&self, line: &str) -> (String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_simscope"));
        command.current_dir(self.0.path()).args(line.split(' ')).env_clear().env("LC_ALL", "C").envs(self.variables());
        let done = command.output().expect("started");
        [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8")).into()
    }

    fn screens(&self, arguments: &[&str]) -> Terminal {
        let setup = Setup::simscope().folder(self.0.path()).args(arguments);
        self.variables().fold(setup, |setup, (name, value)| setup.var(&name, &value)).start()
    }
}

/// What `new` lacks of `old`, or has otherwise: keys may be added, and sentences, which have spaces, be reworded.
fn lost(old: &Value, new: &Value, place: &str) -> Vec<String> {
    let inner = |key: &dyn std::fmt::Display| format!("{place}/{key}");
    match (old, new) {
        (Value::Object(old), Value::Object(_)) => {
            old.iter().flat_map(|(key, old)| lost(old, &new[key], &inner(key))).collect()
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            (0..old.len()).flat_map(|at| lost(&old[at], &new[at], &inner(&at))).collect()
        }
        (Value::String(old), Value::String(_)) if old.contains(' ') => Vec::new(),
        _ if old == new || ["/version", "/made", "/schema"].contains(&place) => Vec::new(),
        _ => vec![format!("{place} is {new}, not {old}")],
    }
}

#[test]
fn a_review_gives_the_same_report_and_is_not_changed_by_reading() {
    let saved = Saved::new();
    let (out, err) = saved.run("review --format json texts");
    let [old, new] = [&text("report.json"), &out].map(|text| serde_json::from_str(text).expect("JSON"));
    assert_eq!(lost(&old, &new, ""), Vec::<String>::new());
    assert!(out.contains(r#""note": "See page 2，见第 2 页。""#), "a sentence too, but a person's");
    // Accepted by its id, every line known: the notices are on its recipe, its base text and the calibration's recipe.
    let notices = ["uses the recipe", "form.txt is gone", "calibration.json"];
    assert!(err.lines().count() == 3 && notices.iter().all(|notice| err.contains(notice)), "{err}");
    assert_eq!(fs::read_to_string(saved.0.path().join("texts/.simscope/review.jsonl")).unwrap(), text("review.jsonl"));
}

#[test]
fn a_calibration_explains_distances() {
    let recipe = "words;fold=none;tf;xxh3-64;8;gt";
    let (out, err) = Saved::new().run(&format!("explain --recipe {recipe} texts/gauge.txt texts/kite.txt"));
    assert!(out.contains("HD 3: among your texts, 55.2% of the unrelated pairs"), "{out}{err}");
}

#[test]
fn drafts_of_a_note_and_of_a_changed_text_are_offered() {
    let saved = Saved::new();
    let mut terminal = saved.screens(&["review", "texts"]);
    terminal.sees(&["57.8%", "VERDICT"]);
    terminal.keys("j j");
    terminal.sees(&["gauge-edited.txt  ×  gauge.txt"]);
    terminal.keys("c");
    terminal.sees(&["写到一半 half-written"]);
    let mut terminal = saved.screens(&["texts/潮位.txt"]);
    terminal.keys("5");
    terminal.sees(&["海上起了大风。", "[ ] 纸筒"]);
}

#[test]
fn every_setting_and_the_keys_are_read() {
    let saved = Saved::new();
    let (out, err) = saved.run("config show --config config.toml");
    let [mut file, shown]: [toml::Table; 2] = [&text("config.toml"), &out].map(|text| text.parse().expect(&err));
    // What is no more is named, and the rest holds; a recipe is shown with its versions, lists as words.
    file.retain(|name, _| name != "recipe" && !err.contains(&format!("{name} 已取消，")));
    assert!(err.lines().count() == 8 && out.contains("recipe = \"words@unicode-"), "{out}{err}");
    file.insert("exclude".into(), "quotations,references".into());
    assert_eq!(file.iter().find(|(name, value)| shown.get(*name) != Some(value)), None);
    let mut terminal = saved.screens(&["--config", "config.toml", "texts/kite.txt"]);
    terminal.sees(&["tokens 已取消"]);
    terminal.send("丄丄".as_bytes()); // The first closes the notice.
    terminal.sees(&["与原文相比，每一位都相同"]);
}

#[test]
fn lessons_and_their_progress_are_read() {
    let saved = Saved::new();
    assert!(saved.run("lesson check lesson.toml").0.contains("2 steps, all figures are correct"));
    assert!(saved.run("lesson list").0.contains("done, 1 of 1 correct; 1 of 1 task done"));
}

#[test]
fn fingerprints_and_a_library_are_read() {
    let saved = Saved::new();
    for name in ["fingerprints.json", "fingerprints.jsonl"] {
        let (out, err) = saved.run(&format!("compare -k 5 --fingerprints {name}"));
        assert!(out.contains("6 documents  15 pairs  4 near-duplicates") && err.is_empty(), "{out}{err}");
    }
    let review = saved.run("review --format text --against fingerprints.jsonl texts").0;
    assert!(review.contains("6 fingerprints looked up"), "{review}");
    let found = saved.run("library find --library ./library.db texts/kite.txt").0;
    assert!(found.contains("6 documents\n") && found.contains("   0  100.0%      360   "), "{found}");
}

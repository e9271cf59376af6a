//! Journals of reviews: found at their paths, read, and not changed by reading.

use std::fs;

use serde_json::Value;
use xxhash_rust::xxh3::Xxh3;

use super::program::{Workspace, fixture};

fn report(workspace: &Workspace, line: &str) -> Value {
    let done = workspace.run(line);
    serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{line}: {}", done.err))
}

/// Verdict and note of a pair, found by the names of its documents.
fn decisions(report: &Value, names: [&str; 2]) -> [Value; 2] {
    let name = |number: &Value| &report["documents"][number.as_u64().expect("a number") as usize - 1]["name"];
    let pairs = report["pairs"].as_array().expect("a list");
    let pair = pairs.iter().find(|pair| [name(&pair["a"]), name(&pair["b"])] == names);
    let pair = pair.unwrap_or_else(|| panic!("{names:?} is no pair"));
    ["verdict", "note"].map(|key| pair[key].clone())
}

#[test]
fn a_journal_beside_its_texts_is_read_and_not_changed() {
    let workspace = Workspace::new();
    // It has no id, so it is asked about; all of it is there either way, but for its rules.
    let received = report(&workspace, "review --format json review");
    assert_eq!((&received["received"], received["exclusions"].as_array().map(Vec::len)), (&true.into(), Some(0)));
    let report = report(&workspace, "review --format json --accept-review review");
    assert_eq!(report.get("received"), None);
    let decided = |report: &Value| -> Vec<[Value; 2]> {
        let pairs = report["pairs"].as_array().expect("a list");
        let mut all: Vec<_> = pairs.iter().map(|pair| ["verdict", "note"].map(|key| pair[key].clone())).collect();
        all.sort_by_key(|decision| format!("{decision:?}"));
        all
    };
    assert_eq!(decided(&received), decided(&report));
    for (names, verdict, note) in [
        // The first file was gauge-two.txt when the verdict was given.
        (["gauge-near.txt", "gauge.txt"], "copy".into(), Value::Null),
        (["gauge.txt", "page.html"], "quotation".into(), "Mine.\n\nTheirs.".into()),
        (["gauge-near.txt", "page.html"], "common".into(), Value::Null),
        (["潮位-改.txt", "潮位.txt"], "unsure".into(), "见第一段：“每周”与“每天”。\n\"see\" page 2 \\ tab".into()),
        // Verdict undone.
        (["gauge-edited.txt", "gauge.txt"], Value::Null, "Compare the pages. Then ask.".into()),
        (["gauge-edited.txt", "page.html"], "cleared".into(), Value::Null),
        // Note deleted.
        (["gauge-edited.txt", "gauge-near.txt"], Value::Null, Value::Null),
    ] {
        assert_eq!(decisions(&report, names), [verdict, note], "{names:?}");
    }
    assert_eq!(report["gone"][0]["names"], Value::from(vec!["gone.txt", "kite.txt"]));
    assert_eq!(report["exclusions"].as_array().map(Vec::len), Some(8), "{}", report["exclusions"]);
    let written = [workspace.path().join("review/.simscope/review.jsonl"), fixture("review.jsonl")];
    let [now, then] = written.map(|path| fs::read(path).expect("read"));
    assert!(now == then, "the journal is not written");
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_of_two_folders_is_found_in_the_data_folder() {
    let workspace = Workspace::new();
    // The file name is a hash of the folders' paths.
    let mut key = Xxh3::new();
    for (folder, text) in [("north", "gauge.txt"), ("south", "gauge-near.txt")] {
        fs::create_dir(workspace.path().join(folder)).expect("made");
        let folder = workspace.path().join(folder).canonicalize().expect("there");
        fs::copy(workspace.path().join("review").join(text), folder.join("gauge.txt")).expect("copied");
        key.update(folder.as_os_str().as_encoded_bytes());
        key.update(&[0]);
    }
    let place = format!(".user/data/simscope/reviews/{:016x}.jsonl", key.digest());
    workspace.add(&place, "review-of-two-folders.jsonl");
    let report = report(&workspace, "review --format json north south");
    assert_eq!(
        decisions(&report, ["north/gauge.txt", "south/gauge.txt"]),
        ["quotation".into(), Value::from("南北两处")]
    );
}

#[test]
fn a_review_keeps_its_recipe_unless_the_command_line_names_another() {
    let workspace = Workspace::new();
    fs::write(workspace.path().join("tf.toml"), "weight = \"tf\"\n").expect("written");
    let [kept, other] =
        ["tfidf:all@zh-en-1", "tf"].map(|weight| format!("jieba-hmm@0.11;fold=none;{weight};xxh3-64;64;gt"));
    let by_settings = workspace.run("review --format json --config tf.toml review");
    let by_option = workspace.run("review --format json --weight tf review");
    for (done, recipe, said) in [(by_settings, kept, true), (by_option, other, false)] {
        let report: Value = serde_json::from_str(&done.out).expect("JSON");
        assert_eq!(report["recipe"], recipe);
        assert_eq!(done.err.contains("keeps the recipe of its last session"), said, "{}", done.err);
    }
}

#[test]
fn a_review_says_when_fingerprints_have_another_recipe() {
    let workspace = Workspace::new();
    let done = workspace.run("hash --format jsonl --weight tf --fold none review/gauge.txt");
    fs::write(workspace.path().join("tf.jsonl"), done.out).expect("written");
    for (against, weight, said) in [("tf", "tf", true), ("fingerprints", "tfidf:all@zh-en-1", false)] {
        let done = workspace.run(&format!("review --format json --against {against}.jsonl review"));
        let report: Value = serde_json::from_str(&done.out).expect("JSON");
        assert_eq!(report["recipe"], format!("jieba-hmm@0.11;fold=none;{weight};xxh3-64;64;gt"));
        assert_eq!(done.err.contains("The fingerprints have another recipe"), said, "{}", done.err);
    }
}

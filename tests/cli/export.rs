//! `simscope export`: the numbers of compare, with what was decided, in a file that is whole or not there.

use serde_json::Value;
use simscope::{
    app::{FileId, ReviewChange, Roots, Target, Verdict, journal::Journal},
    document::{Source, read},
};

use super::fixture::{EN, Fixture};

/// Decides that the two English texts are a copy.
fn decide(fixture: &Fixture) {
    let roots = Roots::new([fixture.path()]);
    let file = |name: &str| FileId::of(&read(&Source::File(fixture.path().join(name))).expect("read"), &roots);
    let of = Target::pair(&file("en.txt"), &file("en-edited.txt"));
    let mut journal = Journal::open(&roots, Some(&fixture.reviews())).expect("opened");
    let note = ReviewChange::Note { of: of.clone(), text: "en.txt was first".into(), over: Vec::new() };
    journal.append(ReviewChange::Verdict { of, verdict: Some(Verdict::Copy) }).expect("saved");
    journal.append(note).expect("saved");
}

#[test]
fn the_numbers_are_those_of_compare_and_the_verdicts_those_of_the_journal() {
    let fixture = Fixture::new();
    decide(&fixture);
    let compared = fixture.json("compare --format json .");
    let report = fixture.json("export . -o - --format json");
    let numbers = |pair: &Value, a: &str, b: &str| [a, b, "hamming", "cosine"].map(|name| pair[name].clone());
    let pairs = report["pairs"].as_array().expect("a list");
    for (pair, of_compare) in pairs.iter().zip(compared["pairs"].as_array().expect("a list")) {
        let [a, b, hamming, cosine] = numbers(of_compare, "a", "b");
        let one_more = |at: Value| Value::from(at.as_u64().expect("a place") + 1);
        assert_eq!(numbers(pair, "a", "b"), [one_more(a), one_more(b), hamming, cosine]);
        assert_eq!(pair["near_duplicate"], of_compare["near_duplicate"]);
        assert_eq!(pair["a_in_b"], of_compare["coverage"]["a_in_b"], "{of_compare}");
    }
    assert_eq!(pairs.len(), 10);
    let decided: Vec<&Value> = pairs.iter().filter(|pair| !pair["verdict"].is_null()).collect();
    assert_eq!(decided.len(), 1);
    assert_eq!((&decided[0]["verdict"], &decided[0]["note"]), (&"copy".into(), &"en.txt was first".into()));
    assert_eq!(report["documents"][decided[0]["a"].as_u64().expect("a number") as usize - 1]["name"], "en-edited.txt");

    let one = fixture.json("export . -o - --format json --filter 'verdict:copy | note:first' --diff none");
    assert_eq!((one["pairs"].as_array().map(Vec::len), one["closer"].as_array().map(Vec::len)), (Some(1), Some(0)));
    assert_eq!(one["filter"], "verdict:copy | note:first");

    fixture.write("en.txt", format!("{EN}More."));
    let changed = fixture.json("export . -o - --format json --filter changed");
    assert_eq!(changed["pairs"][0]["changed_since"].as_array().map(Vec::len), Some(1));
    let hidden = fixture.run("export . -o - --format md --hide-names --filter changed");
    assert!(
        hidden.out.contains("Document 1 was first") || hidden.out.contains("Document 2 was first"),
        "{}",
        hidden.out
    );
    assert!(!hidden.out.contains("en.txt"), "{}", hidden.out);
}

#[test]
fn a_file_is_made_once_and_in_the_form_of_its_name() {
    let fixture = Fixture::new();
    for (name, begins) in
        [("r.html", "<!DOCTYPE html>"), ("r.md", "# Review"), ("r.csv", "pair,a,b"), ("r.json", "{\n")]
    {
        let done = fixture.run(&format!("export en.txt en-edited.txt -o {name}"));
        assert_eq!((done.code, done.out, &*done.err), (0, format!("Wrote {name}: 1 pair listed.\n"), ""));
        let text = std::fs::read_to_string(fixture.path().join(name)).expect("read");
        assert!(text.starts_with(begins), "{text}");
    }
    let again = fixture.run("export en.txt en-edited.txt -o r.md");
    assert!(again.code == 2 && again.err.contains("r.md already exists"), "{}", again.err);
    assert_eq!(fixture.run("export en.txt other.txt -o r.md --force").code, 0);
    assert!(std::fs::read_to_string(fixture.path().join("r.md")).expect("read").contains("other.txt"));
    let nowhere = fixture.run("export en.txt other.txt -o no/such/r.md");
    assert!(nowhere.code == 2 && nowhere.err.contains("cannot write"), "{}", nowhere.err);
}

#[test]
fn unreadable_files_are_in_the_report() {
    let fixture = Fixture::new();
    let done = fixture.run("export en.txt missing.txt en-edited.txt -o - --format csv");
    assert!(done.code == 2 && done.err.contains("missing.txt") && done.out.lines().count() == 2, "{}", done.out);
    let report = fixture.json("export en.txt missing.txt en-edited.txt -o - --format json");
    assert_eq!((&report["counts"]["failed"], &report["pairs"][0]["b"]), (&1.into(), &3.into()));
    assert!(report["documents"][1]["error"].as_str().is_some_and(|error| error.contains("missing.txt")));
}

#[test]
fn wrong_usage_says_what_is_allowed() {
    let fixture = Fixture::new();
    for (line, said) in [
        ("export en.txt -o r.md", "two documents"),
        ("export en.txt other.txt", "--output <OUT>"),
        ("export en.txt other.txt -o report", "unknown format"),
        ("export en.txt other.txt -o r.md --filter 'hd<=x'", "Column 5"),
    ] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.err.contains(said), "{line}: {}", done.err);
    }
}

#[test]
fn a_journal_that_cannot_be_read_is_said() {
    let fixture = Fixture::new();
    std::fs::create_dir(fixture.path().join(".simscope")).expect("made");
    fixture.write(".simscope/review.jsonl", "shopping\n");
    let done = fixture.run("export en.txt en-edited.txt -o - --format csv");
    assert!(done.code == 2 && done.err.contains("review.jsonl is not a simscope review"), "{}", done.err);
    assert_eq!(done.out.lines().count(), 2, "the numbers are there all the same");
}

//! A batch against an archive of which only fingerprints are known: the same pairs as against the texts, and a plain
//! word on what is not known.

use std::fs;

use serde_json::Value;

use super::fixture::{EN, Fixture};

const OWN: &str = "--recipe 'space;fold=none;tf;xxh3-64;64;gt'";

/// A batch of two and an archive of three, of which `gone.txt` is only a fingerprint and `kept.txt` still there.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    for folder in ["batch", "archive"] {
        fs::create_dir(fixture.path().join(folder)).expect("made");
    }
    fixture.write("batch/a.txt", EN);
    fixture.write("batch/b.txt", "Quite other words than any that stand in the archive, and not many of them.");
    fixture.write("archive/gone.txt", EN.replace("gull", "albatross"));
    fixture.write("archive/kept.txt", EN.replace("tired", "afraid"));
    fixture.write("archive/far.txt", "Nothing in common with what anybody handed in this year, or any other year.");
    let made = fixture.run(&format!("hash {OWN} --format jsonl archive")).out;
    fixture.write("prints.jsonl", made);
    fs::remove_file(fixture.path().join("archive/gone.txt")).expect("removed");
    fixture
}

fn named<'a>(report: &'a Value, a: &str, b: &str) -> Option<&'a Value> {
    let documents = report["documents"].as_array().expect("a list");
    let number = |name: &str| documents.iter().find(|one| one["name"] == name).map(|one| one["number"].clone());
    let (a, b) = (number(a)?, number(b)?);
    report["pairs"].as_array().expect("a list").iter().find(|pair| pair["a"] == a && pair["b"] == b)
}

#[test]
fn near_ones_are_pairs_and_all_others_only_counted() {
    let fixture = fixture();
    // The recipe is that of the file.
    let found = fixture.json("review batch --against prints.jsonl --format json -k 12");
    let archive = &found["archive"];
    assert_eq!([&archive["fingerprints"], &archive["near"], &archive["listed"]], [3, 2, 2].map(Value::from).each_ref());
    let gone = named(&found, "a.txt", "gone.txt").expect("near");
    assert!(gone["a_in_b"].is_null() && gone["cosine"].is_null(), "{gone}");
    let kept = named(&found, "a.txt", "kept.txt").expect("near");
    assert!(kept["a_in_b"].as_f64().expect("a share") > 0.5, "its text was read: {kept}");
    assert!(named(&found, "b.txt", "gone.txt").is_none(), "far, and so no pair");
    // The distances are those of the texts.
    fixture.write("archive/gone.txt", EN.replace("gull", "albatross"));
    let whole = fixture.json(&format!("review {OWN} batch --against archive --format json -k 12"));
    for name in ["gone.txt", "kept.txt"] {
        let [one, other] = [&found, &whole].map(|report| named(report, "a.txt", name).expect("a pair"));
        assert_eq!(one["hamming"], other["hamming"]);
    }
    // Mixed with a folder, and in text.
    fs::remove_file(fixture.path().join("archive/gone.txt")).expect("removed");
    let said = fixture.run("review batch --against prints.jsonl --against other.txt --format text -k 12");
    for part in [
        "3 fingerprints looked up: 2 near, within HD 12",
        "gone.txt: only its fingerprint is known, from prints.jsonl: line 2",
        "other.txt",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

#[test]
fn a_report_says_what_is_unknown() {
    let fixture = fixture();
    let report = fixture.json("export batch --against prints.jsonl -k 12 -o - --format json --diff all");
    let gone = report["documents"].as_array().expect("a list").iter().find(|one| one["name"] == "gone.txt");
    let gone = gone.expect("it is there");
    assert_eq!(gone["only_fingerprint"], "prints.jsonl: line 2");
    assert!(gone["characters"].is_null() && gone["error"].is_null() && gone["bytes"].is_u64(), "{gone}");
    let pair = report["pairs"].as_array().expect("a list").iter().find(|pair| pair["b"] == gone["number"]);
    let pair = pair.expect("a pair");
    assert!(pair["a_in_b"].is_null() && pair["longest"].is_null() && pair["near_duplicate"] == true, "{pair}");
    assert!(report["left_out"][0].as_str().expect("a sentence").contains("only the fingerprint"));
    for form in ["html", "md", "csv"] {
        let done = fixture.run(&format!("export batch --against prints.jsonl -k 12 -o - --format {form}"));
        assert!(done.code == 0 && done.out.contains("gone.txt"), "{form}: {}", done.err);
    }
    let hidden = fixture.run("export batch --against prints.jsonl -k 12 -o - --format html --hide-names");
    assert!(!hidden.out.contains("gone.txt") && !hidden.out.contains("prints.jsonl"), "{}", hidden.out);
}

#[test]
fn what_cannot_be_used_is_said_with_its_place() {
    let fixture = fixture();
    let fingerprints = fs::read_to_string(fixture.path().join("prints.jsonl")).expect("read");
    fixture.write("damaged.jsonl", format!("{{\n{fingerprints}"));
    let done = fixture.run("review batch --against damaged.jsonl --format text -k 12");
    assert!(done.err.contains("damaged.jsonl: line 1: ") && done.err.contains("skipped"), "{}", done.err);
    assert!(done.out.contains("3 fingerprints looked up"), "{}", done.out);
    let other = fixture.run("review batch --against prints.jsonl --format text --bits 32");
    assert!(other.code == 2 && other.err.contains("bits is 64 there and 32 here"), "{}", other.err);
    fixture.write("none.jsonl", "no\n");
    let none = fixture.run("review batch --against none.jsonl --format text");
    assert!(none.code == 2 && none.err.contains("none.jsonl"), "{}", none.err);
    assert!(fixture.run("review batch --against no-such.jsonl --format text").code == 2);
}

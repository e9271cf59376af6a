//! `simscope calibrate`: what is printed, kept with the review and used from then on.

use std::{fmt::Write, fs};

use serde_json::{Value, json};

use super::fixture::{Fixture, RECIPE};

/// Enough for a calibration that is not weak.
const TEXTS: usize = 60;

/// Pseudo-random numbers of a linear congruential generator (Knuth, MMIX).
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// An English text of its own: words of three syllables, in paragraphs with a number each.
fn text(seed: usize) -> String {
    const SYLLABLES: [&str; 16] =
        ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "xu", "za"];
    let mut state = seed as u64 + 1;
    let mut text = String::new();
    for paragraph in 0..10 {
        _ = write!(text, "In {} the house ", 1800 + random(&mut state) % 200 + paragraph);
        for _ in 0..40 {
            let word: String = (0..3).map(|_| SYLLABLES[random(&mut state) % 16]).collect();
            text.push_str(&word);
            text.push(' ');
            // Words that all texts have, as in any language.
            text.push_str(["the ", "of ", "and ", "in "][random(&mut state) % 4]);
        }
        text.push_str("\n\n");
    }
    text
}

/// A folder `texts` with unrelated texts.
fn fixture(texts: usize) -> Fixture {
    let fixture = Fixture::new();
    fs::create_dir(fixture.path().join("texts")).expect("a folder");
    for number in 0..texts {
        fixture.write(&format!("texts/{number:02}.txt"), text(number));
    }
    fixture
}

fn numbers(values: &Value, name: &str) -> Vec<f64> {
    let values = values.as_array().expect("a list").iter();
    values.map(|value| value.pointer(name).and_then(Value::as_f64).expect("a number")).collect()
}

#[test]
fn a_calibration_is_printed_kept_and_used() {
    let fixture = fixture(TEXTS);
    let before = fixture.run("compare texts/00.txt texts/01.txt");
    assert!(before.out.contains("In general"), "{}", before.out);
    let json = fixture.json("calibrate --format json --prior 10:20:70 texts");
    assert!(!fixture.path().join("texts/.simscope").exists(), "nothing is saved unless it is asked for");
    assert_eq!(
        (&json["schema"], &json["documents"], &json["families"]),
        (&"simscope/calibrate/1".into(), &60.into(), &60.into())
    );
    assert_eq!((&json["pairs"], &json["sampled"]), (&(60 * 59 / 2).into(), &false.into()));
    assert_eq!(json["cautions"].as_array().expect("a list").len(), 1, "of one language: {}", json["cautions"]);
    let distances = &json["distances"];
    let [near, related, unrelated] =
        ["near", "related", "unrelated"].map(|class| numbers(distances, &format!("/probability/{class}")));
    assert_eq!(near.len(), 65);
    assert!(near.is_sorted_by(|a, b| a >= b) && unrelated.is_sorted());
    assert!((0..65).all(|hd| (near[hd] + related[hd] + unrelated[hd] - 1.0).abs() < 1e-9));
    assert!(numbers(distances, "/unrelated_within").is_sorted());
    assert_eq!(json["prior"]["related"], 0.2);
    assert_eq!(json["edits"].as_array().expect("a list").len(), 8);
    let again = fixture.json("calibrate --save --format json --prior 10:20:70 texts");
    assert_eq!(json, again, "the same texts give the same figures");

    let text = fixture.run("calibrate --save texts");
    assert_eq!(text.code, 0, "{}", text.err);
    assert!(text.out.contains("10% of the pairs are near-duplicates"), "the prior is kept, and beside: {}", text.out);
    assert!(text.err.contains("Saved with the review"), "{}", text.err);
    let after = fixture.run("compare texts/00.txt texts/01.txt");
    assert!(after.out.contains("among your texts") && !after.out.contains("In general"), "{}", after.out);
    let explained = fixture.json("explain --format json texts/00.txt texts/01.txt");
    let sentences = explained["sentences"].as_array().expect("a list");
    assert!(sentences.iter().any(|said| said["text"].as_str().is_some_and(|text| text.contains("among your texts"))));
    fs::write(fixture.path().join("texts/00-edited.txt"), text_of_first_edited()).expect("written");
    assert_eq!(fixture.run("export texts -o report.html").code, 0);
    let report = fs::read_to_string(fixture.path().join("report.html")).expect("a report");
    assert!(report.contains("among your texts"));
}

fn text_of_first_edited() -> String {
    text(0).replacen("house", "home", 1)
}

#[test]
fn another_recipe_makes_it_void() {
    let fixture = fixture(TEXTS);
    assert_eq!(fixture.run("calibrate --quiet --save texts").code, 0);
    let done = fixture.run("compare --weight tf texts/00.txt texts/01.txt");
    assert!(done.err.contains("another recipe") && !done.out.contains("among your texts"), "{}{}", done.out, done.err);
}

#[test]
fn a_damaged_foreign_or_later_file_is_named_and_not_used() {
    let fixture = fixture(TEXTS);
    assert_eq!(fixture.run("calibrate --quiet --save texts").code, 0);
    let path = fixture.path().join("texts/.simscope/calibration.json");
    let whole = fs::read_to_string(&path).expect("kept");
    let first = |found: &str, new: &str| whole.replacen(found, new, 1);
    for (bytes, said) in [
        (whole[..whole.len() / 2].to_owned(), "is damaged"),
        ("{\"schema\":\"something/else/1\"}".into(), "is damaged"),
        (String::new(), "is damaged"),
        (first("\"expected\":[", "\"expected\":[1e300,"), "is damaged"),
        (first("\"near\":[", "\"near\":[18446744073709551615,"), "is damaged"),
        (first("simscope/calibration/1", "simscope/calibration/2"), "later version"),
    ] {
        fs::write(&path, bytes).expect("written");
        let done = fixture.run("compare texts/00.txt texts/01.txt");
        assert!(done.err.contains(said) && !done.out.contains("among your texts"), "{said}: {}", done.err);
    }
    // Made somewhere else.
    fs::write(&path, whole.replacen("\"seed\":1", "\"seed\":2", 1)).expect("written");
    let done = fixture.run("compare texts/00.txt texts/01.txt");
    assert!(done.err.contains("came with the folder") && !done.out.contains("among your texts"), "{}", done.err);
    fs::write(&path, &whole).expect("written");
    let pair = fixture.run("compare texts/00.txt texts/01.txt").out;
    assert!(pair.contains("among your texts") && !pair.contains("unrelated texts"), "{pair}");
}

#[test]
fn texts_that_make_no_calibration_are_refused_or_marked() {
    let fixture = fixture(3);
    let weak = fixture.run("calibrate --save texts");
    assert!(weak.code == 0 && weak.out.contains("Weak: only 3 families"), "{}", weak.out);
    let pair = fixture.run("compare texts/00.txt texts/01.txt").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pair.contains("among your texts") && pair.contains("from only 3 unrelated texts"), "{pair}");
    for (line, said) in [
        ("calibrate texts/00.txt", "at least 2 texts with fingerprints, not 1"),
        ("calibrate --prior 10:10:10 texts", "add up to 1 or to 100, not to 30"),
        ("calibrate --prior most texts", "near:related:unrelated"),
        ("calibrate", "calibrate takes a folder, or files"),
    ] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.err.contains(said), "{line}: {}", done.err);
    }
    fs::create_dir(fixture.path().join("alike")).expect("a folder");
    fs::create_dir(fixture.path().join("empty")).expect("a folder");
    for number in 0..4 {
        fixture.write(&format!("alike/{number}.txt"), text(7));
        fixture.write(&format!("empty/{number}.txt"), "");
    }
    assert!(fixture.run("calibrate alike").err.contains("All 4 texts are versions of one text"));
    assert!(fixture.run("calibrate empty").err.contains("at least 2 texts with fingerprints, not 0"));
}

#[test]
fn the_documents_of_a_library_are_read_too() {
    let fixture = fixture(TEXTS);
    let calibrate = |line: &str| fixture.json(&format!("calibrate --library a.db --format json {line}"));
    let library = |json: &Value| ["documents", "read", "without_text"].map(|name| json["library"][name].as_u64());
    let added = fixture.run(&format!("library add texts --recipe '{RECIPE}' --library a.db"));
    assert_eq!(added.code, 0, "{}", added.err);
    let of_folder = fixture.json(&format!("calibrate texts --recipe '{RECIPE}' --format json"));
    let mut of_library = calibrate("");
    assert_eq!(library(&of_library), [60, 60, 0].map(Some));
    of_library.as_object_mut().expect("an object").remove("library");
    assert_eq!(of_library, of_folder, "the same texts and the recipe of the library");
    assert!(!fixture.path().join("texts/.simscope").exists(), "nothing was named that has a review");

    fs::remove_file(fixture.path().join("texts/07.txt")).expect("removed");
    assert_eq!(library(&calibrate("texts")), [60, 0, 1].map(Some), "those that are named are read once");
    let said = fixture.run("calibrate --save --library a.db en.txt");
    assert!(said.err.contains("Saved with the review"), "{}", said.err);
    for part in
        ["Library a.db: 60 documents, 59 of them read.", "! 1 document of the library not used", "60 documents in"]
    {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let chinese = fixture.run("calibrate --library a.db --lang zh").out;
    assert!(chinese.contains("比对库 a.db：共 60 篇文档，从中读取 59 篇。"), "{chinese}");

    assert_eq!(fixture.run("library add texts --library a.db --keep-text").code, 0);
    let accepted = fixture.path().join(".home/.local/share/simscope");
    fs::rename(&accepted, fixture.path().join(".elsewhere")).expect("renamed");
    let received = fixture.run("calibrate --library a.db");
    assert!(received.code == 2 && received.err.contains("to accept this library"), "{}", received.err);
    assert!(received.err.contains("at least 2 texts with fingerprints, not 0"), "no file was opened: {}", received.err);
    assert_eq!(library(&calibrate("--accept")), [60, 59, 1].map(Some));
    for (line, part) in [
        ("calibrate --library b.db", "no library b.db"),
        ("calibrate --library a.db --weight tfsqrtidf", "weight is tf there"),
    ] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.err.contains(part), "{line}: {}", done.err);
    }
}

#[test]
fn labelled_pairs_take_the_place_of_edits() {
    let fixture = fixture(TEXTS);
    fs::create_dir(fixture.path().join("edited")).expect("a folder");
    let mut table = String::new();
    for number in 0..TEXTS / 2 {
        let first = number * 2;
        fixture.write(&format!("edited/{first:02}.txt"), text(first).replacen("house", "home", 3));
        _ = writeln!(table, "texts/{first:02}.txt\tedited/{first:02}.txt\tedits\tnear");
        _ = writeln!(table, "texts/{first:02}.txt\ttexts/{:02}.txt\tothers\tfar", first + 1);
    }
    fixture.write("pairs.tsv", &table);
    let labelled = |json: &Value| {
        ["near", "related", "unrelated", "contradictory", "near_used"].map(|name| json["labelled"][name].clone())
    };
    let json = fixture.json("calibrate --format json --labelled pairs.tsv texts");
    assert_eq!(labelled(&json), [30.into(), 0.into(), 30.into(), 0.into(), Value::Bool(true)]);
    assert_eq!((&json["documents"], &json["families"]), (&90.into(), &60.into()));
    let near = json["distances"].as_array().expect("a list").iter().filter_map(|at| at["near_pairs"].as_u64());
    assert_eq!(near.sum::<u64>(), 30);
    // Edited texts share nearly all, the others nothing.
    assert_eq!(json["suggested_shared"], json!({"least": 0.01, "f1": 1.0}));
    assert_eq!(json["suggested_cosine"]["f1"], 1.0);
    fs::create_dir(fixture.path().join("labels")).expect("a folder");
    fixture.write("labels/pairs.tsv", &table);
    let printed = fixture.run("calibrate --labelled labels/pairs.tsv --docs . texts");
    assert_eq!(printed.code, 0, "{}", printed.err);
    let said = printed.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("from 30 near and 30 far labelled pairs: shared text of at least 1% (F1 1.000)"), "{said}");
    assert_eq!(fixture.run("calibrate --docs . texts").code, 2, "a folder of a table that is not there");

    // One fewer, and one that contradicts itself.
    let (_, fewer) = table.split_once('\n').expect("a line");
    fixture.write("pairs.tsv", format!("{fewer}{}", fewer.lines().nth(1).expect("near").replace("near", "far")));
    let json = fixture.json("calibrate --format json --labelled pairs.tsv texts");
    assert_eq!(labelled(&json)[3..], [1.into(), Value::Bool(false)]);
    assert!(json["suggested_shared"].is_null() && json["suggested_cosine"].is_null());
    let cautions = json["cautions"].to_string();
    assert!(cautions.contains("not used") && cautions.contains("contradictory"), "{cautions}");
}

#[test]
fn probabilities_are_tried_on_other_families() {
    let fixture = fixture(TEXTS);
    let mut table = String::new();
    for number in 0..TEXTS {
        fixture.write(&format!("texts/{number:02}-edited.txt"), text(number).replacen("house", "home", 2));
        _ = writeln!(table, "texts/{number:02}.txt\ttexts/{number:02}-edited.txt\tedits\tnear");
        _ = writeln!(table, "texts/{number:02}.txt\ttexts/{:02}.txt\tothers\tfar", (number + 1) % TEXTS);
    }
    fixture.write("pairs.tsv", &table);
    let json = fixture.json("evaluate --calibration --format json pairs.tsv");
    assert_eq!(json["schema"], "simscope/reliability/1");
    assert_eq!((&json["families_fitted"], &json["families_tried"]), (&30.into(), &30.into()));
    let prior: Vec<f64> = json["prior"].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
    assert!((prior.iter().sum::<f64>() - 1.0).abs() < 1e-9 && prior[0] > 0.5, "{prior:?}");
    // Edits and unrelated texts are far apart, so every probability is right.
    assert!(json["error"].as_f64().expect("a number") < 0.05, "{json}");
    let tried = numbers(&json["distances"], "/pairs").iter().sum::<f64>();
    assert!((tried - json["pairs_tried"].as_f64().expect("a number")).abs() < 1e-9);
    let text = fixture.run("evaluate --calibration pairs.tsv");
    assert!(text.code == 0 && text.out.contains("Expected calibration error"), "{}", text.out);
    let done = fixture.run("evaluate --calibration --format csv pairs.tsv");
    let mut reader = csv::Reader::from_reader(done.out.as_bytes());
    let names = reader.headers().expect("a head").clone();
    let at = |name: &str| names.iter().position(|known| known == name).expect("a column");
    let records: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a record")).collect();
    for name in ["hamming", "pairs", "predicted", "observed"] {
        let column: Vec<f64> = records.iter().map(|record| record[at(name)].parse().expect("a number")).collect();
        let expected = numbers(&json["distances"], &format!("/{name}"));
        let same = column.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(same && column.len() == expected.len(), "{name}: {column:?} {expected:?}");
    }
    let error: f64 = records[0][at("error")].parse().expect("a number");
    assert!((error - json["error"].as_f64().expect("a number")).abs() < 1e-12, "{}", done.out);
}

//! The evidence that an editor finds in a folder of planted cases, and what is not held against anybody.
//!
//! The folder is made of chapters of the manual: each a document of its own, and from some of them a light and a heavy
//! revision, one with its paragraphs shuffled, one put together from three, a page lifted into a long text, one
//! disguised by look-alike letters, one with a quotation, and six under one cover sheet.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

/// The prose of a chapter, without tables, code and marks.
fn chapter(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/manual/en/{name}.md"));
    let text = fs::read_to_string(path).unwrap();
    let prose = text.split("```").step_by(2).flat_map(str::lines).filter(|line| !line.starts_with(['|', '#', '!']));
    let prose = prose.map(|line| line.replace(['`', '*', '[', ']'], "")).collect::<Vec<_>>().join("\n");
    prose.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// With every so many words replaced.
fn revised(text: &str, every: usize) -> String {
    let word = |(at, word): (usize, &str)| {
        if at % every == every - 1 { format!("revised{at}") } else { word.to_owned() }
    };
    text.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// The beginning, about so many bytes, in whole words.
fn beginning(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    text[..end].rsplit_once(' ').map_or(&text[..end], |(before, _)| before)
}

/// A review of documents with these names, as JSON.
fn reviewed(documents: &[(String, String)], options: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in documents {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let out = Command::new(env!("CARGO_BIN_EXE_simscope"))
        .args(["review", "--format", "json", "--config", "none"])
        .args(options)
        .arg(folder.path())
        .env("HOME", folder.path().join(".home"))
        .env("LANG", "C")
        .output()
        .unwrap();
    serde_json::from_slice(&out.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&out.stderr)))
}

/// The pairs of a report, each with its names in alphabetical order.
fn pairs(report: &Value) -> Vec<([String; 2], &Value)> {
    let pairs = report["pairs"].as_array().unwrap();
    pairs.iter().map(|pair| (names(report, pair), pair)).collect()
}

fn names(report: &Value, pair: &Value) -> [String; 2] {
    let mut names = ["a", "b"].map(|side| {
        let document = &report["documents"][pair[side].as_u64().unwrap() as usize - 1];
        document["name"].as_str().unwrap().trim_end_matches(".txt").to_owned()
    });
    names.sort();
    names
}

fn larger(pair: &Value, names: [&str; 2]) -> f64 {
    names.map(|name| pair[name].as_f64().unwrap()).into_iter().fold(0.0, f64::max)
}

const COVER: &str = "This work is mine alone, and whatever I took from the work of others is named there. I know \
                     that a false statement here ends the examination, that the department may keep this text for as \
                     long as it examines, and that it may compare it with other texts by machine. I was given the \
                     rules of good practice before I began, I have read them to the end, and I asked about whatever \
                     in them was not clear to me. Name, number, date and place are on the back of this sheet.";

#[test]
fn planted_cases_are_found_and_innocents_are_not_flagged() {
    let innocents = ["archives", "calibration", "development", "exclusions", "library", "limits", "numbers", "opening"];
    let innocents = [&innocents[..], &["recipes", "review", "screens", "scripts"]].concat();
    let mut documents: Vec<(String, String)> =
        innocents.iter().map(|name| (format!("{name}.txt"), chapter(name))).collect();
    for (_, text) in documents.iter_mut().take(6) {
        *text = format!("{COVER}\n\n{text}");
    }
    let mut plant = |name: &str, text: String| documents.push((format!("x-{name}.txt"), text));
    plant("light", revised(&chapter("review"), 16));
    plant("heavy", revised(&chapter("screens"), 7));
    let mut paragraphs: Vec<String> = chapter("opening").split("\n\n").map(str::to_owned).collect();
    paragraphs.sort_by_key(|paragraph| paragraph.len() % 7);
    plant("shuffled", paragraphs.join("\n\n"));
    plant(
        "stitched",
        ["scripts", "recipes", "numbers"].map(|name| beginning(&chapter(name), 1500).to_owned()).join("\n\n"),
    );
    plant("disguised", chapter("library").replace('a', "а").replace("the ", "th\u{200b}e "));
    let own = "Nobody who kept a light wrote down why; the reasons must be guessed from the hours and the weather. ";
    let archives = chapter("archives");
    let longest = archives.split("\n\n").max_by_key(|paragraph| paragraph.len()).unwrap();
    let quotation = beginning(longest, 300).replace('\n', " ");
    plant("quoted", format!("{own}As the manual says: “{quotation}” {}", own.replace("light", "harbour")));
    let report = reviewed(&documents, &[]);
    let found = pairs(&report);
    let of = |a: &str, b: &str| found.iter().find(|(names, _)| names == &[a, b]).expect("the pair is listed").1;
    let [exact, edited] = [["a_in_b", "b_in_a"], ["a_in_b_edited", "b_in_a_edited"]];
    let light = of("review", "x-light");
    assert!(larger(light, exact) > 0.7 && larger(light, edited) > 0.95, "{light}");
    let heavy = of("screens", "x-heavy");
    assert!(larger(heavy, exact) < 0.3 && larger(heavy, edited) > 0.8, "{heavy}");
    assert!(larger(of("opening", "x-shuffled"), edited) > 0.97);
    assert!(larger(of("library", "x-disguised"), exact) > 0.99);
    let stitched = report["documents"].as_array().unwrap().iter().find(|one| one["name"] == "x-stitched.txt").unwrap();
    let submissions = report["submissions"].as_array().unwrap();
    let stitched = submissions.iter().find(|one| one["document"] == stitched["number"]).unwrap();
    assert!(stitched["from_others"].as_f64().unwrap() > 0.99 && stitched["sources"] == 3, "{stitched}");
    assert!(stitched["largest_share"].as_f64().unwrap() < 0.4);
    let is_flagged = |pair: &Value| pair["near_duplicate"] == true || !pair["disagreement"].is_null();
    let innocent =
        found.iter().filter(|(names, pair)| is_flagged(pair) && !names.iter().any(|name| name.starts_with("x-")));
    assert_eq!(innocent.map(|(names, _)| names.join(" ")).collect::<Vec<_>>(), <[String; 0]>::default());
    let quoted = of("archives", "x-quoted");
    assert!(larger(quoted, exact) > 0.4 && !is_flagged(quoted));
    let excluded = reviewed(&documents, &["--exclude", "quotations"]);
    let without = pairs(&excluded).into_iter().find(|(names, _)| names == &["archives", "x-quoted"]);
    assert!(without.is_none_or(|(_, pair)| larger(&pair["rest"], exact) < 0.1));
}

#[test]
fn a_lifted_page_is_among_the_first_of_190_pairs() {
    let all = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/manual/en")).unwrap();
    let names = all.map(|one| one.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    let own = names.split_off(19);
    let mut documents: Vec<(String, String)> =
        names.iter().map(|name| (format!("{name}.txt"), chapter(name))).collect();
    let numbers = chapter("numbers");
    let lifted = beginning(&numbers[numbers.find("\n\n").unwrap()..], 780);
    let own: Vec<String> = own.iter().map(|name| chapter(name)).collect();
    documents.push(("thesis.txt".into(), own.join(lifted)));
    let report = reviewed(&documents, &[]);
    assert_eq!(report["counts"]["pairs"], 190);
    let found = pairs(&report);
    let place = found.iter().position(|(names, _)| names == &["numbers", "thesis"]).unwrap();
    let pair = found[place].1;
    assert!(place < 5, "place {} {pair}", place + 1);
    assert!(pair["disagreement"] == "shared-not-near" && pair["longest"].as_u64().unwrap() > 400, "{pair}");
}

//! A review and an export against a library: near documents and those that share passages become pairs.

use std::fs;

use serde_json::Value;

use super::fixture::{EN, Fixture, OTHER, RECIPE};

/// A batch with a document that quotes one of a library, and one near another of it.
fn fixture(keep: &str) -> Fixture {
    let files = Fixture::new();
    for folder in ["in", "batch"] {
        fs::create_dir(files.path().join(folder)).expect("made");
    }
    files.write("in/en.txt", EN);
    files.write("in/other.txt", OTHER);
    files.write("batch/quote.txt", format!("Nobody knows who wrote this page of it: {}", &EN[..150]));
    files.write("batch/same.txt", OTHER);
    let added = files.run(&format!("library add in --recipe '{RECIPE}' --library a.db {keep}"));
    assert_eq!(added.code, 0, "{}", added.err);
    files
}

fn pair<'a>(report: &'a Value, a: &str, b: &str) -> &'a Value {
    let documents = report["documents"].as_array().expect("a list");
    let number = |name: &str| documents.iter().find(|one| one["name"] == name).map(|one| &one["number"]);
    let [a, b] = [a, b].map(number);
    let of = |pair: &&Value| Some(&pair["a"]) == a && Some(&pair["b"]) == b;
    report["pairs"].as_array().expect("a list").iter().find(of).expect("a pair")
}

#[test]
fn documents_that_share_passages_are_pairs_though_they_are_far() {
    let files = fixture("");
    let done = files.run("review batch --against a.db --format json");
    assert_eq!(done.code, 0, "{}", done.err);
    let found: Value = serde_json::from_str(&done.out).expect("JSON");
    let archive = &found["archive"];
    let counts = [&archive["fingerprints"], &archive["near"], &archive["library"]["sharing"]];
    assert_eq!(counts, [2, 1, 1].map(Value::from).each_ref(), "{archive}");
    let quote = pair(&found, "quote.txt", "en.txt");
    assert!(quote["a_in_b"].as_f64() > Some(0.5) && quote["hamming"].as_u64() > Some(3), "{quote}");
    assert_eq!(pair(&found, "same.txt", "other.txt")["hamming"], 0);
    let recipe = found["recipe"].as_str().expect("a recipe");
    assert!(recipe.ends_with(";fold=case;tf;xxh3-64;64;gt"), "that of the library: {recipe}");
    // A batch whose own files are in the library does not meet them.
    let own = files.json("review in --against a.db --format json");
    assert_eq!((&own["archive"]["near"], &own["archive"]["library"]["sharing"]), (&0.into(), &0.into()), "{own}");
    for (lang, part) in
        [("en", "1 near, within HD 3; 1 not near but sharing passages"), ("zh", "另有 1 篇不近但有共有段落")]
    {
        for form in ["--format text", "--format json"] {
            let said = files.run(&format!("review batch --against a.db {form} --lang {lang}"));
            assert!(form.ends_with("json") || said.out.contains(part), "{}", said.out);
        }
        let page = files.run(&format!("export batch --against a.db -o - --format html --lang {lang}"));
        assert!(page.out.contains(part), "{}", page.out);
    }
    let table = files.run("review batch --against a.db --format csv");
    assert!(table.out.contains("en.txt") && table.out.contains("other.txt"), "{}", table.out);
}

#[test]
fn a_kept_text_is_compared_when_its_file_is_gone() {
    let files = fixture("--keep-text");
    fs::remove_dir_all(files.path().join("in")).expect("removed");
    let found = files.json("review batch --against a.db --format json");
    assert!(pair(&found, "quote.txt", "en.txt")["a_in_b"].as_f64() > Some(0.5), "{found}");
    assert_eq!(found["archive"]["library"]["unverified"], Value::Array(Vec::new()));
}

#[test]
fn what_cannot_be_verified_is_listed_apart() {
    let files = fixture("");
    fs::remove_file(files.path().join("in/en.txt")).expect("removed");
    let done = files.run("review batch --against a.db --format json");
    let found: Value = serde_json::from_str(&done.out).expect("JSON");
    let unverified = &found["archive"]["library"]["unverified"][0];
    assert_eq!((&unverified["document"], &unverified["unverified"]), (&1.into(), &"unreadable".into()), "{found}");
    assert!(unverified["path"].as_str().is_some_and(|path| path.ends_with("/in/en.txt")), "{unverified}");
    let text = files.run("review batch --against a.db --format text");
    assert!(text.out.contains("quote.txt: at least") && text.out.contains("en.txt, unverified"), "{}", text.out);
    let table = files.run("review batch --against a.db --format csv");
    assert!(table.err.contains("quote.txt: at least"), "{}", table.err);
    let hidden = files.run("review batch --against a.db --format json --hide-names");
    assert!(!hidden.out.contains("en.txt"), "{}", hidden.out);
}

#[test]
fn a_library_from_someone_else_opens_no_file_and_another_recipe_is_refused() {
    let files = fixture("");
    let refused = files.run("review batch --against a.db --format text --tie ge");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("a.db") && refused.err.contains("tie is gt there and ge here"), "{}", refused.err);
    files.write("prints.jsonl", files.run("hash in --format jsonl").out);
    let both = files.run("review batch --against a.db --against prints.jsonl --format text");
    assert!(both.code == 2 && both.err.contains("one library"), "{}", both.err);
    fs::remove_dir_all(files.path().join(".home/.local/share/simscope")).expect("removed");
    let received = files.run("review batch --against a.db --format json");
    assert!(received.err.contains("not accepted here"), "{}", received.err);
    let found: Value = serde_json::from_str(&received.out).expect("JSON");
    assert_eq!(found["archive"]["library"]["unverified"][0]["unverified"], "not-allowed");
    // Near documents are known by their fingerprints alone.
    let near = pair(&found, "same.txt", "other.txt");
    assert!(near["hamming"] == 0 && near["a_in_b"].is_null(), "{near}");
}

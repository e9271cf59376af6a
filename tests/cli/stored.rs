//! Fingerprints from files: the same distances as from the texts, and a clear message on every error of a file.

use serde_json::Value;

use super::fixture::Fixture;

const OWN: &str = "--recipe 'space;fold=none;tf;xxh3-64;64;gt'";

#[test]
fn stored_fingerprints_are_as_good_as_texts() {
    let fixture = Fixture::new();
    fixture.write("empty.txt", "");
    let files = "en.txt en-edited.txt empty.txt zh.txt";
    for form in ["json", "jsonl"] {
        let hashed = fixture.run(&format!("hash {OWN} --format {form} {files}")).out;
        fixture.write("prints", &hashed);
        let texts = fixture.json(&format!("compare {OWN} -k 20 --format json {files}"));
        // The recipe is that of the file.
        let fingerprints = fixture.json("compare -k 20 --format json --fingerprints prints");
        assert_eq!((&fingerprints["recipe"], &fingerprints["schema"]), (&texts["recipe"], &texts["schema"]));
        assert_eq!(fingerprints["documents"][1]["stored"], "prints");
        assert_eq!(fingerprints["documents"][2]["fingerprint"], Value::Null);
        let of = |all: &Value| {
            let pairs = all["pairs"].as_array().expect("a list").iter();
            let mut pairs: Vec<_> = pairs.map(|p| [&p["a"], &p["b"], &p["hamming"]].map(Value::to_string)).collect();
            pairs.sort();
            pairs
        };
        assert_eq!((of(&fingerprints).len(), of(&fingerprints)), (6, of(&texts)));
        let keys = |pair: &Value| pair.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&fingerprints["pairs"][0]), keys(&texts["pairs"][0]), "one shape for both");
        assert!(
            fingerprints["pairs"][0]["coverage"].is_null()
                && fingerprints["pairs"][0]["flipped_bits"][0]["bit"].is_u64()
        );
        // From standard input, and mixed with a text.
        let mixed =
            fixture.pipe(&format!("compare {OWN} -k 20 --format jsonl --fingerprints - en.txt"), hashed.as_bytes());
        let first: Value = serde_json::from_str(mixed.out.lines().next().expect("a pair")).expect("JSON");
        assert_eq!((mixed.code, mixed.out.lines().count(), &first["hamming"]), (0, 10, &0.into()));
        assert_eq!((&first["name_a"], &first["name_b"]), (&"en.txt".into(), &"en.txt (2)".into()));
        let matrix = fixture.run("compare --format matrix --fingerprints prints --lang zh");
        assert!(matrix.out.contains("3  empty.txt（来自 prints）  没有指纹"), "{}", matrix.out);
    }
    let said = fixture.run("compare --fingerprints prints").out;
    assert_eq!(said.matches("Only fingerprints").count(), 1, "{said}");
}

#[test]
fn a_file_that_hash_made_is_distinguished_from_a_text() {
    let fixture = Fixture::new();
    fixture.write("a.json", fixture.run(&format!("hash {OWN} --format json en.txt zh.txt")).out);
    fixture.write("b.jsonl", fixture.run(&format!("hash {OWN} --format jsonl en-edited.txt")).out);
    fixture.write("text.json", r#"{ "a text": "about simscope/hash/1 and other schemas" }"#);
    let fingerprints = fixture.json("compare --format json a.json b.jsonl");
    let given = fixture.json("compare --format json --fingerprints a.json --fingerprints b.jsonl");
    assert_eq!(fingerprints, given);
    assert!(fixture.run("compare --format matrix a.json b.jsonl").out.contains("3 documents"));
    assert_eq!(paths(&fixture.json("compare --format json text.json en.txt")["documents"]), ["text.json", "en.txt"]);
}

fn paths(documents: &Value) -> Vec<&str> {
    let documents = documents.as_array().expect("a list").iter();
    documents.map(|document| document["path"].as_str().expect("a path")).collect()
}

#[test]
fn other_recipes_are_refused_by_their_settings() {
    let fixture = Fixture::new();
    let hashed = |options: &str| fixture.run(&format!("hash --format json {options} en.txt zh.txt")).out;
    fixture.write("a.json", hashed(OWN));
    fixture.write("b.json", hashed("--recipe 'space;fold=case;tf;md5;32;gt'"));
    for line in [
        "compare --fingerprints a.json --fingerprints b.json",
        "compare --format matrix --fingerprints a.json --fingerprints b.json",
    ] {
        let done = fixture.run(line);
        assert_eq!((done.code, &*done.out), (2, ""), "{line}");
        for part in ["b.json: [0]", "a.json: [0]", "fold is case there and none here", "hash is md5", "bits is 32"] {
            assert!(done.err.contains(part), "{line}: {part:?} is not in {}", done.err);
        }
        assert!(!done.err.contains("weight"), "{}", done.err);
    }
    let done = fixture.run("compare --tokens words --fingerprints a.json");
    assert!(
        done.code == 2 && done.err.contains("these options") && done.err.contains("tokens is space"),
        "{}",
        done.err
    );
    let done = fixture.run("compare --lang zh --fingerprints a.json --fingerprints b.json");
    assert!(done.err.contains("配方不同"), "{}", done.err);
}

#[test]
fn errors_of_a_file_are_named_with_their_places() {
    let fixture = Fixture::new();
    let json = fixture.run(&format!("hash {OWN} --format json en.txt zh.txt")).out;
    let jsonl = fixture.run(&format!("hash {OWN} --format jsonl en.txt zh.txt")).out;
    let entries: Value = serde_json::from_str(&json).expect("JSON");
    let hex = entries[1]["fingerprint"].as_str().expect("hexadecimal");
    let long = format!("{hex}0");
    for (text, from, to, parts) in [
        (&json, hex, "xyz", &["p: [1]: fingerprint is \"xyz\"", "16 hexadecimal digits"][..]),
        (&jsonl, hex, &long, &["p: line 2: fingerprint"]),
        (&jsonl, "\"bits\": 64", "\"bits\": 32", &["p: line 1: bits is 32, but the recipe has 64"]),
        (&json, "\"bits\": 64,", "", &["p: [0]: bits is missing"]),
        (&jsonl, "\"recipe\"", "\"rezept\"", &["line 1: recipe is missing"]),
        (&json, "\"fingerprint\"", "\"print\"", &["[0]: fingerprint is missing"]),
        (&json, "xxh3-64;64", "sha1;64", &["[0]: hash: unknown value \"sha1\""]),
        (&json, "simscope/hash/1", "simscope/hash/9", &["schema is \"simscope/hash/9\""]),
        (&jsonl, "}\n{", "}\n\n{,", &["not valid JSON", "line 3"]),
        (&json, "  {\n", "  7, {\n", &["[0]: not a document written by"]),
        (&json, &json, "", &["contains no fingerprint"]),
        (&json, &json, "[]", &["contains no fingerprint"]),
    ] {
        fixture.write("p", text.replacen(from, to, if from == hex { 1 } else { 9 }));
        let done = fixture.run("compare --fingerprints p");
        assert_eq!((done.code, &*done.out), (2, ""), "{to}");
        for part in parts {
            assert!(done.err.contains(part), "{to}: {part:?} is not in {}", done.err);
        }
    }
    for (line, part) in [
        ("compare --fingerprints missing", "missing: no such file"),
        ("compare --fingerprints - -", "read only once"),
        ("compare --fingerprints - --files-from -", "read only once"),
        ("compare --format matrix --fingerprints - --fingerprints -", "read only once"),
    ] {
        let done = fixture.pipe(line, b"en.txt");
        assert!(done.code == 2 && done.err.contains(part), "{line}: {}", done.err);
    }
    fixture.write("p", json);
    for line in ["compare --fingerprints p --format json --diff auto", "compare --fingerprints p --top 3"] {
        let done = fixture.run(line);
        assert!(done.code == 2 && done.err.contains("need the texts"), "{line}: {}", done.err);
    }
}

//! The JSON: its shape, and its numbers against each other and against the library.

use serde_json::Value;
use simscope::{
    compare::{
        Comparison, Examined, Thresholds,
        coverage::RunLength,
        pair::{Disagreement, Pair, compare},
    },
    simhash::{Pipeline, Recipe, sketch},
};

use super::fixture::{EN, Fixture, RECIPE, ZH};

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is not an integer"))
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().expect("a number");
    assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
}

#[test]
fn shapes_are_as_documented() {
    let fixture = Fixture::new();
    let seen = [
        "bits",
        "fingerprint",
        "constant",
        "tokens",
        "features",
        "n_eff",
        "format",
        "encoding",
        "bytes",
        "content_hash",
        "warnings",
    ];
    let document = [&["name", "path", "source"][..], &seen].concat();
    let entries = fixture.json("hash --format json en.txt missing.txt");
    assert_eq!(keys(&entries[0]), [&["schema", "recipe"][..], &document].concat());
    assert_eq!(keys(&entries[0]["encoding"]), ["name", "chosen", "replaced"]);
    assert_eq!(keys(&entries[1]), ["schema", "recipe", "name", "path", "source", "error"]);
    assert_eq!(keys(&entries[1]["error"]), ["kind", "message"]);

    let head =
        ["schema", "version", "recipe", "bits", "k", "chance_within_k", "scale", "exact", "run", "note", "documents"];
    let pair = [
        "a",
        "b",
        "hamming",
        "hamming_as_read",
        "k",
        "near_duplicate",
        "identical",
        "disagreement",
        "cosine",
        "cosine_from_bits",
        "cosine_interval",
        "length_ratio",
        "shorter",
        "coverage",
        "flipped_bits",
        "crossing",
    ];
    let all = fixture.json("compare --format json en.txt other.txt");
    assert_eq!(keys(&all), [&head[..], &["pairs"]].concat());
    assert_eq!(all["schema"], "simscope/compare/3");
    assert_eq!((number(&all["scale"]), number(&all["k"]), &all["exact"]), (65536, 3, &true.into()));
    assert_eq!(keys(&all["documents"][0]), document);
    assert_eq!(keys(&all["pairs"][0]), pair);
    assert_eq!(
        keys(&all["pairs"][0]["coverage"]),
        ["a_in_b", "b_in_a", "a_in_b_edited", "b_in_a_edited", "longest", "passages_a", "passages_b"]
    );
    let bit = ["bit", "v_a", "v_b", "margin_a", "margin_b", "contributions", "rest", "undo", "undo_hamming"];
    assert_eq!(keys(&all["pairs"][0]["flipped_bits"][0]), bit);
    assert_eq!(keys(&all["pairs"][0]["flipped_bits"][0]["contributions"][0]), ["feature", "w_a", "w_b", "moves"]);
    assert_eq!(keys(&all["pairs"][0]["crossing"]), ["by", "features", "hamming"]);

    let profiles = fixture.json("compare --profiles --format json en.txt other.txt");
    assert_eq!(keys(&profiles), [&head[..], &["profiles"]].concat());
    assert_eq!(profiles["schema"], "simscope/profiles/1");
    let rows = profiles["profiles"].as_array().expect("a list");
    let row = [
        "profile",
        "recipe",
        "bit_for_bit",
        "bits",
        "fingerprint_a",
        "fingerprint_b",
        "constant_a",
        "constant_b",
        "hamming",
        "near_duplicate",
        "why",
    ];
    assert!(rows.iter().all(|found| keys(found) == row));
    assert_eq!((&rows[0]["profile"], &rows[0]["why"]), (&Value::Null, &Value::Null));
    assert_eq!(rows[0]["hamming"], fixture.json("compare --format json en.txt other.txt")["pairs"][0]["hamming"]);
    assert_eq!(keys(&rows[1]["why"]), ["text", "parts", "decisive"]);
    assert_eq!(keys(&rows[1]["why"]["parts"][0]), ["part", "hamming", "bits"]);
    // Every row's recipe, taken back, gives the row's fingerprint.
    for found in rows {
        let line = format!("hash --format json --recipe '{}' en.txt", found["recipe"].as_str().expect("a recipe"));
        assert_eq!(fixture.json(&line)[0]["fingerprint"], found["fingerprint_a"]);
    }

    let one = fixture.json("explain --format json en.txt other.txt");
    assert_eq!(keys(&one), [&head[..], &["sentences", "passages", "pair"]].concat());
    assert_eq!(one["schema"], "simscope/explain/3");
    assert_eq!(keys(&one["pair"]), pair);
    assert_eq!(keys(&one["sentences"][0]), ["topic", "text"]);

    let one = fixture.json("explain --evidence --format json en.txt other.txt");
    assert_eq!(keys(&one), [&head[..], &["sentences", "passages", "pair", "evidence"]].concat());
    let evidence = &one["evidence"];
    let methods = ["methods", "vectors", "shingles", "minhash", "settings"];
    assert_eq!(keys(evidence), methods);
    assert_eq!(keys(&evidence["methods"][0]), ["method", "figure", "text", "sees", "misses"]);
    assert_eq!(keys(&evidence["vectors"]), ["cosine", "euclidean", "euclidean_normalised", "norm_a", "norm_b"]);
    assert_eq!(evidence["vectors"]["cosine"], one["pair"]["cosine"], "one number, not two");
    assert_eq!(keys(&evidence["shingles"]), ["words", "a", "b", "shared", "jaccard"]);
    assert_eq!(keys(&evidence["minhash"]), ["hashes", "equal", "estimate", "standard_error"]);
    assert_eq!(keys(&evidence["settings"]), ["robust", "near", "of", "cells"]);
    let cells = evidence["settings"]["cells"].as_array().expect("a list");
    assert_eq!((cells.len(), keys(&cells[0])), (20, vec!["tokens", "weight", "recipe", "hamming", "near_duplicate"]));
    let own = cells.iter().find(|cell| cell["recipe"] == one["recipe"]).expect("the recipe is among them");
    assert_eq!(own["hamming"], one["pair"]["hamming"]);

    let floats = fixture.json("compare --format json --recipe yanyiwu --text 'a\t1' --text 'b\t2'");
    assert_eq!(floats["exact"], false);
}

#[test]
fn hash_agrees_with_the_library() {
    let fixture = Fixture::new();
    for recipe in
        [RECIPE, "words;fold=nfkc;binary;md5;100;ge", "chars:2;fold=case;1+lntf;xxh3-128;3;gt", "pypi-simhash"]
    {
        let entries = fixture.json(&format!("hash --format json --recipe '{recipe}' zh.txt en.txt"));
        let recipe: Recipe = recipe.parse().expect("a recipe");
        for (entry, text) in [ZH, EN].into_iter().enumerate().map(|(n, text)| (&entries[n], text)) {
            let sketch = sketch(text, &recipe).expect("a sketch");
            assert_eq!(entry["schema"], "simscope/hash/1");
            assert_eq!(entry["recipe"], recipe.to_string());
            assert_eq!(number(&entry["bits"]), i64::from(recipe.bits));
            assert_eq!(entry["fingerprint"].as_str(), sketch.fingerprint.map(|f| f.to_string()).as_deref());
            assert_eq!(number(&entry["tokens"]), sketch.tokens as i64);
            assert_eq!(number(&entry["features"]), sketch.features as i64);
            close(&entry["n_eff"], sketch.n_eff);
            assert_eq!(number(&entry["bytes"]), text.len() as i64);
            assert_eq!(entry["content_hash"], format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes())));
        }
    }
}

fn fingerprint(document: &Value) -> u128 {
    u128::from_str_radix(document["fingerprint"].as_str().expect("hexadecimal"), 16).expect("hexadecimal")
}

/// The sum of what is listed and what is left over.
fn moved(bit: &Value) -> i64 {
    let listed = bit["contributions"].as_array().expect("a list").iter().map(|c| number(&c["moves"]));
    listed.sum::<i64>() + number(&bit["rest"]["moves"])
}

#[test]
fn distances_and_contributions_add_up() {
    let fixture = Fixture::new();
    for options in
        ["--recipe 'jieba;fold=case;tf;xxh3-64;64;gt'", "--bits 128 --hash md5 --weight 1+lntf", "--bits 6 -k 1"]
    {
        let all =
            fixture.json(&format!("compare --format json --top 2 {options} zh.txt zh-edited.txt en.txt en-edited.txt"));
        let pairs = all["pairs"].as_array().expect("a list");
        assert_eq!(pairs.len(), 6);
        for pair in pairs {
            let [a, b] = ["a", "b"].map(|side| fingerprint(&all["documents"][number(&pair[side]) as usize]));
            let bits = pair["flipped_bits"].as_array().expect("a list");
            assert_eq!(number(&pair["hamming"]), i64::from((a ^ b).count_ones()));
            assert_eq!(bits.len(), (a ^ b).count_ones() as usize);
            assert_eq!(pair["near_duplicate"], number(&pair["hamming"]) <= number(&all["k"]));
            let width = number(&all["bits"]);
            for bit in bits {
                assert_eq!((a ^ b) >> (width - 1 - number(&bit["bit"])) & 1, 1);
                assert!(bit["contributions"].as_array().is_some_and(|list| list.len() <= 2));
                assert_eq!(moved(bit), number(&bit["v_b"]) - number(&bit["v_a"]), "{options}: {bit}");
                for c in bit["contributions"].as_array().expect("a list") {
                    assert_eq!(number(&c["moves"]).abs(), (number(&c["w_b"]) - number(&c["w_a"])).abs());
                }
            }
        }
    }
}

#[test]
fn explain_lists_all_contributions_unless_told_otherwise() {
    let fixture = Fixture::new();
    for (top, most, all) in [("", usize::MAX, true), ("--top 3", 3, false), ("--top 0", 0, false)] {
        let one = fixture.json(&format!("explain --format json {top} en.txt other.txt"));
        for bit in one["pair"]["flipped_bits"].as_array().expect("a list") {
            assert!(bit["contributions"].as_array().is_some_and(|list| list.len() <= most));
            assert_eq!(number(&bit["rest"]["features"]) == 0, all);
            assert_eq!(moved(bit), number(&bit["v_b"]) - number(&bit["v_a"]));
        }
    }
    let ten = fixture.json("compare --format json en.txt other.txt");
    assert_eq!(ten["pairs"][0]["flipped_bits"][0]["contributions"].as_array().map(Vec::len), Some(10));
}

/// The pair as the library sees it.
fn library(texts: [&str; 2], recipe: &Recipe, k: u32) -> (Pair, Comparison) {
    let examine = |text| Examined::new(text, &Pipeline::new(recipe), RunLength::default()).expect("examined");
    let [a, b] = texts.map(examine);
    let pair = compare([0, 1], &a.subject, &b.subject, texts[0] == texts[1]);
    (pair, Comparison::new(pair, [&a.trace, &b.trace], [&a.subject, &b.subject], k))
}

#[test]
fn compare_agrees_with_the_library() {
    let fixture = Fixture::new();
    let edited = std::fs::read_to_string(fixture.path().join("en-edited.txt")).expect("a text");
    let recipe: Recipe = RECIPE.parse().expect("a recipe");
    for k in [0, 3, 64] {
        let all = fixture.json(&format!("compare --format json --recipe '{RECIPE}' -k {k} en.txt en-edited.txt"));
        let (pair, comparison) = library([EN, &edited], &recipe, k);
        let json = &all["pairs"][0];
        assert_eq!(json["hamming"].as_u64(), pair.hamming().map(u64::from));
        assert_eq!(json["near_duplicate"], pair.near(k));
        assert_eq!(json["disagreement"].as_str(), pair.disagreement(Thresholds::at(k)).map(Disagreement::key));
        close(&json["cosine"], comparison.cosine.expect("a cosine"));
        close(&json["coverage"]["a_in_b"], pair.coverage[0]);
        close(&json["coverage"]["b_in_a"], pair.coverage[1]);
        let bits = comparison.bits.expect("reasons");
        close(&json["cosine_from_bits"], bits.cosine);
        close(&json["cosine_interval"][0], bits.interval.0);
        close(&json["cosine_interval"][1], bits.interval.1);
        assert_eq!(json["crossing"].is_null(), bits.crossing.is_none());
        if let Some(crossing) = bits.crossing {
            assert_eq!(json["crossing"]["hamming"].as_u64(), Some(u64::from(crossing.hamming)));
            assert_eq!(json["crossing"]["by"], if pair.near(k) { "leave" } else { "undo" });
            assert_eq!(json["crossing"]["features"].as_array().map(Vec::len), Some(crossing.features.len()));
        }
        for (json, bit) in json["flipped_bits"].as_array().expect("a list").iter().zip(&bits.flipped) {
            assert_eq!(number(&json["bit"]), bit.bit as i64);
            assert_eq!([number(&json["v_a"]), number(&json["v_b"])], bit.v);
            assert_eq!(json["undo_hamming"].as_u64(), Some(u64::from(bit.undo.hamming)));
        }
    }
}

#[test]
fn passages_are_places_in_characters() {
    let fixture = Fixture::new();
    // CRLF line ends: places are counted in the text as it is worked on, with LF.
    fixture.write("crlf.txt", format!("开头\r\n{}", ZH.replace('\n', "\r\n")));
    let all = fixture.json("compare --format json crlf.txt zh.txt");
    let text: Vec<char> = format!("开头\n{ZH}").chars().collect();
    let passage = &all["pairs"][0]["coverage"]["passages_a"][0];
    let [start, end] = ["start", "end"].map(|key| number(&passage[key]) as usize);
    let cut: String = text[start..end].iter().collect();
    // The full stop at the end is no unit.
    assert_eq!(cut, ZH.trim_end().trim_end_matches('。'));
    let chars = cut.chars().filter(|c| c.is_alphanumeric()).count();
    assert_eq!(number(&passage["chars"]), chars as i64);
}

#[test]
fn hunks_come_when_asked_for() {
    let fixture = Fixture::new();
    let hunks = |line: &str, pair: usize| fixture.json(line)["pairs"][pair].clone();
    let files = "en.txt en-edited.txt other.txt";
    let never = hunks(&format!("compare --format json -k 20 {files}"), 0);
    assert!(never.get("hunks").is_none() && never.get("hunks_complete").is_none());
    let far = hunks(&format!("compare --format json --diff auto -k 20 {files}"), 2);
    assert!(far["near_duplicate"] == false && far["hunks"].is_null() && far["hunks_complete"].is_null());
    let far = hunks(&format!("compare --format json --diff always -k 20 {files}"), 2);
    assert!(far["hunks"].as_array().is_some_and(|list| !list.is_empty()));

    let near = hunks(&format!("compare --format json --diff auto -k 20 {files}"), 0);
    assert_eq!((&near["near_duplicate"], &near["hunks_complete"]), (&true.into(), &true.into()));
    let hunks = near["hunks"].as_array().expect("a list");
    let edited = std::fs::read_to_string(fixture.path().join("en-edited.txt")).expect("a text");
    let changed: Vec<(&str, &str)> = hunks
        .iter()
        .map(|hunk| {
            assert_eq!(keys(hunk), ["kind", "a", "b", "bits_moved", "hamming_without"]);
            assert_eq!(hunk["kind"], "word");
            for (side, text) in [("a", EN), ("b", &edited)] {
                let [start, end] = ["start", "end"].map(|key| number(&hunk[side][key]) as usize);
                let cut: String = text.chars().skip(start).take(end - start).collect();
                assert_eq!(hunk[side]["text"], cut);
            }
            (hunk["a"]["text"].as_str().expect("a text"), hunk["b"]["text"].as_str().expect("a text"))
        })
        .collect();
    assert_eq!(changed, [("gull", "albatross"), ("tired", "afraid")]);

    let one = fixture.json("explain --format json --diff always en.txt en-edited.txt");
    assert_eq!(one["pair"]["hunks"].as_array().map(Vec::len), Some(2));
}

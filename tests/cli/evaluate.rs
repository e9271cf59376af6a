//! `simscope evaluate`: labelled pairs, and the same numbers in every form.

use serde_json::Value;

use super::fixture::{Fixture, RECIPE};

const PAIRS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/labelled/pairs.tsv");

/// A table of the fixture's English texts, one pair of which is near.
const TABLE: &str = "a\tb\tset\tlabel\tsimilarity\nen.txt\ten-edited.txt\tedits\tnear\t0.9\r\n\
                     en.txt\tother.txt\tothers\tfar\n\n\
                     other.txt\ten-edited.txt\tothers\tmid\n";

#[test]
fn every_form_has_the_same_numbers() {
    let fixture = Fixture::new();
    let options = format!("--recipe '{RECIPE}' --also pypi-simhash {PAIRS}");
    let json = fixture.json(&format!("evaluate --format json {options}"));
    assert_eq!((&json["schema"], &json["mid"]), (&"simscope/evaluation/2".into(), &"neither".into()));
    let done = fixture.run(&format!("evaluate --format csv {options}"));
    assert_eq!((done.code, &*done.err), (0, ""));
    let mut reader = csv::Reader::from_reader(done.out.as_bytes());
    let names = reader.headers().expect("a head").clone();
    let mut records = reader.records().map(|record| record.expect("a record"));
    let (mut seen, mut signals_seen) = (0, 0);
    for recipe in json["recipes"].as_array().expect("a list") {
        let scores = recipe["scores"].as_array().expect("a list");
        // All pairs and four sets, k from 0 to 10.
        assert_eq!(scores.len(), 5 * 11);
        for score in scores {
            for rule in ["distance", "distance_or_shared"] {
                let record = records.next().expect("a record");
                let field = |name: &str| &record[names.iter().position(|known| known == name).expect("a column")];
                assert_eq!(field("recipe"), recipe["recipe"].as_str().expect("a line"));
                assert_eq!(
                    (field("set"), field("rule")),
                    (score["set"].as_str().unwrap_or(""), &*rule.replace('_', "-"))
                );
                assert_eq!(field("k"), score["k"].to_string());
                for name in ["near", "near_called", "far", "far_called", "precision", "recall", "f1"] {
                    let value = &score[rule][name];
                    let expected = value.as_f64().map_or(String::new(), |number| number.to_string());
                    assert_eq!(field(name), expected, "{name} of {score}");
                }
                seen += 1;
            }
        }
        // The distances up to 10 are above already.
        let signals = recipe["signals"].as_array().expect("a list").iter();
        for signal in signals.filter(|signal| signal["k"].as_u64().is_none_or(|k| k > 10)) {
            let record = records.next().expect("a record");
            let field = |name: &str| &record[names.iter().position(|known| known == name).expect("a column")];
            let is = |name: &str| !signal[name].is_null();
            let rule = match () {
                () if is("k") && is("edited") => "distance-or-shared",
                () if is("k") => "distance",
                () if is("shared") => "shared",
                () if is("edited") => "edited",
                () => "cosine",
            };
            assert_eq!((field("rule"), field("set")), (rule, ""));
            for name in
                ["k", "shared", "edited", "cosine", "mid_called", "near", "near_called", "far_called", "recall", "f1"]
            {
                let expected = signal[name].as_f64().map_or(String::new(), |number| number.to_string());
                assert_eq!(field(name), expected, "{name} of {signal}");
            }
            signals_seen += 1;
        }
    }
    assert_eq!((seen, signals_seen, records.next()), (220, 26, None));
    let text = fixture.run(&format!("evaluate {options}"));
    for recipe in json["recipes"].as_array().expect("a list") {
        let part = text.out.split(recipe["recipe"].as_str().expect("a line")).nth(1).expect("its part");
        for score in &recipe["scores"].as_array().expect("a list")[..5] {
            let number =
                |rule: &str, name: &str| score[rule][name].as_f64().map_or("–".into(), |value| format!("{value:.3}"));
            let [alone, both] = ["distance", "distance_or_shared"].map(|rule| {
                [
                    number(rule, "precision"),
                    number(rule, "recall"),
                    number(rule, "f1"),
                    score[rule]["far_called"].to_string(),
                ]
            });
            let expected: Vec<String> = [vec![score["k"].to_string()], alone.to_vec(), both.to_vec()].concat();
            let line = |line: &str| line.split_whitespace().eq(expected.iter().map(String::as_str));
            assert!(part.lines().any(line), "{expected:?} is not in\n{part}");
        }
    }
}

/// Each signal by itself has the figures of the pairs at its threshold, in words and in JSON.
#[test]
fn signals_are_measured_alone() {
    let fixture = Fixture::new();
    let json = fixture.json(&format!("evaluate --format json {PAIRS}"));
    let signals = json["recipes"][0]["signals"].as_array().expect("a list");
    let found = |name: &str, at: f64| {
        let of = signals.iter().find(|signal| signal[name] == at && signal["k"].is_null());
        of.unwrap_or_else(|| panic!("{name} {at} in {signals:?}"))["near_called"].as_u64()
    };
    let scores = json["recipes"][0]["scores"].as_array().expect("a list");
    let within = scores.iter().find(|score| score["set"].is_null() && score["k"] == 3).expect("k 3");
    let alone = signals.iter().find(|signal| signal["k"] == 3 && signal["edited"].is_null()).expect("HD alone");
    let both = signals.iter().find(|signal| signal["k"] == 3 && !signal["edited"].is_null()).expect("both");
    for name in ["near", "near_called", "far", "far_called", "f1"] {
        assert_eq!(alone[name], within["distance"][name]);
        assert_eq!(both[name], within["distance_or_shared"][name]);
    }
    assert!(found("shared", 0.6) <= found("shared", 0.3) && found("cosine", 0.99) <= found("cosine", 0.95));
    let text = fixture.run(&format!("evaluate {PAIRS}"));
    for said in ["single measure", "share ≥ 60.0%", "cosine ≥ 0.97", "HD ≤ 3 or with edits ≥ 60.0%"] {
        assert!(text.out.contains(said), "{said}: {}", text.out);
    }
}

/// Text pasted into another text is found by the shared text, and by no distance.
#[test]
fn coverage_adds_what_was_pasted() {
    let fixture = Fixture::new();
    let json = fixture.json(&format!("evaluate --format json {PAIRS}"));
    let scores = json["recipes"][0]["scores"].as_array().expect("a list");
    let pasted: Vec<&Value> = scores.iter().filter(|score| score["set"] == "pasted").collect();
    assert!(pasted.iter().all(|score| score["distance_or_shared"]["recall"] == 1.0));
    assert!(
        pasted.iter().filter(|score| score["k"].as_u64() <= Some(3)).all(|score| score["distance"]["recall"] == 0.0)
    );
    let all = scores.iter().find(|score| score["set"].is_null() && score["k"] == 3).expect("all at k 3");
    assert_eq!((&all["distance_or_shared"]["precision"], &all["distance_or_shared"]["f1"]), (&1.0.into(), &1.0.into()));
}

#[test]
fn what_is_in_between_counts_as_neither() {
    let fixture = Fixture::new();
    fixture.write("pairs.tsv", TABLE);
    let json = fixture.json("evaluate --format json pairs.tsv");
    let all = &json["recipes"][0]["scores"][0]["distance"];
    assert_eq!((&all["near"], &all["far"], &json["documents"]), (&1.into(), &1.into(), &3.into()));
    let from_stdin = fixture.pipe("evaluate --format json -", TABLE.as_bytes());
    assert_eq!(from_stdin.code, 0, "{}", from_stdin.err);
}

#[test]
fn all_weights_are_measured_once_each() {
    let fixture = Fixture::new();
    fixture.write("pairs.tsv", TABLE);
    let json =
        fixture.json(&format!("evaluate --format json --also weights --recipe '{RECIPE}' --also '{RECIPE}' pairs.tsv"));
    let recipes = json["recipes"].as_array().expect("a list");
    let weights: Vec<&str> = recipes.iter().filter_map(|r| r["recipe"].as_str()?.split(';').nth(2)).collect();
    assert_eq!((weights[0], weights.len()), ("tf", 19), "{weights:?}");
}

#[test]
fn errors_are_reported_with_file_and_line() {
    let fixture = Fixture::new();
    fixture.write("short.tsv", "a\tb\tset\tlabel\nen.txt\tother.txt\n");
    fixture.write("label.tsv", "en.txt\tother.txt\ts\tnearly\n");
    fixture.write("name.tsv", "en.txt\t\ts\tnear\n");
    fixture.write("empty.tsv", "a\tb\tset\tlabel\n");
    fixture.write("gone.tsv", TABLE.replace("other.txt", "gone.txt"));
    for (line, parts) in [
        ("short.tsv", &["short.tsv: line 2", "2 fields"][..]),
        ("label.tsv", &["label.tsv: line 1", "\"nearly\"", "near, mid or far"]),
        ("name.tsv", &["name.tsv: line 1", "no name"]),
        ("empty.tsv", &["empty.tsv", "no pair"]),
        ("missing.tsv", &["missing.tsv", "no such file"]),
        ("--also nonsense short.tsv", &["line 2"]),
        ("--docs nowhere short.tsv", &["line 2"]),
        ("--shared 101 short.tsv", &["--shared", "101"]),
        ("--lang zh label.tsv", &["第 1 行", "标签"]),
    ] {
        let done = fixture.run(&format!("evaluate {line}"));
        assert_eq!((done.code, &*done.out), (2, ""), "{line}");
        for part in parts {
            assert!(done.err.contains(part), "{line}: {part:?} is not in\n{}", done.err);
        }
    }
    fixture.write("pairs.tsv", TABLE);
    let wrong = fixture.run("evaluate --also nonsense pairs.tsv");
    assert!(wrong.code == 2 && wrong.out.is_empty() && wrong.err.contains("\"nonsense\""), "{}", wrong.err);
    // An unreadable file is skipped and reported, once, and the others are measured.
    let gone = fixture.run("evaluate --format json gone.tsv");
    assert!(
        gone.code == 2 && gone.err.lines().count() == 1 && gone.err.contains("gone.tsv: line 3: gone.txt"),
        "{}",
        gone.err
    );
    let json: Value = serde_json::from_str(&gone.out).expect("JSON");
    assert_eq!(json["recipes"][0]["scores"][0]["distance"]["near"], 1);
}

/// The keys of one object of `at`, under which CSV has the same figures.
const FIGURES: [&str; 5] = ["precision", "recall", "f1", "far_called", "crowded"];

#[test]
fn seeds_give_the_same_figures_in_every_form() {
    let fixture = Fixture::new();
    fixture.write("pairs.tsv", TABLE);
    let options = format!("--seeds 5 --split=3 -k 40 --recipe '{RECIPE}' --also simhash-rs pairs.tsv");
    let json = fixture.json(&format!("evaluate --format json {options}"));
    let done = fixture.run(&format!("evaluate --format csv {options}"));
    assert_eq!((done.code, &*done.err), (0, ""));
    let mut reader = csv::Reader::from_reader(done.out.as_bytes());
    let names = reader.headers().expect("a head").clone();
    let records: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a record")).collect();
    assert_eq!(records.len(), 2 * 3 * 41);
    let mut left = records.iter();
    for recipe in json["recipes"].as_array().expect("a list") {
        let study = &recipe["study"];
        assert_eq!(recipe["scores"].as_array().map(Vec::len), Some(3 * 41), "what was printed without seeds stays");
        for (part, measured) in
            [("all", &study["all"]), ("train", &study["split"]["train"]), ("test", &study["split"]["test"])]
        {
            for at in measured["at"].as_array().expect("a list") {
                let record = left.next().expect("a record");
                let field = |name: &str| &record[names.iter().position(|known| known == name).expect("a column")];
                let same = |name: &str, value: &Value| {
                    let equal = |read: f64| value.as_f64().is_some_and(|number| (number - read).abs() < 1e-12);
                    let equal = field(name).parse().map_or(field(name).is_empty() && value.is_null(), equal);
                    assert!(equal, "{name} is {:?} and {value} of {at}", field(name));
                };
                assert_eq!((field("recipe"), field("part")), (recipe["recipe"].as_str().expect("a line"), part));
                assert_eq!((field("k"), field("seeds")), (&*at["k"].to_string(), &*study["seeds"].to_string()));
                for name in FIGURES {
                    same(name, &at[name]["mean"]);
                    same(&format!("{name}_sd"), &at[name]["sd"]);
                }
                same("crowding", &at["crowding"]["mean"]);
                for (name, side) in [("low", 0), ("high", 1)] {
                    same(&format!("f1_{name}"), &at["f1_interval"][side]);
                    same(&format!("crowding_{name}"), &at["crowding_interval"][side]);
                }
                for name in ["documents", "families", "near", "far", "unrelated"] {
                    assert_eq!(field(name), measured[name].to_string());
                }
            }
        }
    }
    let [own, other] = [0, 1].map(|at| &json["recipes"][at]["study"]);
    // SipHash takes no seed here.
    assert_eq!((&own["seeds"], &other["seeds"]), (&5.into(), &1.into()));
    assert!(own["all"]["at"][20]["f1"]["sd"].is_number() && other["all"]["at"][20]["f1"]["sd"].is_null());
    assert_eq!((&own["all"]["families"], &own["all"]["unrelated"]), (&1.into(), &0.into()));
}

#[test]
fn seed_0_is_the_hash_as_it_is() {
    let fixture = Fixture::new();
    fixture.write("pairs.tsv", TABLE.replace("mid", "far"));
    let json = fixture.json(&format!("evaluate --format json --seeds 1 -k 40 --recipe '{RECIPE}' pairs.tsv"));
    let recipe = &json["recipes"][0];
    assert!(recipe["study"]["split"].is_null());
    for at in recipe["study"]["all"]["at"].as_array().expect("a list") {
        let scores = recipe["scores"].as_array().expect("a list");
        let same = |score: &&Value| score["set"].is_null() && score["k"] == at["k"];
        let score = &scores.iter().find(same).expect("the same k")["distance"];
        for name in ["precision", "recall", "f1"] {
            assert_eq!(at[name]["mean"], score[name], "{name} of {at}");
        }
        assert_eq!(at["far_called"]["mean"].as_f64(), score["far_called"].as_f64());
    }
}

#[test]
fn seeds_as_text_say_what_cannot_be_measured() {
    let fixture = Fixture::new();
    fixture.write("pairs.tsv", TABLE.replace("mid", "far"));
    let options = format!("--seeds 4 --split --recipe '{RECIPE}'");
    insta::assert_snapshot!(fixture.run(&format!("evaluate {options} --also simhash-rs pairs.tsv")).out);
    fixture.write("far.tsv", "en.txt\tother.txt\ts\tfar\n");
    fixture.write("one.tsv", "en.txt\ten-edited.txt\ts\tnear\n");
    for (table, parts) in [
        ("far.tsv", &["No pair is labelled near", "has no near pair, so no k is chosen"][..]),
        ("one.tsv", &["No pair is labelled far", "All documents are in one family"]),
        ("--lang zh one.tsv", &["没有标为 far 的文档对", "所有文档属于同一族"]),
    ] {
        let done = fixture.run(&format!("evaluate {options} {table}"));
        assert_eq!((done.code, &*done.err), (0, ""), "{table}");
        for part in parts {
            assert!(done.out.replace('\n', " ").contains(part), "{table}: {part:?} is not in\n{}", done.out);
        }
    }
    for wrong in ["--seeds 0", "--seeds 2000", "--seeds few", "--split=x"] {
        assert_eq!(fixture.run(&format!("evaluate {wrong} pairs.tsv")).code, 2, "{wrong}");
    }
}

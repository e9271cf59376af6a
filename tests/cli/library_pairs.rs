//! What other engines take of a library and what they give back: keys for HBase, pairs found by Spark and by DuckDB.

use std::{
    collections::BTreeSet,
    fs,
    process::{Command, Stdio},
    time::Instant,
};

use serde_json::{Value, json};
use simscope::{
    search::{Flat, Near, join},
    simhash::{Fingerprint, Watch},
};

use super::fixture::{EN, Fixture, OTHER, RECIPE};

/// A folder with a text, a version of it and another text.
fn texts() -> Fixture {
    let files = Fixture::new();
    fs::create_dir(files.path().join("in")).expect("made");
    for (name, text) in [("en.txt", EN), ("version.txt", &EN.replace("gull", "albatross")), ("other.txt", OTHER)] {
        files.write(&format!("in/{name}"), text);
    }
    files
}

#[test]
fn the_keys_for_hbase_are_the_bytes_in_the_library() {
    let files = texts();
    files.write("in/a #{`x`}.txt", "The sea was calm, and nobody came.");
    files.write("in/empty.txt", "… — …\n");
    assert_eq!(files.run(&format!("library add in --recipe '{RECIPE}' --library a.db")).code, 0);
    let script = files.run("library export --library a.db --format hbase");
    assert_eq!((script.code, &*script.err), (0, ""));
    let rows =
        |start: &str| script.out.lines().filter_map(|line| line.strip_prefix(start).map(str::to_owned)).collect();
    let puts: Vec<String> = rows("put 'simscope', ");
    let key = |row: &String| row.split('"').nth(1).expect("a key").replace("\\x", "");
    let written: BTreeSet<String> = puts.iter().map(key).collect();
    let connection = rusqlite::Connection::open(files.path().join("a.db")).expect("a library");
    let mut statement = connection.prepare("SELECT hex(key) FROM row_key").expect("a table");
    let stored = statement.query_map([], |row| row.get(0)).expect("rows");
    let stored: BTreeSet<String> = stored.collect::<Result<_, _>>().expect("keys");
    assert_eq!((written.len(), written), (16, stored), "4 documents have a fingerprint, in 4 tables each");
    assert_eq!(puts.iter().filter(|row| row.contains("in/a \\x23\\x7B\\x60x\\x60\\x7D.txt")).count(), 4, "{puts:?}");
    assert!(script.out.contains("SPLITS => [\"\\x00\\x00\\x10\\x00\", "), "{}", script.out);
    // The scans of the example are those of a look-up.
    let scans: Vec<String> = rows("#   scan 'simscope', ");
    let bounds: Vec<[String; 2]> = scans
        .iter()
        .map(|scan| [1, 3].map(|at| scan.split('"').nth(at).expect("a row").replace("\\x", "").to_lowercase()))
        .collect();
    let listed = files.run("library show 1 --library a.db --format jsonl").out;
    let first: Value = serde_json::from_str(&listed).expect("a document");
    let found =
        files.json(&format!("library find '{}' --library a.db --format json", first["path"].as_str().expect("a path")));
    assert_eq!(found["documents"][0]["ranges"], json!(bounds));
}

#[test]
fn a_review_takes_its_pairs_from_a_file() {
    let files = texts();
    fs::create_dir(files.path().join("pairs")).expect("made");
    files.write("pairs/part-0.csv", "id_a,path_a,path_b,hamming\n1,in/en.txt,in/version.txt,9\n");
    files.write("pairs/part-1.csv", "id_a,path_a,path_b,hamming\n1,in/other.txt,in/gone.txt,\n");
    files.write("pairs/_SUCCESS", "");
    let review = format!("review --recipe '{RECIPE}' --pairs-from pairs");
    let done = files.run(&format!("{review} --format json"));
    assert_eq!(done.code, 2, "a document cannot be read");
    let report: Value = serde_json::from_str(&done.out).expect("a report");
    let name = |number: &Value| {
        let number = number.as_u64().expect("a number") as usize;
        report["documents"][number - 1]["name"].as_str().expect("a name").to_owned()
    };
    let pairs = report["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 1, "{report}");
    assert_eq!([&pairs[0]["a"], &pairs[0]["b"]].map(name), ["en.txt", "version.txt"]);
    let computed = &pairs[0]["hamming"];
    assert!(done.err.contains(&format!("en.txt × version.txt: HD 9 in the file, {computed} here")), "{}", done.err);
    assert!(done.err.contains("1 of 2 given distances is not") && done.err.contains("gone.txt"), "{}", done.err);
    assert_eq!(report["left_out"][0], "Only pairs that another tool found were compared: 2.");
    // The pairs of a review are such a file, and documents of one's own are shown without pairs, too.
    files.write(
        "review.csv",
        files.run(&format!("review in --recipe '{RECIPE}' --filter 'name:other' --format csv")).out,
    );
    let again = files.json(&format!("review in/other.txt --recipe '{RECIPE}' --pairs-from review.csv --format json"));
    assert_eq!(again["pairs"].as_array().map(Vec::len), Some(2), "{again}");
    let own = files.json(&format!("review in/other.txt --recipe '{RECIPE}' --pairs-from pairs --format json"));
    assert_eq!((own["documents"].as_array().map(Vec::len), own["pairs"].as_array().map(Vec::len)), (Some(2), Some(0)));
}

#[test]
fn a_plan_says_what_documents_take_and_where_an_engine_ends() {
    let files = Fixture::new();
    let plan = files.json("library plan 2^34 --format json");
    assert_eq!(plan["documents"], 1u64 << 34);
    let packed = &plan["engines"][2];
    assert_eq!((&packed["engine"], &packed["look_ups"]), (&"redis-packed".into(), &4.into()), "{plan}");
    assert_eq!((packed["candidates"].as_f64(), &packed["limit"]), (Some(1_048_576.0), &"memory".into()), "{plan}");
    for (lang, says) in [("en", "measured elsewhere"), ("zh", "别处实测")] {
        let text = files.run(&format!("library plan 1e8 --lang {lang}"));
        assert!(text.code == 0 && text.out.contains(says) && text.out.contains("6,104"), "{}{}", text.out, text.err);
    }
    for wrong in ["0", "2^64", "1.5", "many"] {
        assert_eq!(files.run(&format!("library plan {wrong}")).code, 2, "{wrong}");
    }
}

#[test]
fn a_file_without_pairs_is_an_error_with_file_and_line() {
    let files = texts();
    for (text, says) in [
        ("one,two\n", "no columns path_a and path_b"),
        ("a,b\n", "no pairs in it"),
        ("a,b\nin/en.txt\n", "line 2: not a record"),
        ("a,b\nin/en.txt,\n", "line 2: a file has no name"),
        ("\u{feff}path_a,path_b,hamming\nin/en.txt,in/other.txt,near\n", "line 2: the distance is near"),
        ("a,b,hamming\nin/en.txt,in/other.txt,129\n", "line 2: the distance is 129"),
    ] {
        files.write("pairs.csv", text);
        let done = files.run("review --pairs-from pairs.csv --format text");
        assert!(done.code == 2 && done.err.contains("pairs.csv") && done.err.contains(says), "{text}: {}", done.err);
    }
    let gone = files.run("review --pairs-from gone.csv --format text");
    assert!(gone.code == 2 && gone.err.contains("gone.csv"), "{}", gone.err);
}

/// Values that crowd: versions of a few, some with a segment in common or wholly the same, and the largest there are.
fn skewed(count: usize) -> Vec<u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let families: Vec<u64> = (0..count / 5).map(|_| next()).collect();
    let value = |at: usize| match at % 100 {
        _ if at < 3 => [u64::MAX, 0, u64::MAX >> 1][at],
        0..60 => {
            let family = families[next() as usize % families.len()];
            (0..next() % 6).fold(family, |value, _| value ^ 1 << (next() % 64))
        }
        60..68 => 0x0101 << 48 | next() >> 16,
        68 if at < count / 3 => 0x8000_0000_0000_0001,
        _ => next(),
    };
    (0..count).map(value).collect()
}

/// The pairs in CSV, by the ids of their documents.
fn pairs_in(text: &str) -> BTreeSet<(usize, usize, u32)> {
    let mut pairs = BTreeSet::new();
    for record in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let (_, _, hamming, a, b): (String, String, u32, usize, usize) = record.expect("a pair");
        assert!(pairs.insert((a, b, hamming)), "{a} and {b} are there twice");
    }
    pairs
}

/// Runs only where `SIMSCOPE_PYTHON` names a Python with `pyspark` and `duckdb`, and there is Java.
#[test]
fn spark_and_duckdb_find_the_pairs_of_the_join() {
    let Some(python) = std::env::var_os("SIMSCOPE_PYTHON") else {
        eprintln!("skipped: SIMSCOPE_PYTHON names no Python with pyspark and duckdb");
        return;
    };
    let values = skewed(100_000);
    let files = Fixture::new();
    let line = |(at, value): (usize, &u64)| {
        let (name, fingerprint, content) = (format!("{at}.txt"), format!("{value:016x}"), format!("{at:016x}"));
        let line = json!({
            "schema": "simscope/hash/1", "recipe": RECIPE, "name": name, "path": name, "bits": 64,
            "fingerprint": fingerprint, "bytes": 1, "content_hash": content,
        });
        format!("{line}\n")
    };
    files.write("prints.jsonl", values.iter().enumerate().map(line).collect::<String>());
    assert_eq!(files.run("library import prints.jsonl --library a.db").code, 0);
    files.write("library.csv", files.run("library export --library a.db --format csv").out);
    let fingerprints: Vec<Fingerprint> = values.iter().map(|&value| Fingerprint::new(value.into(), 64)).collect();
    let flat = Flat::new(64, &fingerprints).expect("one width");
    let joined = join(&flat, 3, &Watch::default()).expect("nobody stops it");
    let expected: BTreeSet<_> = joined.into_iter().map(|Near { a, b, hamming }| (a + 1, b + 1, hamming)).collect();
    let run = |arguments: &[&str]| {
        let begun = Instant::now();
        let status = Command::new(&python)
            .args(arguments)
            .current_dir(files.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(status.expect("started").success(), "{arguments:?}");
        eprintln!("{} pairs expected; {:.1} s", expected.len(), begun.elapsed().as_secs_f64());
    };
    let sql = "import duckdb, sys; duckdb.connect().execute(open(sys.argv[1]).read())";
    run(&["-c", sql, concat!(env!("CARGO_MANIFEST_DIR"), "/assets/spark/pairs.sql")]);
    let by_duckdb = pairs_in(&fs::read_to_string(files.path().join("pairs.csv")).expect("written"));
    assert!(by_duckdb == expected, "DuckDB: {} pairs, not {}", by_duckdb.len(), expected.len());
    run(&[concat!(env!("CARGO_MANIFEST_DIR"), "/assets/spark/pairs.py"), "library.csv", "pairs"]);
    let parts = fs::read_dir(files.path().join("pairs")).expect("a folder").map(|part| part.expect("a file").path());
    let parts = parts.filter(|part| part.extension().is_some_and(|ending| ending == "csv"));
    let by_spark: BTreeSet<_> = parts.flat_map(|part| pairs_in(&fs::read_to_string(part).expect("text"))).collect();
    assert!(by_spark == expected, "Spark: {} pairs, not {}", by_spark.len(), expected.len());
}

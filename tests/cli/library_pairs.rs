//! What other engines take of a library and what they give back: keys for HBase, pairs found by Spark and by DuckDB.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
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
    let exported = files.run("library export --library a.db --format hbase");
    assert_eq!((exported.code, &*exported.err), (0, ""));
    let rows: Vec<(&str, &str)> =
        exported.out.lines().map(|line| line.split_once('\t').expect("a key and a path")).collect();
    let written: BTreeSet<String> = rows.iter().map(|(key, _)| key.to_uppercase()).collect();
    let connection = rusqlite::Connection::open(files.path().join("a.db")).expect("a library");
    let mut statement = connection.prepare("SELECT hex(key) FROM row_key").expect("a table");
    let stored = statement.query_map([], |row| row.get(0)).expect("rows");
    let stored: BTreeSet<String> = stored.collect::<Result<_, _>>().expect("keys");
    assert_eq!((written.len(), written), (16, stored), "4 documents have a fingerprint, in 4 tables each");
    assert_eq!(rows.iter().filter(|(_, path)| path.ends_with("in/a #{`x`}.txt")).count(), 4, "{rows:?}");
    // A look-up scans from one key of its ranges to the other.
    let listed = files.run("library show 1 --library a.db --format jsonl").out;
    let first: Value = serde_json::from_str(&listed).expect("per document");
    let found =
        files.json(&format!("library find '{}' --library a.db --format json", first["path"].as_str().expect("a path")));
    let ranges: Vec<[String; 2]> = serde_json::from_value(found["documents"][0]["ranges"].clone()).expect("ranges");
    let own = |[start, stop]: &[String; 2]| rows.iter().any(|(key, _)| (&**start..&**stop).contains(key));
    assert!(ranges.len() == 4 && ranges.iter().all(own), "{ranges:?}");
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
    assert_eq!(done.code, 2, "per document cannot be read");
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
    assert!(done.err.contains("1 of 2 distances in the file differs") && done.err.contains("gone.txt"), "{}", done.err);
    assert_eq!(report["left_out"][0], "Only the 2 pairs found by another tool were compared.");
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
        ("one,two\n", "has none of: path_a and path_b"),
        ("a,b\n", "no pairs"),
        ("a,b\nin/en.txt\n", "line 2: not a CSV record"),
        ("a,b\nin/en.txt,\n", "line 2: a file has no name"),
        ("\u{feff}path_a,path_b,hamming\nin/en.txt,in/other.txt,near\n", "line 2: the distance must be"),
        ("a,b,hamming\nin/en.txt,in/other.txt,129\n", "line 2: the distance must be"),
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

/// Documents by their ids: pairs with their distances, and of each in a cluster the representative and its distance.
type Found = (BTreeSet<(usize, usize, u32)>, BTreeMap<usize, (usize, u32)>);

/// What is in tables of CSV.
fn found_in(pairs: &[String], clusters: &[String]) -> Found {
    let records = |texts: &[String]| -> Vec<csv::StringRecord> {
        let each = texts.iter().flat_map(|text| csv::Reader::from_reader(text.as_bytes()).into_records());
        each.collect::<Result<_, _>>().expect("records")
    };
    let number = |record: &csv::StringRecord, at: usize| record[at].parse::<usize>().expect("a number");
    let mut found = Found::default();
    for record in records(pairs) {
        let pair = (number(&record, 4), number(&record, 6), number(&record, 2) as u32);
        assert!(found.0.insert(pair), "{pair:?} is there twice");
    }
    for record in records(clusters) {
        let name = record[1].rsplit('/').next().and_then(|name| name.strip_suffix(".txt")).expect("a name");
        let name = name.parse::<usize>().expect("a number") + 1;
        assert!(found.1.insert(number(&record, 4), (name, number(&record, 2) as u32)).is_none(), "{record:?} twice");
    }
    found
}

/// What is to be found: of equal fingerprints the first document stands for all.
fn expected(values: &[u64]) -> Found {
    let mut first: HashMap<u64, usize> = HashMap::new();
    let mut found = Found::default();
    for (id, &value) in (1..).zip(values) {
        let stands = *first.entry(value).or_insert(id);
        if stands != id {
            found.0.insert((stands, id, 0));
        }
    }
    let distinct: Vec<(usize, u64)> =
        (1..).zip(values).filter(|(id, value)| first[value] == *id).map(|(id, &value)| (id, value)).collect();
    let fingerprints: Vec<Fingerprint> =
        distinct.iter().map(|&(_, value)| Fingerprint::new(value.into(), 64)).collect();
    let flat = Flat::new(64, &fingerprints).expect("one width");
    let joined = join(&flat, 3, &Watch::default()).expect("nobody stops it");
    found.0.extend(joined.into_iter().map(|Near { a, b, hamming }| (distinct[a].0, distinct[b].0, hamming)));
    // In the order of the first documents, each root is known before it is needed.
    let mut root: BTreeMap<usize, usize> = BTreeMap::new();
    for &(a, b, _) in &found.0 {
        let [a, b] = [a, b].map(|id| {
            root.entry(id).or_insert(id);
            top(&root, id)
        });
        root.insert(a.max(b), a.min(b));
    }
    found.1 =
        root.keys().map(|&id| (id, top(&root, id))).map(|(id, top)| (id, (top, distance(values, id, top)))).collect();
    found
}

/// The document that another is linked to in the end.
fn top(root: &BTreeMap<usize, usize>, mut id: usize) -> usize {
    while let Some(&above) = root.get(&id).filter(|&&above| above != id) {
        id = above;
    }
    id
}

fn distance(values: &[u64], a: usize, b: usize) -> u32 {
    (values[a - 1] ^ values[b - 1]).count_ones()
}

/// Runs only where `SIMSCOPE_PYTHON` names a Python with `pyspark` and `duckdb`, and there is Java. Of a million
/// fingerprints 3,000 are equal and 80,000 have a block in common.
#[test]
fn spark_and_duckdb_find_the_pairs_of_the_join() {
    let Some(python) = std::env::var_os("SIMSCOPE_PYTHON") else {
        eprintln!("skipped: SIMSCOPE_PYTHON names no Python with pyspark and duckdb");
        return;
    };
    let values = skewed(1_000_000);
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
    let expected = expected(&values);
    let run = |arguments: &[&str]| {
        let begun = Instant::now();
        let done = Command::new(&python).args(arguments).current_dir(files.path()).stdin(Stdio::null()).output();
        let done = done.expect("started");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{arguments:?}: {said}");
        eprintln!("{} pairs expected; {:.1} s", expected.0.len(), begun.elapsed().as_secs_f64());
        said.into_owned()
    };
    let text = |name: &str| fs::read_to_string(files.path().join(name)).expect("written");
    let sql = "import duckdb, sys; duckdb.connect().execute(open(sys.argv[1]).read())";
    run(&["-c", sql, concat!(env!("CARGO_MANIFEST_DIR"), "/assets/spark/pairs.sql")]);
    let by_duckdb = found_in(&[text("pairs.csv")], &[text("clusters.csv")]);
    assert!(by_duckdb == expected, "DuckDB: {} pairs, {} in clusters", by_duckdb.0.len(), by_duckdb.1.len());
    let job = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/spark/pairs.py");
    let said = run(&[job, "library.csv", "found"]);
    assert!(said.contains("comparisons"), "{said}");
    let parts = |name: &str| -> Vec<String> {
        let parts = fs::read_dir(files.path().join("found").join(name)).expect("a folder");
        let parts = parts.map(|part| part.expect("a file").path());
        let parts = parts.filter(|part| part.extension().is_some_and(|ending| ending == "csv"));
        parts.map(|part| fs::read_to_string(part).expect("text")).collect()
    };
    let by_spark = found_in(&parts("pairs"), &parts("clusters"));
    assert!(by_spark == expected, "Spark: {} pairs, {} in clusters", by_spark.0.len(), by_spark.1.len());
}

#[test]
fn clusters_and_columns_of_other_tools_are_taken_by_name() {
    let files = texts();
    files.write("clusters.csv", "path,__CLUSTER__\nin/en.txt,1\nin/version.txt,1\nin/other.txt,2\n");
    let review = format!("review --recipe '{RECIPE}' --format json --pairs-from");
    let pairs = |file: &str| {
        let done = files.run(&format!("{review} {file}"));
        let report: Value = serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{}", done.err));
        (report["pairs"].as_array().expect("pairs").clone(), done.err)
    };
    let (clusters, said) = pairs("clusters.csv:document=path,cluster=__CLUSTER__");
    assert_eq!(clusters.len(), 1);
    assert!(said.contains("2 clusters with 3 documents; at most 10 of each"), "{said}");
    files.write("scored.csv", "left,right,jaccard\nin/en.txt,in/version.txt,0.75\n");
    let (scored, _) = pairs("scored.csv:a=left,b=right,score=jaccard");
    assert_eq!(scored[0]["given_score"], 0.75);
    // The others are the usual ones, and a column that nobody named may hold anything.
    files.write("usual.csv", "path_a,path_b,score,jaccard\nin/en.txt,in/version.txt,high,0.5\n");
    assert_eq!(pairs("usual.csv:score=jaccard").0[0]["given_score"], 0.5);
    assert!(pairs("usual.csv").0[0]["given_score"].is_null());
    let wrong = files.run(&format!("{review} scored.csv:a=left,b=gone"));
    assert!(wrong.code == 2 && wrong.err.contains("or the columns you named"), "{}", wrong.err);
    // Of a large cluster the same few are taken each time.
    let all: Vec<String> = (0..500).map(|at| format!("{at}.txt,1\n")).collect();
    files.write("large.csv", format!("path,cluster\n{}", all.concat()));
    let large = files.run(&format!("{review} large.csv"));
    assert!(
        large.err.contains("1 cluster with 500 documents") && large.err.contains("10 documents in all"),
        "{}",
        large.err
    );
}

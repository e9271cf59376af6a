//! Profiles against the systems they reproduce, bit for bit.

use std::{collections::HashMap, fmt::Write};

use serde::Deserialize;
use simscope_core::simhash::{FeatureHash, Keep, Order, Pipeline, Profile, Recipe, Trace, Weighting, sketch, trace};

#[derive(Deserialize)]
struct Text {
    id: String,
    text: String,
}

#[derive(Deserialize)]
struct Vector {
    id: Option<String>,
    params: Params,
    tokens: Option<Vec<String>>,
    weights: Option<Vec<f64>>,
    token_hashes: Option<Vec<String>>,
    /// `None` where the system itself crashed.
    fingerprint: Option<String>,
}

#[derive(Deserialize)]
struct Params {
    f: Option<u8>,
    input: Option<String>,
    hashbits: Option<u8>,
    mode: Option<String>,
    #[serde(rename = "topN_value")]
    top: Option<u32>,
}

fn texts() -> HashMap<String, String> {
    let texts: Vec<Text> = serde_json::from_str(include_str!("fixtures/texts.json")).expect("texts.json");
    texts.into_iter().map(|t| (t.id, t.text)).collect()
}

fn vectors(json: &str) -> Vec<Vector> {
    serde_json::from_str(json).expect("a list of vectors")
}

fn profile(name: &str, bits: u8) -> Recipe {
    Recipe { bits, ..Profile::find(name).expect("a profile").recipe() }.checked().expect("a recipe")
}

fn run(text: &str, recipe: &Recipe) -> Trace {
    let trace = trace(text, recipe).expect("a trace");
    assert_eq!(sketch(text, recipe), Ok(trace.sketch), "the fast path gives the same");
    let outline = Pipeline::new(recipe).without_places().trace(text).expect("an outline");
    assert_eq!((outline.sketch, &outline.sums), (trace.sketch, &trace.sums), "and so does the outline");
    for (at, feature) in trace.features.iter().enumerate() {
        assert_eq!(trace.places(at, 0).count(), feature.tf as usize, "a place for each occurrence");
        assert_eq!(trace.places(at, 0).next(), Some(feature.first), "from the first on");
        assert_eq!(outline.places(at, 0).next(), None, "which an outline does not keep");
    }
    trace
}

fn hex(trace: &Trace) -> String {
    trace.sketch.fingerprint.map(|f| f.to_string()).unwrap_or_default()
}

/// The vector's tokens and weights as a list of given features.
fn list(vector: &Vector) -> String {
    let tokens = vector.tokens.as_deref().unwrap_or_default();
    let weights = vector.weights.as_deref().unwrap_or_default();
    tokens.iter().zip(weights).fold(String::new(), |mut list, (token, weight)| {
        writeln!(list, "{token}\t{weight:?}").expect("writing to a string");
        list
    })
}

/// The trace's features as (name, weight, hash), by name.
fn features(trace: &Trace) -> Vec<(String, f64, String)> {
    let digits = usize::from(trace.recipe.bits).div_ceil(4);
    let feature = |i: usize| {
        let f = &trace.features[i];
        let weight = simscope_core::simhash::from_fixed(f.weight);
        (trace.name(i).to_owned(), weight, format!("{:0digits$x}", f.hash))
    };
    trace.order(Order::Name).into_iter().map(feature).collect()
}

/// The vector's features in the same form, equal tokens added up.
fn expected(vector: &Vector) -> Vec<(String, f64, String)> {
    let mut all: HashMap<&str, (f64, &str)> = HashMap::new();
    let (tokens, weights, hashes) = (&vector.tokens, &vector.weights, &vector.token_hashes);
    let rows = tokens.iter().flatten().zip(weights.iter().flatten()).zip(hashes.iter().flatten());
    for ((token, weight), hash) in rows {
        all.entry(token).or_insert((0.0, hash)).0 += weight;
    }
    let mut all: Vec<_> = all.into_iter().map(|(t, (w, h))| (t.to_owned(), w, h.to_owned())).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

#[test]
fn pypi_simhash() {
    let texts = texts();
    let vectors = vectors(include_str!("fixtures/pypi_simhash.json"));
    assert_eq!(vectors.len(), 73);
    for vector in &vectors {
        let bits = vector.params.f.expect("f");
        let Some(fingerprint) = &vector.fingerprint else { continue };
        let trace = if vector.params.input.as_deref() == Some("str") {
            let text = &texts[vector.id.as_deref().expect("an id")];
            let trace = run(text, &profile("pypi-simhash", bits));
            if vector.tokens.is_some() {
                assert_eq!(features(&trace), expected(vector), "{text:?}");
            }
            trace
        } else {
            run(&list(vector), &profile("pypi-simhash-list", bits))
        };
        assert_eq!(&hex(&trace), fingerprint, "{:?} {:?} {:?}", vector.id, vector.params.input, vector.tokens);
    }
}

#[test]
fn article_003() {
    let texts = texts();
    let vectors = vectors(include_str!("fixtures/java_article003.json"));
    assert_eq!(vectors.len(), 63);
    for vector in &vectors {
        let bits = vector.params.hashbits.expect("hashbits");
        let text = &texts[vector.id.as_deref().expect("an id")];
        let trace = run(text, &profile("article-003", bits));
        assert_eq!(features(&trace), expected(vector), "{text:?}");
        assert_eq!(Some(hex(&trace)), vector.fingerprint, "{text:?} at {bits} bits");
    }
}

#[test]
fn article_003_as_printed() {
    let strings = [
        (
            "China people's Republic of China Chinese China people's Republic of China People's Republic of China",
            2_724_572_408_506_416_791_325_217_028_598_452_u128,
        ),
        (
            "China people's Republic of China Chinese China people's Republic of China",
            2_724_652_255_638_969_145_097_021_731_662_516,
        ),
        ("China people's Republic", 2_661_505_323_620_819_300_321_514_299_778_149_012),
    ];
    let recipe = profile("article-003", 128);
    let [a, b, c] = strings.map(|(text, value)| {
        let fingerprint = run(text, &recipe).sketch.fingerprint.expect("a fingerprint");
        assert_eq!(fingerprint.value(), value);
        fingerprint
    });
    assert_eq!((a.hamming(b), a.hamming(c)), (3, 18));
}

#[test]
fn yanyiwu_from_its_keyword_list() {
    let vectors = vectors(include_str!("fixtures/yanyiwu_simhash.json"));
    assert_eq!(vectors.len(), 105);
    for vector in &vectors {
        let trace = run(&list(vector), &profile("yanyiwu", 64));
        for (token, hash) in vector.tokens.iter().flatten().zip(vector.token_hashes.iter().flatten()) {
            assert_eq!(&format!("{:016x}", FeatureHash::Lookup3.hash(token, 64)), hash, "{token}");
        }
        let constant = vector.tokens.as_ref().is_none_or(Vec::is_empty);
        assert_eq!(trace.sketch.constant, constant);
        assert_eq!(Some(hex(&trace)), vector.fingerprint, "{:?} {:?}", vector.id, vector.tokens);
    }
}

/// Checks a system that takes texts: tokens, weights, hashes and fingerprint of each vector. `turned` are the bits that
/// the system's sign turns over.
fn whole(vectors: &[Vector], recipe: &Recipe, turned: u128) {
    let texts = texts();
    let digits = usize::from(recipe.bits).div_ceil(4);
    for vector in vectors {
        let text = &texts[vector.id.as_deref().expect("an id")];
        let trace = run(text, recipe);
        let mut expected = expected(vector);
        for (.., hash) in &mut expected {
            let bits = u128::from_str_radix(hash, 16).expect("a hash") ^ turned;
            *hash = format!("{bits:0digits$x}");
        }
        assert_eq!(features(&trace), expected, "{text:?}");
        assert_eq!(Some(hex(&trace)), vector.fingerprint, "{text:?}");
        assert_eq!(trace.sketch.constant, expected.is_empty(), "{text:?}");
    }
}

#[test]
fn text_dedup_all_21_vectors() {
    let vectors = vectors(include_str!("fixtures/text_dedup.json"));
    assert_eq!(vectors.len(), 21);
    whole(&vectors, &profile("text-dedup", 64), 0);
}

#[test]
fn simhash_rs_all_21_vectors() {
    let vectors = vectors(include_str!("fixtures/rust_simhash_crate.json"));
    assert_eq!(vectors.len(), 21);
    whole(&vectors, &profile("simhash-rs", 64), 0);
}

#[test]
fn simhash_py_all_21_vectors() {
    let vectors = vectors(include_str!("fixtures/seomoz_simhash.json"));
    assert_eq!(vectors.len(), 21);
    whole(&vectors, &profile("simhash-py", 64), 0);
}

#[test]
fn gaoya_all_21_vectors_of_64_bits_and_21_of_128() {
    let narrow = vectors(include_str!("fixtures/rust_gaoya.json"));
    let wide = vectors(include_str!("fixtures/rust_gaoya_128.json"));
    assert_eq!((narrow.len(), wide.len()), (21, 21));
    whole(&narrow, &profile("gaoya", 64), u128::from(u64::MAX));
    whole(&wide, &profile("gaoya", 128), u128::MAX);
}

#[test]
fn mfonda_all_21_vectors_of_words_and_21_of_unicode_words() {
    let texts = texts();
    let vectors = vectors(include_str!("fixtures/go_mfonda.json"));
    let mut seen = [0; 2];
    for vector in &vectors {
        let unicode = match vector.params.mode.as_deref() {
            Some("WordFeatureSet") => false,
            Some("UnicodeWordFeatureSet-NFKC") => true,
            other => panic!("{other:?}"),
        };
        seen[usize::from(unicode)] += 1;
        let text = &texts[vector.id.as_deref().expect("an id")];
        let trace = run(text, &profile(if unicode { "mfonda-unicode" } else { "mfonda" }, 64));
        // Its vectors list hashes in the order of the text, and no tokens.
        let all = 0..trace.features.len();
        let mut tokens: Vec<_> = all.flat_map(|f| trace.places(f, 0).map(move |span| (span.start, f))).collect();
        tokens.sort_unstable();
        let hashes: Vec<String> = tokens.iter().map(|&(_, f)| format!("{:016x}", trace.features[f].hash)).collect();
        assert_eq!(Some(hashes), vector.token_hashes, "{text:?}");
        assert_eq!(Some(hex(&trace)), vector.fingerprint, "{text:?}");
    }
    assert_eq!(seen, [21, 21]);
}

#[test]
fn yanyiwu_selects_its_top_n_of_all_keywords_in_84_vectors() {
    let vectors = vectors(include_str!("fixtures/yanyiwu_simhash.json"));
    let all = |vector: &&Vector| vector.params.top == Some(1_000_000);
    let lists: HashMap<_, _> = vectors.iter().filter(all).map(|v| (v.id.as_deref(), v)).collect();
    let mut seen = 0;
    for vector in vectors.iter().filter(|vector| !all(vector)) {
        let mut rows: Vec<String> = list(lists[&vector.id.as_deref()]).lines().map(String::from).collect();
        // In any order: the system takes them by the bytes of their names, whatever order they come in.
        rows.reverse();
        let top = Weighting::Given(Keep::Top(vector.params.top.expect("topN")));
        let trace = run(&rows.join("\n"), &Recipe { weight: top, ..profile("yanyiwu", 64) });
        assert_eq!(Some(hex(&trace)), vector.fingerprint, "{:?} {top:?}", vector.id);
        seen += 1;
    }
    assert_eq!(seen, 84);
}

#[cfg(feature = "chinese")]
#[test]
fn yanyiwu_text_is_the_same_method_and_not_the_same_bits() {
    let texts = texts();
    let vectors = vectors(include_str!("fixtures/yanyiwu_simhash.json"));
    let mut distances = Vec::new();
    for vector in vectors.iter().filter(|v| v.tokens.as_ref().is_some_and(|tokens| !tokens.is_empty())) {
        let id = vector.id.as_deref().expect("an id");
        let keep = Keep::Top(vector.params.top.expect("topN"));
        let recipe = Recipe { weight: Weighting::Keyword(keep), ..profile("yanyiwu-text", 64) };
        let here = run(&texts[id], &recipe);
        let there = run(&list(vector), &profile("yanyiwu", 64));
        let Some((a, b)) = here.sketch.fingerprint.zip(there.sketch.fingerprint) else { continue };
        distances.push(a.hamming(b));
        if id == "zh_long" && vector.params.top == Some(20) {
            // The figures in the manual.
            let weights = |trace: &Trace| -> HashMap<String, i64> {
                let kept = trace.features.iter().enumerate().filter(|(_, feature)| feature.weight != 0);
                kept.map(|(at, feature)| (trace.name(at).to_owned(), feature.weight)).collect()
            };
            let (here, there) = (weights(&here), weights(&there));
            let both = here.iter().filter_map(|(word, weight)| Some((weight - there.get(word)?).abs()));
            // The table is rounded to tenths; a word counted once more or less weighs far more than this.
            let (same, other): (Vec<i64>, Vec<i64>) =
                both.partition(|apart| *apart <= 3 * simscope_core::simhash::SCALE * 6 / 100);
            assert_eq!((a.hamming(b), same.len(), other.len()), (1, 17, 3));
        }
    }
    // In the manual, too: how far the method carries.
    let same = distances.iter().filter(|&&hd| hd == 0).count();
    let near = distances.iter().filter(|&&hd| hd <= 3).count();
    assert_eq!((distances.len(), same, near), (85, 29, 35), "{distances:?}");
}

#[test]
fn a_systems_constant_for_an_empty_text_is_marked() {
    let constant = |name, bits| {
        let trace = run("", &profile(name, bits));
        assert!(trace.sketch.constant, "{name}");
        hex(&trace)
    };
    assert_eq!(constant("pypi-simhash", 64), "e9800998ecf8427e");
    assert_eq!(constant("pypi-simhash-list", 64), "0000000000000000");
    assert_eq!(constant("article-003", 64), "ffffffffffffffff");
    assert_eq!(run("", &Recipe::default()).sketch.fingerprint, None, "own recipes give none");
}

//! Measures how well each weighting tells near-duplicates from other texts, as Markdown tables:
//!
//! ```sh
//! cargo run --release --example measure_weights -- path/to/pairs.tsv [path/to/docs]
//! ```
//!
//! `pairs.tsv` has a line of names and then lines of `a TAB b TAB set TAB label [TAB similarity]`: two files of the
//! folder `docs` (if not given, the one beside `pairs.tsv`), the set they belong to, and `near`, `mid` or `far`.
//!
//! A pair is *called near* where the Hamming distance is at most 3 ([`DEFAULT_K`]), the rule that the program uses.
//!
//! - *recall*: the share of the `near` pairs called near.
//! - *false*: how many `far` pairs are called near; *mid*: how many `mid` pairs are, which is neither right nor wrong.
//! - *precision*, *F1*: of `near` against `far`. *F1 strict*: the same with `mid` pairs counted as `far`.
//! - *cross*: how many pairs of documents of different chapters are called near, and *closest*: the smallest distance
//!   of any such pair. The chapter is the part of the file name, between dots, that begins with `ch` and a digit. There
//!   are far more of these pairs than of labelled ones, so they are the harder test of "no false pair".
//! - *HD near*, *HD far*: the median distance of the `near` pairs, and of the `far` pairs.
//! - *`n_eff`*: how many equal features the weights are worth, the median of all documents.
//! - *function words*: how many of the ten heaviest features are words that nearly every text has (those whose idf is
//!   at most 2: 的, "the", 可以, numbers, parts of URLs), the mean of all documents; and the share of documents which
//!   one of these *leads*.
//!
//! One feature hash can be lucky, and with a few hundred pairs luck is larger than the difference of two good
//! weightings. So each is measured with several hashes: with five that have nothing in common (the two halves of MD5
//! are two of them), and with XXH3-64 under [`SEEDS`] seeds, which gives a mean and its standard error.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process::ExitCode,
};

use rayon::prelude::*;
use simscope::{
    compare::DEFAULT_K,
    simhash::{FeatureHash, Fixed, Fold, Keep, Order, Recipe, Trace, Weighting, accumulate, idf, trace},
};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Hashes that scatter well, independent of each other; the first is the program's own.
const HASHES: [FeatureHash; 5] =
    [FeatureHash::Xxh3_64(0), FeatureHash::Xxh3_128(0), FeatureHash::Md5, FeatureHash::Md5Low, FeatureHash::Lookup3];
const SEEDS: u64 = 64;
/// A word with at most this idf says nothing about its text.
const FUNCTION_WORD: f64 = 2.0;
/// How many of the heaviest features are looked at.
const LEADERS: usize = 10;
const BITS: u8 = 64;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (pairs, docs) = match arguments.as_slice() {
        [pairs] => (Path::new(pairs), Path::new(pairs).with_file_name("docs")),
        [pairs, docs] => (Path::new(pairs), docs.into()),
        _ => {
            eprintln!("usage: measure_weights PAIRS_TSV [DOCS]");
            return ExitCode::FAILURE;
        }
    };
    match Corpus::read(pairs, &docs).and_then(|corpus| report(&corpus)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn weightings() -> Vec<Weighting> {
    let keeps = [Keep::All, Keep::Top(200), Keep::Top(100), Keep::Top(50), Keep::Top(20)];
    let mut all = vec![Weighting::Tf];
    all.extend(keeps.map(Weighting::TfIdf));
    all.extend(keeps.map(Weighting::TfSqrtIdf));
    all.extend([Weighting::LogTf, Weighting::Binary]);
    all
}

fn report(corpus: &Corpus) -> Result<(), String> {
    let recipe = |fold, weight| Recipe { fold, weight, hash: HASHES[0], bits: BITS, ..Recipe::default() };
    let rows: Vec<(Recipe, Vec<Weighed>)> = [Fold::NONE, Fold::CASE]
        .into_iter()
        .flat_map(|fold| weightings().into_iter().map(move |weight| recipe(fold, weight)))
        .map(|recipe| corpus.weigh(&recipe).map(|weighed| (recipe, weighed)))
        .collect::<Result<_, _>>()?;
    let own: Vec<Tally> = rows.iter().map(|(_, weighed)| corpus.tally(weighed, by(HASHES[0]))).collect();
    println!(
        "{} documents, {} labelled pairs, {} pairs across chapters. Called near: HD <= {DEFAULT_K}.",
        corpus.texts.len(),
        corpus.pairs.len(),
        corpus.cross_pairs()
    );
    println!("Each row is a part of a recipe such as {}", recipe(Fold::NONE, Weighting::Tf));
    own_hash(&rows, &own);
    sets(&rows, &own);
    five_hashes(corpus, &rows);
    seeds(corpus, &rows);
    weak_hash(corpus, &rows);
    false_pairs(corpus, &rows);
    Ok(())
}

fn row(recipe: &Recipe) -> String {
    format!("fold={};{}", recipe.fold, recipe.weight)
}

fn own_hash(rows: &[(Recipe, Vec<Weighed>)], own: &[Tally]) {
    println!("\n## With the program's own hash, {}\n", HASHES[0].name());
    head("recall, false, mid, precision, F1, F1 strict, cross, closest, HD near, HD far, n_eff, function words, leads");
    for ((recipe, weighed), t) in rows.iter().zip(own) {
        let mean = |value: fn(&Weighed) -> f64| mean(weighed.iter().map(value));
        println!(
            "| {} | {:.3} | {}/{} | {}/{} | {:.3} | {:.3} | {:.3} | {} | {} | {} | {} | {:.1} | {:.1} | {:.0} % |",
            row(recipe),
            share(t.near),
            t.far.0,
            t.far.1,
            t.mid.0,
            t.mid.1,
            share((t.near.0, t.near.0 + t.far.0)),
            t.f1(),
            t.f1_strict(),
            t.cross,
            t.closest,
            t.near_median,
            t.far_median,
            median(weighed.iter().map(|text| text.n_eff).collect()),
            mean(|text| text.function_words as f64),
            100.0 * mean(|text| f64::from(u8::from(text.led))),
        );
    }
    let without_false = rows.iter().zip(own).filter(|(_, t)| t.far.0 == 0 && t.cross == 0);
    if let Some(((recipe, _), t)) = without_false.max_by(|(_, a), (_, b)| a.f1().total_cmp(&b.f1())) {
        println!("\nThe best F1 of those without any false pair has {}: {:.3}.", row(recipe), t.f1());
    }
}

fn sets(rows: &[(Recipe, Vec<Weighed>)], own: &[Tally]) {
    println!("\n## The near pairs of each set, with the same hash\n");
    head(&set_names(own));
    for ((recipe, _), tally) in rows.iter().zip(own) {
        let cells = tally.sets.values().map(|(called, of)| format!(" {called}/{of} |"));
        println!("| {} |{}", row(recipe), cells.collect::<String>());
    }
}

fn set_names(tallies: &[Tally]) -> String {
    let names = tallies.first().map(|tally| tally.sets.keys().map(String::as_str).collect::<Vec<_>>());
    names.unwrap_or_default().join(", ")
}

fn five_hashes(corpus: &Corpus, rows: &[(Recipe, Vec<Weighed>)]) {
    println!("\n## Mean of five hashes: {}\n", HASHES.map(FeatureHash::name).join(", "));
    head("recall, F1, of each hash, F1 strict, false, of each hash, cross, closest");
    for (recipe, weighed) in rows {
        let tallies = HASHES.map(|hash| corpus.tally(weighed, by(hash)));
        let each = |value: &dyn Fn(&Tally) -> String| tallies.iter().map(value).collect::<Vec<_>>().join(" ");
        println!(
            "| {} | {:.3} | {:.3} | {} | {:.3} | {:.1} | {} | {:.1} | {} |",
            row(recipe),
            mean(tallies.iter().map(|t| share(t.near))),
            mean(tallies.iter().map(Tally::f1)),
            each(&|t| format!("{:.3}", t.f1())),
            mean(tallies.iter().map(Tally::f1_strict)),
            mean(tallies.iter().map(|t| f64::from(t.far.0))),
            each(&|t| t.far.0.to_string()),
            mean(tallies.iter().map(|t| f64::from(t.cross))),
            closest(&tallies),
        );
    }
}

fn seeds(corpus: &Corpus, rows: &[(Recipe, Vec<Weighed>)]) {
    println!("\n## Mean of {SEEDS} seeds of XXH3-64, ± its standard error\n");
    println!("`seeds with cross` says under how many of them any two documents of different chapters are near.\n");
    let cells = "recall, F1, ±, F1 strict, ±, false, mid, cross, seeds with cross, closest";
    for (at, (recipe, weighed)) in rows.iter().enumerate() {
        let tallies: Vec<Tally> = (0..SEEDS).map(|seed| corpus.tally(weighed, by_seed(seed))).collect();
        if at == 0 {
            head(&format!("{cells}, {}", set_names(&tallies)));
        }
        let with_error = |value: fn(&Tally) -> f64| {
            let values = || tallies.iter().map(value);
            let mean = mean(values());
            let variance = values().map(|v| (v - mean).powi(2)).sum::<f64>() / (SEEDS - 1) as f64;
            format!("{mean:.3} | {:.3}", (variance / SEEDS as f64).sqrt())
        };
        print!(
            "| {} | {:.3} | {} | {} | {:.1} | {:.1} | {:.1} | {} | {} |",
            row(recipe),
            mean(tallies.iter().map(|t| share(t.near))),
            with_error(Tally::f1),
            with_error(Tally::f1_strict),
            mean(tallies.iter().map(|t| f64::from(t.far.0))),
            mean(tallies.iter().map(|t| f64::from(t.mid.0))),
            mean(tallies.iter().map(|t| f64::from(t.cross))),
            tallies.iter().filter(|t| t.cross > 0).count(),
            closest(&tallies),
        );
        let recalls = tallies[0].sets.keys().map(|set| mean(tallies.iter().map(|t| share(t.sets[set]))));
        println!(" {} |", recalls.map(|recall| format!("{recall:.2}")).collect::<Vec<_>>().join(" | "));
    }
}

fn weak_hash(corpus: &Corpus, rows: &[(Recipe, Vec<Weighed>)]) {
    println!("\n## A hash that scatters short words badly: {}\n", FeatureHash::Article003.name());
    head("recall, F1, F1 strict, false, cross, closest");
    for (recipe, weighed) in rows {
        let t = corpus.tally(weighed, by(FeatureHash::Article003));
        let (name, recall) = (row(recipe), share(t.near));
        println!(
            "| {name} | {recall:.3} | {:.3} | {:.3} | {} | {} | {} |",
            t.f1(),
            t.f1_strict(),
            t.far.0,
            t.cross,
            t.closest
        );
    }
}

/// Which far pairs are called near, and by how many seeds.
fn false_pairs(corpus: &Corpus, rows: &[(Recipe, Vec<Weighed>)]) {
    println!("\n## Far pairs called near, and under how many of {SEEDS} seeds of XXH3-64\n");
    let fold = Recipe::default().fold;
    let rows: Vec<_> = rows.iter().filter(|(recipe, _)| recipe.fold == fold).collect();
    let weights: Vec<String> = rows.iter().map(|(recipe, _)| row(recipe)).collect();
    let counts: Vec<_> = rows.iter().map(|(_, weighed)| corpus.false_pairs(weighed)).collect();
    head(&format!("similarity, {}", weights.join(", ")));
    let found: BTreeSet<usize> = counts.iter().flat_map(BTreeMap::keys).copied().collect();
    for pair in found {
        let Labelled { name, similarity, .. } = &corpus.pairs[pair];
        let cells = counts.iter().map(|counts| format!(" {} |", counts.get(&pair).unwrap_or(&0)));
        println!("| {name} | {similarity} |{}", cells.collect::<String>());
    }
}

fn closest(tallies: &[Tally]) -> u32 {
    tallies.iter().map(|t| t.closest).min().unwrap_or(u32::MAX)
}

/// The head of a table whose columns are parted by commas, after a column without a name.
fn head(columns: &str) {
    let columns: Vec<&str> = columns.split(", ").collect();
    println!("| | {} |\n|---|{}", columns.join(" | "), "--:|".repeat(columns.len()));
}

/// What the label of a pair says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Near,
    Mid,
    Far,
}

/// Two documents, by their places in the list, and what is known of them.
struct Labelled {
    documents: [usize; 2],
    name: String,
    set: String,
    label: Label,
    similarity: String,
}

struct Corpus {
    texts: Vec<String>,
    /// The chapter of each text.
    chapters: Vec<Option<String>>,
    pairs: Vec<Labelled>,
}

/// A text under one recipe, before hashing.
struct Weighed {
    /// Features of weight above 0.
    features: Vec<(String, Fixed)>,
    n_eff: f64,
    /// How many of the heaviest features are function words.
    function_words: usize,
    /// The heaviest one is.
    led: bool,
}

/// What one recipe and hash make of the corpus.
#[derive(Default)]
struct Tally {
    /// Called near and all, for each label.
    near: (u32, u32),
    mid: (u32, u32),
    far: (u32, u32),
    /// Called near and all, for the `near` pairs of each set.
    sets: BTreeMap<String, (u32, u32)>,
    cross: u32,
    closest: u32,
    near_median: f64,
    far_median: f64,
}

impl Tally {
    /// 2·TP / (2·TP + FP + FN).
    fn f1_with(&self, false_positives: u32) -> f64 {
        share((2 * self.near.0, self.near.0 + false_positives + self.near.1))
    }

    fn f1(&self) -> f64 {
        self.f1_with(self.far.0)
    }

    fn f1_strict(&self) -> f64 {
        self.f1_with(self.far.0 + self.mid.0)
    }
}

impl Corpus {
    fn read(pairs: &Path, docs: &Path) -> Result<Self, String> {
        let read = |path: &Path| fs::read_to_string(path).map_err(|problem| format!("{}: {problem}", path.display()));
        let table = read(pairs)?;
        let lines: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
        let names: BTreeSet<&str> = lines.iter().flat_map(|fields| fields.iter().take(2).copied()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let labelled = |(at, fields): (usize, &Vec<&str>)| {
            let [a, b, set, label, rest @ ..] = fields.as_slice() else { return Err(at) };
            let place = |name: &str| names.binary_search(&name).map_err(|_| at);
            let label = match *label {
                "near" => Label::Near,
                "mid" => Label::Mid,
                "far" => Label::Far,
                _ => return Err(at),
            };
            let similarity = rest.first().copied().unwrap_or_default().to_owned();
            let (documents, name) = ([place(a)?, place(b)?], format!("{a} × {b}"));
            Ok(Labelled { documents, name, set: (*set).to_owned(), label, similarity })
        };
        let wrong = |at| format!("{}, line {}: not a, b, set, near or mid or far", pairs.display(), at + 2);
        Ok(Self {
            pairs: lines.iter().enumerate().map(labelled).collect::<Result<_, _>>().map_err(wrong)?,
            texts: names.iter().map(|name| read(&docs.join(name))).collect::<Result<_, _>>()?,
            chapters: names.iter().map(|name| chapter(name)).collect(),
        })
    }

    /// How many pairs of texts are of different chapters.
    fn cross_pairs(&self) -> usize {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for chapter in self.chapters.iter().flatten() {
            *counts.entry(chapter).or_default() += 1;
        }
        let all: usize = counts.values().sum();
        (all * all - counts.values().map(|count| count * count).sum::<usize>()) / 2
    }

    /// Every text under one recipe, before hashing.
    fn weigh(&self, recipe: &Recipe) -> Result<Vec<Weighed>, String> {
        let one = |text: &String| {
            let trace = trace(text, recipe).map_err(|problem| problem.to_string())?;
            let leaders = leaders(&trace);
            let features = trace.features.iter().enumerate().filter(|(_, feature)| feature.weight > 0);
            Ok(Weighed {
                features: features.map(|(i, feature)| (trace.name(i).to_owned(), feature.weight)).collect(),
                n_eff: trace.sketch.n_eff,
                function_words: leaders.iter().filter(|&&is| is).count(),
                led: leaders.first() == Some(&true),
            })
        };
        self.texts.par_iter().map(one).collect()
    }

    fn tally(&self, weighed: &[Weighed], hash: impl Fn(&str) -> u128 + Sync) -> Tally {
        let fingerprints = fingerprints(weighed, hash);
        let distance = |[a, b]: [usize; 2]| (fingerprints[a] ^ fingerprints[b]).count_ones();
        let mut tally = Tally { closest: u32::MAX, ..Tally::default() };
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for pair in &self.pairs {
            let hamming = distance(pair.documents);
            let count = |counts: &mut (u32, u32)| *counts = (counts.0 + u32::from(hamming <= DEFAULT_K), counts.1 + 1);
            match pair.label {
                Label::Near => {
                    count(&mut tally.near);
                    count(tally.sets.entry(pair.set.clone()).or_default());
                    near.push(f64::from(hamming));
                }
                Label::Mid => count(&mut tally.mid),
                Label::Far => {
                    count(&mut tally.far);
                    far.push(f64::from(hamming));
                }
            }
        }
        for (b, chapter) in self.chapters.iter().enumerate().filter(|(_, chapter)| chapter.is_some()) {
            for a in (0..b).filter(|&a| self.chapters[a].is_some() && self.chapters[a] != *chapter) {
                let hamming = distance([a, b]);
                tally.closest = tally.closest.min(hamming);
                tally.cross += u32::from(hamming <= DEFAULT_K);
            }
        }
        Tally { near_median: median(near), far_median: median(far), ..tally }
    }

    /// The far pairs that are called near, with the number of seeds.
    fn false_pairs(&self, weighed: &[Weighed]) -> BTreeMap<usize, u32> {
        let mut found = BTreeMap::new();
        for fingerprints in (0..SEEDS).map(|seed| fingerprints(weighed, by_seed(seed))) {
            for (at, pair) in self.pairs.iter().enumerate().filter(|(_, pair)| pair.label == Label::Far) {
                let [a, b] = pair.documents.map(|document| fingerprints[document]);
                if (a ^ b).count_ones() <= DEFAULT_K {
                    *found.entry(at).or_default() += 1;
                }
            }
        }
        found
    }
}

fn by(hash: FeatureHash) -> impl Fn(&str) -> u128 + Sync {
    move |name| hash.hash(name, BITS)
}

fn by_seed(seed: u64) -> impl Fn(&str) -> u128 + Sync {
    move |name| u128::from(xxh3_64_with_seed(name.as_bytes(), seed))
}

/// As the program makes them, with the tie rule `gt`; none of these texts is empty.
fn fingerprints(weighed: &[Weighed], hash: impl Fn(&str) -> u128 + Sync) -> Vec<u64> {
    let one = |text: &Weighed| {
        let sums = accumulate(text.features.iter().map(|(name, weight)| (hash(name), *weight)), BITS);
        sums.iter().fold(0, |bits, &sum| bits << 1 | u64::from(sum > 0))
    };
    weighed.par_iter().map(one).collect()
}

fn chapter(name: &str) -> Option<String> {
    let number =
        |part: &str| part.strip_prefix("ch").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    name.split('.').find(|part| number(part)).map(str::to_owned)
}

/// For the heaviest features, heaviest first, whether each is a function word.
fn leaders(trace: &Trace) -> Vec<bool> {
    let leaders = trace.order(Order::Weight).into_iter().take(LEADERS);
    leaders.map(|i| idf::table().look_up(trace.name(i as usize), None).value <= FUNCTION_WORD).collect()
}

fn share((part, whole): (u32, u32)) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = |place: usize| values.get(place).copied().unwrap_or(f64::NAN);
    f64::midpoint(at(values.len().saturating_sub(1) / 2), at(values.len() / 2))
}

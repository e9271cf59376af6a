//! From text to fingerprint, end to end, against a twin that does the same in the plainest way.

#[path = "support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{collections::HashMap, sync::LazyLock};

use jieba_rs::Jieba;
use paired::{Clock, Target, head, paired, rate, row, time};
use simscope::simhash::{FeatureHash, Fingerprint, Recipe, Sketch, idf, is_han, sketch};
use unicode_segmentation::UnicodeSegmentation;

const SIZE: usize = 20_000_000;
const ROUNDS: usize = 5;

/// The twins' own.
static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// The same tokens as the default recipe, one `String` each.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let han = is_han(first);
            let end = rest.find(|c| is_han(c) != han).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            if han {
                tokens.extend(JIEBA.cut(run, true).into_iter().map(|token| token.word.to_owned()));
            } else {
                tokens.extend(run.unicode_words().map(str::to_owned));
            }
            rest = after;
        }
    }
    tokens
}

/// The default recipe, read aloud. The texts have no addresses.
fn naive(text: &str) -> u64 {
    let mut counts: HashMap<String, f64> = HashMap::new();
    for token in tokens(text) {
        *counts.entry(token).or_default() += 1.0;
    }
    let mut sums = [0.0; 64];
    for (token, tf) in &counts {
        let weight = tf * idf::table().look_up(token, None).value.sqrt();
        let hash = FeatureHash::Xxh3_64(0).hash(token, 64);
        for (bit, sum) in sums.iter_mut().enumerate() {
            if hash >> (63 - bit) & 1 == 1 {
                *sum += weight;
            } else {
                *sum -= weight;
            }
        }
    }
    sums.iter().fold(0, |bits, &sum| bits << 1 | u64::from(sum > 0.0))
}

/// Tokens cut at white space, which costs both nearly nothing, so that what is left is the counting.
const SPACES: &str = "space;fold=none;tf;xxh3-64;64;gt";

/// The twin that only cuts at white space.
fn only_spaces(text: &str) -> usize {
    text.split(char::is_whitespace).filter(|word| !word.is_empty()).count()
}

/// Term counts, read aloud: a `String` for each token, hashed by the map's own hash, and once more as a feature.
fn naive_counts(text: &str) -> u128 {
    let mut counts: HashMap<String, u64> = HashMap::new();
    for word in text.split(char::is_whitespace).filter(|word| !word.is_empty()) {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
    counts.iter().fold(0, |sum, (word, &tf)| sum ^ FeatureHash::Xxh3_64(0).hash(word, 64) ^ u128::from(tf))
}

/// The twin that only cuts: jieba, line by line, and nothing done with the tokens.
fn only_jieba(text: &str) -> usize {
    text.lines().map(|line| JIEBA.cut(line, true).len()).sum()
}

fn ours(text: &str) -> Sketch {
    sketch(text, &Recipe::default()).expect("nobody stops it")
}

fn main() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let (one, two) = (pool(1), pool(2));
    let texts = [("Chinese", texts::chinese(SIZE, 1)), ("English", texts::english(SIZE, 2))];
    head("From text to fingerprint, 20 MB, default recipe");
    for (name, text) in &texts {
        let sketch = ours(text);
        let fingerprint = sketch.fingerprint.map_or(0, Fingerprint::value);
        assert_eq!(fingerprint, u128::from(naive(text)), "the twins agree");
        let result = paired(Clock::Cpu, ROUNDS, || naive(text), || one.install(|| ours(text)));
        let target = if *name == "English" { Target::AtLeast(4.0) } else { Target::None };
        let what = format!("{name}, one core ({} tokens, {} features)", sketch.tokens, sketch.features);
        row(&what, &rate(text.len(), result.naive), &rate(text.len(), result.ours), result.ratio, "×", target);
    }
    for (name, text) in &texts[..1] {
        let result = paired(Clock::Cpu, ROUNDS, || only_jieba(text), || one.install(|| ours(text)));
        let what = format!("{name}, against jieba alone: share of its rate");
        let (naive, ours) = (rate(text.len(), result.naive), rate(text.len(), result.ours));
        row(&what, &naive, &ours, 100.0 * result.ratio, " %", Target::AtLeast(70.0));
    }
    let spaces: Recipe = SPACES.parse().expect("a recipe");
    for (name, text) in &texts[1..] {
        let counted = || sketch(text, &spaces).expect("nobody stops it");
        let tokens = counted().tokens as f64;
        let cutting = paired(Clock::Cpu, ROUNDS, || only_spaces(text), || only_spaces(text)).ours;
        let result = paired(Clock::Cpu, ROUNDS, || naive_counts(text), || one.install(counted));
        let [naive, ours] = [result.naive, result.ours].map(|seconds| (seconds - cutting) / tokens);
        let what = format!("{name}, counting and hashing a token; naive: `HashMap<String, _>`");
        row(&what, &time(naive), &time(ours), naive / ours, "×", Target::None);
    }
    for (name, text) in &texts {
        let result = paired(Clock::Wall, 2 * ROUNDS, || one.install(|| ours(text)), || two.install(|| ours(text)));
        let what = format!("{name}, one core against two (wall time)");
        let (naive, ours) = (rate(text.len(), result.naive), rate(text.len(), result.ours));
        row(&what, &naive, &ours, result.ratio, "×", Target::AtLeast(1.6));
    }
}

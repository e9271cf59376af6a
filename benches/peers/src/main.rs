//! Other makers of simhashes from the crate registry beside simscope, in turns in one process.
//!
//! They cut nothing but white space themselves, so each row says what all of it were given. `simscope-peers write
//! LANGUAGE BYTES FILE` writes one of the texts, for `peers.py`, and `simscope-peers index` is gaoya's part of
//! `index.py`.

mod index;
#[path = "../../support/paired.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod paired;
#[path = "../../support/texts.rs"]
#[allow(dead_code, reason = "each benchmark uses its part")]
mod texts;

use std::{env, error::Error, fs, sync::LazyLock};

use gaoya::{
    minhash::{MinHasher, MinHasher32},
    simhash::{SimHash, SimSipHasher64},
};
use jieba_rs::Jieba;
use paired::{Clock, Target, head, paired, rate, row};
use simscope::simhash::{Recipe, is_han, sketch};
use texts::{chinese, english};

const SIZE: usize = 20_000_000;
const ROUNDS: usize = 3;

/// That of the peers.
static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// The words that jieba-rs cuts, line by line, without white space and punctuation.
fn jieba(text: &str) -> impl Iterator<Item = &str> {
    let word = |word: &str| word.starts_with(|c: char| is_han(c) || c.is_alphanumeric());
    let cut = |line| JIEBA.cut(line, true).into_iter().map(|token| token.word);
    text.lines().flat_map(cut).filter(move |token| word(token))
}

fn simhash_crate<'a>(words: impl Iterator<Item = &'a str>) -> u64 {
    simhash::simhash_stream(words)
}

fn gaoya<'a>(words: impl Iterator<Item = &'a str>) -> u64 {
    SimHash::<SimSipHasher64, u64, 64>::new(SimSipHasher64::new(1, 2)).create_signature(words)
}

/// A MinHash of 128 permutations: what is compared by Jaccard similarity in place of a distance.
fn minhash<'a>(words: impl Iterator<Item = &'a str>) -> u64 {
    MinHasher32::new(128).create_signature(words).first().copied().unwrap_or_default().into()
}

fn simscope(text: &str, recipe: &Recipe) -> Option<u128> {
    sketch(text, recipe).ok()?.fingerprint.map(simscope::simhash::Fingerprint::value)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [write, language, bytes, file] = &*arguments
        && write == "write"
    {
        let text = if language == "zh" { chinese } else { english }(bytes.parse()?, 1);
        return Ok(fs::write(file, text)?);
    }
    if arguments == ["index"] {
        return index::run();
    }
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let spaces: Recipe = "space;fold=none;tf;xxh3-64;64;gt".parse()?;
    let words: Recipe = "jieba;fold=none;tf;xxh3-64;64;gt".parse()?;
    let weighed = Recipe::default();
    let (zh, en) = (chinese(SIZE, 1), english(SIZE, 2));
    head("Crates beside simscope, 20 MB, 64 bits, one core; in the place of the naive twin stands the peer");
    for (name, text, peer) in [
        ("simhash 0.3.0", &en, (|text| simhash_crate(text.split_whitespace())) as fn(&str) -> u64),
        ("gaoya 0.2.2", &en, |text| gaoya(text.split_whitespace())),
        ("gaoya 0.2.2, MinHash of 128", &en, |text| minhash(text.split_whitespace())),
        ("jieba-rs + simhash 0.3.0", &zh, |text| simhash_crate(jieba(text))),
        ("jieba-rs + gaoya 0.2.2", &zh, |text| gaoya(jieba(text))),
    ] {
        let (language, same) = if text == &en { ("English", &spaces) } else { ("Chinese", &words) };
        for (recipe, what) in [(same, "the same words, tf"), (&weighed, "the default recipe")] {
            let result = paired(Clock::Cpu, ROUNDS, || peer(text), || one.install(|| simscope(text, recipe)));
            let what = format!("{language}: {name}; simscope with {what}");
            let (theirs, ours) = (rate(text.len(), result.naive), rate(text.len(), result.ours));
            row(&what, &theirs, &ours, result.ratio, "×", Target::None);
        }
    }
    Ok(())
}

//! What other methods say of a pair, as JSON: what each object holds, and from what it is made.

use serde::Serialize;

use super::places::Places;
use crate::{
    compare::evidence::{Evidence, HASHES, LONGEST, Paragraphs, Sentence, Settings, WORDS},
    locale::Lang,
    say,
};

#[derive(Serialize)]
pub(super) struct Found {
    /// In words, one for each method that has something to say.
    methods: Vec<Told>,
    /// `null` where one of the two has no features.
    vectors: Option<Vectors>,
    /// `null`, as all that follow, for lists of features.
    shingles: Option<Shingles>,
    minhash: Option<MinHash>,
    longest_sentences: Option<Longest>,
    settings: Option<Grid>,
    paragraphs: Option<Nearest>,
}

#[derive(Serialize)]
struct Told {
    method: &'static str,
    /// These are in the language of `--lang`.
    figure: String,
    text: String,
    sees: &'static str,
    misses: &'static str,
}

#[derive(Serialize)]
struct Vectors {
    cosine: f64,
    euclidean: f64,
    /// Of the vectors made 1 long.
    euclidean_normalised: f64,
    norm_a: f64,
    norm_b: f64,
}

#[derive(Serialize)]
struct Shingles {
    words: usize,
    a: usize,
    b: usize,
    shared: usize,
    /// `null` where a text has none.
    jaccard: Option<f64>,
}

#[derive(Serialize)]
struct MinHash {
    hashes: usize,
    equal: usize,
    estimate: Option<f64>,
    standard_error: Option<f64>,
}

#[derive(Serialize)]
struct Longest {
    n: usize,
    signature_a: Option<String>,
    signature_b: Option<String>,
    /// How many stand in both signatures.
    equal: usize,
    sentences_a: Vec<Stretch>,
    sentences_b: Vec<Stretch>,
}

#[derive(Serialize)]
struct Stretch {
    start: usize,
    end: usize,
    /// White space not counted.
    chars: usize,
    shared: bool,
    text: String,
}

#[derive(Serialize)]
struct Grid {
    /// `null` where the recipe itself has no verdict.
    robust: Option<bool>,
    near: usize,
    of: usize,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    tokens: String,
    weight: String,
    recipe: Option<String>,
    hamming: Option<u32>,
    near_duplicate: bool,
}

#[derive(Serialize)]
struct Nearest {
    /// Of those of A that are not short.
    near: usize,
    of: usize,
    short: usize,
    of_a: Vec<Beside>,
}

#[derive(Serialize)]
struct Beside {
    /// From 1.
    paragraph: usize,
    start: usize,
    end: usize,
    tokens: u64,
    short: bool,
    /// The number of the nearest of B.
    nearest: Option<usize>,
    hamming: Option<u32>,
}

/// All of it.
pub(super) fn methods(evidence: &Evidence, texts: [&str; 2], k: u32, lang: Lang) -> Found {
    let told = |finding: say::Finding| Told {
        method: finding.method.key(),
        figure: finding.figure,
        text: finding.detail,
        sees: finding.sees,
        misses: finding.misses,
    };
    let prose = evidence.prose.as_ref();
    Found {
        methods: say::findings(evidence, k, lang).into_iter().map(told).collect(),
        vectors: evidence.vectors.map(|vectors| Vectors {
            cosine: vectors.cosine,
            euclidean: vectors.euclidean,
            euclidean_normalised: vectors.normalised,
            norm_a: vectors.norms[0],
            norm_b: vectors.norms[1],
        }),
        shingles: prose.map(|prose| Shingles {
            words: WORDS,
            a: prose.shingles.sizes[0],
            b: prose.shingles.sizes[1],
            shared: prose.shingles.shared,
            jaccard: prose.shingles.jaccard(),
        }),
        minhash: prose.map(|prose| MinHash {
            hashes: HASHES,
            equal: prose.minhash.equal,
            estimate: prose.minhash.estimate,
            standard_error: prose.minhash.error,
        }),
        longest_sentences: prose.map(|prose| {
            let found = &prose.sentences;
            let [signature_a, signature_b] = found.hashes.map(|hash| hash.map(|hash| format!("{hash:016x}")));
            let [sentences_a, sentences_b] = [0, 1].map(|side| stretches(&found.sentences[side], texts[side]));
            Longest { n: LONGEST, signature_a, signature_b, equal: found.equal(), sentences_a, sentences_b }
        }),
        settings: prose.map(|prose| grid(&prose.settings, k)),
        paragraphs: prose.map(|prose| nearest(&prose.paragraphs, texts[0], k)),
    }
}

fn stretches(sentences: &[Sentence], text: &str) -> Vec<Stretch> {
    let stretch = |sentence: &Sentence| {
        // Not in the order of the text, so each is counted from its beginning.
        let found = Places::new(text).stretch(sentence.span);
        let (chars, shared) = (sentence.chars, sentence.shared);
        Stretch { start: found.start, end: found.end, chars, shared, text: found.text.to_owned() }
    };
    sentences.iter().map(stretch).collect()
}

fn grid(settings: &Settings, k: u32) -> Grid {
    let (near, of) = settings.near(k);
    let cell = |(at, cell): (usize, &crate::compare::evidence::Cell)| {
        let (tokens, weight) = settings.setting(at)?;
        Some(Cell {
            tokens: tokens.to_string(),
            weight: weight.to_string(),
            recipe: cell.recipe.as_ref().map(ToString::to_string),
            hamming: cell.hamming,
            near_duplicate: cell.hamming.is_some_and(|hamming| hamming <= k),
        })
    };
    let cells = settings.cells.iter().enumerate().filter_map(cell).collect();
    Grid { robust: settings.turned(k).map(|turned| turned.is_empty()), near, of, cells }
}

fn nearest(paragraphs: &Paragraphs, text: &str, k: u32) -> Nearest {
    let (near, of, short) = paragraphs.near(k);
    let mut places = Places::new(text);
    let pairs = paragraphs.of[0].iter().zip(&paragraphs.nearest).enumerate();
    let of_a = pairs.map(|(at, (paragraph, nearest))| {
        let place = places.stretch(paragraph.span);
        Beside {
            paragraph: at + 1,
            start: place.start,
            end: place.end,
            tokens: paragraph.tokens,
            short: paragraph.short(),
            nearest: nearest.map(|nearest| nearest.paragraph + 1),
            hamming: nearest.map(|nearest| nearest.hamming),
        }
    });
    Nearest { near, of, short, of_a: of_a.collect() }
}

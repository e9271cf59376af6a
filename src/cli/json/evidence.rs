//! The results of other methods, as JSON.

use serde::Serialize;

use super::places::SpanWriter;
use crate::{
    compare::evidence::{Evidence, HASHES, LONGEST, Paragraphs, SettingsGrid, SignatureSentence, WORDS},
    locale::Lang,
    say,
};

#[derive(Serialize)]
pub(super) struct JsonEvidence {
    /// In words, one for each method that has something to say.
    methods: Vec<JsonFinding>,
    /// `null` where one of the two has no features.
    vectors: Option<JsonVectors>,
    /// `null`, as all that follow, for lists of features.
    shingles: Option<JsonShingles>,
    minhash: Option<JsonMinHash>,
    longest_sentences: Option<JsonLongestSentences>,
    settings: Option<JsonGrid>,
    paragraphs: Option<JsonParagraphs>,
}

#[derive(Serialize)]
struct JsonFinding {
    method: &'static str,
    /// These are in the language of `--lang`.
    figure: String,
    text: String,
    sees: &'static str,
    misses: &'static str,
}

#[derive(Serialize)]
struct JsonVectors {
    cosine: f64,
    euclidean: f64,
    /// The distance of the vectors scaled to length 1.
    euclidean_normalised: f64,
    norm_a: f64,
    norm_b: f64,
}

#[derive(Serialize)]
struct JsonShingles {
    words: usize,
    a: usize,
    b: usize,
    shared: usize,
    /// `null` where a text has none.
    jaccard: Option<f64>,
}

#[derive(Serialize)]
struct JsonMinHash {
    hashes: usize,
    equal: usize,
    estimate: Option<f64>,
    standard_error: Option<f64>,
}

#[derive(Serialize)]
struct JsonLongestSentences {
    n: usize,
    signature_a: Option<String>,
    signature_b: Option<String>,
    /// How many both signatures share.
    equal: usize,
    sentences_a: Vec<JsonLongSentence>,
    sentences_b: Vec<JsonLongSentence>,
}

#[derive(Serialize)]
struct JsonLongSentence {
    start: usize,
    end: usize,
    /// White space not counted.
    chars: usize,
    shared: bool,
    text: String,
}

#[derive(Serialize)]
struct JsonGrid {
    /// `null` where the recipe itself has no verdict.
    robust: Option<bool>,
    near: usize,
    of: usize,
    cells: Vec<JsonCell>,
}

#[derive(Serialize)]
struct JsonCell {
    tokens: String,
    weight: String,
    recipe: Option<String>,
    hamming: Option<u32>,
    near_duplicate: bool,
}

#[derive(Serialize)]
struct JsonParagraphs {
    /// The number of paragraphs of A, except short ones, with a near one in B.
    near: usize,
    of: usize,
    short: usize,
    of_a: Vec<JsonParagraph>,
}

#[derive(Serialize)]
struct JsonParagraph {
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

pub(super) fn methods(evidence: &Evidence, texts: [&str; 2], k: u32, lang: Lang) -> JsonEvidence {
    let shape = |finding: say::Finding| JsonFinding {
        method: finding.method.key(),
        figure: finding.figure,
        text: finding.detail,
        sees: finding.sees,
        misses: finding.misses,
    };
    let prose = evidence.prose.as_ref();
    JsonEvidence {
        methods: say::findings(evidence, k, lang).into_iter().map(shape).collect(),
        vectors: evidence.vectors.map(|vectors| JsonVectors {
            cosine: vectors.cosine,
            euclidean: vectors.euclidean,
            euclidean_normalised: vectors.normalised,
            norm_a: vectors.norms[0],
            norm_b: vectors.norms[1],
        }),
        shingles: prose.map(|prose| JsonShingles {
            words: WORDS,
            a: prose.shingles.sizes[0],
            b: prose.shingles.sizes[1],
            shared: prose.shingles.shared,
            jaccard: prose.shingles.jaccard(),
        }),
        minhash: prose.map(|prose| JsonMinHash {
            hashes: HASHES,
            equal: prose.minhash.equal,
            estimate: prose.minhash.estimate,
            standard_error: prose.minhash.error,
        }),
        longest_sentences: prose.map(|prose| {
            let found = &prose.sentences;
            let [signature_a, signature_b] = found.hashes.map(|hash| hash.map(|hash| format!("{hash:016x}")));
            let [sentences_a, sentences_b] = [0, 1].map(|side| stretches(&found.sentences[side], texts[side]));
            JsonLongestSentences {
                n: LONGEST,
                signature_a,
                signature_b,
                equal: found.equal(),
                sentences_a,
                sentences_b,
            }
        }),
        settings: prose.map(|prose| grid(&prose.settings, k)),
        paragraphs: prose.map(|prose| nearest(&prose.paragraphs, texts[0], k)),
    }
}

fn stretches(sentences: &[SignatureSentence], text: &str) -> Vec<JsonLongSentence> {
    let stretch = |sentence: &SignatureSentence| {
        // Not in the order of the text, so each is counted from its beginning.
        let found = SpanWriter::new(text).stretch(sentence.span);
        let (chars, shared) = (sentence.chars, sentence.shared);
        JsonLongSentence { start: found.start, end: found.end, chars, shared, text: found.text.to_owned() }
    };
    sentences.iter().map(stretch).collect()
}

fn grid(settings: &SettingsGrid, k: u32) -> JsonGrid {
    let (near, of) = settings.near(k);
    let cell = |(at, cell): (usize, &crate::compare::evidence::SettingsCell)| {
        let (tokens, weight) = settings.setting(at)?;
        Some(JsonCell {
            tokens: tokens.to_string(),
            weight: weight.to_string(),
            recipe: cell.recipe.as_ref().map(ToString::to_string),
            hamming: cell.hamming,
            near_duplicate: cell.hamming.is_some_and(|hamming| hamming <= k),
        })
    };
    let cells = settings.cells.iter().enumerate().filter_map(cell).collect();
    JsonGrid { robust: settings.turned(k).map(|turned| turned.is_empty()), near, of, cells }
}

fn nearest(paragraphs: &Paragraphs, text: &str, k: u32) -> JsonParagraphs {
    let (near, of, short) = paragraphs.near(k);
    let mut places = SpanWriter::new(text);
    let pairs = paragraphs.of[0].iter().zip(&paragraphs.nearest).enumerate();
    let of_a = pairs.map(|(at, (paragraph, nearest))| {
        let place = places.stretch(paragraph.span);
        JsonParagraph {
            paragraph: at + 1,
            start: place.start,
            end: place.end,
            tokens: paragraph.tokens,
            short: paragraph.short(),
            nearest: nearest.map(|nearest| nearest.paragraph + 1),
            hamming: nearest.map(|nearest| nearest.hamming),
        }
    });
    JsonParagraphs { near, of, short, of_a: of_a.collect() }
}

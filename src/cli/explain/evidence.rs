//! `simscope explain --evidence` for programs: the results of other methods, each with its figure, what it sees and
//! what it misses; then the sentences, settings and paragraphs behind them.

use serde_json::{Value, json};

use crate::{
    cli::json::places::SpanWriter,
    compare::evidence::{Evidence, HASHES, LONGEST, Paragraphs, SettingsCell, SettingsGrid, SignatureSentence, WORDS},
    locale::Lang,
    say::{self, Finding},
};

/// All but the first two are `null` for lists of features.
pub(super) fn json(evidence: &Evidence, texts: [&str; 2], k: u32, lang: Lang) -> Value {
    let in_words = |finding: Finding| {
        json!({
            "method": finding.method.key(),
            "figure": finding.figure,
            "text": finding.detail,
            "sees": finding.sees,
            "misses": finding.misses,
        })
    };
    // `null` where one of the two has no features.
    let vectors = evidence.vectors.map(|vectors| {
        json!({
            "cosine": vectors.cosine,
            "euclidean": vectors.euclidean,
            "euclidean_normalised": vectors.normalised,
            "norm_a": vectors.norms[0],
            "norm_b": vectors.norms[1],
        })
    });
    let prose = evidence.prose.as_ref();
    let shingles = prose.map(|prose| {
        json!({
            "words": WORDS,
            "a": prose.shingles.sizes[0],
            "b": prose.shingles.sizes[1],
            "shared": prose.shingles.shared,
            "jaccard": prose.shingles.jaccard(),
        })
    });
    let minhash = prose.map(|prose| {
        json!({
            "hashes": HASHES,
            "equal": prose.minhash.equal,
            "estimate": prose.minhash.estimate,
            "standard_error": prose.minhash.error,
        })
    });
    let longest_sentences = prose.map(|prose| {
        let found = &prose.sentences;
        let [signature_a, signature_b] = found.hashes.map(|hash| hash.map(|hash| format!("{hash:016x}")));
        json!({
            "n": LONGEST,
            "signature_a": signature_a,
            "signature_b": signature_b,
            "equal": found.equal(),
            "sentences_a": json_sentences(&found.sentences[0], texts[0]),
            "sentences_b": json_sentences(&found.sentences[1], texts[1]),
        })
    });
    json!({
        "methods": say::findings(evidence, k, lang).into_iter().map(in_words).collect::<Value>(),
        "vectors": vectors,
        "shingles": shingles,
        "minhash": minhash,
        "longest_sentences": longest_sentences,
        "settings": prose.map(|prose| json_grid(&prose.settings, k)),
        "paragraphs": prose.map(|prose| json_paragraphs(&prose.paragraphs, texts[0], k)),
    })
}

fn json_sentences(sentences: &[SignatureSentence], text: &str) -> Vec<Value> {
    let one = |sentence: &SignatureSentence| {
        // Not in the order of the text, so each is counted from its beginning.
        let place = SpanWriter::new(text).stretch(sentence.span);
        json!({
            "start": place.start,
            "end": place.end,
            "chars": sentence.chars,
            "shared": sentence.shared,
            "text": place.text,
        })
    };
    sentences.iter().map(one).collect()
}

/// `robust` is `null` where the recipe itself has no verdict.
fn json_grid(settings: &SettingsGrid, k: u32) -> Value {
    let (near, of) = settings.near(k);
    let cell = |(at, cell): (usize, &SettingsCell)| {
        let (tokens, weight) = settings.setting(at)?;
        Some(json!({
            "tokens": tokens.to_string(),
            "weight": weight.to_string(),
            "recipe": cell.recipe.as_ref().map(ToString::to_string),
            "hamming": cell.hamming,
            "near_duplicate": cell.hamming.is_some_and(|hamming| hamming <= k),
        }))
    };
    json!({
        "robust": settings.turned(k).map(|turned| turned.is_empty()),
        "near": near,
        "of": of,
        "cells": settings.cells.iter().enumerate().filter_map(cell).collect::<Value>(),
    })
}

/// How many paragraphs of A, except short ones, have a near one in B; and the nearest of each.
fn json_paragraphs(paragraphs: &Paragraphs, text: &str, k: u32) -> Value {
    let (near, of, short) = paragraphs.near(k);
    let mut places = SpanWriter::new(text);
    let pairs = paragraphs.of[0].iter().zip(&paragraphs.nearest).enumerate();
    let of_a = pairs.map(|(at, (paragraph, nearest))| {
        let place = places.stretch(paragraph.span);
        json!({
            "paragraph": at + 1,
            "start": place.start,
            "end": place.end,
            "tokens": paragraph.tokens,
            "short": paragraph.short(),
            "nearest": nearest.map(|nearest| nearest.paragraph + 1),
            "hamming": nearest.map(|nearest| nearest.hamming),
        })
    });
    json!({ "near": near, "of": of, "short": short, "of_a": of_a.collect::<Value>() })
}

//! `simscope explain --evidence` for programs: the results of other methods, each with its figure, what it sees and
//! what it misses; then the numbers behind them.

use serde_json::{Value, json};

use crate::{
    compare::evidence::{Evidence, HASHES, SettingsCell, SettingsGrid, WORDS},
    locale::Lang,
    say::{self, Finding},
};

/// All but the first two are `null` for lists of features.
pub(super) fn json(evidence: &Evidence, k: u32, lang: Lang) -> Value {
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
    json!({
        "methods": say::findings(evidence, k, lang).into_iter().map(in_words).collect::<Value>(),
        "vectors": vectors,
        "shingles": shingles,
        "minhash": minhash,
        "settings": prose.map(|prose| json_grid(&prose.settings, k)),
    })
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

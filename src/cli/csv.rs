//! Results as CSV.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::{
    evaluation::Evaluation,
    fingerprints::{FingerprintList, FingerprintOrigin, ListedFingerprint},
};
use crate::{
    document::safe_name,
    table::{Value, csv},
};

/// Writes the whole matrix: a record of names, then for each document its name and its distances, those that count. A
/// field is empty where one of the two has no fingerprint.
pub(super) fn matrix(out: &mut dyn Write, prints: &FingerprintList) -> io::Result<()> {
    let names: Vec<String> = prints.all.iter().map(name).collect();
    let mut csv = csv::Writer::new(out, [Cow::from("document")].into_iter().chain(names.iter().map(Cow::from)))?;
    for (a, name) in names.iter().enumerate() {
        let distances = (0..names.len()).map(|b| Value::Number(prints.hamming_scored(a, b).map(u64::from)));
        csv.record([Value::text(name)].into_iter().chain(distances))?;
    }
    csv.finish()
}

/// The names of the columns of [`evaluation`].
const SCORES: [&str; 11] =
    ["recipe", "k", "set", "rule", "near", "near_called", "far", "far_called", "precision", "recall", "f1"];

/// Writes a record for each recipe, k, set and rule; an empty set stands for all pairs together, an empty number for a
/// share of nothing.
pub(super) fn evaluation(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let mut csv = csv::Writer::new(out, SCORES.map(Cow::from))?;
    for (recipe, pairs) in &evaluation.recipes {
        let recipe = recipe.to_string();
        for (set, name) in evaluation.scopes() {
            for k in 0..=evaluation.up_to {
                for (rule, shared) in [("distance", false), ("distance-or-shared", true)] {
                    let score = evaluation.score(pairs, set, k, shared);
                    let [near, near_called, far, far_called] =
                        [score.near, score.near_called, score.far, score.far_called]
                            .map(|count| Value::Number(Some(count as u64)));
                    let [precision, recall, f1] = [score.precision(), score.recall(), score.f1()].map(Value::Exact);
                    let (recipe, k, set) = (Value::text(&recipe), Value::Number(Some(k.into())), Value::text(name));
                    let rule = Value::text(rule);
                    csv.record([recipe, k, set, rule, near, near_called, far, far_called, precision, recall, f1])?;
                }
            }
        }
    }
    csv.finish()
}

/// The name as given, with line feeds and tabs made visible too.
fn name(print: &ListedFingerprint) -> String {
    match &print.origin {
        FingerprintOrigin::Document(entry) => safe_name(&entry.source.given()),
        FingerprintOrigin::Stored(stored) => safe_name(&stored.path),
    }
}

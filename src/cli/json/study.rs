//! What recipes and distances are worth on certain texts, as JSON: evaluations, calibrations, and tests of these.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{LEVELS, joined, present, write};
use crate::{
    cli::study::{CalibrationResult, Evaluation, SignalScore, TestedFile},
    compare::{
        calibration::Distances,
        evaluation::{ProposedThreshold, Score},
    },
    say,
};

pub(in crate::cli) fn evaluation(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let recipes = evaluation.recipes.iter().map(|of| {
        let scores = evaluation.scopes().flat_map(|(set, name)| {
            (0..=evaluation.up_to).map(move |k| {
                json!({
                    // `null` for all pairs together.
                    "set": set.map(|_| name),
                    "k": k,
                    "distance": score(evaluation.score(of, set, k, false)),
                    "distance_or_shared": score(evaluation.score(of, set, k, true)),
                })
            })
        });
        let recipe = json!({
            "recipe": of.recipe.to_string(),
            "scores": scores.collect::<Value>(),
            // Each by itself on all pairs, around its threshold.
            "signals": evaluation.signals(of).into_iter().map(signal).collect::<Value>(),
            // Under many seeds, if that was asked for.
            "study": of.study,
        });
        present(recipe, &["study"])
    });
    let evaluated = json!({
        "schema": "simscope/evaluation/2",
        "simscope": env!("CARGO_PKG_VERSION"),
        "pairs": evaluation.file,
        "documents": evaluation.documents,
        // Pairs labelled mid count as neither near nor far.
        "mid": "neither",
        "shared_least": evaluation.least,
        "run_han": evaluation.settings.run.han,
        "run_words": evaluation.settings.run.words,
        "recipes": recipes.collect::<Value>(),
    });
    write(out, LEVELS, &evaluated)
}

/// A rule, of which any signal calls a pair near, and what it finds.
fn signal(SignalScore { rule, score: of, mid }: SignalScore) -> Value {
    let signal = json!({
        "k": rule.k,
        "shared": rule.shared,
        "edited": rule.edited,
        "cosine": rule.cosine,
        // Of pairs in between; `null` if they count as near or far.
        "mid_called": mid[0],
    });
    joined(present(signal, &["k", "shared", "edited", "cosine"]), score(of))
}

fn score(score: Score) -> Value {
    json!({
        "near": score.near,
        "near_called": score.near_called,
        "far": score.far,
        "far_called": score.far_called,
        "precision": score.precision(),
        "recall": score.recall(),
        "f1": score.f1(),
    })
}

pub(in crate::cli) fn calibration(out: &mut dyn Write, result: &CalibrationResult) -> io::Result<()> {
    let CalibrationResult { calibration, posterior, closest, proposed, library, lang } = result;
    let (origin, unrelated) = (&calibration.origin, calibration.unrelated());
    let (near, related) = (calibration.near(), calibration.related());
    let count = |distances: &Distances, hd: usize| distances.counts().get(hd).copied().unwrap_or_default();
    let distances = posterior.all().iter().enumerate().map(|(hamming, at)| {
        let hd = hamming as u32;
        json!({
            "hamming": hamming,
            // Counted, or expected from the cosines in the tail, where too few pairs are that close.
            "unrelated_within": unrelated.share_within(hd),
            "modelled": hd < unrelated.joint,
            "unrelated_observed": count(&unrelated.observed, hamming),
            "unrelated_expected": unrelated.expected.get(hamming).copied().unwrap_or_default(),
            "false_per_thousand": calibration.false_per_thousand(hd),
            "near_pairs": count(&near, hamming),
            "related_pairs": count(&related, hamming),
            "probability": { "near": at.near, "related": at.related, "unrelated": at.unrelated },
            "near_interval": at.interval,
        })
    });
    let edits = calibration.edits.iter().map(|edit| {
        let recall = (0..=u32::from(calibration.recipe.bits)).map(|k| edit.distances.share_within(k));
        json!({
            "edit": edit.edit,
            "texts": edit.distances.total(),
            "skipped": edit.skipped,
            "recall": recall.collect::<Value>(),
        })
    });
    let labelled = calibration.labelled.map(|labelled| {
        let used = json!({ "near_used": labelled.near_used(), "related_used": labelled.related_used() });
        joined(json!(labelled), used)
    });
    let closest = closest.as_ref().map(|([name_a, name_b], pair)| {
        json!({ "name_a": name_a, "name_b": name_b, "hamming": pair.hamming, "cosine": pair.cosine })
    });
    let library = library.as_ref().map(|library| {
        json!({
            "file": library.file,
            "documents": library.documents,
            "read": library.read,
            "without_text": library.without_text,
            "sampled": library.sampled,
        })
    });
    let written = json!({
        "schema": "simscope/calibrate/1",
        "simscope": env!("CARGO_PKG_VERSION"),
        "recipe": calibration.recipe.to_string(),
        "documents": origin.documents,
        "families": origin.families,
        "library": library,
        "families_chinese": origin.han,
        // Of the texts, whatever their order.
        "digest": format!("{:016x}", origin.digest),
        "seed": origin.seed,
        "pairs": origin.pairs,
        "sampled": origin.sampled,
        "unrelated_mean": unrelated.mean(),
        "closest": closest,
        "cautions": say::calibration_cautions(calibration, *lang),
        "labelled": labelled,
        "suggested_k": calibration.suggested_k(),
        // These two are from labelled pairs; `null` with too few.
        "suggested_shared": proposed.and_then(|of| of.shared).map(threshold),
        "suggested_cosine": proposed.and_then(|of| of.cosine).map(threshold),
        "prior": posterior.prior,
        "distances": distances.collect::<Value>(),
        "edits": edits.collect::<Value>(),
    });
    let written = present(written, &["library"]);
    write(out, LEVELS, &written)
}

/// A threshold between 0 and 1, and its F1 on the labelled pairs.
fn threshold(ProposedThreshold { percent, score }: ProposedThreshold) -> Value {
    json!({ "least": f64::from(percent) / 100.0, "f1": score.f1() })
}

pub(in crate::cli) fn calibration_test(
    out: &mut dyn Write,
    TestedFile { file, test, .. }: &TestedFile,
) -> io::Result<()> {
    let reliability = &test.reliability;
    let distances = reliability.at.iter().map(
        |at| json!({ "hamming": at.hamming, "pairs": at.pairs, "predicted": at.predicted, "observed": at.observed }),
    );
    let written = json!({
        "schema": "simscope/reliability/1",
        "simscope": env!("CARGO_PKG_VERSION"),
        "pairs": file,
        "recipe": test.calibration.recipe.to_string(),
        "families_fitted": test.families[0],
        "families_tried": test.families[1],
        "pairs_fitted": test.pairs[0],
        "pairs_tried": test.pairs[1],
        "prior": test.prior.shares(),
        "distances": distances.collect::<Value>(),
        "error": reliability.error,
        "error_interval": reliability.interval,
        // That right probabilities would have on so few pairs.
        "error_of_sampling": reliability.sampling,
    });
    write(out, LEVELS, &written)
}

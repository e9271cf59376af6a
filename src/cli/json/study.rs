//! What recipes and distances are worth on certain texts, as JSON: evaluations, calibrations, and tests of these.

use std::io::{self, Write};

use serde::Serialize;

use crate::{
    cli::study::{CalibrationResult, Evaluation, SignalScore, TestedFile},
    compare::{
        calibration::Distances,
        evaluation::{Measured, MeasuredAtK, Mid, ProposedThreshold, Score, Spread, Study},
    },
    say,
};

#[derive(Serialize)]
struct JsonEvaluation<'a> {
    schema: &'static str,
    simscope: &'static str,
    pairs: &'a str,
    documents: usize,
    /// `neither`, `near` or `far`.
    mid: &'static str,
    shared_least: f64,
    run_han: u32,
    run_words: u32,
    recipes: Vec<JsonRecipe<'a>>,
}

#[derive(Serialize)]
struct JsonRecipe<'a> {
    recipe: String,
    scores: Vec<JsonScores<'a>>,
    /// Each signal by itself on all pairs, around its threshold.
    signals: Vec<JsonSignal>,
    /// Under many seeds, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    study: Option<JsonStudy>,
}

#[derive(Serialize)]
struct JsonStudy {
    seeds: u64,
    all: JsonMeasured,
    split: Option<JsonSplit>,
}

#[derive(Serialize)]
struct JsonSplit {
    seed: u64,
    best_k: Option<u32>,
    train: JsonMeasured,
    test: JsonMeasured,
}

#[derive(Serialize)]
struct JsonMeasured {
    documents: usize,
    families: usize,
    near: usize,
    far: usize,
    unrelated: u64,
    at: Vec<JsonMeasuredAtK>,
}

#[derive(Serialize)]
struct JsonMeasuredAtK {
    k: u32,
    precision: Option<JsonSpread>,
    recall: Option<JsonSpread>,
    f1: Option<JsonSpread>,
    f1_interval: Option<[f64; 2]>,
    far_called: Option<JsonSpread>,
    crowded: Option<JsonSpread>,
    crowding: Option<JsonSpread>,
    crowding_interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct JsonSpread {
    mean: f64,
    /// `null` for a single seed.
    sd: Option<f64>,
    /// Seeds under which the measure has a value.
    n: usize,
}

impl From<Spread> for JsonSpread {
    fn from(Spread { mean, sd, n }: Spread) -> Self {
        Self { mean, sd: (n > 1).then_some(sd), n }
    }
}

impl From<&Measured> for JsonMeasured {
    fn from(measured: &Measured) -> Self {
        let Measured { documents, families, near, far, unrelated, at } = measured;
        let at = at.iter().zip(0..).map(|(at, k)| {
            let MeasuredAtK { f1_interval, crowding_interval, .. } = *at;
            let spreads = [at.precision, at.recall, at.f1, at.far_called, at.crowded, at.crowding];
            let [precision, recall, f1, far_called, crowded, crowding] = spreads.map(|spread| spread.map(Into::into));
            JsonMeasuredAtK { k, precision, recall, f1, f1_interval, far_called, crowded, crowding, crowding_interval }
        });
        let at = at.collect();
        let (documents, families, near, far, unrelated) = (*documents, *families, *near, *far, *unrelated);
        Self { documents, families, near, far, unrelated, at }
    }
}

impl From<&Study> for JsonStudy {
    fn from(study: &Study) -> Self {
        let split = study.split.as_ref().map(|split| JsonSplit {
            seed: split.seed,
            best_k: split.best_k,
            train: (&split.train).into(),
            test: (&split.test).into(),
        });
        Self { seeds: study.seeds, all: (&study.all).into(), split }
    }
}

#[derive(Serialize)]
struct JsonScores<'a> {
    /// `null` for all pairs together.
    set: Option<&'a str>,
    k: u32,
    distance: JsonScore,
    distance_or_shared: JsonScore,
}

/// A rule, of which any signal calls a pair near, and what it finds.
#[derive(Serialize)]
struct JsonSignal {
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cosine: Option<f64>,
    /// Pairs in between that it calls near; `null` if they count as near or far.
    mid_called: Option<usize>,
    #[serde(flatten)]
    score: JsonScore,
}

#[derive(Serialize)]
struct JsonScore {
    near: usize,
    near_called: usize,
    far: usize,
    far_called: usize,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
}

impl From<Score> for JsonScore {
    fn from(score: Score) -> Self {
        let Score { near, near_called, far, far_called } = score;
        let (precision, recall, f1) = (score.precision(), score.recall(), score.f1());
        Self { near, near_called, far, far_called, precision, recall, f1 }
    }
}

pub(in crate::cli) fn evaluation(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let recipes = evaluation.recipes.iter().map(|of| {
        let scores = evaluation.scopes().flat_map(|(set, name)| {
            (0..=evaluation.up_to).map(move |k| JsonScores {
                set: set.map(|_| name),
                k,
                distance: evaluation.score(of, set, k, false).into(),
                distance_or_shared: evaluation.score(of, set, k, true).into(),
            })
        });
        let signals = evaluation.signals(of).into_iter().map(|SignalScore { rule, score, mid }| JsonSignal {
            k: rule.k,
            shared: rule.shared,
            cosine: rule.cosine,
            mid_called: mid.map(|[called, _]| called),
            score: score.into(),
        });
        JsonRecipe {
            recipe: of.recipe.to_string(),
            scores: scores.collect(),
            signals: signals.collect(),
            study: of.study.as_ref().map(Into::into),
        }
    });
    let mid = match evaluation.mid {
        Mid::Neither => "neither",
        Mid::Near => "near",
        Mid::Far => "far",
    };
    let evaluated = JsonEvaluation {
        schema: "simscope/evaluation/1",
        simscope: env!("CARGO_PKG_VERSION"),
        pairs: &evaluation.file,
        documents: evaluation.documents,
        mid,
        shared_least: evaluation.least,
        run_han: evaluation.settings.run.han,
        run_words: evaluation.settings.run.words,
        recipes: recipes.collect(),
    };
    super::write(out, super::LEVELS, &evaluated)
}

#[derive(Serialize)]
struct JsonCalibration<'a> {
    schema: &'static str,
    simscope: &'static str,
    recipe: String,
    documents: usize,
    families: usize,
    /// The library whose documents were read too.
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<JsonLibrary<'a>>,
    /// Families whose text is mostly Chinese.
    families_chinese: usize,
    /// A digest of the texts, whatever their order.
    digest: String,
    seed: u64,
    /// Pairs of unrelated documents.
    pairs: u64,
    sampled: bool,
    unrelated_mean: f64,
    /// The closest pair that counts as unrelated.
    closest: Option<JsonClosest<'a>>,
    cautions: Vec<String>,
    labelled: Option<JsonLabelled>,
    suggested_k: Option<u32>,
    /// From labelled pairs; `null` with too few.
    suggested_shared: Option<JsonThreshold>,
    suggested_cosine: Option<JsonThreshold>,
    prior: JsonClasses,
    /// For each distance from 0 to the width.
    distances: Vec<JsonDistance>,
    edits: Vec<JsonEdit<'a>>,
}

/// A threshold between 0 and 1, and its F1 on the labelled pairs.
#[derive(Serialize)]
struct JsonThreshold {
    least: f64,
    f1: Option<f64>,
}

impl From<ProposedThreshold> for JsonThreshold {
    fn from(ProposedThreshold { percent, score }: ProposedThreshold) -> Self {
        Self { least: f64::from(percent) / 100.0, f1: score.f1() }
    }
}

#[derive(Serialize)]
struct JsonLibrary<'a> {
    file: &'a str,
    documents: u64,
    read: u64,
    without_text: u64,
    sampled: bool,
}

#[derive(Serialize)]
struct JsonClosest<'a> {
    name_a: &'a str,
    name_b: &'a str,
    hamming: u32,
    cosine: f64,
}

#[derive(Serialize)]
struct JsonLabelled {
    near: u64,
    related: u64,
    unrelated: u64,
    contradictory: u64,
    near_used: bool,
    related_used: bool,
}

#[derive(Serialize)]
struct JsonClasses {
    near: f64,
    related: f64,
    unrelated: f64,
}

#[derive(Serialize)]
struct JsonDistance {
    hamming: usize,
    /// The share of unrelated pairs at most so far apart: counted, or expected in the tail.
    unrelated_within: f64,
    /// It is expected from the cosines, as too few pairs are that close.
    modelled: bool,
    unrelated_observed: u64,
    unrelated_expected: f64,
    false_per_thousand: f64,
    near_pairs: u64,
    related_pairs: u64,
    probability: JsonClasses,
    /// The 95 % interval of the probability of near.
    near_interval: [f64; 2],
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    edit: &'a str,
    texts: u64,
    skipped: usize,
    /// The share of the texts that stay within each distance.
    recall: Vec<Option<f64>>,
}

pub(in crate::cli) fn calibration(out: &mut dyn Write, result: &CalibrationResult) -> io::Result<()> {
    let CalibrationResult { calibration, posterior, closest, proposed, library, lang } = result;
    let (origin, unrelated) = (&calibration.origin, calibration.unrelated());
    let (near, related) = (calibration.near(), calibration.related());
    let count = |distances: &Distances, hd: usize| distances.counts().get(hd).copied().unwrap_or_default();
    let distances = posterior.all().iter().enumerate().map(|(hamming, at)| JsonDistance {
        hamming,
        unrelated_within: unrelated.share_within(hamming as u32),
        modelled: (hamming as u32) < unrelated.joint,
        unrelated_observed: count(&unrelated.observed, hamming),
        unrelated_expected: unrelated.expected.get(hamming).copied().unwrap_or_default(),
        false_per_thousand: calibration.false_per_thousand(hamming as u32),
        near_pairs: count(&near, hamming),
        related_pairs: count(&related, hamming),
        probability: JsonClasses { near: at.near, related: at.related, unrelated: at.unrelated },
        near_interval: at.interval,
    });
    let edits = calibration.edits.iter().map(|edit| JsonEdit {
        edit: &edit.edit,
        texts: edit.distances.total(),
        skipped: edit.skipped,
        recall: (0..=u32::from(calibration.recipe.bits)).map(|k| edit.distances.share_within(k)).collect(),
    });
    let prior = posterior.prior;
    let labelled = calibration.labelled.map(|labelled| JsonLabelled {
        near: labelled.near,
        related: labelled.related,
        unrelated: labelled.unrelated,
        contradictory: labelled.contradictory,
        near_used: labelled.near_used(),
        related_used: labelled.related_used(),
    });
    let written = JsonCalibration {
        schema: "simscope/calibrate/1",
        simscope: env!("CARGO_PKG_VERSION"),
        recipe: calibration.recipe.to_string(),
        documents: origin.documents,
        families: origin.families,
        library: library.as_ref().map(|library| JsonLibrary {
            file: &library.file,
            documents: library.documents,
            read: library.read,
            without_text: library.without_text,
            sampled: library.sampled,
        }),
        families_chinese: origin.han,
        digest: format!("{:016x}", origin.digest),
        seed: origin.seed,
        pairs: origin.pairs,
        sampled: origin.sampled,
        unrelated_mean: unrelated.mean(),
        closest: closest.as_ref().map(|([name_a, name_b], pair)| JsonClosest {
            name_a,
            name_b,
            hamming: pair.hamming,
            cosine: pair.cosine,
        }),
        cautions: say::calibration_cautions(calibration, *lang),
        labelled,
        suggested_k: calibration.suggested_k(),
        suggested_shared: proposed.and_then(|of| of.shared).map(Into::into),
        suggested_cosine: proposed.and_then(|of| of.cosine).map(Into::into),
        prior: JsonClasses { near: prior.near, related: prior.related, unrelated: prior.unrelated },
        distances: distances.collect(),
        edits: edits.collect(),
    };
    super::write(out, super::LEVELS, &written)
}

#[derive(Serialize)]
struct JsonReliability<'a> {
    schema: &'static str,
    simscope: &'static str,
    pairs: &'a str,
    recipe: String,
    families_fitted: usize,
    families_tried: usize,
    pairs_fitted: usize,
    pairs_tried: usize,
    /// The shares of near, related and unrelated pairs in the part that was fitted.
    prior: [f64; 3],
    distances: Vec<JsonReliabilityAt>,
    /// The expected calibration error.
    error: f64,
    /// Its 95 % interval.
    error_interval: [f64; 2],
    /// The error that right probabilities would have on so few pairs.
    error_of_sampling: f64,
}

#[derive(Serialize)]
struct JsonReliabilityAt {
    hamming: u32,
    pairs: u64,
    predicted: f64,
    observed: f64,
}

pub(in crate::cli) fn calibration_test(out: &mut dyn Write, tested: &TestedFile) -> io::Result<()> {
    let test = &tested.test;
    let reliability = &test.reliability;
    let distances = reliability.at.iter().map(|at| JsonReliabilityAt {
        hamming: at.hamming,
        pairs: at.pairs,
        predicted: at.predicted,
        observed: at.observed,
    });
    let written = JsonReliability {
        schema: "simscope/reliability/1",
        simscope: env!("CARGO_PKG_VERSION"),
        pairs: &tested.file,
        recipe: test.calibration.recipe.to_string(),
        families_fitted: test.families[0],
        families_tried: test.families[1],
        pairs_fitted: test.pairs[0],
        pairs_tried: test.pairs[1],
        prior: test.prior.shares(),
        distances: distances.collect(),
        error: reliability.error,
        error_interval: reliability.interval,
        error_of_sampling: reliability.sampling,
    };
    super::write(out, super::LEVELS, &written)
}

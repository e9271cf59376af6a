//! Recipes measured on labelled pairs, as JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::{
    cli::evaluation::{Evaluation, SignalScore},
    compare::evaluation::{Measured, MeasuredAtK, Mid, Score, Spread, Study},
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
    let recipes = evaluation.recipes.iter().enumerate().map(|(at, (recipe, pairs))| {
        let scores = evaluation.scopes().flat_map(|(set, name)| {
            (0..=evaluation.up_to).map(move |k| JsonScores {
                set: set.map(|_| name),
                k,
                distance: evaluation.score(pairs, set, k, false).into(),
                distance_or_shared: evaluation.score(pairs, set, k, true).into(),
            })
        });
        let study = evaluation.studies.get(at).map(Into::into);
        let k = evaluation.thresholds.get(at).copied().unwrap_or_default();
        let signals = evaluation.signals(pairs, k).into_iter().map(|SignalScore { rule, score, mid }| JsonSignal {
            k: rule.k,
            shared: rule.shared,
            cosine: rule.cosine,
            mid_called: mid.map(|[called, _]| called),
            score: score.into(),
        });
        JsonRecipe { recipe: recipe.to_string(), scores: scores.collect(), signals: signals.collect(), study }
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

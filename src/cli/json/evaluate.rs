//! Recipes measured on labelled pairs, as JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::{
    cli::evaluation::Evaluation,
    compare::evaluation::{Mid, Score},
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
}

#[derive(Serialize)]
struct JsonScores<'a> {
    /// `null` for all pairs together.
    set: Option<&'a str>,
    k: u32,
    distance: JsonScore,
    distance_or_shared: JsonScore,
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
    let recipes = evaluation.recipes.iter().map(|(recipe, pairs)| {
        let scores = evaluation.scopes().flat_map(|(set, name)| {
            (0..=evaluation.up_to).map(move |k| JsonScores {
                set: set.map(|_| name),
                k,
                distance: evaluation.score(pairs, set, k, false).into(),
                distance_or_shared: evaluation.score(pairs, set, k, true).into(),
            })
        });
        JsonRecipe { recipe: recipe.to_string(), scores: scores.collect() }
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

//! Predicted against observed shares of near pairs, as JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::cli::tried::TriedCalibration;

#[derive(Serialize)]
struct JsonTried<'a> {
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
    distances: Vec<JsonTriedAt>,
    /// The expected calibration error.
    error: f64,
    /// Its 95 % interval.
    error_interval: [f64; 2],
    /// The error that right probabilities would have on so few pairs.
    error_of_sampling: f64,
}

#[derive(Serialize)]
struct JsonTriedAt {
    hamming: u32,
    pairs: u64,
    predicted: f64,
    observed: f64,
}

pub(in crate::cli) fn tried(out: &mut dyn Write, tried: &TriedCalibration) -> io::Result<()> {
    let reliability = &tried.reliability;
    let distances = reliability.at.iter().map(|at| JsonTriedAt {
        hamming: at.hamming,
        pairs: at.pairs,
        predicted: at.predicted,
        observed: at.observed,
    });
    let written = JsonTried {
        schema: "simscope/reliability/1",
        simscope: env!("CARGO_PKG_VERSION"),
        pairs: &tried.file,
        recipe: tried.calibration.recipe.to_string(),
        families_fitted: tried.families[0],
        families_tried: tried.families[1],
        pairs_fitted: tried.pairs[0],
        pairs_tried: tried.pairs[1],
        prior: tried.prior.shares(),
        distances: distances.collect(),
        error: reliability.error,
        error_interval: reliability.interval,
        error_of_sampling: reliability.sampling,
    };
    super::write(out, super::LEVELS, &written)
}

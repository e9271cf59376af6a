//! The JSON of one step of the pipeline.

use std::io::{self, Write};

use serde::Serialize;

use super::{LEVELS, write};
use crate::{
    cli::{
        settings::ResolvedSettings,
        step::result::{Accumulator, Step, StepResult},
    },
    simhash::{Feature, Fingerprint, Fixed, Recipe, SCALE, Sum, Trace},
};

/// What `simscope step` writes: the head, and what that step alone has.
#[derive(Serialize)]
struct JsonStep<'a> {
    schema: &'static str,
    step: &'static str,
    /// `null` where no more than the tie rule of it was used.
    recipe: Option<String>,
    #[serde(flatten)]
    made: JsonStepResult<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonStepResult<'a> {
    Tokens {
        tokens: Vec<&'a str>,
    },
    Features {
        bits: u8,
        scale: i64,
        features: Vec<JsonFeature<'a>>,
    },
    Words {
        bits: u8,
        words: Vec<JsonWord<'a>>,
    },
    Columns {
        scale: i64,
        exact: bool,
        /// In the step `sign`.
        #[serde(skip_serializing_if = "Option::is_none")]
        tie: Option<&'static str>,
        texts: Vec<JsonAccumulator<'a>>,
    },
    Xor {
        bits: u8,
        a: String,
        b: String,
        xor: String,
        hamming: u32,
    },
}

#[derive(Serialize)]
struct JsonFeature<'a> {
    feature: &'a str,
    tf: u32,
    /// `null` where the weight needs none.
    idf: Option<f64>,
    weight: Fixed,
    /// From the step `hash` on.
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<String>,
    /// In the step `row`.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<Vec<Fixed>>,
}

#[derive(Serialize)]
struct JsonWord<'a> {
    word: &'a str,
    binary: String,
}

#[derive(Serialize)]
struct JsonAccumulator<'a> {
    sums: &'a [Fixed],
    /// In the step `sign`.
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<String>,
}

/// Writes what the step comes to.
pub(in crate::cli) fn step(
    out: &mut dyn Write,
    step: Step,
    made: &StepResult,
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let recipe = match made {
        StepResult::Features(trace) => Some(&trace.recipe),
        StepResult::Words(_) => Some(&settings.recipe),
        StepResult::Sums { recipe, .. } | StepResult::Fingerprints { recipe, .. } => recipe.as_ref(),
    };
    let shown = match made {
        StepResult::Features(trace) => features(step, trace),
        StepResult::Words(all) => {
            let words = all.iter().map(|(word, hash)| JsonWord { word, binary: digits(*hash) }).collect();
            JsonStepResult::Words { bits: settings.recipe.bits, words }
        }
        StepResult::Sums { all, .. } => JsonStepResult::Columns {
            scale: SCALE,
            exact: recipe.is_none_or(|recipe| recipe.sum == Sum::Fixed),
            tie: (step == Step::Sign).then(|| settings.recipe.tie.name()),
            texts: all.iter().map(|columns| accumulator(step, columns)).collect(),
        },
        StepResult::Fingerprints { two: [a, b], .. } => {
            let [a_digits, b_digits, xor] = [*a, *b, a.xor(*b)].map(digits);
            JsonStepResult::Xor { bits: a.width(), a: a_digits, b: b_digits, xor, hamming: a.hamming(*b) }
        }
    };
    let shape =
        JsonStep { schema: "simscope/step/1", step: step.name(), recipe: recipe.map(Recipe::to_string), made: shown };
    // A feature or an accumulator is a line.
    write(out, if step == Step::Tokens { 1 } else { LEVELS - 2 }, &shape)
}

fn digits(fingerprint: Fingerprint) -> String {
    format!("{fingerprint:b}")
}

fn accumulator(step: Step, columns: &Accumulator) -> JsonAccumulator<'_> {
    let binary = (step == Step::Sign).then(|| digits(columns.fingerprint));
    JsonAccumulator { sums: &columns.sums, binary }
}

fn features(step: Step, trace: &Trace) -> JsonStepResult<'_> {
    if step == Step::Tokens {
        let tokens = (0..).map_while(|number| trace.token(number));
        return JsonStepResult::Tokens { tokens: tokens.map(|(_, feature)| trace.name(feature)).collect() };
    }
    let row = |(at, feature): (usize, &Feature)| JsonFeature {
        feature: trace.name(at),
        tf: feature.tf,
        idf: feature.idf.map(|idf| idf.value),
        weight: feature.weight,
        binary: matches!(step, Step::Hash | Step::Row).then(|| digits(trace.hash(feature))),
        row: (step == Step::Row).then(|| trace.row(feature)),
    };
    let features = trace.features.iter().enumerate().map(row).collect();
    JsonStepResult::Features { bits: trace.recipe.bits, scale: SCALE, features }
}

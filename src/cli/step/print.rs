//! The result of one step of the pipeline: as lines that the next step reads, and as JSON.

use std::{
    fmt,
    io::{self, Write},
};

use serde::Serialize;

use super::{Accumulator, Step, StepResult};
use crate::{
    cli::{json, settings::ResolvedSettings},
    document::safe_name,
    locale::Lang,
    simhash::{Feature, Fingerprint, Fixed, Recipe, SCALE, Sum, Trace, from_fixed, to_fixed},
    t,
};

/// Writes what the step comes to.
pub(super) fn text(out: &mut dyn Write, step: Step, made: &StepResult, lang: Lang) -> io::Result<()> {
    match made {
        StepResult::Features(trace) => features(out, step, trace),
        StepResult::Words(words) => words.iter().try_for_each(|(_, hash)| writeln!(out, "{hash:b}")),
        StepResult::Sums { all, .. } => all.iter().try_for_each(|columns| match step {
            Step::Sign => writeln!(out, "{:b}", columns.fingerprint),
            _ => writeln!(out, "{}", SpacedNumbers(&columns.sums)),
        }),
        StepResult::Fingerprints { two: [a, b], .. } => {
            let (hd, bits) = (a.hamming(*b), a.width());
            writeln!(out, "{:b}", a.xor(*b))?;
            writeln!(out, "{}", t!(lang, "cli.xor", hd, bits))
        }
    }
}

fn features(out: &mut dyn Write, step: Step, trace: &Trace) -> io::Result<()> {
    if step == Step::Tokens {
        let tokens = (0..).map_while(|number| trace.token(number));
        return tokens
            .map(|(_, feature)| trace.name(feature))
            .try_for_each(|name| writeln!(out, "{}", safe_name(name)));
    }
    for (at, feature) in trace.features.iter().enumerate() {
        let (name, weight) = (safe_name(trace.name(at)), DecimalNumber(feature.weight));
        match step {
            Step::Weights => writeln!(out, "{name}\t{weight}")?,
            Step::Hash => writeln!(out, "{name}\t{weight}\t{:b}", trace.hash(feature))?,
            _ => writeln!(out, "{}", SpacedNumbers(&trace.row(feature)))?,
        }
    }
    Ok(())
}

/// A number with as few decimals as it takes to be read back as the same multiple of 2⁻¹⁶.
struct DecimalNumber(Fixed);

/// With so many decimals, what is written is nearer to the number than to any other that a float of its size can be.
const ENOUGH: usize = 6;

impl fmt::Display for DecimalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = from_fixed(self.0);
        let same = |text: &String| text.parse().is_ok_and(|read| to_fixed(read) == self.0);
        let written = (0..=ENOUGH).map(|decimals| format!("{number:.decimals$}")).find(same);
        // Of very large numbers a float itself has no more decimals than it needs.
        f.write_str(&written.unwrap_or_else(|| number.to_string()))
    }
}

/// Numbers with a space between them.
struct SpacedNumbers<'a>(&'a [Fixed]);

impl fmt::Display for SpacedNumbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(n, &number)| {
            f.write_str(if n > 0 { " " } else { "" })?;
            DecimalNumber(number).fmt(f)
        })
    }
}

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

pub(super) fn json(out: &mut dyn Write, step: Step, made: &StepResult, settings: &ResolvedSettings) -> io::Result<()> {
    let recipe = match made {
        StepResult::Features(trace) => Some(&trace.recipe),
        StepResult::Words(_) => Some(&settings.recipe),
        StepResult::Sums { recipe, .. } | StepResult::Fingerprints { recipe, .. } => recipe.as_ref(),
    };
    let shown = match made {
        StepResult::Features(trace) => json_features(step, trace),
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
    json::write(out, if step == Step::Tokens { 1 } else { json::LEVELS - 2 }, &shape)
}

fn digits(fingerprint: Fingerprint) -> String {
    format!("{fingerprint:b}")
}

fn accumulator(step: Step, columns: &Accumulator) -> JsonAccumulator<'_> {
    let binary = (step == Step::Sign).then(|| digits(columns.fingerprint));
    JsonAccumulator { sums: &columns.sums, binary }
}

fn json_features(step: Step, trace: &Trace) -> JsonStepResult<'_> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_are_read_back_as_the_same(number in -(1i64 << 52)..1 << 52) {
            prop_assert_eq!(to_fixed(DecimalNumber(number).to_string().parse().unwrap()), number);
        }
    }

    #[test]
    fn numbers_have_no_decimals_for_nothing() {
        let text = |value: f64| DecimalNumber(to_fixed(value)).to_string();
        let written = [4.0, -0.5, 0.0, 1.2, 100.0, 0.4, 0.00002].map(text);
        assert_eq!(written, ["4", "-0.5", "0", "1.2", "100", "0.4", "0.00002"]);
    }
}

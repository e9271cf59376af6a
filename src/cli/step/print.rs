//! The result of one step of the pipeline: as lines that the next step reads, and as JSON.

use std::{
    fmt,
    io::{self, Write},
};

use serde_json::{Value, json};

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
        return tokens(trace).try_for_each(|name| writeln!(out, "{}", safe_name(name)));
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

/// Writes the head, and what that step alone has.
pub(super) fn json(out: &mut dyn Write, step: Step, made: &StepResult, settings: &ResolvedSettings) -> io::Result<()> {
    // `null` where no more than the tie rule of it was used.
    let recipe = match made {
        StepResult::Features(trace) => Some(&trace.recipe),
        StepResult::Words(_) => Some(&settings.recipe),
        StepResult::Sums { recipe, .. } | StepResult::Fingerprints { recipe, .. } => recipe.as_ref(),
    };
    let digits = |fingerprint: Fingerprint| format!("{fingerprint:b}");
    let own = match made {
        StepResult::Features(trace) if step == Step::Tokens => json!({ "tokens": tokens(trace).collect::<Value>() }),
        StepResult::Features(trace) => {
            let feature = |(at, feature): (usize, &Feature)| {
                let feature = json!({
                    "feature": trace.name(at),
                    "tf": feature.tf,
                    // `null` where the weight needs none.
                    "idf": feature.idf.map(|idf| idf.value),
                    "weight": feature.weight,
                    "binary": matches!(step, Step::Hash | Step::Row).then(|| digits(trace.hash(feature))),
                    "row": (step == Step::Row).then(|| trace.row(feature)),
                });
                json::present(feature, &["binary", "row"])
            };
            let features: Vec<Value> = trace.features.iter().enumerate().map(feature).collect();
            json!({ "bits": trace.recipe.bits, "scale": SCALE, "features": features })
        }
        StepResult::Words(all) => {
            let words = all.iter().map(|(word, hash)| json!({ "word": word, "binary": digits(*hash) }));
            json!({ "bits": settings.recipe.bits, "words": words.collect::<Value>() })
        }
        StepResult::Sums { all, .. } => {
            let signs = step == Step::Sign;
            let of_text = |Accumulator { sums, fingerprint }: &Accumulator| {
                let text = json!({ "sums": sums, "binary": signs.then(|| digits(*fingerprint)) });
                json::present(text, &["binary"])
            };
            let columns = json!({
                "scale": SCALE,
                "exact": recipe.is_none_or(|recipe| recipe.sum == Sum::Fixed),
                "tie": signs.then(|| settings.recipe.tie.name()),
                "texts": all.iter().map(of_text).collect::<Value>(),
            });
            json::present(columns, &["tie"])
        }
        StepResult::Fingerprints { two: [a, b], .. } => json!({
            "bits": a.width(),
            "a": digits(*a),
            "b": digits(*b),
            "xor": digits(a.xor(*b)),
            "hamming": a.hamming(*b),
        }),
    };
    let recipe = recipe.map(Recipe::to_string);
    let head = json!({ "schema": "simscope/step/1", "step": step.name(), "recipe": recipe });
    // A feature or an accumulator is a line.
    json::write(out, if step == Step::Tokens { 1 } else { json::LEVELS - 2 }, &json::joined(head, own))
}

fn tokens(trace: &Trace) -> impl Iterator<Item = &str> {
    (0..).map_while(|number| trace.token(number)).map(|(_, feature)| trace.name(feature))
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

//! One step of the pipeline, in lines that the next one reads.

use std::{
    fmt,
    io::{self, Write},
};

use crate::{
    cli::step::result::{Step, StepResult},
    document::safe_name,
    locale::Lang,
    simhash::{Fixed, Trace, from_fixed, to_fixed},
    t,
};

/// Writes what the step comes to.
pub(in crate::cli) fn step(out: &mut dyn Write, step: Step, made: &StepResult, lang: Lang) -> io::Result<()> {
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
            writeln!(out, "{}", t!(lang, "cli.xor", hd = hd, bits = bits))
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

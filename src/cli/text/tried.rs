//! Predicted against observed shares of near pairs, by distance.

use std::io::{self, Write};

use super::{TextTable, hanging};
use crate::{cli::tried::TriedCalibration, say, t, table::Align};

/// Writes what was fitted, what it was tried on, and how far off it is.
pub(in crate::cli) fn tried(out: &mut dyn Write, tried: &TriedCalibration) -> io::Result<()> {
    let lang = tried.lang;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = tried.calibration.recipe))?;
    let ([fitted, other], [pairs, others]) = (tried.families, tried.pairs);
    let head =
        t!(lang, "calibrate.tried", file = tried.file, fitted = fitted, pairs = pairs, other = other, others = others);
    hanging(out, 0, &head)?;
    hanging(out, 0, &say::prior(tried.prior, lang))?;
    for caution in say::calibration_cautions(&tried.calibration, lang) {
        write!(out, "! ")?;
        hanging(out, 2, &caution)?;
    }
    writeln!(out)?;
    let head =
        ["HD", t!(lang, "calibrate.tried-pairs"), t!(lang, "calibrate.predicted"), t!(lang, "calibrate.labelled")];
    let mut table = TextTable::new([Align::Right; 4], 0, head);
    for at in &tried.reliability.at {
        let [predicted, observed] = [at.predicted, at.observed].map(|share| lang.percent(share));
        table.row([at.hamming.to_string(), at.pairs.to_string(), predicted, observed]);
    }
    table.write(out)?;
    let reliability = &tried.reliability;
    let [low, high] = reliability.interval.map(|share| lang.percent(share));
    let (error, sampling) = (lang.percent(reliability.error), lang.percent(reliability.sampling));
    writeln!(out)?;
    hanging(out, 0, &t!(lang, "calibrate.error", error = error, low = low, high = high, sampling = sampling))
}

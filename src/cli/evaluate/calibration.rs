//! A calibration fitted on one part of labelled pairs and tried on the other; no family is in both.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{PreparedText, labelled, table::NamedPair};
use crate::{
    batch::{CalibrationRequest, CalibrationText, Failure},
    cli::{progress, settings::ResolvedSettings, tried::TriedCalibration},
    compare::{
        Examined,
        calibration::{HeldOutPair, LabelledPairs, Reliability},
        evaluation::{Families, Label, LabelledPair},
    },
    say,
    simhash::{CountError, Watch},
    t,
};

/// Fits and tries; the seed decides on the parts.
///
/// # Errors
/// A sentence, if a part has too little.
pub(super) fn tried(
    file: String,
    listed: &[NamedPair<'_>],
    texts: &BTreeMap<&str, PreparedText>,
    settings: &ResolvedSettings,
    seed: u64,
) -> Result<TriedCalibration, String> {
    let lang = settings.lang;
    let work = |watch: &Watch| {
        let names: Vec<&str> = texts.keys().copied().collect();
        let examined = texts.par_iter().map(|(_, text)| {
            let subject = Examined::outline(&text.text, &settings.recipe, settings.run)?.subject;
            Ok(CalibrationText { text: text.text.clone(), subject })
        });
        let failed = |error: CountError| Failure::from(error).reason(lang);
        let examined: Vec<CalibrationText> = examined.collect::<Result<_, CountError>>().map_err(failed)?;
        let labels = labelled(listed, &names);
        let windows: Vec<_> = examined.iter().map(|text| Some(&**text.subject.windows())).collect();
        let families = Families::of_documents(&windows, &labels, watch).map_err(|error| failed(error.into()))?;
        let second = families.halves(&names, seed);
        let part = |pair: &&LabelledPair, wanted: bool| {
            pair.documents.iter().all(|&document| second[families.of(document)] == wanted)
        };
        let fitted: Vec<LabelledPair> = labels.iter().filter(|pair| part(pair, false)).copied().collect();
        let tried: Vec<&LabelledPair> = labels.iter().filter(|pair| part(pair, true)).collect();
        let first = examined.iter().cloned().enumerate().filter(|(document, _)| !second[families.of(*document)]);
        let request = CalibrationRequest::new(first, &fitted, settings.recipe.clone());
        let made = request.run(watch).map_err(|error| say::calibration_error(error, lang))?;
        let few = || t!(lang, "calibrate.few-labels");
        let prior = made.calibration.labelled.as_ref().and_then(LabelledPairs::shares).ok_or_else(few)?;
        let pairs: Vec<HeldOutPair> = tried
            .iter()
            .filter_map(|pair| {
                let [a, b] = pair.documents.map(|at| examined[at].subject.fingerprint);
                let (near, family) = (pair.label == Label::Near, families.of(pair.documents[0]));
                Some(HeldOutPair { hamming: a?.hamming(b?), near, family })
            })
            .collect();
        let reliability = Reliability::new(&made.calibration.posterior(prior), &pairs).ok_or_else(few)?;
        let halves = second.iter().filter(|&&second| second).count();
        Ok(TriedCalibration {
            file,
            families: [families.count() - halves, halves],
            pairs: [fitted.len(), pairs.len()],
            calibration: made.calibration,
            prior,
            reliability,
            lang,
        })
    };
    progress::during("work.calibrating", lang, work)
}

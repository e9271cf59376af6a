//! The meaning of a distance among one's own texts, in sentences: the same on the screens, on the command line and in reports.

use crate::{
    compare::calibration::{
        Calibration, CalibrationError, Caution, LEAST_FAMILIES, LEAST_LABELLED, LabelledPairs, Prior,
    },
    locale::{Lang, grouped},
    t,
};

/// The width of which general figures are known.
const MEASURED_WIDTH: u8 = 64;

/// How close unrelated pairs and small edits come, beside a distance.
pub(crate) fn calibrated_distance(calibration: &Calibration, hd: u32, lang: Lang) -> String {
    let unrelated = calibration.unrelated();
    let share = one_of(unrelated.share_within(hd), lang);
    let first = if hd < unrelated.joint {
        t!(lang, "calibrate.modelled", hd = hd, share = share)
    } else {
        t!(lang, "calibrate.observed", hd = hd, share = share)
    };
    let Some(within) = calibration.edits_within(hd) else { return first };
    let of_hundred = (within * 100.0).round();
    let second = if within >= 1.0 {
        t!(lang, "calibrate.edits-all", hd = hd)
    } else if of_hundred < 1.0 {
        t!(lang, "calibrate.edits-none", hd = hd)
    } else {
        t!(lang, "calibrate.edits", n = of_hundred.min(99.0), hd = hd)
    };
    [first, second].join(lang.gap())
}

/// A sentence on distances in general, where there is no calibration; `None` for widths that were not measured.
pub(crate) fn uncalibrated_distance(bits: u8, lang: Lang) -> Option<&'static str> {
    (bits == MEASURED_WIDTH).then(|| t!(lang, "calibrate.general"))
}

/// A share as one of so many, in two digits, or as a percentage.
pub(crate) fn one_of(share: f64, lang: Lang) -> String {
    const MOST: f64 = 1e12;
    if share >= 0.1 {
        return lang.percent(share);
    }
    if share <= 1.0 / MOST {
        return t!(lang, "calibrate.hardly").into();
    }
    let of = 1.0 / share;
    let step = 10f64.powf(of.log10().floor() - 1.0).max(1.0);
    t!(lang, "calibrate.one-of", n = grouped(((of / step).round() * step) as u64))
}

/// The texts that a calibration was made from.
pub(crate) fn calibration_origin(calibration: &Calibration, lang: Lang) -> Vec<String> {
    let origin = &calibration.origin;
    let (documents, families) = (grouped(origin.documents as u64), grouped(origin.families as u64));
    let (pairs, mean) = (grouped(origin.pairs), format!("{:.1}", calibration.unrelated().mean()));
    let sample = if origin.sampled { t!(lang, "calibrate.sampled") } else { t!(lang, "calibrate.all-pairs") };
    vec![
        t!(lang, "calibrate.made-of", documents = documents, families = families),
        t!(lang, "calibrate.pairs", pairs = pairs, sample = sample, mean = mean),
    ]
}

/// The weaknesses of a calibration.
pub(crate) fn calibration_cautions(calibration: &Calibration, lang: Lang) -> Vec<String> {
    let cautions = calibration.origin.cautions().into_iter().map(|caution| match caution {
        Caution::FewFamilies(n) => t!(lang, "calibrate.few", n = n, least = LEAST_FAMILIES),
        Caution::OnlyChinese => t!(lang, "calibrate.only-chinese").into(),
        Caution::NoChinese => t!(lang, "calibrate.no-chinese").into(),
    });
    cautions.chain(calibration.labelled.iter().flat_map(|labelled| labelled_pairs(labelled, lang))).collect()
}

/// Whether labelled pairs were used, and which were not.
fn labelled_pairs(labelled: &LabelledPairs, lang: Lang) -> Vec<String> {
    let (near, related) = (grouped(labelled.near), grouped(labelled.related));
    let used = match (labelled.near_used(), labelled.related_used()) {
        (true, true) => t!(lang, "calibrate.labels-used", near = near, related = related),
        (true, false) => t!(lang, "calibrate.labels-near", near = near),
        (false, true) => t!(lang, "calibrate.labels-related", related = related),
        (false, false) => t!(lang, "calibrate.labels-few", n = labelled.total(), least = LEAST_LABELLED),
    };
    let contradictory =
        (labelled.contradictory > 0).then(|| t!(lang, "calibrate.contradictory", n = grouped(labelled.contradictory)));
    [Some(used), contradictory].into_iter().flatten().collect()
}

/// The threshold that a calibration suggests, and its rule.
pub(crate) fn suggested_k(calibration: &Calibration, lang: Lang) -> String {
    match calibration.suggested_k() {
        Some(k) => t!(lang, "calibrate.suggested", k = k),
        None => t!(lang, "calibrate.none-suggested").into(),
    }
}

/// The prior of probabilities, which are never shown without it.
pub(crate) fn prior(prior: Prior, lang: Lang) -> String {
    let [near, related, unrelated] = prior.shares().map(|share| percentage(share, lang));
    t!(lang, "calibrate.prior", near = near, related = related, unrelated = unrelated)
}

/// A percentage without needless decimals.
fn percentage(share: f64, lang: Lang) -> String {
    let places = if share < 0.01 { 3 } else { 1 };
    let text = format!("{:.places$}", share * 100.0);
    format!("{}{}%", text.trim_end_matches('0').trim_end_matches('.'), lang.gap())
}

/// The name of an edit, by its key.
pub(crate) fn edit_name(key: &str, lang: Lang) -> String {
    if let Some(percent) = key.strip_prefix("words-") {
        return t!(lang, "calibrate.edit-words", percent = percent);
    }
    match key {
        "advertisement" => t!(lang, "calibrate.edit-advertisement"),
        "dropped" => t!(lang, "calibrate.edit-dropped"),
        "numbers" => t!(lang, "calibrate.edit-numbers"),
        "moved" => t!(lang, "calibrate.edit-moved"),
        // A later version may know more.
        other => other,
    }
    .to_owned()
}

/// Why there is no calibration.
pub(crate) fn calibration_error(error: CalibrationError, lang: Lang) -> String {
    match error {
        CalibrationError::FewTexts(n) => t!(lang, "calibrate.few-texts", n = n),
        CalibrationError::OneFamily(n) => t!(lang, "calibrate.one-family", n = n),
        CalibrationError::TooShort => t!(lang, "calibrate.too-short").into(),
        CalibrationError::Stopped => t!(lang, "notice.stopped").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_two_digits() {
        let said = [0.5, 0.1, 0.0123, 1.0 / 21_340.0, 3.3e-7, 0.0].map(|share| one_of(share, Lang::En));
        assert_eq!(
            said,
            ["50.0 %", "10.0 %", "1 of 81", "1 of 21,000", "1 of 3,000,000", "fewer than 1 of a trillion"]
        );
        assert_eq!(percentage(0.01, Lang::En), "1 %");
        assert_eq!(percentage(0.985, Lang::Zh), "98.5%");
    }
}

//! The meaning of a distance among one's own texts, in sentences: the same on the screens, on the command line and in
//! reports.

use super::decimals;
use crate::{
    compare::{
        calibration::{
            Calibration, CalibrationError, Caution, Distances, EditDistances, LEAST_FAMILIES, LEAST_LABELLED,
            LEAST_OF_CLASS, LabelledPairs, Posterior, Prior,
        },
        evaluation::{ProposedThreshold, ProposedThresholds},
    },
    locale::{Lang, grouped, percent},
    page::{Look, Page, Piece, left, right},
    t,
    text::width,
};

/// The width of which general figures are known.
const MEASURED_WIDTH: u8 = 64;

/// From here on a share is a percentage, not one of so many.
const OFTEN: f64 = 0.1;
/// One of a trillion: no count of smaller shares is worth naming.
const HARDLY: f64 = 1e-12;

/// How close unrelated pairs and small edits come, beside a distance.
pub(crate) fn calibrated_distance(calibration: &Calibration, hd: u32, lang: Lang) -> String {
    let unrelated = calibration.unrelated();
    let (share, modelled) = (unrelated.share_within(hd), hd < unrelated.joint);
    let shown = one_of(share, lang);
    let first = match (share, modelled) {
        (share, _) if share <= HARDLY => t!(lang, "calibrate.hardly-any", hd, share = shown),
        (share, _) if share >= OFTEN => t!(lang, "calibrate.often", hd, share = shown),
        (_, true) => t!(lang, "calibrate.modelled", hd, share = shown),
        (_, false) => t!(lang, "calibrate.observed", hd, share = shown),
    };
    let Some(within) = calibration.edits_within(hd) else { return first };
    let of_hundred = (within * 100.0).round();
    let second = if within >= 1.0 {
        t!(lang, "calibrate.edits-all", hd)
    } else if of_hundred < 1.0 {
        t!(lang, "calibrate.edits-none", hd)
    } else {
        t!(lang, "calibrate.edits", n = of_hundred.min(99.0), hd)
    };
    [first, second].join(lang.gap())
}

/// Says that a calibration is from too few texts, beside a figure of it.
pub(super) fn calibration_weakness(calibration: &Calibration, lang: Lang) -> Option<String> {
    let families = calibration.origin.families;
    (families < LEAST_FAMILIES).then(|| t!(lang, "calibrate.weak", families))
}

/// A sentence on distances in general, where there is no calibration; `None` for widths that were not measured.
pub(crate) fn uncalibrated_distance(bits: u8, lang: Lang) -> Option<&'static str> {
    (bits == MEASURED_WIDTH).then(|| t!(lang, "calibrate.general"))
}

/// A share as one of so many, in two digits, or as a percentage.
pub(crate) fn one_of(share: f64, lang: Lang) -> String {
    if share >= OFTEN {
        return percent(share);
    }
    if share <= HARDLY {
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
    let sample = lang.text(if origin.sampled { "calibrate.sampled" } else { "calibrate.all-pairs" });
    vec![t!(lang, "calibrate.made-of", documents, families), t!(lang, "calibrate.pairs", pairs, sample, mean)]
}

/// The weaknesses of a calibration.
pub(crate) fn calibration_cautions(calibration: &Calibration, lang: Lang) -> Vec<String> {
    let cautions = calibration.origin.cautions().into_iter().map(|caution| match caution {
        Caution::FewFamilies(n) => t!(lang, "calibrate.few", n, least = LEAST_FAMILIES),
        Caution::OnlyChinese => t!(lang, "calibrate.only-chinese").into(),
        Caution::NoChinese => t!(lang, "calibrate.no-chinese").into(),
    });
    cautions.chain(calibration.labelled.iter().flat_map(|labelled| labelled_pairs(labelled, lang))).collect()
}

/// Whether labelled pairs were used, and which were not.
fn labelled_pairs(labelled: &LabelledPairs, lang: Lang) -> Vec<String> {
    let (near, related) = (grouped(labelled.near), grouped(labelled.related));
    let used = match (labelled.near_used(), labelled.related_used()) {
        (true, true) => t!(lang, "calibrate.labels-used", near, related),
        (true, false) => t!(lang, "calibrate.labels-near", near),
        (false, true) => t!(lang, "calibrate.labels-related", related),
        (false, false) => t!(lang, "calibrate.labels-few", n = labelled.total(), least = LEAST_LABELLED),
    };
    let contradictory =
        (labelled.contradictory > 0).then(|| t!(lang, "calibrate.contradictory", n = grouped(labelled.contradictory)));
    [Some(used), contradictory].into_iter().flatten().collect()
}

/// The thresholds of shared text and of the cosine that labelled pairs suggest, or what it takes to have them.
pub(crate) fn suggested_thresholds(proposed: Option<ProposedThresholds>, lang: Lang) -> String {
    let Some(ProposedThresholds { shared: Some(shared), cosine: Some(cosine) }) = proposed else {
        return t!(lang, "calibrate.no-thresholds", least = LEAST_LABELLED, of_class = LEAST_OF_CLASS);
    };
    let f1 = |of: ProposedThreshold| decimals(of.score.f1().unwrap_or_default(), 3, lang);
    t!(
        lang,
        "calibrate.thresholds",
        near = shared.score.near,
        far = shared.score.far,
        shared = shared.percent,
        shared_f1 = f1(shared),
        cosine = cosine.percent,
        cosine_from = decimals(f64::from(cosine.percent) / 100.0, 2, lang),
        cosine_f1 = f1(cosine)
    )
}

/// The threshold that a calibration suggests, and its rule.
pub(crate) fn suggested_k(calibration: &Calibration, lang: Lang) -> String {
    match calibration.suggested_k() {
        Some(k) => t!(lang, "calibrate.suggested", k),
        None => t!(lang, "calibrate.none-suggested").into(),
    }
}

/// The prior of probabilities, which are never shown without it.
pub(crate) fn prior(prior: Prior, lang: Lang) -> String {
    let [near, related, unrelated] = prior.shares().map(percentage);
    t!(lang, "calibrate.prior", near, related, unrelated)
}

/// A probability in percent, with as many decimals as a small one needs; never 0 or 100%, which no sample can show.
pub(crate) fn probability(share: f64) -> String {
    let percent = share * 100.0;
    let number = match percent {
        p if p < 0.01 => "<0.01".into(),
        p if p > 99.9 => ">99.9".into(),
        p if (10.0..99.0).contains(&p) => format!("{p:.0}"),
        p if p >= 1.0 => format!("{p:.1}"),
        p => format!("{p:.2}"),
    };
    format!("{number}%")
}

/// The interval of a probability in percent, rounded outwards, so that it claims no more than is known.
pub(crate) fn probability_interval([low, high]: [f64; 2], lang: Lang) -> String {
    let rounded = |share: f64, up: bool| {
        let percent = share * 100.0;
        let scale = if (1.0..99.0).contains(&percent) { 1.0 } else { 10.0 };
        let number = if up { (percent * scale).ceil() } else { (percent * scale).floor() } / scale;
        number.to_string()
    };
    t!(lang, "calibrate.from-to", low = rounded(low, false), high = rounded(high, true))
}

/// An expected number of pairs, with decimals where it is small.
pub(crate) fn expected(number: f64) -> String {
    match number {
        n if n >= 9.95 => grouped(n.round() as u64),
        n if n >= 0.095 => format!("{n:.1}"),
        n if n >= 0.000_95 => format!("{n:.3}"),
        _ => "0".into(),
    }
}

/// A percentage without needless decimals.
pub(crate) fn percentage(share: f64) -> String {
    let places = if share < 0.01 { 3 } else { 1 };
    let text = format!("{:.places$}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The name of an edit, by its key.
pub(crate) fn edit_name(key: &str, lang: Lang) -> String {
    if let Some(percent) = key.strip_prefix("words-") {
        return t!(lang, "calibrate.edit-words", percent);
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
        CalibrationError::FewTexts(n) => t!(lang, "calibrate.few-texts", n),
        CalibrationError::OneFamily(n) => t!(lang, "calibrate.one-family", n),
        CalibrationError::TooShort => t!(lang, "calibrate.too-short").into(),
        CalibrationError::FewLabels => t!(lang, "calibrate.few-labels").into(),
        CalibrationError::Stopped => t!(lang, "notice.stopped").into(),
    }
}

/// Thresholds are listed up to the first at which this share of the unrelated pairs is called near.
const LISTED: f64 = 0.01;
/// Cells of the narrow columns beside those of edits, with the gaps.
const BESIDE: usize = 20;
/// The cells of the longest bar.
const BAR: usize = 20;
/// The rows of the chart.
const ROWS: usize = 32;
/// Less than this share of a class is not drawn.
const DRAWN: f64 = 0.002;

/// The thresholds that are listed.
fn listed(calibration: &Calibration) -> u32 {
    let bits = u32::from(calibration.recipe.bits);
    (0..bits).find(|&k| calibration.unrelated().share_within(k) >= LISTED).unwrap_or(bits)
}

/// How close unrelated texts and edits come at each threshold; the row of `used` stands out. On few
/// columns the last kinds of edits are missing.
pub(crate) fn by_threshold(page: &mut Page, calibration: &Calibration, used: Option<u32>, columns: usize) {
    let (lang, unrelated) = (page.lang, calibration.unrelated());
    page.head(t!(lang, "calibrate.by-threshold"));
    let heads = ["k", "calibrate.unrelated-within", "calibrate.per-thousand"].map(right);
    let within = |k| {
        let mark = if k < unrelated.joint { "~" } else { "" };
        format!("{mark}{}", one_of(unrelated.share_within(k), lang))
    };
    let within: Vec<String> = (0..=listed(calibration)).map(within).collect();
    let widest = within.iter().map(|within| width(within)).max().unwrap_or(0);
    let mut room = columns.saturating_sub(BESIDE + widest);
    let fits = |edit: &&EditDistances| {
        let cells = width(&edit_name(&edit.edit, lang)) + 2;
        let fits = cells <= room;
        room = room.saturating_sub(cells);
        fits
    };
    let kinds: Vec<&EditDistances> = calibration.edits.iter().take_while(fits).collect();
    let edits = kinds.iter().map(|edit| right(edit_name(&edit.edit, lang)));
    let rows = within.into_iter().zip(0..).map(|(within, k)| {
        let recall = kinds.iter().map(move |edit| floored(edit.distances.share_within(k), lang));
        let cells = [k.to_string(), within, expected(calibration.false_per_thousand(k))];
        marked(cells.into_iter().chain(recall), used == Some(k))
    });
    page.table(0, heads.into_iter().chain(edits), rows);
    page.text(t!(lang, "calibrate.table-note"));
    let skipped = calibration.edits.iter().filter(|edit| edit.skipped > 0);
    let skipped: Vec<String> = skipped
        .map(|edit| t!(lang, "calibrate.skipped", edit = edit_name(&edit.edit, lang), n = edit.skipped))
        .collect();
    if !skipped.is_empty() {
        page.text(t!(lang, "calibrate.skipped-texts", list = lang.list(&skipped)));
    }
}

/// A row, which stands out on the screens where it is marked.
fn marked(cells: impl IntoIterator<Item = String>, mark: bool) -> impl Iterator<Item = Piece> {
    let look = if mark { Look::Head } else { Look::Plain };
    cells.into_iter().map(move |cell| Piece::new(cell, look))
}

fn floored(share: Option<f64>, lang: Lang) -> String {
    share.map_or_else(|| lang.set("–").into_owned(), |share| format!("{:.0}%", (share * 100.0).floor()))
}

/// How probable a near-duplicate is at each distance under a prior; the row of `here` stands out.
pub(crate) fn by_distance(page: &mut Page, calibration: &Calibration, posterior: &Posterior, here: Option<u32>) {
    let lang = page.lang;
    page.head(t!(lang, "calibrate.by-distance"));
    page.text(prior(posterior.prior, lang));
    let heads = ["HD", "calibrate.near", "calibrate.interval", "calibrate.related", "calibrate.unrelated"].map(right);
    let rows = posterior.all().iter().zip(0..=listed(calibration)).map(|(at, hd)| {
        let [near, related, unrelated] = [at.near, at.related, at.unrelated].map(probability);
        let cells = [hd.to_string(), near, probability_interval(at.interval, lang), related, unrelated];
        marked(cells, here == Some(hd))
    });
    page.table(0, heads, rows);
}

/// The distributions of the three classes, each as bars of its own scale.
pub(crate) fn distances_chart(page: &mut Page, calibration: &Calibration) {
    let lang = page.lang;
    page.head(t!(lang, "calibrate.chart"));
    let share = |distances: &Distances| {
        let total = distances.total().max(1) as f64;
        distances.counts().iter().map(|&count| count as f64 / total).collect::<Vec<f64>>()
    };
    let classes =
        [share(&calibration.near()), share(&calibration.related()), calibration.unrelated().shares().to_vec()];
    let step = classes[0].len().div_ceil(ROWS);
    let classes = classes.map(|shares| shares.chunks(step).map(|some| some.iter().sum()).collect::<Vec<f64>>());
    let last = (0..classes[0].len()).rfind(|&row| classes.iter().any(|shares| shares[row] >= DRAWN)).unwrap_or(0);
    let bar = |shares: &Vec<f64>, row: usize| {
        let most = shares.iter().copied().fold(0.0, f64::max);
        let cells = (shares[row] / most * BAR as f64).round() as usize;
        let cells = if shares[row] >= DRAWN { cells.max(1) } else { 0 };
        Piece::new(lang.set(&"█".repeat(cells)), Look::Label)
    };
    let rows = (0..=last).map(|row| {
        let (from, to) = (row * step, (row * step + step - 1).min(usize::from(calibration.recipe.bits)));
        let hd = if from == to { from.to_string() } else { format!("{from}{}{to}", lang.set("–")) };
        let [near, related, unrelated] = classes.each_ref().map(|shares| bar(shares, row));
        [hd.into(), near, related, unrelated]
    });
    let heads = [right("HD"), left("calibrate.near"), left("calibrate.related"), left("calibrate.unrelated")];
    page.table(0, heads, rows);
}

/// The weaknesses of a calibration.
pub(crate) fn cautions(page: &mut Page, calibration: &Calibration) {
    for caution in calibration_cautions(calibration, page.lang) {
        page.behind("! ", caution);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_two_digits() {
        let said = [0.5, 0.1, 0.0123, 1.0 / 21_340.0, 3.3e-7, 0.0].map(|share| one_of(share, Lang::En));
        assert_eq!(said, ["50.0%", "10.0%", "1 in 81", "1 in 21,000", "1 in 3,000,000", "fewer than 1 in a trillion"]);
        assert_eq!(percentage(0.01), "1%");
        assert_eq!(percentage(0.985), "98.5%");
    }
}

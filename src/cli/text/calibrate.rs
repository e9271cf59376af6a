//! A calibration: how close unrelated texts and edits come at each threshold, and how probable a near-duplicate is at each
//! distance.

use std::io::{self, Write};

use super::{TextTable, hanging};
use crate::{
    cli::calibrated::{Calibrated, CalibratedLibrary},
    compare::calibration::{Calibration, Distances, Posterior},
    locale::{Lang, grouped},
    say, t,
    table::Align,
};

/// Thresholds are listed up to the first at which this share of the unrelated pairs is called near.
const LISTED: f64 = 0.01;
/// The cells of the longest bar.
const BAR: usize = 20;
/// The rows of the chart.
const ROWS: usize = 32;
/// Less than this share of a class is not drawn.
const DRAWN: f64 = 0.002;

/// Writes all tables, with the probabilities under a prior.
pub(in crate::cli) fn calibrated(out: &mut dyn Write, calibrated: &Calibrated) -> io::Result<()> {
    let Calibrated { calibration, posterior, closest, proposed, library, lang } = calibrated;
    let lang = *lang;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = calibration.recipe))?;
    if let Some(library) = library {
        library_read(out, library, lang)?;
    }
    for sentence in say::calibration_origin(calibration, lang) {
        hanging(out, 0, &sentence)?;
    }
    for caution in say::calibration_cautions(calibration, lang) {
        write!(out, "! ")?;
        hanging(out, 2, &caution)?;
    }
    if let Some(([a, b], pair)) = closest {
        let cosine = say::decimals(pair.cosine, 3, lang);
        hanging(out, 0, &t!(lang, "calibrate.closest", a = a, b = b, hd = pair.hamming, cosine = cosine))?;
    }
    writeln!(out, "\n{}", t!(lang, "calibrate.by-threshold"))?;
    by_threshold(out, calibration, lang)?;
    hanging(out, 0, &say::suggested_k(calibration, lang))?;
    hanging(out, 0, &say::suggested_thresholds(*proposed, lang))?;
    writeln!(out, "\n{}", t!(lang, "calibrate.by-distance"))?;
    hanging(out, 0, &say::prior(posterior.prior, lang))?;
    by_distance(out, calibration, posterior, lang)?;
    writeln!(out, "\n{}", t!(lang, "calibrate.chart"))?;
    chart(out, calibration, lang)
}

fn library_read(out: &mut dyn Write, library: &CalibratedLibrary, lang: Lang) -> io::Result<()> {
    let CalibratedLibrary { file, documents, read, without_text, sampled } = library;
    let [documents, read] = [documents, read].map(|&n| grouped(n));
    let said = if *sampled {
        t!(lang, "calibrate.library-sampled", file = file, documents = documents, read = read)
    } else {
        t!(lang, "calibrate.library", file = file, documents = documents, read = read)
    };
    hanging(out, 0, &said)?;
    if *without_text == 0 {
        return Ok(());
    }
    write!(out, "! ")?;
    hanging(out, 2, &t!(lang, "calibrate.library-without-text", n = without_text))
}

/// The thresholds that are listed.
fn listed(calibration: &Calibration) -> u32 {
    let bits = u32::from(calibration.recipe.bits);
    (0..bits).find(|&k| calibration.unrelated().share_within(k) >= LISTED).unwrap_or(bits)
}

fn by_threshold(out: &mut dyn Write, calibration: &Calibration, lang: Lang) -> io::Result<()> {
    const EDITS: usize = 8;
    let names: Vec<String> = calibration.edits.iter().map(|edit| say::edit_name(&edit.edit, lang)).collect();
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let head: [&str; EDITS + 3] = std::array::from_fn(|column| match column {
        0 => "k",
        1 => t!(lang, "calibrate.unrelated-within"),
        2 => t!(lang, "calibrate.per-thousand"),
        _ => name(column - 3),
    });
    let mut table = TextTable::new([Align::Right; EDITS + 3], 0, head);
    for k in 0..=listed(calibration) {
        let share = calibration.unrelated().share_within(k);
        let mark = if k < calibration.unrelated().joint { "~" } else { "" };
        let recall = |at: usize| calibration.edits.get(at).and_then(|edit| edit.distances.share_within(k));
        table.row(std::array::from_fn(|column| match column {
            0 => k.to_string(),
            1 => format!("{mark}{}", say::one_of(share, lang)),
            2 => say::expected(calibration.false_per_thousand(k)),
            _ => percent(recall(column - 3), lang),
        }));
    }
    table.write(out)?;
    hanging(out, 0, t!(lang, "calibrate.table-note"))?;
    let skipped = calibration.edits.iter().filter(|edit| edit.skipped > 0);
    let skipped: Vec<String> = skipped
        .map(|edit| t!(lang, "calibrate.skipped", edit = say::edit_name(&edit.edit, lang), n = edit.skipped))
        .collect();
    if skipped.is_empty() {
        return Ok(());
    }
    hanging(out, 0, &t!(lang, "calibrate.skipped-texts", list = lang.list(&skipped)))
}

fn percent(share: Option<f64>, lang: Lang) -> String {
    share.map_or_else(|| lang.set("–").into_owned(), |share| format!("{:.0}%", (share * 100.0).floor()))
}

fn by_distance(out: &mut dyn Write, calibration: &Calibration, posterior: &Posterior, lang: Lang) -> io::Result<()> {
    let head = [
        "HD",
        t!(lang, "calibrate.near"),
        t!(lang, "calibrate.interval"),
        t!(lang, "calibrate.related"),
        t!(lang, "calibrate.unrelated"),
    ];
    let mut table = TextTable::new([Align::Right; 5], 0, head);
    for (hd, at) in posterior.all().iter().enumerate().take(listed(calibration) as usize + 1) {
        let shown = |share: f64| say::probability(share, lang);
        let interval = say::probability_interval(at.interval, lang);
        table.row([hd.to_string(), shown(at.near), interval, shown(at.related), shown(at.unrelated)]);
    }
    table.write(out)
}

/// The distributions of the three classes, each as bars of its own scale.
fn chart(out: &mut dyn Write, calibration: &Calibration, lang: Lang) -> io::Result<()> {
    let share = |distances: &Distances| {
        let total = distances.total().max(1) as f64;
        distances.counts().iter().map(|&count| count as f64 / total).collect::<Vec<f64>>()
    };
    let classes =
        [share(&calibration.near()), share(&calibration.related()), calibration.unrelated().shares().to_vec()];
    let step = classes[0].len().div_ceil(ROWS);
    let classes = classes.map(|shares| shares.chunks(step).map(|some| some.iter().sum()).collect::<Vec<f64>>());
    let last = (0..classes[0].len()).rfind(|&row| classes.iter().any(|shares| shares[row] >= DRAWN)).unwrap_or(0);
    let most = classes.each_ref().map(|shares| shares.iter().copied().fold(0.0, f64::max));
    let bar = |class: usize, row: usize| {
        let cells = (classes[class][row] / most[class] * BAR as f64).round() as usize;
        let cells = if classes[class][row] >= DRAWN { cells.max(1) } else { 0 };
        lang.set(&"█".repeat(cells)).into_owned()
    };
    let names = [t!(lang, "calibrate.near"), t!(lang, "calibrate.related"), t!(lang, "calibrate.unrelated")];
    let mut table =
        TextTable::new([Align::Right, Align::Left, Align::Left, Align::Left], 0, ["HD", names[0], names[1], names[2]]);
    for row in 0..=last {
        let (from, to) = (row * step, (row * step + step - 1).min(usize::from(calibration.recipe.bits)));
        let hd = if from == to { from.to_string() } else { format!("{from}{}{to}", lang.set("–")) };
        table.row([hd, bar(0, row), bar(1, row), bar(2, row)]);
    }
    table.write(out)
}

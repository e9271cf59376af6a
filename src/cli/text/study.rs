//! What recipes and distances are worth on certain texts: evaluations, calibrations, and tests of these.

use std::io::{self, Write};

use super::{TextTable, hanging};
use crate::{
    cli::study::{CalibrationLibrary, CalibrationResult, EvaluatedRecipe, Evaluation, SignalScore, TestedFile},
    compare::{
        calibration::{Calibration, Distances, Posterior},
        evaluation::{Measured, MeasuredAtK, Rule, Score, Spread, Study},
    },
    locale::{Lang, grouped},
    say, t,
    table::Align::{Left, Right},
};

/// Thresholds are listed up to the first at which this share of the unrelated pairs is called near.
const LISTED: f64 = 0.01;
/// The cells of the longest bar.
const BAR: usize = 20;
/// The rows of the chart.
const ROWS: usize = 32;
/// Less than this share of a class is not drawn.
const DRAWN: f64 = 0.002;

/// Writes what was measured, then for each recipe its tables: over all k, over the sets, and of each signal; or those
/// under many seeds.
pub(in crate::cli) fn evaluation(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    evaluation_head(out, evaluation)?;
    if evaluation.is_study() {
        return studies(out, evaluation);
    }
    let (run, least) = (evaluation.settings.run, lang.percent(evaluation.least));
    hanging(out, 0, &t!(lang, "evaluate.signs", least, han = run.han, words = run.words))?;
    for of in &evaluation.recipes {
        writeln!(out, "\n{}", t!(lang, "cli.recipe", recipe = of.recipe))?;
        by_k(out, evaluation, of)?;
        by_set(out, evaluation, of)?;
        by_signal(out, evaluation, of)?;
    }
    Ok(())
}

/// Says how many pairs there are, and how labels count.
fn evaluation_head(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let pairs = evaluation.recipes.first().map_or(0, |of| of.pairs.len());
    writeln!(out, "{}", t!(lang, "evaluate.head", file = evaluation.file, pairs, documents = evaluation.documents))?;
    hanging(out, 0, t!(lang, "evaluate.labels"))
}

fn by_k(out: &mut dyn Write, evaluation: &Evaluation, of: &EvaluatedRecipe) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let mut table = TextTable::new([Right; 9], 0, ["k", "P", "R", "F1", "X", "P+", "R+", "F1+", "X+"]);
    for k in 0..=evaluation.up_to {
        let [alone, both] = [false, true].map(|shared| evaluation.score(of, None, k, shared));
        let cells = |score: Score| {
            let [p, r, f1] = [score.precision(), score.recall(), score.f1()].map(|value| number(value, lang));
            [p, r, f1, score.far_called.to_string()]
        };
        let ([p, r, f1, x], [p_both, r_both, f1_both, x_both]) = (cells(alone), cells(both));
        table.row([k.to_string(), p, r, f1, x, p_both, r_both, f1_both, x_both]);
    }
    table.write(out)
}

/// At the k in use, what of each set is called near.
fn by_set(out: &mut dyn Write, evaluation: &Evaluation, of: &EvaluatedRecipe) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let at = t!(lang, "evaluate.within", k = of.k);
    let plus = format!("{at}+");
    let [set, near, far] = [t!(lang, "evaluate.set"), t!(lang, "evaluate.near"), t!(lang, "evaluate.far")];
    let mut table =
        TextTable::new([Left, Right, Right, Right, Right, Right, Right], 0, [set, near, &at, &plus, far, &at, &plus]);
    for (set, name) in evaluation.scopes() {
        let [alone, both] = [false, true].map(|shared| evaluation.score(of, set, of.k, shared));
        let name = if set.is_none() { t!(lang, "evaluate.all") } else { name };
        let numbers = [alone.near, alone.near_called, both.near_called, alone.far, alone.far_called, both.far_called];
        let [a, b, c, d, e, f] = numbers.map(|n| n.to_string());
        table.row([name.to_owned(), a, b, c, d, e, f]);
    }
    writeln!(out)?;
    table.write(out)
}

/// The findings of each signal alone.
fn by_signal(out: &mut dyn Write, evaluation: &Evaluation, of: &EvaluatedRecipe) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let [signals, missed] = [t!(lang, "evaluate.signal"), t!(lang, "evaluate.near-missed")];
    let head = [signals, "F1", missed, t!(lang, "evaluate.far-called"), t!(lang, "evaluate.mid-called")];
    let mut table = TextTable::new([Left, Right, Right, Right, Right], 0, head);
    for SignalScore { rule, score, mid } in evaluation.signals(of) {
        let missed = (score.near - score.near_called).to_string();
        let mid = t!(lang, "evidence.of", n = mid[0], all = mid[1]);
        table.row([signal(rule, lang), number(score.f1(), lang), missed, score.far_called.to_string(), mid]);
    }
    writeln!(out)?;
    table.write(out)
}

/// A rule in words.
fn signal(rule: Rule, lang: Lang) -> String {
    let k = rule.k.map(|k| t!(lang, "evaluate.within", k));
    let share = rule.shared.map(|share| t!(lang, "evaluate.share-from", share = lang.percent(share)));
    let cosine = rule.cosine.map(|cosine| t!(lang, "evaluate.cosine-from", cosine = format!("{cosine:.2}")));
    [k, share, cosine].into_iter().flatten().collect::<Vec<_>>().join(t!(lang, "evaluate.or"))
}

fn number(value: Option<f64>, lang: Lang) -> String {
    value.map_or_else(|| none(lang), |value| format!("{value:.3}"))
}

/// Stands for a number that there is not.
fn none(lang: Lang) -> String {
    lang.set("–").into_owned()
}

/// Recipes under many seeds of their hash: a table over all k for each, its split, and a table of all recipes.
fn studies(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    hanging(out, 0, t!(lang, "study.signs"))?;
    let studies: Vec<(&Study, u32)> =
        evaluation.recipes.iter().filter_map(|of| Some((of.study.as_ref()?, of.k))).collect();
    if let Some((study, _)) = studies.first() {
        gaps(out, &study.all, lang)?;
    }
    for &(study, k) in &studies {
        writeln!(out, "\n{}", t!(lang, "cli.recipe", recipe = study.recipe))?;
        if study.recipe.hash.with_seed(0).is_none() {
            hanging(out, 0, &t!(lang, "study.once", hash = study.recipe.hash))?;
        } else {
            let families = study.all.families;
            hanging(out, 0, &t!(lang, "study.seeds", seeds = study.seeds, families))?;
        }
        study_by_k(out, study, lang)?;
        split(out, study, k, lang)?;
    }
    if studies.len() > 1 { all_recipes(out, &studies, lang) } else { Ok(()) }
}

/// The measures that the documents have no pairs for.
fn gaps(out: &mut dyn Write, all: &Measured, lang: Lang) -> io::Result<()> {
    for (missing, why) in
        [(all.near == 0, "study.no-near"), (all.far == 0, "study.no-far"), (all.families < 2, "study.one-family")]
    {
        if missing {
            hanging(out, 0, lang.text(why))?;
        }
    }
    Ok(())
}

fn study_by_k(out: &mut dyn Write, study: &Study, lang: Lang) -> io::Result<()> {
    let [f1, crowding] = [t!(lang, "study.interval"); 2];
    let [crowded, per_thousand] = [t!(lang, "study.crowded"), t!(lang, "study.per-thousand")];
    let mut table = TextTable::new([Right; 9], 0, ["k", "P", "R", "F1", f1, "X", crowded, per_thousand, crowding]);
    for (at, k) in study.all.at.iter().zip(0..) {
        let [a, b, c, d, e, f, g, h] = cells(at, lang);
        table.row([k.to_string(), a, b, c, d, e, f, g, h]);
    }
    table.write(out)
}

/// The figures at the k chosen on one part, and on the other part also those at the k in use.
fn split(out: &mut dyn Write, study: &Study, used: u32, lang: Lang) -> io::Result<()> {
    let Some(split) = &study.split else { return Ok(()) };
    let part = |measured: &Measured| {
        let Measured { documents, families, near, far, .. } = *measured;
        t!(lang, "study.part", documents, families, near, far)
    };
    let (train, test) = (part(&split.train), part(&split.test));
    writeln!(out)?;
    hanging(out, 0, &t!(lang, "study.split", seed = split.seed, train, test))?;
    let Some(best) = split.best_k else { return hanging(out, 0, t!(lang, "study.no-k")) };
    let [interval, crowded, per_thousand] =
        [t!(lang, "study.interval"), t!(lang, "study.crowded"), t!(lang, "study.per-thousand")];
    let head = ["", "k", "P", "R", "F1", interval, "X", crowded, per_thousand, interval];
    let mut table = TextTable::new([Left, Right, Right, Right, Right, Right, Right, Right, Right, Right], 0, head);
    let (choosing, other) = (t!(lang, "study.train"), t!(lang, "study.test"));
    let mut rows = vec![(choosing, &split.train, best), (other, &split.test, best)];
    if used != best {
        rows.push((other, &split.test, used));
    }
    for (part, measured, k) in rows {
        let Some(at) = measured.at.get(k as usize) else { continue };
        let [a, b, c, d, e, f, g, h] = cells(at, lang);
        table.row([part.to_owned(), k.to_string(), a, b, c, d, e, f, g, h]);
    }
    table.write(out)
}

/// Each recipe at the k in use and at its best one, which after a split is judged on the part that had no say in it.
fn all_recipes(out: &mut dyn Write, studies: &[(&Study, u32)], lang: Lang) -> io::Result<()> {
    writeln!(out)?;
    let split = studies.iter().any(|(study, _)| study.split.is_some());
    hanging(out, 0, lang.text(if split { "study.all-split" } else { "study.all" }))?;
    let [crowded, per_thousand] = [t!(lang, "study.crowded"), t!(lang, "study.per-thousand")];
    let [best, recipe] = [t!(lang, "study.best-k"), t!(lang, "study.recipe")];
    let head = ["k", "F1", crowded, per_thousand, best, "F1", crowded, recipe];
    let mut table = TextTable::new([Right, Right, Right, Right, Right, Right, Right, Left], 0, head);
    for (study, used) in studies {
        let cell = |spread: Option<Spread>, digits| spread_cell(spread, digits, lang);
        let at = study.all.at.get(*used as usize).copied().unwrap_or_default();
        let (k, judged) = match &study.split {
            Some(split) => (split.best_k, &split.test),
            None => (study.all.best_k(), &study.all),
        };
        let best = k.and_then(|k| judged.at.get(k as usize)).copied().unwrap_or_default();
        let k = k.map_or_else(|| none(lang), |k| k.to_string());
        let recipe = study.recipe.to_string();
        let per_thousand = per_thousand_cell(at.crowding, lang);
        let [f1, crowded] = [cell(at.f1, 3), cell(at.crowded, 1)];
        let [best_f1, best_crowded] = [cell(best.f1, 3), cell(best.crowded, 1)];
        table.row([used.to_string(), f1, crowded, per_thousand, k, best_f1, best_crowded, recipe]);
    }
    table.write(out)
}

/// Precision, recall, F1 with its interval, far pairs called near, and crowding with its interval.
fn cells(at: &MeasuredAtK, lang: Lang) -> [String; 8] {
    let share = |spread| spread_cell(spread, 3, lang);
    let thousandfold = at.crowding_interval.map(|ends| ends.map(|end| end * 1000.0));
    [
        share(at.precision),
        share(at.recall),
        share(at.f1),
        interval_cell(at.f1_interval, 3, lang),
        spread_cell(at.far_called, 1, lang),
        spread_cell(at.crowded, 1, lang),
        per_thousand_cell(at.crowding, lang),
        interval_cell(thousandfold, 4, lang),
    ]
}

fn spread_cell(spread: Option<Spread>, digits: usize, lang: Lang) -> String {
    let text = match spread {
        None => "–".into(),
        Some(Spread { mean, n: 1, .. }) => format!("{mean:.digits$}"),
        Some(Spread { mean, sd, .. }) => format!("{mean:.digits$}±{sd:.digits$}"),
    };
    lang.set(&text).into_owned()
}

fn per_thousand_cell(share: Option<Spread>, lang: Lang) -> String {
    share.map_or_else(|| none(lang), |share| format!("{:.4}", share.mean * 1000.0))
}

fn interval_cell(interval: Option<[f64; 2]>, digits: usize, lang: Lang) -> String {
    let text = interval.map_or_else(|| "–".into(), |[low, high]| format!("{low:.digits$}–{high:.digits$}"));
    lang.set(&text).into_owned()
}

/// How close unrelated texts and edits come at each threshold, and how probable a near-duplicate is at each distance
/// under a prior.
pub(in crate::cli) fn calibration(out: &mut dyn Write, result: &CalibrationResult) -> io::Result<()> {
    let CalibrationResult { calibration, posterior, closest, proposed, library, lang } = result;
    let lang = *lang;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = calibration.recipe))?;
    if let Some(library) = library {
        library_read(out, library, lang)?;
    }
    for sentence in say::calibration_origin(calibration, lang) {
        hanging(out, 0, &sentence)?;
    }
    cautions(out, calibration, lang)?;
    if let Some(([a, b], pair)) = closest {
        let cosine = say::decimals(pair.cosine, 3, lang);
        hanging(out, 0, &t!(lang, "calibrate.closest", a, b, hd = pair.hamming, cosine))?;
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

fn library_read(out: &mut dyn Write, library: &CalibrationLibrary, lang: Lang) -> io::Result<()> {
    let CalibrationLibrary { file, documents, read, without_text, sampled } = library;
    let [documents, read] = [documents, read].map(|&n| grouped(n));
    let said = if *sampled {
        t!(lang, "calibrate.library-sampled", file, documents, read)
    } else {
        t!(lang, "calibrate.library", file, documents, read)
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
    let mut table = TextTable::new([Right; EDITS + 3], 0, head);
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
    share.map_or_else(|| none(lang), |share| format!("{:.0}%", (share * 100.0).floor()))
}

fn by_distance(out: &mut dyn Write, calibration: &Calibration, posterior: &Posterior, lang: Lang) -> io::Result<()> {
    let head = [
        "HD",
        t!(lang, "calibrate.near"),
        t!(lang, "calibrate.interval"),
        t!(lang, "calibrate.related"),
        t!(lang, "calibrate.unrelated"),
    ];
    let mut table = TextTable::new([Right; 5], 0, head);
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
    let mut table = TextTable::new([Right, Left, Left, Left], 0, ["HD", names[0], names[1], names[2]]);
    for row in 0..=last {
        let (from, to) = (row * step, (row * step + step - 1).min(usize::from(calibration.recipe.bits)));
        let hd = if from == to { from.to_string() } else { format!("{from}{}{to}", lang.set("–")) };
        table.row([hd, bar(0, row), bar(1, row), bar(2, row)]);
    }
    table.write(out)
}

fn cautions(out: &mut dyn Write, calibration: &Calibration, lang: Lang) -> io::Result<()> {
    for caution in say::calibration_cautions(calibration, lang) {
        write!(out, "! ")?;
        hanging(out, 2, &caution)?;
    }
    Ok(())
}

/// Writes what was fitted, what it was tested on, and how far off it is.
pub(in crate::cli) fn calibration_test(
    out: &mut dyn Write,
    TestedFile { file, test, lang }: &TestedFile,
) -> io::Result<()> {
    let lang = *lang;
    writeln!(out, "{}", t!(lang, "cli.recipe", recipe = test.calibration.recipe))?;
    let ([fitted, other], [pairs, others]) = (test.families, test.pairs);
    let head = t!(lang, "calibrate.tried", file, fitted, pairs, other, others);
    hanging(out, 0, &head)?;
    hanging(out, 0, &say::prior(test.prior, lang))?;
    cautions(out, &test.calibration, lang)?;
    writeln!(out)?;
    let head =
        ["HD", t!(lang, "calibrate.tried-pairs"), t!(lang, "calibrate.predicted"), t!(lang, "calibrate.labelled")];
    let mut table = TextTable::new([Right; 4], 0, head);
    for at in &test.reliability.at {
        let [predicted, observed] = [at.predicted, at.observed].map(|share| lang.percent(share));
        table.row([at.hamming.to_string(), at.pairs.to_string(), predicted, observed]);
    }
    table.write(out)?;
    let reliability = &test.reliability;
    let [low, high] = reliability.interval.map(|share| lang.percent(share));
    let (error, sampling) = (lang.percent(reliability.error), lang.percent(reliability.sampling));
    writeln!(out)?;
    hanging(out, 0, &t!(lang, "calibrate.error", error, low, high, sampling))
}

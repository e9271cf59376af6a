//! What recipes and distances are worth on certain texts: evaluations, calibrations, and tests of these.

use crate::{
    cli::study::{CalibrationLibrary, CalibrationResult, EvaluatedRecipe, Evaluation, SignalScore, TestedFile},
    compare::evaluation::{Measured, MeasuredAtK, Rule, Spread, Study},
    locale::{Lang, grouped, percent},
    page::{Head, Page, left, right},
    say, t,
};

/// What was measured, then for each recipe its tables: over all k, over the sets, and of each signal; or those under
/// many seeds.
pub(in crate::cli) fn evaluation(evaluation: &Evaluation) -> Page {
    let lang = evaluation.settings.lang;
    let mut page = Page::new(lang);
    let pairs = evaluation.recipes.first().map_or(0, |of| of.pairs.len());
    page.line(t!(lang, "evaluate.head", file = evaluation.file, pairs, documents = evaluation.documents));
    page.text(t!(lang, "evaluate.labels"));
    if evaluation.is_study() {
        studies(&mut page, evaluation);
        return page;
    }
    let (run, least) = (evaluation.settings.run, percent(evaluation.least));
    page.text(t!(lang, "evaluate.signs", least, han = run.han, words = run.words));
    for of in &evaluation.recipes {
        page.blank();
        page.line(t!(lang, "cli.recipe", recipe = of.recipe));
        by_k(&mut page, evaluation, of);
        by_set(&mut page, evaluation, of);
        by_signal(&mut page, evaluation, of);
    }
    page
}

fn by_k(page: &mut Page, evaluation: &Evaluation, of: &EvaluatedRecipe) {
    let lang = page.lang;
    let rows = (0..=evaluation.up_to).map(|k| {
        let [[p, r, f1, x], [p_both, r_both, f1_both, x_both]] = [false, true].map(|shared| {
            let score = evaluation.score(of, None, k, shared);
            let [p, r, f1] = [score.precision(), score.recall(), score.f1()].map(|value| number(value, lang));
            [p, r, f1, score.far_called.to_string()]
        });
        [k.to_string(), p, r, f1, x, p_both, r_both, f1_both, x_both]
    });
    page.table(0, ["k", "P", "R", "F1", "X", "P+", "R+", "F1+", "X+"].map(right), rows);
}

/// At the k in use, what of each set is called near.
fn by_set(page: &mut Page, evaluation: &Evaluation, of: &EvaluatedRecipe) {
    let lang = page.lang;
    let at = || right(t!(lang, "evaluate.within", k = of.k));
    let plus = || right(format!("{}+", t!(lang, "evaluate.within", k = of.k)));
    let heads = [left("evaluate.set"), right("evaluate.near"), at(), plus(), right("evaluate.far"), at(), plus()];
    let rows = evaluation.scopes().map(|(set, name)| {
        let [alone, both] = [false, true].map(|shared| evaluation.score(of, set, of.k, shared));
        let name = if set.is_none() { t!(lang, "evaluate.all") } else { name };
        let numbers = [alone.near, alone.near_called, both.near_called, alone.far, alone.far_called, both.far_called];
        let [a, b, c, d, e, f] = numbers.map(|n| n.to_string());
        [name.to_owned(), a, b, c, d, e, f]
    });
    page.blank();
    page.table(0, heads, rows);
}

/// The findings of each signal alone.
fn by_signal(page: &mut Page, evaluation: &Evaluation, of: &EvaluatedRecipe) {
    let lang = page.lang;
    let heads = [
        left("evaluate.signal"),
        right("F1"),
        right("evaluate.near-missed"),
        right("evaluate.far-called"),
        right("evaluate.mid-called"),
    ];
    let rows = evaluation.signals(of).into_iter().map(|SignalScore { rule, score, mid }| {
        let missed = (score.near - score.near_called).to_string();
        let mid = t!(lang, "evidence.of", n = mid[0], all = mid[1]);
        [signal(rule, lang), number(score.f1(), lang), missed, score.far_called.to_string(), mid]
    });
    page.blank();
    page.table(0, heads, rows);
}

/// A rule in words.
fn signal(rule: Rule, lang: Lang) -> String {
    let k = rule.k.map(|k| t!(lang, "evaluate.within", k));
    let share = rule.shared.map(|share| t!(lang, "evaluate.share-from", share = percent(share)));
    let edited = rule.edited.map(|share| t!(lang, "evaluate.edited-from", share = percent(share)));
    let cosine = rule.cosine.map(|cosine| t!(lang, "evaluate.cosine-from", cosine = format!("{cosine:.2}")));
    [k, share, edited, cosine].into_iter().flatten().collect::<Vec<_>>().join(t!(lang, "evaluate.or"))
}

fn number(value: Option<f64>, lang: Lang) -> String {
    value.map_or_else(|| none(lang), |value| format!("{value:.3}"))
}

/// Stands for a number that there is not.
fn none(lang: Lang) -> String {
    lang.set("–").into_owned()
}

/// Recipes under many seeds of their hash: a table over all k for each, its split, and a table of all recipes.
fn studies(page: &mut Page, evaluation: &Evaluation) {
    let lang = page.lang;
    page.text(t!(lang, "study.signs"));
    let studies: Vec<(&Study, u32)> =
        evaluation.recipes.iter().filter_map(|of| Some((of.study.as_ref()?, of.k))).collect();
    if let Some((study, _)) = studies.first() {
        gaps(page, &study.all);
    }
    for &(study, k) in &studies {
        page.blank();
        page.line(t!(lang, "cli.recipe", recipe = study.recipe));
        page.text(if study.recipe.hash.with_seed(0).is_none() {
            t!(lang, "study.once", hash = study.recipe.hash)
        } else {
            t!(lang, "study.seeds", seeds = study.seeds, families = study.all.families)
        });
        page.table(0, heads(), study.all.at.iter().map(|at| cells(at, lang)));
        split(page, study, k);
    }
    if studies.len() > 1 {
        all_recipes(page, &studies);
    }
}

/// The measures that the documents have no pairs for.
fn gaps(page: &mut Page, all: &Measured) {
    for (missing, why) in
        [(all.near == 0, "study.no-near"), (all.far == 0, "study.no-far"), (all.families < 2, "study.one-family")]
    {
        if missing {
            page.text(page.lang.text(why));
        }
    }
}

/// The figures at the k chosen on one part, and on the other part also those at the k in use.
fn split(page: &mut Page, study: &Study, used: u32) {
    let (Some(split), lang) = (&study.split, page.lang) else { return };
    let part = |measured: &Measured| {
        let Measured { documents, families, near, far, .. } = *measured;
        t!(lang, "study.part", documents, families, near, far)
    };
    let (train, test) = (part(&split.train), part(&split.test));
    page.blank();
    page.text(t!(lang, "study.split", seed = split.seed, train, test));
    let Some(best) = split.best_k else { return page.text(t!(lang, "study.no-k")) };
    let (choosing, other) = (t!(lang, "study.train"), t!(lang, "study.test"));
    let again = (used != best).then_some((other, &split.test, used));
    let rows = [(choosing, &split.train, best), (other, &split.test, best)].into_iter().chain(again);
    let rows = rows.filter_map(|(part, measured, k)| {
        Some([vec![part.to_owned()], cells(measured.at.get(k as usize)?, lang)].concat())
    });
    page.table(0, [left("")].into_iter().chain(heads()), rows);
}

/// Each recipe at the k in use and at its best one, which after a split is judged on the part that had no say in it.
fn all_recipes(page: &mut Page, studies: &[(&Study, u32)]) {
    let lang = page.lang;
    page.blank();
    let split = studies.iter().any(|(study, _)| study.split.is_some());
    page.text(lang.text(if split { "study.all-split" } else { "study.all" }));
    let heads = ["k", "F1", "study.crowded", "study.per-thousand", "study.best-k", "F1", "study.crowded"];
    let rows = studies.iter().map(|(study, used)| {
        let cell = |spread: Option<Spread>, digits| spread_cell(spread, digits, lang);
        let at = study.all.at.get(*used as usize).copied().unwrap_or_default();
        let (k, judged) = match &study.split {
            Some(split) => (split.best_k, &split.test),
            None => (study.all.best_k(), &study.all),
        };
        let best = k.and_then(|k| judged.at.get(k as usize)).copied().unwrap_or_default();
        let k = k.map_or_else(|| none(lang), |k| k.to_string());
        let per_thousand = per_thousand_cell(at.crowding, lang);
        let [f1, crowded] = [cell(at.f1, 3), cell(at.crowded, 1)];
        let [best_f1, best_crowded] = [cell(best.f1, 3), cell(best.crowded, 1)];
        [used.to_string(), f1, crowded, per_thousand, k, best_f1, best_crowded, study.recipe.to_string()]
    });
    page.table(0, heads.map(right).into_iter().chain([left("study.recipe")]), rows);
}

/// The columns of the figures at a k.
fn heads() -> [Head; 9] {
    let interval = "study.interval";
    ["k", "P", "R", "F1", interval, "X", "study.crowded", "study.per-thousand", interval].map(right)
}

/// The k, precision, recall, F1 with its interval, far pairs called near, and crowding with its interval.
fn cells(at: &MeasuredAtK, lang: Lang) -> Vec<String> {
    let share = |spread| spread_cell(spread, 3, lang);
    let thousandfold = at.crowding_interval.map(|ends| ends.map(|end| end * 1000.0));
    vec![
        at.k.to_string(),
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
pub(in crate::cli) fn calibration(result: &CalibrationResult) -> Page {
    let CalibrationResult { calibration, posterior, closest, proposed, library, lang } = result;
    let (lang, mut page) = (*lang, Page::new(*lang));
    page.line(t!(lang, "cli.recipe", recipe = calibration.recipe));
    if let Some(library) = library {
        library_read(&mut page, library);
    }
    for sentence in say::calibration_origin(calibration, lang) {
        page.text(sentence);
    }
    say::cautions(&mut page, calibration);
    if let Some(([a, b], pair)) = closest {
        let cosine = say::decimals(pair.cosine, 3, lang);
        page.text(t!(lang, "calibrate.closest", a, b, hd = pair.hamming, cosine));
    }
    say::by_threshold(&mut page, calibration, None, usize::MAX);
    page.text(say::suggested_k(calibration, lang));
    page.text(say::suggested_thresholds(*proposed, lang));
    say::by_distance(&mut page, calibration, posterior, None);
    say::distances_chart(&mut page, calibration);
    page
}

fn library_read(page: &mut Page, library: &CalibrationLibrary) {
    let (lang, CalibrationLibrary { file, documents, read, without_text, sampled }) = (page.lang, library);
    let [documents, read] = [documents, read].map(|&n| grouped(n));
    page.text(if *sampled {
        t!(lang, "calibrate.library-sampled", file, documents, read)
    } else {
        t!(lang, "calibrate.library", file, documents, read)
    });
    if *without_text > 0 {
        page.behind("! ", t!(lang, "calibrate.library-without-text", n = without_text));
    }
}

/// What was fitted, what it was tested on, and how far off it is.
pub(in crate::cli) fn calibration_test(TestedFile { file, test, lang }: &TestedFile) -> Page {
    let (lang, mut page) = (*lang, Page::new(*lang));
    page.line(t!(lang, "cli.recipe", recipe = test.calibration.recipe));
    let ([fitted, other], [pairs, others]) = (test.families, test.pairs);
    page.text(t!(lang, "calibrate.tried", file, fitted, pairs, other, others));
    page.text(say::prior(test.prior, lang));
    say::cautions(&mut page, &test.calibration);
    page.blank();
    let reliability = &test.reliability;
    let heads = ["HD", "calibrate.tried-pairs", "calibrate.predicted", "calibrate.labelled"].map(right);
    let rows = reliability.at.iter().map(|at| {
        let [predicted, observed] = [at.predicted, at.observed].map(percent);
        [at.hamming.to_string(), at.pairs.to_string(), predicted, observed]
    });
    page.table(0, heads, rows);
    let [low, high] = reliability.interval.map(percent);
    let (error, sampling) = (percent(reliability.error), percent(reliability.sampling));
    page.blank();
    page.text(t!(lang, "calibrate.error", error, low, high, sampling));
    page
}

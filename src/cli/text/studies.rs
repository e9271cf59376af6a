//! Recipes under many seeds of their hash: a table over all k for each, its split, and a table of all recipes.

use std::io::{self, Write};

use super::{TextTable, hanging};
use crate::{
    cli::evaluation::Evaluation,
    compare::evaluation::{Measured, MeasuredAtK, Spread, Study},
    locale::Lang,
    t,
    table::Align::{Left, Right},
};

/// Writes what was measured, then the tables.
pub(in crate::cli) fn studies(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    super::evaluate::head(out, evaluation)?;
    hanging(out, 0, t!(lang, "study.signs"))?;
    if let Some(study) = evaluation.studies.first() {
        gaps(out, &study.all, lang)?;
    }
    for (study, &k) in evaluation.studies.iter().zip(&evaluation.thresholds) {
        writeln!(out, "\n{}", t!(lang, "cli.recipe", recipe = study.recipe))?;
        if study.recipe.hash.with_seed(0).is_none() {
            hanging(out, 0, &t!(lang, "study.once", hash = study.recipe.hash))?;
        } else {
            let families = study.all.families;
            hanging(out, 0, &t!(lang, "study.seeds", seeds = study.seeds, families = families))?;
        }
        by_k(out, study, lang)?;
        split(out, study, k, lang)?;
    }
    if evaluation.studies.len() > 1 { all_recipes(out, evaluation) } else { Ok(()) }
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

fn by_k(out: &mut dyn Write, study: &Study, lang: Lang) -> io::Result<()> {
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
        t!(lang, "study.part", documents = documents, families = families, near = near, far = far)
    };
    let (train, test) = (part(&split.train), part(&split.test));
    writeln!(out)?;
    hanging(out, 0, &t!(lang, "study.split", seed = split.seed, train = train, test = test))?;
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
fn all_recipes(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    writeln!(out)?;
    let split = evaluation.studies.iter().any(|study| study.split.is_some());
    hanging(out, 0, lang.text(if split { "study.all-split" } else { "study.all" }))?;
    let [crowded, per_thousand] = [t!(lang, "study.crowded"), t!(lang, "study.per-thousand")];
    let [best, recipe] = [t!(lang, "study.best-k"), t!(lang, "study.recipe")];
    let head = ["k", "F1", crowded, per_thousand, best, "F1", crowded, recipe];
    let mut table = TextTable::new([Right, Right, Right, Right, Right, Right, Right, Left], 0, head);
    for (study, used) in evaluation.studies.iter().zip(&evaluation.thresholds) {
        let cell = |spread: Option<Spread>, digits| spread_cell(spread, digits, lang);
        let at = study.all.at.get(*used as usize).copied().unwrap_or_default();
        let (k, judged) = match &study.split {
            Some(split) => (split.best_k, &split.test),
            None => (study.all.best_k(), &study.all),
        };
        let best = k.and_then(|k| judged.at.get(k as usize)).copied().unwrap_or_default();
        let k = k.map_or_else(|| lang.set("–").into_owned(), |k| k.to_string());
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
    share.map_or_else(|| lang.set("–").into_owned(), |share| format!("{:.4}", share.mean * 1000.0))
}

fn interval_cell(interval: Option<[f64; 2]>, digits: usize, lang: Lang) -> String {
    let text = interval.map_or_else(|| "–".into(), |[low, high]| format!("{low:.digits$}–{high:.digits$}"));
    lang.set(&text).into_owned()
}

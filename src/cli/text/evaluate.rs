//! How recipes did on labelled pairs: a table over all k, and one over the sets.

use std::io::{self, Write};

use super::{TextTable, hanging};
use crate::{
    cli::evaluation::{Evaluation, SignalScore},
    compare::evaluation::{Judged, Mid, Rule, Score},
    locale::Lang,
    t,
    table::Align,
};

/// Writes what was measured, then for each recipe its tables.
pub(in crate::cli) fn evaluation(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    head(out, evaluation)?;
    let (run, least) = (evaluation.settings.run, lang.percent(evaluation.least));
    hanging(out, 0, &t!(lang, "evaluate.signs", least = least, han = run.han, words = run.words))?;
    for ((recipe, pairs), &k) in evaluation.recipes.iter().zip(&evaluation.thresholds) {
        writeln!(out, "\n{}", t!(lang, "cli.recipe", recipe = recipe))?;
        by_k(out, evaluation, pairs)?;
        by_set(out, evaluation, pairs, k)?;
        by_signal(out, evaluation, pairs, k)?;
    }
    Ok(())
}

/// The findings of each signal alone.
fn by_signal(out: &mut dyn Write, evaluation: &Evaluation, pairs: &[(usize, Judged)], k: u32) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let [signals, missed] = [t!(lang, "evaluate.signal"), t!(lang, "evaluate.near-missed")];
    let head = [signals, "F1", missed, t!(lang, "evaluate.far-called"), t!(lang, "evaluate.mid-called")];
    let right = Align::Right;
    let mut table = TextTable::new([Align::Left, right, right, right, right], 0, head);
    for SignalScore { rule, score, mid } in evaluation.signals(pairs, k) {
        let missed = (score.near - score.near_called).to_string();
        let mid = mid.map(|[called, all]| t!(lang, "evidence.of", n = called, all = all));
        let mid = mid.unwrap_or_else(|| lang.set("–").into_owned());
        table.row([signal(rule, lang), number(score.f1(), lang), missed, score.far_called.to_string(), mid]);
    }
    writeln!(out)?;
    table.write(out)
}

/// A rule in words.
fn signal(rule: Rule, lang: Lang) -> String {
    let k = rule.k.map(|k| t!(lang, "evaluate.within", k = k));
    let share = rule.shared.map(|share| t!(lang, "evaluate.share-from", share = lang.percent(share)));
    let cosine = rule.cosine.map(|cosine| t!(lang, "evaluate.cosine-from", cosine = format!("{cosine:.2}")));
    [k, share, cosine].into_iter().flatten().collect::<Vec<_>>().join(t!(lang, "evaluate.or"))
}

/// Says how many pairs there are, and on which side those in between count.
pub(super) fn head(out: &mut dyn Write, evaluation: &Evaluation) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let pairs = evaluation.recipes.first().map_or(0, |(_, pairs)| pairs.len());
    writeln!(
        out,
        "{}",
        t!(lang, "evaluate.head", file = evaluation.file, pairs = pairs, documents = evaluation.documents)
    )?;
    let mid = match evaluation.mid {
        Mid::Neither => t!(lang, "evaluate.mid-neither"),
        Mid::Near => t!(lang, "evaluate.mid-near"),
        Mid::Far => t!(lang, "evaluate.mid-far"),
    };
    hanging(out, 0, mid)
}

fn by_k(out: &mut dyn Write, evaluation: &Evaluation, pairs: &[(usize, Judged)]) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let mut table = TextTable::new([Align::Right; 9], 0, ["k", "P", "R", "F1", "X", "P+", "R+", "F1+", "X+"]);
    for k in 0..=evaluation.up_to {
        let [alone, both] = [false, true].map(|shared| evaluation.score(pairs, None, k, shared));
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
fn by_set(out: &mut dyn Write, evaluation: &Evaluation, pairs: &[(usize, Judged)], k: u32) -> io::Result<()> {
    let lang = evaluation.settings.lang;
    let at = t!(lang, "evaluate.within", k = k);
    let plus = format!("{at}+");
    let [set, near, far] = [t!(lang, "evaluate.set"), t!(lang, "evaluate.near"), t!(lang, "evaluate.far")];
    let right = Align::Right;
    let mut table = TextTable::new(
        [Align::Left, right, right, right, right, right, right],
        0,
        [set, near, &at, &plus, far, &at, &plus],
    );
    for (set, name) in evaluation.scopes() {
        let [alone, both] = [false, true].map(|shared| evaluation.score(pairs, set, k, shared));
        let name = if set.is_none() { t!(lang, "evaluate.all") } else { name };
        let numbers = [alone.near, alone.near_called, both.near_called, alone.far, alone.far_called, both.far_called];
        let [a, b, c, d, e, f] = numbers.map(|n| n.to_string());
        table.row([name.to_owned(), a, b, c, d, e, f]);
    }
    writeln!(out)?;
    table.write(out)
}

fn number(value: Option<f64>, lang: Lang) -> String {
    value.map_or_else(|| lang.set("–").into_owned(), |value| format!("{value:.3}"))
}

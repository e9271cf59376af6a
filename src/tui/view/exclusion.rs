//! Exclusions: the dialog that chooses them, and the sentences about them on the screens.
//!
//! ```text
//! ── Exclusions ───────────────────────────────────────────────────────────────
//!                                                        chars in this pair   in all
//! > [x] quotations                                                       412    1,020
//!   [ ] lists of references                                                –        –
//!   [x] passages common to 3 documents or more                             0      310
//!   [x] pattern ^第\d+页$                                                  12       96
//!   [x] marked: common text  “The old keeper climbs his tower”            73      146
//!
//! WHOLE   HD 2, 61 % of A in B, 58 % of B in A
//! WITHOUT HD 9, 12 % of A in B, 10 % of B in A
//! ```

use std::collections::BTreeMap;

use ratatui::{layout::Rect, style::Style};

use super::{
    frame::frame,
    parts::{choices, indented},
    prompt,
};
use crate::{
    compare::{
        exclusion::{ExcludedShare, ExclusionReason},
        pair::Pair,
    },
    locale::{Lang, grouped},
    review::RuleKind,
    say::{self, Emphasis, Sentence, Topic},
    simhash::Tokenizer,
    t,
    table::{Column, Width},
    text::clean,
    tui::{
        action::Action,
        model::{Drawn, ExclusionDialog, Model},
        theme::Theme,
        widget::{Grid, Pen, lines_of},
    },
};

/// Rows of the dialog beside the rules: heads, scores, how it is kept.
const BESIDE: u16 = 7;

pub(crate) fn draw(model: &Model, leaving: &ExclusionDialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let rules = &model.workspace.batch.rules.list;
    let [down, up, more, less, copy] =
        model.keys_of([Action::Down, Action::Up, Action::MoreK, Action::LessK, Action::Copy]);
    let keys = match &leaving.typed {
        Some(_) => String::new(),
        None => t!(lang, "exclude.keys", down, up, more, less, copy),
    };
    let wanted = u16::try_from(rules.len()).unwrap_or(u16::MAX - BESIDE).saturating_add(BESIDE);
    let mut dialog = frame(pen, wanted, t!(lang, "exclude.title"), &keys);
    let Pen { theme, area, .. } = dialog;
    let below = beside(model, theme);
    let said: u16 = below.iter().map(|(_, text, _)| lines_of(text, area.width.saturating_sub(LABEL))).sum();
    let height = area.height.saturating_sub(said + 2).max(1);
    let columns = [
        Column::flexible("exclude.characters", Width::REMAINING).gap(0),
        Column::right("exclude.in-pair", 11).gap(0),
        Column::right("exclude.in-all", 11),
    ];
    let grid = Grid::new(columns, indented(area), lang);
    grid.head(&mut dialog, area.y);
    let rows = choices(&mut dialog, drawn, Rect { y: area.y + 1, height, ..area }, &leaving.list, rules.len());
    let (counts, limited) = (counts(model), limited(model));
    for &(row, y, style) in &rows {
        let rule = &rules[row];
        let selected = row == leaving.list.selected;
        let mut line = grid.line(&mut dialog, y);
        let name = match limited.get(&row) {
            Some(documents) => t!(lang, "exclude.rule-limited", rule = name(&rule.kind, lang), n = documents.len()),
            None => name(&rule.kind, lang),
        };
        let (mark, style) = match (rule.kind.is_usable(), rule.on) {
            (false, _) => ("-", if selected { style } else { theme.label }),
            (true, on) => (if on { "x" } else { " " }, style),
        };
        line.cell(&format!("[{mark}] {name}"), style);
        for count in &counts {
            let known = count.as_ref().and_then(|count| count.get(row)).filter(|_| rule.on && rule.kind.is_usable());
            let text = theme.number(known.map(|&n| grouped(n)));
            line.cell(&text, if known.is_some_and(|&n| n > 0) { style } else { theme.label });
        }
    }
    let mut y = area.y + 2 + rows.len() as u16;
    for (label, text, style) in &below {
        dialog.text(area.x, y, label, theme.label);
        y += dialog.fill(area.x + LABEL, y, text, *style);
    }
    if let Some(typed) = &leaving.typed {
        pattern(typed, leaving.error.as_deref(), pen);
    }
}

/// The column of the texts below the rules, behind their labels.
const LABEL: u16 = 8;

/// The lines below the rules: both scores of the selected pair, and how to save the rules.
fn beside(model: &Model, theme: &Theme) -> Vec<(&'static str, String, Style)> {
    let batch = &model.workspace.batch;
    let lang = model.lang;
    let mut lines = Vec::new();
    if let Some(documents) = model.workspace.pair()
        && let Some(whole) = batch.pair(documents)
    {
        lines.push((t!(lang, "exclude.label-whole"), scores(whole, lang), theme.text));
        let (text, style) = match batch.pair_remainder(documents) {
            Some((rest, true)) => (scores(rest, lang), theme.strong),
            Some((rest, false)) => (format!("{} {}", scores(rest, lang), t!(lang, "exclude.outdated")), theme.alert),
            None => (waiting(model).to_owned(), theme.label),
        };
        lines.push((t!(lang, "exclude.label"), text, style));
    }
    let options = batch.rules.options();
    let marked = batch.rules.on().any(|what| what.marked().is_some());
    let kept = match (options.is_empty(), marked) {
        (true, _) if model.workspace.review.is_some() => t!(lang, "exclude.keep-review").to_owned(),
        (false, _) if model.workspace.review.is_some() => t!(lang, "exclude.keep-review-options", options),
        (true, false) => t!(lang, "exclude.keep-nothing").to_owned(),
        (false, false) => t!(lang, "exclude.keep", options),
        (true, true) => t!(lang, "exclude.keep-marked").to_owned(),
        (false, true) => {
            let keep = t!(lang, "exclude.keep", options);
            [&*keep, t!(lang, "exclude.keep-marked")].join(lang.gap())
        }
    };
    lines.push((t!(lang, "exclude.label-keep"), kept, theme.label));
    lines
}

/// Why there is no score after exclusions.
fn waiting(model: &Model) -> &'static str {
    let batch = &model.workspace.batch;
    let lang = model.lang;
    lang.text(if !batch.rules.any() {
        "exclude.off"
    } else if batch.recipe.tokenizer == Tokenizer::Given {
        "exclude.list"
    } else if batch.remainders.stopped == Some(batch.revision()) {
        "exclude.stopped"
    } else {
        "overview.working"
    })
}

/// A pair in numbers.
fn scores(pair: &Pair, lang: Lang) -> String {
    let hd = pair.hamming().map_or_else(|| t!(lang, "evidence.none").to_owned(), |hd| hd.to_string());
    let [a, b] = pair.coverage.map(|share| lang.percent(share));
    t!(lang, "exclude.scores", hd, a, b)
}

/// The characters that each rule excludes, in the selected pair and in all documents.
fn counts(model: &Model) -> [Option<Vec<u64>>; 2] {
    let batch = &model.workspace.batch;
    let rules = batch.rules.list.len();
    let revision = batch.revision();
    let add = |mut sum: Vec<u64>, more: &[(usize, u64)]| {
        for &(rule, chars) in more {
            sum[rule] += chars;
        }
        sum
    };
    let pair = model.workspace.pair().and_then(|documents| {
        let [a, b] = batch.remainders.of(documents, revision);
        (batch.remainders.revision_of(documents, revision) == Some(revision)).then_some(())?;
        Some([a?, b?].iter().fold(vec![0; rules], |sum, rest| add(sum, &rest.rules)))
    });
    let all = batch.remainders.all.as_ref().filter(|all| all.revision == revision);
    let all = all.map(|all| all.of.iter().flatten().fold(vec![0; rules], |sum, rest| add(sum, &rest.rules)));
    [pair, all]
}

/// The rules that take too much work on some of the documents, which are known when all are.
fn limited(model: &Model) -> BTreeMap<usize, Vec<usize>> {
    let revision = model.workspace.batch.revision();
    let all = model.workspace.batch.remainders.all.as_ref().filter(|all| all.revision == revision);
    all.map(|all| all.not_applied()).unwrap_or_default()
}

/// The name of a rule.
fn name(what: &RuleKind, lang: Lang) -> String {
    match what {
        RuleKind::Quotations => t!(lang, "exclude.quotation").into(),
        RuleKind::References => t!(lang, "exclude.reference").into(),
        RuleKind::Common(least) => t!(lang, "exclude.rule-common", n = least),
        RuleKind::Base(base) if base.hashes.is_none() => t!(lang, "exclude.rule-base-useless", name = base.name()),
        RuleKind::Base(base) => t!(lang, "exclude.rule-base", name = base.name()),
        RuleKind::Pattern(pattern) => t!(lang, "exclude.rule-pattern", pattern = clean(pattern.as_str())),
        RuleKind::Marked(marked) => clean(&say::marked_rule(marked, lang)).into_owned(),
        RuleKind::Unusable(..) => what.unusable_name(lang).unwrap_or_default(),
    }
}

/// The pattern that is typed, in the bottom line; over it what is wrong.
fn pattern(typed: &str, error: Option<&str>, pen: &mut Pen<'_>) {
    let Pen { theme, lang, .. } = *pen;
    let y = pen.area.bottom() - 1;
    if let Some(error) = error {
        let rows = lines_of(error, pen.area.width.saturating_sub(2)).min(4);
        let mut above = pen.within(Rect { y: y.saturating_sub(rows), height: rows, ..pen.area });
        above.clear();
        above.paragraph(1, y.saturating_sub(rows), rows, error, theme.error);
    }
    let lead = format!("{} ", t!(lang, "exclude.type-pattern"));
    prompt::line_with_keys(pen, &lead, typed, t!(lang, "exclude.type-keys"));
}

/// How much is excluded of a pair, or what its scores after exclusions wait for; for screen 1.
pub(crate) fn sentences(model: &Model, documents: [usize; 2]) -> Vec<Sentence> {
    let (lang, batch) = (model.lang, &model.workspace.batch);
    if !batch.rules.any() {
        return Vec::new();
    }
    let topic = if batch.rules.whole { Topic::Remainder } else { Topic::Whole };
    let note = |text| Sentence { topic, emphasis: Emphasis::Note, text };
    match batch.pair_remainder(documents) {
        None => return vec![note(waiting(model).to_owned())],
        Some((_, false)) => return vec![note(t!(lang, "exclude.outdated").to_owned())],
        Some((_, true)) if model.size.1 < ROOMY => return Vec::new(),
        Some((_, true)) => {}
    }
    let [a, b] = documents.map(|at| batch.document(at));
    let rests = a.zip(b).map_or([None; 2], |(a, b)| batch.remainders_of(documents, [a, b]));
    let share = |(at, rest): (usize, Option<&crate::batch::Remainder>)| {
        let rest = rest?;
        say::excluded_share(batch.name(at), rest.share, &rest.by, lang)
    };
    let shares: Vec<String> = documents.into_iter().zip(rests).filter_map(share).collect();
    vec![note(if shares.is_empty() { t!(lang, "exclude.nothing").to_owned() } else { shares.join(lang.gap()) })]
}

/// The number of rows from which screen 1 names the share that is excluded from each document.
const ROOMY: u16 = 30;

/// The score that the list of screen 1 shows; `None` if there is only one.
pub(crate) fn of_list(model: &Model, theme: &Theme) -> Option<(String, Style)> {
    let lang = model.lang;
    if !model.workspace.batch.rules.any() {
        return None;
    }
    let key = model.key_of(Action::Scores);
    let shown = model.workspace.listing.query.remainders;
    Some(match (!model.workspace.batch.rules.whole, shown) {
        (_, Some(revision)) if revision == model.workspace.batch.revision() => {
            (t!(lang, "exclude.list-excluded", key), theme.alert)
        }
        (_, Some(_)) => (t!(lang, "exclude.list-outdated").into(), theme.alert),
        (true, None) => (t!(lang, "exclude.list-soon", why = waiting(model)), theme.label),
        (false, None) => (t!(lang, "exclude.list-whole", key), theme.label),
    })
}

/// The legend of the struck-out text and its reasons; `None` if nothing is excluded.
pub(crate) fn legend(model: &Model, documents: [usize; 2]) -> Option<String> {
    let lang = model.lang;
    if !model.workspace.batch.rules.any() {
        return None;
    }
    let diffed = model.workspace.results.diff_of(documents)?;
    let [Some(a), Some(b)] = model.workspace.batch.remainders_of(documents, [&diffed.texts[0], &diffed.texts[1]])
    else {
        return Some(t!(lang, "exclude.legend-waiting", why = waiting(model)));
    };
    let shares: Vec<ExcludedShare> = a.by.iter().zip(b.by).map(|(a, b)| a.and(b)).collect();
    let why = ExclusionReason::ALL.into_iter().zip(shares).filter(|(_, share)| share.stretches > 0);
    let why: Vec<String> = why.map(|(why, _)| say::exclusion_name(why, lang).to_owned()).collect();
    if why.is_empty() {
        return Some(t!(lang, "exclude.nothing").into());
    }
    let (why, [a, b]) = (lang.list(&why), [a, b].map(|rest| lang.percent(rest.share.share())));
    Some(if model.brackets() {
        t!(lang, "exclude.drawn-brackets", why, a, b)
    } else {
        t!(lang, "exclude.drawn-struck", why, a, b)
    })
}

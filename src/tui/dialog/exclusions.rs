//! The exclusions of the texts, chosen and edited.
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
//! WHOLE   HD 2, 61% of A in B, 58% of B in A
//! WITHOUT HD 9, 12% of A in B, 10% of B in A
//! ```

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{layout::Rect, style::Style};

use super::browser::{self, BrowserPurpose};
use crate::{
    compare::{
        coverage::Windows,
        exclusion::{Cover, ExclusionReason, Marked, Pattern, cover},
        pair::Pair,
    },
    locale::{Lang, grouped, percent},
    review::{LONGEST_PATTERN, RuleKind},
    say, t,
    table::{Column, Width},
    text::{clean, truncate_end},
    tui::{
        action::Action,
        model::{Drawn, InputLine, LineKey, List, Model, dialog::Dialog, effect::Effect},
        theme::Theme,
        update::common::to_clipboard,
        view::{
            exclusion,
            frame::frame,
            parts::{choices, indented},
            prompt,
        },
        widget::{Grid, Pen, lines_of},
    },
};

/// The exclusions of the texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExclusionsDialog {
    list: List,
    /// A pattern that is being typed.
    typed: Option<InputLine>,
    /// Text with which several documents begin, and how many; it can be excluded.
    cover: Option<(Marked, usize)>,
}

impl ExclusionsDialog {
    /// Asks again for results whose computation was stopped.
    pub(crate) fn new(model: &mut Model) -> Self {
        if model.workspace.batch.remainders.stopped.take().is_some() {
            model.workspace.results.remainders.forget();
        }
        let (subjects, batch) = (model.workspace.batch.subjects(), &model.workspace.batch);
        let windows: Vec<Option<&Windows>> =
            subjects.iter().map(|subject| Some(&**subject.as_ref()?.windows())).collect();
        let cover = cover(&windows).and_then(|Cover { document, span, documents }| {
            let text = span.of(&batch.document(document)?.text);
            Some((Marked::passage(text, ExclusionReason::Common, batch.run)?, documents))
        });
        Self { cover, ..Self::default() }
    }

    fn type_in(&mut self, model: &mut Model, event: KeyEvent) -> Effect {
        let line = self.typed.as_mut()?;
        match line.key(event)? {
            LineKey::Changed => {}
            LineKey::Done if !line.text.is_empty() => match Pattern::new(&line.text) {
                Ok(pattern) => {
                    self.typed = None;
                    let row = model.workspace.batch.rules.add(RuleKind::Pattern(pattern));
                    self.list.select(row, model.workspace.batch.rules.list.len(), model.workspace.drawn.rows);
                }
                Err(error) => line.error = Some(say::pattern_error(&error, model.lang)),
            },
            LineKey::Done | LineKey::Left => self.typed = None,
        }
        None
    }
}

impl Dialog for ExclusionsDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let rules = &model.workspace.batch.rules.list;
        let [down, up, more, less, base] =
            model.keys_of([Action::Down, Action::Up, Action::MoreK, Action::LessK, Action::AddDocuments]);
        let keys = match &self.typed {
            Some(_) => String::new(),
            None => t!(lang, "exclude.keys", down, up, more, less, base),
        };
        let wanted = u16::try_from(rules.len()).unwrap_or(u16::MAX - BESIDE).saturating_add(BESIDE);
        let mut dialog = frame(pen, wanted, t!(lang, "exclude.title"), &keys);
        let Pen { theme, area, .. } = dialog;
        let mut below = beside(model, theme);
        if let Some((mark, n)) = &self.cover {
            let (text, key) = (truncate_end(&clean(&mark.text), COVER).into_owned(), model.key_of(Action::MarkCommon));
            below.push((t!(lang, "exclude.label-cover"), t!(lang, "exclude.cover", n, text, key), theme.alert));
        }
        let said: u16 = below.iter().map(|(_, text, _)| lines_of(text, area.width.saturating_sub(LABEL))).sum();
        let height = area.height.saturating_sub(said + 2).max(1);
        let columns = [
            Column::flexible("exclude.characters", Width::REMAINING).gap(0),
            Column::right("exclude.in-pair", 11).gap(0),
            Column::right("exclude.in-all", 11),
        ];
        let grid = Grid::new(columns, indented(area), lang);
        grid.head(&mut dialog, area.y);
        let rows = choices(&mut dialog, drawn, Rect { y: area.y + 1, height, ..area }, &self.list, rules.len());
        let (counts, limited) = (counts(model), limited(model));
        for &(row, y, style) in &rows {
            let rule = &rules[row];
            let selected = row == self.list.selected;
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
                let known =
                    count.as_ref().and_then(|count| count.get(row)).filter(|_| rule.on && rule.kind.is_usable());
                let text = theme.number(known.map(|&n| grouped(n)));
                line.cell(&text, if known.is_some_and(|&n| n > 0) { style } else { theme.label });
            }
        }
        let mut y = area.y + 2 + rows.len() as u16;
        for (label, text, style) in &below {
            dialog.text(area.x, y, label, theme.label);
            y += dialog.fill(area.x + LABEL, y, text, *style);
        }
        if let Some(typed) = &self.typed {
            pattern(typed, pen);
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        if self.typed.is_some() {
            return self.type_in(model, event);
        }
        let workspace = &mut model.workspace;
        let (at, rows) = (self.list.selected, workspace.batch.rules.list.len());
        match (event.code, action) {
            (KeyCode::Char(' ') | KeyCode::Enter, _) => workspace.batch.rules.toggle(at),
            (KeyCode::Char('/'), _) => self.typed = Some(InputLine::new("", LONGEST_PATTERN)),
            (_, Some(Action::MarkCommon)) => {
                if let Some((mark, _)) = self.cover.take() {
                    workspace.batch.rules.add(RuleKind::Marked(mark));
                }
            }
            (_, Some(Action::AddDocuments)) => browser::open(model, BrowserPurpose::Base),
            (_, Some(action @ (Action::MoreK | Action::LessK))) => turn(model, at, action == Action::MoreK),
            (_, Some(Action::Copy | Action::CopyAll)) => return copy(model, at, action == Some(Action::CopyAll)),
            (_, Some(Action::Back | Action::Quit | Action::Exclusions)) => workspace.dialogs.close(),
            (_, Some(action)) => _ = self.list.motion(action, rows, workspace.drawn.rows),
            _ => {}
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    /// The cursor goes there; the rule under the cursor is switched.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        if self.list.selected == row {
            model.workspace.batch.rules.toggle(row);
        }
        self.list.selected = row;
        None
    }

    fn line(&self) -> Option<&InputLine> {
        self.typed.as_ref()
    }

    fn line_mut(&mut self) -> Option<&mut InputLine> {
        self.typed.as_mut()
    }

    /// It shows the error in its pattern itself.
    fn rows_typed(&self) -> Option<u16> {
        match &self.typed {
            Some(line) if line.error.is_some() => None,
            typed => Some(u16::from(typed.is_some())),
        }
    }
}

/// Changes the number of documents that make a passage common.
fn turn(model: &mut Model, at: usize, more: bool) {
    if !model.workspace.batch.rules.turn(at, more) {
        model.notify(t!(model.lang, "exclude.only-common"));
    }
}

/// The words that were marked, or how the rules are said on the command line.
fn copy(model: &mut Model, at: usize, all: bool) -> Effect {
    let rule = model.workspace.batch.rules.list.get(at).filter(|_| !all);
    let text = match rule.and_then(|rule| rule.kind.marked()) {
        Some(marked) => marked.text.to_string(),
        None => model.workspace.batch.rules.options(),
    };
    to_clipboard(model, text)
}

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
            None => (exclusion::waiting(model).to_owned(), theme.label),
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

/// A pair in numbers.
fn scores(pair: &Pair, lang: Lang) -> String {
    let hd = pair.hamming().map_or_else(|| t!(lang, "evidence.none").to_owned(), |hd| hd.to_string());
    let [a, b] = pair.coverage.map(percent);
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
fn pattern(typed: &InputLine, pen: &mut Pen<'_>) {
    let Pen { theme, lang, .. } = *pen;
    let y = pen.area.bottom() - 1;
    if let Some(error) = &typed.error {
        let rows = lines_of(error, pen.area.width.saturating_sub(2)).min(4);
        let mut above = pen.within(Rect { y: y.saturating_sub(rows), height: rows, ..pen.area });
        above.clear();
        above.paragraph(1, y.saturating_sub(rows), rows, error, theme.error);
    }
    let lead = format!("{} ", t!(lang, "exclude.type-pattern"));
    prompt::line(pen, &lead, &typed.text, t!(lang, "exclude.type-keys"));
}

/// Rows of the dialog beside the rules: heads, scores, how it is kept.
const BESIDE: u16 = 8;

/// So many cells of the text with which documents begin are shown.
const COVER: usize = 40;

/// The column of the texts below the rules, behind their labels.
const LABEL: u16 = 8;

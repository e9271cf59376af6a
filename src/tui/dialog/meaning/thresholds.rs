//! The second page: F1 at each threshold on the labelled pairs of the review.
//!
//! ```text
//! 191 near pairs (verdict 'copy'), 66 far ones …
//!
//! 1.00│      A⡠⠤B⠤⠤⢄
//!     │ ⡠A⠊         ⠑⢄
//! 0.80│B⠁
//!       0       5      10
//!          ▲ k 3  ▲ best k 7
//!                      k  F1             precision  recall   best k  F1 there
//! > A recipe in use    3  0.969 ± 0.010  …
//! ```

use std::sync::Arc;

use ratatui::{layout::Rect, style::Style};

use crate::{
    batch::{LabelCounts, MeasuredAs, MeasuredRecipe, Measurement},
    compare::evaluation::{MeasuredAtK, Spread},
    locale::Lang,
    t,
    table::Column,
    tui::{
        action::Action,
        model::{
            ClickTarget, Drawn, List, Model,
            dialog::Dialog,
            effect::{Effect, ScreenEffect},
        },
        screen::Screen,
        theme::Theme,
        view::{
            frame::frame,
            parts::{click, indented, key_on},
            progress,
        },
        widget::{Axis, AxisMark, Grid, Pen, Plot, lines_of},
    },
};
use crossterm::event::KeyEvent;

/// From this height on there is air.
const TALL: u16 = 26;
/// The most rows of the origin.
const ORIGIN: u16 = 2;
/// Rows of the sentences at the bottom.
const WORDS: u16 = 2;
/// The fewest rows of a chart that shows anything.
const LEAST: u16 = 5;

/// The measured recipes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThresholdsDialog {
    recipes: List,
}

impl Dialog for ThresholdsDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        draw(model, self, pen, drawn);
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        let rows = model.workspace.drawn.rows;
        let (tasks, measurement) = (&model.workspace.tasks, &mut model.workspace.results.measurement);
        match action? {
            Action::Back | Action::Quit | Action::Meaning => model.workspace.dialogs.close(),
            action @ (Action::MoreK | Action::LessK) => return Some(ScreenEffect::Act(action)),
            Action::NextPane | Action::PreviousPane => {
                model.workspace.dialogs.close();
                super::open(model);
            }
            // A computation that was stopped begins again.
            Action::Open if !tasks.computes(measurement) => measurement.retry(),
            action => {
                let len = measurement.value().map_or(0, |measured| measured.recipes.len());
                self.recipes.motion(action, len, rows);
            }
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.recipes)
    }
}

fn draw(model: &Model, page: &ThresholdsDialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let results = &model.workspace.results;
    let running = model.workspace.tasks.of(&results.measurement);
    let measured = results.measurement.current().or_else(|| results.measurement.value().filter(|_| running.is_some()));
    let stopped = measured.is_none() && running.is_none() && model.workspace.is_settled();
    let mut dialog = frame(pen, u16::MAX, t!(lang, "meaning.title-thresholds"), &keys(model, stopped, measured));
    let area = dialog.area;
    match measured {
        Some(measured) if measured.recipes.is_empty() => missing(model, measured.labels, &mut dialog),
        Some(measured) => ThresholdsView { model, page, measured, lang }.draw(&mut dialog, drawn),
        None if stopped => {
            dialog.fill(area.x, area.y, t!(lang, "meaning.thresholds-stopped"), dialog.theme.text);
        }
        None => progress::in_pane(model, running, &mut dialog, area.y),
    }
}

/// The keys of the page.
fn keys(model: &Model, stopped: bool, measured: Option<&Arc<Measurement>>) -> String {
    let keys = [Action::NextPane, Action::Down, Action::Up, Action::LessK, Action::MoreK];
    let ([tab, down, up, less, more], lang) = (model.keys_of(keys), model.lang);
    if stopped {
        t!(lang, "meaning.keys-stopped", tab)
    } else if measured.is_some_and(|measured| !measured.recipes.is_empty()) {
        t!(lang, "meaning.keys-thresholds", tab, down, up, less, more)
    } else {
        t!(lang, "meaning.keys-missing", tab)
    }
}

/// Says which labels are missing, and how to get them.
fn missing(model: &Model, labels: LabelCounts, pen: &mut Pen<'_>) {
    let Pen { theme, area, lang, .. } = *pen;
    let (least, LabelCounts { near, far, .. }) = (LabelCounts::LEAST, labels);
    let key = key_on(model, Screen::Overview, Action::Verdict);
    let texts = [
        (t!(lang, "meaning.thresholds-missing", least, near, far), theme.text),
        (t!(lang, "meaning.thresholds-how", key), theme.text),
        (t!(lang, "meaning.thresholds-why").to_owned(), theme.label),
    ];
    let mut y = area.y;
    for (text, style) in texts {
        y += pen.fill(area.x, y, &text, style) + 1;
    }
}

/// The figures, and the cursor.
struct ThresholdsView<'a> {
    model: &'a Model,
    page: &'a ThresholdsDialog,
    measured: &'a Measurement,
    lang: Lang,
}

impl ThresholdsView<'_> {
    fn draw(&self, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let Pen { area, lang, .. } = *pen;
        let air = u16::from(area.height >= TALL);
        let mut y = area.y + pen.paragraph(area.x, area.y, ORIGIN, &self.origin(), pen.theme.label) + air;
        let said = self.said();
        let words = WORDS.min(lines_of(&said, area.width));
        let heads = 1 + air;
        let table = self.measured.recipes.len() as u16 + heads;
        let rows = area.bottom().saturating_sub(y + table + words + 2 * air + 1);
        if rows >= LEAST {
            pen.text(area.x, y, t!(lang, "meaning.thresholds-scale"), pen.theme.label);
            let shown = self.shown();
            let figures = self.measured.recipes.iter().map(|of| &of.study.all.at);
            let curves = figures.zip(LETTERS).map(|(at, letter)| Curve { letter, at: &at[..at.len().min(shown)] });
            let curves: Vec<Curve<'_>> = curves.collect();
            draw_curves(pen, y + 1, rows, &curves, self.selected(), self.marks(pen));
            y += 1 + rows + air;
        }
        self.table(pen, y, air > 0, drawn);
        pen.paragraph(area.x, area.bottom().saturating_sub(words), words, &said, pen.theme.text);
    }

    /// How many thresholds the chart has: all in use, and up to twice the best one, so that the fall behind it is seen.
    fn shown(&self) -> usize {
        let of_recipe = |of: &MeasuredRecipe| (2 * of.study.all.best_k().unwrap_or(0)).max(self.k(of));
        self.measured.recipes.iter().map(of_recipe).max().unwrap_or(0) as usize + 1
    }

    fn selected(&self) -> usize {
        self.page.recipes.selected.min(self.measured.recipes.len().saturating_sub(1))
    }

    /// The threshold of a recipe.
    fn k(&self, of: &MeasuredRecipe) -> u32 {
        of.k.unwrap_or(self.model.workspace.k)
    }

    /// The figures of a recipe at its threshold; `None` above the largest one tried.
    fn at<'m>(&self, of: &'m MeasuredRecipe) -> Option<&'m MeasuredAtK> {
        of.study.all.at.get(self.k(of) as usize)
    }

    fn origin(&self) -> String {
        let LabelCounts { near, mid, far } = self.measured.labels;
        let Some(first) = self.measured.recipes.first() else { return String::new() };
        let (documents, families) = (first.study.all.documents, first.study.all.families);
        t!(
            self.lang,
            "meaning.thresholds-origin",
            near,
            far,
            mid,
            documents,
            families,
            seeds = self.measured.recipes.iter().map(|of| of.study.seeds).max().unwrap_or(1)
        )
    }

    /// The threshold and the best one of the recipe under the cursor.
    fn marks(&self, pen: &Pen<'_>) -> Vec<AxisMark> {
        let Some(of) = self.measured.recipes.get(self.selected()) else { return Vec::new() };
        let own = self.k(of);
        let mark = |at, text, style| AxisMark { at, text, style };
        let best = best(of).map(|(k, _)| k).filter(|&k| k != own);
        let best = best.map(|k| mark(k, t!(self.lang, "meaning.mark-best", k), pen.theme.strong));
        [mark(own, t!(self.lang, "meaning.mark-k", k = own), pen.theme.positive)].into_iter().chain(best).collect()
    }

    fn table(&self, pen: &mut Pen<'_>, y: u16, roomy: bool, drawn: &mut Drawn) {
        let Pen { theme, area, lang, .. } = *pen;
        let columns = [
            Column::left("", 1).gap(1),
            Column::left("", 13).gap(1),
            Column::right("k", 2).gap(1),
            Column::right("meaning.column-f1", 13).gap(1),
            Column::right("meaning.column-precision", 9).gap(1),
            Column::right("meaning.column-recall", 6).gap(2),
            Column::right("meaning.column-best-k", 6).gap(2),
            Column::right("meaning.column-best-f1", 13),
        ];
        let grid = Grid::new(columns, indented(area), lang);
        if roomy {
            pen.text(grid.place(2).start, y, t!(lang, "meaning.head-own-k"), theme.label);
            pen.text(grid.place(6).start, y, t!(lang, "meaning.head-best-k"), theme.label);
        }
        let top = y + u16::from(roomy);
        grid.head(pen, top);
        (drawn.rows, drawn.length) = (self.measured.recipes.len(), self.measured.recipes.len());
        for (line, of) in self.measured.recipes.iter().enumerate() {
            let y = top + 1 + line as u16;
            let selected = line == self.selected();
            click(drawn, area, y, ClickTarget::Choice(line));
            if selected {
                pen.selected(y, area.right(), false);
            }
            let style = theme.row(selected);
            let at = self.at(of);
            let shown = |spread: Option<Spread>| theme.number(spread.map(|spread| figure(spread, lang)));
            let mean = |spread: Option<Spread>| theme.number(spread.map(|spread| format!("{:.3}", spread.mean)));
            let best = best(of);
            let mut row = grid.line(pen, y);
            row.cell(LETTERS.get(line).copied().unwrap_or_default(), line_style(theme, line));
            row.cell(name(of, lang), style);
            row.cell(&self.k(of).to_string(), style);
            row.cell(&shown(at.and_then(|at| at.f1)), style);
            row.cell(&mean(at.and_then(|at| at.precision)), theme.label);
            row.cell(&mean(at.and_then(|at| at.recall)), theme.label);
            row.cell(&theme.number(best.map(|(k, _)| k)), style);
            row.cell(&shown(best.and_then(|(_, f1)| f1)), style);
        }
    }

    /// The figures of the recipe under the cursor, in a sentence.
    fn said(&self) -> String {
        let lang = self.lang;
        let Some(of) = self.measured.recipes.get(self.selected()) else { return String::new() };
        let Some((at, f1)) = self.at(of).and_then(|at| Some((at, at.f1?))) else { return String::new() };
        let [low, high] = at.f1_interval.unwrap_or([f1.mean; 2]);
        let said = t!(
            lang,
            "meaning.thresholds-said",
            recipe = name(of, lang),
            k = self.k(of),
            f1 = figure(f1, lang),
            seeds = f1.n,
            low = format!("{low:.3}"),
            high = format!("{high:.3}")
        );
        if f1.n > 1 { said } else { [said, t!(lang, "meaning.thresholds-one").to_owned()].join(lang.gap()) }
    }
}

/// The threshold chosen on one part of the families, and F1 on the other.
fn best(of: &MeasuredRecipe) -> Option<(u32, Option<Spread>)> {
    let split = of.study.split.as_ref()?;
    let k = split.best_k?;
    Some((k, split.test.at.get(k as usize).and_then(|at| at.f1)))
}

/// The name of a recipe.
fn name(of: &MeasuredRecipe, lang: Lang) -> &'static str {
    lang.text(match of.recipe {
        MeasuredAs::InUse => "meaning.measured-in-use",
        MeasuredAs::Default => "meaning.measured-default",
        MeasuredAs::Robust => "meaning.measured-robust",
        MeasuredAs::TfIdf => "meaning.measured-tfidf",
    })
}

/// A recipe's figures from k = 0 on, and its letter.
struct Curve<'a> {
    letter: &'static str,
    at: &'a [MeasuredAtK],
}

/// The most cells between two thresholds.
const CURVE_CELLS: u16 = 5;
/// Cells of the numbers at the left, with the gap behind them.
const LEAD: u16 = 5;
/// The top of the chart.
const TOP: f64 = 1.0;
/// The lowest of the best figures is so far above the bottom, or up to a step more.
const BELOW: f64 = 0.1;
/// The bottom is a multiple of this.
const STEP: f64 = 0.1;
/// A line has its letter once in so many thresholds.
const LETTER_EVERY: usize = LETTERS.len();

/// The letters of the lines.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// The style of a line.
fn line_style(theme: &Theme, line: usize) -> Style {
    [theme.positive, theme.negative, theme.strong, theme.label].get(line).copied().unwrap_or(theme.text)
}

/// Draws all lines, over the band of the selected one, and the axis with its marks, in `rows` rows.
fn draw_curves(pen: &mut Pen<'_>, y: u16, rows: u16, curves: &[Curve<'_>], selected: usize, marks: Vec<AxisMark>) {
    let area = pen.area;
    let thresholds = curves.iter().map(|curve| curve.at.len()).max().unwrap_or(0).max(1);
    let axis = Axis::new(area.x + LEAD, area.width.saturating_sub(LEAD), thresholds, CURVE_CELLS);
    let width = (thresholds as u16).saturating_mul(axis.cell).min(area.width.saturating_sub(LEAD));
    let bottom = bottom(curves);
    let area = Rect { x: axis.x, y, width, height: rows.saturating_sub(2).max(1) };
    let mut plot = Plot::stepped(area, axis.cell, [bottom, TOP]);
    let label = pen.theme.label;
    let ticks = [TOP, f64::midpoint(TOP, bottom), bottom];
    plot.left_axis(pen, 0, ticks.map(|f1| (f1, format!("{f1:.2}"), label)));
    let order = [selected].into_iter().chain((0..curves.len()).filter(|&line| line != selected));
    let ordered = || order.clone().filter_map(|line| Some((line, curves.get(line)?)));
    for (line, curve) in ordered() {
        plot.dots.lift();
        draw_line(&mut plot, curve, line_style(pen.theme, line), line == selected);
    }
    plot.dots.draw(pen);
    // Each line has its letter at thresholds of its own.
    for (line, curve) in ordered() {
        let style = line_style(pen.theme, line).patch(if line == selected { pen.theme.strong } else { Style::new() });
        for (k, at) in curve.at.iter().enumerate().skip(line).step_by(LETTER_EVERY) {
            if let Some(f1) = at.f1.filter(|f1| f1.mean >= bottom) {
                plot.mark(pen, (k as f64, f1.mean), curve.letter, style);
            }
        }
    }
    axis.draw(pen, area.bottom(), marks);
}

/// The bottom of the chart, so that the best figures of all lines are well apart; lower ones are not drawn.
fn bottom(curves: &[Curve<'_>]) -> f64 {
    let best = |curve: &Curve<'_>| {
        let means = curve.at.iter().filter_map(|at| at.f1).map(|f1| f1.mean);
        means.fold(0.0, f64::max)
    };
    let least = curves.iter().map(best).fold(TOP, f64::min) - BELOW;
    ((least / STEP).floor() * STEP).max(0.0)
}

/// Draws a line through the means, over its band.
fn draw_line(plot: &mut Plot, curve: &Curve<'_>, style: Style, banded: bool) {
    for (k, pair) in curve.at.windows(2).enumerate() {
        let [Some(from), Some(to)] = [pair[0].f1, pair[1].f1] else { continue };
        let ends = [(k as f64, from.mean), (k as f64 + 1.0, to.mean)];
        if banded {
            let [left, right] = ends.map(|end| plot.at(end).0);
            let steps = right - left;
            for step in 0..=steps as usize {
                let share = step as f64 / steps.max(1.0);
                draw_band(plot, left + step as f64, mix(from, to, share), style);
            }
        }
        plot.dots.line(plot.at(ends[0]), plot.at(ends[1]), style);
    }
}

/// Draws the band in one column of dots, every other one of them, so that the line is seen in it.
fn draw_band(plot: &mut Plot, x: f64, Spread { mean, sd, .. }: Spread, style: Style) {
    let [top, low] = [mean + sd, mean - sd].map(|f1| plot.at((0.0, f1.min(TOP))).1.round() as u32);
    for y in (top..=low).filter(|y| (y + x as u32).is_multiple_of(2)) {
        plot.dots.dot((x, f64::from(y)), style);
    }
}

/// Between two figures.
fn mix(from: Spread, to: Spread, share: f64) -> Spread {
    let between = |from: f64, to: f64| from + (to - from) * share;
    Spread { mean: between(from.mean, to.mean), sd: between(from.sd, to.sd), n: from.n.min(to.n) }
}

/// A mean with its standard deviation, or alone if it is of one measurement.
fn figure(spread: Spread, lang: Lang) -> String {
    if spread.n > 1 {
        lang.set(&format!("{:.3} ± {:.3}", spread.mean, spread.sd)).into_owned()
    } else {
        format!("{:.3}", spread.mean)
    }
}

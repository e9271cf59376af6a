//! The features with tf, idf and weight, as far as the step has come.

use ratatui::{layout::Rect, style::Style};

use crate::{
    lesson::{Stage, WalkState},
    locale::grouped,
    say::{plain, whole},
    simhash::Trace,
    t,
    table::{Column, Width},
    tui::{
        model::{ClickTarget, Drawn, Model},
        theme::Theme,
        view::names,
        widget::{Grid, Pen},
    },
};

/// The values of a feature that are known after a step.
#[expect(clippy::struct_excessive_bools, reason = "four things that a step may have done, in any mixture")]
pub(super) struct Known {
    /// The number of times it occurs among the tokens read.
    pub tf: usize,
    /// The step counted it.
    counted: bool,
    /// It has its weight.
    pub weighed: bool,
    /// The step gave it that.
    just_weighed: bool,
    /// The stage that the step belongs to has not come to it.
    pub waiting: bool,
}

impl Known {
    /// The values of feature `f`, which is in that row; all are known if no step is shown.
    pub(super) fn of(state: Option<&WalkState>, trace: &Trace, row: usize, f: usize) -> Self {
        let tf = trace.features.get(f).map_or(0, |feature| feature.tf as usize);
        let Some(state) = state else {
            return Self { tf, counted: false, weighed: true, just_weighed: false, waiting: false };
        };
        let reading = matches!(state.step.stage, Stage::Text | Stage::Tokens);
        let tf = if reading { trace.tf_among(f, state.tokens) } else { tf };
        let here = state.feature == Some(f);
        let done = match state.step.stage {
            Stage::Text | Stage::Tokens => 0,
            Stage::Weights => state.weighed,
            Stage::Hashes => state.hashed,
            Stage::Rows => state.rows,
            Stage::Sums => state.summed,
            Stage::Bits => usize::MAX,
        };
        Self {
            tf,
            counted: here && state.step.stage == Stage::Tokens,
            weighed: row < state.weighed,
            just_weighed: here && state.step.stage == Stage::Weights,
            waiting: if reading { tf == 0 } else { row >= done },
        }
    }

    /// The style of its name in a row.
    pub(super) fn name(&self, marked: bool, selected: bool, theme: &Theme) -> Style {
        if marked {
            theme.marked
        } else if selected {
            theme.strong
        } else if self.waiting {
            theme.label
        } else {
            theme.text
        }
    }
}

/// Says in the last row how many rows are below those shown.
pub(super) fn more(hidden: usize, pen: &mut Pen<'_>, area: Rect) {
    if hidden > 0 {
        let text = t!(pen.lang, "pipeline.more", n = grouped(hidden as u64));
        pen.text(area.x, area.bottom().saturating_sub(1), &text, pen.theme.label);
    }
}

/// The features with tf, idf and weight.
pub(super) fn draw(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang, place) = (pen.theme, model.lang, &model.workspace.pipeline);
    let order = place.walk.order();
    let all = order.len();
    let beside = t!(
        lang,
        "pipeline.by",
        order = names::order(lang, place.order),
        at = if all == 0 { 0 } else { place.list.selected + 1 },
        all = grouped(all as u64)
    );
    pen.head(area.x, area.y, t!(lang, "pipeline.features-head"), &beside);
    let with_idf = trace.features.first().is_some_and(|f| f.idf.is_some());
    let number = |title, cells| Column::right(title, cells).gap(0);
    let mut columns = vec![Column::flexible("pipeline.feature", Width::REMAINING).gap(0), number("tf", 7)];
    columns.extend(with_idf.then(|| number("idf", 7)));
    columns.push(number("pipeline.weight", 9).gap(1));
    columns.push(Column::left("", (area.width / 5).min(12)));
    let grid = Grid::new(columns, area, lang);
    let y = area.y + 1;
    grid.head(pen, y);
    let whole = whole(trace);
    let heaviest = trace.heaviest.max(1) as f64;
    let rows = area.height.saturating_sub(3).max(1);
    drawn.rows = usize::from(rows);
    let window = place.list.window(all, usize::from(rows));
    for (row, y) in window.clone().zip(y + 1..) {
        let Some((f, feature)) = order.get(row).and_then(|&f| Some((f, trace.features.get(f)?))) else {
            continue;
        };
        let known = Known::of(place.state.as_ref(), trace, row, f);
        let selected = row == place.list.selected;
        drawn.click(0..area.right(), y, ClickTarget::Row(row));
        if selected {
            pen.selected(y, area.right(), place.on_column);
        }
        // Features that the step has not reached are dimmed.
        let waiting = known.waiting;
        let style = |plain: Style| {
            if selected {
                plain.patch(theme.strong)
            } else if waiting {
                theme.label
            } else {
                plain
            }
        };
        let marked = |changed: bool, plain: Style| if changed { theme.alert } else { style(plain) };
        let dot = theme.marks.dot;
        let tf = if known.tf == 0 { dot.into() } else { known.tf.to_string() };
        let mut line = grid.line(pen, y);
        let marked_name = model.workspace.marks_feature(trace.name(f));
        line.name(trace.name(f), if marked_name { theme.marked } else { style(theme.text) });
        line.cell(&tf, marked(known.counted, theme.label));
        if !known.weighed {
            if with_idf {
                line.skip();
            }
            line.cell(dot, theme.label);
            continue;
        }
        if with_idf {
            let idf = feature.idf.map_or_else(String::new, |idf| format!("{:.1}", idf.value));
            line.cell(&idf, style(theme.label));
        }
        line.cell(&plain(feature.weight, whole), marked(known.just_weighed, theme.text));
        let ink = if waiting { theme.rule } else { theme.positive };
        line.bar(feature.weight.abs() as f64 / heaviest, ink);
    }
    more(all.saturating_sub(window.end), pen, area);
}

//! The features of B: how often, how heavy, and which bits hang on each of them alone.

use ratatui::layout::Rect;

use super::{head, stale};
use crate::{
    locale::grouped,
    say::{plain, whole},
    t,
    table::{Column, Width},
    tui::{
        model::{ClickTarget, Drawn, LabPane, Model, Workbench},
        widget::{Grid, Pen},
    },
};

/// Draws the pane.
pub(super) fn draw(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let Some(trial) = bench.trial() else {
        head(model, pen, area, LabPane::Features, t!(lang, "lab.features"), "");
        return;
    };
    let trace = &trial.trace;
    let (list, all) = (&model.workspace.lab.features, bench.order.len());
    let beside = t!(
        lang,
        "lab.features-beside",
        at = if all == 0 { 0 } else { list.selected + 1 },
        all = grouped(all as u64),
        neff = format!("{:.0}", trace.sketch.n_eff)
    );
    head(model, pen, area, LabPane::Features, t!(lang, "lab.features"), &beside);
    let columns = [
        Column::left("", Width::Fixed(3)),
        Column::left("pipeline.feature", Width::REMAINING).gap(0),
        Column::right("tf", Width::Fixed(6)).gap(0),
        Column::right("pipeline.weight", Width::Fixed(10)).gap(0),
        Column::right("lab.share", Width::Fixed(8)).gap(3),
        Column::left("lab.holds", Width::Fixed(area.width / 5)),
    ];
    let grid = Grid::new(columns, area.x, area.width, lang);
    let y = area.y + 1;
    grid.head(pen, y);
    let rows = area.height.saturating_sub(3);
    if model.workspace.lab.pane == LabPane::Features {
        drawn.rows = usize::from(rows);
    }
    let (whole, bits) = (whole(trace), trace.recipe.bits);
    let window = list.window(all, usize::from(rows));
    for row in window.clone() {
        let f = bench.order[row] as usize;
        let Some(feature) = trace.features.get(f) else { continue };
        let held = trial.effects.get(f).copied().unwrap_or_default();
        let y = y + 1 + (row - window.start) as u16;
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Row(row)));
        let selected = row == list.selected;
        if selected {
            pen.selected(y, area.right(), model.workspace.lab.pane == LabPane::Features);
        }
        // The marks show the present state even before it is computed.
        let out = bench.history.state().excluded.contains(&feature.key);
        let style = match (out, selected, stale(model, bench)) {
            _ if model.workspace.marks_feature(trace.name(f)) => theme.marked,
            (true, ..) => theme.alert,
            (_, true, _) => theme.strong,
            (.., true) => theme.label,
            _ => theme.text,
        };
        let columns: Vec<String> = held.columns(bits).map(|bit| bit.to_string()).collect();
        let mut line = grid.line(pen, y);
        line.cell(if out { "[ ]" } else { "[x]" }, if out { theme.alert } else { theme.label });
        line.name(trace.name(f), style);
        line.cell(&feature.tf.to_string(), theme.label);
        line.cell(&plain(feature.weight, whole), style);
        line.cell(&lang.percent(held.share), theme.label);
        if columns.is_empty() {
            line.cell("0", theme.label);
        } else {
            line.cell(&format!("{}  {}", columns.len(), columns.join(" ")), theme.positive);
        }
    }
    let none = trial.effects.iter().filter(|held| held.bits == 0).count();
    if all > 0 && !trial.effects.is_empty() {
        let none = lang.percent(none as f64 / all as f64);
        let more = t!(lang, "lab.more", n = grouped(all.saturating_sub(window.end) as u64), none = none);
        pen.text_until(area.x, area.bottom().saturating_sub(1), area.right(), &more, theme.label);
    }
}

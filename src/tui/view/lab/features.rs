//! The features of B: how often, how heavy, and which bits hang on each of them alone.

use ratatui::layout::Rect;

use super::{head, stale};
use crate::{
    locale::grouped,
    say::{plain, whole},
    t,
    text::{truncate_end, truncate_middle},
    tui::{
        model::{Drawn, LabPane, Model, Target, Workbench},
        widget::Pen,
    },
};

/// Draws the pane.
pub fn draw(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
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
    let holds = area.right().saturating_sub(area.width / 5);
    let ends = [holds - 21, holds - 11, holds - 3];
    let y = area.y + 1;
    pen.text(area.x + 4, y, t!(lang, "pipeline.feature"), theme.label);
    for (end, label) in ends.iter().zip(["tf", t!(lang, "pipeline.weight"), t!(lang, "lab.share")]) {
        pen.text_right(*end, y, label, theme.label);
    }
    pen.text(holds, y, t!(lang, "lab.holds"), theme.label);
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
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), Target::Row(row)));
        let selected = row == list.selected;
        if selected {
            pen.selected(y, area.right(), model.workspace.lab.pane == LabPane::Features);
        }
        // What is said of the present state is so before it was computed.
        let out = bench.history.state().excluded.contains(&feature.key);
        let style = match (out, selected, stale(model, bench)) {
            (true, ..) => theme.call,
            (_, true, _) => theme.strong,
            (.., true) => theme.label,
            _ => theme.text,
        };
        pen.text(area.x, y, if out { "[ ]" } else { "[x]" }, if out { theme.call } else { theme.label });
        let name = truncate_middle(trace.name(f), usize::from(ends[0].saturating_sub(area.x + 4 + 6)));
        pen.text(area.x + 4, y, &name, style);
        pen.text_right(ends[0], y, &feature.tf.to_string(), theme.label);
        pen.text_right(ends[1], y, &plain(feature.weight, whole), style);
        pen.text_right(ends[2], y, &lang.percent(held.share), theme.label);
        let columns: Vec<String> = held.columns(bits).map(|bit| bit.to_string()).collect();
        if columns.is_empty() {
            pen.text(holds, y, "0", theme.label);
        } else {
            let text = format!("{}  {}", columns.len(), columns.join(" "));
            pen.text(holds, y, &truncate_end(&text, usize::from(area.right() - holds)), theme.positive);
        }
    }
    let none = trial.effects.iter().filter(|held| held.bits == 0).count();
    if all > 0 && !trial.effects.is_empty() {
        let none = lang.percent(none as f64 / all as f64);
        let more = t!(lang, "lab.more", n = grouped(all.saturating_sub(window.end) as u64), none = none);
        pen.text_until(area.x, area.bottom().saturating_sub(1), area.right(), &more, theme.label);
    }
}

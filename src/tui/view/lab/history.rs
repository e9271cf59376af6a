//! The history of the lab, a row for each change, and the question about unsaved work.

use ratatui::layout::Rect;

use super::head;
use crate::{
    lab::{HistoryChange, HistoryRow, Preset},
    locale::Lang,
    t,
    text::{truncate_end, width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, LabPane, List, Model, Workbench},
        view::dialog::{frame, picker_keys},
        widget::Pen,
    },
};

/// Draws the pane.
pub(super) fn draw(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let [undo, redo, compare] = [Action::Undo, Action::Redo, Action::CompareState].map(|action| model.key_of(action));
    let beside = t!(lang, "lab.history-beside", undo = undo, redo = redo, compare = compare);
    head(model, pen, area, LabPane::History, t!(lang, "lab.history"), &beside);
    let rows = area.height.saturating_sub(1);
    let here = model.workspace.lab.pane == LabPane::History;
    if here {
        drawn.rows = usize::from(rows);
    }
    let all = bench.history.rows();
    let window = model.workspace.lab.states.window(all.len(), usize::from(rows));
    for row in window.clone() {
        let y = area.y + 1 + (row - window.start) as u16;
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::State(row)));
        let present = row == bench.history.at();
        if row == model.workspace.lab.states.selected && here {
            pen.selected(y, area.right(), true);
        }
        let style = if present { theme.strong } else { theme.text };
        pen.text_right(area.x + 3, y, &row.to_string(), if present { theme.alert } else { theme.label });
        if present {
            pen.text(area.x + 4, y, theme.marks.then, theme.alert);
        }
        let hd = match &all[row].result {
            Some(result) => result.hamming.map_or_else(|| format!("HD {}", theme.marks.none), |hd| format!("HD {hd}")),
            None => String::new(),
        };
        let end = pen.text_right(area.right(), y, &hd, if present { theme.alert } else { theme.label });
        let max_width = usize::from(end.saturating_sub(area.x + 8));
        pen.text(area.x + 6, y, &truncate_end(&phrase(lang, all, row), max_width), style);
    }
}

/// The change of a row, as a phrase.
fn phrase(lang: Lang, rows: &[HistoryRow], row: usize) -> String {
    match &rows[row].change {
        HistoryChange::Original => t!(lang, "lab.did-original").into(),
        HistoryChange::Draft => t!(lang, "lab.did-draft").into(),
        HistoryChange::Edit([from, to]) if from.is_empty() => t!(lang, "lab.did-put", to = to),
        HistoryChange::Edit([from, to]) if to.is_empty() => t!(lang, "lab.did-take", from = from),
        HistoryChange::Edit([from, to]) => t!(lang, "lab.did-replace", from = from, to = to),
        HistoryChange::Preset(Preset::Synonym, Some([from, to]), _) => {
            t!(lang, "lab.did-synonym", from = from, to = to)
        }
        HistoryChange::Preset(Preset::Negate, ..) => t!(lang, "lab.did-negate").into(),
        HistoryChange::Preset(Preset::Shuffle, ..) => t!(lang, "lab.did-shuffle").into(),
        HistoryChange::Preset(Preset::Double, ..) => t!(lang, "lab.did-double").into(),
        HistoryChange::Preset(Preset::Cut, ..) => t!(lang, "lab.did-cut").into(),
        HistoryChange::Preset(_, _, name) => t!(lang, "lab.did-append", name = name.as_deref().unwrap_or_default()),
        HistoryChange::Untick(name) => t!(lang, "lab.did-untick", name = name),
        HistoryChange::Tick(name) => t!(lang, "lab.did-tick", name = name),
        HistoryChange::Reset => t!(lang, "lab.did-reset").into(),
        HistoryChange::Recipe => {
            let now = &rows[row].state.recipe;
            let before = rows[row].parent.map_or(now, |parent| &rows[parent].state.recipe);
            // The table of a weight, and that nothing is excluded, need not be said.
            let short = |value: &str| value.split('@').next().unwrap_or_default().trim_end_matches(":all").to_owned();
            let part = |(setting, _, value): (_, _, String)| format!("{setting} {}", short(&value));
            let parts: Vec<String> = before.differences(now).into_iter().map(part).collect();
            t!(lang, "lab.did-recipe", what = lang.list(&parts))
        }
    }
}

/// Draws the question about unsaved work.
pub(crate) fn leave(model: &Model, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let rows = [
        (t!(lang, "lab.leave-keep"), t!(lang, "lab.leave-keep-beside")),
        (t!(lang, "lab.leave-discard"), t!(lang, "lab.leave-discard-beside")),
        (t!(lang, "lab.leave-stay"), ""),
    ];
    let mut dialog = frame(pen, rows.len() as u16 + 1, t!(lang, "lab.leave"), &picker_keys(model));
    let (theme, area) = (dialog.theme, dialog.area);
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0) as u16;
    for (row, ((name, beside), y)) in rows.into_iter().zip(area.y..).enumerate() {
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(row)));
        let selected = row == list.selected;
        if selected {
            dialog.tint(area.x..area.right(), y, theme.selected);
            dialog.text(area.x, y, ">", theme.positive);
        }
        dialog.text(area.x + 2, y, name, if selected { theme.strong } else { theme.text });
        dialog.text(area.x + 4 + names, y, beside, theme.label);
    }
    drawn.length = rows.len();
}

//! Lists of choices: of one setting, and of the parts of the recipe.

use ratatui::layout::Rect;

use super::{
    super::names,
    frame::{frame, picker_keys},
};
use crate::{
    t,
    text::{pad_end, truncate_end, truncate_middle, width},
    tui::{
        model::{ClickTarget, Drawn, List, Model, Picker, Setting},
        widget::{Pen, lines_of},
    },
};

/// Draws the choices of a setting.
pub(super) fn picker(model: &Model, picker: &Picker, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let (title, _) = names::setting(lang, picker.setting, &model.workspace.batch.recipe);
    let rows: Vec<(String, String)> = picker.choices.iter().map(|&c| names::choice(model, c)).collect();
    let number = matches!(picker.setting, Setting::Width | Setting::Tokens | Setting::Weight);
    let inside = usize::from(pen.area.width.saturating_sub(4));
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(inside / 2);
    // An explanation too long for its row is shown below the list while it is selected.
    let max_width = inside.saturating_sub(4 + names);
    let long = rows.iter().filter(|(_, beside)| width(beside) > max_width);
    let long = long.map(|(_, beside)| lines_of(beside, inside as u16)).max().unwrap_or(0);
    let taken = 2 * u16::from(number || picker.error.is_some());
    let extra = taken.max(long + u16::from(long > 0));
    let mut dialog = frame(pen, rows.len() as u16 + 1 + extra, title, &picker_keys(model));
    let (theme, area) = (dialog.theme, dialog.area);
    let height = area.height.saturating_sub(extra + 1).max(1);
    drawn.rows = usize::from(height);
    let window = picker.list.window(rows.len(), usize::from(height));
    for row in window.clone() {
        let (name, beside) = &rows[row];
        let y = area.y + (row - window.start) as u16;
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(row)));
        let selected = row == picker.list.selected;
        if selected {
            dialog.tint(area.x..area.right(), y, theme.selected);
            dialog.text(area.x, y, ">", theme.positive);
        }
        let style = if selected { theme.strong } else { theme.text };
        dialog.text(area.x + 2, y, &truncate_middle(name, names), style);
        dialog.text(area.x + 4 + names as u16, y, &truncate_end(beside, max_width), theme.label);
    }
    if let Some((_, beside)) =
        rows.get(picker.list.selected).filter(|(_, beside)| taken == 0 && width(beside) > max_width)
    {
        dialog.paragraph(area.x, area.bottom().saturating_sub(long), long, beside, theme.text);
    }
    let y = area.bottom().saturating_sub(1);
    if let Some(error) = &picker.error {
        dialog.paragraph(area.x, y.saturating_sub(1), 2, error, theme.error);
    } else if number {
        let text = if picker.typed.is_empty() {
            t!(lang, "overlay.number").to_owned()
        } else {
            format!("{} {}", t!(lang, "overlay.typed"), picker.typed)
        };
        dialog.text(area.x, y, &text, if picker.typed.is_empty() { theme.label } else { theme.alert });
    }
}

/// Draws the parts of the recipe.
pub(super) fn recipe(model: &Model, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let rows: Vec<(&str, String)> =
        Setting::RECIPE.iter().map(|&s| names::setting(lang, s, &model.workspace.batch.recipe)).collect();
    let mut dialog = frame(pen, rows.len() as u16 + 4, t!(lang, "overlay.recipe"), &picker_keys(model));
    let (theme, area) = (dialog.theme, dialog.area);
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    for (row, (name, value)) in rows.iter().enumerate() {
        let y = area.y + row as u16;
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(row)));
        if row == list.selected {
            dialog.tint(area.x..area.right(), y, theme.selected);
            dialog.text(area.x, y, ">", theme.positive);
        }
        dialog.text(area.x + 2, y, &pad_end(name, names), theme.label);
        dialog.text(area.x + 4 + names as u16, y, value, if row == list.selected { theme.strong } else { theme.text });
    }
    let y = area.y + rows.len() as u16 + 1;
    dialog.paragraph(area.x, y, 2, &model.workspace.batch.recipe.to_string(), theme.label);
    drawn.length = rows.len();
}

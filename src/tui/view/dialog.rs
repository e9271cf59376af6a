//! Dialogs over a screen: which file draws which, and those that are a list of choices.

mod help;

use ratatui::layout::Rect;

use super::{
    browser, evidence, exclusion, exporting, formula,
    frame::{frame, picker_keys},
    geometry, manual, meaning, names, orphans,
    parts::choices,
    passages, profiles, prompt, review, runs,
};
use crate::{
    t,
    text::{pad_end, truncate_middle, width},
    tui::{
        action::Action,
        model::{Dialog, Drawn, List, Model, Picker, Setting},
        screen::lab::view as lab,
        widget::{Pen, lines_of, widest},
    },
};

/// Draws a dialog.
pub(crate) fn draw(model: &Model, dialog: &Dialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let [down, up] = model.keys_of([Action::Down, Action::Up]);
    match dialog {
        Dialog::Find(typed) => prompt::find(typed, pen),
        Dialog::Command(typed) => prompt::command(model, typed, pen, drawn),
        Dialog::Messages(lines) => errors(lines, pen),
        Dialog::Leave(list) => lab::leave(model, list, pen, drawn),
        Dialog::Picker(picker) => pick(model, picker, pen, drawn),
        Dialog::Recipe(list) => recipe(model, list, pen, drawn),
        Dialog::Manual(reader) => manual::draw(model, reader, pen, drawn),
        Dialog::Help(page) => help::draw(model, page, pen, drawn),
        Dialog::Profiles(documents, list) => profiles::draw(model, *documents, list, pen, drawn),
        Dialog::Passages(documents, order, list) => passages::draw(model, *documents, *order, list, pen, drawn),
        Dialog::Filter(typed) => prompt::filter(model, typed, pen, drawn),
        Dialog::Evidence(documents, page) => evidence::draw(model, *documents, page, pen, drawn),
        Dialog::Exclusions(leaving) => exclusion::draw(model, leaving, pen, drawn),
        Dialog::Verdict(deciding) => review::decide(model, deciding, pen, drawn),
        Dialog::Received(list) => review::receive(model, list, pen, drawn),
        Dialog::Note(noting) => review::note(model, noting, pen, drawn),
        Dialog::Browser(browser) => browser::draw(model, browser, pen, drawn),
        Dialog::Orphans(list) => orphans::draw(model, list, pen, drawn),
        Dialog::Export(dialog) => exporting::draw(model, dialog, pen, drawn),
        Dialog::Meaning(page) => meaning::draw(model, page, pen, drawn),
        Dialog::Geometry => geometry::draw(model, pen, drawn),
        Dialog::Runs => runs::draw(model, pen),
        Dialog::Formula(traced, list) => {
            let keys = t!(lang, "overlay.formula-keys", down, up);
            let mut dialog = frame(pen, 26, t!(lang, "overlay.formula"), &keys);
            formula::draw(model, *traced, list, &mut dialog, drawn);
        }
    }
}

/// Draws the errors in the settings, as many as fit.
fn errors(lines: &[String], pen: &mut Pen<'_>) {
    let lang = pen.lang;
    let max_width = pen.area.width.saturating_sub(4);
    let wanted: u16 = lines.iter().map(|line| lines_of(line, max_width)).sum();
    let title = t!(lang, "setting-error.title");
    let mut dialog = frame(pen, wanted.saturating_add(1), title, t!(lang, "setting-error.keys"));
    let Pen { theme, area, .. } = dialog;
    let mut y = area.y;
    for line in lines {
        y += dialog.fill(area.x, y, line, theme.error);
    }
}

/// Draws the choices of a setting.
fn pick(model: &Model, picker: &Picker, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let (title, _) = names::setting(lang, picker.setting, &model.workspace.batch.recipe);
    let rows: Vec<(String, String)> = picker.choices.iter().map(|&c| names::choice(model, c)).collect();
    let number = matches!(picker.setting, Setting::Width | Setting::Tokens | Setting::Weight);
    let inside = usize::from(pen.area.width.saturating_sub(4));
    let names = usize::from(widest(rows.iter().map(|(name, _)| name))).min(inside / 2);
    // An explanation too long for its row is shown below the list while it is selected.
    let max_width = inside.saturating_sub(4 + names);
    let long = rows.iter().filter(|(_, beside)| width(beside) > max_width);
    let long = long.map(|(_, beside)| lines_of(beside, inside as u16)).max().unwrap_or(0);
    let taken = 2 * u16::from(number || picker.error.is_some());
    let extra = taken.max(long + u16::from(long > 0));
    let mut dialog = frame(pen, rows.len() as u16 + 1 + extra, title, &picker_keys(model));
    let Pen { theme, area, .. } = dialog;
    let height = area.height.saturating_sub(extra + 1).max(1);
    for (row, y, style) in choices(&mut dialog, drawn, Rect { height, ..area }, &picker.list, rows.len()) {
        let (name, beside) = &rows[row];
        dialog.text(area.x + 2, y, &truncate_middle(name, names), style);
        dialog.cut(area.x + 4 + names as u16, y, area.right(), beside, theme.label);
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
fn recipe(model: &Model, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let rows: Vec<(&str, String)> =
        Setting::RECIPE.iter().map(|&s| names::setting(lang, s, &model.workspace.batch.recipe)).collect();
    let mut dialog = frame(pen, rows.len() as u16 + 4, t!(lang, "overlay.recipe"), &picker_keys(model));
    let Pen { theme, area, .. } = dialog;
    let names = widest(rows.iter().map(|(name, _)| name));
    for (row, y, style) in choices(&mut dialog, drawn, Rect { height: rows.len() as u16, ..area }, list, rows.len()) {
        let (name, value) = &rows[row];
        dialog.text(area.x + 2, y, &pad_end(name, names.into()), theme.label);
        dialog.text(area.x + 4 + names, y, value, style);
    }
    let y = area.y + rows.len() as u16 + 1;
    dialog.paragraph(area.x, y, 2, &model.workspace.batch.recipe.to_string(), theme.label);
}

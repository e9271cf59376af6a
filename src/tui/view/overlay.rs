//! What lies over a screen: a sheet in its middle, on emptied ground, between two rules.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::{
    browser, command, evidence, exclusion, exporting, filtering, formula, geometry, names, orphans, passages, profiles,
    review,
};
use crate::{
    t,
    text::{pad_end, truncate_end, truncate_middle, truncate_start, width},
    tui::{
        action::Action,
        model::{Dialog, Drawn, List, Model, Picker, Setting, Target},
        widget::{Pen, lines_of},
    },
};

/// Draws an overlay.
pub fn draw(model: &Model, overlay: &Dialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let [down, up] = [Action::Down, Action::Up].map(|action| model.key_of(action));
    match overlay {
        Dialog::Find(typed) => find(model, typed, pen),
        Dialog::Command(prompt) => command::draw(model, prompt, pen, drawn),
        Dialog::Told(lines) => told(model, lines, pen),
        Dialog::Leave(list) => super::lab::leave(model, list, pen, drawn),
        Dialog::Picker(picker) => draw_picker(model, picker, pen, drawn),
        Dialog::Recipe(list) => draw_recipe(model, list, pen, drawn),
        Dialog::Help(list) => {
            let mut sheet =
                sheet(pen, u16::MAX, t!(lang, "overlay.help"), &t!(lang, "overlay.help-keys", down = down, up = up));
            help(model, list, &mut sheet, drawn);
        }
        Dialog::Profiles(documents, list) => profiles::draw(model, *documents, list, pen, drawn),
        Dialog::Passages(documents, order, list) => passages::draw(model, *documents, *order, list, pen, drawn),
        Dialog::Filter(filter) => filtering::draw(model, filter, pen, drawn),
        Dialog::Evidence(documents, page) => evidence::draw(model, *documents, page, pen, drawn),
        Dialog::Exclusions(leaving) => exclusion::draw(model, leaving, pen, drawn),
        Dialog::Verdict(deciding) => review::decide(model, deciding, pen, drawn),
        Dialog::Note(noting) => review::note(model, noting, pen, drawn),
        Dialog::Browser(browser) => browser::draw(model, browser, pen, drawn),
        Dialog::Orphans(list) => orphans::draw(model, list, pen, drawn),
        Dialog::Export(sheet) => exporting::draw(model, sheet, pen, drawn),
        Dialog::Geometry => geometry::draw(model, pen, drawn),
        Dialog::Formula(traced, list) => {
            let keys = t!(lang, "overlay.formula-keys", down = down, up = up);
            let mut sheet = sheet(pen, 26, t!(lang, "overlay.formula"), &keys);
            formula::draw(model, *traced, list, &mut sheet, drawn);
        }
    }
}

/// Empties the lower part of the screen's body, as many rows as are wanted, with a title in a rule above and its keys
/// where the screen's own were. Returns the pen for inside. Full width, so that nothing of the screen shows beside it.
pub(super) fn sheet<'a>(pen: &'a mut Pen<'_>, wanted: u16, title: &str, keys: &str) -> Pen<'a> {
    let (all, theme) = (pen.area, pen.theme);
    let bottom = all.bottom().saturating_sub(1);
    let height = wanted.saturating_add(3).min(bottom.saturating_sub(2)).max(6);
    let area = Rect::new(0, bottom.saturating_sub(height), all.width, height);
    let mut outer = pen.within(area);
    outer.clear();
    outer.rule(area.y);
    outer.rule(area.bottom().saturating_sub(1));
    let mut gap = outer.within(Rect::new(1, area.y, width(title) as u16 + 2, 1));
    gap.clear();
    gap.text(2, area.y, title, theme.strong);
    let mut line = pen.within(Rect::new(0, bottom, all.width, 1));
    line.clear();
    line.text(1, bottom, &fitting(keys, usize::from(all.width.saturating_sub(2))), theme.label);
    pen.within(Rect::new(2, area.y + 2, all.width.saturating_sub(4), height.saturating_sub(3)))
}

/// As many of the keys of a line as fit, and always the last of them, which is how to leave.
pub(super) fn fitting(keys: &str, room: usize) -> Cow<'_, str> {
    if width(keys) <= room {
        return Cow::Borrowed(keys);
    }
    let mut groups: Vec<&str> = keys.split(BETWEEN).collect();
    let Some(last) = groups.pop() else { return Cow::Borrowed(keys) };
    let line = |some: &[&str]| some.iter().chain([&last]).copied().collect::<Vec<_>>().join(BETWEEN);
    let shown = (0..groups.len()).rev().map(|n| line(&groups[..n])).find(|line| width(line) <= room);
    Cow::Owned(shown.unwrap_or_else(|| truncate_end(last, room).into_owned()))
}

/// What stands between two keys with what they do.
const BETWEEN: &str = "   ";

/// The prompt stands in the bottom line, where the keys were.
fn find(model: &Model, typed: &str, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let y = pen.area.bottom() - 1;
    let mut line = pen.within(Rect { y, height: 1, ..pen.area });
    line.clear();
    let x = line.text(1, y, t!(model.session.lang, "overlay.find"), theme.label) + 1;
    // What was typed last is what one looks at.
    let room = line.area.right().saturating_sub(x + 2);
    let x = line.text(x, y, &truncate_start(typed, usize::from(room)), theme.strong);
    line.text(x, y, " ", theme.cursor);
    line.text(x + 3, y, t!(model.session.lang, "overlay.find-keys"), theme.label);
}

/// What is wrong with the settings, as much of it as there is room for.
fn told(model: &Model, lines: &[String], pen: &mut Pen<'_>) {
    let lang = model.session.lang;
    let room = pen.area.width.saturating_sub(4);
    let wanted: u16 = lines.iter().map(|line| lines_of(line, room)).sum();
    let title = t!(lang, "setting-fault.told");
    let mut sheet = sheet(pen, wanted.saturating_add(1), title, t!(lang, "setting-fault.told-keys"));
    let (theme, area) = (sheet.theme, sheet.area);
    let mut y = area.y;
    for line in lines {
        y += sheet.paragraph(area.x, y, area.bottom().saturating_sub(y), line, theme.error);
    }
}

pub(super) fn picker_keys(model: &Model) -> String {
    let [down, up] = [Action::Down, Action::Up].map(|action| model.key_of(action));
    t!(model.session.lang, "overlay.picker-keys", down = down, up = up)
}

fn draw_picker(model: &Model, picker: &Picker, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let (title, _) = names::setting(lang, picker.setting, &model.workspace.batch.recipe);
    let rows: Vec<(String, String)> = picker.choices.iter().map(|&c| names::choice(model, c)).collect();
    let number = matches!(picker.setting, Setting::Width | Setting::Tokens | Setting::Weight);
    let inside = usize::from(pen.area.width.saturating_sub(4));
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(inside / 2);
    // What is too long to stand beside its name stands whole below the list while it is selected.
    let room = inside.saturating_sub(4 + names);
    let long = rows.iter().filter(|(_, beside)| width(beside) > room);
    let long = long.map(|(_, beside)| lines_of(beside, inside as u16)).max().unwrap_or(0);
    let told = 2 * u16::from(number || picker.error.is_some());
    let extra = told.max(long + u16::from(long > 0));
    let mut sheet = sheet(pen, rows.len() as u16 + 1 + extra, title, &picker_keys(model));
    let (theme, area) = (sheet.theme, sheet.area);
    let height = area.height.saturating_sub(extra + 1).max(1);
    drawn.rows = usize::from(height);
    let window = picker.list.window(rows.len(), usize::from(height));
    for row in window.clone() {
        let (name, beside) = &rows[row];
        let y = area.y + (row - window.start) as u16;
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), Target::Choice(row)));
        let selected = row == picker.list.selected;
        if selected {
            sheet.tint(area.x..area.right(), y, theme.selected);
            sheet.text(area.x, y, ">", theme.positive);
        }
        let style = if selected { theme.strong } else { theme.text };
        sheet.text(area.x + 2, y, &truncate_middle(name, names), style);
        sheet.text(area.x + 4 + names as u16, y, &truncate_end(beside, room), theme.label);
    }
    if let Some((_, beside)) = rows.get(picker.list.selected).filter(|(_, beside)| told == 0 && width(beside) > room) {
        sheet.paragraph(area.x, area.bottom().saturating_sub(long), long, beside, theme.text);
    }
    let y = area.bottom().saturating_sub(1);
    if let Some(error) = &picker.error {
        sheet.paragraph(area.x, y.saturating_sub(1), 2, error, theme.error);
    } else if number {
        let text = if picker.typed.is_empty() {
            t!(lang, "overlay.number").to_owned()
        } else {
            format!("{} {}", t!(lang, "overlay.typed"), picker.typed)
        };
        sheet.text(area.x, y, &text, if picker.typed.is_empty() { theme.label } else { theme.call });
    }
}

fn draw_recipe(model: &Model, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let rows: Vec<(&str, String)> =
        Setting::RECIPE.iter().map(|&s| names::setting(lang, s, &model.workspace.batch.recipe)).collect();
    let mut sheet = sheet(pen, rows.len() as u16 + 4, t!(lang, "overlay.recipe"), &picker_keys(model));
    let (theme, area) = (sheet.theme, sheet.area);
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    for (row, (name, value)) in rows.iter().enumerate() {
        let y = area.y + row as u16;
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), Target::Choice(row)));
        if row == list.selected {
            sheet.tint(area.x..area.right(), y, theme.selected);
            sheet.text(area.x, y, ">", theme.positive);
        }
        sheet.text(area.x + 2, y, &pad_end(name, names), theme.label);
        sheet.text(area.x + 4 + names as u16, y, value, if row == list.selected { theme.strong } else { theme.text });
    }
    let y = area.y + rows.len() as u16 + 1;
    sheet.paragraph(area.x, y, 2, &model.workspace.batch.recipe.to_string(), theme.label);
    drawn.length = rows.len();
}

/// One line of the help.
enum Line {
    Head(String),
    Key(String, String),
    Text(String),
    Gap,
}

fn help(model: &Model, list: &List, sheet: &mut Pen<'_>, drawn: &mut Drawn) {
    let lines = help_lines(model);
    let (theme, area) = (sheet.theme, sheet.area);
    let keys = lines.iter().filter_map(|l| if let Line::Key(keys, _) = l { Some(width(keys)) } else { None });
    let keys = keys.max().unwrap_or(0).min(28) as u16;
    drawn.rows = usize::from(area.height);
    // Texts wrap, so how long the help is depends on how wide it is.
    let mut heights = Vec::with_capacity(lines.len());
    for line in &lines {
        heights.push(if let Line::Text(text) = line { lines_of(text, area.width) } else { 1 });
    }
    let total: u16 = heights.iter().sum();
    drawn.length = usize::from(total.saturating_sub(area.height)) + 1;
    let skip = (list.selected as u16).min(total.saturating_sub(area.height));
    let mut y = i32::from(area.y) - i32::from(skip);
    for (line, height) in lines.iter().zip(heights) {
        if y >= i32::from(area.y) && y < i32::from(area.bottom()) {
            let y = y as u16;
            match line {
                Line::Head(text) => _ = sheet.text(area.x, y, text, theme.strong),
                Line::Key(names, text) => {
                    sheet.text(area.x, y, names, theme.positive);
                    sheet.text(area.x + keys + 3, y, text, theme.text);
                }
                Line::Text(text) => _ = sheet.paragraph(area.x, y, area.bottom() - y, text, theme.text),
                Line::Gap => {}
            }
        }
        y += i32::from(height);
    }
}

/// The keys of this screen, the keys of everywhere, the terms, the program: from the live keymap and the locale.
fn help_lines(model: &Model) -> Vec<Line> {
    let lang = model.session.lang;
    let row = |action: Action| {
        let keys: Vec<String> =
            model.session.keymap.keys(model.workspace.screen, action).iter().map(ToString::to_string).collect();
        // Without a key it can still be done by its name.
        let keys = if keys.is_empty() { format!(":{}", action.name()) } else { keys.join("  ") };
        Line::Key(keys, names::action(lang, model.workspace.screen, action, false).to_owned())
    };
    let (everywhere, screen) = model.session.keymap.actions(model.workspace.screen);
    let name = lang.find(&format!("screen.{}", model.workspace.screen.key())).unwrap_or_default();
    let mut lines = vec![Line::Head(t!(lang, "help.screen", name = name))];
    lines.extend(screen.into_iter().map(row));
    lines.extend([Line::Gap, Line::Head(t!(lang, "help.everywhere").into())]);
    lines.extend(everywhere.into_iter().map(row));
    lines.extend([Line::Gap, Line::Head(t!(lang, "help.terms").into())]);
    for term in [
        "help.term-weight",
        "help.term-accumulator",
        "help.term-margin",
        "help.term-neff",
        "help.term-k",
        "help.term-coverage",
        "help.term-recipe",
    ] {
        let text = match term {
            "help.term-k" => {
                let [more, less] = [Action::MoreK, Action::LessK].map(|action| model.key_of(action));
                t!(lang, "help.term-k", more = more, less = less)
            }
            "help.term-coverage" => {
                t!(
                    lang,
                    "help.term-coverage",
                    han = model.workspace.batch.run.han,
                    words = model.workspace.batch.run.words
                )
            }
            _ => lang.find(term).unwrap_or_default().to_owned(),
        };
        lines.push(Line::Text(text));
    }
    lines.extend([Line::Gap, Line::Head(t!(lang, "help.about").into())]);
    lines.push(Line::Text(t!(lang, "help.about-text", version = env!("CARGO_PKG_VERSION"))));
    lines.extend(review::kept(model).map(Line::Text));
    lines
}

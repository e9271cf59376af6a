//! What is typed in the bottom line: a search, a command, a filter; over the last two, what they could become.

use ratatui::layout::Rect;

use super::{frame::frame, names, parts::choice};
use crate::{
    t,
    text::{truncate_start, width},
    tui::{
        model::{ClickTarget, CommandPrompt, Drawn, FilterPrompt, List, Model},
        widget::{Pen, fits, lines_of, widest},
    },
};

/// The most candidates that are shown.
const CANDIDATES: usize = 8;
/// Cells of the widest candidate before what stands beside it.
const NAMES: u16 = 38;

/// Draws the prompt of a search, in the place of the keys.
pub(crate) fn find(typed: &str, pen: &mut Pen<'_>) {
    let lang = pen.lang;
    let (mut line, x) = line(pen, &format!("{} ", t!(lang, "overlay.find")), typed);
    let (y, label) = (line.area.y, line.theme.label);
    line.text(x + 3, y, t!(lang, "overlay.find-keys"), label);
}

/// Draws a command, over it what it could become: name, what it does, its keys.
pub(crate) fn command(model: &Model, prompt: &CommandPrompt, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let candidates = prompt.candidates(model);
    let error = prompt.error.as_deref().unwrap_or_default();
    let rows = if error.is_empty() { 0 } else { lines_of(error, pen.area.width.saturating_sub(4)) };
    // As high whatever is typed, so that nothing jumps.
    let mut dialog = frame(pen, CANDIDATES as u16 + 1, t!(lang, "overlay.command"), "");
    let Pen { theme, area, .. } = dialog;
    let height = usize::from(area.height.saturating_sub(rows + 1)).min(CANDIDATES);
    let list = List { selected: prompt.completed.unwrap_or(0), offset: 0 };
    let window = list.window(candidates.len(), height);
    let names = widest(candidates.iter().map(|candidate| &candidate.line)).min(NAMES);
    for (row, y) in window.clone().zip(area.y..) {
        let candidate = &candidates[row];
        let selected = prompt.completed == Some(row);
        let style = choice(&mut dialog, drawn, (area, y), ClickTarget::Choice(row), selected);
        let (beside, keys) = names::candidate(model, candidate.what);
        dialog.text_until(area.x + 2, y, area.x + 2 + names, &candidate.line, style);
        let end = area.right().saturating_sub(width(&keys) as u16 + 2);
        dialog.text_until(area.x + names + 4, y, end, &beside, theme.label);
        dialog.text_right(area.right(), y, &keys, theme.positive);
    }
    if !error.is_empty() {
        dialog.paragraph(area.x, area.bottom().saturating_sub(rows), rows, error, theme.error);
    } else if candidates.is_empty() {
        dialog.text(area.x, area.y, t!(lang, "command.no-candidates"), theme.label);
    } else {
        more(candidates.len() - window.len(), &mut dialog);
    }
    line_with_keys(pen, ":", &prompt.line(model), t!(lang, "overlay.command-keys"));
}

/// Draws a filter, over it what could come next, or what is wrong.
pub(crate) fn filter(model: &Model, filtering: &FilterPrompt, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let completions = filtering.completions(lang);
    let mut dialog = frame(pen, CANDIDATES as u16 + 2, t!(lang, "filter.title"), "");
    let Pen { theme, area, .. } = dialog;
    if let Some(error) = &filtering.error {
        dialog.fill(area.x, area.y, &model.workspace.redacted(error), theme.error);
    } else {
        let height = usize::from(area.height.saturating_sub(1)).min(CANDIDATES);
        let list = List { selected: filtering.picked.unwrap_or(0), offset: 0 };
        let window = list.window(completions.len(), height);
        let names = widest(completions.iter().map(|completion| &completion.text)).min(NAMES);
        for (row, y) in window.clone().zip(area.y..) {
            let completion = &completions[row];
            let selected = filtering.picked == Some(row);
            let style = choice(&mut dialog, drawn, (area, y), ClickTarget::Choice(row), selected);
            dialog.text(area.x + 2, y, &completion.text, style);
            dialog.text_until(area.x + names + 5, y, area.right(), completion.hint, theme.label);
        }
        if completions.is_empty() {
            dialog.text(area.x, area.y, t!(lang, "filter.example"), theme.label);
        } else {
            more(completions.len() - window.len(), &mut dialog);
        }
    }
    let typed = filtering.line(lang);
    line_with_keys(pen, "/", &model.workspace.redacted(&typed), t!(lang, "filter.keys"));
}

/// Says in the last row how many candidates are not shown.
fn more(hidden: usize, dialog: &mut Pen<'_>) {
    if hidden > 0 {
        let area = dialog.area;
        let text = t!(dialog.lang, "command.more", n = hidden);
        dialog.text(area.x + 2, area.bottom().saturating_sub(1), &text, dialog.theme.label);
    }
}

/// Draws the line, of which the end is always visible: there something is typed. Returns the pen on it, and the column
/// of the cursor.
fn line<'p>(pen: &'p mut Pen<'_>, lead: &str, typed: &str) -> (Pen<'p>, u16) {
    let (theme, y) = (pen.theme, pen.area.bottom() - 1);
    let mut line = pen.within(Rect { y, height: 1, ..pen.area });
    line.clear();
    let x = line.text(1, y, lead, theme.label);
    let max_width = usize::from(line.area.right().saturating_sub(x + 2));
    let x = line.text(x, y, &truncate_start(typed, max_width), theme.strong);
    line.text(x, y, " ", theme.cursor);
    (line, x)
}

/// Draws the line with the keys at its right end, if there is room for them.
pub(crate) fn line_with_keys(pen: &mut Pen<'_>, lead: &str, typed: &str, keys: &str) {
    let (mut line, x) = line(pen, lead, typed);
    let (area, label) = (line.area, line.theme.label);
    if fits(x + 4, keys, area.right()) {
        line.text_right(area.right() - 1, area.y, keys, label);
    }
}

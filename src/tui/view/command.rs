//! The command line: what is typed in the bottom line, over it what that could become.

use ratatui::layout::Rect;

use super::{dialog::frame, names};
use crate::{
    t,
    text::{truncate_start, width},
    tui::{
        model::{ClickTarget, CommandPrompt, Drawn, List, Model},
        widget::{Pen, lines_of},
    },
};

/// The most candidates that are shown.
const CANDIDATES: usize = 8;

/// The line in the bottom line, over it what it could become: name, what it does, its keys.
pub(super) fn draw(model: &Model, prompt: &CommandPrompt, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let candidates = prompt.candidates(model);
    let error = prompt.error.as_deref().unwrap_or_default();
    let rows = if error.is_empty() { 0 } else { lines_of(error, pen.area.width.saturating_sub(4)) };
    // As high whatever is typed, so that nothing jumps.
    let mut dialog = frame(pen, CANDIDATES as u16 + 1, t!(lang, "overlay.command"), "");
    let (theme, area) = (dialog.theme, dialog.area);
    let height = usize::from(area.height.saturating_sub(rows + 1)).min(CANDIDATES);
    let list = List { selected: prompt.completed.unwrap_or(0), offset: 0 };
    let window = list.window(candidates.len(), height);
    let names = candidates.iter().map(|candidate| width(&candidate.line)).max().unwrap_or(0).min(24) as u16;
    for (candidate, (row, y)) in candidates.iter().skip(window.start).zip(window.clone().zip(area.y..)) {
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(row)));
        let selected = prompt.completed == Some(row);
        if selected {
            dialog.tint(area.x..area.right(), y, theme.selected);
            dialog.text(area.x, y, ">", theme.positive);
        }
        let (beside, keys) = names::candidate(model, candidate.what);
        dialog.text_until(
            area.x + 2,
            y,
            area.x + 2 + names,
            &candidate.line,
            if selected { theme.strong } else { theme.text },
        );
        let end = area.right().saturating_sub(width(&keys) as u16 + 2);
        dialog.text_until(area.x + names + 4, y, end, &beside, theme.label);
        dialog.text_right(area.right(), y, &keys, theme.positive);
    }
    if !error.is_empty() {
        let y = area.bottom().saturating_sub(rows);
        dialog.paragraph(area.x, y, rows, error, theme.error);
    } else if candidates.is_empty() {
        dialog.text(area.x, area.y, t!(lang, "command.no-candidates"), theme.label);
    } else if candidates.len() > window.len() {
        let more = t!(lang, "command.more", n = candidates.len() - window.len());
        dialog.text(area.x + 2, area.bottom() - 1, &more, theme.label);
    }
    prompt_line(model, prompt, pen);
}

/// The line itself.
fn prompt_line(model: &Model, prompt: &CommandPrompt, pen: &mut Pen<'_>) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let y = pen.area.bottom() - 1;
    let mut line = pen.within(Rect { y, height: 1, ..pen.area });
    let x = line.text(1, y, ":", theme.label);
    let hint = t!(lang, "overlay.command-keys");
    // The end of a long line is where something is typed.
    let typed = prompt.line(model);
    let max_width = usize::from(line.area.width.saturating_sub(x + 2));
    let x = line.text(x, y, &truncate_start(&typed, max_width), theme.strong);
    line.text(x, y, " ", theme.cursor);
    if usize::from(x) + 4 + width(hint) <= usize::from(line.area.width) {
        line.text_right(line.area.right() - 1, y, hint, theme.label);
    }
}

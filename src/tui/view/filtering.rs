//! A filter that is being typed, in the bottom line; over it what could come next, or what is wrong.

use ratatui::layout::Rect;

use super::dialog::frame;
use crate::{
    t,
    text::{truncate_start, width},
    tui::{
        model::{ClickTarget, Drawn, FilterPrompt, List, Model},
        widget::{Pen, lines_of},
    },
};

/// The most completions that are shown.
const COMPLETIONS: usize = 8;

pub(super) fn draw(model: &Model, filtering: &FilterPrompt, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.session.lang;
    let completions = filtering.completions(lang);
    // As high whatever is typed, so that nothing jumps.
    let mut dialog = frame(pen, COMPLETIONS as u16 + 2, t!(lang, "filter.title"), "");
    let (theme, area) = (dialog.theme, dialog.area);
    if let Some(error) = &filtering.error {
        let error = model.workspace.redacted(error);
        let rows = lines_of(&error, area.width);
        dialog.paragraph(area.x, area.y, rows.min(area.height), &error, theme.error);
    } else {
        let height = usize::from(area.height.saturating_sub(1)).min(COMPLETIONS);
        let list = List { selected: filtering.picked.unwrap_or(0), offset: 0 };
        let window = list.window(completions.len(), height);
        let names = completions.iter().map(|completion| width(&completion.text)).max().unwrap_or(0).min(24) as u16;
        for (row, y) in window.clone().zip(area.y..) {
            let completion = &completions[row];
            drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Choice(row)));
            let selected = filtering.picked == Some(row);
            if selected {
                dialog.tint(area.x..area.right(), y, theme.selected);
                dialog.text(area.x, y, ">", theme.positive);
            }
            let style = if selected { theme.strong } else { theme.text };
            dialog.text(area.x + 2, y, &completion.text, style);
            dialog.text_until(area.x + names + 5, y, area.right(), completion.hint, theme.label);
        }
        let below = area.bottom().saturating_sub(1);
        if completions.len() > window.len() {
            let more = t!(lang, "command.more", n = completions.len() - window.len());
            dialog.text(area.x + 2, below, &more, theme.label);
        } else if completions.is_empty() {
            dialog.text(area.x, area.y, t!(lang, "filter.example"), theme.label);
        }
    }
    prompt(model, filtering, pen);
}

/// The line itself.
fn prompt(model: &Model, filtering: &FilterPrompt, pen: &mut Pen<'_>) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let y = pen.area.bottom() - 1;
    let mut line = pen.within(Rect { y, height: 1, ..pen.area });
    let x = line.text(1, y, "/", theme.label);
    // The end of the typed text is always visible, so names can be replaced by longer ones.
    let typed = filtering.line(lang);
    let typed = model.workspace.redacted(&typed);
    let max_width = usize::from(line.area.width.saturating_sub(x + 2));
    let x = line.text(x, y, &truncate_start(&typed, max_width), theme.strong);
    line.text(x, y, " ", theme.cursor);
    let hint = t!(lang, "filter.keys");
    if usize::from(x) + 4 + width(hint) <= usize::from(line.area.width) {
        line.text_right(line.area.right() - 1, y, hint, theme.label);
    }
}

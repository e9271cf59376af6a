//! The frame of a dialog: the lower part of the screen emptied, between two rules, with a title and its keys; and a
//! list of answers in it. It must not know any dialog.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::parts::choices;
use crate::{
    locale::Lang,
    t,
    text::{truncate_end, width},
    tui::{
        action::Action,
        model::{Drawn, List, Model},
        widget::{Pen, widest},
    },
};

/// Between two keys with what they do.
const BETWEEN: &str = "   ";

/// Empties the lower part of the screen's body, as many rows as are wanted, with a title in a rule above and its keys
/// where the screen's own were. Returns the pen for inside. Full width, so that nothing of the screen shows beside it.
pub(crate) fn frame<'a>(pen: &'a mut Pen<'_>, wanted: u16, title: &str, keys: &str) -> Pen<'a> {
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
pub(crate) fn fitting(keys: &str, max_width: usize) -> Cow<'_, str> {
    if width(keys) <= max_width {
        return Cow::Borrowed(keys);
    }
    let mut groups: Vec<&str> = keys.split(BETWEEN).collect();
    let Some(last) = groups.pop() else { return Cow::Borrowed(keys) };
    let line = |some: &[&str]| some.iter().chain([&last]).copied().collect::<Vec<_>>().join(BETWEEN);
    let shown = (0..groups.len()).rev().map(|n| line(&groups[..n])).find(|line| width(line) <= max_width);
    Cow::Owned(shown.unwrap_or_else(|| truncate_end(last, max_width).into_owned()))
}

/// The keys of a list of choices.
pub(crate) fn picker_keys(model: &Model) -> String {
    let [down, up] = model.keys_of([Action::Down, Action::Up]);
    t!(model.lang, "overlay.picker-keys", down, up)
}

/// Draws answers below each other from row `y` on, with what each does beside it: texts of the locale.
pub(crate) fn answers(
    dialog: &mut Pen<'_>,
    drawn: &mut Drawn,
    y: u16,
    (answers, lang): (&[(&'static str, &'static str)], Lang),
    list: &List,
) {
    let area = dialog.area;
    let names = widest(answers.iter().map(|(name, _)| lang.text(name)));
    let rows = Rect { y, height: answers.len() as u16, ..area };
    for (row, y, style) in choices(dialog, drawn, rows, list, answers.len()) {
        let (name, beside) = answers[row];
        dialog.text(area.x + 2, y, lang.text(name), style);
        dialog.text(area.x + 4 + names, y, lang.text(beside), dialog.theme.label);
    }
}

//! Background work, for a screen's own line and for the counts of screen 1: its name, its progress, the key that stops
//! or resumes it. It must not know what the work computes.

use ratatui::layout::Rect;

use crate::{
    locale::grouped,
    say, t,
    tui::{
        action::Action,
        model::{Model, Task},
        screen::Screen,
        widget::{Pen, timeline},
    },
};

/// The work that the reader interrupted, if any, and the key that resumes it.
pub(crate) fn stopped(model: &Model) -> Option<String> {
    let (lang, key) = (model.lang, model.key_of(Action::Resume));
    if model.workspace.batch.archive.as_ref().is_some_and(|archive| archive.stopped) {
        return Some(t!(lang, "archive.halted", key));
    }
    match model.workspace.batch.waiting() {
        0 => model.workspace.batch.is_halted().then(|| t!(lang, "work.halted", key)),
        n => Some(t!(lang, "work.waiting", n = grouped(n as u64), key)),
    }
}

/// Draws background work at the right end of row `y`. Returns the column where it begins.
pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, y: u16) -> u16 {
    let right = pen.area.right() - 1;
    match forms(model) {
        Some([text, _]) => pen.text_right(right, y, &text, pen.theme.alert).saturating_sub(2),
        None => right,
    }
}

/// Background work that has run for long enough to be shown, or that was stopped: in full, and shorter.
pub(crate) fn forms(model: &Model) -> Option<[String; 2]> {
    let lang = model.lang;
    // Only these two screens are about all documents.
    let about_all = [Screen::Overview, Screen::Library].contains(&model.workspace.screen);
    let work = model.workspace.tasks.in_footer().find(|(task, _)| task.shown);
    let text = if let Some((task, label)) = work {
        let label = if task.watch.waiting() { "library-file.waiting" } else { label };
        [
            in_full(model, task, label),
            say::progress(lang.find(label).unwrap_or_default(), task.watch.share(), None, lang),
        ]
    } else {
        let idle = model.workspace.tasks.in_footer().next().is_none();
        [stopped(model).filter(|_| about_all && idle)?, t!(lang, "work.short", key = model.key_of(Action::Resume))]
    };
    Some(text)
}

/// Draws work in the pane that waits for it, with a bar, from row `y` on; nothing before it began.
pub(crate) fn in_pane(model: &Model, task: Option<&Task>, pen: &mut Pen<'_>, y: u16) {
    let Some(task) = task else { return };
    let Rect { x, width, .. } = pen.area;
    pen.text(x, y, &in_full(model, task, "work.examining"), pen.theme.strong);
    timeline(pen, x, y + 1, width.min(60), task.watch.share());
}

/// The work, how far it is, how long it takes yet, and the key that stops it.
fn in_full(model: &Model, task: &Task, label: &str) -> String {
    let lang = model.lang;
    let said = say::progress(lang.find(label).unwrap_or_default(), task.watch.share(), task.left, lang);
    format!("{said}   {}", t!(lang, "work.stops", key = model.key_of(Action::Interrupt)))
}
